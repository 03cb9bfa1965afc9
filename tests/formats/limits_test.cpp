// Files that go beyond a bound: it is told with its code, and what is whole is shown. README says
// the same figures. Where a real figure would take gigabytes, the code under test takes a smaller
// one.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>

#include "core/limits.h"
#include "formats/carla/limits.h"
#include "formats/colyseus/limits.h"
#include "formats/colyseus/read/state.h"
#include "formats/compression/limits.h"
#include "formats/flecs/limits.h"
#include "formats/framebyframe/limits.h"
#include "formats/framebyframe/read/indexer.h"
#include "formats/kept/limits.h"
#include "formats/mcap/limits.h"
#include "formats/xrec/limits.h"
#include "tests/core/bytes_of.h"
#include "tests/core/file_text.h"
#include "tests/core/script.h"
#include "tests/core/test_folder.h"
#include "tests/formats/carla_test_file.h"
#include "tests/formats/colyseus_test_file.h"
#include "tests/formats/damaged.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/malformed.h"
#include "tests/formats/mcap_test_file.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

/// A file beyond one bound.
struct Beyond {
  const char* name;
  const char* format;
  std::vector<std::byte> (*bytes)();
  const char* told;  ///< among what is said: "severity code@offset xN" or a beginning of it
  std::size_t frames;
};

// CARLA.

carla::RawBytes carla_frame(std::uint64_t id, const carla::RawBytes& packets = {}) {
  const auto elapsed = static_cast<double>(id) * 0.05;
  return carla::RawBytes().frame_start(id, elapsed).add(packets).frame_end();
}

std::vector<std::byte> events_outside() {
  carla::RawBytes file = carla::RawBytes().header().add(carla_frame(1));
  for (std::size_t i = 0; i <= carla::limits::kMostOutside; ++i) {
    file.packet(3, carla::list_of(0));
  }
  return file.add(carla_frame(2)).bytes();
}

std::vector<std::byte> deep_attachments() {
  constexpr std::uint32_t kActors = carla::limits::kDeepestAttachment + 2;
  carla::RawBytes adds;
  carla::RawBytes parents;
  for (std::uint32_t id = 1; id <= kActors; ++id) {
    adds.add(carla::raw_add(id, "static.prop"));
    if (id > 1) parents.put(id, id - 1);
  }
  return carla::RawBytes()
      .header()
      .add(carla_frame(1, carla::RawBytes()
                              .packet(2, carla::list_of(kActors, adds))
                              .packet(4, carla::list_of(kActors - 1, parents))))
      .bytes();
}

// Frame by Frame.

std::string fbf_frame(int id, std::string user = {}) {
  return framebyframe::FrameTextMaker{
      .frame_id = id, .server_time = id * 16.0, .entities = {{.id = 7, .user = std::move(user)}}}
      .text();
}

std::vector<std::byte> deep_properties() {
  std::string deep;
  const int depth = framebyframe::limits::kDeepestValue + 1;
  for (int i = 0; i < depth; ++i) deep += R"({"name":"g","type":"group","value":[)";
  for (int i = 0; i < depth; ++i) deep += "]}";
  return bytes_of(framebyframe::raw_text({fbf_frame(1, deep), fbf_frame(2)}));
}

std::vector<std::byte> deep_arrays() {
  const std::string brackets(framebyframe::limits::kDeepestArray + 1, '[');
  const std::string ends(framebyframe::limits::kDeepestArray + 1, ']');
  return bytes_of("[" + fbf_frame(1) + "," + brackets + fbf_frame(2) + ends + "]");
}

/// Structure that is broken behind more frames than are given up, in a text too long to be repaired
/// as a whole.
constexpr std::size_t kBrokenFrames = framebyframe::limits::kMostFramesGivenUp + 2;
std::vector<std::byte> long_broken_text() {
  std::vector<std::string> frames{fbf_frame(1)};
  for (int id = 2; frames.size() < kBrokenFrames; ++id) frames.push_back(fbf_frame(id) + "]");
  frames.push_back(fbf_frame(99));
  const std::string text = framebyframe::raw_text(frames);
  const std::string blanks(framebyframe::limits::kMostRepairedBytes, ' ');
  return bytes_of(replaced(text, R"({"frameId":2)", blanks + R"({"frameId":2)"));
}

std::string many_texts(std::string_view name, std::size_t count) {
  std::string list = "\"" + std::string(name) + "\":[";
  for (std::size_t i = 0; i < count; ++i)
    list += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"";
  return list + "]";
}

std::vector<std::byte> many_scenes() {
  return bytes_of(framebyframe::saved_text(
      {fbf_frame(1)}, "," + many_texts("scenes", framebyframe::limits::kMostScenes + 2)));
}

std::vector<std::byte> many_layers() {
  return bytes_of(framebyframe::saved_text(
      {fbf_frame(1)}, "," + many_texts("layers", framebyframe::limits::kMostLayers + 3)));
}

std::vector<std::byte> many_named_files() {
  std::string list = "\"resources\":{";
  for (std::size_t i = 0; i <= framebyframe::limits::kMostNamedResources; ++i) {
    const std::string name = std::to_string(i);
    list += (i == 0 ? "\"" : ",\"") + name + "\":{\"path\":\"" + name + "\"}";
  }
  return bytes_of(framebyframe::saved_text({fbf_frame(1)}, "," + list + "}"));
}

std::vector<std::byte> many_clients() {
  std::string last = fbf_frame(2);
  last = replaced(last, "\"clientId\":0",
                  "\"clientId\":" + std::to_string(framebyframe::limits::kMostClient + 1));
  return bytes_of(framebyframe::raw_text({fbf_frame(1), last}));
}

/// Blanks that become more than kMostRatio times smaller, behind what is whole.
std::vector<std::byte> bomb(const std::string& text) {
  const std::string blanks(compression::limits::kMostMemoryBytes + (1 << 20), ' ');
  return framebyframe::gzipped(text + blanks);
}

std::vector<std::byte> framebyframe_bomb() {
  return bomb(framebyframe::raw_text({fbf_frame(1), fbf_frame(2)}));
}

// flecs.

std::string sample(int time, std::string_view value = "1") {
  return R"({"time":)" + std::to_string(time) +
         R"(,"data":{"results":[{"name":"e","id":1,"components":{"C":{"x":)" + std::string(value) +
         "}}}]}}\n";
}

std::vector<std::byte> flecs_bomb() { return bomb(sample(0) + sample(1)); }

/// A document that is small only as long as it is compressed, between two others.
std::vector<std::byte> large_document() {
  std::string note;
  std::mt19937 random(1);
  while (note.size() <= flecs::limits::kFreeDocumentBytes) {
    note += std::to_string(random()) + std::string(1000, ' ');
  }
  return framebyframe::gzipped(sample(0) + sample(1, "1,\"note\":\"" + note + "\"") + sample(2));
}

std::vector<std::byte> deep_document() {
  const std::string begin(flecs::limits::kDeepestValue, '[');
  const std::string end(flecs::limits::kDeepestValue, ']');
  return bytes_of(sample(0) + sample(1, begin + end) + sample(2));
}

// XREC.

std::vector<std::byte> with_block(const ByteVector& block) {
  return xrec::file_of({xrec::packet_bytes(1, xrec::start_payload()),
                        xrec::packet_bytes(2, xrec::event_payload(xrec::small_block(), 2)),
                        xrec::packet_bytes(2, xrec::event_payload(block, 0)),
                        xrec::packet_bytes(3, xrec::end_payload(4, 2))});
}

std::vector<std::byte> large_block() {
  ByteVector payload = xrec::event_payload(xrec::small_block(), 2);
  // Its uncompressed size (formats/xrec/README.md, 4.3).
  const auto size = xrec::Raw().i64(xrec::limits::kMostBlockBytes + 1).bytes;
  std::ranges::copy(size, payload.begin() + 40);
  return xrec::file_of({xrec::packet_bytes(1, xrec::start_payload()),
                        xrec::packet_bytes(2, xrec::event_payload(xrec::small_block(), 2)),
                        xrec::packet_bytes(2, payload),
                        xrec::packet_bytes(3, xrec::end_payload(4, 2))});
}

std::vector<std::byte> long_text() {
  const std::string text(xrec::limits::kMostTextBytes + 1, 'a');
  return with_block(xrec::Raw().u32(1).text(text).u32(0).bytes);
}

std::vector<std::byte> many_types() {
  return with_block(xrec::Raw()
                        .u32(0)
                        .u32(xrec::limits::kMostTypes + 1)
                        .add(ByteVector(std::size_t{16} * xrec::limits::kMostTypes))
                        .bytes);
}

std::vector<std::byte> deep_value() {
  xrec::Raw value;
  for (unsigned i = 0; i <= xrec::limits::kDeepestValue; ++i) {
    value.u32(1).kind(xrec::Kind::list);
  }
  value.u32(0);
  const auto block =
      xrec::block_with_value(static_cast<std::uint8_t>(xrec::Kind::list), value.bytes);
  return xrec::file_of({xrec::packet_bytes(1, xrec::start_payload()),
                        xrec::packet_bytes(2, xrec::event_payload(xrec::small_block(), 2)),
                        xrec::packet_bytes(2, xrec::event_payload(block, 1)),
                        xrec::packet_bytes(3, xrec::end_payload(4, 3))});
}

std::vector<std::byte> much_metadata() {
  ByteVector payload = xrec::start_payload();
  payload.resize(payload.size() - 4);  // the number of entries
  payload = xrec::Raw()
                .add(payload)
                .u32(xrec::limits::kMostMetadata + 1)
                .add(ByteVector(std::size_t{5} * (xrec::limits::kMostMetadata + 1)))
                .bytes;
  return xrec::file_of({xrec::packet_bytes(1, payload),
                        xrec::packet_bytes(2, xrec::event_payload(xrec::small_block(), 2)),
                        xrec::packet_bytes(3, xrec::end_payload(3, 2))});
}

// Colyseus.

colyseus::CaptureMaker room() {
  return colyseus::CaptureMaker()
      .add(0, 0, colyseus::players_handshake("3"))
      .add(1, 0.1, colyseus::bytes_of("80 01 FF 01 80 00 A1 'a' 02 FF 02 80 A3 'Ann' 81 05"));
}

// MCAP.

/// Two frames, and what follows them in their chunk.
std::vector<std::byte> mcap_with(const std::string& records) {
  const std::string two = mcap::foxglove(1, "FrameTransforms") + mcap::channel(1, 1, "/tf") +
                          mcap::channel(2, 0, "/json", "json") +
                          mcap::message(1, 1, mcap::transforms(1, {{"map", "a", 1, 0, 0}})) +
                          mcap::message(1, 2, mcap::transforms(2, {{"map", "a", 2, 0, 0}}));
  return bytes_of(mcap::FileMaker().add_chunk(two + records).summed());
}

/// A chunk that says to be too large once it is inflated.
std::vector<std::byte> large_chunk() {
  mcap::FileMaker maker;
  maker.add_chunk(mcap::foxglove(1, "FrameTransforms") + mcap::channel(1, 1, "/tf") +
                  mcap::message(1, 1, mcap::transforms(1, {{"map", "a", 1, 0, 0}})) +
                  mcap::message(1, 2, mcap::transforms(2, {{"map", "a", 2, 0, 0}})));
  mcap::ChunkForm form{.first = 3, .last = 3, .compression = "zstd"};
  form.size_change = static_cast<std::int64_t>(mcap::limits::kMostChunkBytes);
  maker.add_chunk(mcap::message(1, 3, ""), form);
  return bytes_of(maker.summed());
}

/// A list of transforms that is longer than what is read of a message.
std::vector<std::byte> many_values() {
  const std::vector<mcap::MadeTransform> many(mcap::limits::kMostValues, {"m", "a", 0, 0, 0});
  return mcap_with(mcap::message(1, 2, mcap::transforms(2, many)));
}

std::vector<std::byte> deep_json() {
  const std::size_t deep = 4 * static_cast<std::size_t>(mcap::limits::kDeepestValue);
  return mcap_with(mcap::message(2, 2, std::string(deep, '[') + std::string(deep, ']')));
}

const Beyond kBeyond[] = {
    {"CarlaEventsOutsideOfFrames", "carla", events_outside, "error packet-outside-frame", 2},
    {"CarlaAttachments", "carla", deep_attachments, "warning parent-circle", 1},
    {"FrameByFrameDepth", "framebyframe", deep_properties, "error too-deep", 2},
    {"FrameByFrameArrays", "framebyframe", deep_arrays, "error not-a-frame", 1},
    {"FrameByFrameRepair", "framebyframe", long_broken_text, "error broken-structure",
     kBrokenFrames},
    {"FrameByFrameScenes", "framebyframe", many_scenes, "error too-many-names x2", 1},
    {"FrameByFrameLayers", "framebyframe", many_layers, "error too-many-names x3", 1},
    {"FrameByFrameFiles", "framebyframe", many_named_files, "error too-many-names", 1},
    {"FrameByFrameClients", "framebyframe", many_clients, "warning client-range", 2},
    {"FrameByFrameInflated", "framebyframe", framebyframe_bomb, "error inflate-too-large", 2},
    {"FlecsInflated", "flecs", flecs_bomb, "error inflate-too-large", 2},
    {"FlecsDocument", "flecs", large_document, "error document-too-large", 2},
    {"FlecsDepth", "flecs", deep_document, "error broken-document", 3},
    {"XrecBlock", "xrec", large_block, "error bad-event-packet", 2},
    {"XrecText", "xrec", long_text, "error bad-event-packet", 2},
    {"XrecTypes", "xrec", many_types, "error bad-event-packet", 2},
    {"XrecDepth", "xrec", deep_value, "error bad-event", 2},
    {"XrecMetadata", "xrec", much_metadata, "warning bad-metadata", 2},
    {"McapChunk", "mcap", large_chunk, "error bad-chunk", 2},
    {"McapValues", "mcap", many_values, "error limit", 2},
    {"McapDepth", "mcap", deep_json, "error limit", 2},
};

class BeyondLimits : public testing::TestWithParam<Beyond> {};

TEST_P(BeyondLimits, IsToldAndWhatIsWholeIsShown) {
  const Beyond& beyond = GetParam();
  auto opened = find_format(beyond.format)->open(InputFile::from_memory("file", beyond.bytes()));
  ASSERT_TRUE(opened.has_value()) << describe(opened.error());
  (*opened)->index();
  const std::string said = said_of(problems_of_all(*opened));
  EXPECT_NE(said.find(beyond.told), std::string::npos) << said;
  EXPECT_EQ((*opened)->frame_count(), beyond.frames);
}

INSTANTIATE_TEST_SUITE_P(Files, BeyondLimits, testing::ValuesIn(kBeyond),
                         [](const auto& beyond) { return std::string(beyond.param.name); });

// Whole files of two frames or more.
const Beyond kWhole[] = {
    {"Carla", "carla",
     [] { return carla::RawBytes().header().add(carla_frame(1)).add(carla_frame(2)).bytes(); }, "",
     0},
    {"FrameByFrame", "framebyframe",
     [] {
       return bytes_of(framebyframe::raw_text({fbf_frame(1), fbf_frame(2)}));
     },
     "", 0},
    {"Flecs", "flecs", [] { return bytes_of(sample(0) + sample(1)); }, "", 0},
    {"Xrec", "xrec", [] { return with_block(xrec::small_block()); }, "", 0},
    {"Colyseus", "colyseus",
     [] { return room().add(2, 0.2, colyseus::bytes_of("FF 02 81 07")).bytes(); }, "", 0},
    {"Mcap", "mcap", [] { return mcap_with(""); }, "", 0},
};

class WholeFiles : public testing::TestWithParam<Beyond> {};

TEST_P(WholeFiles, EndWhereTablesAreFull) {
  const std::shared_ptr<InputFile> file = InputFile::from_memory("file", GetParam().bytes());
  const Format& format = *find_format(GetParam().format);
  auto whole = format.open(file);
  ASSERT_TRUE(whole.has_value());
  (*whole)->index();
  ASSERT_GE((*whole)->frame_count(), 2u);
  auto cut = format.open(file);
  ASSERT_TRUE(cut.has_value());
  (*cut)->index(1);
  EXPECT_NE(said_of((*cut)->problems()).find("error too-many-rows"), std::string::npos);
  EXPECT_FALSE((*cut)->is_complete());
  EXPECT_GE((*cut)->frame_count(), 1u);
  // A reader that has no more to look at goes on to the end of its step.
  EXPECT_LE((*cut)->frame_count(), (*whole)->frame_count());
}

INSTANTIATE_TEST_SUITE_P(Rows, WholeFiles, testing::ValuesIn(kWhole),
                         [](const auto& file) { return std::string(file.param.name); });

TEST(Limits, FramesOfFrameByFrameThatAreTooLargeAreLeftOut) {
  const std::string large =
      fbf_frame(2, R"({"name":"note","type":"string","value":")" + std::string(4096, 'a') + "\"}");
  const std::string text =
      framebyframe::raw_text({fbf_frame(1), large, fbf_frame(3)}) + std::string(64, ' ');
  framebyframe::FileIndex index;
  index.text = text;
  const auto recording = indexed({.index = [&](RecordingBuilder& builder) {
    framebyframe::Indexer(index, builder, framebyframe::scan_document(text), {}, 0, text.size(),
                          4096)
        .run();
  }});
  const std::string place = std::to_string(text.find(R"({"frameId":2)"));
  EXPECT_EQ(said_of(recording->problems()), "error frame-too-large@" + place);
  EXPECT_EQ(recording->frame_count(), 2u);
}

TEST(Limits, PayloadsOfXrecThatAreTooLargeAreLost) {
  const TestFolder folder;
  const fs::path path = folder / "large_payload.xrec";
  const auto begin =
      xrec::file_of({xrec::packet_bytes(1, xrec::start_payload()),
                     xrec::packet_bytes(2, xrec::event_payload(xrec::small_block(), 2))});
  // A header without a checksum (formats/xrec/README.md, 4.1), then a hole in the file.
  const auto header =
      xrec::Raw().u8(2).u8(0).u16(0).u32(0).i64(xrec::limits::kMostPayloadBytes + 1);
  const auto end = xrec::packet_bytes(3, xrec::end_payload(4, 2));
  {
    std::ofstream out(path, std::ios::binary);
    const auto write = [&](const std::vector<std::byte>& bytes) {
      out.write(reinterpret_cast<const char*>(bytes.data()),
                static_cast<std::streamsize>(bytes.size()));
    };
    write(begin);
    write(header.bytes);
    out.seekp(static_cast<std::streamoff>(begin.size() + header.bytes.size() +
                                          xrec::limits::kMostPayloadBytes + 1));
    write(end);
    ASSERT_TRUE(out.good());
  }
  auto file = InputFile::open(path.string());
  ASSERT_TRUE(file.has_value());
  auto opened = find_format("xrec")->open(*file);
  ASSERT_TRUE(opened.has_value()) << describe(opened.error());
  (*opened)->index();
  EXPECT_EQ(said_of(problems_of_all(*opened)),
            "error bad-event-packet@" + std::to_string(begin.size()));
  EXPECT_EQ((*opened)->frame_count(), 2u);
}

TEST(Limits, TreesOfColyseusRefuseWhatTheyCannotHold) {
  colyseus::Schema schema;
  schema.types.push_back({.id = 0, .fields = std::vector<colyseus::Field>(4), .links = {}});
  colyseus::State state({.structures = 3, .cells = 8});
  state.reset(schema);
  EXPECT_NE(state.field(state.root(), 0), nullptr);
  const std::uint32_t second = state.make_instance(1, 0);
  const std::uint32_t third = state.make_instance(2, 0);
  ASSERT_NE(third, colyseus::State::kNone);
  EXPECT_EQ(state.make_instance(3, 0), colyseus::State::kNone);
  EXPECT_NE(state.field(second, 0), nullptr);
  EXPECT_EQ(state.field(third, 0), nullptr);
}

/// 1048576 as "1 MiB", 65535 as "65,535 bytes".
std::string size_text(std::uint64_t bytes) {
  constexpr const char* kUnits[] = {"bytes", "KiB", "MiB", "GiB"};
  std::size_t unit = 0;
  while (bytes % 1024 == 0 && unit < 3) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + " " + kUnits[unit];
}

std::string count_text(std::uint64_t count) {
  std::string text = std::to_string(count);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

TEST(Limits, ReadmeSaysTheSameFigures) {
  const std::string readme = file_text(std::string(SCRUBJAY_SOURCE) + "/README.md");
  ASSERT_FALSE(readme.empty());
  const std::string inflated = count_text(compression::limits::kMostRatio) + " times its size";
  const std::string rows[] = {
      "| depth of values | flat | " + count_text(framebyframe::limits::kDeepestValue) + " | " +
          count_text(flecs::limits::kDeepestValue) + " | " +
          count_text(xrec::limits::kDeepestValue) + "; NRBF " +
          count_text(xrec::limits::kDeepestRecord) + " | " +
          count_text(colyseus::limits::kDeepestValue) + " | " +
          count_text(static_cast<std::uint64_t>(mcap::limits::kDeepestValue)) + " |",
      "| one text | " + count_text(carla::limits::kMostTextBytes) +
          " bytes | the frame | the document | " + size_text(xrec::limits::kMostTextBytes) +
          " | the message | the message |",
      "| a frame, packet or record | the file | " +
          size_text(framebyframe::limits::kMostFrameBytes) + " | the file; " +
          size_text(flecs::limits::kFreeDocumentBytes) + " or " +
          count_text(flecs::limits::kMostDocumentRatio) + " times a compressed file | " +
          size_text(xrec::limits::kMostPayloadBytes) + "; a block " +
          size_text(xrec::limits::kMostBlockBytes) + " inflated | 4 GiB | a chunk " +
          size_text(mcap::limits::kMostChunkBytes) + " inflated, above " +
          size_text(mcap::limits::kAnyRatioBytes) + " " + count_text(mcap::limits::kMostRatio) +
          " times its size |",
      "| a compressed file, inflated | - | " + inflated + " | " + inflated +
          " | each block by itself | - | each chunk by itself |",
      "| counts | as the bytes hold | " + count_text(framebyframe::limits::kMostLayers) +
          " layers, " + count_text(framebyframe::limits::kMostScenes) + " scenes, " +
          count_text(framebyframe::limits::kMostNamedResources) +
          " named files | as the bytes hold | " + count_text(xrec::limits::kMostTypes) +
          " types, " + count_text(xrec::limits::kMostFields) + " fields | " +
          count_text(colyseus::limits::kMostTypes) + " types, " +
          count_text(colyseus::limits::kMostFields) + " fields, " +
          count_text(colyseus::limits::kMostStructures) + " references | " +
          count_text(mcap::limits::kMostTypes) + " types, " +
          count_text(mcap::limits::kMostValues) + " values a message |",
  };
  for (const std::string& row : rows) {
    EXPECT_NE(readme.find("\n" + row + "\n"), std::string::npos) << row;
  }
  const std::string shared[] = {
      count_text(limits::kMostRows) + " frames, entities, lives and events",
      count_text(limits::kMostStreams) + " streams",
      count_text(limits::kMostProblems) + " kinds of problems",
      "folder holds at most " + size_text(limits::kMostCacheBytes),
      "above " + size_text(compression::limits::kMostMemoryBytes),
      size_text(compression::limits::kMostMemoryBytesWithoutCache) + " of memory",
      "groups of frames of at most " + size_text(kept::limits::kMostGroupBytes),
  };
  for (const std::string& text : shared) {
    EXPECT_NE(readme.find(text), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace scrubjay
