#include "app/viewer/fuzzy_match.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/ascii.h"

namespace scrubjay {

namespace {

// Of a letter that fits, and of where it stands.
constexpr int kLetter = 16;
constexpr int kTextBegin = 48;
constexpr int kWordBegin = 36;
constexpr int kHump = 24;  ///< "F" in "HealthFull", "3" in "model3"
constexpr int kRun = 9;    ///< right behind the letter before
// Of a gap between letters, the first byte and each further one: more than what the word that
// begins behind it is worth, so that what is written in one piece goes first.
constexpr int kGapCost = 90;
constexpr int kLongerGap = 1;
constexpr int kLongestGap = 100;
constexpr int kMostOfLength = 8;  ///< what a long text costs
constexpr int kUnreachable = std::numeric_limits<int>::min() / 2;

/// Of a word; what is not ASCII is a letter, too.
bool is_of_word(char c) { return is_letter_or_digit(c) || is_beyond_ascii(c); }

/// What a letter at `at` is worth for where it stands.
int bonus(std::string_view text, std::size_t at) {
  if (at == 0) return kTextBegin;
  const char before = text[at - 1];
  const char now = text[at];
  if (!is_of_word(before)) return kWordBegin;
  const bool is_hump = is_capital(now) && is_letter(before) && !is_capital(before);
  return is_hump || is_digit(now) != is_digit(before) ? kHump : 0;
}

bool occurs(std::string_view word, std::string_view text) {
  std::size_t next = 0;
  for (const char c : text) {
    if (next < word.size() && lower_case(c) == word[next]) ++next;
  }
  return next == word.size();
}

/// Where a word is written in one piece inside of words of the text: from where on, if anywhere.
std::optional<std::size_t> piece_within(std::string_view word, std::string_view text) {
  const auto found = std::ranges::search(text, word, {}, [](char c) { return lower_case(c); });
  if (found.empty()) return std::nullopt;
  return static_cast<std::size_t>(found.begin() - text.begin());
}

/// Best scores of a word in a text, letter by letter: `ends[i][j]` with the i-th letter at byte j.
/// Pieces of it stand at begins of words.
struct Alignment {
  using Row = std::array<int, FuzzyPattern::kLongestText>;
  std::vector<Row> ends;

  Alignment(std::string_view word, std::string_view text) : ends(word.size()) {
    for (std::size_t i = 0; i < word.size(); ++i) {
      for (std::size_t j = 0; j < text.size(); ++j) {
        ends[i][j] = lower_case(text[j]) != word[i] ? kUnreachable : score_at(text, i, j);
      }
    }
  }

  int score_at(std::string_view text, std::size_t i, std::size_t j) const {
    const int here = bonus(text, j);
    if (i == 0) return here > 0 ? kLetter + here : kUnreachable;
    if (j == 0) return kUnreachable;
    const auto [before, at] = best_before(i, j, here > 0);
    if (before <= kUnreachable / 2) return kUnreachable;
    return kLetter + before + (at + 1 < j ? here : 0);
  }

  /// The best that the letters before the i-th bring where it stands at j, and where the letter
  /// before then stands; where j begins no word, that is right before it.
  std::pair<int, std::size_t> best_before(std::size_t i, std::size_t j, bool is_begin) const {
    std::pair<int, std::size_t> best{kUnreachable, 0};
    for (std::size_t k = j; k-- > (is_begin ? 0 : j - 1);) {
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

/// How well a word fits, and where its letters stand.
struct WordFit {
  int score = kUnreachable;
  std::vector<std::uint32_t> places;
};

std::optional<WordFit> fit_word(std::string_view word, std::string_view text, bool with_places) {
  if (!occurs(word, text)) return std::nullopt;
  WordFit fit;
  const Alignment alignment(word, text);
  std::size_t at = alignment.last_place(text.size());
  fit.score = alignment.ends.back()[at];
  const int whole = static_cast<int>(word.size()) * (kLetter + kRun) - kRun;
  const auto piece = fit.score < whole ? piece_within(word, text) : std::nullopt;
  if (piece) {
    fit.score = whole;
  } else if (fit.score <= kUnreachable / 2) {
    return std::nullopt;
  }
  if (!with_places) return fit;
  for (std::size_t i = word.size(); i-- > 0;) {
    fit.places.push_back(static_cast<std::uint32_t>(piece ? *piece + i : at));
    if (!piece && i > 0) at = alignment.best_before(i, at, bonus(text, at) > 0).second;
  }
  return fit;
}

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
      word += lower_case(c);
    }
  }
  end_word();
}

std::optional<int> FuzzyPattern::score(std::string_view text) const {
  const std::string_view read = shortened(text);
  int score = 0;
  for (const std::string& word : words_) {
    const auto fit = fit_word(word, read, false);
    if (!fit) return std::nullopt;
    score += fit->score;
  }
  // Of texts that fit alike the shortest one.
  return score - std::min(static_cast<int>(read.size() / 8), kMostOfLength);
}

std::vector<std::uint32_t> FuzzyPattern::places(std::string_view text) const {
  const std::string_view read = shortened(text);
  std::vector<std::uint32_t> places;
  for (const std::string& word : words_) {
    const auto fit = fit_word(word, read, true);
    if (!fit) return {};
    places.insert(places.end(), fit->places.begin(), fit->places.end());
  }
  std::ranges::sort(places);
  const auto twice = std::ranges::unique(places);
  places.erase(twice.begin(), twice.end());
  return places;
}

}  // namespace scrubjay
