#include "app/viewer/panels/timeline/timeline_cache.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "scripted_recording.h"
#include "session_of.h"

namespace scrubjay {
namespace {

/// Updates until all is known; returns after how many updates.
int update_fully(const Session& session, TimelineCache& cache, std::vector<EntityRef> entities = {},
                 std::chrono::microseconds budget = std::chrono::hours(1)) {
  for (int updates = 1; updates < 100'000; ++updates) {
    WorkBudget work(budget);
    if (update_timeline_cache(session, entities, work, cache)) return updates;
    // What another thread looks for may take long on a busy machine.
    if (budget > std::chrono::seconds(1)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  ADD_FAILURE() << "the cache is never up to date";
  return 0;
}

TEST(KnownLifetimes, AreThoseOfTheEntityAndOfWhatIsReadByNow) {
  std::vector<std::size_t> seen;  // how many lives of the first one, while it is read
  KnownLifetimes known;
  std::shared_ptr<Recording> recording;
  EntityIndex first;
  EntityIndex second;
  recording = waiting_recording([&](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("", "");
    first = builder.add_entity("1", "", EntityKind::other, stream);
    second = builder.add_entity("2", "", EntityKind::other, stream);
    for (int life = 0; life < 2; ++life) {
      const LifetimeIndex row = builder.begin_life(first, builder.next_frame());
      add_frames(builder, stream, 3, 1, 5.0 * life);
      seen.push_back(known.of(recording, first).size());
      builder.end_life(row, FrameIndex(3 * static_cast<std::size_t>(life) + 2));
    }
  });
  recording->index();
  EXPECT_EQ(seen, (std::vector<std::size_t>{1, 2}));
  EXPECT_TRUE(known.of(recording, second).empty());
  EXPECT_EQ(known.of(recording, first).size(), 2u);
  EXPECT_EQ(known.lives().back().first, FrameIndex(3));
}

TEST(TimelineCache, KnowsWhyARecordingEndsEarly) {
  struct Case {
    const char* what;
    bool complete;
    std::vector<const char*> codes;
    std::optional<std::string> expected;
  };
  for (const Case& c : {Case{"whole", true, {"odd-packet"}, {}},
                        {"cut off", false, {"odd-packet", "cut-off", "odd-id"}, "cut-off"},
                        {"the last error", false, {"odd-packet", "odd-id"}, "odd-id"},
                        {"no word of it", false, {}, "cut-off"}}) {
    const Session session = session_of(scripted_recording([&](RecordingBuilder& builder) {
      add_frames(builder, builder.add_stream("s", ""), 5, 1);
      std::uint64_t offset = 0;
      for (const char* const code : c.codes) {
        builder.add_problem(
            {.code = code, .offset = offset += 10, .frame = FrameIndex(2), .message = code});
      }
      builder.set_complete(c.complete);
    }));
    TimelineCache cache;
    update_fully(session, cache);
    const auto& ending = cache.recordings[0].ending;
    ASSERT_EQ(ending.has_value(), c.expected.has_value()) << c.what;
    if (ending) {
      EXPECT_EQ(ending->code, *c.expected) << c.what;
    }
    EXPECT_EQ(cache.recordings[0].problems.size(), c.codes.size()) << c.what;
  }
}

/// `count` events, every tenth of entity 1, the others of entity 0.
std::shared_ptr<Recording> with_events(std::size_t count) {
  return scripted_recording([count](RecordingBuilder& builder) {
    const StreamIndex a = builder.add_stream("a", "");
    const StreamIndex b = builder.add_stream("b", "");
    builder.add_entity("0", "many", EntityKind::vehicle, a);
    builder.add_entity("1", "few", EntityKind::person, a);
    builder.begin_life(EntityIndex(0), builder.next_frame());
    const LifetimeIndex short_life = builder.begin_life(EntityIndex(1), builder.next_frame());
    for (std::size_t i = 0; i < count; ++i) {
      const auto t = static_cast<double>(i);
      builder.add_event(instant(builder, t, "e", "", EntityIndex(i % 10 == 0 ? 1 : 0)));
      builder.add_frame(t, static_cast<std::int64_t>(i), {}, i % 2 == 0 ? a : b);
      if (i == 3) builder.end_life(short_life, FrameIndex(std::size_t{3}));
    }
    builder.set_complete(true);
  });
}

TEST(TimelineCache, FindsEventsAndLivesOfSelectedEntitiesInSlices) {
  const Session session = session_of(with_events(5000));
  const std::vector<EntityRef> selected{{0, EntityIndex(1)}, {0, EntityIndex(0)}};
  TimelineCache cache;
  EXPECT_GT(update_fully(session, cache, selected, std::chrono::microseconds(0)), 5);
  ASSERT_EQ(cache.entities.size(), 2u);
  EXPECT_EQ(cache.entities[0].events.rows.size(), 500u);
  EXPECT_EQ(cache.entities[0].events.rows[1], EventIndex(10));
  EXPECT_EQ(cache.entities[1].events.rows.size(), 4500u);
  ASSERT_EQ(cache.entities[0].lifetimes.lives().size(), 1u);
  EXPECT_EQ(cache.entities[0].lifetimes.lives()[0].last, FrameIndex(3));
  EXPECT_EQ(events_of(cache, 0).count, 500u);
}

TEST(TimelineCache, KeepsWhatIsKnownOfAnEntityWhenTheSelectionChanges) {
  const Session session = session_of(with_events(1000));
  const EntityRef first{0, EntityIndex(0)};
  const EntityRef second{0, EntityIndex(1)};
  TimelineCache cache;
  update_fully(session, cache, {first, second});
  WorkBudget nothing(std::chrono::microseconds(0));
  EXPECT_TRUE(update_timeline_cache(session, std::vector{second}, nothing, cache));
  EXPECT_EQ(cache.entities[0].entity, second);
  EXPECT_EQ(cache.entities[0].events.rows.size(), 100u);
}

TEST(TimelineCache, HasLanesForSixEntities) {
  const Session session = session_of(with_events(10));
  TimelineCache cache;
  update_fully(session, cache, std::vector<EntityRef>(9, EntityRef{0, EntityIndex(0)}));
  EXPECT_EQ(cache.entities.size(), kEntityLanes);
}

TEST(TimelineCache, LeavesOutEventsOfWhatIsHidden) {
  Session session = session_of(with_events(100));
  session.recordings.push_back({with_events(40), 0, true, {}});
  TimelineCache cache;
  update_fully(session, cache);
  const auto count = [&] {
    std::size_t events = 0;
    for (const EventSource& source : all_events(session, cache)) events += source.count;
    return events;
  };
  EXPECT_EQ(count(), 140u);
  session.recordings[1].visible = false;
  EXPECT_EQ(count(), 100u);
  session.recordings[0].hidden_streams = {false, true};
  update_fully(session, cache);
  EXPECT_EQ(count(), 50u);
}

TEST(TimelineCache, ShowsOnlyEventsThatPassAFilter) {
  const Session session = session_of(scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    for (int i = 0; i < 5; ++i) {
      builder.add_event(instant(builder, i, "e"));
      builder.add_frame(i, 0, {}, stream);
    }
  }));
  TimelineCache cache;
  update_fully(session, cache);
  const std::vector<std::vector<EventIndex>> passed{{EventIndex(1), EventIndex(4)}};
  const std::vector<EventSource> sources = all_events(session, cache, &passed);
  ASSERT_EQ(sources.size(), 1u);
  EXPECT_EQ(sources[0].count, 2u);
  EXPECT_EQ(time_of(session, sources[0], 1), 4);
}

TEST(TimelineCache, ForgetsARecordingThatWasReplaced) {
  Session session = session_of(with_events(100));
  const std::vector<EntityRef> selected{{0, EntityIndex(1)}};
  TimelineCache cache;
  update_fully(session, cache, selected);
  session.recordings[0].recording = with_events(30);
  update_fully(session, cache, selected);
  EXPECT_EQ(cache.recordings[0].events_seen, 30u);
  EXPECT_EQ(cache.entities[0].events.rows.size(), 3u);
  session.recordings.clear();
  update_fully(session, cache);
  EXPECT_TRUE(cache.recordings.empty());
}

TEST(TimelineCache, NoticesEventsOutOfOrderAndEventsThatLast) {
  const Session session = session_of(scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    for (const Seconds t : {1.0, 5.0, 2.0}) {
      EventInfo event = instant(builder, t, "e");
      event.end = t + 1;
      builder.add_event(event);
      builder.add_frame(builder.next_frame().value, 0, {}, stream);
    }
  }));
  TimelineCache cache;
  update_fully(session, cache);
  const std::vector<EventSource> sources = all_events(session, cache);
  ASSERT_EQ(sources.size(), 1u);
  EXPECT_TRUE(sources[0].by_frame);
  EXPECT_TRUE(sources[0].has_spans);
  EXPECT_EQ(time_of(session, sources[0], 1), 1) << "the time of its frame";
}

}  // namespace
}  // namespace scrubjay
