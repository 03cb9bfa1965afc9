#include "app/viewer/panels/windows/open_window.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "app/viewer/open_dialog.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "core/platform/output_file.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostListed = 2000;

/// As far as all ways to go on agree, once they are listed.
int complete(ImGuiInputTextCallbackData* data) {
  PathBrowser& browser = *static_cast<PathBrowser*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) browser.to_complete = data->Buf;
  if (browser.to_complete != data->Buf) browser.to_complete.reset();  // more was typed
  const bool is_listed = browser.listed_for == data->Buf && !browser.running.is_running();
  if (!browser.to_complete || !is_listed) return 0;
  browser.to_complete.reset();
  const std::vector<ListedPath>& listed = browser.listed;
  if (listed.empty()) return 0;
  std::string common = listed.front().path;
  for (const ListedPath& other : listed) {
    const auto [end, ignored] = std::ranges::mismatch(common, other.path);
    common.erase(end, common.end());
  }
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, common.c_str());
  return 0;
}

/// The folder above that which is typed; the same where there is none.
std::string folder_above(const std::string& path) {
  const std::size_t end = path.find_last_of('/');
  if (end == std::string::npos || end == 0) return path;
  const std::size_t before = path.find_last_of('/', end - 1);
  return before == std::string::npos ? path : path.substr(0, before + 1);
}

std::string last_part(const std::string& path) {
  const std::size_t end = path.ends_with('/') ? path.size() - 1 : path.size();
  const std::size_t slash = end == 0 ? std::string::npos : path.find_last_of('/', end - 1);
  return slash == std::string::npos ? path : path.substr(slash + 1);
}

using OpenFiles = std::vector<std::shared_ptr<const InputFile>>;

/// Asks the disk.
bool is_among(const OpenFiles& open, const std::string& path) {
  const std::string name = last_part(path);
  return std::ranges::any_of(open, [&](const auto& file) {
    return name.starts_with(file_name(file->path())) && is_same_file(file->path(), path) &&
           file->change() == FileChange::none;
  });
}

void read_folder(PanelContext& context, PathBrowser& browser) {
  // From the disk, so on a thread of its own.
  if (auto listed = browser.running.take()) browser.listed = *std::move(listed);
  if (browser.running.is_running() || browser.listed_for == browser.path) return;
  browser.listed_for = browser.path;
  OpenFiles open;
  for (const OpenRecording& one : context.session().recordings) {
    open.push_back(one.recording->shared_file());
  }
  const PathsToList list = browser.shows_all ? PathsToList::all : PathsToList::openable;
  browser.running.start(context.workspace.wake(),
                        [path = browser.path, list, open = std::move(open)] {
                          std::vector<ListedPath> listed;
                          for (std::string& way : complete_path(path, kMostListed, list)) {
                            const bool is_open = is_among(open, way);
                            listed.push_back({std::move(way), is_open});
                          }
                          return listed;
                        });
}

/// What is meant by what was typed: the only way to go on with it, where nothing is called so.
std::string meant_path(const PathBrowser& browser) {
  std::error_code error;
  const bool is_meant =
      browser.listed.size() != 1 || std::filesystem::exists(clean_path(browser.path), error);
  return is_meant ? browser.path : browser.listed.front().path;
}

}  // namespace

std::optional<std::string> browse_path(PanelContext& context, PathBrowser& browser, float height,
                                       const std::string& place) {
  if (browser.just_opened) {
    browser.listed_for.reset();
    browser.path.erase(browser.path.find_last_of("/\\") + 1);  // the folder, or nothing
    browser.selects_all = true;
    browser.enters_list = false;
    browser.to_complete.reset();
    give_keyboard_to_next();
  }
  browser.just_opened = false;
  read_folder(context, browser);
  std::optional<std::string> chosen;
  ImGui::SetNextItemWidth(-1);
  ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue |
                              ImGuiInputTextFlags_CallbackCompletion |
                              ImGuiInputTextFlags_CallbackAlways;
  if (browser.selects_all) flags |= ImGuiInputTextFlags_AutoSelectAll;
  if (ImGui::InputText("##path", &browser.path, flags, complete, &browser)) {
    chosen = browser.path;
  }
  if (ImGui::IsItemActive()) browser.selects_all = false;
  if (ImGui::IsItemEdited()) browser.enters_list = false;
  if (ImGui::IsItemActive() && is_pressed(ImGuiKey_DownArrow)) browser.enters_list = true;
  const bool enters_list = browser.is_listed() && std::exchange(browser.enters_list, false);
  context.places.add_item(place + ".path");
  ImGui::BeginChild("entries", {0, height}, false, ImGuiWindowFlags_NavFlattened);
  const std::string above = folder_above(clean_path(browser.path));
  if (above != browser.path && ImGui::Selectable("../  the folder above")) browser.path = above;
  for (std::size_t i = 0; i < browser.listed.size(); ++i) {
    const ListedPath listed = browser.listed[i];
    const std::string entry = place + ".entry." + std::to_string(i);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(valid_utf8(last_part(listed.path)).c_str())) {
      if (listed.path.ends_with('/')) {
        browser.path = listed.path;
      } else {
        chosen = listed.path;
      }
    }
    context.places.add_item(entry);
    if (enters_list && i == 0) take_keyboard();
    if (listed.is_open) {
      ImGui::SameLine(0, 12 * context.scale);
      ImGui::TextDisabled("open");
      context.places.add_item(entry + ".open");
    }
    ImGui::PopID();
  }
  if (browser.listed.empty() && !browser.running.is_running()) {
    hint_text(context, browser.shows_all ? "Nothing is there." : "Nothing to open is there.");
  }
  ImGui::EndChild();
  if (ImGui::Checkbox("All files", &browser.shows_all)) browser.listed_for.reset();
  context.places.add_item(place + ".all");
  return chosen;
}

void open_window(PanelContext& context) {
  OpenWindowCache& cache = context.caches.of<OpenWindowCache>();
  PathBrowser& browser = cache.browser;
  const float s = context.scale;
  bool stay = true;
  place_window(context, "Open a recording", {640 * s, 480 * s}, ImGuiCond_Appearing);
  ImGui::Begin("Open a recording", &stay,
               ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
  add_window(context.places, "open");
  hint_text(context,
            "A file, or a folder with recordings. Tab completes what is typed, Enter opens.");
  const float foot = 2 * ImGui::GetFrameHeight() + 3 * ImGui::GetStyle().ItemSpacing.y + 8 * s;
  std::optional<std::string> chosen = browse_path(
      context, browser, ImGui::GetContentRegionAvail().y - ImGui::GetFrameHeight() - foot, "open");
  if (ImGui::Button("Open")) chosen = browser.path;
  if (chosen == browser.path) {
    cache.is_entered = true;
    chosen.reset();
  }
  if (browser.is_listed() && std::exchange(cache.is_entered, false)) chosen = meant_path(browser);
  context.places.add_item("open.open");
  ImGui::SameLine();
  if (ImGui::Button("Cancel") || is_pressed(ImGuiKey_Escape)) {
    stay = false;
  }
  ImGui::End();
  if (chosen && !chosen->empty()) {
    context.state.open_request.push_back(clean_path(*chosen));
    stay = false;
  }
  if (!stay) cache.is_entered = false;
  context.state.windows[WindowId::open] = stay;
}

}  // namespace scrubjay
