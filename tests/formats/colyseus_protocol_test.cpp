#include <gtest/gtest.h>

#include "formats/colyseus/read/handshake.h"
#include "formats/colyseus/read/messages.h"
#include "formats/colyseus/read/room_protocol.h"
#include "tests/formats/colyseus_test_file.h"

namespace scrubjay::colyseus {
namespace {

ByteVector joined(std::string_view head, const ByteVector& handshake, std::string_view tail = "") {
  ByteVector bytes = bytes_of(head);
  bytes.insert(bytes.end(), handshake.begin(), handshake.end());
  const ByteVector rest = bytes_of(tail);
  bytes.insert(bytes.end(), rest.begin(), rest.end());
  return bytes;
}

TEST(Handshake, TellsItsGeneration) {
  const std::pair<const char*, Generation> cases[] = {
      {"0", Generation::v0_5}, {"1", Generation::v1}, {"3", Generation::v3}, {"5", Generation::v5}};
  for (const auto& [name, generation] : cases) {
    const ByteVector bytes = players_handshake(name);
    EXPECT_EQ(generation_of_handshake(bytes), generation) << name;
    const auto schema = read_handshake(bytes, Generation::v0_5);
    ASSERT_TRUE(schema) << name;
    EXPECT_EQ((*schema)->types.size(), 2u);
    const Type& root = (*schema)->types[(*schema)->root];
    ASSERT_EQ(root.fields.size(), 1u) << name;
    EXPECT_EQ(root.fields[0].name, "players");
    EXPECT_EQ(root.fields[0].type.shape, Shape::map);
    const Type& player = (*schema)->types[root.fields[0].type.type];
    ASSERT_EQ(player.fields.size(), 3u) << name;
    EXPECT_EQ(player.fields[2].name, "y");
  }
}

TEST(Handshake, CutAnywhereIsRefusedOrStillWhole) {
  for (const char* name : {"0", "1", "3", "5"}) {
    const ByteVector whole = players_handshake(name);
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const ByteVector cut(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
      const auto schema = read_handshake(cut, Generation::v0_5);
      if (schema) continue;  // the last fields of generations 3 and 5 are simply missing
      EXPECT_EQ(schema.error().code, "bad-handshake") << name << " " << size;
    }
  }
}

TEST(Handshake, WithTypesThatDoNotExistIsRefused) {
  // In generation 0 the root is type 5.
  ByteVector bytes = players_handshake("0");
  bytes.back() = std::byte{5};
  EXPECT_FALSE(read_handshake(bytes, Generation::v0_5));
}

/// Of generation 5: a State with a field `x` that is quantized from -1 to 3.
ByteVector quantized_handshake(std::string_view bits, std::string_view mode) {
  return bytes_of(
      "80 01 FF 01 80 00 02 FF 02 80 00 82 03 FF 03 80 00 04 FF 04 80 A1 'x' 81 A9 "
      "'quantized' 84 05 FF 05 80 00 00 00 00 00 00 F0 BF 81 00 00 00 00 00 00 08 40 82 " +
      std::string(bits) + "83" + std::string(mode));
}

TEST(Handshake, QuantizedFieldsHaveEightSixteenOrThirtyTwoBits) {
  for (const auto& [bits, count] : {std::pair{"08", 8}, {"10", 16}, {"20", 32}}) {
    const auto schema = read_handshake(quantized_handshake(bits, "01"), Generation::v5);
    ASSERT_TRUE(schema) << bits;
    ASSERT_EQ((*schema)->quantized.size(), 1u);
    EXPECT_EQ((*schema)->quantized[0], (Quantized{-1, 3, static_cast<std::uint8_t>(count), 1}));
  }
  for (const char* const bits : {"00", "07", "18", "40"}) {
    const auto schema = read_handshake(quantized_handshake(bits, "01"), Generation::v5);
    ASSERT_FALSE(schema) << bits;
    EXPECT_EQ(schema.error().code, "bad-handshake");
    EXPECT_EQ(schema.error().expected, "8, 16 or 32 bits of a quantized field");
  }
}

/// Of generation 3: a type with a field of a long name, which all others extend.
TEST(Handshake, WhoseTypesShareALongNameTooOftenIsRefused) {
  constexpr unsigned kNameBytes = 60'000;
  const auto handshake_of = [](unsigned types) {
    ByteVector bytes;
    const auto put = [&](std::string_view hex) {
      const ByteVector more = bytes_of(hex);
      bytes.insert(bytes.end(), more.begin(), more.end());
    };
    const auto put_number = [&](unsigned number) {
      put("CD");
      bytes.push_back(static_cast<std::byte>(number & 255));
      bytes.push_back(static_cast<std::byte>(number >> 8));
    };
    put("80 01 FF 01");
    for (unsigned i = 0; i < types; ++i) {
      put("80");
      put_number(i);
      put_number(4 + i);
    }
    put("FF 04 82 02 80 00 FF 02 80 00 03 FF 03 80 DA 60 EA");
    bytes.insert(bytes.end(), kNameBytes, std::byte{'x'});
    put("81 A6 'string'");
    for (unsigned i = 1; i < types; ++i) {
      put("FF");
      put_number(4 + i);
      put("80");
      put_number(i);
      put("81 00");
    }
    return bytes;
  };
  EXPECT_TRUE(read_handshake(handshake_of(1000), Generation::v3).has_value());
  const auto refused = read_handshake(handshake_of(1500), Generation::v3);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, "bad-handshake");
  EXPECT_EQ(refused.error().expected, "fields of at most 64 MiB");
}

struct JoinCase {
  const char* what;
  ByteVector body;
  ServerLayout layout;
  Serializer serializer;
  std::size_t handshake;
};

TEST(JoinRoom, IsToldApartByServer) {
  const ByteVector v0 = players_handshake("0");
  const ByteVector v1 = players_handshake("1");
  const ByteVector v5 = players_handshake("5");
  ASSERT_LT(v5.size(), 128u);
  ByteVector sized{static_cast<std::byte>(v5.size())};
  sized.insert(sized.end(), v5.begin(), v5.end());
  using enum ServerLayout;
  const JoinCase cases[] = {
      {"0.10", joined("02 'id' 06 'schema'", v0), v0_10, Serializer::schema, v0.size()},
      {"0.11", joined("06 'schema'", v0), v0_11, Serializer::schema, v0.size()},
      {"0.14", joined("06 'schema'", v1), v0_11, Serializer::schema, v1.size()},
      {"0.15", joined("03 'tok' 06 'schema'", v1), v0_15, Serializer::schema, v1.size()},
      {"0.17 again", joined("03 'tok' 06 'schema'", {}), v0_15, Serializer::schema, 0},
      {"0.18", joined("03 'tok' 06 'schema'", sized, "01 02 AA BB"), v0_18, Serializer::schema,
       v5.size()},
      {"0.18 again", joined("03 'tok' 06 'schema' 00", {}, "02 01 AA"), v0_18, Serializer::schema,
       0},
      {"no state", joined("04 'none'", {}), v0_11, Serializer::none, 0},
      {"the old one", joined("03 'tok' 0C 'fossil-delta'", {}), v0_15, Serializer::fossil_delta, 0},
  };
  for (const JoinCase& test : cases) {
    const auto join = parse_join(test.body);
    ASSERT_TRUE(join) << test.what;
    EXPECT_EQ(join->layout, test.layout) << test.what;
    EXPECT_EQ(join->serializer, test.serializer) << test.what;
    EXPECT_EQ(join->handshake.size(), test.handshake) << test.what;
  }
  EXPECT_FALSE(parse_join(bytes_of("03 'abc' 03 'def'")));
  EXPECT_FALSE(parse_join(bytes_of("09 'abc'")));
}

Join join_of(ServerLayout layout) {
  return {.layout = layout, .serializer = Serializer::schema, .handshake = {}};
}

TEST(Frames, AreSplitInTwoByTheOldestServers) {
  RoomProtocol room(false);
  room.joined(join_of(ServerLayout::v0_10), Generation::v0_5);
  EXPECT_FALSE(room.receive(bytes_of("0E")));
  const ByteVector body = bytes_of("0F 00 05");
  const auto packet = room.receive(body);
  ASSERT_TRUE(packet);
  EXPECT_EQ(packet->code, kRoomState);
  EXPECT_EQ(packet->body.size(), 3u);
  RoomProtocol acknowledged(true);
  acknowledged.joined(join_of(ServerLayout::v0_11), Generation::v0_5);
  const ByteVector empty = bytes_of("0E");
  EXPECT_TRUE(acknowledged.receive(empty));
}

TEST(Frames, CarryTheServersClock) {
  RoomProtocol room(true);
  room.joined(join_of(ServerLayout::v0_18), Generation::v5);
  const ByteVector heartbeat = bytes_of("8F E8 03 00 00 07 00 00 00");
  const auto packet = room.receive(heartbeat);
  ASSERT_TRUE(packet && packet->clock);
  EXPECT_EQ(packet->code, kRoomStatePatch);
  EXPECT_EQ(packet->clock->milliseconds, 1000u);
  EXPECT_EQ(packet->clock->last_input, 7u);
  EXPECT_TRUE(packet->body.empty());
}

TEST(Frames, OfAnUnreliableChannelAreDroppedWhenTheyAreLate) {
  RoomProtocol room(true);
  room.joined(join_of(ServerLayout::v0_18), Generation::v5);
  const auto passes = [&](const char* text) {
    const ByteVector frame = bytes_of(text);
    return room.receive(frame).has_value();
  };
  EXPECT_TRUE(passes("4F FE FF"));
  EXPECT_FALSE(passes("4F FE FF"));
  EXPECT_TRUE(passes("4F 01 00"));  // past the largest number
  EXPECT_FALSE(passes("4F FF FF"));
  EXPECT_TRUE(passes("0E"));  // a full state
  EXPECT_TRUE(passes("4F FF FF"));
}

TEST(Messages, HaveATypeAndOneValueFrom013On) {
  const ByteVector typed = bytes_of("A4 'chat' 81 A1 'a' 01");
  EXPECT_TRUE(is_typed_message(typed));
  EXPECT_EQ(read_message_head(typed)->type, "chat");
  EXPECT_TRUE(is_typed_message(bytes_of("07")));
  EXPECT_EQ(read_message_head(bytes_of("07"))->type, "7");
  EXPECT_FALSE(is_typed_message(bytes_of("81 A1 'a' 01")));
  EXPECT_FALSE(is_typed_message(bytes_of("A4 'chat' 01 02")));
}

TEST(Messages, AreShownAsProperties) {
  EventRow row;
  row.kind = EventKind::message;
  PropertyTree tree;
  write_message(row, bytes_of("A1 't' 83 A1 'a' 93 01 FF C3 A1 'b' C0 05 C4 02 AA BB"), tree);
  ASSERT_EQ(tree.size(), 7u);
  EXPECT_EQ(tree[0].name, "payload");
  EXPECT_EQ(tree[*find_path(tree, {0, 7}, "payload/a/1")].integer, -1);
  EXPECT_EQ(tree[*find_path(tree, {0, 7}, "payload/a/2")].type, PropertyType::boolean);
  EXPECT_EQ(tree[*find_path(tree, {0, 7}, "payload/b")].type, PropertyType::null);
  EXPECT_EQ(tree[*find_path(tree, {0, 7}, "payload/5")].text_value(), "\xAA\xBB");
}

TEST(Messages, ThatAreNoMsgpackAreShownAsBytes) {
  EventRow row;
  row.kind = EventKind::message;
  PropertyTree tree;
  write_message(row, bytes_of("A1 't' DD FF FF FF FF 01"), tree);
  ASSERT_EQ(tree.size(), 1u);
  EXPECT_EQ(tree[0].type, PropertyType::bytes);
}

TEST(Errors, AreReadInBothLayouts) {
  const ErrorHead late = read_error(bytes_of("CD 08 02 A3 'bad'"));
  EXPECT_EQ(late.code, 520);
  EXPECT_EQ(late.text, "bad");
  EXPECT_EQ(read_error(bytes_of("03 'bad'")).text, "bad");
}

}  // namespace
}  // namespace scrubjay::colyseus
