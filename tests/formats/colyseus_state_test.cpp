// Messages written by hand, in the operations of formats/colyseus/README.md, 3 to 5, and the trees
// they make.
#include <gtest/gtest.h>

#include <algorithm>

#include "formats/colyseus/read/handshake.h"
#include "formats/colyseus/read/keyed_items.h"
#include "formats/colyseus/read/state_machine.h"
#include "formats/colyseus/read/state_properties.h"
#include "tests/formats/colyseus_test_file.h"

namespace scrubjay::colyseus {
namespace {

/// A schema of one root type by hand; `types` may refer to each other by row.
Schema schema_of(Generation generation, std::vector<std::vector<Field>> types) {
  Schema schema;
  schema.generation = generation;
  for (std::size_t row = 0; row < types.size(); ++row) {
    Type& type = schema.types.emplace_back();
    type.id = row;
    type.fields = std::move(types[row]);
  }
  schema.finish();
  return schema;
}

Field value(const char* name, Primitive primitive) {
  FieldType type;
  type.primitive = primitive;
  return {name, type};
}
Field values(const char* name, Shape shape, Primitive primitive) {
  FieldType type;
  type.shape = shape;
  type.primitive = primitive;
  return {name, type};
}
Field instances(const char* name, Shape shape, std::uint32_t row) {
  FieldType type;
  type.shape = shape;
  type.type = row;
  return {name, type};
}

/// A tree that messages are applied to, shown as text.
class Tree {
 public:
  explicit Tree(Schema schema) : schema_(std::move(schema)) { state_.reset(schema_); }

  Tree& apply(std::string_view message, Apply way = Apply::change) {
    const ByteVector bytes = bytes_of(message);
    problems_ = {};
    if (is_nested(schema_.generation)) {
      nested_.apply(state_, bytes, &problems_);
    } else {
      flat_.apply(state_, bytes, way, &problems_);
    }
    return *this;
  }
  /// Like {list: [1, 2], map: {a: 3}}, without what is an entity.
  std::string text() {
    PropertyTree tree;
    StateProperties properties;
    properties.begin(state_);
    properties.write_fields(0, tree);
    std::string out;
    write(tree, {0, tree.size()}, true, out);
    return out;
  }
  /// Codes of what was wrong with the last message.
  std::string problems() {
    std::string codes;
    for (const Problem& problem : problems_.list()) {
      codes += (codes.empty() ? "" : " ") + problem.code;
    }
    return codes;
  }
  const State& state() const { return state_; }

 private:
  static void write(const PropertyTree& tree, PropertyRange range, bool are_named,
                    std::string& out) {
    out += are_named ? '{' : '[';
    bool is_first = true;
    for_each_root(tree, range, [&](PropertyTree::Node node, const PropertyNode& property) {
      if (!is_first) out += ", ";
      is_first = false;
      if (are_named) out += std::string(property.name) + ": ";
      if (is_array_container(property.type)) {
        write(tree, children_of(tree, node), property.type == PropertyType::group, out);
      } else if (property.type == PropertyType::number) {
        out += number_text(property.number);
      } else if (property.type == PropertyType::integer) {
        out += format_number(property.integer).view();
      } else if (is_text(property.type)) {
        out += property.text_value();
      } else {
        out += property.type == PropertyType::boolean ? "bool" : "null";
      }
    });
    out += are_named ? '}' : ']';
  }

  Schema schema_;
  State state_;
  FlatReader flat_;
  NestedReader nested_;
  Problems problems_;
};

Schema list_of_numbers(Generation generation) {
  return schema_of(generation, {{values("list", Shape::array, Primitive::number)}});
}

constexpr const char* kThreeNumbers = "80 01 FF 01 80 00 0A 80 01 0B 80 02 0C";

TEST(Fields, AreSetAndUnsetByTheirTwoHighBits) {
  Tree tree(
      schema_of(Generation::v3, {{value("a", Primitive::number), value("b", Primitive::string)}}));
  EXPECT_EQ(tree.apply("80 05 81 A1 'x'").text(), "{a: 5, b: x}");
  EXPECT_EQ(tree.apply("00 06").text(), "{a: 6, b: x}");
  EXPECT_EQ(tree.apply("41").text(), "{a: 6}");
  EXPECT_EQ(tree.apply("C0 07").text(), "{a: 7}");
  EXPECT_EQ(tree.problems(), "");
}

TEST(Fields, OutsideOfTheTypeAreSkippedToTheNextKnownStructure) {
  Tree tree(schema_of(Generation::v3,
                      {{value("a", Primitive::number), instances("child", Shape::instance, 1)},
                       {value("x", Primitive::number)}}));
  tree.apply("80 01 81 01 FF 01 80 02");
  EXPECT_EQ(tree.apply("85 01 02 FF 09 03 FF 01 80 04").text(), "{a: 1, child: {x: 4}}");
  EXPECT_EQ(tree.problems(), "unknown-field");
  EXPECT_EQ(tree.apply("FF 63 80 07 FF 01 80 05").text(), "{a: 1, child: {x: 5}}");
  EXPECT_EQ(tree.problems(), "unknown-ref");
}

TEST(Fields, BehindAMalformedValueAreLostUntilTheNextMessage) {
  Tree tree(
      schema_of(Generation::v3, {{value("a", Primitive::number), value("b", Primitive::number)}}));
  EXPECT_EQ(tree.apply("80 01 81 C1 80 02").text(), "{a: 1}");
  EXPECT_EQ(tree.problems(), "bad-value");
  EXPECT_EQ(tree.apply("81 03").text(), "{a: 1, b: 3}");
}

TEST(Fields, OfATypeOfTheServersOwnStopTheMessage) {
  Tree tree(
      schema_of(Generation::v3, {{value("a", Primitive::unknown), value("b", Primitive::number)}}));
  EXPECT_EQ(tree.apply("80 01 81 02").text(), "{}");
  EXPECT_EQ(tree.problems(), "unsupported-type");
}

struct ArrayCase {
  const char* what;
  Generation generation;
  const char* message;
  const char* list;
};

TEST(Arrays, ChangeAsTheirGenerationSays) {
  using enum Generation;
  const ArrayCase cases[] = {
      {"replace", v3, "FF 01 00 01 05", "[10, 5, 12]"},
      {"delete closes the gap at the end of the visit", v3, "FF 01 40 00 40 01", "[12]"},
      {"append", v3, "FF 01 80 03 0D", "[10, 11, 12, 13]"},
      {"add in front", v3, "FF 01 80 00 09", "[9, 10, 11, 12]"},
      {"add elsewhere replaces", v3, "FF 01 80 01 09", "[10, 9, 12]"},
      {"what equals the item before the visit is not stored", v3, "FF 01 80 00 09 80 00 0A",
       "[9, 10, 11, 12]"},
      {"reverse", v3, "FF 01 0F", "[12, 11, 10]"},
      {"clear", v3, "FF 01 0A 80 00 07", "[7]"},
      {"delete and move", v3, "FF 01 60 00 09", "[9, 12]"},
      {"a gap is closed", v3, "FF 01 80 05 09", "[10, 11, 12, 9]"},
      {"add inserts anywhere", v5, "FF 01 80 01 09", "[10, 9, 11, 12]"},
      {"add of the same value does nothing", v5, "FF 01 80 01 0B", "[10, 11, 12]"},
      {"replace", v5, "FF 01 00 01 05", "[10, 5, 12]"},
      {"order is that of insertion", v1, "FF 01 40 00 80 07 09 00 01 08", "[8, 12, 9]"},
      {"add on a known index keeps the place", v1, "FF 01 80 00 07", "[7, 11, 12]"},
  };
  for (const ArrayCase& test : cases) {
    Tree tree(list_of_numbers(test.generation));
    tree.apply(kThreeNumbers);
    EXPECT_EQ(tree.apply(test.message).text(), std::string("{list: ") + test.list + "}")
        << test.what << " in " << to_text(test.generation);
    EXPECT_EQ(tree.problems(), "") << test.what;
  }
}

TEST(Arrays, DoNotGrowToAnIndexFarBehindTheirEnd) {
  Tree tree(list_of_numbers(Generation::v3));
  tree.apply(kThreeNumbers);
  EXPECT_EQ(tree.apply("FF 01 80 CE FF FF FF 7F 05 80 03 06").text(), "{list: [10, 11, 12, 6]}");
  EXPECT_EQ(tree.problems(), "limit");
}

TEST(Arrays, OfTextsComparedWithTheOnesBeforeTheVisit) {
  Tree tree(schema_of(Generation::v3, {{values("list", Shape::array, Primitive::string)}}));
  tree.apply("80 01 FF 01 80 00 A1 'a' 80 01 A1 'b'");
  // shift() as the encoder tells it: the first goes, the second is repeated in its place.
  EXPECT_EQ(tree.apply("FF 01 40 00 00 01 A1 'b' 80 02 A1 'c'").text(), "{list: [b, c]}");
}

Schema players(Generation generation) {
  return schema_of(generation,
                   {{instances("players", Shape::map, 1), instances("best", Shape::instance, 1)},
                    {value("x", Primitive::number)}});
}

TEST(Maps, KeepTheOrderOfInsertion) {
  for (const Generation generation : {Generation::v1, Generation::v3, Generation::v5}) {
    Tree tree(players(generation));
    tree.apply("80 01 FF 01 80 00 A1 'b' 02 80 01 A1 'a' 03 FF 02 80 05 FF 03 80 06");
    EXPECT_EQ(tree.text(), "{players: {b: {x: 5}, a: {x: 6}}}");
    // The key's index is given to another key later.
    EXPECT_EQ(tree.apply("FF 01 40 00 80 00 A1 'c' 04 FF 04 80 07").text(),
              "{players: {a: {x: 6}, c: {x: 7}}}");
    EXPECT_EQ(tree.apply("FF 01 0A").text(), "{players: {}}");
    EXPECT_EQ(tree.problems(), "");
  }
}

TEST(Maps, SentAgainAsAWholeStayAsTheyAre) {
  Tree tree(players(Generation::v3));
  const char* const whole = "80 01 FF 01 80 00 A1 'b' 02 80 01 A1 'a' 03 FF 02 80 05 FF 03 80 06";
  const std::string before = tree.apply(whole).text();
  const std::size_t structures = tree.state().structure_count();
  EXPECT_EQ(tree.apply(whole).text(), before);
  EXPECT_EQ(tree.state().structure_count(), structures);
}

TEST(References, ShareOneInstance) {
  Tree tree(players(Generation::v3));
  tree.apply("80 01 81 02 FF 01 80 00 A1 'a' 02 FF 02 80 05");
  EXPECT_EQ(tree.text(), "{players: {a: {x: 5}}, best: {x: 5}}");
  tree.apply("FF 01 40 00");
  EXPECT_EQ(tree.text(), "{players: {}, best: {x: 5}}");
}

TEST(References, DroppedAtTheEndOfAMessageStartEmptyWhenTheyComeBack) {
  Tree tree(players(Generation::v3));
  tree.apply("80 01 FF 01 80 00 A1 'a' 02 FF 02 80 05").apply("FF 01 40 00");
  EXPECT_EQ(tree.apply("FF 01 80 00 A1 'a' 02").text(), "{players: {a: {}}}");
}

TEST(References, MovedWithinAMessageKeepTheirFields) {
  Tree tree(players(Generation::v3));
  tree.apply("80 01 FF 01 80 00 A1 'a' 02 FF 02 80 05");
  EXPECT_EQ(tree.apply("FF 01 40 00 80 01 A1 'b' 02").text(), "{players: {b: {x: 5}}}");
}

TEST(References, MayNameASubclass) {
  Schema schema = schema_of(Generation::v3,
                            {{instances("items", Shape::array, 1)},
                             {value("x", Primitive::number)},
                             {value("x", Primitive::number), value("damage", Primitive::number)}});
  Tree tree(schema);
  EXPECT_EQ(tree.apply("80 01 FF 01 80 00 02 D5 02 80 01 03 FF 02 80 05 81 06 FF 03 80 07").text(),
            "{items: [{x: 5, damage: 6}, {x: 7}]}");
  tree.apply("FF 01 80 02 04 D5 63 FF 04 80 08");
  EXPECT_EQ(tree.text(), "{items: [{x: 5, damage: 6}, {x: 7}, {x: 8}]}");
  EXPECT_EQ(tree.problems(), "unknown-type");
}

TEST(References, ToStructuresOfAnotherKindAreMalformed) {
  Tree tree(players(Generation::v3));
  // The map as an item of itself.
  EXPECT_EQ(tree.apply("80 01 FF 01 80 00 A1 'a' 01").text(), "{players: {}}");
  EXPECT_EQ(tree.problems(), "bad-value");
  // An instance where the map is declared.
  EXPECT_EQ(tree.apply("81 02 80 02").text(), "{players: {}, best: {}}");
  EXPECT_EQ(tree.problems(), "bad-value");
}

TEST(References, InCirclesAreShownOnce) {
  Tree tree(schema_of(Generation::v3, {{instances("self", Shape::instance, 0)}}));
  EXPECT_EQ(tree.apply("80 00").text(), "{self: 0}");
}

/// A few bytes each would show all items again.
TEST(References, ToALargeListShowItsItemsAFewTimes) {
  std::vector<Field> fields(5, values("list", Shape::array, Primitive::number));
  std::string message = "80 01 81 01 82 01 83 01 84 01 FF 01 ";
  for (int i = 0; i < 1000; ++i) {
    constexpr const char* kDigits = "0123456789ABCDEF";
    message += "80 CD ";
    for (const int at : {4, 0, 12, 8}) message += kDigits[i >> at & 15];
    message += " 07 ";
  }
  Tree tree(schema_of(Generation::v3, {fields}));
  const std::string text = tree.apply(message).text();
  EXPECT_EQ(tree.problems(), "");
  EXPECT_EQ(std::ranges::count(text, '['), 2);
  EXPECT_TRUE(text.ends_with("], list: 1, list: 1, list: 1}")) << text;
}

/// DELETE with ADD, but not DELETE_AND_ADD: the item goes before it has a value.
TEST(Maps, ForgetTheKeyOfWhatNeverHadAValue) {
  Tree tree(schema_of(Generation::v3, {{values("map", Shape::map, Primitive::number)}}));
  tree.apply("80 01 FF 01 E0 00 A1 'a' 05");
  EXPECT_EQ(tree.problems(), "bad-value");
  const Collection& map = tree.state().collection(tree.state().find(1));
  ASSERT_EQ(map.entries.size(), 1u);
  EXPECT_FALSE(is_found_by_key(tree.state(), map, 0));
  EXPECT_EQ(tree.apply("FF 01 80 00 A1 'a' 06").text(), "{map: {a: 6}}");
}

TEST(Resync, RemovesWhatItDoesNotName) {
  Tree tree(schema_of(Generation::v5, {{instances("players", Shape::map, 1),
                                        values("list", Shape::array, Primitive::number),
                                        values("live", Shape::stream, Primitive::number)},
                                       {value("x", Primitive::number)}}));
  tree.apply(
      "80 01 81 02 82 03 FF 01 80 00 A1 'a' 04 80 01 A1 'b' 05 FF 04 80 01 FF 05 80 02 "
      "FF 02 80 00 07 80 01 08 80 02 09 FF 03 80 00 01 80 01 02");
  tree.apply(
      "80 01 81 02 82 03 FF 01 80 01 A1 'b' 05 FF 05 80 03 FF 02 80 00 07 80 01 0B "
      "FF 03 80 01 02",
      Apply::resync);
  EXPECT_EQ(tree.text(), "{players: {b: {x: 3}}, list: [7, 11], live: [1, 2]}");
  // Named as a field only: it is empty on the server.
  EXPECT_EQ(tree.apply("80 01", Apply::resync).text(),
            "{players: {}, list: [7, 11], live: [1, 2]}");
}

Schema nested(Generation generation) {
  return schema_of(generation, {{instances("items", Shape::array, 1),
                                 instances("map", Shape::map, 1), value("n", Primitive::number)},
                                {value("x", Primitive::number)}});
}

TEST(Nested, ValuesStandWhereTheyBelong) {
  Tree tree(nested(Generation::v0_5));
  EXPECT_EQ(tree.apply("00 02 02 00 00 05 C1 01 00 06 C1 01 01 A1 'k' 00 07 C1 02 08").text(),
            "{items: [{x: 5}, {x: 6}], map: {k: {x: 7}}, n: 8}");
  EXPECT_EQ(tree.apply("01 01 00 00 09 C1").text(),
            "{items: [{x: 5}, {x: 6}], map: {k: {x: 9}}, n: 8}");
  EXPECT_EQ(tree.apply("01 01 C0 00 C0 02").text(), "{items: [{x: 5}, {x: 6}], map: {}}");
  EXPECT_EQ(tree.apply("00 01 00").text(), "{items: [{x: 5}], map: {}}");
  EXPECT_EQ(tree.problems(), "");
}

TEST(Nested, NilStandsBehindTheKeyInTheOldestGeneration) {
  Tree tree(nested(Generation::v0_4));
  tree.apply("01 01 A1 'k' 00 07 C1");
  EXPECT_EQ(tree.apply("01 01 00 C0").text(), "{map: {}}");
}

TEST(Nested, KeysAreNumberedInTheOrderOfInsertionBeforeTheMessage) {
  Tree tree(nested(Generation::v0_5));
  tree.apply("01 03 A2 '10' 00 01 C1 A1 '7' 00 02 C1 A1 'a' 00 03 C1");
  EXPECT_EQ(tree.apply("01 01 01 00 09 C1").text(), "{map: {10: {x: 1}, 7: {x: 9}, a: {x: 3}}}");
  // One goes and comes again: as text, at the end.
  EXPECT_EQ(tree.apply("01 01 A2 '10' 00 04 C1").text(),
            "{map: {7: {x: 9}, a: {x: 3}, 10: {x: 4}}}");
  EXPECT_EQ(tree.apply("01 01 00 00 05 C1").text(), "{map: {7: {x: 5}, a: {x: 3}, 10: {x: 4}}}");
  tree.apply("01 01 05 00 05 C1");
  EXPECT_EQ(tree.problems(), "bad-value");
}

TEST(Nested, MovedItemsKeepTheirInstance) {
  Tree tree(nested(Generation::v0_5));
  tree.apply("00 02 02 00 00 05 C1 01 00 06 C1");
  EXPECT_EQ(tree.apply("00 02 02 00 D4 01 C1 01 D4 00 C1").text(), "{items: [{x: 6}, {x: 5}]}");
}

TEST(Nested, TypeOfAKnownInstanceIsSteppedOver) {
  Tree tree(nested(Generation::v0_5));
  tree.apply("00 01 01 00 D5 01 00 05 C1");
  EXPECT_EQ(tree.apply("00 01 01 00 D5 01 00 06 C1").text(), "{items: [{x: 6}]}");
  EXPECT_EQ(tree.problems(), "");
}

/// Each visit of a list goes through what was in it.
TEST(Nested, TooManyVisitsAreRefused) {
  const Schema schema = nested(Generation::v0_5);
  for (const auto& [work, codes] : {std::pair{8u, ""}, {7u, "limit"}}) {
    State state;
    state.reset(schema);
    Problems problems;
    NestedReader reader(work);
    reader.apply(state, bytes_of("00 02 02 00 00 05 C1 01 00 06 C1 01 02 A1 'k' C1 A1 'l' C1"),
                 nullptr);
    reader.apply(state, bytes_of("00 02 00 00 02 00 01 00 01 00"), &problems);
    std::string found;
    for (const Problem& problem : problems.list()) found += problem.code;
    EXPECT_EQ(found, codes) << work;
  }
}

TEST(Nested, TooManyItemsAreRefused) {
  Tree tree(nested(Generation::v0_5));
  tree.apply("00 CE 00 00 20 00 01 00 00 05 C1");
  EXPECT_EQ(tree.problems(), "limit");
}

}  // namespace
}  // namespace scrubjay::colyseus
