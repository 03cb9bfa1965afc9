#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/concurrency/ordered_pipeline.h"
#include "formats/flecs/read/documents.h"
#include "formats/flecs/read/unit_scan.h"

namespace scrubjay::flecs {

/// Where the units of a document are; offsets count from the beginning of its data.
struct Outline {
  bool is_whole = false;    ///< false: the brackets do not match, it is no strict JSON
  std::size_t results = 0;  ///< of the opening bracket of `results`; 0 for an entity
  std::size_t behind = 0;   ///< behind its closing one
  std::vector<UnitShape> units;
};

/// Finds the units of `data`, a document without its wrapper. A pure function of its text.
/// O(bytes).
void outline_of(std::string_view data, const DocumentHead& head, Outline& out);

/// The outlines of documents in their order, found on several threads ahead of the one that asks.
class OutlinesAhead {
 public:
  /// `text` and `documents` must not change, and must outlive this. What was repaired has no
  /// outline.
  OutlinesAhead(std::string_view text, std::span<const FoundDocument> documents);

  /// Of the next document; it lives until the call after it. To be called once for each.
  Outline& next();

 private:
  /// Some documents one after another.
  struct Batch {
    std::size_t first = 0;
    std::size_t end = 0;
    std::vector<Outline> outlines;  ///< at least as many as documents; kept for their storage
  };

  unsigned wanted_threads() const;
  std::optional<std::uint64_t> claim(Batch& batch);
  void fill(Batch& batch) const;

  std::string_view text_;
  std::span<const FoundDocument> documents_;
  std::size_t next_ = 0;          ///< the first document of no batch yet
  std::size_t place_ = 0;         ///< of the next document
  Batch* taken_ = nullptr;        ///< the one whose outlines are handed out
  OrderedPipeline<Batch> ahead_;  ///< last: its threads end before what they use
};

}  // namespace scrubjay::flecs
