#pragma once

#include <string_view>

#include "app/viewer/report/reported_view.h"
#include "core/json_writer.h"

namespace scrubjay {

/// {"recording": 0, "id": "7", "name": "bus"}: a row of a panel may name an entity of a recording
/// that has been closed since it was drawn.
void write_entity(JsonWriter& json, const Session& session, EntityRef entity);

/// Each writes fields of an object that has begun: what one part of the window shows.
void write_recordings(JsonWriter& json, const ReportedView& view);
void write_frames(JsonWriter& json, const ReportedView& view);
void write_failures(JsonWriter& json, const ReportedView& view);
void write_scenery(JsonWriter& json, const ReportedView& view);
void write_scene(JsonWriter& json, const ReportedView& view);
void write_chosen(JsonWriter& json, const ReportedView& view);
void write_layers(JsonWriter& json, const ReportedView& view);
void write_camera(JsonWriter& json, const ReportedView& view);
void write_plots(JsonWriter& json, const ReportedView& view);
void write_curves(JsonWriter& json, const ReportedView& view);
void write_notes(JsonWriter& json, const ReportedView& view);
void write_contacts(JsonWriter& json, const ReportedView& view);
void write_property(JsonWriter& json, const ReportedView& view);
void write_history(JsonWriter& json, const ReportedView& view);
void write_changes(JsonWriter& json, const ReportedView& view);
void write_filters(JsonWriter& json, const ReportedView& view);
void write_palette(JsonWriter& json, const ReportedView& view);
void write_ask_lane(JsonWriter& json, const ReportedView& view);
void write_watches(JsonWriter& json, const ReportedView& view);
void write_asking(JsonWriter& json, const ReportedView& view);
void write_comparison(JsonWriter& json, const ReportedView& view);
void write_windows(JsonWriter& json, const ReportedView& view);

}  // namespace scrubjay
