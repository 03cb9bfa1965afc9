// What README.md says of the program for good is held by a test each, named beside it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/core/file_text.h"

namespace scrubjay {
namespace {

namespace fs = std::filesystem;

/// The word that begins at `at`.
std::string word_at(std::string_view text, std::size_t at) {
  constexpr std::string_view kLetters =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
  const std::size_t end = std::min(text.find_first_not_of(kLetters, at), text.size());
  return std::string(text.substr(at, end - at));
}

/// `TEST_F(Suite, Name)` and its like become "Suite.Name".
void add_cpp_tests(const std::string& text, std::set<std::string>& names) {
  for (std::size_t at = 0; (at = text.find("TEST", at)) != std::string::npos; ++at) {
    const std::size_t open = text.find('(', at);
    const std::size_t comma = text.find(',', at);
    if (open == std::string::npos || comma == std::string::npos || comma < open) continue;
    const std::size_t name = text.find_first_not_of(" \n", comma + 1);
    if (name == std::string::npos) continue;
    names.insert(word_at(text, open + 1) + "." + word_at(text, name));
  }
}

/// Methods `test_name` of classes become "Class.test_name".
void add_python_tests(const std::string& text, std::set<std::string>& names) {
  std::istringstream lines(text);
  std::string suite;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("class ")) suite = word_at(line, 6);
    if (line.starts_with("    def test_")) names.insert(suite + "." + word_at(line, 8));
  }
}

/// All tests below tests/.
std::set<std::string> names_of_tests() {
  std::set<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(SCRUBJAY_SOURCE_DIR "/tests")) {
    const fs::path& path = entry.path();
    if (path.extension() == ".cpp") add_cpp_tests(file_text(path), names);
    if (path.extension() == ".py") add_python_tests(file_text(path), names);
  }
  return names;
}

/// The points below "What stays true", each on one line.
std::vector<std::string> invariants() {
  const std::string readme = file_text(SCRUBJAY_SOURCE_DIR "/README.md");
  const std::string title = "\n### What stays true\n";
  const std::size_t begin = readme.find(title);
  if (begin == std::string::npos) return {};
  const std::size_t end = readme.find("\n#", begin + title.size());
  std::istringstream lines(readme.substr(begin + title.size(), end - begin - title.size()));
  std::vector<std::string> points;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("- ")) points.emplace_back();
    if (!points.empty()) points.back() += line + " ";
  }
  return points;
}

/// "Suite.Name" of what stands in `backquotes` and has a dot between two words.
std::vector<std::string> tests_named_in(const std::string& point) {
  std::vector<std::string> names;
  for (std::size_t at = 0; (at = point.find('`', at)) != std::string::npos; ++at) {
    const std::string suite = word_at(point, ++at);
    const std::string name = word_at(point, std::min(at + suite.size() + 1, point.size()));
    const std::size_t end = std::min(point.find('`', at), point.size());
    if (point.substr(at, end - at) == suite + "." + name) names.push_back(suite + "." + name);
    at = end;
  }
  return names;
}

TEST(Readme, EveryInvariantNamesATestThatExists) {
  const std::set<std::string> tests = names_of_tests();
  EXPECT_TRUE(tests.contains("Readme.EveryInvariantNamesATestThatExists"));
  const std::vector<std::string> points = invariants();
  EXPECT_GE(points.size(), 5u);
  for (const std::string& point : points) {
    const std::vector<std::string> named = tests_named_in(point);
    EXPECT_FALSE(named.empty()) << "No test holds: " << point;
    for (const std::string& name : named) {
      EXPECT_TRUE(tests.contains(name)) << "There is no test " << name << ": " << point;
    }
  }
}

}  // namespace
}  // namespace scrubjay
