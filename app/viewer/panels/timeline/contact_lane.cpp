#include "app/viewer/panels/timeline/contact_lane.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "app/shared/contact_events.h"
#include "app/shared/plain_text.h"
#include "app/shared/source_mark.h"
#include "app/viewer/entity_names.h"
#include "app/viewer/found/contact_list.h"
#include "app/viewer/panels/timeline/timeline_draw.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/printed.h"

namespace scrubjay {

namespace {

/// So many are named at most.
constexpr std::size_t kMostNamed = 200;

/// A contact in view.
struct ContactBar {
  std::size_t recording = 0;
  const ListedContact* listed = nullptr;
  Seconds begin = 0;  ///< session time
  float x0 = 0;
  float x1 = 0;
  float name_begin = 0;  ///< of its name, which is not empty then; beyond x0 and x1 where it is
  float name_end = 0;    ///< beside the bar
};

/// What stands in the bar of a contact, or beside it.
struct ContactName {
  std::size_t bar = 0;
  std::string text;  ///< empty: there is no room for it
};

/// All that decides where bars and names stand.
struct ContactLaneBasis {
  struct Source {
    std::size_t recording = 0;
    std::shared_ptr<const FoundContactList> found;  ///< holds the contacts
    Seconds offset = 0;
    std::string letters;  ///< of the recording; empty where there is one only
    bool operator==(const Source&) const = default;
  };
  std::vector<Source> sources;
  TimeRange visible;
  std::array<float, 5> lengths{};  ///< the area's edges and scale, and the font's size
  bool operator==(const ContactLaneBasis&) const = default;
};

/// What the lane drew in the last picture.
struct ContactLaneCache {
  ContactLaneBasis basis;
  std::vector<ContactBar> bars;
  std::vector<std::pair<float, float>> spans;  ///< of the bars that are drawn
  std::vector<ContactName> names;
};

bool is_fast(const ContactBar& one, const ContactBar& other) {
  return one.listed->contact.closing.value_or(0) > other.listed->contact.closing.value_or(0);
}

ContactLaneBasis basis_of(const PanelContext& context, const TimelineArea& area) {
  ContactLaneBasis basis;
  const Session& session = context.session();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const OpenRecording& open = session.recordings[i];
    auto found = context.caches.of<ContactList>().of(session, i);
    if (found == nullptr || !open.visible) continue;
    std::string letters = session.recordings.size() > 1 ? mark_of(session, i).letters : "";
    basis.sources.push_back({i, std::move(found), open.offset, std::move(letters)});
  }
  basis.visible = area.visible;
  basis.lengths = {area.left, area.right, area.x_of(area.visible.begin), area.scale,
                   context.fonts.small->FontSize};
  return basis;
}

void collect_bars(const TimelineArea& area, ContactLaneCache& cache) {
  cache.bars.clear();
  for (const ContactLaneBasis::Source& source : cache.basis.sources) {
    for (const ListedContact& listed : source.found->contacts) {
      const Seconds begin = listed.contact.begin + source.offset;
      const Seconds end = listed.contact.end + source.offset;
      if (begin > area.visible.end) break;
      if (end < area.visible.begin) continue;
      const float x0 = std::floor(area.x_of(begin));
      cache.bars.push_back(
          {source.recording, &listed, begin, x0, std::max(area.x_of(end), x0 + area.scaled(4))});
    }
  }
  std::ranges::stable_sort(cache.bars, {}, &ContactBar::x0);
}

/// Bars that lie behind others on one pixel are drawn once.
void choose_spans(const TimelineArea& area, ContactLaneCache& cache) {
  constexpr float kLeast = 0.5F;  // pixels that a bar adds
  cache.spans.clear();
  float drawn = area.left - 1;
  for (const ContactBar& bar : cache.bars) {
    if (bar.x1 < drawn + kLeast) continue;
    drawn = bar.x1;
    cache.spans.emplace_back(bar.x0, bar.x1);
  }
}

std::string bar_name(const Session& session, const ContactBar& bar) {
  std::string letters;
  if (session.recordings.size() > 1) {
    const EntityRef entity{bar.recording, bar.listed->contact.entity};
    letters = mark_of(session, entity).letters + " \u00B7 ";
  }
  return letters + bar.listed->title + printed(" \u00B7 %.2f s", bar.begin);
}

bool is_selected_contact(const ViewContext& context, const ContactBar& bar) {
  const Contact& contact = bar.listed->contact;
  return is_selected(context.state, {bar.recording, contact.entity}) &&
         is_selected(context.state, {bar.recording, contact.other});
}

/// The edges of a bar with its name.
float left_of(const ContactBar& bar) {
  return bar.name_begin < bar.name_end ? std::min(bar.x0, bar.name_begin) : bar.x0;
}
float right_of(const ContactBar& bar) {
  return bar.name_begin < bar.name_end ? std::max(bar.x1, bar.name_end) : bar.x1;
}

/// The one under the mouse: whose bar or name is there, the shortest of several.
const ContactBar* bar_at(const PanelContext& context, const TimelineArea& area, float x) {
  const ContactBar* best = nullptr;
  for (const ContactBar& bar : context.caches.of<ContactLaneCache>().bars) {
    const float reach = area.scaled(kGrab);
    const auto is_on = [&](const ContactBar& one) {
      return x >= one.x0 - reach && x <= one.x1 + reach;
    };
    if (x < left_of(bar) - reach || x > right_of(bar) + reach) continue;
    const bool is_on_bar = is_on(bar);
    const bool best_is = best != nullptr && is_on(*best);
    if (best == nullptr || (is_on_bar && !best_is) ||
        (is_on_bar == best_is && bar.x1 - bar.x0 < best->x1 - best->x0)) {
      best = &bar;
    }
  }
  return best;
}

/// Names in the bars, at their begin, or behind those that are too short, else before them; of the
/// hardest hits first, where none covers another name or the bar of a harder one.
void name_bars(const PanelContext& context, const TimelineArea& area, ContactLaneCache& cache) {
  std::vector<ContactBar>& bars = cache.bars;
  std::vector<std::size_t> order(std::min(bars.size(), kMostNamed));
  std::vector<std::size_t> all(bars.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  std::ranges::partial_sort_copy(all, order, [&](std::size_t one, std::size_t other) {
    return is_fast(bars[one], bars[other]);
  });
  cache.names.clear();
  std::vector<std::pair<float, float>> taken;  // by names, and by the bars of harder hits
  for (const std::size_t i : order) {
    ContactBar& bar = bars[i];
    std::string name = bar_name(context.session(), bar);
    const float width = text_width(context.fonts.small, name) + area.scaled(6);
    const float inside = std::max(bar.x0, area.left) + area.scaled(5);
    const auto is_free = [&](float begin) {
      return begin >= area.left && begin + width <= area.right &&
             std::ranges::none_of(taken, [&](const auto& other) {
               return begin - area.scaled(3) < other.second && other.first < begin + width;
             });
    };
    const bool is_inside = inside + width <= std::min(bar.x1, area.right);
    const float behind = std::max(bar.x1, area.left) + area.scaled(5);
    const float before = bar.x0 - area.scaled(2) - width;
    const bool is_before = !is_inside && !is_free(behind);
    const float begin = is_inside ? inside : is_before ? before : behind;
    // Before a bar a name would be taken for that of one that it covers.
    const bool covers_bar = is_before && std::ranges::any_of(cache.spans, [&](const auto& span) {
                              return begin - area.scaled(3) < span.second && span.first < bar.x0;
                            });
    const bool has_room = is_free(begin) && !covers_bar;
    taken.emplace_back(bar.x0, bar.x1);
    cache.names.push_back({i, has_room ? std::move(name) : ""});
    if (!has_room) continue;
    bar.name_begin = begin;
    bar.name_end = begin + width;
    taken.emplace_back(bar.name_begin, bar.name_end);
  }
}

void draw_names(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                const TimelineLane& lane, const ContactLaneCache& cache) {
  for (const ContactName& name : cache.names) {
    const ContactBar& bar = cache.bars[name.bar];
    context.places.add("timeline.contact." + std::to_string(name.bar), {left_of(bar), lane.top},
                       {right_of(bar), lane.bottom});
    if (name.text.empty()) continue;
    // Over bars of lesser hits, which shine through.
    list.AddRectFilled({bar.name_begin - area.scaled(3), lane.top + area.scaled(2)},
                       {bar.name_end - area.scaled(2), lane.bottom - area.scaled(2)},
                       packed(with_alpha(context.theme.window, 0.8F)), area.scaled(2));
    draw_text_in(list, context.fonts.small, {bar.name_begin, lane.top},
                 {bar.name_end + 1, lane.bottom}, packed(context.theme.text), name.text);
  }
}

}  // namespace

bool has_contacts(const PanelContext& context) {
  for (std::size_t i = 0; i < context.session().recordings.size(); ++i) {
    const auto found = context.caches.of<ContactList>().of(context.session(), i);
    if (found != nullptr && !found->contacts.empty() && context.session().recordings[i].visible) {
      return true;
    }
  }
  return false;
}

void draw_contact_lane(PanelContext& context, const TimelineArea& area, ImDrawList& list,
                       const TimelineLane& lane) {
  ContactLaneCache& cache = context.caches.of<ContactLaneCache>();
  ContactLaneBasis basis = basis_of(context, area);
  if (cache.basis != basis) {
    cache.basis = std::move(basis);
    collect_bars(area, cache);
    choose_spans(area, cache);
    name_bars(context, area, cache);
  }
  list.PushClipRect({area.left, lane.top}, {area.right, lane.bottom}, true);
  list.AddRectFilled({area.left, lane.top + area.scaled(1)},
                     {area.right, lane.bottom - area.scaled(1)}, faded(context.theme.raised, 0.4F),
                     area.scaled(2));
  const ImVec4 color = event_color(context.theme, kContactName, kDerivedTag);
  const auto draw_span = [&](float x0, float x1, std::uint32_t of_color) {
    list.AddRectFilled({x0, lane.top + area.scaled(4)}, {x1, lane.bottom - area.scaled(4)},
                       of_color, area.scaled(2));
  };
  for (const auto& [x0, x1] : cache.spans) draw_span(x0, x1, packed(with_alpha(color, 0.9F)));
  // A contact is chosen where both are.
  const bool may_be_chosen = context.state.selected.size() > 1;
  for (std::size_t i = 0; may_be_chosen && i < cache.bars.size(); ++i) {
    const ContactBar& bar = cache.bars[i];
    if (is_selected_contact(context, bar))
      draw_span(bar.x0, bar.x1, packed(context.theme.selection));
  }
  draw_names(context, area, list, lane, cache);
  list.PopClipRect();
}

std::string contact_remark(const PanelContext& context, const TimelineArea& area,
                           const TimelineLane&, float mouse_x) {
  const ContactBar* const bar = bar_at(context, area, mouse_x);
  if (bar == nullptr) return "";
  const Seconds offset = context.session().recordings[bar->recording].offset;
  const auto& bars = context.caches.of<ContactLaneCache>().bars;
  const auto here = std::ranges::count_if(
      bars, [&](const ContactBar& other) { return mouse_x >= other.x0 && mouse_x <= other.x1; });
  std::string text =
      "\u0192 " + bar->listed->title + " \u00B7 " + contact_details(*bar->listed, offset);
  if (here > 1)
    text += " \u00B7 " + grouped_digits(static_cast<std::uint64_t>(here - 1)) + " more here";
  const Contact& contact = bar->listed->contact;
  for (const EntityIndex each : {contact.entity, contact.other}) {
    text += "\n" + one_line(EntityNames::full_name(context.session(), {bar->recording, each}), 80);
  }
  return text;
}

bool take_contact(PanelContext& context, const TimelineArea& area, const TimelineLane&,
                  float mouse_x) {
  const ContactBar* const bar = bar_at(context, area, mouse_x);
  if (bar == nullptr) return false;
  go_to_contact(context, bar->recording, bar->listed->contact, ImGui::GetIO().KeyAlt);
  return true;
}

}  // namespace scrubjay
