#include <gtest/gtest.h>
#include <imgui_internal.h>

#include <cmath>
#include <limits>
#include <string>

#include "app/viewer/panels/properties/chart_data.h"
#include "app/viewer/panels/properties/chart_view.h"
#include "app/viewer/panels/properties/property_icons.h"
#include "app/viewer/panels/properties/table_data.h"
#include "app/viewer/panels/widgets/linked_text.h"
#include "headless_imgui.h"
#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

PropertyTree::Node add_table(PropertyTree& tree, const std::vector<std::string>& header,
                             const std::vector<std::vector<std::string>>& rows) {
  const auto list = [&](std::string_view name, const std::vector<std::string>& texts) {
    const auto node = tree.open(name, PropertyType::list);
    for (const std::string& text : texts) tree.text("", tree.keep(text));
    tree.close(node);
  };
  const auto table = tree.open("table", PropertyType::table);
  list("header", header);
  const auto all = tree.open("rows", PropertyType::list);
  for (const auto& row : rows) list("", row);
  tree.close(all);
  tree.close(table);
  return table;
}

TEST(TableData, HasHeaderRowsAndCells) {
  PropertyTree tree;
  tree.integer("before", 1);
  const auto node = add_table(tree, {"Name", "Score"}, {{"Ada", "3"}, {"Bo"}, {"C", "1", "extra"}});
  const TableData table(tree, node);
  EXPECT_EQ(table.columns(), 2u);
  ASSERT_EQ(table.rows(), 3u);
  std::vector<std::string> cells;
  table.cells(0, 60, cells);
  EXPECT_EQ(cells, (std::vector<std::string>{"Ada", "3"}));
  table.cells(1, 60, cells);
  EXPECT_EQ(cells, (std::vector<std::string>{"Bo"}));
  table.cells(2, 2, cells);
  EXPECT_EQ(cells, (std::vector<std::string>{"C", "1"}));
  EXPECT_EQ(table_size_text(2, 3), "2 columns, 3 rows");
  EXPECT_EQ(table_size_text(1, 1), "1 column, 1 row");
}

TEST(TableData, CsvQuotesWhatNeedsIt) {
  PropertyTree tree;
  const auto node = add_table(tree, {"a", "b,c"}, {{"say \"hi\"", ""}, {"two\nlines", "x"}});
  EXPECT_EQ(table_csv(TableData(tree, node), 1000),
            "a,\"b,c\"\r\n\"say \"\"hi\"\"\",\r\n\"two\nlines\",x\r\n");
}

TEST(TableData, CsvOfAHugeTableIsCutOffBehindARow) {
  PropertyTree tree;
  const auto node =
      add_table(tree, {"n"}, std::vector<std::vector<std::string>>(10'000, {"12345678"}));
  const std::string csv = table_csv(TableData(tree, node), 1000);
  EXPECT_LT(csv.size(), 1020u);
  EXPECT_TRUE(csv.ends_with("12345678\r\n"));
}

TEST(TableData, BearsPartsOfOtherTypes) {
  PropertyTree tree;
  const auto table = tree.open("table", PropertyType::table);
  tree.integer("header", 3);
  const auto rows = tree.open("rows", PropertyType::list);
  tree.text("0", "no list");
  const auto row = tree.open("1", PropertyType::list);
  tree.number("", 2.5, Precision::float64);
  tree.null("");
  tree.close(row);
  tree.close(rows);
  tree.close(table);
  const TableData data(tree, table);
  ASSERT_EQ(data.rows(), 2u);
  std::vector<std::string> cells;
  data.cells(0, 60, cells);
  EXPECT_EQ(cells, (std::vector<std::string>{"no list"}));
  data.cells(1, 60, cells);
  EXPECT_EQ(cells, (std::vector<std::string>{"2.5", ""}));
}

PropertyTree::Node add_chart(PropertyTree& tree, const std::vector<std::vector<double>>& series,
                             double top, const char* kind) {
  const auto chart = tree.open("chart", PropertyType::linechart);
  const auto data = tree.open("data", PropertyType::list);
  for (const auto& values : series) {
    const auto one = tree.open("", PropertyType::record);
    tree.numbers("values", PropertyType::numbers, values, Precision::float64);
    tree.text("ylabel", "load");
    tree.text("color", "red");
    tree.close(one);
  }
  tree.close(data);
  tree.number("yscale", top, Precision::float64);
  tree.text("chart", kind);
  tree.number("height", 120, Precision::float64);
  tree.close(chart);
  return chart;
}

TEST(ChartData, IsReadFromItsFields) {
  PropertyTree tree;
  const ChartData chart = read_chart(tree, add_chart(tree, {{1, 2, 3}, {4}}, 10, "bar"));
  ASSERT_EQ(chart.series.size(), 2u);
  EXPECT_EQ(chart.series[0].values.size(), 3u);
  EXPECT_EQ(chart.series[0].label, "load");
  EXPECT_EQ(chart.series[0].color, "red");
  EXPECT_EQ(chart.top, 10);
  EXPECT_EQ(chart.height, 120);
  EXPECT_TRUE(chart.bars);
}

/// How high what is said of a chart is, with the mouse at its right end.
float tooltip_height(const std::vector<std::vector<double>>& series) {
  const HeadlessImGui imgui({800, 600});
  PropertyTree tree;
  const ChartData chart = read_chart(tree, add_chart(tree, series, 10, "line"));
  PlaceReport places;
  float height = 0;
  ImGui::GetIO().MousePos = {291, 60};
  for (int i = 0; i < 4; ++i) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize({400, 300});
    ImGui::Begin("chart");
    DrawContext context{dark_theme(), imgui.fonts(), 1, 0, places};
    draw_chart(context, chart, {0, 0}, {300, 90});
    ImGui::End();
    ImGui::Render();
    for (const ImGuiWindow* const window : ImGui::GetCurrentContext()->Windows) {
      if (window->Active && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) {
        height = window->ContentSize.y;
      }
    }
  }
  return height;
}

TEST(ChartData, OfASeriesWithFewerValuesThatUnderTheMouseIsSaid) {
  EXPECT_GT(tooltip_height({{1, 2, 3}}), 0);
  EXPECT_EQ(tooltip_height({{1, 2, 3}, {1, 2, 3, 4, 5}}),
            tooltip_height({{1, 2, 3, 4, 5}, {1, 2, 3, 4, 5}}));
}

TEST(ChartData, WithoutAScaleTheLargestValueIsTheTop) {
  PropertyTree tree;
  EXPECT_EQ(read_chart(tree, add_chart(tree, {{1, kNaN, 7}}, 0, "line")).top, 7);
  EXPECT_EQ(read_chart(tree, add_chart(tree, {{kNaN}}, kNaN, "line")).top, 1);
  EXPECT_EQ(read_chart(tree, add_chart(tree, {}, -3, "line")).top, 1);
}

TEST(ChartData, AMillionSamplesKeepTheirPeaks) {
  std::vector<double> values(1'000'000, 0.5);
  values[123'456] = 9;
  values[700'000] = -4;
  values[1] = std::numeric_limits<double>::infinity();
  std::vector<ChartColumn> columns;
  chart_columns(values, 250, columns);
  ASSERT_EQ(columns.size(), 250u);
  EXPECT_EQ(columns[123'456 * 250 / 1'000'000].high, 9);
  EXPECT_EQ(columns[700'000 * 250 / 1'000'000].low, -4);
  EXPECT_EQ(columns[0].high, 0.5);
}

TEST(ChartData, ColumnsWithoutSamplesAreEmpty) {
  std::vector<ChartColumn> columns;
  chart_columns(std::vector<double>{1, std::nan("")}, 4, columns);
  EXPECT_TRUE(columns[0].any);
  EXPECT_FALSE(columns[1].any);
  EXPECT_FALSE(columns[2].any);
  chart_columns({}, 2, columns);
  EXPECT_FALSE(columns[0].any);
}

TEST(ChartData, TicksAreRound) {
  EXPECT_EQ(chart_ticks(10, 5), (std::vector<double>{0, 2, 4, 6, 8, 10}));
  EXPECT_EQ(chart_ticks(1, 2), (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(chart_ticks(73, 4), (std::vector<double>{0, 20, 40, 60}));
  EXPECT_EQ(chart_ticks(0, 4), (std::vector<double>{0}));
  EXPECT_EQ(chart_ticks(std::numeric_limits<double>::infinity(), 4), (std::vector<double>{0}));
  EXPECT_LE(chart_ticks(std::numeric_limits<double>::denorm_min(), 4).size(), 5u);
}

TEST(ChartData, TheSampleUnderTheMouseIsTheNearestOne) {
  EXPECT_EQ(sample_at(0.0, 5, false), 0u);
  EXPECT_EQ(sample_at(0.49, 5, false), 2u);
  EXPECT_EQ(sample_at(1.2, 5, false), 4u);
  EXPECT_EQ(sample_at(0.49, 4, true), 1u);
  EXPECT_EQ(sample_at(1.0, 4, true), 3u);
  EXPECT_EQ(sample_at(-1, 1, false), 0u);
}

std::string marked(std::string_view text) {
  std::string out;
  for (const TextPart& part : split_text(text)) {
    switch (part.kind) {
      case TextPart::Kind::plain: out += part.text; break;
      case TextPart::Kind::address: out += "<" + std::string(part.text) + ">"; break;
      case TextPart::Kind::frame: out += "[" + std::to_string(part.frame) + "]"; break;
    }
  }
  return out;
}

TEST(LinkedText, FindsAddressesAndFrames) {
  EXPECT_EQ(marked("Compare with frame 40."), "Compare with [40].");
  EXPECT_EQ(marked("Frame 7 and FRAME 8"), "[7] and [8]");
  EXPECT_EQ(marked("see https://a.org/b?c=1, (http://x.y)"),
            "see <https://a.org/b?c=1>, (<http://x.y>)");
  EXPECT_EQ(marked("timeframe 3, frames 4, frame x, frame"),
            "timeframe 3, frames 4, frame x, frame");
  EXPECT_EQ(marked("https:// and frame 99999999999999999999"),
            "https:// and frame 99999999999999999999");
  EXPECT_EQ(marked(""), "");
}

TEST(LinkedText, BreaksAtBlanksAndInsideOfLongWords) {
  const auto width = [](std::string_view piece) { return static_cast<float>(piece.size()); };
  const std::string text = "one two\nabcdefghijkl z";
  const TextLayout layout = lay_out(text, 8, width);
  std::string lines;
  std::size_t line = 0;
  for (const PlacedText& piece : layout.pieces) {
    for (; line < piece.line; ++line) lines += '|';
    EXPECT_LE(piece.x + static_cast<float>(piece.text.size()), 8);
    lines += std::string(piece.text) + " ";
  }
  EXPECT_EQ(lines, "one two |abcdefgh |ijkl z ");
  EXPECT_EQ(layout.lines, 3u);
}

TEST(LinkedText, BearsNoWidthAndEndlessTexts) {
  const auto width = [](std::string_view piece) { return static_cast<float>(piece.size()); };
  const std::string text(1'000'000, 'x');
  const TextLayout layout = lay_out(text, 0, width);
  EXPECT_LE(layout.pieces.size(), 8000u);
  EXPECT_EQ(lay_out("", 10, width).lines, 1u);
}

TEST(PropertyIcons, AreFoundByTheirNames) {
  for (const char* name : {"heart", "fa-heart", "fas fa-user", "user-alt", "exclamation-triangle",
                           "arrow-down", "wrench", "crosshairs", "map-marker-alt", "star"}) {
    EXPECT_TRUE(has_property_icon(name)) << name;
  }
  EXPECT_FALSE(has_property_icon("no-such-icon"));
  EXPECT_FALSE(has_property_icon(""));
}

}  // namespace
}  // namespace scrubjay
