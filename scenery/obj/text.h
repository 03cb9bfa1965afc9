#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/byte_reader.h"

namespace scrubjay::obj {

/// A line of text without its end.
struct Line {
  std::string_view text;
  std::uint64_t offset = 0;  ///< of its first byte in the file
};

/// Lines of a file, one after another; they end at line feeds, carriage returns or both. One that
/// ends with a backslash goes on in the next, which is joined to it.
class Lines {
 public:
  explicit Lines(Bytes bytes) : text_(as_text(bytes)) {}
  /// Valid until the next call. Nothing at the end.
  std::optional<Line> next();

 private:
  std::string_view one();

  std::string_view text_;
  std::size_t at_ = 0;
  std::string joined_;
};

/// A decimal number that is the whole word; not one without end, nor one with an exponent beyond
/// 400.
std::optional<double> number_of(std::string_view word);

}  // namespace scrubjay::obj
