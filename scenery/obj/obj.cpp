#include "scenery/obj/obj.h"

#define TINYOBJLOADER_USE_DOUBLE
#include <tiny_obj_loader.h>

#include <algorithm>
#include <array>
#include <istream>
#include <set>
#include <string>
#include <utility>

#include "core/text.h"
#include "scenery/level_builder.h"
#include "scenery/level_outcome.h"
#include "scenery/obj/checked_lines.h"
#include "scenery/obj/materials.h"
#include "scenery/obj/polygon.h"
#include "scenery/obj/text.h"

namespace scrubjay::obj {

namespace {

constexpr std::array<std::string_view, 1> kExtensions = {"obj"};
/// Words that a line can begin with; of other lines, a file is none of these.
constexpr std::array<std::string_view, 16> kWords = {
    "v", "vt", "vn",     "vp",     "f",  "l",      "p",   "g",
    "o", "s",  "usemtl", "mtllib", "mg", "cstype", "deg", "curv"};
constexpr std::size_t kMostLibraries = 64;
constexpr std::uint64_t kMostLibraryBytes = std::uint64_t{64} << 20;

/// Whether all whole lines of the head are an OBJ file's, some vertices among them.
bool looks_like_obj(Bytes head) {
  if (as_text(head).find('\0') != std::string_view::npos) return false;
  const std::size_t end = as_text(head).find_last_of("\r\n");
  if (end == std::string_view::npos) return false;
  Lines lines(head.first(end));
  bool has_vertex = false;
  while (const auto line = lines.next()) {
    std::string_view rest = line->text;
    const std::string_view word = next_word(rest);
    if (word.empty() || word.starts_with('#')) continue;
    if (std::ranges::find(kWords, word) == kWords.end()) return false;
    has_vertex |= word == "v";
  }
  return has_vertex;
}

Match probe(const ProbeInput& input) {
  if (looks_like_obj(input.head)) return Match::certain;
  const bool has_zero = as_text(input.head).find('\0') != std::string_view::npos;
  return input.extension == "obj" && !has_zero ? Match::possible : Match::none;
}

/// Where tinyobjloader asks for .mtl files: they come from beside the file, and are ours to read.
class Libraries : public tinyobj::MaterialReader {
 public:
  Libraries(const Neighbours& neighbours, std::vector<Problem>& problems)
      : neighbours_(neighbours), problems_(problems) {}

  bool operator()(const std::string& name, std::vector<tinyobj::material_t>* /*materials*/,
                  std::map<std::string, int>* numbers, std::string* /*warn*/,
                  std::string* /*err*/) override {
    if (asked_.size() >= kMostLibraries || !asked_.insert(name).second) return false;
    const auto opened = open_neighbour(neighbours_, name);
    if (!opened || (*opened)->size() > kMostLibraryBytes) {
      tell_missing(name, opened ? "a file of " + std::to_string((*opened)->size()) + " bytes"
                                : describe(opened.error()));
      return false;
    }
    Materials materials;
    read_materials((*opened)->bytes(), materials, problems_);
    for (const auto& [material, color] : materials) {
      if (colors_.size() >= kMostMaterials) break;
      if (numbers->emplace(material, static_cast<int>(colors_.size())).second) {
        colors_.push_back(color);
      }
    }
    return true;
  }

  /// 0 for a material that no file has.
  std::uint32_t color(int number) const {
    const auto index = static_cast<std::size_t>(number);
    return index < colors_.size() ? colors_[index] : 0;
  }
  std::size_t count() const { return colors_.size(); }

 private:
  void tell_missing(const std::string& name, std::string found) {
    constexpr std::size_t kShown = 100;
    fold_into(problems_, {.severity = Severity::warning,
                          .code = "missing-file",
                          .message = "A file of materials cannot be read: what uses them has no "
                                     "colour of its own.",
                          .expected = "a file \"" + valid_utf8(name.substr(0, kShown)) +
                                      "\" of at most 64 MiB",
                          .found = std::move(found)});
  }

  const Neighbours& neighbours_;
  std::vector<Problem>& problems_;
  std::set<std::string> asked_;
  std::vector<std::uint32_t> colors_;
};

/// What tinyobjloader hands over goes to a level.
struct Reader {
  LevelBuilder& level;
  CheckedLines& lines;
  const Libraries& libraries;
  std::vector<Problem>& problems;
  std::uint32_t color = 0;
  std::vector<std::uint32_t> numbers = {};  ///< of the corners of a face
  std::vector<glm::vec3> corners = {};
  std::vector<std::array<std::uint32_t, 3>> triangles = {};

  bool has_room(std::size_t count) {
    if (level.room() >= count) return true;
    lines.stop();
    fold_into(problems, {.severity = Severity::error,
                         .code = "too-large",
                         .offset = lines.offset(),
                         .message = "What follows of the level is left out.",
                         .expected = "at most 50,000,000 vertices and triangles",
                         .found = "more"});
    return false;
  }

  void add_face(const tinyobj::index_t* indices, std::size_t count) {
    if (count < 3 || !has_room(count - 2)) return;
    numbers.clear();
    corners.clear();
    for (std::size_t i = 0; i < count; ++i) {
      const auto all = static_cast<std::int64_t>(level.vertices());
      const std::int64_t stated = indices[i].vertex_index;
      const std::int64_t index = stated < 0 ? all + stated : stated - 1;
      if (index < 0 || index >= all) return;
      numbers.push_back(static_cast<std::uint32_t>(index));
      corners.push_back(level.vertex(numbers.back()));
    }
    triangles.clear();
    triangulate(corners, triangles);
    for (const auto& [a, b, c] : triangles) {
      level.add_triangle(color, numbers[a], numbers[b], numbers[c]);
    }
  }
};

Reader& reader_of(void* user_data) { return *static_cast<Reader*>(user_data); }

tinyobj::callback_t callbacks() {
  tinyobj::callback_t callback;
  callback.vertex_cb = [](void* user_data, double x, double y, double z, double /*w*/) {
    Reader& reader = reader_of(user_data);
    if (reader.has_room(1)) reader.level.add_vertex({x, y, z});
  };
  callback.index_cb = [](void* user_data, tinyobj::index_t* indices, int count) {
    reader_of(user_data).add_face(indices, static_cast<std::size_t>(count));
  };
  callback.usemtl_cb = [](void* user_data, const char* /*name*/, int number) {
    Reader& reader = reader_of(user_data);
    reader.color = reader.libraries.color(number);
  };
  return callback;
}

Result<std::shared_ptr<const Scenery>> read(const InputFile& file, const Neighbours& neighbours,
                                            const std::atomic<bool>& cancelled) {
  auto scenery = std::make_shared<Scenery>();
  scenery->format = kFormat.name;
  scenery->path = file.path();
  LevelBuilder level(file.bytes().size());
  CheckedLines lines(file.bytes(), scenery->problems, cancelled);
  Libraries libraries(neighbours, scenery->problems);
  Reader reader{level, lines, libraries, scenery->problems};
  std::istream stream(&lines);
  tinyobj::LoadObjWithCallback(stream, callbacks(), &reader, &libraries);
  scenery->facts.emplace_back("materials", std::to_string(libraries.count()));
  return finished_level(std::move(scenery), level, cancelled);
}

}  // namespace

const SceneryFormat kFormat{
    .name = "obj", .title = "OBJ levels", .extensions = kExtensions, .probe = probe, .read = read};

}  // namespace scrubjay::obj
