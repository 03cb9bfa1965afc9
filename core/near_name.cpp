#include "core/near_name.h"

#include <algorithm>
#include <optional>
#include <ranges>
#include <vector>

#include "core/ascii.h"
#include "core/text.h"

namespace scrubjay {

std::size_t edits_between(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> edits(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t k = 0; k <= b.size(); ++k) {
      if (i == 0 || k == 0) {
        edits[i][k] = i + k;
        continue;
      }
      const std::size_t changed = edits[i - 1][k - 1] + (a[i - 1] == b[k - 1] ? 0 : 1);
      edits[i][k] = std::min({changed, edits[i - 1][k] + 1, edits[i][k - 1] + 1});
      const bool is_swapped = i > 1 && k > 1 && a[i - 1] == b[k - 2] && a[i - 2] == b[k - 1];
      if (is_swapped) edits[i][k] = std::min(edits[i][k], edits[i - 2][k - 2] + 1);
    }
  }
  return edits[a.size()][b.size()];
}

namespace {

constexpr std::size_t kLongestName = 200;

}  // namespace

NearNames::NearNames(std::string_view wanted) {
  if (std::ranges::any_of(wanted, [](char c) { return is_letter(c) || is_beyond_ascii(c); })) {
    wanted_ = lower_case(wanted.substr(0, kLongestName));
  }
}

void NearNames::add(std::string_view name) {
  constexpr std::size_t kMostLookedAt = 20'000;
  if (wanted_.empty() || name.empty() || looked_at_.size() == kMostLookedAt) return;
  if (looked_at_.contains(name)) return;
  looked_at_.emplace(name);
  const std::string text = lower_case(name.substr(0, kLongestName));
  const std::size_t most = 1 + wanted_.size() / 4;
  std::optional<std::size_t> rank;
  const auto take = [&](std::size_t edits, std::size_t cost) {
    if (edits <= most) rank = std::min(rank.value_or(edits + cost), edits + cost);
  };
  if (text.find(wanted_) != text.npos) take(0, 2);
  take(edits_between(wanted_, text), 0);
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find_first_of("/._ ", begin), text.size());
    const std::string_view word = std::string_view(text).substr(begin, end - begin);
    // A word is less than the name, and its last one says most.
    if (!word.empty()) take(edits_between(wanted_, word), end == text.size() ? 1 : 2);
    begin = end + 1;
  }
  if (rank) near_.emplace(*rank, name);
}

std::string NearNames::text() const {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (const auto& [rank, name] : near_ | std::views::take(kShown)) {
    text += (text.empty() ? "; near it: \"" : ", \"") + name + "\"";
  }
  return text;
}

}  // namespace scrubjay
