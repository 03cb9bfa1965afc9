#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/viewer/ask/ask_places.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/ask/ask_cache.h"

namespace scrubjay {

/// The rows as a grid over what is left of the window: a click on a row goes to its time and
/// selects its entity.
void draw_ask_grid(PanelContext& context, AskCache& cache);

/// How many of the rows are listed: all, or those that the filter leaves.
std::size_t listed_rows(const AskCache& cache);
/// Which these are, in their order; none: all, as they came.
std::optional<std::vector<std::uint32_t>> listed_order(const AskCache& cache);
/// That stands in a place of the list, below listed_rows().
std::size_t row_at(const AskCache& cache, std::size_t place);

/// What a cell shows: entities by name and id, numbers with as many digits as tell rows apart,
/// texts cut where they are long.
std::string ask_cell_text(const AskRows& rows, const AskMoments& moments, std::size_t row,
                          std::size_t column);
/// What a cell says, uncut.
std::string shown_text(const AskCache& cache, std::size_t row, std::size_t column);

/// Goes where a row leads, see place_of_row(). False where it leads nowhere.
bool go_to_row(ViewContext& context, const AskRows& rows, std::size_t row,
               const std::vector<AskedRecording>& asked);

}  // namespace scrubjay
