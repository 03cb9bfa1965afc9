#include "app/viewer/panels/properties/property_rows.h"
#include "app/shared/property_copy.h"
#include "app/shared/property_series.h"
#include "app/viewer/panels/properties/change_strip.h"
#include "app/viewer/panels/properties/property_paint.h"

#include "app/viewer/panels/properties/pinned_rows.h"
#include "app/viewer/panels/properties/property_text.h"
#include "core/place_properties.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <string>

namespace scrubjay {
namespace {

/// control { throttle, gear }, pose { location }, wheels [ 0, 1, ... ]
void fill(PropertyTree& tree, double throttle, int gear, int wheels = 4) {
  const auto control = tree.open("control", PropertyType::group);
  tree.number("throttle", throttle, Precision::float32);
  tree.integer("gear", gear);
  tree.close(control);
  const auto pose = tree.open("pose", PropertyType::group);
  tree.vec3("location", {1.5, -2, 0.25}, Precision::float32, "cm", Meaning::point);
  tree.close(pose);
  const auto list = tree.open("wheels", PropertyType::list);
  for (int i = 0; i < wheels; ++i) tree.integer(tree.keep(std::to_string(i)), i);
  tree.close(list);
}

std::string text_of(const PropertyTree& tree, const std::vector<PropertyRow>& rows) {
  std::string text;
  for (const PropertyRow& row : rows) {
    text += std::string(row.depth * std::size_t{2}, ' ') + std::string(tree[row.node].name);
    if (is_container(tree[row.node].type)) {
      text += " " + std::to_string(row.children) + (row.is_open ? "" : " +");
    } else {
      text += " " + bare_value_text(tree, row.node);
    }
    text += row.is_changed ? " *\n" : "\n";
  }
  return text;
}

std::string listed(const PropertyTree& tree, std::string_view search = "",
                   const std::set<std::string>& toggled = {},
                   const PropertyTree* previous = nullptr) {
  std::vector<std::uint32_t> matched;
  const PropertyTree empty;
  if (previous != nullptr) match_nodes(tree, *previous, matched);
  std::vector<PropertyRow> rows;
  list_properties(tree, previous == nullptr ? empty : *previous, matched, {search, toggled}, rows);
  return text_of(tree, rows);
}

TEST(PropertyPaths, CountEqualNamesOfOneGroupAsTheTablesDo) {
  PropertyTree tree;
  const auto group = [&](std::string_view name) {
    const PropertyTree::Node open = tree.open(name, PropertyType::group);
    tree.number("a", 1, Precision::float64);
    tree.number("a", 2, Precision::float64);
    tree.close(open);
  };
  for (const char* const name : {"net", "net", "derived", "derived"}) group(name);
  std::string paths;
  for (PropertyTree::Node i = 0; i < tree.size(); ++i) {
    if (tree[i].subtree > 1) continue;
    paths += full_path_of(tree, i) + " ";
    if (tree[i].number == 2 && i < 6) {
      const auto found = find_value(tree, full_path_of(tree, i));
      ASSERT_TRUE(found);
      EXPECT_EQ(found->node, i);
    }
  }
  // What is derived of two has a group of its own, and no other name.
  EXPECT_EQ(paths, "net/a net/a#2 net#2/a net#2/a#2 derived/a derived/a#2 derived/a derived/a#2 ");
}

TEST(PropertyRows, WhatChangesStandsBeforeWhatNeverDoes) {
  PropertyTree tree;
  fill(tree, 0.5, 3);
  const std::uint64_t control = child_path_hash(kRootPathHash, "control", 0);
  const std::uint64_t wheels = child_path_hash(kRootPathHash, "wheels", 0);
  const std::set<std::uint64_t> changing{control, child_path_hash(control, "gear", 0), wheels,
                                         child_path_hash(wheels, "2", 0)};
  const std::set<std::string> none;
  PropertyRowsChoice choice{.search = "", .toggled = none};
  choice.changes = [&](std::uint64_t path) { return changing.contains(path); };
  std::vector<PropertyRow> rows;
  list_properties(tree, {}, {}, choice, rows);
  EXPECT_EQ(text_of(tree, rows),
            "control 2\n"
            "  gear 3\n"
            "  throttle 0.5\n"
            "wheels 4\n"
            "  0 0\n"
            "  1 1\n"
            "  2 2\n"
            "  3 3\n"
            "pose 1\n"
            "  location 1.5, -2, 0.25\n")
      << "entries of lists stay in order";
}

TEST(PropertyText, NumbersHaveFourSignificantDigits) {
  const auto text = [](double value) {
    PropertyTree tree;
    tree.number("n", value, Precision::float64);
    return short_value_text(tree, 0);
  };
  EXPECT_EQ(text(0), "0");
  EXPECT_EQ(text(3.14159265), "3.142");
  EXPECT_EQ(text(-0.000123456), "-0.0001235");
  EXPECT_EQ(text(123456.789), "123457") << "all those before the point";
  EXPECT_EQ(text(2.5), "2.5");
  EXPECT_EQ(text(1.23456e20), "1.235e+20");
  EXPECT_EQ(text(1.23456e-12), "1.235e-12");
  EXPECT_EQ(text(std::numeric_limits<double>::infinity()), "Infinity");
  PropertyTree tree;
  tree.vec3("v", {-3612.4482, 0.12345, 1e-9}, Precision::float64, "cm", Meaning::point);
  tree.vec3("small", {-3612.4482, 0.0012345, 0}, Precision::float64);
  tree.integer("i", 1234567);
  EXPECT_EQ(short_value_text(tree, 0), "-3612, 0.1235, 0") << "what computing leaves of a zero";
  EXPECT_EQ(short_value_text(tree, 1), "-3612, ~0, 0");
  EXPECT_EQ(short_value_text(tree, 2), "1234567");
}

TEST(PropertyRows, GroupsAreOpenAndLongListsAreFolded) {
  PropertyTree tree;
  fill(tree, 0.5, 3, 9);
  EXPECT_EQ(listed(tree),
            "control 2\n"
            "  throttle 0.5\n"
            "  gear 3\n"
            "pose 1\n"
            "  location 1.5, -2, 0.25\n"
            "wheels 9 +\n");
}

TEST(PropertyRows, AFoldByHandIsKeptByPath) {
  PropertyTree tree;
  fill(tree, 0.5, 3, 9);
  EXPECT_EQ(listed(tree, "", {"control", "wheels", "pose"}),
            "control 2 +\n"
            "pose 1 +\n"
            "wheels 9\n"
            "  0 0\n  1 1\n  2 2\n  3 3\n  4 4\n  5 5\n  6 6\n  7 7\n  8 8\n");
}

TEST(PropertyRows, SearchLooksAtPathsAndValues) {
  PropertyTree tree;
  fill(tree, 0.5, 3, 9);
  EXPECT_EQ(listed(tree, "THROT"), "control 2\n  throttle 0.5\n");
  EXPECT_EQ(listed(tree, "control 3"), "control 2\n  gear 3\n");
  EXPECT_EQ(listed(tree, "0.25"), "pose 1\n  location 1.5, -2, 0.25\n");
  EXPECT_EQ(listed(tree, "nothing"), "");
}

TEST(PropertyRows, ChangesAreMarkedOnTheValueAndOnWhatHoldsIt) {
  PropertyTree before;
  PropertyTree now;
  fill(before, 0.25, 3, 2);
  fill(now, 0.5, 3, 2);
  EXPECT_EQ(listed(now, "", {}, &before),
            "control 2 *\n"
            "  throttle 0.5 *\n"
            "  gear 3\n"
            "pose 1\n"
            "  location 1.5, -2, 0.25\n"
            "wheels 2\n"
            "  0 0\n  1 1\n");
}

TEST(PropertyRows, WithoutAFrameBeforeNothingIsMarked) {
  PropertyTree tree;
  fill(tree, 0.5, 3, 0);
  EXPECT_EQ(listed(tree).find('*'), std::string::npos);
}

TEST(PropertyRows, AnAddedPropertyIsNewAndDisturbsNobody) {
  PropertyTree before;
  before.integer("a", 1);
  before.integer("gone", 1);
  before.integer("c", 3);
  PropertyTree now;
  now.integer("a", 1);
  now.integer("new", 2);
  now.integer("c", 3);
  EXPECT_EQ(listed(now, "", {}, &before), "a 1\nnew 2 *\nc 3\n");
}

TEST(PropertyRows, EqualNamesAreMatchedInOrder) {
  PropertyTree before;
  before.integer("x", 1);
  before.integer("x", 2);
  PropertyTree now;
  now.integer("x", 1);
  now.integer("x", 3);
  EXPECT_EQ(listed(now, "", {}, &before), "x 1\nx 3 *\n");
}

TEST(PropertyRows, NotANumberIsNoChange) {
  PropertyTree before;
  PropertyTree now;
  before.number("x", std::numeric_limits<double>::quiet_NaN(), Precision::float64);
  now.number("x", std::numeric_limits<double>::quiet_NaN(), Precision::float64);
  EXPECT_EQ(listed(now, "", {}, &before), "x NaN\n");
}

TEST(PropertyRows, APathHasTheSameHashAtEveryFrameAndOthersDiffer) {
  PropertyTree a;
  PropertyTree b;
  fill(a, 0.25, 3);
  b.integer("first", 1);
  fill(b, 0.5, 4);
  std::vector<PropertyRow> rows_a;
  std::vector<PropertyRow> rows_b;
  const std::set<std::string> none;
  list_properties(a, {}, {}, {"", none}, rows_a);
  list_properties(b, {}, {}, {"", none}, rows_b);
  ASSERT_EQ(rows_b.size(), rows_a.size() + 1);
  std::set<std::uint64_t> hashes;
  for (std::size_t i = 0; i < rows_a.size(); ++i) {
    EXPECT_EQ(rows_a[i].path_hash, rows_b[i + 1].path_hash);
    hashes.insert(rows_a[i].path_hash);
  }
  EXPECT_EQ(hashes.size(), rows_a.size());
}

TEST(PropertyRows, PathsNameEveryLevelAndLeaveOutTheAddedGroup) {
  Frame frame;
  frame.coordinates.metres_per_unit = 0.01;
  fill(frame.tree, 0.5, 3);
  Entity entity;
  entity.world.position = glm::dvec3(1, 2, 3);
  entity.box = Box{};
  entity.properties = {0, frame.tree.size()};
  PropertyTree copy;
  copy_properties(frame, &entity, copy);
  const auto position = find_path(copy, {0, copy.size()}, "transform/position");
  const auto gear = find_path(copy, {0, copy.size()}, "control/gear");
  const auto half = find_path(copy, {0, copy.size()}, "transform/box/half");
  ASSERT_TRUE(position && gear && half);
  EXPECT_EQ(full_path_of(copy, *position), "transform/position");
  EXPECT_EQ(path_of(copy, *position), "position");
  EXPECT_EQ(path_of(copy, *half), "box/half");
  EXPECT_EQ(path_of(copy, *gear), "control/gear");
  EXPECT_STREQ(copy[*position].unit, "cm");
}

TEST(PropertyRows, TheAddedTransformIsFoldedWhenTheSourceTellsThePlaceItself) {
  Frame frame;
  fill(frame.tree, 0.5, 3);
  Entity entity;
  entity.world.position = glm::dvec3(1, 2, 3);
  entity.properties = {0, frame.tree.size()};
  PropertyTree copy;
  copy_properties(frame, &entity, copy);
  EXPECT_FALSE(is_open_by_default(copy, 0, 0, 1));
  entity.properties = {};
  copy_properties(frame, &entity, copy);
  EXPECT_TRUE(is_open_by_default(copy, 0, 0, 1));
}

TEST(PropertyRows, ATooLongNumberIsRoundedToFit) {
  PropertyTree tree;
  tree.vec3("v", {123.456789, -0.000123, 9.99999}, Precision::float64);
  tree.number("huge", 1e300, Precision::float64);
  tree.number("nan", std::numeric_limits<double>::quiet_NaN(), Precision::float64);
  tree.text("text", "no number");
  tree.vec3("drift", {393.0841, -209.75, 0.0327}, Precision::float64);
  tree.vec3("noise", {2.5, -1e-9, -0.0}, Precision::float64);
  EXPECT_EQ(rounded_value_text(tree, 0, 40), "123.4568, -0.000123, 9.99999");
  EXPECT_EQ(rounded_value_text(tree, 0, 18), "123, -0.000123, 10");
  EXPECT_EQ(rounded_value_text(tree, 0, 5), "");
  // What is small beside the others keeps its figures; what is nothing beside them has no sign.
  EXPECT_EQ(rounded_value_text(tree, 4, 21), "393.1, -209.8, 0.0327");
  EXPECT_EQ(rounded_value_text(tree, 4, 17), "393, -210, 0.0327");
  EXPECT_EQ(rounded_value_text(tree, 5, 20), "2.5, 0, 0");
  tree.vec3("nearly still", {-4.0918e-7, -5.44e-5, 0.0287}, Precision::float64);
  EXPECT_EQ(rounded_value_text(tree, 6, 22), "~0, -0.0000544, 0.0287");
  EXPECT_EQ(rounded_value_text(tree, 6, 15), "~0, ~0, 0.0287") << "not zero, which has no sign";
  EXPECT_EQ(rounded_value_text(tree, 1, 20), "");
  EXPECT_EQ(rounded_value_text(tree, 2, 20), "NaN");
  EXPECT_EQ(rounded_value_text(tree, 3, 20), "");
}

TEST(PropertyRows, VectorsOfUnknownMeaningStayAsRecorded) {
  PropertySnapshot snapshot;
  snapshot.tree.vec3("aim", {1, 2, 3}, Precision::float64);
  snapshot.tree.vec3("place", {1, 2, 3}, Precision::float64, "m", Meaning::point);
  snapshot.tree.number("health", 7, Precision::float64);
  EXPECT_FALSE(stays_as_recorded(snapshot, 0)) << "nothing is converted";
  snapshot.recorded.append_copy(snapshot.tree, {0, snapshot.tree.size()});
  EXPECT_TRUE(stays_as_recorded(snapshot, 0));
  EXPECT_FALSE(stays_as_recorded(snapshot, 1));
  EXPECT_FALSE(stays_as_recorded(snapshot, 2));
}

TEST(PropertyRows, ValuesAreOneShortLineWhateverTheyHold) {
  PropertyTree tree;
  const std::string huge(1 << 20, 'x');
  tree.text("huge", huge);
  tree.text("lines", "a\nb\x1b[0m\xff");
  tree.number("speed", 3.5, Precision::float32, "m/s");
  EXPECT_LT(bare_value_text(tree, 0).size(), 500u);
  EXPECT_EQ(bare_value_text(tree, 1).find('\n'), std::string::npos);
  EXPECT_EQ(bare_value_text(tree, 2), "3.5");
}

TEST(PropertyRows, AnglesAreInTheSenseOfTheWords) {
  EXPECT_EQ(angles_text({-0.001, 12.345, 90}),
            "roll 0.00\xC2\xB0 (right side down)\npitch 12.35\xC2\xB0 (nose up)\n"
            "yaw 90.00\xC2\xB0 (to the right)");
}

TEST(PropertyRows, ATurnIsToldByTheAnglesThatThereAre) {
  EXPECT_EQ(turn_text({0.01, 2, -67.44}), "yaw -67.4\xC2\xB0, pitch 2\xC2\xB0");
  EXPECT_EQ(turn_text({-180, 0, 0}), "roll -180\xC2\xB0");
  EXPECT_EQ(turn_text({0, -0.04, 0}), "not turned");
}

TEST(PinnedRows, ValuesAreAlignedByPath) {
  PropertyTree a;
  a.integer("id", 1);
  fill(a, 0.5, 3, 0);
  PropertyTree b;
  fill(b, 0.25, 1, 1);
  b.text("name", "b");
  std::vector<PinnedRow> rows;
  const std::array<const PropertyTree*, 2> trees{&a, &b};
  align_properties(trees, rows);
  std::string text;
  for (const PinnedRow& row : rows) {
    text += row.path;
    for (std::size_t i = 0; i < 2; ++i) {
      text += row.nodes[i] == kNoNode ? " -" : " " + bare_value_text(*trees[i], row.nodes[i]);
    }
    text += '\n';
  }
  EXPECT_EQ(text,
            "id 1 -\n"
            "control/throttle 0.5 0.25\n"
            "control/gear 3 1\n"
            "pose/location 1.5, -2, 0.25 1.5, -2, 0.25\n"
            "wheels/0 - 0\n"
            "name - b\n");
}

TEST(PinnedRows, AreBoundedForHugeTrees) {
  PropertyTree tree;
  for (int i = 0; i < 100000; ++i) tree.integer(tree.keep(std::to_string(i)), i);
  std::vector<PinnedRow> rows;
  const std::array<const PropertyTree*, 1> trees{&tree};
  align_properties(trees, rows);
  EXPECT_LE(rows.size(), 5000u);
}

TEST(ChangesPath, OfWhereTheEntityIsGivesWayToAPropertyThatHasIt) {
  PropertySnapshot snapshot;
  snapshot.of = {0, EntityIndex(0)};
  PropertiesCache cache;
  Entity entity;
  entity.world.position = glm::dvec3(1, 2, 3);
  entity.world.scale = glm::dvec3(1);
  append_place({}, entity, snapshot.tree);
  snapshot.own = snapshot.tree.size();
  fill(snapshot.tree, 0.5, 3);
  const PropertyTree::Node position = 1;
  const PropertyTree::Node scale = 2;
  EXPECT_EQ(changes_path(snapshot, 0), "");
  EXPECT_EQ(changes_path(snapshot, position), "transform/position");
  EXPECT_EQ(changes_path(snapshot, snapshot.own + 1), "control/throttle");
  ViewState state;
  state.chosen_property = "transform/position";
  cache.shown.of = snapshot.of;
  cache.shown.own = snapshot.own;
  cache.shown.tree.append_copy(snapshot.tree, {0, snapshot.tree.size()});
  EXPECT_EQ(chosen_node(state, cache), position);
  // The source's own, of the same path.
  for (PropertyTree* const tree : {&snapshot.tree, &cache.shown.tree}) {
    const auto group = tree->open("transform", PropertyType::group);
    tree->number("position", 4, Precision::float64, "");
    tree->close(group);
  }
  ++cache.shown.version;
  const PropertyTree::Node property = snapshot.tree.size() - 1;
  EXPECT_EQ(changes_path(snapshot, position), "");
  EXPECT_EQ(changes_path(snapshot, scale), "transform/scale");
  EXPECT_EQ(changes_path(snapshot, property), "transform/position");
  EXPECT_EQ(chosen_node(state, cache), property);
}

}  // namespace
}  // namespace scrubjay
