#include <algorithm>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "analysis/tables/row_source.h"
#include "core/property_json.h"

namespace scrubjay::tables {

namespace {

/// The rows of tables that the index of a recording holds.
class IndexSource final : public RowSource {
 public:
  IndexSource(RowRequest request, IdleCursors& cursors)
      : request_(std::move(request)), recording_(*request_.recording), cursors_(cursors) {
    if (request_.filter.is_empty) return;
    choose_rows();
  }
  ~IndexSource() override {
    if (cursor_) cursors_.give_back(std::move(cursor_));
  }

  const RowBatch* next() override {
    rows_.clear();
    while (at_ < end_ && rows_.size() < batch_) add_row(rows_in_ ? (*rows_in_)[at_++] : at_++);
    batch_ = std::min(2 * batch_, kLargestBatch);
    return rows_.size() > 0 ? &rows_ : nullptr;
  }

 private:
  static constexpr std::size_t kLargestBatch = 1024;

  void choose_rows() {
    const RowFilter& filter = request_.filter;
    end_ = row_count();
    const bool is_by_frame = request_.table == TableId::frames;
    if (is_by_frame) {
      at_ = std::min<std::uint64_t>(filter.first_frame, end_);
      if (filter.last_frame < end_) end_ = filter.last_frame + 1;
    }
    if (request_.table == TableId::events) choose_events();
    if (request_.table == TableId::lives && filter.entities && filter.entities->size() < 16) {
      choose_lives();
    }
    const auto& named = is_by_frame                           ? filter.frames
                        : request_.table == TableId::entities ? filter.entities
                                                              : kNone;
    if (!named) return;
    rows_in_.emplace();
    for (const std::uint64_t row : *named) {
      if (row >= at_ && row < end_) rows_in_->push_back(row);
    }
    at_ = 0;
    end_ = rows_in_->size();
  }

  void choose_events() {
    const RowFilter& filter = request_.filter;
    const std::size_t frames = recording_.frame_count();
    const std::uint64_t first =
        filter.frames && !filter.frames->empty() ? filter.frames->front() : filter.first_frame;
    const std::uint64_t last =
        filter.frames && !filter.frames->empty() ? filter.frames->back() : filter.last_frame;
    if (frames == 0 || first >= frames || last < first) {
      end_ = 0;
      return;
    }
    std::tie(at_, end_) = recording_.events_in(
        FrameIndex(first), FrameIndex(std::min<std::uint64_t>(last, frames - 1)));
  }

  /// The lives of a few entities; those of one with many are not in the order of rows.
  void choose_lives() {
    std::vector<Lifetime> lives;
    for (const std::uint64_t row : *request_.filter.entities) {
      if (row >= recording_.entity_count()) continue;
      recording_.lifetimes_of(EntityIndex(row), lives);
      lives_.insert(lives_.end(), lives.begin(), lives.end());
    }
    are_lives_chosen_ = true;
    at_ = 0;
    end_ = lives_.size();
  }

  std::size_t row_count() const {
    switch (request_.table) {
      case TableId::recordings: return 1;
      case TableId::streams: return recording_.timeline().stream_count();
      case TableId::frames: return recording_.frame_count();
      case TableId::entities: return recording_.entity_count();
      case TableId::lives: return recording_.lifetime_count();
      case TableId::events: return recording_.event_count();
      default: return 0;
    }
  }

  void begin(std::uint64_t row) {
    rows_.add_row(request_.columns, row);
    rows_.integer(0, static_cast<std::int64_t>(request_.number));
  }

  void add_row(std::size_t row) {
    switch (request_.table) {
      case TableId::recordings: return add_recording();
      case TableId::streams: return add_stream(StreamIndex(row));
      case TableId::frames: return add_frame(FrameIndex(row));
      case TableId::entities: return add_entity(EntityIndex(row));
      case TableId::lives:
        return add_life(are_lives_chosen_ ? lives_[row] : recording_.lifetime(LifetimeIndex(row)));
      case TableId::events: return add_event(EventIndex(row));
      default: return;
    }
  }

  void add_recording() {
    const RecordingInfo& info = recording_.info();
    const TimeRange range = recording_.timeline().range();
    begin(0);
    rows_.text(1, request_.file);
    rows_.text(2, info.format);
    rows_.integer(3, static_cast<std::int64_t>(recording_.frame_count()));
    rows_.integer(4, static_cast<std::int64_t>(recording_.entity_count()));
    rows_.integer(5, static_cast<std::int64_t>(recording_.event_count()));
    rows_.real(6, range.begin + request_.offset);
    rows_.real(7, range.end + request_.offset);
    rows_.integer(8, recording_.is_complete());
    std::string text;
    JsonWriter json(text);
    json.begin_object();
    for (const auto& [name, value] : info.metadata) json.field(name, value);
    json.end_object();
    rows_.text(9, text);
  }

  void add_stream(StreamIndex stream) {
    const Stream& info = recording_.timeline().stream_info(stream);
    begin(stream.value);
    rows_.integer(1, stream.value);
    rows_.text(2, info.id);
    rows_.text(3, info.name);
  }

  void add_frame(FrameIndex frame) {
    const Timeline& timeline = recording_.timeline();
    const Seconds time = timeline.time(frame) + request_.offset;
    if (!request_.filter.time.contains(time)) return;
    begin(frame.value);
    rows_.integer(1, frame.value);
    rows_.integer(2, timeline.number(frame));
    rows_.real(3, time);
    rows_.integer(4, timeline.stream(frame).value);
  }

  void add_entity(EntityIndex entity) {
    const EntityInfo info = recording_.entity(entity);
    if (!RowFilter::passes(request_.filter.ids, info.id)) return;
    if (!RowFilter::passes(request_.filter.names, info.name)) return;
    begin(entity.value);
    rows_.integer(1, entity.value);
    rows_.text(2, info.id);
    rows_.text(3, info.name);
    rows_.text(4, to_text(info.kind));
    rows_.integer(5, info.stream.value);
    if (info.parent.exists()) rows_.integer(6, info.parent.value);
  }

  void add_life(const Lifetime& life) {
    if (!life.last.exists() || life.last < life.first) return;  // lived in no frame
    if (!request_.filter.passes_entity(life.entity)) return;
    const Timeline& timeline = recording_.timeline();
    begin(life.first.value * recording_.entity_count() + life.entity.value);
    rows_.integer(1, life.entity.value);
    rows_.integer(2, life.first.value);
    rows_.integer(3, life.last.value);
    rows_.real(4, timeline.time(life.first) + request_.offset);
    rows_.real(5, timeline.time(life.last) + request_.offset);
  }

  void add_event(EventIndex event) {
    const EventInfo info = recording_.event(event);
    const RowFilter& filter = request_.filter;
    const bool passes =
        filter.passes_frame(info.frame.value) &&
        filter.time.contains(info.time + request_.offset) && filter.passes_entity(info.entity) &&
        RowFilter::passes(filter.names, info.name) && RowFilter::passes(filter.tags, info.tag);
    if (!passes) return;
    begin(event.value);
    rows_.integer(1, event.value);
    rows_.integer(2, info.frame.value);
    rows_.real(3, info.time + request_.offset);
    rows_.real(4, info.end + request_.offset);
    rows_.text(5, info.name);
    rows_.text(6, info.tag);
    if (info.entity.exists()) rows_.integer(7, info.entity.value);
    rows_.integer(8, info.order);
    if (rows_.wants(9)) rows_.text(9, properties_of(event));
  }

  const std::string& properties_of(EventIndex event) {
    if (!cursor_) {
      cursor_ = cursors_.borrow(request_, FrameIndex());
    }
    tree_.clear();
    json_.clear();
    const PropertyRange range = cursor_->read_event(event, tree_);
    JsonWriter json(json_);
    write_properties(json, tree_, range);
    return json_;
  }

  inline static const std::optional<std::vector<std::uint64_t>> kNone;

  const RowRequest request_;
  const Recording& recording_;
  IdleCursors& cursors_;
  std::unique_ptr<Cursor> cursor_;
  std::optional<std::vector<std::size_t>> rows_in_;
  std::vector<Lifetime> lives_;
  bool are_lives_chosen_ = false;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  std::size_t batch_ = 8;
  RowBatch rows_;
  PropertyTree tree_;
  std::string json_;
};

}  // namespace

std::unique_ptr<RowSource> open_index_rows(RowRequest request, IdleCursors& cursors) {
  return std::make_unique<IndexSource>(std::move(request), cursors);
}

}  // namespace scrubjay::tables
