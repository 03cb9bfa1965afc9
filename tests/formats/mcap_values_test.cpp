// Messages with maps, by a schema that is made by hand: other programs write such.
#include <gtest/gtest.h>

#include <span>
#include <string>

#include "core/property_json.h"
#include "formats/mcap/read/json_values.h"
#include "formats/mcap/read/protobuf_values.h"
#include "formats/mcap/wire.h"
#include "tests/formats/mcap_test_file.h"

namespace scrubjay::mcap {
namespace {

// Numbers of FieldDescriptorProto.Type (descriptor.proto).
constexpr std::uint64_t kInt64 = 3;
constexpr std::uint64_t kUint64 = 4;
constexpr std::uint64_t kInt32 = 5;
constexpr std::uint64_t kText = 9;
constexpr std::uint64_t kMessageType = 11;
constexpr std::uint64_t kSint32 = 17;

void add_field(MessageWriter& message, const char* name, std::uint64_t number, std::uint64_t type,
               bool is_repeated = false, const std::string& type_name = "") {
  message.message(2, [&](MessageWriter& field) {
    field.bytes_field(1, name);
    field.integer_field(3, number);
    field.integer_field(4, is_repeated ? 3 : 1);
    field.integer_field(5, type);
    if (!type_name.empty()) field.bytes_field(6, type_name);
  });
}

/// What protoc makes of `map<KEY, int32> NAME = NUMBER;` in demo.Bag.
void add_map(MessageWriter& bag, const char* name, const char* entry, std::uint64_t number,
             std::uint64_t key_type) {
  add_field(bag, name, number, kMessageType, true, std::string(".demo.Bag.") + entry);
  bag.message(3, [&](MessageWriter& nested) {
    nested.bytes_field(1, entry);
    add_field(nested, "key", 1, key_type);
    add_field(nested, "value", 2, kInt32);
    nested.message(7, [](MessageWriter& options) { options.integer_field(7, 1); });
  });
}

/// A FileDescriptorSet of demo.Bag, whose descriptor `add_fields` fills.
template <class AddFields>
std::string bag_with(AddFields add_fields) {
  std::string out;
  MessageWriter(out).message(1, [&](MessageWriter& file) {
    file.bytes_field(1, "demo/Bag.proto");
    file.bytes_field(2, "demo");
    file.message(4, [&](MessageWriter& bag) {
      bag.bytes_field(1, "Bag");
      add_fields(bag);
    });
    file.bytes_field(12, "proto3");
  });
  return out;
}

std::string bag_schema() {
  return bag_with([](MessageWriter& bag) {
    add_map(bag, "counts", "CountsEntry", 1, kText);
    add_map(bag, "slots", "SlotsEntry", 2, kSint32);
  });
}

/// The properties of the one entity that the message becomes, and what was wrong.
std::string read(const std::string& data, const std::string& described = bag_schema()) {
  const std::string records =
      schema(1, "demo.Bag", "protobuf", described) + channel(1, 1, "/bag") + message(1, 5, data);
  const auto recording = recording_of(FileMaker().add_chunk(records).summed());
  if (recording == nullptr) return "does not open";
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(0));
  std::string out;
  JsonWriter json(out);
  write_plain_object(json, frame.tree, frame.entities.at(0).properties);
  return out + told_of(recording);
}

TEST(McapValues, AMapIsAGroupWithItsKeysAsNames) {
  std::string data;
  MessageWriter out(data);
  const auto add = [&](std::uint32_t field, auto key) {
    out.message(field, [&](MessageWriter& entry) {
      key(entry);
      entry.integer_field(2, 7);
    });
  };
  add(1, [](MessageWriter& entry) { entry.bytes_field(1, "apples"); });
  add(1, [](MessageWriter& entry) { entry.bytes_field(1, "pears"); });
  add(2, [](MessageWriter& entry) { entry.integer_field(1, 5); });  // zigzag: -3
  add(2, [](MessageWriter& entry) { entry.integer_field(1, 8); });
  EXPECT_EQ(read(data), R"({"counts":{"apples":7,"pears":7},"slots":{"-3":7,"4":7}})");
}

TEST(McapValues, AnEntryWithoutAValueOrAKeyHasZero) {
  std::string data;
  MessageWriter out(data);
  out.message(1, [](MessageWriter& entry) { entry.bytes_field(1, "nothing"); });
  out.message(1, [](MessageWriter& entry) { entry.integer_field(2, 3); });
  out.message(2, [](MessageWriter& entry) { entry.integer_field(2, 4); });
  EXPECT_EQ(read(data), R"({"counts":{"nothing":0,"":3},"slots":{"0":4}})");
}

TEST(McapValues, AnEntryWithoutItsMessageHasOneWithoutFields) {
  const std::string described = bag_with([](MessageWriter& bag) {
    add_field(bag, "parts", 1, kMessageType, true, ".demo.Bag.PartsEntry");
    bag.message(3, [](MessageWriter& nested) {
      nested.bytes_field(1, "PartsEntry");
      add_field(nested, "key", 1, kText);
      add_field(nested, "value", 2, kMessageType, false, ".demo.Bag.Part");
      nested.message(7, [](MessageWriter& options) { options.integer_field(7, 1); });
    });
    bag.message(3, [](MessageWriter& part) {
      part.bytes_field(1, "Part");
      add_field(part, "size", 1, kInt32);
    });
  });
  std::string data;
  MessageWriter out(data);
  out.message(1, [](MessageWriter& entry) { entry.bytes_field(1, "wheel"); });
  EXPECT_EQ(read(data, described), R"({"parts":{"wheel":{"size":0}}})");
}

TEST(McapValues, IntegersThatADoubleDoesNotHoldAreAListOfThem) {
  const std::string described = bag_with([](MessageWriter& bag) {
    add_field(bag, "signed", 1, kInt64, true);
    add_field(bag, "unsigned", 2, kUint64, true);
    add_field(bag, "small", 3, kInt64, true);
  });
  std::string data;
  MessageWriter out(data);
  const auto add = [&](std::uint32_t field, std::initializer_list<std::uint64_t> values) {
    for (const std::uint64_t value : values) out.integer_field(field, value);
  };
  const std::uint64_t odd = (std::uint64_t{1} << 53) + 1;
  add(1, {odd, 0 - odd, 3});
  add(2, {1, 0xFFFFFFFFFFFFFFFF});
  add(3, {1, 2});
  EXPECT_EQ(read(data, described), R"({"signed":[9007199254740993,-9007199254740993,3],)"
                                   R"("unsigned":[1,18446744073709551615],"small":[1,2]})");
}

TEST(McapValues, IntegersThatNoTypeHoldsAreReadFromTheirTexts) {
  const std::string described = bag_with([](MessageWriter& bag) { add_field(bag, "n", 1, kText); });
  const auto schema = read_proto_schema(std::as_bytes(std::span(described)), "demo.Bag");
  ASSERT_NE(schema, nullptr);
  schema->set_facts({{"n", FieldFact{.is_decimal = true}}}, schema->root);
  ProtobufValues values;
  const auto read_text = [&](std::string_view text) {
    std::string data;
    MessageWriter(data).bytes(1, text);
    PropertyTree tree;
    values.append(tree, *schema, schema->root, std::as_bytes(std::span(data)));
    std::string out;
    JsonWriter json(out);
    write_plain_object(json, tree, tree.since(0));
    return out;
  };
  EXPECT_EQ(read_text("-1"), R"({"n":-1})");
  EXPECT_EQ(read_text("9223372036854775808"), R"({"n":9223372036854775808})");
  EXPECT_EQ(read_text("18446744073709551615"), R"({"n":18446744073709551615})");
  EXPECT_EQ(read_text("18446744073709551616"), R"({"n":"18446744073709551616"})") << "no integer";
  EXPECT_EQ(read_text("1x"), R"({"n":"1x"})");
}

/// Were each level tried once more as what it looks like, this would not end.
TEST(McapValues, WhatIsTooMuchInsideOfStatedTypesIsGivenUpAtOnce) {
  constexpr std::uint32_t kLevels = 40;
  std::string json = R"([{"name":"r","type":"record","value":)";
  PlacedTypes types;
  for (std::uint32_t i = 1; i <= kLevels; ++i) {
    json += R"({"a":)";
    types[i] = PropertyType::record;
  }
  types.erase(kLevels);
  json += "[0";
  for (int i = 0; i < 300'000; ++i) json += ",0";
  json += "]" + std::string(kLevels, '}') + "}]";
  PropertyTree tree;
  EXPECT_FALSE(append_json_properties(tree, json, types));
  EXPECT_TRUE(tree.empty());
}

TEST(McapValues, OfAOneofTheLastOnTheWireIsSet) {
  const std::string described = bag_with([](MessageWriter& bag) {
    for (const auto& [name, number] : {std::pair("a", 1), std::pair("b", 2), std::pair("c", 3)}) {
      bag.message(2, [&](MessageWriter& field) {
        field.bytes_field(1, name);
        field.integer_field(3, static_cast<std::uint64_t>(number));
        field.integer_field(4, 1);
        field.integer_field(5, kInt32);
        if (number < 3) field.integer(9, 0);
      });
    }
  });
  const auto shown = [&](std::initializer_list<std::uint32_t> fields) {
    std::string data;
    MessageWriter out(data);
    for (const std::uint32_t field : fields) out.integer_field(field, field + 10);
    return read(data, described);
  };
  EXPECT_EQ(shown({1, 2, 3}), R"({"b":12,"c":13})");
  EXPECT_EQ(shown({2, 3, 1}), R"({"a":11,"c":13})");
  EXPECT_EQ(shown({1}), R"({"a":11,"c":0})");
}

/// As other programs than protoc may write it.
TEST(McapValues, SchemasAreReadWhateverTheOrderOfTheirPartsAndTheirNames) {
  std::string described;
  MessageWriter(described).message(1, [](MessageWriter& file) {
    file.bytes_field(2, "demo");
    file.message(4, [](MessageWriter& bag) {
      bag.bytes_field(1, "Bag");
      bag.message(2, [](MessageWriter& field) {
        field.integer_field(5, kText);
        field.integer_field(4, 3);
        field.integer_field(3, 1);
        field.bytes_field(1, "names");
      });
      add_field(bag, "Part", 2, kMessageType, false, ".demo.Bag.Part");
      bag.message(3, [](MessageWriter& nested) {
        nested.bytes_field(1, "Part");
        add_field(nested, "size", 1, kInt32);
      });
    });
    file.bytes_field(12, "proto3");
  });
  std::string data;
  MessageWriter out(data);
  out.bytes_field(1, "a");
  out.bytes_field(1, "b");
  out.message(2, [](MessageWriter& part) { part.integer_field(1, 9); });
  EXPECT_EQ(read(data, described), R"({"names":["a","b"],"Part":{"size":9}})");
}

/// Whether a schema is read that has a message of such a name with `nested` others in it, and a
/// field of such a type for each of them.
bool is_read(const std::string& name, std::size_t nested, const std::string& type = "") {
  std::string described;
  MessageWriter(described).message(1, [&](MessageWriter& file) {
    file.message(4, [&](MessageWriter& outer) {
      outer.bytes_field(1, name);
      for (std::size_t i = 0; i < nested; ++i) {
        outer.message(3, [&](MessageWriter& inner) { inner.bytes_field(1, std::to_string(i)); });
        if (!type.empty()) add_field(outer, "f", i + 1, kMessageType, false, type);
      }
    });
  });
  return read_proto_schema(std::as_bytes(std::span(described)), name) != nullptr;
}

TEST(McapValues, NamesOfASchemaAreNotMuchLongerThanItIs) {
  EXPECT_TRUE(is_read("Bag", 5'000, "1"));
  EXPECT_FALSE(is_read(std::string(20'000, 'X'), 5'000)) << "100 MB of names";
  // Each is looked up in all that is around it.
  std::string deep = "a";
  for (int i = 0; i < 20'000; ++i) deep += ".a";
  EXPECT_FALSE(is_read(deep, 10, "none"));
}

TEST(McapValues, ATimeWithASecondOfNanosecondsIsASecondLater) {
  std::string data;
  MessageWriter(data).message(1, [](MessageWriter& time) {
    time.integer_field(1, 2);
    time.integer_field(2, 1'500'000'000);
  });
  const std::string records =
      foxglove(1, "FrameTransform") + channel(1, 1, "/tf") + message(1, 5, data);
  Cursor cursor(recording_of(FileMaker().add_chunk(records).summed()));
  const Frame& frame = cursor.seek(FrameIndex(0));
  const PropertyNode& time = frame.tree[frame.entities.at(0).properties.first];
  EXPECT_EQ(time.name, "timestamp");
  EXPECT_EQ(time.integer, 3'500'000'000);
}

}  // namespace
}  // namespace scrubjay::mcap
