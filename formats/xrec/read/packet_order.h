#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>

#include "core/growing_column.h"
#include "core/timeline.h"

namespace scrubjay::xrec {

/// Packets under their ranges of RTSS, in order of the ranges' ends. One thread appends while
/// others read.
///
///     end        1   2   2   3 ...      found by halving: which packets are over at a time
///     begin      0   1   0   2 ...      of each kBlock rows the least one is kept, so that what
///                \_________/ least      meets a range is found without a look at most rows
class PacketOrder {
 public:
  static constexpr std::size_t kBlock = 64;

  struct Row {
    TimeRange rtss;
    std::uint32_t packet = 0;  ///< row of FileIndex::packets
  };

  /// An end before that of the last row is taken for that.
  void append(TimeRange rtss, std::uint32_t packet) {
    const std::size_t row = rows_.size();
    if (row > 0) rtss.end = std::max(rtss.end, rows_[row - 1].rtss.end);
    if (row % kBlock == 0) {
      least_begins_.append(rtss.begin);
    } else {
      std::atomic<double>& least = least_begins_.writable(row / kBlock);
      if (rtss.begin < least.load()) least.store(rtss.begin);
    }
    rows_.append(Row{rtss, packet});
  }

  std::size_t size() const { return rows_.size(); }
  const Row& operator[](std::size_t row) const { return rows_[row]; }
  void clear() {
    rows_.clear();
    least_begins_.clear();
  }

  /// How many have ended at `rtss`. O(log n).
  std::size_t ended_at(double rtss) const {
    return partition_row(rows_.size(), [&](std::size_t i) { return rows_[i].rtss.end <= rtss; });
  }

  /// Calls `visit(const Row&)` for each packet whose closed range meets [a, b]. O(n / kBlock + k).
  template <class Visit>
  void visit(double a, double b, Visit visit) const {
    const std::size_t count = rows_.size();
    std::size_t row = partition_row(count, [&](std::size_t i) { return rows_[i].rtss.end < a; });
    while (row < count) {
      const std::size_t end = std::min(count, (row / kBlock + 1) * kBlock);
      if (least_begins_[row / kBlock].load() <= b) {
        for (; row < end; ++row) {
          if (rows_[row].rtss.begin <= b) visit(rows_[row]);
        }
      }
      row = end;
    }
  }

 private:
  GrowingColumn<std::atomic<double>> least_begins_;
  GrowingColumn<Row> rows_;
};

}  // namespace scrubjay::xrec
