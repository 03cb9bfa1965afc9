#include "formats/xrec/read/rest_log.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace scrubjay::xrec {

bool RestLog::is_replaced(const HeldSample& held, const std::vector<Sample>& last,
                          std::uint32_t packet) const {
  const std::uint32_t channel = channel_number(held.entity, held.channel);
  const std::uint32_t row = channel < rows_.size() ? rows_[channel] : 0;
  if (row == 0) return false;
  const Sample& later = last[row - 1];
  return std::tie(later.rtss, packet, later.place) > std::tie(held.rtss, held.packet, held.place);
}

void RestLog::add_packet(const std::vector<Sample>& last, std::uint32_t packet) {
  if (is_full_) return;
  for (std::uint32_t i = 0; i < last.size(); ++i) {
    const std::uint32_t channel = channel_number(last[i].entity, last[i].channel);
    if (channel >= rows_.size()) rows_.resize(channel + 1);
    // The same channel may stand twice: an object has two ways of writing its path.
    std::uint32_t& row = rows_[channel];
    const bool is_later = row == 0 || std::tie(last[i].rtss, last[i].place) >
                                          std::tie(last[row - 1].rtss, last[row - 1].place);
    if (is_later) row = i + 1;
  }
  for (const HeldSample& held : before_) {
    if (!is_replaced(held, last, packet)) samples_.append(held);
  }
  if (std::exchange(has_begun_, true)) {
    ends_.append(static_cast<std::uint32_t>(samples_.size()));
  }
  before_.clear();
  for (const Sample& sample : last) {
    rows_[channel_number(sample.entity, sample.channel)] = 0;
    before_.push_back(held_sample(sample, packet));
  }
  is_full_ = samples_.size() * sizeof(HeldSample) > budget_bytes_;
}

bool RestLog::add_end(std::uint32_t end) {
  const std::size_t rows = ends_.size();
  if (end > samples_.size() || (rows > 0 && end < ends_[rows - 1])) return false;
  ends_.append(end);
  return true;
}

void RestLog::clear() {
  is_full_ = false;
  has_begun_ = false;
  before_.clear();
  samples_.clear();
  ends_.clear();
}

}  // namespace scrubjay::xrec
