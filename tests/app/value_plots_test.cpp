#include "app/value_plots.h"

#include <gtest/gtest.h>

#include <cmath>
#include <condition_variable>
#include <mutex>

#include "test_scene.h"

namespace scrubjay {
namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

TEST(ValuePlot, SaysWhatHoldsAtATime) {
  ValuePlot plot;
  EXPECT_EQ(plot.at(0), std::nullopt);
  EXPECT_EQ(plot.extent(), std::nullopt);
  plot.add(0.5, {}, "");  // nothing before the first value
  plot.add(1, std::array{3.0, -1.0}, "m");
  plot.add(2, std::array{4.0, 7.0}, "m");
  plot.add(3, {}, "");
  plot.add(4, {}, "");                // the gap goes on
  plot.add(5, std::array{1.0}, "m");  // of another kind
  plot.add(6, std::array{kNaN, 8.0}, "m");
  EXPECT_EQ(plot.size(), 4U);
  EXPECT_EQ(plot.components(), 2U);
  EXPECT_EQ(plot.unit(), "m");
  EXPECT_EQ(plot.at(0.9), std::nullopt);
  EXPECT_EQ(plot.at(1), 0U);
  EXPECT_EQ(plot.at(2.9), 1U);
  EXPECT_EQ(plot.at(100), 3U);
  EXPECT_EQ(plot.value(1, 1), 7);
  EXPECT_TRUE(std::isnan(plot.value(2, 0)));
  EXPECT_TRUE(std::isnan(plot.value(3, 0)));
  EXPECT_EQ(plot.value(3, 1), 8);
  EXPECT_EQ(plot.extent()->least, -1);
  EXPECT_EQ(plot.extent()->most, 8);
  EXPECT_EQ(plot.extent(0, 2, 4), std::nullopt);
}

/// Against looking at every sample, over ranges that begin and end inside blocks and between them.
TEST(ValuePlot, ExtentsAreThoseOfAllSamples) {
  ValuePlot plot;
  constexpr std::size_t kSamples = 2000;
  const auto value_of = [](std::size_t i) { return std::sin(static_cast<double>(i * i % 977)); };
  for (std::size_t i = 0; i < kSamples; ++i) {
    plot.add(static_cast<double>(i), std::array{i % 50 == 7 ? kNaN : value_of(i)}, "");
  }
  for (const std::size_t first : {0UL, 1UL, 255UL, 256UL, 300UL, 1700UL}) {
    for (std::size_t last = first + 1; last <= kSamples; last += 111) {
      double least = 10;
      double most = -10;
      for (std::size_t i = first; i < last; ++i) {
        if (i % 50 == 7) continue;
        least = std::min(least, value_of(i));
        most = std::max(most, value_of(i));
      }
      const auto extent = plot.extent(0, first, last);
      ASSERT_EQ(extent.has_value(), least <= most) << first << " " << last;
      if (!extent) continue;
      EXPECT_EQ(extent->least, least) << first << " " << last;
      EXPECT_EQ(extent->most, most) << first << " " << last;
    }
  }
}

/// Two clients that take turns; entity 0 has Health = 100 - frame until frame 60.
TestScene duel() {
  TestScene scene;
  scene.frames = 100;
  scene.streams = {"Server", "Client"};
  scene.entities = {{.id = "7", .name = "Guard"}, {.id = "7", .name = "Orc", .stream = 1}};
  scene.properties = [](std::size_t frame, std::size_t, PropertyTree& out) {
    if (frame < 60) out.number("Health", 100 - static_cast<double>(frame), Precision::float64);
    out.vec3("aim", {1, 2, static_cast<double>(frame)}, Precision::float64, "m");
    out.text("mood", "calm");
  };
  return scene;
}

/// Waits until nothing is left to be read.
void read_all(ValuePlots& plots, const std::vector<ValuePlots::Wanted>& wanted) {
  std::mutex mutex;
  std::condition_variable woken;
  std::size_t wakes = 0;
  plots.want(wanted, [&] {
    const std::lock_guard lock(mutex);
    ++wakes;
    woken.notify_all();
  });
  std::unique_lock lock(mutex);
  while (true) {
    const std::size_t before = wakes;
    lock.unlock();
    if (!plots.is_reading()) break;
    lock.lock();
    woken.wait(lock, [&] { return wakes != before; });
  }
  plots.want(wanted, [] {});
}

TEST(ValuePlots, ReadTheFramesOfTheEntitysStream) {
  const auto recording = recording_of(duel());
  const PlotRequest health{EntityIndex(0), "Health", {}};
  const PlotRequest aim{EntityIndex(1), "aim", {}};
  const PlotRequest part{EntityIndex(1), "aim.z", {}};
  const PlotRequest mood{EntityIndex(1), "mood", {}};
  ValuePlots plots;
  read_all(plots, {{recording, health}, {recording, aim}, {recording, part}, {recording, mood}});
  const ValuePlots::Found found = plots.found();
  const ValuePlot* const plot = found.find(recording.get(), health);
  ASSERT_NE(plot, nullptr);
  EXPECT_EQ(plot->looked_at(), 100U);
  ASSERT_EQ(plot->size(), 31U) << "every second frame until 60, and where it ends";
  EXPECT_EQ(plot->value(0, 0), 100);
  EXPECT_EQ(plot->value(29, 0), 42);
  EXPECT_TRUE(std::isnan(plot->value(30, 0)));
  const ValuePlot* const vector = found.find(recording.get(), aim);
  ASSERT_NE(vector, nullptr);
  ASSERT_EQ(vector->components(), 3U);
  EXPECT_EQ(vector->size(), 50U);
  EXPECT_EQ(vector->value(49, 2), 99);
  EXPECT_EQ(vector->unit(), "m");
  EXPECT_EQ(found.find(recording.get(), part)->components(), 1U);
  EXPECT_EQ(found.find(recording.get(), part)->value(49, 0), 99);
  EXPECT_EQ(found.find(recording.get(), mood)->components(), 0U);
}

TEST(ValuePlots, AreForgottenWhenTheyAreNotWanted) {
  const auto recording = recording_of(duel());
  const PlotRequest health{EntityIndex(0), "Health", {}};
  PlotRequest elsewhere = health;
  elsewhere.coordinates = *CoordinateSystem::parse("ros");
  ValuePlots plots;
  read_all(plots, {{recording, health}});
  read_all(plots, {{recording, elsewhere}});
  {
    const ValuePlots::Found found = plots.found();
    EXPECT_EQ(found.find(recording.get(), health), nullptr);
    ASSERT_NE(found.find(recording.get(), elsewhere), nullptr);
    EXPECT_EQ(found.find(recording.get(), elsewhere)->looked_at(), 100U);
  }
  plots.want({}, [] {});
  EXPECT_FALSE(plots.is_reading());
}

}  // namespace
}  // namespace scrubjay
