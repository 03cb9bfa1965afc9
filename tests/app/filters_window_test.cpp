#include <gtest/gtest.h>
#include <imgui.h>

#include <filesystem>
#include <list>
#include <string>
#include <thread>

#include "app/shared/filter_file.h"
#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/panels/timeline/filter_lane.h"
#include "panel_fixture.h"
#include "test_scene.h"
#include "tests/core/test_folder.h"

namespace scrubjay {
namespace {

/// Entity list, event list, timeline and the window of filters, without a display.
class FiltersWindowTest : public PanelTest {
 protected:
  FiltersWindowTest() : PanelTest({1600, 900}, 1.0 / 60) {}

  void open(TestScene scene) { PanelTest::open(recording_of(std::move(scene))); }
  OpenRecording& open_recording() { return session().recordings.front(); }

  void draw(PanelContext& context) override {
    cursors_.clear();
    decode([&](const FrameRef& ref) {
      Cursor& cursor = cursors_.emplace_back(open_recording().recording);
      return MomentFrame{ref, &cursor.seek(ref.frame), nullptr, true};
    });
    area("entities", {0, 0}, {350, 400}, context, entities_panel);
    area("events", {0, 400}, {620, 200}, context, events_panel);
    area("timeline", {0, 600}, {1600, 300}, context, timeline_panel);
    update_filter_files(context);
    if (state_.windows[WindowId::filters] && !is_behind_) filters_window(context);
    if (step_ != 0) go_to_neighbour_match(context, std::exchange(step_, 0));
  }
  void settle() {
    pictures(3);
    for (int i = 0;
         i < 100'000 && (needs_redraw_ || caches_.of<FiltersCache>().search.is_searching()); ++i) {
      picture();
    }
    pictures(2);
  }
  void step(int direction) {
    step_ = direction;
    pictures(2);
  }
  std::uint64_t hits(std::size_t filter) {
    return count_hits(workspace_.session(), caches_.of<FiltersCache>().search.found(),
                      state_.filters[filter].filter);
  }

  std::list<Cursor> cursors_;
  int step_ = 0;
  bool is_behind_ = false;  ///< the window is, in the dock
};

/// Two clients in turn for 4 s, 0.1 s apart; Health sinks from 40 by one a frame.
TestScene arena() {
  TestScene scene;
  scene.frames = 40;
  scene.streams = {"Server", "Client"};
  scene.entities = {{.id = "7", .name = "Guard"}, {.id = "7", .name = "Orc", .stream = 1}};
  scene.events = {{4, "Hit", "combat", 0}, {9, "Step", "move", 1}, {20, "Hit", "combat", 0}};
  scene.properties = [](std::size_t frame, std::size_t, PropertyTree& out) {
    const auto group = out.open("Stats", PropertyType::group);
    out.number("Health", 40 - static_cast<double>(frame), Precision::float64);
    out.close(group);
  };
  return scene;
}

Filter health_below(double value) {
  return {.kind = FilterKind::property,
          .members = {{.name = "Health",
                       .type = MemberType::number,
                       .number = value,
                       .mode = MemberMode::less}}};
}

TEST_F(FiltersWindowTest, IsCalmWithNothing) {
  state_.windows[WindowId::filters] = true;
  settle();
  EXPECT_TRUE(has_place("filters.add.event"));
}

TEST_F(FiltersWindowTest, AFilterIsMadeAndFindsEverythingItAsksFor) {
  open(arena());
  state_.windows[WindowId::filters] = true;
  settle();
  click("filters.add.event");
  ASSERT_EQ(state_.filters.size(), 1u);
  EXPECT_EQ(state_.filters[0].filter.kind, FilterKind::event);
  settle();
  EXPECT_EQ(hits(0), 3u);
  click("filters.add.property");
  ASSERT_EQ(state_.filters.size(), 2u);
  EXPECT_EQ(state_.edited_filter, 1u);
  EXPECT_EQ(state_.filters[1].filter.members.size(), 1u);
  settle();
  EXPECT_EQ(hits(1), 0u) << "nothing is asked for yet";
  EXPECT_TRUE(ImGui::GetIO().WantTextInput) << "the name of a property is awaited";
  EXPECT_TRUE(places_.places.contains("filters.member.0.suggestion.0"));
  click("filters.member.0.remove");
  EXPECT_TRUE(state_.filters[1].filter.members.empty());
  settle();
  EXPECT_EQ(hits(1), 40u);
}

TEST_F(FiltersWindowTest, ARowsEyeSwitchesAFilterAndItsLaneOff) {
  open(arena());
  add_filter(state_, health_below(10));
  state_.windows[WindowId::filters] = true;
  settle();
  EXPECT_TRUE(has_place("timeline.filter.0"));
  click("filters.row.0", 0.96F);
  EXPECT_FALSE(state_.filters[0].is_on);
  settle();
  EXPECT_FALSE(has_place("timeline.filter.0"));
}

TEST_F(FiltersWindowTest, AHitOfTheListIsGoneToAndSelected) {
  open(arena());
  add_filter(state_, health_below(10));
  state_.windows[WindowId::filters] = true;
  settle();
  ASSERT_TRUE(has_place("filters.hit.1"));
  click("filters.hit.1");
  EXPECT_NEAR(state_.playback.playhead, 3.2, 1e-9);
  EXPECT_EQ(state_.selected, (std::vector{EntityRef{0, EntityIndex(0)}}));
}

TEST_F(FiltersWindowTest, HitsAreSteppedThrough) {
  open(arena());
  Filter hit;
  hit.kind = FilterKind::event;
  hit.name = "hit";
  add_filter(state_, hit);
  settle();
  step(+1);
  EXPECT_NEAR(state_.playback.playhead, 0.4, 1e-9);
  EXPECT_EQ(state_.selected_event, (SelectedEvent{0, EventIndex(0)}));
  step(+1);
  EXPECT_NEAR(state_.playback.playhead, 2.0, 1e-9);
  step(+1);
  EXPECT_NEAR(state_.playback.playhead, 2.0, 1e-9);
  step(-1);
  EXPECT_NEAR(state_.playback.playhead, 0.4, 1e-9);
}

TEST_F(FiltersWindowTest, AClickOnTheLaneGoesToTheHitUnderIt) {
  open(arena());
  add_filter(state_, health_below(1.5));  // the last frame alone, of the second client
  settle();
  ASSERT_TRUE(has_place("timeline.filter.0"));
  const PlaceReport::Place lane = places_.places.find("timeline.filter.0")->second;
  move_to("timeline.filter.0");
  // The last frame stands 20 pixels before the right edge.
  ImGui::GetIO().MousePos.x = lane.x + lane.width - 21;
  pictures(2);
  ImGui::GetIO().MouseDown[0] = true;
  pictures(2);
  ImGui::GetIO().MouseDown[0] = false;
  pictures(2);
  EXPECT_NEAR(state_.playback.playhead, 3.9, 1e-9);
  EXPECT_EQ(state_.selected, (std::vector{EntityRef{0, EntityIndex(1)}}));
}

TEST_F(FiltersWindowTest, FiltersGoOutToAFileAndComeBack) {
  open(arena());
  add_filter(state_, health_below(10));
  state_.windows[WindowId::filters] = true;
  settle();
  const TestFolder folder;
  const auto path = folder / "filters.fbff";
  caches_.of<FiltersCache>().path = path.string();
  click("filters.export");
  click("filters.path.go");
  settle();
  EXPECT_EQ(caches_.of<FiltersCache>().told, "The filters were written.");
  click("filters.import");
  click("filters.path.go");
  settle();
  EXPECT_EQ(caches_.of<FiltersCache>().told, "1 filter was added.");
  ASSERT_EQ(state_.filters.size(), 2u);
  EXPECT_EQ(state_.filters[1].filter, state_.filters[0].filter);
  EXPECT_NE(state_.filters[1].color, state_.filters[0].color);
  std::filesystem::remove(path);
  click("filters.import");
  click("filters.path.go");
  settle();
  EXPECT_TRUE(caches_.of<FiltersCache>().is_bad);
  EXPECT_EQ(state_.filters.size(), 2u);
}

TEST_F(FiltersWindowTest, AnEventsMenuFunctionMakesAFilterOfIt) {
  open(arena());
  add_filter_from_event(state_, open_recording().recording->event(EventIndex(1)));
  EXPECT_TRUE(state_.windows[WindowId::filters]);
  settle();
  EXPECT_EQ(hits(0), 1u);
}

// Several clients.

TEST_F(FiltersWindowTest, AClientsEyeHidesItAndWithAltShowsItAlone) {
  open(arena());
  settle();
  ASSERT_TRUE(has_place("entities.stream.0.1"));
  click("entities.stream.0.1", 0.97F);
  EXPECT_EQ(open_recording().hidden_streams, (std::vector{false, true}));
  click("entities.stream.0.1", 0.97F);
  EXPECT_TRUE(open_recording().hidden_streams.empty());
  HeadlessImGui::hold(HeadlessImGui::Modifier::alt);
  click("entities.stream.0.1", 0.97F);
  EXPECT_EQ(open_recording().hidden_streams, (std::vector{true, false}));
  HeadlessImGui::let_go(HeadlessImGui::Modifier::alt);
  click("timeline.stream.0.0.visible");
  EXPECT_TRUE(open_recording().hidden_streams.empty());
}

TEST_F(FiltersWindowTest, AClientsHeaderFolds) {
  open(arena());
  settle();
  ASSERT_TRUE(has_place("entities.row.4"));  // recording, two clients with one entity each
  click("entities.stream.0.0", 0.4F);
  settle();
  EXPECT_FALSE(has_place("entities.row.4"));
  EXPECT_TRUE(state_.selected.empty());
}

TEST_F(FiltersWindowTest, EachClientHasALaneAndOneClientAloneHasNone) {
  TestScene single = arena();
  single.streams = {"Server"};
  single.entities.pop_back();
  single.events.clear();
  open(single);
  settle();
  EXPECT_FALSE(has_place("timeline.stream.0.0"));
  EXPECT_FALSE(has_place("entities.stream.0.0"));
  workspace_.session().recordings.clear();
  open(arena());
  settle();
  EXPECT_TRUE(has_place("timeline.stream.0.0"));
  EXPECT_TRUE(has_place("timeline.stream.0.1"));
}

TEST_F(FiltersWindowTest, AnEventIsSelectedWithItsEntityOrWithAltAlone) {
  open(arena());
  settle();
  click("events.row.0");
  EXPECT_NEAR(state_.playback.playhead, 0.4, 1e-9);
  EXPECT_EQ(state_.selected_event, (SelectedEvent{0, EventIndex(0)}));
  EXPECT_EQ(state_.selected, (std::vector{EntityRef{0, EntityIndex(0)}}));
  HeadlessImGui::hold(HeadlessImGui::Modifier::alt);
  click("events.row.1");
  HeadlessImGui::let_go(HeadlessImGui::Modifier::alt);
  EXPECT_EQ(state_.selected_event, (SelectedEvent{0, EventIndex(1)}));
  EXPECT_EQ(state_.selected, (std::vector{EntityRef{0, EntityIndex(0)}}));
}

TEST_F(FiltersWindowTest, TextsOfPropertiesAreSearchedToo) {
  TestScene scene = arena();
  scene.properties = [](std::size_t, std::size_t entity, PropertyTree& out) {
    out.text("role_name", entity == 1 ? "hero" : "autopilot");
  };
  open(std::move(scene));
  state_.entity_search = "hero";
  settle();
  // The recording, its second client and the one entity.
  EXPECT_TRUE(has_place("entities.row.2"));
  EXPECT_FALSE(has_place("entities.row.3"));
  EXPECT_TRUE(has_place("entities.stream.0.1"));
}

TEST_F(FiltersWindowTest, AFileIsTakenWhileTheWindowIsBehindAnother) {
  open(arena());
  is_behind_ = true;
  const TestFolder folder;
  const std::string path = (folder / "doors.fbff").string();
  ASSERT_TRUE(save_filters(path, {{health_below(5)}}));
  {
    PanelContext context = this->context();
    ASSERT_TRUE(import_filters(context, path));
  }
  for (int i = 0; i < 10'000 && caches_.of<FiltersCache>().loading.is_running(); ++i) {
    picture();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_EQ(state_.filters.size(), 1u);
}

}  // namespace
}  // namespace scrubjay
