#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>

#include <imgui.h>

#include "app/shared/recording_words.h"
#include "app/shared/source_mark.h"
#include "app/shared/version.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "app/viewer/panels/windows/problems_window.h"
#include "app/viewer/shell/shell.h"
#include "core/platform/own_program.h"
#include "core/platform/system_calls.h"
#include "core/printed.h"
#include "formats/format.h"

namespace scrubjay {

namespace {

std::string opened_text(std::int64_t seconds) {
  const std::tm local = system_calls::local_time(seconds).value_or(std::tm{});
  std::array<char, 32> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &local);
  return text.data();
}

/// The sample that comes with the program: beside the sources while it is developed, else where it
/// was installed; empty when there is none.
std::string sample_path() {
  const std::string installed = (installed_data_folder() / "sample.log").string();
  for (const std::string& path : {std::string(sample_beside_sources()), installed}) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored)) return path;
  }
  return "";
}

void formats_table(const PanelContext& context) {
  for (const Format* format : formats()) {
    ImGui::TextUnformatted(format->title.data(), format->title.data() + format->title.size());
    std::string extensions;
    for (const std::string_view extension : format->extensions) {
      extensions += (extensions.empty() ? "." : "  .") + std::string(extension);
    }
    ImGui::SameLine(0, 12 * context.scale);
    ImGui::TextDisabled("%s", extensions.c_str());
  }
}

void labelled(const PanelContext& context, const char* label, const std::string& text) {
  if (text.empty()) return;
  ImGui::TextDisabled("%s", label);
  ImGui::SameLine(92 * context.scale);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
}

bool have_one_reason(const OpenFailure& a, const OpenFailure& b) {
  return a.problem.code == b.problem.code && a.problem.message == b.problem.message;
}

const char* change_text(FileChange change) {
  switch (change) {
    case FileChange::rewritten: return "was changed on disk after it was opened.";
    case FileChange::replaced:
      return "was replaced on disk. You still see the recording as it was when it was opened.";
    case FileChange::removed:
      return "was removed from disk. You still see the recording as it was when it was opened.";
    case FileChange::truncated:
      return "became shorter while it was open. Frames behind its new end are lost.";
    case FileChange::none: break;
  }
  return "";
}

}  // namespace

void Shell::draw_welcome(PanelContext& context) {
  const ImVec2 size = ImGui::GetWindowSize();
  const float width = std::min(560 * scale_, size.x - 48 * scale_);
  const float left = (size.x - width) / 2;
  const float top = std::max(24 * scale_, size.y * 0.16F);
  ImGui::SetCursorPos({left, top});
  ImGui::BeginGroup();
  ImGui::PushFont(fonts_.large);
  ImGui::TextUnformatted("Drop a recording here");
  ImGui::PopFont();
  ImGui::PushTextWrapPos(left + width);
  ImGui::TextDisabled(
      "See it at once, drag the playhead, and read what every entity held at any moment.");
  ImGui::PopTextWrapPos();
  ImGui::Dummy({0, 12 * scale_});
  ImGui::PushStyleColor(ImGuiCol_Button, theme_->on);
  if (ImGui::Button("Open…", {120 * scale_, 32 * scale_})) start_open();
  ImGui::PopStyleColor();
  context.places.add_item("welcome.open");
  static const std::string sample = sample_path();
  if (!sample.empty()) {
    ImGui::SameLine();
    if (ImGui::Button("Open the sample", {150 * scale_, 32 * scale_})) open_files({sample});
    context.places.add_item("welcome.sample");
  }
  if (!settings_.recent.empty()) {
    ImGui::Dummy({0, 20 * scale_});
    ImGui::TextDisabled("Recent");
    const std::vector<RecentFile> recent = settings_.recent;
    for (std::size_t i = 0; i < recent.size() && i < 8; ++i) {
      ImGui::PushID(static_cast<int>(i));
      const std::filesystem::path path(recent[i].path);
      const ImVec2 at = ImGui::GetCursorScreenPos();
      if (ImGui::Selectable("##recent", false, 0, {width, 40 * scale_})) {
        open_files({recent[i].path});
      }
      if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", valid_utf8(recent[i].path).c_str());
      context.places.add_item("welcome.recent." + std::to_string(i));
      ImDrawList* draw = ImGui::GetWindowDrawList();
      const std::string name = valid_utf8(path.filename().string());
      draw->AddText({at.x + 8 * scale_, at.y + 2 * scale_}, packed(theme_->text), name.c_str());
      const std::string about =
          printed("%s    %.1f s    %s", format_words(recent[i].format).c_str(), recent[i].length,
                  opened_text(recent[i].opened).c_str());
      draw->AddText(fonts_.small, fonts_.small->FontSize, {at.x + 8 * scale_, at.y + 20 * scale_},
                    packed(theme_->dim), about.c_str());
      ImGui::PopID();
    }
  }
  ImGui::Dummy({0, 20 * scale_});
  ImGui::TextDisabled("Opens");
  formats_table(context);
  ImGui::EndGroup();
}

float Shell::banners_bottom(const Rect& scene, float width) const {
  constexpr float kMostRaised = 0.3F;  // of the scene's height
  const float bottom = scene.y + scene.height;
  if (workspace_.session().recordings.empty()) return bottom;
  const ImVec2 notes = caches_->of<SceneCache>().notes_corner;
  const bool is_beside = scene.x + (scene.width - width) / 2 > notes.x;
  if (is_beside || notes.y > bottom || notes.y < bottom - kMostRaised * scene.height) return bottom;
  return notes.y;
}

float Shell::draw_banners(PanelContext& context, const Rect& scene) {
  const float width = std::max(240 * scale_, std::min(640 * scale_, scene.width - 32 * scale_));
  const float bottom = banners_bottom(scene, width);
  if (count_notices() == 0) return bottom;
  const auto& open = workspace_.session().recordings;
  // Low, so that what one opens a recording with stays free.
  ImGui::SetNextWindowPos({scene.x + scene.width / 2, bottom - 16 * scale_}, ImGuiCond_Always,
                          {0.5F, 1});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, std::max(120.0F, scene.height * 0.5F)});
  ImGui::PushStyleColor(ImGuiCol_WindowBg, theme_->raised);
  ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, theme_->dim);  // seen on that ground
  ImGui::Begin("##banners", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoResize |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  add_window(context.places, "banner");
  if (count_notices() > 1) {
    ImGui::TextDisabled("%zu notices", count_notices());
    ImGui::SameLine();
    if (ImGui::SmallButton("Dismiss all")) dismiss_notices();
    context.places.add_item("banner.dismiss.all");
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("Esc");
    ImGui::Separator();
  }
  draw_failures(context);
  for (std::size_t i = 0; i < open.size(); ++i) {
    const FileChange change = workspace_.file_change(i);
    if (change == FileChange::none) continue;
    ImGui::PushID(static_cast<int>(1000 + i));
    const bool is_loss = change == FileChange::truncated;
    ImGui::PushStyleColor(ImGuiCol_Text, is_loss ? theme_->error : theme_->warning);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(
        (recording_name(workspace_.session(), i) + " " + change_text(change)).c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    if (change != FileChange::removed) {
      if (ImGui::Button("Open it again")) workspace_.reload(i);
      ImGui::SameLine();
    }
    if (ImGui::Button("Dismiss")) workspace_.dismiss_file_change(i);
    ImGui::PopID();
  }
  for (const std::size_t i : endings_to_tell()) draw_ending_banner(context, i);
  // It has its place from the second picture on.
  const float top = ImGui::IsWindowAppearing() ? scene.y + scene.height : ImGui::GetWindowPos().y;
  ImGui::End();
  ImGui::PopStyleColor(2);
  return top;
}

/// Files that could not be opened, those for the same reason together, the newest first.
void Shell::draw_failures(PanelContext& context) {
  const std::vector<OpenFailure> failures = workspace_.failures();
  std::vector<bool> is_told(failures.size());
  for (std::size_t i = failures.size(); i-- > 0;) {
    if (is_told[i]) continue;
    const Problem& problem = failures[i].problem;
    std::vector<std::size_t> alike;
    bool found_same = true;
    for (std::size_t k = i + 1; k-- > 0;) {
      if (!have_one_reason(failures[k], failures[i])) continue;
      found_same = found_same && failures[k].problem.found == problem.found;
      alike.push_back(k);
      is_told[k] = true;
    }
    ImGui::PushID(static_cast<int>(i));
    if (i + 1 < failures.size()) ImGui::Separator();
    ImGui::PushStyleColor(ImGuiCol_Text, theme_->error);
    ImGui::PushTextWrapPos(0);
    const std::string what = alike.size() == 1 ? valid_utf8(file_name(failures[i].path))
                                               : std::to_string(alike.size()) + " files";
    ImGui::TextUnformatted(("Could not open " + what).c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    labelled(context, "Reason", valid_utf8(problem.message));
    labelled(context, "Expected", expected_words(problem));
    if (found_same) labelled(context, "Found", valid_utf8(problem.found));
    if (alike.size() == 1 && problem.offset) {
      labelled(context, "Offset", std::to_string(*problem.offset) + " bytes");
    }
    constexpr std::size_t kMostNamed = 3;
    for (std::size_t k = 0; k < std::min(alike.size(), kMostNamed); ++k) {
      labelled(context, k == 0 ? "File" : "", valid_utf8(failures[alike[k]].path));
    }
    if (alike.size() > kMostNamed) {
      labelled(context, "", "and " + std::to_string(alike.size() - kMostNamed) + " more");
    }
    if (ImGui::Button("Copy details")) {
      std::string details;
      for (const std::size_t k : alike) {
        details +=
            (details.empty() ? "" : "\n") + details_text(failures[k].path, failures[k].problem);
      }
      ImGui::SetClipboardText(details.c_str());
    }
    ImGui::SameLine();
    const bool is_dismissed = ImGui::Button("Dismiss");
    context.places.add_item("banner.dismiss." + std::to_string(i));
    ImGui::PopID();
    if (!is_dismissed) continue;
    for (const std::size_t k : alike) workspace_.dismiss_failure(k);
    return;  // the others have other places now
  }
}

std::size_t Shell::count_notices() const {
  std::size_t count = endings_to_tell().size();
  const auto& failures = workspace_.failures();
  for (auto one = failures.begin(); one != failures.end(); ++one) {
    count += std::find_if(failures.begin(), one, [&](const OpenFailure& earlier) {
               return have_one_reason(earlier, *one);
             }) == one;
  }
  for (std::size_t i = 0; i < workspace_.session().recordings.size(); ++i) {
    count += workspace_.file_change(i) != FileChange::none;
  }
  return count;
}

void Shell::dismiss_notices() {
  while (!workspace_.failures().empty()) workspace_.dismiss_failure(0);
  for (std::size_t i = 0; i < workspace_.session().recordings.size(); ++i) {
    if (workspace_.file_change(i) != FileChange::none) workspace_.dismiss_file_change(i);
  }
  for (const std::size_t i : endings_to_tell()) {
    caches_->of<TimelineCache>().recordings[i].ending_dismissed = true;
  }
}

/// Recordings that were cut off, unless the user knows.
std::vector<std::size_t> Shell::endings_to_tell() const {
  std::vector<std::size_t> told;
  const auto& known = caches_->of<TimelineCache>().recordings;
  const auto& open = workspace_.session().recordings;
  for (std::size_t i = 0; i < known.size() && i < open.size(); ++i) {
    if (!known[i].ending || known[i].ending_dismissed) continue;
    const std::string& code = known[i].ending->code;
    if (code == "cut-off" || code == "no-end-packet") told.push_back(i);
  }
  return told;
}

void Shell::draw_ending_banner(PanelContext& context, std::size_t recording) {
  const OpenRecording& open = workspace_.session().recordings[recording];
  TimelineOfRecording& known = caches_->of<TimelineCache>().recordings[recording];
  ImGui::PushID(static_cast<int>(2000 + recording));
  ImGui::PushStyleColor(ImGuiCol_Text, theme_->warning);
  ImGui::PushTextWrapPos(0);
  // The words of formats/xrec/README.md, 8.3.
  std::string text = cut_off_text(open);
  if (known.ending->severity < Severity::error) text += " Everything before that is complete.";
  if (workspace_.session().recordings.size() > 1) {
    text = recording_name(workspace_.session(), recording) + ": " + text;
  }
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
  context.places.add_item("banner.ending." + std::to_string(recording));
  if (ImGui::Button("Show the problem")) state_.windows[WindowId::problems] = true;
  ImGui::SameLine();
  if (ImGui::Button("Dismiss")) known.ending_dismissed = true;
  context.places.add_item("banner.ending.dismiss." + std::to_string(recording));
  ImGui::PopID();
}

}  // namespace scrubjay
