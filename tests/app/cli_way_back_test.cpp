// Each sample converted into each format and back into its own, through the built program: the
// table of the README.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "cli_program.h"

namespace scrubjay {
namespace {

struct Source {
  const char* format;
  const char* title;
  const char* file;
};

constexpr std::array kSources{
    Source{"carla", "CARLA", "sample.log"},
    Source{"framebyframe", "Frame by Frame", "sample.fbf"},
    Source{"xrec", "XREC", "sample.xrec"},
    Source{"flecs", "flecs", "sample.ndjson"},
};

std::string path_of(const Source& source) {
  return std::string(SCRUBJAY_ASSETS) + "/" + source.file;
}

/// True when the lines differ only in numbers, and those by less than 1e-6 of their size.
bool is_line_same_but_for_rounding(std::string_view a, std::string_view b) {
  const auto begins_number = [](std::string_view text, std::size_t i) {
    const bool follows = i > 0 && (text[i - 1] == ':' || text[i - 1] == ',' || text[i - 1] == '[');
    return follows && (text[i] == '-' || (text[i] >= '0' && text[i] <= '9'));
  };
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < a.size() && k < b.size()) {
    if (begins_number(a, i) && begins_number(b, k)) {
      double x = 0;
      double y = 0;
      const auto end_a = std::from_chars(a.data() + i, a.data() + a.size(), x).ptr;
      const auto end_b = std::from_chars(b.data() + k, b.data() + b.size(), y).ptr;
      if (std::abs(x - y) > 1e-6 * std::max(1.0, std::abs(x))) return false;
      i = static_cast<std::size_t>(end_a - a.data());
      k = static_cast<std::size_t>(end_b - b.data());
    } else if (a[i++] != b[k++]) {
      return false;
    }
  }
  return i == a.size() && k == b.size();
}

/// The same of frames, a line each. Most lines are equal, which is seen at once.
bool are_same_but_for_rounding(const std::vector<std::string>& a,
                               const std::vector<std::string>& b) {
  return std::ranges::equal(a, b, [](const std::string& of_a, const std::string& of_b) {
    return of_a == of_b || is_line_same_but_for_rounding(of_a, of_b);
  });
}

class WayBack : public Program {
 protected:
  /// How many kinds of loss the conversion reports that are not kept for the way back.
  std::size_t convert(const std::string& from, const std::string& to, const char* format) const {
    const Run converted = run("convert '" + from + "' -o '" + to + "' --json --to " + format);
    EXPECT_EQ(converted.status, 0) << from << " to " << format << ": " << converted.err;
    simdjson::dom::parser parser;
    std::size_t lost = 0;
    for (const auto loss : simdjson::dom::array(parsed(parser, converted.out)["losses"])) {
      if (!bool(loss["kept"])) ++lost;
    }
    return lost;
  }

  /// What of a source comes back: "whole", "to 1e-6" where units changed and changed back, or how
  /// many kinds of loss were reported on the way. `before` are its frames.
  std::string way_through(const Source& source, const Source& between,
                          const std::vector<std::string>& before) const {
    const std::string file = path_of(source);
    const std::string there = path(std::string("there.") + between.format);
    const std::string back = path(std::string("back.") + source.format);
    const std::size_t losses =
        convert(file, there, between.format) + convert(there, back, source.format);
    const std::vector<std::string> after = lines_of(frames_of(back));
    EXPECT_EQ(before.size(), after.size())
        << "frames of " << source.format << " through " << between.format;
    if (before == after) return "whole";
    if (are_same_but_for_rounding(before, after)) return "to 1e-6";
    EXPECT_GT(losses, 0U) << source.format << " through " << between.format
                          << " came back changed, and no loss was reported";
    return std::to_string(losses) + (losses == 1 ? " kind of loss" : " kinds of loss");
  }
};

TEST_F(WayBack, is_what_the_readme_says) {
  std::string table = "| from, and back from |";
  for (const Source& between : kSources) table += std::string(" ") + between.title + " |";
  table += "\n| --- | --- | --- | --- | --- |\n";
  for (const Source& source : kSources) {
    table += std::string("| ") + source.title + " |";
    const std::vector<std::string> before = lines_of(frames_of(path_of(source)));
    for (const Source& between : kSources) {
      table += " " + way_through(source, between, before) + " |";
    }
    table += '\n';
  }
  const std::string readme = file_text(std::string(SCRUBJAY_ASSETS) + "/../README.md");
  EXPECT_NE(readme.find(table), std::string::npos)
      << "The README has another table than this one:\n"
      << table;
}

}  // namespace
}  // namespace scrubjay
