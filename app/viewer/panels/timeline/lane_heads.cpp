#include "app/viewer/panels/timeline/lane_heads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "app/shared/plain_text.h"
#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/found/filtered_events.h"
#include "app/viewer/panels/entities/entity_details.h"
#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/entities/entity_stream_row.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/filters/filters_list.h"
#include "app/viewer/panels/timeline/ask_lane_view.h"
#include "app/viewer/panels/timeline/difference_lane.h"
#include "app/viewer/panels/timeline/filter_lane.h"
#include "app/viewer/panels/timeline/lane_menu.h"
#include "app/viewer/panels/timeline/plot_lane.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/timeline/watch_lane.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"
#include "core/short_name.h"

namespace scrubjay {

namespace {

// Pixels at 100 %.
constexpr float kLeastHead = 112;
constexpr float kLeastPairHead = 144;
constexpr float kMostHead = 240;
constexpr float kHeadText = 24;  ///< where names begin
constexpr float kHeadEnd = 8;    ///< between a name and the lane
constexpr float kClientIndent = 12;
constexpr float kDots = 24;  ///< width of the button that opens the menu
constexpr std::size_t kMeasuredHeads = 64;
constexpr const char* kNotYet = "not yet";

enum class HeadIcon : std::uint8_t { none, open_eye, crossed_eye, dot };

struct LaneHead {
  HeadIcon icon = HeadIcon::none;
  ImVec4 icon_color{};
  float indent = 0;  ///< pixels at 100 %
  SourceMark mark = {};
  std::string name;
  ImVec4 color{};
  std::string note = {};  ///< at the right end
  ImVec4 note_color{};
};

/// "over", of what is shown although it is not of the playhead's time.
std::string age_note(const std::optional<StreamAge>& age) {
  if (!age) return "";
  return age->is_before_first ? kNotYet : age->has_ended ? "over" : "silent";
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
                           clean_text(recording_name(context.session(), lane.index), 200));
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
  head.name = clean_text(name, 200);
  head.color = with_alpha(context.theme.text, 0.9F);
  if (!entity.name.empty() && entity.name != entity.id) head.note = clean_text(entity.id, 24);
  head.note_color = context.theme.dim;
  return head;
}

LaneHead plain_head(const DrawContext& context, std::string name) {
  LaneHead head;
  head.name = std::move(name);
  head.color = context.theme.dim;
  return head;
}

LaneHead head_of(const PanelContext& context, const TimelineLane& lane) {
  switch (lane.kind) {
    case TimelineLane::Kind::recording: return recording_head(context, lane);
    case TimelineLane::Kind::stream: return stream_head(context, lane);
    case TimelineLane::Kind::entity: return entity_head(context, lane);
    case TimelineLane::Kind::events: {
      const bool is_filtered = context.caches.of<FilteredEvents>().passed != nullptr;
      return plain_head(context, is_filtered ? "Events, filtered" : "Events");
    }
    case TimelineLane::Kind::chapters: return plain_head(context, "Chapters");
    case TimelineLane::Kind::notes: return plain_head(context, "Notes");
    case TimelineLane::Kind::contacts: return plain_head(context, "\xC6\x92 Contacts");
    case TimelineLane::Kind::asked:
    case TimelineLane::Kind::watched: {
      const bool is_watch = lane.kind == TimelineLane::Kind::watched;
      LaneHead head =
          plain_head(context, is_watch ? watch_lane_title(context, lane) : ask_lane_title(context));
      head.color = context.theme.text;
      head.note = is_watch ? watch_lane_value(context, lane) : ask_lane_value(context);
      head.note_color = is_watch ? context.theme.warning : context.theme.accent;
      return head;
    }
    case TimelineLane::Kind::more:
      return plain_head(context, "and " + grouped_digits(lane.index) + " more selected");
    case TimelineLane::Kind::differences:
    case TimelineLane::Kind::filter:
    case TimelineLane::Kind::plot: break;  // draw their own
  }
  return {};
}

/// Where the name begins, from the left end of the head [pixels].
float text_begin(const DrawContext& context, const LaneHead& head) {
  const float s = context.scale;
  const float badge = source_badge_width(context, head.mark);
  return (head.indent + kHeadText) * s + (badge > 0 ? badge + 6 * s : 0);
}

/// What the head of a lane needs; what changes with time does not count.
float wanted_width(const PanelContext& context, const TimelineLane& lane) {
  const float s = context.scale;
  if (lane.kind == TimelineLane::Kind::filter) {
    return filter_name_width(context, lane) + kHeadText * s;
  }
  if (lane.kind == TimelineLane::Kind::plot) {
    return plot_name_width(context, lane) + kHeadText * s;
  }
  if (lane.kind == TimelineLane::Kind::differences) {
    return difference_name_width(context) + kHeadText * s;
  }
  const LaneHead head = head_of(context, lane);
  const float name = text_begin(context, head) + text_width(context.fonts.small, head.name);
  const bool is_id = lane.kind == TimelineLane::Kind::entity && !head.note.empty();
  if (is_id) return name + text_width(context.fonts.small, head.note) + 8 * s;
  // Room for the longest of what is said now and then, so that heads keep their width.
  const char* const longest = lane.kind == TimelineLane::Kind::stream ? kNotYet
                              : is_lane_of_numbers(context, lane)     ? "-0.00000"
                                                                      : "";
  return name + (*longest != 0 ? text_width(context.fonts.small, longest) + 8 * s : 0);
}

}  // namespace

std::string lane_place(const TimelineLane& lane) {
  switch (lane.kind) {
    case TimelineLane::Kind::recording: return "timeline.recording." + std::to_string(lane.index);
    case TimelineLane::Kind::stream:
      return "timeline.stream." + std::to_string(lane.index) + "." +
             std::to_string(lane.stream.value);
    case TimelineLane::Kind::chapters: return "timeline.chapters." + std::to_string(lane.index);
    case TimelineLane::Kind::filter: return "timeline.filter." + std::to_string(lane.index);
    case TimelineLane::Kind::plot: return "timeline.plot." + std::to_string(lane.index);
    case TimelineLane::Kind::differences: return "timeline.differences";
    case TimelineLane::Kind::notes: return "timeline.notes";
    case TimelineLane::Kind::contacts: return "timeline.contacts";
    case TimelineLane::Kind::asked: return "timeline.asked";
    case TimelineLane::Kind::watched: return "timeline.watch." + std::to_string(lane.index);
    case TimelineLane::Kind::events: return "timeline.events";
    case TimelineLane::Kind::entity: return "timeline.entity." + std::to_string(lane.index);
    case TimelineLane::Kind::more: break;
  }
  return "timeline.more";
}

std::string head_place(const TimelineLane& lane) {
  switch (lane.kind) {
    case TimelineLane::Kind::chapters:
    case TimelineLane::Kind::notes:
    case TimelineLane::Kind::contacts:
    case TimelineLane::Kind::events:
    case TimelineLane::Kind::more: return "";
    default: return lane_place(lane);
  }
}

namespace {

bool has_menu(const TimelineLane& lane) { return !head_place(lane).empty(); }

/// The eye of a recording or a client.
void eye_button(PanelContext& context, const TimelineLane& lane, float width, float height) {
  Session& session = context.workspace.session();
  OpenRecording& open = session.recordings[lane.index];
  const bool pressed = ImGui::InvisibleButton("visible", {width, height});
  const bool alone = ImGui::GetIO().KeyAlt;
  if (lane.kind == TimelineLane::Kind::recording) {
    if (pressed && alone) {
      show_alone(session, lane.index);
    } else if (pressed) {
      open.visible = !open.visible;
    }
    item_tooltip(context, open.visible ? "Hide this recording" : "Show this recording",
                 session.recordings.size() > 1 ? "Alt: it alone" : "");
  } else {
    if (pressed && alone) {
      show_alone(open, lane.stream);
    } else if (pressed) {
      set_hidden(open, lane.stream, !is_hidden(open, lane.stream));
    }
    item_tooltip(context, is_hidden(open, lane.stream) ? "Show this client" : "Hide this client",
                 "Alt: it alone");
  }
  context.places.add_item(head_place(lane) + ".visible");
}

/// A click on a head.
void click_head(PanelContext& context, const TimelineLane& lane) {
  switch (lane.kind) {
    case TimelineLane::Kind::recording:
    case TimelineLane::Kind::stream: select(context.state, {lane.index, EntityIndex()}); break;
    case TimelineLane::Kind::entity:
      select(context.state, context.caches.of<TimelineCache>().entities[lane.index].entity);
      break;
    case TimelineLane::Kind::filter: edit_filter(context.state, lane.index); break;
    case TimelineLane::Kind::asked:
    case TimelineLane::Kind::watched: context.state.windows[WindowId::ask] = true; break;
    case TimelineLane::Kind::plot:
      select(context.state, context.state.plots[lane.index].entity);
      break;
    case TimelineLane::Kind::differences:
      context.state.layout.folded[AreaId::comparison] = false;
      break;
    case TimelineLane::Kind::chapters:
    case TimelineLane::Kind::notes:
    case TimelineLane::Kind::contacts:
    case TimelineLane::Kind::events:
    case TimelineLane::Kind::more: break;
  }
}

/// What a head says when the mouse rests on it.
void head_tooltip(PanelContext& context, const TimelineLane& lane) {
  switch (lane.kind) {
    case TimelineLane::Kind::recording:
      item_tooltip(
          context,
          clean_text(context.session().recordings[lane.index].recording->file().path(), 400));
      break;
    case TimelineLane::Kind::stream:
      item_tooltip(context, stream_details(context, lane.index, lane.stream));
      break;
    case TimelineLane::Kind::entity: {
      const EntityRef entity = context.caches.of<TimelineCache>().entities[lane.index].entity;
      if (ImGui::IsItemHovered()) context.state.hovered = entity;
      item_tooltip(context, entity_details(context, entity));
      break;
    }
    case TimelineLane::Kind::filter:
      item_tooltip(context, describe(context.state.filters[lane.index].filter), "click to edit");
      break;
    case TimelineLane::Kind::asked:
      item_tooltip(context, "The rows of a query", "click to see them");
      break;
    case TimelineLane::Kind::watched:
      item_tooltip(context, watch_lane_remark(context, lane));
      break;
    case TimelineLane::Kind::plot:
      item_tooltip(context, one_line(context.state.plots[lane.index].path) + "\n" +
                                entity_details(context, context.state.plots[lane.index].entity));
      if (ImGui::IsItemHovered()) context.state.hovered = context.state.plots[lane.index].entity;
      break;
    case TimelineLane::Kind::differences:
      item_tooltip(context,
                   "How many entities differ, on a scale of logarithms, and how many "
                   "differences there are in all");
      break;
    case TimelineLane::Kind::chapters:
    case TimelineLane::Kind::notes:
    case TimelineLane::Kind::contacts:
    case TimelineLane::Kind::events:
    case TimelineLane::Kind::more: break;
  }
}

void head_menu(PanelContext& context, const TimelineLane& lane) {
  switch (lane.kind) {
    case TimelineLane::Kind::recording: recording_menu(context, lane.index); break;
    case TimelineLane::Kind::stream:
      stream_menu(context, lane.index, lane.stream);
      compare_item(context, {lane.index, lane.stream});
      ImGui::Separator();
      if (ImGui::BeginMenu("Recording")) {
        recording_menu(context, lane.index);
        ImGui::EndMenu();
      }
      break;
    case TimelineLane::Kind::entity:
      entity_menu(context, context.caches.of<TimelineCache>().entities[lane.index].entity);
      break;
    case TimelineLane::Kind::filter: filter_menu(context, lane); break;
    case TimelineLane::Kind::asked: ask_lane_menu(context); break;
    case TimelineLane::Kind::watched: watch_lane_menu(context, lane); break;
    case TimelineLane::Kind::plot: plot_menu(context, lane); break;
    case TimelineLane::Kind::differences: difference_menu(context); break;
    case TimelineLane::Kind::chapters:
    case TimelineLane::Kind::notes:
    case TimelineLane::Kind::contacts:
    case TimelineLane::Kind::events:
    case TimelineLane::Kind::more: break;
  }
}

/// Three dots on a ground of their own at the right end of a head. True when clicked.
bool dots_button(PanelContext& context, const TimelineArea& area, const TimelineLane& lane) {
  const float right = area.left - area.scaled(4);
  const float middle = (lane.top + lane.bottom) / 2;
  const float half = std::min(area.scaled(10), (lane.bottom - lane.top) / 2);
  ImGui::SetCursorScreenPos({right - area.scaled(kDots), middle - half});
  const bool pressed = ImGui::InvisibleButton("dots", {area.scaled(kDots), 2 * half});
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                     packed(hovered ? context.theme.hovered : context.theme.raised),
                     area.scaled(4));
  for (const float step : {-5.0F, 0.0F, 5.0F}) {
    list.AddCircleFilled({right - area.scaled(kDots / 2 - step), middle}, area.scaled(1.5F),
                         packed(hovered ? context.theme.text : context.theme.dim), 8);
  }
  context.places.add_item(head_place(lane) + ".dots");
  return pressed;
}

/// What a lane stands for where it can be compared with another one.
std::optional<ComparedRun> run_of(const TimelineLane& lane) {
  if (lane.kind == TimelineLane::Kind::recording) return ComparedRun{lane.index};
  if (lane.kind == TimelineLane::Kind::stream) return ComparedRun{lane.index, lane.stream};
  return std::nullopt;
}

/// Two frames beside each other, left of the dots: compares the lane with another one, or ends
/// that. Returns the width that it takes.
float compare_button(PanelContext& context, const TimelineArea& area, const TimelineLane& lane) {
  const auto run = run_of(lane);
  auto chosen = run ? comparison_of(context.session(), *run) : std::nullopt;
  if (!chosen) return 0;
  const auto& now = context.state.comparison;
  const bool is_on = now && (now->a == *run || now->b == *run);
  const float width = area.scaled(kDots);
  const float right = area.left - area.scaled(4) - width;
  const float middle = (lane.top + lane.bottom) / 2;
  const float half = std::min(area.scaled(10), (lane.bottom - lane.top) / 2);
  ImGui::SetCursorScreenPos({right - width, middle - half});
  const bool pressed = ImGui::InvisibleButton("compare", {width - area.scaled(2), 2 * half});
  const bool hovered = ImGui::IsItemHovered();
  context.places.add_item(head_place(lane) + ".compare");
  const std::string other = run_name(context.session(), chosen->a == *run ? chosen->b : chosen->a);
  item_tooltip(context, is_on ? "End the comparison" : "Compare with " + other,
               menu_key(row_of(CommandId::compare).keys));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec4 ground = is_on     ? context.theme.on
                        : hovered ? context.theme.hovered
                                  : context.theme.raised;
  list.AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(), packed(ground),
                     area.scaled(4));
  const ImU32 color = packed(hovered || is_on ? context.theme.text : context.theme.dim);
  const float centre = right - width / 2 - area.scaled(1);
  const float size = area.scaled(7);
  for (const float step : {-2.0F, 2.0F}) {
    const ImVec2 corner{std::floor(centre - size / 2 + area.scaled(step)) + 0.5F,
                        std::floor(middle - size / 2 + area.scaled(step / 2)) + 0.5F};
    list.AddRect(corner, {corner.x + size, corner.y + size}, color, 0, 0,
                 std::max(1.0F, area.scale));
  }
  if (pressed && is_on) {
    end_comparison(context.state);
  } else if (pressed) {
    begin_comparison(context.state, std::move(*chosen));
  }
  return width;
}

bool is_selected_lane(const PanelContext& context, const TimelineLane& lane) {
  return lane.kind == TimelineLane::Kind::recording &&
         is_selected(context.state, {lane.index, EntityIndex()});
}

void head_items_of(PanelContext& context, const TimelineArea& area, const TimelineLane& lane) {
  const float height = lane.bottom - lane.top;
  const bool has_eye =
      lane.kind == TimelineLane::Kind::recording || lane.kind == TimelineLane::Kind::stream;
  const float eye =
      !has_eye ? 0
               : area.scaled(20 + (lane.kind == TimelineLane::Kind::stream ? kClientIndent : 0));
  const ImVec2 min{area.gutter + eye, lane.top};
  const float right = area.left - area.scaled(4);
  const bool is_open = ImGui::IsPopupOpen("lane menu");
  const bool under_mouse = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                           ImGui::IsMouseHoveringRect(min, {right, lane.bottom});
  if (has_eye) {
    ImGui::SetCursorScreenPos({area.gutter, lane.top});
    eye_button(context, lane, eye, height);
  }
  bool opens = (under_mouse || is_open) && dots_button(context, area, lane);
  float dots = under_mouse || is_open ? area.scaled(kDots) : 0;
  if (under_mouse && !is_open) dots += compare_button(context, area, lane);
  ImGui::SetCursorScreenPos(min);
  if (ImGui::InvisibleButton("name", {std::max(1.0F, right - min.x - dots), height})) {
    click_head(context, lane);
  }
  context.places.add_item(head_place(lane) + ".name");
  if (!is_open) head_tooltip(context, lane);
  opens = opens || (under_mouse && ImGui::IsMouseReleased(1));
  std::string& request = context.caches.of<TimelineCache>().menu_request;
  if (request == head_place(lane)) {
    opens = true;
    request.clear();
  }
  if (opens) ImGui::OpenPopup("lane menu");
  if (!ImGui::BeginPopup("lane menu")) return;
  head_menu(context, lane);
  ImGui::EndPopup();
}

/// Whether the lane is still there: a click on one of the heads may have removed another.
bool is_there(const PanelContext& context, const TimelineLane& lane) {
  switch (lane.kind) {
    case TimelineLane::Kind::filter: return lane.index < context.state.filters.size();
    case TimelineLane::Kind::plot: return lane.index < context.state.plots.size();
    case TimelineLane::Kind::asked: return has_ask_lane(context);
    case TimelineLane::Kind::watched: return lane.index < context.state.watched.size();
    default: return true;
  }
}

}  // namespace

float lane_heads_width(const PanelContext& context, const std::vector<TimelineLane>& lanes) {
  const float s = context.scale;
  // What can be compared has a button more beside its name.
  const bool has_pair = std::ranges::any_of(lanes, [&](const TimelineLane& lane) {
    const auto run = run_of(lane);
    return run && comparison_of(context.session(), *run);
  });
  float widest = (has_pair ? kLeastPairHead : kLeastHead) * s;
  for (std::size_t i = 0; i < std::min(lanes.size(), kMeasuredHeads); ++i) {
    // The time axis stays where it is whatever is selected.
    if (lanes[i].kind == TimelineLane::Kind::entity) continue;
    widest = std::max(widest, wanted_width(context, lanes[i]) + (kHeadEnd + 4) * s);
  }
  const float rhythm = 8 * s;
  return std::min(std::ceil(widest / rhythm) * rhythm, kMostHead * s);
}

void draw_lane_head(const PanelContext& context, const TimelineArea& area, ImDrawList& list,
                    const TimelineLane& lane) {
  const bool draws_its_own = lane.kind == TimelineLane::Kind::filter ||
                             lane.kind == TimelineLane::Kind::plot ||
                             lane.kind == TimelineLane::Kind::differences;
  if (draws_its_own) return;
  const LaneHead head = head_of(context, lane);
  const float middle = (lane.top + lane.bottom) / 2;
  const float x = area.gutter + area.scaled(head.indent);
  if (is_selected_lane(context, lane)) {
    list.AddRectFilled({area.gutter, lane.top}, {area.left - area.scaled(4), lane.bottom},
                       packed(context.theme.selected), area.scaled(3));
  }
  const ImU32 color = packed(head.icon_color);
  if (head.icon == HeadIcon::open_eye || head.icon == HeadIcon::crossed_eye) {
    draw_eye(list, {x + area.scaled(9), middle}, area.scaled(14), color,
             head.icon == HeadIcon::open_eye);
  } else if (head.icon == HeadIcon::dot) {
    list.AddCircleFilled({x + area.scaled(9), middle}, area.scaled(3.5F), color, 12);
  }
  draw_source_badge(context, list, x + area.scaled(22), middle, head.mark,
                    head.icon == HeadIcon::crossed_eye ? 0.4F : 1.0F);
  float end = area.left - area.scaled(kHeadEnd);
  ImFont* const font = context.fonts.small;
  const float begin = area.gutter + text_begin(context, head);
  // An id goes behind the whole name; what is said of a client goes before it.
  const float room = lane.kind == TimelineLane::Kind::entity
                         ? end - begin - text_width(font, head.name) - area.scaled(8)
                         : end - begin;
  if (!head.note.empty() && text_width(font, head.note) <= room) {
    const float width = text_width(font, head.note);
    draw_text(font, end - width, lane.top, lane.bottom, packed(head.note_color), head.note,
              width + 1);
    end -= width + area.scaled(8);
  }
  draw_name(font, begin, lane.top, lane.bottom, packed(head.color), head.name, end - begin);
}

void lane_head_items(TimelinePicture& picture) {
  PanelContext& context = picture.context;
  for (const TimelineLane& lane : picture.lanes) {
    if (lane.bottom < picture.lanes_top || lane.top > picture.lanes_bottom) continue;
    if (!has_menu(lane) || !is_there(context, lane)) continue;
    ImGui::PushID(head_place(lane).c_str());
    head_items_of(context, picture.area, lane);
    ImGui::PopID();
  }
}

}  // namespace scrubjay
