// Who may include whom: the folders are layers, and what their include paths cannot tell apart is
// checked here by reading the #include lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay {
namespace {

namespace fs = std::filesystem;
using Names = std::vector<std::string_view>;

struct Layer {
  std::string_view folder;
  Names ours;       ///< first folder of a "quoted" include
  Names forbidden;  ///< how a <system> include must not begin
};

// core knows nobody; formats and render know core and not each other; app knows all. Readers open
// no file and print nothing: they see bytes and return values.
const std::vector<Layer>& layers() {
  static const std::vector<Layer> table = {
      {"core",
       {"core"},
       {"imgui", "GL/", "GLES", "EGL/", "GLFW/", "glad/", "CLI/", "simdjson", "zstd", "iostream"}},
      {"formats",
       {"core", "formats"},
       {"imgui", "GL/", "GLES", "EGL/", "GLFW/", "glad/", "CLI/", "iostream", "fstream",
        "filesystem"}},
      {"render", {"core", "render"}, {"imgui", "CLI/", "simdjson", "zstd", "iostream"}},
      {"app", {"core", "formats", "render", "app", "backends"}, {}},  // backends: Dear ImGui's
  };
  return table;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

/// What an include line names, with its quote or bracket in front: `"core/frame.h` or `<vector`.
std::optional<std::string_view> included(std::string_view line) {
  line = trimmed(line);
  if (!line.starts_with('#')) return std::nullopt;
  line = trimmed(line.substr(1));
  if (!line.starts_with("include")) return std::nullopt;
  line = trimmed(line.substr(7));
  const std::size_t end = line.find_first_of("\">", 1);
  if (end == std::string_view::npos) return std::nullopt;
  return line.substr(0, end);
}

/// Why the line may not stand in a file of that layer; nothing when it may.
std::optional<std::string> fault(const Layer& layer, std::string_view line) {
  const auto name = included(line);
  if (!name) return std::nullopt;
  const std::string_view path = name->substr(1);
  if (path.find("..") != std::string_view::npos || path.starts_with(".")) {
    return "is written from the file, not from the root";
  }
  const auto begins = [&](std::string_view start) { return path.starts_with(start); };
  if (std::ranges::any_of(layer.forbidden, begins)) return "is not for this layer";
  if (name->starts_with('<')) {
    const auto is_ours = [&](const Layer& other) {
      return path.starts_with(std::string(other.folder) + "/");
    };
    if (std::ranges::any_of(layers(), is_ours)) return "is ours: written with quotes";
    return std::nullopt;
  }
  const std::size_t slash = path.find('/');
  if (slash == std::string_view::npos) return "is written without its folder";
  if (std::ranges::find(layer.ours, path.substr(0, slash)) == layer.ours.end()) {
    return "goes against the layers";
  }
  return std::nullopt;
}

bool is_source(const fs::path& path) {
  return path.extension() == ".h" || path.extension() == ".cpp" || path.extension() == ".mm";
}

TEST(IncludeDirection, FollowsTheLayersInEveryFile) {
  const fs::path root = SCRUBJAY_SOURCE_DIR;
  for (const Layer& layer : layers()) {
    int files = 0;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(root / layer.folder)) {
      if (!is_source(entry.path())) continue;
      ++files;
      std::ifstream stream(entry.path());
      std::string line;
      for (int number = 1; std::getline(stream, line); ++number) {
        const auto why = fault(layer, line);
        EXPECT_FALSE(why.has_value()) << fs::relative(entry.path(), root).string() << ':' << number
                                      << ": " << line << ' ' << *why;
      }
    }
    EXPECT_GT(files, 0) << layer.folder;
  }
}

TEST(IncludeDirection, TellsGoodLinesFromBadOnes) {
  struct Case {
    std::string_view folder;
    std::string_view line;
    bool good;
  };
  const Case cases[] = {
      {"core", "#include <vector>", true},
      {"core", "#include \"core/frame.h\"", true},
      {"core", "#include <glm/vec3.hpp>", true},
      {"core", "// #include \"app/main.h\"", true},
      {"core", "#include \"formats/format.h\"", false},
      {"core", "#include \"render/scene.h\"", false},
      {"core", "#include \"app/viewer.h\"", false},
      {"core", "  #  include \"app/viewer.h\"  // why", false},
      {"core", "#include \"frame.h\"", false},
      {"core", "#include \"../formats/format.h\"", false},
      {"core", "#include \"core/../app/viewer.h\"", false},
      {"core", "#include \"./frame.h\"", false},
      {"core", "#include <core/frame.h>", false},
      {"core", "#include <simdjson.h>", false},
      {"core", "#include <imgui.h>", false},
      {"formats", "#include \"core/frame.h\"", true},
      {"formats", "#include \"formats/carla/packets.h\"", true},
      {"formats", "#include <simdjson.h>", true},
      {"formats", "#include \"render/scene.h\"", false},
      {"formats", "#include \"app/viewer.h\"", false},
      {"formats", "#include <fstream>", false},
      {"formats", "#include <GLFW/glfw3.h>", false},
      {"render", "#include \"core/frame.h\"", true},
      {"render", "#include <glad/gl.h>", true},
      {"render", "#include \"formats/format.h\"", false},
      {"render", "#include \"app/viewer.h\"", false},
      {"render", "#include <imgui.h>", false},
      {"app", "#include \"render/scene.h\"", true},
      {"app", "#include <imgui.h>", true},
      {"app", "#include \"tests/core/made_recording.h\"", false},
      {"app", "#include \"viewer.h\"", false},
  };
  for (const Case& c : cases) {
    const auto layer = std::ranges::find(layers(), c.folder, &Layer::folder);
    ASSERT_NE(layer, layers().end());
    EXPECT_EQ(!fault(*layer, c.line).has_value(), c.good) << c.folder << ": " << c.line;
  }
}

}  // namespace
}  // namespace scrubjay
