#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace scrubjay::json {

/// Where the brackets of 64 bytes of JSON are: bit i stands for byte i. Those inside of strings do
/// not count.
struct Brackets {
  std::uint64_t open = 0;   ///< `{` and `[`
  std::uint64_t close = 0;  ///< `}` and `]`
  std::int32_t opened = 0;  ///< how many bits `open` has
  std::int32_t closed = 0;

  bool operator==(const Brackets&) const = default;
};

/// What of one block of 64 bytes goes on in the next.
struct StringState {
  std::uint64_t in_string = 0;  ///< all ones inside of a string
  std::uint64_t escaped = 0;    ///< 1 when the next byte has a backslash before it

  bool operator==(const StringState&) const = default;
};

/// Finds the brackets of `blocks` blocks of 64 bytes. `state` is what the bytes before left, and
/// becomes what these leave.
using FindBrackets = void (*)(const char* text, std::size_t blocks, StringState& state,
                              Brackets* out);

/// The same in plain C++ for any processor, byte by byte: what the others are tested against.
void find_brackets_plainly(const char* text, std::size_t blocks, StringState& state, Brackets* out);
/// The quickest one that this processor has.
FindBrackets find_brackets();
/// All that this processor has, by name ("plain", "sse2", "avx2", "avx512"); null for one that it
/// has not.
FindBrackets find_brackets_by_name(std::string_view name);

/// Where the container whose opening bracket is text[begin] ends: the place behind its closing
/// bracket, or npos where the text ends before. Only nesting is looked at: brackets of both kinds
/// count alike, and what stands between them is not checked. O(bytes), several gigabytes a second;
/// any depth; offsets are 64 bits wide, so text may be larger than 4 GB.
std::size_t end_of_container(std::string_view text, std::size_t begin);
std::size_t end_of_container(std::string_view text, std::size_t begin, FindBrackets find);

/// Where the string whose opening quote is text[begin] ends: the place behind its closing quote, or
/// npos. O(bytes).
std::size_t end_of_string(std::string_view text, std::size_t begin);

/// The first place at or after `from` where the key `"layer"` (with its quotes) or any other
/// `quoted` text of at least three bytes stands, or npos. O(bytes), as fast as memory where few
/// bytes are alike.
std::size_t find_quoted(std::string_view text, std::string_view quoted, std::size_t from);

}  // namespace scrubjay::json
