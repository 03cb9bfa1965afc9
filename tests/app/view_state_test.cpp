#include "app/viewer/view_state.h"
#include "formats/format.h"
#include "tests/formats/opened.h"

#include <gtest/gtest.h>

namespace scrubjay {
namespace {

EntityRef entity(std::size_t row, std::size_t recording = 0) {
  return {recording, EntityIndex(row)};
}

using Entities = std::vector<EntityRef>;

TEST(Selection, ReplacesTogglesAndAdds) {
  ViewState state;
  EXPECT_EQ(primary_selection(state), std::nullopt);
  select(state, entity(1));
  select(state, entity(2), SelectMode::toggle);
  select(state, entity(3), SelectMode::add);
  EXPECT_EQ(state.selected, (Entities{entity(1), entity(2), entity(3)}));
  select(state, entity(1), SelectMode::add);
  EXPECT_EQ(state.selected, (Entities{entity(2), entity(3), entity(1)}))
      << "the last is the primary one";
  EXPECT_EQ(primary_selection(state), entity(1));
  select(state, entity(3), SelectMode::toggle);
  EXPECT_EQ(state.selected, (Entities{entity(2), entity(1)}));
  EXPECT_TRUE(is_selected(state, entity(2)));
  EXPECT_FALSE(is_selected(state, entity(3)));
  EXPECT_FALSE(is_selected(state, entity(2, 1))) << "of another recording";
  select(state, entity(9));
  EXPECT_EQ(state.selected, Entities{entity(9)});
}

TEST(Selection, StepsBackAndForward) {
  ViewState state;
  step_selection(state, -1);
  EXPECT_TRUE(state.selected.empty());
  for (const std::size_t row : {1u, 2u, 3u}) select(state, entity(row));
  step_selection(state, -1);
  EXPECT_EQ(primary_selection(state), entity(2));
  step_selection(state, -1);
  step_selection(state, -1);
  EXPECT_EQ(primary_selection(state), entity(1)) << "stays at the oldest";
  step_selection(state, +1);
  EXPECT_EQ(primary_selection(state), entity(2));
  select(state, entity(7));
  step_selection(state, +1);
  EXPECT_EQ(primary_selection(state), entity(7)) << "what lay ahead is forgotten";
  step_selection(state, -1);
  EXPECT_EQ(primary_selection(state), entity(2));
}

TEST(Selection, ComesBackAfterItWasCleared) {
  ViewState state;
  select(state, entity(1));
  select(state, entity(2));
  clear_selection(state);
  step_selection(state, -1);
  EXPECT_EQ(primary_selection(state), entity(2));
}

TEST(Selection, RemembersABoundedNumber) {
  ViewState state;
  for (std::size_t row = 0; row < 1000; ++row) select(state, entity(row));
  EXPECT_LE(state.selection_history.size(), 100u);
  step_selection(state, -1);
  EXPECT_EQ(primary_selection(state), entity(998));
}

TEST(Visibility, IsolatingShowsOneAndHidingAllButSome) {
  ViewState state;
  state.hidden = {entity(2)};
  EXPECT_TRUE(is_shown(state, entity(1)));
  EXPECT_FALSE(is_shown(state, entity(2)));
  state.isolated = {entity(3)};
  EXPECT_TRUE(is_shown(state, entity(3)));
  EXPECT_FALSE(is_shown(state, entity(1)));
}

TEST(Undo, BringsBackEveryPartOfAView) {
  ViewState state;
  const UndoableView before = undoable(state);
  state.hidden = {entity(1)};
  state.isolated = {entity(2)};
  state.entity_search = "bus";
  state.property_search = "speed";
  state.event_filter = "tag:physics";
  state.events_of_selection = true;
  state.events_in_view = true;
  state.playback.range = TimeRange{1, 2};
  state.camera.distance = 77;
  state.pinned = {entity(3)};
  state.plots = {{entity(3), "speed"}};
  state.pinned_picture = PinnedPicture{entity(3), "camera"};
  state.coordinates = CoordinateSystem{};
  state.filters.emplace_back();
  const UndoableView changed = undoable(state);
  EXPECT_NE(changed, before);
  remember(state, before);
  undo(state);
  EXPECT_EQ(undoable(state), before);
  redo(state);
  EXPECT_EQ(undoable(state), changed);
}

TEST(Undo, WithNothingToUndoNothingHappens) {
  ViewState state;
  state.entity_search = "bus";
  const UndoableView view = undoable(state);
  undo(state);
  redo(state);
  EXPECT_EQ(undoable(state), view);
}

TEST(Undo, AChangeDropsWhatCouldBeRedone) {
  ViewState state;
  remember(state, undoable(state));
  state.entity_search = "a";
  undo(state);
  remember(state, undoable(state));
  state.entity_search = "b";
  redo(state);
  EXPECT_EQ(state.entity_search, "b");
}

TEST(Undo, LeavesPlayheadAndSelectionAlone) {
  ViewState state;
  remember(state, undoable(state));
  state.playback.playhead = 3;
  select(state, entity(1));
  undo(state);
  EXPECT_EQ(state.playback.playhead, 3);
  EXPECT_EQ(primary_selection(state), entity(1));
}

TEST(Undo, RemembersABoundedNumber) {
  ViewState state;
  for (int i = 0; i < 1000; ++i) remember(state, undoable(state));
  EXPECT_LE(state.undo.size(), 100u);
}

TEST(ClosingARecording, ForgetsItsEntitiesAndRenumbersTheOthers) {
  ViewState state;
  const Entities all{entity(1, 0), entity(2, 1), entity(3, 2)};
  for (const EntityRef each : all) select(state, each, SelectMode::add);
  state.pinned = all;
  state.hidden = {all.begin(), all.end()};
  state.closed_rows = {all.begin(), all.end()};
  state.hovered = entity(3, 2);
  state.followed = entity(2, 1);
  state.isolated = {entity(1, 0)};
  state.focus_request = {entity(2, 1)};
  remember(state, undoable(state));

  recording_closed(state, 1);

  const Entities left{entity(1, 0), entity(3, 1)};
  EXPECT_EQ(state.selected, left);
  EXPECT_EQ(state.pinned, left);
  EXPECT_EQ(state.hidden, (std::set<EntityRef>{left.begin(), left.end()}));
  EXPECT_EQ(state.closed_rows, (std::set<EntityRef>{left.begin(), left.end()}));
  EXPECT_EQ(state.hovered, entity(3, 1));
  EXPECT_EQ(state.followed, std::nullopt);
  EXPECT_EQ(state.isolated, std::set{entity(1, 0)});
  EXPECT_TRUE(state.focus_request.empty());
  EXPECT_TRUE(state.undo.empty());
  step_selection(state, -1);
  EXPECT_EQ(state.selected, left) << "older selections named recordings that moved";
}

/// One frame with an entity for each id.
std::shared_ptr<Recording> recording_with(const std::vector<int>& ids) {
  std::string text;
  for (const int id : ids) {
    text += (text.empty() ? "" : ",") + (R"({"id":)" + std::to_string(id)) +
            R"(,"parentId":0,"properties":[{"type":"group","name":"properties","value":[]}]})";
  }
  return opened(
      bytes_of(R"({"frameId":1,"clientId":0,"tag":"A","serverTime":5,"entities":[)" + text + "]}"),
      {}, "framebyframe");
}

TEST(AReplacedRecording, KeepsWhatWasChosenByIds) {
  const auto before = recording_with({10, 11, 12});
  const auto now = recording_with({12, 10});
  ViewState state;
  const Entities all{entity(0, 0), entity(1, 0), entity(2, 0), entity(1, 1)};
  state.selected = all;
  state.hidden = {all.begin(), all.end()};
  state.isolated = {entity(1, 0)};
  state.followed = entity(2, 0);
  state.selected_event = {.recording = 0, .event = EventIndex(3)};
  recording_replaced(state, 0, *before, *now);
  const Entities left{entity(1, 0), entity(0, 0), entity(1, 1)};
  EXPECT_EQ(state.selected, left);
  EXPECT_EQ(state.hidden, (std::set<EntityRef>{left.begin(), left.end()}));
  EXPECT_TRUE(state.isolated.empty()) << "its entity is not there any more";
  EXPECT_EQ(state.followed, entity(0, 0));
  EXPECT_EQ(state.selected_event, std::nullopt) << "there is no such event";
}

TEST(AReplacedRecording, KeepsBothEntitiesOfADistanceOrNeither) {
  const auto before = recording_with({10, 11, 12});
  const auto now = recording_with({12, 10});
  ViewState state;
  const std::vector<PlottedValue> values{{entity(0, 0), "derived/distance", EntityIndex(2)},
                                         {entity(0, 0), "derived/distance", EntityIndex(1)}};
  state.plots = values;
  for (const PlottedValue& value : values) state.curves.push_back({value});
  recording_replaced(state, 0, *before, *now);
  const PlottedValue left{entity(1, 0), "derived/distance", EntityIndex(0)};
  EXPECT_EQ(state.plots, std::vector{left});
  EXPECT_EQ(state.curves, std::vector{PlotCurve{left}});
}

TEST(AReplacedRecording, IsStillReadWhileItsEntitiesAreAwaited) {
  const auto before = recording_with({10, 11, 12});
  const auto half_read = recording_with({12});
  const auto now = recording_with({12, 10});
  ViewState state;
  state.selected = {entity(0, 0), entity(0, 1)};
  state.pinned = {entity(2, 0)};
  state.hidden = {entity(0, 0), entity(1, 0)};
  state.isolated = {entity(0, 0)};
  state.followed = entity(0, 0);
  const RecordingReplacement replacement(state, 0, before, *half_read);
  EXPECT_EQ(state.selected, Entities{entity(0, 1)});
  EXPECT_EQ(state.pinned, Entities{entity(0, 0)});
  EXPECT_TRUE(state.hidden.empty());
  state.followed = entity(0, 1);  // the user goes on meanwhile
  replacement.put_back(state, *now);
  EXPECT_EQ(state.selected, (Entities{entity(1, 0), entity(0, 1)}));
  EXPECT_EQ(state.pinned, Entities{entity(0, 0)});
  EXPECT_EQ(state.hidden, std::set<EntityRef>{entity(1, 0)}) << "11 is not there any more";
  EXPECT_EQ(state.isolated, std::set{entity(1, 0)});
  EXPECT_EQ(state.followed, entity(0, 1)) << "what was chosen since stays";
}

TEST(AReplacedRecording, LeavesWhatCtrlZBringsBack) {
  const auto before = recording_with({10, 11, 12});
  const auto unread = recording_with({99});
  const auto now = recording_with({12, 10});
  ViewState state;
  state.hidden = {entity(0, 0), entity(1, 0)};
  state.entity_search = "first";
  remember(state, undoable(state));
  state.hidden.clear();
  select(state, entity(0, 0));
  select(state, entity(2, 0));
  const RecordingReplacement replacement(state, 0, before, *unread);
  state.entity_search = "second";
  remember(state, undoable(state));  // while it is read
  replacement.put_back(state, *now);
  ASSERT_EQ(state.undo.size(), 2u);
  undo(state);
  EXPECT_EQ(state.entity_search, "second");
  undo(state);
  EXPECT_EQ(state.entity_search, "first");
  EXPECT_EQ(state.hidden, std::set<EntityRef>{entity(1, 0)}) << "10; 11 is not there any more";
  EXPECT_EQ(state.selected, Entities{entity(0, 0)}) << "12";
  step_selection(state, -1);
  EXPECT_EQ(state.selected, Entities{entity(1, 0)}) << "10 was selected before";
}

TEST(AReplacedRecording, LeavesTheStepsBackWhereSomethingIsSelectedMeanwhile) {
  const auto before = recording_with({10, 11, 12});
  const auto unread = recording_with({99});
  ViewState state;
  for (const std::uint32_t one : {0u, 1u, 2u, 0u}) select(state, entity(one, 0));
  const RecordingReplacement replacement(state, 0, before, *unread);
  select(state, entity(0, 0));
  replacement.put_back(state, *recording_with({12, 10}));
  ASSERT_LT(state.selection_place, state.selection_history.size());
  step_selection(state, -1);
  EXPECT_EQ(state.selected, Entities{entity(0, 0)});
}

TEST(AReplacedRecording, GetsBackWhatWasChosenAlsoWhenAnotherOneIsClosedMeanwhile) {
  const auto before = recording_with({10, 11, 12});
  const auto unread = recording_with({99});
  const auto now = recording_with({12, 10});
  ViewState state;
  state.selected = {entity(0, 1)};
  state.hidden = {entity(2, 1), entity(0, 0)};
  RecordingReplacement replacement(state, 1, before, *unread);
  EXPECT_TRUE(state.selected.empty());
  recording_closed(state, 0);
  EXPECT_TRUE(replacement.close(0));
  EXPECT_EQ(replacement.place(), 0u);
  replacement.put_back(state, *now);
  EXPECT_EQ(state.selected, Entities{entity(1, 0)});
  EXPECT_EQ(state.hidden, std::set<EntityRef>{entity(0, 0)});
  EXPECT_FALSE(replacement.close(0)) << "it is closed itself";
}

TEST(Offsets, AreBroughtBackAndEndWithTheirRecording) {
  ViewState state;
  const UndoableView before = undoable(state);
  set_offset(state, 2, 1.5);
  EXPECT_EQ(offset_of(state, 2), 1.5);
  EXPECT_EQ(offset_of(state, 0), 0);
  EXPECT_EQ(offset_of(state, 7), 0);
  EXPECT_NE(undoable(state), before);
  recording_closed(state, 0);
  EXPECT_EQ(offset_of(state, 1), 1.5);
  set_offset(state, 1, 0);
  EXPECT_EQ(undoable(state), before) << "as if nothing had been moved";
}

TEST(AReplacedRecording, ThatIsReplacedAgainKeepsWhatWasChosenInBoth) {
  const auto first = recording_with({10, 11, 12});
  const auto unread = recording_with({99});
  const auto preview = recording_with({12, 13});
  const auto now = recording_with({13, 12, 11, 10});
  ViewState state;
  state.selected = {entity(1, 0)};
  state.pinned = {entity(0, 0)};
  const RecordingReplacement one(state, 0, first, *unread);
  const RecordingReplacement two(state, 0, unread, *preview);
  EXPECT_TRUE(state.selected.empty());
  state.selected = {entity(1, 0)};  // 13, in the preview
  const RecordingReplacement three(state, 0, preview, *unread);
  EXPECT_TRUE(state.selected.empty());
  for (const RecordingReplacement* each : {&three, &two, &one}) each->put_back(state, *now);
  EXPECT_EQ(state.pinned, Entities{entity(3, 0)});
  EXPECT_EQ(state.selected, Entities{entity(0, 0)}) << "what was chosen last";
}

}  // namespace
}  // namespace scrubjay
