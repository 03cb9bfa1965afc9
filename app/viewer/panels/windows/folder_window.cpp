#include "app/viewer/panels/windows/folder_window.h"

#include <algorithm>
#include <filesystem>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/window_place.h"

namespace scrubjay {

namespace {

std::string path_within(const FolderContent& content, const std::string& path) {
  return valid_utf8(std::filesystem::path(path).lexically_relative(content.folder).string());
}

/// One recording; true when it alone is to be opened.
bool draw_file(PanelContext& context, FolderCache& cache, std::size_t index) {
  const FoundRecording& file = cache.content.files[index];
  const float s = context.scale;
  ImGui::PushID(static_cast<int>(index));
  bool is_chosen = cache.chosen[index] != 0;
  if (ImGui::Checkbox("##chosen", &is_chosen)) cache.chosen[index] = is_chosen ? 1 : 0;
  ImGui::SameLine();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetFrameHeight();
  const bool is_opened = ImGui::Selectable("##file", false, 0, {width, height});
  context.places.add_item("folder.file." + std::to_string(index));
  const std::string about = format_words(file.format) + "    " + byte_size_text(file.size_bytes);
  const float end = text_width(context.fonts.small, about) + 8 * s;
  draw_name(context.fonts.text, at.x + 4 * s, at.y, at.y + height, packed(context.theme.text),
            path_within(cache.content, file.path), width - end - 16 * s);
  draw_text(context.fonts.small, at.x + width - end, at.y, at.y + height, packed(context.theme.dim),
            about, end);
  ImGui::PopID();
  return is_opened;
}

}  // namespace

void folder_window(PanelContext& context) {
  FolderCache& cache = context.caches.of<FolderCache>();
  const float s = context.scale;
  bool& open = context.state.windows[WindowId::folder];
  const auto open_these = [&](auto is_wanted) {
    for (std::size_t i = 0; i < cache.content.files.size(); ++i) {
      if (is_wanted(i)) context.state.open_request.push_back(cache.content.files[i].path);
    }
    open = false;
  };
  if (begin_window(context, "Recordings in a folder", open, {640 * s, 440 * s},
                   ImGuiCond_Appearing)) {
    add_window(context.places, "folder");
    hint_text(context, one_line(cache.content.folder));
    if (cache.content.is_cut_off) {
      hint_text(context, "The folder holds more: the first " + grouped_digits(kMostLookedAt) +
                             " files were looked at.");
    }
    ImGui::Dummy({0, 4 * s});
    const float foot = ImGui::GetFrameHeight() + 16 * s;
    ImGui::BeginChild("files", {0, -foot}, false, ImGuiWindowFlags_NavFlattened);
    for (std::size_t i = 0; i < cache.content.files.size(); ++i) {
      if (draw_file(context, cache, i)) open_these([i](std::size_t file) { return file == i; });
    }
    ImGui::EndChild();
    ImGui::Dummy({0, 4 * s});
    const auto chosen = std::ranges::count_if(cache.chosen, [](char one) { return one != 0; });
    ImGui::BeginDisabled(chosen == 0);
    if (ImGui::Button(("Open " + std::to_string(chosen) + " chosen").c_str())) {
      open_these([&](std::size_t file) { return cache.chosen[file] != 0; });
    }
    ImGui::EndDisabled();
    context.places.add_item("folder.open_chosen");
    ImGui::SameLine();
    if (ImGui::Button("Open all")) open_these([](std::size_t) { return true; });
    context.places.add_item("folder.open_all");
    ImGui::SameLine();
    if (ImGui::Button("Cancel")) open = false;
  }
  ImGui::End();
}

}  // namespace scrubjay
