// What the window tells of files that are wrong is what the command line tells.
#include <gtest/gtest.h>
#include <simdjson.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "app/viewer/panels/windows/problems_window.h"
#include "app/viewer/workspace.h"
#include "core/text.h"
#include "tests/core/test_folder.h"
#include "tests/formats/malformed.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;
using simdjson::dom::element;

/// A problem as one line: what the list shows of it, in the words of the command line.
std::string line_of(const Problem& problem) {
  std::string line = std::string(to_text(problem.severity)) + " " + problem.code;
  line += " at " + (problem.offset ? std::to_string(*problem.offset) : "-");
  line += " in " + (problem.frame && problem.frame->exists() ? std::to_string(problem.frame->value)
                                                             : std::string("-"));
  return line + " x" + std::to_string(problem.count) + ": " + valid_utf8(describe(problem)) + "\n";
}

std::string line_of(const element& problem) {
  const auto number = [&](const char* key) {
    std::uint64_t value = 0;
    return problem[key].get_uint64().get(value) == simdjson::SUCCESS ? std::to_string(value) : "-";
  };
  const auto text = [&](const char* key) {
    std::string_view value;
    EXPECT_EQ(problem[key].get_string().get(value), simdjson::SUCCESS) << key;
    return std::string(value);
  };
  return text("severity") + " " + text("code") + " at " + number("offset") + " in " +
         number("frame") + " x" + number("count") + ": " + text("message") + "\n";
}

std::string lines_of(const std::vector<Problem>& problems) {
  std::string lines;
  for (const Problem& problem : problems) lines += line_of(problem);
  return lines;
}

/// The window's own list: every row of it, and the badge that counts them.
std::vector<Problem> listed(const Workspace& workspace, const Moment& moment = {}) {
  std::vector<Problem> problems;
  visit_problems(workspace, moment,
                 [&](const ListedProblem& row) { problems.push_back(row.problem); });
  const ProblemSummary badge = summarise_problems(workspace, moment);
  EXPECT_EQ(badge.count, problems.size());
  std::optional<Severity> worst;
  for (const Problem& problem : problems) worst = std::max(worst, std::optional(problem.severity));
  EXPECT_EQ(badge.worst, worst);
  return problems;
}

/// What the list comes to when every frame was shown once.
std::vector<Problem> listed_in_all_frames(Workspace& workspace) {
  std::vector<Problem> problems = listed(workspace);
  if (workspace.session().recordings.empty()) return problems;
  const std::size_t known = problems.size();
  const std::shared_ptr<const Recording> recording = workspace.session().recordings[0].recording;
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    Moment moment;
    moment.frames.push_back({.ref = {0, FrameIndex(i)}, .frame = &cursor.seek(FrameIndex(i))});
    const std::vector<Problem> now = listed(workspace, moment);
    for (std::size_t row = known; row < now.size(); ++row) fold_into(problems, now[row]);
  }
  return problems;
}

class MalformedInWindow : public testing::TestWithParam<MalformedTable> {
 protected:
  void SetUp() override {
    cases_ = GetParam().cases();
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      fs::create_directories(folder_ / std::to_string(i));
      std::ofstream(path(i), std::ios::binary)
          .write(reinterpret_cast<const char*>(cases_[i].bytes.data()),
                 static_cast<std::streamsize>(cases_[i].bytes.size()));
    }
  }

  std::string path(std::size_t i) const {
    return (folder_ / std::to_string(i) / GetParam().file_name).string();
  }

  /// What `subcommand` prints of all files, one list a file.
  std::vector<std::string> printed(const char* subcommand) {
    std::string line = std::string("SCRUBJAY_CACHE=off '" SCRUBJAY_PROGRAM "' ") + subcommand +
                       " --json --format " + std::string(GetParam().format);
    for (std::size_t i = 0; i < cases_.size(); ++i) line += " '" + path(i) + "'";
    const std::string out = (folder_ / "out").string();
    EXPECT_NE(std::system((line + " >'" + out + "' 2>/dev/null").c_str()), -1);
    simdjson::dom::parser parser;
    element files;
    std::vector<std::string> lists;
    if (parser.load(out).get(files) != simdjson::SUCCESS || !files.is_array()) return lists;
    for (const element file : simdjson::dom::array(files)) {
      std::string lines;
      for (const element problem : simdjson::dom::array(file["problems"])) {
        lines += line_of(problem);
      }
      lists.push_back(std::move(lines));
    }
    return lists;
  }

  /// Opens the file as the window does, and waits for its index.
  static void open(Workspace& workspace, const std::string& path) {
    workspace.open(path, std::string(GetParam().format));
    const auto is_ready = [&] {
      const auto& recordings = workspace.session().recordings;
      return !workspace.is_opening() &&
             (recordings.empty() || recordings[0].recording->is_indexed());
    };
    for (workspace.update(); !is_ready(); workspace.update()) std::this_thread::yield();
  }

  TestFolder folder_;
  std::vector<Malformed> cases_;
};

TEST_P(MalformedInWindow, AreListedAsTheCommandLinePrintsThem) {
  const std::vector<std::string> info = printed("info");
  const std::vector<std::string> verify = printed("verify");
  ASSERT_EQ(info.size(), cases_.size());
  ASSERT_EQ(verify.size(), cases_.size());
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    SCOPED_TRACE(cases_[i].what);
    Workspace workspace([] {});
    open(workspace, path(i));
    EXPECT_EQ(lines_of(listed(workspace)), info[i]);
    EXPECT_EQ(lines_of(listed_in_all_frames(workspace)), verify[i]);
  }
}

INSTANTIATE_TEST_SUITE_P(All, MalformedInWindow, testing::ValuesIn(kMalformedTables),
                         [](const auto& table) { return std::string(table.param.format); });

}  // namespace
}  // namespace scrubjay
