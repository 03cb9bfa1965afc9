#include "app/viewer/panels/properties/summary_view.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>

#include "app/shared/source_mark.h"
#include "app/viewer/panels/properties/summary_rows.h"
#include "app/viewer/panels/widgets/event_glyph.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"

namespace scrubjay {

namespace {

/// More are not selected at once.
constexpr std::size_t kMostSelected = 1000;

void update_summary(PanelContext& context, SummaryCache& cache) {
  const Session& session = context.session();
  PropertySurveys& surveys = context.caches.of<PropertySurveys>();
  cache.tallies.resize(session.recordings.size());
  WorkBudget budget(kPanelBudget);
  std::vector<std::uint64_t> key;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const OpenRecording& open = session.recordings[i];
    if (!cache.tallies[i].advance(open.recording, budget)) context.needs_redraw = true;
    key.push_back(open.visible ? 1 : 0);
    key.push_back(cache.tallies[i].version());
    key.push_back(open.recording->frame_count());
    key.push_back(open.recording->problems_version());
    const Travels* travels = surveys.travels_of(i);
    key.push_back(travels == nullptr ? 0 : travels->is_exact ? 1 : 2);
    if (travels == nullptr) continue;
    for (const Traveller& one : travels->farthest) {
      key.push_back(one.entity.value);
      key.push_back(std::bit_cast<std::uint64_t>(one.metres));
    }
  }
  if (key == cache.key) return;
  cache.key = std::move(key);
  cache.rows.clear();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (session.recordings[i].visible) {
      add_summary(session, i, cache.tallies[i], surveys.travels_of(i), cache.rows);
    }
  }
  add_hints(cache.rows);
}

/// Those that live now; of a kind that has none now, all.
void select_kind(ViewContext& context, std::size_t place, EntityKind kind) {
  const Recording& recording = *context.session().recordings[place].recording;
  std::vector<EntityRef> found;
  const auto add = [&](EntityIndex entity) {
    const EntityInfo info = recording.entity(entity);
    const bool is_wanted = info.kind == kind && !info.is_background;
    if (is_wanted && found.size() < kMostSelected) found.push_back({place, entity});
  };
  for (const MomentFrame& shown : context.moment.frames) {
    if (shown.ref.recording != place || shown.frame == nullptr) continue;
    for (const Entity& entity : shown.frame->entities) add(entity.index);
  }
  if (found.empty()) {
    for (std::size_t i = 0; i < recording.entity_count(); ++i) add(EntityIndex(i));
  }
  if (found.empty()) return;
  const EntityRef last = found.back();
  found.pop_back();
  context.state.selected = std::move(found);
  select(context.state, last, SelectMode::add);
}

void follow_row(ViewContext& context, const SummaryRow& row) {
  const OpenRecording& open = context.session().recordings[row.recording];
  switch (row.type) {
    case SummaryRow::Type::kind: select_kind(context, row.recording, row.kind); break;
    case SummaryRow::Type::event: {
      const EventIndex next =
          next_like(*open.recording, row.event, own_time(context.moment.time, open.offset));
      context.commands.emplace_back(SeekTo{open.recording->event(next).time + open.offset});
      break;
    }
    case SummaryRow::Type::traveller: select(context.state, {row.recording, row.entity}); break;
    case SummaryRow::Type::problems: context.state.windows[WindowId::problems] = true; break;
    default: break;
  }
}

const char* tip_of(const SummaryRow& row) {
  switch (row.type) {
    case SummaryRow::Type::kind: return "Select all of them that live now";
    case SummaryRow::Type::event: return "Go to the next one";
    case SummaryRow::Type::traveller: return "Select it";
    case SummaryRow::Type::problems: return "Show what is wrong";
    default: return nullptr;
  }
}

/// The sign in front of a row's text. Returns the room that it takes.
float draw_sign(const ViewContext& context, const SummaryRow& row, ImVec2 center) {
  const float s = context.scale;
  switch (row.type) {
    case SummaryRow::Type::kind:
    case SummaryRow::Type::traveller:
      draw_kind(center, 4.5F * s, row.kind, packed(kind_color(context.theme, row.kind)));
      return 18 * s;
    case SummaryRow::Type::event: {
      const EventInfo event =
          context.session().recordings[row.recording].recording->event(row.event);
      draw_event_glyph(*ImGui::GetWindowDrawList(), center, 5 * s,
                       event_glyph(event.name, event.tag),
                       packed(event_color(context.theme, event.name, event.tag)));
      return 18 * s;
    }
    default: return 0;
  }
}

void draw_summary_row(ViewContext& context, const SummaryRow& row, std::size_t index, ImVec2 min,
                      ImVec2 max) {
  const Theme& theme = context.theme;
  const float s = context.scale;
  const bool is_heading =
      row.type == SummaryRow::Type::heading || row.type == SummaryRow::Type::title;
  const bool is_quiet = row.type == SummaryRow::Type::fact || row.type == SummaryRow::Type::hint;
  const char* const tip = tip_of(row);
  if (tip != nullptr) {
    const auto [pressed, hovered] = row_button(context, index, min, max, "summary." + row.text);
    if (hovered) {
      text_tooltip(context,
                   row.text + (row.note.empty() ? "" : "  \xC2\xB7  " + row.note) + "\n" + tip);
      if (row.type == SummaryRow::Type::traveller) {
        context.state.hovered = EntityRef{row.recording, row.entity};
      }
    }
    if (pressed) follow_row(context, row);
  }
  float x = min.x + (is_heading ? 0 : 8 * s);
  x += draw_sign(context, row, {x + 6 * s, (min.y + max.y) / 2});
  const bool is_traveller = row.type == SummaryRow::Type::traveller;
  const EntityRef traveller{row.recording, row.entity};
  const bool is_title = row.type == SummaryRow::Type::title;
  const SourceMark mark = is_traveller ? mark_of(context.session(), traveller)
                          : is_title   ? mark_of(context.session(), row.recording)
                                       : SourceMark();
  if (!mark.letters.empty()) {
    x += draw_source_badge(context, *ImGui::GetWindowDrawList(), x, (min.y + max.y) / 2, mark) +
         6 * s;
  }
  const bool is_value_dim =
      row.type == SummaryRow::Type::title || row.type == SummaryRow::Type::hint;
  ImFont* const value_font = is_value_dim ? context.fonts.small : context.fonts.numbers;
  const float value_width = text_width(value_font, row.value);
  const float end = max.x - 4 * s;
  const float room = end - value_width - (row.value.empty() ? 0 : 12 * s) - x;
  ImFont* const font =
      row.type == SummaryRow::Type::heading ? context.fonts.small : context.fonts.text;
  const bool is_dim = is_quiet || row.type == SummaryRow::Type::heading;
  const float top = row.type == SummaryRow::Type::heading ? min.y + 4 * s : min.y;
  const ImVec4& color = row.type == SummaryRow::Type::problems ? theme.warning
                        : is_dim                               ? theme.dim
                                                               : theme.text;
  float used = draw_name(font, x, top, max.y, packed(color), row.text, room);
  if (is_traveller) {
    const float drawn =
        draw_text_if_room(font, x + used + 8 * s, top, max.y, packed(theme.dim),
                          one_line(context.moment.label_of(traveller), 60), room - used - 8 * s);
    if (drawn > 0) used += 8 * s + drawn;
  }
  draw_text_if_room(context.fonts.small, x + used + 8 * s, min.y, max.y, packed(theme.dim),
                    row.note, room - used - 8 * s);
  draw_text(value_font, end - value_width, min.y, max.y,
            packed(is_value_dim ? theme.dim : theme.text), row.value, value_width + 1);
  if (row.type == SummaryRow::Type::heading) {
    ImGui::GetWindowDrawList()->AddLine({min.x, max.y - 1}, {max.x, max.y - 1}, packed(theme.line));
  }
}

}  // namespace

void draw_summary(PanelContext& context) {
  SummaryCache& cache = context.caches.of<SummaryCache>();
  update_summary(context, cache);
  ListView list("summary rows", cache.rows.size(), row_height(context), cache.scroll);
  for (std::size_t i = list.first(); i < list.last(); ++i) {
    if (cache.rows[i].recording >= context.session().recordings.size()) continue;
    draw_summary_row(context, cache.rows[i], i, list.row_min(i), list.row_max(i));
  }
}

}  // namespace scrubjay
