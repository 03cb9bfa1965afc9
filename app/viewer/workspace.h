#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "app/viewer/frames/frame_channel.h"
#include "app/viewer/frames/preview.h"
#include "core/background_index.h"
#include "core/concurrency/awaited.h"
#include "core/session.h"
#include "core/stream_age.h"
#include "formats/format.h"

namespace scrubjay {

/// A file that could not be opened, until the user dismisses it.
struct OpenFailure {
  std::string path;
  Problem problem;
};

/// One stream's state at the playhead.
struct MomentFrame {
  FrameRef ref;                  ///< the frame that belongs to the playhead
  const Frame* frame = nullptr;  ///< null until something is decoded
  const Frame* previous =
      nullptr;              ///< the stream's frame before `frame`, null at its start or when late
  bool is_current = false;  ///< false: `frame` is an older one, or what belongs to it is on its way
  bool is_late = false;     ///< `frame` is older for longer than people take for at once
  bool knows_between = false;  ///< the format knows the state between frames
  std::uint64_t decoding = 0;  ///< as of `FrameChannel::decoding`
  Presence presence = Presence::live;
};

/// What all visible streams hold at the playhead. Valid for one picture of the window.
struct Moment {
  Seconds time = 0;  ///< session time
  std::vector<MomentFrame> frames;
  std::vector<FrameRef> scratch;
  Sampling sampling = Sampling::hold;  ///< of streams whose formats know the state between frames

  /// Some stream shows a state on the way from one sample to the next.
  bool is_interpolated() const;
  /// The entity at the playhead, or null when it does not live or is not decoded.
  const Entity* find(EntityRef entity) const;
  /// The stream's frame in which it was found.
  const MomentFrame* frame_of(EntityRef entity) const;
  /// What the entity calls itself then (label_of); empty for nothing, and where it does not live.
  std::string_view label_of(EntityRef entity) const;
};

/// A recording that joined the session.
struct Arrival {
  std::size_t place = 0;
  std::shared_ptr<const Recording> before = nullptr;  ///< in whose place it is; null for a new one
  bool was_preview = false;  ///< the one before showed the head of the same
};

/// The open recordings with everything that runs for them in the background: opening, index passes,
/// decoding, and looking whether their files changed on disk.
class Workspace {
 public:
  /// `wake` makes the window draw again; called from any thread. `cache` holds indexes of files
  /// that were opened before; null: every file is indexed.
  explicit Workspace(std::function<void()> wake, std::shared_ptr<const IndexCache> cache = nullptr,
                     const PreviewLimits& previews = {});
  ~Workspace();

  /// The recording that was opened from a file as it is on disk now.
  std::optional<std::size_t> place_of(const std::string& path) const;

  /// Starts to open a file; it joins the session when its header is read. Of files that are opened
  /// between two updates each waits for those before it. A file that is open already is opened
  /// again beside itself.
  void open(const std::string& path, const std::string& format = "",
            const ReadOptions& options = {});
  bool is_opening() const { return !pending_.empty(); }
  class Closed;
  /// What is given back can be opened again as it was; else it ends with it.
  Closed close(std::size_t recording);
  void close_all();
  /// Puts a recording back into its place. Of several the one closed last first.
  void reopen(Closed closed);
  /// Opens the file of a recording anew, in its place: read as before, or by other choices.
  void reload(std::size_t recording);
  void reload(std::size_t recording, const ReadOptions& options);
  /// The choices by which a recording is read.
  const ReadOptions& read_options(std::size_t recording) const {
    return running_[recording]->options;
  }
  /// When a recording was opened: seconds since 1970-01-01 UTC.
  std::int64_t opened(std::size_t recording) const;
  void cancel_index(std::size_t recording);
  /// Bytes per second of a recording's index pass so far.
  double index_rate(std::size_t recording) const;

  /// Takes what became ready: what joined since the last call. A preview and what takes its place
  /// are told, too. `opens_more`: what is opened next counts as opened before this.
  std::vector<Arrival> update(bool opens_more = false);

  /// Makes the window draw again; for what else runs in the background.
  const std::function<void()>& wake() const { return background_.wake(); }
  /// The threads for what panels need; what they use of them must end before this.
  Background& background() { return background_; }
  /// The decoders of the recording that is seen in a place.
  const std::shared_ptr<DecoderPool>& decoders(std::size_t recording);

  const Session& session() const { return session_; }
  Session& session() { return session_; }

  /// Asks for the state at session time `t` and gives what is decoded of it, without waiting; what
  /// comes later wakes the window. In the coordinates of each recording: who shows it converts.
  const Moment& moment(Seconds t, Sampling sampling);
  /// The same once all of it is decoded. For tests and for programs without a window.
  const Moment& awaited_moment(Seconds t, Sampling sampling);

  /// What happened to a recording's file on disk.
  FileChange file_change(std::size_t recording) const;
  void dismiss_file_change(std::size_t recording);

  const std::vector<OpenFailure>& failures() const { return failures_; }
  void add_failure(OpenFailure failure) { failures_.push_back(std::move(failure)); }
  void dismiss_failure(std::size_t failure);

 private:
  struct Channels {
    std::unique_ptr<FrameChannel> current;
    std::unique_ptr<FrameChannel> previous;
  };
  struct Running {
    std::shared_ptr<Recording> recording;
    std::unique_ptr<Preview> preview;  ///< while the recording has no frames yet
    ReadOptions options;
    std::unique_ptr<BackgroundIndex> index;
    std::shared_ptr<DecoderPool> decoders;  ///< of the recording that is seen; null before needed
    std::vector<Channels> streams;          ///< null where nothing was asked for
    std::chrono::steady_clock::time_point started = std::chrono::steady_clock::now();
    std::chrono::system_clock::time_point opened = std::chrono::system_clock::now();
    std::atomic<FileChange> change{FileChange::none};
    std::atomic<FileChange> dismissed{FileChange::none};
  };

 public:
  /// A recording that was closed, which goes on reading.
  class Closed {
    friend Workspace;
    std::size_t place_ = 0;
    OpenRecording open_;
    std::shared_ptr<Running> running_;
  };

 private:
  using Opening = Awaited<Result<std::shared_ptr<Recording>>>;
  struct Pending {
    std::string path;
    ReadOptions options;
    std::optional<std::size_t> replaces;
    std::uint64_t turn = 0;  ///< those of one turn that replace none join in their order
    Opening result = {};
  };

  void start(std::shared_ptr<Recording> recording, ReadOptions options,
             std::optional<std::size_t> place);
  /// Lets another recording of the same file be seen in a place.
  Arrival show(std::size_t place, std::shared_ptr<Recording> recording);
  void exchange_previews(std::vector<Arrival>& arrivals);
  void start_opening(const std::string& path, const std::string& format, const ReadOptions& options,
                     std::optional<std::size_t> replaces);
  Channels& channels_of(FrameRef ref);
  const Frame* previous_of(const MomentFrame& shown);
  void watch_files(const std::stop_token& stop);

  Background background_;
  std::shared_ptr<const IndexCache> cache_;
  PreviewLimits previews_;
  Session session_;
  mutable std::mutex running_mutex_;  ///< guards the list, which the watching thread reads
  std::vector<std::shared_ptr<Running>> running_;  ///< beside session_.recordings
  std::vector<Pending> pending_;
  std::vector<Opening> unwanted_;  ///< until they have stopped
  std::uint64_t turn_ = 0;         ///< how often what became ready was taken
  std::vector<OpenFailure> failures_;
  Moment moment_;
  std::condition_variable_any watch_wake_;
  std::jthread watch_;  ///< its own: the disk of a file that is asked about may not answer
};

}  // namespace scrubjay
