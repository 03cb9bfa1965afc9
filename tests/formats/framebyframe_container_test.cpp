// Every container and outer layer (formats/framebyframe/README.md, 1, 2, 15.3).
#include <gtest/gtest.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "core/platform/cached_text.h"
#include "formats/compression/inflate.h"
#include "formats/compression/inflated_text.h"
#include "formats/compression/outer_form.h"
#include "formats/format.h"
#include "formats/framebyframe/framebyframe.h"
#include "formats/framebyframe/read/probe.h"
#include "formats/framebyframe/read/text_file.h"
#include "tests/core/test_folder.h"
#include "tests/formats/framebyframe_test_file.h"
#include "tests/formats/written_again.h"

namespace scrubjay::framebyframe {
namespace {

namespace fs = std::filesystem;

std::string frame_of_two(int n, bool as_map = false) {
  return FrameTextMaker{.frame_id = n,
                        .server_time = 100.0 * n,
                        .entities = {{.id = 7, .name = "Crate"}, {.id = 8, .name = "Barrel"}},
                        .entities_as_map = as_map}
      .text();
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string with_line_breaks(std::string text) {
  for (std::size_t at = 60; at < text.size(); at += 62) text.insert(at, "\r\n");
  return text;
}

std::string zlib_stream(std::string_view text) {
  std::vector<Bytef> out(compressBound(static_cast<uLong>(text.size())));
  uLongf size = static_cast<uLongf>(out.size());
  compress(out.data(), &size, reinterpret_cast<const Bytef*>(text.data()),
           static_cast<uLong>(text.size()));
  return {reinterpret_cast<const char*>(out.data()), size};
}

struct ContainerCase {
  const char* name;
  std::string text;
  const char* container;
  std::size_t frames;
};

std::vector<ContainerCase> container_cases() {
  const std::vector<std::string> frames{frame_of_two(1), frame_of_two(2)};
  const std::vector<std::string> maps{frame_of_two(1, true), frame_of_two(2, true)};
  const std::string saved = saved_text(maps, R"(,"layers":[],"scenes":[],"clientIds":{},)"
                                             R"("resources":{},"comments":{},"storageVersion":4)");
  const std::string gzip = text_of(gzipped(saved));
  return {
      {"raw", raw_text(frames), "raw", 2},
      {"raw with maps of entities", raw_text(maps), "raw", 2},
      {"raw with a byte order mark", "\xEF\xBB\xBF" + raw_text(frames), "raw", 2},
      {"raw with white space around", " \r\n\t" + raw_text(frames) + "\n\n ", "raw", 2},
      {"raw, its type behind the frames",
       "{\"rawFrames\":[" + frames[0] + "],\"version\":2,\"type\":1}", "raw", 1},
      {"raw without frames", raw_text({}), "raw", 0},
      {"saved, plain", saved, "saved", 2},
      {"saved, legacy without type and version", "{\"frameData\":[" + maps[0] + "]}", "saved", 1},
      {"saved, compressed", saved_compressed(saved), "saved", 2},
      {"saved, compressed, white space before", " \n" + saved_compressed(saved), "saved", 2},
      {"saved, compressed, in lines", with_line_breaks(saved_compressed(saved)), "saved", 2},
      {"saved, compressed, a byte order mark", "\xEF\xBB\xBF" + saved_compressed(saved), "saved",
       2},
      {"saved, raw gzip bytes", gzip, "saved", 2},
      {"saved, two members of gzip",
       text_of(gzipped(saved.substr(0, 50))) + text_of(gzipped(saved.substr(50))), "saved", 2},
      {"saved, zlib bytes", zlib_stream(saved), "saved", 2},
      {"raw, gzip bytes", text_of(gzipped(raw_text(frames))), "raw", 2},
      {"message", message_text(frames[0]), "message", 1},
      {"message with a map of entities", message_text(maps[0]), "message", 1},
      {"dump", maps[0], "dump", 1},
      {"dump with an array of entities", frames[0], "dump", 1},
      {"array of messages", "[" + message_text(frames[0]) + "," + message_text(frames[1]) + "]",
       "message", 2},
      {"array of frames", "[" + maps[0] + ",\n" + maps[1] + "]", "dump", 2},
      {"messages a line", message_text(frames[0]) + "\n" + message_text(frames[1]) + "\n",
       "message", 2},
      {"frames one after another", frames[0] + frames[1] + "," + frame_of_two(3), "dump", 3},
      {"messages among others",
       "[{\"type\":1,\"data\":[{\"name\":\"AI\",\"enabled\":true}]}," + message_text(frames[0]) +
           ",{\"type\":4,\"data\":{\"entities\":[],\"coordinateSystem\":1}}]",
       "message", 1},
      {"arrays within arrays", "[[" + message_text(frames[0]) + "]]", "message", 1},
  };
}

TEST(FrameByFrameContainers, AreAllRead) {
  for (const ContainerCase& c : container_cases()) {
    SCOPED_TRACE(c.name);
    const auto recording = indexed(c.text);
    EXPECT_EQ(problem_codes(*recording), "");
    EXPECT_EQ(detail(*recording, "container"), c.container);
    EXPECT_TRUE(recording->is_complete());
    ASSERT_EQ(recording->frame_count(), c.frames);
    for (std::size_t i = 0; i < c.frames; ++i) {
      EXPECT_EQ(entities_at(recording, i), "7 Crate, 8 Barrel");
    }
  }
}

TEST(FrameByFrameContainers, CommentsMayStandInFrontOfThem) {
  const std::string text =
      " // recorded by my game\n/* and\nby me */ " + raw_text({frame_of_two(1)});
  auto opened = open_recording(InputFile::from_memory("capture.json", bytes_of(text)));
  ASSERT_TRUE(opened.has_value());
  EXPECT_EQ((*opened)->info().format, "framebyframe");
  (*opened)->index();
  EXPECT_EQ((*opened)->frame_count(), 1u);
  EXPECT_EQ(probe({bytes_of("// only a comment"), "json"}), Match::none);
  EXPECT_EQ(probe({bytes_of("/* that does not end {\"rawFrames\":"), "json"}), Match::none);
}

TEST(FrameByFrameContainers, AreRecognisedWhateverTheExtension) {
  for (const ContainerCase& c : container_cases()) {
    const std::vector<std::byte> bytes = bytes_of(c.text);
    EXPECT_EQ(probe({bytes, ""}), Match::certain) << c.name;
    auto opened = open_recording(InputFile::from_memory("capture.bin", bytes));
    ASSERT_TRUE(opened.has_value()) << c.name;
    EXPECT_EQ((*opened)->info().format, "framebyframe");
  }
}

TEST(FrameByFrameContainers, OtherJsonIsNotClaimed) {
  const char* const others[] = {
      R"({"log":{"version":"1.2","entries":[{"request":{"url":"ws://x"},"_webSocketMessages":[]}]}})",
      R"({"results":[{"parent":"Scene","name":"a","components":{"Position":{"x":1}}}]})",
      R"({"entities":["a","b"],"type":"query"})",
      R"({"type":0,"data":{"name":"x"}})",
      R"({"text":"{\"rawFrames\":[],\"frameData\":[]}"})",
      R"(["rawFrames","frameData"])",
      "{}",
      "[]",
      "plain text: rawFrames",
      "",
  };
  for (const char* other : others) {
    EXPECT_EQ(probe({bytes_of(other), "json"}), Match::none) << other;
  }
  EXPECT_EQ(probe({gzipped("some other text that is compressed"), "gz"}), Match::none);
  EXPECT_EQ(probe({bytes_of("H4s is not always base64"), "txt"}), Match::none);
}

TEST(FrameByFrameContainers, WhatIsNoneIsRefusedByName) {
  struct Case {
    std::string bytes;
    const char* code;
  };
  const Case cases[] = {
      {std::string("PK\x03\x04globaldata.ffd", 18), "unsupported-container"},
      {"{}", "not-framebyframe"},
      {"", "not-framebyframe"},
      {"[1,2,3]", "not-framebyframe"},
      {"hello", "not-framebyframe"},
      {"H4sIA!!!!", "not-framebyframe"},
      {R"({"frameId": number, "clientId": number, "serverTime": number,
           "entities": [key:number]: EntityData})",
       "schema-sketch"},
  };
  for (const Case& c : cases) {
    const auto opened = kFormat.open(InputFile::from_memory("x.fbf", bytes_of(c.bytes)));
    ASSERT_FALSE(opened.has_value()) << c.bytes;
    EXPECT_EQ(opened.error().code, c.code) << describe(opened.error());
    EXPECT_EQ(opened.error().severity, Severity::fatal);
    EXPECT_TRUE(opened.error().offset.has_value());
  }
  EXPECT_EQ(probe({bytes_of("PK\x03\x04 chunks"), "fbf"}), Match::possible);
  EXPECT_EQ(probe({bytes_of("PK\x03\x04 chunks"), "zip"}), Match::none);
}

TEST(FrameByFrameContainers, ACutRawFileKeepsItsWholeFrames) {
  const std::string whole = raw_text({frame_of_two(1), frame_of_two(2), frame_of_two(3)});
  const std::size_t third = whole.find("{\"frameId\":3");
  struct Case {
    const char* name;
    std::size_t size;
    std::size_t frames;
    Severity severity;
  };
  const Case cases[] = {
      {"only the closing brackets are missing", whole.rfind("\n]}"), 3, Severity::warning},
      {"behind the line break", whole.rfind("]}"), 3, Severity::warning},
      {"behind a comma", third - 1, 2, Severity::warning},
      {"behind a frame, before the comma", third - 2, 2, Severity::warning},
      {"inside of the third frame", third + 30, 2, Severity::error},
      {"one byte before the third frame's end", whole.rfind("}\n]}"), 2, Severity::error},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.name);
    const auto recording = indexed(whole.substr(0, c.size));
    EXPECT_EQ(recording->frame_count(), c.frames);
    EXPECT_FALSE(recording->is_complete());
    EXPECT_EQ(problem_codes(*recording), "cut-off");
    const auto problem = problem_of(*recording, "cut-off");
    ASSERT_TRUE(problem.has_value());
    EXPECT_EQ(problem->severity, c.severity);
    EXPECT_EQ(problem->offset, c.severity == Severity::error ? third : c.size);
    EXPECT_EQ(detail(*recording, "container"), "raw");
    EXPECT_EQ(detail(*recording, "version"), "4");
  }
}

TEST(FrameByFrameContainers, HaveDepthAndNumbersWithinBounds) {
  const std::size_t deep = 200000;
  const std::string texts[] = {
      std::string(deep, '['),
      raw_text({R"({"serverTime":1,"entities":[)" + std::string(deep, '[') +
                std::string(deep, ']') + "]}"}),
      raw_text({R"({"frameId":-5,"clientId":1e300,"serverTime":1e308,"entities":[{"id":1e400}]})",
                R"({"frameId":99999999999999999999,"serverTime":-1e308,"entities":{"x":{}}})"}),
      saved_text({}, R"(,"comments":{"1":{"frameId":-1,"type":2,"entityId":-1,"propertyId":-9}})"),
  };
  const auto use = [](const std::string& text) {
    auto opened = kFormat.open(InputFile::from_memory("deep.fbf", bytes_of(text)));
    if (!opened) return std::size_t{0};
    (*opened)->index();
    scrubjay::use(*opened);
    return (*opened)->frame_count();
  };
  for (const std::string& text : texts) use(text);
  // A line that never ends.
  EXPECT_EQ(use(R"({"type":1,"rawFrames":[)" + std::string(100000, ' ')), 0u);
}

TEST(FrameByFrameContainers, CutCompressedDataKeepsWhatCanBeInflated) {
  std::vector<std::string> frames;
  for (int i = 1; i <= 200; ++i) {
    frames.push_back(FrameTextMaker{.frame_id = i * 7919 % 1000,
                                    .server_time = 100.0 * i,
                                    .entities = {{.id = i * 31 % 97, .name = "Crate"}}}
                         .text());
  }
  const std::string file = saved_compressed(saved_text(frames));
  const auto cut = indexed(std::string_view(file).substr(0, file.size() / 2));
  EXPECT_GT(cut->frame_count(), 20u);
  EXPECT_LT(cut->frame_count(), 200u);
  EXPECT_FALSE(cut->is_complete());
  ASSERT_TRUE(problem_of(*cut, "cut-off").has_value());
  std::string damaged = file;
  damaged[file.size() / 2] = damaged[file.size() / 2] == 'A' ? 'B' : 'A';
  const auto recording = indexed(damaged);
  EXPECT_FALSE(recording->is_complete());
  EXPECT_TRUE(problem_of(*recording, "compressed-damaged").has_value());
}

TEST(FrameByFrameContainers, InflatingIsHalfOfThePass) {
  std::vector<std::string> frames;
  for (int i = 0; i < 20; ++i) frames.push_back(frame_of_two(i));
  const auto file = InputFile::from_memory("a.fbf", gzipped(raw_text(frames)));
  Recording recording(file, nullptr, {});
  RecordingBuilder builder(recording);
  TextFile text(file);
  const auto found = text.scan(builder);
  ASSERT_TRUE(found.has_value());
  EXPECT_GE(found->progress, file->size() / 2);
  EXPECT_LT(found->progress, file->size());
}

TEST(FrameByFrameContainers, OpeningTellsVersionAndConventionsBeforeTheIndexPass) {
  struct Case {
    std::string extra;
    int version;
    const char* right;
    const char* up;
    double metres;
  };
  const Case cases[] = {{"", 1, "+x", "+y", 1},
                        {"\"coordSystem\":0,", 3, "+x", "+z", 1},
                        {"\"coordSystem\":1,\"scale\":0.01,", 4, "+x", "+y", 0.01},
                        {"\"coordSystem\":2,\"scale\":0.01,", 4, "+y", "+z", 0.01},
                        {"\"coordSystem\":1,\"scale\":null,", 4, "+x", "+y", 1}};
  for (const Case& c : cases) {
    const FrameTextMaker maker{.server_time = 5000, .entities = {{}}, .extra = c.extra};
    for (const bool compressed : {false, true}) {
      const std::string text = raw_text({maker.text()}, c.version);
      const auto opened = kFormat.open(
          InputFile::from_memory("x.fbf", bytes_of(compressed ? saved_compressed(text) : text)));
      ASSERT_TRUE(opened.has_value());
      const RecordingInfo& info = (*opened)->info();
      EXPECT_EQ(info.format_version, std::to_string(c.version));
      EXPECT_EQ(to_text(info.coordinates.right), c.right) << c.extra;
      EXPECT_EQ(to_text(info.coordinates.up), c.up) << c.extra;
      EXPECT_EQ(info.coordinates.metres_per_unit, c.metres) << c.extra;
      const std::vector<std::pair<std::string, std::string>> metadata{{"start_time", "5000"}};
      EXPECT_EQ(info.metadata, metadata);
    }
  }
}

TEST(FrameByFrameInflater, GivesTheSameTextInPiecesOfAnySize) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * 7919 % 10007) + ",";
  const std::vector<std::byte> file = bytes_of(saved_compressed(text));
  for (const std::size_t piece : {1u, 7u, 1000u, 1u << 20}) {
    compression::Inflater inflater(file, compression::outer_form(file));
    std::string got;
    std::vector<char> buffer(piece);
    while (inflater.state() == compression::Inflater::State::more) {
      got.append(buffer.data(), inflater.read(buffer));
    }
    EXPECT_EQ(inflater.state(), compression::Inflater::State::whole);
    EXPECT_EQ(got, text) << piece;
  }
}

class InflatedFile : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 3000; ++i) text_ += std::to_string(i * 7919 % 10007) + ",";
    const std::string file = saved_compressed(text_);
    std::ofstream(path(), std::ios::binary) << file;
    auto input = InputFile::open(path());
    ASSERT_TRUE(input.has_value());
    file_ = *input;
    auto cache = CacheFolder::open_at((folder_ / "cache").string());
    ASSERT_TRUE(cache.has_value());
    cache_.emplace(*cache);
  }
  std::string path() const { return (folder_ / "file.fbf").string(); }
  std::size_t cached() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(cache_->path()), fs::directory_iterator()));
  }
  Result<compression::InflatedText> inflate(const compression::InflateLimits& limits,
                                            bool has_store = true) {
    calls_ = 0;
    const auto store = has_store ? cached_text(*cache_, *file_) : nullptr;
    return compression::inflate_file(
        *file_, compression::outer_form(file_->bytes()), store.get(),
        [this](std::uint64_t) {
          ++calls_;
          return true;
        },
        limits);
  }
  static std::string text_of(const compression::InflatedText& text) {
    const Bytes bytes = text.text->bytes();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  TestFolder folder_;
  std::string text_;
  std::shared_ptr<InputFile> file_;
  std::optional<CacheFolder> cache_;
  int calls_ = 0;
};

TEST_F(InflatedFile, StaysInMemoryWhenSmall) {
  const auto inflated = inflate({});
  ASSERT_TRUE(inflated.has_value());
  EXPECT_EQ(text_of(*inflated), text_);
  EXPECT_FALSE(inflated->text->is_mapped());
  EXPECT_EQ(cached(), 0u);
}

TEST_F(InflatedFile, IsFoundAgainInTheCacheWhenLarge) {
  const compression::InflateLimits limits{.memory_bytes = 100};
  const auto first = inflate(limits);
  ASSERT_TRUE(first.has_value()) << describe(first.error());
  EXPECT_EQ(text_of(*first), text_);
  EXPECT_TRUE(first->text->is_mapped());
  EXPECT_EQ(cached(), 1u);
  EXPECT_GT(calls_, 0);
  const auto second = inflate(limits);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(text_of(*second), text_);
  EXPECT_EQ(calls_, 0) << "it was inflated again";
  EXPECT_EQ(cached(), 1u);
}

TEST_F(InflatedFile, IsKeptInMemoryWithoutACache) {
  const auto inflated = inflate({.memory_bytes = 100}, false);
  ASSERT_TRUE(inflated.has_value());
  EXPECT_EQ(text_of(*inflated), text_);
}

TEST_F(InflatedFile, EndsWhereItBecomesTooLarge) {
  const compression::InflateLimits by_size{.memory_bytes = 100, .memory_without_store_bytes = 1000};
  const auto large = inflate(by_size, false);
  ASSERT_TRUE(large.has_value());
  EXPECT_EQ(large->end, compression::InflatedText::End::too_large);
  const auto bomb = inflate({.memory_bytes = 100, .most_ratio = 1});
  ASSERT_TRUE(bomb.has_value());
  EXPECT_EQ(bomb->end, compression::InflatedText::End::too_large);
  EXPECT_EQ(cached(), 0u) << "what is not whole is not kept";
}

TEST_F(InflatedFile, StopsWhenAsked) {
  const auto store = cached_text(*cache_, *file_);
  const auto stopped = compression::inflate_file(*file_, compression::outer_form(file_->bytes()),
                                                 store.get(), [](std::uint64_t) { return false; });
  ASSERT_TRUE(stopped.has_value());
  EXPECT_EQ(stopped->end, compression::InflatedText::End::stopped);
}

}  // namespace
}  // namespace scrubjay::framebyframe
