#include "core/json_writer.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "cli_test_recording.h"
#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

TEST(JsonWriter, separates_members_and_items) {
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.field("a", "b");
  json.key("list");
  json.begin_array();
  json.integer(-1);
  json.boolean(true);
  json.null();
  json.begin_object();
  json.end_object();
  json.end_array();
  json.integer_field("c", 18446744073709551615u);
  json.end_object();
  EXPECT_EQ(text, R"({"a":"b","list":[-1,true,null,{}],"c":18446744073709551615})");
}

TEST(JsonWriter, lays_out_for_people_with_numbers_beside_each_other) {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  json.begin_object();
  json.key("position");
  json.numbers(std::array{1.5, 2.0, 3.0});
  json.key("none");
  json.begin_array();
  json.end_array();
  json.key("list");
  json.begin_array();
  json.text("x");
  json.end_array();
  json.end_object();
  EXPECT_EQ(text,
            "{\n"
            "  \"position\": [1.5, 2, 3],\n"
            "  \"none\": [],\n"
            "  \"list\": [\n"
            "    \"x\"\n"
            "  ]\n"
            "}");
}

TEST(JsonWriter, keeps_a_small_object_on_one_line_for_people) {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  json.begin_array();
  json.begin_object_on_one_line();
  json.field("name", "a");
  json.key("inner");
  json.begin_object_on_one_line();
  json.key("list");
  json.begin_array();
  json.integer(1);
  json.integer(2);
  json.end_array();
  json.end_object();
  json.boolean_field("last", true);
  json.end_object();
  json.integer(3);
  json.end_array();
  EXPECT_EQ(text,
            "[\n"
            "  {\"name\": \"a\", \"inner\": {\"list\": [1, 2]}, \"last\": true},\n"
            "  3\n"
            "]");
}

TEST(JsonWriter, breaks_long_arrays_of_numbers_for_people_only) {
  std::vector<double> values(20);
  std::iota(values.begin(), values.end(), 0.0);
  std::string pretty;
  JsonWriter(pretty, JsonLayout::pretty).numbers(values);
  EXPECT_EQ(pretty,
            "[\n  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,\n  16, 17, 18, 19\n]");
  std::string compact;
  JsonWriter(compact).numbers(values);
  EXPECT_EQ(compact, "[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19]");
}

struct TextCase {
  std::string name;
  std::string text;
  std::string json;
};

class JsonText : public testing::TestWithParam<TextCase> {};

TEST_P(JsonText, is_escaped) {
  std::string out;
  append_json_text(out, GetParam().text);
  EXPECT_EQ(out, GetParam().json);
  expect_json(out);
}

INSTANTIATE_TEST_SUITE_P(
    , JsonText,
    testing::Values(TextCase{"plain", "abc /", R"("abc /")"},
                    TextCase{"quotes_and_backslash", R"(a"b\c)", R"("a\"b\\c")"},
                    TextCase{"line_breaks", "\n\r\t\b\f", R"("\n\r\t\b\f")"},
                    TextCase{"control", std::string("\0\x1f", 2), R"("\u0000\u001f")"},
                    TextCase{"utf8", "\xC3\xA9\xF0\x9F\x90\xA6", "\"\xC3\xA9\xF0\x9F\x90\xA6\""},
                    TextCase{"wrong_byte", "a\xFF\"", "\"a\xEF\xBF\xBD\\\"\""},
                    TextCase{"surrogate", "\xED\xA0\x80",
                             "\"\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD\""}),
    [](const auto& row) { return row.param.name; });

TEST(JsonWriter, prints_numbers_that_read_back_as_the_same) {
  std::string text;
  JsonWriter json(text);
  json.begin_array();
  json.number(static_cast<double>(0.1f), Precision::float32);
  json.number(static_cast<double>(0.1f), Precision::float64);
  json.number(0.1, Precision::float32);
  json.number(-0.0);
  json.number(1e300);
  json.number(std::nan(""));
  json.number(kInfinity);
  json.number(-kInfinity);
  json.end_array();
  EXPECT_EQ(text, R"([0.1,0.10000000149011612,0.1,-0,1e+300,"NaN","Infinity","-Infinity"])");
  expect_json(text);
}

TEST(JsonWriter, writes_null_for_numbers_that_are_not_finite_where_asked) {
  std::string text;
  JsonWriter json(text, JsonLayout::compact, NonFinite::null);
  const double values[] = {1, std::numeric_limits<double>::quiet_NaN(), 2};
  json.begin_array();
  json.number(std::numeric_limits<double>::infinity());
  json.numbers(values);
  json.end_array();
  EXPECT_EQ(text, "[null,[1,null,2]]");
}

TEST(JsonWriter, takes_values_that_are_json_already) {
  std::string text;
  JsonWriter json(text);
  json.begin_array();
  json.raw("{\"a\":1}");
  json.raw("2");
  json.end_array();
  EXPECT_EQ(text, "[{\"a\":1},2]");
}

TEST(JsonWriter, codes_bytes_as_base64) {
  // RFC 4648, section 10.
  const std::pair<std::string, std::string> cases[] = {{"", ""},
                                                       {"f", "Zg=="},
                                                       {"fo", "Zm8="},
                                                       {"foo", "Zm9v"},
                                                       {"foob", "Zm9vYg=="},
                                                       {"fooba", "Zm9vYmE="},
                                                       {"foobar", "Zm9vYmFy"},
                                                       {std::string("\xFF\xFE\x00", 3), "//4A"}};
  for (const auto& [bytes, expected] : cases) {
    std::string text;
    JsonWriter(text).base64(bytes);
    EXPECT_EQ(text, '"' + expected + '"');
  }
}

TEST(JsonWriter, goes_on_after_its_text_was_passed_on) {
  std::string text;
  std::string all;
  JsonWriter json(text);
  json.begin_array();
  for (int i = 0; i < 3; ++i) {
    json.integer(i);
    all += text;
    text.clear();
  }
  json.end_array();
  EXPECT_EQ(all + text, "[0,1,2]");
}

}  // namespace
}  // namespace scrubjay
