#include "app/shared/value_plots.h"

#include <algorithm>
#include <cmath>
#include <thread>

#include "analysis/derived/derived_value.h"
#include "analysis/derived/place.h"
#include "app/shared/property_copy.h"
#include "app/shared/property_series.h"
#include "core/frame_scan.h"
#include "core/growing_column.h"

namespace scrubjay {

/// What one frame says of one value.
struct PlotSample {
  std::array<double, ValuePlot::kMostComponents> numbers{};
  std::size_t count = 0;
  std::string unit;
  bool is_whole = false;  ///< an integer's
  std::optional<std::string> state;
  // Of what a value is derived from.
  std::optional<Place> place;
  std::optional<Place> other;
  CoordinateSystem coordinates;
};

namespace {

/// More of a text is not kept.
constexpr std::size_t kLongestState = 200;

/// What a derived value is made of.
void read_places(const Frame& frame, const PlotRequest& request, PlotSample& out) {
  out.place = place_of(frame, request.entity);
  out.other = place_of(frame, request.other);
  out.coordinates = frame.coordinates;
}

void read_numbers(const PropertyTree& tree, const FoundValue& found, PlotSample& out) {
  const PropertyNode& node = tree[found.node];
  out.unit = node.unit;
  const auto one = [&](double value) {
    out.numbers[0] = value;
    out.count = 1;
  };
  if (node.type == PropertyType::number) return one(node.number);
  if (node.type == PropertyType::boolean) {
    out.state = node.boolean ? "true" : "false";
    return;
  }
  if (node.type == PropertyType::string || node.type == PropertyType::entity) {
    out.state = std::string(node.text_value().substr(0, kLongestState));
    return;
  }
  if (node.type == PropertyType::integer) {
    out.is_whole = true;
    return one(*node.as_number());
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
  std::vector<PlotSample> samples;
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
  // Takes [first, end) as samples (level 0) or as blocks of a level.
  const auto take = [&](std::size_t level, std::size_t end) {
    if (level == 0) {
      for (; first < end; ++first) {
        const double number = values_[first * components_ + component];
        // Of what is no number neither holds.
        if (number < all.least) all.least = number;
        if (number > all.most) all.most = number;
      }
      return;
    }
    const std::size_t size = kBlocks[level - 1];
    for (; first < end; first += size) {
      const Extent& block = blocks_[level - 1][first / size * components_ + component];
      all.least = std::min(all.least, block.least);
      all.most = std::max(all.most, block.most);
    }
  };
  // Up to where larger blocks begin, as long as one has room, and down again.
  std::size_t level = 0;
  for (; level < kBlocks.size(); ++level) {
    const std::size_t size = kBlocks[level];
    const std::size_t begin = (first + size - 1) / size * size;
    if (begin + size > last) break;
    take(level, begin);
  }
  for (;; --level) {
    const std::size_t size = level == 0 ? 1 : kBlocks[level - 1];
    take(level, first + (last - std::min(first, last)) / size * size);
    if (level == 0) break;
  }
  return all.least <= all.most ? std::optional(all) : std::nullopt;
}

std::optional<ValuePlot::Extent> ValuePlot::extent() const {
  Extent all = kNothing;
  for (const Extent& block : blocks_.back()) {
    all.least = std::min(all.least, block.least);
    all.most = std::max(all.most, block.most);
  }
  return all.least <= all.most ? std::optional(all) : std::nullopt;
}

std::optional<std::size_t> ValuePlot::least_sample(std::size_t component, std::size_t first,
                                                   std::size_t last) const {
  const auto all = extent(component, first, last);
  if (!all) return std::nullopt;
  // Halved until it is one: the earlier half goes before.
  while (last - first > 1) {
    const std::size_t middle = first + (last - first) / 2;
    const auto half = extent(component, first, middle);
    if (half && half->least == all->least) {
      last = middle;
    } else {
      first = middle;
    }
  }
  return first;
}

Moments ValuePlot::moments(std::size_t component, std::size_t first, std::size_t last) const {
  Moments all;
  while (first < last) {
    if (first % kSumBlock == 0 && last - first >= kSumBlock) {
      all.add(sums_[first / kSumBlock * components_ + component]);
      first += kSumBlock;
      continue;
    }
    const double number = value(first++, component);
    if (!std::isnan(number)) all.add(number);
  }
  return all;
}

std::size_t ValuePlot::change_count(std::size_t first, std::size_t last) const {
  const auto begin = std::ranges::lower_bound(changes_, std::max<std::size_t>(first, 1));
  const auto end = std::ranges::lower_bound(changes_, last);
  return begin < end ? static_cast<std::size_t>(end - begin) : 0;
}

std::string_view ValuePlot::state_text(double value) const {
  if (std::isnan(value)) return "";
  if (states_.empty()) return value != 0 ? "true" : "false";
  return states_[std::min(static_cast<std::size_t>(value), states_.size() - 1)];
}

void ValuePlot::add_gap(Seconds time) {
  constexpr std::array kNone{
      std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN(),
      std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::quiet_NaN()};
  static_assert(kNone.size() == kMostComponents);
  if (components_ == 0 || std::isnan(value(size() - 1, 0))) return;  // it goes on
  add(time, std::span(kNone).first(components_), unit_);
}

/// Puts the newest sample's value of a component, the last of which is added last, into the blocks.
void ValuePlot::add_to_blocks(std::size_t component, double value) {
  for (std::size_t level = 0; level < kBlocks.size(); ++level) {
    Extent& block = blocks_[level][blocks_[level].size() - components_ + component];
    block.least = std::min(block.least, value);
    block.most = std::max(block.most, value);
  }
  sums_[sums_.size() - components_ + component].add(value);
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
  for (std::size_t level = 0; level < kBlocks.size(); ++level) {
    if (times_.size() % kBlocks[level] != 0) continue;
    blocks_[level].resize(blocks_[level].size() + components_, kNothing);
  }
  if (times_.size() % kSumBlock == 0) sums_.resize(sums_.size() + components_);
  times_.push_back(time);
  for (std::size_t i = 0; i < components_; ++i) {
    const bool is_drawable = std::isfinite(numbers[i]);
    values_.push_back(is_drawable ? numbers[i] : std::numeric_limits<double>::quiet_NaN());
    if (is_drawable) add_to_blocks(i, numbers[i]);
  }
  const std::size_t newest = size() - 1;
  if (newest > 0 && is_like_before(newest)) return;
  changes_.push_back(static_cast<std::uint32_t>(newest));
  if (!is_of_states_) return;
  const double state = value(newest, 0);
  runs_.push_back({time, std::isnan(state) ? kNoState : static_cast<std::uint32_t>(state)});
}

bool ValuePlot::is_like_before(std::size_t sample) const {
  for (std::size_t i = 0; i < components_; ++i) {
    const double now = value(sample, i);
    const double before = value(sample - 1, i);
    if (now != before && !(std::isnan(now) && std::isnan(before))) return false;
  }
  return true;
}

void ValuePlot::add_state(Seconds time, std::string_view text) {
  if (components_ == 0) is_of_states_ = true;
  if (!is_of_states_) return add_gap(time);
  // Booleans have the texts that they would have anyway.
  if (states_.empty()) states_ = {"false", "true"};
  double place = size() == 0 ? 0 : value(size() - 1, 0);
  if (std::isnan(place) || state_text(place) != text) {
    auto found = std::ranges::find(states_, text);
    // Beyond so many nobody tells them apart: the rest are one.
    if (found == states_.end() && states_.size() <= kMostStates) {
      states_.emplace_back(states_.size() < kMostStates ? text : "\xE2\x80\xA6");
      found = states_.end();
    }
    if (found == states_.end()) found = states_.end() - 1;
    place = static_cast<double>(found - states_.begin());
  }
  add(time, std::span(&place, 1), "");
}

std::size_t CurveFilter::apply(const CurveForm& form, Seconds time, std::span<double> numbers,
                               std::size_t count) {
  const auto part = static_cast<std::size_t>(std::max<std::int8_t>(form.part, 0));
  if (form.part == CurveForm::kMagnitude && count > 1) {
    double sum = 0;
    for (const double number : numbers.first(count)) sum += number * number;
    numbers[0] = std::sqrt(sum);
    count = 1;
  } else if (form.part >= 0 && count > 1) {
    if (part >= count) return 0;
    numbers[0] = numbers[part];
    count = 1;
  }
  if (!form.is_derivative && !(form.average > 0)) return count;
  Sample sample{time, {}, count};
  std::ranges::copy(numbers.first(count), sample.numbers.begin());
  const bool is_usable = count > 0 && std::ranges::all_of(numbers.first(count), [](double number) {
                           return std::isfinite(number);
                         });
  if (!is_usable) {
    before_.reset();
    window_.clear();
    sums_ = {};
    return 0;
  }
  if (form.is_derivative && !differ(sample)) return 0;
  if (form.average > 0) average(form.average, sample);
  std::ranges::copy(std::span(sample.numbers).first(sample.count), numbers.begin());
  return sample.count;
}

/// Makes it how fast it changed since the sample before; false where there is none.
bool CurveFilter::differ(Sample& sample) {
  const Sample now = sample;
  const bool has_before = before_ && before_->count == now.count && now.time > before_->time;
  for (std::size_t i = 0; has_before && i < now.count; ++i) {
    sample.numbers[i] = (now.numbers[i] - before_->numbers[i]) / (now.time - before_->time);
  }
  before_ = now;
  return has_before;
}

void CurveFilter::average(Seconds length, Sample& sample) {
  if (!window_.empty() && window_.back().count != sample.count) {
    window_.clear();
    sums_ = {};
  }
  window_.push_back(sample);
  for (std::size_t i = 0; i < sample.count; ++i) sums_[i] += sample.numbers[i];
  while (window_.front().time <= sample.time - length) {
    for (std::size_t i = 0; i < sample.count; ++i) sums_[i] -= window_.front().numbers[i];
    window_.pop_front();
  }
  // What cancels out is added up anew, so that a great value leaves nothing behind.
  if (window_.size() == 1) {
    for (std::size_t i = 0; i < sample.count; ++i) sums_[i] = sample.numbers[i];
  }
  for (std::size_t i = 0; i < sample.count; ++i) {
    sample.numbers[i] = sums_[i] / static_cast<double>(window_.size());
  }
}

std::string CurveFilter::unit_of(const CurveForm& form, std::string_view unit) {
  if (!form.is_derivative) return std::string(unit);
  if (unit.empty()) return "1/s";
  if (unit == "m/s") return "m/s^2";
  return unit == "s" ? "" : std::string(unit) + "/s";
}

/// Works a derived value out of the frame's places and those before.
void ValuePlots::Job::derive(Seconds time, PlotSample& sample) {
  const auto path = derived_path(wanted.request.path);
  if (!path) return;
  const auto known = [](const std::optional<Place>& place) { return place ? &*place : nullptr; };
  const DerivedValueInfo& info = info_of(path->value);
  const auto value =
      info.is_of_two
          ? value_in(path->value, approach.next(time, known(sample.place), known(sample.other)))
          : value_in(path->value, motion.next(time, known(sample.place)), sample.coordinates);
  if (!value) return;
  sample.unit = info.unit;
  sample.count = info.type == PropertyType::vec3 ? 3 : 1;
  for (std::size_t i = 0; i < sample.count; ++i) {
    sample.numbers[i] = (*value)[static_cast<glm::length_t>(i)];
  }
  if (path->component >= 0) {
    sample.numbers[0] = (*value)[path->component];
    sample.count = 1;
  }
}

void ValuePlots::Job::add(Seconds time, PlotSample& sample) {
  derive(time, sample);
  if (sample.state) {
    plot.add_state(time, *sample.state);
    return;
  }
  if (plot.is_of_states()) sample.count = 0;
  const CurveForm& form = wanted.request.form;
  if (plot.components() == 0) {
    plot.set_stepped(sample.is_whole && !form.is_derivative && !(form.average > 0));
  }
  const std::size_t count = filter.apply(form, time, sample.numbers, sample.count);
  plot.add(time, std::span(sample.numbers).first(count), CurveFilter::unit_of(form, sample.unit));
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

void ValuePlots::want(const std::vector<Wanted>& wanted, Background& background) {
  const std::lock_guard lock(mutex_);
  Jobs jobs;
  for (const Wanted& one : wanted) {
    const bool is_twice = std::ranges::any_of(jobs, [&](const auto& job) {
      return job->wanted.recording == one.recording && job->wanted.request == one.request;
    });
    if (is_twice) continue;
    std::shared_ptr<Job> job = job_of(one.recording.get(), one.request);
    if (job == nullptr || job->wanted.roads != one.roads) job = std::make_shared<Job>(Job{one});
    jobs.push_back(std::move(job));
  }
  const bool is_other = jobs != jobs_;
  jobs_ = std::move(jobs);
  if (!scan_ && is_any_behind()) {
    scan_.emplace(background, [this](const auto& cancelled, const auto& report) {
      return read(cancelled, report);
    });
  }
  if (scan_ && is_other) scan_->restart();
  if (scan_ && is_any_behind()) scan_->go_on();
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

/// Those of one recording, its roads and one choice of coordinates that have come equally far, and
/// least far: each frame is decoded once for all of them.
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
        job->wanted.roads != first.wanted.roads ||
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

/// True when there is more to read.
bool ValuePlots::read(const std::atomic<bool>& cancelled, const std::function<void()>& report) {
  std::unique_lock lock(mutex_);
  const Jobs group = next_group();
  if (group.empty()) return false;
  const Wanted first = group.front()->wanted;
  const std::shared_ptr<const Recording> recording = first.recording;
  std::vector<PlotRequest> requests;
  std::vector<EntityIndex> only;
  for (const auto& job : group) {
    requests.push_back(job->wanted.request);
    only.insert(only.end(), {requests.back().entity, requests.back().other});
  }
  FrameScan scan{.recording = recording,
                 .coordinates = first.request.coordinates,
                 .threads = std::max(1u, std::thread::hardware_concurrency() / 2),
                 .only = std::move(only),
                 .first = group.front()->plot.looked_at(),
                 .end = recording->frame_count()};
  // Up to where others stand that can then join.
  for (const auto& job : jobs_) {
    const std::size_t looked_at = job->plot.looked_at();
    const bool can_join = job->wanted.recording == recording && job->wanted.roads == first.roads;
    if (can_join && looked_at > scan.first) {
      scan.end = std::min(scan.end, looked_at);
    }
  }
  lock.unlock();
  if (first.roads != nullptr) scan.recording = first.roads->with_values();
  const auto make = [&](const Frame& frame, FrameSamples& out) {
    out.samples.assign(requests.size(), {});
    EntityIndex copied;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      if (derived_path(requests[i].path)) {
        read_places(frame, requests[i], out.samples[i]);
        continue;
      }
      const Entity* const entity = frame.find(requests[i].entity);
      if (entity == nullptr) continue;
      if (copied != entity->index) copy_properties(frame, entity, out.tree);
      copied = entity->index;
      const auto found = find_value(out.tree, requests[i].path);
      if (found) read_numbers(out.tree, *found, out.samples[i]);
    }
    return requests.size() * sizeof(PlotSample);
  };
  const Timeline& timeline = recording->timeline();
  const auto deliver = [&](FrameIndex frame, FrameSamples& found) {
    {
      const std::lock_guard adding(mutex_);
      for (std::size_t i = 0; i < group.size(); ++i) {
        group[i]->plot.set_looked_at(std::size_t{frame.value} + 1);
        // Frames of other streams do not speak of it.
        if (recording->entity(requests[i].entity).stream != timeline.stream(frame)) continue;
        group[i]->add(timeline.time(frame), found.samples[i]);
      }
    }
    report();
    return true;
  };
  scan_frames<FrameSamples>(scan, cancelled, make, deliver);
  lock.lock();
  return is_any_behind();
}

}  // namespace scrubjay
