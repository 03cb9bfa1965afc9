#pragma once

#include "app/viewer/panel.h"
#include "app/viewer/panels/entities/entity_rows.h"

namespace scrubjay {

/// Brings the rows up to date, in slices. What is being computed is finished before newer frames
/// are looked at, so that something is shown however fast they change.
void update_entity_rows(ViewContext& context, EntityRowsCache& cache);

}  // namespace scrubjay
