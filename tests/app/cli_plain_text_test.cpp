#include "app/shared/plain_text.h"

#include <gtest/gtest.h>

#include <array>

#include "app/cli/numbered_name.h"
#include "app/shared/csv.h"

namespace scrubjay {
namespace {

TEST(Printable, keeps_recordings_from_steering_the_terminal) {
  EXPECT_EQ(printable("plain \xC3\xA9"), "plain \xC3\xA9");
  EXPECT_EQ(printable("\x1b[31mred\x07"), "\\x1b[31mred\\x07");
  EXPECT_EQ(printable("a\nb\tc\r"), "a\\nb\\tc\\r");
  EXPECT_EQ(printable("\x7F"), "\\x7f");
  EXPECT_EQ(printable("\xC2\x9B"
                      "31m"),
            "\\x9b31m");
  EXPECT_EQ(printable("\xC2\xA0"), "\xC2\xA0");
  EXPECT_EQ(printable("\xFF\xC2"), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(ValueText, shows_each_kind_of_value_on_one_line) {
  PropertyTree tree;
  const auto expect = [&](PropertyTree::Node node, std::string_view text) {
    EXPECT_EQ(value_text(tree, node), text);
  };
  expect(tree.number("n", 0.5, Precision::float64, "m/s"), "0.5 m/s");
  expect(tree.number("n", static_cast<double>(0.1f), Precision::float32), "0.1");
  expect(tree.integer("n", -3), "-3");
  expect(tree.unsigned_integer("n", 18446744073709551615u), "18446744073709551615");
  expect(tree.boolean("n", false), "false");
  expect(tree.null("n"), "null");
  expect(tree.text("n", "a\nb"), "a\\nb");
  expect(tree.text("n", "abc", PropertyType::bytes), "3 bytes");
  expect(tree.vec3("n", {1, 2, 3}, Precision::float64, "cm"), "(1, 2, 3) cm");
  const std::array<double, 17> many{};
  expect(tree.numbers("n", PropertyType::numbers, many, Precision::float64),
         "(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ... 17 numbers)");
  const auto group = tree.open("n", PropertyType::group);
  tree.null("a");
  const auto inner = tree.open("b", PropertyType::group);
  tree.null("c");
  tree.close(inner);
  tree.close(group);
  expect(group, "2 items");
  expect(inner, "1 item");
}

TEST(PropertiesText, tells_what_little_groups_hold_and_how_much_large_ones) {
  PropertyTree tree;
  tree.text("weapon", "axe");
  const auto bag = tree.open("bag", PropertyType::group);
  const auto places = tree.open("places", PropertyType::list);
  tree.integer("0", 1);
  tree.integer("1", 2);
  tree.close(places);
  tree.text("owner", "7", PropertyType::entity);
  tree.close(bag);
  tree.text("", "7", PropertyType::entity);
  const auto many = tree.open("many", PropertyType::list);
  for (const char* name : {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"}) {
    tree.null(name);
  }
  tree.close(many);
  tree.close(tree.open("none", PropertyType::group));
  EXPECT_EQ(properties_text(tree, {0, tree.size()}),
            "weapon axe, bag {places [1, 2], owner 7}, 7, many 13 items, none 0 items");
  const auto name = [](std::string_view id) {
    return id == "7" ? std::string("7 Ada") : std::string();
  };
  EXPECT_EQ(properties_text(tree, {1, 5}, name), "bag {places [1, 2], owner 7 Ada}");
  EXPECT_EQ(properties_text(tree, {6, 1}, name), "7 Ada");
}

TEST(PropertiesText, tells_numbers_with_all_figures_or_a_few) {
  PropertyTree tree;
  tree.number("x", 12.750000189989805, Precision::float64, "m");
  tree.vec3("at", {1.23456789, -200, 0}, Precision::float64);
  tree.integer("score", 123456789);
  EXPECT_EQ(properties_text(tree, tree.since(0)),
            "x 12.750000189989805 m, at (1.23456789, -200, 0), score 123456789");
  EXPECT_EQ(properties_text(tree, tree.since(0), {}, Figures::few),
            "x 12.75 m, at (1.235, -200, 0), score 123456789");
}

TEST(ByteSizeText, uses_the_unit_that_people_read) {
  EXPECT_EQ(byte_size_text(0), "0 bytes");
  EXPECT_EQ(byte_size_text(999), "999 bytes");
  EXPECT_EQ(byte_size_text(1712229), "1.7 MB");
  EXPECT_EQ(byte_size_text(999949), "999.9 kB");
  EXPECT_EQ(byte_size_text(999950), "1.0 MB");
  EXPECT_EQ(byte_size_text(18446744073709551615u), "18.4 EB");
}

TEST(GroupedDigits, has_a_comma_every_three) {
  EXPECT_EQ(grouped_digits(0), "0");
  EXPECT_EQ(grouped_digits(999), "999");
  EXPECT_EQ(grouped_digits(1000), "1,000");
  EXPECT_EQ(grouped_digits(1712229), "1,712,229");
}

TEST(SecondsText, has_milliseconds) {
  EXPECT_EQ(seconds_text(3.4124), "3.412 s");
  EXPECT_EQ(seconds_text(-0.5), "-0.500 s");
  EXPECT_GT(seconds_text(1e308).size(), 300u);
}

TEST(ProgressText, tells_share_rate_and_time_left) {
  EXPECT_EQ(progress_text("indexing", {0, 0, 5.0, ""}), "indexing 0 %");
  EXPECT_EQ(progress_text("indexing", {50, 200, 0.6, ""}), "indexing 25 %");
  EXPECT_EQ(progress_text("indexing", {50, 200, 2.0, ""}), "indexing 25 %, 7 s left");
  EXPECT_EQ(progress_text("converting", {3000, 4000, 2.0, "frames"}),
            "converting 75 %, 1,500 frames/s, 1 s left");
  EXPECT_EQ(progress_text("converting", {4000, 4000, 2.0, "frames"}),
            "converting 100 %, 2,000 frames/s");
}

TEST(TableText, aligns_columns_by_what_people_see) {
  EXPECT_EQ(table_text({{"id", Align::right}, {"name"}, {"note"}},
                       {{"1", "caf\xC3\xA9", "x"}, {"200", "b", ""}}),
            " id  name  note\n"
            "  1  caf\xC3\xA9  x\n"
            "200  b\n");
}

TEST(AppendCsv, quotes_what_needs_it) {
  const std::pair<std::string, std::string> cases[] = {
      {"plain", "plain"}, {"a,b", "\"a,b\""},   {"a\"b", "\"a\"\"b\""},
      {"", ""},           {"a\nb", "\"a\nb\""}, {"\xFF", "\xEF\xBF\xBD"}};
  for (const auto& [cell, expected] : cases) {
    std::string text;
    append_csv(text, cell);
    EXPECT_EQ(text, expected);
  }
}

TEST(NumberedName, has_one_place_for_the_number) {
  const auto name_of = [](const std::string& text, std::uint64_t number) {
    const auto name = cli::NumberedName::parse(text);
    return name ? (*name)(number) : "none";
  };
  EXPECT_EQ(name_of("out_%05d.png", 42), "out_00042.png");
  EXPECT_EQ(name_of("%d", 7), "7");
  EXPECT_EQ(name_of("a%2d", 1234), "a1234");
  EXPECT_EQ(name_of("100%%_%03d.png", 1), "100%_001.png");
  for (const char* text :
       {"", "out.png", "%s", "%", "%5", "%d%d", "%-5d", "%99999999999d", "%21d"}) {
    EXPECT_EQ(name_of(text, 1), "none") << text;
  }
}

}  // namespace
}  // namespace scrubjay
