#include "scenery/obj/checked_lines.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/number_text.h"
#include "core/text.h"
#include "scenery/level_builder.h"

namespace scrubjay::obj {

namespace {

constexpr std::size_t kLongest = std::size_t{1} << 20;
constexpr std::uint64_t kLinesBetweenLooks = 4096;
constexpr std::string_view kLostVertex = "v 0 0 0";
char line_end[] = "\n";

}  // namespace

void CheckedLines::tell(std::string code, std::string message, std::string expected,
                        std::string_view found) {
  constexpr std::size_t kShown = 60;
  fold_into(problems_, {.severity = Severity::error,
                        .code = std::move(code),
                        .offset = offset_,
                        .message = std::move(message),
                        .expected = std::move(expected),
                        .found = valid_utf8(found.substr(0, kShown))});
}

std::string_view CheckedLines::checked_vertex(std::string_view line, std::string_view rest) {
  bool is_good = vertices_ < LevelBuilder::kMost;
  for (int i = 0; i < 3 && is_good; ++i) {
    const auto number = number_of(next_word(rest));
    is_good = number && LevelBuilder::is_place(glm::dvec3(*number));
  }
  ++vertices_;
  // A fourth number and colours are not checked, so they are not handed on.
  if (is_good) return line.substr(0, line.size() - rest.size());
  if (vertices_ <= LevelBuilder::kMost) lost_.push_back(vertices_);
  tell("bad-vertex", "A vertex cannot be read: the faces that use it are left out.",
       "three numbers within 1e9", line);
  return kLostVertex;
}

// "7", "7/1", "7/1/3" or "7//3".
bool CheckedLines::is_corner(std::string_view word) {
  const std::size_t slash = std::min(word.find('/'), word.size());
  const auto stated = number_from<std::int64_t>(word.substr(0, slash));
  const auto most = static_cast<std::int64_t>(vertices_);
  if (!stated || *stated == 0 || *stated > most || *stated < -most) {
    tell("bad-index", "A face is left out: it has a corner that is no vertex above it.",
         "a number up to " + std::to_string(most) + ", or as far back", word);
    return false;
  }
  const std::int64_t number = *stated < 0 ? most + 1 + *stated : *stated;
  if (std::ranges::binary_search(lost_, static_cast<std::uint64_t>(number))) return false;
  // Of the rest it matters only that it can be gone over.
  std::string_view rest = word.substr(std::min(slash + 1, word.size()));
  const std::size_t second = std::min(rest.find('/'), rest.size());
  const auto fits = [](std::string_view text) {
    const auto value = number_from<std::int64_t>(text);
    return text.empty() || (value && *value >= std::numeric_limits<int>::min() &&
                            *value <= std::numeric_limits<int>::max());
  };
  const bool is_good =
      fits(rest.substr(0, second)) && fits(rest.substr(std::min(second + 1, rest.size())));
  if (!is_good) {
    tell("bad-face", "A face is left out.", "corners as numbers with / between them", word);
  }
  return is_good;
}

bool CheckedLines::is_face(std::string_view rest) {
  const std::string_view whole = rest;
  int corners = 0;
  for (auto word = next_word(rest); !word.empty(); word = next_word(rest)) {
    if (!is_corner(word)) return false;
    ++corners;
  }
  if (corners < 3) tell("bad-face", "A face is left out.", "three corners or more", whole);
  return corners >= 3;
}

std::optional<std::string_view> CheckedLines::next_line() {
  while (!is_stopped_) {
    if (++looked_at_ % kLinesBetweenLooks == 0 && cancelled_) return std::nullopt;
    const auto line = lines_.next();
    if (!line) return std::nullopt;
    offset_ = line->offset;
    std::string_view rest = line->text;
    const std::string_view word = next_word(rest);
    const bool is_read = word == "v" || word == "f" || word == "usemtl" || word == "mtllib";
    if (!is_read) continue;
    if (line->text.size() > kLongest || line->text.find('\0') != std::string_view::npos) {
      tell("long-line", "A line is left out.", "text of at most 1 MiB", word);
      if (word == "v") return checked_vertex({}, {});
      continue;
    }
    if (word == "v") return checked_vertex(line->text, rest);
    const std::string_view text = line->text.substr(0, line->text.find_last_not_of(" \t") + 1);
    if (word != "f" || is_face(rest)) return text;
  }
  return std::nullopt;
}

CheckedLines::int_type CheckedLines::underflow() {
  if (std::exchange(ends_line_, false)) {
    setg(line_end, line_end, line_end + 1);
    return traits_type::to_int_type(*gptr());
  }
  const auto line = next_line();
  if (!line) return traits_type::eof();
  // A stream's bytes are not const, but nobody writes to one that is read.
  char* const begin = const_cast<char*>(line->data());
  setg(begin, begin, begin + line->size());
  ends_line_ = true;
  return traits_type::to_int_type(*gptr());
}

}  // namespace scrubjay::obj
