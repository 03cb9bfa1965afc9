#include "formats/xrec/checkpoints.h"

#include "core/growing_column.h"

namespace scrubjay::xrec {

void Checkpoints::clear() {
  spacing_ = kFirstSpacing;
  samples_since_ = 0;
  bytes_ = 0;
  list_.clear();
}

void Checkpoints::packet_merged(std::uint32_t packets, std::uint64_t samples, const State& state) {
  samples_since_ += samples;
  if (samples_since_ < spacing_) return;
  samples_since_ = 0;
  // One that cannot be kept is not copied either.
  if (state.size() * sizeof(EntityState) > budget_bytes_) return;
  list_.push_back({packets, State(state.begin(), state.end())});
  bytes_ += state.size() * sizeof(EntityState);
  while (bytes_ > budget_bytes_) thin_out();
}

bool Checkpoints::restore(std::vector<Checkpoint> list) {
  std::size_t bytes = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (i > 0 && list[i].packets <= list[i - 1].packets) return false;
    bytes += list[i].state.size() * sizeof(EntityState);
  }
  clear();
  list_ = std::move(list);
  bytes_ = bytes;
  return true;
}

void Checkpoints::thin_out() {
  spacing_ *= 2;
  bytes_ = 0;
  std::size_t kept = 0;
  for (std::size_t i = 1; i < list_.size(); i += 2, ++kept) {
    bytes_ += list_[i].state.size() * sizeof(EntityState);
    list_[kept] = std::move(list_[i]);
  }
  list_.resize(kept);
}

const Checkpoints::Checkpoint* Checkpoints::before(std::uint32_t packets) const {
  const std::size_t after =
      partition_row(list_.size(), [&](std::size_t i) { return list_[i].packets <= packets; });
  return after == 0 ? nullptr : &list_[after - 1];
}

}  // namespace scrubjay::xrec
