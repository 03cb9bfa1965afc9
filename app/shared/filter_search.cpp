#include "app/shared/filter_search.h"

#include <algorithm>
#include <thread>

#include "analysis/derived/road_values.h"
#include "core/frame_scan.h"
#include "core/growing_column.h"
#include "core/text.h"

namespace scrubjay {

namespace {

std::vector<FilterMatcher> matchers_of(const std::vector<Filter>& filters) {
  std::vector<FilterMatcher> matchers;
  matchers.reserve(filters.size());
  for (const Filter& filter : filters) matchers.emplace_back(filter);
  return matchers;
}

/// The hits of one frame, made on one thread and delivered on another.
struct FrameHits {
  std::vector<FilterHit> hits;
  FilterScratch scratch;
};

void find_entities(const Recording& recording, const Frame& frame, const FilterMatcher& matcher,
                   std::uint32_t place, FrameHits& out) {
  for (const Entity& entity : frame.entities) {
    if (!matcher.matches_entity(recording, frame, entity, out.scratch)) continue;
    out.hits.push_back({place, frame.index, entity.index, {}, out.scratch.reason});
  }
}

void find_events(const Recording& recording, const Frame& frame, const FilterMatcher& matcher,
                 std::uint32_t place, FrameHits& out) {
  for (const FrameEvent& event : frame.events) {
    const EventInfo info = recording.event(event.index);
    if (!matcher.fits(info)) continue;
    out.scratch.reason.clear();
    if (matcher.needs_properties() &&
        !matcher.matches_event(frame.tree, event.properties, out.scratch)) {
      continue;
    }
    out.hits.push_back({place, frame.index, info.entity, event.index, out.scratch.reason});
  }
}

bool find_in_frames(const FilterScan& scan, const std::atomic<bool>& cancelled,
                    const DeliverHits& deliver) {
  const std::vector<FilterMatcher> matchers = matchers_of(scan.filters);
  const Recording& recording = *scan.recording;
  const auto make = [&](const Frame& frame, FrameHits& out) {
    out.hits.clear();
    for (std::uint32_t i = 0; i < matchers.size(); ++i) {
      if (matchers[i].filter().kind == FilterKind::event) {
        find_events(recording, frame, matchers[i], i, out);
      } else {
        find_entities(recording, frame, matchers[i], i, out);
      }
    }
    std::size_t bytes = out.hits.size() * sizeof(FilterHit);
    for (const FilterHit& hit : out.hits) bytes += hit.reason.size();
    return bytes;
  };
  FrameScan frames;
  frames.recording = scan.recording;
  frames.coordinates = scan.coordinates;
  frames.threads = scan.threads;
  frames.first = scan.first;
  frames.end = scan.end;
  return scan_frames<FrameHits>(frames, cancelled, make, [&](FrameIndex frame, FrameHits& found) {
    return deliver(frame, found.hits);
  });
}

/// The same for filters on events alone: no frame is decoded, only properties of events that fit
/// by name and tag.
bool find_in_events(const FilterScan& scan, const std::atomic<bool>& cancelled,
                    const DeliverHits& deliver) {
  const std::vector<FilterMatcher> matchers = matchers_of(scan.filters);
  const Recording& recording = *scan.recording;
  const std::size_t end = std::min(scan.end, recording.frame_count());
  if (scan.first >= end) return true;
  const auto [first_row, last_row] =
      recording.events_in(FrameIndex(scan.first), FrameIndex(end - 1));
  std::optional<Cursor> cursor;
  PropertyTree tree;
  FrameHits found;
  FrameIndex frame;
  const auto hand_over = [&] {
    if (!frame.exists()) return true;
    std::ranges::stable_sort(found.hits, {}, &FilterHit::filter);
    const bool go_on = deliver(frame, found.hits);
    found.hits.clear();
    return go_on;
  };
  for (std::size_t row = first_row; row < last_row; ++row) {
    if (cancelled.load()) return false;
    const EventInfo event = recording.event(EventIndex(row));
    if (event.frame != frame) {
      if (!hand_over()) return false;
      frame = event.frame;
    }
    PropertyRange properties;
    bool is_read = false;
    for (std::uint32_t i = 0; i < matchers.size(); ++i) {
      if (!matchers[i].fits(event)) continue;
      found.scratch.reason.clear();
      if (matchers[i].needs_properties()) {
        if (!is_read) {
          if (!cursor) cursor.emplace(scan.recording).set_coordinates(scan.coordinates);
          tree.clear();
          properties = cursor->read_event(EventIndex(row), tree);
          is_read = true;
        }
        if (!matchers[i].matches_event(tree, properties, found.scratch)) continue;
      }
      found.hits.push_back({i, frame, event.entity, EventIndex(row), found.scratch.reason});
    }
  }
  return hand_over();
}

}  // namespace

bool may_be_about_roads(const Filter& filter) {
  if (filter.kind != FilterKind::property) return false;
  if (!contains_ignoring_case("road", filter.group)) return false;
  if (filter.members.empty()) return !filter.group.empty();
  return std::ranges::any_of(filter.members, [](const FilterMember& member) {
    // What is inside a reference stands behind a dot.
    const std::string_view name = std::string_view(member.name).substr(0, member.name.find('.'));
    return std::ranges::any_of(road_value_infos(), [&](const RoadValueInfo& info) {
      const bool is_path = name.contains('/');
      return contains_ignoring_case(is_path ? info.path : info.path.substr(kRoadPrefix.size()),
                                    name);
    });
  });
}

bool find_hits(const FilterScan& scan, const std::atomic<bool>& cancelled,
               const DeliverHits& deliver) {
  const bool events_only = std::ranges::all_of(
      scan.filters, [](const Filter& filter) { return filter.kind == FilterKind::event; });
  return events_only ? find_in_events(scan, cancelled, deliver)
                     : find_in_frames(scan, cancelled, deliver);
}

void FilterMatches::add(const Timeline& timeline, FrameIndex frame,
                        std::span<const FilterHit> found) {
  looked_at = std::size_t{frame.value} + 1;
  if (found.empty()) return;
  hits += found.size();
  const std::size_t room = kMostListed - std::min(kMostListed, listed.size());
  const auto kept = found.first(std::min(found.size(), room));
  listed.insert(listed.end(), kept.begin(), kept.end());
  const StreamIndex stream = timeline.stream(frame);
  if (runs.size() <= stream.value) runs.resize(std::size_t{stream.value} + 1);
  std::vector<MatchRun>& own = runs[stream.value];
  const auto n = static_cast<std::uint32_t>(timeline.frames_before(stream, frame));
  if (!own.empty() && own.back().last + 1 == n) {
    own.back().last = n;
    return;
  }
  const std::uint32_t before =
      own.empty() ? 0 : own.back().before + (own.back().last - own.back().first + 1);
  own.push_back({n, n, before});
}

std::size_t matching_frames(std::span<const MatchRun> runs, std::size_t begin, std::size_t end) {
  const auto before = [&](std::size_t n) -> std::size_t {
    const std::size_t row =
        partition_row(runs.size(), [&](std::size_t i) { return runs[i].first < n; });
    if (row == 0) return 0;
    const MatchRun& run = runs[row - 1];
    return run.before + (std::min<std::size_t>(n, std::size_t{run.last} + 1) - run.first);
  };
  return end > begin ? before(end) - before(begin) : 0;
}

std::shared_ptr<FilterSearch::Job> FilterSearch::job_of(const Recording* recording,
                                                        const Filter& filter) const {
  for (const auto& job : jobs_) {
    if (job->recording.get() == recording && same_condition(job->filter, filter)) return job;
  }
  return nullptr;
}

void FilterSearch::want(const std::vector<std::shared_ptr<const Recording>>& recordings,
                        const std::vector<Filter>& filters, Background& background,
                        const std::vector<std::shared_ptr<RecordingOverRoads>>& roads) {
  const std::lock_guard lock(mutex_);
  std::vector<std::shared_ptr<Job>> wanted;
  bool is_other = false;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const auto& recording = recordings[i];
    for (const Filter& filter : filters) {
      const bool is_about_roads = i < roads.size() && may_be_about_roads(filter);
      const std::shared_ptr<RecordingOverRoads> under = is_about_roads ? roads[i] : nullptr;
      std::shared_ptr<Job> job = job_of(recording.get(), filter);
      if (job == nullptr || job->roads != under) {
        std::erase(jobs_, job);
        job = std::make_shared<Job>();
        job->recording = recording;
        job->filter = filter;
        job->roads = under;
        jobs_.push_back(job);
        is_other = true;
      }
      wanted.push_back(std::move(job));
    }
  }
  std::size_t unwanted = 0;
  for (std::size_t i = jobs_.size(); i-- > 0;) {
    const bool is_wanted = std::ranges::find(wanted, jobs_[i]) != wanted.end();
    is_other = is_other || is_wanted != jobs_[i]->is_wanted;
    jobs_[i]->is_wanted = is_wanted;
    const bool is_open = std::ranges::find(recordings, jobs_[i]->recording) != recordings.end();
    if (is_wanted || (is_open && ++unwanted <= kMostUnwanted)) continue;
    jobs_.erase(jobs_.begin() + static_cast<std::ptrdiff_t>(i));
    is_other = true;
  }
  if (!scan_ && is_any_behind()) {
    scan_.emplace(background, [this](const auto& cancelled, const auto& report) {
      return search(cancelled, report);
    });
  }
  if (scan_ && is_other) scan_->restart();
  if (scan_ && is_any_behind()) scan_->go_on();
}

bool FilterSearch::is_any_behind() const {
  return std::ranges::any_of(jobs_, [](const auto& job) { return job->is_behind(); });
}

const FilterMatches* FilterSearch::Found::find(const Recording* recording,
                                               const Filter& filter) const {
  const auto job = search_.job_of(recording, filter);
  return job == nullptr ? nullptr : &job->matches;
}

bool FilterSearch::is_searching() const {
  const std::lock_guard lock(mutex_);
  return is_any_behind();
}

double FilterSearch::progress() const {
  const std::lock_guard lock(mutex_);
  std::size_t done = 0;
  std::size_t all = 0;
  for (const auto& job : jobs_) {
    if (!job->is_wanted) continue;
    all += job->recording->frame_count();
    done += std::min(job->matches.looked_at, job->recording->frame_count());
  }
  return all == 0 ? 1 : static_cast<double>(done) / static_cast<double>(all);
}

/// Jobs of one recording and kind that have come equally far, those on events first: they are done
/// in no time.
FilterSearch::Jobs FilterSearch::next_group() const {
  Jobs group;
  for (const FilterKind kind : {FilterKind::event, FilterKind::property}) {
    for (const auto& job : jobs_) {
      if (!job->is_behind() || job->filter.kind != kind) continue;
      if (group.empty()) group = {job};
      if (job == group.front() || !job->reads_like(*group.front())) continue;
      if (job->matches.looked_at < group.front()->matches.looked_at) {
        group = {job};
      } else if (job->matches.looked_at == group.front()->matches.looked_at) {
        group.push_back(job);
      }
    }
    if (!group.empty()) return group;
  }
  return group;
}

/// Goes on with a group until its end, or to where others of the recording stand that can then join
/// it. True when there is more to do.
bool FilterSearch::search(const std::atomic<bool>& cancelled, const std::function<void()>& report) {
  std::unique_lock lock(mutex_);
  const Jobs group = next_group();
  if (group.empty()) return false;
  FilterScan scan;
  scan.recording = group.front()->recording;
  scan.first = group.front()->matches.looked_at;
  scan.end = scan.recording->frame_count();
  scan.threads = std::max(1u, std::thread::hardware_concurrency() / 2);
  for (const auto& job : group) scan.filters.push_back(job->filter);
  for (const auto& job : jobs_) {
    if (job->is_wanted && job->reads_like(*group.front()) &&
        job->filter.kind == group.front()->filter.kind && job->matches.looked_at > scan.first) {
      scan.end = std::min(scan.end, job->matches.looked_at);
    }
  }
  lock.unlock();
  const auto& roads = group.front()->roads;
  if (roads != nullptr) scan.recording = roads->with_values();
  const Timeline& timeline = scan.recording->timeline();
  const bool finished =
      find_hits(scan, cancelled, [&](FrameIndex frame, std::span<FilterHit> hits) {
        {
          const std::lock_guard adding(mutex_);
          for (std::uint32_t i = 0; i < group.size(); ++i) {
            const auto own = std::ranges::equal_range(hits, i, {}, &FilterHit::filter);
            group[i]->matches.add(timeline, frame, std::span(own.begin(), own.end()));
          }
        }
        report();
        return true;
      });
  lock.lock();
  if (finished) {
    for (const auto& job : group) {
      job->matches.looked_at = std::max(job->matches.looked_at, scan.end);
    }
  }
  return is_any_behind();
}

}  // namespace scrubjay
