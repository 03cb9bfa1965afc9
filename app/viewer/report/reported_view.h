#pragma once

#include "app/viewer/panel_caches.h"
#include "app/viewer/view_state.h"
#include "app/viewer/workspace.h"

namespace scrubjay {

struct Moment;

/// What is reported of, for a call.
struct ReportedView {
  const ViewState& state;
  const Workspace& workspace;
  PanelCaches& caches;
  const Moment* moment = nullptr;  ///< at the playhead; none before the first picture
};

}  // namespace scrubjay
