#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_set>
#include <utility>

#include "core/text.h"
#include "formats/mcap/own_names.h"
#include "formats/mcap/read/indexer.h"

// The index pass over a file of ours that carries what the pass would find: no chunk is inflated.

namespace scrubjay::mcap {

namespace {

/// Holds the frames of an index against each other, before any of them is believed.
class CarriedCheck {
 public:
  explicit CarriedCheck(const FileIndex& index) : index_(index) {}

  bool takes(const CarriedFrame& frame) {
    return is_placed(frame) && has_entities(frame) && has_lives(frame) && has_events(frame);
  }

 private:
  static constexpr std::uint32_t kNotLiving = 0xFFFFFFFF;

  bool is_placed(const CarriedFrame& frame) {
    const ReadChannel* const channel = index_.channel(frame.channel);
    if (channel == nullptr || channel->role != Role::own_frame) return false;
    stream_ = channel->stream.value;
    const std::uint64_t place = packed_place(frame.block, frame.message);
    const bool is_behind = is_first_ || (place > last_place_ && frame.time >= last_time_);
    is_first_ = false;
    last_place_ = place;
    last_time_ = frame.time;
    return is_behind && std::isfinite(frame.time) && frame.block < index_.map.blocks.size();
  }
  bool has_entities(const CarriedFrame& frame) {
    return std::ranges::all_of(frame.entities, [&](const CarriedFrame::NewEntity& entity) {
      lives_.push_back(kNotLiving);
      return labels_.insert(own_key(StreamIndex(stream_), entity.label)).second;
    });
  }
  bool has_lives(const CarriedFrame& frame) {
    const auto turn = [&](std::uint64_t row, std::uint32_t before, std::uint32_t behind) {
      if (row >= lives_.size() || lives_[row] != before) return false;
      lives_[row] = behind;
      return true;
    };
    const auto is_row = [&](std::uint64_t row) { return row < lives_.size(); };
    return std::ranges::all_of(frame.begins,
                               [&](std::uint64_t row) { return turn(row, kNotLiving, stream_); }) &&
           std::ranges::all_of(frame.ends,
                               [&](std::uint64_t row) { return turn(row, stream_, kNotLiving); }) &&
           std::ranges::all_of(frame.parents, [&](const auto& pair) {
             return is_row(pair.first) && is_row(pair.second) && pair.first != pair.second;
           });
  }
  bool has_events(const CarriedFrame& frame) const {
    return std::ranges::all_of(frame.events, [&](const CarriedFrame::OneEvent& event) {
      constexpr std::uint32_t kMost = std::numeric_limits<std::uint32_t>::max();
      return event.entity <= lives_.size() && event.message <= kMost - frame.message;
    });
  }

  const FileIndex& index_;
  std::uint32_t stream_ = 0;
  bool is_first_ = true;
  std::uint64_t last_place_ = 0;
  double last_time_ = 0;
  std::vector<std::uint32_t> lives_;  ///< by row: the stream in which it lives
  std::unordered_set<std::string> labels_;
};

}  // namespace

bool Indexer::is_right(const CarriedIndex& carried) const {
  CarriedCheck check(index_);
  return carried.each_frame(
      [&](const CarriedFrame& frame) { return !builder_.cancelled() && check.takes(frame); });
}

/// False where the file carries no index that can be used.
bool Indexer::run_carried() {
  const auto& statistics = index_.map.statistics;
  const auto carried = CarriedIndex::find(index_.file, index_.map);
  if (!carried || !statistics) return false;
  if (!is_right(*carried)) {
    if (!builder_.cancelled()) {
      tell(Severity::warning, "bad-index",
           "The index that the file carries is not right: its chunks are gone through instead.");
    }
    return false;
  }
  index_.is_carried = true;
  for (const auto& [channel, count] : statistics->channels) counts_[channel] = count;
  const std::uint64_t step =
      index_.file.size() / std::max<std::uint64_t>(1, index_.map.blocks.size());
  carried->each_frame([&](const CarriedFrame& frame) {
    take_carried(frame);
    builder_.progress(step * frame.block);
    return !builder_.cancelled();
  });
  return true;
}

void Indexer::take_carried(const CarriedFrame& frame) {
  at_ = {frame.block, frame.message, index_.map.blocks[frame.block].record};
  close_frame();
  const StreamIndex stream = index_.channel(frame.channel)->stream;
  if (!first_sequence_) first_sequence_ = frame.sequence;
  open_frame({.time = frame.time, .number = frame.number, .stream = stream, .first = {}});
  open_own_stream(stream);
  const FrameIndex now = builder_.next_frame();
  for (const CarriedFrame::NewEntity& entity : frame.entities) {
    carried_rows_.push_back(add_own_entity(stream, entity.label, entity.id, entity.name));
    newest_by_id_[own_id_key(stream, entity.id)] = carried_rows_.back();
  }
  for (const std::uint64_t row : frame.begins) {
    Living& living = living_[carried_rows_[row].value];
    living.life = builder_.begin_life(carried_rows_[row], now);
    living.stream = stream;
  }
  for (const auto& [child, parent] : frame.parents) {
    builder_.set_parent(carried_rows_[child], carried_rows_[parent]);
  }
  for (const std::uint64_t row : frame.ends) {
    LifetimeIndex& life = living_[carried_rows_[row].value].life;
    builder_.end_life(std::exchange(life, LifetimeIndex::none()), last_frames_[stream.value]);
  }
  for (const CarriedFrame::OneEvent& event : frame.events) {
    const std::string name = valid_utf8(event.name);
    const std::string tag = valid_utf8(event.tag);
    builder_.add_event(
        {.frame = now,
         .time = event.time,
         .end = event.end,
         .entity = event.entity == 0 ? EntityIndex::none() : carried_rows_[event.entity - 1],
         .name = name,
         .tag = tag,
         .order = event.order,
         .source_offset = packed_place(frame.block, frame.message + event.message),
         .role = event_role_from(event.role)});
  }
}

}  // namespace scrubjay::mcap
