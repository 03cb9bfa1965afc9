#include "app/viewer/comparing/compared_entity.h"

#include <utility>

namespace scrubjay {

void ComparedEntity::want(const Key& key, Background& background) {
  {
    const std::lock_guard lock(mutex_);
    if (key == wanted_) return;
    wanted_ = key;
    if (key.run == nullptr) latest_.reset();
  }
  if (!task_) task_.emplace(background, Steps::short_ones, [this] { return step(); });
  task_->begin();
}

std::shared_ptr<const ComparedEntity::Listed> ComparedEntity::latest() const {
  const std::lock_guard lock(mutex_);
  return latest_;
}

bool ComparedEntity::is_current() const {
  const std::lock_guard lock(mutex_);
  return wanted_.run == nullptr || (latest_ && latest_->key == wanted_);
}

bool ComparedEntity::step() {
  Key key;
  {
    const std::lock_guard lock(mutex_);
    if (latest_ && latest_->key == wanted_) return false;
    key = wanted_;
  }
  if (key.run != run_) {
    comparer_.reset();
    nothing_known_.reset();
    run_ = key.run;
    if (run_ != nullptr) {
      nothing_known_.emplace(*run_->plan);
      comparer_.emplace(*run_->plan, *nothing_known_);
    }
  }
  if (run_ == nullptr) return false;
  auto listed = std::make_shared<Listed>();
  listed->key = key;
  comparer_->list(key.item, key.subject, listed->result);
  const std::lock_guard lock(mutex_);
  if (key.run == wanted_.run) latest_ = std::move(listed);
  return !(key == wanted_);
}

}  // namespace scrubjay
