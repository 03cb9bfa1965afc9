#include "formats/flecs/names.h"

#include <gtest/gtest.h>

#include "formats/flecs/read/facts.h"

namespace scrubjay::flecs {
namespace {

TEST(FlecsNames, TheLastElementStandsBehindTheLastDotThatSeparates) {
  EXPECT_EQ(last_element("Sun"), "Sun");
  EXPECT_EQ(last_element("SolarSystem.Sun"), "Sun");
  EXPECT_EQ(last_element("Sun.a\\.b"), "a\\.b") << "a dot of the name";
  EXPECT_EQ(last_element("Sun.Vec<std.f32>"), "Vec<std.f32>") << "one inside of brackets";
  EXPECT_EQ(last_element("Sun.Vec<std.f32>.x"), "x") << "and behind them";
  EXPECT_EQ(last_element("a>b.c"), "c");
}

TEST(FlecsNames, PathsWithColonsAreThoseWithDots) {
  EXPECT_EQ(with_dots("::Scene::Mars"), "Scene.Mars");
  EXPECT_EQ(with_dots("Scene::Mars"), "Scene::Mars") << "only behind colons at the beginning";
  EXPECT_EQ(with_dots("::game::Vec<std::f32>::x"), "game.Vec<std::f32>.x");
  EXPECT_EQ(id_text(parse_id("(::flecs::core::ChildOf,::A::B)")), "(ChildOf,A.B)");
}

TEST(FlecsFacts, OfTwoDocumentsComplementEachOther) {
  EntityFacts facts;
  facts.has_id = true;
  facts.id = 7;
  EntityFacts other = facts;
  other.id = 8;
  other.has_version = true;
  other.version = 3;
  merge_facts(facts, other);
  EXPECT_EQ(facts.id, 7U) << "what is known stays";
  EXPECT_TRUE(facts.has_version);
  EXPECT_EQ(facts.version, 3U);
  other.version = 4;
  merge_facts(facts, other);
  EXPECT_EQ(facts.version, 3U);
  EntityFacts none;
  merge_facts(none, EntityFacts());
  EXPECT_FALSE(none.has_version);
}

}  // namespace
}  // namespace scrubjay::flecs
