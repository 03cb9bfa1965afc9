#include "formats/flecs/write/row_writer.h"

#include <algorithm>
#include <glm/geometric.hpp>
#include <map>

#include "core/number_text.h"
#include "formats/flecs/component_id.h"
#include "formats/flecs/limits.h"
#include "formats/flecs/names.h"

namespace scrubjay::flecs {

namespace {

/// The number that an id is, if flecs can hold it (formats/flecs/README.md, 3.3).
std::optional<std::uint64_t> entity_number(std::string_view id) {
  const auto value = number_from<std::uint32_t>(id);
  return value && *value != 0 ? std::optional<std::uint64_t>(*value) : std::nullopt;
}

bool is_own_name(std::string_view name) { return !name.empty() && !is_anonymous(name); }

void vector_component(JsonWriter& json, std::string_view name, const glm::dvec3& value,
                      Precision precision) {
  json.key(name);
  json.begin_object();
  json.number_field("x", value.x, precision);
  json.number_field("y", value.y, precision);
  json.number_field("z", value.z, precision);
  json.end_object();
}

/// Whether what is relative to the parent says all that is known of the place in the world.
bool is_whole_locally(const Entity& entity, const Entity& parent) {
  const Transform& local = entity.local;
  const Transform& world = entity.world;
  const bool has_all = !local.empty() && (local.position || !world.position) &&
                       (local.rotation || !world.rotation) && (local.scale || !world.scale);
  if (!has_all || !world.position) return has_all;
  // It may be relative to another parent than the one it has now.
  const glm::dvec3 there = *compose(parent.world, local).position;
  return !(glm::distance(there, *world.position) > 1e-5 * (1.0 + glm::length(there)));
}

}  // namespace

WrittenNames::WrittenNames(const WritePlan& plan, LossCounts& losses) {
  const Recording& recording = plan.recording();
  // Above one that is written without its parent is nobody.
  const auto above = [&](std::size_t i) {
    const EntityIndex parent = recording.entity(EntityIndex(i)).parent;
    const bool is_root = plan.has_entity(EntityIndex(i)) && !plan.has_entity(parent);
    return is_root ? EntityIndex::none().value : parent.value;
  };
  const std::size_t count = recording.entity_count();
  rows_.resize(count);
  // Names are told apart by the last parent known, whatever the stream: all become one world.
  std::map<std::pair<std::uint32_t, std::string_view>, std::size_t> uses;
  for (std::size_t i = 0; i < count; ++i) {
    const EntityInfo info = recording.entity(EntityIndex(i));
    ++uses[{above(i), info.name}];
  }
  // With the last number that was put behind the name.
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> taken;
  for (std::size_t i = 0; i < count; ++i) {
    const EntityInfo info = recording.entity(EntityIndex(i));
    Row& row = rows_[i];
    row.name = info.name;
    bool is_changed = !is_own_name(info.name) || uses[{above(i), info.name}] > 1;
    if (is_changed) {
      row.name = is_own_name(info.name) ? row.name + " " + std::string(info.id)
                                        : "entity " + std::string(info.id);
    }
    // An id that is used again, or in another stream, or a name that another one was given.
    const auto [wanted, is_new] = taken.try_emplace({above(i), row.name}, 1);
    while (!is_new) {
      row.name = wanted->first.second + " (" + std::to_string(++wanted->second) + ")";
      is_changed = true;
      if (taken.try_emplace({above(i), row.name}, 1).second) break;
    }
    if (!is_changed) continue;
    losses.add(Loss::entity_name);
    row.label = info.name;
  }
  choose_numbers(recording, losses);
}

void WrittenNames::choose_numbers(const Recording& recording, LossCounts& losses) {
  std::unordered_map<std::uint64_t, std::size_t> uses;
  bool are_good = true;
  for (std::size_t i = 0; i < rows_.size() && are_good; ++i) {
    const auto number = entity_number(recording.entity(EntityIndex(i)).id);
    are_good = number && ++uses[*number] == 1;
    if (are_good) rows_[i].number = *number;
  }
  if (are_good) return;
  losses.add(Loss::entity_id, rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i].number = i + 1;
}

void WrittenPaths::clear(const Frame& frame, const WritePlan* plan) {
  frame_ = &frame;
  paths_.assign(frame.entities.size(), {});
  parents_.assign(frame.entities.size(), kNone);
  is_cut_.assign(frame.entities.size(), false);
  for (std::size_t i = 0; i < frame.entities.size(); ++i) {
    const EntityIndex parent = frame.entities[i].parent;
    const bool is_left_out = plan != nullptr && !plan->has_entity(parent);
    if (parent.exists() && !is_left_out) parents_[i] = place_of(parent);
  }
}

std::size_t WrittenPaths::place_of(EntityIndex entity) const {
  const Entity* found = frame_->find(entity);
  return found == nullptr ? kNone : static_cast<std::size_t>(found - frame_->entities.data());
}

void WrittenPaths::join(std::size_t place, std::string_view name) {
  paths_[place] = escaped_name(name);
  if (parents_[place] == kNone) return;
  const std::string& above = paths_[parents_[place]];
  if (above.size() + 1 + paths_[place].size() <= limits::kLongestPath) {
    paths_[place] = above + '.' + paths_[place];
    return;
  }
  parents_[place] = kNone;
  is_cut_[place] = true;
  paths_[place] = escaped_name(cut_name(name, frame_->entities[place].index));
}

std::string_view WrittenPaths::parent(std::size_t place) const {
  return parents_[place] == kNone ? std::string_view() : std::string_view(paths_[parents_[place]]);
}

const Entity* WrittenPaths::parent_entity(std::size_t place) const {
  return parents_[place] == kNone ? nullptr : &frame_->entities[parents_[place]];
}

void RowWriter::begin(const Frame& frame) {
  frame_ = &frame;
  const auto name_of = [this](const Entity& entity) -> std::string_view {
    return names_.name(entity.index);
  };
  paths_.fill(frame, name_of, &plan_);
  by_id_.clear();
  for (std::size_t i = 0; i < frame.entities.size(); ++i) {
    by_id_.emplace(plan_.recording().entity(frame.entities[i].index).id, i);
  }
}

std::optional<std::string> RowWriter::path_of_id(std::string_view id) const {
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return {};
  return paths_.path(found->second);
}

/// A component's key must be read as the name that it is, and mean nothing to the reader.
bool RowWriter::can_be_component(std::string_view name) const {
  if (name.empty() || name.find('|') != std::string_view::npos) return false;
  if (std::string_view("(?!@#:").find(name.front()) != std::string_view::npos) return false;
  if (std::ranges::find(used_, name) != used_.end()) return false;
  static const Choices kNoChoices;
  ComponentTable table(kNoChoices);
  const ComponentId& id = table.get(escaped_name(name));
  return id.known == ComponentId::Known::none && id.role.kind == Role::Kind::none &&
         id.name == name;
}

/// Relative to the parent where the source says so; else in the world, which is the same for roots.
void RowWriter::place_components(JsonWriter& json, const Entity& entity, const Entity* parent) {
  // What is relative to nobody, or to one that is nowhere, would be read as a place in the world.
  if (entity.world.empty() && !entity.local.empty()) losses_.add(Loss::lost_local);
  const bool is_local =
      parent != nullptr && !entity.world.empty() && is_whole_locally(entity, *parent);
  const Transform& place = is_local ? entity.local : entity.world;
  const std::string prefix = is_local || parent == nullptr ? "" : "World";
  if (place.position) {
    vector_component(json, prefix + "Position", *place.position, entity.precision);
  } else if (place.rotation || place.scale) {
    losses_.add(Loss::no_position);
  }
  if (place.rotation) {
    json.key(prefix + "Rotation");
    json.begin_object();
    json.number_field("x", place.rotation->x, entity.precision);
    json.number_field("y", place.rotation->y, entity.precision);
    json.number_field("z", place.rotation->z, entity.precision);
    json.number_field("w", place.rotation->w, entity.precision);
    json.end_object();
  }
  if (place.scale) vector_component(json, prefix + "Scale", *place.scale, entity.precision);
  if (entity.box) {
    json.key("Bounds");
    json.begin_object();
    vector_component(json, "min", entity.box->center - entity.box->half, entity.precision);
    vector_component(json, "max", entity.box->center + entity.box->half, entity.precision);
    json.end_object();
  }
}

void RowWriter::properties(JsonWriter& json, const Entity& entity) {
  const PropertyTree& tree = frame_->tree;
  PropertyWriter writer(losses_, [this](std::string_view id) { return path_of_id(id); });
  std::vector<std::pair<std::string, std::string>> schemas;
  std::vector<PropertyTree::Node> others;
  used_.clear();
  for_each_root(tree, entity.properties, [&](PropertyTree::Node at, const PropertyNode& node) {
    if (!can_be_component(node.name)) {
      losses_.add(Loss::name);
      others.push_back(at);
      return;
    }
    used_.push_back(node.name);
    json.key(escaped_name(node.name));
    writer.component(json, tree, at);
    std::string schema = writer.schema(tree, at);
    if (!schema.empty()) schemas.emplace_back(escaped_name(node.name), std::move(schema));
  });
  if (!others.empty()) {
    json.key(kOwnComponent);
    json.begin_object();
    for (const PropertyTree::Node at : others) {
      json.key(tree[at].name);
      writer.value(json, tree, at);
    }
    json.end_object();
  }
  json.end_object();
  if (schemas.empty()) return;
  json.key("type_info");
  json.begin_object();
  for (const auto& [name, schema] : schemas) {
    json.key(name);
    json.raw(schema);
  }
  json.end_object();
}

void RowWriter::write(std::string& out, std::size_t place) {
  const Entity& entity = frame_->entities[place];
  JsonWriter json(out);
  json.begin_object();
  const std::string_view parent = paths_.parent(place);
  if (!parent.empty()) json.field("parent", parent);
  const bool is_cut = paths_.is_cut(place);
  if (is_cut) losses_.add(Loss::too_deep);
  const std::string& name = names_.name(entity.index);
  json.field("name", is_cut ? WrittenPaths::cut_name(name, entity.index) : name);
  json.integer_field("id", names_.number(entity.index));
  if (const std::string_view label = names_.label(entity.index); !label.empty()) {
    json.key("doc");
    json.begin_object();
    json.field("label", label);
    json.end_object();
  }
  json.key("components");
  json.begin_object();
  place_components(json, entity, paths_.parent_entity(place));
  properties(json, entity);  // ends the components
  json.end_object();
}

}  // namespace scrubjay::flecs
