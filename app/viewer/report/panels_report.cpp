#include "app/shared/history_text.h"
#include "app/shared/query_values.h"
#include "app/shared/value_plots.h"
#include "app/viewer/found/contact_list.h"
#include "app/viewer/found/property_steps.h"
#include "app/viewer/panels/ask/ask_grid.h"
#include "app/viewer/panels/ask/watches.h"
#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/panels/timeline/plot_lane.h"
#include "app/viewer/panels/windows/changes_window.h"
#include "app/viewer/panels/windows/history_window.h"
#include "app/viewer/panels/windows/palette_window.h"
#include "app/viewer/plots/plotted_values.h"
#include "app/viewer/report/report_parts.h"
#include "app/viewer/saved/notes_store.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostListed = 12;  // rows of a panel

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

/// What is plotted, and how much of it is known: `plot`, null before it is looked for.
void write_plotted(JsonWriter& json, const ReportedView& view, const PlottedValue& plotted,
                   const ValuePlot* plot) {
  json.key("entity");
  write_entity(json, view.workspace.session(), plotted.entity);
  if (plotted.other.exists()) {
    json.key("other");
    write_entity(json, view.workspace.session(), {plotted.entity.recording, plotted.other});
  }
  json.field("path", plotted.path);
  json.integer_field("samples", plot == nullptr ? 0 : plot->size());
  json.integer_field("looked_at", plot == nullptr ? 0 : plot->looked_at());
  const auto range = plot == nullptr ? std::nullopt : plot->extent();
  if (range) {
    json.key("range");
    json.numbers(std::array{range->least, range->most});
  }
}

}  // namespace

/// Each filter with what it found so far.
void write_filters(JsonWriter& json, const ReportedView& view) {
  json.key("filters");
  json.begin_array();
  const FilterSearch::Found found = view.caches.of<FiltersCache>().search.found();
  for (const ListedFilter& listed : view.state.filters) {
    json.begin_object();
    json.field("title", filter_title(listed.filter));
    json.boolean_field("on", listed.is_on);
    json.integer_field("hits", count_hits(view.workspace.session(), found, listed.filter));
    json.end_object();
  }
  json.end_array();
}

void write_plots(JsonWriter& json, const ReportedView& view) {
  json.key("plots");
  json.begin_array();
  const ValuePlots::Found found = view.caches.of<ValuePlots>().found();
  for (const PlottedValue& plotted : view.state.plots) {
    const Recording& recording =
        *view.workspace.session().recordings[plotted.entity.recording].recording;
    const ValuePlot* const plot = found.find(&recording, plot_request(view.state, plotted));
    json.begin_object();
    write_plotted(json, view, plotted, plot);
    const auto& bands = view.caches.of<DrawnLanes>().bands;
    const auto place = static_cast<std::size_t>(&plotted - view.state.plots.data());
    if (const auto band = bands.find(place);
        plot != nullptr && plot->is_of_states() && band != bands.end()) {
      json.key("states");
      json.begin_object();
      json.integer_field("segments", band->second.segments);
      json.integer_field("named", band->second.named);
      json.integer_field("mixed", band->second.mixed);
      json.end_object();
    }
    const Seconds offset = view.workspace.session().recordings[plotted.entity.recording].offset;
    if (const auto& chosen = view.state.playback.range; plot != nullptr && chosen) {
      json.field("in_range", range_text(*plot, 0, own_range(*chosen, offset)));
    }
    json.end_object();
  }
  json.end_array();
}

/// The panel of plots, with what each curve holds at the playhead.
void write_curves(JsonWriter& json, const ReportedView& view) {
  json.key("curves");
  json.begin_array();
  const ValuePlots::Found found = view.caches.of<ValuePlots>().found();
  for (const PlotCurve& curve : view.state.curves) {
    const OpenRecording& open = view.workspace.session().recordings[curve.entity.recording];
    const ValuePlot* const plot = found.find(open.recording.get(), plot_request(view.state, curve));
    json.begin_object();
    write_plotted(json, view, curve, plot);
    json.field("unit", plot == nullptr ? "" : plot->unit());
    const auto sample = plot == nullptr
                            ? std::nullopt
                            : plot->at(own_time(view.state.playback.playhead, open.offset));
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

void write_notes(JsonWriter& json, const ReportedView& view) {
  const Session& session = view.workspace.session();
  json.key("notes");
  json.begin_array();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    for (const Note& note : view.caches.of<NotesStore>().of(session, i)) {
      json.begin_object();
      json.integer_field("recording", i);
      json.number_field("time", note.time);
      if (note.end) json.number_field("end", *note.end);
      json.field("text", note.text);
      json.field("color", note_color_text(note.color));
      json.end_object();
    }
  }
  json.end_array();
}

/// The first contacts of each recording.
void write_contacts(JsonWriter& json, const ReportedView& view) {
  constexpr std::size_t kMost = 100;
  const ContactList& contacts = view.caches.of<ContactList>();
  const Session& session = view.workspace.session();
  std::size_t known = 0;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (contacts.of(session, i) != nullptr) ++known;
  }
  json.boolean_field("looking_for_contacts",
                     view.state.show_derived && known < session.recordings.size());
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

/// The property that is chosen, and its changes around the playhead.
void write_property(JsonWriter& json, const ReportedView& view) {
  if (view.state.chosen_property.empty()) return;
  const PropertySteps& steps = view.caches.of<PropertySteps>();
  const auto entity = primary_selection(view.state);
  json.key("property");
  json.begin_object();
  json.field("path", view.state.chosen_property);
  if (entity && entity->entity.exists() && view.moment != nullptr) {
    const OpenRecording& open = view.workspace.session().recordings[entity->recording];
    const FrameIndex now =
        open.recording->timeline().frame_at(open.recording->entity(entity->entity).stream,
                                            own_time(view.state.playback.playhead, open.offset));
    const ValueHistory::Found found = steps.nearest.found();
    const bool is_of_it =
        found.of().path == view.state.chosen_property && found.of().entity == entity->entity;
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
}

/// The changes that the window of them shows, while it is open.
void write_history(JsonWriter& json, const ReportedView& view) {
  const PropertySteps& steps = view.caches.of<PropertySteps>();
  if (view.state.chosen_property.empty() || !view.state.windows[WindowId::history]) return;
  const ValueHistory::Found found = steps.all.found();
  const HistoryWindowCache& window = view.caches.of<HistoryWindowCache>();
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
void write_changes(JsonWriter& json, const ReportedView& view) {
  const ChangesWindowCache& window = view.caches.of<ChangesWindowCache>();
  if (!view.state.windows[WindowId::changes] || window.shown == nullptr) return;
  json.key("changes_here");
  json.begin_object();
  json.boolean_field("current", window.is_current);
  json.boolean_field("rated", window.is_rated);
  json.integer_field("count", window.shown->count);
  json.key("rows");
  json.begin_array();
  for (std::size_t row = 0; row < std::min(window.shown->rows.size(), kMostListed); ++row) {
    const ListedChange& change = window.shown->rows[row];
    json.begin_object();
    json.key("entity");
    write_entity(json, view.workspace.session(), change.entity);
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
void write_palette(JsonWriter& json, const ReportedView& view) {
  const PaletteCache& palette = view.caches.of<PaletteCache>();
  if (!palette.is_open || !palette.is_of(view.workspace.session())) return;
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
  for (std::size_t i = palette.first; i < hits.size() && i < palette.first + kMostListed; ++i) {
    const PaletteRow row = palette_row(view.workspace.session(), palette.search, hits[i]);
    json.begin_object();
    json.field("kind", row.kind);
    json.field("text", row.text.text);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

/// The lane of what was asked.
void write_ask_lane(JsonWriter& json, const ReportedView& view) {
  if (const auto& lane = view.caches.of<AskCache>().lane) {
    json.key("ask_lane");
    json.begin_object();
    json.field("title", lane->title);
    json.field("kind", to_text(lane->kind));
    json.integer_field("marks", lane->marks.size());
    json.integer_field("texts", lane->texts.size());
    json.end_object();
  }
}

void write_watches(JsonWriter& json, const ReportedView& view) {
  json.key("watches");
  json.begin_array();
  for (const auto& watch : view.caches.of<Watches>().all) {
    const auto watched =
        std::ranges::find(view.state.watched, watch->condition, &WatchedCondition::condition);
    if (watched == view.state.watched.end()) continue;
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
    for (std::size_t i = 0; i < std::min(watch->found.bands.size(), kMostListed); ++i) {
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
}

/// What is asked and what came of it, while the window for it is open.
void write_asking(JsonWriter& json, const ReportedView& view) {
  if (!view.state.windows[WindowId::ask]) return;
  const AskCache& cache = view.caches.of<AskCache>();
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
  for (std::size_t i = 0; i < std::min(listed_rows(cache), kMostListed); ++i) {
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
  json.texts_field("completions", found.first(std::min(found.size(), kMostListed)),
                   &Completion::title);
  json.texts_field("questions", cache.questions, &Question::title);
  json.field("told", cache.told);
  json.end_object();
}

}  // namespace scrubjay
