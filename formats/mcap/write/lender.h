#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace scrubjay::mcap {

/// Lends things of one kind, such as buffers that are worth keeping from one frame to the next: as
/// many are made as are in use at once. On several threads.
template <class Thing>
class Lender {
 public:
  /// Gives it back. Outlives no lender.
  struct Return {
    Lender* lender = nullptr;

    void operator()(Thing* thing) const {
      const std::scoped_lock lock(lender->mutex_);
      lender->free_.emplace_back(thing);
    }
  };
  using Lent = std::unique_ptr<Thing, Return>;

  explicit Lender(std::function<Thing()> make) : make_(std::move(make)) {}

  Lent borrow() {
    const std::scoped_lock lock(mutex_);
    if (free_.empty()) return Lent(std::make_unique<Thing>(make_()).release(), Return{this});
    Thing* const thing = free_.back().release();
    free_.pop_back();
    return Lent(thing, Return{this});
  }

 private:
  std::function<Thing()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Thing>> free_;
};

}  // namespace scrubjay::mcap
