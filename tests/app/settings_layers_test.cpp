#include <gtest/gtest.h>

#include "app/viewer/settings.h"

namespace scrubjay {
namespace {

TEST(LayerSettings, ComeBackAsTheyWere) {
  Settings settings;
  settings.names = LayerState::selected;
  settings.trails = LayerState::all;
  settings.trail_seconds = kWholeTrail;
  settings.show_back_faces = true;
  settings.choices["/tmp/a.fbf"].layers = {{"", LayerState::off},
                                           {"Hits \"x\"", LayerState::selected}};
  const Settings read = settings_from_json(to_json(settings));
  EXPECT_EQ(read.names, LayerState::selected);
  EXPECT_EQ(read.trails, LayerState::all);
  EXPECT_EQ(read.trail_seconds, kWholeTrail);
  EXPECT_TRUE(read.show_back_faces);
  EXPECT_EQ(read.choices.at("/tmp/a.fbf").layers, settings.choices["/tmp/a.fbf"].layers);
}

TEST(LayerSettings, KeepDefaultsForWhatCannotBeRead) {
  const Settings read = settings_from_json(
      R"({"version": 1, "scene": {"names": "often", "paths": 3, "path_seconds": "x"},
          "recordings": {"/a": {"layers": {"A": "off", "B": "all", "C": 7, "D": null}},
                         "/b": {"layers": [1]}}})");
  EXPECT_EQ(read.names, LayerState::all);
  EXPECT_EQ(read.trails, LayerState::selected);
  EXPECT_EQ(read.trail_seconds, 3.0);
  EXPECT_EQ(read.choices.at("/a").layers, (LayerStates{{"A", LayerState::off}}));
  EXPECT_TRUE(read.choices.at("/b").layers.empty());
}

}  // namespace
}  // namespace scrubjay
