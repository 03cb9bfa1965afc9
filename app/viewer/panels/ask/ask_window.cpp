#include "app/viewer/panels/ask/ask_window.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <glm/trigonometric.hpp>
#include <string>
#include <utility>

#include "app/shared/plain_text.h"
#include "app/viewer/ask/ask_file.h"
#include "app/viewer/ask/filter_query.h"
#include "app/viewer/open_dialog.h"
#include "app/viewer/panels/ask/ask_editor.h"
#include "app/viewer/panels/ask/ask_grid.h"
#include "app/viewer/panels/ask/ask_side.h"
#include "app/viewer/panels/ask/watches.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "core/number_text.h"
#include "core/shell_word.h"

namespace scrubjay {

namespace {

constexpr float kListsWidth = 250;
constexpr float kFieldHeight = 96;
constexpr float kLowHeight = 300;     // below it the answer stands beside the query
constexpr float kThreeColumns = 860;  // so wide it has room for the lists as well
constexpr float kQueryShare = 0.46F;
/// Through more than so many no pass is made only to complete names: the first frame tells most.
constexpr std::size_t kMostFrames = 50'000;

// What is known of the recordings.

std::vector<AskedRecording> asked_now(const PanelContext& context) {
  return asked_recordings(context.session(), context.caches.of<RoadsBelow>());
}

std::size_t frames_of(const Session& session) {
  std::size_t frames = 0;
  for (const OpenRecording& open : session.recordings) frames += open.recording->frame_count();
  return frames;
}

/// Of the numbers that a query sees; where recordings differ, of the first one.
double asked_metres_per_unit(const PanelContext& context) {
  if (context.state.coordinates) return context.state.coordinates->metres_per_unit;
  const auto& recordings = context.session().recordings;
  return recordings.empty() ? 1 : recordings.front().recording->info().coordinates.metres_per_unit;
}

void update_facts(PanelContext& context, AskCache& cache) {
  std::vector<AskedKey> key = asked_keys(context.session(), context.caches.of<RoadsBelow>());
  bool goes_on = false;
  auto taken = cache.reading.take();
  const double metres_per_unit = asked_metres_per_unit(context);
  if (taken || metres_per_unit != cache.questions_in) {
    if (taken) cache.facts = std::move(*taken);
    cache.questions = questions_for(cache.facts, metres_per_unit);
    cache.questions_in = metres_per_unit;
  }
  if (taken) {
    if (!cache.stops_reading.load()) cache.facts_of = cache.read_of;
    goes_on = cache.looked_at == AskedFrames::first && frames_of(context.session()) <= kMostFrames;
  }
  if (cache.reading.is_running()) {
    if (cache.read_of != key) cache.stops_reading.store(true);
    return;
  }
  const bool is_indexed = std::ranges::all_of(key, [](const auto& one) { return one.is_indexed; });
  goes_on = goes_on && cache.facts_of == key;
  if ((cache.facts_of == key && !goes_on) || !is_indexed) return;
  cache.looked_at = goes_on ? AskedFrames::all : AskedFrames::first;
  cache.read_of = std::move(key);
  cache.stops_reading.store(false);
  cache.reading.start(
      context.workspace.wake(),
      [recordings = asked_now(context), frames = cache.looked_at, &stops = cache.stops_reading] {
        return find_facts(recordings, frames, [&stops] { return stops.load(); });
      });
}

// Asking.

void run_query(PanelContext& context, AskCache& cache) {
  if (cache.editor.text.find_first_not_of(" \t\r\n") == std::string::npos) return;
  cache.row.reset();
  cache.focus_rows = false;
  cache.told.clear();
  context.state.earlier_queries.remember(cache.editor.text);
  cache.job.start({asked_now(context), context.state.coordinates, cache.editor.text},
                  context.workspace.wake());
}

void show_filter(AskCache& cache) {
  if (!cache.filter || cache.facts_of.empty()) return;
  FilterQuery query = query_of(*std::exchange(cache.filter, std::nullopt), cache.facts);
  replace_query(cache.editor, query.sql);
  cache.editor.focus = true;
  cache.told.clear();
  for (const std::string& sentence : query.left_out) {
    cache.told += (cache.told.empty() ? "" : " ") + one_line(sentence, 300);
  }
  cache.is_bad = false;
}

/// The place of the error in the text as it stands: none once that is another one.
std::optional<std::size_t> error_place(const AskCache& cache) {
  const auto& outcome = cache.job.outcome();
  if (!outcome || !outcome->problem || cache.job.asked()->sql != cache.editor.text) return {};
  return tables::place_in_query(cache.editor.text, *outcome->problem);
}

// Saving.

/// " --scenery FILE --scenery-at PLACE".
std::string roads_of_command(const RoadsOfRecording& roads) {
  std::string text = " --scenery " + shell_word(roads.path);
  if (roads.placement == UprightPose()) return text;
  const UprightPose pose = inverse(roads.placement);
  text += " --scenery-at ";
  for (int i = 0; i < 3; ++i) text += number_text(pose.offset[i]) + ',';
  return text + number_text(glm::degrees(pose.heading));
}

/// `scrubjay sql FILES OPTIONS 'QUERY' --csv`, as a shell reads it.
std::string command_of(const AskRequest& asked) {
  std::string text = "scrubjay sql";
  const RecordingOverRoads* roads = nullptr;
  for (const AskedRecording& one : asked.recordings) {
    if (one.recording == nullptr) continue;
    text += ' ' + shell_word(one.recording->file().path());
    if (one.roads != nullptr) roads = one.roads.get();
  }
  if (asked.coordinates) text += " --coordinates " + shell_word(asked.coordinates->name());
  if (roads != nullptr && asks_for_road_values(asked.sql)) text += roads_of_command(roads->roads());
  return text + ' ' + shell_word(asked.sql) + " --csv";
}

std::string rows_text(std::size_t rows) { return counted_text(rows, "row"); }

/// "340 rows", "12 of 340 rows".
std::string rows_text(std::size_t listed, std::size_t all) {
  return listed == all ? rows_text(all) : grouped_digits(listed) + " of " + rows_text(all);
}

void begin_saving(PanelContext& context, AskCache& cache) {
  cache.asks_path = true;
  cache.just_asked_path = true;
  if (!cache.path.empty()) return;
  const auto& open = context.session().recordings;
  std::filesystem::path folder;
  if (!open.empty()) {
    folder = std::filesystem::path(open.front().recording->file().path()).parent_path();
  }
  cache.path = (folder / "rows.csv").string();
}

void draw_path_field(PanelContext& context, AskCache& cache) {
  if (!cache.asks_path) return;
  const float s = context.scale;
  const bool is_parquet = is_parquet_path(cache.path);
  const char* const other = is_parquet ? "As CSV" : "As Parquet";
  const float buttons = ImGui::CalcTextSize("Save").x + ImGui::CalcTextSize("Cancel").x +
                        ImGui::CalcTextSize(other).x + 6 * ImGui::GetStyle().FramePadding.x +
                        18 * s;
  if (std::exchange(cache.just_asked_path, false)) give_keyboard_to_next();
  ImGui::SetNextItemWidth(std::max(80 * s, ImGui::GetContentRegionAvail().x - buttons));
  bool go = ImGui::InputTextWithHint("##path", "Path of a .csv or .parquet file", &cache.path,
                                     ImGuiInputTextFlags_EnterReturnsTrue);
  context.places.add_item("ask.path");
  ImGui::SameLine(0, 6 * s);
  if (ImGui::Button(other)) {
    const std::filesystem::path path(cache.path);
    cache.path = (path.parent_path() / path.stem()).string();
    cache.path += is_parquet ? ".csv" : kParquetExtension;
  }
  context.places.add_item("ask.path.other");
  ImGui::SameLine(0, 6 * s);
  go = ImGui::Button("Save") || go;
  context.places.add_item("ask.path.go");
  ImGui::SameLine(0, 6 * s);
  if (ImGui::Button("Cancel")) cache.asks_path = false;
  if (!go || cache.path.empty() || cache.saving.is_running()) return;
  cache.asks_path = false;
  cache.told.clear();
  ListedRows listed{.rows = cache.job.rows(),
                    .order = listed_order(cache),
                    .asked = cache.job.asked()->recordings};
  cache.saved_rows = rows_text(listed.size(), listed.rows.size());
  cache.saving.start(context.workspace.wake(),
                     [listed = std::move(listed), path = clean_path(cache.path)] {
                       return write_rows(listed, path);
                     });
}

void take_saved(AskCache& cache) {
  const auto taken = cache.saving.take();
  if (!taken) return;
  cache.is_bad = !*taken;
  cache.told = *taken ? cache.saved_rows + " written to " + one_line(cache.path, 300)
                      : one_line(describe(taken->error()), 1000);
}

// The lane.

void begin_lane(PanelContext& context, AskCache& cache, const AskRows& rows,
                const std::vector<AskedRecording>& asked, std::optional<std::size_t> column) {
  if (cache.making_lane.is_running()) return;
  cache.making_lane.start(context.workspace.wake(),
                          [rows, asked, column] { return make_ask_lane(rows, asked, column); });
}

void update_lane(PanelContext& context, AskCache& cache) {
  if (auto made = cache.making_lane.take()) {
    if (made->marks.empty()) {
      cache.told = "No row has a time: columns called time or frame say when.";
      cache.is_bad = false;
    } else {
      cache.lane = std::move(*made);
    }
  }
  if (!cache.lane) return;
  forget_closed(cache.lane->asked, context.session());
  const bool is_of_any = std::ranges::any_of(
      cache.lane->asked, [](const AskedRecording& one) { return one.recording != nullptr; });
  if (!is_of_any) cache.lane.reset();
  if (const auto column = std::exchange(cache.lane_column, std::nullopt); column && cache.lane) {
    begin_lane(context, cache, cache.lane->rows, cache.lane->asked,
               *column == kMarksOnly ? std::nullopt : column);
  }
}

void begin_watch(PanelContext& context, AskCache& cache) {
  cache.job.forget_problem();  // of another text
  cache.told.clear();
  cache.is_bad = true;
  auto& watched = context.state.watched;
  if (const char* const fault = fault_of_watch(cache.editor.text)) {
    cache.told = fault;
  } else if (std::ranges::find(watched, cache.editor.text, &WatchedCondition::condition) !=
             watched.end()) {
    cache.told = "That is watched already: its lane is below the events.";
  } else if (watched.size() == kMostWatches) {
    cache.told = "No more than " + std::to_string(kMostWatches) +
                 " conditions are watched at once: remove one by its lane's menu.";
  } else {
    watched.push_back({cache.editor.text, false});
  }
}

// The window.

std::string status_text(const PanelContext& context, const AskCache& cache) {
  const std::size_t rows = cache.job.rows().size();
  if (cache.job.is_running()) {
    const auto& open = context.session().recordings;
    const bool is_reading = std::ranges::any_of(
        open, [](const OpenRecording& one) { return !one.recording->is_indexed(); });
    if (rows == 0 && is_reading) return "waiting until the recording is read\u2026";
    return rows_text(rows) + " so far\u2026";
  }
  const auto& outcome = cache.job.outcome();
  if (!outcome) return "";
  switch (outcome->end) {
    case AskJob::End::done: break;
    case AskJob::End::stopped: return "stopped: " + rows_text(rows) + " until then";
    case AskJob::End::rows:
    case AskJob::End::bytes:
      return "the first " + rows_text(rows) +
             ", there are more: ask for less, or by the command line";
    case AskJob::End::failed: return rows == 0 ? "" : rows_text(rows) + " before it failed";
  }
  const AskRequest* const asked = cache.job.asked();
  const bool is_of_before = asked != nullptr && asked->sql != cache.editor.text;
  return rows_text(listed_rows(cache), rows) + (is_of_before ? " of what was asked before" : "");
}

void draw_message(const PanelContext& context, AskCache& cache) {
  const auto& outcome = cache.job.outcome();
  if (outcome && outcome->problem && outcome->end == AskJob::End::failed) {
    ImGui::PushTextWrapPos(0);
    ImGui::TextColored(context.theme.error, "%s",
                       one_line(outcome->problem->message, 1000).c_str());
    ImGui::PopTextWrapPos();
    context.places.add_item("ask.message");
    const auto place = error_place(cache);
    if (place && ImGui::IsItemHovered()) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
      if (ImGui::IsMouseReleased(0)) {
        cache.editor.move_to = place;
        cache.editor.focus = true;
      }
    }
  } else if (outcome && outcome->columns_left_out > 0) {
    hint_text(context, "SQLite has no room for " + grouped_digits(outcome->columns_left_out) +
                           " columns of state: those that the query names come first.");
  }
  if (cache.told.empty()) return;
  ImGui::PushTextWrapPos(0);
  ImGui::TextColored(cache.is_bad ? context.theme.error : context.theme.dim, "%s",
                     cache.told.c_str());
  ImGui::PopTextWrapPos();
  context.places.add("ask.told", ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
}

/// What comes next stands beside what was drawn last, or below it where there is no room.
void go_on_beside(float gap, float width) {
  const float end = ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x;
  if (ImGui::GetItemRectMax().x + gap + width <= end) ImGui::SameLine(0, gap);
}

/// A button of the row below the field; one that has nothing to work on is dim.
bool tool(PanelContext& context, const char* title, const char* tooltip, std::string_view place,
          bool is_of_use) {
  const float width = ImGui::CalcTextSize(title).x + 2 * ImGui::GetStyle().FramePadding.x;
  go_on_beside(6 * context.scale, width);
  ImGui::BeginDisabled(!is_of_use);
  const bool is_pressed = ImGui::Button(title);
  ImGui::EndDisabled();
  context.places.add_item(place);
  tool_tooltip(context.caches.of<AskCache>().pressed_tool, place, is_pressed, tooltip);
  return is_pressed;
}

void take_choice(PanelContext& context, AskCache& cache, const AskChoice& chosen) {
  if (chosen.is_asked) {
    replace_query(cache.editor, chosen.sql);
    cache.editor.text = chosen.sql;
    cache.editor.change.reset();
    run_query(context, cache);
  } else {
    insert_at_cursor(cache.editor, chosen.sql);
  }
}

/// What the lists hold, where they have no room beside the field.
void draw_lists_button(PanelContext& context, AskCache& cache) {
  constexpr const char* kPopup = "lists of queries";
  if (tool(context, "Questions\u2026", "Questions to begin with, tables, and earlier queries",
           "ask.lists", true)) {
    ImGui::OpenPopup(kPopup);
  }
  ImGui::SetNextWindowSize({kListsWidth * context.scale, 360 * context.scale});
  if (!ImGui::BeginPopup(kPopup)) return;
  if (const auto chosen = draw_ask_lists(context, cache)) {
    take_choice(context, cache, *chosen);
    if (chosen->is_asked) ImGui::CloseCurrentPopup();
  }
  ImGui::EndPopup();
}

/// The rows that are listed are those with the words that are typed.
bool is_in_order(const AskCache& cache) {
  return !cache.ordering.is_running() && cache.order.wish.words == cache.words;
}

/// Nothing here moves with what a query finds, so that a click meets what it was meant for.
void draw_tools(PanelContext& context, AskCache& cache, bool has_lists) {
  const float s = context.scale;
  const AskRows& rows = cache.job.rows();
  const bool has_rows = rows.size() > 0;
  const bool is_running = cache.job.is_running();
  const float width = ImGui::CalcTextSize("Stop").x + 4 * ImGui::GetStyle().FramePadding.x;
  const bool is_pressed = ImGui::Button(is_running ? "Stop" : "Run", {width, 0});
  if (is_pressed) {
    if (is_running) {
      cache.job.stop();
    } else {
      run_query(context, cache);
    }
  }
  context.places.add_item(is_running ? "ask.stop" : "ask.run");
  tool_tooltip(cache.pressed_tool, "ask.run", is_pressed,
               is_running ? "Esc in the field" : "Ctrl+Enter in the field");
  if (!has_lists) draw_lists_button(context, cache);
  if (tool(context, "As lane", "The rows on the timeline; N and Shift+N walk along them",
           "ask.lane", has_rows)) {
    begin_lane(context, cache, rows, cache.job.asked()->recordings, usual_lane_column(rows));
  }
  if (tool(context, "Save\u2026",
           "Write the rows that are listed, in their order, as CSV or Parquet", "ask.save",
           has_rows && is_in_order(cache))) {
    begin_saving(context, cache);
  }
  if (tool(context, "Copy command", "A command line that asks the same, for all rows",
           "ask.command", has_rows)) {
    ImGui::SetClipboardText(command_of(*cache.job.asked()).c_str());
    cache.told = "The command is copied: it asks the same without a window, for all rows.";
    cache.is_bad = false;
  }
  if (tool(context, "Watch",
           "As a lane: where a condition over state holds, such as z < 0, or the numbers of an "
           "expression, such as z * 2",
           "ask.watch", true)) {
    begin_watch(context, cache);
  }
  go_on_beside(12 * s, 100 * s);
  bool focus = false;
  search_field(context, "ask.words", "Only rows with\u2026", cache.words, focus,
               std::max(100 * s, ImGui::GetContentRegionAvail().x), "ask.words");
}

/// The field, over the height given, and what is done with it.
void draw_query(PanelContext& context, AskCache& cache, float height, bool has_lists) {
  const std::size_t written = cache.editor.text.size();
  const AskKey key = draw_ask_editor(context, cache, height, error_place(cache));
  if (cache.editor.text.size() != written) cache.focus_rows = false;  // somebody goes on writing
  if (key == AskKey::run) run_query(context, cache);
  if (key == AskKey::stop) cache.job.stop();
  if (key == AskKey::to_rows) {
    cache.focus_rows = cache.job.rows().size() > 0 || cache.job.is_running();
  }
  draw_tools(context, cache, has_lists);
}

void draw_answer(PanelContext& context, AskCache& cache) {
  draw_path_field(context, cache);
  draw_message(context, cache);
  const std::string status = status_text(context, cache);
  if (!status.empty()) ImGui::TextDisabled("%s", status.c_str());
  draw_ask_grid(context, cache);
}

/// In a low place, such as the dock, the answer stands beside the query; in a narrow one the lists
/// are behind a button.
void draw_asking(PanelContext& context, AskCache& cache) {
  const float s = context.scale;
  // In the dock it also appears when another tool is closed.
  if (context.in_dock ? std::exchange(context.state.dock_takes_keyboard, false)
                      : ImGui::IsWindowAppearing()) {
    cache.editor.focus = true;
  }
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool is_low = room.y < kLowHeight * s;
  const bool has_lists = !is_low || room.x >= kThreeColumns * s;
  if (has_lists) {
    ImGui::BeginChild("lists", {kListsWidth * s, 0}, false, ImGuiWindowFlags_NavFlattened);
    const auto chosen = draw_ask_lists(context, cache);
    ImGui::EndChild();
    if (chosen) take_choice(context, cache, *chosen);
    ImGui::SameLine(0, 12 * s);
  }
  const float width = is_low ? ImGui::GetContentRegionAvail().x * kQueryShare : 0;
  ImGui::BeginChild("query", {width, 0}, false, ImGuiWindowFlags_NavFlattened);
  const float tools = 3 * ImGui::GetFrameHeightWithSpacing();
  draw_query(context, cache, is_low ? std::max(50 * s, room.y - tools) : kFieldHeight * s,
             has_lists);
  if (is_low) {
    ImGui::EndChild();
    ImGui::SameLine(0, 12 * s);
    ImGui::BeginChild("answer", {0, 0}, false, ImGuiWindowFlags_NavFlattened);
  }
  draw_answer(context, cache);
  ImGui::EndChild();
}

}  // namespace

void ask_filter(PanelContext& context, const Filter& filter) {
  context.caches.of<AskCache>().filter = filter;
  context.state.windows[WindowId::ask] = true;
}

void update_asking(PanelContext& context) {
  AskCache& cache = context.caches.of<AskCache>();
  if (!context.state.windows[WindowId::ask]) {
    cache.job.stop();
    cache.stops_reading.store(true);
    cache.editor.is_active = false;
  }
  cache.job.update();
  // What it was made with keeps recordings open.
  if (auto taken = cache.ordering.take()) cache.order = std::move(*taken);
  if (!cache.job.is_running() && cache.job.rows().size() == 0) cache.focus_rows = false;
  cache.job.forget_closed_recordings(context.session());
  update_lane(context, cache);
  update_watches(context);
  take_saved(cache);
}

bool go_to_mark(PanelContext& context, const AskMark& mark) {
  AskCache& cache = context.caches.of<AskCache>();
  if (!cache.lane || !go_to_row(context, cache.lane->rows, mark.row, cache.lane->asked))
    return false;
  // Where the same result is listed, it stands there.
  if (!cache.lane->rows.batches.empty() && !cache.job.rows().batches.empty() &&
      cache.lane->rows.batches.front() == cache.job.rows().batches.front()) {
    cache.row = mark.row;
    cache.reveal_row = true;
  }
  return true;
}

std::optional<Seconds> neighbour_row_time(PanelContext& context, int direction) {
  const auto& lane = context.caches.of<AskCache>().lane;
  if (!lane) return std::nullopt;
  const AskMark* const mark =
      neighbour_mark(*lane, context.session(), context.state.playback.playhead, direction);
  return mark == nullptr ? std::nullopt : time_of(*lane, *mark, context.session());
}

bool go_to_neighbour_row(PanelContext& context, int direction) {
  const auto& lane = context.caches.of<AskCache>().lane;
  if (!lane) return false;
  const AskMark* const mark =
      neighbour_mark(*lane, context.session(), context.state.playback.playhead, direction);
  return mark != nullptr && go_to_mark(context, *mark);
}

void ask_window(PanelContext& context) {
  AskCache& cache = context.caches.of<AskCache>();
  update_facts(context, cache);
  show_filter(cache);
  const float s = context.scale;
  if (begin_tool_window(context, WindowId::ask, "Ask", {900 * s, 420 * s}, 0.42F)) {
    add_window(context.places, "ask");
    draw_asking(context, cache);
  }
  end_tool_window(context);
}

}  // namespace scrubjay
