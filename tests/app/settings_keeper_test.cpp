#include "app/viewer/saved/settings_keeper.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scrubjay {
namespace {

class SettingsKeeperTest : public testing::Test {
 protected:
  void look(double now) {
    keeper_.look(now, [&] {
      ++looks_;
      return settings_;
    });
  }

  Settings settings_;
  std::vector<float> saved_;  ///< scales
  int looks_ = 0;
  SettingsKeeper keeper_{settings_,
                         [this](const Settings& saved) { saved_.push_back(saved.scale); }};
};

TEST_F(SettingsKeeperTest, NothingChangedNothingSavedAndNothingToWaitFor) {
  for (const double now : {0.0, 5.0, 50.0}) look(now);
  EXPECT_TRUE(saved_.empty());
  EXPECT_TRUE(std::isinf(keeper_.rest(50)));
}

TEST_F(SettingsKeeperTest, SavesASecondAfterTheFirstChange) {
  look(0);
  settings_.scale = 2;
  look(5);
  EXPECT_TRUE(saved_.empty());
  EXPECT_DOUBLE_EQ(keeper_.rest(5), 1);
  settings_.scale = 3;
  look(6);
  EXPECT_EQ(saved_, std::vector<float>{3});
  EXPECT_TRUE(std::isinf(keeper_.rest(6)));
}

TEST_F(SettingsKeeperTest, WhatChangesAllTheTimeIsSavedEveryTenSeconds) {
  for (int i = 0; i < 130; ++i) {
    settings_.scale = static_cast<float>(i);
    look(0.25 * i);
  }
  EXPECT_EQ(saved_.size(), 4u);  // after 2, 12, 22 and 32 seconds
  EXPECT_LE(looks_, 33);
}

TEST_F(SettingsKeeperTest, AChangeTakenBackIsNotSaved) {
  settings_.scale = 2;
  look(5);
  settings_.scale = 0;
  look(6);
  EXPECT_TRUE(saved_.empty());
  EXPECT_TRUE(std::isinf(keeper_.rest(6)));
}

TEST_F(SettingsKeeperTest, WhatThereIsNoTimeToLookAtIsLookedAtLater) {
  look(5);
  settings_.scale = 2;
  look(5.25);
  EXPECT_EQ(looks_, 1);
  EXPECT_DOUBLE_EQ(keeper_.rest(5.25), 0.75);
  look(6);
  EXPECT_EQ(looks_, 2);
  EXPECT_DOUBLE_EQ(keeper_.rest(6), 1);
}

}  // namespace
}  // namespace scrubjay
