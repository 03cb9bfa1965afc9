#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>
#include <vector>

#include "formats/flecs/documents.h"
#include "formats/flecs/unit_scan.h"

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
/// Only so many documents are begun before they are asked for: memory is bounded by those.
class OutlinesAhead {
 public:
  /// `text` and `documents` must not change, and must outlive this. What was repaired has no
  /// outline.
  OutlinesAhead(std::string_view text, std::span<const FoundDocument> documents);
  ~OutlinesAhead();
  OutlinesAhead(const OutlinesAhead&) = delete;
  OutlinesAhead& operator=(const OutlinesAhead&) = delete;

  /// Of the next document; it lives until the call after it. To be called once for each.
  Outline& next();

 private:
  /// Some documents one after another.
  struct Batch {
    std::size_t first = 0;
    std::size_t end = 0;
    bool is_done = false;
    std::vector<Outline> outlines;  ///< at least as many as documents; kept for their storage
  };

  bool has_batch_left() const { return next_ != documents_.size(); }
  Batch& begin_batch();
  void fill(Batch& batch);
  void work();
  void take_front();

  std::string_view text_;
  std::span<const FoundDocument> documents_;
  std::size_t most_batches_;
  std::mutex mutex_;
  std::condition_variable has_room_;
  std::condition_variable is_ready_;
  std::deque<std::unique_ptr<Batch>> begun_;  ///< in order
  std::vector<std::unique_ptr<Batch>> spare_;
  std::size_t next_ = 0;  ///< the first document of no batch yet
  bool is_stopped_ = false;
  std::unique_ptr<Batch> taken_;       ///< the one whose outlines are handed out
  std::size_t place_ = 0;              ///< of the next document
  std::vector<std::jthread> threads_;  ///< last: they end before what they use
};

}  // namespace scrubjay::flecs
