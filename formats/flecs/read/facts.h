#pragma once

#include <cstdint>
#include <vector>

#include "core/text.h"
#include "formats/flecs/read/snapshot.h"

namespace scrubjay::flecs {

/// A truth value or an enum's constant inside of a component: a change of it is an event.
struct LeafFact {
  TextId name;   ///< "BodyInfo.kind"
  TextId value;  ///< "Rocky", "true"
  bool operator==(const LeafFact&) const = default;
};

/// An alert of the entity itself; those of its descendants are theirs.
struct AlertFact {
  TextId alert;
  TextId severity;  ///< "Error", ...; none: the document does not say
  bool operator==(const AlertFact&) const = default;
};

/// A component, tag or pair that an entity itself has.
struct ItemFact {
  const ComponentId* id = nullptr;
  bool is_component = false;  ///< holds data
};

/// What one unit says of one entity, as far as events and identity need it.
struct EntityFacts {
  TextId path;
  TextId parent;  ///< path as the document has it; none where has_parent is false or it is a root
  TextId name;    ///< unescaped; none: the path's last element
  TextId label;
  std::uint64_t id = 0;
  std::uint32_t version = 0;
  bool has_id = false;
  bool has_version = false;
  bool has_parent = false;
  bool has_alerts = false;
  bool is_anonymous = false;
  bool is_camera = false;
  bool is_background = false;  ///< describes the world, is not in it: a type, a system, ...
  std::vector<ItemFact> items;
  std::vector<LeafFact> leaves;
  std::vector<AlertFact> alerts;  ///< where the document lists them
};

/// The facts of all entities of a snapshot. Texts are added to `texts`.
std::vector<EntityFacts> facts_of(const Snapshot& snapshot, TextTable& texts);

/// Adds to `facts` what another unit says of the same entity: the first one to name something
/// holds (formats/flecs/README.md, 7.4).
void merge_facts(EntityFacts& facts, const EntityFacts& other);

}  // namespace scrubjay::flecs
