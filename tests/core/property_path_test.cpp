#include "core/property_path.h"

#include <gtest/gtest.h>

namespace scrubjay {
namespace {

TEST(PropertyPath, HasGroupsAndAName) {
  EXPECT_EQ(parts_of_path("body/wheels/0").groups, "body/wheels");
  EXPECT_EQ(parts_of_path("body/wheels/0").name, "0");
  EXPECT_EQ(parts_of_path("speed").groups, "");
  EXPECT_EQ(parts_of_path("speed").name, "speed");
  EXPECT_EQ(parts_of_path("/speed").name, "speed");
  EXPECT_EQ(parts_of_path("").name, "");
}

TEST(PropertyPath, TheEndThatTellsHasTheNameAboveOfItemsAndOnlyValues) {
  EXPECT_EQ(telling_name("kinematics/speed"), "speed");
  EXPECT_EQ(telling_name("body/wheels/0"), "wheels/0");
  EXPECT_EQ(telling_name("wheels/0"), "wheels/0");
  EXPECT_EQ(telling_name("inherited/Health/value"), "Health/value");
  EXPECT_EQ(telling_name("value"), "value");
  EXPECT_EQ(telling_name("7"), "7");
}

}  // namespace
}  // namespace scrubjay
