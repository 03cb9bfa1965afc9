#include "app/shared/curve_columns.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <random>

namespace scrubjay {
namespace {

/// Uneven times, spikes of one sample, and gaps.
ValuePlot uneven(std::size_t samples, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(0, 1);
  ValuePlot plot;
  double time = -3;
  for (std::size_t i = 0; i < samples; ++i) {
    time += number(random) < 0.01 ? 5 * number(random) : 0.01 * number(random) + 1e-4;
    const double spike = number(random) < 0.001 ? 1000 * number(random) : 0;
    if (number(random) < 0.02) {
      plot.add(time, {}, "m");
    } else {
      plot.add(time, std::array{std::sin(time) - spike, number(random)}, "m");
    }
  }
  return plot;
}

/// Every sample is looked at.
std::map<int, CurveColumn> by_hand(const ValuePlot& plot, std::size_t component,
                                   const TimeColumns& columns) {
  std::map<int, CurveColumn> found;
  for (std::size_t i = 0; i < plot.size(); ++i) {
    const double value = plot.value(i, component);
    for (int column = 0; column < columns.count; ++column) {
      const bool is_in = plot.time(i) >= columns.origin + columns.width * column &&
                         plot.time(i) < columns.origin + columns.width * (column + 1);
      if (!is_in || std::isnan(value)) continue;
      auto [at, is_new] = found.try_emplace(column, CurveColumn{column, i, i + 1, {value, value}});
      at->second.extent.least = std::min(at->second.extent.least, value);
      at->second.extent.most = std::max(at->second.extent.most, value);
    }
  }
  return found;
}

TEST(CurveColumns, HoldTheLeastAndGreatestOfAllSamplesInThem) {
  for (unsigned seed = 0; seed < 6; ++seed) {
    const ValuePlot plot = uneven(9000, seed);
    for (const TimeColumns& columns :
         {TimeColumns{-3, 0.4, 160}, TimeColumns{2.5, 0.05, 300}, TimeColumns{-100, 1000, 3},
          TimeColumns{1, 0.0007, 100}, TimeColumns{1e6, 1, 10}}) {
      for (const std::size_t component : {0U, 1U}) {
        const auto expected = by_hand(plot, component, columns);
        std::vector<CurveColumn> found;
        curve_columns(plot, component, columns, found);
        ASSERT_EQ(found.size(), expected.size()) << seed << ' ' << columns.width;
        for (const CurveColumn& column : found) {
          ASSERT_TRUE(expected.contains(column.column));
          const CurveColumn& hand = expected.at(column.column);
          EXPECT_EQ(column.extent.least, hand.extent.least);
          EXPECT_EQ(column.extent.most, hand.extent.most);
          EXPECT_LE(column.first, hand.first);
          EXPECT_GE(column.last, hand.last);
        }
      }
    }
  }
}

TEST(CurveColumns, OfNothingAreNone) {
  std::vector<CurveColumn> found{{}};
  curve_columns(ValuePlot(), 0, {0, 1, 10}, found);
  EXPECT_TRUE(found.empty());
}

TEST(ValuePlot, FindsTheFirstLeastSampleAndTheMean) {
  const ValuePlot plot = uneven(9000, 9);
  for (const auto& [first, last] : {std::pair{0U, 9000U}, {17U, 4711U}, {300U, 301U}, {5U, 5U}}) {
    const std::size_t end = std::min<std::size_t>(last, plot.size());
    std::optional<std::size_t> least;
    double sum = 0;
    int count = 0;
    for (std::size_t i = first; i < end; ++i) {
      const double value = plot.value(i, 0);
      if (std::isnan(value)) continue;
      if (!least || value < plot.value(*least, 0)) least = i;
      sum += value;
      ++count;
    }
    EXPECT_EQ(plot.least_sample(0, first, end), least);
    const double mean = count > 0 ? sum / count : 0;
    double squares = 0;
    std::size_t changes = 0;
    for (std::size_t i = first; i < end; ++i) {
      const double value = plot.value(i, 0);
      if (!std::isnan(value)) squares += (value - mean) * (value - mean);
      if (i == 0) continue;
      const double before = plot.value(i - 1, 0);
      if (value != before && !(std::isnan(value) && std::isnan(before))) ++changes;
    }
    const Moments moments = plot.moments(0, first, end);
    EXPECT_EQ(moments.count, static_cast<std::size_t>(count));
    EXPECT_NEAR(moments.mean, mean, 1e-9);
    EXPECT_NEAR(moments.deviation(), count > 0 ? std::sqrt(squares / count) : 0, 1e-9);
    EXPECT_EQ(plot.change_count(first, end), changes);
  }
}

TEST(ValuePlot, KeepsWhereStatesChange) {
  ValuePlot plot;
  plot.add_state(1, "idle");
  plot.add_state(2, "idle");
  plot.add_state(3, "chasing");
  plot.add(4, {}, "");
  plot.add(5, {}, "");
  plot.add_state(6, "idle");
  EXPECT_TRUE(plot.is_of_states());
  ASSERT_EQ(plot.changes().size(), 4U);
  EXPECT_EQ(plot.state_text(plot.value(plot.changes()[0], 0)), "idle");
  EXPECT_EQ(plot.state_text(plot.value(plot.changes()[1], 0)), "chasing");
  EXPECT_EQ(plot.time(plot.changes()[2]), 4);
  EXPECT_EQ(plot.state_text(plot.value(plot.changes()[2], 0)), "");
  EXPECT_EQ(plot.state_text(plot.value(plot.changes()[3], 0)), "idle");
}

TEST(ValuePlot, ManyStatesAreBounded) {
  ValuePlot plot;
  for (int i = 0; i < 6000; ++i) plot.add_state(i, std::to_string(i));
  EXPECT_EQ(plot.size(), 6000U);
  EXPECT_EQ(plot.state_text(plot.value(100, 0)), "100");
  EXPECT_EQ(plot.state_text(plot.value(5999, 0)), "\u2026");
}

using Numbers = std::array<double, ValuePlot::kMostComponents>;

TEST(CurveFilter, TakesMagnitudesAndParts) {
  CurveFilter filter;
  Numbers numbers{3, 4, 12, 0};
  EXPECT_EQ(filter.apply({.part = CurveForm::kMagnitude}, 0, numbers, 3), 1U);
  EXPECT_EQ(numbers[0], 13);
  numbers = {3, 4, 12, 0};
  EXPECT_EQ(filter.apply({.part = 2}, 0, numbers, 3), 1U);
  EXPECT_EQ(numbers[0], 12);
  EXPECT_EQ(filter.apply({.part = 3}, 0, numbers, 3), 0U);
}

TEST(CurveFilter, DerivesOverUnevenTimes) {
  CurveFilter filter;
  const CurveForm form{.is_derivative = true};
  Numbers numbers{10, 0, 0, 0};
  EXPECT_EQ(filter.apply(form, 1, numbers, 1), 0U);
  numbers[0] = 16;
  ASSERT_EQ(filter.apply(form, 3, numbers, 1), 1U);
  EXPECT_EQ(numbers[0], 3);
  EXPECT_EQ(filter.apply(form, 4, numbers, 0), 0U);  // a gap: what comes next is the first again
  numbers[0] = 20;
  EXPECT_EQ(filter.apply(form, 5, numbers, 1), 0U);
  EXPECT_EQ(CurveFilter::unit_of(form, "m/s"), "m/s^2");
  EXPECT_EQ(CurveFilter::unit_of(form, "s"), "");
}

TEST(CurveFilter, AveragesWhatLiesInTheWindow) {
  CurveFilter filter;
  const CurveForm form{.average = 2};
  std::vector<double> means;
  for (const double value : {1e12, 2.0, 4.0, 6.0, 8.0}) {
    Numbers numbers{value, 0, 0, 0};
    ASSERT_EQ(filter.apply(form, static_cast<double>(means.size()), numbers, 1), 1U);
    means.push_back(numbers[0]);
  }
  // Of the samples of the last two seconds, the one just two seconds ago left out.
  EXPECT_EQ(means[0], 1e12);
  EXPECT_NEAR(means[2], 3, 1e-3);
  EXPECT_NEAR(means[4], 7, 1e-3);
}

}  // namespace
}  // namespace scrubjay
