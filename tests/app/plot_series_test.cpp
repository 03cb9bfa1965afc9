#include "app/viewer/panels/plots/plot_series.h"

#include <gtest/gtest.h>

#include "app/viewer/found/recording_gaps.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/plots/plot_curves.h"
#include "app/viewer/plots/plotted_values.h"
#include "headless_imgui.h"
#include "test_scene.h"

namespace scrubjay {
namespace {

/// Frame numbers 1 to 20, then 61 to 80: 40 are missing. Gear is a whole number, Speed is none.
TestScene gearbox() {
  TestScene scene;
  scene.frames = 40;
  scene.number = [](std::size_t frame) { return frame + (frame < 20 ? 1 : 41); };
  scene.entities = {{.id = "7", .name = "Car", .kind = EntityKind::vehicle}};
  scene.properties = [](std::size_t frame, std::size_t, PropertyTree& out) {
    out.integer("Gear", static_cast<std::int64_t>(frame / 10));
    out.number("Speed", static_cast<double>(frame), Precision::float64, "m/s");
  };
  return scene;
}

TEST(PlotSeries, ATitleSaysWhatAValueIsOf) {
  EXPECT_EQ(plot_title("kinematics/speed"), "speed");
  EXPECT_EQ(plot_title("speed"), "speed");
  EXPECT_EQ(plot_title("chat/messages/4"), "messages/4");
  EXPECT_EQ(plot_title("game.Health/value"), "game.Health/value");
  EXPECT_EQ(plot_title("inherited/Health/value"), "Health/value");
  EXPECT_EQ(plot_title("value"), "value");
  EXPECT_EQ(plot_title("derived/speed"), "\u0192 speed");
}

TEST(PlotSeries, LinesBreakWhereFramesAreMissing) {
  const HeadlessImGui imgui{{1280, 720}};
  Workspace workspace([] {});
  workspace.session().recordings.push_back({recording_of(gearbox()), 0, true, {}});
  ViewState state;
  PlotCurve curve;
  curve.entity = {0, EntityIndex(0)};
  curve.path = "Speed";
  state.curves = {curve};
  PanelCaches caches;
  ASSERT_TRUE(caches.of<RecordingGaps>().update(workspace.session()));
  Background background([] {});
  ValuePlots plots;
  plots.want({{workspace.session().recordings[0].recording, plot_request(state, curve)}},
             background);
  background.wait_until_idle();
  const Moment moment;
  std::vector<PlaybackCommand> commands;
  PlaceReport places;
  const PanelContext context{
      {{dark_theme(), imgui.fonts(), 1, 0, places}, workspace.session(), moment, state, commands},
      workspace,
      caches};
  const ValuePlots::Found found = plots.found();
  const std::vector<DrawnCurve> drawn = drawn_curves(context, found);
  ASSERT_EQ(drawn.size(), 1U);
  ASSERT_EQ(drawn[0].plot->size(), 40U);
  EXPECT_FALSE(drawn[0].plot->is_stepped());
  EXPECT_FALSE(is_interrupted(drawn[0], 18, 19));
  EXPECT_TRUE(is_interrupted(drawn[0], 19, 20));
  EXPECT_FALSE(is_interrupted(drawn[0], 20, 21));
  EXPECT_TRUE(is_interrupted(drawn[0], 0, 39));
  workspace.session().recordings.clear();  // it did not open it
}

TEST(PlotSeries, WholeNumbersHoldUntilTheNext) {
  const auto recording = recording_of(gearbox());
  const PlotRequest gear{EntityIndex(0), "Gear", {}};
  PlotRequest change = gear;
  change.form.is_derivative = true;
  PlotRequest mean = gear;
  mean.form.average = 0.5;
  const PlotRequest speed{EntityIndex(0), "Speed", {}};
  Background background([] {});
  ValuePlots plots;
  plots.want({{recording, gear}, {recording, change}, {recording, mean}, {recording, speed}},
             background);
  background.wait_until_idle();
  const ValuePlots::Found found = plots.found();
  EXPECT_TRUE(found.find(recording.get(), gear)->is_stepped());
  EXPECT_FALSE(found.find(recording.get(), change)->is_stepped());
  EXPECT_FALSE(found.find(recording.get(), mean)->is_stepped());
  EXPECT_FALSE(found.find(recording.get(), speed)->is_stepped());
}

}  // namespace
}  // namespace scrubjay
