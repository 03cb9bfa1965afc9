#include "app/viewer/workspace.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "app/shared/source_mark.h"
#include "core/platform/output_file.h"
#include "core/platform/piped_input.h"
#include "formats/format.h"

namespace scrubjay {

namespace {

using namespace std::chrono_literals;

Result<std::shared_ptr<Recording>> open_path(const std::string& path, const std::string& format,
                                             const ReadOptions& options,
                                             const std::stop_token& stop) {
  Result<std::shared_ptr<InputFile>> file = open_input(path, folder_extensions(), stop);
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

std::string_view Moment::label_of(EntityRef entity) const {
  const MomentFrame* const shown = frame_of(entity);
  return shown == nullptr ? std::string_view()
                          : scrubjay::label_of(*shown->frame, *shown->frame->find(entity.entity));
}

Workspace::Workspace(std::function<void()> wake, std::shared_ptr<const IndexCache> cache,
                     const PreviewLimits& previews)
    : background_(std::move(wake)),
      cache_(std::move(cache)),
      previews_(previews),
      watch_([this](const std::stop_token& stop) { watch_files(stop); }) {}

Workspace::~Workspace() {
  watch_.request_stop();
  watch_wake_.notify_all();
  close_all();
}

std::optional<std::size_t> Workspace::place_of(const std::string& path) const {
  for (std::size_t i = 0; i < session_.recordings.size(); ++i) {
    const InputFile& file = session_.recordings[i].recording->file();
    if (is_same_file(path, file.path()) && file.change() == FileChange::none) return i;
  }
  return std::nullopt;
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
  Pending& pending = pending_.emplace_back(Pending{path, options, replaces, turn_});
  pending.result.start(wake(), [path, format, options](const std::stop_token& stop) {
    return open_path(path, format, options, stop);
  });
}

Workspace::Closed Workspace::close(std::size_t recording) {
  Closed closing;
  closing.place_ = recording;
  closing.open_ = session_.recordings[recording];
  {
    const std::lock_guard lock(running_mutex_);
    closing.running_ = running_[recording];
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(recording));
  }
  // Nothing is decoded of what is not seen.
  closing.running_->streams.clear();
  closing.running_->decoders.reset();
  session_.recordings.erase(session_.recordings.begin() + static_cast<std::ptrdiff_t>(recording));
  moment_.frames.clear();
  for (Pending& pending : pending_) {
    if (pending.replaces != recording) continue;
    pending.result.stop();
    unwanted_.push_back(std::move(pending.result));
  }
  std::erase_if(pending_, [&](const Pending& one) { return one.replaces == recording; });
  for (Pending& pending : pending_) {
    if (pending.replaces && *pending.replaces > recording) --*pending.replaces;
  }
  return closing;
}

void Workspace::reopen(Closed closed) {
  const std::size_t place = std::min(closed.place_, session_.recordings.size());
  const auto at = static_cast<std::ptrdiff_t>(place);
  // Another one may have its letter by now.
  const bool is_taken = std::ranges::find(session_.recordings, closed.open_.mark,
                                          &OpenRecording::mark) != session_.recordings.end();
  if (is_taken) closed.open_.mark = free_mark(session_);
  {
    const std::lock_guard lock(running_mutex_);
    running_.insert(running_.begin() + at, std::move(closed.running_));
  }
  session_.recordings.insert(session_.recordings.begin() + at, std::move(closed.open_));
  moment_.frames.clear();
  for (Pending& pending : pending_) {
    if (pending.replaces && *pending.replaces >= place) ++*pending.replaces;
  }
}

void Workspace::close_all() {
  while (!session_.recordings.empty()) close(session_.recordings.size() - 1);
}

void Workspace::cancel_index(std::size_t recording) { running_[recording]->recording->cancel(); }

std::int64_t Workspace::opened(std::size_t recording) const {
  const auto time = running_[recording]->opened.time_since_epoch();
  return std::chrono::duration_cast<std::chrono::seconds>(time).count();
}

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
  running->preview = std::make_unique<Preview>(recording, running->options, wake(), previews_);
  const std::lock_guard lock(running_mutex_);
  if (place) {
    const OpenRecording& old = session_.recordings[*place];
    session_.recordings[*place] = {std::move(recording), old.offset, old.visible, {}, old.mark};
    running_[*place] = std::move(running);
    moment_.frames.clear();
  } else {
    session_.recordings.push_back({std::move(recording), 0, true, {}, free_mark(session_)});
    running_.push_back(std::move(running));
  }
}

Arrival Workspace::show(std::size_t place, std::shared_ptr<Recording> recording) {
  std::shared_ptr<Recording>& shown = session_.recordings[place].recording;
  Arrival arrival{place, shown, shown->is_preview()};
  // The channels decode what is seen no more.
  running_[place]->streams.clear();
  running_[place]->decoders.reset();
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

std::vector<Arrival> Workspace::update(bool opens_more) {
  std::vector<Arrival> joined;
  std::erase_if(unwanted_, [](Opening& opening) { return opening.take().has_value(); });
  std::optional<std::uint64_t> awaited;  // the turn in which one is not ready
  for (std::size_t i = 0; i < pending_.size();) {
    const bool is_new = !pending_[i].replaces;
    std::optional<Result<std::shared_ptr<Recording>>> opened;
    if (!is_new || pending_[i].turn != awaited) opened = pending_[i].result.take();
    if (!opened) {
      if (is_new) awaited = pending_[i].turn;
      ++i;
      continue;
    }
    Pending done = std::move(pending_[i]);
    pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(i));
    auto& result = *opened;
    // What was wrong with it before is mended, or reported anew.
    std::erase_if(failures_, [&](const OpenFailure& failure) { return failure.path == done.path; });
    if (result) {
      Arrival arrival{done.replaces.value_or(session_.recordings.size())};
      if (done.replaces) arrival.before = session_.recordings[*done.replaces].recording;
      start(std::move(*result), std::move(done.options), done.replaces);
      joined.push_back(std::move(arrival));
    } else {
      failures_.push_back({done.path, std::move(result.error())});
    }
  }
  exchange_previews(joined);
  if (!opens_more) ++turn_;
  return joined;
}

const std::shared_ptr<DecoderPool>& Workspace::decoders(std::size_t recording) {
  auto& decoders = running_[recording]->decoders;
  if (decoders == nullptr) {
    decoders = std::make_shared<DecoderPool>(session_.recordings[recording].recording);
  }
  return decoders;
}

Workspace::Channels& Workspace::channels_of(FrameRef ref) {
  const std::size_t stream =
      session_.recordings[ref.recording].recording->timeline().stream(ref.frame).value;
  std::vector<Channels>& streams = running_[ref.recording]->streams;
  if (streams.size() <= stream) streams.resize(stream + 1);
  Channels& channels = streams[stream];
  if (channels.current == nullptr) {
    const auto& pool = decoders(ref.recording);
    channels.current = std::make_unique<FrameChannel>(pool, background_);
    channels.previous = std::make_unique<FrameChannel>(pool, background_);
  }
  return channels;
}

/// What is known of the frame before the one that is shown.
const Frame* Workspace::previous_of(const MomentFrame& shown) {
  const Timeline& timeline = session_.recordings[shown.ref.recording].recording->timeline();
  FrameChannel& channel = *channels_of(shown.ref).previous;
  const FrameIndex wanted = timeline.frame_before(shown.ref.frame);
  if (wanted.exists()) channel.request({wanted, timeline.time(wanted), Sampling::hold});
  const Frame* const previous = channel.latest();
  if (previous == nullptr || shown.frame == nullptr) return nullptr;
  const bool is_before = previous->index < shown.frame->index &&
                         previous->index == timeline.frame_before(shown.frame->index);
  return is_before ? previous : nullptr;
}

const Moment& Workspace::moment(Seconds t, Sampling sampling) {
  moment_.time = t;
  moment_.sampling = sampling;
  session_.frames_at(t, moment_.scratch);
  moment_.frames.clear();
  for (const FrameRef& ref : moment_.scratch) {
    const OpenRecording& open = session_.recordings[ref.recording];
    FrameChannel& channel = *channels_of(ref).current;
    channel.request({ref.frame, t - open.offset, sampling});
    MomentFrame& shown = moment_.frames.emplace_back();
    shown.ref = ref;
    shown.frame = channel.latest();
    shown.is_current = channel.is_current();
    shown.is_late = channel.is_late();
    shown.knows_between = decoders(ref.recording)->knows_between();
    shown.decoding = channel.decoding();
    shown.presence = presence_of(open, open.recording->timeline().stream(ref.frame), t);
  }
  // Behind all of them: what is shown goes before what it is compared with.
  for (MomentFrame& shown : moment_.frames) {
    shown.previous = previous_of(shown);
    shown.is_current = shown.is_current && channels_of(shown.ref).previous->is_current();
  }
  return moment_;
}

const Moment& Workspace::awaited_moment(Seconds t, Sampling sampling) {
  moment(t, sampling);
  background_.wait_until_idle();
  return moment(t, sampling);
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
      if (running->change.exchange(change) != change) wake()();
    }
    watched.clear();
  }
}

}  // namespace scrubjay
