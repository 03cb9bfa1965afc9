#pragma once

#include <string>

#include "app/viewer/panel.h"

namespace scrubjay {

/// What can be done with an entity, as entries of the menu that is open.
void entity_menu(ViewContext& context, EntityRef entity);

/// The entity at the playhead as `scrubjay show` prints it; its id and name alone while it does not
/// live.
std::string entity_json(const ViewContext& context, EntityRef entity);

/// Name to call an entity by in a sentence: its name, else its id, on one line.
std::string entity_title(const ViewContext& context, EntityRef entity);

}  // namespace scrubjay
