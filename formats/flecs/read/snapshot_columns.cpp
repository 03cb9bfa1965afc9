// Results and entities as 3.x prints them: columns of one table, and parallel arrays
// (formats/flecs/README.md, 6, 7).
#include <algorithm>

#include "formats/flecs/names.h"
#include "formats/flecs/read/json_parse.h"
#include "formats/flecs/read/snapshot.h"

namespace scrubjay::flecs {

using simdjson::SUCCESS;
using simdjson::dom::element;

namespace {

/// An array of an object's member, walked beside others.
class Parallel {
 public:
  /// `dropped` counts it when it is there and no list.
  Parallel(const simdjson::dom::object& object, std::string_view key, std::uint64_t& dropped) {
    element list;
    if (object.at_key(key).get(list) != SUCCESS || list.is_null()) return;
    if (list.get_array().get(array_) != SUCCESS) {
      ++dropped;
      return;
    }
    is_there_ = true;
    at_ = array_.begin();
  }
  bool is_there() const { return is_there_; }
  std::size_t size() const { return is_there_ ? array_.size() : 0; }
  /// The next element, or nothing at the end.
  std::optional<element> next() {
    if (!is_there_ || !(at_ != array_.end())) return {};
    const element result = *at_;
    ++at_;
    return result;
  }

 private:
  simdjson::dom::array array_;
  simdjson::dom::array::iterator at_;
  bool is_there_ = false;
};

bool is_zero(const element& value) {
  std::int64_t number = 0;
  return value.get_int64().get(number) == SUCCESS && number == 0;
}

bool is_empty_array(const element& value) {
  simdjson::dom::array array;
  return value.get_array().get(array) == SUCCESS && array.begin() == array.end();
}

/// `0`, null and `[]` stand for no value, unless the type is one that prints so, or other documents
/// have plain values for the component.
bool is_no_value(const element& value, const Schema* schema, const ComponentId& id) {
  if (value.is_null()) return true;
  if (is_zero(value)) {
    return schema == nullptr ? !id.is_scalar : schema->kind == Schema::Kind::record;
  }
  return is_empty_array(value) && (schema == nullptr || schema->kind != Schema::Kind::vector);
}

/// Without `sources`: whether the elements of `value` are one for each entity
/// (formats/flecs/README.md, 7.3).
bool is_per_entity(const element& value, std::size_t entities, const Schema* schema) {
  simdjson::dom::array array;
  if (value.get_array().get(array) != SUCCESS || array.size() != entities) return false;
  const element first = *array.begin();
  const bool is_list = schema != nullptr && (schema->kind == Schema::Kind::array ||
                                             schema->kind == Schema::Kind::vector);
  return first.is_array() || first.is_object() || !is_list;
}

/// The name of an entity that stands with its whole path is what its parent's path leaves
/// (formats/flecs/README.md, 3.1).
void settle_name(Snapshot::Entity& entity) {
  if (!entity.name.empty() || !entity.has_parent) return;
  const std::string_view parent = entity.parent;
  if (parent.empty()) {
    entity.name = entity.path;
  } else if (entity.path.size() > parent.size() + 1 && entity.path.starts_with(parent)) {
    entity.name = entity.path.substr(parent.size() + 1);
  }
}

}  // namespace

/// One field of a result, with what the result says of it.
struct Snapshot::FieldValue {
  const ComponentId* id = nullptr;
  const Schema* schema = nullptr;
  std::string_view source;  ///< empty: the entities themselves
  bool has_source = false;  ///< the result says where it comes from
  std::optional<element> value;
};

/// What ChildOf among the ids of a result or an entity names; empty: nothing.
std::string_view Snapshot::told_parent(const simdjson::dom::object& source) {
  std::uint64_t told_elsewhere = 0;
  Parallel ids(source, "ids", told_elsewhere);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto own = ids.next();
    const ComponentId* const id = own ? read_id(*own, components_) : nullptr;
    if (id != nullptr && id->known == ComponentId::Known::child_of) return id->second;
  }
  return {};
}

void Snapshot::add_column_entities(const simdjson::dom::object& result, const Context& context) {
  column_rows_.clear();
  Parallel entities(result, "entities", dropped_);
  Parallel ids(result, "entity_ids", dropped_);
  Parallel labels(result, "entity_labels", dropped_);
  Parallel colors(result, "colors", dropped_);
  std::string_view parent;
  const bool has_parent = result.at_key("parent").get_string().get(parent) == SUCCESS;
  parent = path_of(parent);
  const bool has_names = has_parent || context.traits().has_parents;
  // Names stand beside a parent; where no result has one, they are whole paths.
  const std::string_view above = has_names ? std::string_view() : told_parent(result);
  bool has_alerts = false;
  const bool tells_alerts = result.at_key("alerts").get_bool().get(has_alerts) == SUCCESS;
  const std::size_t count = std::max(entities.size(), ids.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::optional<element> name = entities.next();
    std::optional<std::uint64_t> id;
    std::uint64_t number = 0;
    if (const auto source = ids.next(); source && source->get_uint64().get(number) == SUCCESS) {
      id = number;
    }
    std::string_view text;
    std::uint32_t row = kNone;
    if (name && name->get_string().get(text) == SUCCESS) {
      row = has_names ? named_entity(parent, text, false)
                      : entity_of_path(path_of(text),
                                       id ? std::optional(*id & 0xFFFFFFFF) : std::nullopt, above);
    } else if (name && name->get_uint64().get(number) == SUCCESS) {
      row = named_entity(parent, keep(anonymous_name(number)), false);
      set_id(entities_[row], number, true);
    } else if (id) {
      row = named_entity(parent, keep(anonymous_name(*id & 0xFFFFFFFF)), false);
    }
    column_rows_.push_back(row);
    const auto label = labels.next();
    const auto color = colors.next();
    if (row == kNone) continue;
    Entity& entity = entities_[row];
    if (id) set_id(entity, *id, true);
    if (label && label->get_string().get(text) == SUCCESS && text != entity.name &&
        text != unescaped_name(last_element(entity.path))) {
      entity.label = text;
    }
    if (color && color->get_string().get(text) == SUCCESS) entity.color = text;
    if (tells_alerts) entity.has_alerts |= has_alerts;
  }
}

void Snapshot::add_column(const FieldValue& field) {
  const ComponentId& id = *field.id;
  const bool has_value = field.value && !is_no_value(*field.value, field.schema, id);
  if (!field.source.empty()) {
    if (has_value) add_source(field.source, id, *field.value, field.schema);
    for (const std::uint32_t row : column_rows_) {
      if (row == kNone || entities_[row].path == field.source) continue;
      add_value(row, id, has_value ? &*field.value : nullptr, field.schema, Origin::shared,
                field.source);
    }
    return;
  }
  if (column_rows_.empty()) {  // a query without $this, and no sources: a singleton
    if (has_value) add_source(id.first, id, *field.value, field.schema);
    return;
  }
  simdjson::dom::array values;
  const bool is_column =
      has_value && field.value->get_array().get(values) == SUCCESS &&
      (field.has_source ? values.size() == column_rows_.size()
                        : is_per_entity(*field.value, column_rows_.size(), field.schema));
  auto at = is_column ? values.begin() : simdjson::dom::array::iterator();
  for (const std::uint32_t row : column_rows_) {
    std::optional<element> value;
    if (is_column) {
      value = *at;
      ++at;
      if (is_no_value(*value, field.schema, id)) value.reset();
    } else if (has_value) {
      value = field.value;
    }
    if (row == kNone) continue;
    const bool is_shared = has_value && !is_column;
    const bool is_repeated = has_own(row, &id);
    add_value(row, id, value ? &*value : nullptr, field.schema,
              is_shared || is_repeated ? Origin::shared : Origin::own);
  }
}

void Snapshot::add_columns(const simdjson::dom::object& result, const Context& context) {
  add_column_entities(result, context);
  Parallel ids(result, "ids", dropped_);
  Parallel sources(result, "sources", dropped_);
  Parallel is_set(result, "is_set", dropped_);
  Parallel values(result, "values", dropped_);
  // The top level has one id a term, which are more than the fields with an Or: a result's own ids
  // come first (formats/flecs/README.md, 7.1).
  const std::size_t count =
      std::max({ids.size(), values.size(), ids.is_there() ? 0 : context.fields().size()});
  const bool is_table = context.kind() == DocumentKind::world3 && ids.is_there();
  std::vector<const ComponentId*> seen;
  for (std::size_t i = 0; i < count; ++i) {
    FieldValue field;
    if (const auto own = ids.next()) field.id = read_id(*own, components_);
    if (field.id == nullptr && i < context.fields().size()) field.id = context.fields()[i].id;
    if (field.id == nullptr) field.id = &components_.get("field " + std::to_string(i));
    field.value = values.next();
    if (const auto source = sources.next()) {
      field.has_source = true;
      std::string_view path;
      if (source->get_string().get(path) == SUCCESS) field.source = path_of(path);
    }
    bool set = true;
    if (const auto flag = is_set.next()) read_into(flag->get_bool(), set);
    if (!set) continue;
    // A table has an id once. Again it has a flag that 3.x does not print in tables: that of a
    // component that was switched off.
    const bool is_repeated =
        is_table && std::ranges::find(seen, field.id) != seen.end() && !field.id->is_pair;
    if (is_repeated) field.id = &components_.get("TOGGLE|" + field.id->text);
    seen.push_back(field.id);
    field.schema = context.schema_of(*field.id);
    if (field.schema == nullptr && i < context.fields().size()) {
      field.schema = context.fields()[i].schema;
    }
    add_column(field);
  }
  // Whole tables list ChildOf: without it an entity is a root, whatever dots its name has.
  for (const std::uint32_t row : column_rows_) {
    if (row == kNone) continue;
    entities_[row].has_parent |= is_table;
    settle_name(entities_[row]);
  }
}

void Snapshot::add_ids3(std::uint32_t row, const simdjson::dom::object& source, Origin origin,
                        std::string_view base) {
  Parallel ids(source, "ids", dropped_);
  Parallel values(source, "values", dropped_);
  Parallel types(source, "type_info", dropped_);
  Parallel hidden(source, "hidden", dropped_);
  const std::size_t count = ids.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto id_source = ids.next();
    const auto value = values.next();
    const auto type = types.next();
    bool is_hidden = false;
    if (const auto flag = hidden.next()) read_into(flag->get_bool(), is_hidden);
    const ComponentId* id = id_source ? read_id(*id_source, components_) : nullptr;
    if (id_source && id == nullptr) ++dropped_;
    if (id == nullptr || (is_hidden && origin == Origin::inherited)) continue;
    const Schema* schema = nullptr;
    if (type) {
      if (std::optional<Schema> own = read_schema(*type)) {
        schemas_.push_back(std::make_unique<Schema>(std::move(*own)));
        schema = schemas_.back().get();
      }
    }
    const bool has_value = value && !is_hidden && !is_no_value(*value, schema, *id);
    add_value(row, *id, has_value ? &*value : nullptr, schema, origin, base);
  }
}

/// formats/flecs/README.md, 6.
void Snapshot::add_entity3(const simdjson::dom::object& source) {
  std::string_view path;
  if (source.at_key("path").get_string().get(path) != SUCCESS) path = "?";
  path = path_of(path);
  const std::uint32_t row = entity_of_path(path, {}, told_parent(source));
  take_extras(row, source);
  std::string_view text;
  const auto set = [&](std::string_view Entity::*field, const char* key) {
    if (source.at_key(key).get_string().get(text) == SUCCESS) entities_[row].*field = text;
  };
  set(&Entity::label, "label");
  set(&Entity::brief, "brief");
  set(&Entity::link, "link");
  set(&Entity::color, "color");
  add_ids3(row, source, Origin::own, {});
  Entity& entity = entities_[row];
  settle_name(entity);
  if (entity.label == entity.name || entity.label == last_element(path)) entity.label = {};
  simdjson::dom::array bases;
  if (!read_part(source, "is_a", bases)) return;
  entity.has_bases = true;
  for (const element base : bases) {
    simdjson::dom::object object;
    std::string_view base_path;
    if (base.get_object().get(object) != SUCCESS) {
      ++dropped_;
      continue;
    }
    read_into(object.at_key("path").get_string(), base_path);
    add_ids3(row, object, Origin::inherited, path_of(base_path));
  }
}

}  // namespace scrubjay::flecs
