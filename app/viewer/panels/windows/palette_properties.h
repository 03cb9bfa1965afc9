#pragma once

#include "app/viewer/panels/windows/palette_search.h"

namespace scrubjay {

/// The properties of the selection, then what others have beside. False while what belongs to the
/// playhead is on its way: they are to be listed again.
bool list_properties_to_find(const PanelContext& context, PaletteSearch& search);

}  // namespace scrubjay
