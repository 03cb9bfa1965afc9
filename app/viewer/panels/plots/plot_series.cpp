#include "app/viewer/panels/plots/plot_series.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "analysis/derived/derived_value.h"
#include "app/viewer/found/recording_gaps.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/plots/plotted_values.h"
#include "core/printed.h"

namespace scrubjay {

namespace {

constexpr std::size_t kDashPatterns = 4;

}  // namespace

std::vector<DrawnCurve> drawn_curves(const PanelContext& context, const ValuePlots::Found& found) {
  std::vector<DrawnCurve> drawn;
  const auto& curves = context.state.curves;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    if (curves[i].entity.recording >= context.session().recordings.size()) continue;
    const OpenRecording& open = context.session().recordings[curves[i].entity.recording];
    DrawnCurve one;
    one.curve = i;
    one.plot = found.find(open.recording.get(), plot_request(context.state, curves[i]));
    one.offset = open.offset;
    one.timeline = &open.recording->timeline();
    const EntityRef entity = curves[i].entity;
    one.gaps = context.caches.of<RecordingGaps>().of(entity.recording,
                                                     open.recording->entity(entity.entity).stream);
    one.color = categorical_color(context.theme, curves[i].color);
    const std::size_t parts = one.plot == nullptr ? 0 : one.plot->components();
    for (std::size_t part = 0; part < std::max<std::size_t>(parts, 1); ++part) {
      one.component = part;
      one.dash = (parts > 1 ? part : curves[i].color) % kDashPatterns;
      drawn.push_back(one);
    }
  }
  return drawn;
}

std::pair<std::size_t, std::size_t> samples_in(const DrawnCurve& drawn, TimeRange range) {
  return samples_in(*drawn.plot, range, drawn.offset);
}

bool is_interrupted(const DrawnCurve& drawn, std::size_t sample, std::size_t later) {
  const Seconds begin = drawn.plot->time(sample);
  const Seconds end = drawn.plot->time(later);
  const auto after = [&](const Gap& gap) { return drawn.timeline->time(gap.after); };
  for (auto gap = std::ranges::upper_bound(drawn.gaps, begin, {}, after);
       gap != drawn.gaps.end() && after(*gap) <= end; ++gap) {
    if (gap->kind == Gap::Kind::interruption) return true;
  }
  return false;
}

std::string curve_number(double value) {
  const bool is_whole = std::abs(value) >= 1e5 && std::abs(value) < 1e7;
  return printed(is_whole ? "%.0f" : "%.5g", value == 0 ? 0.0 : value);
}

std::string curve_text_at(const DrawnCurve& drawn, Seconds t) {
  if (!drawn.has_values()) return "";
  const auto sample = drawn.plot->at(own_time(t, drawn.offset));
  if (!sample) return "";
  const double value = drawn.plot->value(*sample, drawn.component);
  if (std::isnan(value)) return "";
  return drawn.is_of_states() ? one_line(drawn.plot->state_text(value), 80) : curve_number(value);
}

std::string_view component_title(const DrawnCurve& drawn) {
  constexpr std::array<std::string_view, ValuePlot::kMostComponents> kNames{"x", "y", "z", "w"};
  return drawn.plot == nullptr || drawn.plot->components() < 2 ? "" : kNames[drawn.component];
}

bool marks_least(const PlotCurve& curve) {
  const auto derived = derived_path(curve.path);
  return derived && info_of(derived->value).is_of_two && derived->value != DerivedValue::closing &&
         !curve.form.is_derivative;
}

}  // namespace scrubjay
