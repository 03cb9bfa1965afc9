#include "app/viewer/panels/windows/history_window.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <ranges>
#include <utility>
#include <vector>

#include "app/shared/history_text.h"
#include "app/shared/plain_text.h"
#include "app/viewer/entity_names.h"
#include "app/viewer/entity_references.h"
#include "app/viewer/found/property_steps.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/widgets/event_glyph.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "core/number_text.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr float kValueGap = 10;  ///< between values and what stands behind them

/// Left edges of the columns [pixels].
struct HistoryColumns {
  float time;
  float frame;  ///< right edge, as of `delta`
  float from;
  float to;
  float to_end;
  float delta;   ///< as `to_end` where there are none
  float events;  ///< as `end` where there are none
  float end;
};

HistoryColumns history_columns(const ViewContext& context, const HistoryWindowCache& cache,
                               ImVec2 min, ImVec2 max) {
  const float s = context.scale;
  HistoryColumns columns{};
  columns.end = max.x - 6 * s;
  columns.time = min.x + 84 * s;
  columns.frame = columns.time + 66 * s;
  columns.from = columns.frame + 14 * s;
  const float delta = cache.has_deltas ? 78 * s : 0;
  const float gap = cache.has_events ? 14 * s : 0;
  const float rest = std::max(0.0F, columns.end - columns.from - delta - gap);
  // What values leave is for the events.
  const float most = rest * (cache.has_events ? 0.36F : 0.5F);
  const float value = std::round(std::min(most, (cache.widest_value + kValueGap) * s));
  columns.to = columns.from + value;
  columns.to_end = columns.to + value;
  columns.delta = columns.to_end + delta;
  columns.events = cache.has_events ? columns.delta + gap : columns.end;
  return columns;
}

void draw_right(ImFont* font, float right, ImVec2 min, ImVec2 max, ImU32 color,
                const std::string& text) {
  draw_text(font, right - text_width(font, text), min.y, max.y, color, text, 1000);
}

HistoryColumns draw_history_head(const ViewContext& context, const HistoryWindowCache& cache) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const ImVec2 max{min.x + width, min.y + row_height(context)};
  const HistoryColumns at = history_columns(context, cache, min, max);
  ImFont* const font = context.fonts.small;
  const ImU32 color = packed(context.theme.dim);
  draw_right(font, at.time, min, max, color, "time");
  draw_right(font, at.frame, min, max, color, "frame");
  draw_text(font, at.from, min.y, max.y, color, "from", at.to - at.from);
  draw_text(font, at.to, min.y, max.y, color, "to", at.to_end - at.to);
  if (cache.has_deltas) draw_right(font, at.delta, min, max, color, "difference");
  draw_text_if_room(font, at.events, min.y, max.y, color, "events just before", at.end - at.events);
  ImGui::Dummy({width, max.y - min.y});
  ImGui::GetWindowDrawList()->AddLine({min.x, max.y}, {max.x, max.y}, packed(context.theme.line));
  return at;
}

/// "Damage received, 0.300 s before": how long before the change, where that is not its own frame.
std::string event_before(const EventInfo& event, const tables::ValueChange& change) {
  const std::string name = one_line(event.name, 60);
  const Seconds before = change.time - event.time;
  return before < 0.0005 ? name : name + ", " + seconds_text(before) + " before";
}

/// The events before a change, the newest first: as many as have room.
void draw_events_before(const ViewContext& context, const Recording& recording,
                        const ValueHistory::Entry& entry, float x, float end, ImVec2 min,
                        ImVec2 max) {
  const float s = context.scale;
  for (std::size_t i = entry.events.size(); i-- > 0 && x < end - 30 * s;) {
    const EventInfo event = recording.event(entry.events[i]);
    draw_event_glyph(*ImGui::GetWindowDrawList(), {x + 5 * s, (min.y + max.y) / 2}, 4.5F * s,
                     event_glyph(event.name, event.tag),
                     packed(event_color(context.theme, event.name, event.tag)));
    x += 14 * s;
    x += draw_text(context.fonts.small, x, min.y, max.y, packed(context.theme.dim),
                   event_before(event, entry.change), end - x) +
         10 * s;
  }
}

void change_tooltip(const ViewContext& context, const OpenRecording& open,
                    const ValueHistory::Entry& entry) {
  std::string text = time_text(entry.change.time + open.offset) + "\nfrom " +
                     one_line(change_value_text(entry.change.before), 500) + "\nto " +
                     one_line(change_value_text(entry.change.after), 500);
  if (entry.change.delta) text += "\ndifference " + rounded_text(*entry.change.delta, 12);
  if (!entry.events.empty()) text += "\nEvents just before:";
  for (const EventIndex index : entry.events | std::views::reverse) {
    const EventInfo event = open.recording->event(index);
    text += "\n  " + event_before(event, entry.change);
    if (event.entity.exists()) {
      text += "  " + EntityNames::full_name(*open.recording, event.entity);
    }
  }
  text_tooltip(context, text);
}

/// True when it was clicked.
bool draw_change_row(PanelContext& context, HistoryWindowCache& cache, EntityRef of,
                     const ValueHistory::Entry& entry, std::size_t number, const HistoryColumns& at,
                     ImVec2 min, ImVec2 max) {
  const OpenRecording& open = context.session().recordings[of.recording];
  const bool holds_now = cache.row == number;
  const Theme& theme = context.theme;
  const auto [pressed, hovered] =
      row_button(context, number, min, max, "history.row." + std::to_string(number));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float s = context.scale;
  if (holds_now && !hovered) {
    list.AddRectFilled(min, max, packed(with_alpha(theme.accent, kAtPlayhead)), 3 * s);
  }
  if (holds_now) {
    list.AddRectFilled({min.x, min.y + 3 * s}, {min.x + 3 * s, max.y - 3 * s}, packed(theme.accent),
                       1.5F * s);
  }
  const tables::ValueChange& change = entry.change;
  draw_right(context.fonts.numbers, at.time, min, max, packed(theme.text),
             time_text(change.time + open.offset));
  draw_right(context.fonts.numbers, at.frame, min, max, packed(theme.dim),
             grouped_digits(change.frame.value));
  const float gap = kValueGap * s;
  const ChangeTexts texts = short_change_texts(change.before, change.after);
  const auto value = [&](float x, float end, const std::optional<std::string>& json,
                         const std::string& shown, bool is_old) {
    const bool is_reference = json && change.type == to_text(PropertyType::entity);
    const std::string text = named_value(context, of, is_reference, shown);
    const std::string line = one_line(text);
    if (const float width = text_width(context.fonts.text, line) / s; width > cache.widest_value) {
      cache.widest_value = width;
      context.needs_redraw = true;
    }
    draw_text(context.fonts.text, x, min.y, max.y, packed(is_old || !json ? theme.dim : theme.text),
              line, end - x);
  };
  value(at.from, at.to - gap, change.before, texts.before, true);
  value(at.to, at.to_end - gap, change.after, texts.after, false);
  if (change.delta) {
    std::string delta = significant_text(*change.delta);
    if (*change.delta > 0) delta.insert(delta.begin(), '+');
    draw_right(context.fonts.numbers, at.delta, min, max, packed(theme.text), delta);
  }
  draw_events_before(context, *open.recording, entry, at.events, at.end, min, max);
  if (hovered && cache.rest.is_long(number + 1, context.now)) {
    change_tooltip(context, open, entry);
  } else if (hovered) {
    context.needs_redraw = true;
  }
  return pressed;
}

enum class CopyForm : std::uint8_t { csv, json };

/// Makes the text on a thread of its own: events are read for it.
void start_copy(PanelContext& context, HistoryWindowCache& cache, CopyForm form) {
  const ValueHistory::Found found = context.caches.of<PropertySteps>().all.found();
  std::vector<ValueHistory::Entry> entries(found.changes().begin(), found.changes().end());
  cache.copied = entries.size();
  cache.copying.start(context.workspace.wake(), [of = found.of(), entries = std::move(entries),
                                                 form, &cancelled = cache.copy_cancelled] {
    std::string text;
    tables::EventsBefore reader(of.recording, {of.entity}, of.coordinates);
    JsonWriter json(text, JsonLayout::pretty);
    const bool is_json = form == CopyForm::json;
    if (is_json) begin_history(json, of.recording->entity(of.entity).id, of.path);
    if (!is_json) text = kHistoryCsvHead;
    for (const ValueHistory::Entry& entry : entries) {
      if (cancelled.load()) break;
      if (is_json) {
        write_change(json, *of.recording, entry.change, entry.events, reader);
      } else {
        append_change_csv(text, *of.recording, entry.change, entry.events, reader, CsvTexts::safe);
      }
    }
    if (is_json) end_history(json);
    if (is_json) text += '\n';
    return text;
  });
}

void copy_buttons(PanelContext& context, HistoryWindowCache& cache, std::size_t changes) {
  const bool is_possible = changes > 0 && !cache.copying.is_running();
  ImGui::BeginDisabled(!is_possible);
  if (ImGui::Button("Copy as CSV")) start_copy(context, cache, CopyForm::csv);
  context.places.add_item("history.csv");
  ImGui::SameLine(0, 4 * context.scale);
  if (ImGui::Button("Copy as JSON")) start_copy(context, cache, CopyForm::json);
  context.places.add_item("history.json");
  ImGui::EndDisabled();
}

/// How far the reading is, with its button, or how much there is.
void draw_reading(PanelContext& context, PropertySteps& steps) {
  std::string text;
  float share = 0;
  bool is_reading = false;
  {
    const ValueHistory::Found found = steps.all.found();
    const std::size_t count = found.changes().size();
    text = counted_text(count, "change");
    is_reading = !found.is_read();
    share = found.share();
    if (found.is_stopped()) text += ", stopped at " + percent_text(share) + " of the frames";
    if (found.is_cut()) text += ": no more than these are read, from the playhead on";
  }
  ImGui::SameLine(0, 12 * context.scale);
  if (!is_reading) {
    hint_text(context, text);
    return;
  }
  ImGui::PushStyleColor(ImGuiCol_PlotHistogram, context.theme.on);
  ImGui::ProgressBar(share, {200 * context.scale, ImGui::GetFrameHeight()}, text.c_str());
  ImGui::PopStyleColor();
  ImGui::SameLine(0, 6 * context.scale);
  if (ImGui::Button("Stop")) steps.all.stop();
  context.places.add_item("history.stop");
}

/// Somebody walks by keys in the window that is being drawn.
bool is_walked() {
  return !ImGui::GetCurrentContext()->NavDisableHighlight &&
         ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
}

/// The rows. They are looked at while they grow.
void draw_changes(PanelContext& context, HistoryWindowCache& cache, EntityRef entity,
                  const HistoryColumns& at, float foot) {
  const OpenRecording& open = context.session().recordings[entity.recording];
  const PropertySteps& steps = context.caches.of<PropertySteps>();
  const FrameIndex now = frame_at_playhead(context, entity);
  std::optional<Seconds> wanted;
  {
    const ValueHistory::Found found = steps.all.found();
    const auto& changes = found.changes();
    const ValueHistory::Entry* const holds = now.exists() ? found.last_until(now) : nullptr;
    std::optional<std::size_t> row;
    if (holds != nullptr) {
      row = static_cast<std::size_t>(
          std::ranges::lower_bound(changes, holds->change.frame, {},
                                   [](const auto& entry) { return entry.change.frame; }) -
          changes.begin());
    }
    if (row != cache.row && row) cache.scroll.reveal = row;
    cache.row = row;
    const bool is_known = !changes.empty() && (row || found.is_read());
    std::optional<std::size_t> standing;  // takes the keyboard
    if (is_known && is_walked() && std::exchange(cache.takes_keyboard, false)) {
      cache.scroll.reveal = standing = row.value_or(0);
    }
    ListView list("changes", changes.size(), row_height(context), cache.scroll, foot);
    cache.first_row = list.first();
    cache.last_row = list.last();
    for (std::size_t i = list.first(); i < list.last(); ++i) {
      if (changes[i].change.delta && !std::exchange(cache.has_deltas, true)) {
        context.needs_redraw = true;
      }
      if (!changes[i].events.empty() && !std::exchange(cache.has_events, true)) {
        context.needs_redraw = true;
      }
      if (draw_change_row(context, cache, entity, changes[i], i, at, list.row_min(i),
                          list.row_max(i))) {
        wanted = changes[i].change.time;
      }
      if (standing == i) take_keyboard();
    }
  }
  if (!wanted) return;
  context.state.playback.playing = false;
  context.commands.emplace_back(SeekTo{*wanted + open.offset});
}

}  // namespace

void update_history_copy(PanelContext& context) {
  HistoryWindowCache& cache = context.caches.of<HistoryWindowCache>();
  if (const auto text = cache.copying.take()) {
    ImGui::SetClipboardText(text->c_str());
    context.state.bar_request = "Copied: " + counted_text(cache.copied, "change") + ".";
  }
}

void history_window(PanelContext& context) {
  const float s = context.scale;
  bool& open = context.state.windows[WindowId::history];
  if (context.session().recordings.empty()) {
    open = false;
    return;
  }
  HistoryWindowCache& cache = context.caches.of<HistoryWindowCache>();
  if (begin_tool_window(context, WindowId::history, "History", {820 * s, 340 * s})) {
    add_window(context.places, "history");
    if (ImGui::IsWindowAppearing()) cache.takes_keyboard = true;
    const auto entity = primary_selection(context.state);
    const std::string& path = context.state.chosen_property;
    if (!entity || !entity->entity.exists() || path.empty()) {
      hint_text(
          context,
          "Select an entity and click one of its properties: every change of it is listed here.");
    } else {
      if (cache.of != *entity || cache.path != path) {
        cache.of = *entity;
        cache.path = path;
        cache.scroll = {};
        cache.row.reset();
        cache.has_events = cache.has_deltas = false;
        cache.widest_value = HistoryWindowCache::kLeastValue;
      }
      ImGui::AlignTextToFramePadding();
      ImGui::TextUnformatted(
          (one_line(path, 80) + "  \u00B7  " + EntityNames::full_name(context.session(), *entity))
              .c_str());
      if (ImGui::IsItemHovered()) text_tooltip(context, path);
      const HistoryColumns at = draw_history_head(context, cache);
      const float foot = ImGui::GetFrameHeightWithSpacing() + 6 * s;
      draw_changes(context, cache, *entity, at, foot);
      ImGui::Dummy({1, 1});
      PropertySteps& steps = context.caches.of<PropertySteps>();
      copy_buttons(context, cache, steps.all.found().changes().size());
      draw_reading(context, steps);
    }
  }
  end_tool_window(context);
}

}  // namespace scrubjay
