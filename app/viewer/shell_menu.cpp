#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "app/viewer/panels/chapter_lane.h"
#include "app/viewer/panels/filters_lane.h"
#include "app/viewer/panels/problems_window.h"
#include "app/viewer/panels/time_text.h"
#include "app/viewer/panels/timeline_transport.h"
#include "app/viewer/shell.h"
#include "formats/format.h"

namespace scrubjay {

namespace {

/// Anonymous memory of this process, mapped files not counted; 0 where the system does not say.
std::uint64_t anonymous_memory_bytes() {
  std::ifstream status("/proc/self/status");
  std::string line;
  while (std::getline(status, line)) {
    unsigned long long kilobytes = 0;
    if (std::sscanf(line.c_str(), "RssAnon: %llu kB", &kilobytes) == 1) return kilobytes * 1024;
  }
  return 0;
}

std::string size_text(double bytes) {
  std::array<char, 32> text{};
  static constexpr std::array kUnits{"B", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  while (bytes >= 1000 && unit + 1 < kUnits.size()) {
    bytes /= 1000;
    ++unit;
  }
  std::snprintf(text.data(), text.size(), unit == 0 ? "%.0f %s" : "%.1f %s", bytes, kUnits[unit]);
  return text.data();
}

bool has_queries(const Session& session) {
  for (const OpenRecording& open : session.recordings) {
    const Format* format = find_format(open.recording->info().format);
    if (format != nullptr && !format->queries.empty()) return true;
  }
  return false;
}

/// The chapters of all visible recordings; of very many the first ones.
void chapters_menu(PanelContext& context) {
  constexpr std::size_t kMost = 40;
  const Session& session = context.session();
  const TimelineCache& cache = context.caches.timeline;
  std::size_t all = 0;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (session.recordings[i].visible) all += chapter_count(session, cache, i);
  }
  if (!ImGui::BeginMenu("Chapters", all > 0)) return;
  const auto step = [&](const char* label, const char* key, int direction) {
    const auto chapter =
        neighbour_chapter(session, cache, context.state.playback.playhead, direction);
    if (ImGui::MenuItem(label, key, false, chapter.has_value())) go_to_chapter(context, *chapter);
  };
  step("Next chapter", "Page down", +1);
  step("Previous chapter", "Page up", -1);
  ImGui::Separator();
  std::size_t shown = 0;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const std::size_t count = session.recordings[i].visible ? chapter_count(session, cache, i) : 0;
    for (std::size_t n = 0; n < count && shown < kMost; ++n, ++shown) {
      const Chapter chapter = chapter_at(session, cache, i, n);
      ImGui::PushID(static_cast<int>(shown));
      if (ImGui::MenuItem(clean_text(chapter.name).c_str(), time_text(chapter.begin).c_str())) {
        go_to_chapter(context, chapter);
      }
      ImGui::PopID();
    }
  }
  if (all > shown) ImGui::TextDisabled("and %zu more", all - shown);
  ImGui::EndMenu();
}

}  // namespace

float Shell::draw_menu(PanelContext& context) {
  float height = 0;
  if (!ImGui::BeginMainMenuBar()) return height;
  height = ImGui::GetWindowSize().y;
  const auto menu = [&](const char* name, auto draw) {
    const bool open = ImGui::BeginMenu(name);
    context.places.add_item(std::string("menu.") + name);
    if (open) {
      draw();
      ImGui::EndMenu();
    }
  };
  menu("File", [&] { file_menu(context); });
  menu("Edit", [&] { edit_menu(); });
  menu("View", [&] { view_menu(); });
  menu("Playback", [&] { playback_menu(context); });
  menu("Help", [&] { help_menu(); });
  draw_badge(context);
  ImGui::EndMainMenuBar();
  return height;
}

void Shell::file_menu(PanelContext& context) {
  if (ImGui::MenuItem("Open…", "Ctrl+O")) start_open();
  if (ImGui::BeginMenu("Open recent", !settings_.recent.empty())) {
    const std::vector<RecentFile> recent = settings_.recent;
    for (std::size_t i = 0; i < recent.size(); ++i) {
      ImGui::PushID(static_cast<int>(i));
      if (ImGui::MenuItem(valid_utf8(recent[i].path).c_str())) open_files({recent[i].path});
      ImGui::PopID();
    }
    ImGui::EndMenu();
  }
  const auto& open = workspace_.session().recordings;
  if (ImGui::MenuItem("Save as\u2026", "Ctrl+S", false, !open.empty())) state_.save_open = true;
  context.places.add_item("menu.save");
  ImGui::Separator();
  if (ImGui::MenuItem("Reload from disk", nullptr, false, !open.empty())) {
    for (std::size_t i = 0; i < open.size(); ++i) workspace_.reload(i);
  }
  ImGui::MenuItem("How it is read\u2026", nullptr, &state_.reading_open,
                  has_read_options(workspace_.session()));
  context.places.add_item("menu.reading");
  if (open.size() > 1) {
    if (ImGui::BeginMenu("Close")) {
      for (std::size_t i = 0; i < open.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const bool close =
            ImGui::MenuItem(valid_utf8(file_name(open[i].recording->file().path())).c_str());
        ImGui::PopID();
        if (close) {
          close_recording(i);
          break;
        }
      }
      ImGui::EndMenu();
    }
  } else if (ImGui::MenuItem("Close", "Ctrl+W", false, !open.empty())) {
    close_recording(0);
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Quit", "Ctrl+Q")) wants_to_close_ = true;
}

void Shell::edit_menu() {
  if (ImGui::MenuItem("Undo view change", "Ctrl+Z", false, !state_.undo.empty())) {
    undo(state_);
    settled_ = undoable(state_);
  }
  if (ImGui::MenuItem("Redo view change", "Ctrl+Shift+Z", false, !state_.redo.empty())) {
    redo(state_);
    settled_ = undoable(state_);
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Search entities", "/")) state_.focus_search = true;
  if (ImGui::MenuItem("Show everything that is hidden", nullptr, false,
                      !state_.hidden.empty() || state_.isolated)) {
    state_.hidden.clear();
    state_.isolated.reset();
  }
  if (ImGui::MenuItem("Clear selection", "Esc", false, !state_.selected.empty())) {
    clear_selection(state_);
  }
  ImGui::Separator();
  if (ImGui::MenuItem("Copy what the window shows as JSON")) {
    ImGui::SetClipboardText(state_json().c_str());
  }
}

void Shell::view_menu() {
  Layout& layout = state_.layout;
  ImGui::MenuItem("Entities", nullptr, &layout.show_entities);
  ImGui::MenuItem("Events", nullptr, &layout.show_events);
  ImGui::MenuItem("Properties", nullptr, &layout.show_properties);
  ImGui::MenuItem("Timeline", nullptr, &layout.show_timeline);
  ImGui::MenuItem("Scene only", "Tab", &layout.scene_only);
  if (ImGui::MenuItem("Reset layout")) layout = Layout{};
  ImGui::Separator();
  if (ImGui::MenuItem("Fit everything", "F")) state_.fit_request = true;
  if (ImGui::MenuItem("From the top", "T")) look_from_top(state_.camera);
  const auto primary = primary_selection(state_);
  if (ImGui::MenuItem("Follow the selection", "V", state_.followed.has_value(),
                      primary.has_value() || state_.followed)) {
    state_.followed = state_.followed ? std::nullopt : primary;
  }
  ImGui::Separator();
  ImGui::MenuItem("Filters", "Ctrl+Shift+F", &state_.filters_open);
  ImGui::MenuItem("Problems", nullptr, &state_.problems_open);
  ImGui::MenuItem("Queries", nullptr, &state_.queries_open, has_queries(workspace_.session()));
  ImGui::Separator();
  if (ImGui::BeginMenu("Theme")) {
    if (ImGui::MenuItem("Dark", nullptr, state_.theme != ThemeChoice::light)) {
      state_.theme = ThemeChoice::dark;
    }
    if (ImGui::MenuItem("Light", nullptr, state_.theme == ThemeChoice::light)) {
      state_.theme = ThemeChoice::light;
    }
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Size")) {
    if (ImGui::MenuItem("As the monitor says", nullptr, state_.scale == 0)) state_.scale = 0;
    for (const int percent : {100, 125, 150, 175, 200, 250, 300}) {
      const float scale = static_cast<float>(percent) / 100.0F;
      const std::string label = std::to_string(percent) + " %";
      if (ImGui::MenuItem(label.c_str(), nullptr, state_.scale == scale)) state_.scale = scale;
    }
    ImGui::EndMenu();
  }
  ImGui::MenuItem("Full screen", "F11", &state_.full_screen);
}

void Shell::playback_menu(PanelContext& context) {
  auto& commands = context.commands;
  const bool any = !workspace_.session().recordings.empty();
  const char* play = state_.playback.playing ? "Pause" : "Play";
  if (ImGui::MenuItem(play, "Space", false, any)) commands.emplace_back(TogglePlay{});
  if (ImGui::MenuItem("Next frame", "Right", false, any)) commands.emplace_back(StepFrames{1});
  if (ImGui::MenuItem("Previous frame", "Left", false, any)) commands.emplace_back(StepFrames{-1});
  if (ImGui::MenuItem("Next event", "Ctrl+Right", false, any)) {
    handle_key({262, 2}, context);  // as if the keys were pressed
  }
  if (ImGui::MenuItem("Previous event", "Ctrl+Left", false, any)) handle_key({263, 2}, context);
  const bool any_filter = std::ranges::any_of(state_.filters, &ListedFilter::is_on);
  if (ImGui::MenuItem("Next hit of a filter", "N", false, any_filter)) {
    go_to_neighbour_match(context, +1);
  }
  if (ImGui::MenuItem("Previous hit of a filter", "Shift+N", false, any_filter)) {
    go_to_neighbour_match(context, -1);
  }
  chapters_menu(context);
  if (ImGui::MenuItem("First frame", "Home", false, any)) commands.emplace_back(GoToFirst{});
  if (ImGui::MenuItem("Last frame", "End", false, any)) commands.emplace_back(GoToLast{});
  ImGui::Separator();
  if (ImGui::MenuItem("Loop", "L", state_.playback.loop, any)) commands.emplace_back(ToggleLoop{});
  if (ImGui::MenuItem("Clear the range", "Esc", false, state_.playback.range.has_value())) {
    commands.emplace_back(SetRange{std::nullopt});
  }
  if (ImGui::BeginMenu("Speed")) {
    for (const double speed : kSpeeds) {
      const std::string label = number_text(speed) + " ×";
      if (ImGui::MenuItem(label.c_str(), nullptr, state_.playback.speed == speed)) {
        commands.emplace_back(SetSpeed{speed});
      }
    }
    ImGui::EndMenu();
  }
  const bool knows_between =
      std::ranges::any_of(context.moment.frames, &MomentFrame::knows_between);
  if (ImGui::BeginMenu("Between samples", knows_between)) {
    sampling_choices(context);
    ImGui::EndMenu();
  }
}

void Shell::help_menu() {
  ImGui::MenuItem("Keys", "F1", &state_.help_open);
  ImGui::MenuItem("About Scrubjay", nullptr, &state_.about_open);
}

void Shell::draw_badge(PanelContext& context) {
  const ProblemSummary summary = summarise_problems(workspace_, context.moment);
  if (summary.count == 0) return;
  std::string label =
      std::to_string(summary.count) + (summary.count == 1 ? " problem" : " problems");
  const Severity worst = summary.worst.value_or(Severity::note);
  const ImVec4 color = worst >= Severity::error     ? theme_->error
                       : worst == Severity::warning ? theme_->warning
                                                    : theme_->note;
  const float mark = 14 * scale_;
  const float width = ImGui::CalcTextSize(label.c_str()).x + mark + 16 * scale_;
  ImGui::SetCursorPosX(ImGui::GetWindowSize().x - width - 8 * scale_);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("problems", {width, ImGui::GetFrameHeight()})) {
    state_.problems_open = !state_.problems_open;
  }
  context.places.add_item("problems.badge");
  ImDrawList* draw = ImGui::GetWindowDrawList();
  const float height = ImGui::GetFrameHeight();
  if (ImGui::IsItemHovered()) {
    draw->AddRectFilled(corner, {corner.x + width, corner.y + height}, packed(theme_->hovered),
                        4 * scale_);
    ImGui::SetTooltip("What is wrong with the recordings");
  }
  const ImVec2 middle{corner.x + 6 * scale_ + mark / 2, corner.y + height / 2};
  draw->AddTriangleFilled({middle.x, middle.y - mark * 0.45F},
                          {middle.x + mark * 0.5F, middle.y + mark * 0.4F},
                          {middle.x - mark * 0.5F, middle.y + mark * 0.4F}, packed(color));
  draw->AddText({corner.x + mark + 10 * scale_, corner.y + ImGui::GetStyle().FramePadding.y},
                packed(color), label.c_str());
}

void Shell::draw_status(PanelContext& context, const Rect& rect) {
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme_->window);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {8 * scale_, 4 * scale_});
  ImGui::BeginChild("status", {rect.width, rect.height}, false,
                    ImGuiWindowFlags_AlwaysUseWindowPadding | ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
  ImGui::PushFont(fonts_.small);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6 * scale_, 0});
  const auto& open = workspace_.session().recordings;
  if (open.empty()) {
    ImGui::TextDisabled(workspace_.is_opening() ? "Opening…" : "Nothing is open.");
  }
  for (std::size_t i = 0; i < open.size() && i < 3; ++i) {
    const Recording& recording = *open[i].recording;
    ImGui::PushID(static_cast<int>(i));
    if (i > 0) ImGui::SameLine(0, 16 * scale_);
    const IndexProgress progress = recording.progress();
    const std::string text = valid_utf8(file_name(recording.file().path())) + "   " +
                             recording.info().format + " " + recording.info().format_version +
                             "   " + size_text(static_cast<double>(progress.bytes_total));
    ImGui::TextUnformatted(text.c_str());
    if (progress.state < IndexState::done) {
      const double share = progress.bytes_total == 0
                               ? 1.0
                               : static_cast<double>(progress.bytes_done) /
                                     static_cast<double>(progress.bytes_total);
      ImGui::SameLine();
      ImGui::PushStyleColor(ImGuiCol_FrameBg, theme_->raised);
      std::array<char, 64> label{};
      std::snprintf(label.data(), label.size(), "index %.0f %%  %s/s", share * 100,
                    size_text(workspace_.index_rate(i)).c_str());
      ImGui::ProgressBar(static_cast<float>(share), {200 * scale_, 16 * scale_}, label.data());
      ImGui::PopStyleColor();
      if (recording.is_preview()) {
        ImGui::SameLine();
        ImGui::Text("Preview: the first %s",
                    size_text(static_cast<double>(recording.file().size())).c_str());
      }
      ImGui::SameLine();
      if (ImGui::SmallButton("Cancel")) workspace_.cancel_index(i);
      context.places.add_item("status.cancel");
    } else if (progress.state == IndexState::cancelled) {
      ImGui::SameLine();
      ImGui::TextColored(theme_->warning, "indexing was cancelled");
    }
    ImGui::PopID();
  }
  if (open.size() > 3) {
    ImGui::SameLine(0, 16 * scale_);
    ImGui::TextDisabled("and %zu more", open.size() - 3);
  }
  if (context.now - memory_read_at_ > 1) {
    memory_bytes_ = anonymous_memory_bytes();
    memory_read_at_ = context.now;
  }
  std::array<char, 64> right{};
  std::snprintf(right.data(), right.size(), "memory %s    %.0f fps",
                size_text(static_cast<double>(memory_bytes_)).c_str(), shown_fps_);
  ImGui::SameLine(rect.width - ImGui::CalcTextSize(right.data()).x - 8 * scale_);
  ImGui::TextDisabled("%s", right.data());
  ImGui::PopStyleVar();
  ImGui::PopFont();
  ImGui::EndChild();
}

}  // namespace scrubjay
