// scrubjay check, through the built program.

#include "app/cli/rules.h"
#include "cli_program.h"

namespace scrubjay {
namespace {

class Check : public Program {
 protected:
  /// Name, element and message of each case of a report, a line each: "a.log near failure: ...".
  std::string cases_of(const std::string& report) const {
    const Run read = shell("python3 - '" + path(report) + R"(' <<'end'
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
print(*[root.get(name) for name in ("tests", "failures", "errors", "skipped")])
for suite in root:
    for case in suite:
        inside = case[0].tag + ": " + case[0].get("message", "") if len(case) else "kept"
        print(suite.get("name"), case.get("name"), inside)
end
)");
    EXPECT_EQ(read.status, 0) << read.err;
    return read.out;
  }
};

TEST_F(Check, rules_that_cannot_be_understood_are_refused) {
  for (const char* rules :
       {"", "select 1\n", "-- rule:\nselect 1\n", "-- rule: a\n", "-- rule: a\n-- nothing\n",
        "-- rule: a\n-- severity: bad\nselect 1\n", "-- rule: a\n-- serverity: error\nselect 1\n",
        "-- rule: a\nselect 1\n-- severity: warning\n", "-- rule: a\nselect from\n",
        "-- rule: a\nselect 1\n-- rule: b\ndrop table frames\n", "-- rule: a\nselect 1; select 2\n",
        "\xff\xfe"}) {
    put("r.sql", rules);
    const Run result = run("check \"$S\" --rules r.sql --json");
    EXPECT_EQ(result.status, 2) << rules;
    expect_json(result.out);
  }
}

TEST_F(Check, what_stands_in_a_text_or_a_comment_begins_no_rule) {
  put("r.sql",
      "/* of all:\n-- rule: none\n*/\n-- rule: a\n/*\n-- rule: left out\n-- severity: bad\n"
      "select 1 */\nselect '\n-- rule: it''s \n' as \"\n-- rule: x\" where 0 -- it's\n"
      "-- rule: b\nselect 2 /* nothing ends it\n-- rule: c\nselect 3\n");
  const Run result = run("check \"$S\" --rules r.sql");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(lines_of(result.out).back(), "1 error, 0 warnings of 2 rules") << result.out;
}

TEST_F(Check, a_violated_rule_fails) {
  put("r.sql",
      "-- rule: early <frames>\n-- message: a & b\nselect time from frames where frame < 2\n"
      "-- rule: quiet\n-- severity: warning\nselect 1 where 0\n");
  const Run result = run("check \"$S\" --rules r.sql --junit j.xml");
  EXPECT_EQ(result.status, 1) << result.err;
  EXPECT_EQ(lines_of(result.out).back(), "2 errors, 0 warnings of 2 rules");
  const std::string junit = file_text(path("j.xml"));
  EXPECT_NE(junit.find("name=\"early &lt;frames&gt;\""), std::string::npos) << junit;
  EXPECT_NE(junit.find("<failure message=\"a &amp; b\">2 violations"), std::string::npos) << junit;
}

TEST_F(Check, mistakes_of_all_rules_are_told_by_their_lines_and_the_others_are_asked) {
  put("r.sql",
      "-- rule: early\nselect time from frames where frame < 2\n\n-- rule: wrong\n\n"
      "select time, from frames\n-- rule: misspelt\n"
      "select time from state where \"control/throtle\" > 2\n");
  const Run result = run("check \"$S\" --rules r.sql --junit j.xml");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(lines_of(result.out).back(), "2 errors, 0 warnings of 3 rules; 2 rules are wrong");
  EXPECT_NE(result.err.find("rule \"wrong\": near \"from\": syntax error (line 6, column 14)"),
            result.err.npos)
      << result.err;
  EXPECT_NE(result.err.find("(line 8, column 30); near it: \"control/throttle\""), result.err.npos)
      << result.err;
  const std::vector<std::string> cases = lines_of(cases_of("j.xml"));
  ASSERT_EQ(cases.size(), 4U);
  EXPECT_EQ(cases[0], "3 1 2 0");
  EXPECT_TRUE(cases[1].ends_with("sample.log early failure: early")) << cases[1];
  EXPECT_NE(cases[2].find(" wrong error: rule "), std::string::npos) << cases[2];
  simdjson::dom::parser parser;
  const Run json = run("check \"$S\" --rules r.sql --json");
  EXPECT_EQ(json.status, 2);
  const auto rules = parsed(parser, json.out)["rules"];
  EXPECT_EQ(rules.at(0)["violations"].get_array().size(), 2U);
  EXPECT_EQ(std::string_view(rules.at(1)["problem"]["code"]), "query");
}

TEST_F(Check, comments_of_any_kind_stand_above_a_query) {
  put("r.sql",
      "-- rule: a\n/* one\n two */ /* three\n*/\n-- severity: warning\nselect 1\n/* four\n */\n"
      "-- rule: b\n'unfinished\n");
  const Run result = run("check \"$S\" --rules r.sql");
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(lines_of(result.out).back(), "0 errors, 1 warning of 2 rules; 1 rule is wrong");
  EXPECT_NE(result.err.find("rule \"b\": unrecognized token"), result.err.npos) << result.err;
}

TEST(Rules, HoldNoMoreThanTheirFile) {
  std::string text;
  for (std::size_t i = 0; i < 5'000; ++i) text += "-- rule: a\n\nselect 1 where 0\n";
  text += "-- rule: last\n";
  for (std::size_t i = 0; i < 50'000; ++i) text += "-- nothing\n/*\n*/ /*\n*/";
  const auto rules = cli::read_rules(text + "select 2\n");
  ASSERT_TRUE(rules);
  ASSERT_EQ(rules->size(), 5'001U);
  std::size_t bytes = 0;
  for (const cli::Rule& rule : *rules) bytes += rule.sql.size();
  EXPECT_LE(bytes, text.size());
  EXPECT_EQ(rules->back().line, 15'001U);
}

TEST_F(Check, a_recording_that_is_damaged_or_none_is_an_error_and_the_others_are_checked) {
  ASSERT_EQ(shell("cp \"$S\" a.log; : >empty.log; head -c 20000 \"$S\" >cut.log").status, 0);
  put("r.sql", "-- rule: none\nselect 1 where 0\n");
  const Run result = run("check empty.log a.log cut.log --rules r.sql --junit j.xml");
  EXPECT_EQ(result.status, 3) << result.err;
  EXPECT_EQ(
      lines_of(result.out).back(),
      "0 errors, 0 warnings of 1 rule; 1 recording could not be read; 1 recording is damaged");
  const std::vector<std::string> cases = lines_of(cases_of("j.xml"));
  ASSERT_EQ(cases.size(), 5U);
  EXPECT_EQ(cases[0], "4 0 2 0");
  EXPECT_EQ(cases[1], "empty.log recording error: The file is empty.");
  EXPECT_EQ(cases[2], "a.log none kept");
  EXPECT_EQ(cases[3], "cut.log none kept");
  EXPECT_TRUE(cases[4].starts_with("cut.log recording error: ")) << cases[4];
  EXPECT_EQ(run("check a.log cut.log --rules r.sql").status, 1);
  // Rows are of the recordings that were named, whatever could not be read.
  put("r.sql", "-- rule: some\nselect recording, time from frames where frame = 1\n");
  simdjson::dom::parser parser;
  const Run json = run("check empty.log a.log cut.log --rules r.sql --json");
  const auto rows = parsed(parser, json.out)["rules"].at(0)["violations"];
  ASSERT_EQ(rows.get_array().size(), 2U);
  EXPECT_EQ(std::uint64_t(rows.at(0)["recording"]), 1U);
  EXPECT_EQ(std::string_view(rows.at(1)["file"]), "cut.log");
  const auto faulty = parser.parse(json.out)["recordings"];
  ASSERT_EQ(faulty.get_array().size(), 2U);
  EXPECT_EQ(std::string_view(faulty.at(0)["file"]), "empty.log");
  EXPECT_TRUE(
      std::string_view(faulty.at(0)["problem"]["message"]).starts_with("The file is empty."));
  EXPECT_EQ(std::string_view(faulty.at(1)["file"]), "cut.log");
  // A report is written even where nothing is read, so that none of yesterday stays.
  EXPECT_EQ(run("check empty.log --rules r.sql --junit j.xml").status, 3);
  EXPECT_EQ(lines_of(cases_of("j.xml")).size(), 2U);
}

TEST_F(Check, real_numbers_that_are_whole_name_rows) {
  ASSERT_EQ(shell("cp \"$S\" a.log; cp \"$S\" b.log").status, 0);
  const auto violation_of = [&](const char* selected) {
    put("r.sql", std::string("-- rule: a\nselect ") + selected + ", 1.5 as time\n");
    simdjson::dom::parser parser;
    const Run json = run("check a.log b.log --rules r.sql --json");
    const auto row = parsed(parser, json.out)["rules"].at(0)["violations"].at(0);
    std::string_view link;
    return row["link"].get(link) == simdjson::SUCCESS ? std::string(link) : std::string("none");
  };
  EXPECT_EQ(violation_of("1.0 as recording, 3.0 as entity"),
            violation_of("1 as recording, 3 as entity"));
  EXPECT_TRUE(violation_of("1.0 as recording").starts_with("scrubjay b.log"));
  for (const char* const nobody : {"1.5 as recording", "2.0 as recording", "-1.0 as recording"}) {
    EXPECT_EQ(violation_of(nobody), "none") << nobody;
  }
}

TEST_F(Check, with_each_a_row_is_of_the_recording_that_has_it) {
  ASSERT_EQ(shell("cp \"$S\" b.log; head -c 20000 \"$S\" >a.log").status, 0);
  put("r.sql", "-- rule: late\nselect time, a as entity from contacts where time > 12\n");
  const Run together = run("check a.log b.log --rules r.sql");
  EXPECT_NE(together.err.find("\"late\" does not select recording"), together.err.npos)
      << together.err;
  simdjson::dom::parser parser;
  const Run each = run("check a.log b.log --rules r.sql --each --json");
  EXPECT_EQ(each.err.find("does not select"), each.err.npos) << each.err;
  const auto rows = parsed(parser, each.out)["rules"].at(0)["violations"];
  const Run alone = run("check b.log --rules r.sql --json");
  simdjson::dom::parser other;
  const auto wanted = parsed(other, alone.out)["rules"].at(0)["violations"];
  ASSERT_GT(rows.get_array().size(), 1U);
  ASSERT_EQ(rows.get_array().size(), wanted.get_array().size());
  for (std::size_t i = 0; i < rows.get_array().size(); ++i) {
    EXPECT_EQ(std::uint64_t(rows.at(i)["recording"]), 1U);
    EXPECT_EQ(std::string_view(rows.at(i)["link"]), std::string_view(wanted.at(i)["link"]));
    EXPECT_EQ(simdjson::minify(rows.at(i)["row"]), simdjson::minify(wanted.at(i)["row"]));
  }
}

TEST_F(Check, what_no_recording_has_violates_nothing_and_is_told) {
  put("r.sql", "-- rule: bikes\nselect time from state where \"zeppelin/gas_pressure\" > 0.9\n");
  for (const char* how : {"", " --each"}) {
    const Run result = run("check \"$S\" --rules r.sql --junit j.xml" + std::string(how));
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.err.find("no recording has \"zeppelin/gas_pressure\""), result.err.npos)
        << result.err;
    EXPECT_NE(cases_of("j.xml").find(" bikes skipped: no recording has zeppelin/gas_pressure"),
              std::string::npos);
  }
  EXPECT_EQ(run("sql \"$S\" 'select \"zeppelin/gas_pressure\" from state'").status, 2);
}

TEST_F(Check, ends_when_nobody_reads_on) {
  put("r.sql",
      "-- rule: endless\n"
      "with recursive n(i) as (select 1 union all select i + 1 from n) select i from n\n");
  for (const char* how : {"", " --json", " --each"}) {
    const Run read = shell("{ timeout 60 \"$P\" check \"$S\" --rules r.sql" + std::string(how) +
                           "; echo $? >status; } | head -c 100");
    EXPECT_EQ(read.out.size(), 100U) << read.err;
    EXPECT_EQ(file_text(path("status")), "1\n") << how;
  }
}

TEST_F(Check, a_report_never_overwrites_what_is_read) {
  ASSERT_EQ(shell("cp \"$S\" a.log; cp \"$S\" b.log").status, 0);
  const std::string rules = "-- rule: none\nselect 1 where 0\n";
  put("r.sql", rules);
  for (const char* const command :
       {"check a.log b.log --rules r.sql --junit ./b.log",
        "check a.log --rules r.sql --junit r.sql", "diff a.log b.log --junit b.log"}) {
    const Run refused = run(command);
    EXPECT_EQ(refused.status, 2) << command;
    EXPECT_NE(refused.err.find("would overwrite what is read"), refused.err.npos) << refused.err;
  }
  EXPECT_EQ(file_text(path("b.log")), file_text(kSample));
  EXPECT_EQ(file_text(path("r.sql")), rules);
  simdjson::dom::parser parser;
  parsed(parser, run("diff a.log b.log --json --junit b.log").out);
}

TEST_F(Check, standard_output_takes_one_report) {
  put("r.sql", "-- rule: none\nselect 1 where 0\n");
  EXPECT_EQ(run("check \"$S\" --rules r.sql --json --junit -").status, 2);
  EXPECT_EQ(run("check \"$S\" --rules r.sql --json --junit j.xml").status, 0);
}

}  // namespace
}  // namespace scrubjay
