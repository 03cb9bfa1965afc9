#include <algorithm>
#include <utility>

#include "app/shared/source_mark.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/filters/filter_matches.h"
#include "app/viewer/panels/timeline/chapter_lane.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/timeline/timeline_transport.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/panels/windows/problems_window.h"
#include "app/viewer/shell/shell.h"

namespace scrubjay {

namespace {

/// The chapters of all visible recordings; of very many the first ones.
void chapters_menu(PanelContext& context) {
  constexpr std::size_t kMost = 40;
  const Session& session = context.session();
  const TimelineCache& cache = context.caches.of<TimelineCache>();
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
      if (ImGui::MenuItem(one_line(chapter.name, 80).c_str(), time_text(chapter.begin).c_str())) {
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
  int place = 0;
  keyboard_.begin_menus();
  const auto menu = [&](const char* name, auto draw) {
    if (keyboard_.is_to_open(place)) ImGui::OpenPopup(name);
    // One that is too long scrolls: it must not come to lie over its own title, where the mouse is
    // let go.
    const ImVec2 window = ImGui::GetIO().DisplaySize;
    ImGui::SetNextWindowSizeConstraints({0, 0}, {window.x, window.y - height - 4 * context.scale});
    const bool open = ImGui::BeginMenu(name);
    context.places.add_item(std::string("menu.") + name);
    keyboard_.drawn_menu(place++, open);
    if (open) {
      draw();
      ImGui::EndMenu();
    }
  };
  menu("File", [&] { file_menu(context); });
  menu("Edit", [&] { edit_menu(context); });
  menu("View", [&] { view_menu(context); });
  menu("Playback", [&] { playback_menu(context); });
  menu("Help", [&] { window_items(context, MenuPlace::help); });
  keyboard_.end_menus();
  draw_badge(context);
  ImGui::EndMainMenuBar();
  return height;
}

/// The windows that the table lists in a part of the menus.
void Shell::window_items(PanelContext& context, MenuPlace menu) {
  for (const WindowRow& window : kWindows) {
    if (window.menu != menu) continue;
    const bool is_dialog = window.kind == WindowKind::dialog;
    if (ImGui::MenuItem(window.title, menu_key(window.key).c_str(),
                        state_.windows[window.id] && !is_dialog,
                        window.is_of_use(context.session()))) {
      toggle_window(window);
    }
    context.places.add_item("menu." + std::string(window.name));
  }
}

/// An entry of a menu for a command.
void Shell::item(PanelContext& context, CommandId command, const char* title) {
  const CommandRow& row = row_of(command);
  if (ImGui::MenuItem(title == nullptr ? row.title : title, menu_key(row.keys).c_str(),
                      is_on(command), can_run(command))) {
    run(command, context);
  }
  context.places.add_item("menu." + std::string(row.name));
}

void Shell::file_menu(PanelContext& context) {
  item(context, CommandId::open);
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
  window_items(context, MenuPlace::file_write);
  item(context, CommandId::save_cut);
  item(context, CommandId::copy_link);
  ImGui::Separator();
  item(context, CommandId::reload);
  window_items(context, MenuPlace::file_read);
  if (open.size() > 1) {
    if (ImGui::BeginMenu("Close")) {
      for (std::size_t i = 0; i < open.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const std::string label = mark_of(workspace_.session(), i).letters + "   " +
                                  recording_name(workspace_.session(), i);
        const bool close = ImGui::MenuItem(label.c_str());
        ImGui::PopID();
        if (close) {
          close_recording(i);
          break;
        }
      }
      ImGui::EndMenu();
    }
  } else {
    item(context, CommandId::close);
  }
  ImGui::Separator();
  item(context, CommandId::quit);
}

void Shell::edit_menu(PanelContext& context) {
  window_items(context, MenuPlace::edit);
  item(context, CommandId::search);
  item(context, CommandId::note);
  ImGui::Separator();
  item(context, CommandId::undo);
  item(context, CommandId::redo);
  ImGui::Separator();
  item(context, CommandId::hide);
  item(context, CommandId::isolate);
  item(context, CommandId::pin);
  item(context, CommandId::show_hidden);
  item(context, CommandId::selection_back);
  item(context, CommandId::selection_forward);
  item(context, CommandId::clear_selection);
  ImGui::Separator();
  item(context, CommandId::copy_state);
}

void Shell::view_menu(PanelContext& context) {
  Layout& layout = state_.layout;
  for (const AreaRow& area : kAreas) {
    bool& folded = layout.folded[area.id];
    if (area.title != nullptr && ImGui::MenuItem(area.title, nullptr, !folded)) folded = !folded;
  }
  item(context, CommandId::scene_only);
  if (ImGui::BeginMenu("Dock below the scene")) {
    for (const WindowRow& tool : kWindows) {
      if (tool.kind != WindowKind::tool) continue;
      const bool is_chosen = layout.docked[tool.id];
      if (ImGui::MenuItem(tool_name(tool).c_str(), nullptr, is_chosen)) {
        set_docked(state_, tool.id, !is_chosen);
      }
      context.places.add_item("menu.dock." + std::string(tool.name));
    }
    ImGui::EndMenu();
  }
  context.places.add_item("menu.dock");
  item(context, CommandId::reset_layout);
  ImGui::Separator();
  if (ImGui::BeginMenu("Camera")) {
    item(context, CommandId::focus);
    item(context, CommandId::fit_all);
    item(context, CommandId::from_top);
    item(context, CommandId::follow);
    ImGui::Separator();
    item(context, CommandId::camera_fixed);
    item(context, CommandId::camera_beside);
    item(context, CommandId::camera_chase);
    item(context, CommandId::camera_driver);
    item(context, CommandId::camera_above);
    ImGui::EndMenu();
  }
  context.places.add_item("menu.camera");
  item(context, CommandId::measure);
  item(context, CommandId::derived);
  ImGui::Separator();
  item(context, CommandId::compare);
  item(context, CommandId::copy_comparison);
  item(context, CommandId::find_offset);
  ImGui::Separator();
  window_items(context, MenuPlace::view);
  ImGui::Separator();
  if (ImGui::BeginMenu("Theme")) {
    for (const ThemeName& theme : kThemeNames) {
      if (ImGui::MenuItem(theme.title, nullptr, state_.theme == theme.choice)) {
        state_.theme = theme.choice;
      }
      context.places.add_item("menu.theme." + std::string(theme.name));
    }
    ImGui::EndMenu();
  }
  context.places.add_item("menu.theme");
  if (ImGui::BeginMenu("Size")) {
    item(context, CommandId::larger);
    item(context, CommandId::smaller);
    ImGui::Separator();
    if (ImGui::MenuItem("As the monitor says", menu_key(row_of(CommandId::usual_size).keys).c_str(),
                        state_.scale == 0)) {
      run(CommandId::usual_size, context);
    }
    for (const float scale : kScales) {
      if (ImGui::MenuItem(percent_text(scale).c_str(), nullptr, state_.scale == scale)) {
        state_.scale = scale;
      }
    }
    ImGui::EndMenu();
  }
  item(context, CommandId::reduced_motion);
  item(context, CommandId::full_screen);
}

void Shell::playback_menu(PanelContext& context) {
  item(context, CommandId::play, state_.playback.playing ? "Pause" : "Play");
  item(context, CommandId::next_frame);
  item(context, CommandId::previous_frame);
  item(context, CommandId::next_event);
  item(context, CommandId::previous_event);
  item(context, CommandId::next_own_event);
  item(context, CommandId::previous_own_event);
  item(context, CommandId::next_hit);
  item(context, CommandId::previous_hit);
  item(context, CommandId::first_difference);
  item(context, CommandId::next_difference);
  item(context, CommandId::previous_difference);
  chapters_menu(context);
  item(context, CommandId::first_frame);
  item(context, CommandId::last_frame);
  ImGui::Separator();
  item(context, CommandId::loop);
  item(context, CommandId::begin_range);
  item(context, CommandId::end_range);
  item(context, CommandId::clear_range);
  if (ImGui::BeginMenu("Speed")) {
    item(context, CommandId::faster);
    item(context, CommandId::slower);
    ImGui::Separator();
    for (const double speed : kSpeeds) {
      const std::string label = number_text(speed) + " ×";
      if (ImGui::MenuItem(label.c_str(), nullptr, state_.playback.speed == speed)) {
        context.commands.emplace_back(SetSpeed{speed});
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
    state_.windows[WindowId::problems] = !state_.windows[WindowId::problems];
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

}  // namespace scrubjay
