// What somebody saw, as text: in notes and links.
#include "app/viewer/saved/linked_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "app/viewer/saved/settings.h"

namespace scrubjay {
namespace {

LinkedView full_view() {
  LinkedView view;
  view.camera =
      Camera{{1.1, -2.25, 1e-7}, 12.345678901234567, 0.1, -0.3, 0.9, Projection::orthographic};
  view.ground = -0.125;
  view.coordinates = *CoordinateSystem::parse("ros");
  view.layers = {{"Boxes \"x\"", LayerState::off}};
  view.selected = {{0, "24"}, {1, "a/b"}};
  view.hidden = {{0, "7"}};
  view.isolated = {{2, "9"}};
  view.followed = LinkedEntity{1, "5"};
  view.range = TimeRange{1.5, 2.25};
  view.offsets = {0, -3.5};
  SavedCurve distance{"24", "a/b", {}};
  distance.curve.path = "derived/distance";
  SavedCurve change{"5", "", {}};
  change.curve.path = "Transform.position";
  change.curve.form = {.part = CurveForm::kMagnitude, .is_derivative = true, .average = 0.5};
  change.curve.color = 3;
  view.curves = {{distance, change}, {}, {change}};
  ListedFilter fast;
  fast.filter.kind = FilterKind::event;
  fast.filter.name = "fast \"x\"";
  fast.color = 2;
  fast.is_on = false;
  view.filters = {fast};
  view.scenery["a \"b\".xodr"] = {
      .coordinates = *CoordinateSystem::parse("unreal"), .offset = {1.5, -2, 0}, .heading = 0.25};
  view.scenery["level.glb"] = {};
  view.width = 804;
  view.height = 333;
  view.window_width = 1280;
  view.window_height = 720;
  view.theme = ThemeChoice::light;
  view.names = LayerState::selected;
  view.trail_seconds = kWholeTrail;
  view.layout.left = 0.3F;
  view.show_grid = false;
  return view;
}

TEST(ViewText, OfALinkComesBackAsItWas) {
  const LinkedView view = full_view();
  const std::string text = view_text(view, ViewExtent::window);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  const auto read = read_view(text);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->camera, view.camera);
  EXPECT_EQ(read->ground, view.ground);
  EXPECT_EQ(read->coordinates, view.coordinates);
  EXPECT_EQ(read->layers, view.layers);
  EXPECT_EQ(read->selected, view.selected);
  EXPECT_EQ(read->hidden, view.hidden);
  EXPECT_EQ(read->isolated, view.isolated);
  EXPECT_EQ(read->followed, view.followed);
  EXPECT_EQ(read->range, view.range);
  EXPECT_EQ(read->offsets, view.offsets);
  EXPECT_EQ(read->curves, view.curves);
  EXPECT_EQ(read->filters, view.filters);
  EXPECT_EQ(read->scenery, view.scenery);
  EXPECT_EQ(read->width, 804);
  EXPECT_EQ(read->window_height, 720);
  EXPECT_EQ(read->theme, ThemeChoice::light);
  EXPECT_EQ(read->layout, view.layout);
  EXPECT_EQ(view_text(*read, ViewExtent::window), text);
}

TEST(ViewText, OfANoteLeavesTheWindowAsItIs) {
  const auto read = read_view(view_text(full_view(), ViewExtent::scene));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->camera, full_view().camera);
  EXPECT_EQ(read->names, LayerState::selected);
  EXPECT_FALSE(read->show_grid);
  EXPECT_EQ(read->theme, SavedView().theme);
  EXPECT_EQ(read->layout, SavedView().layout);
  EXPECT_FALSE(read->range);
  EXPECT_TRUE(read->scenery.empty());
  EXPECT_EQ(read->window_width, 0);

  ViewState state;
  state.theme = ThemeChoice::high_contrast;
  state.layout.right = 0.5F;
  state.show_boxes = false;
  apply_view(*read, ViewExtent::scene, state, {});
  EXPECT_EQ(state.theme, ThemeChoice::high_contrast);
  EXPECT_EQ(state.layout.right, 0.5F);
  EXPECT_TRUE(state.show_boxes) << "what is not named is as usual";
  EXPECT_EQ(state.camera, *full_view().camera);
}

TEST(ViewText, OfANoteLeavesAllButTheScene) {
  const auto note = read_view(view_text({}, ViewExtent::scene));
  ASSERT_TRUE(note);
  ViewState state;
  state.earlier_queries.remember("select 1");
  state.plots_stacked = true;
  state.plots_own_scales = true;
  state.show_derived = false;
  state.shown_runs = ShownRuns::b;
  state.differences_by_path = true;
  state.compared_only_different = true;
  Settings before;
  static_cast<SavedView&>(before) = state;
  apply_view(*note, ViewExtent::scene, state, {});
  Settings after;
  static_cast<SavedView&>(after) = state;
  EXPECT_EQ(to_json(after), to_json(before));
}

TEST(ViewText, SaysHowSceneryLies) {
  ViewState state;
  state.scenery = {{.path = "/maps/a.xodr", .placement = {.coordinates = {}, .heading = 0.5}},
                   {.path = "/maps/b.xodr"}};
  const LinkedView view = linked_view(state, {});
  ViewState other;
  // Elsewhere, and remembered to lie otherwise.
  other.scenery = {{.path = "/there/b.xodr", .placement = {.coordinates = {}, .heading = 2}},
                   {.path = "/there/c.xodr", .placement = {.coordinates = {}, .heading = 3}},
                   {.path = "/there/a.xodr"}};
  apply_view(view, ViewExtent::window, other, {});
  EXPECT_EQ(other.scenery[0].placement.heading, 0);
  EXPECT_EQ(other.scenery[1].placement.heading, 3);
  EXPECT_EQ(other.scenery[2].placement.heading, 0.5);
  other.scenery[2].placement = {};
  apply_view(view, ViewExtent::scene, other, {});
  EXPECT_EQ(other.scenery[2].placement.heading, 0) << "a note leaves it as it is";
}

TEST(ViewText, SaysOnlyWhatDiffersFromANewView) {
  EXPECT_EQ(view_text({}, ViewExtent::window), "{}");
  LinkedView view;
  view.show_grid = false;
  EXPECT_EQ(view_text(view, ViewExtent::scene), R"({"scene":{"grid":false}})");
}

TEST(ViewText, HostileValuesBecomeTheNearest) {
  for (const char* wrong : {"", "{", "[]", "7", "\"x\"", "null", "{}{}"}) {
    const auto read = read_view(wrong);
    ASSERT_FALSE(read) << wrong;
    EXPECT_EQ(read.error().code, "view");
  }
  const auto read = read_view(
      R"({"camera":{"target":[1e999,"x",null],"distance":-5,"pitch":99,"fov_y":0},
          "scene":{"names":7,"path_seconds":"x"},"layout":{"left":99},"scale":1e30,
          "size":[1e30,-1],"window":[99999999,3],"offsets":[1,"x"],"range":[2,1],
          "selected":[7,{},[1],[-1,"a"],[1,"b"]],"followed":[],"coordinates":"nowhere","layers":7})");
  // 1e999 is no number for JSON's parsers either.
  if (read) {
    EXPECT_TRUE(std::isfinite(read->camera->target.x));
  }
  const auto odd = read_view(
      R"({"camera":{"target":[1,"x",null],"distance":-5,"pitch":99,"fov_y":0},
          "layout":{"left":99},"scale":1e30,"size":[1e30,-1],"window":[99999999,3],
          "offsets":[1,"x"],"range":[2,1],"selected":[7,{},[1],[-1,"a"],[1,"b"]],
          "followed":[],"coordinates":"nowhere","layers":7})");
  ASSERT_TRUE(odd);
  EXPECT_GE(odd->camera->distance, Camera::kNearestDistance);
  EXPECT_LE(std::abs(odd->camera->pitch), 1.6);
  EXPECT_GT(odd->camera->fov_y, 0);
  EXPECT_EQ(odd->layout.left, 0.9F);
  EXPECT_EQ(odd->scale, 3.0F);
  EXPECT_EQ(odd->width, 0);
  EXPECT_EQ(odd->window_width, 16384);
  EXPECT_TRUE(odd->offsets.empty());
  EXPECT_FALSE(odd->range);
  EXPECT_EQ(odd->selected, (std::vector<LinkedEntity>{{1, "b"}}));
  EXPECT_FALSE(odd->followed);
  EXPECT_FALSE(odd->coordinates);
}

}  // namespace
}  // namespace scrubjay
