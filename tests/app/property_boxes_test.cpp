#include <gtest/gtest.h>

#include <set>
#include <string>

#include "app/viewer/panels/properties/property_rows.h"
#include "app/viewer/panels/properties/property_text.h"

namespace scrubjay {
namespace {

/// transform, properties { Speed, health {..}, ai {..}, "" (a shape), secret (hidden) }, special.
PropertyTree::Node fill(PropertyTree& tree) {
  const auto transform = tree.open("transform", PropertyType::group);
  tree.integer("x", 1);
  tree.close(transform);
  const PropertyTree::Node own = tree.size();
  const auto user = tree.open("properties", PropertyType::group);
  tree.number("Speed", 1.5, Precision::float64);
  const auto health = tree.open("health", PropertyType::group);
  tree.integer("Health", 100);
  tree.close(health);
  const auto ai = tree.open("ai", PropertyType::group);
  tree.node_for_edit(ai).flags |= kPropertyCollapsed;
  tree.text("State", "Run");
  tree.close(ai);
  const auto sphere = tree.open("", PropertyType::sphere);
  tree.text("layer", "Hits");
  tree.close(sphere);
  const auto line = tree.open("Sight", PropertyType::line);
  tree.text("layer", "Vision");
  tree.close(line);
  const auto secret = tree.integer("secret", 7);
  tree.node_for_edit(secret).flags |= kPropertyHidden;
  tree.close(user);
  const auto special = tree.open("Special", PropertyType::group);
  tree.text("name", "Ada");
  tree.close(special);
  tree.node_for_edit(user).role = PropertyRole::own;
  tree.node_for_edit(special).role = PropertyRole::basics;
  return own;
}

struct Listing {
  std::string search = {};
  std::set<std::string> toggled = {};
  std::set<std::string> starred = {};
  bool show_hidden = false;
  bool groups = true;
  std::uint16_t block = 0;  ///< rows of tables, resources and comments
};

std::string listed(const PropertyTree& tree, PropertyTree::Node own, const Listing& listing) {
  PropertyRowsChoice choice{.search = listing.search, .toggled = listing.toggled};
  choice.starred = &listing.starred;
  choice.show_hidden = listing.show_hidden;
  if (listing.groups) choice.groups = find_groups(tree, own);
  if (listing.block > 0) {
    choice.block_rows = [&](PropertyTree::Node node) {
      const PropertyType type = tree[node].type;
      const bool large = type == PropertyType::table || type == PropertyType::comment ||
                         type == PropertyType::resource || type == PropertyType::linechart;
      return large ? listing.block : std::uint16_t{0};
    };
  }
  std::vector<PropertyRow> rows;
  list_properties(tree, {}, {}, choice, rows);
  std::string text;
  for (const PropertyRow& row : rows) {
    text += std::string(row.depth * std::size_t{2}, ' ');
    if (row.kind == PropertyRow::Kind::block) {
      text += "block " + std::to_string(row.part) + "/" + std::to_string(row.parts) + "\n";
      continue;
    }
    if (row.kind == PropertyRow::Kind::heading) text += row.is_starred ? "* " : "# ";
    text += row.title.empty() ? std::string(tree[row.node].name) : std::string(row.title);
    const bool folds = row.children > 0 || row.parts > 0;
    text += folds && !row.is_open ? " +\n" : "\n";
  }
  return text;
}

TEST(PropertyBoxes, UserGroupsAreHeadingsAndLooseOnesHaveTheirOwn) {
  PropertyTree tree;
  const auto own = fill(tree);
  EXPECT_EQ(listed(tree, own, {}),
            "# Basic information\n"
            "  name\n"
            "# Uncategorized\n"
            "  Speed\n"
            "  Sight +\n"
            "# health\n"
            "  Health\n"
            "# ai +\n"
            "# transform\n"
            "  x\n");
}

TEST(PropertyBoxes, AStarPutsAGroupFirst) {
  PropertyTree tree;
  const auto own = fill(tree);
  const std::string text = listed(tree, own, {.starred = {"ai"}});
  EXPECT_TRUE(text.starts_with("* ai +\n# Basic information\n")) << text;
  EXPECT_EQ(text.find("# ai"), std::string::npos);
}

TEST(PropertyBoxes, AStarWorksWithoutTheTwoGroupsToo) {
  PropertyTree tree;
  const auto own = fill(tree);
  const std::string text = listed(tree, own, {.starred = {"Special"}, .groups = false});
  EXPECT_TRUE(text.starts_with("* Special\n  name\n# transform\n")) << text;
}

TEST(PropertyBoxes, HiddenOnesAndNamelessShapesAreListedOnRequest) {
  PropertyTree tree;
  const auto own = fill(tree);
  EXPECT_EQ(listed(tree, own, {}).find("secret"), std::string::npos);
  const std::string text = listed(tree, own, {.show_hidden = true});
  EXPECT_NE(text.find("  secret\n"), std::string::npos);
  EXPECT_NE(text.find("  Speed\n   +\n  Sight +\n"), std::string::npos) << text;
}

TEST(PropertyBoxes, FoldsAreKeptByPath) {
  PropertyTree tree;
  const auto own = fill(tree);
  const std::string text =
      listed(tree, own, {.toggled = {"properties", "properties/ai", "Special", "transform"}});
  EXPECT_EQ(text,
            "# Basic information +\n"
            "# Uncategorized +\n"
            "# health\n"
            "  Health\n"
            "# ai\n"
            "  State\n"
            "# transform +\n");
}

TEST(PropertyBoxes, SearchFindsShapesByNameAndByLayer) {
  PropertyTree tree;
  const auto own = fill(tree);
  EXPECT_EQ(listed(tree, own, {.search = "vision"}), "# Uncategorized\n  Sight\n    layer\n");
  EXPECT_EQ(listed(tree, own, {.search = "sight"}), "# Uncategorized\n  Sight\n    layer\n");
  EXPECT_EQ(listed(tree, own, {.search = "hits"}), "");
  EXPECT_EQ(listed(tree, own, {.search = "nobody"}), "");
}

TEST(PropertyBoxes, OtherRootsHaveNoGroups) {
  PropertyTree tree;
  const auto own = fill(tree);
  EXPECT_FALSE(find_groups(tree, 0).exist());
  EXPECT_TRUE(find_groups(tree, own).exist());
  tree.integer("more", 1);
  EXPECT_FALSE(find_groups(tree, own).exist());
  EXPECT_FALSE(find_groups(PropertyTree(), 0).exist());
}

TEST(PropertyBoxes, TablesOpenAsBlocksAndCommentsAreBlocksAlone) {
  PropertyTree tree;
  const auto table = tree.open("Scores", PropertyType::table);
  const auto header = tree.open("header", PropertyType::list);
  tree.text("0", "Player");
  tree.close(header);
  tree.close(table);
  tree.text("", "Look at this", PropertyType::comment);
  tree.text("Shot", "a.png", PropertyType::resource);
  const auto chart = tree.open("Load", PropertyType::linechart);
  tree.close(chart);
  const Listing listing{.groups = false, .block = 2};
  EXPECT_EQ(listed(tree, 0, listing),
            "Scores +\nblock 0/2\nblock 1/2\nShot +\nLoad\nblock 0/2\nblock 1/2\n");
  Listing open = listing;
  open.toggled = {"Scores", "Shot", "Load"};
  EXPECT_EQ(listed(tree, 0, open),
            "Scores\nblock 0/2\nblock 1/2\nblock 0/2\nblock 1/2\n"
            "Shot\nblock 0/2\nblock 1/2\nLoad +\n");
  Listing search = listing;
  search.search = "player";
  EXPECT_EQ(listed(tree, 0, search), "Scores +\n");
}

TEST(PropertyBoxes, EqualNamesFoldOneByOne) {
  PropertyTree tree;
  for (int i = 0; i < 3; ++i) {
    const auto group = tree.open("part", PropertyType::group);
    tree.integer("x", i);
    tree.close(group);
  }
  const std::string second = unique_path_of(tree, 2);
  EXPECT_NE(second, unique_path_of(tree, 0));
  EXPECT_NE(second, unique_path_of(tree, 4));
  EXPECT_EQ(listed(tree, 0, {.toggled = {second}, .groups = false}),
            "# part\n  x\n# part +\n# part\n  x\n");
  const std::set<std::string> none;
  const PropertyRowsChoice choice{.search = "", .toggled = none};
  std::vector<PropertyRow> rows;
  list_properties(tree, {}, {}, choice, rows);
  std::set<std::uint64_t> hashes;
  for (const PropertyRow& row : rows) hashes.insert(row.path_hash);
  EXPECT_EQ(hashes.size(), rows.size());
}

}  // namespace
}  // namespace scrubjay
