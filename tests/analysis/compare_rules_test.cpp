// What is a difference, in which order, and what is made of it.
#include <gtest/gtest.h>

#include "analysis/compare/pair_comparer.h"
#include "analysis/compare/pair_scan.h"
#include "staged_recording.h"
#include "tests/core/allocation_counter.h"
#include "tests/core/made_recording.h"

namespace scrubjay {
namespace {

using Lines = std::vector<std::string>;

AddProperties numbers(std::vector<std::pair<const char*, double>> values) {
  return [values](PropertyTree& tree) {
    for (const auto& [name, value] : values) tree.number(name, value, Precision::float64);
  };
}

AddProperties group(const char* name, const AddProperties& inside) {
  return [=](PropertyTree& tree) {
    const auto node = tree.open(name, PropertyType::group);
    inside(tree);
    tree.close(node);
  };
}

AddProperties both(const AddProperties& first, const AddProperties& second) {
  return [=](PropertyTree& tree) {
    first(tree);
    second(tree);
  };
}

AddProperties reference(const char* name, const char* id) {
  return [=](PropertyTree& tree) { tree.text(name, id, PropertyType::entity); };
}

StagedEntity holding(const std::string& id, AddProperties properties) {
  return {.id = id, .properties = std::move(properties)};
}

/// Three frames of one entity, of which B's is another.
Compared compare_properties(const AddProperties& a, const AddProperties& b,
                            compare::Options options = {}) {
  const auto stage = [](const AddProperties& properties) {
    return steady_stage(1, [&](std::size_t) { return std::vector{holding("e", properties)}; });
  };
  options.match = compare::EntitiesBy::id;
  return compare_stages(stage(a), stage(b), std::move(options));
}

TEST(CompareRules, LeavesArePairedByPath) {
  EXPECT_EQ(
      compare_properties(numbers({{"x", 1}, {"y", 2}}), numbers({{"y", 2}, {"x", 1}})).lines(),
      Lines{});
  EXPECT_EQ(compare_properties(group("pose", numbers({{"x", 1}, {"y", 2}})),
                               group("pose", numbers({{"y", 3}, {"x", 1}})))
                .lines(),
            (Lines{"0/0 value e/e pose/y"}));
}

TEST(CompareRules, EqualNamesAreNumbered) {
  EXPECT_EQ(compare_properties(numbers({{"w", 1}, {"w", 2}, {"w", 3}}),
                               numbers({{"w", 1}, {"w", 5}, {"w", 3}}))
                .lines(),
            (Lines{"0/0 value e/e w#2"}));
  EXPECT_EQ(
      compare_properties(both(group("g", numbers({{"x", 1}})), group("g", numbers({{"x", 2}}))),
                         both(group("g", numbers({{"x", 1}})), group("g", numbers({{"x", 3}}))))
          .lines(),
      (Lines{"0/0 value e/e g#2/x"}));
  EXPECT_EQ(compare_properties(numbers({{"w", 1}, {"w", 2}}), numbers({{"w", 1}})).lines(),
            (Lines{"0/0 missing-b e/e w#2"}));
}

TEST(CompareRules, LeavesOfBAloneStandBehindThoseOfA) {
  EXPECT_EQ(compare_properties(numbers({{"a", 1}, {"c", 3}, {"d", 4}}),
                               numbers({{"b", 2}, {"c", 9}, {"a", 1}}))
                .lines(),
            (Lines{"0/0 value e/e c", "0/0 missing-b e/e d", "0/0 missing-a e/e b"}));
}

TEST(CompareRules, AGroupThatIsMissingIsItsLeaves) {
  EXPECT_EQ(compare_properties(group("pose", numbers({{"x", 1}, {"y", 2}})), numbers({})).lines(),
            (Lines{"0/0 missing-b e/e pose/x", "0/0 missing-b e/e pose/y"}));
  // An empty one is a leaf.
  EXPECT_EQ(compare_properties(group("tag", numbers({})), numbers({})).lines(),
            (Lines{"0/0 missing-b e/e tag"}));
  EXPECT_EQ(
      compare_properties(group("tag", numbers({})), group("tag", numbers({{"x", 1}}))).lines(),
      (Lines{"0/0 missing-b e/e tag", "0/0 missing-a e/e tag/x"}));
  // Beside a leaf it is another value of that path.
  EXPECT_EQ(compare_properties(group("tag", numbers({})), numbers({{"tag", 1}})).lines(),
            (Lines{"0/0 value e/e tag"}));
  EXPECT_EQ(compare_properties(numbers({{"tag", 1}}), group("tag", numbers({}))).lines(),
            (Lines{"0/0 value e/e tag"}));
  EXPECT_EQ(compare_properties(group("tag", numbers({{"x", 1}})), numbers({{"tag", 1}})).lines(),
            (Lines{"0/0 missing-b e/e tag/x", "0/0 missing-a e/e tag"}));
}

TEST(CompareRules, PathsAreIgnoredAndChosen) {
  const auto a = both(numbers({{"speed", 1}}), group("pose", numbers({{"x", 1}, {"y", 2}})));
  const auto b = both(numbers({{"speed", 2}}), group("pose", numbers({{"x", 9}, {"y", 8}})));
  EXPECT_EQ(compare_properties(a, b, {.ignore = {"pose"}}).lines(), (Lines{"0/0 value e/e speed"}));
  EXPECT_EQ(compare_properties(a, b, {.only = {"**/x"}}).lines(), (Lines{"0/0 value e/e pose/x"}));
  const Compared only = compare_properties(a, b, {.ignore = {"pose/y"}, .only = {"pose"}});
  EXPECT_EQ(only.lines(), (Lines{"0/0 value e/e pose/x"}));
  EXPECT_EQ(only.summary->values_compared(), 1u);
  EXPECT_EQ(compare_properties(a, b, {.tolerance_of = {{"pose", 100}, {"speed", 1}}}).lines(),
            Lines{});
}

TEST(CompareRules, ReferencesAreTheSameWhereWhatTheyNameIsMatched) {
  const auto stage = [](const std::string& suffix, const char* named) {
    return steady_stage(1, [&](std::size_t) {
      return std::vector<StagedEntity>{
          {.id = "p" + suffix, .name = "pilot", .properties = reference("aims at", named)},
          {.id = "q" + suffix, .name = "target", .parent = "p" + suffix}};
    });
  };
  EXPECT_EQ(compare_stages(stage("1", "q1"), stage("2", "q2")).lines(), Lines{});
  EXPECT_EQ(compare_stages(stage("1", "q1"), stage("2", "p2")).lines(),
            (Lines{"0/0 value p1/p2 aims at"}));
  // Ids that name nobody are texts.
  EXPECT_EQ(compare_stages(stage("1", "0"), stage("2", "0")).lines(), Lines{});
  EXPECT_EQ(compare_stages(stage("1", "0"), stage("2", "x")).lines(),
            (Lines{"0/0 value p1/p2 aims at"}));
  EXPECT_EQ(compare_stages(stage("1", "q1"), stage("2", "q1")).lines(),
            (Lines{"0/0 value p1/p2 aims at"}));
}

TEST(CompareRules, APlaceStandsBeforeTheProperties) {
  const auto stage = [](double x, const std::string& parent, double turn) {
    return steady_stage(1, [&](std::size_t) {
      StagedEntity e{.id = "e", .parent = parent, .position = glm::dvec3(x, 0, 0)};
      e.rotation = glm::angleAxis(turn, glm::dvec3(0, 0, 1));
      e.properties = numbers({{"x", x}});
      return std::vector<StagedEntity>{{.id = "p"}, e};
    });
  };
  const Compared compared =
      compare_stages(stage(1, "p", 0), stage(2, "", 0.5), {.match = compare::EntitiesBy::id});
  EXPECT_EQ(compared.lines(), (Lines{"0/0 value e/e parent", "0/0 value e/e position",
                                     "0/0 value e/e rotation", "0/0 value e/e x"}));
  EXPECT_NEAR(compared.summary->list()[2].difference.distance, 0.5, 1e-9);
  const auto& values = compared.summary->list()[1].values;
  const PropertyTree& tree = compared.summary->values();
  EXPECT_EQ(tree.numbers_of(tree[*values.b])[0], 2);
}

TEST(CompareRules, APlaceThatOnlyBHasStandsBeforeTheProperties) {
  const auto stage = [](std::optional<glm::dvec3> position, double x) {
    return steady_stage(1, [&](std::size_t) {
      return std::vector<StagedEntity>{
          {.id = "e", .position = position, .properties = numbers({{"x", x}})}};
    });
  };
  EXPECT_EQ(compare_stages(stage({}, 1), stage(glm::dvec3(0), 2)).lines(),
            (Lines{"0/0 missing-a e/e position", "0/0 value e/e x"}));
}

TEST(CompareRules, APlaceThatHeld32BitsIsTheOneThatIsPrinted) {
  const auto stage = [](double x, Precision precision) {
    return steady_stage(1, [&](std::size_t) {
      return std::vector<StagedEntity>{
          {.id = "e", .position = glm::dvec3(x, 0, 0), .precision = precision}};
    });
  };
  const Stage of_32_bits = stage(double{0.7F}, Precision::float32);
  EXPECT_EQ(compare_stages(of_32_bits, stage(0.7, Precision::float64)).lines(), Lines{});
  EXPECT_EQ(compare_stages(of_32_bits, stage(0.71, Precision::float64)).lines(),
            (Lines{"0/0 value e/e position"}));
}

TEST(CompareRules, TheFramesOwnPropertiesCountButForHowItWasTaken) {
  const auto stage = [](double rain, std::int64_t id) {
    Stage made = steady_stage(1, [](std::size_t) { return std::vector<StagedEntity>{}; });
    made.frames[0].properties = [=](PropertyTree& tree) {
      const auto node = tree.integer("frame_id", id);
      tree.node_for_edit(node).role = PropertyRole::capture;
      tree.number("rain", rain, Precision::float64);
    };
    return made;
  };
  EXPECT_EQ(compare_stages(stage(0.5, 1), stage(0.5, 2)).lines(), Lines{});
  EXPECT_EQ(compare_stages(stage(0.5, 1), stage(0.7, 2)).lines(), (Lines{"0/0 value rain"}));
  EXPECT_EQ(compare_stages(stage(0.5, 1), stage(0.7, 2)).spread(), Lines{});
}

TEST(CompareRules, HowOftenAnEntityWasRecordedIsNoDifference) {
  const auto stage = [](std::int64_t samples, bool has_more) {
    return steady_stage(1, [=](std::size_t) {
      return std::vector<StagedEntity>{{.id = "e", .properties = [=](PropertyTree& tree) {
                                          tree.number("x", 1, Precision::float64);
                                          const auto group =
                                              tree.open("samples", PropertyType::group);
                                          tree.integer("position", samples);
                                          if (has_more) tree.integer("scale", samples);
                                          tree.close(group);
                                          for (auto node = group; node < tree.size(); ++node) {
                                            tree.node_for_edit(node).role = PropertyRole::capture;
                                          }
                                        }}};
    });
  };
  EXPECT_EQ(compare_stages(stage(3, false), stage(4, false)).lines(), Lines{});
  EXPECT_EQ(compare_stages(stage(3, false), stage(3, true)).lines(), Lines{});
}

Stage with_events(std::vector<StagedEvent> events) {
  Stage stage = steady_stage(1, [](std::size_t) {
    return std::vector<StagedEntity>{{.id = "e"}, {.id = "f"}};
  });
  stage.frames[0].events = std::move(events);
  return stage;
}

TEST(CompareRules, EventsAreAMultiset) {
  const StagedEvent hit{
      .name = "hit", .tag = "physics", .entity = "e", .properties = numbers({{"impulse", 1}})};
  StagedEvent harder = hit;
  harder.properties = numbers({{"impulse", 1.5}});
  StagedEvent other_tag = hit;
  other_tag.tag = "game";
  StagedEvent other_entity = hit;
  other_entity.entity = "f";
  StagedEvent nobody = hit;
  nobody.entity = "";
  EXPECT_EQ(compare_stages(with_events({hit, harder}), with_events({harder, hit})).lines(),
            Lines{});
  EXPECT_EQ(compare_stages(with_events({hit, hit}), with_events({hit})).lines(),
            (Lines{"0/0 event-a e/e events/hit"}));
  EXPECT_EQ(compare_stages(with_events({hit}), with_events({harder})).lines(),
            (Lines{"0/0 event-a e/e events/hit", "0/0 event-b e/e events/hit"}));
  EXPECT_EQ(compare_stages(with_events({hit}), with_events({harder}), {.tolerance = 0.5}).lines(),
            Lines{});
  EXPECT_EQ(
      compare_stages(with_events({hit}), with_events({harder}), {.ignore = {"events/hit/impulse"}})
          .lines(),
      Lines{});
  EXPECT_EQ(compare_stages(with_events({hit}), with_events({harder}),
                           {.tolerance_of = {{"events/*/impulse", 1}}})
                .lines(),
            Lines{});
  EXPECT_EQ(compare_stages(with_events({hit}), with_events({}), {.ignore = {"events/hit"}}).lines(),
            Lines{});
  EXPECT_EQ(compare_stages(with_events({hit}), with_events({}), {.only = {"pose/**"}}).lines(),
            Lines{});
  for (const StagedEvent& changed : {other_tag, other_entity, nobody}) {
    EXPECT_EQ(compare_stages(with_events({hit}), with_events({changed})).lines().size(), 2u);
  }
}

TEST(CompareRules, AsManyEventsAsCanFindOneWithinTheTolerance) {
  const auto lines = [](const std::vector<double>& a, const std::vector<double>& b) {
    const auto stage = [](const std::vector<double>& values) {
      std::vector<StagedEvent> events;
      for (const double v : values) {
        events.push_back({.name = "hit", .properties = numbers({{"v", v}})});
      }
      return with_events(events);
    };
    return compare_stages(stage(a), stage(b), {.tolerance = 0.6}).lines();
  };
  // Each has an equal one.
  EXPECT_EQ(lines({0, 0.5, 1}, {0.5, 1, 0}), Lines{});
  // Two of A's are the same as the equal one of another, which there is a second one for.
  EXPECT_EQ(lines({0, 0.5}, {0, -0.5}), Lines{});
  EXPECT_EQ(lines({0, 0.5, 1, 1.5}, {0, 0.5, 1, -0.5}), Lines{});
  // Of three only two can.
  EXPECT_EQ(lines({0, 0.1, 0.2}, {0.1, 0.3, 5}),
            (Lines{"0/0 event-a events/hit", "0/0 event-b events/hit"}));
}

TEST(CompareRules, ManyEventsOfAFrameFindEachOtherInAnyOrder) {
  constexpr int kEvents = 3'000;
  std::vector<StagedEvent> forward;
  for (int i = 0; i < kEvents; ++i) {
    forward.push_back({.name = "line", .properties = numbers({{"n", i}, {"clock", i}})});
  }
  std::vector<StagedEvent> backward(forward.rbegin(), forward.rend());
  const Stage stage = with_events(forward);
  EXPECT_EQ(compare_stages(stage, with_events(backward)).lines(), Lines{});
  // One that is within the tolerance of others, one that is not.
  backward[70].properties = numbers({{"n", kEvents - 71 + 0.25}, {"clock", kEvents - 71}});
  EXPECT_EQ(compare_stages(stage, with_events(backward), {.tolerance = 0.5}).lines(), Lines{});
  backward[2'000].properties = numbers({{"n", -5}, {"clock", 0}});
  EXPECT_EQ(compare_stages(stage, with_events(backward), {.tolerance = 0.5}).lines(),
            (Lines{"0/0 event-a events/line", "0/0 event-b events/line"}));
  // In the order in which they come, what differs in a value that is left out is found, however
  // many there are.
  for (int i = 0; i < kEvents; ++i) {
    forward[static_cast<std::size_t>(i)].properties = numbers({{"n", i}, {"clock", i + 0.5}});
  }
  EXPECT_EQ(compare_stages(stage, with_events(forward), {.ignore = {"events/line/clock"}}).lines(),
            Lines{});
}

TEST(CompareRules, TheOrderWithinAFrame) {
  const auto stage = [](double value, bool has_c, bool has_d) {
    return steady_stage(1, [=](std::size_t) {
      std::vector<StagedEntity> all{holding("a", numbers({{"x", value}})),
                                    holding("b", numbers({{"x", 0}}))};
      if (has_c) all.push_back(holding("c", nullptr));
      all.push_back(holding("e", numbers({{"x", value}})));
      if (has_d) all.push_back(holding("d", nullptr));
      return all;
    });
  };
  Stage a = stage(1, true, false);
  Stage b = stage(2, false, true);
  a.frames[0].properties = numbers({{"rain", 1}});
  b.frames[0].properties = numbers({{"rain", 2}});
  a.frames[0].events = {{.name = "in a", .entity = "e"}};
  b.frames[0].events = {{.name = "in b", .entity = "a"}};
  EXPECT_EQ(
      compare_stages(a, b, {.match = compare::EntitiesBy::id}).lines(),
      (Lines{"0/0 value rain", "0/0 value a/a x", "0/0 only-a c/-", "0/0 value e/e x",
             "0/0 only-b -/d", "0/0 event-a e/e events/in a", "0/0 event-b a/a events/in b"}));
}

TEST(CompareRules, OnlyChosenEntitiesAndTheirEventsAreLeft) {
  Stage a = steady_stage(2, [](std::size_t) {
    return std::vector{holding("a", numbers({{"x", 1}})), holding("b", numbers({{"x", 1}}))};
  });
  Stage b = steady_stage(2, [](std::size_t) {
    return std::vector{holding("a", numbers({{"x", 2}})), holding("b", numbers({{"x", 2}}))};
  });
  a.frames[0].events = {{.name = "hit", .entity = "a"}, {.name = "hit", .entity = "b"}};
  b.frames[0].properties = numbers({{"rain", 2}});
  EXPECT_EQ(compare_stages(a, b, {.entities = {"b"}}).lines(),
            (Lines{"0/0 value b/b x", "0/0 event-a b/b events/hit", "1/1 value b/b x"}));
  const std::atomic<bool> cancelled{false};
  const auto none = compare::plan_comparison({staged_recording(a), staged_recording(b)},
                                             {.entities = {"nobody"}}, cancelled);
  ASSERT_FALSE(none.has_value());
  EXPECT_EQ(none.error().code, "no-such-entity");
}

TEST(CompareRules, OtherCoordinatesAreConverted) {
  const auto stage = [](double x, double y, double z) {
    return steady_stage(1, [=](std::size_t) {
      return std::vector<StagedEntity>{{.id = "e", .position = glm::dvec3(x, y, z)}};
    });
  };
  Stage a = stage(1, 2, 3);  // right x, up y, back z
  Stage b = stage(1, -3, 2);
  b.coordinates = *CoordinateSystem::parse("right=+x,up=+z,forward=+y,metres=1");
  EXPECT_EQ(compare_stages(a, b).lines(), Lines{});
  b.coordinates.metres_per_unit = 0.01;
  EXPECT_EQ(compare_stages(a, b, {.match = compare::EntitiesBy::id}).lines(),
            (Lines{"0/0 value e/e position"}));
}

// ---- what is made of it

/// Numbers of `entities` things in `frames` frames: those from `from[i]` on differ.
Stage changing(std::size_t frames, const std::vector<std::size_t>& from, double change) {
  return steady_stage(frames, [&](std::size_t frame) {
    std::vector<StagedEntity> all;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const double x = static_cast<double>(i) + (frame >= from[i] ? change : 0);
      all.push_back({.id = "e" + std::to_string(i),
                     .position = glm::dvec3(100.0 * static_cast<double>(i), 0, 0),
                     .properties = numbers({{"x", x}, {"still", 1}})});
    }
    return all;
  });
}

TEST(CompareSummary, CountsByPathAndEntity) {
  const std::vector<std::size_t> from{3, 9, 5};
  const Compared compared = compare_stages(changing(10, from, 0), changing(10, from, 0.5));
  EXPECT_EQ(compared.summary->count(), 7u + 1u + 5u);
  const compare::PathSum* x = compared.path("x");
  ASSERT_NE(x, nullptr);
  EXPECT_EQ(x->entities, 3u);
  EXPECT_EQ(x->frames, 7u);
  EXPECT_EQ(x->largest, 0.5);
  EXPECT_EQ(compared.plan->time(compared.plan->items()[x->first_item]), 0.1 * 3);
  EXPECT_EQ(compared.spread(), (Lines{"e0@3", "e2@5", "e1@9"}));
  EXPECT_EQ(compared.summary->differing(),
            (std::vector<std::uint32_t>{0, 0, 0, 1, 1, 2, 2, 2, 2, 3}));
  ASSERT_EQ(compared.summary->groups().size(), 3u);
  EXPECT_EQ(compared.summary->groups()[0].count, 7u);
  EXPECT_EQ(compared.summary->values_compared(), 10u * 3u * 3u);
  EXPECT_EQ(compared.summary->entities_compared(), 3u);
}

TEST(CompareSummary, ManyThreadsFindTheSameAsOne) {
  const std::vector<std::size_t> from{30, 90, 50, 400};
  const Compared one = compare_stages(changing(500, from, 0), changing(500, from, 1), {}, 1);
  const Compared many = compare_stages(changing(500, from, 0), changing(500, from, 1), {}, 7);
  EXPECT_EQ(one.lines(), many.lines());
  EXPECT_EQ(one.spread(), many.spread());
  EXPECT_EQ(one.summary->count(), many.summary->count());
  EXPECT_EQ(one.summary->differing(), many.summary->differing());
  EXPECT_EQ(one.summary->list().size(), compare::Summary::kListed);
}

TEST(CompareSummary, ALimitEndsWithTheFrameOfTheNth) {
  const std::vector<std::size_t> from{3, 3, 5};
  const Compared compared =
      compare_stages(changing(10, from, 0), changing(10, from, 1), {.limit = 3});
  EXPECT_EQ(compared.lines(),
            (Lines{"3/3 value e0/e0 x", "3/3 value e1/e1 x", "4/4 value e0/e0 x"}));
  EXPECT_EQ(compared.summary->count(), 4u);
  EXPECT_EQ(compared.summary->frames_compared(), 5u);
  EXPECT_TRUE(compared.summary->is_stopped());
}

TEST(CompareSummary, NothingIsDecodedBehindTheFirstDifference) {
  const auto decoded_a = std::make_shared<std::atomic<std::size_t>>(0);
  const auto decoded_b = std::make_shared<std::atomic<std::size_t>>(0);
  const std::vector<std::size_t> from{123};
  const Compared compared = compare_sides({staged_recording(changing(900, from, 0), decoded_a),
                                           staged_recording(changing(900, from, 1), decoded_b)},
                                          {.limit = 1}, 1);
  EXPECT_EQ(compared.lines(), (Lines{"123/123 value e0/e0 x"}));
  EXPECT_EQ(decoded_a->load(), 123u);
  EXPECT_EQ(decoded_b->load(), 123u);
}

/// Two runs that differ in nearly everything, though not from the beginning: values of which some
/// differ in every third frame only, leaves and entities that one side lacks.
Stage differing_in_much(bool is_b) {
  return steady_stage(300, [is_b](std::size_t frame) {
    std::vector<StagedEntity> entities;
    for (std::size_t i = 0; i < 20; ++i) {
      if (is_b && i == 19 && frame / 50 % 2 == 1) continue;
      const bool differs = is_b && frame >= 10 * i;
      std::vector<std::pair<const char*, double>> values{
          {"x", differs ? static_cast<double>(frame + i) : 0.5},
          {"y", differs && frame % 3 == 0 ? 2.0 : 1.0}};
      if (!differs || i % 4 != 0) values.emplace_back("z", 1.0);
      if (differs && frame > 200) values.emplace_back("late", 1.0);
      entities.push_back({.id = "e" + std::to_string(i), .properties = numbers(values)});
    }
    return entities;
  });
}

/// All that a summary has but its list.
Lines sums_of(const Compared& compared) {
  const compare::Summary& summary = *compared.summary;
  const auto line = [](auto... parts) {
    std::string text;
    ((text += std::to_string(parts) + " "), ...);
    return text;
  };
  Lines lines{line(summary.count(), summary.entities_compared(), summary.values_compared())};
  for (std::size_t kind = 0; kind < compare::kKinds; ++kind) {
    const auto* const first = summary.first_of(static_cast<compare::Kind>(kind));
    lines.push_back(line(summary.count_of(static_cast<compare::Kind>(kind)),
                         first == nullptr ? 0 : first->item + 1));
  }
  for (const compare::PathSum& sum : summary.by_path()) {
    const compare::ListedDifference& first = summary.firsts()[sum.first];
    lines.emplace_back(compared.plan->paths()[sum.path]);
    lines.push_back(line(sum.entities, sum.frames, sum.first_item, sum.last_item, sum.largest,
                         first.item, first.difference.subject.value));
  }
  for (const compare::Group& group : summary.groups()) {
    if (group.path.exists()) lines.emplace_back(compared.plan->paths()[group.path]);
    lines.push_back(
        line(group.subject.value, group.first_item, group.last_item, group.count, group.largest));
  }
  for (const std::uint32_t count : summary.differing()) lines.push_back(line(count));
  for (const std::string& step : compared.spread()) lines.push_back(step);
  return lines;
}

TEST(CompareSummary, DifferencesThatAreAddedUpCountAsThoseOfWhichEachIsTold) {
  constexpr std::size_t kAll = 1'000'000;  // with a limit each is told
  const auto compare = [](std::optional<std::size_t> limit, unsigned threads) {
    return compare_stages(differing_in_much(false), differing_in_much(true), {.limit = limit},
                          threads);
  };
  const Compared told = compare(kAll, 1);
  ASSERT_GT(told.summary->count(), 5'000u);
  ASSERT_EQ(told.summary->list().size(), told.summary->count());
  for (const unsigned threads : {1u, 2u, 7u}) {
    EXPECT_EQ(sums_of(compare({}, threads)), sums_of(told)) << threads;
  }
}

TEST(CompareSummary, DifferencesThatAreAddedUpAreNotLostWhereItIsStopped) {
  const Compared whole = compare_stages(differing_in_much(false), differing_in_much(true));
  Compared parts;
  const std::atomic<bool> cancelled{false};
  auto plan = compare::plan_comparison(
      {staged_recording(differing_in_much(false)), staged_recording(differing_in_much(true))}, {},
      cancelled);
  ASSERT_TRUE(plan.has_value());
  parts.plan = std::move(*plan);
  parts.summary = std::make_unique<compare::Summary>(*parts.plan);
  std::size_t rounds = 0;
  bool is_done = false;
  while (!is_done && ++rounds < 100) {
    std::size_t added = 0;
    is_done = compare::compare_pairs(
        *parts.plan, *parts.summary, {.threads = 3}, cancelled,
        [&](compare::ItemResult& result) { return parts.summary->add(result) && ++added < 20; });
  }
  EXPECT_GT(rounds, 5u);
  EXPECT_EQ(sums_of(parts), sums_of(whole));
}

TEST(CompareSummary, AStoppedComparisonGoesOnWhereItWas) {
  const std::vector<std::size_t> from{3, 250, 100};
  const Compared whole = compare_stages(changing(300, from, 0), changing(300, from, 1));
  const std::atomic<bool> cancelled{false};
  auto plan = compare::plan_comparison(
      {staged_recording(changing(300, from, 0)), staged_recording(changing(300, from, 1))}, {},
      cancelled);
  ASSERT_TRUE(plan.has_value());
  Compared parts{std::move(*plan), nullptr};
  parts.summary = std::make_unique<compare::Summary>(*parts.plan);
  std::size_t rounds = 0;
  bool is_done = false;
  while (!is_done && rounds < 100) {
    std::size_t added = 0;
    is_done = compare::compare_pairs(
        *parts.plan, *parts.summary, {.threads = 3}, cancelled,
        [&](compare::ItemResult& result) { return parts.summary->add(result) && ++added < 37; });
    ++rounds;
  }
  EXPECT_GT(rounds, 5u);
  EXPECT_EQ(parts.lines(), whole.lines());
  EXPECT_EQ(parts.spread(), whole.spread());
  EXPECT_EQ(parts.summary->count(), whole.summary->count());
  EXPECT_EQ(parts.summary->entities_compared(), whole.summary->entities_compared());
  EXPECT_EQ(parts.summary->values_compared(), whole.summary->values_compared());
}

TEST(CompareSummary, EqualFramesAreComparedWithoutAllocating) {
  const auto scene = std::make_shared<MadeScene>();
  scene->frames = steady_frames(8);  // the tenth has a problem, which is copied
  for (std::uint32_t i = 0; i < 50; ++i) {
    MadeLife life;
    life.entity = i;
    scene->lives.push_back(life);
  }
  const auto a = made_recording(scene);
  const auto b = made_recording(scene);
  a->index();
  b->index();
  const std::atomic<bool> cancelled{false};
  const auto plan = compare::plan_comparison({a, b}, {}, cancelled);
  ASSERT_TRUE(plan.has_value());
  compare::Summary summary(**plan);
  compare::PairComparer comparer(**plan, summary);
  compare::ItemResult result;
  const auto compare_all = [&] {
    for (std::size_t i = 0; i < 8; ++i) comparer.compare(i, result);
  };
  compare_all();
  compare_all();
  EXPECT_EQ(result.values_compared, 50u * 3 + 1 - 1);
  EXPECT_EQ(allocations_in(compare_all), 0u);
}

TEST(CompareSummary, DamagedFramesAreComparedAsFarAsTheyAreWholeAndTold) {
  Stage b = changing(4, {9}, 0);
  b.frames[2].is_damaged = true;
  b.frames[2].entities.clear();
  const Compared compared = compare_stages(changing(4, {9}, 0), b);
  EXPECT_EQ(compared.lines(), (Lines{"2/2 only-a e0/e0"}));
  ASSERT_EQ(compared.summary->problems_b().size(), 1u);
  EXPECT_EQ(compared.summary->problems_b()[0].code, "damaged");
  EXPECT_EQ(compared.summary->problems_b()[0].frame, FrameIndex(2));
  EXPECT_TRUE(compared.summary->problems_a().empty());
}

// ---- what it spread from

TEST(CompareSpread, NamesAParentFirst) {
  const auto stage = [](double child_change) {
    return steady_stage(6, [=](std::size_t frame) {
      std::vector<StagedEntity> all;
      all.push_back({.id = "near",
                     .position = glm::dvec3(1, 0, 0),
                     .properties = numbers({{"x", frame >= 1 ? child_change : 0}})});
      all.push_back({.id = "parent",
                     .position = glm::dvec3(900, 0, 0),
                     .properties = numbers({{"x", frame >= 2 ? child_change : 0}})});
      all.push_back({.id = "child",
                     .parent = "parent",
                     .position = glm::dvec3(0, 0, 0),
                     .properties = numbers({{"x", frame >= 4 ? child_change : 0}})});
      return all;
    });
  };
  EXPECT_EQ(compare_stages(stage(0), stage(1)).spread(),
            (Lines{"near@1", "parent@2", "child@4<parent"}));
}

TEST(CompareSpread, ThenWhoAnEventJoinsThenWhoIsNear) {
  const auto stage = [](double change, std::size_t hit_in) {
    Stage made = steady_stage(20, [=](std::size_t frame) {
      const auto e = [&](const char* id, double x, std::size_t from) {
        return StagedEntity{.id = id,
                            .position = glm::dvec3(x, 0, 0),
                            .properties = numbers({{"x", frame >= from ? change : 0}})};
      };
      return std::vector{e("far", 500, 1), e("near", 8, 2), e("nearer", 3, 3), e("it", 0, 12)};
    });
    made.frames[hit_in].events = {
        {.name = "hit", .entity = "far", .properties = reference("other", "it")}};
    return made;
  };
  EXPECT_EQ(compare_stages(stage(0, 4), stage(1, 4)).spread().back(), "it@12<far");
  // More than 8 frames ago: who is near, and of those the nearest.
  EXPECT_EQ(compare_stages(stage(0, 3), stage(1, 3)).spread().back(), "it@12<nearer");
}

TEST(CompareSpread, NamesNobodyOfTheSameFrame) {
  const std::vector<std::size_t> from{3, 3};
  const auto stage = [&](double change) {
    Stage made = changing(6, from, change);
    for (StagedFrame& frame : made.frames) frame.entities[1].position = glm::dvec3(1, 0, 0);
    return made;
  };
  EXPECT_EQ(compare_stages(stage(0), stage(1)).spread(), (Lines{"e0@3", "e1@3"}));
}

TEST(CompareSpread, TellsWhoBeginsBesideItAndIsJoinedToIt) {
  const auto stage = [](double damage) {
    Stage made = changing(6, std::vector<std::size_t>{3, 9, 3}, damage);
    made.frames[3].events = {
        {.name = "hit",
         .entity = "e1",
         .properties = both(reference("other", "e0"), numbers({{"damage", damage}}))}};
    return made;
  };
  const Compared compared = compare_stages(stage(1), stage(2));
  ASSERT_EQ(compared.spread(), (Lines{"e0@3", "e2@3", "e1@3"}));
  const auto& steps = compared.summary->spread();
  EXPECT_EQ(steps[0].beside, steps[2].subject);
  EXPECT_EQ(steps[2].beside, steps[0].subject);
  EXPECT_FALSE(steps[1].beside.exists());
}

TEST(CompareList, EventsOfBothByWhatDiffersInThem) {
  const auto stage = [](double damage, const char* alone) {
    Stage made = steady_stage(1, [](std::size_t) {
      return std::vector{holding("e", numbers({{"x", 1}}))};
    });
    made.frames[0].events = {
        {.name = "hit", .entity = "e", .properties = numbers({{"damage", damage}, {"angle", 2}})},
        {.name = alone, .entity = "e"},
        {.name = "same", .entity = "e"}};
    return made;
  };
  const Compared compared = compare_stages(stage(11, "left"), stage(8, "right"));
  EXPECT_EQ(compared.summary->count(), 4U);
  compare::Summary nothing_known(*compared.plan);
  compare::PairComparer comparer(*compared.plan, nothing_known);
  compare::ItemResult listed;
  comparer.list(0, compared.summary->first()->difference.subject, listed);
  Lines lines;
  for (const compare::Difference& one : listed.found) {
    lines.push_back(std::string(to_text(one.kind)) + " " +
                    std::string(compared.plan->paths()[one.path]) + (one.is_same ? " same" : ""));
  }
  EXPECT_EQ(lines, (Lines{"value x same", "value events/hit/damage", "event-a events/left",
                          "event-b events/right"}));
}

}  // namespace
}  // namespace scrubjay
