// Golden dumps: what readers make of small files, whole, as text in tests/data/golden. The files
// are made here, by the makers of the other tests and from the seeds of the fuzz targets; stored is
// only what is read from them. `./test.sh --update-golden` rewrites the dumps, so that a change of
// a reader shows in the diff as what it is.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <ostream>
#include <set>
#include <span>
#include <sstream>

#include "app/shared/plain_text.h"
#include "app/shared/recording_json.h"
#include "formats/mcap/own_names.h"
#include "formats/mcap/records.h"
#include "tests/core/bytes_of.h"
#include "tests/core/file_text.h"
#include "tests/formats/carla_test_file.h"
#include "tests/formats/colyseus_test_file.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/malformed.h"
#include "tests/formats/recording_dump.h"
#include "tests/formats/written_again.h"
#include "tests/formats/xrec_recording_maker.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

struct GoldenFile {
  std::string format;
  std::string name;  ///< of the dump
  std::function<ByteVector()> bytes;

  std::string path() const {
    return std::string(SCRUBJAY_TEST_DATA) + "/golden/" + format + "/" + name + ".txt";
  }
  friend void PrintTo(const GoldenFile& golden, std::ostream* out) {
    *out << golden.format << "/" << golden.name;
  }
};

bool is_update() { return std::getenv("SCRUBJAY_UPDATE_GOLDEN") != nullptr; }

// Files

/// A file below tests/data, or its first bytes.
std::function<ByteVector()> seed(const std::string& name, std::size_t most = std::string::npos) {
  return [=] {
    const std::string text = file_text(std::string(SCRUBJAY_TEST_DATA) + "/" + name);
    EXPECT_FALSE(text.empty()) << name;
    return bytes_of(std::string_view(text).substr(0, most));
  };
}

/// Two frames: a vehicle drives and a walker, attached to it, is deleted.
ByteVector small_carla() {
  using carla::list_of;
  using carla::raw_add;
  using carla::raw_position;
  const auto both = raw_add(7, "vehicle.a", 1, 1).add(raw_add(8, "walker.b", 2, 2));
  return carla::RawBytes()
      .header()
      .frame_start(1, 0)
      .packet(2, list_of(2, both))
      .packet(4, list_of(1, carla::RawBytes().put(8u, 7u)))
      .packet(6, list_of(2, raw_position(7, 100).add(raw_position(8, 200, 50))))
      .frame_end()
      .frame_start(2, 0.05)
      .packet(3, list_of(1, carla::RawBytes().put(8u)))
      .packet(6, list_of(1, raw_position(7, 150, 0, 0, 90)))
      .frame_end()
      .bytes();
}

/// A component, a member of it and a system, which are of the background, and two entities.
ByteVector flecs_background() {
  return bytes_of(
      R"j({"time":0,"data":{"results":[)j"
      R"j({"name":"Position","components":{"flecs.core.Component":{"size":12}}},)j"
      R"j({"parent":"Position","name":"x","components":{"flecs.meta.member":{"type":"f32"}}},)j"
      R"j({"name":"Move","tags":["flecs.system.System"]},{"name":"Ship","tags":["flecs.core.Prefab"]},)j"
      R"j({"name":"ship_1","components":{"Position":{"x":1,"y":2,"z":0}}}]}})j"
      "\n"
      R"j({"time":0.5,"data":{"results":[)j"
      R"j({"name":"ship_1","components":{"Position":{"x":1.5,"y":2,"z":0}}}]}})j"
      "\n");
}

ByteVector small_xrec() {
  xrec::RecordingMaker maker;
  maker.position("Scene/Can", 1, 0.5, {1, 2, 3});
  maker.rotation("Scene/Can", 1, 0.5, {1, 0, 0, 0});
  maker.scale("Scene/Can", 2, 1, {2, 2, 2});
  maker.packet();
  maker.position("Scene/Can/Lid", 2, 1, {0, 0.25, 0}, true);
  maker.event("Custom.Note", 2, 1, {{"Path", "Scene/Can"}, {"Text", "opened"}});
  maker.scene_graph("node", "start", 3, 1.5);
  maker.position("Scene/Can", 3, 1.5, {4, 2, 3});
  return maker.finish(2);
}

ByteVector nrbf_xrec() {
  const ByteVector block = seed("xrec/seeds/nrbf/two_events.bin")();
  return xrec::file_of({xrec::packet_bytes(1, xrec::start_payload()),
                        xrec::packet_bytes(2, xrec::event_payload(block, 2, xrec::Encoding::nrbf)),
                        xrec::packet_bytes(3, xrec::end_payload(3, 2))});
}

/// What a file of `format` keeps of the recording that `source` makes.
GoldenFile kept(const char* format, const char* of, std::function<ByteVector()> source) {
  return {format, std::string("kept_of_") + of, [=] {
            const auto recording = opened(source());
            return recording ? written_as(format, {.recording = recording}).file : ByteVector();
          }};
}

/// What other programs have of the MCAP that is made of a recording: its first record no longer
/// says that it is ours.
GoldenFile of_others(const char* of, std::function<ByteVector()> source) {
  return {"mcap", std::string("others_of_") + of, [=] {
            const auto recording = opened(source());
            if (!recording) return ByteVector();
            ByteVector file =
                written_as("mcap", {.recording = recording}, {{"compression", "none"}}).file;
            for (std::string_view ours : {mcap::kOwnRecord, mcap::kIndexType}) {
              const auto wanted = std::as_bytes(std::span(ours));
              for (auto at = file.begin(); (at = std::search(at, file.end(), wanted.begin(),
                                                             wanted.end())) != file.end();) {
                *at++ = std::byte('_');
              }
            }
            return file;
          }};
}

/// One of the table of malformed files.
GoldenFile malformed(const MalformedTable& table, const std::string& what) {
  std::string name = what;
  std::ranges::replace(name, ' ', '_');
  return {std::string(table.format), name, [=] {
            const std::vector<Malformed> cases = table.cases();
            const auto found = std::ranges::find(cases, what, &Malformed::what);
            EXPECT_NE(found, cases.end()) << what;
            return found == cases.end() ? ByteVector() : found->bytes;
          }};
}

std::vector<GoldenFile> golden_files() {
  constexpr std::size_t kTwoFrames = 1509;  // where the third FrameStart begins
  std::vector<GoldenFile> files{
      {"carla", "small", small_carla},
      {"carla", "every_packet", seed("carla/seeds/float32_doors_first.log", kTwoFrames)},
      {"framebyframe", "raw", seed("framebyframe/seeds/raw.fbf")},
      {"framebyframe", "saved", seed("framebyframe/seeds/saved_plain.fbf")},
      {"framebyframe", "saved_compressed", seed("framebyframe/seeds/saved_compressed.fbf")},
      {"framebyframe", "dump", seed("framebyframe/seeds/dump.txt")},
      {"framebyframe", "messages", seed("framebyframe/seeds/messages.json")},
      {"flecs", "background", flecs_background},
      {"flecs", "v3_1_5", seed("flecs/seeds/v3_1_5.ndjson")},
      {"flecs", "v3_2_world", seed("flecs/seeds/v3_2_world.ndjson")},
      {"flecs", "v3_entity", seed("flecs/seeds/v3_entity.ndjson")},
      {"flecs", "v4_query", seed("flecs/seeds/v4_query.ndjson")},
      {"flecs", "v4_world", seed("flecs/seeds/v4_world.ndjson")},
      {"flecs", "after_v4_1_6", seed("flecs/seeds/after_v4_1_6.ndjson")},
      {"flecs", "commands", seed("flecs/seeds/commands.ndjson")},
      {"xrec", "small", small_xrec},
      {"xrec", "nrbf", nrbf_xrec},
      {"colyseus", "schema_3", seed("colyseus/files/frames3.colycap")},
      {"colyseus", "schema_5", seed("colyseus/files/frames5.colycap")},
      {"colyseus", "replay", seed("colyseus/files/messages.colreplay")},
      {"colyseus", "har", seed("colyseus/files/small.har")},
      {"colyseus", "tokens", seed("colyseus/files/tokens.har")},
      {"colyseus", "debug_text", seed("colyseus/files/small.txt")},
      {"mcap", "any", seed("mcap/seeds/any.mcap")},
      {"mcap", "json", seed("mcap/seeds/json.mcap")},
      {"mcap", "logs", seed("mcap/seeds/logs.mcap")},
      {"mcap", "scene", seed("mcap/seeds/scene.mcap")},
      {"mcap", "several", seed("mcap/seeds/several.mcap")},
      {"mcap", "cut", seed("mcap/seeds/cut.mcap")},
      {"mcap", "own", seed("mcap/seeds/own.mcap")},
      {"mcap", "own_saved", seed("mcap/seeds/own_saved.mcap")}};
  const std::pair<const char*, std::function<ByteVector()>> sources[] = {
      {"carla", small_carla},
      {"framebyframe", seed("framebyframe/seeds/raw.fbf")},
      {"flecs", flecs_background},
      {"xrec", small_xrec},
      {"colyseus", seed("colyseus/files/frames5.colycap")}};
  for (const auto& [of, source] : sources) {
    for (const char* format : {"carla", "framebyframe", "flecs", "xrec"}) {
      if (of != std::string_view(format)) files.push_back(kept(format, of, source));
    }
  }
  files.push_back(of_others("carla", small_carla));
  files.push_back(of_others("framebyframe", seed("framebyframe/seeds/raw.fbf")));
  files.push_back(of_others("framebyframe_saved", seed("framebyframe/seeds/saved_plain.fbf")));
  const std::pair<std::string_view, std::vector<std::string>> wrong[] = {
      {"carla",
       {"an actor added twice", "a circle of parents", "two FrameStarts", "time runs back",
        "cut behind a FrameStart", "an unknown packet", "version 3"}},
      {"framebyframe",
       {"cut between frames", "a comma too much", "a vec3 without z", "a group that is a number",
        "an object of something else"}},
      {"flecs",
       {"an error between samples", "a comma too much", "a number as a key", "captured commands",
        "an entity twice"}},
      {"xrec",
       {"events outside of their range", "cut in an event packet", "two start packets",
        "a value of an unknown kind", "an NRBF id twice", "revision 2"}},
      {"colyseus",
       {"a patch without a state", "a text that is no UTF-8", "cut in a record", "time runs back",
        "an instance inside itself", "version 2"}},
      {"mcap",
       {"another version", "a summary whose sum is wrong", "a chunk with another sum",
        "a chunk that is no lz4", "a schema that is no descriptor",
        "our own time that runs back"}}};
  for (const auto& [format, whats] : wrong) {
    const auto* table = std::ranges::find(kMalformedTables, format, &MalformedTable::format);
    for (const std::string& what : whats) files.push_back(malformed(*table, what));
  }
  return files;
}

// Dumps

std::string json_of(JsonLayout layout, const std::function<void(JsonWriter&)>& write) {
  std::string text;
  JsonWriter json(text, layout);
  write(json);
  return text + "\n";
}

std::string dump_of(const std::shared_ptr<Recording>& recording, const std::string& name) {
  const std::vector<Problem> problems = problems_of_all(recording);
  std::string text = "== info\n" + json_of(JsonLayout::pretty, [&](JsonWriter& json) {
                       write_info(json, name, *recording, problems);
                     });
  // How small libraries make what is compressed is not what is read.
  const std::size_t size = text.find("  \"size_bytes\"");
  text.erase(size, text.find('\n', size) + 1 - size);
  text += "== tables\n" + printable_lines(tables_and_extras_dump(*recording));
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    text += "== frame " + std::to_string(i) + "\n";
    text += json_of(JsonLayout::pretty, [&](JsonWriter& json) {
      write_frame(json, *recording, cursor.seek(FrameIndex(i)));
    });
  }
  text += "== events\n";
  for (std::size_t i = 0; i < recording->event_count(); ++i) {
    text += json_of(JsonLayout::compact, [&](JsonWriter& json) {
      PropertyTree tree;
      const PropertyRange properties = cursor.read_event(EventIndex(i), tree);
      write_event(json, *recording, EventIndex(i), tree, properties, PrintedAs::item_of_list);
    });
  }
  return text;
}

std::string dump_of(const GoldenFile& golden) {
  const auto file = InputFile::from_memory(golden.name, golden.bytes());
  auto recording = find_format(golden.format)->open(file);
  if (recording) {
    (*recording)->index();
    return dump_of(*recording, golden.name);
  }
  return "== info\n" + json_of(JsonLayout::pretty, [&](JsonWriter& json) {
           write_info_of_unopened(json, golden.name, golden.format, file->size(),
                                  std::span(&recording.error(), 1));
         });
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The first lines that differ, with those before them.
std::string first_difference(const std::string& golden, const std::string& found) {
  constexpr std::size_t kBefore = 3;
  constexpr std::size_t kShown = 5;
  const auto a = lines_of(golden);
  const auto b = lines_of(found);
  const auto at = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  std::string text = "line " + std::to_string(at + 1) + ":\n";
  for (std::size_t i = at - std::min(at, kBefore); i < at; ++i) text += "  " + a[i] + "\n";
  for (std::size_t i = at; i < std::min(at + kShown, a.size()); ++i) text += "- " + a[i] + "\n";
  for (std::size_t i = at; i < std::min(at + kShown, b.size()); ++i) text += "+ " + b[i] + "\n";
  return text;
}

class Golden : public testing::TestWithParam<GoldenFile> {};

TEST_P(Golden, IsReadAsItsDumpSays) {
  const GoldenFile& golden = GetParam();
  const std::string found = dump_of(golden);
  if (is_update()) {
    fs::create_directories(fs::path(golden.path()).parent_path());
    std::ofstream(golden.path(), std::ios::binary) << found;
    return;
  }
  const std::string expected = file_text(golden.path());
  EXPECT_TRUE(found == expected) << golden.path() << " differs from what is read, in "
                                 << first_difference(expected, found);
}

INSTANTIATE_TEST_SUITE_P(Files, Golden, testing::ValuesIn(golden_files()), [](const auto& file) {
  std::string name = file.param.format + "_" + file.param.name;
  std::ranges::replace(name, '-', '_');
  return name;
});

TEST(GoldenDumps, BelongToAFileEach) {
  std::set<std::string> names;
  for (const GoldenFile& golden : golden_files()) {
    EXPECT_TRUE(names.insert(golden.path()).second) << golden.path() << " is there twice";
  }
  std::error_code absent;
  for (const auto& entry : fs::recursive_directory_iterator(SCRUBJAY_TEST_DATA "/golden", absent)) {
    const std::string path = entry.path().generic_string();
    if (!entry.is_regular_file() || names.contains(path)) continue;
    EXPECT_TRUE(is_update() && fs::remove(path)) << path << " is of no file";
  }
}

}  // namespace
}  // namespace scrubjay
