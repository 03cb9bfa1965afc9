#pragma once

#include <memory>
#include <vector>

#include "app/viewer/found/changes_here.h"
#include "app/viewer/panels/widgets/list_scroll.h"

namespace scrubjay {

/// What the window of what changed here keeps while it is open.
struct ChangesWindowCache {
  std::vector<std::unique_ptr<ChangeSurvey>> surveys;  ///< beside Session::recordings
  std::vector<const Recording*> of;  ///< what is open: `channel` lists nothing else
  std::unique_ptr<ChangesChannel> channel;
  const ChangesHere* shown = nullptr;  ///< of the channel; valid until the next picture
  bool is_current = false;             ///< `shown` is of the frames at the playhead
  bool is_rated = false;               ///< and all that it is ordered by is known
  ListScroll scroll;
  MouseRest rest;
};

}  // namespace scrubjay
