#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace scrubjay::mcap {

/// A text as part of a topic, field or package (formats/mcap/README.md, 5): ASCII letters, digits
/// and single `_`, beginning with a letter, at most 64 characters.
std::string word(std::string_view text);

/// Names of which no two are equal without `_` and without regard to case: two such fields do not
/// open in some viewers.
class UniqueNames {
 public:
  UniqueNames() = default;
  /// With names that are taken already.
  explicit UniqueNames(std::initializer_list<std::string_view> taken);
  /// `name`, or `name_2`, `name_3`, ...
  std::string add(const std::string& name);

 private:
  /// By name without `_` and case: the number that the next such one is tried with.
  std::map<std::string, std::size_t> next_;
};

}  // namespace scrubjay::mcap
