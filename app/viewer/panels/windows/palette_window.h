#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/viewer/panels/windows/palette_search.h"

namespace scrubjay {

/// What the palette keeps between pictures. Who opens it, and who opens or closes a recording while
/// it is open, calls `list`.
struct PaletteCache {
  PaletteSearch search;
  std::string typed;
  std::string searched;     ///< that `search` looks for
  bool is_open = false;     ///< was there in the picture before
  bool is_done = false;     ///< everything was looked at
  bool is_listed = false;   ///< the properties are those of the playhead
  bool is_entered = false;  ///< what is chosen is to be done
  bool is_walked = false;   ///< somebody chose among the hits, else the best one is
  std::size_t chosen = 0;   ///< among the hits
  std::size_t first = 0;    ///< row at the top
  std::size_t rows = 1;     ///< that are shown at once
  std::vector<std::weak_ptr<const Recording>> recordings;  ///< of which the hits are

  bool is_of(const Session& session) const;
  /// Takes what can be chosen with these recordings; what was found is looked for anew.
  void list(const Session& session, std::vector<PaletteChoice> choices);
  /// Goes on searching. What somebody chose stays so, wherever it stands then.
  void advance(const Session& session, WorkBudget& budget);
};

/// A row as it is shown.
struct PaletteRow {
  std::string kind;
  PaletteText text;
  std::string_view keys;
  bool can_run = true;
};
PaletteRow palette_row(const Session& session, const PaletteSearch& search, const PaletteHit& hit);

}  // namespace scrubjay
