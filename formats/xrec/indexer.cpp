#include "formats/xrec/indexer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace scrubjay::xrec {

Indexer::Indexer(FileIndex& index, RecordingBuilder& builder)
    : index_(index), builder_(builder), stream_(builder.add_stream("0", "")) {}

void Indexer::run(Container container, Problems problems) {
  tell(problems);
  while (!builder_.cancelled()) {
    const auto step = container.next(problems);
    if (!step) break;
    take(*step, problems);
    tell(problems);
    builder_.progress(container.offset());
  }
  if (!builder_.cancelled()) container.check_counts(found_, problems);
  tell(problems);
  finish(container);
}

void Indexer::tell(Problems& problems) {
  for (Problem& problem : problems.take()) builder_.add_problem(std::move(problem));
}

void Indexer::take(const Container::Step& step, Problems& problems) {
  if (step.packet.is(PacketType::event)) ++counts_.event_packets;
  if (!step.event) return;
  const auto packet = static_cast<std::uint32_t>(index_.packets.size());
  packet_paths_.begin_packet();
  packet_types_.clear();
  samples_.clear();
  const bool is_read = visit_events(*step.event, reader_, problems,
                                    [&](const CapturedEvent& event) { take(event, packet); });
  found_ += reader_.events_found();
  if (!is_read) return;
  PacketRow& row = index_.packets.emplace_back();
  row.offset = step.event->offset;
  row.samples = static_cast<std::uint32_t>(samples_.size());
  const EventPacketHeader& header = step.event->header;
  if (header.has_valid_range()) row.rtss = {header.rtss_begin, header.rtss_end};
  // xrec.md 8.3: the events' own range where one is outside of the header's.
  if (const auto& range = reader_.range()) {
    if (!header.has_valid_range() || range->rtss_begin < row.rtss.begin ||
        range->rtss_end > row.rtss.end) {
      row.rtss = {range->rtss_begin, range->rtss_end};
    }
  }
  merge(packet);
}

/// Adds the packet to the state, as long as packets come in the order that checkpoints need.
void Indexer::merge(std::uint32_t packet) {
  if (samples_.empty() || !is_in_order_) return;
  const PacketRow& row = index_.packets[packet];
  if (merged_ > 0 && row.rtss.end < last_end_) {
    is_in_order_ = false;
    index_.checkpoints.clear();
    state_ = {};
    return;
  }
  last_end_ = row.rtss.end;
  state_.resize(index_.paths.size());
  for (const Sample& sample : samples_) apply(state_, sample, packet);
  index_.checkpoints.packet_merged(++merged_, samples_.size(), state_);
}

void Indexer::take(const CapturedEvent& event, std::uint32_t packet) {
  ++counts_.captured;
  count_type(event.type_name);
  const std::uint32_t frame = frame_row(event, packet);
  std::uint32_t entity = PathTable::kNone;
  if (event.known.has_path) {
    entity = packet_paths_.row(event.known, [&](std::string_view path) { return add_path(path); });
    begin_at(entity, {event.rtss, frame});
  }
  if (moves(event.known.kind)) {
    const std::size_t before = samples_.size();
    append_samples(event, entity, samples_);
    index_.sample_counts.resize(index_.paths.size());
    for (const Sample& sample : std::span(samples_).subspan(before)) {
      ++index_.sample_counts[sample.entity][static_cast<std::size_t>(sample.channel)];
    }
  } else {
    events_.add(event, packet, entity);
  }
}

std::uint32_t Indexer::frame_row(const CapturedEvent& event, std::uint32_t packet) {
  // Neighbouring events are mostly of one frame.
  if (last_frame_ == kNoFrame || frames_[last_frame_].number != event.frame) {
    const auto row = static_cast<std::uint32_t>(frames_.size());
    const auto [known, is_new] = frame_rows_.try_emplace(event.frame, row);
    if (is_new) frames_.push_back({event.frame, event.rtss, packet, {}});
    last_frame_ = known->second;
  }
  FrameRow& frame = frames_[last_frame_];
  frame.rtss = std::min(frame.rtss, event.rtss);
  return last_frame_;
}

/// The builder numbers entities as the table does its rows.
std::uint32_t Indexer::add_path(std::string_view path) {
  const PathTable& paths = index_.paths;
  const std::uint32_t first = paths.size();
  const std::uint32_t row = index_.paths.add(path);
  for (std::uint32_t added = first; added < paths.size(); ++added) {
    const EntityIndex entity =
        builder_.add_entity(paths.path(added), paths.name(added), EntityKind::other, stream_);
    const std::uint32_t parent = paths.parent(added);
    if (parent != PathTable::kNone) builder_.set_parent(entity, EntityIndex(parent));
  }
  begins_.resize(paths.size());
  return row;
}

void Indexer::count_type(std::string_view type_name) {
  for (const auto& [at, count] : packet_types_) {
    if (at == type_name.data()) {
      ++*count;
      return;
    }
  }
  auto known = counts_.by_type.find(type_name);
  if (known == counts_.by_type.end())
    known = counts_.by_type.emplace(std::string(type_name), 0).first;
  ++known->second;
  // More types than these in one packet are looked up each time.
  if (packet_types_.size() < 16) packet_types_.emplace_back(type_name.data(), &known->second);
}

void Indexer::finish(const Container& container) {
  index_.origin = container.start().rtss;
  if (!std::isfinite(index_.origin)) {
    const auto first = std::ranges::min_element(frames_, {}, &FrameRow::rtss);
    index_.origin = first == frames_.end() ? 0.0 : first->rtss;
  }
  index_.order_packets();
  if (!is_in_order_) make_checkpoints(index_, [&] { return !builder_.cancelled(); });
  state_ = {};
  events_.finish();
  begin_parents();
  publish();
  write_details(container);
  builder_.set_complete(container.is_complete());
}

/// The earlier of the entity's begin and `begin`, in the order of frames.
void Indexer::begin_at(std::uint32_t entity, const Begin& begin) {
  Begin& known = begins_[entity];
  if (known.frame == kNoFrame || std::tie(begin.rtss, frames_[begin.frame].number) <
                                     std::tie(known.rtss, frames_[known.frame].number)) {
    known = begin;
  }
}

/// A parent is there as soon as one of its children is.
void Indexer::begin_parents() {
  for (std::uint32_t row = index_.paths.size(); row-- > 0;) {
    const std::uint32_t above = index_.paths.parent(row);
    if (above == PathTable::kNone) continue;
    begin_at(above, begins_[row]);
  }
}

Seconds Indexer::shown(double rtss) const {
  constexpr double kMost = std::numeric_limits<double>::max();
  return std::clamp(rtss - index_.origin, -kMost, kMost);
}

/// Rows of frames_ by time, then number (xrec.md 7.1).
std::vector<std::uint32_t> Indexer::order_frames() {
  std::vector<std::uint32_t> order(frames_.size());
  for (std::uint32_t row = 0; row < order.size(); ++row) order[row] = row;
  std::ranges::sort(order, {}, [&](std::uint32_t row) {
    return std::tuple(frames_[row].rtss, frames_[row].number);
  });
  for (std::size_t i = 0; i < order.size(); ++i) {
    frames_[order[i]].index = FrameIndex(i);
    index_.frame_rtss.push_back(frames_[order[i]].rtss);
  }
  return order;
}

void Indexer::publish() {
  const std::vector<std::uint32_t> order = order_frames();
  std::vector<std::vector<std::uint32_t>> entities(order.size());
  for (std::uint32_t entity = 0; entity < begins_.size(); ++entity) {
    entities[frames_[begins_[entity].frame].index.value].push_back(entity);
  }
  std::vector<std::vector<std::uint32_t>> events(order.size());
  for (std::uint32_t i = 0; i < events_.rows().size(); ++i) {
    const std::uint32_t frame = frame_rows_.at(events_.rows()[i].frame);
    events[frames_[frame].index.value].push_back(i);
  }
  for (std::size_t i = 0; i < order.size(); ++i) {
    const FrameRow& frame = frames_[order[i]];
    publish_events(events[i], frame.index);
    for (const std::uint32_t entity : entities[i]) {
      builder_.begin_life(EntityIndex(entity), frame.index);
    }
    const auto packet = packet_at(index_.file, index_.packets[frame.packet].offset);
    const ByteRange bytes =
        packet ? ByteRange{packet->offset, packet->end() - packet->offset} : ByteRange{};
    builder_.add_frame(shown(frame.rtss), static_cast<std::uint64_t>(frame.number), bytes, stream_);
  }
}

/// `events` are rows of events_ in their order.
void Indexer::publish_events(std::span<const std::uint32_t> events, FrameIndex frame) {
  std::uint32_t order = 0;
  for (const std::uint32_t row : events) {
    const EventList::Row& event = events_.rows()[row];
    EventInfo info{.frame = frame,
                   .time = shown(event.rtss),
                   .end = shown(event.end_rtss),
                   .entity = {},
                   .name = events_.text(event.name),
                   .tag = events_.text(event.tag),
                   .order = order++,
                   .source_offset = index_.packets[event.packet].offset,
                   .source_detail = event.place};
    if (event.entity != PathTable::kNone) info.entity = EntityIndex(event.entity);
    builder_.add_event(info);
  }
}

void Indexer::write_details(const Container& container) {
  PropertyTree details;
  add_container_details(container, counts_, details);
  const auto clients = details.open("clients", PropertyType::list);
  std::size_t n = 0;
  for (const std::string_view name : events_.clients()) {
    details.text(index_name(details, n++), name);
  }
  details.close(clients);
  add_end_metadata(container, details);
  builder_.set_details(details);
}

}  // namespace scrubjay::xrec
