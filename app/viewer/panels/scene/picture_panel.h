#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/frame.h"
#include "core/ids.h"

namespace scrubjay {

/// The picture that stands beside the scene: what was shown last stays until the next is decoded.
struct PicturePanelCache {
  std::size_t recording = 0;
  std::string path;  ///< of the resource shown; empty: none yet
};

/// The resource that `property` of `entity` names in a frame, or nothing. The path is as
/// `find_path` takes it, from the entity's own properties on.
std::optional<std::string_view> named_resource(const Frame& frame, EntityIndex entity,
                                               std::string_view property);

}  // namespace scrubjay
