#include "tests/formats/recording_dump.h"

#include <algorithm>
#include <bit>
#include <charconv>
#include <concepts>
#include <optional>
#include <utility>

#include "core/recording_rows.h"
#include "core/secrets.h"

namespace scrubjay {

namespace {

std::string hex(std::uint64_t value) {
  char text[17];
  char* end = std::to_chars(text, text + 16, value, 16).ptr;
  *end++ = ' ';
  return std::string(text, end);
}
std::string bits(double value) { return hex(std::bit_cast<std::uint64_t>(value)); }

std::string row_text(std::uint32_t row) {
  return row == 0xFFFFFFFF ? "none " : std::to_string(row) + " ";
}

std::string text(std::string_view value) { return "'" + std::string(value) + "' "; }

std::string_view role_word(EventRole role) {
  switch (role) {
    case EventRole::chapter: return "chapter ";
    case EventRole::appearance: return "appearance ";
    case EventRole::collision: return "collision ";
    case EventRole::none: break;
  }
  return "";
}

std::string place(const Transform& transform) {
  std::string line;
  const auto vector = [&](const char* name, const std::optional<glm::dvec3>& v) {
    if (v) line += name + bits(v->x) + bits(v->y) + bits(v->z);
  };
  vector("p ", transform.position);
  if (const auto& q = transform.rotation) {
    line += "r " + bits(q->x) + bits(q->y) + bits(q->z) + bits(q->w);
  }
  vector("s ", transform.scale);
  return line;
}

std::string value_dump(const PropertyTree& tree, const PropertyNode& node) {
  std::string line;
  if (is_text(node.type)) {
    line = text(node.text_value());
  } else if (has_numbers(node.type)) {
    for (const double number : tree.numbers_of(node)) line += bits(number);
  } else if (node.type == PropertyType::number) {
    line = bits(node.number);
  } else if (node.type == PropertyType::boolean) {
    line = node.boolean ? "true" : "false";
  } else if (node.type == PropertyType::integer) {
    line = node.is_unsigned ? "u" + hex(node.unsigned_integer) : std::to_string(node.integer);
  }
  return line;
}

/// What the format says that a property is.
std::string role_text(const PropertyNode& node) {
  std::string line;
  if (node.role != PropertyRole::none) {
    line = " role " + std::to_string(static_cast<int>(node.role));
  }
  return line + (node.has_unit_in_name ? " unit in name" : "");
}

/// What the format says that an entity is, besides its kind.
std::string look_text(const Entity& entity) {
  std::string line;
  if (entity.lamp != Lamp::unknown) {
    line = "lamp " + std::to_string(static_cast<int>(entity.lamp)) + " ";
  }
  return line + (entity.stands_for_frame ? "for the frame " : "");
}

std::string tree_dump(const PropertyTree& tree, PropertyRange range) {
  std::string lines;
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    const PropertyNode& node = tree[i];
    lines += "    " + text(node.name) + std::string(to_text(node.type)) + " of " +
             std::to_string(node.subtree) + " = " + value_dump(tree, node) + " unit " + node.unit +
             " flags " + hex(node.flags) + "as " +
             std::to_string(static_cast<int>(node.precision)) +
             std::to_string(static_cast<int>(node.meaning)) + role_text(node);
    if (node.style != 0) {
      const PropertyStyle& style = tree.style_of(node);
      lines += " style " + text(style.icon) + text(style.color) + text(style.type_name) +
               text(style.label);
    }
    lines += "\n";
  }
  return lines;
}

/// The fields of a row by their names, but for where they were in the file.
class RowDump {
 public:
  template <class... Fields>
  void operator()(const Fields&... fields) {
    (add(fields), ...);
  }
  std::string take() { return std::exchange(line_, {}); }

 private:
  template <FieldUse kUse, class T>
  void add(const RowField<kUse, T>& field) {
    if (kUse == FieldUse::source) return;
    line_ += std::string(field.name) + " ";
    put(field.value);
  }
  void put(std::string_view value) { line_ += text(value); }
  void put(double value) { line_ += bits(value); }
  void put(bool value) { line_ += value ? "yes " : "no "; }
  template <std::unsigned_integral Number>
  void put(Number value) {
    line_ += std::to_string(value) + " ";
  }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void put(Enum value) { line_ += std::to_string(static_cast<int>(value)) + " "; }
  template <class Tag>
  void put(RowId<Tag> row) {
    line_ += row_text(row.value);
  }
  template <class T>
  void put(const std::optional<T>& value) {
    if (value) put(*value);
  }

  std::string line_;
};

template <class Row>
std::string row_dump(const char* table, Row row) {
  RowDump dump;
  describe(dump, row);
  return std::string(table) + " " + dump.take();
}

std::string content_dump(const Recording& recording, ResourceIndex resource) {
  const auto data = recording.reader().read_resource(recording, resource);
  if (!data) return " " + data.error().code;
  std::string lines =
      text(data->type) + std::to_string(data->width) + "x" + std::to_string(data->height) + " ";
  for (const std::byte byte : data->bytes) lines += static_cast<char>(byte);
  return lines;
}

/// A line for each row of the tables that say the same in whichever file they are.
class TablesDump {
 public:
  explicit TablesDump(const Recording& recording) : recording_(recording) {}

  void operator()(const Stream& row) { add("stream", row); }
  void operator()(const EntityInfo& row) { add("entity", row); }
  void operator()(Lifetime row) {
    // Of one that lived in no frame only that is certain.
    if (row.last < row.first) row.first = row.last = FrameIndex::none();
    add("life", row);
  }
  void operator()(const LayerInfo& row) { add("layer", row); }
  void operator()(const ResourceInfo& row) {
    add("resource", row, content_dump(recording_, ResourceIndex(resources_++)));
  }
  void operator()(const CommentInfo& row) { add("comment", row); }
  void operator()(const EventInfo&) {}  // dumped with their frames
  void operator()(const Problem&) {}    // of the file
  void operator()(const FrameInfo&) {}  // dumped each

  std::string lines;

 private:
  template <class Row>
  void add(const char* table, const Row& row, const std::string& rest = {}) {
    lines += row_dump(table, row) + rest + "\n";
  }

  const Recording& recording_;
  std::size_t resources_ = 0;
};

}  // namespace

std::string frame_dump(const Recording& recording, const Frame& frame) {
  std::string lines = "frame " + row_text(frame.index.value) + "number " +
                      hex(static_cast<std::uint64_t>(frame.number)) + "time " + bits(frame.time) +
                      "stream " + row_text(frame.stream.value) + frame.coordinates.written_out() +
                      "\n" + tree_dump(frame.tree, frame.properties);
  for (const Entity& entity : frame.entities) {
    lines += "  entity " + row_text(entity.index.value) + "under " + row_text(entity.parent.value) +
             text(entity.name) + std::string(to_text(entity.kind)) + " " + look_text(entity) +
             std::to_string(static_cast<int>(entity.precision)) + " " + place(entity.world) +
             "local " + place(entity.local);
    if (entity.box) {
      const Transform box{
          .position = entity.box->center, .rotation = {}, .scale = entity.box->half};
      lines += "box " + place(box);
    }
    lines += "\n" + tree_dump(frame.tree, entity.properties);
  }
  for (const FrameEvent& event : frame.events) {
    const EventInfo info = recording.event(event.index);
    lines += "  event " + row_text(event.index.value) + text(info.name) + text(info.tag) +
             std::string(role_word(info.role)) + bits(info.time) + bits(info.end) +
             row_text(info.entity.value) + std::to_string(info.order) + "\n" +
             tree_dump(frame.tree, event.properties);
  }
  return lines;
}

namespace {

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool same_node(const PropertyTree& a, const PropertyNode& x, const PropertyTree& b,
               const PropertyNode& y) {
  if (x.name != y.name || x.type != y.type || x.subtree != y.subtree || x.flags != y.flags ||
      std::string_view(x.unit) != y.unit || x.precision != y.precision || x.meaning != y.meaning ||
      x.is_unsigned != y.is_unsigned || role_text(x) != role_text(y) ||
      (x.style == 0) != (y.style == 0)) {
    return false;
  }
  const PropertyStyle& p = a.style_of(x);
  const PropertyStyle& q = b.style_of(y);
  return p.icon == q.icon && p.color == q.color && p.type_name == q.type_name && p.label == q.label;
}

bool same_tree(const PropertyTree& a, PropertyRange x, const PropertyTree& b, PropertyRange y) {
  if (x.count != y.count) return false;
  for (std::uint32_t i = 0; i < x.count; ++i) {
    if (!same_node(a, a[x.first + i], b, b[y.first + i])) return false;
  }
  for (std::uint32_t i = 0; i < x.count; i += a[x.first + i].subtree) {
    if (!same_value(a, x.first + i, b, y.first + i)) return false;
  }
  return true;
}

bool same_event(EventInfo a, EventInfo b) {
  a.frame = b.frame = FrameIndex::none();
  return row_dump("", a) == row_dump("", b);
}

bool same_entity(const Entity& a, const Entity& b) {
  const auto boxed = [](const Entity& entity) {
    if (!entity.box) return std::string("none");
    return place({.position = entity.box->center, .rotation = {}, .scale = entity.box->half});
  };
  return a.index == b.index && a.parent == b.parent && a.name == b.name && a.kind == b.kind &&
         look_text(a) == look_text(b) && a.precision == b.precision &&
         place(a.world) == place(b.world) && place(a.local) == place(b.local) &&
         boxed(a) == boxed(b);
}

}  // namespace

bool same_frame(const Recording& a, const Frame& x, const Recording& b, const Frame& y) {
  if (x.index != y.index || x.number != y.number || !same_bits(x.time, y.time) ||
      x.stream != y.stream || x.coordinates != y.coordinates ||
      x.entities.size() != y.entities.size() || x.events.size() != y.events.size() ||
      !same_tree(x.tree, x.properties, y.tree, y.properties)) {
    return false;
  }
  for (std::size_t i = 0; i < x.entities.size(); ++i) {
    if (!same_entity(x.entities[i], y.entities[i]) ||
        !same_tree(x.tree, x.entities[i].properties, y.tree, y.entities[i].properties)) {
      return false;
    }
  }
  for (std::size_t i = 0; i < x.events.size(); ++i) {
    if (!same_event(a.event(x.events[i].index), b.event(y.events[i].index)) ||
        !same_tree(x.tree, x.events[i].properties, y.tree, y.events[i].properties)) {
      return false;
    }
  }
  return true;
}

bool is_part_of(const Recording& recording, const Frame& some, const Frame& whole) {
  Frame expected;
  copy_frame(whole, expected);
  std::erase_if(expected.entities, [&](const Entity& e) { return !some.wants(e.index); });
  expected.events.clear();
  return same_frame(recording, expected, recording, some);
}

std::string tables_and_extras_dump(const Recording& recording) {
  TablesDump dump(recording);
  for (const MetadataEntry& entry : recording.info().metadata) {
    dump.lines += entry.first + ": " + entry.second + "\n";
  }
  dump.lines += recording.info().coordinates.written_out() +
                (recording.is_complete() ? " complete\n" : " not complete\n");
  visit_rows(recording, [&](const auto& row) { dump(row); });
  return dump.lines;
}

std::string problems_dump(const Recording& recording) {
  std::string lines;
  for (const Problem& problem : recording.problems()) {
    lines += row_dump("problem", problem) + "\n";
  }
  return lines;
}

namespace {

std::string details_dump(const Recording& recording) {
  PropertyTree tree;
  recording.details(tree);
  std::string lines;
  for (const PropertyNode& node : tree.nodes()) {
    lines += std::string(node.name) + " " + std::string(to_text(node.type)) + " " +
             std::to_string(node.subtree) + " " + node.unit + " ";
    lines += is_text(node.type) ? std::string(node.text_value()) : std::to_string(node.integer);
    lines += "\n";
  }
  return lines;
}

}  // namespace

std::string whole_dump(const std::shared_ptr<Recording>& recording) {
  std::string text =
      tables_and_extras_dump(*recording) + problems_dump(*recording) + details_dump(*recording);
  Cursor cursor(recording);
  const std::size_t count = recording->frame_count();
  const std::size_t step = 1 + count / 100;
  for (std::size_t i = 0; i < count; i += step) {
    const ByteRange bytes = recording->timeline().bytes(FrameIndex(i));
    text += std::to_string(bytes.begin) + " " + std::to_string(bytes.size) + " ";
    text += frame_dump(*recording, cursor.seek(FrameIndex(i)));
  }
  // From the end to the begin as well: seeks that start over.
  for (std::size_t i = count; i > 0; i -= std::min(i, 7 * step)) {
    text += frame_dump(*recording, cursor.seek(FrameIndex(i - 1)));
  }
  for (std::size_t i = 0; i < recording->event_count(); ++i) {
    const EventInfo event = recording->event(EventIndex(i));
    text += std::string(event.name) + " " + std::string(event.tag) + " " +
            std::to_string(event.time) + " " + std::to_string(event.source_offset) + "\n";
  }
  std::size_t visited = 0;
  recording->visit_events(recording->timeline().range(), [&](EventIndex) { ++visited; });
  if (const auto clean = without_secrets(recording); clean != recording) {
    text += tables_and_extras_dump(*clean);
  }
  return text + std::to_string(visited) + " events met\n";
}

}  // namespace scrubjay
