#include "formats/kept/decoder.h"

#include <string>
#include <string_view>
#include <utility>

#include "formats/kept/limits.h"

namespace scrubjay::kept {

void Decoder::load(std::size_t group, Loaded& into) {
  if (into.group == group) return;
  into.group = group;
  std::vector<std::byte> bytes = into.reader.close();
  into.error = unpack(index_.groups[group], bytes);
  if (into.error == nullptr && !into.reader.open(std::move(bytes)))
    into.error = into.reader.error();
}

const char* Decoder::unpack(const Index::Group& group, std::vector<std::byte>& out) {
  constexpr std::size_t kHeadBytes = 8;  // first frame, frames
  const auto packet = source_->at(group.place);
  const bool is_there = packet && packet->kind == PacketKind::group;
  if (!is_there || packet->payload.size() < kHeadBytes) return "their packet cannot be read";
  return unpacker_.unpack(packet->payload.subspan(kHeadBytes), limits::kMostGroupBytes, out);
}

const char* Decoder::go_to(std::uint64_t position) {
  GroupReader& reader = frames_.reader;
  // A frame that cannot be read has changed a part of what the one before it held.
  const bool is_damaged = reader.error()[0] != '\0' && reader.position() == position;
  if (reader.position() > position || is_damaged) reader.rewind();
  while (reader.position() < position) {
    if (reader.next()) continue;
    const char* why = reader.error();
    return why[0] == '\0' ? "they end before this frame" : why;
  }
  return nullptr;
}

void Decoder::decode(FrameIndex frame, Frame& out) {
  out.coordinates = index_.coordinates_at(frame);
  const std::uint64_t written = index_.frames[frame.value];
  const auto group = index_.group_of(written);
  if (!group) {
    show_lost(recording_.timeline().bytes(frame).begin, "they are not in the recording", out);
    return;
  }
  load(*group, frames_);
  const char* error =
      frames_.error != nullptr ? frames_.error : go_to(written - index_.groups[*group].first + 1);
  if (error == nullptr) {
    fill(out);
  } else {
    show_lost(index_.groups[*group].place.bytes.begin, error, out);
  }
}

/// The frame as the file's own format says it, and why.
void Decoder::show_lost(std::uint64_t place, const char* why, Frame& out) {
  if (!own_frames_) own_frames_.emplace(recording_, own_.get());
  own_frames_->fill(out);
  std::string message = std::string("What is kept of a frame is lost: ") + why + ".";
  if (!help_.empty()) message.append(" ").append(help_);
  Problem problem = damaged_packet(place, std::move(message));
  problem.frame = out.index;
  out.problems.push_back(std::move(problem));
}

void Decoder::fill(Frame& out) {
  const GroupReader& group = frames_.reader;
  out.properties = group.build(group.frame(), out.tree);
  for (const auto& [row, item] : group.entities()) {
    const EntityIndex index = index_.entity(row);
    if (!index.exists()) continue;
    Entity& entity = out.entities.emplace_back();
    entity.index = index;
    if (!out.wants(index)) continue;
    const std::uint32_t parent = group.describe(item, entity);
    if (parent != Flattener::kNoRow) entity.parent = index_.entity(parent);
    entity.properties = group.build(item, out.tree);
  }
  check(out);
}

/// What a frame says is held against what the recording's tables say.
void Decoder::check(Frame& out) {
  if (has_those_that_live(out)) return;
  Problem problem = damaged_packet(recording_.timeline().bytes(out.index).begin,
                                   "A frame holds other entities than those that live then.");
  problem.severity = Severity::warning;
  problem.frame = out.index;
  out.problems.push_back(std::move(problem));
}

/// Everything in it lives, and all that lives of its stream is in it. O(entities of the frame).
bool Decoder::has_those_that_live(const Frame& frame) {
  const std::uint64_t lives = ++checks_;
  std::size_t expected = 0;
  const auto is_of_its_stream = [&](EntityIndex entity) {
    return recording_.entity(entity).stream == frame.stream;
  };
  recording_.visit_alive(frame.index, [&](EntityIndex entity) {
    if (entity.value >= seen_alive_.size()) seen_alive_.resize(entity.value + 1);
    const bool is_first = std::exchange(seen_alive_[entity.value], lives) != lives;
    if (is_first && is_of_its_stream(entity)) ++expected;
  });
  for (const Entity& entity : frame.entities) {
    const std::size_t row = entity.index.value;
    if (row >= seen_alive_.size() || seen_alive_[row] != lives) return false;
    if (is_of_its_stream(entity.index)) --expected;
  }
  return expected == 0;
}

void Decoder::decode_event(EventIndex event, PropertyTree& out) {
  const EventInfo info = recording_.event(event);
  const auto group = index_.group_of(info.source_offset);
  if (!group) return;
  Loaded& loaded = frames_.group == group ? frames_ : events_;
  load(*group, loaded);
  // A group that cannot be read is reported with its frames.
  if (loaded.error != nullptr) return;
  loaded.reader.read_event(info.source_offset - index_.groups[*group].first, info.source_detail,
                           out);
}

}  // namespace scrubjay::kept
