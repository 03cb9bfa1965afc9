#include "app/viewer/panels/property_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <unordered_map>

#include "app/plain_text.h"

namespace scrubjay {

namespace {

constexpr std::string_view kTransform = "transform";
/// How far a name is looked for among the siblings before it counts as new.
constexpr std::size_t kLookAhead = 64;
/// Folded subtrees larger than this are not compared for the mark of a change.
constexpr std::uint32_t kCompared = 4096;
constexpr std::size_t kLongestText = 400;
constexpr std::size_t kPinnedRows = 4000;
constexpr std::uint16_t kDeepest = 60;

const char* unit_of(const CoordinateSystem& coordinates) {
  if (coordinates.metres_per_unit == 1.0) return "m";
  return coordinates.metres_per_unit == 0.01 ? "cm" : "";
}

void add_transform(const Transform& transform, const CoordinateSystem& coordinates,
                   Precision precision, PropertyTree& out) {
  if (transform.position) {
    out.vec3("position", *transform.position, precision, unit_of(coordinates), Meaning::point);
  }
  if (transform.rotation) {
    const glm::dquat& q = *transform.rotation;
    out.numbers("rotation", PropertyType::quat, std::array{q.x, q.y, q.z, q.w}, precision);
  }
  if (transform.scale) out.vec3("scale", *transform.scale, precision);
}

/// True when the properties say themselves where the entity is.
bool tells_place(const PropertyTree& tree, PropertyRange range) {
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    if (tree[i].meaning == Meaning::point && tree[i].type == PropertyType::vec3) return true;
  }
  return false;
}

void match_siblings(const PropertyTree& tree, PropertyRange range, const PropertyTree& before,
                    PropertyRange before_range, std::vector<std::uint32_t>& out) {
  std::uint32_t expected = before_range.first;
  const std::uint32_t end = before_range.first + before_range.count;
  for_each_root(tree, range, [&](PropertyTree::Node node, const PropertyNode& property) {
    std::uint32_t at = expected;
    for (std::size_t i = 0; i < kLookAhead && at < end; ++i, at += before[at].subtree) {
      if (before[at].name != property.name) continue;
      out[node] = at;
      expected = at + before[at].subtree;
      if (is_container(property.type) && is_container(before[at].type)) {
        match_siblings(tree, children_of(tree, node), before, children_of(before, at), out);
      }
      return;
    }
  });
}

std::uint64_t hash_of(std::uint64_t above, std::string_view name) {
  std::uint64_t hash = (above ^ 0x2F) * 1099511628211ULL;
  for (const char c : name) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
  return hash;
}

std::uint32_t count_children(const PropertyTree& tree, PropertyTree::Node node) {
  std::uint32_t count = 0;
  for_each_root(tree, children_of(tree, node), [&](auto, const auto&) { ++count; });
  return count;
}

bool has_words(std::string_view path, std::string_view value, std::string_view search) {
  while (!search.empty()) {
    const std::size_t begin = search.find_first_not_of(" \t");
    if (begin == std::string_view::npos) break;
    search.remove_prefix(begin);
    const std::string_view word = search.substr(0, search.find_first_of(" \t"));
    search.remove_prefix(word.size());
    if (!contains_ignoring_case(path, word) && !contains_ignoring_case(value, word)) return false;
  }
  return true;
}

class Lister {
 public:
  Lister(const PropertyTree& tree, const PropertyTree& previous,
         std::span<const std::uint32_t> previous_of, const PropertyRowsChoice& choice,
         std::vector<PropertyRow>& out)
      : tree_(tree), previous_(previous), previous_of_(previous_of), choice_(choice), out_(out) {}

  void list(PropertyRange range, std::uint64_t hash_above, std::uint16_t depth) {
    for_each_root(tree_, range, [&](PropertyTree::Node node, const PropertyNode& property) {
      const std::size_t path_size = path_.size();
      if (!path_.empty()) path_ += '/';
      path_ += property.name;
      add(node, property, hash_of(hash_above, property.name), depth);
      path_.resize(path_size);
    });
  }

 private:
  bool is_searching() const { return !choice_.search.empty(); }

  void add(PropertyTree::Node node, const PropertyNode& property, std::uint64_t hash,
           std::uint16_t depth) {
    const bool container = is_container(property.type);
    PropertyRow row{.node = node, .path_hash = hash, .depth = depth};
    if (container) {
      row.children = count_children(tree_, node);
      row.is_open = row.children > 0 &&
                    (is_searching() || is_open_by_default(tree_, node, depth, row.children) !=
                                           choice_.toggled.contains(path_));
    }
    const bool found =
        !is_searching() ||
        has_words(path_, container ? std::string() : bare_value_text(tree_, node), choice_.search);
    if (!container && !found) return;
    row.is_changed = is_changed(node, property);
    const std::size_t place = out_.size();
    out_.push_back(row);
    if (row.is_open && depth < kDeepest) {
      list(children_of(tree_, node), hash, static_cast<std::uint16_t>(depth + 1));
    }
    const bool nothing_below = out_.size() == place + 1;
    if (!found && nothing_below) out_.pop_back();
  }

  bool is_changed(PropertyTree::Node node, const PropertyNode& property) const {
    if (previous_of_.empty()) return false;
    if (previous_of_[node] == kNoNode) return true;
    if (property.subtree > kCompared) return false;
    return !same_value(tree_, node, previous_, previous_of_[node]);
  }

  const PropertyTree& tree_;
  const PropertyTree& previous_;
  std::span<const std::uint32_t> previous_of_;
  const PropertyRowsChoice& choice_;
  std::vector<PropertyRow>& out_;
  std::string path_;
};

std::string fixed(double value, int decimals) {
  char text[400];
  std::snprintf(text, sizeof(text), "%.*f", decimals, value);
  return text;
}

/// Leaves of one tree as paths, with the path that came before each.
void align_one(const PropertyTree& tree, std::size_t column, std::size_t columns,
               std::vector<PinnedRow>& out) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < out.size(); ++i) places.try_emplace(out[i].path, i);
  std::vector<std::pair<std::size_t, PinnedRow>> added;  // behind which line
  std::size_t behind = 0;
  std::string path;
  std::vector<std::pair<std::uint32_t, std::size_t>>
      open;  // where a container ends, path size before
  for (std::uint32_t node = 0; node < tree.size() && out.size() + added.size() < kPinnedRows;
       ++node) {
    while (!open.empty() && node >= open.back().first) {
      path.resize(open.back().second);
      open.pop_back();
    }
    const std::size_t before = path.size();
    if (!path.empty()) path += '/';
    path += tree[node].name;
    if (is_container(tree[node].type)) {
      open.emplace_back(node + tree[node].subtree, before);
      continue;
    }
    const auto known = places.find(path);
    if (known != places.end()) {
      PinnedRow& row = out[known->second];
      if (row.nodes[column] == kNoNode) row.nodes[column] = node;
      behind = known->second + 1;
    } else {
      PinnedRow row{path, std::vector<PropertyTree::Node>(columns, kNoNode)};
      row.nodes[column] = node;
      added.emplace_back(behind, std::move(row));
    }
    path.resize(before);
  }
  std::vector<PinnedRow> merged;
  merged.reserve(out.size() + added.size());
  std::ranges::stable_sort(added, {}, &std::pair<std::size_t, PinnedRow>::first);
  std::size_t next = 0;
  for (std::size_t i = 0; i <= out.size(); ++i) {
    while (next < added.size() && added[next].first == i) {
      merged.push_back(std::move(added[next++].second));
    }
    if (i < out.size()) merged.push_back(std::move(out[i]));
  }
  out = std::move(merged);
}

}  // namespace

void copy_properties(const Frame& frame, const Entity* entity, PropertyTree& out) {
  out.clear();
  if (entity == nullptr) {
    out.append_copy(frame.tree, frame.properties);
    return;
  }
  const bool has_place = !entity->world.empty() || !entity->local.empty() || entity->box;
  if (has_place) {
    const auto group = out.open(kTransform, PropertyType::group);
    // What the source tells in its own words need not stand there twice.
    if (tells_place(frame.tree, entity->properties)) {
      out.node_for_edit(group).flags |= kPropertyCollapsed;
    }
    add_transform(entity->world, frame.coordinates, entity->precision, out);
    if (!entity->local.empty()) {
      const auto local = out.open("local", PropertyType::group);
      add_transform(entity->local, frame.coordinates, entity->precision, out);
      out.close(local);
    }
    if (entity->box) {
      const auto box = out.open("box", PropertyType::group);
      const char* unit = unit_of(frame.coordinates);
      out.vec3("center", entity->box->center, entity->precision, unit, Meaning::point);
      out.vec3("half", entity->box->half, entity->precision, unit, Meaning::extent);
      out.close(box);
    }
    out.close(group);
  }
  out.append_copy(frame.tree, entity->properties);
}

void match_nodes(const PropertyTree& tree, const PropertyTree& before,
                 std::vector<std::uint32_t>& out) {
  out.assign(tree.size(), kNoNode);
  match_siblings(tree, {0, tree.size()}, before, {0, before.size()}, out);
}

std::string full_path_of(const PropertyTree& tree, PropertyTree::Node node) {
  std::string path;
  PropertyTree::Node at = 0;
  while (at < tree.size() && at <= node) {
    if (node >= at + tree[at].subtree) {
      at += tree[at].subtree;
      continue;
    }
    if (!path.empty()) path += '/';
    path += tree[at].name;
    if (at == node) break;
    ++at;
  }
  return path;
}

std::string path_of(const PropertyTree& tree, PropertyTree::Node node) {
  std::string path = full_path_of(tree, node);
  // By address: a source may have a group of that name too.
  const bool is_added =
      node > 0 && tree[0].name.data() == kTransform.data() && node < tree[0].subtree;
  if (is_added) path.erase(0, kTransform.size() + 1);
  return path;
}

bool is_open_by_default(const PropertyTree& tree, PropertyTree::Node node, std::size_t depth,
                        std::size_t children) {
  const PropertyNode& property = tree[node];
  if ((property.flags & kPropertyCollapsed) != 0 || depth >= 3) return false;
  if (is_shape(property.type) || property.type == PropertyType::table) return false;
  return children <= (property.type == PropertyType::list ? 8U : 40U);
}

void list_properties(const PropertyTree& tree, const PropertyTree& previous,
                     std::span<const std::uint32_t> previous_of, const PropertyRowsChoice& choice,
                     std::vector<PropertyRow>& out) {
  out.clear();
  Lister(tree, previous, previous_of, choice, out)
      .list({0, tree.size()}, 14695981039346656037ULL, 0);
}

std::string bare_value_text(const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  if (is_text(property.type) && property.type != PropertyType::bytes &&
      property.text.size > kLongestText) {
    return printable(property.text_value().substr(0, kLongestText)) + "...";
  }
  std::string text = value_text(tree, node);
  if (property.unit[0] != '\0') {
    const std::size_t unit = printable(property.unit).size() + 1;
    text.resize(text.size() - std::min(unit, text.size()));
  }
  // Brackets cost room and say nothing beside a name.
  if (has_numbers(property.type) && text.size() >= 2) text = text.substr(1, text.size() - 2);
  return text;
}

std::string rounded_value_text(const PropertyTree& tree, PropertyTree::Node node,
                               std::size_t longest) {
  const PropertyNode& property = tree[node];
  std::array<double, 4> values{};
  std::size_t count = 0;
  if (property.type == PropertyType::number) {
    values[count++] = property.number;
  } else if (has_numbers(property.type) && property.type != PropertyType::numbers &&
             property.type != PropertyType::points) {
    for (const double value : tree.numbers_of(property)) {
      if (count < values.size()) values[count++] = value;
    }
  }
  for (int decimals = 3; decimals >= 0 && count > 0; --decimals) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      if (i > 0) text += ", ";
      text += std::isfinite(values[i]) ? fixed(values[i], decimals) : number_text(values[i]);
    }
    if (text.size() <= longest) return text;
  }
  return {};
}

std::string euler_text(const glm::dquat& rotation, const CoordinateSystem& coordinates) {
  const glm::dvec3 forward = direction_of(coordinates.forward);
  const glm::dvec3 right = direction_of(coordinates.right);
  const glm::dvec3 up = direction_of(coordinates.up);
  const glm::dvec3 nose = rotation * forward;
  const glm::dvec3 side = rotation * right;
  const glm::dvec3 head = rotation * up;
  constexpr double kDegrees = 57.29577951308232;
  const double yaw = std::atan2(glm::dot(nose, right), glm::dot(nose, forward)) * kDegrees;
  const double pitch = std::asin(std::clamp(glm::dot(nose, up), -1.0, 1.0)) * kDegrees;
  const double roll = std::atan2(-glm::dot(side, up), glm::dot(head, up)) * kDegrees;
  const auto line = [](const char* name, double angle, const char* sense) {
    // A zero that was rounded from below would read -0.00.
    return std::string(name) + " " + fixed(std::fabs(angle) < 0.005 ? 0.0 : angle, 2) +
           "\xC2\xB0 (" + sense + ")";
  };
  return line("roll", roll, "right side down") + "\n" + line("pitch", pitch, "nose up") + "\n" +
         line("yaw", yaw, "to the right");
}

void align_properties(std::span<const PropertyTree* const> trees, std::vector<PinnedRow>& out) {
  out.clear();
  for (std::size_t column = 0; column < trees.size(); ++column) {
    align_one(*trees[column], column, trees.size(), out);
  }
}

}  // namespace scrubjay
