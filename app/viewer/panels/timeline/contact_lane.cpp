#include "app/viewer/panels/timeline/contact_lane.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

#include "app/shared/contact_events.h"
#include "app/shared/plain_text.h"
#include "app/shared/source_mark.h"
#include "app/viewer/contact_list.h"
#include "app/viewer/panels/timeline/timeline_draw.h"

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
  float name_end = 0;  ///< of its name; not above x1: none
};

/// What the lane drew in the last picture.
struct ContactLaneCache {
  std::vector<std::shared_ptr<const FoundContactList>> lists;  ///< that hold the contacts
  std::vector<ContactBar> bars;
};

bool is_fast(const ContactBar& one, const ContactBar& other) {
  return one.listed->contact.closing.value_or(0) > other.listed->contact.closing.value_or(0);
}

void collect_bars(PanelContext& context, const TimelineArea& area, ContactLaneCache& cache) {
  cache.lists.clear();
  cache.bars.clear();
  for (std::size_t i = 0; i < context.session().recordings.size(); ++i) {
    const OpenRecording& open = context.session().recordings[i];
    const auto found = context.caches.of<ContactList>().of(context.session(), i);
    if (found == nullptr || !open.visible) continue;
    cache.lists.push_back(found);
    for (const ListedContact& listed : found->contacts) {
      const Seconds begin = listed.contact.begin + open.offset;
      const Seconds end = listed.contact.end + open.offset;
      if (begin > area.visible.end) break;
      if (end < area.visible.begin) continue;
      const float x0 = std::floor(area.x_of(begin));
      cache.bars.push_back(
          {i, &listed, begin, x0, std::max(area.x_of(end), x0 + area.scaled(4)), 0});
    }
  }
}

std::string bar_name(const Session& session, const ContactBar& bar) {
  std::array<char, 40> time{};
  std::snprintf(time.data(), time.size(), " \u00B7 %.2f s", bar.begin);
  std::string letters;
  if (session.recordings.size() > 1) {
    const EntityRef entity{bar.recording, bar.listed->contact.entity};
    letters = mark_of(session, entity).letters + " \u00B7 ";
  }
  return letters + bar.listed->title + time.data();
}

bool is_selected_contact(const ViewContext& context, const ContactBar& bar) {
  const Contact& contact = bar.listed->contact;
  return is_selected(context.state, {bar.recording, contact.entity}) &&
         is_selected(context.state, {bar.recording, contact.other});
}

/// The one under the mouse: whose bar or name is there, the shortest of several.
const ContactBar* bar_at(const PanelContext& context, const TimelineArea& area, float x) {
  const ContactBar* best = nullptr;
  for (const ContactBar& bar : context.caches.of<ContactLaneCache>().bars) {
    const float reach = area.scaled(kGrab);
    if (x < bar.x0 - reach || x > std::max(bar.x1, bar.name_end) + reach) continue;
    const bool is_on_bar = x <= bar.x1 + reach;
    const bool best_is = best != nullptr && x <= best->x1 + reach;
    if (best == nullptr || (is_on_bar && !best_is) ||
        (is_on_bar == best_is && bar.x1 - bar.x0 < best->x1 - best->x0)) {
      best = &bar;
    }
  }
  return best;
}

/// Names in the bars, at their begin, or beside those that are too short; of the hardest hits
/// first, where none covers another name or the bar of a harder one.
void name_bars(PanelContext& context, const TimelineArea& area, ImDrawList& list,
               const TimelineLane& lane, std::vector<ContactBar>& bars) {
  std::vector<std::size_t> order(std::min(bars.size(), kMostNamed));
  std::vector<std::size_t> all(bars.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  std::ranges::partial_sort_copy(all, order, [&](std::size_t one, std::size_t other) {
    return is_fast(bars[one], bars[other]);
  });
  const ImFont* const font = context.fonts.small;
  std::vector<std::pair<float, float>> taken;  // by names, and by the bars of harder hits
  for (const std::size_t i : order) {
    ContactBar& bar = bars[i];
    const std::string name = bar_name(context.session(), bar);
    const float width = text_width(font, name) + area.scaled(6);
    const float inside = std::max(bar.x0, area.left) + area.scaled(5);
    const bool is_inside = inside + width <= std::min(bar.x1, area.right);
    const float begin = is_inside ? inside : std::max(bar.x1, area.left) + area.scaled(5);
    const float end = begin + width;
    const bool is_free = end <= area.right && std::ranges::none_of(taken, [&](const auto& other) {
                           return begin - area.scaled(3) < other.second && other.first < end;
                         });
    taken.emplace_back(bar.x0, bar.x1);
    bar.name_end = is_free ? end : 0;
    context.places.add("timeline.contact." + std::to_string(i), {bar.x0, lane.top},
                       {std::max(bar.x1, bar.name_end), lane.bottom});
    if (!is_free) continue;
    taken.emplace_back(begin, end);
    // Over bars of lesser hits, which shine through.
    list.AddRectFilled({begin - area.scaled(3), lane.top + area.scaled(2)},
                       {end - area.scaled(2), lane.bottom - area.scaled(2)},
                       packed(with_alpha(context.theme.window, 0.8F)), area.scaled(2));
    draw_text_in(list, font, {begin, lane.top}, {end + 1, lane.bottom}, packed(context.theme.text),
                 name);
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
  collect_bars(context, area, cache);
  list.PushClipRect({area.left, lane.top}, {area.right, lane.bottom}, true);
  list.AddRectFilled({area.left, lane.top + area.scaled(1)},
                     {area.right, lane.bottom - area.scaled(1)}, faded(context.theme.raised, 0.4F),
                     area.scaled(2));
  const ImVec4 color = event_color(context.theme, kContactName, kDerivedTag);
  float drawn = area.left - 1;  // bars behind each other on one pixel are drawn once
  for (const ContactBar& bar : cache.bars) {
    const bool is_chosen = is_selected_contact(context, bar);
    if (!is_chosen && bar.x1 <= drawn) continue;
    drawn = std::max(drawn, bar.x1);
    list.AddRectFilled({bar.x0, lane.top + area.scaled(4)}, {bar.x1, lane.bottom - area.scaled(4)},
                       packed(is_chosen ? context.theme.selection : with_alpha(color, 0.9F)),
                       area.scaled(2));
  }
  name_bars(context, area, list, lane, cache.bars);
  list.PopClipRect();
}

std::string contact_remark(const PanelContext& context, const TimelineArea& area, float mouse_x) {
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
  return text;
}

bool take_contact(PanelContext& context, const TimelineArea& area, float mouse_x) {
  const ContactBar* const bar = bar_at(context, area, mouse_x);
  if (bar == nullptr) return false;
  go_to_contact(context, bar->recording, bar->listed->contact, ImGui::GetIO().KeyAlt);
  return true;
}

}  // namespace scrubjay
