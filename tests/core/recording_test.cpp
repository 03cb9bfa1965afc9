#include "core/recording.h"
#include "core/limits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/core/allocation_counter.h"
#include "tests/core/made_recording.h"
#include "tests/core/script.h"
#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

constexpr auto kOpen = MadeLife::kOpen;
using Rows = std::vector<std::uint32_t>;

std::shared_ptr<Recording> indexed(MadeScene scene, std::size_t file_bytes = 1000) {
  auto recording =
      made_recording(std::make_shared<const MadeScene>(std::move(scene)), nullptr, file_bytes);
  recording->index();
  return recording;
}

Rows alive_at(const Recording& recording, std::size_t frame) {
  Rows rows;
  recording.visit_alive(FrameIndex(frame), [&](EntityIndex row) { rows.push_back(row.value); });
  std::ranges::sort(rows);
  return rows;
}

Rows events_meeting(const Recording& recording, TimeRange range) {
  Rows rows;
  recording.visit_events(range, [&](EventIndex row) { rows.push_back(row.value); });
  std::ranges::sort(rows);
  return rows;
}

/// Six frames; entity 0 always, 1 in frames 1..2 and again in 4, 2 never, 3 from frame 5 on.
MadeScene small_scene() {
  MadeScene scene;
  scene.frames = steady_frames(6);
  scene.lives = {{0, 0, kOpen}, {1, 1, 3}, {2, 3, 3}, {1, 4, 5}, {3, 5, kOpen}};
  scene.events = {
      {0, 0.0, 0.0, EntityIndex(0), "added", "x", 0},
      {2, 0.2, 0.4, EntityIndex(1), "contact", "", 0},
      {2, 0.2, 0.2, EntityIndex(), "weather", "", 1},
      {5, 0.5, 0.5, EntityIndex(3), "added", "x", 0},
  };
  return scene;
}

TEST(Recording, BeforeItsPassItIsEmptyAndWaits) {
  const auto recording = made_recording(std::make_shared<const MadeScene>(small_scene()));
  EXPECT_EQ(recording->progress().state, IndexState::waiting);
  EXPECT_EQ(recording->progress().bytes_total, 1000u);
  EXPECT_FALSE(recording->is_indexed());
  EXPECT_EQ(recording->frame_count(), 0u);
  EXPECT_EQ(recording->event_count(), 0u);
  EXPECT_EQ(alive_at(*recording, 0), Rows{});
  EXPECT_EQ(recording->events_in(FrameIndex(0), FrameIndex(9)),
            std::pair(std::size_t{0}, std::size_t{0}));
}

TEST(Recording, AfterItsPassItIsDoneAndComplete) {
  const auto recording = indexed(small_scene());
  EXPECT_EQ(recording->progress().state, IndexState::done);
  EXPECT_EQ(recording->progress().bytes_done, 1000u);
  EXPECT_TRUE(recording->is_indexed());
  EXPECT_TRUE(recording->is_complete());
  EXPECT_EQ(recording->frame_count(), 6u);
  EXPECT_TRUE(recording->problems().empty());
}

TEST(Recording, WithoutItsEndMarkIsNotComplete) {
  MadeScene scene = small_scene();
  scene.complete = false;
  EXPECT_FALSE(indexed(std::move(scene))->is_complete());
}

TEST(Recording, KnowsItsEntities) {
  MadeScene scene = small_scene();
  scene.streams = 2;
  const auto recording = indexed(std::move(scene));
  ASSERT_EQ(recording->entity_count(), 4u);
  const EntityInfo third = recording->entity(EntityIndex(3));
  EXPECT_EQ(third.id, "e3");
  EXPECT_EQ(third.name, "name 3");
  EXPECT_EQ(third.kind, EntityKind::signal);
  EXPECT_EQ(third.stream.value, 1u);
  EXPECT_EQ(third.parent.value, 1u);
  EXPECT_FALSE(recording->entity(EntityIndex(0)).parent.exists());
}

TEST(Recording, FindsEntitiesByIdElseByName) {
  MadeScene scene;
  scene.frames = steady_frames(1);
  for (std::uint32_t i = 0; i < 15; ++i) scene.lives.push_back({i, 0, kOpen});
  const auto recording = indexed(std::move(scene));
  using Found = std::vector<EntityIndex>;
  EXPECT_EQ(recording->find_entities("e3"), Found{EntityIndex(3)});
  EXPECT_EQ(recording->find_entities("name 0"),
            (Found{EntityIndex(0), EntityIndex(7), EntityIndex(14)}));
  EXPECT_EQ(recording->find_entities("e15"), Found{});
  EXPECT_EQ(recording->find_entities(""), Found{});
}

TEST(Recording, FindsEntitiesByIdWhileItIsIndexedAndAfter) {
  std::shared_ptr<Recording> recording;
  std::size_t looks = 0;
  const auto look = [&] {
    for (std::size_t i = 0; i < recording->entity_count(); ++i) {
      const EntityInfo info = recording->entity(EntityIndex(i));
      EXPECT_EQ(recording->entities_with_id(info.id), std::vector{EntityIndex(i)}) << i;
      EXPECT_TRUE(recording->entities_with_id(info.name).empty()) << i;
    }
    ++looks;
  };
  recording = made_recording(std::make_shared<const MadeScene>(random_scene(7, 20, 5)),
                             [&](std::size_t) { look(); });
  recording->index();
  look();
  EXPECT_EQ(looks, 21u);
  EXPECT_GT(recording->entity_count(), 20u);
}

TEST(Recording, VisitsWhoLivesAtAFrameBothEndsIncluded) {
  const auto recording = indexed(small_scene());
  const Rows expected[] = {{0}, {0, 1}, {0, 1}, {0}, {0, 1}, {0, 3}};
  for (std::size_t f = 0; f < 6; ++f) EXPECT_EQ(alive_at(*recording, f), expected[f]) << f;
}

TEST(Recording, TellsLifetimesInOrderOfTime) {
  const auto recording = indexed(small_scene());
  using Frames = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  const auto lives_of = [&](std::size_t entity) {
    std::vector<Lifetime> lives(3);  // what is there before is replaced
    recording->lifetimes_of(EntityIndex(entity), lives);
    Frames frames;
    for (const Lifetime& life : lives) {
      EXPECT_EQ(life.entity.value, entity);
      frames.emplace_back(life.first.value, life.last.value);
    }
    return frames;
  };
  EXPECT_EQ(lives_of(0), (Frames{{0, 5}}));
  EXPECT_EQ(lives_of(1), (Frames{{1, 2}, {4, 4}}));
  EXPECT_EQ(lives_of(2), Frames{}) << "it never lived";
  EXPECT_EQ(lives_of(3), (Frames{{5, 5}}));
  EXPECT_EQ(recording->lifetime_count(), 5u);
}

TEST(Recording, TellsNoLifetimeOfAFrameThatIsNotPublished) {
  std::shared_ptr<Recording> recording;
  recording =
      made_recording(std::make_shared<const MadeScene>(small_scene()), [&](std::size_t frame) {
        std::vector<Lifetime> lives;
        for (std::size_t entity = 0; entity < recording->entity_count(); ++entity) {
          recording->lifetimes_of(EntityIndex(entity), lives);
          for (const Lifetime& life : lives) EXPECT_LT(life.first.value, frame) << entity;
        }
      });
  recording->index();
}

TEST(Recording, WhoCameAndWentBeforeTheFirstFrameNeverLived) {
  MadeScene scene;
  scene.frames = steady_frames(3);
  scene.lives = {{0, 0, 0}, {1, 0, kOpen}};
  const auto recording = indexed(std::move(scene));
  for (std::size_t f = 0; f < 3; ++f) EXPECT_EQ(alive_at(*recording, f), Rows{1}) << f;
  const Lifetime life = recording->lifetime(LifetimeIndex(0));
  EXPECT_LT(life.last, life.first);
  EXPECT_TRUE(life.last.exists());
}

TEST(Recording, AgreesWithALinearScanAtAllFrames) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const auto scene = std::make_shared<const MadeScene>(random_scene(seed, 700, 10));
    const auto recording = made_recording(scene);
    recording->index();
    ASSERT_GT(recording->lifetime_count(), 4096u);  // sealed at least once on the way
    for (std::size_t f = 0; f < scene->frames.size(); ++f) {
      ASSERT_EQ(alive_at(*recording, f), scene->alive_at(f)) << seed << ' ' << f;
    }
  }
}

TEST(Recording, KnowsItsEvents) {
  const auto recording = indexed(small_scene());
  ASSERT_EQ(recording->event_count(), 4u);
  const EventInfo contact = recording->event(EventIndex(1));
  EXPECT_EQ(contact.frame.value, 2u);
  EXPECT_EQ(contact.time, 0.2);
  EXPECT_EQ(contact.end, 0.4);
  EXPECT_EQ(contact.entity.value, 1u);
  EXPECT_EQ(contact.name, "contact");
  EXPECT_EQ(contact.tag, "");
  EXPECT_EQ(contact.source_offset, 20u);
  const EventInfo weather = recording->event(EventIndex(2));
  EXPECT_FALSE(weather.entity.exists());
  EXPECT_EQ(weather.order, 1u);
  EXPECT_EQ(weather.source_detail, 1u);
  EXPECT_EQ(recording->event(EventIndex(3)).tag, "x");
}

TEST(Recording, GivesTheRowsOfEventsInARangeOfFrames) {
  const auto recording = indexed(small_scene());
  struct Case {
    std::size_t a, b, first, last;
  };
  const Case cases[] = {{0, 5, 0, 4}, {0, 0, 0, 1}, {1, 1, 1, 1}, {1, 2, 1, 3},
                        {2, 2, 1, 3}, {3, 4, 3, 3}, {5, 9, 3, 4}, {6, 9, 4, 4}};
  for (const Case& c : cases) {
    EXPECT_EQ(recording->events_in(FrameIndex(c.a), FrameIndex(c.b)), std::pair(c.first, c.last))
        << c.a << ".." << c.b;
  }
}

TEST(Recording, VisitsEventsThatMeetARangeOfTime) {
  const auto recording = indexed(small_scene());
  EXPECT_EQ(events_meeting(*recording, {0, 1}), (Rows{0, 1, 2, 3}));
  EXPECT_EQ(events_meeting(*recording, {0.05, 0.1}), Rows{});
  EXPECT_EQ(events_meeting(*recording, {0.2, 0.2}), (Rows{1, 2}));
  EXPECT_EQ(events_meeting(*recording, {0.3, 0.35}), Rows{1});  // began before, still holds
  EXPECT_EQ(events_meeting(*recording, {0.4, 0.5}), (Rows{1, 3}));
  EXPECT_EQ(events_meeting(*recording, {0.41, 0.49}), Rows{});
}

TEST(Recording, VisitsEventsThatMeetARangeOfTimeWhileItIsIndexed) {
  std::shared_ptr<Recording> recording;
  const auto look = [&](std::size_t frame) {
    if (frame != 4) return;
    EXPECT_EQ(events_meeting(*recording, {-1, 0}), Rows{0});
    EXPECT_EQ(events_meeting(*recording, {0.1, 0.2}), (Rows{1, 2}));
    EXPECT_EQ(events_meeting(*recording, {0.4, 0.4}), Rows{1});
    EXPECT_EQ(events_meeting(*recording, {0.41, 9}), Rows{});
  };
  recording = made_recording(std::make_shared<const MadeScene>(small_scene()), look);
  recording->index();
}

TEST(Recording, EventsByTimeAgreeWithALinearScan) {
  const auto scene = std::make_shared<const MadeScene>(random_scene(4, 700, 10));
  const auto recording = made_recording(scene);
  recording->index();
  ASSERT_GT(recording->event_count(), 4096u);
  for (Seconds begin = -1; begin < 80; begin += 0.37) {
    const TimeRange range{begin, begin + 0.5};
    Rows expected;
    for (std::uint32_t row = 0; row < scene->events.size(); ++row) {
      const MadeEvent& event = scene->events[row];
      if (event.time <= range.end && event.end >= range.begin) expected.push_back(row);
    }
    ASSERT_EQ(events_meeting(*recording, range), expected) << begin;
  }
}

TEST(Recording, EventTimesThatAreNoTimesAreReplaced) {
  MadeScene scene;
  scene.frames = steady_frames(3);
  scene.events = {{0, kNaN, kNaN, {}, "a", "", 0},
                  {1, 0.05, 0.01, {}, "b", "", 0},
                  {1, 0.05, kNaN, {}, "c", "", 1},
                  {2, kInfinity, 1.0, {}, "d", "", 0},
                  {2, -kInfinity, 0.0, {}, "e", "", 1}};
  const auto recording = indexed(std::move(scene));
  const std::pair<Seconds, Seconds> expected[] = {
      {0, 0}, {0.05, 0.05}, {0.05, 0.05}, {0.1, 1.0}, {0.1, 0.1}};
  for (std::size_t row = 0; row < 5; ++row) {
    const EventInfo event = recording->event(EventIndex(row));
    EXPECT_EQ(std::pair(event.time, event.end), expected[row]) << event.name;
  }
  EXPECT_EQ(events_meeting(*recording, {-1, 2}), (Rows{0, 1, 2, 3, 4}));
}

TEST(Recording, FrameTimesThatGoBackOrAreNoTimesStandStill) {
  MadeScene scene;
  scene.frames = {{kNaN, 1, 0}, {1, 2, 0}, {0.5, 3, 0}, {kInfinity, 4, 0}, {kNaN, 5, 0}, {2, 6, 0}};
  const auto recording = indexed(std::move(scene));
  const Seconds expected[] = {0, 1, 1, 1, 1, 2};
  for (std::size_t f = 0; f < 6; ++f) {
    EXPECT_EQ(recording->timeline().time(FrameIndex(f)), expected[f]) << f;
  }
}

TEST(Recording, MemoryGrowsWithFramesNotWithBytes) {
  const auto bytes_of = [](std::size_t frames, std::size_t file_bytes) {
    MadeScene scene;
    scene.frames = steady_frames(frames);
    scene.lives = {{0, 0, kOpen}};
    return indexed(std::move(scene), file_bytes)->memory_bytes();
  };
  EXPECT_EQ(bytes_of(1000, 1000), bytes_of(1000, 50'000'000));
  EXPECT_GT(bytes_of(100'000, 1000), bytes_of(1000, 1000));
  EXPECT_LT(bytes_of(100'000, 1000), 100'000 * 100u);
}

/// One frame a second with an event each, of which every tenth lasts; the ends of some are told
/// later, and every hundredth goes back in time where `is_sorted` is false.
TEST(Recording, FindsEventsByTimeWhetherTheyStandInOrderOrNotAndWhenTheirEndsAreToldLater) {
  constexpr std::size_t kEvents = 12000;
  const auto end_of = [](std::size_t i, Seconds time) {
    return i % 10 == 0 ? time + static_cast<Seconds>(i % 70) : time;
  };
  for (const bool is_sorted : {true, false}) {
    const auto time_of = [=](std::size_t i) {
      return static_cast<Seconds>(!is_sorted && i % 100 == 99 ? i - 50 : i);
    };
    const auto recording = scrubjay::indexed({.index = [&](RecordingBuilder& builder) {
      const StreamIndex stream = builder.add_stream("0", "");
      for (std::size_t i = 0; i < kEvents; ++i) {
        const Seconds time = time_of(i);
        const bool is_told_later = i % 20 == 0;
        const EventIndex event = builder.add_event({.frame = builder.next_frame(),
                                                    .time = time,
                                                    .end = is_told_later ? time : end_of(i, time),
                                                    .entity = {},
                                                    .name = "event",
                                                    .tag = ""});
        builder.add_frame(static_cast<Seconds>(i), static_cast<std::int64_t>(i), {}, stream);
        if (is_told_later) builder.end_event(event, end_of(i, time));
      }
    }});
    for (double a = -5; a < kEvents + 50; a += 97.25) {
      for (const double length : {0.0, 0.75, 30.0}) {
        std::vector<std::uint32_t> wanted;
        for (std::size_t i = 0; i < kEvents; ++i) {
          const Seconds time = time_of(i);
          if (time <= a + length && end_of(i, time) >= a) {
            wanted.push_back(static_cast<std::uint32_t>(i));
          }
        }
        std::vector<std::uint32_t> found;
        recording->visit_events({a, a + length},
                                [&](EventIndex event) { found.push_back(event.value); });
        std::ranges::sort(found);
        ASSERT_EQ(found, wanted) << a << " " << length << " " << is_sorted;
      }
    }
  }
}

TEST(Recording, FoldsTheProblemsOfItsPass) {
  const auto recording = waiting({.index = [](RecordingBuilder& builder) {
    for (int i = 0; i < 3; ++i) {
      Problem problem;
      problem.code = "odd";
      builder.add_problem(problem);
    }
  }});
  const std::uint64_t before = recording->problems_version();
  recording->index();
  ASSERT_EQ(recording->problems().size(), 1u);
  EXPECT_EQ(recording->problems()[0].count, 3u);
  EXPECT_GT(recording->problems_version(), before);
}

TEST(Recording, CopiesDetailsOutAndReplacesThemWhole) {
  const auto recording = waiting({.index = [](RecordingBuilder& builder) {
    PropertyTree details;
    details.text("map", "old");
    builder.set_details(details);
    details.clear();
    const auto group = details.open("header", PropertyType::group);
    details.text("map", details.keep("Town01"));
    details.close(group);
    builder.set_details(details);
  }});
  recording->index();
  PropertyTree out;
  out.null("before");
  const PropertyRange range = recording->details(out);
  EXPECT_EQ(range.first, 1u);
  EXPECT_EQ(range.count, 2u);
  const auto map = find_path(out, range, "header/map");
  ASSERT_TRUE(map.has_value());
  EXPECT_EQ(out[*map].text_value(), "Town01");
}

TEST(Recording, StreamsBeyondTheLimitShareTheLastOneAndAreTold) {
  const auto recording = waiting({.index = [](RecordingBuilder& builder) {
    for (std::size_t i = 0; i < limits::kMostStreams + 10; ++i) {
      const StreamIndex stream = builder.add_stream("s", "");
      ASSERT_EQ(stream.value, std::min(i, limits::kMostStreams - 1));
    }
    builder.add_frame(0, 0, {}, builder.add_stream("one more", ""));
  }});
  recording->index();
  EXPECT_EQ(recording->timeline().stream_count(), limits::kMostStreams);
  EXPECT_EQ(recording->timeline().stream(FrameIndex(0)).value, limits::kMostStreams - 1);
  ASSERT_EQ(recording->problems().size(), 1u);
  EXPECT_EQ(recording->problems()[0].code, "too-many-streams");
  EXPECT_EQ(recording->problems()[0].count, 11u);
}

}  // namespace
}  // namespace scrubjay
