#include "core/recording.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>

#include "core/platform/crash_report.h"

namespace scrubjay {

Recording::Recording(std::shared_ptr<InputFile> file, std::unique_ptr<Reader> reader,
                     RecordingInfo info)
    : file_(std::move(file)), reader_(std::move(reader)), info_(std::move(info)) {}

Recording::~Recording() = default;

void Recording::index(std::uint64_t most_rows) {
  note_work(file_->path());
  state_.store(IndexState::running);
  RecordingBuilder builder(*this, most_rows);
  reader_->index(builder);
  builder.seal(true);
  if (builder.is_full_) builder.set_complete(false);
  conclude();
}

void Recording::conclude() {
  const bool stopped = cancelled_.load();
  if (stopped) {
    complete_.store(false);
    problems_.add({.severity = Severity::note,
                   .code = "cancelled",
                   .offset = bytes_done_.load(),
                   .message = "Indexing was cancelled: what lies behind this place is not shown."});
  } else {
    bytes_done_.store(file_->size());
  }
  if (file_->change() == FileChange::truncated) {
    problems_.add({.severity = Severity::error,
                   .code = "file-truncated",
                   .message =
                       "The file became shorter while it was read: frames behind its new end "
                       "are lost."});
    complete_.store(false);
  }
  state_.store(stopped ? IndexState::cancelled : IndexState::done);
}

IndexProgress Recording::progress() const {
  if (whole_ != nullptr) {
    IndexProgress progress = whole_->progress();
    if (progress.state == IndexState::done) progress.state = IndexState::running;
    return progress;
  }
  return {state_.load(std::memory_order_acquire), bytes_done_.load(std::memory_order_relaxed),
          file_->size()};
}

CoordinateSystem Reader::coordinates(const Recording& recording, FrameIndex) const {
  return recording.info().coordinates;
}

bool Reader::save_index(IndexWriter&) const { return false; }

bool Reader::load_index(IndexReader&) { return false; }

Result<ResourceData> Reader::read_resource(const Recording&, ResourceIndex) const {
  return failure(
      {.code = "resource-missing", .message = "Recordings of this kind carry no embedded files."});
}

ResourceInfo Recording::resource(ResourceIndex resource) const {
  return resources_[resource.value];
}

ResourceIndex Recording::find_resource(std::string_view path) const {
  for (std::size_t i = 0, count = resources_.size(); i < count; ++i) {
    if (resources_[i].path == path) return ResourceIndex(i);
  }
  return {};
}

EntityInfo Recording::entity(EntityIndex entity) const {
  const EntityRow& row = entities_[entity.value];
  return {.id = row.id,
          .name = texts_[row.name],
          .kind = row.kind,
          .stream = row.stream,
          .parent = row.parent.load(std::memory_order_relaxed),
          .is_background = row.is_background.load(std::memory_order_relaxed)};
}

const Recording::IdChains& Recording::id_chains() const {
  std::call_once(chained_ids_, [this] {
    const std::size_t count = entities_.size();
    id_chains_.heads.assign(std::bit_ceil(count + 1), EntityIndex().value);
    id_chains_.next.resize(count);
    for (std::uint32_t row = 0; row < count; ++row) {
      std::uint32_t& head = id_chains_.heads[std::hash<std::string_view>()(entities_[row].id) &
                                             (id_chains_.heads.size() - 1)];
      id_chains_.next[row] = std::exchange(head, row);
    }
  });
  return id_chains_;
}

std::vector<EntityIndex> Recording::entities_with_id(std::string_view id) const {
  std::vector<EntityIndex> found;
  if (state_.load() < IndexState::done) {
    for (std::size_t i = 0, count = entities_.size(); i < count; ++i) {
      if (entities_[i].id == id) found.emplace_back(i);
    }
    return found;
  }
  const IdChains& chains = id_chains();
  EntityIndex row;
  row.value = chains.heads[std::hash<std::string_view>()(id) & (chains.heads.size() - 1)];
  for (; row.exists(); row.value = chains.next[row.value]) {
    if (entities_[row.value].id == id) found.push_back(row);
  }
  std::ranges::reverse(found);
  return found;
}

std::vector<EntityIndex> Recording::find_entities(std::string_view text) const {
  std::vector<EntityIndex> found = entities_with_id(text);
  if (!found.empty()) return found;
  for (std::size_t i = 0, count = entities_.size(); i < count; ++i) {
    if (texts_[entities_[i].name] == text) found.emplace_back(i);
  }
  return found;
}

Lifetime Recording::lifetime(LifetimeIndex lifetime) const {
  const LifetimeRow& row = lifetimes_[lifetime.value];
  Lifetime result{row.entity, FrameIndex(), FrameIndex()};
  const std::uint32_t last = row.last.load(std::memory_order_acquire);
  result.first.value = row.first.load(std::memory_order_relaxed);
  const std::size_t count = frame_count();
  result.last.value = last != kOpen || count == 0 ? last : static_cast<std::uint32_t>(count - 1);
  return result;
}

void Recording::lifetimes_of(EntityIndex entity, std::vector<Lifetime>& out) const {
  out.clear();
  const auto add = [&](LifetimeIndex row) {
    const Lifetime life = lifetime(row);
    if (life.last >= life.first && life.first.value < frame_count()) out.push_back(life);
  };
  const EntityRow& row = entities_[entity.value];
  if (!row.several_lives.load(std::memory_order_acquire)) {
    LifetimeIndex only;
    only.value = row.lifetime.load(std::memory_order_acquire);
    if (only.exists()) add(only);
    return;
  }
  for (std::size_t i = 0, count = lifetimes_.size(); i < count; ++i) {
    if (lifetimes_[i].entity == entity) add(LifetimeIndex(i));
  }
}

std::size_t Recording::event_count() const {
  // Events of the frame that is being indexed are there already but not published.
  const std::size_t frames = frame_count();
  return partition_row(events_.size(),
                       [&](std::size_t i) { return events_[i].frame.value < frames; });
}

EventInfo Recording::event(EventIndex event) const {
  const EventRow& row = events_[event.value];
  return {row.frame,       row.time,  row.end,           row.entity,        texts_[row.name],
          texts_[row.tag], row.order, row.source_offset, row.source_detail, row.role};
}

std::pair<std::size_t, std::size_t> Recording::events_in(FrameIndex a, FrameIndex b) const {
  const std::size_t count = event_count();
  return {partition_row(count, [&](std::size_t i) { return events_[i].frame < a; }),
          partition_row(count, [&](std::size_t i) { return events_[i].frame <= b; })};
}

PropertyRange Recording::details(PropertyTree& out) const {
  const std::lock_guard lock(details_mutex_);
  return out.append_copy(details_, {0, details_.size()});
}

std::size_t Recording::memory_bytes() const {
  std::size_t total = timeline_.memory_bytes() + texts_.bytes() + ids_.bytes() + entities_.bytes() +
                      lifetimes_.bytes() + events_.bytes();
  if (const auto sealed = lifetime_index_.load()) total += sealed->tree.bytes();
  if (const auto sealed = event_index_.load()) total += sealed->tree.bytes();
  return total;
}

StreamIndex RecordingBuilder::add_stream(std::string_view id, std::string_view name) {
  Timeline& timeline = recording_.timeline_;
  if (timeline.stream_count() == limits::kMostStreams) {
    add_problem(
        {.severity = Severity::warning,
         .code = "too-many-streams",
         .message = "There are more streams than can be told apart: the rest is shown as one.",
         .expected = "at most " + std::to_string(limits::kMostStreams) + " streams"});
    return StreamIndex(limits::kMostStreams - 1);
  }
  return timeline.add_stream({recording_.ids_.add(id), recording_.ids_.add(name)});
}

FrameIndex RecordingBuilder::add_frame(Seconds time, std::int64_t number, ByteRange bytes,
                                       StreamIndex stream) {
  Timeline& timeline = recording_.timeline_;
  if (!timeline.empty()) {
    const Seconds last = timeline.time(FrameIndex(timeline.size() - 1));
    if (!(time >= last) || !std::isfinite(time)) time = last;
  } else if (!std::isfinite(time)) {
    time = 0;
  }
  seal(false);
  const FrameIndex frame = timeline.add_frame(time, number, bytes, stream);
  check_rows();
  return frame;
}

void RecordingBuilder::check_rows() {
  const std::size_t rows = std::max({recording_.timeline_.size(), recording_.entities_.size(),
                                     recording_.lifetimes_.size(), recording_.events_.size()});
  if (is_full_ || rows < most_rows_) return;
  is_full_ = true;
  add_problem({.severity = Severity::error,
               .code = "too-many-rows",
               .offset = recording_.bytes_done_.load(std::memory_order_relaxed),
               .message = "The recording has more frames, entities, lives or events than can be "
                          "numbered: what lies behind is not shown.",
               .expected = "fewer than " + std::to_string(most_rows_) + " of each"});
}

EntityIndex RecordingBuilder::add_entity(const EntityInfo& entity) {
  Recording& recording = recording_;
  recording.entities_.append(recording.ids_.add(entity.id), recording.texts_.add(entity.name),
                             entity.kind, entity.stream, entity.parent, entity.is_background);
  if (entity.is_background) ++recording.backgrounds_;
  return EntityIndex(recording.entities_.size() - 1);
}

void RecordingBuilder::set_parent(EntityIndex child, EntityIndex parent) {
  if (!parent.exists()) return;
  recording_.entities_.writable(child.value).parent.store(parent, std::memory_order_relaxed);
}

void RecordingBuilder::set_background(EntityIndex entity) {
  Recording::EntityRow& row = recording_.entities_.writable(entity.value);
  if (!row.is_background.exchange(true, std::memory_order_relaxed)) ++recording_.backgrounds_;
}

LifetimeIndex RecordingBuilder::begin_life(EntityIndex entity, FrameIndex first) {
  recording_.lifetimes_.append(entity, first.value);
  const LifetimeIndex lifetime(recording_.lifetimes_.size() - 1);
  Recording::EntityRow& row = recording_.entities_.writable(entity.value);
  if (row.lifetime.load() != LifetimeIndex().value) row.several_lives.store(true);
  row.lifetime.store(lifetime.value, std::memory_order_release);
  return lifetime;
}

void RecordingBuilder::end_life(LifetimeIndex lifetime, FrameIndex last) {
  Recording::LifetimeRow& row = recording_.lifetimes_.writable(lifetime.value);
  if (last.exists()) {
    row.last.store(last.value, std::memory_order_release);
    return;
  }
  // Before frame 0 there is no frame to name, and none() would read as "still alive". The frame is
  // not published yet, so nobody asks in between.
  row.first.store(1, std::memory_order_relaxed);
  row.last.store(0, std::memory_order_release);
}

void RecordingBuilder::add_resource(const ResourceInfo& resource) {
  ResourceInfo row = resource;
  row.path = recording_.ids_.add(resource.path);
  row.type = recording_.ids_.add(resource.type);
  recording_.resources_.append(row);
}

void RecordingBuilder::add_comment(const CommentInfo& comment) {
  CommentInfo row = comment;
  row.id = recording_.ids_.add(comment.id);
  row.text = recording_.ids_.add(comment.text);
  row.color = recording_.ids_.add(comment.color);
  recording_.comments_.append(row);
}

void RecordingBuilder::add_layer(std::string_view name) {
  for (std::size_t i = 0; i < recording_.layers_.size(); ++i) {
    if (recording_.layers_[i] == name) return;
  }
  recording_.layers_.append(recording_.ids_.add(name));
}

EventIndex RecordingBuilder::add_event(const EventInfo& event) {
  Recording& recording = recording_;
  Seconds time = event.time;
  if (!std::isfinite(time)) time = recording.timeline_.range().end;
  const Seconds end = event.end >= time ? event.end : time;
  recording.events_.append(time, end, event.source_offset, event.frame, event.entity,
                           recording.texts_.add(event.name), recording.texts_.add(event.tag),
                           event.order, event.source_detail, event.role);
  return EventIndex(recording.events_.size() - 1);
}

void RecordingBuilder::end_event(EventIndex event, Seconds end) {
  recording_.events_.writable(event.value).end.store(end, std::memory_order_relaxed);
}

void RecordingBuilder::set_details(const PropertyTree& details) {
  const std::lock_guard lock(recording_.details_mutex_);
  recording_.details_.clear();
  recording_.details_.append_copy(details, {0, details.size()});
}

void RecordingBuilder::seal(bool at_end) {
  // Doubling keeps the total work of all rebuilds within a constant factor of the last one.
  if (at_end || recording_.lifetimes_.size() >= next_lifetime_seal_) {
    seal_lifetimes();
    next_lifetime_seal_ = recording_.lifetimes_.size() * 2 + 4096;
  }
  if (at_end || recording_.events_.size() >= next_event_seal_) {
    seal_events();
    next_event_seal_ = recording_.events_.size() * 2 + 4096;
  }
}

void RecordingBuilder::seal_lifetimes() {
  using Tree = IntervalTree<std::uint32_t, std::uint32_t>;
  std::vector<Tree::Interval> intervals;
  const GrowingColumn<Recording::LifetimeRow>& rows = recording_.lifetimes_;
  intervals.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    // One that still lives ends at the highest key: visit_alive looks at the row itself.
    intervals.push_back({rows[i].first.load(), rows[i].last.load(), static_cast<std::uint32_t>(i)});
  }
  recording_.lifetime_index_.store(
      std::make_shared<const Recording::Sealed<std::uint32_t>>(Tree(intervals), rows.size()));
}

void RecordingBuilder::seal_events() {
  using Tree = IntervalTree<Seconds, std::uint32_t>;
  std::vector<Tree::Interval> intervals;
  const GrowingColumn<Recording::EventRow>& rows = recording_.events_;
  const std::size_t count = rows.size();
  // In one pass, as rows are many: those that are no instants, for the case that all are sorted.
  bool is_sorted = true;
  Seconds before = -std::numeric_limits<Seconds>::infinity();
  for (std::size_t i = 0; i < count && is_sorted; ++i) {
    const Recording::EventRow& row = rows[i];
    const Seconds end = row.end;
    if (end > row.time) intervals.push_back({row.time, end, static_cast<std::uint32_t>(i)});
    is_sorted = row.time >= before;
    before = row.time;
  }
  if (!is_sorted) {
    intervals.clear();
    for (std::size_t i = 0; i < count; ++i) {
      intervals.push_back({rows[i].time, rows[i].end, static_cast<std::uint32_t>(i)});
    }
  }
  recording_.event_index_.store(
      std::make_shared<const Recording::Sealed<Seconds>>(Tree(intervals), count, is_sorted));
}

void begin_frame(const Recording& recording, FrameIndex frame, Frame& out) {
  const Timeline& timeline = recording.timeline();
  out.clear();
  out.index = frame;
  out.stream = timeline.stream(frame);
  out.number = timeline.number(frame);
  out.time = timeline.time(frame);
  out.coordinates = recording.info().coordinates;
}

void finish_frame(const Recording& recording, FrameDecoder& decoder,
                  const std::optional<CoordinateSystem>& target, Frame& out) {
  const auto [first, last] =
      out.only ? std::pair<std::size_t, std::size_t>() : recording.events_in(out.index, out.index);
  for (std::size_t row = first; row < last; ++row) {
    const PropertyTree::Node mark = out.tree.size();
    decoder.decode_event(EventIndex(row), out.tree);
    out.events.push_back({EventIndex(row), out.tree.since(mark)});
  }
  apply_choices(recording.chosen_meanings(), out.tree, {0, out.tree.size()});
  if (target) convert_coordinates(out, *target);
}

Cursor::Cursor(std::shared_ptr<const Recording> recording)
    : recording_(std::move(recording)), decoder_(recording_->reader().decoder(*recording_)) {}

const Frame& Cursor::seek(FrameIndex frame) {
  if (frame_.index == frame && (!frame_.only || frame_.only == only_)) return frame_;
  note_work(frame);
  begin_frame(*recording_, frame, frame_);
  frame_.only = only_;
  decoder_->decode(frame, frame_);
  if (frame_.only) {
    std::erase_if(frame_.entities,
                  [&](const Entity& entity) { return !frame_.wants(entity.index); });
  }
  finish_frame(*recording_, *decoder_, target_, frame_);
  return frame_;
}

void Cursor::want(std::optional<std::vector<EntityIndex>> only) {
  if (only) std::ranges::sort(*only);
  only_ = std::move(only);
}

PropertyRange Cursor::read_event(EventIndex event, PropertyTree& out) {
  const PropertyTree::Node mark = out.size();
  decoder_->decode_event(event, out);
  const PropertyRange range = out.since(mark);
  apply_choices(recording_->chosen_meanings(), out, range);
  if (target_) {
    const CoordinateSystem recorded =
        recording_->reader().coordinates(*recording_, recording_->event(event).frame);
    convert_coordinates(out, range, CoordinateConversion(recorded, *target_));
  }
  return range;
}

void Cursor::set_coordinates(std::optional<CoordinateSystem> target) {
  if (target_ == target) return;
  target_ = target;
  frame_.index = FrameIndex::none();
}

}  // namespace scrubjay
