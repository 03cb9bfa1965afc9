// The properties of entities, frames and events (formats/flecs/README.md, 12).
#include <algorithm>

#include "formats/flecs/names.h"
#include "formats/flecs/read/decoder.h"
#include "formats/flecs/read/json_parse.h"
#include "formats/flecs/read/values.h"
#include "formats/kept/json_packets.h"
#include "formats/label_names.h"

namespace scrubjay::flecs {

namespace {

using KnownId = ComponentId::Known;

void write_list(PropertyTree& tree, std::string_view name, const simdjson::dom::element& source,
                PropertyType type) {
  const PropertyTree::Node list = tree.open(name, PropertyType::list);
  std::size_t i = 0;
  const auto add = [&](const simdjson::dom::element& part) {
    std::string_view text;
    if (part.get_string().get(text) == simdjson::SUCCESS) {
      tree.text(index_name(tree, i++), text, type);
    }
  };
  simdjson::dom::array array;
  if (source.get_array().get(array) == simdjson::SUCCESS) {
    for (const simdjson::dom::element part : array) add(part);
  } else {
    add(source);
  }
  tree.close(list);
}

/// Of flecs-hub's components: others have no renderer that needs one.
bool needs_position(const Snapshot::Item& item) {
  using Kind = Role::Kind;
  const Role& role = item.id->role;
  return item.has_value && role.is_hub && (role.kind == Kind::scale || role.kind == Kind::rotation);
}

/// The name under which an event says what it is about.
std::string_view subject_name(std::string_view tag) {
  if (tag == "value") return "property";
  if (tag == "command") return "id";
  if (tag == "gap") return "samples";
  return tag;
}

}  // namespace

/// The id of the entity that a reference means, as the command line prints it.
std::string_view Decoder::target_id(std::string_view reference) {
  const std::uint32_t node = resolved(reference);
  return node == kNone ? reference : recording_.entity(nodes_[node].entity).id;
}

/// A length that says its own unit stays as recorded: it is not to be converted with the scene.
Role Decoder::role_of(const Snapshot::Item& item) {
  using Kind = Role::Kind;
  const Kind kind = item.id->role.kind;
  const bool is_length = kind == Kind::position || kind == Kind::size;
  return is_length && metres_of(item.schema) ? Role{} : item.id->role;
}

ValueType Decoder::type_of(const Snapshot::Item& item) const {
  return {item.schema, item.id->told, index_.has_one_document.load(std::memory_order_relaxed)};
}

void Decoder::write_item(PropertyTree& tree, const Snapshot::Item& item) {
  const ComponentId& id = *item.id;
  const PropertyTree::Node node = tree.size();
  if (item.has_value) {
    write_component(tree, id.name, item.value, type_of(item), role_of(item));
  } else if (item.is_component || id.is_valued) {
    tree.null(id.name);  // there, but without reflection data
  } else if (id.is_pair && !id.is_flagged) {
    if (const auto number = value_target(id.second)) {
      tree.integer(id.relation_name, *number);
    } else {
      tree.text(id.relation_name, target_id(id.second), PropertyType::entity);
    }
  } else {
    tree.boolean(id.name, true);
  }
  if (tree.size() == node) return;
  if (tree[node].type == PropertyType::string && is_label_name(id.name)) {
    tree.node_for_edit(node).role = PropertyRole::label;
  }
  if (is_container(tree[node].type) && id.name == kOwnComponent) {
    tree.node_for_edit(node).role = PropertyRole::own;
  }
  if (tree[node].style == 0) {
    tree.set_style(node, {.icon = {}, .color = {}, .type_name = id.text});
  }
}

/// Tags that the entity has in other frames (formats/flecs/README.md, 12).
void Decoder::write_lacking_tags(PropertyTree& tree, const Node& node) {
  for (const std::size_t size = index_.changing_tags.size(); tags_seen_ < size; ++tags_seen_) {
    const ChangingTag& tag = index_.changing_tags[tags_seen_];
    changing_tags_[tag.entity.value].push_back(&components_.get(index_.texts[tag.id]));
  }
  const auto found = changing_tags_.find(node.entity.value);
  if (found == changing_tags_.end()) return;
  const Snapshot::Entity& source = snapshot_.entities()[node.row];
  for (const ComponentId* id : found->second) {
    bool has_it = id->is_scalar || id->is_valued;  // a component after all
    snapshot_.for_each_item(source, [&](const Snapshot::Item& item) {
      has_it |= item.id == id && item.origin == Snapshot::Origin::own;
    });
    if (has_it) continue;
    const PropertyTree::Node written = tree.boolean(id->name, false);
    tree.set_style(written, {.icon = {}, .color = {}, .type_name = id->text});
  }
}

/// What is inherited or shared, in groups by whom it belongs to.
void Decoder::write_groups(PropertyTree& tree, const Snapshot::Entity& entity) {
  gather_inherited(entity);
  if (!inherited_.empty()) {
    const PropertyTree::Node group = tree.open("inherited", PropertyType::group);
    for (std::size_t i = 0; i < inherited_.size();) {
      const std::string_view base = inherited_[i].base;
      const PropertyTree::Node inner = tree.open(base, PropertyType::group);
      for (; i < inherited_.size() && inherited_[i].base == base; ++i) {
        write_item(tree, *inherited_[i].item);
      }
      tree.close(inner);
    }
    tree.close(group);
  }
  std::vector<std::string_view> sources;
  snapshot_.for_each_item(entity, [&](const Snapshot::Item& item) {
    if (item.origin == Snapshot::Origin::shared &&
        std::ranges::find(sources, item.source) == sources.end()) {
      sources.push_back(item.source);
    }
  });
  if (sources.empty()) return;
  const PropertyTree::Node group = tree.open("shared", PropertyType::group);
  for (const std::string_view source : sources) {
    const PropertyTree::Node inner =
        tree.open(source.empty() ? "unknown source" : source, PropertyType::group);
    snapshot_.for_each_item(entity, [&](const Snapshot::Item& item) {
      if (item.origin == Snapshot::Origin::shared && item.source == source) write_item(tree, item);
    });
    tree.close(inner);
  }
  tree.close(group);
}

/// "prefab", "component", ...; "" for an ordinary entity.
std::string_view Decoder::kind_of(const Snapshot::Entity& entity) const {
  std::string_view kind;
  snapshot_.for_each_item(entity, [&](const Snapshot::Item& item) {
    if (item.origin != Snapshot::Origin::own || !kind.empty()) return;
    switch (item.id->known) {
      case KnownId::prefab: kind = "prefab"; break;
      case KnownId::component: kind = "component"; break;
      case KnownId::module: kind = "module"; break;
      case KnownId::system: kind = "system"; break;
      case KnownId::observer: kind = "observer"; break;
      case KnownId::query: kind = "query"; break;
      case KnownId::member:
      case KnownId::constant: kind = "schema"; break;
      default: break;
    }
  });
  return kind;
}

/// What is known of the entity itself.
void Decoder::write_facts(PropertyTree& tree, const Snapshot::Entity& entity) {
  const PropertyTree::Node group = tree.open("entity", PropertyType::group);
  if (entity.has_id) tree.unsigned_integer("id", entity.id);
  if (entity.has_version) tree.unsigned_integer("version", entity.version);
  const auto text = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) tree.text(name, value);
  };
  text("kind", kind_of(entity));
  text("label", entity.label);
  text("brief", entity.brief);
  text("detail", entity.detail);
  text("color", entity.color);
  text("link", entity.link);
  if (entity.lists_alerts) {
    write_value(tree, "alerts", entity.alerts, {});
  } else if (entity.has_alerts) {
    tree.boolean("alerts", true);
  }
  simdjson::dom::object refs;
  if (entity.lists_refs && entity.refs.get_object().get(refs) == simdjson::SUCCESS) {
    const PropertyTree::Node inner = tree.open("referenced by", PropertyType::group);
    for (const auto [relation, paths] : refs) {
      write_list(tree, relation, paths, PropertyType::entity);
    }
    tree.close(inner);
  }
  if (entity.lists_matches) write_list(tree, "matched by", entity.matches, PropertyType::string);
  tree.close(group);
  if (tree[group].subtree == 1) tree.truncate(group);
}

/// flecs-hub itself puts an entity with a scale or rotation but no position to the origin with all
/// that hangs below it (formats/flecs/README.md, 13); here it is at 0, 0, 0 of its parent.
void Decoder::report_lacking_positions(Frame& out) const {
  if (lacking_positions_ == 0) return;
  out.problems.push_back({.severity = Severity::warning,
                          .code = "no-position",
                          .frame = out.index,
                          .count = lacking_positions_,
                          .message = "Entities have a scale or a rotation, but no position, and "
                                     "flecs-hub does not draw them: 0, 0, 0 is taken."});
}

void Decoder::write_entity(Node& node, Frame& out) {
  Entity& entity = out.entities.emplace_back();
  entity.index = node.entity;
  if (node.parent != kNone) entity.parent = nodes_[node.parent].entity;
  entity.name = node.name;
  entity.kind = recording_.entity(node.entity).kind;
  write_place(node, entity);
  PropertyTree& tree = out.tree;
  const PropertyTree::Node mark = tree.size();
  if (node.row != kNone) {
    const Snapshot::Entity& source = snapshot_.entities()[node.row];
    const bool is_prefab = kind_of(source) == "prefab";
    const bool lacks_position = !is_prefab && !node.place.position;
    snapshot_.for_each_item(source, [&](const Snapshot::Item& item) {
      if (item.origin != Snapshot::Origin::own) return;
      const PropertyTree::Node written = tree.size();
      write_item(tree, item);
      if (!lacks_position || !needs_position(item)) return;
      tree.set_style(written, {.icon = "warning", .color = "#e0a000", .type_name = item.id->text});
      ++lacking_positions_;
    });
    write_lacking_tags(tree, node);
    write_groups(tree, source);
    write_facts(tree, source);
    if (is_prefab && !entity.world.empty()) {
      // A pattern for others: its place is said, but nothing stands there.
      entity.local = {node.place.position, node.place.rotation, node.place.scale};
      entity.world = {};
      entity.box.reset();
    }
  }
  entity.properties = tree.since(mark);
}

/// What the frame itself holds: what its wrapper says, and the world's singletons.
void Decoder::write_frame(FrameIndex frame, Frame& out) {
  const PropertyTree::Node mark = out.tree.size();
  const FrameRow& row = index_.frames[frame.value];
  if (row.documents != 0) write_wrapper(out.tree, index_.documents[row.first_document]);
  write_globals(out.tree);
  out.properties = out.tree.since(mark);
}

/// Members of the wrapper beside time, frame and data (formats/flecs/README.md, 11.2); of a frame
/// of several documents, the first one's.
void Decoder::write_wrapper(PropertyTree& tree, const DocumentRow& document) {
  const std::string_view text = index_.text.substr(static_cast<std::size_t>(document.bytes.begin),
                                                   static_cast<std::size_t>(document.bytes.size));
  const std::optional<DocumentHead> head = read_head(text);
  if (!head || !head->is_wrapped) return;
  wrapper_.assign(text.substr(0, head->data_begin));
  wrapper_ += "null";
  wrapper_ += text.substr(head->data_end);
  simdjson::dom::element top;
  simdjson::dom::object members;
  if (!parse_json(wrapper_parser_, wrapper_, top) || top.get_object().get(members)) return;
  for (const auto [name, value] : members) {
    const bool is_known = name == "time" || name == "frame" || name == "data" ||
                          name == kept::kHeadMember || name == kept::kPacketsMember;
    if (!is_known) write_value(tree, name, value, {});
  }
}

/// Singletons: components that are on themselves (formats/flecs/README.md, 12).
void Decoder::write_globals(PropertyTree& tree) {
  PropertyTree::Node group = kNone;
  for (const Snapshot::Entity& entity : snapshot_.entities()) {
    snapshot_.for_each_item(entity, [&](const Snapshot::Item& item) {
      const bool is_singleton = item.origin == Snapshot::Origin::own && item.has_value &&
                                !item.id->is_pair && item.id->first == entity.path;
      if (!is_singleton) return;
      if (group == kNone) group = tree.open("globals", PropertyType::group);
      write_item(tree, item);
    });
  }
  if (group != kNone) tree.close(group);
}

void Decoder::decode_event(EventIndex event, PropertyTree& out) {
  const EventRow& row = index_.events[event.value];
  const std::string_view tag = recording_.event(event).tag;
  const auto text = [&](std::string_view name, TextId value) {
    if (value.exists()) out.text(name, index_.texts[value]);
  };
  text(subject_name(tag), row.subject);
  const bool is_command = tag == "command";
  text(is_command ? "system" : "from", row.from);
  text(is_command ? "entity" : tag == "alert" ? "severity" : "to", row.to);
}

}  // namespace scrubjay::flecs
