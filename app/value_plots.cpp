#include "app/value_plots.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/property_copy.h"
#include "app/property_series.h"
#include "core/frame_scan.h"
#include "core/growing_column.h"

namespace scrubjay {

namespace {

constexpr std::chrono::milliseconds kWakeEvery{60};

/// What one frame says of one value.
struct Sample {
  std::array<double, ValuePlot::kMostComponents> numbers{};
  std::size_t count = 0;
  std::string unit;
};

void read_numbers(const PropertyTree& tree, const FoundValue& found, Sample& out) {
  const PropertyNode& node = tree[found.node];
  out.unit = node.unit;
  const auto one = [&](double value) {
    out.numbers[0] = value;
    out.count = 1;
  };
  if (node.type == PropertyType::number) return one(node.number);
  if (node.type == PropertyType::boolean) return one(node.boolean ? 1 : 0);
  if (node.type == PropertyType::integer) {
    return one(node.is_unsigned ? static_cast<double>(node.unsigned_integer)
                                : static_cast<double>(node.integer));
  }
  if (!has_numbers(node.type)) return;
  const std::span<const double> numbers = tree.numbers_of(node);
  if (found.component >= 0) return one(numbers[static_cast<std::size_t>(found.component)]);
  if (numbers.size() > out.numbers.size()) return;
  std::ranges::copy(numbers, out.numbers.begin());
  out.count = numbers.size();
}

/// What one frame says of all values that are asked for together.
struct FrameSamples {
  std::vector<Sample> samples;
  PropertyTree tree;
};

}  // namespace

std::optional<std::size_t> ValuePlot::at(Seconds t) const {
  const std::size_t after =
      partition_row(times_.size(), [&](std::size_t i) { return times_[i] <= t; });
  return after == 0 ? std::nullopt : std::optional(after - 1);
}

std::optional<ValuePlot::Extent> ValuePlot::extent(std::size_t component, std::size_t first,
                                                   std::size_t last) const {
  Extent all = kNothing;
  const auto take = [&](const Extent& extent) {
    all.least = std::min(all.least, extent.least);
    all.most = std::max(all.most, extent.most);
  };
  while (first < last) {
    if (first % kBlock == 0 && last - first >= kBlock) {
      take(blocks_[first / kBlock * components_ + component]);
      first += kBlock;
      continue;
    }
    const double number = value(first++, component);
    if (!std::isnan(number)) take({number, number});
  }
  return all.least <= all.most ? std::optional(all) : std::nullopt;
}

std::optional<ValuePlot::Extent> ValuePlot::extent() const {
  Extent all = kNothing;
  for (const Extent& block : blocks_) {
    all.least = std::min(all.least, block.least);
    all.most = std::max(all.most, block.most);
  }
  return all.least <= all.most ? std::optional(all) : std::nullopt;
}

void ValuePlot::add_gap(Seconds time) {
  constexpr std::array kNone{
      std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN(),
      std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  static_assert(kNone.size() == kMostComponents);
  if (components_ == 0 || std::isnan(value(size() - 1, 0))) return;  // it goes on
  add(time, std::span(kNone).first(components_), unit_);
}

void ValuePlot::add(Seconds time, std::span<const double> numbers, std::string_view unit) {
  const bool is_other = components_ != 0 && numbers.size() != components_;
  if (numbers.empty() || numbers.size() > kMostComponents || is_other) {
    add_gap(time);
    return;
  }
  if (components_ == 0) {
    components_ = numbers.size();
    unit_ = unit;
  }
  if (times_.size() % kBlock == 0) blocks_.resize(blocks_.size() + components_, kNothing);
  times_.push_back(time);
  Extent* const block = &blocks_[blocks_.size() - components_];
  for (std::size_t i = 0; i < components_; ++i) {
    const bool is_drawable = std::isfinite(numbers[i]);
    values_.push_back(is_drawable ? numbers[i] : std::numeric_limits<double>::quiet_NaN());
    if (!is_drawable) continue;
    block[i].least = std::min(block[i].least, numbers[i]);
    block[i].most = std::max(block[i].most, numbers[i]);
  }
}

ValuePlots::~ValuePlots() {
  if (!thread_.joinable()) return;
  thread_.request_stop();
  cancelled_.store(true);  // after the request: what the thread begins from now on ends at once
  changed_.notify_all();
}

std::shared_ptr<ValuePlots::Job> ValuePlots::job_of(const Recording* recording,
                                                    const PlotRequest& request) const {
  for (const auto& job : jobs_) {
    if (job->wanted.recording.get() == recording && job->wanted.request == request) return job;
  }
  return nullptr;
}

bool ValuePlots::is_any_behind() const {
  return std::ranges::any_of(jobs_, [](const auto& job) { return job->is_behind(); });
}

void ValuePlots::want(const std::vector<Wanted>& wanted, const std::function<void()>& wake) {
  const std::lock_guard lock(mutex_);
  wake_ = wake;
  Jobs jobs;
  for (const Wanted& one : wanted) {
    std::shared_ptr<Job> job = job_of(one.recording.get(), one.request);
    if (job == nullptr) job = std::make_shared<Job>(Job{one, {}});
    jobs.push_back(std::move(job));
  }
  if (jobs != jobs_) cancelled_.store(true);
  jobs_ = std::move(jobs);
  if (!is_any_behind()) return;
  if (!thread_.joinable()) {
    thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
  }
  changed_.notify_all();
}

const ValuePlot* ValuePlots::Found::find(const Recording* recording,
                                         const PlotRequest& request) const {
  const auto job = plots_.job_of(recording, request);
  return job == nullptr ? nullptr : &job->plot;
}

bool ValuePlots::is_reading() const {
  const std::lock_guard lock(mutex_);
  return is_any_behind();
}

/// Those of one recording and one choice of coordinates that have come equally far, and least far:
/// each frame is decoded once for all of them.
ValuePlots::Jobs ValuePlots::next_group() const {
  Jobs group;
  for (const auto& job : jobs_) {
    if (!job->is_behind()) continue;
    if (group.empty()) {
      group = {job};
      continue;
    }
    const Job& first = *group.front();
    if (job->wanted.recording != first.wanted.recording ||
        job->wanted.request.coordinates != first.wanted.request.coordinates) {
      continue;
    }
    if (job->plot.looked_at() < first.plot.looked_at()) group.clear();
    if (group.empty() || job->plot.looked_at() == group.front()->plot.looked_at()) {
      group.push_back(job);
    }
  }
  return group;
}

/// `lock` is held before and after.
void ValuePlots::read(const Jobs& group, std::unique_lock<std::mutex>& lock) {
  const std::shared_ptr<const Recording> recording = group.front()->wanted.recording;
  FrameScan scan{.recording = recording,
                 .coordinates = group.front()->wanted.request.coordinates,
                 .threads = std::max(1u, std::thread::hardware_concurrency() / 2),
                 .first = group.front()->plot.looked_at(),
                 .end = recording->frame_count()};
  // Up to where others stand that can then join.
  for (const auto& job : jobs_) {
    const std::size_t looked_at = job->plot.looked_at();
    if (job->wanted.recording == recording && looked_at > scan.first) {
      scan.end = std::min(scan.end, looked_at);
    }
  }
  std::vector<PlotRequest> requests;
  for (const auto& job : group) requests.push_back(job->wanted.request);
  const std::function<void()> wake = wake_;
  lock.unlock();
  const auto make = [&](const Frame& frame, FrameSamples& out) {
    out.samples.assign(requests.size(), {});
    EntityIndex copied;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      const Entity* const entity = frame.find(requests[i].entity);
      if (entity == nullptr) continue;
      if (copied != entity->index) copy_properties(frame, entity, out.tree);
      copied = entity->index;
      const auto found = find_value(out.tree, requests[i].path);
      if (found) read_numbers(out.tree, *found, out.samples[i]);
    }
    return requests.size() * sizeof(Sample);
  };
  const Timeline& timeline = recording->timeline();
  auto woken = std::chrono::steady_clock::now();
  const auto deliver = [&](FrameIndex frame, FrameSamples& found) {
    {
      const std::lock_guard adding(mutex_);
      for (std::size_t i = 0; i < group.size(); ++i) {
        group[i]->plot.set_looked_at(std::size_t{frame.value} + 1);
        // Frames of other streams do not speak of it.
        if (recording->entity(requests[i].entity).stream != timeline.stream(frame)) continue;
        const Sample& sample = found.samples[i];
        group[i]->plot.add(timeline.time(frame), std::span(sample.numbers).first(sample.count),
                           sample.unit);
      }
    }
    const auto now = std::chrono::steady_clock::now();
    if (now - woken >= kWakeEvery) {
      woken = now;
      wake();
    }
    return true;
  };
  scan_frames<FrameSamples>(scan, cancelled_, make, deliver);
  lock.lock();
}

void ValuePlots::work(const std::stop_token& stop) {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, stop, [this] { return is_any_behind(); });
    if (stop.stop_requested()) return;
    cancelled_.store(false);
    if (stop.stop_requested()) return;
    read(next_group(), lock);
    const std::function<void()> wake = wake_;
    lock.unlock();
    wake();
    lock.lock();
  }
}

}  // namespace scrubjay
