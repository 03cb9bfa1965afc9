#include "formats/flecs/read/snapshot.h"

#include "formats/flecs/names.h"

namespace scrubjay::flecs {

using simdjson::SUCCESS;
using simdjson::dom::element;

void Snapshot::clear() {
  entities_.clear();
  items_.clear();
  by_path_.clear();
  own_of_many_.clear();
  schemas_.clear();
  schema_tables_.trim();
  texts_.clear();
  dropped_ = 0;
}

/// `path` must live as long as the snapshot's content.
std::uint32_t Snapshot::entity_at(std::string_view path) {
  const auto row = static_cast<std::uint32_t>(entities_.size());
  const auto [place, is_new] = by_path_.emplace(path, row);
  if (is_new) entities_.emplace_back().path = path;
  return place->second;
}

std::uint32_t Snapshot::named_entity(std::string_view parent, std::string_view name,
                                     bool is_escaped) {
  const bool has_specials = is_escaped && name.find_first_of(".\\") != std::string_view::npos;
  scratch_.assign(parent);
  if (!parent.empty()) scratch_ += '.';
  if (has_specials) {
    scratch_ += escaped_name(name);
  } else {
    scratch_ += name;
  }
  const auto found = by_path_.find(std::string_view(scratch_));
  const std::uint32_t row = found != by_path_.end() ? found->second : entity_at(keep(scratch_));
  Entity& entity = entities_[row];
  entity.name = name;
  entity.parent = parent;
  entity.has_parent = true;
  return row;
}

/// An entity that is named by its whole path: 3.0 to 3.1.5, and sources. `parent`: what its ids say
/// that it hangs below; empty: nothing.
std::uint32_t Snapshot::entity_of_path(std::string_view path, std::optional<std::uint64_t> id,
                                       std::string_view parent) {
  const bool is_below = !parent.empty() && path.size() > parent.size() + 1 &&
                        path.starts_with(parent) && path[parent.size()] == '.';
  const std::string_view last = is_below ? path.substr(parent.size() + 1) : last_element(path);
  // A number that is the entity's own is no name (formats/flecs/README.md, 3.2); "01" is no number
  // of flecs.
  const bool is_number = is_digits(last) && (last.size() == 1 || last.front() != '0');
  const bool is_anonymous_one = is_number && (!id || std::to_string(*id) == last);
  if (is_anonymous_one) {
    scratch_.assign(path.substr(0, path.size() - last.size()));
    scratch_ += '#';
    scratch_ += last;
    const auto found = by_path_.find(std::string_view(scratch_));
    const std::uint32_t row = found != by_path_.end() ? found->second : entity_at(keep(scratch_));
    const std::string_view kept = entities_[row].path;
    entities_[row].name = kept.substr(kept.size() - last.size() - 1);
    return row;
  }
  const auto found = by_path_.find(path);
  return found != by_path_.end() ? found->second : entity_at(keep(path));
}

void Snapshot::set_id(Entity& entity, std::uint64_t id, bool has_generation) {
  if (entity.has_id) return;
  entity.has_id = true;
  entity.id = id & 0xFFFFFFFF;
  if (has_generation && id >> 32 != 0) {  // 3.0 and 3.1 (formats/flecs/README.md, 3.3)
    entity.version = static_cast<std::uint32_t>(id >> 32);
    entity.has_version = true;
  }
}

/// Those of few items are looked through.
bool Snapshot::has_own(std::uint32_t row, const ComponentId* id) const {
  std::uint32_t i = entities_[row].first_item;
  for (std::uint32_t n = 0; i != kNone && n < kFewItems; ++n, i = items_[i].next) {
    if (items_[i].id == id && items_[i].origin == Origin::own) return true;
  }
  return i != kNone && own_of_many_.contains({row, id});
}

void Snapshot::add_item(std::uint32_t row, Item item) {
  Entity& entity = entities_[row];
  if (item.origin == Origin::own && has_own(row, item.id)) return;
  if (entity.item_count++ >= kFewItems && item.origin == Origin::own) {
    own_of_many_.emplace(row, item.id);
  }
  const auto place = static_cast<std::uint32_t>(items_.size());
  items_.push_back(item);
  if (entity.first_item == kNone) {
    entity.first_item = place;
  } else {
    items_[entity.last_item].next = place;
  }
  entity.last_item = place;
}

void Snapshot::take_doc(std::uint32_t row, const ComponentId& id, const element& value) {
  std::string_view text;
  if (value.is_object()) {
    if (value.at_key("value").get_string().get(text) != SUCCESS) return;
  } else if (value.get_string().get(text) != SUCCESS) {
    return;
  }
  Entity& entity = entities_[row];
  const auto set = [&](std::string_view& field) {
    if (field.empty()) field = text;
  };
  switch (id.known) {
    case ComponentId::Known::label: set(entity.label); break;
    case ComponentId::Known::brief: set(entity.brief); break;
    case ComponentId::Known::detail: set(entity.detail); break;
    case ComponentId::Known::link: set(entity.link); break;
    case ComponentId::Known::color: set(entity.color); break;
    default: break;
  }
}

/// ChildOf and the Parent component say where an entity hangs.
void Snapshot::take_structure(std::uint32_t row, const ComponentId& id, const element* value) {
  Entity& entity = entities_[row];
  if (entity.has_parent && !entity.parent.empty()) return;
  if (id.known == ComponentId::Known::child_of) {
    entity.parent = id.second;
    entity.has_parent = true;
  }
  std::string_view parent;
  if (id.known == ComponentId::Known::parent && value != nullptr && value->is_object() &&
      value->at_key("value").get_string().get(parent) == SUCCESS && parent != "#0") {
    entity.parent = path_of(parent);
    entity.has_parent = true;
  }
}

void Snapshot::add_value(std::uint32_t row, const ComponentId& id, const element* value,
                         const Schema* schema, Origin origin, std::string_view source,
                         bool is_component) {
  if (origin == Origin::own && id.is_structural()) {
    if (id.is_doc() && value != nullptr) take_doc(row, id, *value);
    take_structure(row, id, value);
    return;
  }
  if (id.is_structural()) return;
  Item item;
  item.id = &id;
  item.schema = schema;
  item.origin = origin;
  item.source = source;
  item.is_component = (is_component || value != nullptr) && !id.is_flagged;
  if (value != nullptr && !id.is_flagged) {
    item.value = *value;
    item.has_value = true;
  } else if (id.is_pair && !is_component) {
    item.target = id.second;
  }
  add_item(row, item);
}

/// A value that belongs to another entity than the one matched (formats/flecs/README.md, 7.3).
void Snapshot::add_source(std::string_view path, const ComponentId& id, const element& value,
                          const Schema* schema) {
  add_value(entity_of_path(path, {}), id, &value, schema);
}

void Snapshot::add_result(const element& result, const Context& context) {
  simdjson::dom::object object;
  if (result.get_object().get(object) != SUCCESS) {
    ++dropped_;
    return;
  }
  if (object.size() == 0) return;
  element ignored;
  const auto has = [&](const char* key) { return object.at_key(key).get(ignored) == SUCCESS; };
  if (!has("fields") &&
      (has("entities") || has("sources") || has("values") || (has("ids") && !has("name")))) {
    add_columns(object, context);
  } else {
    add_row(object, context);
  }
}

void Snapshot::add_document(const element& top, const Context& context) {
  simdjson::dom::object object;
  if (top.get_object().get(object) != SUCCESS) return;
  if (context.kind() == DocumentKind::entity3) {
    add_entity3(object);
    return;
  }
  if (context.kind() == DocumentKind::entity4) {
    add_row(object, context);
    return;
  }
  simdjson::dom::array results;
  if (object.at_key("results").get_array().get(results) != SUCCESS) return;
  for (const element result : results) add_result(result, context);
}

}  // namespace scrubjay::flecs
