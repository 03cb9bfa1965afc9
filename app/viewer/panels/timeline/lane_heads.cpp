#include "app/viewer/panels/timeline/lane_heads.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/timeline/lane_kinds.h"
#include "app/viewer/panels/timeline/lane_menu.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"

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

/// Where the name begins, from the left end of the head [pixels].
float text_begin(const DrawContext& context, const LaneHead& head) {
  const float s = context.scale;
  const float badge = source_badge_width(context, head.mark);
  return (head.indent + kHeadText) * s + (badge > 0 ? badge + 6 * s : 0);
}

/// What the head of a lane needs; what changes with time does not count.
float wanted_width(const PanelContext& context, const TimelineLane& lane) {
  const float s = context.scale;
  const LaneKind& kind = row_of(lane.kind);
  if (kind.name_width != nullptr) return kind.name_width(context, lane) + kHeadText * s;
  const LaneHead head = kind.head(context, lane);
  const float name = text_begin(context, head) + text_width(context.fonts.small, head.name);
  if (head.longest_note.empty()) return name;
  return name + text_width(context.fonts.small, head.longest_note) + 8 * s;
}

}  // namespace

std::string lane_place(const TimelineLane& lane) {
  const std::string_view place = row_of(lane.kind).place;
  std::string text(place);
  if (place.ends_with('.')) text += std::to_string(lane.index);
  if (lane.stream.exists()) text += "." + std::to_string(lane.stream.value);
  return text;
}

std::string head_place(const TimelineLane& lane) {
  return row_of(lane.kind).menu == nullptr ? "" : lane_place(lane);
}

namespace {

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
  if (!row_of(lane.kind).is_of_recording) return std::nullopt;
  return ComparedRun{lane.index, lane.stream.exists() ? std::optional(lane.stream) : std::nullopt};
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
  const LaneKind& kind = row_of(lane.kind);
  const float eye =
      kind.is_of_recording ? area.scaled(20 + (lane.stream.exists() ? kClientIndent : 0)) : 0;
  const ImVec2 min{area.gutter + eye, lane.top};
  const float right = area.left - area.scaled(4);
  const bool is_open = ImGui::IsPopupOpen("lane menu");
  const bool under_mouse = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                           ImGui::IsMouseHoveringRect(min, {right, lane.bottom});
  if (kind.is_of_recording) {
    ImGui::SetCursorScreenPos({area.gutter, lane.top});
    eye_button(context, lane, eye, height);
  }
  bool opens = (under_mouse || is_open) && dots_button(context, area, lane);
  float dots = under_mouse || is_open ? area.scaled(kDots) : 0;
  if (under_mouse && !is_open) dots += compare_button(context, area, lane);
  ImGui::SetCursorScreenPos(min);
  if (ImGui::InvisibleButton("name", {std::max(1.0F, right - min.x - dots), height})) {
    kind.click_head(context, lane);
  }
  context.places.add_item(head_place(lane) + ".name");
  if (!is_open) kind.head_tooltip(context, lane);
  opens = opens || (under_mouse && ImGui::IsMouseReleased(1));
  std::string& request = context.caches.of<TimelineCache>().menu_request;
  if (request == head_place(lane)) {
    opens = true;
    request.clear();
  }
  if (opens) ImGui::OpenPopup("lane menu");
  if (!ImGui::BeginPopup("lane menu")) return;
  kind.menu(context, lane);
  ImGui::EndPopup();
}

/// Whether the lane is still there: a click on one of the heads may have removed another.
bool is_there(const PanelContext& context, const TimelineLane& lane) {
  const LaneKind& kind = row_of(lane.kind);
  return kind.is_there == nullptr || kind.is_there(context, lane);
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
  const LaneKind& kind = row_of(lane.kind);
  if (kind.head == nullptr) return;
  const LaneHead head = kind.head(context, lane);
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
  const float room =
      head.cuts_note ? end - begin - text_width(font, head.name) - area.scaled(8) : end - begin;
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
    if (head_place(lane).empty() || !is_there(context, lane)) continue;
    ImGui::PushID(head_place(lane).c_str());
    head_items_of(context, picture.area, lane);
    ImGui::PopID();
  }
}

}  // namespace scrubjay
