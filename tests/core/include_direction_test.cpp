// Who may include whom: the folders are layers, and what their include paths cannot tell apart is
// checked here by reading the #include lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "include_lines.h"

namespace scrubjay {
namespace {

using Names = std::vector<std::string_view>;

struct Layer {
  std::string_view folder;
  Names ours;       ///< first folder of a "quoted" include
  Names forbidden;  ///< how a <system> include must not begin
};

// What readers do not do.
const Names& not_for_readers() {
  static const Names names = {
      "imgui",
      "GL/",
      "GLES",
      "EGL/",
      "GLFW/",
      "glad/",
      "CLI/",
      "iostream",
      "fstream",
      "filesystem",
      "thread",
      "future",
      "condition_variable",
      "oneapi/",
      "tbb/",
      "core/platform/cache_folder",
      "core/platform/cached_text",
      "core/platform/file_lock",
      "core/platform/output_file",
      "core/index_cache",
      "core/background_index",
  };
  return names;
}

// core knows nobody; analysis, formats, scenery and render know core and not each other; app knows
// all. Readers open no file, print nothing and start no thread: they see bytes and return values.
const std::vector<Layer>& layers() {
  static const std::vector<Layer> table = {
      {"core",
       {"core"},
       {"imgui", "GL/", "GLES", "EGL/", "GLFW/", "glad/", "CLI/", "simdjson", "zstd", "iostream"}},
      {"analysis",
       {"core", "analysis"},
       {"imgui", "GL/", "GLES", "EGL/", "GLFW/", "glad/", "CLI/", "simdjson", "zstd", "iostream"}},
      {"formats", {"core", "formats"}, not_for_readers()},
      {"scenery", {"core", "scenery"}, not_for_readers()},
      {"render", {"core", "render"}, {"imgui", "CLI/", "simdjson", "zstd", "iostream"}},
      // backends: Dear ImGui's
      {"app", {"core", "analysis", "formats", "scenery", "render", "app", "backends"}, {}},
  };
  return table;
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

TEST(IncludeDirection, FollowsTheLayersInEveryFile) {
  for (const Layer& layer : layers()) {
    const int files = for_each_source_line(
        layer.folder, [&](const std::string& file, int number, const std::string& line) {
          const auto why = fault(layer, line);
          EXPECT_FALSE(why.has_value()) << file << ':' << number << ": " << line << ' ' << *why;
        });
    EXPECT_GT(files, 0) << layer.folder;
  }
}

/// A part of a layer and how its includes must not begin.
struct Room {
  std::string_view folder;
  Names forbidden;
};

// What window and command line share knows neither; the command line knows of the window only
// app/viewer.h, which starts it, and app/view_pictures.h, which draws what it shows.
const std::vector<Room>& rooms() {
  static const std::vector<Room> table = {
      {"app/shared", {"app/cli/", "app/viewer", "imgui", "GLFW/", "backends/"}},
      {"app/cli", {"app/viewer/", "imgui", "GLFW/", "backends/"}},
      {"app/viewer", {"app/cli/"}},
  };
  return table;
}

// Who draws for whom in the window, lowest first: a folder includes none beside or above it.
const std::vector<Names>& panel_ranks() {
  static const std::vector<Names> ranks = {
      {"widgets"},         {"dock"},
      {"ask", "entities"}, {"comparison", "filters"},
      {"properties"},      {"events", "plots", "scene", "timeline", "windows"}};
  return ranks;
}

std::optional<std::size_t> rank_of(std::string_view folder) {
  const auto& ranks = panel_ranks();
  for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
    if (std::ranges::find(ranks[rank], folder) != ranks[rank].end()) return rank;
  }
  return std::nullopt;
}

/// The folder of a panel's file: "timeline" of "app/viewer/panels/widgets/time_axis.h".
std::string_view panel_folder(std::string_view path) {
  constexpr std::string_view kPanels = "app/viewer/panels/";
  if (!path.starts_with(kPanels)) return {};
  path.remove_prefix(kPanels.size());
  return path.substr(0, path.find('/'));
}

TEST(IncludeDirection, RoomsOfTheProgramKeepToThemselves) {
  for (const Room& room : rooms()) {
    for_each_source_line(room.folder, [&](const std::string& file, int number,
                                          const std::string& line) {
      const auto name = included(line);
      if (!name) return;
      for (const std::string_view start : room.forbidden) {
        EXPECT_FALSE(name->substr(1).starts_with(start)) << file << ':' << number << ": " << line;
      }
    });
  }
}

TEST(IncludeDirection, PanelsIncludeOnlyWhatLiesBelowThem) {
  for_each_source_line(
      "app/viewer/panels", [&](const std::string& file, int number, const std::string& line) {
        const auto name = included(line);
        if (!name) return;
        const std::string_view from = panel_folder(file);
        const std::string_view to = panel_folder(name->substr(1));
        ASSERT_TRUE(rank_of(from).has_value()) << file << " is in a folder without a rank";
        if (to.empty() || to == from) return;
        EXPECT_LT(rank_of(to), rank_of(from)) << file << ':' << number << ": " << line;
      });
}

// A writer may know the reader of its own format, whose packets it copies as they are. A reader
// knows no writer, and neither knows those of another format.
TEST(IncludeDirection, ReadersOfFormatsKnowNoWriters) {
  for_each_source_line("formats", [](const std::string& file, int number, const std::string& line) {
    const auto name = included(line);
    if (!name) return;
    const auto part_of = [](std::string_view path) {
      for (const std::string_view part : {"/read/", "/write/"}) {
        const std::size_t at = path.find(part);
        if (path.starts_with("formats/") && at != std::string_view::npos) {
          return std::pair(path.substr(0, at), part);
        }
      }
      return std::pair(std::string_view(), std::string_view());
    };
    const auto [format, part] = part_of(file);
    const auto [other, other_part] = part_of(name->substr(1));
    if (format.empty() || other.empty()) return;
    EXPECT_EQ(format, other) << file << ':' << number << ": " << line;
    EXPECT_FALSE(part == "/read/" && other_part == "/write/")
        << file << ':' << number << ": " << line;
  });
}

// An InputFile is handed to a format; its header also declares what opens one.
TEST(IncludeDirection, FormatsOpenNoFiles) {
  constexpr std::string_view kOpening[] = {"InputFile::open(", "fopen(", "getenv(", " mmap("};
  const auto check = [&](const std::string& file, int number, const std::string& line) {
    for (const std::string_view name : kOpening) {
      EXPECT_EQ(line.find(name), std::string::npos) << file << ':' << number << ": " << line;
    }
  };
  for_each_source_line("formats", check);
  for_each_source_line("scenery", check);
}

// Where a thread ends, mingw-w64 frees what is local to it before it runs its destructors.
TEST(IncludeDirection, NothingIsLocalToAThread) {
  for (const char* const folder : {"core", "analysis", "formats", "scenery", "render", "app"}) {
    for_each_source_line(folder, [](const std::string& file, int number, const std::string& line) {
      EXPECT_EQ(line.find("thread_local"), std::string::npos)
          << file << ':' << number << ": " << line;
    });
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
      {"analysis", "#include \"core/frame.h\"", true},
      {"analysis", "#include \"formats/format.h\"", false},
      {"analysis", "#include \"app/shared/csv.h\"", false},
      {"formats", "#include \"analysis/derived/motion.h\"", false},
      {"formats", "#include \"core/frame.h\"", true},
      {"formats", "#include \"formats/carla/packets.h\"", true},
      {"formats", "#include <simdjson.h>", true},
      {"formats", "#include \"render/scene.h\"", false},
      {"formats", "#include \"app/viewer.h\"", false},
      {"formats", "#include <fstream>", false},
      {"formats", "#include <thread>", false},
      {"formats", "#include \"core/platform/input_file.h\"", true},
      {"formats", "#include \"core/platform/cache_folder.h\"", false},
      {"formats", "#include \"core/platform/output_file.h\"", false},
      {"formats", "#include <GLFW/glfw3.h>", false},
      {"scenery", "#include \"core/scenery.h\"", true},
      {"scenery", "#include \"formats/format.h\"", false},
      {"scenery", "#include <filesystem>", false},
      {"render", "#include \"core/frame.h\"", true},
      {"render", "#include \"scenery/scenery_format.h\"", false},
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
