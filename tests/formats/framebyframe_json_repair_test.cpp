#include <gtest/gtest.h>
#include <simdjson.h>

#include <cmath>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "formats/json/json_repair.h"
#include "formats/json/json_token.h"

namespace scrubjay {
namespace {

using Kind = JsonRepairKind;

bool is_strict(const std::string& text) {
  simdjson::dom::parser parser;
  return parser.parse(simdjson::padded_string(text)).error() == simdjson::SUCCESS;
}

struct RepairCase {
  std::string_view input;
  std::string_view output;
  std::vector<Kind> kinds;
};

class JsonRepairCases : public testing::TestWithParam<RepairCase> {};

TEST_P(JsonRepairCases, gives_strict_json_and_tells_what_was_repaired) {
  const auto repaired = repair_json(GetParam().input);
  ASSERT_TRUE(repaired.has_value()) << describe(repaired.error());
  EXPECT_EQ(repaired->text, GetParam().output);
  std::vector<Kind> kinds;
  for (const JsonRepair& repair : repaired->repairs) kinds.push_back(repair.kind);
  EXPECT_EQ(kinds, GetParam().kinds);
  EXPECT_EQ(repaired->count(), GetParam().kinds.size());
  EXPECT_TRUE(is_strict(repaired->text)) << repaired->text;
}

INSTANTIATE_TEST_SUITE_P(
    good_json_stays, JsonRepairCases,
    testing::Values(RepairCase{R"({"a": [1, -2.5e3, true, false, null, "x"], "b": {}})",
                               R"({"a":[1,-2.5e3,true,false,null,"x"],"b":{}})",
                               {}},
                    RepairCase{"[]", "[]", {}}, RepairCase{" 7 ", "7", {}},
                    RepairCase{"[1, {}, [], {\"a\": 1}, []]", "[1,{},[],{\"a\":1},[]]", {}},
                    RepairCase{"[\"\u20AC \u65E5\u672C \U0001F600\"]",
                               "[\"\u20AC \u65E5\u672C \U0001F600\"]",
                               {}},
                    RepairCase{"\xEF\xBB\xBF{\"a\":1}", R"({"a":1})", {}},
                    RepairCase{R"(["\u00e9\n\\\"", "é", "//no comment", "{a:1;}"])",
                               R"(["\u00e9\n\\\"","é","//no comment","{a:1;}"])",
                               {}}));

INSTANTIATE_TEST_SUITE_P(
    what_the_page_lists, JsonRepairCases,
    testing::Values(
        RepairCase{"{304: {x: 1, \"y\": 2}}",
                   R"({"304":{"x":1,"y":2}})",
                   {Kind::bare_number_key, Kind::bare_key}},
        RepairCase{R"({"type": number, "v": 3})", R"({"type":"number","v":3})", {Kind::bare_value}},
        RepairCase{R"({"a": [{"b": 1} })", R"({"a":[{"b":1}]})", {Kind::implied_bracket}},
        RepairCase{R"([{"b": 1 ])", R"([{"b":1}])", {Kind::implied_bracket}},
        RepairCase{R"({"a": [1, 2, "b": 3})", R"({"a":[1,2],"b":3})", {Kind::implied_bracket}},
        RepairCase{"// one\n{/* two */\"a\": 1} // three",
                   R"({"a":1})",
                   {Kind::comment, Kind::comment, Kind::comment}},
        RepairCase{R"({"a": 1; "b": 2})", R"({"a":1,"b":2})", {Kind::semicolon}},
        RepairCase{R"({"a": [1, 2,], "b": 3,})",
                   R"({"a":[1,2],"b":3})",
                   {Kind::extra_comma, Kind::extra_comma}},
        RepairCase{R"([,1,,2])", "[1,2]", {Kind::extra_comma, Kind::extra_comma}},
        RepairCase{
            R"({"a": 1 "b": [{} {} 3 "x"]})",
            R"({"a":1,"b":[{},{},3,"x"]})",
            {Kind::missing_comma, Kind::missing_comma, Kind::missing_comma, Kind::missing_comma}},
        RepairCase{"[NaN, Infinity, -Infinity, nan]",
                   R"(["NaN","Infinity","-Infinity","NaN"])",
                   {Kind::not_finite, Kind::not_finite, Kind::not_finite, Kind::not_finite}}));

INSTANTIATE_TEST_SUITE_P(
    what_people_also_write, JsonRepairCases,
    testing::Values(
        RepairCase{"[.5, +1, 5., 007, -.25e2, 0.0, 1E5]",
                   "[0.5,1,5.0,7,-0.25e2,0.0,1E5]",
                   {Kind::number_form, Kind::number_form, Kind::number_form, Kind::number_form,
                    Kind::number_form}},
        RepairCase{"{'a': 'it\\'s \"b\"'}",
                   R"({"a":"it's \"b\""})",
                   {Kind::single_quotes, Kind::single_quotes}},
        RepairCase{R"(["C:\dir\new", "\u12"])",
                   R"(["C:\\dir\new","\\u12"])",
                   {Kind::escape, Kind::escape}},
        RepairCase{"[\"a\tb\nc\"]",
                   R"(["a\u0009b\u000ac"])",
                   {Kind::control_character, Kind::control_character}},
        RepairCase{"[\"a\xFF\xC3\"]",
                   "[\"a\xEF\xBF\xBD\xEF\xBF\xBD\"]",
                   {Kind::invalid_utf8, Kind::invalid_utf8}},
        RepairCase{R"({"a": undefined, "b": None})",
                   R"({"a":null,"b":"None"})",
                   {Kind::bare_value, Kind::bare_value}},
        RepairCase{R"({"a": 1]})", R"({"a":1})", {Kind::stray_bracket}},
        RepairCase{R"({"a": 1}}])", R"({"a":1})", {Kind::stray_bracket, Kind::stray_bracket}}));

INSTANTIATE_TEST_SUITE_P(
    cut_off, JsonRepairCases,
    testing::Values(
        RepairCase{R"({"a": [1, {"b": "te)", R"({"a":[1,{"b":"te"}]})", {Kind::cut_off}},
        RepairCase{R"({"a": [1, {"b":)", R"({"a":[1,{"b":null}]})", {Kind::cut_off}},
        RepairCase{R"({"a": [1, {"c": 2, "b")", R"({"a":[1,{"c":2}]})", {Kind::cut_off}},
        RepairCase{R"({"a": [1, {"c": 2, "b)", R"({"a":[1,{"c":2}]})", {Kind::cut_off}},
        RepairCase{R"({"a": [1, )", R"({"a":[1]})", {Kind::cut_off}},
        RepairCase{R"({"a": [tr)", R"({"a":[null]})", {Kind::cut_off}},
        RepairCase{R"("abc)", R"("abc")", {Kind::cut_off}},
        RepairCase{R"(["a\)", R"(["a"])", {Kind::cut_off}},
        RepairCase{"{", "{}", {Kind::cut_off}}));

TEST(JsonRepair, tells_where_each_repair_was) {
  const auto repaired = repair_json(R"({x: 1, "y": two})");
  ASSERT_TRUE(repaired.has_value());
  ASSERT_EQ(repaired->repairs.size(), 2u);
  EXPECT_EQ(repaired->repairs[0].offset, 1u);
  EXPECT_EQ(repaired->repairs[1].offset, 12u);
}

TEST(JsonRepair, makes_thirty_three_repairs_in_an_example_like_that_of_the_documentation) {
  const std::string special = R"(
      { "name": "special", "type": "group", "value": [
          { "name": "name", "type": "string", "value": "Test Entity" },
          { "name": "position", "type": "vec3", "value": { x: 56.7, y: 32.43, z: 0 } },
          { "name": "up", "type": "vec3", "value": {x: 0, y: 0, z: 1 } },
          { "name": "forward", "type": "vec3", "value": {x: 0, y: 1, z: 0 } } ] })";
  const std::string empty = R"({ "name": "properties", "type": "group", "value": [] },)";
  const std::string stats = R"({ "name": "properties", "type": "group", "value": [
      { "name": "stats", "type": "group", "value": [
          { "name": "Health", "type": number, "value": 24 },
          { "name": "Stamina", "type": number, "value": 67 }
      } ] },)";
  const auto entity = [&](std::string_view id, const std::string& user) {
    return std::string(id) + R"(: { "id": )" + std::string(id) +
           R"(, "parentId": 0, "properties": [)" + user + special + R"(], "events": [] })";
  };
  const std::string text = R"({ "frameId": 521, "entities": {)" + entity("304", empty) + "," +
                           entity("55", empty) + "," + entity("108", stats) + "} }";
  const auto repaired = repair_json(text);
  ASSERT_TRUE(repaired.has_value()) << describe(repaired.error());
  EXPECT_TRUE(is_strict(repaired->text));
  EXPECT_EQ(repaired->count(), 33u);
  const auto of = [&](Kind kind) { return repaired->counts[static_cast<std::size_t>(kind)]; };
  EXPECT_EQ(of(Kind::bare_key), 27u);
  EXPECT_EQ(of(Kind::bare_number_key), 3u);
  EXPECT_EQ(of(Kind::bare_value), 2u);
  EXPECT_EQ(of(Kind::implied_bracket), 1u);
}

TEST(JsonRepair, stops_behind_the_first_value) {
  const std::string_view text = R"({a: 1} {"b": 2})";
  const auto repaired = repair_json(text);
  ASSERT_TRUE(repaired.has_value());
  EXPECT_EQ(repaired->text, R"({"a":1})");
  EXPECT_EQ(repaired->end, 7u);
}

struct RefusalCase {
  std::string_view input;
  std::string_view code;
  std::uint64_t offset;
};

class JsonRefusals : public testing::TestWithParam<RefusalCase> {};

TEST_P(JsonRefusals, say_why_and_where) {
  const auto repaired = repair_json(GetParam().input);
  ASSERT_FALSE(repaired.has_value()) << repaired->text;
  EXPECT_EQ(repaired.error().code, GetParam().code);
  EXPECT_EQ(repaired.error().offset, GetParam().offset);
  EXPECT_TRUE(repaired.error().message.ends_with('.'));
}

INSTANTIATE_TEST_SUITE_P(
    not_data, JsonRefusals,
    testing::Values(RefusalCase{R"({"p": Property[], "e": 1})", "schema-sketch", 6},
                    RefusalCase{R"({"value": object | Property[] })", "schema-sketch", 10},
                    RefusalCase{R"({"entities": [key:number]: EntityData})", "schema-sketch", 14},
                    RefusalCase{R"({"data": { { "a": 1 } } })", "keyless-object", 11},
                    RefusalCase{R"({"data": 1 { "a": 1 } })", "keyless-object", 11},
                    RefusalCase{"", "not-json", 0}, RefusalCase{" // nothing\n", "not-json", 0},
                    RefusalCase{"<xml/>", "not-json", 0}, RefusalCase{R"({"a"})", "not-json", 4},
                    RefusalCase{R"({"a": })", "not-json", 6}, RefusalCase{"{a}", "not-json", 2},
                    RefusalCase{R"({"a": ,})", "not-json", 6},
                    RefusalCase{R"(["a": 1])", "not-json", 4}));

TEST(JsonRepair, bounds_depth_without_using_the_stack) {
  const std::string deep(3'000'000, '[');
  const auto refused = repair_json(deep);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "too-deep");
  EXPECT_EQ(refused.error().offset, 1000u);
  const auto allowed = repair_json(deep, {.depth = 4'000'000});
  ASSERT_TRUE(allowed.has_value());
  EXPECT_EQ(allowed->text.size(), 2 * deep.size());
}

TEST(JsonRepair, bounds_what_it_writes) {
  const auto refused =
      repair_json("[" + std::string(1000, ' ') + "1234567890]", {.output_bytes = 4});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, "too-large");
}

TEST(JsonRepair, lists_a_bounded_number_of_repairs_and_counts_all) {
  std::string text = "[";
  for (int i = 0; i < 100; ++i) text += "a,";
  text += "1]";
  const auto repaired = repair_json(text, {.listed_repairs = 10});
  ASSERT_TRUE(repaired.has_value());
  EXPECT_EQ(repaired->repairs.size(), 10u);
  EXPECT_EQ(repaired->count(), 100u);
}

TEST(JsonRepair, every_prefix_of_an_example_is_repaired_to_strict_json_or_refused) {
  const std::string text = R"({x: [1, 'a', {"b": tru, c: NaN}; "é\n\x" /* c */ -.5 ] "d": {} // e)"
                           "\n, \"f\": [{\"g\": \"\\u00e9\"}}";
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const auto repaired = repair_json(std::string(text.substr(0, size)));
    if (repaired) {
      EXPECT_TRUE(is_strict(repaired->text)) << text.substr(0, size) << "\n" << repaired->text;
    }
  }
}

TEST(JsonToken, undoes_escapes) {
  std::string scratch;
  EXPECT_EQ(text_of_string(R"("plain"  )", scratch), "plain");
  EXPECT_EQ(text_of_string(R"("a\"\\\/\b\f\n\r\t")", scratch), "a\"\\/\b\f\n\r\t");
  EXPECT_EQ(text_of_string(R"("\u0041\u00e9\u20ac\ud83d\ude00")", scratch), "Aé€😀");
  EXPECT_EQ(text_of_string(R"("\ud83dx\ude00")", scratch), "\xEF\xBF\xBDx\xEF\xBF\xBD");
  EXPECT_EQ(text_of_string(R"("\udc00\udc00")", scratch), "\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(text_of_string(R"("\q\u12")", scratch), "\\q\\u12");
  EXPECT_EQ(text_of_string(R"("ends in \\")", scratch), "ends in \\");
}

TEST(JsonToken, reads_numbers_of_many_forms) {
  EXPECT_EQ(number_of_token("1.5 \n"), 1.5);
  EXPECT_EQ(number_of_token("\"1.5\""), 1.5);
  EXPECT_EQ(number_of_token("\" -2e3 \""), -2000.0);
  EXPECT_EQ(number_of_token("\"Infinity\""), std::numeric_limits<double>::infinity());
  EXPECT_EQ(number_of_token("-Infinity"), -std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(number_of_token("\"NaN\"").value()));
  EXPECT_EQ(number_of_token("1e999"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(number_of_token("-1e999"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(number_of_token("1e-999"), 0.0);
  for (const std::string_view wrong : {"", "\"\"", "nan", "inf", "\"x\"", "1x", "-", "true", "{"}) {
    EXPECT_FALSE(number_of_token(wrong).has_value()) << wrong;
  }
}

}  // namespace
}  // namespace scrubjay
