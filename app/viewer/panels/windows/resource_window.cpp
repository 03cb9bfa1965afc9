#include <array>
#include <cstring>
#include <filesystem>

#include "app/viewer/open_dialog.h"
#include "app/viewer/panels/properties/resource_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "core/platform/output_file.h"
#include "core/platform/user_folders.h"
#include "render/png.h"

namespace scrubjay {

namespace {

constexpr const char* kExists = "exists";

/// Where people look for what they saved: their download folder, else their own.
std::string proposed_target(std::string_view path) {
  const std::filesystem::path home = user_home_folder();
  std::filesystem::path folder = home.empty() ? "." : home;
  std::error_code ignored;
  if (std::filesystem::is_directory(folder / "Downloads", ignored)) folder /= "Downloads";
  return (folder / file_name_of(path)).string();
}

/// Writes the file that a recording holds; pixels without a file format become a PNG. Errors: that
/// it cannot be read, decoded or written.
Result<void> save_resource(const Recording& recording, const std::string& path,
                           const std::string& target) {
  const ResourceIndex resource = recording.find_resource(path);
  if (!resource.exists()) {
    return failure(
        fatal_problem("not-held", "The recording does not hold this file; it only names it."));
  }
  auto data = recording.reader().read_resource(recording, resource);
  if (!data) return failure(std::move(data.error()));
  if (data->width > 0) {
    const Picture picture = decode_resource(*data);
    if (!picture.image) return failure(fatal_problem("no-picture", picture.error));
    auto png = encode_png(*picture.image);
    if (!png) return failure(std::move(png.error()));
    data->bytes = std::move(*png);
  }
  return write_whole_file(target, data->bytes);
}

void begin_saving(ResourceViewCache& cache, const std::shared_ptr<const Recording>& recording,
                  const std::string& path) {
  cache.message = "Saving…";
  cache.result.start(
      {},
      [recording, path, target = clean_path(cache.target),
       may_replace = cache.may_replace]() -> Result<void> {
        std::error_code ignored;
        if (!may_replace && std::filesystem::exists(target, ignored)) {
          return failure(fatal_problem(kExists, "A file of this name exists already."));
        }
        return save_resource(*recording, path, target);
      });
}

void save_row(ViewContext& context, ResourceViewCache& cache, const OpenResource& open) {
  if (!cache.saving) {
    if (text_link(context, "Save as\xE2\x80\xA6")) {
      cache.saving = true;
      cache.target = proposed_target(open.path);
    }
    context.places.add_item("resource.save_as");
    return;
  }
  std::array<char, 1024> buffer{};
  cache.target.copy(buffer.data(), buffer.size() - 1);
  ImGui::SetNextItemWidth(std::max(80.0F, ImGui::GetContentRegionAvail().x - 160 * context.scale));
  const bool entered = ImGui::InputText("##target", buffer.data(), buffer.size(),
                                        ImGuiInputTextFlags_EnterReturnsTrue);
  context.places.add_item("resource.target");
  if (cache.target != buffer.data()) {
    cache.target = buffer.data();
    cache.may_replace = false;
    cache.message.clear();
  }
  ImGui::SameLine();
  const bool busy = cache.result.is_running();
  const bool pressed = ImGui::Button(cache.may_replace ? "Replace" : "Save");
  context.places.add_item("resource.save");
  ImGui::SameLine();
  if (ImGui::Button("Cancel")) cache.saving = false;
  if ((pressed || entered) && !busy && !cache.target.empty()) {
    begin_saving(cache, context.session().recordings[open.recording].recording, open.path);
  }
}

void take_result(DrawContext& context, ResourceViewCache& cache) {
  if (!cache.result.is_running()) return;
  const auto result = cache.result.take();
  if (!result) {
    context.needs_redraw = true;
    return;
  }
  cache.saving = cache.saving && !result->has_value();
  cache.may_replace = !result->has_value() && result->error().code == kExists;
  cache.message = result->has_value() ? "Saved." : result->error().message;
}

void contents(PanelContext& context, const OpenResource& open, const Picture& picture) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  if (room.x < 8 || room.y < 8) return;
  const ImVec2 min = ImGui::GetCursorScreenPos();
  if (picture.image) {
    ImGui::Dummy(room);
    context.places.add_item("resource.picture");
    draw_picture(context, open.recording, open.path, *picture.image, min,
                 {min.x + room.x, min.y + room.y});
  } else if (!picture.text.empty()) {
    ImGui::BeginChild("text", room);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(picture.text.data(), picture.text.data() + picture.text.size());
    ImGui::PopTextWrapPos();
    ImGui::EndChild();
    context.places.add_item("resource.text");
  } else if (picture.state == Picture::State::ready) {
    hint_text(context, "This is neither a picture nor a text. Save it to open it elsewhere.");
  } else {
    hint_text(context,
              picture.state == Picture::State::failed ? one_line(picture.error) : "Reading…");
  }
}

}  // namespace

void resource_window(PanelContext& context) {
  ResourceViewCache& cache = context.caches.of<ResourceViewCache>();
  take_result(context, cache);
  if (!context.state.open_resource) return;
  const OpenResource open = *context.state.open_resource;
  if (open.recording >= context.session().recordings.size()) return;
  if (cache.shown != open.path && !cache.result.is_running()) {
    cache.shown = open.path;
    cache.saving = false;
    cache.message.clear();
  }
  const float s = context.scale;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const std::string title = one_line(open.path, 80) + "###resource";
  place_window(context, title.c_str(),
               {std::min(720 * s, display.x * 0.7F), std::min(560 * s, display.y * 0.7F)},
               ImGuiCond_Appearing);
  ImGui::SetNextWindowSizeConstraints({240 * s, 160 * s}, display);
  bool stays_open = true;
  if (ImGui::Begin(title.c_str(), &stays_open,
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                       ImGuiWindowFlags_NoScrollbar)) {
    const Picture& picture = find_picture(context, open.recording, open.path);
    hint_text(context, resource_facts(picture));
    if (picture.state == Picture::State::ready) save_row(context, cache, open);
    if (!cache.message.empty()) hint_text(context, cache.message);
    contents(context, open, picture);
  }
  add_window(context.places, "resource");
  ImGui::End();
  if (!stays_open) context.state.open_resource.reset();
}

}  // namespace scrubjay
