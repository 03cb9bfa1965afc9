#include "app/viewer/panels/ask/watches.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/tables/sql_words.h"
#include "app/viewer/entity_names.h"
#include "app/viewer/panels/ask/ask_cache.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/plots/plotted_values.h"
#include "core/text.h"

namespace scrubjay {

namespace {

Watch::Asked asked_now(const PanelContext& context, const Watch& watch) {
  Watch::Asked asked{asked_keys(context.session(), context.caches.of<RoadsBelow>()),
                     {},
                     context.state.coordinates};
  if (watch.names_time) {
    for (const OpenRecording& open : context.session().recordings) {
      asked.offsets.push_back(open.offset);
    }
  }
  return asked;
}

/// Those of the conditions, in their order; a removed one ends without being waited for.
void follow_conditions(Watches& watches, const std::vector<WatchedCondition>& conditions) {
  std::erase_if(watches.gone, [](const auto& watch) {
    watch->job.update();
    watch->making.take();
    return !watch->job.is_running() && !watch->making.is_running();
  });
  auto before = std::exchange(watches.all, {});
  for (const auto& [condition, stops] : conditions) {
    const auto known = std::ranges::find_if(before, [&](const auto& watch) {
      return watch != nullptr && watch->condition == condition;
    });
    watches.all.push_back(known == before.end() ? std::make_unique<Watch>(condition)
                                                : std::move(*known));
  }
  for (auto& watch : before) {
    if (watch == nullptr) continue;
    watch->job.stop();
    watches.gone.push_back(std::move(watch));
  }
}

/// A condition that cannot be asked is watched no longer.
void give_up(PanelContext& context, const Watch& watch, const Problem& problem) {
  const std::string message = one_line(problem_of_watch(problem, watch.condition).message, 1000);
  if (context.state.windows[WindowId::ask]) {
    AskCache& cache = context.caches.of<AskCache>();
    cache.told = message;
    cache.is_bad = true;
  } else {
    context.state.bar_request = one_line(watch.condition, 80) + " is watched no longer: " + message;
  }
  std::erase_if(context.state.watched,
                [&](const WatchedCondition& one) { return one.condition == watch.condition; });
  context.state.watch_failed = true;
}

void ask(PanelContext& context, Watch& watch, bool numbers) {
  watch.asks_numbers = numbers;
  watch.job.start({asked_recordings(context.session(), context.caches.of<RoadsBelow>()),
                   context.state.coordinates,
                   numbers ? number_query(watch.condition) : watch_query(watch.condition)},
                  context.workspace.wake());
}

void take_found(PanelContext& context, Watch& watch) {
  watch.job.update();
  watch.job.forget_closed_recordings(context.session());
  auto made = watch.making.take();
  if (!watch.asked) {
    watch.found_of = watch.job.number();  // of what it was asked before
    return;
  }
  if (made && watch.found_of == watch.job.number()) {
    watch.found = std::move(*made);
    if (watch.asks_numbers && !watch.is_of_numbers()) ask(context, watch, false);
  }
  const auto& outcome = watch.job.outcome();
  if (!outcome || watch.found_of == watch.job.number() || watch.making.is_running()) return;
  watch.found_of = watch.job.number();
  // Asked as a condition, what is wrong is told at its place.
  if (outcome->problem && watch.asks_numbers) return ask(context, watch, false);
  if (outcome->problem) return give_up(context, watch, *outcome->problem);
  watch.making.start(context.workspace.wake(),
                     [rows = watch.job.rows(), of = watch.job.asked()->recordings,
                      numbers = watch.asks_numbers]() -> WatchFound {
                       if (numbers) return {{}, watched_numbers(rows, of)};
                       return {watch_bands(rows, of), {}};
                     });
}

/// One after the other, so that however many there are leave a core to the window.
void ask_next(PanelContext& context, Watches& watches) {
  for (const auto& watch : watches.all) {
    if (!watch->asked || watch->asked == asked_now(context, *watch)) continue;
    watch->asked.reset();
    watch->job.stop();
    watch->found = {};
  }
  if (std::ranges::any_of(watches.all, [](const auto& watch) { return watch->job.is_running(); })) {
    return;
  }
  const auto next =
      std::ranges::find_if(watches.all, [](const auto& watch) { return !watch->asked; });
  if (next == watches.all.end()) return;
  Watch& watch = **next;
  watch.asked = asked_now(context, watch);
  watch.found = {};
  ask(context, watch, may_be_number(watch.condition));
}

/// Where the first of those that stop playback begins to hold after a time, until another.
struct WatchStop {
  const Watch* watch = nullptr;
  PlacedBand band;
};
std::optional<WatchStop> first_stop(const PanelContext& context, const Watches& watches,
                                    Seconds after, Seconds until) {
  std::optional<WatchStop> first;
  for (std::size_t i = 0; i < watches.all.size(); ++i) {
    if (!context.state.watched[i].stops_playback) continue;
    const auto next = watches.all[i]->neighbour(context.session(), after, +1);
    if (!next || next->range.begin > until) continue;
    if (first && first->band.range.begin <= next->range.begin) continue;
    first = WatchStop{watches.all[i].get(), *next};
  }
  return first;
}

void stop_playback(PanelContext& context, const Watches& watches) {
  const Playback& playback = context.state.playback;
  if (!playback.playing) return;
  const bool is_anew = playback.playhead < watches.played_from;
  const TimeRange range = play_range(context.session(), playback);
  auto stop =
      first_stop(context, watches, watches.played_from, is_anew ? range.end : playback.playhead);
  if (!stop && is_anew) {
    stop = first_stop(context, watches, std::nextafter(range.begin, -INFINITY), playback.playhead);
  }
  if (!stop) return;
  go_to_band(context, stop->band);
  context.state.bar_request =
      "Stopped where it begins for " +
      one_line(EntityNames::full_name(context.session(), stop->band.entity), 80) + ": " +
      one_line(stop->watch->condition, 80);
}

}  // namespace

Watch::Watch(std::string sql)
    : condition(std::move(sql)),
      names_time(std::ranges::any_of(tables::sql_words(condition), [](const auto& word) {
        return lower_case(word.text) == "time";
      })) {}

std::optional<PlacedBand> Watch::neighbour(const Session& session, Seconds t, int direction) const {
  if (job.asked() == nullptr) return std::nullopt;
  return neighbour_band(found.bands, job.asked()->recordings, session, t, direction);
}

std::vector<PlacedBand> Watch::at(const Session& session, Seconds t, Seconds reach) const {
  if (job.asked() == nullptr) return {};
  return bands_at(found.bands, job.asked()->recordings, session, t, reach);
}

std::optional<ValuePlot::Extent> Watch::extent() const {
  std::optional<ValuePlot::Extent> all;
  for (const WatchedNumbers& numbers : found.numbers) widen(all, numbers.plot.extent());
  return all;
}

std::optional<ValuePlot::Extent> Watch::numbers_at(const Session& session, Seconds t) const {
  std::optional<ValuePlot::Extent> all;
  for (const WatchedNumbers& numbers : found.numbers) {
    const auto offset = shown_offset(numbers.asked, job.asked()->recordings, session);
    const auto sample = offset ? numbers.plot.at(own_time(t, *offset)) : std::nullopt;
    for (std::size_t i = 0; sample && i < numbers.plot.components(); ++i) {
      widen(all, numbers.plot.extent(i, *sample, *sample + 1));
    }
  }
  return all;
}

void update_watches(PanelContext& context) {
  Watches& watches = context.caches.of<Watches>();
  for (const auto& watch : watches.all) take_found(context, *watch);
  follow_conditions(watches, context.state.watched);
  ask_next(context, watches);
  stop_playback(context, watches);
}

Watch* watch_of(const PanelContext& context, std::size_t index) {
  if (index >= context.state.watched.size()) return nullptr;
  for (const auto& watch : context.caches.of<Watches>().all) {
    if (watch->condition == context.state.watched[index].condition) return watch.get();
  }
  return nullptr;
}

std::optional<PlacedBand> neighbour_watched(const PanelContext& context, int direction) {
  std::optional<PlacedBand> best;
  for (const auto& watch : context.caches.of<Watches>().all) {
    const auto next =
        watch->neighbour(context.session(), context.state.playback.playhead, direction);
    if (!next) continue;
    const bool is_nearer = !best || (direction > 0 ? next->range.begin < best->range.begin
                                                   : next->range.begin > best->range.begin);
    if (is_nearer) best = next;
  }
  return best;
}

void go_to_band(PanelContext& context, const PlacedBand& band) {
  context.state.playback.playing = false;
  context.commands.emplace_back(SeekTo{band.range.begin});
  select(context.state, band.entity);
}

}  // namespace scrubjay
