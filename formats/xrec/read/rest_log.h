#pragma once

#include <cstdint>
#include <vector>

#include "core/growing_column.h"
#include "formats/xrec/read/state.h"

namespace scrubjay::xrec {

/// Where channels come to rest: the last samples of packets, in FileIndex::order, that the packet
/// behind does not replace by later ones.
///
///     channel A   packet 1  packet 2  packet 3
///     channel B   packet 1*                     packet 4     * is kept, and of A packet 3's
///
/// So of all packets between a checkpoint and a time only the last one has to be read: what an
/// earlier one set and was not set since stands here. One thread adds while others read.
class RestLog {
 public:
  void set_budget(std::size_t bytes) { budget_bytes_ = bytes; }
  /// The next packet, with each channel's last sample.
  void add_packet(const std::vector<Sample>& last, std::uint32_t packet);

  /// Of how many packets all is known; it stays behind where that would take more than the budget.
  std::size_t packets() const { return ends_.size(); }
  /// Calls `visit(const HeldSample&)` for those of packet `row` of the order, below packets().
  template <class Visit>
  void visit(std::size_t row, Visit visit) const {
    for (std::uint32_t i = row == 0 ? 0 : ends_[row - 1]; i < ends_[row]; ++i) visit(samples_[i]);
  }

  const GrowingColumn<HeldSample>& samples() const { return samples_; }
  GrowingColumn<HeldSample>& samples() { return samples_; }
  const GrowingColumn<std::uint32_t>& ends() const { return ends_; }
  /// As another one's columns had them. False where the ends do not rise or pass the samples.
  bool add_end(std::uint32_t end);
  void clear();

 private:
  bool is_replaced(const HeldSample& held, const std::vector<Sample>& last,
                   std::uint32_t packet) const;

  std::size_t budget_bytes_ = 0;
  bool is_full_ = false;
  std::vector<HeldSample> before_;   ///< of the last packet
  std::vector<std::uint32_t> rows_;  ///< of a packet's samples, by channel; 0 for none, else + 1
  bool has_begun_ = false;
  GrowingColumn<HeldSample> samples_;
  GrowingColumn<std::uint32_t> ends_;  ///< of a packet's samples, by row of the order
};

}  // namespace scrubjay::xrec
