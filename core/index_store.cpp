#include <cmath>
#include <optional>
#include <unordered_set>

#include "core/index_archive.h"
#include "core/limits.h"
#include "core/plain_tree_archive.h"
#include "core/recording_rows.h"

// The tables of a Recording as IndexWriter writes them: first how many rows there are, then table
// by table, then what the format's reader adds.

namespace scrubjay {

namespace {

/// The fields of rows as a cache has them. `Archive` is IndexWriter or IndexReader.
template <class Archive>
class CachedFields {
 public:
  explicit CachedFields(Archive& archive) : archive_(archive) {}

  /// Rows of plain fields, of which there may be millions, are read as one.
  template <class... Fields>
  void operator()(const Fields&... fields) {
    if constexpr ((IndexPlain<typename Fields::Value> && ...)) {
      archive_(fields.value...);
      (check(fields), ...);
    } else {
      (one(fields), ...);
    }
  }

 private:
  template <FieldUse kUse, class T>
  void one(const RowField<kUse, T>& field) {
    if constexpr (std::is_enum_v<T>) {
      archive_.choice(field.value, last_value(std::remove_const_t<T>()));
    } else {
      value(field.value);
      check(field);
    }
  }
  template <class T>
  void value(T& value) {
    archive_(value);
  }
  template <class T>
  void value(const std::optional<T>& value) {
    archive_(value.has_value(), value.value_or(T()));
  }
  template <class T>
  void value(std::optional<T>& value) {
    bool is_there = false;
    T found{};
    archive_(is_there, found);
    value = is_there ? std::optional(found) : std::nullopt;
  }

  template <FieldUse kUse, class T>
  void check(const RowField<kUse, T>& field) {
    if constexpr (Archive::kReads && kUse != FieldUse::edge) check_value(field.value, kUse);
  }
  template <class T>
  void check_value(const T& value, FieldUse use) {
    if constexpr (IndexAtomic<T>) {
      check_value(value.load(std::memory_order_relaxed), use);
    } else if constexpr (kIsRowId<T>) {
      const bool may_be_none = use == FieldUse::plain && !std::is_same_v<T, TextId>;
      archive_.require(value.value < limit(value) || (may_be_none && !value.exists()));
    }
  }

  std::uint64_t limit(StreamIndex) const { return archive_.limits().streams; }
  std::uint64_t limit(EntityIndex) const { return archive_.limits().entities; }
  std::uint64_t limit(EventIndex) const { return archive_.limits().events; }
  std::uint64_t limit(FrameIndex) const { return archive_.limits().frames; }
  std::uint64_t limit(TextId) const { return archive_.limits().texts; }

  Archive& archive_;
};

template <class Archive, class Row>
void archive_row(Archive& a, Row& row) {
  CachedFields<Archive> fields(a);
  describe(fields, row);
}

template <class Archive, class Limits>
void archive_limits(Archive& a, Limits& limits) {
  a(limits.frames, limits.entities, limits.events, limits.streams, limits.resources);
}

}  // namespace

/// Writes a recording's tables.
class IndexStorer {
 public:
  IndexStorer(const Recording& recording, IndexWriter& out) : recording_(recording), out_(out) {}

  static IndexLimits limits_of(const Recording& r) {
    return {.file_bytes = r.file().size(),
            .frames = r.frame_count(),
            .entities = r.entities_.size(),
            .events = r.events_.size(),
            .streams = r.timeline_.stream_count(),
            .resources = r.resources_.size()};
  }

  bool run() {
    const Recording& r = recording_;
    const IndexLimits limits = limits_of(r);
    // Events of a frame that never came would name none of those that are kept.
    if (r.event_count() != limits.events) return false;
    archive_limits(out_, limits);
    out_.texts(r.texts_);
    const Timeline& timeline = r.timeline_;
    put(limits.streams, [&](std::size_t i) { return timeline.stream_info(StreamIndex(i)); });
    put_rows(r.entities_);
    put_rows(r.lifetimes_);
    put_rows(r.events_);
    put_rows(r.resources_);
    put_rows(r.comments_);
    put(r.layers_.size(), [&](std::size_t i) { return LayerInfo{r.layers_[i]}; });
    put_rows(r.problems());
    out_(r.is_complete());
    PropertyTree details;
    r.details(details);
    if (!write_plain_tree(out_, details)) return false;
    put(limits.frames, [&](std::size_t i) {
      const FrameIndex frame(i);
      return FrameInfo{timeline.time(frame), timeline.number(frame), timeline.bytes(frame),
                       timeline.stream(frame)};
    });
    return out_.ok();
  }

 private:
  template <class Rows>
  void put_rows(const Rows& rows) {
    out_.rows(rows, [&](const auto& row) { archive_row(out_, row); });
  }
  template <class RowOf>
  void put(std::uint64_t count, RowOf row_of) {
    out_(count);
    for (std::size_t i = 0; i < count && out_.ok(); ++i) {
      const auto row = row_of(i);
      archive_row(out_, row);
    }
  }

  const Recording& recording_;
  IndexWriter& out_;
};

/// Reads what IndexStorer wrote: once only to check it, then once more to fill the recording.
class IndexRestorer {
 public:
  IndexRestorer(Recording& recording, IndexReader& in)
      : recording_(recording), builder_(recording), in_(in) {}

  /// False with the recording as it was.
  bool run(Reader& reader) {
    const IndexReader begin = in_;
    PropertyTree details;
    const auto nothing = [](const auto&) {};
    if (!read(in_, details, nothing)) return false;
    if (!reader.load_index(in_) || !in_.ok()) return false;
    IndexReader again = begin;
    details.clear();
    read(again, details, [this](const auto& row) { take(row); });
    builder_.set_details(details);
    builder_.seal(true);
    return true;
  }

 private:
  template <class Take>
  bool read(IndexReader& in, PropertyTree& details, Take take_row) {
    IndexLimits limits;
    archive_limits(in, limits);
    limits.file_bytes = recording_.file().size();
    in.set_limits(limits);
    read_texts(in, limits, take_row);
    rows<Stream>(in, limits.streams, take_row);
    in.require(limits.streams < limits::kMostStreams);
    rows<Recording::EntityRow>(in, limits.entities, take_row);
    rows<Recording::LifetimeRow>(in, {}, take_row);
    last_frame_ = 0;
    rows<Recording::EventRow>(in, limits.events, take_row);
    rows<ResourceInfo>(in, limits.resources, take_row);
    rows<CommentInfo>(in, {}, take_row);
    rows<LayerInfo>(in, {}, take_row);
    problem_count_ = 0;
    rows<Problem>(in, {}, take_row);
    bool is_complete = false;
    in(is_complete);
    take_row(Completeness{is_complete});
    in.require(read_plain_tree(in, details));
    last_time_ = -std::numeric_limits<double>::infinity();
    rows<FrameInfo>(in, limits.frames, take_row);
    return in.ok();
  }

  struct StoredText {
    std::string_view text;
  };
  struct Completeness {
    bool is_complete;
  };

  template <class Row, class Take>
  void rows(IndexReader& in, std::optional<std::uint64_t> expected, Take take_row) {
    const std::uint64_t count = in.count();
    if (expected) in.require(count == *expected);
    Row row{};
    for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
      archive_row(in, row);
      in.require(holds(row));
      if (in.ok()) take_row(row);
    }
  }
  /// Texts are numbered in their order: each stands there once.
  template <class Take>
  void read_texts(IndexReader& in, IndexLimits& limits, Take take_row) {
    limits.texts = in.count();
    std::unordered_set<std::string_view> seen;
    for (std::uint64_t i = 0; i < limits.texts && in.ok(); ++i) {
      const std::string_view text = in.view();
      in.require(seen.insert(text).second);
      if (in.ok()) take_row(StoredText{text});
    }
    in.set_limits(limits);
  }

  // What rows have to be besides being in range.
  bool holds(const Recording::EventRow& row) {
    const bool is_in_order = row.frame.value >= last_frame_;
    last_frame_ = row.frame.value;
    return is_in_order && std::isfinite(row.time) && row.end >= row.time;
  }
  bool holds(const Problem&) { return ++problem_count_ <= limits::kMostProblems + 1; }
  bool holds(const FrameInfo& row) {
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max() / 2;
    const bool is_in_order = std::isfinite(row.time) && row.time >= last_time_;
    last_time_ = row.time;
    return is_in_order && row.bytes.begin <= kMost && row.bytes.size <= kMost - row.bytes.begin;
  }
  template <class Row>
  bool holds(const Row&) const {
    return true;
  }

  template <class Row>
  void take(const Row& row) {
    add_row(builder_, row);
  }
  void take(const StoredText& row) { recording_.texts_.add(row.text); }
  void take(const Recording::EntityRow& row) {
    Recording::EntityRow added(row);
    added.id = recording_.ids_.add(row.id);
    recording_.entities_.append(added);
    if (row.is_background) ++recording_.backgrounds_;
  }
  void take(const Recording::LifetimeRow& row) {
    FrameIndex first;
    first.value = row.first;
    const LifetimeIndex life = builder_.begin_life(row.entity, first);
    recording_.lifetimes_.writable(life.value).last.store(row.last, std::memory_order_release);
  }
  void take(const Recording::EventRow& row) { recording_.events_.append(row); }
  void take(const Completeness& row) { builder_.set_complete(row.is_complete); }
  /// Times are in order already, and the tables behind are sealed once.
  void take(const FrameInfo& row) {
    recording_.timeline_.add_frame(row.time, row.number, row.bytes, row.stream);
  }

  Recording& recording_;
  RecordingBuilder builder_;
  IndexReader& in_;
  std::uint64_t problem_count_ = 0;
  std::uint32_t last_frame_ = 0;
  Seconds last_time_ = 0;
};

bool Recording::store_index(IndexWriter& out) const {
  return IndexStorer(*this, out).run() && reader_->save_index(out) && out.finish();
}

bool Recording::load_index(IndexReader& in) {
  state_.store(IndexState::running);
  if (!IndexRestorer(*this, in).run(*reader_)) {
    state_.store(IndexState::waiting);
    return false;
  }
  bytes_done_.store(file_->size());
  state_.store(IndexState::done);
  return true;
}

IndexLimits index_limits_of(const Recording& recording) {
  return IndexStorer::limits_of(recording);
}

}  // namespace scrubjay
