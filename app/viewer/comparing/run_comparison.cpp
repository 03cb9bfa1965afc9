#include "app/viewer/comparing/run_comparison.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "analysis/compare/pair_scan.h"

namespace scrubjay {

namespace {

bool is_of_same_sides(const compare::Sides& one, const compare::Sides& other) {
  return one.a == other.a && one.b == other.b && one.streams == other.streams;
}

/// One processor is left to the window.
unsigned scan_threads() { return std::max(2u, std::thread::hardware_concurrency()) - 1; }

std::vector<std::uint32_t> items_of_a(const compare::Plan& plan) {
  std::vector<std::uint32_t> items(plan.a().frame_count(), RunComparison::Run::kNoItem);
  for (std::size_t i = 0; i < plan.items().size(); ++i) {
    const FrameIndex frame = plan.items()[i].a;
    if (frame.exists()) items[frame.value] = static_cast<std::uint32_t>(i);
  }
  return items;
}

}  // namespace

std::unique_lock<std::mutex> RunComparison::enter() const {
  const std::lock_guard turn(turn_);
  return std::unique_lock(mutex_);
}

void RunComparison::want(std::optional<Wanted> wanted, Background& background) {
  bool is_new = false;
  {
    const auto lock = enter();
    is_new = wanted.has_value() != wanted_.has_value() ||
             (wanted && (!is_of_same_sides(wanted->sides, wanted_->sides) ||
                         wanted->options != wanted_->options));
    if (!is_new) return;
    wanted_ = std::move(wanted);
    ++wanted_number_;
    ++version_;
    is_stopped_ = false;
    failure_.reset();
    const bool is_other =
        !wanted_ || (run_ && !is_of_same_sides(run_->plan->sides(), wanted_->sides));
    if (is_other) run_.reset();
  }
  if (!scan_) {
    scan_.emplace(background, [this](const auto& cancelled, const auto& report) {
      return scan(cancelled, report);
    });
  }
  scan_->restart();
}

void RunComparison::stop() {
  {
    const auto lock = enter();
    is_stopped_ = true;
    ++version_;
  }
  if (scan_) scan_->restart();
}

void RunComparison::go_on() {
  {
    const auto lock = enter();
    is_stopped_ = false;
    ++version_;
  }
  if (scan_) scan_->go_on();
}

RunComparison::Found RunComparison::found() const {
  Found found{.lock = enter()};
  found.run = run_.get();
  found.kept = run_;
  if (!wanted_) return found;
  const bool is_planned = planned_number_ == wanted_number_;
  if (failure_) {
    found.state = State::failed;
    found.failure = &*failure_;
  } else if (is_planned && run_ && run_->summary->is_done()) {
    found.state = State::done;
  } else if (is_stopped_) {
    found.state = State::stopped;
  } else {
    found.state = is_planned ? State::comparing : State::planning;
  }
  return found;
}

bool RunComparison::is_busy() const {
  const State state = found().state;
  return state == State::planning || state == State::comparing;
}

std::shared_ptr<RunComparison::Run> RunComparison::make_run(const Wanted& wanted,
                                                            const std::shared_ptr<Run>& before,
                                                            const std::atomic<bool>& cancelled,
                                                            std::optional<Problem>& failure) const {
  const compare::Plan* const known = before ? before->plan.get() : nullptr;
  auto plan = compare::plan_comparison(wanted.sides, wanted.options, cancelled, known);
  if (!plan) failure = std::move(plan.error());
  if (!plan || *plan == nullptr) return nullptr;
  auto run = std::make_shared<Run>();
  run->plan = std::move(*plan);
  if (known != nullptr && compare::only_loosens(known->options(), wanted.options)) {
    run->summary = std::make_unique<compare::Summary>(*run->plan, *before->summary);
  } else {
    run->summary = std::make_unique<compare::Summary>(*run->plan);
  }
  run->item_of_a = items_of_a(*run->plan);
  run->counts.resize(run->plan->sides().stream_pairs() + 1);
  return run;
}

bool RunComparison::scan(const std::atomic<bool>& cancelled, const std::function<void()>& report) {
  std::optional<Wanted> wanted;
  std::uint64_t number = 0;
  std::shared_ptr<Run> run;
  {
    const auto lock = enter();
    if (!wanted_ || is_stopped_ || failure_) return false;
    wanted = wanted_;
    number = wanted_number_;
    run = run_;
    if (planned_number_ == wanted_number_ && run == nullptr) return false;
    if (planned_number_ == wanted_number_) wanted.reset();
  }
  if (wanted) {
    std::optional<Problem> failure;
    std::shared_ptr<Run> next = make_run(*wanted, run, cancelled, failure);
    const auto lock = enter();
    if (number != wanted_number_) return true;
    if (next == nullptr && !failure) return false;  // cancelled
    planned_number_ = number;
    failure_ = std::move(failure);
    run_ = std::move(next);
    ++version_;
    return run_ != nullptr;
  }
  const auto deliver = [&](compare::ItemResult& result) {
    {
      auto lock = enter();
      if (number != wanted_number_) return false;
      run->summary->add(result, [&] {
        lock.unlock();
        lock = enter();
      });
      const compare::Item& item = run->plan->items()[result.item];
      run->counts[run->plan->stream_of(item)].add(run->plan->time(item),
                                                  run->summary->differing().back());
      ++version_;
    }
    report();
    return true;
  };
  compare::compare_pairs(*run->plan, *run->summary, {.threads = scan_threads()}, cancelled,
                         deliver);
  return false;
}

}  // namespace scrubjay
