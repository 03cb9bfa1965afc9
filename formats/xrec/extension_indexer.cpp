#include "formats/xrec/extension_indexer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "formats/xrec/extension.h"

namespace scrubjay::xrec::extension {

namespace {

/// Rows that lost packets may leave open in the table of entities.
constexpr std::size_t kMostMissingEntities = std::size_t{1} << 20;

EntityKind kind_named(std::string_view name) {
  for (std::size_t i = 0; i < kEntityKinds; ++i) {
    if (to_text(static_cast<EntityKind>(i)) == name) return static_cast<EntityKind>(i);
  }
  return EntityKind::other;
}

}  // namespace

void Indexer::run(Container container, Problems problems) {
  origin_ = std::isfinite(container.start().rtss) ? container.start().rtss : 0.0;
  coordinates_ = index_.coordinates;
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
  packet_ = {step.packet.offset, step.packet.end() - step.packet.offset};
  visit_events(*step.event, reader_, problems, [&](const CapturedEvent& event) {
    ++counts_.captured;
    const auto known = counts_.by_type.find(event.type_name);
    ++(known != counts_.by_type.end() ? known->second
                                      : counts_.by_type[std::string(event.type_name)]);
    if (take_own(event)) return;
    problems.add(ProblemCode::bad_event, [&] {
      return "The event at byte " + std::to_string(event.place) +
             " of its packet's block is lost: it lacks fields, or names what is not there.";
    });
  });
  found_ += reader_.events_found();
}

/// True also for events that are not our own: what they say stands in our own ones, too.
bool Indexer::take_own(const CapturedEvent& event) {
  if (!event.type_name.starts_with(kOwnTypes)) return true;
  if (event.type_name == kStates) return take_states(event);
  if (event.type_name == kResourceData) return true;
  tree_.clear();
  const Fields fields(tree_, reader_.properties(event.place, tree_));
  if (event.type_name == kFrame) return take_frame(event, fields);
  if (event.type_name == kRecorded) return take_recorded(fields);
  if (event.type_name == kEntity) return take_entity(fields);
  if (event.type_name == kLife) return take_life(fields);
  if (event.type_name == kStream) return take_stream(fields);
  if (event.type_name == kLayer) return take_layer(fields);
  if (event.type_name == kResource) return take_resource(event, fields);
  if (event.type_name == kComment) return take_comment(fields);
  return true;
}

/// The stream with that row; those whose event is lost are called by their rows.
std::optional<StreamIndex> Indexer::stream(std::int64_t row) {
  if (row < 0 || row >= static_cast<std::int64_t>(Timeline::kStreams)) return std::nullopt;
  const auto wanted = static_cast<std::size_t>(row);
  while (streams_.size() <= wanted) {
    streams_.push_back(builder_.add_stream(std::to_string(streams_.size()), ""));
  }
  return streams_[wanted];
}

bool Indexer::take_stream(const Fields& fields) {
  const auto row = fields.integer("Stream");
  const auto id = fields.text("Id");
  const auto name = fields.text("Name");
  if (!row || !id || !name) return false;
  if (*row > 0 && !stream(*row - 1)) return false;
  if (*row != static_cast<std::int64_t>(streams_.size())) return false;
  streams_.push_back(builder_.add_stream(*id, *name));
  return true;
}

bool Indexer::take_entity(const Fields& fields) {
  const auto row = fields.row("Entity");
  const auto id = fields.text("Id");
  const auto name = fields.text("Name");
  const auto kind = fields.text("Kind");
  const auto stream_row = fields.integer("Stream");
  const auto parent = fields.integer("Parent");
  const auto of_stream = stream_row ? stream(*stream_row) : std::nullopt;
  if (!row || !id || !name || !kind || !parent || !of_stream) return false;
  if (*row < index_.entities.size() || *row - index_.entities.size() > kMostMissingEntities) {
    return false;
  }
  while (index_.entities.size() < *row) index_.entities.append(Flattener::kNoRow);
  const EntityIndex entity = builder_.add_entity(*id, *name, kind_named(*kind), *of_stream);
  index_.entities.append(entity.value);
  if (const auto above = fields.row("Parent")) parents_.emplace_back(entity, *above);
  return true;
}

bool Indexer::take_life(const Fields& fields) {
  const EntityIndex entity = entity_index(fields.row("Entity"));
  const auto first = fields.row("First");
  const auto last = fields.integer("Last");
  if (!entity.exists() || !first || !last) return false;
  // One that never lived ends before it begins: in front of frame 0 there is no row.
  const bool has_lived = *last >= std::int64_t{*first};
  lives_.push({.first = *first,
               .row = life_rows_++,
               .last = has_lived ? static_cast<std::uint64_t>(*last) + 1 : 0,
               .entity = entity});
  return true;
}

bool Indexer::take_layer(const Fields& fields) {
  const auto name = fields.text("Name");
  if (name) builder_.add_layer(*name);
  return name.has_value();
}

bool Indexer::take_recorded(const Fields& fields) {
  const auto row = fields.row("Event");
  const auto frame = fields.row("Frame");
  const auto place = fields.row("Place");
  const auto name = fields.text("Name");
  const auto tag = fields.text("Tag");
  const auto time = fields.number("Time");
  const auto end = fields.number("End");
  const auto order = fields.row("Order");
  if (!row || !frame || !place || !name || !tag || !time || !end || !order) return false;
  const bool runs_on = !event_runs_.empty() &&
                       *row - event_runs_.back().first == events_ - event_runs_.back().second;
  if (!runs_on) {
    if (!event_runs_.empty() && *row <= event_runs_.back().first) return false;
    event_runs_.emplace_back(*row, events_);
  }
  ++events_;
  builder_.add_event({.frame = builder_.next_frame(),
                      .time = *time,
                      .end = *end,
                      .entity = entity_index(fields.row("Entity")),
                      .name = *name,
                      .tag = *tag,
                      .order = *order,
                      .source_offset = *frame,
                      .source_detail = *place});
  return true;
}

bool Indexer::take_frame(const CapturedEvent& event, const Fields& fields) {
  const auto frame = fields.row("Frame");
  const auto stream_row = fields.integer("Stream");
  const auto of_stream = stream_row ? stream(*stream_row) : std::nullopt;
  if (!frame || !of_stream) return false;
  const std::size_t count = index_.frames.size();
  if (count > 0 && *frame <= index_.frames[count - 1]) return false;
  if (const auto text = fields.text("Coordinates"); text && !take_coordinates(*text)) return false;
  index_.frames.append(*frame);
  begin_and_end_lives(*frame);
  builder_.add_frame(event.rtss - origin_, static_cast<std::uint64_t>(event.frame), packet_,
                     *of_stream);
  return true;
}

/// They hold from the frame to come until others are told.
bool Indexer::take_coordinates(std::string_view text) {
  const auto system = CoordinateSystem::parse(text);
  if (!system) return false;
  if (*system == coordinates_) return true;
  coordinates_ = *system;
  index_.changes.append(builder_.next_frame().value, *system);
  return true;
}

/// What begins at or before the frame to come, and what has ended before it.
void Indexer::begin_and_end_lives(std::uint64_t frame) {
  const FrameIndex next = builder_.next_frame();
  while (!lives_.empty() && lives_.top().first <= frame) {
    const Life& life = lives_.top();
    ends_.emplace(life.last, builder_.begin_life(life.entity, next));
    lives_.pop();
  }
  while (!ends_.empty() && ends_.top().first <= frame) {
    // In front of frame 0 that is none(), as end_life wants it.
    FrameIndex last;
    last.value = next.value - 1;
    builder_.end_life(ends_.top().second, last);
    ends_.pop();
  }
}

bool Indexer::take_states(const CapturedEvent& event) {
  const auto part = states_part(reader_, event.place);
  if (!part) return false;
  if (part->part > 0) return true;
  const std::size_t count = index_.groups.size();
  if (count > 0 && part->first < index_.groups[count - 1].first + index_.groups[count - 1].frames) {
    return false;
  }
  index_.groups.append(packet_.begin, part->first, part->frames);
  return true;
}

bool Indexer::take_resource(const CapturedEvent& event, const Fields& fields) {
  const auto path = fields.text("Path");
  const auto type = fields.text("Type");
  const auto size = fields.integer("Size");
  if (!path || !type || !size) return false;
  index_.resources.append(packet_.begin, event.place);
  builder_.add_resource({.path = *path,
                         .type = *type,
                         .size_bytes = static_cast<std::uint64_t>(*size),
                         .source_offset = packet_.begin,
                         .source_size = packet_.size});
  return true;
}

bool Indexer::take_comment(const Fields& fields) {
  const auto id = fields.text("Id");
  const auto text = fields.text("Text");
  const auto color = fields.text("Color");
  const auto target = fields.text("Target");
  const auto x = fields.number("X");
  const auto y = fields.number("Y");
  if (!id || !text || !color || !target || !x || !y) return false;
  CommentInfo comment{.id = *id,
                      .text = *text,
                      .color = *color,
                      .target = *target == "property" ? CommentInfo::Target::property
                                : *target == "event"  ? CommentInfo::Target::event
                                                      : CommentInfo::Target::timeline,
                      .frame = frame_index(fields.row("Frame")),
                      .entity = entity_index(fields.row("Entity")),
                      .event = event_index(fields.row("Event")),
                      .property = fields.row("Property").value_or(CommentInfo::kNoProperty),
                      .x = *x,
                      .y = *y};
  builder_.add_comment(comment);
  return true;
}

FrameIndex Indexer::frame_index(std::optional<std::uint32_t> written) const {
  if (!written) return {};
  const std::size_t row = partition_row(index_.frames.size(),
                                        [&](std::size_t i) { return index_.frames[i] < *written; });
  const bool is_there = row < index_.frames.size() && index_.frames[row] == *written;
  return is_there ? FrameIndex(row) : FrameIndex();
}

EventIndex Indexer::event_index(std::optional<std::uint32_t> written) const {
  if (!written) return {};
  const std::size_t after = partition_row(
      event_runs_.size(), [&](std::size_t i) { return event_runs_[i].first <= *written; });
  if (after == 0) return {};
  const auto& [first, row] = event_runs_[after - 1];
  const std::uint32_t end = after < event_runs_.size() ? event_runs_[after].second : events_;
  const std::uint64_t found = std::uint64_t{*written} - first + row;
  return found < end ? EventIndex(static_cast<std::size_t>(found)) : EventIndex();
}

EntityIndex Indexer::entity_index(std::optional<std::uint32_t> written) const {
  return written ? index_.entity(*written) : EntityIndex();
}

void Indexer::finish(const Container& container) {
  for (const auto& [child, above] : parents_) {
    if (const EntityIndex parent = index_.entity(above); parent.exists()) {
      builder_.set_parent(child, parent);
    }
  }
  PropertyTree details;
  add_container_details(container, counts_, details);
  add_end_metadata(container, details);
  builder_.set_details(details);
  const Metadata& end = container.end_metadata();
  const auto node = find_path(end.tree, end.entries(), kCompleteKey);
  const bool was_cut =
      node && end.tree[*node].type == PropertyType::boolean && !end.tree[*node].boolean;
  builder_.set_complete(container.is_complete() && !was_cut);
}

}  // namespace scrubjay::xrec::extension
