// What comments cite: the page of a format is formats/NAME/README.md, a section is its number. Both
// have to be there, in this repository.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace scrubjay {
namespace {

constexpr std::string_view kDecimals = "0123456789";

/// The sections of a page: "4", "4.1" and "Writing" of "## 4. Container", "### 4.1 Header", "##
/// Writing".
std::set<std::string> sections_of(std::istream& page) {
  std::set<std::string> sections;
  for (std::string line; std::getline(page, line);) {
    const std::size_t mark = line.find_first_not_of('#');
    if (mark < 2 || mark == std::string::npos || line[mark] != ' ') continue;
    std::string_view title = std::string_view(line).substr(mark + 1);
    std::string_view number = title.substr(0, title.find_first_not_of("0123456789."));
    if (!number.empty()) {
      title.remove_prefix(std::min(number.size() + 1, title.size()));
      if (number.ends_with('.')) number.remove_suffix(1);
      sections.emplace(number);
    }
    sections.emplace(title);
  }
  return sections;
}

/// A place in a page that a text names; without a section the page as a whole.
struct Citation {
  std::string page;
  std::string section;
};

/// Takes "4.1" from the front of `text`.
std::string taken_number(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() &&
         (kDecimals.contains(text[end]) ||
          (text[end] == '.' && end + 1 < text.size() && kDecimals.contains(text[end + 1])))) {
    ++end;
  }
  const std::string number(text.substr(0, end));
  text.remove_prefix(end);
  return number;
}

/// The sections behind a page's name: `, 4, 5.1 and 6`, `, section "Writing"`, `, "Writing"`.
void take_sections(std::string_view rest, const std::string& page, std::vector<Citation>& out) {
  for (const std::string_view named : {", section \"", ", \""}) {
    if (!rest.starts_with(named)) continue;
    rest.remove_prefix(named.size());
    out.push_back({page, std::string(rest.substr(0, rest.find('"')))});
    return;
  }
  for (bool goes_on = true; goes_on;) {
    goes_on = false;
    for (const std::string_view between : {", ", " and ", " to "}) {
      if (!rest.starts_with(between)) continue;
      std::string_view after = rest.substr(between.size());
      std::string number = taken_number(after);
      if (number.empty()) continue;
      out.push_back({page, std::move(number)});
      rest = after;
      goes_on = true;
      break;
    }
  }
}

/// All pages that `text` names, in their places, and the sections behind them.
std::vector<Citation> citations_in(std::string_view text) {
  std::vector<Citation> out;
  const auto is_part = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || kDecimals.contains(c) || c == '_' ||
           c == '-' || c == '.' || c == '/';
  };
  for (std::size_t at = text.find(".md"); at != text.npos; at = text.find(".md", at + 1)) {
    const std::size_t end = at + 3;
    if (end < text.size() && is_part(text[end]) && text[end] != '.' && text[end] != '/') continue;
    std::size_t begin = at;
    while (begin > 0 && is_part(text[begin - 1])) --begin;
    if (begin == at || text.substr(begin).starts_with("//")) continue;  // of a URL
    const std::string page(text.substr(begin, end - begin));
    out.push_back({page, {}});
    take_sections(text.substr(end), page, out);
  }
  return out;
}

/// True for a citation that does not say which page: "page section 4", "section 4 of the page".
bool names_no_page(std::string_view text) {
  constexpr std::string_view kBefore = "page section ";
  for (std::size_t at = text.find(kBefore); at != text.npos; at = text.find(kBefore, at + 1)) {
    const std::size_t number = at + kBefore.size();
    if (number < text.size() && kDecimals.contains(text[number])) return true;
  }
  for (const std::string_view behind : {" of the page", " of the format's page"}) {
    const std::size_t at = text.find(behind);
    if (at != text.npos && at > 0 && kDecimals.contains(text[at - 1])) return true;
  }
  return false;
}

/// The comments of a C++ file. One that goes over several lines is one text.
std::vector<std::string> comments_of(std::istream& file) {
  std::vector<std::string> comments;
  bool goes_on = false;
  for (std::string line; std::getline(file, line);) {
    std::size_t mark = line.find("//");
    while (mark != std::string::npos && mark > 0 && line[mark - 1] == ':') {
      mark = line.find("//", mark + 1);  // of a URL
    }
    if (mark == std::string::npos) {
      goes_on = false;
      continue;
    }
    const bool is_alone = line.find_first_not_of(" \t") == mark;
    const std::size_t first = line.find_first_not_of("/< \t", mark);
    const std::string text = first == std::string::npos ? std::string() : line.substr(first);
    if (goes_on && is_alone) {
      comments.back() += ' ' + text;
    } else {
      comments.push_back(text);
    }
    goes_on = true;
  }
  return comments;
}

class Pages {
 public:
  explicit Pages(std::filesystem::path root) : root_(std::move(root)) {}

  /// Whether a clone has the page, and the page the section.
  bool has(const Citation& citation) {
    auto found = sections_.find(citation.page);
    if (found == sections_.end()) {
      std::ifstream page(root_ / citation.page);
      if (!page) return false;
      found = sections_.emplace(citation.page, sections_of(page)).first;
    }
    return citation.section.empty() || found->second.contains(citation.section);
  }

 private:
  std::filesystem::path root_;
  std::map<std::string, std::set<std::string>> sections_;
};

TEST(Citations, NamePagesAndSectionsThatAreThere) {
  const std::filesystem::path root = SCRUBJAY_SOURCE_DIR;
  Pages pages(root);
  std::size_t sections = 0;
  for (const char* folder :
       {"analysis", "app", "assets", "core", "formats", "render", "scenery", "tests"}) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root / folder)) {
      const std::filesystem::path& path = entry.path();
      if (path.extension() != ".h" && path.extension() != ".cpp") continue;
      if (path.filename() == "citation_test.cpp") continue;
      std::ifstream file(path);
      for (const std::string& comment : comments_of(file)) {
        EXPECT_FALSE(names_no_page(comment)) << path << ": " << comment;
        for (const Citation& citation : citations_in(comment)) {
          if (!citation.section.empty()) ++sections;
          EXPECT_TRUE(pages.has(citation))
              << path << ": " << citation.page << ", " << citation.section;
        }
      }
    }
  }
  EXPECT_GT(sections, 300U);
}

TEST(Citations, AreFoundInComments) {
  std::istringstream file(
      "int a;  // see https://example.org/a.md\n\n"
      "/// The header (formats/xrec/README.md,\n"
      "/// 4.1, 5 and 6.2). formats/xrec/README.md, section \"A group\".\n"
      "int b;  ///< 0.5 (carla.md 7)\n");
  const std::vector<std::string> comments = comments_of(file);
  ASSERT_EQ(comments.size(), 3U);
  const auto found = citations_in(comments[1]);
  std::vector<std::string> sections;
  for (const Citation& citation : found) {
    EXPECT_EQ(citation.page, "formats/xrec/README.md");
    sections.push_back(citation.section);
  }
  EXPECT_EQ(sections, (std::vector<std::string>{"", "4.1", "5", "6.2", "", "A group"}));
  ASSERT_EQ(citations_in(comments[2]).size(), 1U);
  Pages pages(SCRUBJAY_SOURCE_DIR);
  EXPECT_TRUE(pages.has({"formats/xrec/README.md", "4.1"}));
  EXPECT_FALSE(pages.has({"formats/xrec/README.md", "4.17"}));
  EXPECT_FALSE(pages.has({"formats/xrec/README.md", "No such title"}));
  EXPECT_FALSE(pages.has({"carla.md", ""}));
  EXPECT_TRUE(names_no_page("as there (page section 13)"));
  EXPECT_TRUE(names_no_page("section 8 of the format's page"));
  EXPECT_FALSE(names_no_page("the rest of the page"));
}

}  // namespace
}  // namespace scrubjay
