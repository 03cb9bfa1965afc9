// Self-describing events (formats/xrec/README.md, 5): every kind, every way in which an event or a
// block is bad.
#include <gtest/gtest.h>

#include <limits>

#include "formats/xrec/limits.h"
#include "formats/xrec/read/captured_events.h"
#include "tests/core/allocation_counter.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {
namespace {

EventPacket packet_of(const ByteVector& block, std::uint32_t events) {
  EventPacket packet;
  packet.offset = 60;
  packet.header = {.frame_begin = 0,
                   .frame_end = 100,
                   .rtss_begin = 0,
                   .rtss_end = 100,
                   .events = events,
                   .encoding = 0,
                   .compression = 0,
                   .block_bytes = block.size()};
  packet.block = block;
  return packet;
}

/// The only event's field, or the problems.
std::string field_of(const ByteVector& block) {
  EventPacketReader reader;
  Problems problems;
  PropertyTree tree;
  std::string text;
  visit_events(packet_of(block, 1), reader, problems, [&](const CapturedEvent& event) {
    text += tree_text(tree, reader.properties(event.place, tree));
  });
  const std::string found = codes(problems);
  return found.empty() || text.empty() ? text + found : text + " " + found;
}

struct ValueCase {
  const char* name;
  Kind kind;
  ByteVector bytes;
  const char* text;
};

const std::vector<ValueCase> kValues{
    {"True", Kind::boolean, Raw().u8(2).bytes, "F boolean true"},
    {"False", Kind::boolean, Raw().u8(0).bytes, "F boolean false"},
    {"I8", Kind::i8, Raw().u8(0x80).bytes, "F integer 'i8' -128"},
    {"U8", Kind::u8, Raw().u8(0xFF).bytes, "F integer 'u8' 255"},
    {"I16", Kind::i16, Raw().u16(0x8000).bytes, "F integer 'i16' -32768"},
    {"U16", Kind::u16, Raw().u16(0xFFFF).bytes, "F integer 'u16' 65535"},
    {"I32", Kind::i32, Raw().u32(0x80000000).bytes, "F integer 'i32' -2147483648"},
    {"U32", Kind::u32, Raw().u32(0xFFFFFFFF).bytes, "F integer 'u32' 4294967295"},
    {"I64", Kind::i64, Raw().i64(std::numeric_limits<std::int64_t>::min()).bytes,
     "F integer -9223372036854775808"},
    {"U64", Kind::u64, Raw().i64(-1).bytes, "F integer 18446744073709551615u"},
    {"F32", Kind::f32, Raw().f32(0.1F).bytes, "F number 0.1f"},
    {"F64", Kind::f64, Raw().f64(0.1).bytes, "F number 0.1"},
    {"Text", Kind::text, Raw().text("Ωmega").bytes, "F string \"Ωmega\""},
    {"EmptyText", Kind::text, Raw().text("").bytes, "F string \"\""},
    {"TableText", Kind::table_text, Raw().u32(2).bytes, "F string \"some text\""},
    {"Bytes", Kind::bytes, Raw().text(std::string_view("a\0b", 3)).bytes, nullptr},
    {"Char", Kind::character, Raw().u16(0x6F22).bytes, "F string 'char' \"漢\""},
    {"AsciiChar", Kind::character, Raw().u16('x').bytes, "F string 'char' \"x\""},
    {"Surrogate", Kind::character, Raw().u16(0xD83E).bytes, "F integer 'char' 55358"},
    {"Vec2", Kind::vec2, Raw().f32(1).f32(2).bytes, "F vec2 1,2f"},
    {"Vec3", Kind::vec3, Raw().f32(1).f32(2).f32(3).bytes, "F vec3 1,2,3f"},
    {"Vec4", Kind::vec4, Raw().f32(1).f32(2).f32(3).f32(4).bytes, "F vec4 1,2,3,4f"},
    {"Quaternion", Kind::quaternion, Raw().f32(0).f32(0).f32(0).f32(1).bytes, "F quat 0,0,0,1f"},
    {"Colour", Kind::colour, Raw().f32(1).f32(0.5F).f32(0).f32(1).bytes, "F color 1,0.5,0,1f"},
    {"Enum", Kind::enumeration, Raw().i64(-3).u32(2).bytes,
     "F record 'enum' {value integer -3; label string \"some text\"}"},
    {"EnumWithoutLabel", Kind::enumeration, Raw().i64(4).u32(kNoString).bytes,
     "F integer 'enum' 4"},
    {"Timestamp", Kind::timestamp, Raw().i64(638355968001234567).u8(1).bytes,
     "F record 'timestamp' {text string \"2023-11-14 22:13:20.1234567 UTC\"; "
     "ticks integer 638355968001234567; kind integer 1}"},
    {"FirstTimestamp", Kind::timestamp, Raw().i64(0).u8(0).bytes,
     "F record 'timestamp' {text string \"0001-01-01 00:00:00.0000000\"; ticks integer 0; "
     "kind integer 0}"},
    {"LastTimestamp", Kind::timestamp, Raw().i64(3155378975999999999).u8(2).bytes,
     "F record 'timestamp' {text string \"9999-12-31 23:59:59.9999999 local\"; "
     "ticks integer 3155378975999999999; kind integer 2}"},
    {"TimestampBehindTheCalendar", Kind::timestamp, Raw().i64(3155378976000000000).u8(9).bytes,
     "F record 'timestamp' {ticks integer 3155378976000000000; kind integer 9}"},
    {"TimestampBeforeTheCalendar", Kind::timestamp, Raw().i64(-1).u8(0).bytes,
     "F record 'timestamp' {ticks integer -1; kind integer 0}"},
    {"Duration", Kind::duration, Raw().i64(-15).bytes, "F integer 'duration' -15"},
    {"Decimal", Kind::decimal, Raw().text("-1.50").bytes, "F string 'decimal' \"-1.50\""},
    {"ArrayOfI16", Kind::array, Raw().kind(Kind::i16).u32(2).u16(1).u16(0xFFFF).bytes,
     "F numbers 'i16[]' 1,-1"},
    {"ArrayOfF32", Kind::array, Raw().kind(Kind::f32).u32(2).f32(0.1F).f32(2).bytes,
     "F numbers 0.1,2f"},
    {"ArrayOfF64", Kind::array, Raw().kind(Kind::f64).u32(1).f64(0.1).bytes, "F numbers 0.1"},
    {"ArrayOfI64", Kind::array, Raw().kind(Kind::i64).u32(1).i64(5).bytes,
     "F list 'i64[]' {0 integer 5}"},
    {"ArrayOfTexts", Kind::array, Raw().kind(Kind::table_text).u32(2).u32(0).u32(1).bytes,
     "F list 'table text[]' {0 string \"T\"; 1 string \"F\"}"},
    {"ArrayOfAny", Kind::array, Raw().kind(Kind::any).u32(2).u8(0).u8(1).u8(1).bytes,
     "F list 'any[]' {0 null ; 1 boolean true}"},
    {"EmptyArray", Kind::array, Raw().kind(Kind::vec3).u32(0).bytes, "F list 'vec3[]' {}"},
    {"List", Kind::list, Raw().u32(2).u8(0).kind(Kind::u8).u8(7).bytes,
     "F list {0 null ; 1 integer 'u8' 7}"},
    {"MapOfTexts", Kind::map,
     Raw().u32(2).kind(Kind::text).text("k").u8(0).kind(Kind::table_text).u32(0).u8(1).u8(1).bytes,
     "F record 'map' {k null ; T boolean true}"},
    {"MapOfNumbers", Kind::map, Raw().u32(1).kind(Kind::i8).u8(5).kind(Kind::text).text("v").bytes,
     "F record 'map' {0 record 'entry' {key integer 'i8' 5; value string \"v\"}}"},
    {"AnyNull", Kind::any, Raw().u8(0).bytes, "F null "},
    {"AnyVector", Kind::any, Raw().kind(Kind::vec3).f32(1).f32(2).f32(3).bytes, "F vec3 1,2,3f"},
    {"TextThatIsNotUtf8", Kind::text, Raw().text("a\xFFz").bytes,
     "F string \"a\uFFFDz\" bad-utf8@60"},
};

class XrecValue : public testing::TestWithParam<ValueCase> {};

TEST_P(XrecValue, BecomesAProperty) {
  const ValueCase& value = GetParam();
  const std::string found =
      field_of(block_with_value(static_cast<std::uint8_t>(value.kind), value.bytes));
  EXPECT_EQ(found, value.text == nullptr ? std::string("F bytes \"a\0b\"", 13) : value.text);
}

TEST_P(XrecValue, IsABadEventWhenAByteIsMissingOrTooMany) {
  const ValueCase& value = GetParam();
  for (const int change : {-1, 1}) {
    ByteVector bytes = value.bytes;
    bytes.resize(bytes.size() + static_cast<std::size_t>(change));
    const std::string found =
        field_of(block_with_value(static_cast<std::uint8_t>(value.kind), bytes));
    EXPECT_TRUE(found.starts_with("bad-event@60")) << found << ", bytes " << change;
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, XrecValue, testing::ValuesIn(kValues),
                         [](const auto& value) { return std::string(value.param.name); });

struct BadValue {
  const char* name;
  std::uint8_t kind;
  ByteVector bytes;
};

ByteVector nested_lists(unsigned depth) {
  Raw out;
  for (unsigned i = 0; i < depth; ++i) out.u32(1).kind(Kind::list);
  return out.u32(0).bytes;
}

class XrecBadValue : public testing::TestWithParam<BadValue> {};

TEST_P(XrecBadValue, CostsItsEvent) {
  EXPECT_EQ(field_of(block_with_value(GetParam().kind, GetParam().bytes)), "bad-event@60");
}

INSTANTIATE_TEST_SUITE_P(
    Values, XrecBadValue,
    testing::Values(BadValue{"KindThatDoesNotExist", 25, Raw().u32(0).bytes},
                    BadValue{"NullAsAField", 0, {}},
                    BadValue{"StringNumber", 13, Raw().u32(3).bytes},
                    BadValue{"NoStringAsText", 13, Raw().u32(kNoString).bytes},
                    BadValue{"EnumLabel", 21, Raw().i64(0).u32(3).bytes},
                    BadValue{"TypeNumber", 34, Raw().u32(1).bytes},
                    BadValue{"ObjectThatHoldsItself", 34, Raw().u32(0).u32(0).u32(0).bytes},
                    BadValue{"ArrayOfNull", 32, Raw().u8(0).u32(0).bytes},
                    BadValue{"ArrayOfAKindThatDoesNotExist", 32, Raw().u8(31).u32(0).bytes},
                    BadValue{"ArrayCount", 32,
                             Raw().u8(17).u32(0x15555556).f32(0).f32(0).f32(0).bytes},
                    BadValue{"ListCount", 33, Raw().u32(0xFFFFFFFF).u8(0).bytes},
                    BadValue{"MapCount", 35, Raw().u32(0x80000000).u8(0).u8(0).bytes},
                    BadValue{"BytesLength", 14, Raw().u32(0xFFFFFFFF).u8(0).bytes},
                    BadValue{"TextLength", 12, Raw().u32(0xFFFFFFFF).u8(0).bytes},
                    BadValue{"AnyInAny", 255, Raw().u8(255).u8(1).u8(1).bytes},
                    BadValue{"NestedTooDeep", 33, nested_lists(33)}),
    [](const auto& value) { return std::string(value.param.name); });

TEST(XrecBlock, NestsValues32Deep) {
  const std::string found = field_of(block_with_value(33, nested_lists(32)));
  EXPECT_TRUE(found.starts_with("F list {0 list {0 list {")) << found;
  EXPECT_EQ(found.find("bad-event"), std::string::npos);
}

TEST(XrecBlock, ReadsObjectsWithTheirTypesNames) {
  Raw out;
  out.u32(5).text("Event").text("Inner").text("A").text("B").text("Assembly, Version=1");
  out.u32(2);
  out.u32(0).u32(kNoString).u16(1).u32(2).kind(Kind::object);
  out.u32(1).u32(4).u16(2).u32(2).kind(Kind::u8).u32(3).kind(Kind::any);
  Raw fields;
  fields.u32(1).u8(5).kind(Kind::object).u32(1).u8(6).u8(0);
  out.u32(0).i64(0).f64(0).u32(static_cast<std::uint32_t>(fields.bytes.size())).add(fields.bytes);
  EXPECT_EQ(field_of(out.bytes),
            "A record 'Inner, Assembly, Version=1' {A integer 'u8' 5; B record 'Inner, Assembly, "
            "Version=1' {A integer 'u8' 6; B null }}");
}

struct BadBlock {
  const char* name;
  ByteVector block;
};

class XrecBadTables : public testing::TestWithParam<BadBlock> {};

TEST_P(XrecBadTables, CostThePacket) {
  EventPacketReader reader;
  Problems problems;
  EXPECT_FALSE(visit_events(packet_of(GetParam().block, 0), reader, problems,
                            [](const CapturedEvent&) { ADD_FAILURE(); }));
  EXPECT_EQ(codes(problems), "bad-event-packet@60");
}

INSTANTIATE_TEST_SUITE_P(
    Blocks, XrecBadTables,
    testing::Values(
        BadBlock{"Empty", {}}, BadBlock{"CutCount", Raw().u16(0).bytes},
        BadBlock{"StringCount", Raw().u32(3).u32(0).u32(0).bytes},
        BadBlock{"StringLength", Raw().u32(1).u32(5).raw("four").u32(0).bytes},
        BadBlock{"NoTypes", Raw().u32(0).bytes},
        BadBlock{"TypeCount", Raw().u32(1).text("T").u32(2).u32(0).u32(kNoString).u16(0).bytes},
        BadBlock{"TypeName", Raw().u32(1).text("T").u32(1).u32(1).u32(kNoString).u16(0).bytes},
        BadBlock{"Assembly", Raw().u32(1).text("T").u32(1).u32(0).u32(1).u16(0).bytes},
        BadBlock{"FieldCount",
                 Raw().u32(1).text("T").u32(1).u32(0).u32(0).u16(2).u32(0).u8(1).u32(0).bytes},
        BadBlock{"FieldName",
                 Raw().u32(1).text("T").u32(1).u32(0).u32(0).u16(1).u32(1).u8(1).bytes},
        BadBlock{"MoreThan65536Types", Raw().u32(0).u32(65537).add(ByteVector(655370)).bytes}),
    [](const auto& block) { return std::string(block.param.name); });

Raw two_types() {
  Raw out;
  out.u32(2).text("T").text("F");
  return out.u32(1).u32(0).u32(kNoString).u16(1).u32(1).kind(Kind::u16);
}
Raw& event(Raw& out, std::uint32_t type, double rtss, std::uint32_t size, std::size_t bytes) {
  return out.u32(type).i64(1).f64(rtss).u32(size).add(ByteVector(bytes));
}

TEST(XrecBlock, GoesOnBehindABadEvent) {
  Raw out = two_types();
  event(out, 0, 1.0, 2, 2);
  event(out, 7, 1.0, 2, 2);  // unknown type
  event(out, 0, std::numeric_limits<double>::infinity(), 2, 2);
  event(out, 0, std::numeric_limits<double>::quiet_NaN(), 2, 2);
  event(out, 0, 1.0, 3, 3);  // one byte too many
  event(out, 0, 1.0, 0, 0);  // no fields
  event(out, 0, 2.0, 2, 2);
  EventPacketReader reader;
  Problems problems;
  std::vector<double> times;
  visit_events(packet_of(out.bytes, 7), reader, problems,
               [&](const CapturedEvent& found) { times.push_back(found.rtss); });
  EXPECT_EQ(times, (std::vector<double>{1, 2}));
  EXPECT_EQ(codes(problems), "bad-event@60x5");
  EXPECT_EQ(reader.events_found(), 7u);
  // The message names the first one's place in the block: behind tables and the first event.
  const std::string place = std::to_string(two_types().bytes.size() + 26);
  EXPECT_NE(problems.list()[0].message.find("byte " + place + " "), std::string::npos)
      << problems.list()[0].message;
}

TEST(XrecBlock, LosesTheRestWhenASizeLeavesTheBlock) {
  for (const std::uint32_t size : {4u, 0xFFFFFFFFu}) {
    Raw out = two_types();
    event(out, 0, 1.0, 2, 2);
    event(out, 0, 2.0, size, 3);
    EventPacketReader reader;
    Problems problems;
    int events = 0;
    visit_events(packet_of(out.bytes, 1), reader, problems,
                 [&](const CapturedEvent&) { ++events; });
    EXPECT_EQ(events, 1);
    EXPECT_EQ(codes(problems), "bad-event@60");
  }
}

TEST(XrecBlock, LosesTheRestWhenAHeadIsCut) {
  Raw out = two_types();
  event(out, 0, 1.0, 2, 2);
  out.add(ByteVector(23));
  EventPacketReader reader;
  Problems problems;
  int events = 0;
  visit_events(packet_of(out.bytes, 2), reader, problems, [&](const CapturedEvent&) { ++events; });
  EXPECT_EQ(events, 1);
  EXPECT_EQ(codes(problems), "bad-event@60");
}

TEST(XrecBlock, GivesTheTrueRangeOfItsEvents) {
  EventPacketReader reader;
  Problems problems;
  const ByteVector block = small_block();
  visit_events(packet_of(block, 2), reader, problems, [](const CapturedEvent&) {});
  ASSERT_TRUE(reader.range().has_value());
  EXPECT_EQ(reader.range()->frame_begin, 1);
  EXPECT_EQ(reader.range()->frame_end, 2);
  EXPECT_EQ(reader.range()->rtss_begin, 1.0);
  EXPECT_EQ(reader.range()->rtss_end, 2.0);
}

/// One event of a type with those fields, as the reader sees it.
KnownFields known_of(std::string_view type,
                     const std::vector<std::pair<std::string_view, Kind>>& fields,
                     const ByteVector& values) {
  Raw out;
  out.u32(static_cast<std::uint32_t>(fields.size()) + 2).text(type).text("Scene/Can");
  for (const auto& [name, kind] : fields) out.text(name);
  out.u32(1).u32(0).u32(kNoString).u16(static_cast<std::uint16_t>(fields.size()));
  for (std::uint32_t i = 0; i < fields.size(); ++i) out.u32(i + 2).kind(fields[i].second);
  out.u32(0).i64(0).f64(0).u32(static_cast<std::uint32_t>(values.size())).add(values);
  EventPacketReader reader;
  Problems problems;
  KnownFields known;
  std::string path;
  visit_events(packet_of(out.bytes, 1), reader, problems, [&](const CapturedEvent& found) {
    known = found.known;
    path = found.known.path;
  });
  EXPECT_EQ(codes(problems), "");
  EXPECT_EQ(path, known.has_path ? "Scene/Can" : "");
  return known;
}

TEST(XrecBlock, ReadsTransformsWithoutATree) {
  const KnownFields known = known_of("Any.Name.TransformChangeEvent",
                                     {{"Extra", Kind::u8},
                                      {"IsLocal", Kind::boolean},
                                      {"Scale", Kind::vec3},
                                      {"Rotation", Kind::quaternion},
                                      {"Position", Kind::vec3},
                                      {"Path", Kind::table_text}},
                                     Raw()
                                         .u8(9)
                                         .u8(1)
                                         .f32(1)
                                         .f32(2)
                                         .f32(3)
                                         .f32(0.1F)
                                         .f32(0.2F)
                                         .f32(0.3F)
                                         .f32(0.9F)
                                         .f32(4)
                                         .f32(5)
                                         .f32(6)
                                         .u32(1)
                                         .bytes);
  EXPECT_EQ(known.kind, EventKind::transform);
  EXPECT_TRUE(known.is_local);
  EXPECT_EQ(known.scale, glm::vec3(1, 2, 3));
  EXPECT_EQ(known.position, glm::vec3(4, 5, 6));
  EXPECT_EQ(known.rotation, glm::quat(0.9F, 0.1F, 0.2F, 0.3F));
  EXPECT_EQ(known.path_number, 1u);
}

TEST(XrecBlock, ReadsKnownFieldsBehindTextsAndInsideAny) {
  const KnownFields known =
      known_of("PositionChangeEvent",
               {{"Path", Kind::text}, {"Position", Kind::any}, {"IsLocal", Kind::boolean}},
               Raw().text("Scene/Can").kind(Kind::vec3).f32(4).f32(5).f32(6).u8(0).bytes);
  EXPECT_EQ(known.kind, EventKind::position);
  EXPECT_EQ(known.position, glm::vec3(4, 5, 6));
  EXPECT_EQ(known.path_number, kNoString);
}

TEST(XrecBlock, ReadsChaptersSceneGraphEventsAndUsers) {
  const KnownFields chapter =
      known_of("X+ChapterEvent", {{"Name", Kind::table_text}}, Raw().u32(0).bytes);
  EXPECT_EQ(chapter.kind, EventKind::chapter);
  const KnownFields action =
      known_of("SceneGraphEvent",
               {{"ID", Kind::table_text}, {"Type", Kind::enumeration}, {"Skipped", Kind::boolean}},
               Raw().u32(0).i64(2).u32(kNoString).u8(1).bytes);
  EXPECT_EQ(action.kind, EventKind::scene_graph);
  EXPECT_EQ(action.number, 2);
  EXPECT_TRUE(action.skipped);
  const KnownFields user = known_of(
      "ClientEnterEvent",
      {{"ClientName", Kind::table_text}, {"ClientNumber", Kind::i32}, {"AvatarData", Kind::any}},
      Raw().u32(0).i32(-4).u8(0).bytes);
  EXPECT_EQ(user.kind, EventKind::client_enter);
  EXPECT_EQ(user.number, -4);
}

TEST(XrecBlock, TakesAKnownEventWithAnotherOrNoFieldAsAnyOther) {
  const ByteVector position = Raw().u32(1).f32(4).f32(5).f32(6).bytes;
  const KnownFields lacking = known_of(
      "PositionChangeEvent", {{"Path", Kind::table_text}, {"Position", Kind::vec3}}, position);
  EXPECT_EQ(lacking.kind, EventKind::other);
  EXPECT_TRUE(lacking.has_path);
  const KnownFields other_kind =
      known_of("PositionChangeEvent",
               {{"Path", Kind::table_text}, {"Position", Kind::vec3}, {"IsLocal", Kind::u8}},
               Raw().add(position).u8(1).bytes);
  EXPECT_EQ(other_kind.kind, EventKind::other);
  const KnownFields null_path =
      known_of("ScaleChangeEvent", {{"Path", Kind::any}, {"Scale", Kind::vec3}},
               Raw().u8(0).f32(4).f32(5).f32(6).bytes);
  EXPECT_EQ(null_path.kind, EventKind::other);
  EXPECT_FALSE(null_path.has_path);
  const KnownFields unknown = known_of("Other", {{"Path", Kind::table_text}}, Raw().u32(1).bytes);
  EXPECT_EQ(unknown.kind, EventKind::other);
  EXPECT_TRUE(unknown.has_path);
}

TEST(XrecBlock, FindsAnEventAgainByItsPlace) {
  const ByteVector block = small_block();
  const EventPacket packet = packet_of(block, 2);
  EventPacketReader reader;
  Problems problems;
  std::vector<std::uint32_t> places;
  visit_events(packet, reader, problems,
               [&](const CapturedEvent& found) { places.push_back(found.place); });
  ASSERT_EQ(places.size(), 2u);
  ASSERT_TRUE(reader.open(packet, problems));
  CapturedEvent event;
  PropertyTree tree;
  EXPECT_EQ(tree_text(tree, reader.properties(places[1], tree)),
            "Path string \"Scene/Can\"; Position vec3 0,1,0f; IsLocal boolean false");
  // Looking does not move what next() gives.
  ASSERT_TRUE(reader.next(event, problems));
  EXPECT_EQ(event.frame, 1);
}

TEST(XrecBlock, APacketThatCannotBeDecompressedHasNoEventsOfTheOneBefore) {
  const ByteVector block = small_block();
  EventPacketReader reader;
  Problems problems;
  ASSERT_TRUE(reader.open(packet_of(block, 2), problems));
  EventPacket damaged = packet_of(block, 2);
  damaged.header.compression = static_cast<std::uint8_t>(Compression::zstd);
  EXPECT_FALSE(reader.open(damaged, problems));
  CapturedEvent event;
  EXPECT_FALSE(reader.next(event, problems));
  PropertyTree tree;
  EXPECT_EQ(reader.properties(0, tree).count, 0u);
}

TEST(XrecBlock, ReadingAgainAllocatesNothing) {
  const ByteVector block = small_block();
  const EventPacket packet = packet_of(block, 2);
  EventPacketReader reader;
  Problems problems;
  PropertyTree tree;
  const auto read = [&] {
    tree.clear();
    visit_events(packet, reader, problems,
                 [&](const CapturedEvent& found) { reader.properties(found.place, tree); });
  };
  read();
  EXPECT_EQ(allocations_in(read), 0u);
  const std::string first =
      "Path string \"Scene/Can\"; Position vec3 0,0,0f; IsLocal boolean false";
  const std::string second =
      "Path string \"Scene/Can\"; Position vec3 0,1,0f; IsLocal boolean false";
  EXPECT_EQ(tree_text(tree, tree.since(0)), first + "; " + second);
}

TEST(XrecBlock, KeepsATreeSmallWhenAFewBytesStandForMuch) {
  // Half a mega of nulls is shown whole, four megas are not; a big string named a thousand times
  // is not copied a thousand times.
  const auto nodes = [](std::uint32_t count) {
    const ByteVector block = block_with_value(33, Raw().u32(count).add(ByteVector(count)).bytes);
    EventPacketReader reader;
    Problems problems;
    PropertyTree tree;
    visit_events(packet_of(block, 1), reader, problems,
                 [&](const CapturedEvent& found) { reader.properties(found.place, tree); });
    EXPECT_EQ(codes(problems), "");
    return tree.size();
  };
  EXPECT_EQ(nodes(1u << 19), (1u << 19) + 1);
  EXPECT_EQ(nodes(1u << 22), limits::kMostNodes + 1);
  Raw out;
  out.u32(3).text("T").text("F").text(std::string(1 << 20, 'x'));
  out.u32(1).u32(0).u32(kNoString).u16(1).u32(1).kind(Kind::array);
  out.u32(0).i64(0).f64(0).u32(4005).kind(Kind::table_text).u32(1000);
  for (int i = 0; i < 1000; ++i) out.u32(2);
  EventPacketReader reader;
  Problems problems;
  PropertyTree tree;
  visit_events(packet_of(out.bytes, 1), reader, problems,
               [&](const CapturedEvent& found) { reader.properties(found.place, tree); });
  ASSERT_EQ(tree.size(), 1001u);
  EXPECT_EQ(tree[1].text_value().size(), std::size_t{1} << 20);
  EXPECT_EQ(tree[1000].text_value(), "text not shown");
}

}  // namespace
}  // namespace scrubjay::xrec
