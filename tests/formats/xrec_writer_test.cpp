// What is written is read again; the worked example (formats/xrec/README.md, 10) to the byte.
#include <gtest/gtest.h>

#include <filesystem>
#include <random>

#include "formats/xrec/limits.h"
#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/write/packet_writer.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {
namespace {

// formats/xrec/README.md, 10: doc_complete.xrec.
constexpr std::string_view kDocComplete =
    "89 58 52 45 43 0d 0a 1a"
    "01 01 00 00 78 d3 fa bf 24 00 00 00 00 00 00 00"
    "01 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00"
    "00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 80 00 00 00 00"
    "02 01 00 00 bd 3d 19 1e 0f 01 00 00 00 00 00 00"
    "01 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00"
    "00 00 00 00 00 00 f0 3f 00 00 00 00 00 00 00 40"
    "02 00 00 00 00 00 00 00 df 00 00 00 00 00 00 00"
    "06 00 00 00"
    "22 00 00 00 4d 41 47 45 53 2e 52 65 63 6f 72 64 65 72 2e"
    "50 6f 73 69 74 69 6f 6e 43 68 61 6e 67 65 45 76 65 6e 74"
    "16 00 00 00 4d 41 47 45 53 2e 52 65 63 6f 72 64 65 72 2e 52 75 6e 74 69 6d 65"
    "04 00 00 00 50 61 74 68"
    "08 00 00 00 50 6f 73 69 74 69 6f 6e"
    "07 00 00 00 49 73 4c 6f 63 61 6c"
    "09 00 00 00 53 63 65 6e 65 2f 43 61 6e"
    "01 00 00 00 00 00 00 00 01 00 00 00 03 00"
    "02 00 00 00 0d 03 00 00 00 11 04 00 00 00 01"
    "00 00 00 00 01 00 00 00 00 00 00 00 00 00 00 00 00 00 f0 3f 11 00 00 00"
    "05 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00"
    "00 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00 00 00 00 40 11 00 00 00"
    "05 00 00 00 00 00 00 00 00 00 80 3f 00 00 00 00 00"
    "03 01 00 00 4f c4 8e 87 24 00 00 00 00 00 00 00"
    "00 00 00 00 00 00 28 40 01 00 00 00 00 00 00 00"
    "03 00 00 00 00 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00";

PropertyRange add_position(PropertyTree& tree, double y) {
  const auto mark = tree.size();
  tree.text("Path", "Scene/Can");
  tree.vec3("Position", {0, y, 0}, Precision::float32);
  tree.boolean("IsLocal", false);
  return tree.since(mark);
}

ByteVector written_example() {
  ByteVector file;
  PacketWriter writer(into(file), Compression::none);
  PropertyTree tree;
  EXPECT_TRUE(writer.start({.version = 1}, tree, {}));
  BlockBuilder block;
  for (const int i : {1, 2}) {
    const PropertyRange fields = add_position(tree, i - 1);
    const EventToWrite event{"MAGES.Recorder.PositionChangeEvent", "MAGES.Recorder.Runtime", i,
                             static_cast<double>(i)};
    EXPECT_TRUE(block.add(event, tree, fields));
  }
  EXPECT_TRUE(writer.events(block));
  EXPECT_TRUE(writer.end(12.0, true, tree, {}));
  return file;
}

TEST(XrecWriter, WritesTheWorkedExampleToTheByte) {
  const ByteVector golden = from_hex(kDocComplete);
  ASSERT_EQ(golden.size(), 399u);
  EXPECT_EQ(written_example(), golden);
}

TEST(XrecWriter, WritesTheSampleOfTheWorkedExample) {
  const std::string path = SCRUBJAY_SHARED_DATA "/xrec/doc_complete.xrec";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "There is no " << path << ".";
  EXPECT_EQ(written_example(), read_file(path));
}

TEST(XrecWriter, ReadsTheWorkedExample) {
  const ByteVector file = from_hex(kDocComplete);
  Problems problems;
  auto container = Container::open(file, problems);
  ASSERT_TRUE(container.has_value());
  EXPECT_EQ(container->start().version, 1);
  EXPECT_EQ(container->start().utc_ns, kUnknownUtc);
  std::string text;
  EventPacketReader reader;
  while (const auto step = container->next(problems)) {
    if (!step->event) continue;
    visit_events(*step->event, reader, problems, [&](const CapturedEvent& event) {
      PropertyTree tree;
      text += std::string(event.type_name) + " of " + std::string(event.assembly) + " " +
              std::to_string(event.frame) + " " + number_text(event.rtss) + ": " +
              tree_text(tree, reader.properties(event.place, tree)) + "\n";
    });
  }
  EXPECT_EQ(text,
            "MAGES.Recorder.PositionChangeEvent of MAGES.Recorder.Runtime 1 1: "
            "Path string \"Scene/Can\"; Position vec3 0,0,0f; IsLocal boolean false\n"
            "MAGES.Recorder.PositionChangeEvent of MAGES.Recorder.Runtime 2 2: "
            "Path string \"Scene/Can\"; Position vec3 0,1,0f; IsLocal boolean false\n");
  EXPECT_EQ(codes(problems), "");
  ASSERT_TRUE(container->end().has_value());
  EXPECT_EQ(container->end()->rtss, 12.0);
}

/// Every property type, and every kind by its tag.
PropertyRange add_everything(PropertyTree& tree) {
  const auto mark = tree.size();
  tree.null("null");
  tree.boolean("boolean", true);
  tree.integer("integer", -5);
  tree.unsigned_integer("unsigned", ~std::uint64_t{0});
  for (const Kind kind : {Kind::i8, Kind::u8, Kind::i16, Kind::u16, Kind::i32, Kind::u32}) {
    add_integer(tree, kind_name(kind), kind, 100);
  }
  tree.number("float", static_cast<double>(0.1F), Precision::float32);
  tree.number("double", 0.1, Precision::float64);
  tree.text("string", "Ωmega");
  for (const auto type : {PropertyType::comment, PropertyType::resource, PropertyType::entity}) {
    tree.text(to_text(type), "some text", type);
  }
  tree.text("bytes", std::string_view("a\0b", 3), PropertyType::bytes);
  add_character(tree, "char", 0x6F22);
  add_character(tree, "surrogate", 0xDC00);
  add_timestamp(tree, "timestamp", 638355968001234567, 2);
  add_timestamp(tree, "no calendar", -1, 7);
  add_duration(tree, "duration", 15);
  tag(tree, tree.text("decimal", "-1.50"), "decimal");
  tag(tree, tree.integer("enum", 3), "enum");
  const auto labelled = tree.open("labelled enum", PropertyType::record);
  tag(tree, labelled, "enum");
  tree.integer("value", 3);
  tree.text("label", "Perform");
  tree.close(labelled);
  const std::array<double, 6> some{1, 2, 3, 4, 5, 6};
  const auto first = [&](std::size_t count) { return std::span(some).first(count); };
  for (const auto precision : {Precision::float32, Precision::float64}) {
    tree.numbers("vec2", PropertyType::vec2, first(2), precision);
    tree.numbers("vec3", PropertyType::vec3, first(3), precision);
    tree.numbers("vec4", PropertyType::vec4, first(4), precision);
    tree.numbers("quat", PropertyType::quat, first(4), precision);
    tree.numbers("color", PropertyType::color, first(4), precision);
    tree.numbers("numbers", PropertyType::numbers, first(5), precision);
    tree.numbers("points", PropertyType::points, first(6), precision);
  }
  tag(tree, tree.numbers("i16s", PropertyType::numbers, first(3), Precision::float64), "i16[]");
  tree.numbers("no numbers", PropertyType::numbers, {}, Precision::float64);
  for (auto type = PropertyType::group; type <= PropertyType::mesh;
       type = static_cast<PropertyType>(static_cast<int>(type) + 1)) {
    const auto container = tree.open(to_text(type), type);
    if (type == PropertyType::record) tag(tree, container, "Some.Type`1[[A, B]], Its.Assembly");
    tree.text(type == PropertyType::list ? "0" : "field", "x");
    tree.null(type == PropertyType::list ? "1" : "field");
    tree.close(container);
  }
  const auto array = tree.open("i64s", PropertyType::list);
  tag(tree, array, "i64[]");
  tree.integer("0", 4);
  tree.integer("1", 5);
  tree.close(array);
  const auto map = tree.open("map", PropertyType::record);
  tag(tree, map, "map");
  tree.text("key", "value");
  const auto entry = tree.open("1", PropertyType::record);
  tag(tree, entry, "entry");
  add_integer(tree, "key", Kind::i32, 4);
  tree.null("value");
  tree.close(entry);
  tree.close(map);
  return tree.since(mark);
}

TEST(XrecWriter, ReadsEveryPropertyTypeAndKindAgain) {
  for (const auto compression : {Compression::none, Compression::zstd}) {
    PropertyTree tree;
    const PropertyRange fields = add_everything(tree);
    BlockBuilder block;
    for (int i = 0; i < 20; ++i) ASSERT_TRUE(block.add({"T", {}, i, 0.5}, tree, fields));
    EXPECT_EQ(block.losses(), 0u);
    ByteVector file;
    PacketWriter writer(into(file), compression);
    ASSERT_TRUE(writer.start({}, tree, {}));
    ASSERT_TRUE(writer.events(block));
    ASSERT_TRUE(writer.end(1, true, tree, {}));
    Problems problems;
    auto container = Container::open(file, problems);
    const auto step = container->next(problems);
    ASSERT_TRUE(step && step->event);
    EXPECT_EQ(step->event->header.compression, static_cast<std::uint8_t>(compression));
    EventPacketReader reader;
    int events = 0;
    visit_events(*step->event, reader, problems, [&](const CapturedEvent& event) {
      PropertyTree read;
      const PropertyRange range = reader.properties(event.place, read);
      EXPECT_EQ(tree_text(read, range), tree_text(tree, fields));
      EXPECT_EQ(event.assembly, "");
      EXPECT_EQ(event.frame, events++);
    });
    EXPECT_EQ(events, 20);
    EXPECT_TRUE(container->next(problems).has_value());
    container->check_counts(20, problems);
    EXPECT_EQ(codes(problems), "");
  }
}

TEST(XrecWriter, ReadsMetadataAgainAsFarAsItHoldsWithoutTables) {
  PropertyTree tree;
  tree.text("app.name", "Sample theatre");
  add_integer(tree, "users", Kind::i32, 1);
  tree.null("nothing");
  const auto record = tree.open("place", PropertyType::record);
  tag(tree, record, "Some.Type");
  tree.number("x", 0.1, Precision::float64);
  tree.close(record);
  tag(tree, tree.integer("mode", 3), "enum");
  ByteVector bytes;
  write_metadata(tree, tree.since(0), bytes);
  Problems problems;
  const Metadata metadata = read_metadata(bytes, problems);
  EXPECT_EQ(codes(problems), "");
  EXPECT_EQ(tree_text(metadata.tree, metadata.entries()),
            "app.name string \"Sample theatre\"; users integer 'i32' 1; nothing null ; "
            "place record 'map' {x number 0.1}; mode integer 3");
}

TEST(XrecWriter, CutsWhatNestsTooDeepAndCountsIt) {
  PropertyTree tree;
  std::vector<PropertyTree::Node> open;
  for (int i = 0; i < 50; ++i) open.push_back(tree.open("g", PropertyType::group));
  tree.boolean("deep", true);
  for (; !open.empty(); open.pop_back()) tree.close(open.back());
  BlockBuilder block;
  ASSERT_TRUE(block.add({"T", {}, 0, 0}, tree, tree.since(0)));
  EXPECT_EQ(block.losses(), 1u);
  ByteVector bytes;
  block.append_to(bytes);
  Block read;
  ASSERT_TRUE(read.open(bytes));
  EventHead head;
  ASSERT_EQ(read.next(head), Block::Step::event);
  PropertyTree found;
  ASSERT_TRUE(read.build(head, found)) << read.error().what;
  EXPECT_EQ(found.size(), 33u);
  EXPECT_EQ(found[32].text_value(), "deeper values not kept");
}

TEST(XrecWriter, WritesAContainerOfTooManyFieldsAsAMap) {
  PropertyTree tree;
  const auto group = tree.open("g", PropertyType::group);
  for (std::uint32_t i = 0; i <= limits::kMostFields; ++i) tree.boolean("b", true);
  tree.close(group);
  BlockBuilder block;
  ASSERT_TRUE(block.add({"T", {}, 0, 0}, tree, tree.since(0)));
  ByteVector bytes;
  block.append_to(bytes);
  Block read;
  ASSERT_TRUE(read.open(bytes));
  EventHead head;
  ASSERT_EQ(read.next(head), Block::Step::event);
  PropertyTree found;
  ASSERT_TRUE(read.build(head, found));
  EXPECT_EQ(found.size(), limits::kMostFields + 2);
}

TEST(XrecWriter, RefusesEventsThatAFileCannotHold) {
  PropertyTree tree;
  for (std::uint32_t i = 0; i <= limits::kMostFields; ++i) tree.boolean("b", true);
  BlockBuilder block;
  EXPECT_FALSE(block.add({"T", {}, 0, 0}, tree, tree.since(0)));
  EXPECT_FALSE(block.add({"T", {}, 0, std::numeric_limits<double>::infinity()}, tree, {}));
  EXPECT_TRUE(block.empty());
}

TEST(XrecWriter, SaysWhenABlockIsFull) {
  PropertyTree tree;
  tree.text("bytes", std::string_view("0123456789"), PropertyType::bytes);
  BlockBuilder block;
  while (!block.is_full()) ASSERT_TRUE(block.add({"T", {}, 0, 0}, tree, tree.since(0)));
  ByteVector bytes;
  block.append_to(bytes);
  EXPECT_GE(bytes.size(), BlockBuilder::kFullBytes);
  EXPECT_LT(bytes.size(), BlockBuilder::kFullBytes + 100);
  block.clear();
  EXPECT_FALSE(block.is_full());
}

TEST(XrecWriter, StoresABlockThatDoesNotShrink) {
  std::mt19937 random(7);
  std::string noise;
  for (int i = 0; i < 2000; ++i) noise += static_cast<char>(random());
  PropertyTree tree;
  tree.text("a", noise, PropertyType::bytes);
  BlockBuilder block;
  ASSERT_TRUE(block.add({"T", {}, 0x1234567890ABCDEF, 0.1}, tree, tree.since(0)));
  ByteVector file;
  PacketWriter writer(into(file), Compression::zstd);
  PropertyTree none;
  ASSERT_TRUE(writer.start({}, none, {}));
  ASSERT_TRUE(writer.events(block));
  const auto packet = event_packet_at(file, 60);
  ASSERT_TRUE(packet.has_value());
  EXPECT_EQ(packet->header.compression, 0);
}

TEST(XrecWriter, CopiesPacketsByteForByte) {
  const ByteVector odd = [] {
    ByteVector packet = packet_bytes(77, ByteVector(9));
    packet[1] = std::byte{0xFE};
    packet[3] = std::byte{0xAB};  // reserved
    return packet;
  }();
  const ByteVector source = file_of(
      {packet_bytes(1, start_payload()), odd, packet_bytes(2, event_payload(small_block(), 2))});
  ByteVector file;
  PacketWriter writer(into(file), Compression::none);
  for (const std::uint64_t offset : {8u, 60u, 85u}) {
    ASSERT_TRUE(writer.copy(source, *packet_at(source, offset)));
  }
  EXPECT_EQ(file, ByteVector(source.begin() + 8, source.end()));
}

TEST(XrecWriter, StopsOnceItsSinkRefuses) {
  int calls = 0;
  PacketWriter writer(
      [&](Bytes) {
        ++calls;
        return calls < 2;
      },
      Compression::none);
  PropertyTree none;
  EXPECT_FALSE(writer.start({}, none, {}));
  EXPECT_FALSE(writer.end(0, true, none, {}));
  EXPECT_EQ(calls, 2);
}

}  // namespace
}  // namespace scrubjay::xrec
