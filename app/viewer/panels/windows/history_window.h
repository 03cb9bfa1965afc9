#pragma once

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>

#include "app/viewer/panel.h"
#include "app/viewer/panels/widgets/list_scroll.h"
#include "core/concurrency/awaited.h"

namespace scrubjay {

/// What the window of a property's changes keeps between pictures.
struct HistoryWindowCache {
  ListScroll scroll;
  MouseRest rest;
  EntityRef of;                    ///< key of `row`
  std::string path;                ///< likewise
  std::optional<std::size_t> row;  ///< the change that holds at the playhead, as it was shown last
  bool takes_keyboard = false;     ///< its row does, once it is known and somebody walks here
  std::size_t first_row = 0;       ///< in view
  std::size_t last_row = 0;        ///< behind those in view
  bool has_events = false;         ///< one that was in view has: events have a column then
  bool has_deltas = false;         ///< likewise: texts have no difference
  float widest_value = kLeastValue;  ///< of those that were in view [pixels at 100 %]
  static constexpr float kLeastValue = 48;
  std::size_t copied = 0;  ///< changes that `copying` makes a text of
  std::atomic<bool> copy_cancelled{false};
  Awaited<std::string> copying;  ///< last: it ends before what it uses
  ~HistoryWindowCache() { copy_cancelled.store(true); }
};

/// Puts what was to be copied into the clipboard once it is made; each picture, also while the
/// window is not drawn.
void update_history_copy(PanelContext& context);

}  // namespace scrubjay
