#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "core/platform/input_file.h"
#include "core/text_store.h"
#include "formats/compression/limits.h"
#include "formats/compression/outer_form.h"

namespace scrubjay::compression {

/// What inflating may take; smaller figures are for tests.
struct InflateLimits {
  std::uint64_t memory_bytes = limits::kMostMemoryBytes;
  std::uint64_t memory_without_store_bytes = limits::kMostMemoryBytesWithoutCache;
  std::uint64_t most_ratio = limits::kMostRatio;
};

struct InflatedText {
  enum class End : std::uint8_t { whole, cut, damaged, too_large, stopped };

  std::shared_ptr<InputFile> text;  ///< what was inflated, also where that is not all
  End end = End::whole;
  std::uint64_t bytes_taken = 0;  ///< of the compressed file
};

/// Told how many bytes of the compressed file are done; false stops.
using InflateProgress = std::function<bool(std::uint64_t)>;

/// Inflates the whole file, into memory or, when it is large, into `store` (null: there is none),
/// where a text that was inflated before is found again at once. A text that is not whole is not
/// kept there for later. Errors: those of the store.
Result<InflatedText> inflate_file(const InputFile& file, const OuterForm& form, TextStore* store,
                                  const InflateProgress& progress,
                                  const InflateLimits& limits = {});

}  // namespace scrubjay::compression
