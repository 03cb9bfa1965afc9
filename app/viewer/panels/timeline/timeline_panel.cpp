#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>

#include "app/shared/plain_text.h"
#include "app/viewer/found/filtered_events.h"
#include "app/viewer/found/recording_gaps.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/panels/timeline/ask_lane_view.h"
#include "app/viewer/panels/timeline/chapter_lane.h"
#include "app/viewer/panels/timeline/comment_marks.h"
#include "app/viewer/panels/timeline/contact_lane.h"
#include "app/viewer/panels/timeline/lane_heads.h"
#include "app/viewer/panels/timeline/lane_kinds.h"
#include "app/viewer/panels/timeline/notes_lane.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/timeline/timeline_lanes.h"
#include "app/viewer/panels/timeline/timeline_mouse.h"
#include "app/viewer/panels/timeline/timeline_transport.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"

namespace scrubjay {

namespace {

// Pixels at 100 %.
constexpr float kHighestPlot = 200;
constexpr float kRuler = 24;
constexpr float kLane = 22;
constexpr float kLaneGap = 2;
constexpr float kBeforeFirst = 8;  ///< between the gutter and the first frame when all is shown

std::vector<EntityRef> entity_lanes(const ViewContext& context) {
  std::vector<EntityRef> entities;
  for (const EntityRef entity : context.state.selected) {
    const auto& recordings = context.session().recordings;
    if (entity.recording >= recordings.size()) continue;
    if (entity.entity.value >= recordings[entity.recording].recording->entity_count()) continue;
    entities.push_back(entity);
  }
  return entities;
}

bool has_frames(const Session& session) {
  return std::ranges::any_of(session.recordings, [](const OpenRecording& open) {
    return open.visible && !open.recording->timeline().empty();
  });
}

/// Height of a row [pixels at 100 %]; `tight`: there are more rows than room.
float lane_height(TimelineLane::Kind kind, bool tight) {
  return tight ? row_of(kind).tight_height : row_of(kind).usual_height;
}

float lane_height(const PanelContext& context, const TimelineLane& lane, bool tight) {
  const auto is_of_numbers = row_of(lane.kind).is_of_numbers;
  if (is_of_numbers != nullptr && is_of_numbers(context, lane)) return tight ? 32 : 40;
  return lane_height(lane.kind, tight);
}

/// True when a recording's own row says nothing that those of its streams do not.
bool is_told_by_streams(const TimelinePicture& picture, std::size_t recording) {
  const OpenRecording& open = picture.session().recordings[recording];
  const TimelineOfRecording& known = picture.cache().recordings[recording];
  return picture.session().recordings.size() == 1 && open.visible && !known.ending &&
         known.problems.empty() && open.recording->is_indexed();
}

/// How close to each other lanes are.
enum class LaneRoom : std::uint8_t { usual, tight, scrolled };

std::vector<TimelineLane> list_lanes(const TimelinePicture& picture, std::size_t selected,
                                     LaneRoom room) {
  std::vector<TimelineLane> lanes;
  // Where one has to scroll, what happens goes before whose it is.
  std::vector<TimelineLane> last;
  const auto add = [&](TimelineLane::Kind kind, std::size_t index, StreamIndex stream = {}) {
    lanes.push_back({kind, index, stream, 0, 0});
  };
  for (std::size_t i = 0; i < picture.session().recordings.size(); ++i) {
    const Recording& recording = *picture.session().recordings[i].recording;
    const bool has_streams = has_several_streams(recording);
    const bool is_plain = is_told_by_streams(picture, i);
    const bool is_last = room == LaneRoom::scrolled && !has_streams && is_plain;
    if (is_last) last.push_back({TimelineLane::Kind::recording, i, {}, 0, 0});
    if (!is_last && (room == LaneRoom::usual || !has_streams || !is_plain)) {
      add(TimelineLane::Kind::recording, i);
    }
    if (picture.session().recordings[i].visible &&
        chapter_count(picture.session(), picture.cache(), i) > 0) {
      add(TimelineLane::Kind::chapters, i);
    }
    if (!has_streams) continue;
    auto& place = room == LaneRoom::scrolled && is_plain ? last : lanes;
    for (std::size_t stream = 0; stream < recording.timeline().stream_count(); ++stream) {
      place.push_back({TimelineLane::Kind::stream, i, StreamIndex(stream), 0, 0});
    }
  }
  if (picture.state().comparison) add(TimelineLane::Kind::differences, 0);
  if (has_contacts(picture.context)) add(TimelineLane::Kind::contacts, 0);
  add(TimelineLane::Kind::events, 0);
  if (has_notes(picture.context)) add(TimelineLane::Kind::notes, 0);
  const auto& filters = picture.state().filters;
  for (std::size_t i = 0; i < filters.size(); ++i) {
    const bool is_of_use = filters[i].is_on && !is_blank(filters[i].filter);
    if (is_of_use) add(TimelineLane::Kind::filter, i);
  }
  if (has_ask_lane(picture.context)) add(TimelineLane::Kind::ask, 0);
  for (std::size_t i = 0; i < picture.state().watched.size(); ++i) {
    add(TimelineLane::Kind::watch, i);
  }
  for (std::size_t i = 0; i < picture.state().plots.size(); ++i) {
    add(TimelineLane::Kind::plot, i);
  }
  const std::size_t entities = picture.cache().entities.size();
  for (std::size_t i = 0; i < entities; ++i) add(TimelineLane::Kind::entity, i);
  if (selected > entities) add(TimelineLane::Kind::more, selected - entities);
  lanes.insert(lanes.end(), last.begin(), last.end());
  return lanes;
}

/// Rows from `top` downwards, those of plots `more` pixels higher than they need be; returns where
/// they end.
float stack_lanes(TimelinePicture& picture, float top, bool tight, float more = 0) {
  for (TimelineLane& lane : picture.lanes) {
    lane.top = top;
    const float height = picture.area.scaled(lane_height(picture.context, lane, tight));
    lane.bottom = std::round(top + height + (lane.kind == TimelineLane::Kind::plot ? more : 0));
    top = lane.bottom + std::round(picture.area.scaled(kLaneGap));
  }
  return top;
}

/// What all lanes need, with room for one selected entity whether there is one or not, so that
/// nothing moves when something is selected.
float wanted_height(const TimelinePicture& picture, float top_of_panel) {
  float height = picture.lanes_top - top_of_panel + picture.area.scaled(4);
  bool has_entity = false;
  for (const TimelineLane& lane : picture.lanes) {
    const bool is_entity = lane.kind == TimelineLane::Kind::entity;
    if (lane.kind == TimelineLane::Kind::more || (is_entity && has_entity)) continue;
    has_entity = has_entity || is_entity;
    height += picture.area.scaled(lane_height(picture.context, lane, false) + kLaneGap);
  }
  if (!has_entity) {
    height += picture.area.scaled(lane_height(TimelineLane::Kind::entity, false) + kLaneGap);
  }
  return height;
}

float grow_plots(TimelinePicture& picture, float top, bool tight, float room) {
  const auto plots = static_cast<float>(
      std::ranges::count(picture.lanes, TimelineLane::Kind::plot, &TimelineLane::kind));
  const float most =
      picture.area.scaled(kHighestPlot - lane_height(TimelineLane::Kind::plot, tight));
  return stack_lanes(picture, top, tight,
                     plots == 0 ? 0 : std::min(most, std::floor(room / plots)));
}

/// Whether rows close to each other have room, with one selected entity whether there is one or
/// not: the order of the others is the same however many are selected.
bool has_room_when_tight(TimelinePicture& picture, float room) {
  picture.lanes = list_lanes(picture, 0, LaneRoom::tight);
  std::erase_if(picture.lanes,
                [](const TimelineLane& lane) { return lane.kind == TimelineLane::Kind::entity; });
  picture.lanes.push_back({TimelineLane::Kind::entity, 0, {}, 0, 0});
  return stack_lanes(picture, 0, true) <= room;
}

/// The rows, closer to each other when they have no room; plots grow into what is left of it. `top`
/// is where the first one begins, scrolled.
float place_lanes(TimelinePicture& picture, std::size_t selected, float top, float room) {
  if (!has_room_when_tight(picture, room)) {
    picture.lanes = list_lanes(picture, selected, LaneRoom::scrolled);
    return stack_lanes(picture, top, true);
  }
  picture.lanes = list_lanes(picture, selected, LaneRoom::usual);
  const float usual = stack_lanes(picture, top, false);
  if (usual - top <= room) return grow_plots(picture, top, false, room - (usual - top));
  picture.lanes = list_lanes(picture, selected, LaneRoom::tight);
  const float tight = stack_lanes(picture, top, true);
  return grow_plots(picture, top, true, std::max(0.0F, room - (tight - top)));
}

/// Keeps what is shown in order: everything while it fits, else inside the limits and with the
/// playhead.
void update_shown(TimelinePicture& picture) {
  TimelineView& view = picture.state().timeline;
  const TimeRange session = picture.session().range();
  const Seconds now = picture.state().playback.playhead;
  if (picture.cache().drag.kind == TimelineDrag::Kind::move) {
    // Time stands still under what is moved.
  } else if (view.fit) {
    view.shown = fitted(session);
  } else {
    if (picture.cache().last_playhead && picture.cache().drag.kind == TimelineDrag::Kind::none) {
      view.shown = following(view.shown, *picture.cache().last_playhead, now,
                             picture.state().playback.playing);
    }
    view.shown = within_limits(view.shown, session, picture.width());
  }
  picture.cache().last_playhead = now;
  TimelineArea& area = picture.area;
  area.axis.shown = view.shown;
  area.visible = {area.axis.time_at(static_cast<double>(area.left)),
                  area.axis.time_at(static_cast<double>(area.right))};
}

TimelinePicture begin_picture(PanelContext& context, std::size_t selected) {
  TimelinePicture picture{context, {}, {}};
  TimelineArea& area = picture.area;
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  area.scale = context.scale;
  area.gutter = begin.x;
  picture.lanes = list_lanes(picture, selected, LaneRoom::usual);
  area.left = std::round(begin.x + lane_heads_width(context, picture.lanes));
  area.right =
      std::max(area.left + 10, begin.x + room.x - context.caches.of<TimelineCache>().scroll_bar);
  const float first = area.left + area.scaled(kBeforeFirst);
  const float last = std::max(first + 1, area.right - area.scaled(room_at_end(context)));
  area.axis.left = static_cast<double>(first);
  area.axis.width = static_cast<double>(last - first);
  picture.ruler_top = begin.y;
  picture.lanes_top = begin.y + std::round(area.scaled(kRuler));
  picture.lanes_bottom = std::max(picture.lanes_top + 1, begin.y + room.y);
  picture.has_time = has_frames(context.session());
  update_shown(picture);
  return picture;
}

void draw_playhead(const TimelinePicture& picture, ImDrawList& list, float top, float bottom,
                   bool handle) {
  if (!picture.has_time) return;
  const TimelineArea& area = picture.area;
  const float x = std::floor(area.x_of(picture.state().playback.playhead)) + 0.5F;
  if (x < area.left || x > area.right) return;
  const ImU32 color = packed(picture.context.theme.accent);
  list.AddLine({x, handle ? bottom - area.scaled(4) : top}, {x, bottom}, color,
               std::max(1.0F, std::round(area.scaled(1.5F))));
  if (!handle) return;
  const float half = area.scaled(kHandle);
  const float middle = bottom - half;
  const float upper = bottom - area.scaled(12);
  list.PathLineTo({x - half, upper});
  list.PathLineTo({x + half, upper});
  list.PathLineTo({x + half, middle});
  list.PathLineTo({x, bottom});
  list.PathLineTo({x - half, middle});
  list.PathFillConvex(color);
}

/// "for 7.300 s, to 10.400 s": times of the recording, as lists have them.
std::string span_text(const EventInfo& event) {
  return "for " + seconds_text(event.end - event.time) + ", to " + seconds_text(event.end);
}

void event_lines(const TimelinePicture& picture, const std::vector<EventSource>& sources,
                 Seconds t) {
  const PanelContext& context = picture.context;
  const Seconds reach =
      static_cast<double>(picture.area.scaled(kGrab)) * picture.area.axis.seconds_per_pixel();
  constexpr std::size_t kMostLookedAt = 64;
  constexpr std::size_t kMostLines = 8;
  const EventsNear near =
      events_near(picture.session(), sources, {t - reach, t + reach}, kMostLookedAt);
  std::vector<AlikeEvents> alike = alike_events(picture.session(), near.first);
  if (alike.size() > kMostLines) alike.resize(kMostLines);
  std::size_t told = 0;
  for (const auto& [place, count] : alike) {
    told += count;
    const Recording& recording = *picture.session().recordings[place.recording].recording;
    const EventInfo event = recording.event(place.event);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float size = context.fonts.text->FontSize;
    ImGui::GetWindowDrawList()->AddRectFilled(
        {at.x, at.y + size * 0.15F}, {at.x + picture.area.scaled(4), at.y + size * 0.95F},
        packed(event_color(context.theme, event.name, event.tag)), picture.area.scaled(1));
    ImGui::SetCursorScreenPos({at.x + picture.area.scaled(10), at.y});
    const std::string times = count == 1 ? "" : grouped_digits(count) + "\u00D7 ";
    tooltip_line(context.fonts.text, context.theme.text, times + one_line(event.name, 80));
    if (!event.tag.empty()) {
      ImGui::SameLine();
      tooltip_line(context.fonts.text, context.theme.dim, one_line(event.tag, 80));
    }
    if (event.end > event.time) {
      ImGui::SameLine();
      tooltip_line(context.fonts.numbers, context.theme.dim, span_text(event));
    }
    if (!event.entity.exists() || event.entity.value >= recording.entity_count()) continue;
    const EntityInfo entity = recording.entity(event.entity);
    ImGui::SameLine();
    tooltip_line(context.fonts.text, context.theme.dim,
                 one_line(entity.name.empty() ? entity.id : entity.name, 40));
  }
  if (near.count > told) {
    tooltip_line(context.fonts.text, context.theme.dim,
                 "+ " + grouped_digits(near.count - told) + " more");
  }
}

/// Which frame a stream shows at a time.
void stream_frame_line(const TimelinePicture& picture, const TimelineLane& lane, Seconds t) {
  const PanelContext& context = picture.context;
  const OpenRecording& open = picture.session().recordings[lane.index];
  const Timeline& timeline = open.recording->timeline();
  const Seconds own = own_time(t, open.offset);
  const FrameIndex frame = timeline.frame_at(lane.stream, own);
  if (!frame.exists()) return;
  ImGui::SameLine();
  tooltip_line(context.fonts.numbers, context.theme.dim, " frame " + grouped_digits(frame.value));
  tooltip_line(context.fonts.text, context.theme.text, stream_title(timeline, lane.stream));
  ImGui::SameLine();
  tooltip_line(context.fonts.text, context.theme.dim,
               "recorded as " + std::to_string(timeline.number(frame)));
  const auto age = stream_age(*open.recording, lane.stream, own);
  if (age) tooltip_line(context.fonts.text, context.theme.warning, age_text(*age, open.offset));
}

void hover_tooltip(const TimelinePicture& picture, const TimelineLane* lane, float x) {
  const PanelContext& context = picture.context;
  const TimeRange session = picture.session().range();
  const Seconds t = picture.time_at(x);
  // Above the timeline: it covers neither the lanes nor what they say. At the left edge it stands
  // to the right of the mouse, at the right edge to its left: no edge cuts it.
  const float place = x / std::max(1.0F, ImGui::GetIO().DisplaySize.x);
  ImGui::SetNextWindowPos({x, picture.ruler_top - picture.area.scaled(4)}, ImGuiCond_Always,
                          {std::clamp(place, 0.0F, 1.0F), 1});
  ImGui::BeginTooltip();
  tooltip_line(context.fonts.numbers, context.theme.text,
               time_text(t, picture.area.axis.seconds_per_pixel()));
  if (lane != nullptr && lane->kind == TimelineLane::Kind::stream) {
    stream_frame_line(picture, *lane, t);
  }
  std::optional<EntityRef> in_lane;
  if (lane != nullptr && lane->kind == TimelineLane::Kind::recording) {
    in_lane = EntityRef{lane->index, EntityIndex()};
  }
  const auto frame =
      playhead_frame(picture.session(), t, in_lane ? in_lane : primary_selection(picture.state()));
  const bool of_stream = lane != nullptr && lane->kind == TimelineLane::Kind::stream;
  if (frame && session.contains(t) && !of_stream) {
    ImGui::SameLine();
    tooltip_line(context.fonts.numbers, context.theme.dim,
                 " frame " + grouped_digits(frame->frame.value));
  }
  if (lane != nullptr) {
    const LaneKind& kind = row_of(lane->kind);
    const std::string remark =
        kind.remark == nullptr ? "" : kind.remark(context, picture.area, *lane, x);
    if (!remark.empty()) {
      ImGui::PushTextWrapPos(picture.area.scaled(420));
      tooltip_line(context.fonts.text,
                   kind.is_of_recording ? context.theme.warning : context.theme.text, remark);
      ImGui::PopTextWrapPos();
    }
    if (kind.events != nullptr) event_lines(picture, kind.events(context, *lane), t);
  } else {
    event_lines(
        picture,
        all_events(picture.session(), picture.cache(), context.caches.of<FilteredEvents>().passed),
        t);
  }
  ImGui::EndTooltip();
}

void draw_ghost(const TimelinePicture& picture, ImDrawList& list, float top, float bottom) {
  const float x = std::floor(ImGui::GetIO().MousePos.x) + 0.5F;
  if (x < picture.area.left || x > picture.area.right) return;
  list.AddLine({x, top}, {x, bottom}, packed(with_alpha(picture.context.theme.text, 0.35F)));
}

void ruler(TimelinePicture& picture) {
  const TimelineArea& area = picture.area;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  std::vector<PixelSpan> comments;
  const bool over_comment = comment_marks(picture, comments);
  if (picture.has_time) {
    draw_ruler(picture.context, area, list, picture.ruler_top, picture.lanes_top, comments);
    const float x = area.x_of(picture.state().playback.playhead);
    picture.context.places.add("timeline.playhead",
                               {x - area.scaled(kHandle), picture.lanes_top - area.scaled(12)},
                               {x + area.scaled(kHandle), picture.lanes_top});
  }
  ImGui::SetCursorScreenPos({area.left, picture.ruler_top});
  ImGui::InvisibleButton("ruler", {area.right - area.left, picture.lanes_top - picture.ruler_top},
                         ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle |
                             ImGuiButtonFlags_MouseButtonRight);
  picture.context.places.add_item("timeline.ruler");
  handle_timeline_mouse(picture, true);
  if (picture.has_time && ImGui::IsItemHovered() && !ImGui::IsItemActive() && !over_comment) {
    hover_tooltip(picture, nullptr, ImGui::GetIO().MousePos.x);
  }
  draw_range(picture.context, area, list, picture.ruler_top, picture.lanes_top, true);
  draw_range_length(picture.context, area, list, picture.ruler_top, picture.lanes_top);
  if (ImGui::IsItemHovered()) draw_ghost(picture, list, picture.ruler_top, picture.lanes_top);
  draw_playhead(picture, list, picture.ruler_top, picture.lanes_top, true);
}

void lanes(TimelinePicture& picture, std::size_t selected) {
  TimelineArea& area = picture.area;
  ImGui::SetCursorScreenPos({area.gutter, picture.lanes_top});
  const ImVec2 size{area.right + picture.cache().scroll_bar - area.gutter,
                    picture.lanes_bottom - picture.lanes_top};
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::BeginChild("lanes", size, false, ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar();
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  const float end =
      place_lanes(picture, selected, std::round(begin.y + area.scaled(4)), size.y - area.scaled(4));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (const TimelineLane& lane : picture.lanes) {
    if (lane.bottom < picture.lanes_top || lane.top > picture.lanes_bottom) continue;
    draw_lane_head(picture.context, area, list, lane);
    const auto draw = row_of(lane.kind).draw;
    if (draw != nullptr) draw(picture.context, area, list, lane);
    picture.context.places.add(lane_place(lane), {area.left, lane.top}, {area.right, lane.bottom});
  }
  lane_head_items(picture);
  // What lies right of the bar is drawn left of it from the next picture on.
  float& scroll_bar = picture.cache().scroll_bar;
  const float now = ImGui::GetScrollMaxY() > 0 ? ImGui::GetStyle().ScrollbarSize : 0;
  if (now != scroll_bar) picture.context.needs_redraw = true;
  scroll_bar = now;
  ImGui::SetCursorScreenPos({area.left, begin.y});
  ImGui::InvisibleButton(
      "time", {std::max(1.0F, area.right - area.left), std::max({1.0F, end - begin.y, size.y})},
      ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonMiddle |
          ImGuiButtonFlags_MouseButtonRight);
  picture.context.places.add("timeline.lanes", {area.left, picture.lanes_top},
                             {area.right, picture.lanes_bottom});
  handle_timeline_mouse(picture, false);
  const bool hovered = ImGui::IsItemHovered();
  draw_range(picture.context, area, list, picture.lanes_top, picture.lanes_bottom, false);
  if (hovered && picture.has_time) {
    draw_ghost(picture, list, picture.lanes_top, picture.lanes_bottom);
    const ImVec2 mouse = ImGui::GetIO().MousePos;
    if (!ImGui::IsItemActive()) hover_tooltip(picture, lane_at(picture, mouse.y), mouse.x);
  } else if (ImGui::IsWindowHovered() && ImGui::GetIO().MouseWheel != 0) {
    // Over the names the wheel moves the rows.
    ImGui::SetScrollY(ImGui::GetScrollY() - ImGui::GetIO().MouseWheel * area.scaled(kLane));
  }
  if (const int asked = std::exchange(picture.cache().asked_lanes, 0); asked != 0) {
    ImGui::SetScrollY(ImGui::GetScrollY() + static_cast<float>(asked) * area.scaled(kLane));
    picture.context.needs_redraw = true;
  }
  draw_playhead(picture, list, picture.lanes_top, picture.lanes_bottom, false);
  ImGui::EndChild();
}

}  // namespace

void update_timeline(PanelContext& context) {
  update_filter_search(context);
  WorkBudget budget(kPanelBudget);
  const bool gaps_known = context.caches.of<RecordingGaps>().update(context.session());
  const bool rest_known = update_timeline_cache(context.session(), entity_lanes(context), budget,
                                                context.caches.of<TimelineCache>());
  if (!gaps_known || !rest_known) context.needs_redraw = true;
}

void timeline_panel(PanelContext& context) {
  const float top = ImGui::GetWindowPos().y;
  timeline_transport(context);
  update_timeline(context);
  if (context.session().recordings.empty()) {
    context.caches.of<TimelineCache>().last_playhead.reset();
    context.caches.of<TimelineCache>().wanted_height = 0;
    return;
  }
  const std::size_t entities = entity_lanes(context).size();
  TimelinePicture picture = begin_picture(context, entities);
  // With the padding of the area at its lower end. The next picture has it.
  const float wanted = std::ceil(wanted_height(picture, top) + ImGui::GetStyle().WindowPadding.y);
  float& known = context.caches.of<TimelineCache>().wanted_height;
  if (known != wanted) context.needs_redraw = true;
  known = wanted;
  ruler(picture);
  lanes(picture, entities);
}

}  // namespace scrubjay
