#pragma once

#include <string>

#include "app/viewer/panel.h"

namespace scrubjay {

/// Which entity it is, for whoever sees only its name: name, id, and where it comes from, a line
/// each.
std::string entity_details(const ViewContext& context, EntityRef entity);

}  // namespace scrubjay
