// The state at a time: composition, checkpoints, packets in any order, interpolation
// (formats/xrec/README.md, 7.3).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "core/time_cursor.h"
#include "formats/xrec/read/file_index.h"
#include "formats/xrec/read/interpolation.h"
#include "formats/xrec/read/state_seeker.h"
#include "tests/formats/kept_bytes.h"
#include "tests/formats/xrec_recording_maker.h"

namespace scrubjay::xrec {
namespace {

const glm::dquat kQuarterAboutY(std::numbers::sqrt2 / 2, 0, std::numbers::sqrt2 / 2, 0);

void expect_near(const std::optional<glm::dvec3>& value, const glm::dvec3& wanted) {
  ASSERT_TRUE(value.has_value());
  for (int i = 0; i < 3; ++i) EXPECT_NEAR((*value)[i], wanted[i], 1e-6) << i;
}

TEST(XrecState, LocalValuesGoThroughTheParentAndWorldValuesDoNot) {
  RecordingMaker maker;
  maker.position("P", 1, 1.0, {10, 0, 0});
  maker.rotation("P", 1, 1.0, kQuarterAboutY);
  maker.scale("P", 1, 1.0, {2, 2, 2});
  maker.position("P/Local", 1, 1.0, {0, 0, 1}, true);
  maker.rotation("P/Local", 1, 1.0, kQuarterAboutY, true);
  maker.scale("P/Local", 1, 1.0, {3, 1, 1});
  maker.position("P/World", 1, 1.0, {5, 5, 5});
  const auto recording = recording_of(maker.finish());
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  const Entity* local = entity_of(*recording, frame, "P/Local");
  ASSERT_NE(local, nullptr);
  // 90 degrees about +y take forward to right (formats/xrec/README.md, 7.4), and the scale doubles
  // it.
  expect_near(local->world.position, {12, 0, 0});
  expect_near(local->world.scale, {6, 2, 2});
  ASSERT_TRUE(local->world.rotation.has_value());
  expect_near(*local->world.rotation * glm::dvec3(0, 0, 1), {0, 0, -1});
  expect_near(local->local.position, {0, 0, 1});
  const Entity* world = entity_of(*recording, frame, "P/World");
  expect_near(world->world.position, {5, 5, 5});
  EXPECT_FALSE(world->world.rotation.has_value());
  EXPECT_TRUE(world->local.empty());
}

TEST(XrecState, ChannelsSayWhenTheyWereSetAndWhatWasNotRecorded) {
  RecordingMaker maker({.version = 1, .frame = 0, .rtss = 0.5});
  maker.position("P/Q/A", 1, 1.0, {1, 2, 3}, true);
  maker.position("P/Q/A", 2, 2.0, {3, 2, 1}, true);
  const auto recording = recording_of(maker.finish());
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  const Entity* entity = entity_of(*recording, frame, "P/Q/A");
  EXPECT_EQ(tree_text(frame.tree, entity->properties),
            "channels group {position group {set at number 0.5; space string \"local\"}; "
            "rotation string \"not recorded\"; scale string \"not recorded\"; "
            "samples group {position integer 2; rotation integer 0; scale integer 0}}; "
            "parent string \"not recorded\"");
  expect_near(entity->world.position, {1, 2, 3});
  EXPECT_TRUE(entity_of(*recording, frame, "P/Q")->world.empty());
}

TEST(XrecState, TheLastRtssOfATimeIsTheLastThatShowsAsItOrBefore) {
  constexpr double kUp = std::numeric_limits<double>::infinity();
  FileIndex index;
  for (const double origin : {0.0, 0.1, 1.7, 1e6 / 3, -2.5}) {
    index.origin = origin;
    for (const double time : {0.0, 0.1, 0.25, 1.0 / 3, 12.7}) {
      const double rtss = index.rtss_at(time);
      EXPECT_LE(rtss - origin, time) << origin << " " << time;
      EXPECT_GT(std::nextafter(rtss, kUp) - origin, time) << origin << " " << time;
    }
  }
}

TEST(XrecState, SamplesOfASpanAreThoseBehindItsBeginningUpToItsEnd) {
  std::vector<Sample> samples(4);
  for (std::size_t i = 0; i < samples.size(); ++i) samples[i].rtss = static_cast<double>(i);
  const auto found = samples_between(samples, 1, 2);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found.front().rtss, 2);
  EXPECT_EQ(samples_between(samples, -1, 9).size(), 4u);
  EXPECT_TRUE(samples_between(samples, 2, 1).empty());
}

TEST(XrecState, OfTwoEventsAtOneTimeTheLaterInTheFileWins) {
  RecordingMaker maker;
  maker.position("A", 2, 2.0, {1, 0, 0});
  maker.position("A", 2, 2.0, {2, 0, 0});
  maker.position("A", 3, 3.0, {9, 0, 0});
  maker.packet();
  maker.position("A", 2, 2.0, {3, 0, 0});
  maker.position("A", 1, 1.0, {4, 0, 0});
  const auto recording = recording_of(maker.finish());
  Cursor cursor(recording);
  for (const auto& [frame, x] : {std::pair(1, 3.0), std::pair(0, 4.0), std::pair(2, 9.0)}) {
    expect_near(entity_of(*recording, cursor.seek(FrameIndex(static_cast<std::size_t>(frame))), "A")
                    ->world.position,
                {x, 0, 0});
  }
}

/// Many objects in packets that overlap and stand in any order.
struct Session {
  struct Event {
    double rtss;
    std::size_t object;
    double x;
  };
  std::vector<Event> events;  ///< in the order of the file
  ByteVector file;

  Session(std::uint32_t seed, bool is_shuffled) {
    std::mt19937 random(seed);
    RecordingMaker maker({.version = 1}, Compression::zstd);
    std::vector<int> packets(40);
    for (std::size_t i = 0; i < packets.size(); ++i) packets[i] = static_cast<int>(i);
    if (is_shuffled) std::ranges::shuffle(packets, random);
    for (const int packet : packets) {
      for (int i = 0; i < 700; ++i) {
        const double rtss = packet + static_cast<double>(random() % 64) / 32.0;
        const Event event{rtss, random() % 20, static_cast<double>(random() % 1000)};
        maker.position("Object" + std::to_string(event.object),
                       static_cast<std::int64_t>(rtss * 32), rtss, {event.x, 0, 0});
        events.push_back(event);
      }
      maker.packet();
    }
    file = maker.finish();
  }

  /// By looking at every event; NaN where there is none.
  double x(std::size_t object, double rtss) const {
    double found = std::numeric_limits<double>::quiet_NaN();
    double newest = -1;
    for (const Event& event : events) {
      if (event.object == object && event.rtss <= rtss && event.rtss >= newest) {
        newest = event.rtss;
        found = event.x;
      }
    }
    return found;
  }
};

TEST(XrecState, SeekingAnywhereGivesWhatALookAtEveryEventGives) {
  for (const bool is_shuffled : {false, true}) {
    const Session session(7, is_shuffled);
    const auto recording = recording_of(session.file);
    const FileIndex& index = reader_of(*recording).file_index();
    EXPECT_GT(index.checkpoints.size(), 2u) << is_shuffled;
    StateSeeker seeker(index);
    std::mt19937 random(3);
    double rtss = 0;
    for (int i = 0; i < 200; ++i) {
      // Jumps, and steps forward from there.
      rtss = i % 3 == 0 ? static_cast<double>(random() % 4300) / 100.0 : rtss + 0.03;
      const State& state = seeker.seek(rtss);
      for (std::size_t object = 0; object < 20; ++object) {
        const std::uint32_t row = index.paths.find("Object" + std::to_string(object));
        const ChannelState& channel = state[row].of(Channel::position);
        const double wanted = session.x(object, rtss);
        ASSERT_EQ(channel.is_set(), !std::isnan(wanted)) << rtss;
        if (channel.is_set()) {
          ASSERT_EQ(static_cast<double>(channel.value[0]), wanted) << rtss << " object " << object;
        }
      }
    }
  }
}

TEST(XrecInterpolation, GoesToTheNextSampleWhereverItStands) {
  for (const bool is_shuffled : {false, true}) {
    const Session session(11, is_shuffled);
    const auto recording = recording_of(session.file);
    const FileIndex& index = reader_of(*recording).file_index();
    const ChannelIndex channels(index);
    PacketCache cache(index);
    std::mt19937 random(5);
    for (int i = 0; i < 300; ++i) {
      const double rtss = static_cast<double>(random() % 4300) / 100.0;
      const std::size_t object = random() % 20;
      double wanted = std::numeric_limits<double>::infinity();
      for (const Session::Event& event : session.events) {
        if (event.object == object && event.rtss > rtss) wanted = std::min(wanted, event.rtss);
      }
      const auto next = channels.next(index.paths.find("Object" + std::to_string(object)),
                                      Channel::position, rtss, cache);
      ASSERT_EQ(next.has_value(), std::isfinite(wanted)) << rtss;
      if (next) {
        ASSERT_EQ(next->rtss, wanted) << rtss;
      }
    }
  }
}

TEST(XrecInterpolation, ACursorThatWasElsewhereGivesWhatANewOneGives) {
  const auto recording = recording_of(Session(13, true).file);
  auto kept = TimeCursor::open(recording);
  ASSERT_TRUE(kept.has_value());
  std::mt19937 random(7);
  double time = 0;
  for (int i = 0; i < 200; ++i) {
    // Jumps, and steps back and forth from there.
    time = i % 4 == 0 ? static_cast<double>(random() % 4100) / 100.0 : time + (i % 4 - 2.5) * 0.02;
    auto fresh = TimeCursor::open(recording);
    const Frame& a = kept->seek(time, Sampling::linear);
    const Frame& b = fresh->seek(time, Sampling::linear);
    ASSERT_EQ(a.entities.size(), b.entities.size());
    for (std::size_t entity = 0; entity < a.entities.size(); ++entity) {
      ASSERT_EQ(a.entities[entity].world.position, b.entities[entity].world.position) << time;
    }
  }
}

TEST(XrecState, CheckpointsAreKeptWithTheIndex) {
  const Session session(7, false);
  const auto recording = recording_of(session.file);
  const auto bytes = kept_bytes(index_limits_of(*recording),
                                [&](IndexWriter& out) { return recording->store_index(out); });
  ASSERT_TRUE(bytes.has_value());
  const auto again = kFormat.open(InputFile::from_memory("made.xrec", session.file));
  ASSERT_TRUE(again.has_value());
  IndexReader in(*bytes, {});
  ASSERT_TRUE((*again)->load_index(in));
  EXPECT_EQ(reader_of(**again).file_index().checkpoints.size(),
            reader_of(*recording).file_index().checkpoints.size());
}

TEST(XrecState, CheckpointsKeepWithinTheirBudget) {
  State state(10);
  for (std::uint32_t entity = 0; entity < 10; ++entity) {
    apply(state, {.rtss = 1, .place = entity, .entity = entity, .value = {7, 8, 9, 0}}, 3);
  }
  const std::size_t one = 10 * sizeof(HeldSample);
  Checkpoints checkpoints(8 * one);
  for (std::uint32_t packets = 1; packets <= 1000; ++packets) {
    checkpoints.packet_merged(packets, Checkpoints::kFirstSpacing, state);
    EXPECT_LE(checkpoints.bytes(), 8 * one);
  }
  EXPECT_GE(checkpoints.size(), 4u);
  EXPECT_EQ(checkpoints.before(0), nullptr);
  // Spread over the whole recording.
  EXPECT_GE(checkpoints.before(1000)->packets, 750u);
  EXPECT_LE(checkpoints.before(300)->packets, 300u);
  State restored(10);
  checkpoints.before(300)->restore(restored);
  EXPECT_EQ(restored[4].of(Channel::position).place, 4u);
  EXPECT_EQ(restored[4].of(Channel::position).packet, 3u);
  EXPECT_EQ(restored[4].of(Channel::position).value, (ChannelValue{7, 8, 9, 0}));
  EXPECT_FALSE(restored[4].of(Channel::rotation).is_set());
  Checkpoints none(one - 1);
  none.packet_merged(1, Checkpoints::kFirstSpacing, state);
  EXPECT_EQ(none.size(), 0u);
}

TEST(XrecState, WhatPacketsSetIsKnownWhateverNumbersTheChannelsHave) {
  ChannelSets sets;
  std::mt19937 random(11);
  for (const std::size_t count : {1u, 3u, 40u, 200u, 5000u}) {
    ChannelMask mask;
    std::vector<std::uint32_t> channels;
    for (std::size_t i = 0; i < count; ++i) {
      mask.add(channels.emplace_back(static_cast<std::uint32_t>(random() % 100000)));
    }
    mask.fold();
    const ChannelSets::Ref ref = sets.append(mask, count);
    for (const std::uint32_t channel : channels) {
      ChannelMask one;
      one.add(channel);
      one.fold();
      EXPECT_TRUE(sets.meets(ref, one)) << count;
    }
    EXPECT_FALSE(sets.meets(ref, ChannelMask()));
  }
  ChannelMask three;
  three.add(3);
  three.fold();
  const ChannelSets::Ref ref = sets.append(three, 1);
  ChannelMask four;
  four.add(4);
  four.fold();
  EXPECT_FALSE(sets.meets(ref, four));
  EXPECT_FALSE(sets.meets(sets.append(ChannelMask(), 0), three));
}

TEST(XrecState, PacketsAreFoundUnderTheirRanges) {
  std::mt19937 random(5);
  PacketOrder order;
  std::vector<TimeRange> ranges;
  for (std::uint32_t i = 0; i < 500; ++i) {
    const double end = i * 0.25;
    ranges.push_back({end - static_cast<double>(random() % 40), end});
    order.append(ranges.back(), i);
  }
  for (int i = 0; i < 300; ++i) {
    const double a = static_cast<double>(random() % 1500) / 10 - 10;
    const double b = a + static_cast<double>(random() % 100) / 10;
    std::vector<std::uint32_t> found;
    order.visit(a, b, [&](const PacketOrder::Row& row) { found.push_back(row.packet); });
    std::vector<std::uint32_t> wanted;
    std::size_t ended = 0;
    for (std::uint32_t row = 0; row < ranges.size(); ++row) {
      if (ranges[row].begin <= b && ranges[row].end >= a) wanted.push_back(row);
      if (ranges[row].end <= a) ++ended;
    }
    EXPECT_EQ(found, wanted) << a << " " << b;
    EXPECT_EQ(order.ended_at(a), ended);
  }
}

ChannelState held(double rtss, ChannelValue value, bool is_local = false) {
  return {.rtss = rtss, .packet = 0, .place = 0, .value = value, .is_local = is_local};
}

Sample later(double rtss, ChannelValue value, Channel channel = Channel::position) {
  return {.rtss = rtss, .place = 1, .entity = 0, .value = value, .channel = channel};
}

TEST(XrecInterpolation, RunsStraightFromOneEventToTheNext) {
  const ChannelState before = held(10, {0, 0, 0, 0});
  const Sample next = later(11, {4, 8, 0, 0});
  for (const auto& [rtss, y] : {std::pair(10.0, 0.0F), std::pair(10.25, 2.0F),
                                std::pair(10.5, 4.0F), std::pair(11.0, 8.0F)}) {
    EXPECT_FLOAT_EQ(interpolate(before, next, 1.0, rtss)[1], y) << rtss;
  }
  EXPECT_FLOAT_EQ(interpolate(before, next, 0.0, 10.5)[0], 2.0F) << "no median is known";
}

TEST(XrecInterpolation, ALongGapIsRestUntilOneMedianBeforeTheNextEvent) {
  const ChannelState before = held(0, {0, 0, 0, 0});
  EXPECT_FLOAT_EQ(interpolate(before, later(3, {8, 0, 0, 0}), 1.0, 1.5)[0], 4.0F)
      << "three are not over three";
  const Sample next = later(10, {8, 0, 0, 0});
  EXPECT_FLOAT_EQ(interpolate(before, next, 1.0, 9.0)[0], 0.0F);
  EXPECT_FLOAT_EQ(interpolate(before, next, 1.0, 9.25)[0], 2.0F);
}

TEST(XrecInterpolation, RotationTakesTheShorterArc) {
  const auto h = static_cast<float>(std::numbers::sqrt2 / 2);
  const ChannelState before = held(0, {0, 0, 0, 1});
  for (const float sign : {1.0F, -1.0F}) {
    const ChannelValue half =
        interpolate(before, later(1, {0, sign * h, 0, sign * h}, Channel::rotation), 1.0, 0.5);
    EXPECT_NEAR(std::abs(half[1]), std::sin(std::numbers::pi / 8), 1e-6);
    EXPECT_NEAR(std::abs(half[3]), std::cos(std::numbers::pi / 8), 1e-6);
    EXPECT_GT(half[1] * half[3], 0);
  }
}

TEST(XrecInterpolation, NothingBetweenLocalAndWorld) {
  EXPECT_EQ(interpolate(held(0, {1, 0, 0, 0}, true), later(1, {9, 0, 0, 0}), 1.0, 0.5)[0], 1.0F);
}

TEST(XrecInterpolation, TheMedianIsTheUpperOneOfGapsThatAreNotZero) {
  const auto median = [](std::vector<double> times) {
    auto gaps = gaps_between(times);
    return upper_median(gaps);
  };
  EXPECT_EQ(median({}), 0);
  EXPECT_EQ(median({1}), 0);
  EXPECT_EQ(median({1, 1, 1}), 0);
  EXPECT_EQ(median({0, 0, 1, 1, 3}), 2) << "of 1 and 2 the upper one";
  EXPECT_EQ(median({6, 0, 1, 3}), 2) << "of 1, 2 and 3, in any order";
}

TEST(XrecInterpolation, AChannelWithOneGapRestsAsTheOthersOfItsKindDo) {
  RecordingMaker maker;
  maker.position("Rare", 0, 0.0, {0, 0, 0});
  maker.scale("Rare", 0, 0.0, {1, 1, 1});
  for (int i = 0; i <= 10; ++i) maker.position("Usual", i, i, {i, 0, 0});
  maker.position("Rare", 10, 10.0, {8, 0, 0});
  maker.scale("Rare", 10, 10.0, {3, 1, 1});
  const auto recording = recording_of(maker.finish());
  auto cursor = TimeCursor::open(recording);
  ASSERT_TRUE(cursor.has_value());
  const auto rare = [&](double time) {
    return entity_of(*recording, cursor->seek(time, Sampling::linear), "Rare")->world;
  };
  EXPECT_EQ(rare(5).position->x, 0) << "positions change once a second";
  EXPECT_EQ(rare(9.5).position->x, 4);
  EXPECT_EQ(rare(5).scale->x, 2) << "of scales no other gap is known";
}

TEST(XrecInterpolation, TheNextEventIsTheFirstInTheFileOfThoseThatShareItsTime) {
  RecordingMaker maker;
  maker.position("A", 1, 1.0, {0, 0, 0});
  maker.position("A", 2, 2.0, {10, 0, 0});
  maker.position("A", 2, 2.0, {20, 0, 0});
  maker.packet();
  maker.position("A", 2, 2.0, {30, 0, 0});
  maker.position("A", 3, 3.0, {40, 0, 0});
  const auto recording = recording_of(maker.finish());
  auto cursor = TimeCursor::open(recording);
  ASSERT_TRUE(cursor.has_value());
  const auto x = [&](double time, Sampling sampling) {
    return entity_of(*recording, cursor->seek(time, sampling), "A")->world.position->x;
  };
  EXPECT_EQ(x(1.5, Sampling::linear), 5);
  EXPECT_EQ(x(1.5, Sampling::hold), 0);
  EXPECT_EQ(x(2.0, Sampling::linear), 30);
  EXPECT_EQ(x(2.5, Sampling::linear), 35);
  EXPECT_EQ(x(9, Sampling::linear), 40);
  EXPECT_EQ(x(-9, Sampling::linear), 0) << "before the first frame the first one is shown";
}

TEST(XrecBetweenFrames, AChosenMeaningHoldsAsItDoesAtFrames) {
  RecordingMaker maker;
  maker.vector_event("Shot", 1, 1.0, "Aim", {1, 2, 3});
  const auto recording = recording_of(maker.finish());
  recording->choose_meanings({{"Aim", Meaning::direction}});
  auto between = TimeCursor::open(recording);
  ASSERT_TRUE(between.has_value());
  Cursor at_frames(recording);
  for (const Frame* frame :
       {&at_frames.seek(FrameIndex(0)), &between->seek(1.0, Sampling::linear)}) {
    ASSERT_EQ(frame->events.size(), 1U);
    const auto aim = find_path(frame->tree, frame->events[0].properties, "Aim");
    ASSERT_TRUE(aim.has_value());
    EXPECT_EQ(frame->tree[*aim].meaning, Meaning::direction);
  }
}

}  // namespace
}  // namespace scrubjay::xrec
