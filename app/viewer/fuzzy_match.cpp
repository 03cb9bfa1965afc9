#include "app/viewer/fuzzy_match.h"

#include <algorithm>
#include <array>
#include <limits>

namespace scrubjay {

namespace {

// Of a letter that fits, and of where it stands.
constexpr int kLetter = 16;
constexpr int kTextBegin = 12;
constexpr int kWordBegin = 10;
constexpr int kHump = 8;  ///< "F" in "HealthFull", "3" in "model3"
constexpr int kRun = 9;   ///< right behind the letter before
// Of a gap between letters: the first byte, and each further one.
constexpr int kGapCost = 4;
constexpr int kLongerGap = 1;
constexpr int kLongestGap = 12;
constexpr int kUnreachable = std::numeric_limits<int>::min() / 2;

bool is_between(char c, char first, char last) { return c >= first && c <= last; }
bool is_digit(char c) { return is_between(c, '0', '9'); }
char lower(char c) { return is_between(c, 'A', 'Z') ? static_cast<char>(c - 'A' + 'a') : c; }
/// Of a word; what is not ASCII is a letter, too.
bool is_of_word(char c) {
  return is_digit(c) || is_between(lower(c), 'a', 'z') || static_cast<unsigned char>(c) >= 0x80;
}

/// What a letter at `at` is worth for where it stands.
int bonus(std::string_view text, std::size_t at) {
  if (at == 0) return kTextBegin;
  const char before = text[at - 1];
  const char now = text[at];
  if (!is_of_word(before)) return kWordBegin;
  const bool is_hump = is_between(now, 'A', 'Z') && is_between(before, 'a', 'z');
  return is_hump || is_digit(now) != is_digit(before) ? kHump : 0;
}

bool occurs(std::string_view word, std::string_view text) {
  std::size_t next = 0;
  for (const char c : text) {
    if (next < word.size() && lower(c) == word[next]) ++next;
  }
  return next == word.size();
}

/// Best scores of a word in a text, letter by letter: `ends[i][j]` with the i-th letter at byte j.
struct Alignment {
  using Row = std::array<int, FuzzyPattern::kLongestText>;
  std::vector<Row> ends;

  Alignment(std::string_view word, std::string_view text) : ends(word.size()) {
    for (std::size_t i = 0; i < word.size(); ++i) {
      for (std::size_t j = 0; j < text.size(); ++j) {
        ends[i][j] = lower(text[j]) != word[i] ? kUnreachable : kLetter + bonus(text, j) + before(i, j);
      }
    }
  }

  /// The best that the letters before the i-th bring where it stands at j.
  int before(std::size_t i, std::size_t j) const {
    if (i == 0) return 0;
    return j == 0 ? kUnreachable : best_before(i, j).first;
  }

  /// That, and where the letter before then stands.
  std::pair<int, std::size_t> best_before(std::size_t i, std::size_t j) const {
    std::pair<int, std::size_t> best{kUnreachable, 0};
    for (std::size_t k = j; k-- > 0;) {
      const int gap = static_cast<int>(j - k) - 1;
      const int cost = gap == 0 ? -kRun : std::min(kGapCost + kLongerGap * (gap - 1), kLongestGap);
      if (ends[i - 1][k] - cost > best.first) best = {ends[i - 1][k] - cost, k};
    }
    return best;
  }

  std::size_t last_place(std::size_t bytes) const {
    const Row& last = ends.back();
    return static_cast<std::size_t>(
        std::max_element(last.begin(), last.begin() + static_cast<std::ptrdiff_t>(bytes)) -
        last.begin());
  }
};

std::string_view shortened(std::string_view text) {
  return text.substr(0, FuzzyPattern::kLongestText);
}

}  // namespace

FuzzyPattern::FuzzyPattern(std::string_view typed) {
  std::string word;
  const auto end_word = [&] {
    if (!word.empty() && words_.size() < kMostWords) words_.push_back(word.substr(0, kLongestWord));
    word.clear();
  };
  for (const char c : typed) {
    if (c == ' ' || c == '\t') {
      end_word();
    } else {
      word += lower(c);
    }
  }
  end_word();
}

std::optional<int> FuzzyPattern::score(std::string_view text) const {
  const std::string_view read = shortened(text);
  for (const std::string& word : words_) {
    if (!occurs(word, read)) return std::nullopt;
  }
  int score = 0;
  for (const std::string& word : words_) {
    const Alignment alignment(word, read);
    const int best = alignment.ends.back()[alignment.last_place(read.size())];
    // Letters strewn all over a text are no word of it.
    if (best < kLetter * static_cast<int>(word.size())) return std::nullopt;
    score += best;
  }
  // Of texts that fit alike the shortest one.
  return score - static_cast<int>(read.size() / 8);
}

std::vector<std::uint32_t> FuzzyPattern::places(std::string_view text) const {
  const std::string_view read = shortened(text);
  std::vector<std::uint32_t> places;
  for (const std::string& word : words_) {
    if (!occurs(word, read)) return {};
    const Alignment alignment(word, read);
    std::size_t at = alignment.last_place(read.size());
    for (std::size_t i = word.size(); i-- > 0;) {
      places.push_back(static_cast<std::uint32_t>(at));
      if (i > 0) at = alignment.best_before(i, at).second;
    }
  }
  std::ranges::sort(places);
  const auto twice = std::ranges::unique(places);
  places.erase(twice.begin(), twice.end());
  return places;
}

}  // namespace scrubjay
