#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/viewer/panel.h"
#include "app/viewer/pictures/picture_cache.h"
#include "core/concurrency/awaited.h"

namespace scrubjay {

/// What the preview of a resource keeps between pictures of the window.
struct ResourceViewCache {
  std::string shown;                  ///< path for which the rest was made
  std::string target;                 ///< where it is to be saved, as typed
  bool saving = false;                ///< the field for `target` is open
  bool may_replace = false;           ///< the user has seen that the file exists
  std::string message;                ///< how saving went
  Awaited<Result<void>> result = {};  ///< while it is saved
};

/// A resource of an open recording, read in the background: see PictureCache::find.
const Picture& find_picture(PanelContext& context, std::size_t recording, std::string_view path);

/// Draws a picture in the middle between two corners, as large as fits, enlarged at most `largest`
/// times, on a checkerboard where it is transparent.
void draw_picture(PanelContext& context, std::size_t recording, std::string_view path,
                  const Image& image, ImVec2 min, ImVec2 max, float largest = 8);

/// "640 × 480 pixels, image/png, 12 kB"
std::string resource_facts(const Picture& picture);

/// A small picture, the first lines of a text, or what else is known, between two corners.
void resource_preview(PanelContext& context, std::size_t recording, std::string_view path,
                      ImVec2 min, ImVec2 max);

/// The same beside the mouse.
void resource_tooltip(PanelContext& context, std::size_t recording, std::string_view path);

/// The window above the areas that shows ViewState::open_resource.
void resource_window(PanelContext& context);

/// The name of a file for what a recording calls `path`: its last part without what file systems
/// refuse.
std::string file_name_of(std::string_view path);

}  // namespace scrubjay
