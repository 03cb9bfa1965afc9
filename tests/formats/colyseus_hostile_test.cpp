// Every prefix and seeded mutations of small recordings of every wire generation and container.
// That nothing breaks is for the sanitizers to see; that damage is told and that what stands before
// it is shown is checked here.
#include <gtest/gtest.h>

#include <random>

#include "formats/colyseus/colyseus.h"
#include "tests/core/file_text.h"
#include "tests/formats/colyseus_test_file.h"

namespace scrubjay::colyseus {
namespace {

/// Players come, move and go; in every generation the same tree.
ByteVector small_capture(std::string_view generation) {
  CaptureMaker maker(R"({"room":"test"})");
  maker.add(0, 0, players_handshake(generation));
  if (generation == "0") {
    maker.add(1, 0.1, bytes_of("00 02 A1 'a' 00 A3 'Ann' 01 05 02 06 C1 A1 'b' 00 A3 'Bob' C1"));
    maker.add(2, 0.2, bytes_of("00 01 01 01 CA 00 00 C0 3F C1"));
    maker.add(2, 0.3, bytes_of("00 02 C0 00 A1 'c' 01 07 C1"));
  } else {
    maker.add(1, 0.1,
              bytes_of("80 01 FF 01 80 00 A1 'a' 02 80 01 A1 'b' 03 FF 02 80 A3 'Ann' 81 05 82 06 "
                       "FF 03 80 A3 'Bob'"));
    maker.add(2, 0.2, bytes_of("FF 03 81 CA 00 00 C0 3F"));
    maker.add(2, 0.3, bytes_of("FF 01 40 00 80 02 A1 'c' 04 FF 04 81 07"));
  }
  maker.add(3, 0.35, bytes_of("A4 'chat' 82 A1 'a' 92 01 C3 A1 'b' C0"));
  maker.add(6, 0.4, bytes_of("'{\"event\":\"pause\",\"n\":[1,null]}'"));
  return maker.bytes();
}

ByteVector small_har() {
  return text_bytes(
      R"({"log":{"version":"1.2","entries":[{"response":{"content":{"text":"[{\"]"}}},)"
      R"({"_resourceType":"websocket","_webSocketMessages":[)"
      R"({"type":"receive","time":1700000000.5,"opcode":2,"data":"CgZzY2hlbWGAAYEB/wGAAAKAAQP/AoEEgAD/A4EFgAH/BIAABoABB4ACCP8FgAAJ/waApG5hbWWBpnN0cmluZ/8HgKF4gaZudW1iZXL/CIChedGmbnVtYmVy"},)"
      R"({"type":"send","time":1700000000.6,"opcode":2,"data":"Cg=="},)"
      R"({"type":"receive","time":1700000000.7,"opcode":2,"data":"DoAB"},)"
      R"({"type":"error","time":1700000000.8,"opcode":-1,"data":"closed"}],)"
      R"("request":{"url":"ws://h/p/r?sessionId=abc"}}]}})");
}

ByteVector small_replay() {
  ByteVector bytes = bytes_of("'CLRP' 01 02 00 00 00 '{}'");
  const ByteVector handshake = players_handshake("3");
  const auto add = [&](const ByteVector& more) {
    bytes.insert(bytes.end(), more.begin(), more.end());
  };
  add(bytes_of("00 05 00"));
  bytes.push_back(static_cast<std::byte>(handshake.size()));
  add(handshake);
  add(bytes_of("01 05 00 12 80 01 FF 01 80 00 A1 'a' 02 FF 02 80 A3 'Ann' 81 05"));
  add(bytes_of("02 32 00 05 FF 02 81 CC 80"));
  add(bytes_of("03 01 01 04 'chat' 00 01 C3"));
  return bytes;
}

ByteVector small_debug() {
  std::string text = "handshake:";
  for (const std::byte byte : players_handshake("3")) {
    text += std::to_string(std::to_integer<int>(byte)) + ",";
  }
  text.back() = '\n';
  text +=
      "state:ann:128,1,255,1,128,0,161,97,2\n#ann:hello\npatch:ann:255,2,129,5\nstate:bob:128,1\n";
  return text_bytes(text);
}

/// Opens, indexes and decodes everything in blocks of exactly that size.
std::size_t use(const ByteVector& bytes, const std::string& name) {
  const auto recording = recording_of(bytes, name);
  if (!recording) return 0;
  Cursor cursor(recording);
  for (std::size_t i = recording->frame_count(); i-- > 0;) cursor.seek(FrameIndex(i));
  for (std::size_t i = 0; i < recording->frame_count(); ++i) cursor.seek(FrameIndex(i));
  return recording->frame_count();
}

struct Small {
  const char* name;
  ByteVector (*make)();
  std::size_t frames;
};

const Small kSmall[] = {
    {"v0.colycap", [] { return small_capture("0"); }, 3},
    {"v1.colycap", [] { return small_capture("1"); }, 3},
    {"v3.colycap", [] { return small_capture("3"); }, 3},
    {"v5.colycap", [] { return small_capture("5"); }, 3},
    {"small.har", small_har, 0},
    {"small.colreplay", small_replay, 2},
    {"small.txt", small_debug, 3},
};

TEST(Hostile, SmallRecordingsAreReadWhole) {
  for (const Small& small : kSmall) {
    EXPECT_EQ(use(small.make(), small.name), small.frames) << small.name;
  }
}

TEST(Hostile, EveryPrefixOpensOrIsRefused) {
  for (const Small& small : kSmall) {
    const ByteVector whole = small.make();
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const ByteVector cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      EXPECT_LE(use(cut, small.name), small.frames) << small.name << " " << size;
    }
  }
}

TEST(Hostile, ACaptureCutInsideOfARecordShowsWhatIsBefore) {
  ByteVector bytes = small_capture("3");
  bytes.resize(bytes.size() - 5);
  const auto recording = recording_of(bytes, "cut.colycap");
  ASSERT_TRUE(recording);
  EXPECT_EQ(problem_codes(*recording), "cut-off");
  EXPECT_FALSE(recording->is_complete());
  EXPECT_EQ(recording->frame_count(), 3u);
}

void mutate(const ByteVector& original, const std::string& name, std::uint32_t seed, int rounds) {
  std::mt19937 random(seed);
  for (int round = 0; round < rounds; ++round) {
    ByteVector bytes = original;
    const std::size_t changes = 1 + random() % 4;
    for (std::size_t i = 0; i < changes; ++i) {
      const std::size_t at = random() % bytes.size();
      if (random() % 8 == 0) {
        bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(at));
      } else {
        constexpr int kTelling[] = {0x00, 0x40, 0x60, 0x80, 0x81, 0xC0, 0xC1, 0xCE,
                                    0xD4, 0xD5, 0xFF, 0x7F, 0x0A, 0x0F, 0x21, 0xDB};
        bytes[at] = random() % 2 == 0 ? static_cast<std::byte>(random() % 256)
                                      : static_cast<std::byte>(kTelling[random() % 16]);
      }
    }
    use(bytes, name);
  }
}

TEST(Hostile, SmallRecordingsWithOtherBytesDoNoHarm) {
  std::uint32_t seed = 1;
  for (const Small& small : kSmall) mutate(small.make(), small.name, seed++, 1500);
}

TEST(Hostile, RealRecordingsWithOtherBytesDoNoHarm) {
  std::uint32_t seed = 100;
  bool is_any = false;
  for (const char* version : {"0.5.41", "1.0.46", "3.0.76", "5.0.34"}) {
    const std::string text =
        file_text(shared_path(std::string("arena/arena-") + version + ".colycap"));
    if (text.empty()) continue;
    is_any = true;
    // The handshake and the first patches: enough to reach every kind of field.
    mutate(text_bytes(std::string_view(text).substr(0, 4000)), "arena.colycap", seed++, 60);
  }
  if (!is_any) GTEST_SKIP() << "There are no captures of real packages";
}

TEST(Hostile, DeeplyNestedInstancesAreCutOff) {
  // A type that holds itself in a list: 200 in one another, in generation 0.
  const ByteVector handshake =
      bytes_of("00 01 01 00 00 00 01 01 01 00 00 A1 'a' 01 A5 'array' 02 00 C1 C1 01 00");
  std::string message;
  for (int i = 0; i < 200; ++i) message += "00 01 01 00 ";
  const auto recording = recording_of(
      CaptureMaker().add(0, 0, handshake).add(1, 0, bytes_of(message)).bytes(), "deep.colycap");
  ASSERT_TRUE(recording);
  EXPECT_NE(problem_codes(*recording).find("limit"), std::string::npos);
  Cursor cursor(recording);
  EXPECT_LE(cursor.seek(FrameIndex(0)).entities.size(), 65u);
}

}  // namespace
}  // namespace scrubjay::colyseus
