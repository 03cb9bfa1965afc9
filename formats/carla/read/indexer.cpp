#include "formats/carla/read/indexer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/number_text.h"
#include "core/prefetch.h"
#include "formats/carla/kept.h"
#include "formats/carla/limits.h"
#include "formats/carla/read/layout.h"

namespace scrubjay::carla {

namespace {

constexpr std::uint64_t kProgressBytes = 1 << 20;

bool is_event(PacketKind kind) {
  switch (kind) {
    case PacketKind::event_add:
    case PacketKind::event_del:
    case PacketKind::event_parent:
    case PacketKind::scene_light:
    case PacketKind::bounding_box:
    case PacketKind::physics_control:
    case PacketKind::traffic_light_time:
    case PacketKind::trigger_volume:
    case PacketKind::vehicle_door:
    case PacketKind::weather: return true;
    default: return false;
  }
}

/// Its records name actors, or make events, whose order is that of the packets.
bool follows_adds(PacketKind kind) {
  return (is_event(kind) && kind != PacketKind::event_add) || kind == PacketKind::collision ||
         kind == PacketKind::state;
}

std::string packet_name(PacketKind kind, std::uint8_t id) {
  return std::string(name_of(kind)) + " (" + std::to_string(id) + ")";
}

}  // namespace

Indexer::Indexer(const InputFile& file, FileIndex& index, RecordingBuilder& builder)
    : file_(file.bytes()),
      index_(index),
      builder_(builder),
      stream_(builder.add_stream("0", "")),
      walker_(file_, index.first_packet, file_.size()),
      pages_(file, index.first_packet) {}

void Indexer::run() {
  std::uint64_t next_report = 0;
  while (const auto packet = walker_.next()) {
    fetch_ahead(*packet);
    take(*packet);
    if (walker_.offset() >= next_report) {
      builder_.progress(walker_.offset());
      pages_.reached(walker_.offset());
      next_report = walker_.offset() + kProgressBytes;
      if (builder_.cancelled()) {
        write_details();
        return;
      }
    }
  }
  finish();
}

/// The pass touches a cache line here and there and would wait for each. Frames resemble each
/// other, so the same packet of the frame after the next is about two frames' length ahead: have it
/// brought near.
void Indexer::fetch_ahead(const Packet& packet) const {
  const std::uint64_t ahead = packet.offset + 2 * last_frame_bytes_;
  if (ahead < file_.size()) prefetch(&file_[static_cast<std::size_t>(ahead)]);
}

void Indexer::take(const Packet& packet) {
  ++packet_counts_[packet.id];
  const PacketKind kind = kind_of_packet(packet);
  if (kind == PacketKind::frame_start) {
    begin_frame(packet);
  } else if (kind == PacketKind::frame_end) {
    if (in_frame_) {
      end_frame(packet.end(), true);
    } else {
      problem(Severity::warning, "frame-end-alone", packet.offset,
              "A FrameEnd has no FrameStart before it.");
    }
  } else if (in_frame_) {
    take_kind(packet, kind);
  } else {
    take_outside(packet, kind);
  }
}

PacketKind Indexer::kind_of_packet(const Packet& packet) {
  if (packet.id >= 21 && packet.id <= 23 && !is_layout_known_) {
    is_layout_known_ = true;
    const std::uint64_t from = in_frame_ ? frame_begin_ : packet.offset;
    index_.layout.store(find_packet_layout(file_, from), std::memory_order_release);
  }
  const PacketKind kind = kind_of(packet.id, index_.layout.load(std::memory_order_relaxed));
  // Forks put their own data into 18.
  if (kind == PacketKind::frame_counter && packet.body.size() != 8) return PacketKind::unknown;
  return kind;
}

void Indexer::begin_frame(const Packet& packet) {
  if (in_frame_) {
    problem(Severity::warning, "frame-without-end", frame_begin_,
            "A frame has no FrameEnd before the next FrameStart.");
    end_frame(packet.offset, false);
  }
  Fields fields(packet.body, VectorWidth::float32);
  FrameStart start;
  if (!read(fields, start)) {
    problem(Severity::error, "record-size", packet.offset, "A FrameStart is too short to be read.",
            std::to_string(kFrameStartBytes) + " bytes",
            std::to_string(packet.body.size()) + " bytes");
    return;
  }
  frame_ = builder_.next_frame();
  const bool is_in_order =
      std::isfinite(start.elapsed) && (!has_frames_ || start.elapsed >= frame_time_);
  if (!is_in_order) {
    problem(
        Severity::warning, "time-order", packet.offset,
        "A frame's time is not a number or lies before that of the frame before it; it is shown at "
        "that frame's time.",
        "at least " + number_text(frame_time_) + " s", number_text(start.elapsed) + " s");
  } else {
    frame_time_ = start.elapsed;
  }
  has_frames_ = true;
  in_frame_ = true;
  frame_start_ = start;
  frame_begin_ = packet.offset;
  event_order_ = 0;
  has_adds_ = false;
  for (const Packet& earlier : outside_) take_kind(earlier, kind_of_packet(earlier));
  outside_.clear();
}

void Indexer::end_frame(std::uint64_t end, bool has_end_mark) {
  take_early();
  settle_added_actors();
  if (!deleted_.empty()) deleted_.clear();
  std::ranges::sort(contacts_);
  last_contacts_.swap(contacts_);
  contacts_.clear();
  builder_.add_frame(frame_time_, static_cast<std::int64_t>(frame_start_.id),
                     {frame_begin_, end - frame_begin_}, stream_);
  last_frame_bytes_ = end - frame_begin_;
  in_frame_ = false;
  has_end_mark_ = has_end_mark;
}

void Indexer::take_outside(const Packet& packet, PacketKind kind) {
  if (kind == PacketKind::unknown || kind == PacketKind::frame_counter) {
    take_kind(packet, kind);
    return;
  }
  if (is_event(kind) && outside_.size() < limits::kMostOutside) {
    problem(
        Severity::warning, "packet-outside-frame", packet.offset,
        packet_name(kind, packet.id) + " stands outside of a frame; it counts for the next one.");
    outside_.push_back(packet);
    return;
  }
  problem(Severity::error, "packet-outside-frame", packet.offset,
          packet_name(kind, packet.id) + " stands outside of a frame and is left out.");
}

void Indexer::take_kind(const Packet& packet, PacketKind kind) {
  if (!is_width_known_) {
    if (kind == PacketKind::event_add && declared_count(packet.body) > 0) {
      decide_width(packet);
    } else if (const auto width = width_by_size(packet)) {
      index_.width.store(*width, std::memory_order_release);
      is_width_known_ = true;
    }
  }
  if (!has_adds_ && follows_adds(kind) && early_.size() < limits::kMostOutside) {
    early_.push_back(packet);
    return;
  }
  switch (kind) {
    case PacketKind::event_add: take_adds(packet); return take_early();
    case PacketKind::event_del: return take_deletions(packet);
    case PacketKind::event_parent: return take_parents(packet);
    case PacketKind::collision: return take_collisions(packet);
    case PacketKind::state: return take_light_states(packet);
    case PacketKind::vehicle_door: return take_doors(packet);
    case PacketKind::weather: return take_weather(packet);
    case PacketKind::scene_light: return take_scene_lights(packet);
    case PacketKind::bounding_box: return take_held(packet, kind, HeldState::bounding_box);
    case PacketKind::trigger_volume: return take_held(packet, kind, HeldState::trigger_volume);
    case PacketKind::traffic_light_time:
      return take_held(packet, kind, HeldState::traffic_light_time);
    case PacketKind::physics_control: return take_physics(packet);
    case PacketKind::unknown:
      if (kept_packet(packet)) return;  // what is kept was asked to be ignored
      return problem(Severity::note, "unknown-packet", packet.offset,
                     "Packets of kind " + std::to_string(packet.id) +
                         " are not known; they are counted and passed over.");
    case PacketKind::platform_time:
    case PacketKind::visual_time:
      if (packet.body.size() != 8) {
        problem(Severity::error, "record-size", packet.offset,
                packet_name(kind, packet.id) + " has a body of another size than it should.",
                "8 bytes", std::to_string(packet.body.size()) + " bytes");
      }
      return;
    default:
      // Samples: their bodies are left for decoding, but count and size stand side by side.
      if (fixed_record_bytes(kind, VectorWidth::float32)) checked_list(packet, kind);
  }
}

/// Recorders write EventAdd first, but nothing says so.
void Indexer::take_early() {
  has_adds_ = true;
  for (const Packet& packet : std::exchange(early_, {})) {
    take_kind(packet, kind_of_packet(packet));
  }
}

void Indexer::decide_width(const Packet& first_add) {
  const std::uint64_t from =
      in_frame_ ? std::max(frame_begin_, first_add.offset) : first_add.offset;
  index_.width.store(find_vector_width(file_, from, first_add), std::memory_order_release);
  is_width_known_ = true;
}

FixedList Indexer::checked_list(const Packet& packet, PacketKind kind) {
  const VectorWidth width = index_.width.load(std::memory_order_relaxed);
  const std::size_t record_bytes = fixed_record_bytes(kind, width).value_or(1);
  const FixedList list = fixed_list(packet.body, record_bytes);
  if (list.fit == FixedList::Fit::exact) return list;
  if (list.fit == FixedList::Fit::wrapped) {
    problem(Severity::note, "list-overflow", packet.offset,
            packet_name(kind, packet.id) +
                " has more than 65535 records, so its count wrapped; all of them are read.",
            {},
            std::to_string(list.count) + " records, counted as " + std::to_string(list.declared));
    return list;
  }
  const bool lost = list.fit == FixedList::Fit::too_short;
  problem(lost ? Severity::error : Severity::warning, "record-size", packet.offset,
          packet_name(kind, packet.id) +
              (lost ? " is too short for the records that it counts; those that fit are read."
                    : " is longer than the records that it counts; the rest is passed over."),
          std::to_string(list.declared) + " records of " + std::to_string(record_bytes) +
              " bytes behind a count",
          std::to_string(packet.body.size()) + " bytes");
  return list;
}

void Indexer::finish() {
  const bool is_cut = walker_.is_cut();
  if (is_cut) tell_cut();
  if (in_frame_) {
    if (!is_cut) {
      problem(Severity::warning, "cut-off", walker_.offset(),
              "The recording ends in the middle of a frame; what is there of it is shown.",
              "a FrameEnd packet", "the end of the file");
    }
    end_frame(walker_.offset(), false);
  }
  if (!outside_.empty()) {
    problem(Severity::error, "packet-outside-frame", outside_.front().offset,
            "Events behind the last frame are left out.", {},
            std::to_string(outside_.size()) + " packets");
  }
  builder_.set_complete(!is_cut && (has_end_mark_ || !has_frames_));
  write_details();
}

void Indexer::tell_cut() {
  const auto claimed = walker_.claimed_size();
  Problem cut{.severity = Severity::error,
              .code = "cut-off",
              .offset = walker_.offset(),
              .message = "The file ends inside a packet; everything before it is shown."};
  if (in_frame_) {
    cut.frame = frame_;
  } else if (frame_.exists()) {
    cut.frame = builder_.next_frame();
  }
  if (claimed) {
    cut.message =
        "A packet reaches beyond the end of the file, which is cut off or damaged here; "
        "everything before it is shown.";
    cut.expected = "a packet with " + std::to_string(*claimed) + " bytes of body";
    cut.found = std::to_string(walker_.left() - kPacketHeaderBytes) + " bytes";
  } else {
    cut.expected = "a packet header of 5 bytes";
    cut.found = std::to_string(walker_.left()) + " bytes";
  }
  builder_.add_problem(std::move(cut));
}

void Indexer::write_details() {
  PropertyTree details;
  add_packet_counts(details, packet_counts_);
  details.integer("header_version", index_.header_version);
  const bool is_narrow = index_.width.load(std::memory_order_relaxed) == VectorWidth::float32;
  details.text("vector", is_narrow ? "float32" : "float64");
  details.text("producer_guess", guess_producer());
  builder_.set_details(details);
}

/// The CARLA versions whose files look like this one (formats/carla/README.md, 8).
std::string_view Indexer::guess_producer() const {
  const auto has = [&](std::size_t first, std::size_t last) {
    return std::any_of(packet_counts_.begin() + static_cast<std::ptrdiff_t>(first),
                       packet_counts_.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                       [](std::uint64_t count) { return count > 0; });
  };
  const bool doors_first =
      index_.layout.load(std::memory_order_relaxed) == PacketLayout::doors_first;
  if (index_.width.load(std::memory_order_relaxed) == VectorWidth::float64) {
    return "0.10 (Unreal 5)";
  }
  if (index_.header_version >= 2) return "0.9.16 or later (Unreal 4)";
  if (has(21, 23) && doors_first) return "development between 0.9.15 and 0.9.16";
  if (has(23, 24)) return "0.9.16 or later (Unreal 4)";
  if (has(21, 22)) return "0.9.15";
  if (has(19, 20)) return "0.9.14";
  if (has_sensor_type_) return "0.9.12 to 0.9.13";
  if (has_small_wheels_) return "0.9.10 to 0.9.11";
  if (has(10, 17)) return "0.9.10 to 0.9.13";
  if (has(8, 9)) return "0.9.6 to 0.9.9";
  return "0.9.4 to 0.9.5";
}

void Indexer::problem(Severity severity, std::string code, std::uint64_t offset,
                      std::string message, std::string expected, std::string found) {
  Problem problem{.severity = severity,
                  .code = std::move(code),
                  .offset = offset,
                  .message = std::move(message),
                  .expected = std::move(expected),
                  .found = std::move(found)};
  if (in_frame_) problem.frame = frame_;
  builder_.add_problem(std::move(problem));
}

}  // namespace scrubjay::carla
