#include "formats/carla/read/queries.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "core/number_text.h"
#include "formats/carla/read/printed_text.h"
#include "formats/carla/read/reader.h"
#include "formats/carla/read/standing_actors.h"
#include "formats/carla/records.h"
#include "formats/kept/packets.h"

namespace scrubjay::carla {

namespace {

using Recorded = std::shared_ptr<const Recording>;
using Values = std::span<const std::string>;

Problem not_understood(std::string_view parameter, const std::string& expected,
                       const std::string& found) {
  return {.severity = Severity::fatal,
          .code = "query",
          .message = "The value of " + std::string(parameter) + " cannot be understood.",
          .expected = expected,
          .found = "\"" + found + "\""};
}

const CarlaReader& reader_of(const Recording& recording) {
  // Queries of a format are only asked of recordings that it opened (of_packets).
  return static_cast<const CarlaReader&>(recording.reader());
}

Result<bool> parse_style(const std::string& text) {
  if (text == "scrubjay") return false;
  if (text == "carla") return true;
  return failure(not_understood("style", "scrubjay or carla", text));
}

Result<bool> parse_flag(std::string_view parameter, const std::string& text) {
  if (text == "true" || text == "yes" || text == "1") return true;
  if (text == "false" || text == "no" || text == "0") return false;
  return failure(not_understood(parameter, "true or false", text));
}

Result<double> parse_amount(std::string_view parameter, const std::string& text) {
  const auto value = number_from<double>(text);
  if (value && std::isfinite(*value) && *value >= 0) return *value;
  return failure(not_understood(parameter, "a number that is not negative", text));
}

Result<char> parse_type(std::string_view parameter, const std::string& text) {
  constexpr std::array<std::pair<std::string_view, char>, 6> kTypes{{{"any", 'a'},
                                                                     {"hero", 'h'},
                                                                     {"vehicle", 'v'},
                                                                     {"walker", 'w'},
                                                                     {"traffic-light", 't'},
                                                                     {"other", 'o'}}};
  for (const auto& [word, letter] : kTypes) {
    if (text == word || (text.size() == 1 && text[0] == letter)) return letter;
  }
  return failure(not_understood(
      parameter, "h (hero), v (vehicle), w (walker), t (traffic light), o (other) or a (any)",
      text));
}

QueryResult as_text(std::string text) {
  QueryResult result;
  result.text = std::move(text);
  return result;
}

/// The values of an event on one line: "from Red, to Green".
std::string summary(const PropertyTree& tree, PropertyRange range) {
  std::string text;
  for_each_root(tree, range, [&](std::uint32_t, const PropertyNode& node) {
    std::string value;
    if (is_text(node.type)) {
      value = node.text_value();
    } else if (node.type == PropertyType::integer) {
      value = format_number(node.integer).view();
    } else if (node.type == PropertyType::number) {
      value = number_text(node.number, node.precision);
    } else if (node.type == PropertyType::boolean) {
      value = node.boolean ? "true" : "false";
    } else if (node.type == PropertyType::null) {
      value = "none";
    } else if (has_numbers(node.type)) {
      for (const double number : tree.numbers_of(node)) {
        value += (value.empty() ? "(" : ", ") + number_text(number, node.precision);
      }
      value += ")";
    } else {
      return;
    }
    if (!text.empty()) text += ", ";
    text += std::string(node.name) + " " + value;
  });
  return text;
}

QueryRow frame_row(const Recording& recording, FrameIndex frame) {
  QueryRow row;
  row.cells = {std::to_string(recording.timeline().number(frame)),
               number_text(recording.timeline().time(frame)), "frame", "", ""};
  row.frame = frame;
  return row;
}

Result<QueryResult> file_info(const Recorded& recording, Values values,
                              const std::atomic<bool>& cancelled) {
  const auto show_all = parse_flag("show_all", values[0]);
  if (!show_all) return failure(show_all.error());
  const auto as_carla = parse_style(values[1]);
  if (!as_carla) return failure(as_carla.error());
  if (*as_carla) {
    const CarlaReader& reader = reader_of(*recording);
    return as_text(print_file_info(reader.bytes(), reader.file_index(), *show_all, cancelled));
  }
  QueryResult result;
  result.columns = {"frame", "time", "event", "actor", "values"};
  Cursor cursor(recording);
  PropertyTree tree;
  FrameIndex next_frame(0);
  const auto add_frames_below = [&](std::size_t end) {
    for (; *show_all && next_frame.value < end; ++next_frame.value) {
      result.rows.push_back(frame_row(*recording, next_frame));
    }
  };
  for (std::size_t i = 0, n = recording->event_count(); i < n; ++i) {
    if (cancelled.load(std::memory_order_relaxed)) break;
    const EventInfo event = recording->event(EventIndex(i));
    add_frames_below(std::size_t{event.frame.value} + 1);
    tree.clear();
    const PropertyRange range = cursor.read_event(EventIndex(i), tree);
    std::string actor;
    if (event.entity.exists()) {
      const EntityInfo info = recording->entity(event.entity);
      actor = std::string(info.id) + " " + std::string(info.name);
    }
    QueryRow row;
    row.cells = {std::to_string(recording->timeline().number(event.frame)), number_text(event.time),
                 std::string(event.name), std::move(actor), summary(tree, range)};
    row.frame = event.frame;
    row.entity = event.entity;
    result.rows.push_back(std::move(row));
  }
  add_frames_below(recording->frame_count());
  return result;
}

/// From actor id to the entities that had it, for finding the one that lived at a frame.
class ActorIds {
 public:
  explicit ActorIds(const Recording& recording) : recording_(recording) {
    for (std::size_t i = 0, n = recording.entity_count(); i < n; ++i) {
      entities_.emplace(recording.entity(EntityIndex(i)).id, EntityIndex(i));
    }
  }

  /// The one that lives at `frame`, or that was deleted in it.
  EntityIndex at(std::string_view id, FrameIndex frame) {
    EntityIndex best;
    const auto [begin, end] = entities_.equal_range(id);
    for (auto place = begin; place != end; ++place) {
      recording_.lifetimes_of(place->second, lives_);
      for (const Lifetime& life : lives_) {
        if (life.first <= frame && frame.value <= std::uint64_t{life.last.value} + 1) {
          if (!best.exists() || best < place->second) best = place->second;
        }
      }
    }
    return best;
  }

 private:
  const Recording& recording_;
  std::unordered_multimap<std::string_view, EntityIndex> entities_;
  std::vector<Lifetime> lives_;
};

Result<QueryResult> collisions(const Recorded& recording, Values values,
                               const std::atomic<bool>& cancelled) {
  const auto type1 = parse_type("type1", values[0]);
  if (!type1) return failure(type1.error());
  const auto type2 = parse_type("type2", values[1]);
  if (!type2) return failure(type2.error());
  const auto as_carla = parse_style(values[2]);
  if (!as_carla) return failure(as_carla.error());
  if (*as_carla) {
    const CarlaReader& reader = reader_of(*recording);
    return as_text(
        print_collisions(reader.bytes(), reader.file_index(), *type1, *type2, cancelled));
  }
  QueryResult result;
  result.columns = {"time", "types", "id 1", "actor 1", "id 2", "actor 2"};
  ActorIds actors(*recording);
  const CarlaReader& reader = reader_of(*recording);
  for (std::size_t i = 0, n = recording->event_count(); i < n; ++i) {
    if (cancelled.load(std::memory_order_relaxed)) break;
    const EventInfo event = recording->event(EventIndex(i));
    const EventDetail detail = EventDetail::from(event.source_detail);
    if (detail.kind != EventKind::collision || detail.first != 0) continue;
    ByteReader bytes(reader.bytes());
    bytes.skip(event.source_offset);
    const auto record =
        record_from<Collision>(bytes.bytes(14).value_or(Bytes()), VectorWidth::float32);
    const std::string id1 = std::to_string(record.actor1);
    const std::string id2 = std::to_string(record.actor2);
    const EntityIndex other =
        record.actor2 == kNoActor ? EntityIndex() : actors.at(id2, event.frame);
    const auto letter = [&](EntityIndex entity) {
      return entity.exists() ? letter_of(recording->entity(entity).kind) : 'o';
    };
    const auto passes = [](char filter, char found, bool is_hero) {
      return filter == 'a' || filter == found || (filter == 'h' && is_hero);
    };
    const char letter1 = letter(event.entity);
    const char letter2 = letter(other);
    if (!passes(*type1, letter1, record.is_hero1) || !passes(*type2, letter2, record.is_hero2)) {
      continue;
    }
    const auto name = [&](EntityIndex entity) {
      return entity.exists() ? std::string(recording->entity(entity).name) : std::string();
    };
    QueryRow row;
    row.cells = {number_text(event.time),
                 std::string{record.is_hero1 ? 'h' : letter1, ' ', record.is_hero2 ? 'h' : letter2},
                 record.actor1 == kNoActor ? "" : id1,
                 name(event.entity),
                 record.actor2 == kNoActor ? "" : id2,
                 name(other)};
    row.frame = event.frame;
    row.entity = event.entity;
    result.rows.push_back(std::move(row));
  }
  return result;
}

Result<QueryResult> blocked(const Recorded& recording, Values values,
                            const std::atomic<bool>& cancelled) {
  const auto min_time = parse_amount("min_time", values[0]);
  if (!min_time) return failure(min_time.error());
  const auto min_distance = parse_amount("min_distance", values[1]);
  if (!min_distance) return failure(min_distance.error());
  const auto type = parse_type("type", values[2]);
  if (!type) return failure(type.error());
  const auto as_carla = parse_style(values[3]);
  if (!as_carla) return failure(as_carla.error());
  const CarlaReader& reader = reader_of(*recording);
  if (*as_carla) {
    return as_text(
        print_blocked(reader.bytes(), reader.file_index(), *min_time, *min_distance, cancelled));
  }
  QueryResult result;
  result.columns = {"time", "id", "actor", "duration"};
  StandingActors standing(*recording, reader.file_index(), *min_time, *min_distance, *type);
  const Timeline& timeline = recording->timeline();
  for (std::size_t i = 0, n = recording->frame_count(); i < n; ++i) {
    if (cancelled.load(std::memory_order_relaxed)) break;
    // The last frame's length is not known: it adds nothing.
    const FrameIndex frame(i);
    const double duration =
        i + 1 < n ? timeline.time(FrameIndex(i + 1)) - timeline.time(frame) : 0.0;
    standing.take_frame(frame, duration);
  }
  result.rows = standing.finish();
  return result;
}

/// Asks CARLA's packets, also where a recording is shown that the file keeps: it has rows of
/// entities of its own, which the answer does not name, and may have fewer frames where the file is
/// cut off.
template <Result<QueryResult> (*kRun)(const Recorded&, Values, const std::atomic<bool>&)>
Result<QueryResult> of_packets(const Recorded& recording, Values values,
                               const std::atomic<bool>& cancelled) {
  if (!recording->info().kept) return kRun(recording, values, cancelled);
  auto plain = open_file(recording->shared_file(), kept::not_shown());
  if (!plain) return failure(plain.error());
  (*plain)->index();
  auto result = kRun(*plain, values, cancelled);
  if (!result) return result;
  for (QueryRow& row : result->rows) {
    row.entity = EntityIndex::none();
    if (row.frame.value >= recording->frame_count()) row.frame = FrameIndex::none();
  }
  return result;
}

constexpr QueryParameter kStyle{"style", "scrubjay: a table; carla: the text that CARLA prints",
                                "scrubjay"};

constexpr std::array kFileInfoParameters{
    QueryParameter{"show_all", "true: every frame; false: only frames with events", "false"},
    kStyle};

constexpr std::array kCollisionParameters{
    QueryParameter{
        "type1", "who reported: h hero, v vehicle, w walker, t traffic light, o other, a any", "a"},
    QueryParameter{"type2", "who was hit, with the same letters", "a"}, kStyle};

constexpr std::array kBlockedParameters{
    QueryParameter{"min_time", "least time of standing still [s]", "30"},
    QueryParameter{"min_distance", "a move of this length ends it [cm]", "10"},
    QueryParameter{"type", "who: v vehicle, w walker, o other, a any (props and spectator, too)",
                   "a"},
    kStyle};

}  // namespace

constinit const std::array<Query, 3> kQueries{{
    {"file-info", "File info", "What is created, destroyed, attached and hit, frame by frame",
     kFileInfoParameters, of_packets<file_info>},
    {"collisions", "Collisions", "The beginnings of contacts between actors of two types",
     kCollisionParameters, of_packets<collisions>},
    {"blocked", "Blocked actors", "Actors that stand still for long, longest first",
     kBlockedParameters, of_packets<blocked>},
}};

}  // namespace scrubjay::carla
