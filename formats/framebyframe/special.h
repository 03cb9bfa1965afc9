#pragma once

#include <string_view>

namespace scrubjay::framebyframe {

/// The name of the entity that holds what belongs to no entity, for which the format has no place.
/// Written and read.
inline constexpr std::string_view kFrameEntity = "Recording";

/// The group of an entity's own properties and the one of what all entities have
/// (formats/framebyframe/README.md, 4.1).
inline constexpr std::string_view kOwnGroup = "properties";
inline constexpr std::string_view kSpecialGroup = "special";

/// The entry of the special group, behind the four that all have, with the id of an entity that had
/// to be numbered because its id is no number. Written and read.
inline constexpr std::string_view kFormerId = "id";

/// The tag of events that begin a chapter.
inline constexpr std::string_view kChapterTag = "chapter";

}  // namespace scrubjay::framebyframe
