// How properties become fields of messages.
#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "formats/mcap/descriptor.h"
#include "formats/mcap/field_fact.h"
#include "formats/mcap/read/json_values.h"
#include "formats/mcap/wire.h"
#include "formats/mcap/write/kind.h"
#include "tests/formats/mcap_test_file.h"

namespace scrubjay::mcap {
namespace {

/// The kind of an entity that had these trees, one a frame.
Kind kind_of(const std::vector<std::function<void(PropertyTree&)>>& frames) {
  SeenProperties names;
  SeenProperties::Forms forms;
  for (const auto& fill : frames) {
    PropertyTree tree;
    fill(tree);
    names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
  }
  return entity_kind(names, forms, "thing", false);
}

std::map<std::string, FieldDescriptor> fields_of(const Kind& kind) {
  std::map<std::string, FieldDescriptor> fields;
  for (const FieldDescriptor& field : kind.file.messages.back().fields) fields[field.name] = field;
  for (const MessageDescriptor& message : kind.file.messages) {
    if (message.name != "State") continue;
    fields.clear();
    for (const FieldDescriptor& field : message.fields) fields[field.name] = field;
  }
  return fields;
}

TEST(McapFields, FollowTypesThatChange) {
  const Kind kind = kind_of({[](PropertyTree& tree) {
                               tree.integer("speed", 3);
                               tree.text("state", "idle");
                               tree.integer("large", -1);
                               tree.integer("exact", (std::int64_t{1} << 53) + 1);
                               tree.integer("Health", 1);
                               tree.null("nothing");
                               tree.boolean("toString", true);
                             },
                             [](PropertyTree& tree) {
                               tree.number("speed", 3.5, Precision::float64);
                               tree.integer("state", 4);
                               tree.unsigned_integer("large", ~std::uint64_t{0});
                               tree.number("exact", 0.5, Precision::float64);
                               tree.integer("health", 2);
                             }});
  const auto fields = fields_of(kind);
  EXPECT_EQ(fields.at("self").number, 1U);
  EXPECT_EQ(fields.at("speed").type, FieldType::number);
  EXPECT_EQ(fields.at("speed").number, kFirstProperty);
  EXPECT_TRUE(fields.at("speed").is_optional);
  EXPECT_EQ(fields.at("state").type, FieldType::int64);
  EXPECT_EQ(fields.at("state_string").type, FieldType::text);
  EXPECT_EQ(fields.at("large").type, FieldType::text) << "no type holds both";
  EXPECT_EQ(fields.at("exact").type, FieldType::int64);
  EXPECT_EQ(fields.at("exact_number").type, FieldType::number);
  EXPECT_EQ(fields.count("Health") + fields.count("health_2"), 2U);
  EXPECT_EQ(fields.count("nothing"), 0U);
  EXPECT_EQ(fields.count("toString_2"), 1U);
  const std::map<std::string, std::string> names(kind.names.begin(), kind.names.end());
  EXPECT_EQ(names.at("health_2"), R"({"name":"health"})");
  EXPECT_EQ(names.at("large"), R"({"name":"large","as":"integer"})");
  EXPECT_EQ(names.count("speed"), 0U);
}

TEST(McapFields, OfListsAndGroups) {
  const auto fill = [](PropertyTree& tree) {
    const auto group = tree.open("stats", PropertyType::group);
    tree.integer("a", 1);
    tree.integer("a", 2);
    tree.close(group);
    const auto numbers = tree.open("numbers", PropertyType::list);
    tree.integer("0", 1);
    tree.number("1", 1.5, Precision::float64);
    tree.close(numbers);
    const auto mixed = tree.open("mixed", PropertyType::list);
    tree.integer("0", 1);
    tree.text("1", "b");
    tree.close(mixed);
    const std::array two{1.0, 2.0};
    tree.numbers("at", PropertyType::vec2, two, Precision::float64);
  };
  const auto longer = [](PropertyTree& tree) {
    const std::array three{1.0, 2.0, 3.0};
    tree.numbers("at", PropertyType::vec3, three, Precision::float64);
  };
  const Kind kind = kind_of({fill, longer});
  const auto fields = fields_of(kind);
  EXPECT_EQ(fields.at("stats").type_name, ".scrubjay.thing.stats");
  EXPECT_TRUE(fields.at("numbers").is_repeated);
  EXPECT_EQ(fields.at("numbers").type, FieldType::number);
  EXPECT_EQ(fields.at("mixed").type, FieldType::text);
  EXPECT_TRUE(fields.at("at").is_repeated) << "vectors of two lengths";
  const std::map<std::string, std::string> names(kind.names.begin(), kind.names.end());
  EXPECT_EQ(names.at("stats.a_2"), R"({"name":"a","nth":1})");
  EXPECT_EQ(names.at("mixed"), R"({"name":"mixed","as":"json","type":"list"})");
}

TEST(McapFields, TellNothingFromWhatIsNotThere) {
  const auto open = [](PropertyTree& tree, const char* name, PropertyType type) {
    tree.close(tree.open(name, type));
  };
  const Kind kind = kind_of({[&](PropertyTree& tree) {
                               open(tree, "on", PropertyType::list);
                               open(tree, "off", PropertyType::list);
                               tree.numbers("curve", PropertyType::numbers, {}, Precision::float64);
                               tree.null("late");
                               tree.null("odd");
                               open(tree, "attributes", PropertyType::group);
                             },
                             [&](PropertyTree& tree) {
                               const auto on = tree.open("on", PropertyType::list);
                               tree.text("0", "fog");
                               tree.close(on);
                               tree.numbers("curve", PropertyType::numbers, {}, Precision::float64);
                               tree.integer("late", 3);
                               open(tree, "odd", PropertyType::list);
                               open(tree, "attributes", PropertyType::group);
                             }});
  const auto fields = fields_of(kind);
  const std::map<std::string, std::string> names(kind.names.begin(), kind.names.end());
  EXPECT_EQ(names.at("on"), R"({"name":"on","type":"list","nothing":"list"})");
  EXPECT_TRUE(fields.at("on").is_repeated);
  EXPECT_EQ(names.at("curve"), R"({"name":"curve","nothing":"numbers"})");
  EXPECT_EQ(fields.count("curve"), 0U) << "nothing in all frames";
  EXPECT_EQ(names.at("late"), R"({"name":"late","nothing":"null"})");
  EXPECT_EQ(names.count("off") + fields.count("off"), 0U) << "not there in one frame";
  EXPECT_EQ(names.count("odd") + fields.count("odd"), 0U) << "nothing of two types";
  EXPECT_TRUE(kind.loses_nothing);
  EXPECT_EQ(names.at("attributes"), R"({"name":"attributes","as":"json","type":"group"})")
      << "viewers make nothing of a message without fields";
}

TEST(McapFields, OfOneNameHaveEachTheirOwnType) {
  const Kind kind = kind_of({[](PropertyTree& tree) { tree.integer("hit", 3); },
                             [](PropertyTree& tree) {
                               const auto hit = tree.open("hit", PropertyType::sphere);
                               tree.number("radius", 2, Precision::float64);
                               tree.close(hit);
                             }});
  const std::map<std::string, std::string> names(kind.names.begin(), kind.names.end());
  EXPECT_EQ(names.count("hit"), 0U);
  EXPECT_EQ(names.at("hit_group"), R"({"name":"hit","type":"sphere"})");
}

TEST(McapFields, OfOneNameAreFoundHoweverManyThereAre) {
  constexpr std::uint32_t kCount = 100'000;
  PropertyTree tree;
  for (std::uint32_t i = 0; i < kCount; ++i) tree.integer("a", i);
  SeenProperties names;
  for (int frame = 0; frame < 2; ++frame) {
    SeenProperties::Forms forms;
    names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
    EXPECT_EQ(forms.size(), kCount + 1);
  }
  SeenProperties::Walk walk(names);
  const std::uint64_t group = walk.begin(SeenProperties::kEntities);
  for (std::uint32_t i = 0; i < kCount; ++i) {
    const SeenProperties::Node node = walk.child(SeenProperties::kEntities, "a", group);
    ASSERT_NE(node, SeenProperties::kNone);
    ASSERT_EQ(names[node].nth, i);
  }
  EXPECT_EQ(walk.child(SeenProperties::kEntities, "a", group), SeenProperties::kNone);
}

TEST(McapFields, OfAGroupAreAMessageUpTo256Names) {
  for (const int count : {256, 257}) {
    const auto fields = fields_of(kind_of({[&](PropertyTree& tree) {
      const auto group = tree.open("stats", PropertyType::group);
      for (int i = 0; i < count; ++i) {
        const std::string name = "n" + std::to_string(i);
        tree.integer(tree.keep(name), i);
      }
      tree.close(group);
    }}));
    EXPECT_EQ(fields.at("stats").type, count == 256 ? FieldType::message : FieldType::text);
  }
}

TEST(McapFields, OfAGroupThatHoldsNothingAreTheJsonOfAllOfIt) {
  const auto fields = fields_of(kind_of({[](PropertyTree& tree) {
    const auto outer = tree.open("outer", PropertyType::group);
    tree.close(tree.open("inner", PropertyType::group));
    tree.null("nothing");
    tree.close(outer);
    const auto mixed = tree.open("mixed", PropertyType::group);
    tree.close(tree.open("inner", PropertyType::group));
    tree.integer("x", 5);
    tree.close(mixed);
  }}));
  EXPECT_EQ(fields.at("outer").type, FieldType::text);
  EXPECT_EQ(fields.at("mixed").type, FieldType::message);
}

TEST(McapFields, OfAListWithNullsAreText) {
  const auto fields = fields_of(kind_of({[](PropertyTree& tree) {
    const auto list = tree.open("gaps", PropertyType::list);
    tree.integer("0", 1);
    tree.null("1");
    tree.close(list);
  }}));
  EXPECT_EQ(fields.at("gaps").type, FieldType::text);
  EXPECT_FALSE(fields.at("gaps").is_repeated);
}

TEST(McapFields, AreOfMessagesWhoseFilesAreNamed) {
  const Kind kind =
      kind_of({[](PropertyTree& tree) { tree.vec3("at", glm::dvec3(1), Precision::float64); }});
  for (const MessageDescriptor& message : kind.file.messages) {
    for (const FieldDescriptor& field : message.fields) {
      const std::string_view prefix = ".foxglove.";
      if (!field.type_name.starts_with(prefix)) continue;
      const std::string file = "foxglove/" + field.type_name.substr(prefix.size()) + ".proto";
      EXPECT_EQ(std::ranges::count(kind.file.dependencies, file), 1) << file;
    }
  }
}

TEST(McapFields, LoseWhatIsNotTheSameOfAllOfOneName) {
  const auto has_lost = [](const std::vector<const char*>& units) {
    SeenProperties names;
    SeenProperties::Forms forms;
    for (const char* const unit : units) {
      PropertyTree tree;
      tree.number("speed", 1, Precision::float64, unit);
      names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
    }
    return names.has_lost_facts();
  };
  EXPECT_FALSE(has_lost({"m/s"}));
  EXPECT_FALSE(has_lost({"m/s", "m/s"}));
  EXPECT_TRUE(has_lost({"m/s", "km/h"}));
}

TEST(McapFields, OfOneNameAreTheFirstWhereThereIsOneOnly) {
  SeenProperties names;
  SeenProperties::Forms forms;
  PropertyTree tree;
  for (const char* const name : {"a", "c", "a"}) tree.boolean(name, true);
  names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
  SeenProperties::Walk walk(names);
  const auto nodes_of = [&](const std::vector<const char*>& group) {
    const std::uint64_t number = walk.begin(SeenProperties::kEntities);
    std::vector<SeenProperties::Node> nodes;
    for (const char* const name : group) {
      nodes.push_back(walk.child(SeenProperties::kEntities, name, number));
    }
    return nodes;
  };
  const auto all = nodes_of({"a", "c", "a"});
  EXPECT_EQ(names[all[0]].nth, 0u);
  EXPECT_EQ(names[all[2]].nth, 1u);
  // Behind "c" the second one is expected; the only one of a group is the first.
  EXPECT_EQ(nodes_of({"c", "a"}), (std::vector{all[1], all[0]}));
}

TEST(McapFields, OfGroupsThatNestTooDeepAreJson) {
  const auto as_json = [](std::size_t groups) {
    return kind_of({[&](PropertyTree& tree) {
             std::vector<PropertyTree::Node> open;
             for (std::size_t i = 0; i < groups; ++i) {
               open.push_back(tree.open("inner", PropertyType::group));
             }
             tree.boolean("value", true);
             for (std::size_t i = groups; i-- > 0;) tree.close(open[i]);
           }})
        .as_json;
  };
  EXPECT_EQ(as_json(SeenProperties::kDeepest - 1), 0u);
  EXPECT_EQ(as_json(SeenProperties::kDeepest), 1u);
}

TEST(McapFields, SayTheirRoles) {
  for (const PropertyRole role : {PropertyRole::own, PropertyRole::capture, PropertyRole::none}) {
    const auto fact = read_fact(R"({"name":"x","role":")" + std::string(role_text(role)) + R"("})");
    ASSERT_TRUE(fact);
    EXPECT_EQ(fact->role, role);
  }
}

TEST(McapFields, AreWrittenAsTheyWereDescribed) {
  SeenProperties names;
  SeenProperties::Forms forms;
  PropertyTree tree;
  tree.integer("a", -2);
  tree.text("b", "\xFF");
  tree.boolean("c", false);
  names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
  const Kind kind = entity_kind(names, forms, "thing", false);
  SeenProperties::Walk walk(names);
  std::string out;
  MessageWriter writer(out);
  EXPECT_TRUE(FieldWriter(writer, tree, kind.state, walk).write(tree.since(0)));
  EXPECT_EQ(out, from_hex("8001"
                          "FEFFFFFFFFFFFFFFFF01"
                          "8A0103EFBFBD"
                          "900100"));
}

/// What is written of the tree's properties.
std::string written_tree(const PropertyTree& tree) {
  SeenProperties names;
  SeenProperties::Forms forms;
  names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
  const Kind kind = entity_kind(names, forms, "thing", false);
  SeenProperties::Walk walk(names);
  std::string out;
  MessageWriter writer(out);
  FieldWriter(writer, tree, kind.state, walk).write(tree.since(0));
  return out;
}

void add_rows(PropertyTree& tree) {
  const auto rows = tree.open("rows", PropertyType::list);
  for (const char* const row : {"0", "1"}) {
    const auto cells = tree.open(row, PropertyType::list);
    tree.text("0", "1");
    tree.text("1", row);
    tree.close(cells);
  }
  tree.close(rows);
}

TEST(McapFields, RowsOfATableAreTheJsonThatShowHas) {
  PropertyTree tree;
  const auto table = tree.open("loot", PropertyType::table);
  add_rows(tree);
  tree.close(table);
  const std::string json = R"([["1","0"],["1","1"]])";
  EXPECT_NE(written_tree(tree).find(json), std::string::npos);
  PropertyTree back;
  ASSERT_TRUE(append_json_property(back, "rows", PropertyType::list, json));
  PropertyTree rows;
  add_rows(rows);
  ASSERT_EQ(back.size(), rows.size());
  for (PropertyTree::Node node = 0; node < rows.size(); ++node) {
    EXPECT_EQ(back[node].type, rows[node].type) << node;
    EXPECT_EQ(back[node].name, rows[node].name) << node;
  }
}

TEST(McapFields, AListInARecordHasItsTypesWhereItsJsonWouldLoseThem) {
  const auto json_of = [](PropertyType type) {
    PropertyTree tree;
    const auto outer = tree.open("outer", type);
    const auto list = tree.open("list", PropertyType::list);
    tree.number("0", 1, Precision::float64);
    tree.text("1", "b");
    tree.close(list);
    tree.close(outer);
    return written_tree(tree);
  };
  const std::string typed = R"([{"name":"0","type":"number","value":1},)"
                            R"({"name":"1","type":"string","value":"b"}])";
  EXPECT_NE(json_of(PropertyType::record).find(typed), std::string::npos);
  EXPECT_NE(json_of(PropertyType::group).find(typed), std::string::npos);
}

TEST(McapFields, OfANameThatOthersHaveDependOnThem) {
  SeenProperties names;
  SeenProperties::Forms forms;
  PropertyTree tree;
  tree.integer("a", 1);
  tree.integer("b", 2);
  tree.integer("a", 3);
  names.add(tree, tree.since(0), SeenProperties::kEntities, forms);
  const Kind kind = entity_kind(names, forms, "thing", false);
  SeenProperties::Walk walk(names);
  std::string out;
  MessageWriter writer(out);
  FieldWriter fields(writer, tree, kind.state, walk);
  EXPECT_FALSE(fields.write({0, 1}));
  EXPECT_TRUE(fields.write({1, 1}));
  EXPECT_FALSE(fields.write({2, 1}));
  EXPECT_EQ(out, from_hex("800101"
                          "880102"
                          "900103"));
}

}  // namespace
}  // namespace scrubjay::mcap
