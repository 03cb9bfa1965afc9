#include "formats/flecs/read/decoder.h"

#include <algorithm>
#include <functional>

#include "formats/flecs/limits.h"
#include "formats/flecs/read/json_parse.h"
#include "formats/flecs/read/references.h"

namespace scrubjay::flecs {

namespace {

/// Bases of bases of bases.
constexpr unsigned kBaseDepth = 16;
/// What stays with a base (formats/flecs/README.md, 8.3).
bool is_inherited_known(ComponentId::Known known) {
  using Known = ComponentId::Known;
  return known != Known::prefab && known != Known::slot_of && known != Known::is_a;
}

}  // namespace

Decoder::Decoder(const Recording& recording, const FileIndex& index, const Choices& choices)
    : recording_(recording),
      index_(index),
      choices_(choices),
      paths_(index),
      components_(choices),
      snapshot_(components_),
      member_types_(index.texts, index.member_forms, components_) {}

/// Its own documents first, worlds before others, then older ones from the newest on.
void Decoder::parse_documents(FrameIndex frame, Frame& out) {
  documents_at(index_, frame, documents_);
  const std::uint32_t own = index_.frames[frame.value].documents;
  const auto end_of_own =
      documents_.begin() + std::min<std::ptrdiff_t>(own, std::ssize(documents_));
  std::stable_partition(documents_.begin(), end_of_own,
                        [&](std::uint32_t row) { return is_world(index_.documents[row].kind); });
  std::size_t used = 0;
  for (const std::uint32_t row : documents_) {
    const DocumentRow& document = index_.documents[row];
    if (!has_entities(document.kind) || document.bytes.size == 0) continue;
    if (used == parsed_.size()) parsed_.push_back(std::make_unique<Parsed>(index_));
    Parsed& parsed = *parsed_[used];
    std::string_view data = parsed.text.data(document);
    simdjson::dom::element top;
    bool is_read = parse_json(parsed.parser, data, top);
    if (!is_read && !document.is_repaired) {
      data = parsed.text.repaired_data(document);
      is_read = parse_json(parsed.parser, data, top);
    }
    if (!is_read) {
      out.problems.push_back(
          {.severity = Severity::error,
           .code = "broken-document",
           .offset = document.bytes.begin,
           .frame = frame,
           .message = "A document holds a value that is no JSON: its sample is missing."});
      continue;
    }
    ++used;
    parsed.context.read(top, document.kind, read_traits(data, document.kind), components_);
    snapshot_.add_document(top, parsed.context);
  }
}

std::uint32_t Decoder::plain_node(std::string_view path, FrameIndex frame) {
  const auto found = node_of_path_.find(path);
  if (found != node_of_path_.end()) return found->second;
  const EntityIndex entity = paths_.find(path, frame);
  if (!entity.exists()) return kNone;
  const auto place = static_cast<std::uint32_t>(nodes_.size());
  Node& node = nodes_.emplace_back();
  node.path = texts_.add(path);
  node.entity = entity;
  node_of_path_.emplace(node.path, place);
  return place;
}

std::uint32_t Decoder::resolved(std::string_view reference) {
  // A plain node is what no document speaks of.
  const auto exact = node_of_path_.find(reference);
  const std::uint32_t plain = exact == node_of_path_.end() ? kNone : exact->second;
  if (plain != kNone && nodes_[plain].row != kNone) return plain;
  if (const auto number = anonymous_number(reference)) {
    const auto found = anonymous_.find(*number);
    if (found != anonymous_.end()) return found->second;
  }
  if (by_unescaped_.empty()) return plain;
  const auto found = by_unescaped_.find(std::string(reference));
  return found == by_unescaped_.end() ? plain : found->second;
}

std::uint32_t Decoder::parent_node(const Snapshot::Entity& entity, FrameIndex frame) {
  if (entity.has_parent) {
    if (entity.parent.empty()) return kNone;
    const std::uint32_t known = resolved(entity.parent);
    if (known != kNone || !may_have_plain_parents(entity.parent)) return known;
    return plain_node(entity.parent, frame);
  }
  if (!may_have_plain_parents(entity.path)) return kNone;
  const std::string_view parent =
      find_parent(entity.path, [&](std::string_view part) { return node_of_path_.contains(part); });
  return parent.empty() ? kNone : plain_node(parent, frame);
}

void Decoder::make_nodes(FrameIndex frame) {
  const std::vector<Snapshot::Entity>& entities = snapshot_.entities();
  nodes_.reserve(entities.size());
  for (std::uint32_t row = 0; row < entities.size(); ++row) {
    const Snapshot::Entity& entity = entities[row];
    const EntityIndex index = paths_.find(entity.path, frame);
    if (!index.exists()) continue;
    const auto place = static_cast<std::uint32_t>(nodes_.size());
    Node& node = nodes_.emplace_back();
    node.path = entity.path;
    node.name = entity.name;
    node.entity = index;
    node.row = row;
    node_of_path_.emplace(node.path, place);
    if (entity.path.find('\\') != std::string_view::npos) {
      by_unescaped_.emplace(unescaped_name(entity.path), place);
    }
    const std::string_view last = node.name.empty() ? last_element(node.path) : node.name;
    if (is_anonymous(last)) {
      anonymous_.emplace(std::strtoull(last.data() + 1, nullptr, 10), place);
    }
  }
  // Plain nodes are added behind, and get parents of their own by their paths.
  for (std::uint32_t place = 0; place < nodes_.size(); ++place) {
    std::uint32_t parent = kNone;
    if (nodes_[place].row != kNone) {
      parent = parent_node(entities[nodes_[place].row], frame);
    } else if (may_have_plain_parents(nodes_[place].path)) {
      const std::string_view path = find_parent(
          nodes_[place].path, [&](std::string_view part) { return node_of_path_.contains(part); });
      if (!path.empty()) parent = plain_node(path, frame);
    }
    nodes_[place].parent = parent;
    if (nodes_[place].name.empty()) name_node(nodes_[place]);
  }
  break_cycles();
}

/// An entity that is named by its whole path: its name is what its parent's path leaves
/// (formats/flecs/README.md, 3.1).
void Decoder::name_node(Node& node) {
  std::string_view name = last_element(node.path);
  if (node.parent != kNone) {
    const std::string_view above = nodes_[node.parent].path;
    const bool is_prefix = node.path.size() > above.size() + 1 && node.path.starts_with(above) &&
                           node.path[above.size()] == '.';
    if (is_prefix) name = node.path.substr(above.size() + 1);
  }
  node.name = texts_.add(unescaped_name(name));
}

/// An entity that would be above itself becomes a root.
void Decoder::break_cycles() {
  std::vector<std::uint32_t>& path = path_;
  for (std::uint32_t start = 0; start < nodes_.size(); ++start) {
    path.clear();
    for (std::uint32_t at = start; at != kNone && !nodes_[at].is_visited; at = nodes_[at].parent) {
      nodes_[at].is_visited = true;
      path.push_back(at);
      const std::uint32_t above = nodes_[at].parent;
      if (above != kNone && nodes_[above].is_visited &&
          std::ranges::find(path, above) != path.end()) {
        nodes_[at].parent = kNone;
      }
    }
  }
}

void Decoder::inherit(std::string_view base, const Snapshot::Item& item,
                      const Snapshot::Entity& heir) {
  if (!is_inherited_known(item.id->known) || inherited_.size() == limits::kMostInherited) return;
  if (ids_.empty()) {
    snapshot_.for_each_item(heir, [&](const Snapshot::Item& own) {
      if (own.origin == Snapshot::Origin::own) ids_.insert(own.id);
    });
  }
  if (ids_.insert(item.id).second) inherited_.push_back({base, &item});
}

/// Where the document does not list what is inherited: along IsA (formats/flecs/README.md, 8.3).
void Decoder::gather_bases(const Snapshot::Entity& entity, unsigned depth) {
  if (depth == kBaseDepth) return;
  const Snapshot::Entity& heir = entity;
  std::vector<std::uint32_t> bases;
  snapshot_.for_each_item(heir, [&](const Snapshot::Item& item) {
    if (item.id->known != ComponentId::Known::is_a || item.origin != Snapshot::Origin::own) return;
    const std::uint32_t base = resolved(item.id->second);
    if (base != kNone && nodes_[base].row != kNone) bases.push_back(nodes_[base].row);
  });
  for (const std::uint32_t row : bases) {
    if (bases_.size() == limits::kMostInherited) return;
    if (!bases_.insert(row).second) continue;
    const Snapshot::Entity& base = snapshot_.entities()[row];
    snapshot_.for_each_item(base, [&](const Snapshot::Item& item) {
      if (item.origin == Snapshot::Origin::own) inherit(base.path, item, *heir_);
    });
    gather_bases(base, depth + 1);
  }
}

/// What the entity has from its bases, the nearest first; its own stands in front.
void Decoder::gather_inherited(const Snapshot::Entity& entity) {
  inherited_.clear();
  ids_.clear();
  bases_.clear();
  if (!entity.has_bases) {
    heir_ = &entity;
    gather_bases(entity, 0);
    return;
  }
  // Documents list the deepest base first (formats/flecs/README.md, 6, 8.1).
  std::vector<const Snapshot::Item*> items;
  std::unordered_map<std::string_view, std::size_t> places;  // where each base is listed last
  snapshot_.for_each_item(entity, [&](const Snapshot::Item& item) {
    if (item.origin != Snapshot::Origin::inherited) return;
    places[item.source] = items.size();
    items.push_back(&item);
  });
  std::ranges::stable_sort(items, std::greater(),
                           [&](const Snapshot::Item* item) { return places[item->source]; });
  for (const Snapshot::Item* item : items) inherit(item->source, *item, entity);
}

void Decoder::read_places() {
  const PlaceUnits units{.angles = index_.has_degrees.load(std::memory_order_relaxed)
                                       ? AngleGuess::degrees
                                       : AngleGuess::radians,
                         .metres_per_unit = choices_.axes.metres_per_unit};
  for (Node& node : nodes_) {
    if (node.row == kNone) continue;
    const Snapshot::Entity& entity = snapshot_.entities()[node.row];
    const auto note = [&](const Snapshot::Item& item) {
      if (!item.has_value) return;
      for_each_role(item, [&](const auto& value, const Schema* schema, const Role& role) {
        role_uses_.push_back({value, schema, &role});
      });
    };
    role_uses_.clear();
    snapshot_.for_each_item(entity, [&](const Snapshot::Item& item) {
      if (item.origin == Snapshot::Origin::own) note(item);
    });
    gather_inherited(entity);
    for (const Inherited& inherited : inherited_) note(*inherited.item);
    for (unsigned rank = 0; rank <= Role::kLastRank; ++rank) {
      for (const RoleUse& use : role_uses_) {
        if (use.role->rank() == rank) {
          read_place(use.value, use.schema, *use.role, units, node.place);
        }
      }
    }
    node.place.is_world |= choices_.are_positions_world;
  }
}

/// World matrices along the way from the root; an ancestor without a transform is passed over
/// (formats/flecs/README.md, 13).
void Decoder::place_node(std::uint32_t start) {
  path_.clear();
  for (std::uint32_t at = start; at != kNone && !nodes_[at].is_placed; at = nodes_[at].parent) {
    path_.push_back(at);
  }
  for (; !path_.empty(); path_.pop_back()) {
    Node& node = nodes_[path_.back()];
    const Node* above = node.parent == kNone ? nullptr : &nodes_[node.parent];
    const bool is_relative = above != nullptr && above->has_place && !node.place.is_world;
    node.world = is_relative ? above->world * node.place.matrix() : node.place.matrix();
    node.has_place = node.place.has_transform() || is_relative;
    node.has_rotation = node.place.rotation.has_value() || (is_relative && above->has_rotation);
    node.has_scale = node.place.scale.has_value() || (is_relative && above->has_scale);
    node.is_placed = true;
  }
}

void Decoder::write_place(const Node& node, Entity& out) const {
  if (!node.place.has_transform()) return;
  const bool is_relative =
      !node.place.is_world && node.parent != kNone && nodes_[node.parent].has_place;
  if (is_relative) out.local = {node.place.position, node.place.rotation, node.place.scale};
  out.world = decomposed(node.world);
  if (!node.has_rotation) out.world.rotation.reset();
  if (!node.has_scale) out.world.scale.reset();
  if (!is_relative) {  // exactly as recorded
    if (!node.place.position) out.world.position = glm::dvec3(0.0);
    if (node.place.position) out.world.position = node.place.position;
    if (node.place.rotation) out.world.rotation = node.place.rotation;
    if (node.place.scale) out.world.scale = node.place.scale;
  }
  out.box = node.place.box;
}

const Snapshot::Entity* Decoder::source_of(EntityIndex entity) const {
  const auto found = std::ranges::lower_bound(
      order_, entity, {}, [&](std::uint32_t node) { return nodes_[node].entity; });
  if (found == order_.end() || nodes_[*found].entity != entity) return nullptr;
  const std::uint32_t row = nodes_[*found].row;
  return row == kNone ? nullptr : &snapshot_.entities()[row];
}

void Decoder::decode(FrameIndex frame, Frame& out) {
  snapshot_.clear();
  nodes_.clear();
  node_of_path_.clear();
  anonymous_.clear();
  by_unescaped_.clear();
  texts_.clear();
  member_types_.keep_up();
  parse_documents(frame, out);
  make_nodes(frame);
  read_places();
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) place_node(node);
  order_.clear();
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) order_.push_back(node);
  std::ranges::sort(order_, {}, [&](std::uint32_t node) { return nodes_[node].entity; });
  out.entities.reserve(order_.size());
  lacking_positions_ = 0;
  for (const std::uint32_t node : order_) {
    const bool is_again = !out.entities.empty() && out.entities.back().index == nodes_[node].entity;
    if (!is_again && out.wants(nodes_[node].entity)) write_entity(nodes_[node], out);
  }
  write_frame(frame, out);
  report_lacking_positions(out);
}

}  // namespace scrubjay::flecs
