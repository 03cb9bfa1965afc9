#include "app/viewer/report/window_report.h"

#include "app/shared/recording_json.h"
#include "app/shared/source_mark.h"
#include "app/viewer/panel_table.h"
#include "app/viewer/panels/properties/properties_cache.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/scene/scene_report.h"
#include "app/viewer/panels/timeline/plot_lane.h"
#include "app/viewer/panels/windows/problems_window.h"
#include "app/viewer/report/report_parts.h"
#include "app/viewer/saved/settings.h"
#include "app/viewer/scenery/scenery_shelf.h"
#include "core/property_json.h"

namespace scrubjay {

namespace {

std::string_view to_text(IndexState state) {
  switch (state) {
    case IndexState::waiting: return "waiting";
    case IndexState::running: return "running";
    case IndexState::done: return "done";
    case IndexState::cancelled: return "cancelled";
  }
  return "waiting";
}

std::string_view to_text(FileChange change) {
  switch (change) {
    case FileChange::none: return "none";
    case FileChange::rewritten: return "rewritten";
    case FileChange::replaced: return "replaced";
    case FileChange::removed: return "removed";
    case FileChange::truncated: return "truncated";
  }
  return "none";
}

void write_entities(JsonWriter& json, std::string_view key, const Session& session,
                    const auto& entities) {
  json.key(key);
  json.begin_array();
  for (const EntityRef entity : entities) write_entity(json, session, entity);
  json.end_array();
}

}  // namespace

void write_entity(JsonWriter& json, const Session& session, EntityRef entity) {
  json.begin_object();
  json.integer_field("recording", entity.recording);
  const bool is_open =
      entity.recording < session.recordings.size() &&
      entity.entity.value < session.recordings[entity.recording].recording->entity_count();
  if (entity.entity.exists() && is_open) {
    const EntityInfo info = session.recordings[entity.recording].recording->entity(entity.entity);
    json.field("id", info.id);
    json.field("name", info.name);
  }
  json.end_object();
}

void write_recordings(JsonWriter& json, const ReportedView& view) {
  const Session& session = view.workspace.session();
  json.key("recordings");
  json.begin_array();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const Recording& recording = *session.recordings[i].recording;
    json.begin_object();
    json.field("file", file_name(recording.file().path()));
    json.field("mark", mark_of(session, i).letters);
    json.number_field("offset", session.recordings[i].offset);
    json.field("format", recording.info().format);
    json.integer_field("frames", recording.frame_count());
    json.integer_field("entities", recording.entity_count());
    json.integer_field("events", recording.event_count());
    json.integer_field("problems", recording.problems().size());
    json.field("index", to_text(recording.progress().state));
    json.boolean_field("complete", recording.is_complete());
    json.boolean_field("visible", session.recordings[i].visible);
    json.field("file_change", to_text(view.workspace.file_change(i)));
    json.texts_field("read_options", view.workspace.read_options(i),
                     [](const auto& option) { return option.first + "=" + option.second; });
    json.end_object();
  }
  json.end_array();
}

void write_frames(JsonWriter& json, const ReportedView& view) {
  json.key("frames");
  json.begin_array();
  if (view.moment != nullptr) {
    for (const MomentFrame& frame : view.moment->frames) {
      json.begin_object();
      json.integer_field("recording", frame.ref.recording);
      json.integer_field("frame", frame.ref.frame.value);
      if (frame.frame != nullptr) {
        json.number_field("time", frame.frame->time);
        json.integer_field("entities", frame.frame->entities.size());
      }
      json.boolean_field("current", frame.is_current);
      json.field("presence", to_text(frame.presence));
      json.end_object();
    }
  }
  json.end_array();
}

void write_failures(JsonWriter& json, const ReportedView& view) {
  json.key("listed_problems");
  json.begin_array();
  visit_problems(view.workspace, view.moment == nullptr ? Moment() : *view.moment,
                 [&](const ListedProblem& listed) { write_problem(json, listed.problem); });
  json.end_array();
  json.key("failures");
  json.begin_array();
  for (const OpenFailure& failure : view.workspace.failures()) {
    json.begin_object();
    json.field("file", failure.path);
    json.field("code", failure.problem.code);
    json.field("message", failure.problem.message);
    json.field("expected", failure.problem.expected);
    json.field("found", failure.problem.found);
    if (failure.problem.offset) json.integer_field("offset", *failure.problem.offset);
    json.end_object();
  }
  json.end_array();
}

void write_scenery(JsonWriter& json, const ReportedView& view) {
  const SceneryShelf& shelf = view.caches.of<SceneryShelf>();
  json.key("scenery");
  json.begin_array();
  for (const ChosenScenery& chosen : view.state.scenery) {
    const SceneryShelf::Piece* const piece = shelf.find(chosen.path);
    if (piece == nullptr) continue;
    json.begin_object();
    json.field("file", file_name(chosen.path));
    json.boolean_field("reading", piece->is_reading);
    json.key("offset");
    json.numbers(std::array{chosen.placement.offset.x, chosen.placement.offset.y,
                            chosen.placement.offset.z});
    json.number_field("heading", chosen.placement.heading);
    if (piece->scenery != nullptr) {
      const Scenery& scenery = *piece->scenery;
      json.field("format", scenery.format);
      json.field("coordinates", coordinates_of(scenery, chosen.placement).name());
      json.integer_field("meshes", scenery.meshes.size());
      json.integer_field("problems", scenery.problems.size());
      for (const auto& [name, value] : scenery.facts) json.field(name, value);
    }
    json.end_object();
  }
  json.end_array();
  // What the property panel says of the roads.
  const PropertySnapshot& derived = view.caches.of<PropertiesCache>().derived.snapshot;
  const auto road = find_path(derived.tree, {0, derived.tree.size()}, "road");
  json.key("road");
  if (road && primary_selection(view.state) == derived.of) {
    write_plain_value(json, derived.tree, *road);
  } else {
    json.null();
  }
  const SceneCache& scene = view.caches.of<SceneCache>();
  json.integer_field("scenery_triangles",
                     scene.scenery.empty() ? 0 : scene.scenery_drawn.triangles);
  json.integer_field("scenery_names", scene.scenery_names);
}

void write_scene(JsonWriter& json, const ReportedView& view) {
  const SceneCache& scene = view.caches.of<SceneCache>();
  json.integer_field("drawn", scene.content.instances.size());
  const SceneReport shown = report_of(scene, view.state.camera);
  json.key("scene");
  json.begin_object();
  json.integer_field("labels", shown.labels);
  json.integer_field("label_overlaps", shown.label_overlaps);
  json.integer_field("labels_cut", shown.labels_cut);
  json.integer_field("overlay_overlaps", shown.overlay_overlaps);
  json.integer_field("moving", shown.moving);
  json.integer_field("moving_in_view", shown.moving_in_view);
  json.integer_field("left_out", shown.left_out);
  json.integer_field("pointers", shown.pointers);
  json.number_field("least_glyph", static_cast<double>(shown.least_glyph));
  json.number_field("share", shown.share);
  json.number_field("resolution", shown.resolution);
  json.field("color_by", to_text(view.state.color_by));
  json.integer_field("references", scene.references_drawn);
  json.boolean_field("measuring", view.state.is_measuring);
  json.integer_field("measured_points", view.state.measured.size());
  if (scene.measured) json.number_field("measured", *scene.measured);
  if (scene.selected_distance) json.number_field("selected_distance", *scene.selected_distance);
  json.end_object();
}

void write_chosen(JsonWriter& json, const ReportedView& view) {
  const Session& session = view.workspace.session();
  write_entities(json, "selected", session, view.state.selected);
  write_entities(json, "hidden", session, view.state.hidden);
  write_entities(json, "isolated", session, view.state.isolated);
  write_entities(json, "pinned", session, view.state.pinned);
  if (view.state.hovered) {
    json.key("hovered");
    write_entity(json, session, *view.state.hovered);
  }
  if (view.state.selected_event) {
    const SelectedEvent& event = *view.state.selected_event;
    const EventInfo info = session.recordings[event.recording].recording->event(event.event);
    json.key("selected_event");
    json.begin_object();
    json.integer_field("recording", event.recording);
    json.integer_field("row", event.event.value);
    json.field("name", info.name);
    json.end_object();
  }
  if (view.state.pinned_picture) json.field("pinned_picture", view.state.pinned_picture->property);
  if (view.state.open_resource) json.field("open_resource", view.state.open_resource->path);
  if (view.state.hovered_shape) {
    json.key("hovered_shape");
    json.begin_object();
    json.key("entity");
    write_entity(json, session, view.state.hovered_shape->entity);
    json.integer_field("node", view.state.hovered_shape->node);
    json.boolean_field("of_event", view.state.hovered_shape->event.exists());
    json.end_object();
  }
}

void write_layers(JsonWriter& json, const ReportedView& view) {
  json.key("layers");
  json.begin_object();
  json.field("Entity names", to_text(view.state.names));
  json.field("Entity paths", to_text(view.state.trails));
  json.field("References", to_text(view.state.references));
  for (const auto& [name, layer] : view.state.layers) json.field(name, to_text(layer));
  json.end_object();
}

void write_camera(JsonWriter& json, const ReportedView& view) {
  const Session& session = view.workspace.session();
  if (view.state.followed) {
    json.key("followed");
    write_entity(json, session, *view.state.followed);
  }
  json.field("ride", view.state.followed ? to_text(view.state.ride) : "");
  json.key("camera");
  json.begin_object();
  const glm::dvec3& target = view.state.camera.target;
  json.key("target");
  json.numbers(std::array{target.x, target.y, target.z});
  json.number_field("distance", view.state.camera.distance);
  json.number_field("yaw", view.state.camera.yaw);
  json.number_field("pitch", view.state.camera.pitch);
  json.end_object();
}

void write_windows(JsonWriter& json, const ReportedView& view) {
  json.key("open_windows");
  json.begin_array();
  for (const WindowRow& window : kWindows) {
    if (view.state.windows[window.id]) json.text(window.name);
  }
  json.end_array();
  json.key("dock");
  json.begin_array();  // what is in front, then what is behind it
  if (is_docked(view.state, view.state.dock_front)) {
    json.text(kWindows[static_cast<std::size_t>(view.state.dock_front)].name);
  }
  for (const WindowRow& window : kWindows) {
    if (is_docked(view.state, window.id) && window.id != view.state.dock_front)
      json.text(window.name);
  }
  json.end_array();
}

void report_window(JsonWriter& json, const ReportedView& view) {
  json.number_field("time", view.state.playback.playhead);
  json.boolean_field("playing", view.state.playback.playing);
  json.number_field("speed", view.state.playback.speed);
  json.boolean_field("loop", view.state.playback.loop);
  if (view.state.playback.range) {
    json.key("range");
    json.numbers(std::array{view.state.playback.range->begin, view.state.playback.range->end});
  }
  json.key("shown_time");
  json.numbers(std::array{view.state.timeline.shown.begin, view.state.timeline.shown.end});
  write_recordings(json, view);
  write_scenery(json, view);
  write_frames(json, view);
  write_scene(json, view);
  write_chosen(json, view);
  write_plots(json, view);
  json.field("timeline_says", view.caches.of<DrawnLanes>().says);
  write_notes(json, view);
  write_curves(json, view);
  write_contacts(json, view);
  write_property(json, view);
  write_history(json, view);
  write_changes(json, view);
  write_layers(json, view);
  write_camera(json, view);
  write_failures(json, view);
  json.boolean_field("interpolated", view.moment != nullptr && view.moment->is_interpolated());
  json.field("coordinates", view.state.coordinates ? view.state.coordinates->name() : "source");
  json.field("entity_search", view.state.entity_search);
  json.field("property_search", view.state.property_search);
  json.field("event_filter", view.state.event_filter);
  write_filters(json, view);
  write_palette(json, view);
  write_ask_lane(json, view);
  write_watches(json, view);
  write_asking(json, view);
  write_comparison(json, view);
  write_windows(json, view);
}

}  // namespace scrubjay
