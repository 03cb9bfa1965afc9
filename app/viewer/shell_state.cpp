#include "app/recording_json.h"
#include "app/viewer/panels/problems_window.h"
#include "app/viewer/shell.h"
#include "core/json_writer.h"

namespace scrubjay {

namespace {

void write_entity(JsonWriter& json, const Session& session, EntityRef entity) {
  json.begin_object();
  json.integer_field("recording", entity.recording);
  if (entity.entity.exists()) {
    const EntityInfo info = session.recordings[entity.recording].recording->entity(entity.entity);
    json.field("id", info.id);
    json.field("name", info.name);
  }
  json.end_object();
}

void write_entities(JsonWriter& json, std::string_view key, const Session& session,
                    const auto& entities) {
  json.key(key);
  json.begin_array();
  for (const EntityRef entity : entities) write_entity(json, session, entity);
  json.end_array();
}

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

}  // namespace

/// Each filter with what it found so far.
void Shell::write_filters(JsonWriter& json) const {
  json.key("filters");
  json.begin_array();
  const FilterSearch::Found found = caches_->filters.search.found();
  for (const ListedFilter& listed : state_.filters) {
    json.begin_object();
    json.field("title", filter_title(listed.filter));
    json.boolean_field("on", listed.is_on);
    json.integer_field("hits", count_hits(workspace_.session(), found, listed.filter));
    json.end_object();
  }
  json.end_array();
}

void Shell::write_plots(JsonWriter& json) const {
  json.key("plots");
  json.begin_array();
  const ValuePlots::Found found = caches_->plots.found();
  for (const PlottedValue& plotted : state_.plots) {
    const Recording& recording =
        *workspace_.session().recordings[plotted.entity.recording].recording;
    const ValuePlot* const plot =
        found.find(&recording, {plotted.entity.entity, plotted.path, state_.coordinates});
    const auto range = plot == nullptr ? std::nullopt : plot->extent();
    json.begin_object();
    json.key("entity");
    write_entity(json, workspace_.session(), plotted.entity);
    json.field("path", plotted.path);
    json.integer_field("samples", plot == nullptr ? 0 : plot->size());
    json.integer_field("looked_at", plot == nullptr ? 0 : plot->looked_at());
    if (range) {
      json.key("range");
      json.numbers(std::array{range->least, range->most});
    }
    json.end_object();
  }
  json.end_array();
}

std::string Shell::state_json(const InputSeen& seen) const {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  const Session& session = workspace_.session();
  json.begin_object();
  json.field("title", title());
  json.number_field("time", state_.playback.playhead);
  json.boolean_field("playing", state_.playback.playing);
  json.number_field("speed", state_.playback.speed);
  json.boolean_field("loop", state_.playback.loop);
  if (state_.playback.range) {
    json.key("range");
    json.numbers(std::array{state_.playback.range->begin, state_.playback.range->end});
  }
  json.key("shown_time");
  json.numbers(std::array{state_.timeline.shown.begin, state_.timeline.shown.end});
  json.key("recordings");
  json.begin_array();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const Recording& recording = *session.recordings[i].recording;
    json.begin_object();
    json.field("file", file_name(recording.file().path()));
    json.field("format", recording.info().format);
    json.integer_field("frames", recording.frame_count());
    json.integer_field("entities", recording.entity_count());
    json.integer_field("events", recording.event_count());
    json.integer_field("problems", recording.problems().size());
    json.field("index", to_text(recording.progress().state));
    json.boolean_field("complete", recording.is_complete());
    json.boolean_field("visible", session.recordings[i].visible);
    json.field("file_change", to_text(workspace_.file_change(i)));
    json.key("read_options");
    json.begin_array();
    for (const auto& [name, value] : workspace_.read_options(i)) json.text(name + "=" + value);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.key("frames");
  json.begin_array();
  if (moment_ != nullptr) {
    for (const MomentFrame& frame : moment_->frames) {
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
  json.integer_field("drawn", caches_->scene.content.instances.size());
  write_entities(json, "selected", session, state_.selected);
  write_entities(json, "hidden", session, state_.hidden);
  write_entities(json, "pinned", session, state_.pinned);
  write_plots(json);
  if (state_.hovered) {
    json.key("hovered");
    write_entity(json, session, *state_.hovered);
  }
  if (state_.selected_event) {
    const SelectedEvent& event = *state_.selected_event;
    const EventInfo info = session.recordings[event.recording].recording->event(event.event);
    json.key("selected_event");
    json.begin_object();
    json.integer_field("recording", event.recording);
    json.integer_field("row", event.event.value);
    json.field("name", info.name);
    json.end_object();
  }
  if (state_.pinned_picture) json.field("pinned_picture", state_.pinned_picture->property);
  if (state_.open_resource) json.field("open_resource", state_.open_resource->path);
  if (state_.hovered_shape) {
    json.key("hovered_shape");
    json.begin_object();
    json.key("entity");
    write_entity(json, session, state_.hovered_shape->entity);
    json.integer_field("node", state_.hovered_shape->node);
    json.boolean_field("of_event", state_.hovered_shape->event.exists());
    json.end_object();
  }
  json.key("layers");
  json.begin_object();
  json.field("Entity names", to_text(state_.names));
  json.field("Entity paths", to_text(state_.trails));
  for (const auto& [name, layer] : state_.layers) json.field(name, to_text(layer));
  json.end_object();
  if (state_.followed) {
    json.key("followed");
    write_entity(json, session, *state_.followed);
  }
  json.key("camera");
  json.begin_object();
  const glm::dvec3& target = state_.camera.target;
  json.key("target");
  json.numbers(std::array{target.x, target.y, target.z});
  json.number_field("distance", state_.camera.distance);
  json.number_field("yaw", state_.camera.yaw);
  json.number_field("pitch", state_.camera.pitch);
  json.end_object();
  json.key("listed_problems");
  json.begin_array();
  visit_problems(workspace_, moment_ == nullptr ? Moment() : *moment_,
                 [&](const ListedProblem& listed) { write_problem(json, listed.problem); });
  json.end_array();
  json.key("failures");
  json.begin_array();
  for (const OpenFailure& failure : workspace_.failures()) {
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
  json.boolean_field("interpolated", moment_ != nullptr && moment_->is_interpolated());
  json.field("coordinates", state_.coordinates ? state_.coordinates->name() : "source");
  json.field("theme", theme_->is_dark ? "dark" : "light");
  json.number_field("scale", scale_, Precision::float32);
  json.field("entity_search", state_.entity_search);
  json.field("property_search", state_.property_search);
  json.field("event_filter", state_.event_filter);
  write_filters(json);
  json.key("open_windows");
  json.begin_array();
  if (state_.help_open) json.text("help");
  if (state_.problems_open) json.text("problems");
  if (state_.queries_open) json.text("queries");
  if (state_.filters_open) json.text("filters");
  if (state_.reading_open) json.text("reading");
  if (state_.save_open) json.text("save");
  if (state_.about_open) json.text("about");
  if (state_.open_dialog) json.text("open");
  json.end_array();
  json.boolean_field("busy", is_busy() || !seen.is_answered);
  json.integer_field("pictures", seen.pictures);
  json.key("input");
  json.begin_object();
  json.key("mouse");
  json.numbers(seen.mouse);
  json.integer_field("buttons", seen.buttons);
  json.integer_field("wheel", seen.wheel);
  json.integer_field("keys", seen.keys);
  json.integer_field("characters", seen.characters);
  json.end_object();
  json.boolean_field("typing", ImGui::GetIO().WantTextInput);
  json.key("places");
  json.begin_object();
  for (const auto& [name, place] : places_.places) {
    json.key(name);
    json.numbers(std::array<double, 4>{place.x, place.y, place.width, place.height},
                 Precision::float32);
  }
  json.end_object();
  json.end_object();
  text += '\n';
  return text;
}

}  // namespace scrubjay
