#include "app/viewer/workspace.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "formats/format.h"

namespace scrubjay {

namespace {

using namespace std::chrono_literals;

/// How long the window waits for a frame before it shows the one it has: less than a display frame.
constexpr std::chrono::microseconds kPatience = 8ms;

Result<std::shared_ptr<Recording>> open_path(const std::string& path, const std::string& format,
                                             const ReadOptions& options) {
  Result<std::shared_ptr<InputFile>> file = InputFile::open(path);
  if (!file) return failure(std::move(file.error()));
  return open_recording(std::move(*file), format, options);
}

}  // namespace

bool Moment::is_interpolated() const {
  return sampling == Sampling::linear && std::ranges::any_of(frames, &MomentFrame::knows_between);
}

const MomentFrame* Moment::frame_of(EntityRef entity) const {
  for (const MomentFrame& shown : frames) {
    if (shown.ref.recording == entity.recording && shown.frame != nullptr &&
        shown.frame->find(entity.entity) != nullptr) {
      return &shown;
    }
  }
  return nullptr;
}

const Entity* Moment::find(EntityRef entity) const {
  const MomentFrame* shown = frame_of(entity);
  return shown == nullptr ? nullptr : shown->frame->find(entity.entity);
}

Workspace::Workspace(std::function<void()> wake, std::shared_ptr<const IndexCache> cache,
                     const PreviewLimits& previews)
    : wake_(std::move(wake)),
      cache_(std::move(cache)),
      previews_(previews),
      watch_([this](const std::stop_token& stop) { watch_files(stop); }) {}

Workspace::~Workspace() {
  watch_.request_stop();
  watch_wake_.notify_all();
  close_all();
}

void Workspace::open(const std::string& path, const std::string& format,
                     const ReadOptions& options) {
  start_opening(path, format, options, std::nullopt);
}

void Workspace::reload(std::size_t recording) { reload(recording, read_options(recording)); }

void Workspace::reload(std::size_t recording, const ReadOptions& options) {
  start_opening(session_.recordings[recording].recording->file().path(),
                session_.recordings[recording].recording->info().format, options, recording);
}

void Workspace::start_opening(const std::string& path, const std::string& format,
                              const ReadOptions& options, std::optional<std::size_t> replaces) {
  pending_.push_back(
      {path, options, replaces, std::async(std::launch::async, [this, path, format, options] {
         auto result = open_path(path, format, options);
         wake_();
         return result;
       })});
}

void Workspace::close(std::size_t recording) {
  std::shared_ptr<Running> closing;
  {
    const std::lock_guard lock(running_mutex_);
    closing = running_[recording];
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(recording));
  }
  session_.recordings.erase(session_.recordings.begin() + static_cast<std::ptrdiff_t>(recording));
  moment_.frames.clear();
  for (Pending& pending : pending_) {
    if (!pending.replaces) continue;
    if (*pending.replaces == recording) pending.replaces.reset();
    if (pending.replaces && *pending.replaces > recording) --*pending.replaces;
  }
}

void Workspace::close_all() {
  while (!session_.recordings.empty()) close(session_.recordings.size() - 1);
}

void Workspace::cancel_index(std::size_t recording) { running_[recording]->recording->cancel(); }

double Workspace::index_rate(std::size_t recording) const {
  const Running& running = *running_[recording];
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - running.started;
  return static_cast<double>(running.recording->progress().bytes_done) /
         std::max(1e-3, elapsed.count());
}

void Workspace::start(std::shared_ptr<Recording> recording, ReadOptions options,
                      std::optional<std::size_t> place) {
  auto running = std::make_shared<Running>();
  running->recording = recording;
  running->options = std::move(options);
  running->index = std::make_unique<BackgroundIndex>(recording, cache_);
  running->preview = std::make_unique<Preview>(recording, running->options, wake_, previews_);
  const std::lock_guard lock(running_mutex_);
  if (place) {
    const OpenRecording& old = session_.recordings[*place];
    session_.recordings[*place] = {std::move(recording), old.offset, old.visible, {}};
    running_[*place] = std::move(running);
    moment_.frames.clear();
  } else {
    session_.recordings.push_back({std::move(recording), 0, true, {}});
    running_.push_back(std::move(running));
  }
}

Arrival Workspace::show(std::size_t place, std::shared_ptr<Recording> recording) {
  std::shared_ptr<Recording>& shown = session_.recordings[place].recording;
  Arrival arrival{place, shown, shown->is_preview()};
  // The channels decode what is seen no more.
  running_[place]->streams.clear();
  moment_.frames.clear();
  shown = std::move(recording);
  return arrival;
}

/// A recording without frames gives its place to its preview, and takes it back when it has as
/// many.
void Workspace::exchange_previews(std::vector<Arrival>& arrivals) {
  for (std::size_t i = 0; i < running_.size(); ++i) {
    Running& running = *running_[i];
    if (running.preview == nullptr) continue;
    const Recording& shown = *session_.recordings[i].recording;
    const IndexState state = running.recording->progress().state;
    const std::size_t frames = running.recording->frame_count();
    if (shown.is_preview()) {
      // What was cancelled before its first frames stays a preview.
      if (state != IndexState::done && frames < shown.frame_count()) continue;
      arrivals.push_back(show(i, running.recording));
      running.preview.reset();
    } else if (state >= IndexState::done || frames > 0) {
      running.preview.reset();
    } else if (auto preview = running.preview->take()) {
      arrivals.push_back(show(i, std::move(preview)));
    }
  }
}

std::vector<Arrival> Workspace::update() {
  std::vector<Arrival> joined;
  for (std::size_t i = 0; i < pending_.size();) {
    if (pending_[i].result.wait_for(0s) != std::future_status::ready) {
      ++i;
      continue;
    }
    Pending done = std::move(pending_[i]);
    pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
    auto result = done.result.get();
    if (result) {
      Arrival arrival{done.replaces.value_or(session_.recordings.size())};
      if (done.replaces) arrival.before = session_.recordings[*done.replaces].recording;
      start(std::move(*result), std::move(done.options), done.replaces);
      // What was wrong with it before is mended.
      std::erase_if(failures_,
                    [&](const OpenFailure& failure) { return failure.path == done.path; });
      joined.push_back(std::move(arrival));
    } else {
      std::erase_if(failures_,
                    [&](const OpenFailure& failure) { return failure.path == done.path; });
      failures_.push_back({done.path, std::move(result.error())});
    }
  }
  exchange_previews(joined);
  return joined;
}

const Moment& Workspace::moment(Seconds t, Sampling sampling) {
  moment_.time = t;
  moment_.sampling = sampling;
  session_.frames_at(t, moment_.scratch);
  moment_.frames.clear();
  for (const FrameRef& ref : moment_.scratch) {
    const Recording& recording = *session_.recordings[ref.recording].recording;
    const Timeline& timeline = recording.timeline();
    const StreamIndex stream = timeline.stream(ref.frame);
    Running& running = *running_[ref.recording];
    while (running.streams.size() <= stream.value) {
      const auto& shown = session_.recordings[ref.recording].recording;
      running.streams.push_back({std::make_unique<FrameChannel>(shown, wake_),
                                 std::make_unique<FrameChannel>(shown, wake_)});
    }
    Channels& channels = running.streams[stream.value];
    const Seconds own_time = t - session_.recordings[ref.recording].offset;
    channels.current->request({ref.frame, own_time, sampling});
    const Seconds before = std::nextafter(timeline.time(ref.frame), -1e300);
    const FrameIndex previous = timeline.frame_at(stream, before);
    if (previous < ref.frame) {
      channels.previous->request({previous, timeline.time(previous), Sampling::hold});
    }
    moment_.frames.push_back({ref, nullptr, nullptr, false, channels.current->knows_between(), 0});
  }
  for (MomentFrame& shown : moment_.frames) {
    const Recording& recording = *session_.recordings[shown.ref.recording].recording;
    const StreamIndex stream = recording.timeline().stream(shown.ref.frame);
    Channels& channels = running_[shown.ref.recording]->streams[stream.value];
    shown.frame = channels.current->latest(kPatience);
    shown.is_current = channels.current->is_current();
    shown.presence = presence_of(session_.recordings[shown.ref.recording], stream, t);
    shown.decoding = channels.current->decoding();
    const Frame* previous = channels.previous->latest(kPatience);
    if (previous != nullptr && shown.frame != nullptr && channels.previous->is_current() &&
        previous->index < shown.frame->index) {
      shown.previous = previous;
    }
  }
  return moment_;
}

FileChange Workspace::file_change(std::size_t recording) const {
  const Running& running = *running_[recording];
  const FileChange change =
      running.recording->file().lost_bytes() ? FileChange::truncated : running.change.load();
  return change == running.dismissed.load() ? FileChange::none : change;
}

void Workspace::dismiss_file_change(std::size_t recording) {
  running_[recording]->dismissed.store(file_change(recording));
}

void Workspace::dismiss_failure(std::size_t failure) {
  failures_.erase(failures_.begin() + static_cast<std::ptrdiff_t>(failure));
}

void Workspace::watch_files(const std::stop_token& stop) {
  std::vector<std::shared_ptr<Running>> watched;
  while (!stop.stop_requested()) {
    {
      std::unique_lock lock(running_mutex_);
      watch_wake_.wait_for(lock, stop, 1s, [] { return false; });
      if (stop.stop_requested()) return;
      watched = running_;
    }
    for (const std::shared_ptr<Running>& running : watched) {
      const FileChange change = running->recording->file().change();
      if (running->change.exchange(change) != change) wake_();
    }
    watched.clear();
  }
}

}  // namespace scrubjay
