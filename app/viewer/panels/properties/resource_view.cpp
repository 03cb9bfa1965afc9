#include "app/viewer/panels/properties/resource_view.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/pictures/picture_cache.h"

namespace scrubjay {

namespace {

constexpr std::size_t kPreviewText = 4000;

/// Squares that show through where a picture is transparent.
void draw_checkerboard(const DrawContext& context, ImVec2 min, ImVec2 max) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec4& even = context.theme.is_dark ? context.theme.window : context.theme.panel;
  list->AddRectFilled(min, max, packed(even));
  const float side = std::round(8 * context.scale);
  const ImU32 odd = packed(context.theme.raised);
  int row = 0;
  for (float y = min.y; y < max.y; y += side, ++row) {
    for (float x = min.x + (row % 2 == 0 ? 0 : side); x < max.x; x += 2 * side) {
      list->AddRectFilled({x, y}, {std::min(x + side, max.x), std::min(y + side, max.y)}, odd);
    }
  }
}

bool is_opaque(const Image& image) {
  // A few places tell; a wrong guess costs only the checkerboard.
  const std::size_t pixels = image.pixels.size() / 4;
  const std::size_t step = std::max<std::size_t>(1, pixels / 64);
  for (std::size_t i = 0; i < pixels; i += step) {
    if (image.pixels[i * 4 + 3] != 255) return false;
  }
  return true;
}

void sentence(const DrawContext& context, std::string_view text, ImVec2 min, ImVec2 max) {
  ImGui::GetWindowDrawList()->PushClipRect(min, max, true);
  ImGui::GetWindowDrawList()->AddText(context.fonts.small, context.fonts.small->FontSize, min,
                                      packed(context.theme.dim), text.data(),
                                      text.data() + text.size(), max.x - min.x);
  ImGui::GetWindowDrawList()->PopClipRect();
}

}  // namespace

const Picture& find_picture(PanelContext& context, std::size_t recording, std::string_view path) {
  const Picture& picture = context.caches.of<PictureCache>().find(
      context.session().recordings[recording].recording, path, context.workspace.background());
  if (picture.state == Picture::State::waiting) context.needs_redraw = true;
  return picture;
}

void draw_picture(PanelContext& context, std::size_t recording, std::string_view path,
                  const Image& image, ImVec2 min, ImVec2 max, float largest) {
  const float width = static_cast<float>(image.width);
  const float height = static_cast<float>(image.height);
  const float fit = std::min({(max.x - min.x) / width, (max.y - min.y) / height, largest});
  if (!(fit > 0)) return;
  const ImVec2 size{std::max(1.0F, std::round(width * fit)),
                    std::max(1.0F, std::round(height * fit))};
  const ImVec2 corner{std::round((min.x + max.x - size.x) / 2),
                      std::round((min.y + max.y - size.y) / 2)};
  const ImVec2 far{corner.x + size.x, corner.y + size.y};
  if (!is_opaque(image)) draw_checkerboard(context, corner, far);
  const unsigned texture = context.caches.of<PictureCache>().texture(
      *context.session().recordings[recording].recording, path);
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (texture == 0) {
    list->AddRectFilled(corner, far, packed(context.theme.raised));
  } else {
    list->AddImage(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)), corner,
                   far);
  }
}

std::string resource_facts(const Picture& picture) {
  std::string text;
  const auto add = [&](const std::string& fact) {
    if (fact.empty()) return;
    if (!text.empty()) text += ", ";
    text += fact;
  };
  if (picture.image) {
    add(std::to_string(picture.image->width) + " \xC3\x97 " +
        std::to_string(picture.image->height) + " pixels");
  }
  add(one_line(picture.type, 60));
  if (picture.size_bytes > 0) add(byte_size_text(picture.size_bytes));
  return text;
}

void resource_preview(PanelContext& context, std::size_t recording, std::string_view path,
                      ImVec2 min, ImVec2 max) {
  const Picture& picture = find_picture(context, recording, path);
  switch (picture.state) {
    case Picture::State::waiting: sentence(context, "Reading\xE2\x80\xA6", min, max); break;
    case Picture::State::failed: sentence(context, one_line(picture.error), min, max); break;
    case Picture::State::ready:
      if (picture.image) {
        draw_picture(context, recording, path, *picture.image, min, max, 4);
      } else if (!picture.text.empty()) {
        sentence(context, std::string_view(picture.text).substr(0, kPreviewText), min, max);
      } else {
        sentence(context, resource_facts(picture), min, max);
      }
      break;
  }
}

void resource_tooltip(PanelContext& context, std::size_t recording, std::string_view path) {
  const Picture& picture = find_picture(context, recording, path);
  ImGui::BeginTooltip();
  ImGui::TextUnformatted(one_line(path, 100).c_str());
  const float s = context.scale;
  if (picture.image) {
    const float width = static_cast<float>(picture.image->width);
    const float height = static_cast<float>(picture.image->height);
    const float fit = std::min({320 * s / width, 240 * s / height, 4 * s});
    const ImVec2 size{std::max(1.0F, width * fit), std::max(1.0F, height * fit)};
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::Dummy(size);
    draw_picture(context, recording, path, *picture.image, at, {at.x + size.x, at.y + size.y},
                 4 * s);
  }
  std::string facts = resource_facts(picture);
  if (picture.state == Picture::State::waiting) facts = "Reading\xE2\x80\xA6";
  if (picture.state == Picture::State::failed) facts = one_line(picture.error);
  hint_text(context, facts);
  ImGui::EndTooltip();
}

std::string file_name_of(std::string_view path) {
  path = path.substr(0, path.find_first_of("?#"));
  path = path.substr(path.find_last_of("/\\") + 1);
  std::string name;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool refused = byte < 0x20 || byte == 0x7F || std::string_view("<>:\"|*").contains(c);
    name += refused ? '_' : c;
  }
  if (name.size() > 200) name.resize(200);
  name = valid_utf8(name);
  return name.empty() || name == "." || name == ".." ? "resource" : name;
}

}  // namespace scrubjay
