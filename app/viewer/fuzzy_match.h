#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay {

/// What somebody typed to find something: words, of which each must occur in a text, in one piece
/// or in pieces that begin words of it ("nf" in "Next frame"). ASCII letters are compared without
/// case.
class FuzzyPattern {
 public:
  FuzzyPattern() = default;
  explicit FuzzyPattern(std::string_view typed);

  bool empty() const { return words_.empty(); }

  /// How well `text` fits, more is better: at its begin, at the begin of a word, inside of one, in
  /// pieces. Nothing where a word does not occur. O(letters typed * bytes of the text squared) at
  /// worst, of which the first kLongestText count.
  std::optional<int> score(std::string_view text) const;
  /// The bytes of `text` that make this score, ascending; none where it does not fit.
  std::vector<std::uint32_t> places(std::string_view text) const;

  static constexpr std::size_t kLongestText = 256;
  static constexpr std::size_t kLongestWord = 48;
  static constexpr std::size_t kMostWords = 8;

 private:
  std::vector<std::string> words_;  ///< in lower case
};

}  // namespace scrubjay
