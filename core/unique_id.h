#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/ids.h"

namespace scrubjay {

class Recording;

/// What names just this entity, for whoever asks for it later: its id, and where other entities
/// have that, too (other streams of the file, or before and after it), the how manieth of them it
/// is: "3#2". O(entities of that id) once indexed, else O(entities).
std::string unique_id(const Recording& recording, EntityIndex entity);

/// The entity that `text` names so; of an id that several have, the first. Nothing where there is
/// none. `text` is from anywhere.
std::optional<EntityIndex> entity_of_unique_id(const Recording& recording, std::string_view text);

/// Whom somebody means by `text`: those of that id, else of that name, else the one that it names
/// as above. O(entities).
std::vector<EntityIndex> entities_meant(const Recording& recording, std::string_view text);

}  // namespace scrubjay
