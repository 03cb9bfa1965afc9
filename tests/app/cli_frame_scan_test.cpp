#include "core/frame_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

#include "cli_test_recording.h"

namespace scrubjay {
namespace {

std::size_t name_of(const Frame& frame, std::string& text) {
  text = std::to_string(frame.tree[0].integer);
  return text.size();
}

struct ScanCase {
  std::size_t frames;
  unsigned threads;
  std::size_t max_waiting_bytes;
};

class FrameScanOrder : public testing::TestWithParam<ScanCase> {};

TEST_P(FrameScanOrder, delivers_every_frame_once_in_order) {
  const ScanCase& c = GetParam();
  const FrameScan scan{.recording = make_long_recording(c.frames),
                       .max_waiting_bytes = c.max_waiting_bytes,
                       .threads = c.threads};
  const std::atomic<bool> cancelled = false;
  std::size_t delivered = 0;
  const bool all =
      scan_frames<std::string>(scan, cancelled, name_of, [&](FrameIndex frame, std::string& text) {
        EXPECT_EQ(frame.value, delivered);
        EXPECT_EQ(text, std::to_string(delivered));
        ++delivered;
        return true;
      });
  EXPECT_TRUE(all);
  EXPECT_EQ(delivered, c.frames);
}

INSTANTIATE_TEST_SUITE_P(, FrameScanOrder,
                         testing::Values(ScanCase{0, 2, 1 << 20}, ScanCase{1, 4, 1 << 20},
                                         ScanCase{1000, 1, 1 << 20}, ScanCase{5000, 4, 1 << 20},
                                         // No room at all: only the next frame may be made.
                                         ScanCase{1000, 4, 0}, ScanCase{1000, 3, 5}));

TEST(FrameScan, gives_only_the_entities_that_are_wanted) {
  const FrameScan scan{.recording = make_test_recording(), .only = {{EntityIndex(1)}}};
  const std::atomic<bool> cancelled = false;
  std::size_t found = 0;
  const auto others = [](const Frame& frame, std::size_t& count) {
    count = static_cast<std::size_t>(std::ranges::count_if(
        frame.entities, [](const Entity& entity) { return entity.index != EntityIndex(1); }));
    return frame.entities.size();
  };
  EXPECT_TRUE(scan_frames<std::size_t>(scan, cancelled, others, [&](FrameIndex, std::size_t& n) {
    EXPECT_EQ(n, 0u);
    ++found;
    return true;
  }));
  EXPECT_EQ(found, scan.recording->frame_count());
}

TEST(FrameScan, stops_when_a_delivery_says_so) {
  const FrameScan scan{.recording = make_long_recording(5000), .threads = 4};
  const std::atomic<bool> cancelled = false;
  std::size_t delivered = 0;
  EXPECT_FALSE(scan_frames<std::string>(
      scan, cancelled, name_of, [&](FrameIndex, std::string&) { return ++delivered < 10; }));
  EXPECT_EQ(delivered, 10u);
}

TEST(FrameScan, stops_when_it_is_cancelled) {
  const FrameScan scan{.recording = make_long_recording(5000), .threads = 4};
  std::atomic<bool> cancelled = false;
  std::size_t delivered = 0;
  EXPECT_FALSE(scan_frames<std::string>(scan, cancelled, name_of, [&](FrameIndex, std::string&) {
    if (++delivered == 10) cancelled = true;
    return true;
  }));
  EXPECT_EQ(delivered, 10u);
}

TEST(FrameScan, decodes_in_the_coordinates_chosen) {
  const auto unity = CoordinateSystem::parse("unity");
  ASSERT_TRUE(unity);
  const FrameScan scan{.recording = make_test_recording(), .coordinates = *unity};
  const std::atomic<bool> cancelled = false;
  std::vector<double> heights;
  EXPECT_TRUE(scan_frames<double>(
      scan, cancelled,
      [](const Frame& frame, double& height) {
        height = frame.entities[1].world.position->y;
        return sizeof(height);
      },
      [&](FrameIndex, double& height) {
        heights.push_back(height);
        return true;
      }));
  EXPECT_EQ(heights, (std::vector{0.0, 0.01, 0.02, 0.03, 0.04}));
}

}  // namespace
}  // namespace scrubjay
