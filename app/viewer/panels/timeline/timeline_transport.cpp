#include "app/viewer/panels/timeline/timeline_transport.h"
#include "app/shared/plain_text.h"
#include "app/shared/printed_time.h"
#include "app/shared/recording_words.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "core/number_text.h"

namespace scrubjay {

namespace {

constexpr float kRowHeight = 28;
constexpr float kButton = 30;
constexpr float kIcon = 13;
constexpr float kGap = 4;
constexpr float kGroupGap = 16;
constexpr float kLeastCoordinates = 90;

/// Lays out the row from left to right.
struct Row {
  PanelContext& context;
  ImDrawList& list;
  float x;
  float y;
  float right;
  bool enabled;

  float scaled(float pixels) const { return std::round(pixels * context.scale); }
  ImVec4 text_color() const {
    return enabled ? context.theme.text : with_alpha(context.theme.dim, 0.5F);
  }
  float height() const { return scaled(kRowHeight); }

  /// An area that can be clicked, with a background while the mouse is over it.
  bool button(const char* id, float width) {
    ImGui::SetCursorScreenPos({x, y});
    const bool clicked = ImGui::InvisibleButton(id, {width, height()}) && enabled;
    const bool hovered = ImGui::IsItemHovered() && enabled;
    if (hovered) {
      list.AddRectFilled({x, y}, {x + width, y + height()}, packed(context.theme.hovered),
                         scaled(4));
    }
    context.places.add_item(std::string("timeline.") + id);
    return clicked;
  }
  /// Draws a text in the middle of the row's height.
  void text(const ImFont* font, const ImVec4& color, float at, std::string_view text) const {
    draw_text(list, font, {at, y + (height() - font->FontSize) / 2}, packed(color), text);
  }
};

void icon_button(Row& row, const char* id, TransportIcon icon, PlaybackCommand command,
                 std::string_view tooltip, std::string_view key, bool active = false) {
  const float width = row.scaled(kButton);
  if (row.button(id, width)) row.context.commands.push_back(command);
  if (row.enabled) item_tooltip(row.context, tooltip, key);
  const ImVec4 color = active ? row.context.theme.accent : row.text_color();
  draw_icon(row.list, icon, {row.x + width / 2, row.y + row.height() / 2}, row.scaled(kIcon),
            packed(color));
  row.x += width + row.scaled(2);
}

/// The next window, a menu, stands above the row: the timeline lies at the bottom of the window.
/// `pivot` 0: its left edge is at `x`; 1: its right edge.
void open_above(const Row& row, float x, float pivot) {
  ImGui::SetNextWindowPos({x, row.y - row.scaled(2)}, ImGuiCond_Always, {pivot, 1});
}

std::string speed_text(double speed) { return number_text(speed) + "\u00D7"; }

void speed_menu(Row& row) {
  PanelContext& context = row.context;
  const std::string shown = speed_text(context.state.playback.speed);
  const float width =
      row.scaled(18) + text_width(context.fonts.numbers, "0.25\u00D7") + row.scaled(12);
  const float left = row.x;
  if (row.button("speed", width)) ImGui::OpenPopup("speed menu");
  if (row.enabled) item_tooltip(context, "Playback speed: slower, faster", ",  .");
  row.text(context.fonts.numbers, row.text_color(), row.x + row.scaled(8), shown);
  draw_menu_arrow(row.list, {row.x + width - row.scaled(11), row.y + row.height() / 2},
                  row.scaled(7), packed(with_alpha(row.text_color(), 0.7F)));
  row.x += width + row.scaled(2);
  open_above(row, left, 0);
  if (!ImGui::BeginPopup("speed menu")) return;
  for (const double speed : kSpeeds) {
    const bool chosen = std::fabs(speed - context.state.playback.speed) < 1e-9;
    if (ImGui::MenuItem(speed_text(speed).c_str(), nullptr, chosen)) {
      context.commands.push_back(SetSpeed{speed});
    }
    context.places.add_item("timeline.speed." + number_text(speed));
  }
  ImGui::EndPopup();
}

/// What is shown between samples, where the format knows.
void sampling_menu(Row& row) {
  PanelContext& context = row.context;
  if (!std::ranges::any_of(context.moment.frames, &MomentFrame::knows_between)) return;
  const bool linear = context.state.sampling == Sampling::linear;
  const std::string_view shown = linear ? "interpolated" : "as sampled";
  const ImFont* font = context.fonts.text;
  const float width = row.scaled(18) + text_width(font, "as sampled") + row.scaled(12);
  const float wide = std::max(width, row.scaled(18) + text_width(font, shown) + row.scaled(12));
  const float left = row.x;
  if (row.button("sampling", wide)) ImGui::OpenPopup("sampling menu");
  if (row.enabled) item_tooltip(context, "What is shown between two samples");
  row.text(font, linear ? context.theme.accent : row.text_color(), row.x + row.scaled(8), shown);
  draw_menu_arrow(row.list, {row.x + wide - row.scaled(11), row.y + row.height() / 2},
                  row.scaled(7), packed(with_alpha(row.text_color(), 0.7F)));
  row.x += wide + row.scaled(2);
  open_above(row, left, 0);
  if (!ImGui::BeginPopup("sampling menu")) return;
  sampling_choices(context);
  ImGui::EndPopup();
}

/// What the time at the playhead takes, and " / " with the end behind it.
struct TimeWidths {
  float now = 0;
  float rest = 0;
};

TimeWidths time_widths(const PanelContext& context) {
  const ImFont* numbers = context.fonts.numbers;
  const std::string total = time_text(context.session().range().end);
  const std::string now = time_text(context.state.playback.playhead);
  return {std::max(text_width(numbers, total), text_width(numbers, now)),
          text_width(numbers, " / " + total)};
}

void frame_field(Row& row, FrameRef frame) {
  PanelContext& context = row.context;
  const Timeline& timeline = context.session().recordings[frame.recording].recording->timeline();
  const std::uint32_t place = frame.frame.value;
  const std::string total = grouped_digits(timeline.size() - 1);
  const std::string shown = grouped_digits(place);
  const ImFont* numbers = context.fonts.numbers;
  const float begin = row.x;
  row.text(context.fonts.text, context.theme.dim, row.x, "frame");
  row.x += text_width(context.fonts.text, "frame") + row.scaled(6);
  // As wide as the largest number, so that nothing moves while playing.
  row.x += text_width(numbers, total);
  row.text(numbers, context.theme.text, row.x - text_width(numbers, shown), shown);
  const std::string rest = " / " + total;
  row.text(numbers, context.theme.dim, row.x, rest);
  row.x += text_width(numbers, rest);
  const std::int64_t recorded = timeline.number(frame.frame);
  context.places.add("timeline.frame", {begin, row.y}, {row.x, row.y + row.height()});
  // Many formats number frames from 1: that says nothing new.
  if (recorded != place && recorded != place + 1) {
    const std::string own = "recorded as " + std::to_string(recorded);
    const float width = text_width(context.fonts.small, own);
    const TimeWidths time = time_widths(context);
    const float behind = time.now + time.rest + row.scaled(2 * kGroupGap + 8 + kLeastCoordinates);
    if (row.x + row.scaled(8) + width + behind < row.right) {
      row.text(context.fonts.small, context.theme.dim, row.x + row.scaled(8), own);
      row.x += row.scaled(8) + width;
    }
  }
}

void begin_time_edit(TimelineCache& cache, Seconds now) {
  cache.editing_time = true;
  cache.edit_begins = true;
  cache.edit_failed = false;
  const std::string text = time_text(now);
  const std::size_t size = std::min(text.size(), sizeof(cache.edit_text) - 1);
  std::memcpy(cache.edit_text, text.data(), size);
  cache.edit_text[size] = '\0';
}

/// Goes to where the text says; false when it is not understood or there is no such frame.
bool go_to(ViewContext& context, std::string_view text, const std::optional<FrameRef>& frame) {
  const auto entry = parse_time_entry(text);
  if (!entry) return false;
  if (entry->time) {
    Seconds t = *entry->time;
    if (frame) {
      const OpenRecording& open = context.session().recordings[frame->recording];
      t = time_of_frame_printed_like(open.recording->timeline(), t - open.offset) + open.offset;
    }
    context.commands.push_back(SeekTo{t});
    return true;
  }
  if (!frame) return false;
  const OpenRecording& open = context.session().recordings[frame->recording];
  const Timeline& timeline = open.recording->timeline();
  if (*entry->frame >= timeline.size()) return false;
  const FrameIndex wanted(static_cast<std::size_t>(*entry->frame));
  context.commands.push_back(SeekTo{timeline.time(wanted) + open.offset});
  return true;
}

void time_edit(Row& row, float width, const std::optional<FrameRef>& frame) {
  PanelContext& context = row.context;
  TimelineCache& cache = context.caches.of<TimelineCache>();
  ImGui::SetCursorScreenPos({row.x, row.y});
  ImGui::SetNextItemWidth(width);
  ImGui::PushFont(context.fonts.numbers);
  const float room = row.height() - context.fonts.numbers->FontSize;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {row.scaled(6), std::floor(room / 2)});
  if (cache.edit_failed) ImGui::PushStyleColor(ImGuiCol_Text, context.theme.error);
  if (cache.edit_begins) give_keyboard_to_next();
  const bool entered =
      ImGui::InputText("##time", cache.edit_text, sizeof(cache.edit_text),
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  if (cache.edit_failed) ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  ImGui::PopFont();
  context.places.add_item("timeline.time");
  if (cache.edit_failed) {
    item_tooltip(context, "Type a time such as 3.4 or 1:20.5, or a frame such as #120.");
  }
  if (entered) {
    cache.edit_failed = !go_to(context, cache.edit_text, frame);
    cache.editing_time = cache.edit_failed;
    cache.edit_begins = cache.edit_failed;
    return;
  }
  if (!cache.edit_begins && !ImGui::IsItemActive()) cache.editing_time = false;
  cache.edit_begins = false;
}

void time_field(Row& row, const std::optional<FrameRef>& frame) {
  PanelContext& context = row.context;
  TimelineCache& cache = context.caches.of<TimelineCache>();
  const ImFont* numbers = context.fonts.numbers;
  const std::string total = time_text(context.session().range().end);
  const std::string now = time_text(context.state.playback.playhead);
  const auto [first, wanted_rest] = time_widths(context);
  // Where there is no room for both, the time goes before the end.
  const bool has_room = row.x + first + wanted_rest + row.scaled(16) <= row.right;
  const std::string rest = has_room ? " / " + total : "";
  const float width = first + (has_room ? wanted_rest : 0) + row.scaled(16);
  if (cache.editing_time) {
    time_edit(row, width, frame);
  } else {
    if (row.button("time", width)) begin_time_edit(cache, context.state.playback.playhead);
    const std::string in_hours = long_time_text(context.state.playback.playhead);
    item_tooltip(context, in_hours.empty() ? "Click to go to a time, or to a frame with #120"
                                           : in_hours + ". Click to go to a time or a frame.");
    const float middle = row.x + row.scaled(8) + first;
    row.text(numbers, context.theme.text, middle - text_width(numbers, now), now);
    row.text(numbers, context.theme.dim, middle, rest);
  }
  row.x += width;
}

std::string axes_text(const CoordinateSystem& system) {
  return "right " + std::string(to_text(system.right)) + "  up " + std::string(to_text(system.up)) +
         "  forward " + std::string(to_text(system.forward)) + "  " +
         number_text(system.metres_per_unit) + " m";
}

}  // namespace

void coordinate_choices(ViewContext& context, const CoordinateSystem& recorded) {
  std::optional<CoordinateSystem>& chosen = context.state.coordinates;
  if (ImGui::MenuItem("As recorded", axes_text(recorded).c_str(), !chosen)) chosen.reset();
  context.places.add_item("timeline.coordinates.recorded");
  ImGui::Separator();
  const auto presets = coordinate_presets();
  for (std::size_t i = 0; i < presets.size(); ++i) {
    const auto same = [&](const NamedCoordinateSystem& other) {
      return other.system == presets[i].system;
    };
    // Names of one and the same system share a line.
    if (std::any_of(presets.begin(), presets.begin() + static_cast<std::ptrdiff_t>(i), same))
      continue;
    std::string label;
    for (const NamedCoordinateSystem& preset : presets) {
      if (same(preset)) label += (label.empty() ? "" : ", ") + std::string(preset.name);
    }
    const bool is_chosen = chosen && *chosen == presets[i].system;
    if (ImGui::MenuItem(label.c_str(), axes_text(presets[i].system).c_str(), is_chosen)) {
      chosen = presets[i].system;
    }
    context.places.add_item("timeline.coordinates." + std::string(presets[i].name));
  }
}

namespace {

void coordinates_menu(Row& row, FrameRef frame) {
  PanelContext& context = row.context;
  const CoordinateSystem& recorded =
      context.session().recordings[frame.recording].recording->info().coordinates;
  const bool converted = context.state.coordinates && *context.state.coordinates != recorded;
  std::string name = coordinate_words(converted ? *context.state.coordinates : recorded);
  const ImFont* font = context.fonts.text;
  static constexpr std::string_view kLabel = "coordinates";
  static constexpr std::string_view kAsRecorded = ", as recorded";
  const float room = row.right - row.x - row.scaled(kGroupGap + 32);
  float label = text_width(font, kLabel) + row.scaled(6);
  // What fits: label and value, the value alone, only the name.
  if (!converted && text_width(font, name) + text_width(font, kAsRecorded) <= room)
    name += kAsRecorded;
  if (label + text_width(font, name) > room) label = 0;
  const float value = std::min(text_width(font, name), room);
  if (room < row.scaled(24)) return;
  const float width = label + value + row.scaled(32);
  row.x = row.right - width;
  if (row.button("coordinates", width)) ImGui::OpenPopup("coordinates menu");
  item_tooltip(context, "In which coordinates properties are shown");
  const float begin = row.x + row.scaled(8);
  if (label > 0) row.text(font, context.theme.dim, begin, kLabel);
  draw_text_in(row.list, font, {begin + label, row.y},
               {row.right - row.scaled(22), row.y + row.height()},
               packed(converted ? context.theme.accent : context.theme.text), name);
  draw_menu_arrow(row.list, {row.right - row.scaled(12), row.y + row.height() / 2}, row.scaled(7),
                  packed(context.theme.dim));
  open_above(row, row.right, 1);
  if (!ImGui::BeginPopup("coordinates menu")) return;
  coordinate_choices(context, recorded);
  ImGui::EndPopup();
}

}  // namespace

void sampling_choices(ViewContext& context) {
  Sampling& sampling = context.state.sampling;
  if (ImGui::MenuItem("Hold each sample until the next", nullptr, sampling == Sampling::hold)) {
    sampling = Sampling::hold;
  }
  context.places.add_item("timeline.sampling.hold");
  if (ImGui::MenuItem("Interpolate between samples", nullptr, sampling == Sampling::linear)) {
    sampling = Sampling::linear;
  }
  context.places.add_item("timeline.sampling.linear");
}

void timeline_transport(PanelContext& context) {
  const ImVec2 begin = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const Playback& playback = context.state.playback;
  const auto primary = primary_selection(context.state);
  const auto frame = playhead_frame(context.session(), playback.playhead, primary);
  Row row{context,          *ImGui::GetWindowDrawList(), begin.x, begin.y, begin.x + width,
          frame.has_value()};

  icon_button(row, "first", TransportIcon::first, GoToFirst{}, "First frame", "Home");
  icon_button(row, "back", TransportIcon::back, StepFrames{-1}, "One frame back", "\u2190");
  icon_button(row, "play", playback.playing ? TransportIcon::pause : TransportIcon::play,
              TogglePlay{}, playback.playing ? "Pause" : "Play", "Space");
  icon_button(row, "forward", TransportIcon::forward, StepFrames{1}, "One frame forward", "\u2192");
  icon_button(row, "last", TransportIcon::last, GoToLast{}, "Last frame", "End");
  row.x += row.scaled(kGap);
  speed_menu(row);
  icon_button(row, "loop", TransportIcon::loop, ToggleLoop{},
              playback.range ? "Loop inside the selected range" : "Loop", "L", playback.loop);
  sampling_menu(row);
  if (frame) {
    row.x += row.scaled(kGroupGap);
    frame_field(row, *frame);
    row.x += row.scaled(kGroupGap - 8);
    time_field(row, frame);
    coordinates_menu(row, *frame);
  }
  const ImVec2 below{begin.x, begin.y + row.height() + row.scaled(kGap)};
  ImGui::SetCursorScreenPos(below);
  ImGui::Dummy({width, 0});  // the row has a size even when nothing follows
  ImGui::SetCursorScreenPos(below);
}

}  // namespace scrubjay
