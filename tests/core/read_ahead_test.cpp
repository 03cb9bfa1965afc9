#include "core/read_ahead.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/core/script.h"

namespace scrubjay {
namespace {

constexpr std::uint64_t kMiB = std::uint64_t{1} << 20;

/// Frames that stand where they are told to.
std::shared_ptr<Recording> recording_of_ranges(const std::vector<ByteRange>& ranges) {
  return indexed({.index = [&](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("0", "");
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      builder.add_frame(static_cast<double>(i), static_cast<std::int64_t>(i), ranges[i], stream);
    }
  }});
}

/// `count` frames of `size` bytes, one behind the other.
std::shared_ptr<Recording> in_a_row(std::size_t count, std::uint64_t size) {
  std::vector<ByteRange> ranges;
  for (std::size_t i = 0; i < count; ++i) ranges.push_back({i * size, size});
  return recording_of_ranges(ranges);
}

/// What was asked for, in MiB: "1+8" is 8 MiB from the first one on.
class Asked {
 public:
  explicit Asked(std::shared_ptr<Recording> recording)
      : recording_(std::move(recording)),
        ahead_(*recording_, [this](std::uint64_t begin, std::uint64_t size) {
          text_ += (text_.empty() ? "" : " ") + std::to_string(begin / kMiB) + "+" +
                   std::to_string(size / kMiB);
          EXPECT_EQ(begin % kMiB, 0u);
          EXPECT_EQ(size % kMiB, 0u);
        }) {}
  std::string at(std::size_t frame) {
    text_.clear();
    ahead_.shown(FrameIndex(frame));
    return text_;
  }

 private:
  std::shared_ptr<Recording> recording_;
  std::string text_;
  ReadAhead ahead_;
};

TEST(ReadAhead, AsksOnceForAWindowBehindTheFrame) {
  Asked asked(in_a_row(100, kMiB));
  EXPECT_EQ(asked.at(10), "11+8");
  EXPECT_EQ(asked.at(10), "");
}

TEST(ReadAhead, PlayingOnAsksAgainWhenHalfIsUsedUp) {
  Asked asked(in_a_row(100, kMiB));
  EXPECT_EQ(asked.at(0), "1+8");
  for (const std::size_t frame : {1u, 2u, 3u, 4u}) EXPECT_EQ(asked.at(frame), "") << frame;
  EXPECT_EQ(asked.at(5), "9+5");
  EXPECT_EQ(asked.at(6), "");
}

TEST(ReadAhead, GoesBackwardWithThePlayhead) {
  Asked asked(in_a_row(100, kMiB));
  asked.at(50);
  EXPECT_EQ(asked.at(49), "41+8");
  EXPECT_EQ(asked.at(46), "");
  EXPECT_EQ(asked.at(44), "36+5");
  EXPECT_EQ(asked.at(45), "46+8") << "and turns with it";
}

TEST(ReadAhead, AJumpBeginsAnew) {
  Asked asked(in_a_row(100, kMiB));
  asked.at(0);
  EXPECT_EQ(asked.at(40), "41+8");
  EXPECT_EQ(asked.at(20), "12+8");
}

TEST(ReadAhead, StopsAtTheEndsOfTheRecording) {
  Asked asked(in_a_row(10, kMiB));
  EXPECT_EQ(asked.at(6), "7+3");
  EXPECT_EQ(asked.at(9), "");
  EXPECT_EQ(asked.at(2), "0+2");
  EXPECT_EQ(asked.at(0), "");
}

TEST(ReadAhead, FramesThatStandApartAreAskedForOneByOne) {
  // In the order of time two clients' frames stand in two places of the file.
  std::vector<ByteRange> ranges;
  for (std::uint64_t i = 0; i < 20; ++i) {
    ranges.push_back({(i % 2 == 0 ? i / 2 : 100 + i / 2) * 2 * kMiB, 2 * kMiB});
  }
  Asked asked(recording_of_ranges(ranges));
  EXPECT_EQ(asked.at(0), "200+2 2+2 202+2 4+2");
}

TEST(ReadAhead, FramesWithLittleBetweenThemAreAskedForAtOnce) {
  std::vector<ByteRange> ranges;
  for (std::uint64_t i = 0; i < 9; ++i) ranges.push_back({i * kMiB, kMiB - 1000});
  ranges.back().size = kMiB;
  std::vector<std::uint64_t> sizes;
  const auto recording = recording_of_ranges(ranges);
  ReadAhead ahead(*recording, [&](std::uint64_t, std::uint64_t size) { sizes.push_back(size); });
  ahead.shown(FrameIndex(0));
  EXPECT_EQ(sizes, std::vector<std::uint64_t>{8 * kMiB});
}

TEST(ReadAhead, AHugeFrameAsksForNoMoreThanAWindow) {
  Asked asked(in_a_row(4, 100 * kMiB));
  EXPECT_EQ(asked.at(0), "100+8");
}

TEST(ReadAhead, ManyTinyFramesAreBounded) {
  std::uint64_t bytes = 0;
  const auto recording = in_a_row(100'000, 16);
  ReadAhead ahead(*recording, [&](std::uint64_t, std::uint64_t size) { bytes += size; });
  ahead.shown(FrameIndex(0));
  EXPECT_EQ(bytes, std::uint64_t{16} * ReadAhead::kMostFrames);
  const std::size_t half = ReadAhead::kMostFrames / 2;
  for (std::size_t i = 1; i < half; ++i) ahead.shown(FrameIndex(i));
  EXPECT_EQ(bytes, std::uint64_t{16} * ReadAhead::kMostFrames) << "not a few bytes at a time";
  ahead.shown(FrameIndex(half));
  EXPECT_EQ(bytes, std::uint64_t{16} * (ReadAhead::kMostFrames + half));
}

TEST(ReadAhead, NoFrameAsksForNothing) {
  const auto recording = recording_of_ranges({});
  ReadAhead ahead(*recording, [](std::uint64_t, std::uint64_t) { ADD_FAILURE(); });
  ahead.shown(FrameIndex());
}

TEST(ReadAhead, AsksTheFileWhereNobodyElseIsNamed) {
  const auto recording = in_a_row(10, kMiB);
  ReadAhead ahead(*recording);  // in memory: nothing to ask for
  ahead.shown(FrameIndex(0));
  ahead.shown(FrameIndex(1));
  const auto file = InputFile::open(SCRUBJAY_SOURCE_DIR "/README.md");
  ASSERT_TRUE(file.has_value());
  (*file)->will_need(100, ~std::uint64_t{0});  // to the end
  (*file)->will_need((*file)->size(), 1);
  (*file)->will_need(~std::uint64_t{0}, ~std::uint64_t{0});
  EXPECT_EQ((*file)->change(), FileChange::none);
}

}  // namespace
}  // namespace scrubjay
