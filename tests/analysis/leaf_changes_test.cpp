#include "analysis/tables/leaf_changes.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "assets/random.h"
#include "core/property_json.h"

namespace scrubjay::tables {
namespace {

/// A change as text: "path: before -> after", "-" for none.
using Changes = std::vector<std::string>;

std::string value_of(const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  switch (property.type) {
    case PropertyType::integer: return std::to_string(property.integer);
    case PropertyType::number: return std::to_string(property.number);
    case PropertyType::string: return std::string(property.text_value());
    case PropertyType::vec3: return std::to_string(tree.numbers_of(property)[0]);
    default: return "?";
  }
}

/// Adds a few properties of few names, so that siblings are called alike and names hold what joins
/// them.
void fill(PropertyTree& tree, assets::Random& random, int depth) {
  static constexpr std::array<std::string_view, 7> kNames{
      "a", "b", "c", "a/b", "a#2", "a longer name", "d"};
  const std::uint32_t count = random.below(5);
  for (std::uint32_t i = 0; i < count; ++i) {
    // Names with marks are the exception, as they are in recordings.
    std::string_view name = kNames[random.below(kNames.size())];
    if ((name == "a/b" || name == "a#2") && random.below(4) != 0) name = "d";
    switch (random.below(depth > 0 ? 6 : 4)) {
      case 0: tree.integer(name, random.below(2)); break;
      case 1: tree.number(name, random.below(2), Precision::float32); break;
      case 2: tree.text(name, random.below(2) == 0 ? "x" : "y"); break;
      case 3: tree.vec3(name, glm::dvec3(random.below(2), 0, 0), Precision::float32); break;
      default: {
        const auto group = tree.open(name, PropertyType::group);
        fill(tree, random, depth - 1);
        tree.close(group);
      }
    }
  }
}

/// A copy in which a leaf may hold something else, or a root may be missing.
void change(const PropertyTree& from, PropertyTree& to, assets::Random& random) {
  const std::uint32_t gone = random.below(12);
  std::uint32_t root = 0;
  for_each_root(from, {0, from.size()}, [&](PropertyTree::Node node, const PropertyNode& property) {
    if (root++ != gone) to.append_copy(from, {node, property.subtree});
  });
  for (PropertyTree::Node node = 0; node < to.size(); ++node) {
    if (random.below(4) != 0) continue;
    if (to[node].type == PropertyType::integer) to.node_for_edit(node).integer += 1;
    if (to[node].type == PropertyType::vec3) to.numbers_for_edit(to[node])[0] += 1;
  }
}

/// The same, of which some roots have an origin: equal roots of both the same one.
void share(const PropertyTree& from, PropertyTree& out, std::map<std::string, PartOrigin>& origins,
           assets::Random& random) {
  static const int kSource = 0;
  for_each_root(from, from.since(0), [&](PropertyTree::Node node, const PropertyNode& property) {
    std::string text = std::string(property.name) + ' ';
    JsonWriter json(text);
    write_plain_value(json, from, node);
    text += std::to_string(static_cast<int>(property.type));
    const auto [origin, is_new] = origins.try_emplace(text, &kSource, origins.size());
    out.append_shared(from, {node, property.subtree},
                      random.below(3) == 0 ? PartOrigin() : origin->second);
  });
}

/// Leaf by leaf: of equal paths the first one counts.
Changes by_paths(const PropertyTree& from, const PropertyTree& to) {
  using Leaves = std::map<std::string, PropertyTree::Node>;
  const auto leaves_of = [](const PropertyTree& tree, Changes* order) {
    Leaves leaves;
    LeafWalk walk;
    walk.walk(tree, {0, tree.size()}, [&](std::string_view path, PropertyTree::Node node) {
      if (leaves.emplace(path, node).second && order != nullptr) order->emplace_back(path);
    });
    return leaves;
  };
  Changes before;
  Changes after;
  const Leaves was = leaves_of(from, &before);
  const Leaves is = leaves_of(to, &after);
  Changes changes;
  for (const std::string& path : after) {
    const PropertyTree::Node node = is.at(path);
    const auto found = was.find(path);
    const std::string now = value_of(to, node);
    if (found == was.end()) {
      changes.push_back(path + ": - -> " + now);
    } else if (value_of(from, found->second) != now || from[found->second].type != to[node].type) {
      changes.push_back(path + ": " + value_of(from, found->second) + " -> " + now);
    }
  }
  for (const std::string& path : before) {
    if (!is.contains(path)) changes.push_back(path + ": " + value_of(from, was.at(path)) + " -> -");
  }
  return changes;
}

Changes found(LeafChanges& finder, const PropertyTree& from, const PropertyTree& to,
              const Whose& whose = {}) {
  Changes changes;
  finder.compare(
      {from, {0, from.size()}}, {to, {0, to.size()}}, whose, [](std::string_view) { return true; },
      [&](std::string_view path, const SideLeaf& was, const SideLeaf& is) {
        changes.push_back(std::string(path) + ": " +
                          (was.exists() ? value_of(*was.tree, was.node) : "-") + " -> " +
                          (is.exists() ? value_of(*is.tree, is.node) : "-"));
      });
  return changes;
}

TEST(LeafChanges, AreThoseOfPathsWhateverNamesAndShapesAre) {
  assets::Random random(20261127);
  LeafChanges finder;
  std::size_t changed = 0;
  for (int i = 0; i < 20'000; ++i) {
    PropertyTree from;
    PropertyTree to;
    fill(from, random, 2);
    if (random.below(3) == 0) {
      fill(to, random, 2);
    } else {
      change(from, to, random);
    }
    const Changes expected = by_paths(from, to);
    ASSERT_EQ(found(finder, from, to), expected) << "pair " << i;
    PropertyTree shared_from;
    PropertyTree shared_to;
    std::map<std::string, PartOrigin> origins;
    share(from, shared_from, origins, random);
    share(to, shared_to, origins, random);
    ASSERT_EQ(found(finder, shared_from, shared_to), expected) << "parts of pair " << i;
    if (!expected.empty()) ++changed;
  }
  EXPECT_GT(changed, 5'000U);
}

TEST(LeafChanges, AreThoseOfPathsWhereShapesAreKnownFromFrameToFrame) {
  assets::Random random(20261129);
  LeafChanges finder;
  std::size_t changed = 0;
  // Frame after frame of a few entities, and now and then somewhere else, as threads go.
  std::vector<PropertyTree> entities(3);
  std::size_t frame = 0;
  for (int i = 0; i < 5'000; ++i) {
    if (random.below(8) == 0) frame += 10;
    for (std::size_t entity = 0; entity < entities.size(); ++entity) {
      const EntityIndex index = entity == 0 ? EntityIndex() : EntityIndex(entity);
      PropertyTree& from = entities[entity];
      PropertyTree to;
      if (random.below(6) == 0) {
        fill(to, random, 2);
      } else {
        change(from, to, random);
      }
      const Changes expected = by_paths(from, to);
      ASSERT_EQ(found(finder, from, to, {index, FrameIndex(frame), FrameIndex(frame + 1)}),
                expected)
          << "pair " << i;
      if (!expected.empty()) ++changed;
      from = PropertyTree();
      from.append_copy(to, to.since(0));
    }
    ++frame;
  }
  EXPECT_GT(changed, 3'000U);
}

TEST(LeafShapes, AreTheSameOfWhatIsBuiltAlikeAndHaveItsLeaves) {
  const auto tree_of = [](double speed, std::string_view last) {
    PropertyTree tree;
    const auto motor = tree.open("motor", PropertyType::group);
    tree.number("speed", speed, Precision::float64);
    tree.number("speed", speed, Precision::float64);
    tree.close(motor);
    const auto record = tree.open("record", PropertyType::record);
    tree.integer("inner", 1);
    tree.close(record);
    tree.text(last, "x");
    return tree;
  };
  const auto side = [](const PropertyTree& tree) { return LeafSide{tree, tree.since(0)}; };
  const PropertyTree first = tree_of(1, "state");
  const PropertyTree second = tree_of(2, "state");
  const PropertyTree other = tree_of(1, "stage");
  const PropertyTree marked = tree_of(1, "a/b");
  LeafShapes shapes;
  const LeafShape* const shape = shapes.of(side(first));
  ASSERT_NE(shape, nullptr);
  EXPECT_EQ(shapes.of(side(second)), shape);
  EXPECT_NE(shapes.of(side(other)), shape);
  EXPECT_EQ(shapes.of(side(marked)), nullptr) << "its paths may repeat";
  EXPECT_EQ(shapes.of(side(first)), shape);
  std::string leaves;
  for (const LeafShape::Leaf& leaf : shape->leaves) {
    leaves += leaf.path + " " + std::to_string(leaf.at) + "+" + std::to_string(leaf.count) + "\n";
  }
  EXPECT_EQ(leaves, "motor/speed 1+1\nmotor/speed#2 2+1\nrecord 3+2\nstate 5+1\n");
  EXPECT_EQ(shape->nodes[4].leaf, 2U) << "in the record";

  // Few names of which many long paths are made.
  const std::string name(LeafShapes::kMostBytes / 8, 'x');
  PropertyTree large;
  const auto group = large.open(name, PropertyType::group);
  for (int i = 0; i < 10; ++i) large.integer("a", i);
  large.close(group);
  EXPECT_EQ(shapes.of(side(large)), nullptr);
  EXPECT_EQ(shapes.of(side(second)), shape);
}

TEST(LeafChanges, AreNotLookedForInPartsOfOneOrigin) {
  PropertyTree source;
  source.integer("a", 1);
  source.integer("b", 2);
  PropertyTree other;
  other.integer("a", 10);
  other.integer("b", 20);
  const PartOrigin origin{&source, 7};
  PropertyTree from;
  from.append_shared(source, {0, 1}, origin);
  from.append_shared(source, {1, 1}, {&source, 8});
  PropertyTree to;
  to.append_shared(other, {0, 1}, origin);
  to.append_shared(other, {1, 1}, {&source, 9});
  LeafChanges finder;
  EXPECT_EQ(found(finder, from, to), Changes({"b: 2 -> 20"}));
}

}  // namespace
}  // namespace scrubjay::tables
