#include "formats/mcap/write/carried_index.h"

#include <algorithm>

#include "core/text.h"
#include "formats/mcap/own_names.h"
#include "formats/mcap/wire.h"
#include "formats/zstd_frame.h"

namespace scrubjay::mcap {

namespace {

void add_little(std::string& out, std::uint32_t value) {
  for (int i = 0; i < 4; ++i) out += static_cast<char>(value >> (8 * i) & 0xFF);
}

}  // namespace

void ToldFrame::clear() {
  entities.clear();
  names.clear();
  events.clear();
}

CarriedIndexWriter::CarriedIndexWriter(const WritePlan& plan, const Labels& labels)
    : plan_(plan),
      recording_(plan.recording()),
      labels_(labels),
      known_(plan.entities().size()),
      living_(plan.recording().timeline().stream_count()) {}

void CarriedIndexWriter::add(const ToldFrame& frame, const ContainerWriter::Place& place,
                             std::uint32_t sequence) {
  // Not a number fails, too.
  is_good_ = is_good_ && (frames_ == 0 || frame.time >= last_time_);
  if (!is_good_) return;
  last_time_ = frame.time;
  ++frames_;
  std::vector<std::uint32_t>& living = living_[frame.stream.value];
  MessageWriter(piece_).message(1, [&](MessageWriter& out) {
    out.integer_field(1, place.channel);
    out.integer_field(2, static_cast<std::uint64_t>(frame.number));
    out.number_field(3, frame.time);
    out.integer_field(4, place.chunk);
    out.integer_field(5, place.message);
    out.integer_field(6, sequence);
    std::size_t name_begin = 0;
    for (const ToldFrame::OneEntity& told : frame.entities) {
      Known& known = known_[told.row];
      const EntityInfo info = recording_.entity(plan_.entities()[told.row]);
      // Its messages would stand among those of another stream.
      if (info.stream != frame.stream) is_good_ = false;
      const std::string_view name =
          std::string_view(frame.names).substr(name_begin, told.name_end - name_begin);
      name_begin = told.name_end;
      if (known.row == kNone) {
        known.row = rows_++;
        out.message(7, [&](MessageWriter& entity) {
          entity.bytes_field(1, labels_.frame_of(told.row, frame.stream));
          entity.bytes_field(2, valid_utf8(info.id));
          entity.bytes_field(3, valid_utf8(name));
        });
      }
      known.last_told = frames_;
      if (!known.lives) {
        known.lives = true;
        living.push_back(told.row);
        newest_by_id_[own_id_key(frame.stream, info.id)] = known.row;
        out.integer(8, known.row);
      }
    }
    // Parents may be told of behind their children.
    for (const ToldFrame::OneEntity& told : frame.entities) {
      Known& known = known_[told.row];
      const std::uint32_t parent =
          told.parent == WritePlan::kNoRow ? kNone : known_[told.parent].row;
      if (parent == kNone || parent == known.parent || parent == known.row) continue;
      known.parent = parent;
      out.message(9, [&](MessageWriter& pair) {
        pair.integer_field(1, known.row);
        pair.integer_field(2, parent);
      });
    }
    std::erase_if(living, [&](std::uint32_t row) {
      Known& known = known_[row];
      if (known.last_told == frames_) return false;
      known.lives = false;
      out.integer(10, known.row);
      return true;
    });
    for (const ToldFrame::OneEvent& told : frame.events) {
      const EventInfo info = recording_.event(told.event);
      const std::string_view id =
          info.entity.exists() ? recording_.entity(info.entity).id : std::string_view();
      const auto entity =
          id.empty() ? newest_by_id_.end() : newest_by_id_.find(own_id_key(frame.stream, id));
      out.message(11, [&](MessageWriter& event) {
        event.integer_field(1, told.message);
        event.number_field(2, info.time);
        event.number_field(3, std::max(info.end, info.time));
        if (entity != newest_by_id_.end()) event.integer_field(4, entity->second + 1);
        event.bytes_field(5, valid_utf8(info.name));
        event.bytes_field(6, valid_utf8(info.tag));
        event.integer_field(7, info.order);
        event.bytes_field(8, event_role_name(info.role));
      });
    }
  });
  if (piece_.size() >= kPieceBytes) close_piece();
}

void CarriedIndexWriter::close_piece() {
  if (piece_.empty()) return;
  constexpr int kLevel = 3;
  std::string packed;
  is_good_ = is_good_ && append_zstd(packed, piece_, kLevel) && piece_.size() < kNone;
  // Of equal sizes: it stands as it is.
  if (packed.size() >= piece_.size()) packed = piece_;
  if (is_good_) {
    add_little(packed_, static_cast<std::uint32_t>(piece_.size()));
    add_little(packed_, static_cast<std::uint32_t>(packed.size()));
    packed_ += packed;
  }
  piece_.clear();
}

std::string CarriedIndexWriter::finish(std::uint32_t chunks_sum) {
  close_piece();
  if (!is_good_ || frames_ == 0) return {};
  std::string out;
  add_little(out, kIndexLayout);
  add_little(out, chunks_sum);
  return out + packed_;
}

}  // namespace scrubjay::mcap
