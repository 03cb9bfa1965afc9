#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/frame.h"
#include "core/interval_tree.h"
#include "core/limits.h"
#include "core/meaning_choice.h"
#include "core/platform/input_file.h"
#include "core/problem.h"
#include "core/text.h"
#include "core/timeline.h"

namespace scrubjay {

class IndexReader;
class IndexWriter;
class Recording;
class RecordingBuilder;

/// A file that a recording carries or names: a texture, a screenshot, a text.
struct ResourceInfo {
  std::string_view path;            ///< the key by which properties name it
  std::string_view type;            ///< MIME type as the source states it; may be empty or wrong
  std::uint64_t size_bytes = 0;     ///< as stored; 0 when it is only named
  std::uint64_t source_offset = 0;  ///< for the format's reader
  std::uint64_t source_size = 0;    ///< likewise
};

/// The content of a resource.
struct ResourceData {
  std::vector<std::byte>
      bytes;                ///< a file's bytes; or, with `width` above 0, RGBA rows from the top
  std::string type;         ///< MIME type by its leading bytes where these tell, else as stated
  std::uint32_t width = 0;  ///< pixels, for pictures stored without a file format
  std::uint32_t height = 0;
};

/// What a person wrote on a recording.
struct CommentInfo {
  enum class Target : std::uint8_t { timeline, property, event };
  static constexpr std::uint32_t kNoProperty = 0xFFFFFFFF;

  std::string_view id;  ///< as the source writes it
  std::string_view text;
  std::string_view color;  ///< as the source writes it; may be empty
  Target target = Target::timeline;
  FrameIndex frame;    ///< none when it lies outside the recording
  EntityIndex entity;  ///< of a property or event
  EventIndex event;    ///< of an event's property
  /// The node it is about, counted from the first one of the entity's (or event's) range at that
  /// frame; kNoProperty where that could not be found.
  std::uint32_t property = kNoProperty;
  double x = 0;  ///< where the source drew it, pixels from the corner of its panel
  double y = 0;
};

/// Turns frames of one recording into `Frame`s. Each thread has its own, and uses it through a
/// `Cursor`.
class FrameDecoder {
 public:
  virtual ~FrameDecoder() = default;
  /// Fills tree, properties, entities and problems of `out`, which is empty and already knows
  /// index, stream, number, time and the recording's coordinates (to be changed if this frame has
  /// others). What is damaged is left out and told in `out.problems`. Steady use allocates nothing.
  /// Where `out.only` is set, properties of other entities cost time for nothing: who can skip them
  /// cheaply, does; others need not look at it.
  virtual void decode(FrameIndex frame, Frame& out) = 0;
  /// Appends the properties of one event to `out`, in the coordinates of the event's frame.
  virtual void decode_event(EventIndex event, PropertyTree& out) = 0;
};

/// A text that must not leave with files that are made of a recording (a session id: who knows it
/// while the session lives can take it over), and what stands in its place there.
struct Secret {
  std::string text;
  std::string stand_in;
};

/// What decides what the frames of a recording hold: bytes of its file, and how they are read.
struct FrameBasis {
  std::uint64_t begin = 0;  ///< in the file
  std::uint64_t way = 0;    ///< a number for all that the index pass found out about how to read it
};

/// What a format implements to read one file: the index pass and decoders. Pure: it sees bytes, not
/// disks, windows or logs.
class Reader {
 public:
  virtual ~Reader() = default;
  /// The one pass over all bytes. Finds frames, entities, lifetimes and events and hands them to
  /// `builder`, in time order, stopping soon after `builder.cancelled()`. Memory grows with what
  /// was found, not with bytes. Runs on a thread of its own while decoders of found frames are in
  /// use.
  virtual void index(RecordingBuilder& builder) = 0;
  virtual std::unique_ptr<FrameDecoder> decoder(const Recording& recording) const = 0;
  /// Where a frame, and the rows of its entities and events, follow from the bytes between
  /// FrameBasis::begin and the end of the frame's bytes alone: two recordings whose bytes are the
  /// same there, and are read the same way, have the same frame. Nothing: it may depend on all of
  /// the file. Once indexed.
  virtual std::optional<FrameBasis> frame_basis() const { return std::nullopt; }
  /// The convention in which a frame is recorded, where it is not the recording's own throughout.
  virtual CoordinateSystem coordinates(const Recording& recording, FrameIndex frame) const;
  /// The bytes of an embedded file. O(its size); any thread, once the resource is listed. Errors:
  /// "resource-missing" where the recording only names it, "resource-damaged".
  virtual Result<ResourceData> read_resource(const Recording& recording,
                                             ResourceIndex resource) const;
  /// What `without_secrets` replaces. Once indexed.
  virtual std::vector<Secret> secrets() const { return {}; }
  /// A person asked for stand-ins wherever the recording is printed, not only in files.
  virtual bool hides_secrets() const { return false; }

  /// Writes what the index pass left for decoders, so that `load_index` can take its place at the
  /// next opening of the same file (core/index_cache.h). Once indexed. False: this index is not to
  /// be kept, and the file will be indexed again. A format may leave both out.
  virtual bool save_index(IndexWriter& out) const;
  /// Fills what `save_index` wrote; `in.limits()` says what the recording has. Before any frame is
  /// published. False, with nothing changed, where that cannot be read or names what is not there:
  /// the index pass runs then.
  virtual bool load_index(IndexReader& in);
};

/// The recording of another format that a file keeps whole (formats/kept).
struct KeptRecording {
  std::string format;  ///< in whose form the frames are
  CoordinateSystem coordinates;
};

/// What is known of a recording before its index pass.
struct RecordingInfo {
  std::string format;          ///< the format's name, e.g. "carla"
  std::string format_version;  ///< as the file states it
  CoordinateSystem coordinates;
  std::vector<std::pair<std::string, std::string>> metadata = {};  ///< map, date, ... as shown
  /// What is shown is a recording that the file keeps.
  std::optional<KeptRecording> kept = {};

  /// The format in whose form the frames are.
  const std::string& form() const { return kept ? kept->format : format; }
  /// Those of the recording that is kept, else those of this one.
  CoordinateSystem kept_coordinates() const { return kept ? kept->coordinates : coordinates; }
};

/// An entity that ever lives in a recording. A re-used id is a new entity.
struct EntityInfo {
  std::string_view id;  ///< as the source writes it
  std::string_view name;
  EntityKind kind = EntityKind::other;
  StreamIndex stream;
  EntityIndex parent = {};  ///< the last one known; which parent holds at a frame, the frame says
  /// Part of how the source describes itself (a type, a member of one, a system), not of what it
  /// describes: lists leave it out until they are asked for it.
  bool is_background = false;
};

/// Frames in which an entity lives, both ends included.
struct Lifetime {
  EntityIndex entity;
  FrameIndex first;
  FrameIndex
      last;  ///< the newest frame while the entity still lives; before `first`: lived in none
};

/// What an event is to those who show it, whatever its format calls it.
enum class EventRole : std::uint8_t {
  none,
  chapter,     ///< a part of the recording begins, which the event names: it lasts to the next one
  appearance,  ///< its entity is there from now on
  collision,   ///< its entity touches the one that its property "other" refers to, if any
};

/// An event as the index pass found it; its properties are decoded on demand.
struct EventInfo {
  FrameIndex frame;
  Seconds time = 0;
  Seconds end = 0;     ///< equals `time` for an instant
  EntityIndex entity;  ///< none for an event of the whole recording
  std::string_view name;
  std::string_view tag;
  std::uint32_t order = 0;          ///< inside its frame
  std::uint64_t source_offset = 0;  ///< for the format's decoder
  std::uint32_t source_detail = 0;  ///< likewise
  EventRole role = EventRole::none;
};

enum class IndexState : std::uint8_t { waiting, running, done, cancelled };

struct IndexProgress {
  IndexState state = IndexState::waiting;
  std::uint64_t bytes_done = 0;
  std::uint64_t bytes_total = 0;
};

/// A recording while and after it is indexed. What `frame_count()` covers is complete and does not
/// change, so any thread may read it while the index pass adds more. Events of later frames are not
/// handed out; entities and lifetimes of a later frame may be counted already, but live in no frame
/// that is.
class Recording {
 public:
  Recording(std::shared_ptr<InputFile> file, std::unique_ptr<Reader> reader, RecordingInfo info);
  ~Recording();
  Recording(const Recording&) = delete;
  Recording& operator=(const Recording&) = delete;

  /// Runs the index pass to its end, or until `cancel`, or until a table has `most_rows` (a smaller
  /// figure is for tests): "too-many-rows". Once per recording.
  void index(std::uint64_t most_rows = limits::kMostRows);
  /// Takes an index that `store_index` wrote instead. False where it does not hold together or the
  /// format cannot take it: the recording is as before, and `index` may run.
  bool load_index(IndexReader& in);
  /// Once indexed. False where this index is not to be kept.
  bool store_index(IndexWriter& out) const;
  /// Asks a running pass to stop; what it has found stays. Any thread.
  void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
  bool is_cancelled() const { return cancelled_.load(std::memory_order_relaxed); }
  /// Of a preview that of the whole, which is never done for it.
  IndexProgress progress() const;
  bool is_indexed() const { return progress().state >= IndexState::done; }

  const InputFile& file() const { return *file_; }
  const std::shared_ptr<InputFile>& shared_file() const { return file_; }
  const RecordingInfo& info() const { return info_; }
  /// False when the recording was cut off or its end mark is missing. Meaningful once indexed.
  bool is_complete() const { return complete_.load(std::memory_order_acquire); }
  /// This is a recording of the first bytes of a file, to be looked at while the index pass over
  /// all of it, in `whole`, has not come to its first frames: progress and problems are those of
  /// the whole. Before anybody else has this recording.
  void stand_for(std::shared_ptr<const Recording> whole) { whole_ = std::move(whole); }
  bool is_preview() const { return whole_ != nullptr; }
  const Timeline& timeline() const { return timeline_; }
  std::size_t frame_count() const { return timeline_.size(); }

  /// Rows of all entities found so far.
  std::size_t entity_count() const { return entities_.size(); }
  /// How many of them are what EntityInfo::is_background says.
  std::size_t background_count() const { return backgrounds_.load(std::memory_order_relaxed); }
  EntityInfo entity(EntityIndex entity) const;
  /// Entities with that id, ascending: a re-used id has several, and so has one of several streams.
  /// O(what is found) once indexed, but for the first time; else O(entities).
  std::vector<EntityIndex> entities_with_id(std::string_view id) const;
  /// Entities whose id is `text`, or, if none, whose name is `text`. O(entities).
  std::vector<EntityIndex> find_entities(std::string_view text) const;

  std::size_t lifetime_count() const { return lifetimes_.size(); }
  Lifetime lifetime(LifetimeIndex lifetime) const;
  /// Calls `visit(EntityIndex)` for each entity that lives at `frame`, in no stated order.
  /// O(log n + k) once indexed; while indexing also a pass over the newest lifetimes.
  template <class Visit>
  void visit_alive(FrameIndex frame, Visit visit) const;
  /// The lifetimes of one entity in published frames, in time order; of one that never lived none.
  /// O(lifetimes of the recording) for an entity with more than one, else O(1).
  void lifetimes_of(EntityIndex entity, std::vector<Lifetime>& out) const;

  /// Events of published frames; rows are in order of frame, then order in the frame.
  std::size_t event_count() const;
  EventInfo event(EventIndex event) const;
  /// Rows [first, last) of the events whose frame lies in [a, b]. O(log n).
  std::pair<std::size_t, std::size_t> events_in(FrameIndex a, FrameIndex b) const;
  /// Calls `visit(EventIndex)` for each event that meets the closed time range, long events
  /// included.
  template <class Visit>
  void visit_events(TimeRange range, Visit visit) const;

  std::size_t resource_count() const { return resources_.size(); }
  ResourceInfo resource(ResourceIndex resource) const;
  /// The resource that properties name so, or none. O(resources).
  ResourceIndex find_resource(std::string_view path) const;
  /// In the source's order; complete once indexed.
  std::size_t comment_count() const { return comments_.size(); }
  CommentInfo comment(CommentIndex comment) const { return comments_[comment.value]; }
  /// Drawing layers that shapes name, in order of first appearance; "" is one like others.
  std::size_t layer_count() const { return layers_.size(); }
  std::string_view layer(std::size_t layer) const { return layers_[layer]; }

  /// Problems found by the index pass so far.
  std::vector<Problem> problems() const { return (whole_ ? *whole_ : *this).problems_.list(); }
  std::uint64_t problems_version() const { return (whole_ ? *whole_ : *this).problems_.version(); }
  /// What only this format knows, as groups and values; copied into `out`.
  PropertyRange details(PropertyTree& out) const;

  /// What a person says of the meaning of properties: goes before what the format states. Before
  /// the first cursor is made.
  void choose_meanings(std::vector<MeaningChoice> choices) { meanings_ = std::move(choices); }
  std::span<const MeaningChoice> chosen_meanings() const { return meanings_; }

  /// In which way the file is read: the format, the choices made, and which version of the program
  /// reads it. Two indexes of one file are the same where this is. Empty: nobody said, and the
  /// index is not kept.
  void set_reading(std::string reading) { reading_ = std::move(reading); }
  const std::string& reading() const { return reading_; }

  const Reader& reader() const { return *reader_; }
  /// Bytes of the index, the file not counted. Once indexed.
  std::size_t memory_bytes() const;

 private:
  friend class RecordingBuilder;
  friend class IndexRestorer;
  friend class IndexStorer;

  /// A value that the index pass may still change while others read it.
  template <class T>
  struct Changing : std::atomic<T> {
    using std::atomic<T>::atomic;
    using std::atomic<T>::operator=;
    Changing(const Changing& other) : std::atomic<T>(other.load()) {}
  };

  // The tables' rows; their fields are described in core/recording_rows.h.
  struct EntityRow {
    using Table = EntityInfo;
    std::string_view id;
    TextId name;
    EntityKind kind = EntityKind::other;
    StreamIndex stream;
    Changing<EntityIndex> parent{EntityIndex()};
    Changing<bool> is_background{false};
    Changing<std::uint32_t> lifetime{LifetimeIndex().value};  ///< its only one
    Changing<bool> several_lives{false};
  };
  struct LifetimeRow {
    using Table = Lifetime;
    EntityIndex entity;
    Changing<std::uint32_t> first{0U};
    Changing<std::uint32_t> last{kOpen};
  };
  struct EventRow {
    using Table = EventInfo;
    Seconds time;
    Changing<Seconds> end;
    std::uint64_t source_offset;
    FrameIndex frame;
    EntityIndex entity;
    TextId name;
    TextId tag;
    std::uint32_t order;
    std::uint32_t source_detail;
    EventRole role;
  };
  static constexpr std::uint32_t kOpen = 0xFFFFFFFF;

  /// An interval tree over the first `rows` rows; rows added since are looked at one by one.
  template <class Key>
  struct Sealed {
    IntervalTree<Key, std::uint32_t> tree;
    std::size_t rows = 0;
    /// The rows are in order of their begins, and the tree has only those that are no instants.
    bool is_sorted = false;
  };

  /// The newest tree: replaced by the index pass, kept by readers as long as they look at it. Not a
  /// std::atomic<std::shared_ptr>, whose load in libstdc++ 12 unlocks without release: a data race.
  template <class Key>
  class SealedSlot {
   public:
    std::shared_ptr<const Sealed<Key>> load() const {
      const std::lock_guard lock(mutex_);
      return newest_;
    }
    /// The one replaced goes, if nobody looks at it, after the lock.
    void store(std::shared_ptr<const Sealed<Key>> sealed) {
      const std::lock_guard lock(mutex_);
      newest_.swap(sealed);
    }

   private:
    mutable std::mutex mutex_;
    std::shared_ptr<const Sealed<Key>> newest_;
  };

  /// Rows of entities by their ids: a chain for each hash, from the last row to the first.
  struct IdChains {
    std::vector<std::uint32_t> heads;
    std::vector<std::uint32_t> next;
  };

  void conclude();
  const IdChains& id_chains() const;

  std::shared_ptr<InputFile> file_;
  std::unique_ptr<Reader> reader_;
  std::shared_ptr<const Recording> whole_;  ///< of which this is the preview
  RecordingInfo info_;
  std::string reading_;
  std::vector<MeaningChoice> meanings_;
  Timeline timeline_;
  TextTable texts_;
  TextArena ids_;
  GrowingColumn<EntityRow> entities_;
  mutable std::once_flag chained_ids_;
  mutable IdChains id_chains_;
  std::atomic<std::size_t> backgrounds_{0};
  GrowingColumn<LifetimeRow> lifetimes_;
  GrowingColumn<EventRow> events_;
  SealedSlot<std::uint32_t> lifetime_index_;
  SealedSlot<Seconds> event_index_;
  GrowingColumn<ResourceInfo> resources_;
  GrowingColumn<CommentInfo> comments_;
  GrowingColumn<std::string_view> layers_;
  ProblemLog problems_;
  mutable std::mutex details_mutex_;
  PropertyTree details_;
  std::atomic<bool> cancelled_{false};
  std::atomic<bool> complete_{false};
  std::atomic<IndexState> state_{IndexState::waiting};
  std::atomic<std::uint64_t> bytes_done_{0};
};

/// Through this the index pass fills a recording. All rows that belong to a frame are added before
/// the frame itself: `add_frame` publishes them together.
class RecordingBuilder {
 public:
  explicit RecordingBuilder(Recording& recording, std::uint64_t most_rows = limits::kMostRows)
      : recording_(recording), most_rows_(most_rows) {}

  /// True when the pass should stop.
  bool cancelled() const {
    return is_full_ || recording_.cancelled_.load(std::memory_order_relaxed);
  }
  void progress(std::uint64_t bytes_done) {
    recording_.bytes_done_.store(bytes_done, std::memory_order_relaxed);
  }

  /// Texts are copied. Beyond limits::kMostStreams streams the last one is returned and a problem
  /// told.
  StreamIndex add_stream(std::string_view id, std::string_view name);
  /// The frame that the next add_frame will add: what events and lifetimes of it refer to.
  FrameIndex next_frame() const { return FrameIndex(recording_.timeline_.size()); }
  /// Publishes a frame. A time that is less than the last frame's, or not a number, is replaced by
  /// the last frame's; the caller tells the problem.
  FrameIndex add_frame(Seconds time, std::int64_t number, ByteRange bytes, StreamIndex stream);

  /// Texts are copied.
  EntityIndex add_entity(std::string_view id, std::string_view name, EntityKind kind,
                         StreamIndex stream) {
    return add_entity({.id = id, .name = name, .kind = kind, .stream = stream, .parent = {}});
  }
  EntityIndex add_entity(const EntityInfo& entity);
  /// None: what was known before stays (EntityInfo::parent).
  void set_parent(EntityIndex child, EntityIndex parent);
  /// The entity is what EntityInfo::is_background says.
  void set_background(EntityIndex entity);
  /// An entity lives from `first` on, until ended.
  LifetimeIndex begin_life(EntityIndex entity, FrameIndex first);
  /// `last` is the last frame in which it lives. One less than its first frame: it never lived (for
  /// a first frame 0 that is none()). Its row is kept, with a last frame before its first one.
  void end_life(LifetimeIndex lifetime, FrameIndex last);
  /// In order of frame; `order` counts within the frame. A time that is not finite is replaced by
  /// that of the last frame, an end that is not at or after the time by the time. Texts are copied.
  EventIndex add_event(const EventInfo& event);
  /// The event was found to last until `end`, which is not before its time. Searches by time may
  /// take it for shorter until the pass is over.
  void end_event(EventIndex event, Seconds end);

  /// Texts are copied. Each path once: what properties only name is added at the end of the pass.
  void add_resource(const ResourceInfo& resource);
  /// Texts are copied.
  void add_comment(const CommentInfo& comment);
  /// Copied; a name that is listed already is not listed again. O(layers).
  void add_layer(std::string_view name);

  void add_problem(Problem problem) { recording_.problems_.add(std::move(problem)); }
  /// The recording has its end mark, or its format has none and its last record is whole.
  void set_complete(bool complete) {
    recording_.complete_.store(complete, std::memory_order_release);
  }
  void set_details(const PropertyTree& details);

 private:
  friend class Recording;
  friend class IndexRestorer;
  void seal(bool at_end);
  void seal_lifetimes();
  void seal_events();

  void check_rows();

  Recording& recording_;
  std::uint64_t most_rows_;
  bool is_full_ = false;
  std::size_t next_lifetime_seal_ = 4096;
  std::size_t next_event_seal_ = 4096;
};

/// Empties `out` but for `only`, and fills in what a decoder may rely on of the frame.
void begin_frame(const Recording& recording, FrameIndex frame, Frame& out);
/// What every cursor does with what was decoded since: adds the frame's events, gives properties
/// the meanings that a person chose, and converts to `target` where there is one.
void finish_frame(const Recording& recording, FrameDecoder& decoder,
                  const std::optional<CoordinateSystem>& target, Frame& out);

/// A place in a recording: decodes one frame at a time into storage that it reuses. One per thread.
class Cursor {
 public:
  explicit Cursor(std::shared_ptr<const Recording> recording);

  /// The state at `frame`, which must be below frame_count(). Valid until the next call. Decodes
  /// unless the cursor is there already.
  const Frame& seek(FrameIndex frame);
  /// Of frames sought from now on only these entities are wanted (Frame::only); none: all. A whole
  /// frame at which the cursor is already stays whole.
  void want(std::optional<std::vector<EntityIndex>> only);
  /// The frame sought last.
  const Frame& frame() const { return frame_; }
  /// Appends the properties of an event to `out`, in the coordinates chosen.
  PropertyRange read_event(EventIndex event, PropertyTree& out);
  /// Converts what is sought from now on; nothing: as recorded.
  void set_coordinates(std::optional<CoordinateSystem> target);

  const Recording& recording() const { return *recording_; }

 private:
  std::shared_ptr<const Recording> recording_;
  std::unique_ptr<FrameDecoder> decoder_;
  std::optional<CoordinateSystem> target_;
  std::optional<std::vector<EntityIndex>> only_;  ///< of the next frame
  Frame frame_;
};

template <class Visit>
void Recording::visit_alive(FrameIndex frame, Visit visit) const {
  const auto lives = [&](const LifetimeRow& row) {
    return row.first.load(std::memory_order_relaxed) <= frame.value &&
           row.last.load(std::memory_order_relaxed) >= frame.value;
  };
  const std::size_t count = lifetimes_.size();
  std::size_t row = 0;
  if (const auto sealed = lifetime_index_.load()) {
    sealed->tree.stab(frame.value, [&](std::uint32_t i) {
      if (lives(lifetimes_[i])) visit(lifetimes_[i].entity);
    });
    row = sealed->rows;
  }
  for (; row < count; ++row) {
    if (lives(lifetimes_[row])) visit(lifetimes_[row].entity);
  }
}

template <class Visit>
void Recording::visit_events(TimeRange range, Visit visit) const {
  const std::size_t count = event_count();
  std::size_t row = 0;
  if (const auto sealed = event_index_.load()) {
    row = sealed->rows;
    std::size_t first = row;  // from here on rows meet the range until they begin behind it
    if (sealed->is_sorted) {
      first = partition_row(row, [&](std::size_t i) { return events_[i].time < range.begin; });
    }
    sealed->tree.overlap(range.begin, range.end, [&](std::uint32_t i) {
      if (i < count && i < first) visit(EventIndex(i));
    });
    for (; first < std::min(row, count) && events_[first].time <= range.end; ++first) {
      visit(EventIndex(first));
    }
  }
  for (; row < count; ++row) {
    if (events_[row].time <= range.end && events_[row].end >= range.begin) visit(EventIndex(row));
  }
}

}  // namespace scrubjay
