#include "app/shared/recording_words.h"

#include <gtest/gtest.h>

#include "formats/format.h"

namespace scrubjay {
namespace {

RecordingInfo info_of(std::string format, std::string version) {
  return {.format = std::move(format),
          .format_version = std::move(version),
          .coordinates = {},
          .metadata = {}};
}

TEST(RecordingWords, FormatsHaveTheNamesOfTheirUsers) {
  EXPECT_EQ(format_words(info_of("carla", "1")), "CARLA recorder 1");
  EXPECT_EQ(format_words(info_of("framebyframe", "4")), "Frame by Frame 4");
  EXPECT_EQ(format_words(info_of("xrec", "")), "XREC");
  EXPECT_EQ(format_words(info_of("new", "2")), "new 2");
}

TEST(RecordingWords, EveryFormatHasAName) {
  for (const Format* format : formats()) EXPECT_FALSE(format->family.empty()) << format->name;
}

TEST(RecordingWords, AMapIsNamedWithoutItsFolders) {
  RecordingInfo info = info_of("carla", "1");
  EXPECT_EQ(map_name(info), "");
  info.metadata = {{"date", "today"}, {"map", "/Game/Carla/Maps/Town01"}};
  EXPECT_EQ(map_name(info), "Town01");
  info.metadata = {{"map", "Town06"}};
  EXPECT_EQ(map_name(info), "Town06");
}

TEST(RecordingWords, CoordinatesAreReadAloud) {
  CoordinateSystem system;
  system.right = Axis::pos_x;
  system.up = Axis::pos_z;
  system.forward = Axis::neg_y;
  EXPECT_EQ(coordinate_words(system), "custom: right +x, up +z, forward −y");
  system.metres_per_unit = 0.5;
  EXPECT_EQ(coordinate_words(system), "custom: right +x, up +z, forward −y, 0.5 m a unit");
  EXPECT_EQ(coordinate_words(*CoordinateSystem::parse("unreal")), "unreal");
}

TEST(RecordingWords, KindsThatWereExpectedHaveTheirTitles) {
  Problem problem;
  problem.code = "unknown-format";
  problem.expected = "one of: carla, framebyframe";
  const std::string kinds = expected_words(problem);
  for (const Format* format : formats()) EXPECT_TRUE(kinds.contains(format->title)) << kinds;
  EXPECT_FALSE(kinds.contains("framebyframe")) << kinds;
  problem.code = "empty-file";
  EXPECT_EQ(expected_words(problem), problem.expected);
}

TEST(RecordingWords, AFormatIsCalledByItsFamily) {
  EXPECT_EQ(format_words("framebyframe"), "Frame by Frame");
  EXPECT_EQ(format_words("of a later version"), "of a later version");
}

}  // namespace
}  // namespace scrubjay
