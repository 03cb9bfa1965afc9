#include "formats/colyseus/read/checkpoints.h"

namespace scrubjay::colyseus {

std::shared_ptr<const Checkpoints::Checkpoint> Checkpoints::copy_of(std::uint32_t stream,
                                                                    std::uint32_t step,
                                                                    const State& state) {
  auto made = std::make_shared<Checkpoint>();
  made->stream = stream;
  made->step = step;
  made->state = state;
  made->bytes = made->state.bytes();
  return made;
}

void Checkpoints::add_first(std::uint32_t stream, std::uint32_t step, const State& state) {
  auto made = copy_of(stream, step, state);
  const std::lock_guard lock(mutex_);
  if (bytes_ + made->bytes > budget_ / 4) return;
  bytes_ += made->bytes;
  list_.push_back(std::move(made));
}

void Checkpoints::add(std::uint32_t stream, std::uint32_t step, const State& state) {
  auto made = copy_of(stream, step, state);
  // One that would take the place of nearly all others is not worth it.
  if (made->bytes > budget_ / 2) {
    spacing_ *= 2;
    return;
  }
  const std::lock_guard lock(mutex_);
  bytes_ += made->bytes;
  list_.push_back(std::move(made));
  while (bytes_ > budget_) thin_out();
}

void Checkpoints::thin_out() {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < list_.size(); ++i) {
    if (i % 2 == 0) {
      list_[kept++] = std::move(list_[i]);
    } else {
      bytes_ -= list_[i]->bytes;
    }
  }
  list_.resize(kept);
  spacing_ *= 2;
}

std::shared_ptr<const Checkpoints::Checkpoint> Checkpoints::before(std::uint32_t stream,
                                                                   std::uint32_t step) const {
  const std::lock_guard lock(mutex_);
  for (std::size_t i = list_.size(); i-- > 0;) {
    if (list_[i]->stream == stream && list_[i]->step <= step) return list_[i];
  }
  return nullptr;
}

std::vector<std::shared_ptr<const Checkpoints::Checkpoint>> Checkpoints::list() const {
  const std::lock_guard lock(mutex_);
  return list_;
}

void Checkpoints::clear() {
  list_.clear();
  bytes_ = 0;
  spacing_ = kFirstSpacing;
}

std::size_t Checkpoints::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

std::size_t Checkpoints::count() const {
  const std::lock_guard lock(mutex_);
  return list_.size();
}

}  // namespace scrubjay::colyseus
