#pragma once

#include <gtest/gtest.h>
#include <simdjson.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cli_test_recording.h"
#include "tests/core/file_text.h"
#include "tests/core/test_folder.h"

namespace scrubjay {

inline const std::string kSample = std::string(SCRUBJAY_ASSETS) + "/sample.log";

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// Runs the built program as a shell does, each test in a folder of its own.
class Program : public testing::Test {
 protected:
  struct Run {
    int status = -1;
    std::string out;
    std::string err;
  };

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string put(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }

  /// `arguments` as a shell reads them; $P is the program. The exit status is the shell's.
  Run shell(const std::string& script) const {
    const std::string out = path(".out");
    const std::string err = path(".err");
    const std::string line = "export XDG_CACHE_HOME='" + cache_home_.string() +
                             "'; P='" SCRUBJAY_PROGRAM "'; S='" + kSample + "'; cd '" +
                             folder_.string() + "'; (" + script + ") >'" + out + "' 2>'" + err +
                             "' </dev/null";
    const int result = std::system(line.c_str());
    return {WIFEXITED(result) ? WEXITSTATUS(result) : 128 + WTERMSIG(result), file_text(out),
            file_text(err)};
  }
  Run run(const std::string& arguments) const { return shell("\"$P\" " + arguments); }
  /// All frames of a file, a line each.
  std::string frames_of(const std::string& file) const {
    const Run exported = run("export '" + file + "' --to ndjson -o -");
    EXPECT_EQ(exported.status, 0) << exported.err;
    return exported.out;
  }

  TestFolder folder_;
  TestFolder cache_home_;
};

inline simdjson::dom::element parsed(simdjson::dom::parser& parser, const std::string& text) {
  expect_json(text);
  return parser.parse(text);
}

}  // namespace scrubjay
