// Texts of a recording in CSV files and on terminals: they are shown, never carried out.
#include "app/shared/csv.h"

#include <gtest/gtest.h>

#include "app/shared/plain_text.h"
#include "cli_program.h"
#include "core/json_writer.h"

namespace scrubjay {
namespace {

std::string csv(std::string_view cell, CsvTexts texts = CsvTexts::safe) {
  std::string out;
  append_csv(out, cell, texts);
  return out;
}

TEST(Csv, texts_that_spreadsheets_would_carry_out_begin_with_an_apostrophe) {
  struct Case {
    const char* cell;
    const char* safe;
    const char* raw;
  };
  const Case cases[] = {
      {"=1+2", "'=1+2", "=1+2"},
      {"+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0", "+cmd|' /C calc'!A0"},
      {"@SUM(A1)", "'@SUM(A1)", "@SUM(A1)"},
      {"-2+3", "'-2+3", "-2+3"},
      {"-", "'-", "-"},
      {"\t=1", "'\t=1", "\t=1"},
      {"=a,b", "\"'=a,b\"", "\"=a,b\""},
      {"-12.5e3", "-12.5e3", "-12.5e3"},
      {"-7", "-7", "-7"},
      {"a=1", "a=1", "a=1"},
      {"", "", ""},
      {"say \"hi\"", "\"say \"\"hi\"\"\"", "\"say \"\"hi\"\"\""},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(csv(c.cell), c.safe);
    EXPECT_EQ(csv(c.cell, CsvTexts::raw), c.raw);
  }
}

TEST(Csv, controls_are_named_unless_asked_for) {
  EXPECT_EQ(csv("\x1b[2J"), "\\x1b[2J");
  EXPECT_EQ(csv("a\nb"), "\"a\nb\"");
  EXPECT_EQ(csv("\x1b[2J", CsvTexts::raw), "\x1b[2J");
}

TEST(Printable, names_what_turns_the_order_of_a_line_around) {
  EXPECT_EQ(printable("a\u202Egpj.exe"), "a\\u202egpj.exe");
  EXPECT_EQ(printable("\u2066x\u2069"), "\\u2066x\\u2069");
  EXPECT_EQ(printable("\u2028"), "\\u2028");
  EXPECT_EQ(printable("\u202F\u2065\u00E9\u05D0"), "\u202F\u2065\u00E9\u05D0");
  EXPECT_EQ(printable_lines("a\tb\r\nc\rd\x1b"), "a\tb\r\nc\\rd\\x1b");
}

TEST(Json, names_what_could_steer_a_terminal_and_means_the_same) {
  const std::string text = "\x1b[2J\u009B31m\u202E\u2066\x7F\u00E9\n";
  std::string json;
  append_json_text(json, text);
  EXPECT_EQ(json, "\"\\u001b[2J\\u009b31m\\u202e\\u2066\\u007f\u00E9\\n\"");
  simdjson::dom::parser parser;
  EXPECT_EQ(std::string_view(parser.parse(json)), text);
}

TEST_F(Program, a_table_of_too_many_columns_is_refused) {
  std::string properties;
  for (int i = 0; i < 20'000; ++i) {
    properties += (i == 0 ? "" : ",") +
                  (R"({"type":"number","name":"v)" + std::to_string(i) + R"(","value":1})");
  }
  put("wide.fbf", R"({"type":1,"version":4,"rawFrames":[{"frameId":1,"clientId":0,"serverTime":0,)"
                  R"("entities":[{"id":1,"properties":[{"name":"properties","type":"group",)"
                  R"("value":[)" +
                      properties + "]}]}]}]}");
  const Run refused = run("export wide.fbf --to csv -o wide.csv");
  EXPECT_EQ(refused.status, 3);
  EXPECT_NE(refused.err.find("at most 16384 columns"), std::string::npos) << refused.err;
}

/// A recording whose every text is hostile, through every command that prints.
TEST_F(Program, no_text_of_a_recording_reaches_a_terminal_as_it_is) {
  const std::string evil = R"(=1+2\u001b]0;title\u0007\u009b31m\u202e)";
  put("evil.fbf",
      R"({"type":1,"version":4,"rawFrames":[{"frameId":1,"clientId":0,"serverTime":0,"tag":")" +
          evil + R"(","scene":")" + evil + R"(","entities":[{"id":7,"parentId":0,"properties":[)" +
          R"({"name":"properties","type":"group","value":[{"name":")" + evil +
          R"(","type":"string","value":")" + evil + R"("}]},{"name":"special","type":"group",)" +
          R"("value":[{"name":"name","type":"string","value":")" + evil + R"("}]}],"events":[)" +
          R"({"name":")" + evil + R"(","tag":")" + evil + R"(","idx":1,"properties":)" +
          R"({"name":"properties","type":"group","value":[]}}]}]}]})");
  for (const char* command :
       {"info evil.fbf", "info evil.fbf --json", "show evil.fbf --frame 0",
        "show evil.fbf --frame 0 --json", "events evil.fbf", "events evil.fbf --json",
        "events evil.fbf --csv", "export evil.fbf --to ndjson -o -",
        "export evil.fbf --to csv -o -", "series evil.fbf --entity 7 --property name",
        "verify evil.fbf", "show evil.fbf --time x", "show evil.fbf --frame 0 --entity none",
        "convert evil.fbf -o evil.log"}) {
    const Run shown = run(command);
    for (const std::string& text : {shown.out, shown.err}) {
      EXPECT_EQ(text.find('\x1b'), std::string::npos) << command << text;
      EXPECT_EQ(text.find('\x07'), std::string::npos) << command << text;
      EXPECT_EQ(text.find("\u009B"), std::string::npos) << command << text;
      EXPECT_EQ(text.find("\u202E"), std::string::npos) << command << text;
    }
  }
  const Run safe = run("export evil.fbf --to csv -o -");
  EXPECT_NE(safe.out.find(",'=1+2"), std::string::npos) << safe.out;
  const Run raw = run("export evil.fbf --to csv -o - --raw-csv");
  EXPECT_EQ(raw.out.find("'=1+2"), std::string::npos) << raw.out;
  EXPECT_NE(raw.out.find("=1+2\x1b"), std::string::npos) << raw.out;
}

}  // namespace
}  // namespace scrubjay
