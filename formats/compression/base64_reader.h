#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace scrubjay::compression {

/// Base64 that comes in pieces, broken into lines or not: white space anywhere does not count, and
/// padding ends it. Both alphabets (RFC 4648 sections 4 and 5) are read, as the application's
/// decoder does.
class Base64Reader {
 public:
  /// Appends what `text` stands for to `out`. Returns how many bytes of `text` were taken: fewer
  /// than all where the base64 ends or a byte stands that is none.
  std::size_t add(std::string_view text, std::vector<std::byte>& out);
  /// True behind the padding.
  bool at_end() const { return at_end_; }

 private:
  std::uint32_t bits_ = 0;  ///< sextets that do not fill a byte yet, the last in the low bits
  int bit_count_ = 0;
  bool at_end_ = false;
};

/// Appends what a whole text in one line stands for. False where it is no base64 to its end, padded
/// or not.
bool read_base64(std::string_view text, std::vector<std::byte>& out);

}  // namespace scrubjay::compression
