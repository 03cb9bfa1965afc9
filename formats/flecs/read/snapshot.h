#pragma once

#include <simdjson.h>

#include <cstdint>
#include <memory_resource>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/text.h"
#include "formats/flecs/component_id.h"
#include "formats/flecs/names.h"
#include "formats/flecs/read/context.h"
#include "formats/flecs/read/schema_store.h"

namespace scrubjay::flecs {

/// Entities as one or several documents show them, before they are mapped to a frame or compared
/// with others. Texts and values point into the documents' parsers and into the arena: they live
/// until `clear`.
class Snapshot {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// Whose value it is.
  enum class Origin : std::uint8_t {
    own,
    inherited,  ///< of a base, as the document lists it
    shared,     ///< of another entity that a query matched: a parent, a singleton
  };

  struct Item {
    const ComponentId* id = nullptr;
    simdjson::dom::element value;    ///< when has_value
    const Schema* schema = nullptr;  ///< may be null
    std::string_view source;         ///< path of the base or source entity
    std::string_view target;         ///< of a pair without data; path, "#1" or "@7"
    std::uint32_t next = kNone;
    Origin origin = Origin::own;
    bool has_value = false;
    bool is_component = false;  ///< holds data, which the document may not show
  };

  struct Entity {
    std::string_view path;
    std::string_view name;    ///< unescaped
    std::string_view parent;  ///< path as the document has it; empty: see has_parent
    std::string_view label;   ///< doc strings; empty: none
    std::string_view brief;
    std::string_view detail;
    std::string_view link;
    std::string_view color;
    std::uint64_t id = 0;
    std::uint32_t version = 0;
    std::uint32_t first_item = kNone;
    std::uint32_t last_item = kNone;
    std::uint32_t item_count = 0;
    bool has_id = false;
    bool has_version = false;
    bool has_parent = false;  ///< known, be it none; else it follows from the path
    bool has_bases = false;   ///< the document lists what is inherited
    bool has_alerts = false;
    simdjson::dom::element alerts;   ///< array, when lists_alerts
    simdjson::dom::element refs;     ///< object, when lists_refs
    simdjson::dom::element matches;  ///< array, when lists_matches
    bool lists_alerts = false;
    bool lists_refs = false;
    bool lists_matches = false;
  };

  explicit Snapshot(ComponentTable& components) : components_(components) {}

  void clear();
  /// A document of entities, parsed. `context` belongs to it and outlives the snapshot's content.
  /// What stands in the snapshot already holds (formats/flecs/README.md, 7.4): newer documents come
  /// first.
  void add_document(const simdjson::dom::element& top, const Context& context);
  /// One element of `results`.
  void add_result(const simdjson::dom::element& result, const Context& context);

  const std::vector<Entity>& entities() const { return entities_; }
  const std::vector<Item>& items() const { return items_; }
  /// Parts of documents added since `clear` that are of another type than they should be, and are
  /// left out: components that are no object, a row that is a number.
  std::uint64_t dropped() const { return dropped_; }
  template <class Visit>
  void for_each_item(const Entity& entity, Visit visit) const {
    for (std::uint32_t i = entity.first_item; i != kNone; i = items_[i].next) visit(items_[i]);
  }

 private:
  struct FieldValue;
  static constexpr std::uint32_t kFewItems = 64;

  // snapshot.cpp: entities and items.
  std::uint32_t entity_at(std::string_view path);
  std::uint32_t named_entity(std::string_view parent, std::string_view name, bool is_escaped);
  std::uint32_t entity_of_path(std::string_view path, std::optional<std::uint64_t> id,
                               std::string_view parent = {});
  std::string_view told_parent(const simdjson::dom::object& source);
  std::string_view keep(std::string_view text) { return texts_.add(text); }
  /// With dots, however the document joins names (formats/flecs/README.md, 3.1).
  std::string_view path_of(std::string_view text) {
    return has_colons(text) ? keep(dotted_path(text)) : text;
  }
  void set_id(Entity& entity, std::uint64_t id, bool has_generation);
  bool has_own(std::uint32_t entity, const ComponentId* id) const;
  void add_item(std::uint32_t entity, Item item);
  void add_value(std::uint32_t entity, const ComponentId& id, const simdjson::dom::element* value,
                 const Schema* schema, Origin origin = Origin::own, std::string_view source = {},
                 bool is_component = false);
  void take_doc(std::uint32_t entity, const ComponentId& id, const simdjson::dom::element& value);
  void take_structure(std::uint32_t entity, const ComponentId& id,
                      const simdjson::dom::element* value);
  void add_source(std::string_view path, const ComponentId& id, const simdjson::dom::element& value,
                  const Schema* schema);

  /// A part that is there, not null, and of the right type; another type is counted as dropped.
  template <class Part>
  bool read_part(const simdjson::dom::object& from, std::string_view key, Part& out);

  // snapshot_rows.cpp: 4.x, and rows mode.
  void add_row(const simdjson::dom::object& row, const Context& context);
  void add_parts(std::uint32_t entity, const simdjson::dom::object& parts, const Context& context,
                 const SchemaTable* own_schemas, Origin origin, std::string_view source);
  void add_pairs(std::uint32_t entity, const simdjson::dom::object& pairs, Origin origin,
                 std::string_view source);
  void add_components(std::uint32_t entity, const simdjson::dom::object& components,
                      const Context& context, const SchemaTable* own_schemas, Origin origin,
                      std::string_view source);
  void add_fields(std::uint32_t entity, const simdjson::dom::object& fields,
                  const Context& context);
  void take_extras(std::uint32_t entity, const simdjson::dom::object& source);

  // snapshot_columns.cpp: 3.x results and entities.
  void add_columns(const simdjson::dom::object& result, const Context& context);
  void add_column_entities(const simdjson::dom::object& result, const Context& context);
  void add_column(const FieldValue& field);
  void add_entity3(const simdjson::dom::object& source);
  void add_ids3(std::uint32_t entity, const simdjson::dom::object& source, Origin origin,
                std::string_view base);

  ComponentTable& components_;
  std::vector<Entity> entities_;
  std::vector<Item> items_;
  std::vector<std::uint32_t> column_rows_;       ///< of the result's entities
  std::pmr::unsynchronized_pool_resource pool_;  ///< keeps the storage of what is cleared
  std::pmr::unordered_map<std::string_view, std::uint32_t> by_path_{&pool_};
  /// Entities and their own components, as far as they come behind kFewItems items.
  std::pmr::set<std::pair<std::uint32_t, const ComponentId*>> own_of_many_{&pool_};
  std::vector<std::unique_ptr<Schema>> schemas_;  ///< those that stand inside of rows
  SchemaStore schema_tables_;                     ///< likewise
  std::string scratch_;
  TextArena texts_;
  std::uint64_t dropped_ = 0;
};

template <class Part>
bool Snapshot::read_part(const simdjson::dom::object& from, std::string_view key, Part& out) {
  simdjson::dom::element value;
  if (from.at_key(key).get(value) != simdjson::SUCCESS || value.is_null()) return false;
  if (value.get(out) == simdjson::SUCCESS) return true;
  ++dropped_;
  return false;
}

/// Which part of `path` is its parent's path when no document says so: the longest one that
/// `is_known` and that a dot follows, else all before the last dot (formats/flecs/README.md, 3.1).
template <class IsKnown>
std::string_view find_parent(std::string_view path, IsKnown is_known) {
  for (std::size_t dot = path.rfind('.'); dot != std::string_view::npos && dot != 0;
       dot = path.rfind('.', dot - 1)) {
    if (is_known(path.substr(0, dot))) return path.substr(0, dot);
  }
  return parent_of_path(path);
}

}  // namespace scrubjay::flecs
