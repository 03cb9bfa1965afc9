#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/problem.h"

namespace scrubjay::xrec {

/// What can be wrong with a recording, in the order in which it is checked
/// (formats/xrec/README.md, 8.3).
enum class ProblemCode : std::uint8_t {
  not_xrec,
  no_start_packet,
  bad_start_packet,
  unsupported_revision,
  bad_metadata,
  second_start,
  unknown_packet,
  checksum,
  bad_event_packet,
  unsupported_compression,
  unsupported_encoding,
  decompress_failed,
  bad_event,
  bad_nrbf,
  event_time_missing,
  event_count,
  event_outside_range,
  bad_range,
  bad_utf8,
  cut_off,
  no_end_packet,
  bad_end_packet,
  ended_with_errors,
  end_counts,
  data_after_end,
};
inline constexpr std::size_t kProblemCodes = 25;

/// "not-xrec", ...
std::string_view to_text(ProblemCode code);
Problem make_problem(ProblemCode code, std::uint64_t offset, std::string message);

/// Collects the problems of packets: several of one code in one packet become one with a count and
/// the first one's message (formats/xrec/README.md, 8.3 allows it), so that a packet of a million
/// bad events costs no memory. One per thread.
class Problems {
 public:
  /// What is added from here on concerns the packet whose header begins at `offset`.
  void begin_packet(std::uint64_t offset) {
    offset_ = offset;
    rows_.fill(kNone);
  }

  /// `message()` returns a sentence; it is called for the packet's first problem of that code only.
  template <class Message>
  void add(ProblemCode code, Message message) {
    std::size_t& row = rows_[static_cast<std::size_t>(code)];
    if (row != kNone) {
      ++list_[row].count;
      return;
    }
    row = list_.size();
    list_.push_back(make_problem(code, offset_, message()));
  }

  /// One that does not stand at the packet's header, or belongs to none.
  void add_at(ProblemCode code, std::uint64_t offset, std::string message) {
    list_.push_back(make_problem(code, offset, std::move(message)));
  }

  const std::vector<Problem>& list() const { return list_; }

  /// All found so far, leaving none.
  std::vector<Problem> take() {
    rows_.fill(kNone);
    return std::exchange(list_, {});
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  static constexpr std::array<std::size_t, kProblemCodes> no_rows() {
    std::array<std::size_t, kProblemCodes> rows{};
    rows.fill(kNone);
    return rows;
  }

  std::uint64_t offset_ = 0;
  std::array<std::size_t, kProblemCodes> rows_ = no_rows();
  std::vector<Problem> list_;
};

}  // namespace scrubjay::xrec
