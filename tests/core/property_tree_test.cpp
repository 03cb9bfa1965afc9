#include "core/property_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "tests/core/allocation_counter.h"
#include "tests/core/test_values.h"

namespace scrubjay {
namespace {

using Node = PropertyTree::Node;

//  0 control            group
//  1   throttle         number
//  2   wheels           list
//  3     0              vec3
//  4     1              vec3
//  5 name               string
//  6 empty              group
PropertyTree small_tree() {
  PropertyTree tree;
  const Node control = tree.open("control", PropertyType::group);
  tree.number("throttle", 0.5, k32, "%");
  const Node wheels = tree.open("wheels", PropertyType::list);
  tree.vec3("0", {1, 2, 3}, k64, "cm", Meaning::point);
  tree.vec3("1", {4, 5, 6}, k64, "cm", Meaning::point);
  tree.close(wheels);
  tree.close(control);
  tree.text("name", "hero");
  tree.close(tree.open("empty", PropertyType::group));
  return tree;
}

std::vector<std::string> root_names(const PropertyTree& tree, PropertyRange range) {
  std::vector<std::string> names;
  for_each_root(tree, range,
                [&](Node, const PropertyNode& node) { names.emplace_back(node.name); });
  return names;
}

TEST(PropertyTree, AUnitStandsInANameWhereTheFormatSaysSo) {
  PropertyTree tree;
  const auto node = tree.integer("wheel [0] [cm]", 1);
  EXPECT_EQ(bare_name(tree[node]), "wheel [0] [cm]");
  EXPECT_EQ(unit_in_name(tree[node]), "");
  tree.node_for_edit(node).has_unit_in_name = true;
  EXPECT_EQ(bare_name(tree[node]), "wheel [0]");
  EXPECT_EQ(unit_in_name(tree[node]), "cm");
}

TEST(PropertyTree, NumbersWholeOrNotAreAskedFromTheProperty) {
  PropertyTree tree;
  tree.number("", 0.5, Precision::float64);
  tree.integer("", -7);
  tree.unsigned_integer("", 0xFFFF'FFFF'FFFF'FFFF);
  tree.text("", "8");
  tree.boolean("", true);
  EXPECT_EQ(tree[0].as_number(), 0.5);
  EXPECT_EQ(tree[1].as_number(), -7.0);
  EXPECT_EQ(tree[2].as_number(), 18446744073709551616.0);
  EXPECT_EQ(tree[3].as_number(), std::nullopt);
  EXPECT_EQ(tree[4].as_number(), std::nullopt);
  EXPECT_EQ(tree[1].integer_text().view(), "-7");
  EXPECT_EQ(tree[2].integer_text().view(), "18446744073709551615");
}

TEST(PropertyTree, NodesFollowEachOtherInPreOrder) {
  const PropertyTree tree = small_tree();
  ASSERT_EQ(tree.size(), 7u);
  const std::uint32_t subtrees[] = {5, 1, 3, 1, 1, 1, 1};
  const std::string_view names[] = {"control", "throttle", "wheels", "0", "1", "name", "empty"};
  for (Node i = 0; i < 7; ++i) {
    EXPECT_EQ(tree[i].subtree, subtrees[i]) << i;
    EXPECT_EQ(tree[i].name, names[i]) << i;
  }
}

TEST(PropertyTree, RangesHoldWholeSubtrees) {
  const PropertyTree tree = small_tree();
  using RootNames = std::vector<std::string>;
  EXPECT_EQ(root_names(tree, {0, tree.size()}), (RootNames{"control", "name", "empty"}));
  EXPECT_EQ(root_names(tree, children_of(tree, 0)), (RootNames{"throttle", "wheels"}));
  EXPECT_EQ(root_names(tree, children_of(tree, 2)), (RootNames{"0", "1"}));
  EXPECT_EQ(root_names(tree, children_of(tree, 6)), RootNames{});
  EXPECT_EQ(root_names(tree, tree.since(5)), (RootNames{"name", "empty"}));
  EXPECT_EQ(tree.since(tree.size()).count, 0u);
}

TEST(PropertyTree, KeepsEachKindOfValue) {
  PropertyTree tree;
  constexpr auto kLowest = std::numeric_limits<std::int64_t>::min();
  constexpr auto kHighest = std::numeric_limits<std::uint64_t>::max();
  const std::vector<double> samples{1, 2.5, -3, 4, 5};
  const Node text = tree.text("a", "lamp", PropertyType::resource);
  const Node boolean = tree.boolean("b", true);
  const Node null = tree.null("c");
  const Node integer = tree.integer("d", kLowest, "rpm");
  const Node large = tree.unsigned_integer("e", kHighest);
  const Node number = tree.number("f", 0.1, k64, "m/s");
  const Node numbers = tree.numbers("g", PropertyType::numbers, samples, k32, "V", Meaning::none);
  const Node vec3 = tree.vec3("h", {7, 8, 9}, k64, "cm", Meaning::axial);

  EXPECT_EQ(tree[text].type, PropertyType::resource);
  EXPECT_EQ(tree[text].text_value(), "lamp");
  EXPECT_TRUE(tree[boolean].boolean);
  EXPECT_EQ(tree[null].type, PropertyType::null);
  EXPECT_EQ(tree[integer].integer, kLowest);
  EXPECT_STREQ(tree[integer].unit, "rpm");
  EXPECT_FALSE(tree[integer].is_unsigned);
  EXPECT_EQ(tree[large].unsigned_integer, kHighest);
  EXPECT_TRUE(tree[large].is_unsigned);
  EXPECT_EQ(tree[number].number, 0.1);
  EXPECT_STREQ(tree[number].unit, "m/s");
  EXPECT_EQ(tree[numbers].precision, k32);
  const auto values = tree.numbers_of(tree[numbers]);
  EXPECT_EQ(std::vector<double>(values.begin(), values.end()), samples);
  EXPECT_EQ(tree.numbers_of(tree[vec3])[2], 9.0);
  EXPECT_EQ(tree[vec3].meaning, Meaning::axial);
}

TEST(PropertyTree, StylesBelongToTheirNodes) {
  PropertyTree tree;
  const Node plain = tree.null("plain");
  const Node marked = tree.open("marked", PropertyType::record);
  tree.set_style(marked, {.icon = "car", .color = "#ff0000", .type_name = "VehicleState"});
  tree.close(marked);
  EXPECT_EQ(tree.style_of(tree[plain]).icon, "");
  EXPECT_EQ(tree.style_of(tree[marked]).icon, "car");
  EXPECT_EQ(tree.style_of(tree[marked]).type_name, "VehicleState");
  tree.clear();
  EXPECT_EQ(tree.style_of(tree[tree.null("again")]).icon, "");
}

TEST(PropertyTypes, HaveDistinctNamesAndTheirGroups) {
  std::set<std::string_view> names;
  constexpr int kTypes = static_cast<int>(PropertyType::numbers) + 1;
  int containers = 0, arrays = 0, shapes = 0, texts = 0, several = 0;
  for (int i = 0; i < kTypes; ++i) {
    const auto type = static_cast<PropertyType>(i);
    names.insert(to_text(type));
    containers += is_container(type);
    arrays += is_array_container(type);
    shapes += is_shape(type);
    texts += is_text(type);
    several += has_numbers(type);
    EXPECT_LE(is_container(type) + is_text(type) + has_numbers(type), 1) << to_text(type);
    EXPECT_TRUE(is_container(type) || !is_shape(type)) << to_text(type);
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(kTypes));
  EXPECT_EQ(arrays, 2);
  EXPECT_EQ(containers, 18);
  EXPECT_EQ(shapes, 13);
  EXPECT_EQ(texts, 5);
  EXPECT_EQ(several, 6);
}

TEST(FindPath, FollowsNamesFromTheRoots) {
  const PropertyTree tree = small_tree();
  const PropertyRange all{0, tree.size()};
  EXPECT_EQ(find_path(tree, all, "control"), 0u);
  EXPECT_EQ(find_path(tree, all, "control/throttle"), 1u);
  EXPECT_EQ(find_path(tree, all, "control/wheels/1"), 4u);
  EXPECT_EQ(find_path(tree, all, "name"), 5u);
  EXPECT_EQ(find_path(tree, children_of(tree, 0), "wheels/0"), 3u);
  for (const std::string_view missing :
       {"", "/", "control/", "/control", "throttle", "control/wheels/2", "control/wheels/1/x",
        "name/x", "empty/x", "Control", "contro"}) {
    EXPECT_EQ(find_path(tree, all, missing), std::nullopt) << missing;
  }
  EXPECT_EQ(find_path(tree, {0, 0}, "control"), std::nullopt);
}

TEST(FindPath, NamesMayHoldSlashesAndBeEqual) {
  PropertyTree tree;
  const auto group = [&](std::string_view name, auto fill) {
    const Node node = tree.open(name, PropertyType::group);
    fill();
    tree.close(node);
    return node;
  };
  Node b = 0, deep = 0, second = 0, nameless = 0;
  group("a", [&] { b = group("b", [] {}); });
  group("a/b", [&] { deep = tree.null("c/d"); });
  group("a", [&] { second = tree.null("e"); });
  group("", [&] { nameless = tree.null(""); });
  const PropertyRange all{0, tree.size()};
  EXPECT_EQ(find_path(tree, all, "a/b"), b);  // the first in pre-order
  EXPECT_EQ(find_path(tree, all, "a/b/c/d"), deep);
  EXPECT_EQ(find_path(tree, all, "a/e"), second);  // not in the first "a"
  EXPECT_EQ(find_path(tree, all, "/"), nameless);
  EXPECT_EQ(find_path(tree, all, ""), nameless - 1);
  EXPECT_EQ(find_path(tree, all, "a#2"), second - 1);
  EXPECT_EQ(find_path(tree, all, "a#2/e"), second);
  EXPECT_EQ(find_path(tree, all, "a#2/b"), std::nullopt);
  EXPECT_EQ(find_path(tree, all, "a#3"), std::nullopt);
  EXPECT_EQ(find_path(tree, all, "a#1"), std::nullopt);
}

TEST(FindPath, CountsEachNameThatThePathBeginsWith) {
  PropertyTree tree;
  for (const std::string_view name : {"a", "a#1", "b", "a", "a#1", "a#1#2"}) tree.null(name);
  const PropertyRange all{0, tree.size()};
  EXPECT_EQ(find_path(tree, all, "a#1"), 1U);
  EXPECT_EQ(find_path(tree, all, "a#1#2"), 4U) << "the second a#1 goes before the name itself";
  EXPECT_EQ(find_path(tree, all, "a#2"), 3U);
}

TEST(FindPath, OfManyEqualNamesIsLinear) {
  constexpr std::size_t kMany = 500'000;  // takes minutes where each is counted from the front
  PropertyTree tree;
  for (std::size_t i = 0; i < kMany; ++i) tree.null("x");
  const PropertyRange all{0, tree.size()};
  EXPECT_EQ(find_path(tree, all, "x#" + std::to_string(kMany)), kMany - 1);
  EXPECT_EQ(find_path(tree, all, "x#" + std::to_string(kMany + 1)), std::nullopt);
}

/// Builds a tree of one root.
PropertyTree built(const std::function<void(PropertyTree&)>& build) {
  PropertyTree tree;
  build(tree);
  return tree;
}

TEST(SameValue, ComparesNamesTypesAndValuesOfWholeSubtrees) {
  const double nan = std::nan("");
  const auto group_of = [](double value) {
    return [value](PropertyTree& tree) {
      const Node group = tree.open("g", PropertyType::group);
      tree.number("v", value, k64);
      tree.close(group);
    };
  };
  struct Case {
    std::string_view what;
    std::function<void(PropertyTree&)> a;
    std::function<void(PropertyTree&)> b;
    bool same;
  };
  const Case cases[] = {
      {"equal numbers", [](auto& t) { t.number("n", 1, k64); },
       [](auto& t) { t.number("n", 1, k64); }, true},
      {"units are not compared", [](auto& t) { t.number("n", 1, k64, "m"); },
       [](auto& t) { t.number("n", 1, k64, "cm"); }, true},
      {"other numbers", [](auto& t) { t.number("n", 1, k64); },
       [](auto& t) { t.number("n", 2, k64); }, false},
      {"other names", [](auto& t) { t.number("n", 1, k64); },
       [](auto& t) { t.number("m", 1, k64); }, false},
      {"other types", [](auto& t) { t.number("n", 1, k64); }, [](auto& t) { t.integer("n", 1); },
       false},
      {"NaN is NaN", [=](auto& t) { t.number("n", nan, k64); },
       [=](auto& t) { t.number("n", nan, k64); }, true},
      {"zeros of both signs", [](auto& t) { t.number("n", 0.0, k64); },
       [](auto& t) { t.number("n", -0.0, k64); }, false},
      {"vectors with NaN",
       [=](auto& t) {
         t.vec3("v", {1, nan, 3}, k64);
       },
       [=](auto& t) {
         t.vec3("v", {1, nan, 3}, k64);
       },
       true},
      {"other vectors",
       [](auto& t) {
         t.vec3("v", {1, 2, 3}, k64);
       },
       [](auto& t) {
         t.vec3("v", {1, 2, 4}, k64);
       },
       false},
      {"vector and point",
       [](auto& t) {
         t.vec3("v", {1, 2, 3}, k64);
       },
       [](auto& t) {
         t.numbers("v", PropertyType::numbers, std::vector<double>{1, 2, 3}, k64);
       },
       false},
      {"more numbers",
       [](auto& t) {
         t.numbers("v", PropertyType::numbers, std::vector<double>{1, 2}, k64);
       },
       [](auto& t) {
         t.numbers("v", PropertyType::numbers, std::vector<double>{1, 2, 3}, k64);
       },
       false},
      {"equal texts", [](auto& t) { t.text("s", "x"); }, [](auto& t) { t.text("s", t.keep("x")); },
       true},
      {"other texts", [](auto& t) { t.text("s", "x"); }, [](auto& t) { t.text("s", "xy"); }, false},
      {"string and comment", [](auto& t) { t.text("s", "x"); },
       [](auto& t) { t.text("s", "x", PropertyType::comment); }, false},
      {"booleans", [](auto& t) { t.boolean("b", true); }, [](auto& t) { t.boolean("b", true); },
       true},
      {"other booleans", [](auto& t) { t.boolean("b", true); },
       [](auto& t) { t.boolean("b", false); }, false},
      {"nulls", [](auto& t) { t.null("x"); }, [](auto& t) { t.null("x"); }, true},
      {"integers", [](auto& t) { t.integer("i", -1); }, [](auto& t) { t.integer("i", -1); }, true},
      {"the same bits with and without sign", [](auto& t) { t.integer("i", -1); },
       [](auto& t) { t.unsigned_integer("i", ~std::uint64_t{0}); }, false},
      {"equal groups", group_of(1), group_of(1), true},
      {"other values inside", group_of(1), group_of(2), false},
      {"a child less", group_of(1), [](auto& t) { t.close(t.open("g", PropertyType::group)); },
       false},
  };
  for (const Case& c : cases) {
    const PropertyTree a = built(c.a);
    const PropertyTree b = built(c.b);
    EXPECT_EQ(same_value(a, 0, b, 0), c.same) << c.what;
    EXPECT_EQ(same_value(b, 0, a, 0), c.same) << c.what;
    EXPECT_TRUE(same_value(a, 0, a, 0)) << c.what;
  }
}

TEST(SameValue, TellsSiblingsFromChildren) {
  PropertyTree nested;
  const Node outer = nested.open("g", PropertyType::group);
  const Node inner = nested.open("a", PropertyType::group);
  nested.null("b");
  nested.close(inner);
  nested.close(outer);
  PropertyTree flat;
  const Node group = flat.open("g", PropertyType::group);
  flat.close(flat.open("a", PropertyType::group));
  flat.null("b");
  flat.close(group);
  EXPECT_FALSE(same_value(nested, 0, flat, 0));
}

TEST(AppendCopy, CopiesEverythingTheSourceHeld) {
  PropertyTree copy;
  copy.vec3("before", {9, 9, 9}, k64);
  PropertyRange range;
  {
    // Names, texts, units and styles on the heap, gone when the copy is looked at.
    PropertyTree source;
    const auto name = std::make_unique<std::string>("a name that is not in any small room");
    const auto unit = std::make_unique<std::string>("furlongs per fortnight");
    const Node group = source.open(*name, PropertyType::record);
    source.set_style(group, {.icon = source.keep("icon"), .color = "", .type_name = *name});
    source.text("text", source.keep("hero"));
    source.vec3("v", {1, 2, 3}, k32, unit->c_str(), Meaning::point);
    source.number("n", 4, k64);
    source.close(group);
    source.null("not copied");
    range = copy.append_copy(source, {0, source[0].subtree});
  }
  EXPECT_EQ(range.first, 1u);
  ASSERT_EQ(range.count, 4u);
  EXPECT_EQ(copy[1].name, "a name that is not in any small room");
  EXPECT_EQ(copy[1].subtree, 4u);
  EXPECT_EQ(copy.style_of(copy[1]).icon, "icon");
  EXPECT_EQ(copy.style_of(copy[1]).type_name, "a name that is not in any small room");
  EXPECT_EQ(copy[2].text_value(), "hero");
  EXPECT_STREQ(copy[3].unit, "furlongs per fortnight");
  EXPECT_EQ(copy[3].meaning, Meaning::point);
  EXPECT_EQ(copy[3].precision, k32);
  EXPECT_EQ(copy.numbers_of(copy[3])[0], 1.0);
  EXPECT_EQ(copy.numbers_of(copy[0])[0], 9.0);
  EXPECT_STREQ(copy[4].unit, "");
}

TEST(AppendCopy, OfACopyHasTheSameValues) {
  const PropertyTree source = small_tree();
  PropertyTree copy;
  copy.append_copy(source, {0, source.size()});
  for_each_root(source, {0, source.size()}, [&](Node node, const PropertyNode&) {
    EXPECT_TRUE(same_value(source, node, copy, node));
  });
  copy.numbers_for_edit(copy[3])[0] = 100;
  EXPECT_FALSE(same_value(source, 0, copy, 0));
  EXPECT_EQ(source.numbers_of(source[3])[0], 1.0);
}

TEST(AppendShared, IsACopyBehindWhatIsThereWithTheStringsOfTheOther) {
  PropertyTree source;
  source.vec3("before", {9, 9, 9}, k64);
  const Node group = source.open("group", PropertyType::record);
  source.set_style(group, {.icon = "icon", .color = "", .type_name = "type"});
  source.text("text", source.keep("hero"));
  source.vec3("v", {1, 2, 3}, k32, "cm", Meaning::point);
  source.close(group);
  PropertyTree copy;
  copy.vec3("own", {7, 8, 9}, k64);
  const PropertyRange range = copy.append_shared(source, {group, source[group].subtree});
  EXPECT_EQ(range.first, 1u);
  ASSERT_EQ(range.count, 3u);
  EXPECT_TRUE(same_value(source, group, copy, 1));
  EXPECT_EQ(copy.style_of(copy[1]).icon, "icon");
  EXPECT_EQ(copy[2].text_value().data(), source[group + 1].text_value().data());
  EXPECT_STREQ(copy[3].unit, "cm");
  EXPECT_EQ(copy[3].meaning, Meaning::point);
  copy.numbers_for_edit(copy[3])[0] = 100;
  EXPECT_EQ(source.numbers_of(source[group + 2])[0], 1.0);
  EXPECT_EQ(copy.numbers_of(copy[0])[0], 7.0);
}

TEST(AppendShared, WithAnOriginIsAPart) {
  PropertyTree source;
  source.integer("a", 1);
  source.integer("b", 2);
  const PartOrigin one{&source, 1};
  const PartOrigin two{&source, 2};
  PropertyTree tree;
  tree.append_shared(source, {0, 1});
  tree.append_shared(source, {0, 2}, one);
  tree.boolean("between", true);
  tree.append_shared(source, {1, 1}, two);
  tree.append_shared(source, {1, 0}, two);  // nothing

  const auto parts = tree.parts_in(tree.since(0));
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(parts[0].first, 1U);
  EXPECT_EQ(parts[0].count, 2U);
  EXPECT_TRUE(parts[0].origin == one);
  EXPECT_EQ(parts[1].first, 4U);
  EXPECT_TRUE(parts[1].origin == two);

  EXPECT_EQ(tree.parts_in({1, 3}).size(), 1U);
  EXPECT_EQ(tree.parts_in({1, 1}).size(), 0U) << "only a half of it lies there";
  EXPECT_EQ(tree.parts_in({2, 3}).size(), 1U);
  EXPECT_EQ(tree.parts_in({2, 2}).size(), 0U);

  PropertyTree copy;
  copy.append_copy(tree, tree.since(0));
  EXPECT_TRUE(copy.parts_in(copy.since(0)).empty());
  tree.truncate(4);
  EXPECT_EQ(tree.parts_in(tree.since(0)).size(), 1U);
  tree.truncate(2);
  EXPECT_TRUE(tree.parts_in(tree.since(0)).empty());
  tree.append_shared(source, {0, 1}, one);
  tree.clear();
  EXPECT_TRUE(tree.parts_in({0, 100}).empty());
}

TEST(AppendShared, PartsAreFoundFromAnyPlaceOn) {
  PropertyTree source;
  source.integer("a", 1);
  PropertyTree tree;
  for (std::uint32_t i = 0; i < 12; ++i) {
    tree.boolean("between", true);
    if (i % 3 != 0) tree.append_shared(source, {0, 1}, {&source, i});
  }
  for (std::size_t begin = 0; begin < 12; ++begin) {
    std::size_t place = begin;
    for (std::uint32_t first = 0; first < tree.size(); ++first) {
      const PropertyRange range{first, 4};
      const auto expected = tree.parts_in(range);
      const auto parts = tree.parts_in(range, place);
      EXPECT_TRUE(parts.data() == expected.data() && parts.size() == expected.size())
          << "from " << begin << " at " << first;
    }
  }
}

TEST(PropertyTree, RefillingAllocatesNothing) {
  PropertyTree tree;
  PropertyTree copy;
  const auto fill = [&] {
    tree.clear();
    copy.clear();
    for (int i = 0; i < 500; ++i) {
      const Node group = tree.open(tree.keep("some group"), PropertyType::group);
      tree.set_style(group, {.icon = "x", .color = "y", .type_name = "z"});
      tree.text("text", tree.keep("a text that is kept in the tree"));
      tree.vec3("v", {1, 2, 3}, k64, "cm");
      tree.number("n", i, k64);
      tree.close(group);
    }
    copy.append_copy(tree, {0, tree.size()});
  };
  fill();
  EXPECT_EQ(allocations_in([&] {
              for (int i = 0; i < 5; ++i) fill();
            }),
            0u);
  EXPECT_EQ(tree.size(), 2000u);
}

TEST(PropertyTree, ClearLeavesNothing) {
  PropertyTree tree = small_tree();
  tree.clear();
  EXPECT_TRUE(tree.empty());
  EXPECT_EQ(tree.size(), 0u);
  EXPECT_EQ(find_path(tree, {0, 0}, "name"), std::nullopt);
}

}  // namespace
}  // namespace scrubjay
