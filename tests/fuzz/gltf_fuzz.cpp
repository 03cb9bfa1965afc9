// Any bytes as a glTF level. A file that it names beside itself has the same bytes.
#include "scenery/gltf/gltf.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/scenery_rules.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

void gltf_fuzz(Input input) {
  const std::vector<std::byte> file = owned_bytes(input);
  check_scenery(gltf::kFormat, "fuzz.glb", file, [&](const std::string& name) {
    return Result<std::shared_ptr<InputFile>>(InputFile::from_memory(name, file));
  });
}

}  // namespace scrubjay::fuzz
