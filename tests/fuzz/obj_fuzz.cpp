// Any bytes as an OBJ level. Its files of materials have the same bytes: lines of one are comments
// to the other.
#include "scenery/obj/obj.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/scenery_rules.h"
#include "tests/fuzz/targets.h"

namespace scrubjay::fuzz {

void obj_fuzz(Input input) {
  const std::vector<std::byte> file = owned_bytes(input);
  check_scenery(obj::kFormat, "fuzz.obj", file, [&](const std::string& name) {
    return Result<std::shared_ptr<InputFile>>(InputFile::from_memory(name, file));
  });
}

}  // namespace scrubjay::fuzz
