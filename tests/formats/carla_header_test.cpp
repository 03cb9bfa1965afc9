#include "formats/carla/header.h"

#include <gtest/gtest.h>

#include "formats/carla/carla.h"
#include "tests/formats/carla_test_file.h"

namespace scrubjay::carla {
namespace {

Bytes first(const RawBytes& bytes, std::size_t count) { return Bytes(bytes.bytes()).first(count); }

TEST(CarlaHeader, GivesVersionDateAndMap) {
  const RawBytes bytes = RawBytes().header("/Game/Carla/Maps/Town01", 1637671165).zeros(3);
  const auto read = read_header(bytes.bytes());
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->header.version, 1);
  EXPECT_EQ(read->header.date, 1637671165);
  EXPECT_EQ(read->header.map, "/Game/Carla/Maps/Town01");
  EXPECT_EQ(read->bytes, 28u + 23u);
}

TEST(CarlaHeader, RefusesWithCodeAndOffset) {
  const RawBytes good = RawBytes().header("Town01");
  struct Case {
    const char* what;
    std::vector<std::byte> bytes;
    const char* code;
    std::uint64_t offset;
  };
  const auto cut = [&](std::size_t size) {
    return std::vector<std::byte>(good.bytes().begin(),
                                  good.bytes().begin() + static_cast<std::ptrdiff_t>(size));
  };
  const Case cases[] = {
      {"empty", {}, "not-carla", 2},
      {"version only", cut(2), "not-carla", 2},
      {"cut in the magic", cut(10), "cut-header", 10},
      {"cut in the date", cut(20), "cut-header", 20},
      {"cut in the length of the map", cut(27), "cut-header", 27},
      {"cut in the map", cut(33), "cut-header", 33},
      {"other magic", RawBytes().put(std::uint16_t{1}).text("CARLA_RECORDES").zeros(20).bytes(),
       "not-carla", 2},
      {"other length of the magic",
       RawBytes().put(std::uint16_t{1}).text("CARLA_RECORDER2").zeros(20).bytes(), "not-carla", 2},
      {"version 0", RawBytes().put(std::uint16_t{0}).text(kMagic).zeros(10).bytes(),
       "unknown-version", 0},
      {"version 3", RawBytes().put(std::uint16_t{3}).text(kMagic).zeros(10).bytes(),
       "unknown-version", 0},
  };
  for (const Case& c : cases) {
    const auto read = read_header(c.bytes);
    ASSERT_FALSE(read.has_value()) << c.what;
    EXPECT_EQ(read.error().severity, Severity::fatal) << c.what;
    EXPECT_EQ(read.error().code, c.code) << c.what;
    EXPECT_EQ(read.error().offset, c.offset) << c.what;
    EXPECT_FALSE(read.error().expected.empty()) << c.what;
    EXPECT_FALSE(read.error().found.empty()) << c.what;
    const auto opened = kFormat.open(InputFile::from_memory("bad.log", c.bytes));
    EXPECT_FALSE(opened.has_value()) << c.what;
  }
}

/// As a Windows program writes it that opened the file as text.
std::vector<std::byte> as_text_mode(const std::vector<std::byte>& bytes) {
  std::vector<std::byte> result;
  for (const std::byte byte : bytes) {
    if (byte == std::byte{0x0A}) result.push_back(std::byte{0x0D});
    result.push_back(byte);
  }
  return result;
}

TEST(CarlaHeader, RefusesAFileThatWasWrittenInTextMode) {
  const RawBytes actor_ten = list_of(1, raw_position(10, 1));
  const RawBytes file = RawBytes()
                            .header("Town10HD")
                            .frame_start(10, 0)
                            .packet(2, list_of(10, RawBytes().zeros(10)))
                            .packet(6, actor_ten)
                            .packet(6, actor_ten)
                            .frame_end();
  EXPECT_TRUE(read_header(file.bytes()).has_value());
  const auto read = read_header(as_text_mode(file.bytes()));
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().code, "text-mode");
  EXPECT_EQ(read.error().offset, 36u + 5u + 1u);
}

TEST(CarlaHeader, LooksForTextModeInTheLeadingBytesAlone) {
  const RawBytes ten = RawBytes().put(std::uint16_t{0x0A0D});
  RawBytes file = RawBytes().header().packet(140, RawBytes().add(ten).add(ten).add(ten).add(ten));
  const std::size_t head = 64 * 1024;
  EXPECT_FALSE(read_header(file.bytes()).has_value());
  file.packet(140, RawBytes().zeros(head - file.size() - 5).put(std::uint8_t{0x0A}));
  ASSERT_EQ(file.bytes()[head], std::byte{0x0A});
  const auto read = read_header(file.bytes());
  ASSERT_FALSE(read.has_value());
  EXPECT_EQ(read.error().code, "text-mode");
}

TEST(CarlaHeader, TakesAFileThatOnlyBeginsWithAnotherPacket) {
  EXPECT_TRUE(read_header(RawBytes().header().packet(139).frame_start(1, 0).bytes()).has_value());
}

TEST(CarlaHeader, IsRecognisedByItsMagicWhateverTheExtension) {
  const RawBytes bytes = RawBytes().header();
  EXPECT_EQ(kFormat.probe({bytes.bytes(), "xyz"}), Match::certain);
  EXPECT_EQ(kFormat.probe({first(bytes, 18), ""}), Match::certain);
  EXPECT_EQ(kFormat.probe({first(bytes, 17), "log"}), Match::none);
  EXPECT_EQ(kFormat.probe({{}, "log"}), Match::none);
}

TEST(CarlaHeader, ShowsDatesAsIsoTextAndNonsenseNotAtAll) {
  EXPECT_EQ(date_text(1637671165), "2021-11-23T12:39:25Z");
  EXPECT_EQ(date_text(1), "1970-01-01T00:00:01Z");
  EXPECT_EQ(date_text(253402300799), "9999-12-31T23:59:59Z");
  EXPECT_EQ(date_text(0), "");
  EXPECT_EQ(date_text(-5), "");
  EXPECT_EQ(date_text(253402300800), "");
  EXPECT_EQ(date_text(std::numeric_limits<std::int64_t>::max()), "");
}

TEST(CarlaHeader, LeavesUnknownDateAndMapOutOfTheMetadata) {
  const auto recording = indexed(RawBytes().header("", 0));
  ASSERT_NE(recording, nullptr);
  EXPECT_TRUE(recording->info().metadata.empty());
}

TEST(CarlaHeader, AloneIsAWholeRecordingWithoutFrames) {
  const auto recording = indexed(RawBytes().header());
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(recording->frame_count(), 0u);
  EXPECT_TRUE(recording->is_complete());
  EXPECT_EQ(problem_codes(*recording), "");
}

}  // namespace
}  // namespace scrubjay::carla
