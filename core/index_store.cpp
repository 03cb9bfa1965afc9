#include <cmath>
#include <optional>
#include <unordered_set>

#include "core/index_archive.h"
#include "core/limits.h"
#include "core/plain_tree_archive.h"
#include "core/recording.h"

// The tables of a Recording as IndexWriter writes them: first how many rows there are, then table
// by table, then what the format's reader adds.

namespace scrubjay {

namespace {

// What is written of each row; numbers of rows are those of the recording.

struct StoredStream {
  std::string id;
  std::string name;
};
struct StoredEntity {
  std::string id;
  TextId name;
  EntityKind kind = EntityKind::other;
  StreamIndex stream;
  EntityIndex parent;
  bool is_background = false;
};
struct StoredLife {
  EntityIndex entity;
  std::uint32_t first = 0;
  std::uint32_t last = 0;
};
struct StoredEvent {
  EventInfo info;
  TextId name;
  TextId tag;
};
struct StoredLayer {
  std::string name;
};
struct StoredResource {
  std::string path;
  std::string type;
  ResourceInfo info;
};
struct StoredComment {
  std::string id;
  std::string text;
  std::string color;
  CommentInfo info;
};
struct StoredFrame {
  Seconds time = 0;
  std::uint64_t number = 0;
  ByteRange bytes;
  StreamIndex stream;
};

constexpr auto kLastKind = static_cast<EntityKind>(kEntityKinds - 1);

template <class Archive, class Limits>
void archive_limits(Archive& a, Limits& limits) {
  a(limits.frames, limits.entities, limits.events, limits.streams, limits.resources);
}

template <class Archive, class Row>
void archive_frame_reference(Archive& a, Row& frame) {
  a.row(frame, a.limits().frames);
}

void fields(auto& a, auto& row, const StoredStream*) { a(row.id, row.name); }
void fields(auto& a, auto& row, const StoredEntity*) {
  a(row.id, row.is_background);
  a.sure_row(row.name, IndexReader::kNoRow);
  a.choice(row.kind, kLastKind);
  a.sure_row(row.stream, a.limits().streams);
  a.row(row.parent, a.limits().entities);
}
void fields(auto& a, auto& row, const StoredLife*) {
  a.sure_row(row.entity, a.limits().entities);
  a(row.first, row.last);
}
void fields(auto& a, auto& row, const StoredEvent*) {
  a(row.info.time, row.info.end, row.info.source_offset, row.info.source_detail, row.info.order,
    row.info.frame.value, row.info.entity.value, row.name.value, row.tag.value);
  a.check_sure_row(row.info.frame, a.limits().frames);
  a.check_row(row.info.entity, a.limits().entities);
  a.check_sure_row(row.name, IndexReader::kNoRow);
  a.check_sure_row(row.tag, IndexReader::kNoRow);
}
void fields(auto& a, auto& row, const StoredLayer*) { a(row.name); }
void fields(auto& a, auto& row, const StoredResource*) {
  a(row.path, row.type, row.info.size_bytes, row.info.source_offset, row.info.source_size);
}
void fields(auto& a, auto& row, const StoredComment*) {
  a(row.id, row.text, row.color, row.info.property, row.info.x, row.info.y);
  a.choice(row.info.target, CommentInfo::Target::event);
  archive_frame_reference(a, row.info.frame);
  a.row(row.info.entity, a.limits().entities);
  a.row(row.info.event, a.limits().events);
}
void fields(auto& a, auto& row, const Problem*) {
  a.choice(row.severity, Severity::fatal);
  a(row.code, row.count, row.message, row.expected, row.found);
}
void fields(auto& a, auto& row, const StoredFrame*) {
  a(row.time, row.number, row.bytes.begin, row.bytes.size);
  a.check_range(row.bytes, std::numeric_limits<std::uint64_t>::max() / 2);
  a.sure_row(row.stream, a.limits().streams);
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
    put<StoredStream>(limits.streams, [&](std::size_t i) {
      const Stream& stream = r.timeline_.stream_info(StreamIndex(i));
      return StoredStream{std::string(stream.id), std::string(stream.name)};
    });
    put<StoredEntity>(limits.entities, [&](std::size_t i) { return entity(r.entities_[i]); });
    put<StoredLife>(r.lifetimes_.size(), [&](std::size_t i) {
      const Recording::LifetimeRow& row = r.lifetimes_[i];
      return StoredLife{row.entity, row.first.load(), row.last.load()};
    });
    put<StoredEvent>(limits.events, [&](std::size_t i) {
      return StoredEvent{r.event(EventIndex(i)), r.events_[i].name, r.events_[i].tag};
    });
    put<StoredResource>(limits.resources, [&](std::size_t i) {
      const ResourceInfo& row = r.resources_[i];
      return StoredResource{std::string(row.path), std::string(row.type), row};
    });
    put<StoredComment>(r.comments_.size(), [&](std::size_t i) {
      const CommentInfo& row = r.comments_[i];
      return StoredComment{std::string(row.id), std::string(row.text), std::string(row.color), row};
    });
    put<StoredLayer>(r.layers_.size(),
                     [&](std::size_t i) { return StoredLayer{std::string(r.layers_[i])}; });
    put_problems();
    out_(r.is_complete());
    PropertyTree details;
    r.details(details);
    if (!write_plain_tree(out_, details)) return false;
    put<StoredFrame>(limits.frames, [&](std::size_t i) {
      const FrameIndex frame(i);
      return StoredFrame{r.timeline_.time(frame), r.timeline_.number(frame),
                         r.timeline_.bytes(frame), r.timeline_.stream(frame)};
    });
    return out_.ok();
  }

 private:
  static StoredEntity entity(const Recording::EntityRow& row) {
    StoredEntity stored{std::string(row.id), row.name,      row.kind,
                        row.stream,          EntityIndex(), row.is_background};
    stored.parent.value = row.parent.load();
    return stored;
  }

  template <class Row, class RowOf>
  void put(std::uint64_t count, RowOf row_of) {
    out_(count);
    for (std::size_t i = 0; i < count && out_.ok(); ++i) {
      const Row row = row_of(i);
      fields(out_, row, &row);
    }
  }
  void put_problems() {
    const std::vector<Problem> problems = recording_.problems();
    out_.rows(problems, [&](const Problem& problem) {
      fields(out_, problem, &problem);
      out_(problem.offset.has_value(), problem.offset.value_or(0));
      out_.row(problem.frame.value_or(FrameIndex()), IndexReader::kNoRow);
    });
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
    read_texts(in, take_row);
    rows<StoredStream>(in, limits.streams, take_row);
    in.require(limits.streams < limits::kMostStreams);
    rows<StoredEntity>(in, limits.entities, take_row);
    rows<StoredLife>(in, {}, take_row);
    last_frame_ = 0;
    rows<StoredEvent>(in, limits.events, take_row);
    rows<StoredResource>(in, limits.resources, take_row);
    rows<StoredComment>(in, {}, take_row);
    rows<StoredLayer>(in, {}, take_row);
    read_problems(in, take_row);
    bool is_complete = false;
    in(is_complete);
    take_row(Completeness{is_complete});
    in.require(read_plain_tree(in, details));
    last_time_ = -std::numeric_limits<double>::infinity();
    rows<StoredFrame>(in, limits.frames, take_row);
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
    Row row;
    for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
      fields(in, row, &row);
      in.require(holds(row));
      if (in.ok()) take_row(row);
    }
  }
  /// Texts are numbered in their order: each stands there once.
  template <class Take>
  void read_texts(IndexReader& in, Take take_row) {
    text_count_ = in.count();
    std::unordered_set<std::string_view> seen;
    for (std::uint64_t i = 0; i < text_count_ && in.ok(); ++i) {
      const std::string_view text = in.view();
      in.require(seen.insert(text).second);
      if (in.ok()) take_row(StoredText{text});
    }
  }
  template <class Take>
  void read_problems(IndexReader& in, Take take_row) {
    const std::uint64_t count = in.count();
    in.require(count <= limits::kMostProblems + 1);
    for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
      Problem problem;
      fields(in, problem, &problem);
      bool has_offset = false;
      std::uint64_t offset = 0;
      FrameIndex frame;
      in(has_offset, offset);
      // It may be that of the frame that was lost.
      in.row(frame, IndexReader::kNoRow);
      if (has_offset) problem.offset = offset;
      if (frame.exists()) problem.frame = frame;
      if (in.ok()) take_row(problem);
    }
  }

  // What rows have to be besides being in range.
  bool holds(const StoredEntity& row) const { return row.name.value < text_count_; }
  bool holds(const StoredEvent& row) {
    const bool is_in_order = row.info.frame.value >= last_frame_;
    last_frame_ = row.info.frame.value;
    return is_in_order && row.name.value < text_count_ && row.tag.value < text_count_ &&
           std::isfinite(row.info.time) && row.info.end >= row.info.time;
  }
  bool holds(const StoredFrame& row) {
    const bool is_in_order = std::isfinite(row.time) && row.time >= last_time_;
    last_time_ = row.time;
    return is_in_order;
  }
  template <class Row>
  bool holds(const Row&) const {
    return true;
  }

  void take(const StoredText& row) { recording_.texts_.add(row.text); }
  void take(const StoredStream& row) { builder_.add_stream(row.id, row.name); }
  void take(const StoredEntity& row) {
    Recording& r = recording_;
    r.entities_.append(r.ids_.add(row.id), row.name, row.kind, row.stream);
    const EntityIndex entity(r.entities_.size() - 1);
    builder_.set_parent(entity, row.parent);
    if (row.is_background) builder_.set_background(entity);
  }
  void take(const StoredLife& row) {
    FrameIndex first;
    first.value = row.first;
    const LifetimeIndex life = builder_.begin_life(row.entity, first);
    recording_.lifetimes_.writable(life.value).last.store(row.last, std::memory_order_release);
  }
  void take(const StoredEvent& row) {
    recording_.events_.append(row.info.time, row.info.end, row.info.source_offset, row.info.frame,
                              row.info.entity, row.name, row.tag, row.info.order,
                              row.info.source_detail);
  }
  void take(const StoredResource& row) {
    ResourceInfo info = row.info;
    info.path = row.path;
    info.type = row.type;
    builder_.add_resource(info);
  }
  void take(const StoredComment& row) {
    CommentInfo info = row.info;
    info.id = row.id;
    info.text = row.text;
    info.color = row.color;
    builder_.add_comment(info);
  }
  void take(const StoredLayer& row) { builder_.add_layer(row.name); }
  void take(const Problem& problem) { builder_.add_problem(problem); }
  void take(const Completeness& row) { builder_.set_complete(row.is_complete); }
  void take(const StoredFrame& row) {
    recording_.timeline_.add_frame(row.time, row.number, row.bytes, row.stream);
  }

  Recording& recording_;
  RecordingBuilder builder_;
  IndexReader& in_;
  std::uint64_t text_count_ = 0;
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
