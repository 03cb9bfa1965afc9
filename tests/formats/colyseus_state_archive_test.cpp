// A tree that was written down and read again goes on as the first one does, whatever messages come
// to it; what is damaged is noticed or does no harm.
#include "formats/colyseus/read/state_archive.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>

#include "formats/colyseus/read/flat_reader.h"
#include "formats/colyseus/read/nested_reader.h"
#include "formats/colyseus/read/placement.h"
#include "tests/formats/colyseus_test_file.h"
#include "tests/formats/kept_bytes.h"

namespace scrubjay::colyseus {
namespace {

Field field(const char* name, Shape shape, Primitive primitive, std::uint32_t row) {
  FieldType type;
  type.shape = shape;
  type.primitive = primitive;
  type.type = row;
  return {name, type};
}

/// A root of every shape of field, of values and of instances of the root's own type.
Schema many_shapes(Generation generation) {
  constexpr std::uint32_t kNone = FieldType::kNone;
  Schema schema;
  schema.generation = generation;
  Type& type = schema.types.emplace_back();
  type.fields = {field("n", Shape::primitive, Primitive::number, kNone),
                 field("s", Shape::primitive, Primitive::string, kNone),
                 field("flag", Shape::primitive, Primitive::boolean, kNone),
                 field("big", Shape::primitive, Primitive::uint64, kNone),
                 field("small", Shape::primitive, Primitive::int8, kNone),
                 field("one", Shape::instance, Primitive::number, 0),
                 field("list", Shape::array, Primitive::string, kNone),
                 field("many", Shape::array, Primitive::number, 0),
                 field("words", Shape::map, Primitive::string, kNone),
                 field("keyed", Shape::map, Primitive::number, 0)};
  if (!is_nested(generation)) {
    type.fields.push_back(field("set", Shape::set, Primitive::number, kNone));
    type.fields.push_back(field("bag", Shape::collection, Primitive::number, 0));
  }
  schema.finish();
  return schema;
}

/// All that lives, from the root on, each structure once; slots are not told.
class TreeDump {
 public:
  explicit TreeDump(const State& state) : state_(state) {
    structure(state.root());
    for (std::size_t i = 0; i < met_.size(); ++i) content(met_[i]);
    places();
    text_ += std::to_string(state.live_count()) + " live, " +
             std::to_string(state.numbers_given()) + " numbers";
  }
  std::string text() { return std::move(text_); }

 private:
  void structure(std::uint32_t slot) {
    const auto [known, is_new] = numbers_.try_emplace(slot, met_.size());
    if (is_new) met_.push_back(slot);
    text_ += "-> " + std::to_string(known->second) + "\n";
  }
  void content(std::uint32_t slot) {
    const Structure& row = state_.structure(slot);
    text_ += std::to_string(numbers_[slot]) + ": id " + std::to_string(row.ref_id) + " of " +
             std::to_string(row.references) + "\n";
    if (row.shape == Shape::instance) {
      for (const Cell& field : state_.fields(slot)) cell(field);
      return;
    }
    const Collection& collection = state_.collection(slot);
    for (const Cell& item : collection.items) cell(item);
    for (const Entry& entry : collection.entries) {
      text_ += std::to_string(entry.index) + " x" + std::to_string(entry.indices) + " ";
      if (collection.type.shape == Shape::map) text_ += state_.text(entry.key);
      cell(entry.value);
    }
    text_ += std::to_string(collection.removed) + " removed\n";
  }
  void cell(const Cell& cell) {
    text_ += " kind " + std::to_string(static_cast<int>(cell.kind)) + " ";
    if (cell.kind == CellKind::structure) {
      structure(cell.slot);
      return;
    }
    if (cell.kind == CellKind::boolean) {
      text_ += cell.boolean ? "true" : "false";
    } else if (cell.kind == CellKind::text) {
      text_ += state_.text(cell.slot);
    } else if (cell.is_set()) {
      text_ += std::to_string(cell.integer);
    }
    text_ += "\n";
  }
  void places() {
    Placement placement;
    placement.walk(state_);
    for (const Placed& placed : placement.entities()) {
      text_ += std::to_string(placed.ref_id) + " in " + std::to_string(placed.parent) + " " +
               std::string(placed.collection) + " " + std::to_string(placed.position) + " ";
      if (placed.has_key) text_ += state_.text(placed.key);
      text_ += "\n";
    }
  }

  const State& state_;
  std::string text_;
  std::vector<std::uint32_t> met_;
  std::map<std::uint32_t, std::size_t> numbers_;
};

std::string tree_dump(const State& state) { return TreeDump(state).text(); }

/// "" for equal texts, else the lines around the first difference.
std::string difference(const std::string& a, const std::string& b) {
  if (a == b) return "";
  const auto at = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  const std::size_t begin = at < 100 ? 0 : at - 100;
  return a.substr(begin, 200) + "\n--- is not ---\n" + b.substr(std::min(begin, b.size()), 200);
}

void apply(State& state, Bytes message, Apply way) {
  if (is_nested(state.schema().generation)) {
    NestedReader().apply(state, message, nullptr);
  } else {
    FlatReader().apply(state, message, way, nullptr);
  }
}

ByteVector saved(const State& state) {
  auto bytes = kept_bytes({}, [&](IndexWriter& out) {
    save_state(out, state);
    return out.finish();
  });
  EXPECT_TRUE(bytes.has_value());
  return std::move(bytes).value_or(ByteVector());
}

bool is_loaded(Bytes bytes, const Schema& schema, State& state) {
  IndexReader in(bytes, {});
  load_state(in, schema, state);
  return in.ok() && in.at_end();
}

/// Makes messages for `many_shapes`, most of them as a server would.
class MessageMaker {
 public:
  MessageMaker(std::uint32_t seed, const Schema& schema) : random_(seed), schema_(schema) {}

  std::size_t below(std::size_t count) { return random_() % count; }

  ByteVector next() {
    bytes_.clear();
    if (is_nested(schema_.generation)) {
      nested_fields(0);
    } else {
      const std::size_t parts = 1 + below(6);
      for (std::size_t i = 0; i < parts; ++i) flat_part();
    }
    if (below(8) == 0) bytes_[below(bytes_.size())] = static_cast<std::byte>(below(256));
    return bytes_;
  }

 private:
  // Instances are 1 to 3; the collections of fields 6 and up are 6 and up.
  static constexpr std::size_t kFirstCollection = 6;

  void add(std::size_t byte) { bytes_.push_back(static_cast<std::byte>(byte)); }
  void add(std::string_view text) {
    add(0xA0 + text.size());
    for (const char c : text) add(static_cast<unsigned char>(c));
  }
  void key() { add("k" + std::to_string(below(30))); }
  void word() { add(std::string(below(20), 'w')); }
  void number() {
    if (below(2) == 0) {
      add(below(128));
      return;
    }
    for (const std::byte byte : bytes_of("CA 00 00 40 3F")) bytes_.push_back(byte);
  }
  void primitive(std::size_t field) {
    switch (field) {
      case 0: number(); break;
      case 1: word(); break;
      case 2: add(below(2)); break;
      case 3:
        for (int i = 0; i < 8; ++i) add(below(256));
        break;
      default: add(below(256)); break;
    }
  }

  void flat_part() {
    const std::size_t fields = schema_.types[0].fields.size();
    const std::size_t ref = below(3) == 0 ? below(4) : kFirstCollection + below(fields - 6);
    add(0xFF);
    add(ref);
    const std::size_t operations = 1 + below(12);
    for (std::size_t i = 0; i < operations; ++i) {
      if (ref < kFirstCollection) {
        flat_field(below(fields));
      } else {
        flat_item(schema_.types[0].fields[ref].type);
      }
    }
  }
  void flat_field(std::size_t field) {
    constexpr std::array<std::size_t, 5> kOperations{0x80, 0x80, 0x00, 0xC0, 0x40};
    const std::size_t operation = kOperations[below(kOperations.size())];
    add(operation | field);
    if (operation == 0x40) return;
    if (field < 5) {
      primitive(field);
    } else {
      add(field == 5 ? 1 + below(3) : field);
    }
  }
  void flat_item(const FieldType& type) {
    constexpr std::array<std::size_t, 8> kOperations{0x80, 0x80, 0x80, 0x80,
                                                     0x00, 0xC0, 0x40, 0x40};
    std::size_t operation = kOperations[below(kOperations.size())];
    if (below(100) == 0) operation = below(2) == 0 ? 0x0A : 0x0F;
    add(operation);
    if (operation == 0x0A || operation == 0x0F) return;
    add(below(60));
    if (type.shape == Shape::map && (operation & 0x80) != 0) key();
    if (operation != 0x40) item(type);
  }
  void item(const FieldType& type) {
    if (type.has_instances()) {
      add(1 + below(3));
    } else if (type.primitive == Primitive::string) {
      word();
    } else {
      number();
    }
  }

  void nested_fields(std::size_t depth) {
    for (std::size_t i = 0; i < 1 + below(5); ++i) {
      const std::size_t field =
          below(depth < 1 || below(16) == 0 ? schema_.types[0].fields.size() : 5);
      const FieldType& type = schema_.types[0].fields[field].type;
      if (schema_.generation == Generation::v0_5 && below(12) == 0) add(kNil);
      add(field);
      switch (type.shape) {
        case Shape::primitive: primitive(field); break;
        case Shape::instance: nested_fields(depth + 1); break;
        default: nested_items(type, depth); break;
      }
    }
    add(kEnd);
  }
  void nested_items(const FieldType& type, std::size_t depth) {
    const std::size_t count = below(depth == 0 ? 8 : 2);
    if (type.shape == Shape::array) add(count + below(4));
    add(count);
    for (std::size_t i = 0; i < count; ++i) {
      const bool is_map = type.shape == Shape::map;
      if (is_map && schema_.generation == Generation::v0_5 && below(8) == 0) {
        add(kNil);
        key();
        continue;
      }
      if (is_map) {
        key();
      } else {
        add(below(count + 1));
      }
      if (type.has_instances()) {
        nested_fields(depth + 1);
      } else {
        word();
      }
    }
  }

  std::mt19937 random_;
  const Schema& schema_;
  ByteVector bytes_;
};

constexpr Generation kGenerations[] = {Generation::v0_4, Generation::v0_5, Generation::v1,
                                       Generation::v3, Generation::v5};

class KeptTreeTest : public testing::TestWithParam<Generation> {};

TEST_P(KeptTreeTest, GoesOnAsTheFirst) {
  const Schema schema = many_shapes(GetParam());
  std::size_t most = 0;
  for (std::uint32_t seed = 0; seed < 60; ++seed) {
    MessageMaker messages(seed, schema);
    State first;
    State again;
    first.reset(schema);
    again.reset(schema);
    for (int i = 0; i < 30; ++i) {
      const ByteVector message = messages.next();
      const bool is_resync = GetParam() == Generation::v5 && messages.below(8) == 0;
      for (State* state : {&first, &again}) {
        apply(*state, message, is_resync ? Apply::resync : Apply::change);
      }
      ASSERT_EQ(difference(tree_dump(first), tree_dump(again)), "")
          << "seed " << seed << ", message " << i;
      most = std::max(most, first.live_count());
      const ByteVector bytes = saved(again);
      again = State();
      ASSERT_TRUE(is_loaded(bytes, schema, again)) << "seed " << seed << ", message " << i;
      ASSERT_EQ(difference(tree_dump(first), tree_dump(again)), "")
          << "seed " << seed << ", message " << i;
      ASSERT_TRUE(saved(again) == bytes) << "seed " << seed << ", message " << i;
    }
  }
  EXPECT_GE(most, 10u) << "the messages make trees that have something in them";
}

TEST_P(KeptTreeTest, DamageIsNoticedOrHarmless) {
  const Schema schema = many_shapes(GetParam());
  std::size_t refused = 0;
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    MessageMaker messages(seed, schema);
    State state;
    state.reset(schema);
    for (int i = 0; i < 8; ++i) apply(state, messages.next(), Apply::change);
    const ByteVector good = saved(state);
    State damaged;
    for (std::size_t size = 0; size < good.size(); ++size) {
      ASSERT_FALSE(is_loaded(Bytes(good).first(size), schema, damaged)) << size;
    }
    for (std::size_t at = 0; at < good.size(); ++at) {
      for (const unsigned change : {0x01u, 0x04u, 0x80u, 0xFFu}) {
        ByteVector bad = good;
        bad[at] ^= static_cast<std::byte>(change);
        if (!is_loaded(bad, schema, damaged)) {
          ++refused;
          continue;
        }
        tree_dump(damaged);
        for (int i = 0; i < 4; ++i) apply(damaged, messages.next(), Apply::change);
        tree_dump(damaged);
        saved(damaged);
      }
    }
  }
  EXPECT_GT(refused, 100u);
}

INSTANTIATE_TEST_SUITE_P(Generations, KeptTreeTest, testing::ValuesIn(kGenerations),
                         [](const auto& param) {
                           std::string name = "v" + std::string(to_text(param.param));
                           std::ranges::replace(name, '.', '_');
                           return name;
                         });

}  // namespace
}  // namespace scrubjay::colyseus
