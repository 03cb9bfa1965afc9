#include "app/shared/history_text.h"
#include "app/shared/query_values.h"
#include "app/shared/recording_json.h"
#include "app/shared/source_mark.h"
#include "app/shared/value_plots.h"
#include "app/viewer/found/contact_list.h"
#include "app/viewer/found/property_steps.h"
#include "app/viewer/panels/ask/ask_grid.h"
#include "app/viewer/panels/ask/watches.h"
#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/scene/scene_report.h"
#include "app/viewer/panels/timeline/plot_lane.h"
#include "app/viewer/panels/windows/changes_window.h"
#include "app/viewer/panels/windows/history_window.h"
#include "app/viewer/panels/windows/palette_window.h"
#include "app/viewer/panels/windows/problems_window.h"
#include "app/viewer/plots/plotted_values.h"
#include "app/viewer/shell/shell.h"
#include "core/json_writer.h"

namespace scrubjay {

namespace {

/// A row of a panel may name an entity of a recording that has been closed since it was drawn.
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

std::string_view to_text(AskLaneKind kind) {
  switch (kind) {
    case AskLaneKind::marks: return "marks";
    case AskLaneKind::texts: return "texts";
    case AskLaneKind::numbers: return "numbers";
  }
  return "marks";
}

std::string_view to_text(AskJob::End end) {
  switch (end) {
    case AskJob::End::done: return "done";
    case AskJob::End::stopped: return "stopped";
    case AskJob::End::rows: return "rows";
    case AskJob::End::bytes: return "bytes";
    case AskJob::End::failed: return "failed";
  }
  return "done";
}

}  // namespace

/// Each filter with what it found so far.
void Shell::write_filters(JsonWriter& json) const {
  json.key("filters");
  json.begin_array();
  const FilterSearch::Found found = caches_->of<FiltersCache>().search.found();
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
  const ValuePlots::Found found = caches_->of<ValuePlots>().found();
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
    const auto& bands = caches_->of<DrawnLanes>().bands;
    const auto place = static_cast<std::size_t>(&plotted - state_.plots.data());
    if (const auto band = bands.find(place);
        plot != nullptr && plot->is_of_states() && band != bands.end()) {
      json.key("states");
      json.begin_object();
      json.integer_field("segments", band->second.segments);
      json.integer_field("named", band->second.named);
      json.integer_field("mixed", band->second.mixed);
      json.end_object();
    }
    const Seconds offset = workspace_.session().recordings[plotted.entity.recording].offset;
    if (const auto& chosen = state_.playback.range; plot != nullptr && chosen) {
      json.field("in_range", range_text(*plot, 0, {chosen->begin - offset, chosen->end - offset}));
    }
    json.end_object();
  }
  json.end_array();
}

/// The panel of plots, with what each curve holds at the playhead.
void Shell::write_curves(JsonWriter& json) const {
  json.key("curves");
  json.begin_array();
  const ValuePlots::Found found = caches_->of<ValuePlots>().found();
  for (const PlotCurve& curve : state_.curves) {
    const OpenRecording& open = workspace_.session().recordings[curve.entity.recording];
    const ValuePlot* const plot = found.find(open.recording.get(), plot_request(state_, curve));
    json.begin_object();
    json.key("entity");
    write_entity(json, workspace_.session(), curve.entity);
    if (curve.other.exists()) {
      json.key("other");
      write_entity(json, workspace_.session(), {curve.entity.recording, curve.other});
    }
    json.field("path", curve.path);
    json.field("unit", plot == nullptr ? "" : plot->unit());
    json.integer_field("samples", plot == nullptr ? 0 : plot->size());
    json.integer_field("looked_at", plot == nullptr ? 0 : plot->looked_at());
    const auto range = plot == nullptr ? std::nullopt : plot->extent();
    if (range) {
      json.key("range");
      json.numbers(std::array{range->least, range->most});
    }
    const auto sample =
        plot == nullptr ? std::nullopt : plot->at(state_.playback.playhead - open.offset);
    if (sample && plot->is_of_states()) {
      json.field("state", plot->state_text(plot->value(*sample, 0)));
    } else if (sample) {
      json.key("value");
      json.begin_array();
      for (std::size_t part = 0; part < plot->components(); ++part) {
        json.number(plot->value(*sample, part));
      }
      json.end_array();
    }
    json.end_object();
  }
  json.end_array();
}

/// The first contacts of each recording.
void Shell::write_contacts(JsonWriter& json) const {
  constexpr std::size_t kMost = 100;
  const ContactList& contacts = caches_->of<ContactList>();
  const Session& session = workspace_.session();
  std::size_t known = 0;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (contacts.of(session, i) != nullptr) ++known;
  }
  json.boolean_field("looking_for_contacts",
                     state_.show_derived && known < session.recordings.size());
  json.key("contacts");
  json.begin_array();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const auto found = contacts.of(session, i);
    if (found == nullptr) continue;
    for (std::size_t row = 0; row < std::min(found->contacts.size(), kMost); ++row) {
      const ListedContact& listed = found->contacts[row];
      json.begin_object();
      json.field("title", listed.title);
      json.key("entity");
      write_entity(json, session, {i, listed.contact.entity});
      json.key("other");
      write_entity(json, session, {i, listed.contact.other});
      json.number_field("begin", listed.contact.begin);
      json.number_field("end", listed.contact.end);
      json.integer_field("rows", listed.rows);
      json.end_object();
    }
  }
  json.end_array();
}

/// The property that is chosen, and its changes around the playhead; those of the window of them
/// while it is open.
void Shell::write_history(JsonWriter& json) const {
  if (state_.chosen_property.empty()) return;
  const PropertySteps& steps = caches_->of<PropertySteps>();
  const auto entity = primary_selection(state_);
  json.key("property");
  json.begin_object();
  json.field("path", state_.chosen_property);
  if (entity && entity->entity.exists() && moment_ != nullptr) {
    const OpenRecording& open = workspace_.session().recordings[entity->recording];
    const FrameIndex now = open.recording->timeline().frame_at(
        open.recording->entity(entity->entity).stream, state_.playback.playhead - open.offset);
    const ValueHistory::Found found = steps.nearest.found();
    const bool is_of_it =
        found.of().path == state_.chosen_property && found.of().entity == entity->entity;
    const auto write = [&](std::string_view key, const ValueHistory::Entry* entry, auto value) {
      if (entry == nullptr) return;
      json.key(key);
      json.begin_object();
      json.integer_field("frame", entry->change.frame.value);
      json.field("value", change_value_text(entry->change.*value));
      json.end_object();
    };
    if (is_of_it && now.exists()) {
      json.boolean_field("known", found.knows_until(now) && found.knows_after(now));
      write("since", found.last_until(now), &tables::ValueChange::before);
      write("until", found.first_after(now), &tables::ValueChange::after);
    }
  }
  json.end_object();
  if (!state_.windows[WindowId::history]) return;
  const ValueHistory::Found found = steps.all.found();
  const HistoryWindowCache& window = caches_->of<HistoryWindowCache>();
  json.key("history");
  json.begin_object();
  json.boolean_field("read", found.is_read());
  json.boolean_field("stopped", found.is_stopped());
  json.integer_field("changes", found.changes().size());
  if (window.row) json.integer_field("row", *window.row);
  json.key("shown");
  json.begin_array();
  const std::size_t last = std::min(window.last_row, found.changes().size());
  for (std::size_t row = window.first_row; row < last; ++row) {
    const ValueHistory::Entry& entry = found.changes()[row];
    json.begin_object();
    json.integer_field("row", row);
    json.integer_field("frame", entry.change.frame.value);
    json.integer_field("events", entry.events.size());
    json.field("before", change_value_text(entry.change.before));
    json.field("after", change_value_text(entry.change.after));
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

/// The list of what changed at the playhead, while it is open.
void Shell::write_changes(JsonWriter& json) const {
  constexpr std::size_t kMost = 12;
  const ChangesWindowCache& window = caches_->of<ChangesWindowCache>();
  if (!state_.windows[WindowId::changes] || window.shown == nullptr) return;
  json.key("changes_here");
  json.begin_object();
  json.boolean_field("current", window.is_current);
  json.boolean_field("rated", window.is_rated);
  json.integer_field("count", window.shown->count);
  json.key("rows");
  json.begin_array();
  for (std::size_t row = 0; row < std::min(window.shown->rows.size(), kMost); ++row) {
    const ListedChange& change = window.shown->rows[row];
    json.begin_object();
    json.key("entity");
    write_entity(json, workspace_.session(), change.entity);
    json.field("path", change.path);
    json.field("before", change_value_text(change.before));
    json.field("after", change_value_text(change.after));
    if (change.rate) json.number_field("rate", *change.rate);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

/// What the palette shows, while it is open.
void Shell::write_palette(JsonWriter& json) const {
  const PaletteCache& palette = caches_->of<PaletteCache>();
  if (!palette.is_open || !palette.is_of(workspace_.session())) return;
  json.key("palette");
  json.begin_object();
  json.field("typed", palette.typed);
  json.boolean_field("done",
                     palette.is_done && palette.is_listed && palette.typed == palette.searched);
  json.integer_field("found", palette.search.found());
  json.integer_field("chosen", palette.chosen);
  json.key("rows");
  json.begin_array();
  const auto& hits = palette.search.hits();
  for (std::size_t i = palette.first; i < hits.size() && i < palette.first + 12; ++i) {
    const PaletteRow row = palette_row(workspace_.session(), palette.search, hits[i]);
    json.begin_object();
    json.field("kind", row.kind);
    json.field("text", row.text.text);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

/// What is asked and what came of it, while the window for it is open; and its lane.
void Shell::write_asking(JsonWriter& json) const {
  if (const auto& lane = caches_->of<AskCache>().lane) {
    json.key("ask_lane");
    json.begin_object();
    json.field("title", lane->title);
    json.field("kind", to_text(lane->kind));
    json.integer_field("marks", lane->marks.size());
    json.integer_field("texts", lane->texts.size());
    json.end_object();
  }
  constexpr std::size_t kMostRows = 12;
  const AskCache& cache = caches_->of<AskCache>();
  json.key("watches");
  json.begin_array();
  for (const auto& watch : caches_->of<Watches>().all) {
    const auto watched =
        std::ranges::find(state_.watched, watch->condition, &WatchedCondition::condition);
    if (watched == state_.watched.end()) continue;
    json.begin_object();
    json.field("condition", watch->condition);
    json.boolean_field("running", watch->is_running());
    json.boolean_field("stops", watched->stops_playback);
    if (const auto range = watch->extent()) {
      json.number_field("least", range->least);
      json.number_field("greatest", range->most);
    }
    json.key("bands");
    json.begin_array();
    for (std::size_t i = 0; i < std::min(watch->found.bands.size(), kMostRows); ++i) {
      const WatchBand& band = watch->found.bands[i];
      const auto& of = watch->job.asked()->recordings[band.asked].recording;
      json.begin_object();
      json.number_field("begin", band.begin);
      json.number_field("end", band.end);
      if (of != nullptr) json.field("entity", of->entity(band.entity).id);
      json.end_object();
    }
    json.end_array();
    json.end_object();
  }
  json.end_array();
  if (!state_.windows[WindowId::ask]) return;
  const AskRows& rows = cache.job.rows();
  json.key("ask");
  json.begin_object();
  json.field("text", cache.editor.text);
  json.integer_field("cursor", cache.editor.cursor);
  json.boolean_field("typing", cache.editor.is_active);
  json.boolean_field("knows", !cache.facts_of.empty());
  json.boolean_field("running", cache.job.is_running());
  if (cache.job.asked() != nullptr) json.field("asked", cache.job.asked()->sql);
  json.integer_field("rows", rows.size());
  json.integer_field("listed", listed_rows(cache));
  if (cache.row) json.integer_field("row", *cache.row);
  json.texts_field("columns", rows.columns);
  json.key("first_rows");
  json.begin_array();
  for (std::size_t i = 0; i < std::min(listed_rows(cache), kMostRows); ++i) {
    json.begin_array();
    for (std::size_t column = 0; column < rows.columns.size(); ++column) {
      json.text(shown_text(cache, row_at(cache, i), column));
    }
    json.end_array();
  }
  json.end_array();
  if (const auto& outcome = cache.job.outcome()) {
    json.field("end", to_text(outcome->end));
    if (outcome->problem) {
      json.field("error", outcome->problem->message);
      const auto place = tables::place_in_query(cache.job.asked()->sql, *outcome->problem);
      if (place) json.integer_field("error_at", *place);
    }
  }
  const std::span<const Completion> found = cache.editor.completions.found;
  json.texts_field("completions", found.first(std::min(found.size(), kMostRows)),
                   &Completion::title);
  json.texts_field("questions", cache.questions, &Question::title);
  json.field("told", cache.told);
  json.end_object();
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
    json.field("file_change", to_text(workspace_.file_change(i)));
    json.texts_field("read_options", workspace_.read_options(i),
                     [](const auto& option) { return option.first + "=" + option.second; });
    json.end_object();
  }
  json.end_array();
  write_scenery_state(json);
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
  const SceneCache& scene = caches_->of<SceneCache>();
  json.integer_field("drawn", scene.content.instances.size());
  const SceneReport shown = report_of(scene, state_.camera);
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
  json.field("color_by", to_text(state_.color_by));
  json.integer_field("references", scene.references_drawn);
  json.boolean_field("measuring", state_.is_measuring);
  json.integer_field("measured_points", state_.measured.size());
  if (scene.measured) json.number_field("measured", *scene.measured);
  if (scene.selected_distance) json.number_field("selected_distance", *scene.selected_distance);
  json.end_object();
  write_entities(json, "selected", session, state_.selected);
  write_entities(json, "hidden", session, state_.hidden);
  write_entities(json, "pinned", session, state_.pinned);
  write_plots(json);
  json.field("timeline_says", caches_->of<DrawnLanes>().says);
  write_notes(json);
  write_curves(json);
  write_contacts(json);
  write_history(json);
  write_changes(json);
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
  json.field("References", to_text(state_.references));
  for (const auto& [name, layer] : state_.layers) json.field(name, to_text(layer));
  json.end_object();
  if (state_.followed) {
    json.key("followed");
    write_entity(json, session, *state_.followed);
  }
  json.field("ride", state_.followed ? to_text(state_.ride) : "");
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
  json.field("link", workspace_.session().recordings.empty() ? "" : link());
  if (bar_) json.field("bar", bar_->text);
  json.field("theme", theme_->name);
  json.number_field("scale", scale_, Precision::float32);
  json.field("entity_search", state_.entity_search);
  json.field("property_search", state_.property_search);
  json.field("event_filter", state_.event_filter);
  write_filters(json);
  write_palette(json);
  write_asking(json);
  write_comparison(json);
  if (keyboard_area_) {
    json.field("keyboard_area", kAreas[static_cast<std::size_t>(*keyboard_area_)].name);
  }
  json.key("open_windows");
  json.begin_array();
  for (const WindowRow& window : kWindows) {
    if (state_.windows[window.id]) json.text(window.name);
  }
  json.end_array();
  json.key("dock");
  json.begin_array();  // what is in front, then what is behind it
  if (is_docked(state_, state_.dock_front)) {
    json.text(kWindows[static_cast<std::size_t>(state_.dock_front)].name);
  }
  for (const WindowRow& window : kWindows) {
    if (is_docked(state_, window.id) && window.id != state_.dock_front) json.text(window.name);
  }
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
