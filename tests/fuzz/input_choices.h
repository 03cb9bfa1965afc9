#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::fuzz {

/// What is left open to people, chosen by the bytes of an input: the same for it each time.
class InputChoices {
 public:
  explicit InputChoices(std::span<const std::byte> file);

  /// Of 0 ... n - 1.
  std::size_t below(std::size_t n);
  /// How that format is to be read: some of its choices, which may be wrong.
  ReadOptions read_options(const Format& format);
  /// What is to be written, in which coordinates and how: some of all.
  WriteRequest write_request(std::shared_ptr<const Recording> recording,
                             const FormatWriter& writer);

 private:
  bool one_of(std::size_t n) { return below(n) == 0; }

  std::uint64_t state_;
};

}  // namespace scrubjay::fuzz
