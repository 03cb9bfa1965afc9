#include "app/viewer/panels/plots/plot_csv.h"

#include <gtest/gtest.h>

#include <array>

namespace scrubjay {
namespace {

TEST(PlotCsv, HasARowForEachTimeOfAnyCurve) {
  ValuePlot speed;
  speed.add(0, std::array{0.1}, "m/s");
  speed.add(1, std::array{2.0}, "m/s");
  speed.add(3, std::array{4.0}, "m/s");
  ValuePlot state;
  state.add_state(0, "idle, or so");
  state.add_state(2, "chasing");
  const std::vector<CsvCurve> curves{{"a speed [m/s]", &speed, 0, 0}, {"b state", &state, 0, 1}};
  bool is_cut = true;
  EXPECT_EQ(curves_csv(curves, {0, 3}, 1000, is_cut),
            "time [s],a speed [m/s],b state\r\n"
            "0,0.1,\r\n"
            "1,2,\"idle, or so\"\r\n"
            "3,4,chasing\r\n");
  EXPECT_FALSE(is_cut);
  EXPECT_EQ(curves_csv(curves, {0.5, 2}, 1000, is_cut),
            "time [s],a speed [m/s],b state\r\n"
            "1,2,\"idle, or so\"\r\n");
  EXPECT_EQ(curves_csv(curves, {0, 3}, 40, is_cut),
            "time [s],a speed [m/s],b state\r\n"
            "0,0.1,\r\n");
  EXPECT_TRUE(is_cut);
}

}  // namespace
}  // namespace scrubjay
