#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/flecs/choices.h"
#include "formats/flecs/names.h"
#include "formats/flecs/roles.h"

namespace scrubjay::flecs {

struct MemberNode;

/// A component, tag or pair with all that can be told from its name, worked out once.
struct ComponentId {
  /// Ids that mean something to us.
  enum class Known : std::uint8_t {
    none,
    child_of,
    parent,        ///< the component `flecs.core.Parent` (formats/flecs/README.md, 8.3)
    parent_depth,  ///< stands beside it
    is_a,
    slot_of,
    identifier,  ///< names
    label,       ///< the doc strings
    brief,
    detail,
    link,
    color,
    prefab,
    disabled,
    component,
    module,
    system,
    observer,
    query,
    member,    ///< of a struct: a child of a component
    constant,  ///< of an enum or bitmask: likewise
  };

  std::string text;           ///< as id_text() writes it
  std::string first;          ///< full path of the component, tag or relation
  std::string second;         ///< full path of a pair's target
  std::string name;           ///< for people: last element, "R → T" for a pair, "flag|X"
  std::string relation_name;  ///< for people: last element of `first`
  bool is_pair = false;
  bool is_flagged = false;
  Known known = Known::none;
  Role role;  ///< by its name, or as a person says
  /// Members that a person gave a role.
  struct MemberRole {
    std::string path;  ///< "pose/p"
    Role role;
  };
  std::vector<MemberRole> members;
  bool is_scalar = false;            ///< as far as is known: a document has a plain value for it
  bool is_valued = false;            ///< likewise: one of any kind; without one it is no tag
  const MemberNode* told = nullptr;  ///< what all documents together tell of its values

  bool is_doc() const { return known >= Known::label && known <= Known::color; }
  /// Says what other members of an entity say already: neither a property nor an event.
  bool is_structural() const {
    return known == Known::child_of || known == Known::parent || known == Known::parent_depth ||
           known == Known::identifier || is_doc();
  }
};

/// Every id met, once. References live as long as the table.
class ComponentTable {
 public:
  /// `choices` must outlive it.
  explicit ComponentTable(const Choices& choices) : choices_(&choices) {}

  const ComponentId& get(std::string_view id_text);
  const ComponentId& get(const IdText& id);
  /// Of one of its own: a 0 is a value of it (formats/flecs/README.md, 6).
  void set_scalar(const ComponentId& id) { ids_.find(id.text)->second->is_scalar = true; }
  void set_valued(const ComponentId& id) { ids_.find(id.text)->second->is_valued = true; }
  /// `node` must outlive the table's last use.
  void tell(std::string_view id_text, const MemberNode& node) {
    ids_.find(get(id_text).text)->second->told = &node;
  }

 private:
  void choose_roles(ComponentId& id) const;

  const Choices* choices_;
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };
  /// By spelling: several may mean the same id.
  std::unordered_map<std::string, const ComponentId*, Hash, std::equal_to<>> spellings_;
  std::unordered_map<std::string, std::unique_ptr<ComponentId>, Hash, std::equal_to<>> ids_;
};

}  // namespace scrubjay::flecs
