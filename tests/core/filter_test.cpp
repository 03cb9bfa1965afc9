#include "core/filter.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>

#include "made_recording.h"

namespace scrubjay {
namespace {

FilterMember text(std::string name, MemberMode mode, std::string value) {
  return {
      .name = std::move(name), .type = MemberType::string, .text = std::move(value), .mode = mode};
}
FilterMember number(std::string name, MemberMode mode, double value) {
  return {.name = std::move(name), .type = MemberType::number, .number = value, .mode = mode};
}
FilterMember truth(std::string name, MemberMode mode, bool value) {
  return {.name = std::move(name), .type = MemberType::boolean, .boolean = value, .mode = mode};
}

void add_list(PropertyTree& tree, std::string_view name, std::span<const std::string_view> cells) {
  const auto list = tree.open(name, PropertyType::list);
  for (std::size_t i = 0; i < cells.size(); ++i) tree.text(index_name(tree, i), cells[i]);
  tree.close(list);
}

/// One entity with a property of each kind that filters look at.
PropertyTree example() {
  PropertyTree tree;
  const auto user = tree.open("properties", PropertyType::group);
  const auto stats = tree.open("Stats", PropertyType::group);
  tree.number("Health", 24.5, Precision::float64);
  tree.number("Speed", static_cast<double>(0.1F), Precision::float32);
  tree.integer("Ammo", 30);
  tree.unsigned_integer("Seed", 18'000'000'000'000'000'000ULL);
  tree.boolean("Alive", true);
  tree.close(stats);
  const auto ai = tree.open("AI", PropertyType::group);
  tree.text("State", "Patrol");
  tree.text("Note", "be careful", PropertyType::comment);
  const auto target = tree.text("Target", "712", PropertyType::entity);
  tree.set_style(target, {.icon = "", .color = "", .type_name = "", .label = "Soldier 3"});
  tree.vec3("Goal", {1, -2, 3}, Precision::float64);
  tree.numbers("Tint", PropertyType::color, std::array{1.0, 0.5, 0.0, 0.25}, Precision::float64);
  tree.close(ai);
  const auto sphere = tree.open("Vision", PropertyType::sphere);
  tree.text("layer", "Senses");
  tree.vec3("position", {10, 20, 30}, Precision::float64);
  tree.number("radius", 5, Precision::float64);
  tree.close(sphere);
  const auto table = tree.open("Loot", PropertyType::table);
  add_list(tree, "header", std::array<std::string_view, 2>{"item", "count"});
  const auto rows = tree.open("rows", PropertyType::list);
  add_list(tree, "0", std::array<std::string_view, 2>{"Sword", "1"});
  add_list(tree, "1", std::array<std::string_view, 3>{"Arrow", "40", "beyond the header"});
  tree.close(rows);
  tree.close(table);
  tree.close(user);
  const auto special = tree.open("special", PropertyType::group);
  tree.text("name", "Guard");
  tree.close(special);
  return tree;
}

struct MemberCase {
  const char* what;
  FilterMember member;
  bool expected;
};

class FilterMemberTest : public testing::TestWithParam<MemberCase> {};

TEST_P(FilterMemberTest, IsSatisfiedBySomePropertyOrByNone) {
  const PropertyTree tree = example();
  const FilterMatcher matcher({.kind = FilterKind::event, .members = {GetParam().member}});
  FilterScratch scratch;
  EXPECT_EQ(matcher.matches_event(tree, {0, tree.size()}, scratch), GetParam().expected);
  EXPECT_EQ(scratch.reason.empty(), !GetParam().expected);
}

const MemberCase kCases[] = {
    {"a name is a part, in any case", text("stat", MemberMode::equals, "patrol"), true},
    {"an empty name is any property", text("", MemberMode::contains, "ARROW"), true},
    {"a name that is not there", text("mood", MemberMode::contains, ""), false},
    {"contains in lower case", text("State", MemberMode::contains, "TRO"), true},
    {"does not contain", text("State", MemberMode::contains, "Attack"), false},
    {"equals needs all of it", text("State", MemberMode::equals, "Patr"), false},
    {"similar texts contain", text("State", MemberMode::similar, "patr"), true},
    {"different", text("State", MemberMode::different, "Attack"), true},
    {"not different but in case", text("State", MemberMode::different, "PATROL"), false},
    {"a text is not less", text("State", MemberMode::less, "Z"), false},
    {"a text is not more", text("State", MemberMode::more, "A"), false},
    {"comments are texts", text("note", MemberMode::contains, "careful"), true},
    {"a text is no number", number("State", MemberMode::different, 1), false},
    {"a number is no text", text("Health", MemberMode::different, "x"), false},
    {"less", number("Health", MemberMode::less, 24.6), true},
    {"not less than itself", number("Health", MemberMode::less, 24.5), false},
    {"more", number("Health", MemberMode::more, 24.4), true},
    {"not more than itself", number("Health", MemberMode::more, 24.5), false},
    {"equals", number("Health", MemberMode::equals, 24.5), true},
    {"a number that contains is equal", number("Health", MemberMode::contains, 24.5), true},
    {"similar below 0.1", number("Health", MemberMode::similar, 24.59), true},
    {"not similar from 0.1 on", number("Ammo", MemberMode::similar, 30.1), false},
    {"different number", number("Health", MemberMode::different, 24.5), false},
    {"a float equals what it was made of", number("Speed", MemberMode::equals, 0.1), true},
    {"a float does not differ from it", number("Speed", MemberMode::different, 0.1), false},
    {"integers are numbers", number("Ammo", MemberMode::equals, 30), true},
    {"beyond the signed range", number("Seed", MemberMode::more, 1.7e19), true},
    {"truth", truth("Alive", MemberMode::equals, true), true},
    {"truth that contains", truth("Alive", MemberMode::contains, true), true},
    {"other truth", truth("Alive", MemberMode::equals, false), false},
    {"different truth", truth("Alive", MemberMode::different, false), true},
    {"truth is not less", truth("Alive", MemberMode::less, true), false},
    {"a vector's part", number("Goal.y", MemberMode::equals, -2), true},
    {"another part", number("Goal.x", MemberMode::equals, -2), false},
    {"a vector's name is any part", number("Goal", MemberMode::equals, 3), true},
    {"a channel", number("Tint.g", MemberMode::equals, 0.5), true},
    {"a reference's name", text("Target.name", MemberMode::contains, "soldier"), true},
    {"a reference's id", text("Target.id", MemberMode::equals, "712"), true},
    {"a reference's id is a number, too", number("Target.id", MemberMode::equals, 712), true},
    {"another number is not the id", number("Target.id", MemberMode::equals, 71), false},
    {"a reference's name is no number", number("Target.name", MemberMode::different, 0), false},
    {"a name is not the id", text("Target.id", MemberMode::contains, "soldier"), false},
    {"a cell by its heading", text("Loot.item", MemberMode::equals, "arrow"), true},
    {"a cell below another heading", text("Loot.count", MemberMode::equals, "arrow"), false},
    {"a cell with a number", number("Loot.count", MemberMode::more, 39), true},
    {"a cell that is no number", number("Loot.item", MemberMode::different, 0), false},
    {"a cell beyond the header", text("Loot", MemberMode::contains, "beyond"), false},
    {"a shape's field alone", number("radius", MemberMode::equals, 5), true},
    {"a shape's vector alone", number("position.z", MemberMode::equals, 30), true},
    {"a shape's field with its name", number("Vision.radius", MemberMode::equals, 5), true},
    {"a shape's layer", text("layer", MemberMode::equals, "senses"), true},
    {"a path through groups", number("Stats/Health", MemberMode::more, 0), true},
    {"a path from the outermost group", number("properties/stats/ammo", MemberMode::more, 0), true},
    {"a path that is not there", number("AI/Health", MemberMode::more, 0), false},
    {"groups are no part of a name", number("StatsHealth", MemberMode::more, 0), false},
};

INSTANTIATE_TEST_SUITE_P(Members, FilterMemberTest, testing::ValuesIn(kCases),
                         [](const auto& row) { return "Case" + std::to_string(row.index); });

TEST(FilterTest, AnEventNeedsEveryMember) {
  const PropertyTree tree = example();
  Filter filter{.kind = FilterKind::event,
                .members = {number("Health", MemberMode::less, 30),
                            text("State", MemberMode::equals, "Patrol")}};
  FilterScratch scratch;
  EXPECT_TRUE(FilterMatcher(filter).matches_event(tree, {0, tree.size()}, scratch));
  EXPECT_EQ(scratch.reason, "Health = 24.5, State = Patrol");
  filter.members[1].text = "Attack";
  EXPECT_FALSE(FilterMatcher(filter).matches_event(tree, {0, tree.size()}, scratch));
}

TEST(FilterTest, OfAnEventOneMemberMayBeEnough) {
  const PropertyTree tree = example();
  Filter filter{.kind = FilterKind::event,
                .members = {text("nothing", MemberMode::equals, "at all"),
                            number("Health", MemberMode::less, 30)},
                .is_any_enough = true};
  FilterScratch scratch;
  const auto matches = [&] {
    return FilterMatcher(filter).matches_event(tree, {0, tree.size()}, scratch);
  };
  EXPECT_TRUE(matches());
  EXPECT_EQ(scratch.reason, "Health = 24.5");
  filter.members[1].number = 1;
  EXPECT_FALSE(matches()) << "none holds";
  filter.members.clear();
  EXPECT_TRUE(matches()) << "nothing is asked";
  Filter other = filter;
  other.is_any_enough = false;
  EXPECT_TRUE(same_condition(filter, other));
  filter.members =
      other.members = {number("a", MemberMode::less, 1), number("b", MemberMode::less, 1)};
  EXPECT_FALSE(same_condition(filter, other));
}

TEST(FilterTest, AMemberThatIsMetTwiceDoesNotStandForAnother) {
  const PropertyTree tree = example();
  // Health and Ammo are both more than 20; nobody attacks.
  const FilterMatcher matcher(
      {.kind = FilterKind::event,
       .members = {number("", MemberMode::more, 20), text("State", MemberMode::equals, "Attack")}});
  FilterScratch scratch;
  EXPECT_FALSE(matcher.matches_event(tree, {0, tree.size()}, scratch));
}

TEST(FilterTest, OnlyTheRangeGivenCounts) {
  const PropertyTree tree = example();
  const FilterMatcher matcher(
      {.kind = FilterKind::event, .members = {text("", MemberMode::equals, "Guard")}});
  FilterScratch scratch;
  EXPECT_TRUE(matcher.matches_event(tree, {0, tree.size()}, scratch));
  EXPECT_FALSE(matcher.matches_event(tree, {0, tree[0].subtree}, scratch));
}

TEST(FilterTest, EventsAreChosenByPartsOfNameAndTag) {
  EventInfo event;
  event.name = "Player died";
  event.tag = "Combat";
  const auto fits = [&](std::string name, std::string tag, FilterKind kind = FilterKind::event) {
    return FilterMatcher({.kind = kind, .name = std::move(name), .tag = std::move(tag)})
        .fits(event);
  };
  EXPECT_TRUE(fits("", ""));
  EXPECT_TRUE(fits("DIED", "bat"));
  EXPECT_FALSE(fits("born", ""));
  EXPECT_FALSE(fits("died", "magic"));
  EXPECT_FALSE(fits("", "", FilterKind::property));
}

/// The example's tree as the one entity of a frame.
class FilterEntityTest : public testing::Test {
 protected:
  FilterEntityTest() {
    auto scene = std::make_shared<MadeScene>();
    scene->frames = steady_frames(1);
    scene->lives = {{0, 0}};
    recording_ = made_recording(scene);
    recording_->index();
    const PropertyTree tree = example();
    entity_.properties = frame_.tree.append_copy(tree, {0, tree.size()});
    entity_.index = EntityIndex(0);
    entity_.name = "Guard";
    entity_.kind = EntityKind::person;
    entity_.world.position = {7, 8, 9};
  }
  bool matches(Filter filter) {
    return FilterMatcher(std::move(filter)).matches_entity(*recording_, frame_, entity_, scratch_);
  }
  bool in_group(std::string group, FilterMember member) {
    return matches({.group = std::move(group), .members = {std::move(member)}});
  }

  std::shared_ptr<Recording> recording_;
  Frame frame_;
  Entity entity_;
  FilterScratch scratch_;
};

TEST_F(FilterEntityTest, OnlyPropertiesInsideMatchingGroupsCount) {
  EXPECT_TRUE(in_group("", number("Health", MemberMode::less, 30)));
  EXPECT_TRUE(in_group("stat", number("Health", MemberMode::less, 30)));
  EXPECT_TRUE(in_group("properties", number("Health", MemberMode::less, 30)));
  EXPECT_FALSE(in_group("AI", number("Health", MemberMode::less, 30)));
  EXPECT_FALSE(in_group("Vision", number("radius", MemberMode::equals, 5)));  // a shape, no group
}

TEST_F(FilterEntityTest, MembersMayBeSatisfiedInDifferentGroups) {
  Filter filter{.members = {number("Health", MemberMode::less, 30),
                            text("State", MemberMode::equals, "patrol")}};
  EXPECT_TRUE(matches(filter));
  filter.members.push_back(number("Ammo", MemberMode::more, 100));
  EXPECT_FALSE(matches(filter));
  filter.members.pop_back();
  filter.group = "stats";
  EXPECT_FALSE(matches(filter));
}

TEST_F(FilterEntityTest, WithoutMembersAGroupIsAskedFor) {
  EXPECT_TRUE(matches({}));
  EXPECT_TRUE(matches({.group = "ai"}));
  EXPECT_FALSE(matches({.group = "inventory"}));
}

TEST_F(FilterEntityTest, WhatTheEntityItselfIsCountsAsAGroup) {
  EXPECT_TRUE(in_group("", text("id", MemberMode::equals, "e0")));
  EXPECT_TRUE(in_group("entity", text("kind", MemberMode::equals, "person")));
  EXPECT_TRUE(in_group("entity", number("position.y", MemberMode::equals, 8)));
  EXPECT_FALSE(in_group("stats", text("kind", MemberMode::equals, "person")));
}

TEST_F(FilterEntityTest, ADeepTreeIsWalkedWithoutRecursion) {
  PropertyTree& tree = frame_.tree;
  const PropertyTree::Node first = tree.size();
  std::vector<PropertyTree::Node> groups;
  for (int i = 0; i < 20'000; ++i) groups.push_back(tree.open("g", PropertyType::group));
  tree.boolean("deep", true);
  for (auto group = groups.rbegin(); group != groups.rend(); ++group) tree.close(*group);
  entity_.properties = tree.since(first);
  EXPECT_TRUE(in_group("", truth("deep", MemberMode::equals, true)));
}

TEST_F(FilterEntityTest, AReasonStaysShortWhateverIsFound) {
  const std::string long_text(100'000, 'x');
  const PropertyTree::Node first = frame_.tree.size();
  frame_.tree.text("long", long_text);
  entity_.properties = frame_.tree.since(first);
  EXPECT_TRUE(in_group("", text("long", MemberMode::contains, "x")));
  EXPECT_LT(scratch_.reason.size(), 100u);
}

TEST(FilterTest, TitlesSayNothingAboutWhatIsFound) {
  const Filter one{.kind = FilterKind::event, .title = "a", .name = "Death"};
  Filter other = one;
  other.title = "b";
  other.group = "of property filters only";
  EXPECT_TRUE(same_condition(one, other));
  other.tag = "combat";
  EXPECT_FALSE(same_condition(one, other));
}

TEST(FilterTest, DescribesItselfInWords) {
  EXPECT_EQ(describe(Filter{.members = {number("Health", MemberMode::less, 30)}}),
            "Health is less than 30");
  EXPECT_EQ(describe(Filter{.kind = FilterKind::event,
                            .name = "Death",
                            .tag = "combat",
                            .members = {text("by", MemberMode::contains, "orc")}}),
            "events \"Death\" tagged \"combat\" where by contains \"orc\"");
}

}  // namespace
}  // namespace scrubjay
