// Every prefix and 10,000 mutations of a small file per container: opened, indexed, decoded, its
// resources read. That nothing breaks is for the sanitizers to see; that nothing is lost before the
// damage is checked here.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <random>

#include "formats/framebyframe/framebyframe.h"
#include "tests/formats/framebyframe_test_file.h"

namespace scrubjay::framebyframe {
namespace {

/// A property of each kind that is read in its own way.
std::string user_properties(int frame) {
  const std::string shape =
      R"("layer":"AI","color":{"r":1,"g":0,"b":0,"a":0.5},"texture":"t.png",)";
  return R"({"name":"hp","type":"number","value":)" + std::to_string(frame) +
         R"(,"flags":2,"icon":"heart","icolor":"#ff0000"},)"
         R"({"name":"ok","type":"boolean","value":true},{"name":"c","type":"comment","value":"x"},)"
         R"({"name":"v2","type":"vec2","value":{"x":1,"y":2}},)"
         R"({"name":"q","type":"quat","value":{"x":0,"y":0,"z":0,"w":1}},)"
         R"({"name":"ref","type":"eref","value":{"name":"Barrel","id":8}},)"
         R"({"name":"t","type":"table","value":{"header":["a","b"],"rows":[["1","2"]]}},)"
         R"({"name":"l","type":"linechart","value":{"data":[{"values":[1,2],"ylabel":"y"}],"yscale":1}},)"
         R"({"name":"shot","type":"resource","value":"t.png"},{"name":"u","type":"odd","value":[{}]},)"
         R"({"name":"g","type":"group","value":[{"name":"s","type":"string","value":"a\"\u00e9\\"}]},)"
         R"({"name":"s","type":"sphere",)" +
         shape +
         R"("position":{"x":1,"y":2,"z":3},"radius":2},)"
         R"({"name":"p","type":"path",)" +
         shape +
         R"("points":[{"x":1,"y":2,"z":3}]},)"
         R"({"name":"m","type":"mesh",)" +
         shape + R"("vertices":[0,0,0,1,0,0,0,1,0],"indices":[0,1,2],"wireframe":true})";
}

std::string small_frame(int n, bool as_map) {
  const std::string resources = R"("resources":[{"path":"t.png","type":"image/raw","textData":)"
                                R"("{\"width\":1,\"height\":1,\"data\":\"FF0000ff\"}"}],)";
  return FrameTextMaker{
      .frame_id = n,
      .client = n % 2,
      .server_time = 100.0 * n,
      .entities = {{.id = 7, .user = user_properties(n), .events = event_text("hit", "ai", 1)},
                   {.id = 8, .parent = 7, .name = "Barrel", .events = event_text("a", "", 0)}},
      .entities_as_map = as_map,
      .extra = n == 1 ? "\"scene\":\"Arena\",\"coordSystem\":0,\"scale\":0.5," + resources : ""}
      .text();
}

struct SmallFile {
  const char* name;
  std::vector<std::byte> bytes;
};

std::vector<SmallFile> small_files() {
  const std::vector<std::string> maps{small_frame(1, true), small_frame(2, true)};
  const std::string saved = saved_text(
      maps,
      R"(,"layers":["AI"],"scenes":["Arena"],"clientIds":{},"resources":{"b.txt":{"path":)"
      R"("b.txt","type":"text/plain","textData":"{\"blob\":\"data:text/plain;base64,QUJD\"}"}},)"
      R"("comments":{"1":{"id":1,"type":2,"text":"c","pos":{"x":1,"y":2},"frameId":1,)"
      R"("entityId":1792,"propertyId":20}},"storageVersion":4)");
  return {{"raw.fbf", bytes_of(raw_text({small_frame(1, false), small_frame(2, false)}))},
          {"saved_compressed.fbf", bytes_of(saved_compressed(saved))},
          {"saved_plain.fbf", bytes_of(saved)},
          {"messages.json", bytes_of("[" + message_text(small_frame(1, false)) + ",\n" +
                                     message_text(small_frame(2, false)) + "]")},
          {"dump.txt", bytes_of(small_frame(1, true))}};
}

/// Uses everything that a recording offers. Returns the number of frames.
std::size_t use(std::vector<std::byte> bytes) {
  auto opened = kFormat.open(InputFile::from_memory("hostile.fbf", std::move(bytes)));
  if (!opened) {
    EXPECT_EQ(opened.error().severity, Severity::fatal);
    EXPECT_TRUE(opened.error().offset.has_value());
    return 0;
  }
  const std::shared_ptr<Recording> recording = *opened;
  recording->index();
  EXPECT_TRUE(recording->is_indexed());
  Cursor cursor(recording);
  PropertyTree tree;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    for (const Entity& entity : frame.entities) {
      EXPECT_LT(entity.index.value, recording->entity_count());
      EXPECT_LE(entity.properties.first + entity.properties.count, frame.tree.size());
    }
    if (i > 0) {
      EXPECT_GE(recording->timeline().time(FrameIndex(i)),
                recording->timeline().time(FrameIndex(i - 1)));
    }
  }
  for (std::size_t i = 0; i < recording->event_count(); ++i) {
    tree.clear();
    cursor.read_event(EventIndex(i), tree);
  }
  for (std::size_t i = 0; i < recording->resource_count(); ++i) {
    const auto read = recording->reader().read_resource(*recording, ResourceIndex(i));
    if (!read) {
      EXPECT_TRUE(read.error().code.starts_with("resource-")) << read.error().code;
    }
  }
  for (std::size_t i = 0; i < recording->comment_count(); ++i) {
    const CommentInfo comment = recording->comment(CommentIndex(i));
    EXPECT_TRUE(!comment.frame.exists() || comment.frame.value < recording->frame_count());
  }
  return recording->frame_count();
}

TEST(FrameByFrameHostile, TheSmallFilesAreGoodToBeginWith) {
  for (const SmallFile& file : small_files()) {
    const auto recording = indexed_bytes(file.bytes);
    EXPECT_EQ(problem_codes(*recording), "") << file.name;
    EXPECT_EQ(use(file.bytes), file.name == std::string("dump.txt") ? 1u : 2u) << file.name;
    Cursor cursor(recording);
    EXPECT_TRUE(cursor.seek(FrameIndex(0)).problems.empty()) << file.name;
  }
}

// The fuzzer starts from these files. With SCRUBJAY_WRITE_SEEDS set, the test writes them anew.
TEST(FrameByFrameHostile, TheFuzzersSeedsAreTheSmallFiles) {
  for (const SmallFile& small : small_files()) {
    const std::string path = std::string(SCRUBJAY_TEST_DATA "/framebyframe/seeds/") + small.name;
    // What compresses is zlib's choice: another version may write other bytes of the same meaning.
    const bool is_compressed = small.name == std::string("saved_compressed.fbf");
    if (std::getenv("SCRUBJAY_WRITE_SEEDS") != nullptr) {
      std::ofstream(path, std::ios::binary)
          .write(reinterpret_cast<const char*>(small.bytes.data()),
                 static_cast<std::streamsize>(small.bytes.size()));
    }
    const auto file = InputFile::open(path);
    ASSERT_TRUE(file.has_value()) << describe(file.error());
    if (is_compressed) {
      EXPECT_EQ(use({(*file)->bytes().begin(), (*file)->bytes().end()}), 2u);
    } else {
      EXPECT_TRUE(std::ranges::equal((*file)->bytes(), small.bytes)) << path;
    }
  }
}

class FrameByFramePrefixes : public testing::TestWithParam<std::size_t> {};

TEST_P(FrameByFramePrefixes, OpenAsFarAsTheyAreWhole) {
  const SmallFile file = small_files()[GetParam()];
  const auto whole = indexed_bytes(file.bytes);
  const bool is_compressed = file.name == std::string("saved_compressed.fbf");
  std::size_t before = 0;
  for (std::size_t size = 0; size < file.bytes.size(); ++size) {
    // A block of exactly that size: a read behind its end is seen.
    std::vector<std::byte> prefix(size);
    if (size > 0) std::memcpy(prefix.data(), file.bytes.data(), size);
    const std::size_t frames = use(std::move(prefix));
    if (is_compressed) {
      ASSERT_GE(frames, before) << size;
      before = frames;
      continue;
    }
    std::size_t expected = 0;
    for (std::size_t i = 0; i < whole->frame_count(); ++i) {
      const ByteRange bytes = whole->timeline().bytes(FrameIndex(i));
      // A message is whole with its envelope.
      const std::size_t envelope = file.name == std::string("messages.json") ? 1 : 0;
      if (size >= bytes.begin + bytes.size + envelope) ++expected;
    }
    ASSERT_EQ(frames, expected) << file.name << " " << size;
  }
}

INSTANTIATE_TEST_SUITE_P(FiveFiles, FrameByFramePrefixes, testing::Range<std::size_t>(0, 5));

class FrameByFrameMutations : public testing::TestWithParam<std::size_t> {};

TEST_P(FrameByFrameMutations, DoNotBreakIt) {
  constexpr int kMutations = 10000;
  const std::vector<std::byte> good = small_files()[GetParam()].bytes;
  std::mt19937 random(static_cast<std::uint32_t>(GetParam()));
  constexpr std::array<std::string_view, 18> kTempting{
      "{",  "}",  "[",    "]",    "\"",    "\\",
      ",",  ":",  "null", "-1",   "1e999", "9223372036854775808",
      "x:", "//", "NaN",  "\xFF", "\n",    "\"layer\":"};
  for (int i = 0; i < kMutations; ++i) {
    std::vector<std::byte> bytes = good;
    const std::size_t changes = 1 + random() % 6;
    for (std::size_t change = 0; change < changes && !bytes.empty(); ++change) {
      const std::size_t at = random() % bytes.size();
      const auto place = bytes.begin() + static_cast<std::ptrdiff_t>(at);
      switch (random() % 5) {
        case 0: bytes[at] = static_cast<std::byte>(random()); break;
        case 1: bytes[at] ^= static_cast<std::byte>(1u << random() % 8); break;
        case 2: {
          const auto text = std::as_bytes(std::span(kTempting[random() % kTempting.size()]));
          bytes.insert(place, text.begin(), text.end());
          break;
        }
        case 3: {
          const std::size_t count = std::min<std::size_t>(bytes.size() - at, random() % 64);
          bytes.erase(place, place + static_cast<std::ptrdiff_t>(count));
          break;
        }
        default: {
          const std::size_t from = random() % bytes.size();
          const std::size_t count = std::min<std::size_t>(bytes.size() - from, random() % 256);
          const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(from);
          const std::vector<std::byte> copy(first, first + static_cast<std::ptrdiff_t>(count));
          bytes.insert(bytes.begin() + static_cast<std::ptrdiff_t>(at), copy.begin(), copy.end());
        }
      }
    }
    bytes.shrink_to_fit();
    use(std::move(bytes));
    if (HasFailure()) FAIL() << "mutation " << i << " of file " << GetParam();
  }
}

INSTANTIATE_TEST_SUITE_P(FiveFiles, FrameByFrameMutations, testing::Range<std::size_t>(0, 5));

TEST(FrameByFrameHostile, DepthAndNumbersAreBounded) {
  const std::size_t deep = 200000;
  const std::string texts[] = {
      std::string(deep, '['),
      raw_text({R"({"serverTime":1,"entities":[)" + std::string(deep, '[') +
                std::string(deep, ']') + "]}"}),
      raw_text({R"({"frameId":-5,"clientId":1e300,"serverTime":1e308,"entities":[{"id":1e400}]})",
                R"({"frameId":99999999999999999999,"serverTime":-1e308,"entities":{"x":{}}})"}),
      saved_text({}, R"(,"comments":{"1":{"frameId":-1,"type":2,"entityId":-1,"propertyId":-9}})"),
  };
  for (const std::string& text : texts) use(bytes_of(text));
  // Texts as a line that never ends.
  EXPECT_EQ(use(bytes_of(R"({"type":1,"rawFrames":[)" + std::string(100000, ' '))), 0u);
}

}  // namespace
}  // namespace scrubjay::framebyframe
