#include "app/viewer/panels/windows/changes_window.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "app/shared/history_text.h"
#include "app/shared/plain_text.h"
#include "app/shared/source_mark.h"
#include "app/viewer/entity_names.h"
#include "app/viewer/entity_references.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/source_badge.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "core/number_text.h"

namespace scrubjay {

namespace {

/// Whose what belongs to no entity is.
constexpr std::string_view kWholeFrame = "the whole frame";

/// "about 1 in 40 frames": how often that kind's property changes, for each entity, as far as
/// frames were looked at (ChangeSurvey).
std::string rate_text(const std::optional<double>& rate) {
  if (!rate) return "";
  if (*rate <= 0) return "hardly ever";
  if (*rate > 0.95) return "every frame";
  if (*rate > 2.0 / 3) return "most frames";
  return "about 1 in " + grouped_digits(static_cast<std::uint64_t>(std::llround(1 / *rate))) +
         " frames";
}

/// Asks for what changed at the playhead, and takes what is known of it.
void update_changes(PanelContext& context, ChangesWindowCache& cache) {
  const auto& recordings = context.session().recordings;
  Background& background = context.workspace.background();
  cache.surveys.resize(recordings.size());
  // What was listed of other recordings names entities that are not there any more.
  std::vector<const Recording*> open;
  for (const OpenRecording& one : recordings) open.push_back(one.recording.get());
  if (open != cache.of) cache.channel = nullptr;
  cache.of = std::move(open);
  ChangesWanted wanted;
  wanted.coordinates = context.state.coordinates;
  cache.is_rated = true;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const std::shared_ptr<const Recording> recording = recordings[i].recording;
    auto& survey = cache.surveys[i];
    if (survey == nullptr || &survey->recording() != recording.get()) {
      survey = std::make_unique<ChangeSurvey>(recording, background);
    }
    survey->request();
    const auto rates = survey->latest();
    if (rates == nullptr) cache.is_rated = false;
    for (const MomentFrame& frame : context.moment.frames) {
      if (frame.ref.recording != i || !frame.ref.frame.exists()) continue;
      wanted.frames.push_back({recording, i, frame.ref.frame, rates});
    }
  }
  if (cache.channel == nullptr) cache.channel = std::make_unique<ChangesChannel>(background);
  cache.channel->request(wanted);
  cache.shown = cache.channel->latest();
  cache.is_current = cache.channel->is_current();
  if (!cache.is_current || !cache.is_rated) context.needs_redraw = true;
}

/// Left edges of the columns [pixels].
struct ChangeColumns {
  float who;
  float path;
  float from;
  float to;
  float delta;
  float rate;
  float end;
};

ChangeColumns change_columns(const ViewContext& context, ImVec2 min, ImVec2 max) {
  const float s = context.scale;
  ChangeColumns columns{};
  columns.who = min.x + 8 * s;
  columns.end = max.x - 6 * s;
  columns.rate = columns.end - 124 * s;
  columns.delta = columns.rate - 88 * s;
  const float rest = std::max(0.0F, columns.delta - columns.who);
  columns.path = columns.who + std::round(rest * 0.26F);
  columns.from = columns.path + std::round(rest * 0.28F);
  columns.to = columns.from + std::round(rest * 0.23F);
  return columns;
}

ChangeColumns draw_changes_head(const ViewContext& context) {
  const ImVec2 min = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  const ImVec2 max{min.x + width, min.y + row_height(context)};
  const ChangeColumns at = change_columns(context, min, max);
  ImFont* const font = context.fonts.small;
  const auto title = [&](float x, float end, std::string_view text) {
    draw_text_if_room(font, x, min.y, max.y, packed(context.theme.dim), text, end - x);
  };
  title(at.who, at.path, "whose");
  title(at.path, at.from, "property");
  title(at.from, at.to, "from");
  title(at.to, at.delta, "to");
  title(at.delta, at.rate, "difference");
  title(at.rate, at.end, "of its kind");
  ImGui::Dummy({width, max.y - min.y});
  ImGui::GetWindowDrawList()->AddLine({min.x, max.y}, {max.x, max.y}, packed(context.theme.line));
  return at;
}

void draw_whose(PanelContext& context, const ListedChange& change, float x, float end, ImVec2 min,
                ImVec2 max) {
  const float s = context.scale;
  const float middle = (min.y + max.y) / 2;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (has_marks(context.session())) {
    const SourceMark mark = change.entity.entity.exists()
                                ? mark_of(context.session(), change.entity)
                                : mark_of(context.session(), change.entity.recording);
    draw_source_badge(context, list, x, middle, mark);
    x += source_badge_width(context, mark) + 4 * s;
  }
  if (!change.entity.entity.exists()) {
    draw_text(context.fonts.text, x, min.y, max.y, packed(context.theme.dim), kWholeFrame, end - x);
    return;
  }
  const EntityInfo info =
      context.session().recordings[change.entity.recording].recording->entity(change.entity.entity);
  draw_kind({x + 6 * s, middle}, 5 * s, info.kind, packed(kind_color(context.theme, info.kind)));
  x += 18 * s;
  const std::string name =
      context.caches.of<EntityNames>().short_name(context.session(), change.entity);
  const std::string id = one_line(info.id, 24);
  const float used =
      draw_name(context.fonts.text, x, min.y, max.y, packed(context.theme.text), name, end - x);
  // The id is told beside it where the name does not say it.
  if (name == id || name.ends_with(" " + id)) return;
  draw_text_if_room(context.fonts.small, x + used + 6 * s, min.y, max.y, packed(context.theme.dim),
                    id, end - x - used - 6 * s);
}

bool draw_listed_change(PanelContext& context, ChangesWindowCache& cache,
                        const ListedChange& change, std::size_t number, const ChangeColumns& at,
                        ImVec2 min, ImVec2 max) {
  const Theme& theme = context.theme;
  const bool is_chosen =
      is_selected(context.state, change.entity) && context.state.chosen_property == change.path;
  const auto [pressed, hovered] =
      row_button(context, number, min, max, "changes.row." + std::to_string(number), is_chosen);
  if (is_chosen) {
    ImGui::GetWindowDrawList()->AddRectFilled(min, max, packed(with_alpha(theme.selected, 0.6F)),
                                              3 * context.scale);
  }
  const float gap = 10 * context.scale;
  draw_whose(context, change, at.who, at.path - gap, min, max);
  draw_path(context, at.path, at.from - gap, min.y, max.y, packed(theme.text), change.path);
  const ChangeTexts texts = short_change_texts(change.before, change.after);
  const auto value = [&](float x, float end, const std::optional<std::string>& json,
                         const std::string& shown, bool is_old) {
    const std::string text =
        named_value(context, change.entity, json && change.is_reference, shown);
    draw_text(context.fonts.text, x, min.y, max.y, packed(is_old || !json ? theme.dim : theme.text),
              one_line(text), end - x);
  };
  value(at.from, at.to - gap, change.before, texts.before, true);
  value(at.to, at.delta - gap, change.after, texts.after, false);
  if (change.delta) {
    const std::string delta = (*change.delta > 0 ? "+" : "") + significant_text(*change.delta);
    draw_text(context.fonts.text, at.delta, min.y, max.y, packed(theme.text), delta,
              at.rate - gap - at.delta);
  }
  draw_text(context.fonts.small, at.rate, min.y, max.y, packed(theme.dim), rate_text(change.rate),
            at.end - at.rate);
  if (hovered) {
    if (change.entity.entity.exists()) context.state.hovered = change.entity;
    if (!cache.rest.is_long(number + 1, context.now)) {
      context.needs_redraw = true;
      return pressed;
    }
    const std::string whose = change.entity.entity.exists()
                                  ? EntityNames::full_name(context.session(), change.entity)
                                  : std::string(kWholeFrame);
    std::string text = whose + '\n' + change.path + "\nfrom " +
                       one_line(change_value_text(change.before), 500) + "\nto " +
                       one_line(change_value_text(change.after), 500);
    if (change.delta) text += "\ndifference " + number_text(*change.delta);
    text_tooltip(context, text);
  }
  return pressed;
}

/// Selects whose it is, and shows it in the property panel; that has the whole frame's where
/// nothing is selected.
void show_change(ViewState& state, const ListedChange& change) {
  if (!change.entity.entity.exists()) {
    clear_selection(state);
    return;
  }
  select(state, change.entity);
  state.property_search.clear();
  state.chosen_property = change.path;
  state.reveal_property = true;
}

std::string changes_summary(const ChangesWindowCache& cache) {
  const ChangesHere& shown = *cache.shown;
  if (shown.count == 0) return "No property is another one than in the frame before.";
  std::string text = counted_text(shown.count, "property changed", "properties changed") +
                     " since the frame before";
  if (shown.rows.size() < shown.count) {
    text += ": the rarest " + grouped_digits(shown.rows.size());
  } else {
    text += ", the rarest first";
  }
  if (!cache.is_rated) text += " (counting how often each changes\u2026)";
  return text;
}

}  // namespace

void changes_window(PanelContext& context) {
  const float s = context.scale;
  bool& open = context.state.windows[WindowId::changes];
  ChangesWindowCache& cache = context.caches.of<ChangesWindowCache>();
  if (context.session().recordings.empty()) {
    open = false;
    return;
  }
  if (begin_tool_window(context, WindowId::changes, "What changed here", {820 * s, 300 * s})) {
    add_window(context.places, "changes");
    update_changes(context, cache);
    if (cache.shown == nullptr) {
      hint_text(context, "Looking\u2026");
    } else {
      hint_text(context, changes_summary(cache));
      const ChangeColumns at = draw_changes_head(context);
      const ListedChange* chosen = nullptr;
      {
        const auto& rows = cache.shown->rows;
        ListView list("changes", rows.size(), row_height(context), cache.scroll);
        for (std::size_t i = list.first(); i < list.last(); ++i) {
          if (draw_listed_change(context, cache, rows[i], i, at, list.row_min(i),
                                 list.row_max(i))) {
            chosen = &rows[i];
          }
        }
      }
      if (chosen != nullptr) show_change(context.state, *chosen);
    }
  }
  end_tool_window(context);
}

}  // namespace scrubjay
