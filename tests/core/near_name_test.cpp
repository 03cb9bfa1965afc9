#include "core/near_name.h"

#include <gtest/gtest.h>

namespace scrubjay {
namespace {

TEST(EditsBetween, CountsWhatIsLeftOutAddedChangedAndSwapped) {
  EXPECT_EQ(edits_between("", ""), 0u);
  EXPECT_EQ(edits_between("", "abc"), 3u);
  EXPECT_EQ(edits_between("speed", "speed"), 0u);
  EXPECT_EQ(edits_between("speed", "sped"), 1u);
  EXPECT_EQ(edits_between("sped", "speed"), 1u);
  EXPECT_EQ(edits_between("speed", "spead"), 1u);
  EXPECT_EQ(edits_between("speed", "psede"), 2u);
  EXPECT_EQ(edits_between("colour", "colors"), 2u);
}

TEST(NearNames, TellsTheNearestThreeThatMayHaveBeenMeant) {
  const auto near = [](std::string_view wanted) {
    NearNames names(wanted);
    for (const char* name : {"control/throttle", "control/steering", "kinematics/speed", "speed",
                             "walker/speed", "vehicle.lincoln.mkz_2020", "speed", ""}) {
      names.add(name);
    }
    return names.text();
  };
  EXPECT_EQ(near("throtle"), "; near it: \"control/throttle\"");
  EXPECT_EQ(near("SPED"), "; near it: \"speed\", \"kinematics/speed\", \"walker/speed\"");
  EXPECT_EQ(near("lincon"), "; near it: \"vehicle.lincoln.mkz_2020\"");
  EXPECT_EQ(near("tim"), "");
  EXPECT_EQ(near("2020"), "") << "a number is near none";
  EXPECT_EQ(near("control"), "; near it: \"control/steering\", \"control/throttle\"");
  EXPECT_EQ(near("brightness"), "");
  EXPECT_EQ(near(""), "");
}

}  // namespace
}  // namespace scrubjay
