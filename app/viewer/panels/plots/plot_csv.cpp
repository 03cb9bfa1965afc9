#include "app/viewer/panels/plots/plot_csv.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "app/shared/csv.h"
#include "core/growing_column.h"

namespace scrubjay {

namespace {

/// The shortest text that reads back as the same number.
void append_number(std::string& out, double value) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  out.append(text.data(), end);
}

void append_sample(std::string& out, const CsvCurve& curve, std::size_t sample) {
  const double value = curve.plot->value(sample, curve.component);
  if (std::isnan(value)) return;
  if (curve.plot->is_of_states()) {
    append_csv(out, curve.plot->state_text(value));
  } else {
    append_number(out, value);
  }
}

}  // namespace

std::string curves_csv(std::span<const CsvCurve> curves, TimeRange range, std::size_t most,
                       bool& is_cut) {
  is_cut = false;
  std::string out = "time [s]";
  std::vector<std::size_t> next;
  for (const CsvCurve& curve : curves) {
    out += ',';
    append_csv(out, curve.title);
    next.push_back(partition_row(curve.plot->size(), [&](std::size_t i) {
      return curve.plot->time(i) + curve.offset < range.begin;
    }));
  }
  out += "\r\n";
  while (true) {
    Seconds time = std::numeric_limits<Seconds>::infinity();
    for (std::size_t i = 0; i < curves.size(); ++i) {
      if (next[i] < curves[i].plot->size()) {
        time = std::min(time, curves[i].plot->time(next[i]) + curves[i].offset);
      }
    }
    if (!(time <= range.end)) return out;
    const std::size_t before = out.size();
    append_number(out, time);
    for (std::size_t i = 0; i < curves.size(); ++i) {
      out += ',';
      const bool has_sample = next[i] < curves[i].plot->size() &&
                              curves[i].plot->time(next[i]) + curves[i].offset == time;
      if (has_sample) append_sample(out, curves[i], next[i]++);
    }
    out += "\r\n";
    if (out.size() <= most) continue;
    out.resize(before);
    is_cut = true;
    return out;
  }
}

}  // namespace scrubjay
