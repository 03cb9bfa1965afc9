#include <gtest/gtest.h>
#include <imgui.h>

#include <memory>
#include <string>

#include "app/viewer/entity_references.h"
#include "app/viewer/panels/events/event_rows.h"
#include "app/viewer/panels/properties/properties_cache.h"
#include "app/viewer/panels/properties/resource_view.h"
#include "app/viewer/panels/scene/picture_panel.h"
#include "app/viewer/pictures/picture_cache.h"
#include "panel_fixture.h"
#include "render/png.h"
#include "told_recording.h"

namespace scrubjay {
namespace {

/// The property panel, the event list, the picture beside the scene and the preview of files,
/// without a display.
class PropertyPanelTest : public PanelTest {
 protected:
  PropertyPanelTest() : PanelTest({1400, 900}, 1.0 / 60) {}

  void open(ToldRecording told) {
    auto recording = recording_of(std::move(told));
    cursor_ = std::make_unique<Cursor>(recording);
    PanelTest::open(std::move(recording));
    select(state_, entity());
  }
  static EntityRef entity() { return {0, EntityIndex(std::size_t{0})}; }

  void draw(PanelContext& context) override {
    std::vector<const Recording*> recordings;
    for (const OpenRecording& open : session().recordings) {
      recordings.push_back(open.recording.get());
    }
    caches_.of<PictureCache>().begin_picture(recordings);
    decode([&](const FrameRef& ref) {
      return MomentFrame{ref, &cursor_->seek(ref.frame), nullptr, true};
    });
    state_.hovered_property.reset();
    area("properties", {0, 0}, size_, context, [&](PanelContext& of_area) {
      if (copies_properties_) ImGui::LogToClipboard();
      properties_panel(of_area);
      if (copies_properties_) ImGui::LogFinish();
    });
    area("events", {450, 0}, size_, context, events_panel);
    area("picture", {900, 0}, size_, context, picture_panel);
    resource_window(context);
  }
  void move_to(const std::string& name, float across = 0.3F) { PanelTest::move_to(name, across); }
  void click(const std::string& name, float across = 0.3F, int button = 0) {
    PanelTest::click(name, across, button);
  }
  /// What stands in the properties; takes the clipboard.
  std::string text_of_properties() {
    copies_properties_ = true;
    settle();
    copies_properties_ = false;
    return ImGui::GetClipboardText();
  }
  /// The place of the row that shows a property, by its path.
  std::string row(std::string_view path, std::uint8_t source = 0) {
    const PropertiesCache& cache = caches_.of<PropertiesCache>();
    for (std::size_t i = 0; i < cache.rows.size(); ++i) {
      const PropertyRow& row = cache.rows[i];
      if (row.source == source && row.kind != PropertyRow::Kind::title && row.part == 0 &&
          row.kind != PropertyRow::Kind::block &&
          full_path_of(cache.snapshot_of(row).tree, row.node) == path) {
        return "properties.row." + std::to_string(i);
      }
    }
    return "no row of " + std::string(path);
  }
  std::size_t count_rows(PropertyRow::Kind kind) {
    std::size_t count = 0;
    for (const PropertyRow& row : caches_.of<PropertiesCache>().rows)
      count += row.kind == kind ? 1 : 0;
    return count;
  }

  std::unique_ptr<Cursor> cursor_;
  bool copies_properties_ = false;
  ImVec2 size_{440, 900};
};

ResourceData small_png() {
  Image image{6, 4, std::vector<std::uint8_t>(6 * 4 * 4, 200)};
  auto bytes = encode_png(image);
  EXPECT_TRUE(bytes);
  return {.bytes = std::move(*bytes), .type = "image/png"};
}

/// Something of each kind.
ToldRecording told_scene() {
  ToldRecording told;
  told.properties = [](std::size_t frame, PropertyTree& out) {
    const auto user = out.open("properties", PropertyType::group);
    const auto health = out.open("health", PropertyType::group);
    out.set_style(health, {.icon = "heart", .color = "#ff0000", .type_name = ""});
    out.number("Health", 100 - static_cast<double>(frame), Precision::float64);
    const auto note = out.text("", "See frame 5 or https://a.org", PropertyType::comment);
    out.set_style(note, {.icon = "info", .color = "gold", .type_name = ""});
    out.close(health);
    if (frame != 5) {
      out.text("Screenshot", frame % 2 == 0 ? "even.png" : "missing.png", PropertyType::resource);
    }
    const auto sphere = out.open("Hearing", PropertyType::sphere);
    out.text("layer", "Senses");
    out.number("radius", 2, Precision::float64);
    out.close(sphere);
    const auto table = out.open("Scores", PropertyType::table);
    const auto header = out.open("header", PropertyType::list);
    for (const char* title : {"Name", "Score"}) out.text("", title);
    out.close(header);
    const auto rows = out.open("rows", PropertyType::list);
    for (int i = 0; i < 30; ++i) {
      const auto one = out.open("", PropertyType::list);
      out.text("", "Ada");
      out.text("", "3");
      out.close(one);
    }
    out.close(rows);
    out.close(table);
    const auto chart = out.open("Load", PropertyType::linechart);
    const auto data = out.open("data", PropertyType::list);
    for (const char* label : {"cpu", "gpu"}) {
      const auto one = out.open("", PropertyType::record);
      out.numbers("values", PropertyType::numbers, std::vector<double>(500, 0.5),
                  Precision::float64);
      out.text("ylabel", label);
      out.close(one);
    }
    out.close(data);
    out.number("yscale", 1, Precision::float64);
    out.close(chart);
    const auto friend_of = out.text("Friend", "7", PropertyType::entity);
    out.set_style(friend_of, {.icon = "", .color = "", .type_name = "", .label = "Myself"});
    out.close(user);
    const auto special = out.open("special", PropertyType::group);
    out.text("name", "Ada");
    out.close(special);
    out.node_for_edit(user).role = PropertyRole::own;
    out.node_for_edit(special).role = PropertyRole::basics;
  };
  told.event_properties = [](PropertyTree& out) {
    out.number("Amount", 9, Precision::float64);
    out.text("Proof", "even.png", PropertyType::resource);
  };
  told.resources["even.png"] = small_png();
  told.only_named = {"missing.png"};
  // properties, health, Health: the third node of the entity's range.
  told.comments = {
      {CommentInfo::Target::property, 2, 2, "Why so low?"},
      {CommentInfo::Target::event, 3, 0, "Too much"},
      {CommentInfo::Target::timeline, 8, CommentInfo::kNoProperty, "The end, see frame 2"}};
  return told;
}

TEST_F(PropertyPanelTest, TellsWhenAnEntityLivesInTheTimesOfTheSession) {
  open(told_scene());
  EXPECT_NE(text_of_properties().find("lives 0.000 s"), std::string::npos) << text_of_properties();
  workspace_.session().recordings[0].offset = 2.5;
  EXPECT_NE(text_of_properties().find("lives 2.500 s"), std::string::npos) << text_of_properties();
}

TEST_F(PropertyPanelTest, EveryKindOfPropertyIsDrawnOpenAndFolded) {
  open(told_scene());
  settle();
  EXPECT_GE(count_rows(PropertyRow::Kind::heading), 3u);
  EXPECT_GT(count_rows(PropertyRow::Kind::block), 3u);  // the note and the chart
  const std::size_t before = count_rows(PropertyRow::Kind::block);
  click(row("properties/Scores"));
  click(row("properties/Screenshot"), 0.05F);
  settle();
  EXPECT_GT(count_rows(PropertyRow::Kind::block), before + 10);
  EXPECT_TRUE(places_.places.contains("properties.table.copy"));
  click("properties.table.copy", 0.5F);
  EXPECT_TRUE(std::string_view(ImGui::GetClipboardText()).starts_with("Name,Score\r\nAda,3\r\n"));
}

TEST_F(PropertyPanelTest, AStarMovesAGroupToTheTop) {
  open(told_scene());
  settle();
  EXPECT_NE(row("properties/health"), "properties.row.0");
  const std::string heading = row("properties/health");
  move_to(heading);
  click("properties.star." + heading.substr(heading.rfind('.') + 1), 0.5F);
  EXPECT_TRUE(state_.starred_groups.contains("health"));
  EXPECT_EQ(row("properties/health"), "properties.row.0");
}

TEST_F(PropertyPanelTest, AReferenceSelectsAndAResourceOpens) {
  open(told_scene());
  settle();
  click(row("properties/Friend"), 0.5F);
  EXPECT_EQ(primary_selection(state_), entity());
  click(row("properties/Screenshot"), 0.5F);
  ASSERT_TRUE(state_.open_resource);
  EXPECT_EQ(state_.open_resource->path, "even.png");
  settle();
  EXPECT_TRUE(places_.places.contains("resource.picture"));
}

TEST_F(PropertyPanelTest, AReferenceThatChangedIsNamedAsItsEntityIs) {
  open(told_scene());
  const std::string name(session().recordings[0].recording->entity(entity().entity).name);
  ASSERT_FALSE(name.empty());
  EntityReferences& references = caches_.of<EntityReferences>();
  PanelContext now = context();
  EXPECT_EQ(references.name_of(now, entity(), "7"), name + " \u00B7 7");
  EXPECT_EQ(references.name_of(now, EntityRef{0, {}}, "7"), name + " \u00B7 7");
  EXPECT_EQ(references.name_of(now, entity(), "8"), "8");
}

TEST_F(PropertyPanelTest, TheRowOfAShapeLightsUpTheShape) {
  open(told_scene());
  settle();
  move_to(row("properties/Hearing"));
  ASSERT_TRUE(state_.hovered_property);
  EXPECT_EQ(state_.hovered_property->entity, entity());
  const Frame& frame = cursor_->frame();
  const Entity* found = frame.find(entity().entity);
  EXPECT_EQ(frame.tree[found->properties.first + state_.hovered_property->node].name, "Hearing");
}

TEST_F(PropertyPanelTest, AShapeClickedInTheSceneIsScrolledTo) {
  open(told_scene());
  size_.y = 200;
  settle();
  const auto hearing =
      find_path(caches_.of<PropertiesCache>().shown.tree,
                {0, caches_.of<PropertiesCache>().shown.tree.size()}, "properties/Hearing");
  ASSERT_TRUE(hearing);
  caches_.of<PropertiesCache>().scroll.top = 1000;
  picture();
  EXPECT_FALSE(places_.places.contains(row("properties/Hearing")));
  state_.hovered_shape =
      HoveredProperty{entity(), *hearing - caches_.of<PropertiesCache>().shown.own, EventIndex()};
  ImGui::GetIO().MouseDown[0] = true;
  picture();
  ImGui::GetIO().MouseDown[0] = false;
  for (int i = 0; i < 3; ++i) picture();
  EXPECT_TRUE(places_.places.contains(row("properties/Hearing")));
}

TEST_F(PropertyPanelTest, ASelectedEventShowsItsPropertiesAboveTheEntitys) {
  open(told_scene());
  settle();
  state_.selected_event = SelectedEvent{0, EventIndex(std::size_t{0})};
  settle();
  EXPECT_EQ(caches_.of<PropertiesCache>().rows.front().kind, PropertyRow::Kind::title);
  EXPECT_EQ(row("Amount", 1), "properties.row.1");
  EXPECT_EQ(count_rows(PropertyRow::Kind::title), 2u);
  click("properties.event.close", 0.5F);
  EXPECT_FALSE(state_.selected_event);
  EXPECT_EQ(count_rows(PropertyRow::Kind::title), 0u);
}

TEST_F(PropertyPanelTest, AnEventOfNoSelectedEntityIsShownAlone) {
  open(told_scene());
  clear_selection(state_);
  state_.selected_event = SelectedEvent{0, EventIndex(std::size_t{0})};
  settle();
  EXPECT_EQ(row("Amount", 1), "properties.row.1");
  state_.selected_event = SelectedEvent{7, EventIndex(std::size_t{0})};
  settle();
  EXPECT_FALSE(state_.selected_event);
}

TEST_F(PropertyPanelTest, CommentsMarkTheRowTheyAreAbout) {
  open(told_scene());
  state_.playback.playhead = 0.2;
  settle();
  const std::string health = row("properties/health/Health");
  EXPECT_TRUE(
      places_.places.contains("properties.comment." + health.substr(health.rfind('.') + 1)));
  state_.playback.playhead = 0.4;
  settle();
  EXPECT_TRUE(caches_.of<PropertiesCache>().row_comments.empty());
  state_.playback.playhead = 0.35;
  state_.selected_event = SelectedEvent{0, EventIndex(std::size_t{0})};
  settle();
  EXPECT_EQ(caches_.of<PropertiesCache>().row_comments.size(), 1u);
}

TEST_F(PropertyPanelTest, ACommentOfAFoldedPropertyMarksWhatItIsFoldedInto) {
  open(told_scene());
  state_.playback.playhead = 0.2;
  state_.toggled_properties = {"properties/health"};
  settle();
  const std::string heading = row("properties/health");
  EXPECT_TRUE(
      places_.places.contains("properties.comment." + heading.substr(heading.rfind('.') + 1)));
}

TEST_F(PropertyPanelTest, CommentsAreRowsAmongTheEvents) {
  open(told_scene());
  settle();
  const EventRows& rows = caches_.of<EventRowsCache>().rows;
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_TRUE(rows[0].comment.exists());
  EXPECT_FALSE(rows[1].comment.exists());
  EXPECT_EQ(listed_event(workspace_.session(), rows[0]).name, "Why so low?");
  click("events.row.3");
  EXPECT_DOUBLE_EQ(state_.playback.playhead, 0.8);
  state_.event_filter = "tag:comment low";
  settle();
  EXPECT_EQ(rows.size(), 1u);
  state_.event_filter = "tag:combat";
  settle();
  EXPECT_EQ(rows.size(), 1u);
}

TEST_F(PropertyPanelTest, ThePinnedPictureFollowsThePlayhead) {
  open(told_scene());
  state_.pinned_picture = PinnedPicture{entity(), "properties/Screenshot"};
  settle();
  EXPECT_TRUE(places_.places.contains("picture.image"));
  EXPECT_EQ(caches_.of<PicturePanelCache>().path, "even.png");
  state_.playback.playhead = 0.5;  // names none
  settle();
  EXPECT_FALSE(places_.places.contains("picture.image"));
  state_.playback.playhead = 0.1;  // names one that the recording does not hold
  settle();
  EXPECT_FALSE(places_.places.contains("picture.image"));
  state_.playback.playhead = 0.4;
  settle();
  EXPECT_TRUE(places_.places.contains("picture.image"));
  click("picture.close", 0.5F);
  EXPECT_FALSE(state_.pinned_picture);
}

TEST_F(PropertyPanelTest, HugeTablesAndChartsAreBorne) {
  ToldRecording told;
  told.properties = [](std::size_t, PropertyTree& out) {
    const auto table = out.open("Huge", PropertyType::table);
    const auto header = out.open("header", PropertyType::list);
    for (int i = 0; i < 300; ++i) out.text("", "column");
    out.close(header);
    const auto rows = out.open("rows", PropertyType::list);
    for (int i = 0; i < 100'000; ++i) {
      const auto one = out.open("", PropertyType::list);
      out.text("", "x");
      out.close(one);
    }
    out.close(rows);
    out.close(table);
    const auto chart = out.open("Long", PropertyType::linechart);
    const auto data = out.open("data", PropertyType::list);
    const auto one = out.open("", PropertyType::record);
    out.numbers("values", PropertyType::numbers, std::vector<double>(1'000'000, 0.5),
                Precision::float64);
    out.close(one);
    out.close(data);
    out.number("height", 1e300, Precision::float64);
    out.close(chart);
    out.text("Note", out.keep(std::string(200'000, 'x')), PropertyType::comment);
  };
  open(std::move(told));
  state_.toggled_properties = {"Huge"};
  settle();
  EXPECT_GT(count_rows(PropertyRow::Kind::block), 10u);
  EXPECT_LT(count_rows(PropertyRow::Kind::block), 3000u);
  for (const float side : {1.0F, 6.0F, 40.0F}) {
    size_ = {side, side};
    for (int i = 0; i < 3; ++i) picture();
  }
}

}  // namespace
}  // namespace scrubjay
