#pragma once

#include <optional>
#include <string>

#include "app/viewer/panel.h"
#include "app/viewer/panels/ask/ask_cache.h"

namespace scrubjay {

/// What was chosen in the lists beside the field.
struct AskChoice {
  std::string sql;
  bool is_asked = false;  ///< to be asked at once, in place of what there is
};

/// Questions, tables with their columns, and earlier queries, over what is left of the window.
std::optional<AskChoice> draw_ask_lists(PanelContext& context, AskCache& cache);

}  // namespace scrubjay
