#include "analysis/compare/path_rules.h"

#include <algorithm>
#include <functional>

namespace scrubjay::compare {

namespace {

std::vector<std::string> split_path(std::string_view path) {
  std::vector<std::string> names;
  while (true) {
    const std::size_t end = path.find('/');
    names.emplace_back(path.substr(0, end));
    if (end == std::string_view::npos) return names;
    path.remove_prefix(end + 1);
  }
}

/// With a place to come back to: each star takes as little as it can, and more when the rest fails.
template <class Pattern, class Subject, class IsStar, class FitsOne>
bool fits_all(const Pattern& pattern, const Subject& subject, IsStar is_star, FitsOne fits_one) {
  constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t p = 0;
  std::size_t s = 0;
  std::size_t star = kNone;
  std::size_t resume = 0;
  while (s < subject.size()) {
    if (p < pattern.size() && is_star(pattern[p])) {
      star = p++;
      resume = s;
    } else if (p < pattern.size() && fits_one(pattern[p], subject[s])) {
      ++p;
      ++s;
    } else if (star != kNone) {
      p = star + 1;
      s = ++resume;
    } else {
      return false;
    }
  }
  return std::all_of(pattern.begin() + static_cast<std::ptrdiff_t>(p), pattern.end(), is_star);
}

bool fits_name(std::string_view pattern, std::string_view name) {
  return fits_all(
      pattern, name, [](char c) { return c == '*'; }, std::equal_to<char>());
}

bool fits_names(const std::vector<std::string>& pattern, const std::vector<std::string>& names) {
  return fits_all(
      pattern, names, [](const std::string& name) { return name == "**"; }, fits_name);
}

}  // namespace

PathPattern::PathPattern(std::string_view text) : names_(split_path(text)) {}

bool PathPattern::fits(std::string_view path) const { return fits_names(names_, split_path(path)); }

bool PathRules::Pattern::fits(std::string_view path) const {
  if (!pattern.fits(path)) return false;
  has_fitted.store(true, std::memory_order_relaxed);
  return true;
}

/// All of them look at it, so that each knows whether it fitted any.
bool PathRules::fits_any(const Patterns& patterns, std::string_view path) {
  bool fits = false;
  for (const Pattern& pattern : patterns) fits |= pattern.fits(path);
  return fits;
}

PathRules::PathRules(const Options& options)
    : tolerances_{options.tolerance}, relative_(options.relative) {
  for (const std::string& text : options.ignore) ignore_.emplace_back(text);
  for (const std::string& text : options.only) only_.emplace_back(text);
  for (const PathTolerance& one : options.tolerance_of) {
    tolerance_of_.emplace_back(one.pattern);
    tolerances_.push_back(one.tolerance);
  }
}

PathRules::Rule PathRules::root() const { return {.is_chosen = only_.empty()}; }

PathRules::Rule PathRules::below(const Rule& above, std::string_view path) const {
  Rule rule = above;
  rule.is_ignored |= fits_any(ignore_, path);
  rule.is_chosen |= fits_any(only_, path);
  for (std::size_t i = 0; i < tolerance_of_.size(); ++i) {
    if (!tolerance_of_[i].fits(path)) continue;
    rule.tolerance_row = std::max(rule.tolerance_row, static_cast<std::uint32_t>(i + 1));
  }
  return rule;
}

PathRules::Unused PathRules::unused() const {
  const auto unused_of = [](const Patterns& patterns) {
    std::vector<std::string> texts;
    for (const Pattern& pattern : patterns) {
      if (!pattern.has_fitted) texts.push_back(pattern.text);
    }
    return texts;
  };
  return {unused_of(ignore_), unused_of(only_), unused_of(tolerance_of_)};
}

}  // namespace scrubjay::compare
