// The manual page and what shells complete, as the program writes them for packages.
#include <gtest/gtest.h>

#include <set>
#include <sstream>
#include <string>

#include "cli_program.h"

namespace scrubjay {
namespace {

/// "--json", "--time", ... in a text of help, where each stands at the beginning of its line.
std::set<std::string> options_in_help(const std::string& help) {
  std::set<std::string> options;
  for (const std::string& line : lines_of(help)) {
    const std::size_t name = line.find("--");
    if (!line.starts_with("  -") || name == std::string::npos) continue;
    options.insert(line.substr(name, line.find_first_of(" ,=", name) - name));
  }
  return options;
}

std::vector<std::string> commands_in_help(const std::string& help) {
  std::vector<std::string> commands;
  bool is_there = false;
  for (const std::string& line : lines_of(help)) {
    if (line.starts_with("Subcommands:")) is_there = true;
    if (is_there && line.starts_with("  ") && !line.starts_with("   ")) {
      commands.push_back(line.substr(2, line.find(' ', 2) - 2));
    }
    if (is_there && line.empty()) break;
  }
  return commands;
}

TEST_F(Program, manual_page_and_completions_know_every_command_and_option) {
  const std::vector<std::string> commands = commands_in_help(run("--help").out);
  ASSERT_GT(commands.size(), 10u);
  std::string page = run("--generate man").out;
  ASSERT_TRUE(page.starts_with(".TH SCRUBJAY 1")) << page.substr(0, 100);
  for (std::size_t i = page.find("\\-"); i != std::string::npos; i = page.find("\\-", i))
    page.erase(i, 1);
  const std::string bash = run("--generate bash").out;
  const std::string zsh = run("--generate zsh").out;
  const std::string fish = run("--generate fish").out;
  for (const std::string& command : commands) {
    EXPECT_NE(page.find(".SS " + command + "\n"), std::string::npos) << command;
    EXPECT_NE(zsh.find("'" + command + ":"), std::string::npos) << command;
    EXPECT_NE(fish.find(" -a " + command + " "), std::string::npos) << command;
    const auto options = options_in_help(run(command + " --help-all").out);
    EXPECT_GT(options.size(), 3u) << command;
    const std::size_t words = bash.find("    " + command + ":-*)");
    ASSERT_NE(words, std::string::npos) << command;
    const std::string known = bash.substr(words, bash.find('\n', words) - words);
    for (const std::string& option : options) {
      EXPECT_NE(page.find("\\fB" + option + "\\fR"), std::string::npos) << command << " " << option;
      EXPECT_NE(known.find(option), std::string::npos) << command << " " << option;
      EXPECT_NE(zsh.find("'*" + option + "["), std::string::npos) << command << " " << option;
      EXPECT_NE(fish.find(" -l " + option.substr(2) + " "), std::string::npos)
          << command << " " << option;
    }
  }
}

TEST_F(Program, bash_completes_commands_options_and_choices) {
  const std::string completed =
      "\"$P\" --generate bash > complete.bash; complete_words() { COMP_WORDS=(\"$@\"); "
      "COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _scrubjay; echo \"${COMPREPLY[*]}\"; }; "
      ". ./complete.bash; ";
  put("try.sh", "P=$1; shift; " + completed + "complete_words \"$@\"\n");
  EXPECT_EQ(shell("bash try.sh \"$P\" scrubjay ver").out, "verify\n");
  EXPECT_EQ(shell("bash try.sh \"$P\" scrubjay render a.log --mid").out, "--middle\n");
  EXPECT_EQ(shell("bash try.sh \"$P\" scrubjay render a.log --background da").out, "dark\n");
  EXPECT_EQ(shell("bash try.sh \"$P\" scrubjay convert a.log --to mc").out, "mcap\n");
  EXPECT_EQ(shell("bash try.sh \"$P\" scrubjay info a.log --format co").out, "colyseus\n");
  EXPECT_EQ(shell("bash try.sh \"$P\" scrubjay show a.log --coordinates u").out, "unreal unity\n");
  EXPECT_EQ(shell("bash try.sh \"$P\" scrubjay show a.log --kept i").out, "ignored\n");
}

TEST_F(Program, manual_page_says_what_stands_behind_a_command_and_all_that_it_takes) {
  std::string page = run("--generate man").out;
  for (std::size_t i = page.find("\\-"); i != std::string::npos; i = page.find("\\-", i))
    page.erase(i, 1);
  const auto part = [&](const std::string& begin) {
    const std::size_t at = page.find(begin);
    return at == page.npos ? "" : page.substr(at, page.find("\n.S", at + 1) - at);
  };
  EXPECT_NE(part(".SS sql").find("behind them the query"), std::string::npos) << part(".SS sql");
  EXPECT_NE(part(".SH SYNOPSIS").find(".B scrubjay sql\n[\\fIOPTIONS\\fR] FILE... QUERY\n"),
            std::string::npos)
      << part(".SH SYNOPSIS");
  EXPECT_NE(run("sql --help").out.find("scrubjay sql [OPTIONS] FILE... QUERY\n"),
            std::string::npos);
  EXPECT_NE(run("find --help").out.find("[OPTIONS] FILE... [CONDITION]\n"), std::string::npos);
  // The window has those, too.
  EXPECT_NE(part(".SS show").find("\\fB--frame\\fR"), std::string::npos) << part(".SS show");
  EXPECT_NE(part(".SS render").find("\\fB--select\\fR"), std::string::npos);
  EXPECT_NE(part(".SH THE WINDOW").find("\\fB--select\\fR"), std::string::npos);
  // What nearly all commands take is said once.
  EXPECT_NE(part(".SH OPTIONS OF MOST").find("\\fB--no-cache\\fR"), std::string::npos);
  EXPECT_EQ(part(".SS show").find("\\fB--no-cache\\fR"), std::string::npos);
}

TEST_F(Program, examples_in_the_manual_page_have_a_line_each) {
  const std::string page = run("--generate man").out;
  EXPECT_NE(page.find("1920x1080\nscrubjay render drive.log "), std::string::npos) << page;
}

TEST_F(Program, the_manual_page_is_set_without_a_warning) {
  if (std::system("command -v groff > /dev/null") != 0) GTEST_SKIP() << "no groff";
  const Run set = shell("\"$P\" --generate man | groff -man -Tutf8 -ww -z");
  EXPECT_EQ(set.status, 0);
  EXPECT_EQ(set.err, "");
}

TEST_F(Program, a_picture_of_the_middle_is_the_one_of_that_time) {
  const Run info = run("info \"$S\" --json");
  simdjson::dom::parser parser;
  const auto said = parsed(parser, info.out);
  const double middle = (double(said["begin"]) + double(said["end"])) / 2;
  std::ostringstream time;
  time.precision(17);
  time << middle;
  ASSERT_EQ(run("render \"$S\" --middle --size 64x48 -o middle.png").status, 0);
  ASSERT_EQ(run("render \"$S\" --time " + time.str() + " --size 64x48 -o time.png").status, 0);
  ASSERT_EQ(run("render \"$S\" --time 0 --size 64x48 -o begin.png").status, 0);
  EXPECT_EQ(file_text(path("middle.png")), file_text(path("time.png")));
  EXPECT_NE(file_text(path("middle.png")), file_text(path("begin.png")));
  EXPECT_EQ(run("render \"$S\" --middle --time 1 -o both.png").status, 2);
}

}  // namespace
}  // namespace scrubjay
