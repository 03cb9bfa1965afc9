#include <algorithm>
#include <string>

#include "app/shared/plain_text.h"
#include "app/viewer/css_color.h"
#include "app/viewer/entity_names.h"
#include "app/viewer/found/filtered_events.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/events/event_rows.h"
#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/panels/properties/comment_view.h"
#include "app/viewer/panels/properties/property_icons.h"
#include "app/viewer/panels/widgets/event_glyph.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"

namespace scrubjay {

namespace {

/// Names of clients that decide how wide their column is.
constexpr std::size_t kClientsMeasured = 32;

EventRowsKey key_of(const PanelContext& context) {
  EventRowsKey key;
  for (const OpenRecording& open : context.session().recordings) {
    key.recordings.push_back(open.recording.get());
    key.offsets.push_back(open.offset);
    key.visible.push_back(open.visible);
    key.hidden_streams.push_back(open.hidden_streams);
    key.comments.push_back(open.recording->is_indexed() ? open.recording->comment_count() : 0);
  }
  const ContactList& contacts = context.caches.of<ContactList>();
  for (std::size_t i = 0; i < key.recordings.size(); ++i)
    key.contacts.push_back(contacts.of(context.session(), i));
  key.filter = context.state.event_filter;
  key.of_selection = context.state.events_of_selection;
  if (key.of_selection) key.selected = context.state.selected;
  key.opens_start = context.state.event_start_open;
  return key;
}

/// Rows [first, last) of the table: all that pass, or those in the time that the timeline shows.
struct Shown {
  std::size_t first = 0;
  std::size_t last = 0;
  std::size_t count() const { return last - first; }
};

Shown shown_rows(const ViewContext& context, const EventRows& rows) {
  if (!context.state.events_in_view) return {0, rows.size()};
  const TimeRange shown =
      context.state.timeline.fit ? context.session().range() : context.state.timeline.shown;
  const std::size_t first = rows.first_at(context.session(), shown.begin);
  return {first, std::max(first, rows.first_after(context.session(), shown.end))};
}

/// Contacts of visible recordings, and the recorded collisions that are no rows of their own.
struct ContactCount {
  std::size_t contacts = 0;
  std::size_t gathered = 0;
};

ContactCount count_contacts(const PanelContext& context) {
  ContactCount count;
  for (std::size_t i = 0; i < context.session().recordings.size(); ++i) {
    const auto found = context.caches.of<ContactList>().of(context.session(), i);
    if (found == nullptr || !context.session().recordings[i].visible) continue;
    count.contacts += found->contacts.size();
    count.gathered += found->gathered.size();
  }
  return count;
}

std::string count_text(const PanelContext& context, const EventRows& rows, const Shown& shown,
                       bool done) {
  const ContactCount contacts = count_contacts(context);
  const std::size_t events = count_events(context.session());
  const std::size_t comments = count_comments(context.session());
  const std::size_t all = events + comments + contacts.contacts - contacts.gathered;
  std::string of_all = counted_text(events, "event");
  if (comments > 0) {
    of_all += ", " + counted_text(comments, "comment");
  }
  if (contacts.contacts > 0) {
    of_all += ", \xC6\x92 " + counted_text(contacts.contacts, "contact");
  }
  const std::size_t listed = rows.listed(shown.first, shown.last);
  if (!done && all > 0) {
    return grouped_digits(listed) + " found, " +
           std::to_string(rows.looked_at() * 100 / std::max<std::size_t>(1, events + comments)) +
           " % searched";
  }
  return listed == all ? of_all : grouped_digits(listed) + " of " + of_all;
}

void draw_head(PanelContext& context, EventRowsCache& cache, const Shown& shown) {
  ViewState& state = context.state;
  const float width = ImGui::GetContentRegionAvail().x;
  bool focus = false;
  search_field(context, "events.filter", "Filter: words, tag:, name:, entity:", state.event_filter,
               focus, width, "events.filter");
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float padding = 4 * ImGui::GetStyle().FramePadding.x + 4 * context.scale;
  const auto width_with = [&](const char* of_time) {
    return ImGui::CalcTextSize("Selection").x + ImGui::CalcTextSize(of_time).x + padding;
  };
  const char* const of_time = width_with("Shown time") < width ? "Shown time" : "Time";
  const float buttons = width_with(of_time);
  const float room = width - buttons - 8 * context.scale;
  std::string count = count_text(context, cache.rows, shown, cache.is_done);
  if (text_width(context.fonts.small, count) > room) {
    count = grouped_digits(cache.rows.listed(shown.first, shown.last)) + " rows";
  }
  draw_text(context.fonts.small, start.x, start.y, start.y + ImGui::GetFrameHeight(),
            packed(context.theme.dim), count, room);
  ImGui::SetCursorScreenPos({start.x + width - buttons, start.y});
  if (toggle_button(context, "Selection", state.events_of_selection, "events.selection")) {
    state.events_of_selection = !state.events_of_selection;
  }
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("Only events of the selected entities, and those that name them");
  ImGui::SameLine(0, 4 * context.scale);
  if (toggle_button(context, of_time, state.events_in_view, "events.shown_time")) {
    state.events_in_view = !state.events_in_view;
  }
  if (ImGui::IsItemHovered())
    ImGui::SetTooltip("Only events in the part of time that the timeline shows");
}

/// Seconds with three decimals, without the unit.
std::string decimals(double seconds) {
  std::string text = seconds_text(seconds);
  return text.substr(0, text.size() - 2);
}

/// Where each column begins, from the left edge of a row; a column without room has no width.
struct Columns {
  float time, frame, client, name, entity, text, end;
};

/// Width of the column of clients without their names: all of their marks fit.
float badge_room(const ViewContext& context) {
  const Session& session = context.session();
  float widest = 0;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const std::size_t streams = session.recordings[i].recording->timeline().stream_count();
    if (streams == 0) continue;
    // The last one has the most letters.
    widest = std::max(widest,
                      source_badge_width(context, mark_of(session, i, StreamIndex(streams - 1))));
  }
  return widest + 8 * context.scale;
}

/// The widest name of a client with its mark, within reason; 0 when nothing is told apart.
float client_width(const ViewContext& context) {
  if (!has_marks(context.session())) return 0;
  float widest = 0;
  for (const OpenRecording& open : context.session().recordings) {
    if (!open.visible || !has_several_streams(*open.recording)) continue;
    const std::size_t streams =
        std::min<std::size_t>(open.recording->timeline().stream_count(), kClientsMeasured);
    for (std::size_t i = 0; i < streams; ++i) {
      widest =
          std::max(widest, text_width(context.fonts.small,
                                      stream_title(open.recording->timeline(), StreamIndex(i))));
    }
  }
  const float badge = badge_room(context);
  return widest == 0 ? badge : std::min(widest + badge, 96 * context.scale);
}

/// Between the begin of the name's cell and the name: what the mark takes.
constexpr float kMarkRoom = 15;

/// `widest_name`: of events that were shown beside their entities [pixels at 100 %].
Columns columns_of(const ViewContext& context, float width, float widest_name) {
  const float s = context.scale;
  const TimeRange range = context.session().range();
  const auto width_of = [&](const std::string& text) {
    return text_width(context.fonts.numbers, text);
  };
  const float times = std::max({width_of(decimals(range.begin)), width_of(decimals(range.end)),
                                text_width(context.fonts.small, "Time [s]")});
  std::size_t frames = 1;
  for (const OpenRecording& open : context.session().recordings) {
    frames = std::max(frames, open.recording->frame_count());
  }
  const float numbers =
      std::max(width_of(std::to_string(frames)), text_width(context.fonts.small, "Frame"));
  Columns c{};
  c.time = 6 * s;
  c.frame = c.time + times + 12 * s;
  c.client = c.frame + (width > 300 * s ? numbers + 12 * s : 0);
  const float client = client_width(context);
  // Where there is no room for names of clients beside that of the entity, their marks stand alone.
  const bool has_room = width - c.client - client > 240 * s;
  c.name = c.client + (client == 0 ? 0 : has_room ? client + 8 * s : badge_room(context));
  const float rest = width - c.name;
  c.end = width - 4 * s;
  if (rest > 420 * s) {
    c.entity = c.name + rest * 0.34F;
    c.text = c.name + rest * 0.62F;
  } else if (rest > 150 * s) {
    c.entity = c.name + std::clamp((widest_name + kMarkRoom + 8) * s, rest * 0.4F, rest * 0.6F);
    c.text = width + 4 * s;
  } else {
    c.entity = c.end;
    c.text = c.end;
  }
  return c;
}

void draw_titles(ViewContext& context, const Columns& columns) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = row_height(context);
  const ImU32 color = packed(context.theme.dim);
  const auto title = [&](float at, float end, const char* text) {
    draw_text(context.fonts.small, min.x + at, min.y, min.y + height, color, text, end - at - 4);
  };
  title(columns.time, columns.frame, "Time [s]");
  if (columns.client > columns.frame) title(columns.frame, columns.client, "Frame");
  // A mark says itself what it is.
  const char* const source = context.session().recordings.size() > 1 ? "Recording" : "Client";
  if (columns.name - columns.client > text_width(context.fonts.small, source) + 4) {
    title(columns.client, columns.name, source);
  }
  title(columns.name, columns.entity, "Event");
  title(columns.entity, columns.text, "Entity");
  if (columns.text > columns.entity) {
    context.places.add("events.column.entity", {min.x + columns.entity, min.y},
                       {min.x + columns.text, min.y + height});
  }
  title(columns.text, columns.end, "Properties");
  ImGui::Dummy({width, height - ImGui::GetStyle().ItemSpacing.y});
  const float line = min.y + height - 1;
  ImGui::GetWindowDrawList()->AddLine({min.x, line}, {min.x + width, line},
                                      packed(context.theme.line));
}

void draw_right(const DrawContext& context, float left, float right, ImVec2 min, ImVec2 max,
                ImU32 color, const std::string& text) {
  const float width = std::min(text_width(context.fonts.numbers, text), right - left);
  draw_text(context.fonts.numbers, right - width, min.y, max.y, color, text, width + 1);
}

void go_to(ViewContext& context, EventRowsCache& cache, const EventRef& ref,
           const EventInfo& event) {
  cache.clicked = event_time(context.session(), ref);
  if (ref.contact != nullptr) {
    go_to_contact(context, ref.recording, ref.contact->contact, ImGui::GetIO().KeyAlt);
    return;
  }
  context.commands.emplace_back(SeekTo{event_time(context.session(), ref)});
  // With Alt the selected entity stays as it is.
  if (event.entity.exists() && !ImGui::GetIO().KeyAlt) {
    select(context.state, {ref.recording, event.entity});
  }
  const EventIndex about =
      ref.comment.exists()
          ? context.session().recordings[ref.recording].recording->comment(ref.comment).event
          : ref.event;
  if (about.exists()) context.state.selected_event = SelectedEvent{ref.recording, about};
}

void row_menu(ViewContext& context, EventRowsCache& cache, const EventRef& ref,
              const EventInfo& event) {
  if (ImGui::MenuItem("Go to this event")) go_to(context, cache, ref, event);
  ImGui::Separator();
  if (ref.contact != nullptr) {
    if (ImGui::MenuItem("Hide what is derived")) context.state.show_derived = false;
    return;
  }
  const auto filter = [&](const char* prefix, std::string_view value) {
    context.state.event_filter = std::string(prefix) + "\"" + valid_utf8(value) + "\"";
  };
  if (!ref.comment.exists() && ImGui::MenuItem("Show only events of this name")) {
    filter("name:", event.name);
  }
  if (ref.comment.exists() && ImGui::MenuItem("Show only comments")) filter("tag:", event.tag);
  if (!ref.comment.exists() && !event.tag.empty() &&
      ImGui::MenuItem("Show only events of this tag")) {
    filter("tag:", event.tag);
  }
  const Recording& recording = *context.session().recordings[ref.recording].recording;
  if (event.entity.exists() && ImGui::MenuItem("Show only events of this entity")) {
    filter("entity:", recording.entity(event.entity).id);
  }
  if (ref.comment.exists()) return;
  ImGui::Separator();
  if (ImGui::MenuItem("Filter by this in all frames\u2026")) {
    add_filter_from_event(context.state, event);
  }
}

/// The first properties of an event, or an ellipsis while they are decoded.
std::string details_of(PanelContext& context, EventRowsCache& cache, const EventRef& ref) {
  if (ref.comment.exists()) return {};
  if (ref.contact != nullptr) {
    return contact_details(*ref.contact, context.session().recordings[ref.recording].offset);
  }
  const std::string* text = cache.texts.find(context.session().recordings[ref.recording].recording,
                                             ref.event, context.workspace.background());
  return text == nullptr ? "\xE2\x80\xA6" : *text;
}

void event_tooltip(PanelContext& context, EventRowsCache& cache, const EventRef& ref,
                   const EventInfo& event) {
  std::string text = one_line(event.name);
  if (!event.tag.empty()) text += "  \xC2\xB7  " + one_line(event.tag);
  if (event.entity.exists()) {
    text += "\n" + entity_title(context, {ref.recording, event.entity});
  }

  const Timeline& timeline = context.session().recordings[ref.recording].recording->timeline();
  if (timeline.stream_count() > 1)
    text += "\n" + stream_title(timeline, timeline.stream(event.frame));
  if (ref.contact != nullptr) {
    text += "\nand " + entity_title(context, {ref.recording, ref.contact->contact.other});
  }
  if (event.end > event.time) text += "\nlasts " + seconds_text(event.end - event.time);
  const std::string details = details_of(context, cache, ref);
  if (!details.empty()) text += "\n" + details;
  if (context.session().recordings.size() > 1) {
    text += "\n" + one_line(context.session().recordings[ref.recording].recording->file().path());
  }
  text_tooltip(context, text);
}

/// From which recording or client an event comes: its mark, and a client's name where it has room.
void draw_client(const ViewContext& context, const EventRef& ref, const EventInfo& event,
                 ImVec2 min, ImVec2 max, const Columns& columns) {
  const Timeline& timeline = context.session().recordings[ref.recording].recording->timeline();
  const StreamIndex stream = timeline.stream(event.frame);
  const float s = context.scale;
  const float x = min.x + columns.client;
  const float badge =
      draw_source_badge(context, *ImGui::GetWindowDrawList(), x, (min.y + max.y) / 2,
                        mark_of(context.session(), ref.recording, stream)) +
      6 * s;
  if (timeline.stream_count() < 2 || columns.name <= columns.client + badge_room(context)) return;
  draw_text(context.fonts.small, x + badge, min.y, max.y, packed(context.theme.dim),
            stream_title(timeline, stream), min.x + columns.name - x - badge - 4 * s);
}

void draw_event_mark(const ViewContext& context, const EventRef& ref, const EventInfo& event,
                     ImVec2 center) {
  const Theme& theme = context.theme;
  const float s = context.scale;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (ref.contact != nullptr) {
    draw_text(context.fonts.text, center.x - 4 * s, center.y - 10 * s, center.y + 10 * s,
              packed(event_color(theme, event.name, event.tag)), "\xC6\x92", 14 * s);
    return;
  }
  if (ref.comment.exists()) {
    const Recording& recording = *context.session().recordings[ref.recording].recording;
    const ImVec4 color = readable_on(comment_color(recording.comment(ref.comment)), theme.panel, 2);
    draw_speech_mark(list, center, 5 * s, packed(color));
    return;
  }
  draw_event_glyph(list, center, 5 * s, event_glyph(event.name, event.tag),
                   packed(event_color(theme, event.name, event.tag)));
}

/// `text`, or what of it before a " · " has room: nothing of it is cut. Of one that has none, as
/// much as has room, where that is worth something.
std::string_view whole_parts(ImFont* font, std::string_view text, float room, float least) {
  while (!text.empty() && text_width(font, text) > room) {
    const std::size_t end = text.rfind(" \u00B7 ");
    if (end == std::string_view::npos && room >= least) return text;
    text = end == std::string_view::npos ? std::string_view() : text.substr(0, end);
  }
  return text;
}

/// The name of a contact says whose it is: where details have no column, they go before that.
bool has_entity_cell(const EventRef& ref, const EventInfo& event, const Columns& columns) {
  return columns.text > columns.entity && event.entity.exists() &&
         (ref.contact == nullptr || columns.end > columns.text);
}

/// What happened, and behind it which: the first properties where they have no column of their own.
void draw_name_cell(PanelContext& context, EventRowsCache& cache, const EventRef& ref,
                    const EventInfo& event, ImVec2 min, ImVec2 max, const Columns& columns) {
  const float s = context.scale;
  float x = min.x + columns.name;
  draw_event_mark(context, ref, event, {x + 5 * s, (min.y + max.y) / 2});
  x += kMarkRoom * s;
  const bool has_entity = has_entity_cell(ref, event, columns);
  const float end =
      min.x + (has_entity ? columns.entity - 8 * s : std::min(columns.text, columns.end));
  const std::string name = one_line(event.name);
  if (const float width = text_width(context.fonts.text, name) / s;
      has_entity && width > cache.widest_seen) {
    cache.widest_seen = width;
    context.needs_redraw = context.needs_redraw || width != cache.widest_name;
  }
  x += draw_text(context.fonts.text, x, min.y, max.y, packed(context.theme.text), name, end - x);
  x += 6 * s;
  const bool has_details = columns.end <= columns.text && !ref.comment.exists();
  const std::string rest = has_details ? details_of(context, cache, ref) : one_line(event.tag);
  draw_text(context.fonts.small, x, min.y, max.y, packed(context.theme.dim),
            whole_parts(context.fonts.small, rest, end - x, (has_entity ? 96 : 56) * s),
            end - x + 1);
}

void draw_entity_cell(PanelContext& context, EntityRef entity, ImVec2 min, ImVec2 max,
                      const Columns& columns) {
  const float s = context.scale;
  const EntityInfo info =
      context.session().recordings[entity.recording].recording->entity(entity.entity);
  float x = min.x + columns.entity;
  const float end = min.x + columns.text - 8 * s;
  draw_kind({x + 5 * s, (min.y + max.y) / 2}, 3.5F * s, info.kind,
            packed(kind_color(context.theme, info.kind)));
  x += 14 * s;
  const std::string id = one_line(info.id, 60);
  const float id_width = text_width(context.fonts.small, id);
  const float room = end - x;
  const std::string name = entity_title(context, entity);
  // An id that tells things of one name apart goes before the end of a long name, another one only
  // where it cuts no name that has room, and most of the name is left.
  const bool tells_apart = context.caches.of<EntityNames>().is_shared(context.session(), entity);
  const float whole = text_width(context.fonts.text, name);
  const float least_name = std::min(whole, (tells_apart ? 24 : 56) * s);
  const float beside_id = room - id_width - 6 * s;
  const bool cuts_name = !tells_apart && whole <= room && whole > beside_id;
  const float name_room = beside_id >= least_name && !cuts_name ? beside_id : room;
  const float width = draw_name(context.fonts.text, x, min.y, max.y, packed(context.theme.text),
                                name_for(context.fonts.text, name, name_room), name_room);
  draw_text_if_room(context.fonts.small, x + width + 6 * s, min.y, max.y, packed(context.theme.dim),
                    id, room - width - 6 * s);
}

void draw_cells(PanelContext& context, EventRowsCache& cache, const EventRef& ref,
                const EventInfo& event, ImVec2 min, ImVec2 max, const Columns& columns) {
  const Theme& theme = context.theme;
  const float s = context.scale;
  const ImU32 text = packed(theme.text);
  const ImU32 dim = packed(theme.dim);
  draw_right(context, min.x + columns.time, min.x + columns.frame - 12 * s, min, max, text,
             decimals(event_time(context.session(), ref)));
  if (columns.name > columns.client) draw_client(context, ref, event, min, max, columns);
  if (columns.client > columns.frame) {
    draw_right(context, min.x + columns.frame, min.x + columns.client - 12 * s, min, max, dim,
               std::to_string(event.frame.value));
  }
  draw_name_cell(context, cache, ref, event, min, max, columns);
  if (has_entity_cell(ref, event, columns)) {
    draw_entity_cell(context, {ref.recording, event.entity}, min, max, columns);
  }
  if (columns.end > columns.text) {
    draw_text(context.fonts.small, min.x + columns.text, min.y, max.y, dim,
              details_of(context, cache, ref), columns.end - columns.text);
  }
}

void draw_row(PanelContext& context, EventRowsCache& cache, std::size_t row, std::size_t place,
              ImVec2 min, ImVec2 max, const Columns& columns, bool at_playhead) {
  const EventRef ref = cache.rows[row];
  const EventInfo event = listed_event(context.session(), ref);
  const Theme& theme = context.theme;
  const float s = context.scale;
  ImGui::SetCursorScreenPos(min);
  ImGui::PushID(static_cast<int>(ref.recording));
  ImGui::PushID(ref.contact != nullptr ? "contact" : ref.comment.exists() ? "comment" : "event");
  ImGui::PushID(ref.contact != nullptr ? static_cast<int>(row)
                : ref.comment.exists() ? static_cast<int>(ref.comment.value)
                                       : static_cast<int>(ref.event.value));
  const bool pressed = ImGui::InvisibleButton("row", {max.x - min.x, max.y - min.y});
  const bool hovered = ImGui::IsItemHovered();
  context.places.add_item("events.row." + std::to_string(place));
  const bool of_selection =
      event.entity.exists() && is_selected(context.state, {ref.recording, event.entity}) &&
      (ref.contact == nullptr ||
       is_selected(context.state, {ref.recording, ref.contact->contact.other}));
  ImDrawList* list = ImGui::GetWindowDrawList();
  if (hovered || of_selection) {
    const ImVec4 color = hovered ? theme.hovered : with_alpha(theme.selected, 0.45F);
    list->AddRectFilled(min, max, packed(color), 3 * s);
  }
  if (at_playhead) {
    list->AddRectFilled(min, max, packed(with_alpha(theme.accent, kAtPlayhead)));
    list->AddRectFilled(min, {min.x + 3 * s, max.y}, packed(theme.accent), 1.5F * s);
  }
  draw_cells(context, cache, ref, event, min, max, columns);
  if (hovered && event.entity.exists()) {
    context.state.hovered = EntityRef{ref.recording, event.entity};
  }
  if (pressed) go_to(context, cache, ref, event);
  // As of entities: the first click has selected who it is about.
  if (hovered && event.entity.exists() && !ImGui::GetIO().KeyAlt &&
      ImGui::IsMouseDoubleClicked(0)) {
    context.state.focus_request = context.state.selected;
  }
  if (hovered && ImGui::IsMouseReleased(1)) ImGui::OpenPopup("menu");
  if (ImGui::BeginPopup("menu")) {
    row_menu(context, cache, ref, event);
    ImGui::EndPopup();
  } else if (hovered) {
    const std::uint64_t key =
        ref.contact != nullptr ? (std::uint64_t{1} << 62) | row
                               : (std::uint64_t{ref.recording} << 33) |
                                     (ref.comment.exists() ? std::uint64_t{1} << 32 : 0) |
                                     (ref.comment.exists() ? ref.comment.value : ref.event.value);
    if (ref.comment.exists()) {
      comment_tooltip(context, ref.recording, {&ref.comment, 1});
    } else if (cache.rest.is_long(key, context.now)) {
      event_tooltip(context, cache, ref, event);
    } else {
      context.needs_redraw = true;
    }
  }
  ImGui::PopID();
  ImGui::PopID();
  ImGui::PopID();
}

/// What was there at the start, as one row that opens and folds.
void draw_start_row(ViewContext& context, EventRowsCache& cache, std::size_t row, ImVec2 min,
                    ImVec2 max, const Columns& columns) {
  const EventStart& start = *cache.rows.start_at(row);
  const EventRef ref = cache.rows[row];
  const Timeline& timeline = context.session().recordings[ref.recording].recording->timeline();
  const float s = context.scale;
  ImGui::SetCursorScreenPos(min);
  ImGui::PushID(static_cast<int>(ref.recording));
  ImGui::PushID(static_cast<int>(start.stream.value));
  bool& is_open = context.state.event_start_open;
  if (ImGui::InvisibleButton("start", {max.x - min.x, max.y - min.y})) {
    is_open = !is_open;
    cache.clicked = context.moment.time;  // the rows stay where they are
  }
  context.places.add_item("events.start");
  if (ImGui::IsItemHovered()) {
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, packed(context.theme.hovered), 3 * s);
  }
  ImGui::PopID();
  ImGui::PopID();
  draw_right(context, min.x + columns.time, min.x + columns.frame - 12 * s, min, max,
             packed(context.theme.dim), decimals(listed_time(context.session(), ref)));
  if (columns.name > columns.client) {
    draw_client(context, ref, listed_event(context.session(), ref), min, max, columns);
  }
  const float x = min.x + columns.name;
  draw_fold({x + 5 * s, (min.y + max.y) / 2}, 4 * s, is_open, packed(context.theme.dim));
  std::string text = grouped_digits(start.count) + " present at the start";
  if (timeline.stream_count() > 1) text += " of " + stream_title(timeline, start.stream);
  draw_text(context.fonts.text, x + 15 * s, min.y, max.y, packed(context.theme.dim), text,
            min.x + columns.end - x - 15 * s);
}

/// Where the playhead stands among the rows: at the newest events at or before it, whose frame may
/// have passed already.
struct Playhead {
  std::size_t first = 0;  ///< rows [first, last) are those events
  std::size_t last = 0;
  bool is_exact = false;  ///< their frame is the one that is shown
};

Playhead find_playhead(const ViewContext& context, const EventRows& rows) {
  const Session& session = context.session();
  Playhead playhead;
  playhead.last = rows.first_after(session, context.moment.time);
  if (playhead.last == 0) return playhead;
  const EventRef newest = rows[playhead.last - 1];
  playhead.first = rows.first_at(session, listed_time(session, newest));
  const FrameIndex frame = listed_event(session, newest).frame;
  playhead.is_exact = std::ranges::any_of(context.moment.frames, [&](const MomentFrame& shown) {
    return shown.ref == FrameRef{newest.recording, frame};
  });
  return playhead;
}

/// Scrolls when the playhead has moved to other rows; not while the user looks elsewhere, nor away
/// from the row that was clicked.
void follow(EventRowsCache& cache, const Playhead& playhead, const Shown& shown, Seconds now) {
  if (cache.clicked == now) cache.followed_row = playhead.last;
  if (cache.followed_row == playhead.last) return;
  cache.clicked.reset();
  const bool was_known = cache.followed_row != EventRowsCache::kUnknown;
  cache.followed_row = playhead.last;
  if (!was_known && playhead.last == 0) return;
  if (playhead.last <= shown.first || playhead.last > shown.last) return;
  cache.scroll.reveal = playhead.last - 1 - shown.first;
}

}  // namespace

void update_event_rows(PanelContext& context) {
  EventRowsCache& cache = context.caches.of<EventRowsCache>();
  const Session& session = context.session();
  EventRowsKey key = key_of(context);
  cache.texts.keep_only(key.recordings);
  if (cache.rows.set_key(session, std::move(key))) {
    cache.followed_row = EventRowsCache::kUnknown;
    cache.widest_seen = 0;
  }
  WorkBudget budget(kPanelBudget);
  cache.is_done = cache.rows.advance(session, budget);
  if (!cache.is_done) context.needs_redraw = true;
  context.caches.of<FilteredEvents>().passed = cache.rows.passed();
}

void events_panel(PanelContext& context) {
  update_event_rows(context);
  EventRowsCache& cache = context.caches.of<EventRowsCache>();
  const Session& session = context.session();
  const Shown shown = shown_rows(context, cache.rows);
  draw_head(context, cache, shown);
  if (session.recordings.empty()) {
    hint_text(context, "What happens in a recording is listed here.");
    return;
  }
  if (shown.count() == 0) {
    const bool is_all_read = std::ranges::all_of(
        session.recordings, [](const OpenRecording& open) { return open.recording->is_indexed(); });
    if (cache.is_done && is_all_read) {
      hint_text(context, count_events(session) + count_comments(session) == 0
                             ? "Nothing was recorded as an event."
                             : "No event is like that.");
    }
    return;
  }
  if (cache.widest_seen > 0) cache.widest_name = cache.widest_seen;
  const float height = row_height(context);
  const Columns columns =
      columns_of(context, list_width(shown.count(), height, height), cache.widest_name);
  draw_titles(context, columns);
  const Playhead playhead = find_playhead(context, cache.rows);
  follow(cache, playhead, shown, context.moment.time);
  ListView list("event rows", shown.count(), height, cache.scroll);
  for (std::size_t i = list.first(); i < list.last(); ++i) {
    const std::size_t row = shown.first + i;
    if (cache.rows.start_at(row) != nullptr) {
      draw_start_row(context, cache, row, list.row_min(i), list.row_max(i), columns);
      continue;
    }
    const bool marked = row >= playhead.first && row < playhead.last && playhead.is_exact;
    draw_row(context, cache, row, i, list.row_min(i), list.row_max(i), columns, marked);
  }
  if (!playhead.is_exact && playhead.last > shown.first + list.first() &&
      playhead.last < shown.first + list.last()) {
    const ImVec2 at = list.row_min(playhead.last - shown.first);
    ImGui::GetWindowDrawList()->AddLine(at, {list.row_max(0).x, at.y}, packed(context.theme.accent),
                                        std::max(1.0F, context.scale));
  }
  if (cache.texts.is_waiting()) context.needs_redraw = true;
}

}  // namespace scrubjay
