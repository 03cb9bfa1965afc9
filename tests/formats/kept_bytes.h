#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "core/index_archive.h"
#include "tests/core/bytes_of.h"

namespace scrubjay {

/// What `save(IndexWriter&)` writes; nothing where it returns false.
template <class Save>
std::optional<std::vector<std::byte>> kept_bytes(const IndexLimits& limits, Save save) {
  std::vector<std::byte> bytes;
  IndexWriter out(into(bytes), limits);
  if (!save(out)) return std::nullopt;
  return bytes;
}

}  // namespace scrubjay
