#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace scrubjay::cli {

/// A file name with a place for a number: "out_%05d.png" gives out_00000.png, out_00001.png, ...
struct NumberedName {
  std::string before;
  std::string after;
  std::size_t digits = 0;  ///< at least so many, filled with zeros

  /// Nothing unless the text has exactly one place of the form %d, %5d or %05d, at most 20 digits.
  /// "%%" stands for a percent sign.
  static std::optional<NumberedName> parse(const std::string& text);
  std::string operator()(std::uint64_t number) const;
};

}  // namespace scrubjay::cli
