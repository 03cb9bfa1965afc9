#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <limits>
#include <list>
#include <memory>
#include <string>
#include <thread>

#include "app/viewer/panels/entities/entity_group.h"
#include "app/viewer/panels/entities/entity_rows.h"
#include "app/viewer/panels/events/event_rows.h"
#include "app/viewer/panels/properties/properties_cache.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/windows/problems_window.h"
#include "formats/format.h"
#include "panel_fixture.h"
#include "test_scene.h"

namespace scrubjay {
namespace {

/// The list panels beside each other, without a display: pictures are made and thrown away.
class ListPanelsTest : public PanelTest {
 protected:
  ListPanelsTest() : PanelTest({1600, 900}, 1.0 / 60) {}

  void open(std::shared_ptr<Recording> recording) {
    cursors_.push_back({Cursor(recording), Cursor(recording)});
    PanelTest::open(std::move(recording));
  }
  void close_all() {
    session().recordings.clear();
    cursors_.clear();
    moment_ = {};
  }
  Recording& recording(std::size_t place = 0) { return *session().recordings[place].recording; }

  void column(const char* name, float x, float width, PanelContext& context,
              void (*panel)(PanelContext&)) {
    const ImVec2 size{width, ImGui::GetIO().DisplaySize.y};
    area(name, {x, 0}, sliver_ > 0 ? ImVec2(sliver_, sliver_) : size, context, panel);
  }
  void draw(PanelContext& context) override {
    decode([&](const FrameRef& ref) {
      Cursors& cursors = *std::next(cursors_.begin(), static_cast<std::ptrdiff_t>(ref.recording));
      const Frame* previous = nullptr;
      if (ref.frame.value > 0) previous = &cursors.previous.seek(FrameIndex(ref.frame.value - 1));
      return MomentFrame{ref, &cursors.current.seek(ref.frame), previous, true};
    });
    column("entities", 0, 350, context, entities_panel);
    column("events", 350, events_width_, context, events_panel);
    column("properties", 900, 350, context, properties_panel);
    column("pinned", 1250, 350, context, pinned_panel);
    if (state_.windows[WindowId::problems]) problems_window(context);
    if (state_.windows[WindowId::queries]) queries_window(context);
    if (state_.windows[WindowId::help]) help_window(context);
  }
  /// How many corners of what is drawn in a place, from a share of its width on, have that colour.
  int corners_in(std::string_view name, float from, const ImVec4& color) const {
    const auto found = places_.places.find(name);
    if (found == places_.places.end()) return -1;
    const auto& [x, y, width, height] = found->second;
    int corners = 0;
    const ImDrawData* const drawn = ImGui::GetDrawData();
    for (int i = 0; i < drawn->CmdListsCount; ++i) {
      for (const ImDrawVert& vertex : drawn->CmdLists[i]->VtxBuffer) {
        corners += vertex.col == packed(color) && vertex.pos.x > x + width * from &&
                   vertex.pos.x <= x + width && vertex.pos.y >= y && vertex.pos.y <= y + height;
      }
    }
    return corners;
  }

  struct Cursors {
    Cursor current;
    Cursor previous;
  };
  std::list<Cursors> cursors_;
  float events_width_ = 550;
  float sliver_ = 0;  ///< width and height of all areas, when not 0
};

TestScene street() {
  TestScene scene;
  scene.entities = {
      {.id = "24", .name = "vehicle.audi.tt", .kind = EntityKind::vehicle},
      {.id = "25", .name = "sensor.camera", .kind = EntityKind::sensor, .parent = 0},
      {.id = "26", .name = "walker", .kind = EntityKind::person, .last = 4},
  };
  scene.events = {
      {0, "added", "lifetime", 0}, {3, "collision", "physics", 2}, {7, "collision", "physics", 0}};
  scene.properties = [](std::size_t frame, std::size_t entity, PropertyTree& out) {
    const auto group = out.open("control", PropertyType::group);
    out.number("throttle", static_cast<double>(frame) / 4, Precision::float32);
    out.integer("gear", 3);
    out.close(group);
    out.text("target", entity == 0 ? "26" : "nobody", PropertyType::entity);
  };
  return scene;
}

EntityRef ref(std::uint32_t entity) { return {0, EntityIndex(entity)}; }

TEST_F(ListPanelsTest, NothingOpenIsCalm) {
  state_.windows[WindowId::problems] = state_.windows[WindowId::queries] =
      state_.windows[WindowId::help] = true;
  settle();
  EXPECT_GT(corners_, 0);
}

TEST_F(ListPanelsTest, ARecordingWithoutFramesIsListed) {
  TestScene scene;
  scene.frames = 0;
  open(recording_of(scene));
  settle();
  EXPECT_TRUE(has_place("entities.row.0"));
  click("entities.row.0");
  settle();
  EXPECT_EQ(primary_selection(state_), (EntityRef{0, {}}));
  EXPECT_TRUE(has_place("properties.row.0"));
}

TEST_F(ListPanelsTest, AnIdStandsBehindANameThatIsTooLong) {
  TestScene scene;
  scene.entities = {{.id = "4711", .name = std::string(90, 'w') + "t2_2021"}};
  open(recording_of(std::move(scene)));
  settle();
  EXPECT_EQ(corners_in("entities.row.1", 0.5F, dark_theme().dim), 4 * 4)
      << "four corners for each digit";
}

TEST_F(ListPanelsTest, OfANameThatIsTooLongWhatPeopleCallItByIsLeft) {
  TestScene scene;
  scene.entities = {{.id = "4711", .name = "vehicle." + std::string(90, 'w') + ".t2_2021"}};
  open(recording_of(std::move(scene)));
  settle();
  EXPECT_EQ(corners_in("entities.row.1", 0, dark_theme().text), 4 * 7) << "t2_2021";
}

TEST_F(ListPanelsTest, InANarrowListOfEventsAnIdStandsWhereItTellsThingsApart) {
  events_width_ = 238;
  const auto dim_corners_of = [&](std::vector<TestScene::Entity> entities) {
    TestScene scene;
    scene.entities = std::move(entities);
    scene.events = {{1, "lit", "", 0}};
    open(recording_of(std::move(scene)));
    settle();
    return corners_in("events.row.0", 0.7F, dark_theme().dim);
  };
  EXPECT_EQ(dim_corners_of({{.id = "47", .name = "traffic.lamp_light"},
                            {.id = "48", .name = "traffic.lamp_light"}}),
            4 * 2);
  EXPECT_EQ(dim_corners_of({{.id = "47", .name = "traffic.lamp_light"}}), 0)
      << "the only one of its name has the room for it";
  EXPECT_EQ(dim_corners_of({{.id = "light", .name = "north light"}}), 0)
      << "that it ends like its id says nothing";
}

TEST_F(ListPanelsTest, AClickSelectsCtrlTogglesAndShiftTakesTheRange) {
  open(recording_of(street()));
  settle();
  click("entities.row.1");
  EXPECT_EQ(state_.selected, std::vector{ref(0)});
  HeadlessImGui::hold(HeadlessImGui::Modifier::shift);
  click("entities.row.3");
  HeadlessImGui::let_go(HeadlessImGui::Modifier::shift);
  EXPECT_EQ(state_.selected, (std::vector{ref(0), ref(1), ref(2)}));
  HeadlessImGui::hold(HeadlessImGui::Modifier::ctrl);
  click("entities.row.2");
  HeadlessImGui::let_go(HeadlessImGui::Modifier::ctrl);
  EXPECT_EQ(state_.selected, (std::vector{ref(0), ref(2)}));
}

TEST_F(ListPanelsTest, TheFoldMarkFoldsAndDoesNotSelect) {
  open(recording_of(street()));
  settle();
  ASSERT_TRUE(has_place("entities.row.3"));
  move_to("entities.row.1");
  ImGui::GetIO().MousePos.x = places_.places.find("entities.row.1")->second.x + 22;
  press();
  settle();
  EXPECT_FALSE(has_place("entities.row.3"));
  EXPECT_TRUE(state_.selected.empty());
}

TEST_F(ListPanelsTest, TheEyeHidesAndDoubleClickTurnsTheCamera) {
  open(recording_of(street()));
  settle();
  click("entities.row.1", 0.97F);
  EXPECT_TRUE(state_.hidden.contains(ref(0)));
  EXPECT_TRUE(state_.selected.empty());
  click("entities.row.1", 0.97F);
  EXPECT_FALSE(state_.hidden.contains(ref(0)));
  move_to("entities.row.2");
  press();
  press();
  EXPECT_EQ(state_.focus_request, std::vector{ref(1)});
  EXPECT_EQ(state_.hovered, ref(1));
}

TEST_F(ListPanelsTest, AnotherEntityOfAKindKeepsThePlaceAmongItsProperties) {
  TestScene scene;
  scene.entities = {{.id = "1", .name = "a", .kind = EntityKind::vehicle},
                    {.id = "2", .name = "b", .kind = EntityKind::vehicle},
                    {.id = "3", .name = "c", .kind = EntityKind::sign}};
  scene.properties = [](std::size_t, std::size_t, PropertyTree& out) {
    for (int i = 0; i < 200; ++i) out.integer(out.keep("p" + std::to_string(i)), i);
  };
  open(recording_of(scene));
  const auto place_of = [&](std::uint32_t entity) {
    select(state_, ref(entity));
    settle();
    return caches_.of<PropertiesCache>().scroll.top;
  };
  EXPECT_EQ(place_of(0), 0);
  caches_.of<PropertiesCache>().scroll.top = 30;
  settle();
  EXPECT_EQ(place_of(1), 30);
  EXPECT_EQ(place_of(2), 0) << "of another kind";
  EXPECT_EQ(place_of(0), 30) << "back at the first kind";
}

TEST_F(ListPanelsTest, NothingSelectedIsSummedUpAndAKindIsSelectedAtOnce) {
  open(recording_of(street()));
  settle();
  ASSERT_TRUE(has_place("summary.Vehicles"));
  click("summary.collision");
  settle();
  EXPECT_NEAR(state_.playback.playhead, 0.3, 1e-9);
  click("summary.collision");
  settle();
  EXPECT_NEAR(state_.playback.playhead, 0.7, 1e-9) << "the next one";
  click("summary.Vehicles");
  EXPECT_EQ(state_.selected, std::vector{ref(0)});
}

TEST_F(ListPanelsTest, WhatOnlyDescribesTheSourceIsNotSelectedWithItsKind) {
  TestScene scene;
  scene.entities = {
      {.id = "types", .name = "types", .kind = EntityKind::vehicle, .is_background = true},
      {.id = "1", .name = "a", .kind = EntityKind::vehicle, .last = 4}};
  open(recording_of(scene));
  for (const Seconds time : {0.0, 0.9}) {
    state_.playback.playhead = time;
    settle();
    click("summary.Vehicles");
    EXPECT_EQ(state_.selected, std::vector{ref(1)}) << time;
    clear_selection(state_);
  }
}

TEST_F(ListPanelsTest, AGroupIsHiddenWhereAllOfItAreHoweverManyOthersWereBefore) {
  TestScene scene;
  scene.entities = {{.id = "1", .name = "a", .kind = EntityKind::vehicle},
                    {.id = "2", .name = "b", .kind = EntityKind::sign}};
  open(recording_of(scene));
  picture();
  HiddenGroups groups;
  const auto is_hidden = [&](EntityKind kind) {
    picture();
    return groups.contains(context(), {.ref = group_ref(0, kind),
                                       .type = EntityRowType::group,
                                       .kind = kind,
                                       .stream = StreamIndex(0)});
  };
  state_.hidden = {ref(0)};
  EXPECT_TRUE(is_hidden(EntityKind::vehicle));
  EXPECT_FALSE(is_hidden(EntityKind::sign));
  state_.hidden = {ref(1)};
  EXPECT_FALSE(is_hidden(EntityKind::vehicle));
  EXPECT_TRUE(is_hidden(EntityKind::sign));
}

TEST_F(ListPanelsTest, AnEventThatWasClickedStaysUnderTheMouse) {
  TestScene scene;
  scene.frames = 400;
  for (std::uint32_t i = 0; i < 400; ++i) scene.events.push_back({i, "tick", ""});
  open(recording_of(scene));
  settle();
  std::string last = "events.row.0";
  for (int row = 0; has_place("events.row." + std::to_string(row)); ++row) {
    last = "events.row." + std::to_string(row);
  }
  const auto before = places_.places.find(last)->second;
  click(last);
  settle();
  EXPECT_GT(state_.playback.playhead, 1);
  ASSERT_TRUE(has_place(last));
  EXPECT_EQ(places_.places.find(last)->second.y, before.y);
  state_.playback.playhead = 39;
  settle();
  EXPECT_TRUE(has_place("events.row.390")) << "what moves the playhead elsewhere is followed";
}

TEST_F(ListPanelsTest, TheDeadAreListedOnlyWhenAllAre) {
  open(recording_of(street()));
  state_.playback.playhead = 0.9;
  settle();
  EXPECT_FALSE(has_place("entities.row.3"));
  click("entities.all");
  settle();
  EXPECT_TRUE(has_place("entities.row.3"));
}

TEST_F(ListPanelsTest, TypingIntoTheSearchFiltersTheTree) {
  open(recording_of(street()));
  settle();
  click("entities.search", 0.3F);
  ImGui::GetIO().AddInputCharactersUTF8("walk");
  settle();
  EXPECT_EQ(state_.entity_search, "walk");
  EXPECT_TRUE(has_place("entities.row.1"));
  EXPECT_FALSE(has_place("entities.row.2"));
  // The cross at the end of the field empties it while it is being edited.
  move_to("entities.search", 0.97F);
  press();
  settle();
  EXPECT_EQ(state_.entity_search, "");
  EXPECT_TRUE(has_place("entities.row.3"));
}

TEST_F(ListPanelsTest, WhatIsSelectedElsewhereIsScrolledIntoViewAndUnfolded) {
  TestScene scene;
  for (int i = 0; i < 5; ++i) {
    scene.entities.push_back({.id = "v" + std::to_string(i), .kind = EntityKind::vehicle});
  }
  for (int i = 0; i < 1000; ++i) {
    scene.entities.push_back({.id = "p" + std::to_string(i), .kind = EntityKind::prop});
  }
  open(recording_of(scene));
  settle();
  const auto is_listed = [&](EntityRef wanted) {
    const auto& rows = caches_.of<EntityRowsCache>().rows;
    const auto found = std::ranges::find(rows, wanted, &EntityRow::ref);
    return found != rows.end() && has_place("entities.row." + std::to_string(found - rows.begin()));
  };
  EXPECT_FALSE(is_listed(ref(900)));
  select(state_, ref(900));
  settle();
  EXPECT_TRUE(is_listed(ref(900)));
  select(state_, ref(2));
  settle();
  EXPECT_TRUE(is_listed(ref(2)));
}

TEST_F(ListPanelsTest, AnEntitysHeadLinksToItsParentAndToItsNearestFrame) {
  open(recording_of(street()));
  select(state_, ref(1));
  settle();
  click("properties.parent", 0.1F);
  EXPECT_EQ(primary_selection(state_), ref(0));
  state_.playback.playhead = 0.9;
  select(state_, ref(2));
  settle();
  click("properties.nearest", 0.1F);
  EXPECT_DOUBLE_EQ(state_.playback.playhead, recording().timeline().time(FrameIndex(4)));
}

TEST_F(ListPanelsTest, AValueThatChangedIsMarkedAndTheMarkFades) {
  open(recording_of(street()));
  select(state_, ref(0));
  state_.playback.playhead = 0.2;
  settle();
  std::size_t changed = 0;
  for (const PropertyRow& row : caches_.of<PropertiesCache>().rows)
    changed += row.is_changed ? 1 : 0;
  // transform with its position, control with its throttle
  EXPECT_EQ(changed, 4u);
  EXPECT_EQ(caches_.of<PropertiesCache>().changed_at.size(), 4u);
  EXPECT_FALSE(needs_redraw_) << "marks go on fading for ever";
}

TEST_F(ListPanelsTest, AReferenceSelectsWhatItNames) {
  open(recording_of(street()));
  select(state_, ref(0));
  settle();
  const auto& rows = caches_.of<PropertiesCache>().rows;
  const auto found = std::ranges::find_if(rows, [&](const PropertyRow& row) {
    return caches_.of<PropertiesCache>().shown.tree[row.node].name == "target";
  });
  ASSERT_NE(found, rows.end());
  click("properties.row." + std::to_string(found - rows.begin()), 0.6F);
  EXPECT_EQ(primary_selection(state_), ref(2));
}

TEST_F(ListPanelsTest, PinnedEntitiesStandSideBySideAndCanBeTakenAway) {
  open(recording_of(street()));
  state_.pinned = {ref(0), ref(1)};
  settle();
  EXPECT_EQ(caches_.of<PropertiesCache>().pinned.size(), 2u);
  ASSERT_TRUE(has_place("pinned.title.1"));
  click("pinned.title.0", 0.3F);
  EXPECT_EQ(primary_selection(state_), ref(0));
  const auto place = places_.places.find("pinned.title.0")->second;
  ImGui::GetIO().MousePos = {place.x + place.width - 10, place.y + place.height / 2};
  pictures(2);
  press();
  EXPECT_EQ(state_.pinned, std::vector{ref(1)});
}

TEST_F(ListPanelsTest, AnEventTakesThePlayheadThereAndSelectsItsEntity) {
  open(recording_of(street()));
  settle();
  click("events.row.1");
  EXPECT_DOUBLE_EQ(state_.playback.playhead, recording().timeline().time(FrameIndex(3)));
  EXPECT_EQ(primary_selection(state_), ref(2));
  click("events.selection");
  settle();
  EXPECT_TRUE(state_.events_of_selection);
  EXPECT_TRUE(has_place("events.row.0"));
  EXPECT_FALSE(has_place("events.row.1"));
}

TEST_F(ListPanelsTest, ShownTimeLimitsTheTableToTheTimeline) {
  open(recording_of(street()));
  state_.timeline = {{0.25, 0.5}, false};
  state_.events_in_view = true;
  settle();
  EXPECT_TRUE(has_place("events.row.0"));
  EXPECT_FALSE(has_place("events.row.1"));
  click("events.row.0");
  EXPECT_EQ(primary_selection(state_), ref(2));
}

TEST_F(ListPanelsTest, TheTableFollowsThePlayhead) {
  TestScene scene;
  scene.frames = 2000;
  for (std::uint32_t i = 0; i < 2000; ++i) scene.events.push_back({i, "tick", ""});
  open(recording_of(scene));
  settle();
  EXPECT_TRUE(has_place("events.row.0"));
  state_.playback.playhead = recording().timeline().time(FrameIndex(1500));
  settle();
  EXPECT_TRUE(has_place("events.row.1500"));
  EXPECT_FALSE(has_place("events.row.0"));
}

TEST_F(ListPanelsTest, OnlyWhatIsVisibleIsDrawnOfAHundredThousandEntitiesAndAMillionEvents) {
  TestScene scene;
  scene.frames = 2;
  for (std::uint32_t i = 0; i < 100'000; ++i) {
    scene.entities.push_back(
        {.id = std::to_string(i), .name = "thing", .kind = EntityKind::vehicle});
  }
  for (std::uint32_t i = 0; i < 1'000'000; ++i) {
    scene.events.push_back({i < 500'000 ? 0U : 1U, "tick", "clock", i % 100'000});
  }
  open(recording_of(scene));
  settle();
  EXPECT_EQ(caches_.of<EntityRowsCache>().rows.size(), 100'001u);
  EXPECT_EQ(caches_.of<EventRowsCache>().rows.size(), 1'000'000u);
  EXPECT_LT(corners_, 60'000);
  caches_.of<EventRowsCache>().scroll.reveal = 999'999;
  caches_.of<EntityRowsCache>().scroll.reveal = 100'000;
  settle();
  EXPECT_TRUE(has_place("events.row.999999"));
  EXPECT_TRUE(has_place("entities.row.100000"));
  // Rows stand where they belong, to the pixel, at the far end too.
  const auto last = places_.places.find("events.row.999999")->second;
  const auto before = places_.places.find("events.row.999998")->second;
  EXPECT_FLOAT_EQ(last.y - before.y, last.height);
}

TEST_F(ListPanelsTest, HostileTextsAndNumbersAreDrawn) {
  const std::string huge(1 << 18, 'x');  // more corners than 16 bits count
  const std::string broken = "%s%n##\xff\xfe\xc3(\x1b[31m\n";
  TestScene scene;
  scene.entities = {{.id = huge, .name = huge, .kind = EntityKind::vehicle},
                    {.id = broken, .name = broken, .kind = EntityKind::person, .parent = 0},
                    {.id = "", .name = ""},
                    {.id = std::string("\0a", 2), .name = std::string("\0b", 2), .parent = 3}};
  scene.events = {{0, huge, broken, 0}, {0, broken, huge, 1}, {0, "", "", 2}};
  scene.metadata = {{"map", broken}, {broken, huge}};
  scene.position = [](std::size_t, std::size_t) {
    return glm::dvec3(std::numeric_limits<double>::quiet_NaN(),
                      std::numeric_limits<double>::infinity(), 1e308);
  };
  scene.properties = [&](std::size_t frame, std::size_t, PropertyTree& out) {
    out.text(broken, huge);
    out.text("", broken, PropertyType::entity);
    out.text("raw", broken, PropertyType::bytes);
    out.number(huge, std::numeric_limits<double>::quiet_NaN(), Precision::float64, "%s");
    const std::array nans{std::numeric_limits<double>::quiet_NaN(), -1e300, 1e-300,
                          static_cast<double>(frame)};
    out.numbers("color", PropertyType::color, nans, Precision::float64);
    out.numbers("quat", PropertyType::quat, nans, Precision::float64);
    out.numbers("many", PropertyType::numbers, std::vector<double>(10000, 1.0), Precision::float64);
    std::vector<PropertyTree::Node> open;
    for (int i = 0; i < 200; ++i) open.push_back(out.open("deep", PropertyType::group));
    for (; !open.empty(); open.pop_back()) out.close(open.back());
  };
  open(recording_of(scene, broken));
  state_.all_entities = true;
  state_.windows[WindowId::problems] = true;
  for (std::uint32_t entity = 0; entity < 4; ++entity) {
    select(state_, ref(entity));
    state_.pinned.push_back(ref(entity));
    state_.playback.playhead += 0.1;
    settle();
  }
  for (const char* place : {"entities.row.1", "entities.row.2", "events.row.0", "events.row.1",
                            "properties.row.0", "properties.row.1", "properties.row.3"}) {
    if (has_place(place)) move_to(place);
    pictures(60);  // long enough for what shows up when the mouse rests
  }
  EXPECT_GT(corners_, 0);
}

TEST_F(ListPanelsTest, ClosingARecordingLeavesNothingOfItInThePanels) {
  open(recording_of(street()));
  open(recording_of(street()));
  select(state_, {1, EntityIndex(0)});
  state_.pinned = {{1, EntityIndex(0)}, {0, EntityIndex(1)}};
  settle();
  workspace_.session().recordings.pop_back();
  cursors_.pop_back();
  recording_closed(state_, 1);
  settle();
  EXPECT_EQ(caches_.of<PropertiesCache>().pinned.size(), 1u);
  for (const EntityRow& row : caches_.of<EntityRowsCache>().rows) EXPECT_EQ(row.ref.recording, 0u);
  for (std::size_t i = 0; i < caches_.of<EventRowsCache>().rows.size(); ++i) {
    EXPECT_EQ(caches_.of<EventRowsCache>().rows[i].recording, 0u);
  }
  close_all();
  recording_closed(state_, 0);
  settle();
  EXPECT_TRUE(caches_.of<EntityRowsCache>().rows.empty());
}

TEST_F(ListPanelsTest, HelpIsWrittenOnAsManyLinesAsItTakes) {
  state_.windows[WindowId::help] = true;
  ImGui::GetIO().DisplaySize = {420, 1000};
  pictures(3);
  float least = 1000;
  float most = 0;
  for (const auto& [name, place] : places_.places) {
    if (!name.starts_with("help.row.")) continue;
    least = std::min(least, place.height);
    most = std::max(most, place.height);
  }
  EXPECT_GT(most, least + 10) << "a long sentence takes several lines where it is narrow";
}

TEST_F(ListPanelsTest, AreasMayBeAsSmallAsASliver) {
  ImGui::GetStyle().WindowMinSize = {1, 1};
  ImGui::GetStyle().WindowPadding = {0, 0};
  open(recording_of(street()));
  state_.pinned = {ref(0), ref(1), ref(2)};
  select(state_, ref(1));
  settle();
  for (sliver_ = 1; sliver_ < 120; sliver_ += 1) pictures(2);
  EXPECT_GT(corners_, 0);
}

TEST_F(ListPanelsTest, AClosedRecordingIsNotKeptOpen) {
  open(recording_of(street()));
  select(state_, ref(0));
  state_.pinned = {ref(0)};
  state_.entity_search = "walk";
  settle();
  const std::weak_ptr<Recording> closed = workspace_.session().recordings[0].recording;
  close_all();
  recording_closed(state_, 0);
  settle();
  while (closed.use_count() > 0) {  // the thread that decodes events lets go a moment later
    picture();
    std::this_thread::yield();
  }
  EXPECT_TRUE(closed.expired());
}

TEST_F(ListPanelsTest, AShorterRecordingInTheSamePlaceIsNoDanger) {
  open(recording_of(street()));
  select(state_, ref(2));
  state_.pinned = {ref(2)};
  state_.all_entities = true;
  settle();
  const void* const place = &recording();
  close_all();
  TestScene shorter;
  shorter.frames = 1;
  // What was drawn holds on to the place, so that no cache takes another recording for that one.
  std::vector<std::shared_ptr<Recording>> others(20);
  for (std::shared_ptr<Recording>& other : others) {
    other = recording_of(shorter);
    EXPECT_NE(other.get(), place);
  }
  open(others.front());
  settle();
  EXPECT_FALSE(has_place("entities.row.1"));
}

TEST_F(ListPanelsTest, ProblemsAreCountedAndOneWithAFrameLeadsThere) {
  auto recording = recording_of(street());
  open(recording);
  EXPECT_EQ(summarise_problems(workspace_, moment_).count, 0u);
  EXPECT_FALSE(summarise_problems(workspace_, moment_).worst);
  RecordingBuilder(*recording).add_problem({.severity = Severity::warning, .message = "Odd."});
  RecordingBuilder(*recording)
      .add_problem({.severity = Severity::error,
                    .code = "cut-off",
                    .offset = 1024,
                    .frame = FrameIndex(7),
                    .count = 3,
                    .message = "The file ends inside a packet.",
                    .expected = "12 bytes",
                    .found = "3 bytes"});
  EXPECT_EQ(summarise_problems(workspace_, moment_).count, 2u);
  EXPECT_EQ(summarise_problems(workspace_, moment_).worst, Severity::error);
  state_.windows[WindowId::problems] = true;
  settle();
  EXPECT_TRUE(has_place("problems.row.1"));
  click("problems.frame.1");
  EXPECT_DOUBLE_EQ(state_.playback.playhead, recording->timeline().time(FrameIndex(7)));
}

TEST(ProblemDetails, HoldAllThatIsKnown) {
  const Problem problem{.severity = Severity::error,
                        .code = "cut-off",
                        .offset = 255,
                        .frame = FrameIndex(7),
                        .count = 2,
                        .message = "It ends.",
                        .expected = "more",
                        .found = "less"};
  EXPECT_EQ(details_text("a/b.log", problem),
            "file: a/b.log\nseverity: error\ncode: cut-off\nmessage: It ends.\nexpected: more\n"
            "found: less\noffset: byte 255 (0xff)\nframe: 7\ncount: 2\n");
}

TEST_F(ListPanelsTest, WhatOnlyDescribesTheSourceIsListedWhenAskedFor) {
  TestScene scene;
  scene.entities = {{.id = "types", .name = "types", .is_background = true},
                    {.id = "Position", .name = "Position", .parent = 0, .is_background = true},
                    {.id = "Guard", .name = "Guard", .parent = 1},
                    {.id = "Orc", .name = "Orc"}};
  open(recording_of(scene));
  for (const bool all : {false, true}) {
    state_.all_entities = all;
    state_.background_entities = false;
    settle();
    // The recording and the two that are no background; a hidden parent makes a root.
    EXPECT_TRUE(has_place("entities.row.2")) << all;
    EXPECT_FALSE(has_place("entities.row.3")) << all;
    ASSERT_TRUE(has_place("entities.background"));
    click("entities.background");
    EXPECT_TRUE(state_.background_entities);
    settle();
    EXPECT_TRUE(has_place("entities.row.4")) << all;
  }
}

TEST_F(ListPanelsTest, EnterThatIsFasterThanTheSearchWaitsForIt) {
  TestScene scene;
  for (int i = 0; i < 5000; ++i) {
    scene.entities.push_back({.id = std::to_string(i), .name = "e" + std::to_string(i)});
  }
  open(recording_of(std::move(scene)));
  settle();
  for (const int key : {int{ImGuiKey_Enter}, int{kKeypadEnter}}) {
    state_.selected.clear();
    state_.entity_search.clear();
    state_.focus_search = true;
    settle();
    ImGui::GetIO().AddInputCharactersUTF8("e2888");
    HeadlessImGui::hold_key(key);
    picture();
    HeadlessImGui::let_go_key(key);
    settle();
    ASSERT_EQ(state_.selected.size(), 1u);
    EXPECT_EQ(recording().entity(state_.selected[0].entity).name, "e2888");
  }
}

}  // namespace
}  // namespace scrubjay
