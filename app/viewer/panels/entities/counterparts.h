#pragma once

#include <string>
#include <vector>

#include "core/session.h"

namespace scrubjay {

/// The same entity as others saw it: of its id in other clients of its recording; of its id and name
/// in other recordings. O(entities).
std::vector<EntityRef> counterparts(const Session& session, EntityRef entity);

/// Whose it is, to tell it from its counterparts: its client's title, or the name of its file where
/// the recording has one client only.
std::string owner_title(const Session& session, EntityRef entity);

}  // namespace scrubjay
