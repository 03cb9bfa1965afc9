// The bytes of a group of kept frames: cut, mutated, and such that a few of them promise much. What
// is damaged is an error; that nothing breaks is for the sanitizers to see.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "formats/kept/group_reader.h"
#include "formats/kept/limits.h"
#include "formats/kept/packed_bytes.h"
#include "formats/kept/packets.h"
#include "formats/kept/varint.h"
#include "formats/xrec/kept.h"
#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/read/container.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/written_again.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {
namespace {

/// A few frames of the Frame by Frame sample: two streams, events, shapes, tables.
ByteVector small_conversion() {
  const auto source = opened(asset("sample.fbf"));
  return written_as("xrec", {.recording = source,
                             .to = source->timeline().time(FrameIndex(3)),
                             .entities = std::vector<EntityIndex>{EntityIndex(0), EntityIndex(2)},
                             .options = {{"compression", "none"}}})
      .file;
}

/// The bytes of the recording's first group.
ByteVector group_bytes() {
  const ByteVector file = small_conversion();
  EventPacketReader reader;
  Problems problems;
  auto container = Container::open(file, problems);
  EXPECT_TRUE(container);
  while (const auto step = container->next(problems)) {
    if (!step->event || !reader.open(*step->event, problems)) continue;
    CapturedEvent event;
    while (reader.next(event, problems)) {
      if (event.type_name != kKeptEvent) continue;
      constexpr std::array kKinds{Kind::boolean, Kind::bytes};
      const auto fields = reader.raw_fields(event.place, kKinds);
      const auto packet = fields ? kept::packet_of(fields->subspan(5)) : std::nullopt;
      if (!packet || packet->kind != kept::PacketKind::group) continue;
      ByteVector group;
      EXPECT_EQ(
          kept::Unpacker().unpack(packet->payload.subspan(8), kept::limits::kMostGroupBytes, group),
          nullptr);
      return group;
    }
  }
  return {};
}

std::uint64_t frames_of(kept::GroupReader& group) {
  PropertyTree tree;
  while (group.next()) {
    tree.clear();
    group.build(group.frame(), tree);
    for (const auto& [row, item] : group.entities()) {
      Entity entity;
      group.describe(item, entity);
      group.build(item, tree);
    }
  }
  group.read_event(0, 0, tree);
  return group.position();
}

TEST(KeptGroup, EveryPrefixOfAGroupIsAnError) {
  const ByteVector whole = group_bytes();
  ASSERT_GT(whole.size(), 1000U);
  for (std::size_t size = 0; size < whole.size(); size += 1 + size % 3) {
    kept::GroupReader group;
    const bool is_open =
        group.open(ByteVector(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)));
    EXPECT_FALSE(is_open) << size;
    EXPECT_STRNE(group.error(), "");
  }
  kept::GroupReader group;
  ASSERT_TRUE(group.open(whole));
  EXPECT_EQ(frames_of(group), 4U);
  EXPECT_STREQ(group.error(), "");
}

TEST(KeptGroup, MutatedGroupsStayWithinTheirBounds) {
  const ByteVector whole = group_bytes();
  std::mt19937 random(3);
  int broken = 0;
  for (int round = 0; round < 2000; ++round) {
    ByteVector bytes = whole;
    for (unsigned k = 0; k <= random() % 3; ++k) {
      bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    }
    kept::GroupReader group;
    if (!group.open(std::move(bytes)) || frames_of(group) != 4) ++broken;
  }
  EXPECT_GT(broken, 100);
}

void put_varint(Raw& raw, std::uint64_t value) {
  ByteVector bytes;
  kept::put_varint(bytes, value);
  raw.add(bytes);
}

/// An entity has many properties, then a shape for which there are no values.
TEST(KeptGroup, AGroupThatEndsInAFrameIsReadAgainUpToThere) {
  constexpr std::uint64_t kNodes = 2000;
  Raw raw;
  raw.u8(1);              // version
  raw.u8(1).u8(0).u8(0);  // strings: one, empty; styles
  raw.u8(1).u8(0).u8(0);  // nodes: an integer
  raw.u8(static_cast<std::uint8_t>(PropertyType::integer)).u8(0).u8(0).u8(0).u8(0).u8(0);
  raw.u8(3).u8(0).u8(0);   // columns: a constant,
  raw.u8(2).u8(10).u8(1);  // one from 5 on, of a byte for each value,
  put_varint(raw, kNodes);
  raw.u8(2).u8(0).u8(1).u8(0);              // one without values
  raw.u8(3).u8(0).u8(0).u8(0).u8(0).u8(0);  // shapes: a frame's,
  raw.u8(1).u8(0).u8(0).u8(0);              // an entity's of many nodes,
  put_varint(raw, kNodes);
  for (std::uint64_t i = 0; i < kNodes; ++i) raw.u8(0);
  raw.u8(0).u8(1);  // parent and name: column 0, twice
  raw.u8(0);        // column 1 for all nodes
  for (std::uint64_t i = 1; i < kNodes; ++i) raw.u8(1);
  raw.u8(1).u8(0).u8(0).u8(0).u8(0).u8(4).u8(5);         // another one's: columns 2 and 0
  raw.u8(11);                                            // steps
  raw.u8(0).u8(0).u8(1).u8(0).u8(2).u8(3);               // the entity comes
  raw.u8(0).u8(0).u8(0).u8(0).u8(4);                     // and changes its shape
  raw.u8(0);                                             // events
  for (std::uint64_t i = 0; i < kNodes; ++i) raw.u8(2);  // one more than the one before
  kept::GroupReader group;
  ASSERT_TRUE(group.open(raw.bytes)) << group.error();
  for (int pass = 0; pass < 3; ++pass) {
    ASSERT_TRUE(group.next()) << group.error();
    PropertyTree tree;
    group.build(group.entities().at(0), tree);
    EXPECT_EQ(tree[kNodes - 1].integer, static_cast<std::int64_t>(5 + kNodes)) << pass;
    EXPECT_FALSE(group.next());
    EXPECT_STREQ(group.error(), "a column has too few values");
    group.rewind();
  }
}

/// A shape of many properties that take no bytes, for as many entities as a few bytes can name:
/// what is held is bounded.
TEST(KeptGroup, AFewBytesCannotHoldMillionsOfValues) {
  Raw raw;
  const auto varint = [&](std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) raw.u8(static_cast<std::uint8_t>(value | 0x80));
    raw.u8(static_cast<std::uint8_t>(value));
  };
  constexpr std::uint64_t kNodes = 100'000;
  constexpr std::uint64_t kEntities = 100'000;
  raw.u8(1);  // version
  varint(1);  // strings: one, empty
  varint(0);
  varint(0);  // styles
  varint(1);  // nodes: null
  for (int i = 0; i < 2; ++i) varint(0);
  raw.u8(static_cast<std::uint8_t>(PropertyType::null)).u8(0).u8(0).u8(0);
  varint(0);
  varint(0);
  varint(1);        // columns: a constant integer
  raw.u8(0).u8(0);  // mode, base
  varint(2);        // shapes: a frame's, an entity's
  raw.u8(0).u8(0).u8(0).u8(0);
  varint(0);
  raw.u8(1).u8(0).u8(0).u8(0);
  varint(kNodes);
  for (std::uint64_t i = 0; i < kNodes; ++i) varint(0);
  varint(0);  // parent, name: column 0 twice
  varint(1);
  Raw steps;
  std::swap(raw, steps);
  varint(0);  // stream
  varint(0);  // none left
  varint(kEntities);
  for (std::uint64_t i = 0; i < kEntities; ++i) varint(i == 0 ? 0 : 1);
  varint(2);
  for (std::uint64_t i = 0; i < kEntities; ++i) varint(3);
  std::swap(raw, steps);
  varint(steps.bytes.size());
  raw.add(steps.bytes);
  varint(0);  // events
  kept::GroupReader group;
  ASSERT_TRUE(group.open(raw.bytes)) << group.error();
  EXPECT_FALSE(group.next());
  EXPECT_STREQ(group.error(), "it holds too many values at once");
}

/// Tables are made before a frame is read: shapes and texts of a few bytes take many times as many.
TEST(KeptGroup, AFewBytesCannotFillMemoryWithTables) {
  constexpr std::uint64_t kRows = 1000;
  Raw texts;
  texts.u8(1);  // version
  put_varint(texts, kRows);
  texts.add(ByteVector(kRows));  // strings, all empty
  Raw shapes;
  shapes.u8(1).u8(1).u8(0).u8(0);  // version, one string, no styles
  shapes.u8(1).u8(0).u8(0);        // nodes: a vec4
  shapes.u8(static_cast<std::uint8_t>(PropertyType::vec4)).u8(0).u8(0).u8(0).u8(0).u8(4);
  shapes.u8(1).u8(1).f64(0);             // columns: a constant
  shapes.u8(1).u8(1).u8(0).u8(0).u8(0);  // shapes: an entity's
  put_varint(shapes, kRows);
  shapes.add(ByteVector(kRows));
  for (const Raw& raw : {texts, shapes}) {
    kept::GroupReader group;
    EXPECT_FALSE(group.open(raw.bytes, 16 * kRows));
    EXPECT_STREQ(group.error(), "its tables are too large");
    EXPECT_FALSE(group.open(raw.bytes)) << "it ends behind them";
    EXPECT_STRNE(group.error(), "its tables are too large");
  }
}

/// Likewise a list of numbers that are all the same.
TEST(KeptGroup, AFewBytesCannotHoldAListOfAMillionValues) {
  Raw raw;
  raw.u8(1);              // version
  raw.u8(1).u8(0).u8(0);  // strings: one, empty; styles
  raw.u8(1).u8(0).u8(0);  // nodes: numbers
  raw.u8(static_cast<std::uint8_t>(PropertyType::numbers)).u8(0).u8(0).u8(0).u8(0).u8(0);
  raw.u8(2);                             // columns, both constant
  raw.u8(0).u8(0x80).u8(0x89).u8(0x7A);  // 1,000,000 as an integer
  raw.u8(1).f64(0.5);
  raw.u8(1).u8(0).u8(0).u8(0).u8(0);  // shapes: a frame's
  raw.u8(1).u8(0).u8(0).u8(0);        // its node, the columns of its count and numbers
  raw.u8(4).u8(0).u8(0).u8(0).u8(2);  // steps: the stream, who left and came, the shape
  raw.u8(0);                          // events
  kept::GroupReader group;
  ASSERT_TRUE(group.open(raw.bytes)) << group.error();
  EXPECT_FALSE(group.next());
  EXPECT_STREQ(group.error(), "it holds too many values at once");
}

}  // namespace
}  // namespace scrubjay::xrec
