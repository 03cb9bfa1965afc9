#include "app/viewer/panels/timeline/lane_kinds.h"

#include <array>
#include <cstddef>
#include <optional>
#include <utility>

#include "app/shared/plain_text.h"
#include "app/viewer/found/filtered_events.h"
#include "app/viewer/panels/entities/entity_details.h"
#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/entities/entity_stream_row.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/timeline/ask_lane_view.h"
#include "app/viewer/panels/timeline/chapter_lane.h"
#include "app/viewer/panels/timeline/contact_lane.h"
#include "app/viewer/panels/timeline/difference_lane.h"
#include "app/viewer/panels/timeline/filter_lane.h"
#include "app/viewer/panels/timeline/lane_menu.h"
#include "app/viewer/panels/timeline/notes_lane.h"
#include "app/viewer/panels/timeline/plot_lane.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/timeline/timeline_lanes.h"
#include "app/viewer/panels/timeline/watch_lane.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/short_name.h"

namespace scrubjay {

namespace {

using Kind = TimelineLane::Kind;

constexpr std::string_view kNotYet = "not yet";
constexpr std::string_view kLongestNumber = "-0.00000";

// The heads.

/// "over", of what is shown although it is not of the playhead's time.
std::string age_note(const std::optional<StreamAge>& age) {
  if (!age) return "";
  return age->is_before_first ? std::string(kNotYet) : age->has_ended ? "over" : "silent";
}

LaneHead eye_head(const Theme& theme, bool shown, std::string name) {
  LaneHead head;
  head.icon = shown ? HeadIcon::open_eye : HeadIcon::crossed_eye;
  head.icon_color = with_alpha(theme.dim, shown ? 1.0F : 0.6F);
  head.name = std::move(name);
  head.color = with_alpha(shown ? theme.text : theme.dim, 0.9F);
  head.note_color = theme.warning;
  return head;
}

LaneHead recording_head(const PanelContext& context, const TimelineLane& lane) {
  const OpenRecording& open = context.session().recordings[lane.index];
  LaneHead head = eye_head(context.theme, open.visible,
                           one_line(recording_name(context.session(), lane.index), 200));
  head.mark = mark_of(context.session(), lane.index);
  // Clients say this each by themselves.
  if (open.visible && !has_several_streams(*open.recording)) {
    head.note = age_note(recording_age(open, context.state.playback.playhead));
  }
  if (head.note.empty() && open.offset != 0) {
    head.note = offset_text(open.offset);
    head.note_color = context.theme.dim;
  }
  return head;
}

LaneHead stream_head(const PanelContext& context, const TimelineLane& lane) {
  const OpenRecording& open = context.session().recordings[lane.index];
  const bool shown = context.session().is_shown(lane.index, lane.stream);
  LaneHead head =
      eye_head(context.theme, shown, stream_title(open.recording->timeline(), lane.stream));
  head.indent = kClientIndent;
  head.mark = mark_of(context.session(), lane.index, lane.stream);
  const Seconds t = context.state.playback.playhead - open.offset;
  if (shown) head.note = age_note(stream_age(*open.recording, lane.stream, t));
  head.longest_note = kNotYet;
  return head;
}

LaneHead entity_head(const PanelContext& context, const TimelineLane& lane) {
  const EntityRef ref = context.caches.of<TimelineCache>().entities[lane.index].entity;
  const EntityInfo entity =
      context.session().recordings[ref.recording].recording->entity(ref.entity);
  LaneHead head;
  head.icon = HeadIcon::dot;
  head.icon_color = kind_color(context.theme, entity.kind);
  if (has_marks(context.session())) head.mark = mark_of(context.session(), ref);
  const std::string_view name = entity.name.empty() ? entity.id : last_part(entity.name);
  head.name = one_line(name, 200);
  head.color = with_alpha(context.theme.text, 0.9F);
  // An id goes behind the whole name; what is said of a client goes before it.
  if (!entity.name.empty() && entity.name != entity.id) head.note = one_line(entity.id, 24);
  head.cuts_note = true;
  head.note_color = context.theme.dim;
  return head;
}

LaneHead plain_head(const DrawContext& context, std::string name) {
  LaneHead head;
  head.name = std::move(name);
  head.color = context.theme.dim;
  return head;
}

template <const char* Name>
LaneHead named_head(const PanelContext& context, const TimelineLane&) {
  return plain_head(context, Name);
}

LaneHead events_head(const PanelContext& context, const TimelineLane&) {
  const bool is_filtered = context.caches.of<FilteredEvents>().passed != nullptr;
  return plain_head(context, is_filtered ? "Events, filtered" : "Events");
}

/// Of what was asked, with the value at the playhead.
LaneHead value_head(const PanelContext& context, std::string title, std::string value,
                    const ImVec4& color, bool is_of_numbers) {
  LaneHead head = plain_head(context, std::move(title));
  head.color = context.theme.text;
  head.note = std::move(value);
  head.note_color = color;
  if (is_of_numbers) head.longest_note = kLongestNumber;
  return head;
}

LaneHead ask_head(const PanelContext& context, const TimelineLane& lane) {
  return value_head(context, ask_lane_title(context), ask_lane_value(context), context.theme.accent,
                    is_ask_lane_of_numbers(context, lane));
}

LaneHead watch_head(const PanelContext& context, const TimelineLane& lane) {
  return value_head(context, watch_lane_title(context, lane), watch_lane_value(context, lane),
                    context.theme.warning, is_watch_lane_of_numbers(context, lane));
}

LaneHead more_head(const PanelContext& context, const TimelineLane& lane) {
  return plain_head(context, "and " + grouped_digits(lane.index) + " more selected");
}

// What a click on a head does and what it says.

void select_recording(PanelContext& context, const TimelineLane& lane) {
  select(context.state, {lane.index, EntityIndex()});
}

void recording_tooltip(PanelContext& context, const TimelineLane& lane) {
  item_tooltip(context,
               one_line(context.session().recordings[lane.index].recording->file().path(), 400));
}

void recording_lane_menu(PanelContext& context, const TimelineLane& lane) {
  recording_menu(context, lane.index);
}

void stream_tooltip(PanelContext& context, const TimelineLane& lane) {
  item_tooltip(context, stream_details(context, lane.index, lane.stream));
}

void stream_lane_menu(PanelContext& context, const TimelineLane& lane) {
  stream_menu(context, lane.index, lane.stream);
  compare_item(context, {lane.index, lane.stream});
  ImGui::Separator();
  if (ImGui::BeginMenu("Recording")) {
    recording_menu(context, lane.index);
    ImGui::EndMenu();
  }
}

void show_differences(PanelContext& context, const TimelineLane&) {
  context.state.layout.folded[AreaId::comparison] = false;
}

void difference_tooltip(PanelContext& context, const TimelineLane&) {
  item_tooltip(context,
               "How many entities differ, on a scale of logarithms, and how many differences "
               "there are in all");
}

void edit_filter_of(PanelContext& context, const TimelineLane& lane) {
  edit_filter(context.state, lane.index);
}

void filter_tooltip(PanelContext& context, const TimelineLane& lane) {
  item_tooltip(context, describe(context.state.filters[lane.index].filter), "click to edit");
}

void show_ask(PanelContext& context, const TimelineLane&) {
  context.state.windows[WindowId::ask] = true;
}

void ask_tooltip(PanelContext& context, const TimelineLane&) {
  item_tooltip(context, "The rows of a query", "click to see them");
}

bool has_ask(const PanelContext& context, const TimelineLane&) { return has_ask_lane(context); }

void watch_tooltip(PanelContext& context, const TimelineLane& lane) {
  item_tooltip(context, watch_lane_summary(context, lane));
}

/// Of a plot's lane or an entity's.
EntityRef entity_of(const PanelContext& context, const TimelineLane& lane) {
  return lane.kind == Kind::plot ? context.state.plots[lane.index].entity
                                 : context.caches.of<TimelineCache>().entities[lane.index].entity;
}

void select_entity(PanelContext& context, const TimelineLane& lane) {
  select(context.state, entity_of(context, lane));
}

void entity_tooltip(PanelContext& context, const TimelineLane& lane) {
  const EntityRef entity = entity_of(context, lane);
  if (ImGui::IsItemHovered()) context.state.hovered = entity;
  const std::string path =
      lane.kind == Kind::plot ? one_line(context.state.plots[lane.index].path) + "\n" : "";
  item_tooltip(context, path + entity_details(context, entity));
}

void entity_lane_menu(PanelContext& context, const TimelineLane& lane) {
  entity_menu(context, entity_of(context, lane));
}

/// Whether a list of the view still has what the lane is of.
template <auto List>
bool is_listed(const PanelContext& context, const TimelineLane& lane) {
  return lane.index < (context.state.*List).size();
}

/// Goes to the event exactly, and selects it with its entity; with Alt what is selected stays.
bool take_event(PanelContext& context, const TimelineArea& area, const TimelineLane& lane,
                float mouse_x) {
  const auto found =
      nearest_event(context.session(), row_of(lane.kind).events(context, lane),
                    area.axis.time_at(static_cast<double>(mouse_x)),
                    static_cast<double>(area.scaled(kGrab)) * area.axis.seconds_per_pixel());
  if (!found) return false;
  context.commands.push_back(SeekTo{found->time});
  const Recording& recording = *context.session().recordings[found->recording].recording;
  const EntityIndex entity = recording.event(found->event).entity;
  const ImGuiIO& io = ImGui::GetIO();
  if (entity.exists() && !io.KeyAlt) {
    select(context.state, {found->recording, entity},
           io.KeyCtrl || io.KeyShift ? SelectMode::add : SelectMode::replace);
  }
  context.state.selected_event = SelectedEvent{found->recording, found->event};
  return true;
}

constexpr char kChapters[] = "Chapters";
constexpr char kNotes[] = "Notes";
constexpr char kContacts[] = "\xC6\x92 Contacts";

constexpr std::array kLaneKinds{
    LaneKind{.kind = Kind::recording,
             .place = "timeline.recording.",
             .is_of_recording = true,
             .head = recording_head,
             .draw = draw_recording_lane,
             .events = events_of_recording,
             .remark = recording_remark,
             .menu = recording_lane_menu,
             .click_head = select_recording,
             .head_tooltip = recording_tooltip},
    LaneKind{.kind = Kind::stream,
             .place = "timeline.stream.",
             .usual_height = 18,
             .tight_height = 16,
             .is_of_recording = true,
             .head = stream_head,
             .draw = draw_stream_lane,
             .remark = gap_remark,
             .menu = stream_lane_menu,
             .click_head = select_recording,
             .head_tooltip = stream_tooltip},
    LaneKind{.kind = Kind::chapters,
             .place = "timeline.chapters.",
             .head = named_head<kChapters>,
             .draw = draw_chapter_lane,
             .remark = chapter_remark,
             .take = take_chapter},
    LaneKind{.kind = Kind::differences,
             .place = "timeline.differences",
             .usual_height = 28,
             .tight_height = 22,
             .name_width = difference_name_width,
             .draw = draw_difference_lane,
             .remark = difference_remark,
             .take = take_difference,
             .menu = difference_menu,
             .click_head = show_differences,
             .head_tooltip = difference_tooltip},
    LaneKind{.kind = Kind::notes,
             .place = "timeline.notes",
             .head = named_head<kNotes>,
             .draw = draw_notes_lane,
             .remark = note_remark,
             .take = take_note},
    LaneKind{.kind = Kind::contacts,
             .place = "timeline.contacts",
             .head = named_head<kContacts>,
             .draw = draw_contact_lane,
             .remark = contact_remark,
             .take = take_contact},
    LaneKind{.kind = Kind::events,
             .place = "timeline.events",
             .usual_height = 40,
             .tight_height = 30,
             .head = events_head,
             .draw = draw_events_lane,
             .events = events_of_all,
             .take = take_event},
    LaneKind{.kind = Kind::filter,
             .place = "timeline.filter.",
             .usual_height = 20,
             .tight_height = 17,
             .name_width = filter_name_width,
             .draw = draw_filter_lane,
             .remark = filter_lane_remark,
             .take = take_filter_hit,
             .menu = filter_menu,
             .click_head = edit_filter_of,
             .head_tooltip = filter_tooltip,
             .is_there = is_listed<&ViewState::filters>},
    LaneKind{.kind = Kind::ask,
             .place = "timeline.asked",
             .usual_height = 20,
             .tight_height = 17,
             .is_of_numbers = is_ask_lane_of_numbers,
             .head = ask_head,
             .draw = draw_ask_lane,
             .remark = ask_lane_remark,
             .take = take_ask_mark,
             .menu = ask_lane_menu,
             .click_head = show_ask,
             .head_tooltip = ask_tooltip,
             .is_there = has_ask},
    LaneKind{.kind = Kind::watch,
             .place = "timeline.watch.",
             .usual_height = 20,
             .tight_height = 17,
             .is_of_numbers = is_watch_lane_of_numbers,
             .head = watch_head,
             .draw = draw_watch_lane,
             .remark = watch_lane_remark,
             .take = take_watch_band,
             .menu = watch_lane_menu,
             .click_head = show_ask,
             .head_tooltip = watch_tooltip,
             .is_there = is_listed<&ViewState::watched>},
    LaneKind{.kind = Kind::plot,
             .place = "timeline.plot.",
             .usual_height = 52,
             .tight_height = 40,
             .name_width = plot_name_width,
             .draw = draw_plot_lane,
             .remark = plot_remark,
             .menu = plot_menu,
             .click_head = select_entity,
             .head_tooltip = entity_tooltip,
             .is_there = is_listed<&ViewState::plots>},
    LaneKind{.kind = Kind::entity,
             .place = "timeline.entity.",
             .head = entity_head,
             .draw = draw_entity_lane,
             .events = events_of_entity,
             .take = take_event,
             .menu = entity_lane_menu,
             .click_head = select_entity,
             .head_tooltip = entity_tooltip},
    LaneKind{.kind = Kind::more, .place = "timeline.more", .head = more_head}};

constexpr bool has_a_row_for_each_kind_in_order() {
  for (std::size_t i = 0; i < kLaneKinds.size(); ++i) {
    if (kLaneKinds[i].kind != static_cast<Kind>(i)) return false;
  }
  return kLaneKinds.size() == static_cast<std::size_t>(Kind::more) + 1;
}
static_assert(has_a_row_for_each_kind_in_order());

}  // namespace

const LaneKind& row_of(TimelineLane::Kind kind) {
  return kLaneKinds[static_cast<std::size_t>(kind)];
}

}  // namespace scrubjay
