#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/view_state.h"
#include "core/json_writer.h"

namespace scrubjay {

struct RecordingChoices;
struct SceneryChoices;

// How fields of a view stand in JSON, for settings and for views that are handed on. Reading leaves
// what is missing or of another type as it stands.

void write_camera(JsonWriter& json, const Camera& camera);
void read_camera(const simdjson::dom::element& object, Camera& camera);
void write_layers(JsonWriter& json, const LayerStates& layers);
void read_layers(const simdjson::dom::element& object, std::string_view key, LayerStates& layers);
/// All of visit_saved().
void write_saved(JsonWriter& json, const SavedView& view);
/// Of these sections, only what differs from a new view.
void write_saved_differences(JsonWriter& json, const SavedView& view,
                             const std::vector<std::string_view>& sections);
/// What is remembered of a recording.
void write_choices(JsonWriter& json, const RecordingChoices& choices);
RecordingChoices read_choices(const simdjson::dom::element& object);
void write_scenery(JsonWriter& json, const SceneryChoices& scenery);
void read_scenery(const simdjson::dom::element& root, SceneryChoices& scenery);
/// Adds what another window saved and this one, which began with `begun`, has never known.
void merge_scenery(SceneryChoices& mine, const SceneryChoices& begun, const SceneryChoices& saved);
void write_placement(JsonWriter& json, const SceneryPlacement& placement);
SceneryPlacement read_placement(const simdjson::dom::element& object);
void read_saved(const simdjson::dom::element& root, SavedView& view);

}  // namespace scrubjay
