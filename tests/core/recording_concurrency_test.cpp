// A recording is read while its index pass runs on another thread. Meant for the thread sanitizer
// too.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <future>
#include <memory>
#include <random>
#include <thread>
#include <vector>

#include "core/background_index.h"
#include "core/recording.h"
#include "tests/core/made_recording.h"

namespace scrubjay {
namespace {

using Rows = std::vector<std::uint32_t>;

/// What a scan of the whole scene finds, for each frame.
struct Truth {
  std::vector<Rows> alive;
  std::vector<std::pair<std::size_t, std::size_t>> events;

  explicit Truth(const MadeScene& scene) {
    std::size_t event = 0;
    for (std::size_t f = 0; f < scene.frames.size(); ++f) {
      alive.push_back(scene.alive_at(f));
      const std::size_t first = event;
      while (event < scene.events.size() && scene.events[event].frame == f) ++event;
      events.emplace_back(first, event);
    }
  }
};

/// Compares all that a recording says of a published frame; false and a failure at the first
/// difference.
bool same_at(const Recording& recording, const MadeScene& scene, const Truth& truth,
             std::size_t f) {
  const FrameIndex frame(f);
  Rows alive;
  recording.visit_alive(frame, [&](EntityIndex row) {
    alive.push_back(row.value);
    EXPECT_EQ(recording.entity(row).id, "e" + std::to_string(row.value));
  });
  std::ranges::sort(alive);
  EXPECT_EQ(alive, truth.alive[f]) << "frame " << f;
  EXPECT_EQ(recording.events_in(frame, frame), truth.events[f]) << "frame " << f;
  const auto [first, last] = truth.events[f];
  for (std::size_t row = first; row < last; ++row) {
    EXPECT_EQ(recording.event(EventIndex(row)).name, scene.events[row].name);
  }
  EXPECT_EQ(recording.timeline().time(frame), scene.frames[f].time);
  EXPECT_EQ(recording.timeline().stream(frame).value, scene.frames[f].stream);
  return !testing::Test::HasFailure();
}

/// Looks at what belongs to no single frame; everything must be about published frames.
void look_around(const Recording& recording, const MadeScene& scene) {
  const Timeline& timeline = recording.timeline();
  for (std::size_t s = 0; s < timeline.stream_count(); ++s) {
    const StreamIndex stream(s);
    const std::size_t count = timeline.frame_count(stream);
    if (count == 0) continue;
    const FrameIndex newest = timeline.frame_of(stream, count - 1);
    EXPECT_LT(newest.value, timeline.size());
    EXPECT_EQ(timeline.time(newest), scene.frames[newest.value].time);
    EXPECT_TRUE(timeline.frame_at(stream, 1e9).exists());
  }
  const TimeRange range = timeline.range();
  std::size_t met = 0;
  recording.visit_events({range.end - 1, range.end}, [&](EventIndex row) {
    ++met;
    EXPECT_LT(recording.event(row).frame.value, timeline.size());
  });
  EXPECT_LE(met, scene.events.size());
  std::vector<Lifetime> lives;
  if (const std::size_t entities = recording.entity_count(); entities > 0) {
    recording.lifetimes_of(EntityIndex(entities / 2), lives);
    for (const Lifetime& life : lives) EXPECT_EQ(life.entity.value, entities / 2);
  }
  EXPECT_LE(recording.progress().bytes_done, recording.progress().bytes_total);
}

TEST(RecordingConcurrency, WhatIsPublishedIsWholeWhileTheRestIsIndexed) {
  const auto scene = std::make_shared<const MadeScene>(random_scene(5, 2500, 6));
  ASSERT_GT(scene->lives.size(), 12'288u);  // so that its tree is replaced twice on the way
  const Truth truth(*scene);
  // The pass stops for the readers now and then, so that they see it at many stages.
  std::atomic<std::size_t> checks{0};
  std::atomic<bool> failed{false};
  const auto recording = made_recording(
      scene,
      [&](std::size_t frame) {
        if (frame % 10 != 0) return;
        const std::size_t before = checks;
        while (checks < before + 3 && !failed) std::this_thread::yield();
      },
      30'000);
  const auto read = [&](std::uint64_t seed) {
    std::mt19937_64 random(seed);
    while (!recording->is_indexed()) {
      const std::size_t frames = recording->frame_count();
      if (frames > 0) {
        // The newest frame and one of those before.
        if (!same_at(*recording, *scene, truth, frames - 1) ||
            !same_at(*recording, *scene, truth, random() % frames)) {
          failed = true;
          return;
        }
        look_around(*recording, *scene);
      }
      ++checks;
    }
  };
  {
    const std::jthread first(read, 1);
    const std::jthread second(read, 2);
    const BackgroundIndex pass(recording);
    // Ends only when the pass is through: destroying a BackgroundIndex would cancel it.
    while (!recording->is_indexed() && !failed) std::this_thread::yield();
  }
  ASSERT_FALSE(failed);
  EXPECT_EQ(recording->progress().state, IndexState::done);
  ASSERT_EQ(recording->frame_count(), scene->frames.size());
  for (std::size_t f = 0; f < scene->frames.size(); ++f) {
    ASSERT_TRUE(same_at(*recording, *scene, truth, f));
  }
}

TEST(RecordingConcurrency, CursorsOfSeveralThreadsDecodeWhileTheRestIsIndexed) {
  const auto scene = std::make_shared<const MadeScene>(random_scene(6, 600, 3));
  const Truth truth(*scene);
  const auto recording = made_recording(scene, nullptr, 10'000);
  const auto read = [&] {
    Cursor cursor(recording);
    for (std::size_t f = 0; f < scene->frames.size();) {
      if (f >= recording->frame_count()) {
        std::this_thread::yield();
        continue;
      }
      const Frame& frame = cursor.seek(FrameIndex(f));
      Rows alive;
      for (const Entity& entity : frame.entities) alive.push_back(entity.index.value);
      ASSERT_EQ(alive, truth.alive[f]);
      ASSERT_EQ(frame.events.size(), truth.events[f].second - truth.events[f].first);
      ++f;
    }
  };
  const std::jthread first(read);
  const std::jthread second(read);
  recording->index();
}

TEST(RecordingConcurrency, CancellingStopsSoonKeepsWhatWasFoundAndSaysSo) {
  const auto scene = std::make_shared<const MadeScene>(random_scene(7, 5000, 2));
  const Truth truth(*scene);
  std::promise<void> reached;
  std::promise<void> cancelled;
  const auto recording = made_recording(
      scene,
      [&](std::size_t frame) {
        if (frame != 1000) return;
        reached.set_value();
        cancelled.get_future().wait();
      },
      50'000);
  {
    const std::jthread pass([&] { recording->index(); });
    reached.get_future().wait();
    recording->cancel();
    cancelled.set_value();
  }
  EXPECT_EQ(recording->progress().state, IndexState::cancelled);
  EXPECT_TRUE(recording->is_indexed());
  EXPECT_FALSE(recording->is_complete());
  ASSERT_EQ(recording->frame_count(), 1001u);  // the one it was at is finished
  for (std::size_t f = 0; f < 1001; ++f) ASSERT_TRUE(same_at(*recording, *scene, truth, f));
  EXPECT_EQ(recording->event_count(), truth.events[1000].second);
  ASSERT_EQ(recording->problems().size(), 1u);
  EXPECT_EQ(recording->problems()[0].code, "cancelled");
  EXPECT_EQ(recording->problems()[0].severity, Severity::note);
  EXPECT_EQ(recording->problems()[0].offset, 10'000u);
}

TEST(RecordingConcurrency, CancelledBeforeItsPassItFindsNothing) {
  const auto recording = made_recording(std::make_shared<const MadeScene>(random_scene(8, 50, 2)));
  recording->cancel();
  recording->index();
  EXPECT_EQ(recording->progress().state, IndexState::cancelled);
  EXPECT_EQ(recording->frame_count(), 0u);
}

TEST(RecordingConcurrency, CancellingAfterThePassChangesNothing) {
  const auto recording = made_recording(std::make_shared<const MadeScene>(random_scene(8, 50, 2)));
  recording->index();
  recording->cancel();
  EXPECT_EQ(recording->progress().state, IndexState::done);
  EXPECT_TRUE(recording->is_complete());
  EXPECT_TRUE(recording->problems().empty());
}

TEST(BackgroundIndex, DestroyingItCancelsThePassAndWaits) {
  const auto scene = std::make_shared<const MadeScene>(random_scene(9, 2000, 1));
  std::atomic<std::size_t> frames{0};
  const auto recording = made_recording(scene, [&](std::size_t frame) {
    frames = frame + 1;
    std::this_thread::yield();
  });
  {
    const BackgroundIndex pass(recording);
    while (frames < 10) std::this_thread::yield();
  }
  EXPECT_TRUE(recording->is_indexed());
  EXPECT_EQ(recording->frame_count(), frames);
}

TEST(BackgroundIndex, MovedItGoesOnAndKeepsTheRecordingAlive) {
  auto recording = made_recording(std::make_shared<const MadeScene>(random_scene(9, 200, 1)));
  const std::weak_ptr<Recording> watched = recording;
  BackgroundIndex first(std::move(recording));
  const BackgroundIndex second(std::move(first));
  const auto alive = watched.lock();
  ASSERT_NE(alive, nullptr);
  while (!alive->is_indexed()) std::this_thread::yield();
  EXPECT_EQ(alive->progress().state, IndexState::done);
  EXPECT_EQ(alive->frame_count(), 200u);
}

}  // namespace
}  // namespace scrubjay
