#pragma once

namespace scrubjay {

/// True while a window or menu of this picture is not at its place yet: Dear ImGui measures a new
/// one in its first pictures and shows it in the next. A window that only draws when something
/// happens has to draw once more.
bool is_window_appearing();

/// Takes the tooltips that were drawn out of this picture.
void hide_tooltips();

}  // namespace scrubjay
