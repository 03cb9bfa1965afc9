#include "app/shared/version.h"

#include <array>

namespace scrubjay {

std::string_view version() { return SCRUBJAY_VERSION SCRUBJAY_COMMIT; }

std::string_view sample_beside_sources() { return SCRUBJAY_SAMPLE; }

std::span<const Library> libraries() {
  static constexpr std::array kLibraries = {
      Library{"Dear ImGui", "MIT"},
      Library{"GLFW", "zlib"},
      Library{"glad", "CC0, Apache 2.0"},
      Library{"glm", "MIT"},
      Library{"simdjson", "Apache 2.0"},
      Library{"pugixml", "MIT"},
      Library{"tinygltf", "MIT"},
      Library{"tinyobjloader", "MIT"},
      Library{"SQLite", "public domain"},
      Library{"zlib", "zlib"},
      Library{"libdeflate", "MIT"},
      Library{"Zstandard", "BSD"},
      Library{"LZ4", "BSD"},
      Library{"CLI11", "BSD"},
      Library{"stb", "MIT"},
      Library{"msgpack", "Boost 1.0"},
      Library{"Inter, JetBrains Mono", "SIL Open Font 1.1"},
  };
  return kLibraries;
}

}  // namespace scrubjay
