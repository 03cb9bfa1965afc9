#pragma once

#include <vector>

#include "core/recording.h"

namespace scrubjay {

struct PanelContext;

/// What the filter of the event table leaves over, for all that shows events. One of them in the
/// panels' caches.
struct FilteredEvents {
  /// Beside Session::recordings, each in order of its rows; null while all events pass. Grows while
  /// the filter is held against events; valid until the next picture.
  const std::vector<std::vector<EventIndex>>* passed = nullptr;
};

/// Goes on with the rows of the event table, and so with what passes its filter. The table does so
/// when it is drawn; while it is not in view, somebody else, before other views of events.
void update_event_rows(PanelContext& context);
/// The same of what the timeline looks for: where recordings end early, chapters, gaps, and hits of
/// filters.
void update_timeline(PanelContext& context);

}  // namespace scrubjay
