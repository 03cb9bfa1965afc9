#include "app/viewer/plots/plotted_values.h"

#include <algorithm>
#include <cmath>

#include "analysis/derived/derived_value.h"
#include "analysis/series/state_runs.h"
#include "app/shared/plain_text.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/plots/plot_curves.h"
#include "app/viewer/scenery/roads_below.h"
#include "core/growing_column.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// More pinned entities have no derived values.
constexpr std::size_t kMostDerived = 16;

void want_derived(const PanelContext& context, EntityRef of,
                  std::vector<ValuePlots::Wanted>& wanted) {
  const auto& recordings = context.session().recordings;
  if (of.recording >= recordings.size() || !of.entity.exists()) return;
  const OpenRecording& open = recordings[of.recording];
  if (of.entity.value >= open.recording->entity_count()) return;
  const EntityIndex other = compared_entity(context.state, of);
  for (const DerivedValueInfo& info : derived_values()) {
    if (info.is_of_two && !other.exists()) continue;
    wanted.push_back({open.recording,
                      {of.entity, std::string(info.path), context.state.coordinates,
                       info.is_of_two ? other : EntityIndex()}});
  }
}

}  // namespace

PlotRequest plot_request(const ViewState& state, const PlottedValue& plotted) {
  return {plotted.entity.entity, plotted.path, state.coordinates, plotted.other};
}

PlotRequest plot_request(const ViewState& state, const PlotCurve& curve) {
  PlotRequest request = plot_request(state, static_cast<const PlottedValue&>(curve));
  request.form = curve.form;
  return request;
}

EntityIndex compared_entity(const ViewState& state, EntityRef of) {
  if (state.selected.size() != 2) return {};
  const EntityRef& other = state.selected[0] == of ? state.selected[1] : state.selected[0];
  const bool is_other = state.selected[0] == of || state.selected[1] == of;
  return is_other && other != of && other.recording == of.recording ? other.entity : EntityIndex();
}

EntityIndex other_of_path(const ViewState& state, EntityRef of, std::string_view path) {
  const auto derived = derived_path(path);
  const bool is_of_two = derived && info_of(derived->value).is_of_two;
  return is_of_two ? compared_entity(state, of) : EntityIndex();
}

void widen(std::optional<ValuePlot::Extent>& all, const std::optional<ValuePlot::Extent>& one) {
  if (!one) return;
  all = all ? ValuePlot::Extent{std::min(all->least, one->least), std::max(all->most, one->most)}
            : *one;
}

std::pair<std::size_t, std::size_t> samples_in(const ValuePlot& plot, TimeRange range,
                                               Seconds offset) {
  const std::size_t first = partition_row(
      plot.size(), [&](std::size_t i) { return plot.time(i) + offset < range.begin; });
  const std::size_t last =
      partition_row(plot.size(), [&](std::size_t i) { return plot.time(i) + offset <= range.end; });
  return {first, std::max(first, last)};
}

std::string short_range_text(const ValuePlot& plot, std::size_t component, TimeRange range,
                             bool with_mean) {
  const auto [first, last] = samples_in(plot, range);
  const auto extent = plot.is_of_states() ? std::nullopt : plot.extent(component, first, last);
  if (!extent) return range_text(plot, component, range);
  const std::string text =
      significant_text(extent->least) + " to " + significant_text(extent->most);
  if (!with_mean) return text;
  return text + ", mean " + significant_text(plot.moments(component, first, last).mean);
}

std::string range_text(const ValuePlot& plot, std::size_t component, TimeRange range) {
  constexpr std::size_t kMostNamed = 6;
  const auto [first, last] = samples_in(plot, range);
  const std::size_t count = plot.change_count(first, last);
  const std::string changes = counted_text(count, "change");
  if (plot.is_of_states()) {
    const auto shares = plot.size() == 0
                            ? std::vector<StateShare>()
                            : state_shares(plot.runs(), plot.time(plot.size() - 1), range);
    std::string text;
    for (std::size_t i = 0; i < std::min(shares.size(), kMostNamed); ++i) {
      std::string name = "no value";
      if (shares[i].state != kNoState) {
        const auto state = plot.state_text(static_cast<double>(shares[i].state));
        name = state.empty() ? "empty" : one_line(state, 60);
      }
      text += name + ' ' + significant_text(std::round(shares[i].share * 1000) / 10) + " %  ";
    }
    if (shares.size() > kMostNamed)
      text += "and " + grouped_digits(shares.size() - kMostNamed) + " more  ";
    return shares.empty() ? "nothing in the range" : text + changes;
  }
  const auto extent = plot.extent(component, first, last);
  if (!extent) return "nothing in the range";
  const Moments moments = plot.moments(component, first, last);
  return "least " + significant_text(extent->least) + "  greatest " +
         significant_text(extent->most) + "  mean of frames " + significant_text(moments.mean) +
         "  deviation " + significant_text(moments.deviation()) + "  " + changes;
}

void update_plots(PanelContext& context) {
  std::vector<ValuePlots::Wanted> wanted;
  const auto want = [&](EntityRef entity, PlotRequest request) {
    const auto& recordings = context.session().recordings;
    if (entity.recording >= recordings.size()) return;
    const OpenRecording& open = recordings[entity.recording];
    if (!open.visible || entity.entity.value >= open.recording->entity_count()) return;
    if (is_derived_path(request.path) && !context.state.show_derived) return;
    std::shared_ptr<RecordingOverRoads> roads;
    if (is_road_path(request.path)) {
      roads = context.caches.of<RoadsBelow>().of(open.recording.get());
    }
    wanted.push_back({open.recording, std::move(request), std::move(roads)});
  };
  for (const PlottedValue& plotted : context.state.plots) {
    want(plotted.entity, plot_request(context.state, plotted));
  }
  for (const PlotCurve& curve : context.state.curves) {
    want(curve.entity, plot_request(context.state, curve));
  }
  if (context.state.show_derived) {
    if (const auto primary = primary_selection(context.state)) {
      want_derived(context, *primary, wanted);
    }
    for (std::size_t i = 0; i < std::min(context.state.pinned.size(), kMostDerived); ++i) {
      want_derived(context, context.state.pinned[i], wanted);
    }
  }
  context.caches.of<ValuePlots>().want(wanted, context.workspace.background());
}

}  // namespace scrubjay
