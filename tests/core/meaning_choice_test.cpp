#include "core/meaning_choice.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "core/recording.h"
#include "tests/core/made_recording.h"

namespace scrubjay {
namespace {

TEST(Meaning, NamesReadBackAndDiffer) {
  std::set<std::string_view> names;
  for (std::size_t i = 0; i < kMeanings; ++i) {
    const auto meaning = static_cast<Meaning>(i);
    EXPECT_TRUE(names.insert(to_text(meaning)).second) << i;
    EXPECT_EQ(meaning_from(to_text(meaning)), meaning);
  }
  EXPECT_FALSE(meaning_from("place"));
}

/// stats{aim vec3, deep{aim vec3, n number}}, aim vec3, "a/b" vec3, name string
class ChosenMeanings : public testing::Test {
 protected:
  ChosenMeanings() {
    const auto stats = tree_.open("stats", PropertyType::group);
    aim_in_stats_ = add_vector("aim");
    const auto deep = tree_.open("deep", PropertyType::group);
    aim_in_deep_ = add_vector("aim");
    number_ = tree_.number("n", 1, Precision::float64);
    tree_.close(deep);
    tree_.close(stats);
    aim_ = add_vector("aim");
    slashed_ = add_vector("a/b");
    text_ = tree_.text("name", "x");
  }

  PropertyTree::Node add_vector(std::string_view name) {
    return tree_.vec3(name, {1, 2, 3}, Precision::float64);
  }

  /// The nodes that have a meaning after the choices.
  std::vector<PropertyTree::Node> changed(std::vector<MeaningChoice> choices) {
    apply_choices(choices, tree_, {0, tree_.size()});
    std::vector<PropertyTree::Node> nodes;
    for (PropertyTree::Node i = 0; i < tree_.size(); ++i) {
      if (tree_[i].meaning != Meaning::none) nodes.push_back(i);
    }
    return nodes;
  }

  using Nodes = std::vector<PropertyTree::Node>;
  PropertyTree tree_;
  PropertyTree::Node aim_in_stats_ = 0, aim_in_deep_ = 0, number_ = 0, aim_ = 0, slashed_ = 0,
                     text_ = 0;
};

TEST_F(ChosenMeanings, ABareNameIsTheLastPartOfAnyPath) {
  EXPECT_EQ(changed({{"aim", Meaning::direction}}), (Nodes{aim_in_stats_, aim_in_deep_, aim_}));
  EXPECT_EQ(tree_[aim_].meaning, Meaning::direction);
}

TEST_F(ChosenMeanings, APathNamesTheContainersAroundIt) {
  EXPECT_EQ(changed({{"stats/aim", Meaning::axial}}), Nodes{aim_in_stats_});
}

TEST_F(ChosenMeanings, ALongerPathGoesDeeper) {
  EXPECT_EQ(changed({{"stats/deep/aim", Meaning::axial}}), Nodes{aim_in_deep_});
}

TEST_F(ChosenMeanings, APathThatIsTooLongNamesNothing) {
  EXPECT_EQ(changed({{"world/stats/aim", Meaning::axial}}), Nodes{});
}

TEST_F(ChosenMeanings, ANameMayHoldASlash) {
  EXPECT_EQ(changed({{"a/b", Meaning::point}}), Nodes{slashed_});
}

TEST_F(ChosenMeanings, OnlyWhereTheTypeCanMeanThat) {
  EXPECT_EQ(changed({{"name", Meaning::point}, {"n", Meaning::point}, {"aim", Meaning::length}}),
            Nodes{});
  EXPECT_EQ(changed({{"n", Meaning::length}}), Nodes{number_});
}

TEST_F(ChosenMeanings, TheLastChoiceHolds) {
  changed({{"aim", Meaning::point}, {"stats/aim", Meaning::axial}, {"deep/aim", Meaning::none}});
  EXPECT_EQ(tree_[aim_].meaning, Meaning::point);
  EXPECT_EQ(tree_[aim_in_stats_].meaning, Meaning::axial);
  EXPECT_EQ(tree_[aim_in_deep_].meaning, Meaning::none);
}

}  // namespace
}  // namespace scrubjay
