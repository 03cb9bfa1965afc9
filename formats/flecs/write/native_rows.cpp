#include "formats/flecs/write/native_rows.h"

#include <algorithm>
#include <array>
#include <tuple>

namespace scrubjay::flecs {

namespace {

using Origin = Snapshot::Origin;

/// The key of a component or tag, spelled as the documents do (formats/flecs/README.md, 3.4).
std::string key_of(const ComponentId& id) {
  if (id.is_flagged) return id.text;
  if (!id.is_pair) return id.first;
  return "(" + id.first + "," + id.second + ")";
}

bool is_relation(const Snapshot::Item& item) {
  return !item.has_value && !item.is_component && item.id->is_pair && !item.id->is_flagged;
}

bool is_tag(const Snapshot::Item& item) {
  return !item.has_value && !item.is_component && !is_relation(item);
}

void write_range(JsonWriter& json, std::string_view name, const Schema::Range& range) {
  json.key(name);
  json.numbers(std::array{range.low, range.high});
}

void write_attributes(JsonWriter& json, const Schema& schema) {
  const bool has_any = !schema.unit.empty() || !schema.unit_path.empty() || schema.range ||
                       schema.error_range || schema.warning_range;
  if (!has_any) return;
  json.begin_object();
  if (!schema.unit_path.empty()) json.field("unit", schema.unit_path);
  if (!schema.unit.empty()) json.field("symbol", schema.unit);
  if (schema.range) write_range(json, "range", *schema.range);
  if (schema.error_range) write_range(json, "error_range", *schema.error_range);
  if (schema.warning_range) write_range(json, "warning_range", *schema.warning_range);
  json.end_object();
}

std::string_view kind_name(Schema::Kind kind) {
  using enum Schema::Kind;
  switch (kind) {
    case boolean: return "bool";
    case text: return "text";
    case integer: return "int";
    case number: return "float";
    case entity: return "entity";
    case id: return "id";
    case enumeration: return "enum";
    case bitmask: return "bitmask";
    case array: return "array";
    case vector: return "vector";
    case map: return "map";
    case value: return "value";
    default: return "";
  }
}

/// The type as formats/flecs/README.md, 5 has it. Depth is that of a schema read, which is bounded.
void write_schema(JsonWriter& json, const Schema& schema) {
  if (schema.kind == Schema::Kind::unknown) return json.integer(0);
  if (schema.kind == Schema::Kind::record) {
    json.begin_object();
    for (std::size_t i = 0; i < schema.members.size(); ++i) {
      json.key(schema.member_names[i]);
      write_schema(json, schema.members[i]);
    }
    const bool has_self = !schema.unit.empty() || !schema.unit_path.empty();
    if (has_self) {
      json.key("@self");
      json.begin_array();
      write_attributes(json, schema);
      json.end_array();
    }
    return json.end_object();
  }
  json.begin_array();
  json.text(kind_name(schema.kind));
  for (const std::string& constant : schema.constants) json.text(constant);
  for (const Schema& element : schema.elements) write_schema(json, element);
  write_attributes(json, schema);
  json.end_array();
}

/// Read before what the documents say, which stays as it is, of the place on a parent.
void write_place(JsonWriter& json, const Transform& place) {
  json.key("WorldTransform");
  json.begin_object();
  const auto part = [&](std::string_view name, const auto& value) {
    if (!value) return;
    json.key(name);
    json.begin_object();
    json.number_field("x", value->x);
    json.number_field("y", value->y);
    json.number_field("z", value->z);
    if constexpr (requires { value->w; }) json.number_field("w", value->w);
    json.end_object();
  };
  part("position", place.position);
  part("rotation", place.rotation);
  part("scale", place.scale);
  json.end_object();
}

}  // namespace

void NativeRows::begin(const Frame& frame) {
  frame_ = &frame;
  paths_.fill(frame, [](const Entity& entity) { return entity.name; });
}

void NativeRows::facts(JsonWriter& json, const Snapshot::Entity& entity) {
  if (entity.has_id) json.integer_field("id", entity.id);
  if (entity.has_version) json.integer_field("version", entity.version);
  const std::array<std::pair<std::string_view, std::string_view>, 5> doc{{{"label", entity.label},
                                                                          {"brief", entity.brief},
                                                                          {"detail", entity.detail},
                                                                          {"color", entity.color},
                                                                          {"link", entity.link}}};
  if (std::ranges::any_of(doc, [](const auto& text) { return !text.second.empty(); })) {
    json.key("doc");
    json.begin_object();
    for (const auto& [name, text] : doc) {
      if (!text.empty()) json.field(name, text);
    }
    json.end_object();
  }
  if (entity.has_alerts && !entity.lists_alerts) json.boolean_field("has_alerts", true);
}

/// Tags, pairs and components of those items that `accept` takes, behind a place in the world.
template <class Accept>
void NativeRows::parts(JsonWriter& json, const Snapshot::Entity& entity, Accept accept,
                       const Transform* place) {
  const Snapshot& snapshot = decoder_.snapshot();
  const auto each = [&](auto visit) {
    snapshot.for_each_item(entity, [&](const Item& item) {
      if (accept(item)) visit(item);
    });
  };
  std::vector<const ComponentId*> tags;
  std::vector<const ComponentId*> pairs;
  bool has_components = place != nullptr;
  each([&](const Item& item) {
    if (is_tag(item)) tags.push_back(item.id);
    if (is_relation(item)) pairs.push_back(item.id);
    has_components |= item.has_value || item.is_component;
  });
  if (!tags.empty()) {
    json.texts_field("tags", tags, [](const ComponentId* id) { return key_of(*id); });
  }
  if (!pairs.empty()) {
    json.key("pairs");
    json.begin_object();
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto is_same = [&](const ComponentId* id) { return id->first == pairs[i]->first; };
      const auto end_of_before = pairs.begin() + static_cast<std::ptrdiff_t>(i);
      if (std::any_of(pairs.begin(), end_of_before, is_same)) continue;
      const bool is_single = std::count_if(pairs.begin(), pairs.end(), is_same) == 1;
      json.key(pairs[i]->first);
      if (is_single) {
        json.text(pairs[i]->second);
        continue;
      }
      json.begin_array();
      for (const ComponentId* id : pairs) {
        if (is_same(id)) json.text(id->second);
      }
      json.end_array();
    }
    json.end_object();
  }
  if (!has_components) return;
  json.key("components");
  json.begin_object();
  if (place != nullptr) write_place(json, *place);
  each([&](const Item& item) {
    if (!item.has_value && !item.is_component) return;
    json.key(key_of(*item.id));
    if (item.has_value) {
      json.raw(simdjson::minify(item.value));
    } else {
      json.null();
    }
  });
  json.end_object();
}

/// In the order of the document, the deepest base first.
void NativeRows::inherited(JsonWriter& json, const Snapshot::Entity& entity) {
  if (!entity.has_bases) return;
  std::vector<std::string_view> bases;
  decoder_.snapshot().for_each_item(entity, [&](const Item& item) {
    const bool is_new =
        item.origin == Origin::inherited && std::ranges::find(bases, item.source) == bases.end();
    if (is_new) bases.push_back(item.source);
  });
  json.key("inherited");
  json.begin_object();
  for (const std::string_view base : bases) {
    json.key(base);
    json.begin_object();
    parts(json, entity, [&](const Item& item) {
      return item.origin == Origin::inherited && item.source == base;
    });
    json.end_object();
  }
  json.end_object();
}

void NativeRows::schemas(JsonWriter& json, const Snapshot::Entity& entity) {
  std::vector<std::string> written;
  decoder_.snapshot().for_each_item(entity, [&](const Item& item) {
    if (!item.has_value || item.schema == nullptr || item.origin == Origin::shared) return;
    std::string key = key_of(*item.id);
    if (std::ranges::find(written, key) != written.end()) return;
    if (written.empty()) {
      json.key("type_info");
      json.begin_object();
    }
    json.key(key);
    write_schema(json, *item.schema);
    written.push_back(std::move(key));
  });
  if (!written.empty()) json.end_object();
}

/// Whether `parts` and `inherited` write its items in the order in which they stand there.
bool NativeRows::has_order_of_rows(const Snapshot::Entity& entity) {
  items_.clear();
  decoder_.snapshot().for_each_item(entity, [&](const Item& item) {
    if (item.origin != Origin::shared) items_.push_back(&item);
  });
  const auto first_like = [&](auto is_like) {
    return std::ranges::find_if(items_, is_like) - items_.begin();
  };
  const auto place = [&](const Item* item) {
    const bool is_own = item->origin == Origin::own;
    const auto base = is_own ? -1 : first_like([&](const Item* other) {
      return other->origin == Origin::inherited && other->source == item->source;
    });
    const bool is_pair = is_relation(*item);
    const auto relation = !is_pair ? 0 : first_like([&](const Item* other) {
      return is_relation(*other) && other->id->first == item->id->first;
    });
    return std::tuple(base, is_tag(*item) ? 0 : is_pair ? 1 : 2, relation);
  };
  return std::ranges::is_sorted(items_, {}, place);
}

/// A frame's parents have no cycles.
bool NativeRows::lacks_somebody_above(const Entity& entity) const {
  if (!plan_.request().entities) return false;
  for (const Entity* at = &entity; at != nullptr && at->parent.exists();
       at = frame_->find(at->parent)) {
    if (!plan_.has_entity(at->parent)) return true;
  }
  return false;
}

void NativeRows::write(std::string& out, std::size_t place) {
  JsonWriter json(out);
  json.begin_object();
  if (const std::string_view parent = paths_.parent(place); !parent.empty()) {
    json.field("parent", parent);
  }
  const Entity& frame_entity = frame_->entities[place];
  const bool is_moved = !frame_entity.local.empty() && lacks_somebody_above(frame_entity);
  if (is_moved) losses_.add(Loss::moved_local);
  const bool is_cut = paths_.is_cut(place);
  if (is_cut) losses_.add(Loss::too_deep);
  json.field("name", is_cut ? WrittenPaths::cut_name(frame_entity.name, frame_entity.index)
                            : std::string(frame_entity.name));
  const Snapshot::Entity* entity = decoder_.source_of(frame_->entities[place].index);
  if (entity != nullptr) {
    facts(json, *entity);
    parts(
        json, *entity, [](const Item& item) { return item.origin == Origin::own; },
        is_moved ? &frame_entity.world : nullptr);
    inherited(json, *entity);
    schemas(json, *entity);
    if (!has_order_of_rows(*entity)) losses_.add(Loss::order);
    if (entity->lists_alerts) {
      json.key("alerts");
      json.raw(simdjson::minify(entity->alerts));
    }
    if (entity->lists_refs) {
      json.key("refs");
      json.raw(simdjson::minify(entity->refs));
    }
    if (entity->lists_matches) {
      json.key("matches");
      json.raw(simdjson::minify(entity->matches));
    }
    decoder_.snapshot().for_each_item(*entity, [&](const Item& item) {
      if (item.origin == Origin::shared) losses_.add(Loss::shared);
    });
  }
  json.end_object();
}

}  // namespace scrubjay::flecs
