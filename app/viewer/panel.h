#pragma once

#include <vector>

#include "app/viewer/draw_context.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/panel_table.h"
#include "app/viewer/view_state.h"
#include "app/viewer/workspace.h"

namespace scrubjay {

/// What is shown, and what the user has chosen of it: lasting choices are in `state`. Time is moved
/// through `commands` only.
struct ViewContext : DrawContext {
  const Session& open;
  const Moment& moment;
  ViewState& state;
  std::vector<PlaybackCommand>& commands;

  const Session& session() const { return open; }
};

/// All that a panel may see and change. A panel is a free function over it that draws into the
/// ImGui window that is open, and forgets. What is drawn for a panel takes only the part that it
/// needs: DrawContext for what it is handed, ViewContext for what is shown, PanelContext to keep
/// results that cost time in `caches`, or to ask the workspace for something.
struct PanelContext : ViewContext {
  Workspace& workspace;
  PanelCaches& caches;
};

}  // namespace scrubjay
