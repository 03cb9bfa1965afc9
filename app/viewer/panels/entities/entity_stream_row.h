#pragma once

#include "app/viewer/panel.h"
#include "app/viewer/panels/entities/entity_rows.h"

namespace scrubjay {

/// Width at the right end of a header that belongs to its eye [pixels at 100 %].
inline constexpr float kStreamEye = 24;

/// A client's header in the entity tree, from `x` on: colour, name, id, how many frames it has, and
/// its eye. When it is silent or over at the playhead, that stands in the place of the frames.
void draw_stream_header(ViewContext& context, const EntityRow& row, ImVec2 min, ImVec2 max, float x,
                        bool on_eye);

/// A click on the eye: shows or hides the stream; with Alt held it is shown alone, or all are
/// again.
void click_stream_eye(PanelContext& context, const EntityRow& row);

/// What can be done with a stream, as entries of the menu that is open.
void stream_menu(PanelContext& context, std::size_t recording, StreamIndex stream);

/// What the mouse is told of a stream that it rests on.
std::string stream_details(const ViewContext& context, std::size_t recording, StreamIndex stream);

/// A thin bar in the colour of its recording or client at the left edge of a row, when there are
/// several.
void draw_stream_stripe(const ViewContext& context, const EntityRow& row, ImVec2 min, ImVec2 max);

}  // namespace scrubjay
