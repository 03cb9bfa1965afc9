#include <gtest/gtest.h>

#include <algorithm>

#include "staged_recording.h"

namespace scrubjay {
namespace {

using compare::EntitiesBy;
using compare::FramesBy;
using Lines = std::vector<std::string>;

StagedEntity thing(const std::string& id, double x) {
  return {.id = id,
          .name = "thing " + id,
          .position = glm::dvec3(x, 0, 0),
          .properties = [x](PropertyTree& tree) { tree.number("x", x, Precision::float64); }};
}

/// One thing that moves 1 m a second.
Stage moving(std::size_t frames, double step = 0.1, std::uint64_t first_number = 1) {
  Stage stage;
  for (std::size_t i = 0; i < frames; ++i) {
    const double t = step * static_cast<double>(i);
    stage.frames.push_back({.time = t, .number = first_number + i, .entities = {thing("e", t)}});
  }
  return stage;
}

TEST(ComparePairing, EqualTimesPairRows) {
  const Compared same = compare_stages(moving(5), moving(5, 0.1, 700));
  EXPECT_EQ(same.plan->pairing().by, FramesBy::frame);
  EXPECT_TRUE(same.summary->is_same());
  EXPECT_EQ(same.summary->frames_compared(), 5u);
}

TEST(ComparePairing, EqualNumbersPairWhereTimesDoNot) {
  Stage a = moving(20);
  Stage b = moving(20);
  b.frames.erase(b.frames.begin() + 3);
  const Compared lost = compare_stages(a, b);
  EXPECT_EQ(lost.plan->pairing().by, FramesBy::number);
  EXPECT_EQ(lost.lines(), (Lines{"3/- frame-a"}));
  const Compared more = compare_stages(b, a);
  EXPECT_EQ(more.lines(), (Lines{"-/3 frame-b"}));
  EXPECT_DOUBLE_EQ(more.plan->time(more.plan->items()[3]), 0.3);
}

TEST(ComparePairing, IsThatOfTheWholeWhateverTheBoundsAre) {
  // The numbers are the same, the clocks drift apart: among few frames most are others' numbers.
  const Stage a = moving(40, 0.1);
  const Stage b = moving(40, 0.12);
  ASSERT_EQ(compare_stages(a, b).plan->pairing().by, FramesBy::number);
  const Compared part = compare_stages(a, b, {.from = 2.0, .to = 3.0});
  EXPECT_EQ(part.plan->pairing().by, FramesBy::number);
  // Frames 20 to 30 of A, 17 to 25 of B.
  EXPECT_EQ(part.plan->pairing().pairs, 6u);
  EXPECT_EQ(part.plan->items().size(), 14u);

  // Of numbers that come again the n-th goes with the n-th, also where the bounds leave the first
  // one out on one side only.
  Stage twice = moving(20, 1);
  for (std::size_t i = 0; i < 20; ++i) twice.frames[i].number = i % 10;
  Stage later = twice;
  for (StagedFrame& frame : later.frames) frame.time += 0.2;
  ASSERT_EQ(compare_stages(twice, later).plan->pairing().by, FramesBy::number);
  const Compared late = compare_stages(twice, later, {.from = 5.1});
  EXPECT_EQ(late.plan->pairing().pairs, 14u);
  const auto& items = late.plan->items();
  EXPECT_TRUE(std::ranges::all_of(
      items, [](const compare::Item& item) { return !item.is_pair() || item.a == item.b; }));

  // All but one frame have equal times: rows go together nowhere.
  Stage longer = moving(40, 0.1, 900);
  longer.frames.pop_back();
  EXPECT_EQ(compare_stages(a, longer, {.to = 1.0}).plan->pairing().by, FramesBy::time);
}

TEST(ComparePairing, FramesOfBAloneStandBeforeTheNextPair) {
  Stage a = moving(10);
  Stage b = moving(10);
  a.frames.erase(a.frames.begin() + 4, a.frames.begin() + 6);
  b.frames.erase(b.frames.begin() + 2);
  a.frames.resize(7);
  const Compared compared = compare_stages(a, b, {.by = FramesBy::number});
  EXPECT_EQ(compared.lines(), (Lines{"2/- frame-a", "-/3 frame-b", "-/4 frame-b", "-/8 frame-b"}));
}

TEST(ComparePairing, TheNthFrameOfANumberGoesWithTheNth) {
  Stage a = moving(4);
  for (StagedFrame& frame : a.frames) frame.number = 7;
  Stage b = a;
  b.entity(2, "e") = thing("e", 9);
  b.frames[3].time = 0.35;
  const Compared compared = compare_stages(a, b, {.by = FramesBy::number});
  EXPECT_EQ(compared.lines(), (Lines{"2/2 value e/e position", "2/2 value e/e x"}));
}

TEST(ComparePairing, OtherTimesAreInterpolated) {
  // Sampled at other times, on one line: the same.
  const Compared same = compare_stages(moving(31, 0.1), moving(13, 0.25, 900), {.tolerance = 1e-9});
  EXPECT_EQ(same.plan->pairing().by, FramesBy::time);
  EXPECT_EQ(same.lines(), Lines{});
  EXPECT_EQ(same.summary->frames_compared(), 31u);

  Stage bent = moving(13, 0.25, 900);
  bent.entity(2, "e") = thing("e", 0.7);
  const Compared differs = compare_stages(moving(31, 0.1), bent, {.tolerance = 1e-9});
  // Between 0.25 and 0.75 s; the frame of B is the one at or before.
  ASSERT_EQ(differs.lines().size(), 10u);
  EXPECT_EQ(differs.lines()[0], "3/1 value e/e position");
  EXPECT_EQ(differs.lines()[8], "7/2 value e/e position");
}

TEST(ComparePairing, BetweenEqualPlacesLiesThatPlaceToTheBit) {
  const auto lying = [](double step, std::size_t frames) {
    Stage stage;
    for (std::size_t i = 0; i < frames; ++i) {
      StagedEntity entity = thing("e", 2.118);
      entity.position = glm::dvec3(2.118, -5.127281188964844, 0.1);
      entity.rotation = glm::dquat(0.3, 0.1, 0.7, 0.2);
      stage.frames.push_back({.time = step * static_cast<double>(i),
                              .number = i + 1,
                              .entities = {std::move(entity)}});
    }
    return stage;
  };
  const Compared compared = compare_stages(lying(0.1, 30), lying(0.13, 23), {.by = FramesBy::time});
  EXPECT_GT(compared.summary->frames_compared(), 25u);
  EXPECT_EQ(compared.lines(), Lines());
}

TEST(ComparePairing, InTimeIntegersAndTextsAreHeld) {
  const auto stage = [](double step, std::size_t frames, std::uint64_t first) {
    Stage made;
    for (std::size_t i = 0; i < frames; ++i) {
      const double t = step * static_cast<double>(i);
      const auto whole = static_cast<std::int64_t>(t + 1e-9);
      made.frames.push_back({.time = t,
                             .number = first + i,
                             .entities = {{.id = "e", .properties = [whole](PropertyTree& tree) {
                                             tree.integer("second", whole);
                                             tree.text("is", whole % 2 == 0 ? "even" : "odd");
                                           }}}});
    }
    return made;
  };
  EXPECT_EQ(compare_stages(stage(0.1, 31, 1), stage(0.25, 13, 100)).lines(), Lines{});
}

TEST(ComparePairing, InTimeEventsAreThoseSinceTheFrameBefore) {
  Stage a = moving(5, 0.2);
  Stage b = moving(9, 0.1, 50);
  a.frames[2].events = {{.name = "hit", .entity = "e"}};
  b.frames[3].events = {{.name = "hit", .entity = "e"}};
  EXPECT_EQ(compare_stages(a, b, {.tolerance = 1e-9}).lines(), Lines{});
  b.frames[3].events.clear();
  b.frames[5].events = {{.name = "hit", .entity = "e"}};
  EXPECT_EQ(compare_stages(a, b, {.tolerance = 1e-9}).lines(),
            (Lines{"2/4 event-a e/e events/hit", "3/6 event-b e/e events/hit"}));
}

TEST(ComparePairing, InTimeASingleFrameBeyondTheOthersEndIsPassedOver) {
  EXPECT_EQ(compare_stages(moving(11, 0.1), moving(4, 0.3, 90), {.tolerance = 1e-9}).lines(),
            Lines{});
  EXPECT_EQ(compare_stages(moving(12, 0.1), moving(4, 0.3, 90), {.tolerance = 1e-9}).lines(),
            (Lines{"10/- frame-a", "11/- frame-a"}));
  EXPECT_EQ(compare_stages(moving(4, 0.3), moving(12, 0.1, 90), {.tolerance = 1e-9}).lines(),
            (Lines{"-/10 frame-b", "-/11 frame-b"}));
}

TEST(ComparePairing, InTimeFramesBeforeTheOthersBeginAreToldAlsoTheOneThatIsInterpolatedFrom) {
  // B's are at -0.15, -0.05, 0.05 ... 0.55 of A's times, which are 0 ... 0.4.
  const Stage a = moving(5);
  const Stage b = moving(8, 0.1, 100);
  const auto lines = [](const Stage& one, const Stage& other, Seconds offset) {
    return compare_stages(one, other, {.by = FramesBy::time, .offset = offset, .tolerance = 0.2})
        .lines();
  };
  EXPECT_EQ(lines(a, b, -0.15),
            (Lines{"-/0 frame-b", "-/1 frame-b", "-/6 frame-b", "-/7 frame-b"}));
  EXPECT_EQ(lines(b, a, 0.15), (Lines{"0/- frame-a", "1/- frame-a", "6/- frame-a", "7/- frame-a"}));
  // A single one is passed over, at either end.
  EXPECT_EQ(lines(a, moving(6, 0.1, 100), -0.05), Lines{});
}

/// The last frame of `stage` holds another value, and the file ends within it.
Stage cut_in_last(Stage stage) {
  stage.cut_frame = stage.frames.size() - 1;
  stage.entity(*stage.cut_frame, "e") = thing("e", 50);
  return stage;
}

TEST(ComparePairing, TheFrameInWhichAFileEndsIsLeftOutWhereTheOtherGoesOn) {
  const Stage whole = moving(6);
  const Stage cut = cut_in_last(moving(4));
  for (const FramesBy by : {FramesBy::frame, FramesBy::number, FramesBy::time}) {
    const Compared in_b = compare_stages(whole, cut, {.by = by, .tolerance = 1e-9});
    EXPECT_EQ(in_b.lines(), (Lines{"3/- frame-a", "4/- frame-a", "5/- frame-a"}));
    EXPECT_EQ(in_b.plan->pairing().cut_b, FrameIndex(3));
    EXPECT_FALSE(in_b.plan->pairing().cut_a.exists());
    const Compared in_a = compare_stages(cut, whole, {.by = by, .tolerance = 1e-9});
    EXPECT_EQ(in_a.lines(), (Lines{"-/3 frame-b", "-/4 frame-b", "-/5 frame-b"}));
    EXPECT_EQ(in_a.plan->pairing().cut_a, FrameIndex(3));
    EXPECT_FALSE(in_a.plan->pairing().cut_b.exists());
    EXPECT_EQ(in_a.summary->frames_compared(), 3u);
  }
  // Nor is anything interpolated towards it: at 0.25 s B has ended.
  const Compared between =
      compare_stages(moving(8, 0.05), cut, {.by = FramesBy::time, .tolerance = 1e-9});
  EXPECT_EQ(between.lines(), (Lines{"5/- frame-a", "6/- frame-a", "7/- frame-a"}));
  // Of a part that lies before it nothing has to be told.
  const Compared before = compare_stages(whole, cut, {.by = FramesBy::time, .to = 0.1});
  EXPECT_EQ(before.lines(), Lines{});
  EXPECT_FALSE(before.plan->pairing().cut_b.exists());
}

TEST(ComparePairing, TheFrameInWhichAFileEndsIsComparedWhereTheOtherEndsToo) {
  const Stage cut = cut_in_last(moving(4));
  for (const FramesBy by : {FramesBy::frame, FramesBy::number, FramesBy::time}) {
    const Compared copy = compare_stages(cut, cut, {.by = by});
    EXPECT_TRUE(copy.summary->is_same());
    EXPECT_EQ(copy.summary->frames_compared(), 4u);
    const Compared whole = compare_stages(moving(4), cut, {.by = by});
    EXPECT_EQ(whole.lines(), (Lines{"3/3 value e/e position", "3/3 value e/e x"}));
    EXPECT_FALSE(whole.plan->pairing().cut_b.exists());
  }
  // Frames behind it are whole again.
  Stage damaged = moving(4);
  damaged.cut_frame = 2;
  EXPECT_EQ(compare_stages(moving(6), damaged, {.by = FramesBy::frame}).lines(),
            (Lines{"4/- frame-a", "5/- frame-a"}));
}

TEST(ComparePairing, AnOffsetIsAddedToTheTimesOfB) {
  Stage b = moving(5, 0.1, 77);
  for (StagedFrame& frame : b.frames) frame.time += 2.5;
  const Compared compared = compare_stages(moving(5), b, {.offset = -2.5});
  EXPECT_EQ(compared.plan->pairing().by, FramesBy::frame);
  EXPECT_TRUE(compared.summary->is_same());
}

TEST(ComparePairing, TheOffsetIsFoundByEvents) {
  Stage a = moving(40);
  for (const std::size_t frame : {3u, 4u, 11u, 26u}) a.frames[frame].events = {{.name = "hit"}};
  Stage b = a;
  for (StagedFrame& frame : b.frames) frame.time += 3.7;
  const Compared compared = compare_stages(a, b, {.offset = std::nullopt});
  EXPECT_NEAR(compared.plan->pairing().offset, -3.7, 1e-9);
  EXPECT_EQ(compared.plan->offset_agreement(), 1.0);
  EXPECT_EQ(compared.plan->pairing().by, FramesBy::frame);
}

/// Something on its way, seen from a time of its own on; `aside` metres beside it.
Stage circling(double begin, double aside = 0) {
  Stage stage;
  for (std::size_t i = 0; i < 80; ++i) {
    const double t = 0.05 * static_cast<double>(i);
    StagedEntity e{.id = "e", .position = glm::dvec3(std::sin(t + begin), (t + begin) * 2, aside)};
    stage.frames.push_back({.time = t, .number = i, .entities = {e}});
  }
  return stage;
}

TEST(ComparePairing, WithoutEventsTheOffsetIsFoundByPlaces) {
  const Compared compared = compare_stages(circling(0), circling(1.0), {.offset = std::nullopt});
  EXPECT_NEAR(compared.plan->pairing().offset, 1.0, 1e-3);
  EXPECT_GT(compared.plan->offset_agreement().value_or(0), 0.9);
}

TEST(ComparePairing, AnOffsetUnderWhichFramesAreAtTheSameTimeIsExact) {
  // Places tell an offset to a microsecond, frames to more.
  Stage b = circling(0);
  for (StagedFrame& frame : b.frames) frame.time -= 1.2345678913;
  b.frames.erase(b.frames.begin(), b.frames.begin() + 5);
  const Compared compared =
      compare_stages(circling(0), b, {.by = FramesBy::time, .offset = std::nullopt});
  EXPECT_NEAR(compared.plan->pairing().offset, 1.2345678913, 1e-12);
  for (const std::string& line : compared.lines()) EXPECT_TRUE(line.ends_with("frame-a")) << line;
}

TEST(ComparePairing, TheSearchForAnOffsetEndsWhateverTheTimesAre) {
  Stage wide = circling(0);
  wide.frames.front().time = -1.7e308;
  wide.frames.back().time = 1.7e308;
  EXPECT_EQ(compare_stages(wide, wide, {.offset = std::nullopt}).plan->pairing().offset, 0);
  // So far from 0 that steps are lost in rounding.
  Stage far = circling(0);
  for (StagedFrame& frame : far.frames) frame.time = 1e17;
  far.frames.back().time += 32;
  EXPECT_EQ(compare_stages(far, far, {.offset = std::nullopt}).plan->pairing().offset, 0);
  EXPECT_TRUE(compare_stages(far, circling(0), {.offset = std::nullopt}).plan != nullptr);
}

TEST(ComparePairing, ThatBothBeginSaysLittleOfTheOffset) {
  // What is there already is told in the first frame of each: a part of a recording at its place.
  Stage a = circling(0);
  Stage b = circling(1.0);
  a.frames[0].events = b.frames[0].events = {{.name = "added"}, {.name = "added"}};
  const Compared part = compare_stages(a, b, {.offset = std::nullopt});
  EXPECT_NEAR(part.plan->pairing().offset, 1.0, 1e-3);
  EXPECT_GT(part.plan->offset_agreement().value_or(0), 0.9);
  // An event of both behind that says when it was.
  a.frames[30].events = b.frames[30].events = {{.name = "added"}};
  const Compared told = compare_stages(a, b, {.offset = std::nullopt});
  EXPECT_EQ(told.plan->pairing().offset, 0);
  EXPECT_EQ(told.plan->offset_agreement(), 1.0);
  // Another run, whose places agree nowhere.
  Stage other = circling(1.0, 0.5);
  other.frames[0].events = a.frames[0].events;
  const Compared run = compare_stages(a, other, {.offset = std::nullopt});
  EXPECT_EQ(run.plan->pairing().offset, 0);
}

TEST(ComparePairing, WhatHappensNowAndThenSaysLittleOfTheOffset) {
  // The same event at steps of time, in the whole and in its part: the step is no offset, though at
  // more of A's events one of B stands beside, with those of the beginning.
  Stage a = circling(0);
  for (std::size_t i = 0; i < a.frames.size(); i += 2) a.frames[i].events = {{.name = "weather"}};
  a.frames[0].events.resize(9, {.name = "added"});
  Stage b;
  b.frames.assign(a.frames.begin() + 60, a.frames.end());
  for (StagedFrame& frame : b.frames) frame.time -= a.frames[60].time;
  b.frames[0].events = a.frames[0].events;
  const Compared part = compare_stages(a, b, {.offset = std::nullopt});
  EXPECT_NEAR(part.plan->pairing().offset, a.frames[60].time, 1e-3);
  EXPECT_GT(part.plan->offset_agreement().value_or(0), 0.9);
}

TEST(ComparePairing, AmongOffsetsUnderWhichAsManyEventsAgreePlacesDecide) {
  Stage a = circling(0);
  for (std::size_t i = 0; i < a.frames.size(); i += 20) a.frames[i].events = {{.name = "tick"}};
  Stage b;
  b.frames.assign(a.frames.begin() + 20, a.frames.end());
  for (StagedFrame& frame : b.frames) frame.time -= a.frames[20].time;
  const Compared part = compare_stages(a, b, {.offset = std::nullopt});
  EXPECT_NEAR(part.plan->pairing().offset, a.frames[20].time, 1e-9);
  EXPECT_EQ(part.plan->offset_agreement(), 0.75);
}

TEST(ComparePairing, BoundsAreTimesOfA) {
  Stage b = moving(10);
  for (const std::size_t i : {1u, 5u, 8u}) b.entity(i, "e") = thing("e", 50);
  const Compared compared = compare_stages(moving(10), b, {.from = 0.25, .to = 0.75});
  EXPECT_EQ(compared.summary->frames_compared(), 5u);
  EXPECT_EQ(compared.lines(), (Lines{"5/5 value e/e position", "5/5 value e/e x"}));
}

TEST(ComparePairing, StreamsGoTogetherByTheirPlace) {
  Stage a;
  a.streams = 2;
  for (std::size_t i = 0; i < 8; ++i) {
    a.frames.push_back({.time = 0.1 * static_cast<double>(i),
                        .number = i,
                        .stream = static_cast<std::uint32_t>(i % 2),
                        .entities = {thing("e", static_cast<double>(i))}});
  }
  Stage b = a;
  b.entity(5, "e") = thing("e", 99);
  const Compared compared = compare_stages(a, b);
  EXPECT_EQ(compared.lines(), (Lines{"5/5 value e/e position", "5/5 value e/e x"}));
  // Two streams of one recording.
  const auto both = staged_recording(a);
  const Compared streams = compare_sides({both, both, std::pair(StreamIndex(0), StreamIndex(1))},
                                         {.by = FramesBy::frame, .ignore = {"position"}});
  EXPECT_EQ(streams.lines().front(), "0/1 value e/e x");
  EXPECT_EQ(streams.summary->frames_compared(), 4u);
  // Frames of a stream that the other recording lacks are alone.
  Stage one = a;
  one.streams = 1;
  std::erase_if(one.frames, [](const StagedFrame& frame) { return frame.stream == 1; });
  EXPECT_EQ(compare_stages(one, a).lines(),
            (Lines{"-/1 frame-b", "-/3 frame-b", "-/5 frame-b", "-/7 frame-b"}));
}

// ---- which entity is which

Stage row_of(const std::vector<StagedEntity>& entities) {
  return steady_stage(3, [&](std::size_t) { return entities; });
}

TEST(CompareMatching, IdsCountWhereTheyMeanTheSame) {
  EXPECT_EQ(
      compare_stages(row_of({thing("1", 0), thing("2", 5)}), row_of({thing("1", 0), thing("2", 5)}))
          .plan->matches()
          .by,
      EntitiesBy::id);
  // The same ids far from each other are others.
  StagedEntity p = thing("1", 0);
  StagedEntity q = thing("2", 5);
  p.name = q.name = "car";
  StagedEntity p2 = thing("2", 0);
  StagedEntity q2 = thing("1", 5);
  p2.name = q2.name = "car";
  const Compared swapped = compare_stages(row_of({p, q}), row_of({p2, q2}));
  EXPECT_EQ(swapped.plan->matches().by, EntitiesBy::name);
  EXPECT_EQ(swapped.lines(), Lines{});
  EXPECT_EQ(swapped.summary->entities_compared(), 2u);
}

TEST(CompareMatching, IdsMeanTheSameWhateverTheirEntitiesWereCalledBeforeThePart) {
  const Stage whole = steady_stage(10, [](std::size_t frame) {
    StagedEntity e = thing("1", 0);
    e.name = frame < 5 ? "before" : "now";
    return std::vector{e};
  });
  Stage part = whole;
  part.frames.erase(part.frames.begin(), part.frames.begin() + 5);
  const Compared compared = compare_stages(whole, part, {.from = 0.45});
  EXPECT_EQ(compared.plan->matches().by, EntitiesBy::id);
  EXPECT_TRUE(compared.summary->is_same());
}

TEST(CompareMatching, OfOneNameTheNearestThatAreBornTogetherThenTheRestInOrder) {
  const auto car = [](const std::string& id, double x) {
    StagedEntity e = thing(id, x);
    e.name = "car";
    e.properties = nullptr;
    return e;
  };
  Stage a;
  Stage b;
  for (std::size_t i = 0; i < 4; ++i) {
    const double t = 0.1 * static_cast<double>(i);
    a.frames.push_back({.time = t, .number = i, .entities = {car("a1", 0), car("a2", 10)}});
    b.frames.push_back({.time = t, .number = i, .entities = {car("b1", 11), car("b2", 1)}});
    if (i >= 1) a.frames.back().entities.push_back(car("a3", 40));
    if (i >= 2) b.frames.back().entities.push_back(car("b3", 70));
  }
  const Compared compared = compare_stages(a, b, {.match = EntitiesBy::name, .tolerance = 2});
  const auto& of_a = compared.plan->matches().of_a;
  EXPECT_EQ(of_a, (std::vector{EntityIndex(1), EntityIndex(0), EntityIndex(2)}));
  EXPECT_EQ(compared.lines(),
            (Lines{"1/1 only-a a3/b3", "2/2 value a3/b3 position", "3/3 value a3/b3 position"}));
}

TEST(CompareMatching, KindsDoNotMix) {
  StagedEntity car = thing("1", 0);
  car.kind = EntityKind::vehicle;
  StagedEntity sign = thing("1", 0);
  sign.kind = EntityKind::sign;
  const Compared compared = compare_stages(row_of({car}), row_of({sign}));
  EXPECT_EQ(compared.plan->matches().by, EntitiesBy::name);
  EXPECT_EQ(compared.lines(), (Lines{"0/0 only-a 1/-", "0/0 only-b -/1"}));
  EXPECT_EQ(compared.summary->only_a(), 1u);
  EXPECT_EQ(compared.summary->only_b(), 1u);
  EXPECT_EQ(compared.summary->entities_compared(), 0u);
}

TEST(CompareMatching, PlacesMatchWhatIsCalledOtherwise) {
  StagedEntity p = thing("1", 0);
  StagedEntity q = thing("2", 5);
  StagedEntity nowhere{.id = "3", .name = "clock"};
  p.properties = q.properties = nullptr;
  StagedEntity p2 = p;
  StagedEntity q2 = q;
  p2.id = "x", q2.id = "y";
  p2.name = q2.name = "renamed";
  StagedEntity nowhere2 = nowhere;
  nowhere2.id = "z";
  const Compared compared = compare_stages(row_of({p, q, nowhere}), row_of({q2, p2, nowhere2}),
                                           {.match = EntitiesBy::place});
  EXPECT_EQ(compared.lines(), Lines{});
  EXPECT_EQ(compared.summary->entities_compared(), 3u);
}

TEST(CompareMatching, OfAReusedIdThoseOfOneNameThenThoseBornTogether) {
  const auto walker = [](const std::string& name, std::uint32_t life) {
    return StagedEntity{.id = "5", .name = name, .life = life};
  };
  const auto lives = [&](const std::vector<std::string>& names) {
    Stage stage;
    for (std::size_t i = 0; i < names.size(); ++i) {
      StagedFrame frame{.time = 0.1 * static_cast<double>(i), .number = i};
      const auto life = static_cast<std::uint32_t>(i / 3);
      if (!names[i].empty()) frame.entities = {walker(names[i], life)};
      stage.frames.push_back(std::move(frame));
    }
    return stage;
  };
  const Stage both = lives({"old", "old", "", "new", "new"});
  const Stage one = lives({"", "", "", "new", "new"});
  EXPECT_EQ(compare_stages(both, one).lines(), (Lines{"0/0 only-a 5/-"}));
  EXPECT_EQ(compare_stages(one, both).lines(), (Lines{"0/0 only-b -/5"}));
  // One that is born later.
  EXPECT_EQ(compare_stages(both, lives({"", "", "", "", "new"})).lines(),
            (Lines{"0/0 only-a 5/-", "3/3 only-a 5/5"}));
  const compare::Options by_id{.match = EntitiesBy::id};
  EXPECT_EQ(compare_stages(both, lives({"", "", "", "renamed", "renamed"}), by_id).lines(),
            (Lines{"0/0 only-a 5/-"}));
  EXPECT_EQ(
      compare_stages(lives({"old", "", "", "old"}), lives({"", "", "", "old"}), by_id).lines(),
      (Lines{"0/0 only-a 5/-"}));
}

TEST(CompareMatching, PlacesMatchTheOnlyTwoOfAKind) {
  StagedEntity p = thing("1", 0);
  StagedEntity p2 = thing("2", 0);
  const Compared compared = compare_stages(row_of({p}), row_of({p2}), {.match = EntitiesBy::place});
  EXPECT_EQ(compared.lines(), Lines{});
  EXPECT_EQ(compared.summary->entities_compared(), 1u);
}

TEST(CompareMatching, AnEntityThatIsGoneForAWhileIsToldOnceARun) {
  Stage a = row_of({thing("1", 0), thing("2", 5)});
  a.frames.resize(1);
  for (std::size_t i = 1; i < 8; ++i) {
    a.frames.push_back(a.frames[0]);
    a.frames.back().time = 0.1 * static_cast<double>(i);
    a.frames.back().number = i + 1;
  }
  Stage b = a;
  for (const std::size_t i : {2u, 3u, 6u}) b.frames[i].entities.pop_back();
  const Compared compared = compare_stages(a, b);
  EXPECT_EQ(compared.lines(), (Lines{"2/2 only-a 2/2", "6/6 only-a 2/2"}));
  EXPECT_EQ(compared.summary->only_a(), 0u);
  EXPECT_EQ(compared.summary->entities_compared(), 2u);
}

TEST(CompareMatching, AnEntityThatGoesFromOneSideToTheOtherIsToldOnEach) {
  Stage a = row_of({thing("1", 0), thing("2", 5)});
  for (std::size_t i = 1; i < 6; ++i) {
    a.frames.push_back(a.frames[0]);
    a.frames.back().time = 0.1 * static_cast<double>(i);
    a.frames.back().number = i + 1;
  }
  Stage b = a;
  for (const std::size_t i : {1u, 2u}) b.frames[i].entities.pop_back();
  for (const std::size_t i : {3u, 4u}) a.frames[i].entities.pop_back();
  b.frames[5].entities.pop_back();
  EXPECT_EQ(compare_stages(a, b).lines(),
            (Lines{"1/1 only-a 2/2", "3/3 only-b 2/2", "5/5 only-a 2/2"}));
}

}  // namespace
}  // namespace scrubjay
