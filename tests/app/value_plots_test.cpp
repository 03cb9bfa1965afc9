#include "app/shared/value_plots.h"

#include <gtest/gtest.h>

#include <cmath>
#include <condition_variable>
#include <mutex>

#include "core/time_cursor.h"
#include "test_scene.h"
#include "tests/analysis/straight_road.h"
#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

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
TestScene duel_with_gap() {
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
void read_all(ValuePlots& plots, Background& background,
              const std::vector<ValuePlots::Wanted>& wanted) {
  plots.want(wanted, background);
  background.wait_until_idle();
  EXPECT_FALSE(plots.is_reading());
}
TEST(ValuePlots, ReadTheFramesOfTheEntitysStream) {
  const auto recording = recording_of(duel_with_gap());
  const PlotRequest health{EntityIndex(0), "Health", {}};
  const PlotRequest aim{EntityIndex(1), "aim", {}};
  const PlotRequest part{EntityIndex(1), "aim.z", {}};
  const PlotRequest mood{EntityIndex(1), "mood", {}};
  Background background([] {});
  ValuePlots plots;
  read_all(plots, background,
           {{recording, health}, {recording, aim}, {recording, part}, {recording, mood}});
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
  const ValuePlot* const states = found.find(recording.get(), mood);
  EXPECT_TRUE(states->is_of_states());
  EXPECT_EQ(states->size(), 50U);
}

TEST(ValuePlots, FollowFromTheRoadsThatAreThere) {
  TestScene scene;
  scene.entities = {{.id = "1", .kind = EntityKind::vehicle}};
  const auto recording = recording_of(scene);
  const PlotRequest height{EntityIndex(0), "road/s", {}};
  const PlotRequest type{EntityIndex(0), "road/lane_type", {}};
  const auto over = [&](double x) {
    return std::make_shared<RecordingOverRoads>(
        recording, RoadsOfRecording{.roads = std::make_shared<StraightRoad>(),
                                    .path = "made.xodr",
                                    .placement = {.offset = {x, 0, 0}}});
  };
  const auto near = over(100);
  Background background([] {});
  ValuePlots plots;
  const auto extent = [&] {
    const ValuePlots::Found found = plots.found();
    const ValuePlot* const plot = found.find(recording.get(), height);
    return plot == nullptr ? std::nullopt : plot->extent();
  };
  read_all(plots, background, {{recording, height, near}, {recording, type, near}});
  Cursor cursor(near->with_values());
  const Frame& last = cursor.seek(FrameIndex(9));
  const auto s = find_path(last.tree, last.find(EntityIndex(0))->properties, "road/s");
  ASSERT_TRUE(s);
  ASSERT_TRUE(extent());
  EXPECT_EQ(std::max(extent()->most, extent()->least), last.tree[*s].number);
  EXPECT_TRUE(plots.found().find(recording.get(), type)->is_of_states());
  const double before = extent()->most;
  read_all(plots, background, {{recording, height, over(150)}});
  EXPECT_EQ(extent()->most, before + 50) << "the roads lie elsewhere";
  read_all(plots, background, {{recording, height}});
  EXPECT_FALSE(extent()) << "they are gone";
}

TEST(ValuePlots, AreForgottenWhenTheyAreNotWanted) {
  const auto recording = recording_of(duel_with_gap());
  const PlotRequest health{EntityIndex(0), "Health", {}};
  PlotRequest elsewhere = health;
  elsewhere.coordinates = *CoordinateSystem::parse("ros");
  Background background([] {});
  ValuePlots plots;
  read_all(plots, background, {{recording, health}});
  read_all(plots, background, {{recording, elsewhere}});
  {
    const ValuePlots::Found found = plots.found();
    EXPECT_EQ(found.find(recording.get(), health), nullptr);
    ASSERT_NE(found.find(recording.get(), elsewhere), nullptr);
    EXPECT_EQ(found.find(recording.get(), elsewhere)->looked_at(), 100U);
  }
  plots.want({}, background);
  EXPECT_FALSE(plots.is_reading());
}

}  // namespace
}  // namespace scrubjay
