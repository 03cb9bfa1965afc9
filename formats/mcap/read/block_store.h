#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "formats/mcap/read/file_map.h"

namespace scrubjay::mcap {

/// Where a message is in its block's records.
struct MessagePlace {
  std::uint64_t log_time = 0;  ///< nanoseconds
  std::uint32_t begin = 0;     ///< of its record
  std::uint32_t size = 0;      ///< of its record
  std::uint16_t channel = 0;
};

/// A block's records, inflated, and its messages in order of log time, equal ones as they stand.
struct LoadedBlock {
  Bytes records;
  std::vector<MessagePlace> messages;
  std::vector<std::uint32_t> schemas_and_channels;  ///< where their records begin
  std::vector<Problem> problems;
  bool has_wrong_sum = false;
  std::unique_ptr<std::byte[]> storage;  ///< of what was inflated
  std::size_t storage_bytes = 0;

  MessageRecord message(std::size_t n) const;
  std::size_t memory_bytes() const {
    return storage_bytes + messages.capacity() * sizeof(MessagePlace);
  }
};

/// What is known of whether a block's bytes have the sum that is stated.
enum class BlockSum : std::uint8_t { unknown, right, wrong };

/// Inflates blocks, and keeps those used last. Safe to use from several threads.
class BlockStore {
 public:
  explicit BlockStore(Bytes file) : file_(file) {}

  /// The block of row `row`; lives as long as somebody holds it.
  std::shared_ptr<const LoadedBlock> get(const Block& block, std::uint32_t row);

 private:
  struct Kept {
    std::uint32_t row;
    std::shared_ptr<const LoadedBlock> block;
  };

  Bytes file_;
  std::mutex mutex_;
  std::deque<Kept> kept_;  ///< the newest last
  std::size_t kept_bytes_ = 0;
  std::unordered_map<std::uint32_t, BlockSum>
      sums_;  ///< by row: of those that were inflated before
};

/// What a block holds. Its sum is worked out where it is not known yet.
LoadedBlock load_block(Bytes file, const Block& block, BlockSum known = BlockSum::unknown);

/// The messages of a block in the same order, as the records behind it tell them, without inflating
/// it. Nothing where there are none, or one of them cannot be right. Not of joined ones.
std::optional<std::vector<MessagePlace>> indexed_messages(Bytes file, const Block& block);
/// Never 0. Sizes do not count: indexes do not tell them.
std::uint64_t sum_of_places(const std::vector<MessagePlace>& messages);

}  // namespace scrubjay::mcap
