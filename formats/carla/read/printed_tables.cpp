#include <functional>
#include <glm/geometric.hpp>
#include <map>
#include <set>
#include <utility>

#include "core/printed.h"
#include "formats/carla/limits.h"
#include "formats/carla/read/packet_walker.h"
#include "formats/carla/read/printed_text.h"
#include "formats/carla/records.h"

namespace scrubjay::carla {

namespace {

std::string right(std::string text, std::size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

std::string left(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

std::string whole(double value) { return printed("%.0f", value); }

/// What CARLA's tools remember of actors, forgetting the wrong ones: on any EventDel they drop the
/// actor that was added last.
template <class Info>
class CarlaActors {
 public:
  /// Takes EventAdd and EventDel packets; false for others.
  bool take(const Packet& packet, PacketKind kind, VectorWidth width) {
    Fields fields(packet.body, width);
    if (kind == PacketKind::event_add) {
      const auto count = fields.get<std::uint16_t>();
      for (std::size_t i = 0; i < count; ++i) {
        EventAdd add;
        if (!read(fields, add, scratch_)) break;
        actors_[add.id] = Info{.type = add.type, .description = std::string(add.description)};
        last_added_ = add.id;
      }
      return true;
    }
    if (kind == PacketKind::event_del) {
      if (fields.get<std::uint16_t>() > 0) actors_.erase(last_added_);
      return true;
    }
    return false;
  }

  /// Makes one without type and description where there is none, as CARLA does.
  Info& operator[](std::uint32_t actor) { return actors_[actor]; }
  const std::map<std::uint32_t, Info>& all() const { return actors_; }

 private:
  std::map<std::uint32_t, Info> actors_;
  std::uint32_t last_added_ = 0;
  RecordScratch scratch_;
};

struct NamedActor {
  std::uint8_t type = 0;
  std::string description = {};
};

struct StandingActor {
  std::uint8_t type = 0;
  std::string description = {};
  glm::dvec3 anchor{0.0};
  double start = 0;
  double duration = 0;
};

/// CARLA's table of letters is older than its types: a TrafficSign is `h`, a Sensor `a`.
char letter_of_type(std::uint8_t type) {
  constexpr std::string_view kLetters = "ovwtha";
  return type < kLetters.size() ? kLetters[type] : '?';
}

bool passes(char filter, char letter, bool is_hero) {
  return filter == 'a' || filter == letter || (filter == 'h' && is_hero);
}

std::string blocked_line(std::uint32_t id, const StandingActor& actor) {
  return right(whole(actor.start), 8) + " " + right(std::to_string(id), 6) + " " +
         left(actor.description, 35) + " " + right(whole(actor.duration), 10) + "\n";
}

}  // namespace

std::string print_collisions(Bytes file, const FileIndex& index, char type1, char type2,
                             const std::atomic<bool>& cancelled) {
  const VectorWidth width = index.width.load(std::memory_order_acquire);
  std::string text = printed_head(file) + right("Time", 8) + " " + right("Types", 6) + " " +
                     right("Id", 6) + " " + left("Actor 1", 35) + " " + right("Id", 6) + " " +
                     left("Actor 2", 35) + "\n";
  CarlaActors<NamedActor> actors;
  std::set<std::pair<std::uint32_t, std::uint32_t>> before;
  std::set<std::pair<std::uint32_t, std::uint32_t>> now;
  FrameStart frame{.id = 0, .duration_this = 0, .elapsed = 0};
  bool has_rows = false;
  PacketWalker walker(file, index.first_packet, file.size());
  while (const auto packet = walker.next()) {
    if (cancelled.load(std::memory_order_relaxed)) return "";
    const PacketKind kind = kind_of(packet->id, PacketLayout::wheels_first);
    if (kind == PacketKind::frame_start) {
      Fields fields(packet->body, width);
      read(fields, frame);
      before = std::exchange(now, {});
    } else if (kind == PacketKind::collision) {
      const FixedList list = fixed_list(packet->body, fixed_record_bytes(kind, width).value_or(1));
      for (std::size_t i = 0; i < list.count && text.size() < limits::kMostPrintedBytes; ++i) {
        const auto record = record_from<Collision>(list[i], width);
        const auto letter = [&](std::uint32_t actor) {
          return actor == kNoActor ? 'o' : letter_of_type(actors[actor].type);
        };
        const char letter1 = letter(record.actor1);
        const char letter2 = letter(record.actor2);
        const bool is_wanted =
            passes(type1, letter1, record.is_hero1) && passes(type2, letter2, record.is_hero2);
        if (!is_wanted) continue;
        const std::pair pair(record.actor1, record.actor2);
        now.insert(pair);
        if (before.contains(pair)) continue;
        has_rows = true;
        text += right(whole(frame.elapsed), 8) + "   " + letter1 + " " + letter2 + "  " +
                right(std::to_string(record.actor1), 6) + " " +
                left(actors[record.actor1].description, 35) + " " +
                right(std::to_string(record.actor2), 6) + " " +
                left(actors[record.actor2].description, 35) + "\n";
      }
    } else {
      actors.take(*packet, kind, width);
    }
  }
  // The first row switches the stream to whole numbers for good.
  return text + printed_tail(frame, has_rows);
}

std::string print_blocked(Bytes file, const FileIndex& index, double min_time, double min_distance,
                          const std::atomic<bool>& cancelled) {
  const VectorWidth width = index.width.load(std::memory_order_acquire);
  std::string text = printed_head(file) + right("Time", 8) + " " + right("Id", 6) + " " +
                     left("Actor", 35) + " " + right("Duration", 10) + "\n";
  CarlaActors<StandingActor> actors;
  // Longest first; equal ones in the order of their end.
  std::multimap<double, std::string, std::greater<>> rows;
  FrameStart frame{.id = 0, .duration_this = 0, .elapsed = 0};
  PacketWalker walker(file, index.first_packet, file.size());
  while (const auto packet = walker.next()) {
    if (cancelled.load(std::memory_order_relaxed)) return "";
    const PacketKind kind = kind_of(packet->id, PacketLayout::wheels_first);
    if (kind == PacketKind::frame_start) {
      Fields fields(packet->body, width);
      read(fields, frame);
    } else if (kind == PacketKind::position) {
      const FixedList list = fixed_list(packet->body, fixed_record_bytes(kind, width).value_or(1));
      for (std::size_t i = 0; i < list.count; ++i) {
        const auto record = record_from<Position>(list[i], width);
        StandingActor& actor = actors[record.id];
        if (glm::distance(actor.anchor, record.location) < min_distance) {
          if (actor.duration == 0) actor.start = frame.elapsed;
          actor.duration += frame.duration_this;
        } else {
          if (actor.duration >= min_time) {
            rows.emplace(actor.duration, blocked_line(record.id, actor));
          }
          actor.duration = 0;
          actor.anchor = record.location;
        }
      }
    } else {
      actors.take(*packet, kind, width);
    }
  }
  for (const auto& [id, actor] : actors.all()) {
    if (actor.duration >= min_time) rows.emplace(actor.duration, blocked_line(id, actor));
  }
  for (const auto& row : rows) {
    if (text.size() > limits::kMostPrintedBytes) break;
    text += row.second;
  }
  return text + printed_tail(frame, false);
}

}  // namespace scrubjay::carla
