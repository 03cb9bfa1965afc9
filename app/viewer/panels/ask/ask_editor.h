#pragma once

#include "app/viewer/panel.h"
#include "app/viewer/panels/ask/ask_cache.h"

namespace scrubjay {

/// What a key in the field asked for.
enum class AskKey : std::uint8_t { none, run, stop, to_rows };

/// The field, `height` pixels high, with what completes the word at the cursor, and a mark at
/// `error` (a byte of the text), if there is one.
AskKey draw_ask_editor(PanelContext& context, AskCache& cache, float height,
                       std::optional<std::size_t> error);

/// Puts a text where the cursor is, with a space where words would touch.
void insert_at_cursor(AskEditor& editor, const std::string& text);
/// Another query, with the cursor behind it.
void replace_query(AskEditor& editor, const std::string& sql);

}  // namespace scrubjay
