// Entities and rows as 4.x prints them (formats/flecs/README.md, 8), and the rows mode of 3.2.11
// and 3.2.12 (7.6).
#include <algorithm>
#include <optional>
#include <utility>

#include "formats/flecs/names.h"
#include "formats/flecs/read/json_parse.h"
#include "formats/flecs/read/snapshot.h"

namespace scrubjay::flecs {

using simdjson::SUCCESS;
using simdjson::dom::element;

namespace {

/// False for null and 0, which stand where there is none; or for a plain 0.
bool is_data(const element& value) {
  std::int64_t number = 0;
  return !value.is_null() && (value.get_int64().get(number) != SUCCESS || number != 0);
}

/// Values that mean that there is none: `0` and null (formats/flecs/README.md, 4.1). `0` of a
/// schema with a value of its own is one, and where other documents have plain values.
bool is_nothing(const element& value, const Schema* schema, const ComponentId& id) {
  return !is_data(value) &&
         (value.is_null() ||
          (schema == nullptr ? !id.is_scalar : schema->kind == Schema::Kind::record));
}

/// The elements of an array one after another: each of them is found from the one before.
class ElementWalk {
 public:
  ElementWalk(bool is_there, const simdjson::dom::array& array) {
    if (is_there) left_.emplace(array.begin(), array.end());
  }

  /// Nothing behind the last one.
  std::optional<element> operator()() {
    if (!left_ || !(left_->first != left_->second)) return std::nullopt;
    const element found = *left_->first;
    ++left_->first;
    return found;
  }

 private:
  using At = simdjson::dom::array::iterator;
  std::optional<std::pair<At, At>> left_;
};

}  // namespace

void Snapshot::add_row(const simdjson::dom::object& row, const Context& context) {
  std::string number;
  element name_element;
  std::string_view name;
  if (row.at_key("name").get(name_element) == SUCCESS) {
    name = text_or_number(name_element, number);
    if (name.empty() && !name_element.is_string()) ++dropped_;
    if (name.data() == number.data()) name = keep(name);
  }
  std::uint32_t entity = kNone;
  if (!name.empty()) {
    std::uint64_t id = 0;
    const bool has_id = row.at_key("id").get_uint64().get(id) == SUCCESS;
    const std::string_view parent = path_of(string_member(row, "parent"));
    if (context.traits().is_rows3 && is_digits(name)) {
      // An entity without a name is its number there (formats/flecs/README.md, 7.6).
      name = keep("#" + std::string(name));
    }
    entity = named_entity(parent, name, !context.traits().is_rows3);
    if (has_id) set_id(entities_[entity], id, false);
    if (is_anonymous(name) && !has_id) {
      set_id(entities_[entity], std::strtoull(name.data() + 1, nullptr, 10), false);
    }
    if (row.at_key("version").get_uint64().get(id) == SUCCESS) {
      entities_[entity].version = static_cast<std::uint32_t>(id);
      entities_[entity].has_version = true;
    }
    take_extras(entity, row);
  }
  simdjson::dom::object fields;
  if (read_part(row, "fields", fields)) add_fields(entity, fields, context);
  const SchemaTable* own_schemas = nullptr;
  element type_info;
  // Inside of each row up to 4.1.5; an entity's own is in the context.
  if (!is_entity(context.kind()) && row.at_key("type_info").get(type_info) == SUCCESS) {
    own_schemas = &schema_tables_.table_of(type_info);
  }
  add_parts(entity, row, context, own_schemas, Origin::own, {});
  simdjson::dom::object bases;
  if (entity != kNone && read_part(row, "inherited", bases)) {
    entities_[entity].has_bases = true;
    for (const auto [base, parts] : bases) {
      simdjson::dom::object object;
      if (parts.get_object().get(object) == SUCCESS) {
        add_parts(entity, object, context, own_schemas, Origin::inherited, path_of(base));
      } else {
        ++dropped_;
      }
    }
  }
}

void Snapshot::take_extras(std::uint32_t row, const simdjson::dom::object& source) {
  Entity& entity = entities_[row];
  simdjson::dom::object doc;
  if (source.at_key("doc").get_object().get(doc) == SUCCESS) {
    const auto set = [&](std::string_view& field, const char* key) {
      if (const std::string_view text = string_member(doc, key); !text.empty()) field = text;
    };
    set(entity.label, "label");
    set(entity.brief, "brief");
    set(entity.detail, "detail");
    set(entity.link, "link");
    set(entity.color, "color");
    if (entity.label == entity.name) entity.label = {};  // it falls back to the name
  }
  bool has_alerts = false;
  for (const char* key : {"has_alerts", "alerts"}) {
    if (source.at_key(key).get_bool().get(has_alerts) == SUCCESS) entity.has_alerts |= has_alerts;
  }
  element list;
  if (source.at_key("alerts").get(list) == SUCCESS && list.is_array()) {
    entity.alerts = list;
    entity.lists_alerts = true;
    entity.has_alerts |= list.get_array().size() != 0;
  }
  if (source.at_key("refs").get(list) == SUCCESS && list.is_object()) {
    entity.refs = list;
    entity.lists_refs = true;
  }
  if (source.at_key("matches").get(list) == SUCCESS && list.is_array()) {
    entity.matches = list;
    entity.lists_matches = true;
  }
}

void Snapshot::add_parts(std::uint32_t entity, const simdjson::dom::object& parts,
                         const Context& context, const SchemaTable* own_schemas, Origin origin,
                         std::string_view source) {
  simdjson::dom::array tags;
  if (entity != kNone && read_part(parts, "tags", tags)) {
    for (const element tag : tags) {
      if (const ComponentId* id = read_id(tag, components_)) {
        add_value(entity, *id, nullptr, nullptr, origin, source);
      } else {
        ++dropped_;
      }
    }
  }
  simdjson::dom::object object;
  if (entity != kNone && read_part(parts, "pairs", object)) {
    add_pairs(entity, object, origin, source);
  }
  if (read_part(parts, "components", object)) {
    add_components(entity, object, context, own_schemas, origin, source);
  }
}

void Snapshot::add_pairs(std::uint32_t entity, const simdjson::dom::object& pairs, Origin origin,
                         std::string_view source) {
  for (const auto& pair : pairs) {
    const std::string_view relation = pair.key;
    const element targets = pair.value;
    const auto add = [&](const element& target) {
      IdText id;
      std::string number;
      id.first = relation;
      id.second = text_or_number(target, number);
      id.is_pair = true;
      if (!id.second.empty()) {
        add_value(entity, components_.get(id), nullptr, nullptr, origin, source);
      } else {
        ++dropped_;
      }
    };
    simdjson::dom::array several;
    if (targets.get_array().get(several) == SUCCESS) {
      for (const element target : several) add(target);
    } else {
      add(targets);
    }
  }
}

void Snapshot::add_components(std::uint32_t entity, const simdjson::dom::object& components,
                              const Context& context, const SchemaTable* own_schemas, Origin origin,
                              std::string_view source) {
  for (const auto [key, value] : components) {
    const ComponentId& id = components_.get(key);
    const Schema* schema = own_schemas != nullptr ? own_schemas->find(id.text) : nullptr;
    if (schema == nullptr) schema = context.schema_of(id);
    // A term with a fixed source: the value is that entity's.
    std::string_view fixed;
    for (const Context::Field& field : context.fields()) {
      if (field.id == &id && !field.source.empty()) fixed = field.source;
    }
    if (entity == kNone && fixed.empty()) fixed = id.first;  // a query without $this: a singleton
    const bool is_own = origin == Origin::own;
    if (is_own && !fixed.empty() && (entity == kNone || entities_[entity].path != fixed)) {
      add_source(fixed, id, value, schema);
      if (entity != kNone) add_value(entity, id, &value, schema, Origin::shared, fixed);
      continue;
    }
    if (entity == kNone) continue;
    // The same key again is what the query matched on another entity (formats/flecs/README.md, 2,
    // rule 1).
    const bool is_repeated = is_own && has_own(entity, &id);
    add_value(entity, id, value.is_null() ? nullptr : &value, schema,
              is_repeated ? Origin::shared : origin, source, true);
  }
}

/// A query row (formats/flecs/README.md, 8.2).
void Snapshot::add_fields(std::uint32_t entity, const simdjson::dom::object& fields,
                          const Context& context) {
  simdjson::dom::array ids;
  simdjson::dom::array sources;
  simdjson::dom::array is_set;
  simdjson::dom::array values;
  const bool has_ids = read_part(fields, "ids", ids);
  const bool has_sources = read_part(fields, "sources", sources);
  const bool has_is_set = read_part(fields, "is_set", is_set);
  const bool has_values = read_part(fields, "values", values);
  std::size_t count = context.fields().size();
  if (has_ids) count = std::max(count, ids.size());
  if (has_values) count = std::max(count, values.size());
  // Types name the fields where there are as many: all fields, or all that are no tags.
  const std::size_t types = has_ids ? 0 : context.types().size();
  const bool name_all = types == count;
  const bool name_data = types != 0 && has_values &&
                         types == static_cast<std::size_t>(std::ranges::count_if(values, is_data));
  std::size_t data = 0;
  std::string number;
  ElementWalk next_id(has_ids, ids);
  ElementWalk next_source(has_sources, sources);
  ElementWalk next_set(has_is_set, is_set);
  ElementWalk next_value(has_values, values);
  for (std::size_t i = 0; i < count; ++i) {
    const auto own_id = next_id();
    const auto own_source = next_source();
    const auto own_set = next_set();
    const auto value = next_value();
    const Context::Field* known = i < context.fields().size() ? &context.fields()[i] : nullptr;
    bool set = true;
    if (own_set && own_set->get_bool().get(set) == SUCCESS && !set) continue;
    if (!has_is_set && known != nullptr && known->is_not) continue;
    const ComponentId* id = known != nullptr ? known->id : nullptr;
    if (name_all) {
      id = context.types()[i];
    } else if (name_data && value && is_data(*value)) {
      id = context.types()[data++];
    }
    if (own_id) {
      if (const ComponentId* own = read_id(*own_id, components_)) id = own;
    }
    if (id == nullptr) id = &components_.get("field " + std::to_string(i));
    std::string_view source;
    if (own_source) {
      source = text_or_number(*own_source, number);
      if (source == "0") source = {};
      source = source.data() == number.data() ? keep(source) : path_of(source);
    }
    const Schema* schema =
        known != nullptr && known->schema != nullptr ? known->schema : context.schema_of(*id);
    const bool has_value = value && !is_nothing(*value, schema, *id);
    if (!source.empty() && (entity == kNone || entities_[entity].path != source)) {
      if (has_value) add_source(source, *id, *value, schema);
      if (entity != kNone) {
        add_value(entity, *id, has_value ? &*value : nullptr, schema, Origin::shared, source);
      }
    } else if (entity != kNone) {
      const bool is_repeated = has_own(entity, id);
      add_value(entity, *id, has_value ? &*value : nullptr, schema,
                is_repeated ? Origin::shared : Origin::own, {});
    } else if (has_value) {
      add_source(id->first, *id, *value, schema);
    }
  }
}

}  // namespace scrubjay::flecs
