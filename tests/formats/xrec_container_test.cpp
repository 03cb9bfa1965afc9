// The container's problems (formats/xrec/README.md, 8.3) by table, and the worked example
// (formats/xrec/README.md, 10).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <thread>

#include "formats/xrec/read/captured_events.h"
#include "tests/core/test_values.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {
namespace {

/// Opens a file and reads every packet with its events.
struct ContainerReading {
  explicit ContainerReading(const ByteVector& file) {
    auto opened = Container::open(file, problems);
    if (!opened) {
      fatal = opened.error().code + "@" + std::to_string(*opened.error().offset);
      message = opened.error().message;
      return;
    }
    EventPacketReader reader;
    std::uint64_t found = 0;
    while (const auto step = opened->next(problems)) {
      if (!step->event) continue;
      visit_events(*step->event, reader, problems, [&](const CapturedEvent&) { ++events; });
      found += reader.events_found();
    }
    opened->check_counts(found, problems);
    packets = opened->packets();
    is_complete = opened->is_complete();
    finished = opened->finished_without_errors();
  }

  Problems problems;
  std::string fatal;
  std::string message;
  int events = 0;
  std::uint64_t packets = 0;
  bool is_complete = false;
  bool finished = false;
};

const ByteVector kStart = packet_bytes(1, start_payload());
const ByteVector kEvents = packet_bytes(2, event_payload(small_block(), 2));
const ByteVector kEnd = packet_bytes(3, end_payload(3, 2));

ByteVector with_byte(ByteVector bytes, std::size_t at, std::uint8_t value) {
  bytes[at] = static_cast<std::byte>(value);
  return bytes;
}
ByteVector first_bytes(ByteVector bytes, std::size_t size) {
  bytes.resize(size);
  return bytes;
}
ByteVector joined(ByteVector a, const ByteVector& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}
/// With a checksum that fits again.
ByteVector event_packet(ByteVector payload) { return packet_bytes(2, payload); }
ByteVector start_with(std::size_t at, std::uint8_t value) {
  return packet_bytes(1, with_byte(start_payload(), at, value));
}

struct BadFile {
  const char* name;
  ByteVector file;
  const char* fatal;
};

class XrecDoesNotOpen : public testing::TestWithParam<BadFile> {};

TEST_P(XrecDoesNotOpen, SaysWhyAndWhere) {
  EXPECT_EQ(ContainerReading(GetParam().file).fatal, GetParam().fatal);
}

INSTANTIATE_TEST_SUITE_P(
    Files, XrecDoesNotOpen,
    testing::Values(
        BadFile{"Empty", {}, "not-xrec@0"},
        BadFile{"CutSignature", first_bytes(file_of({}), 7), "not-xrec@0"},
        BadFile{"SignatureWithRewrittenLineEnds",
                from_hex("89 58 52 45 43 0a 1a 01 00 00 00 00 00 00 00 00"), "not-xrec@0"},
        BadFile{"SignatureAlone", file_of({}), "no-start-packet@8"},
        BadFile{"CutStart", first_bytes(file_of({kStart}), 40), "no-start-packet@8"},
        BadFile{"EventsFirst", file_of({kEvents, kStart}), "no-start-packet@8"},
        BadFile{"UnknownPacketFirst", file_of({packet_bytes(9, {}), kStart}), "no-start-packet@8"},
        BadFile{"ShortStart", file_of({packet_bytes(1, first_bytes(start_payload(), 31))}),
                "bad-start-packet@8"},
        BadFile{"DamagedStart", file_of({with_byte(kStart, 20, 7)}), "bad-start-packet@8"},
        BadFile{"Revision2", file_of({start_with(0, 2)}), "unsupported-revision@8"},
        BadFile{"Revision0", file_of({start_with(0, 0)}), "unsupported-revision@8"},
        BadFile{"DamagedStartOfRevision2", file_of({with_byte(kStart, 16, 2)}),
                "bad-start-packet@8"}),
    [](const auto& file) { return std::string(file.param.name); });

TEST(XrecContainer, NamesTheRevisionItFoundAndTheOneItReads) {
  const ContainerReading reading(file_of({start_with(0, 2)}));
  EXPECT_NE(reading.message.find("revision 2"), std::string::npos) << reading.message;
  EXPECT_NE(reading.message.find("revision 1"), std::string::npos) << reading.message;
}

TEST(XrecContainer, SaysThatTheVendorsLayoutIsNotPublished) {
  const ContainerReading reading(ByteVector(100));
  EXPECT_NE(reading.message.find("not published"), std::string::npos) << reading.message;
}

struct OddFile {
  const char* name;
  ByteVector file;
  const char* problems;
  int events = 2;
};

/// An event packet's payload with one field of its first 48 bytes changed.
template <class T>
ByteVector header_with(std::size_t at, T value) {
  ByteVector payload = event_payload(small_block(), 2);
  std::memcpy(payload.data() + at, &value, sizeof value);
  return event_packet(payload);
}

ByteVector end_with(std::size_t at, std::uint8_t value) {
  return packet_bytes(3, with_byte(end_payload(3, 2), at, value));
}

ByteVector start_with_metadata(const ByteVector& metadata) {
  return packet_bytes(1, joined(first_bytes(start_payload(), 32), metadata));
}

ByteVector text_entry(std::string_view key, std::string_view value) {
  return Raw().text(key).kind(Kind::text).text(value).bytes;
}

// kStart is 52 bytes, so the packets begin at 60; kEvents is 287, so the third begins at 347.
const std::vector<OddFile> kOddFiles{
    {"Whole", file_of({kStart, kEvents, kEnd}), ""},
    {"WithoutEnd", file_of({kStart, kEvents}), "no-end-packet@347"},
    {"CutHeader", first_bytes(file_of({kStart, kEvents, kEnd}), 362), "cut-off@347"},
    {"CutPayload", first_bytes(file_of({kStart, kEvents, kEnd}), 370), "cut-off@347"},
    {"CutEvents", first_bytes(file_of({kStart, kEvents}), 346), "cut-off@60", 0},
    {"SizeBeyondTheFile", file_of({kStart, with_byte(kEvents, 15, 0xFF), kEnd}), "cut-off@60", 0},
    {"SecondStart", file_of({kStart, kStart, kEvents, packet_bytes(3, end_payload(4, 2))}),
     "second-start@60"},
    {"UnknownPacketWithWrongChecksum",
     file_of({kStart, with_byte(packet_bytes(77, {std::byte{1}}), 4, 9), kEvents,
              packet_bytes(3, end_payload(4, 2))}),
     "unknown-packet@60"},
    {"DamagedEvents", file_of({kStart, with_byte(kEvents, 100, 0xEE), kEnd}),
     "checksum@60 end-counts@347", 0},
    {"WrongChecksumThatIsNotValid",
     file_of({kStart, with_byte(with_byte(kEvents, 4, 0), 1, 0), kEnd}), ""},
    {"ShortEvents",
     file_of({kStart, event_packet(first_bytes(event_payload(small_block(), 2), 47)), kEnd}),
     "bad-event-packet@60 end-counts@123", 0},
    {"StoredBlockOfAnotherSize", file_of({kStart, header_with(40, std::uint64_t{222}), kEnd}),
     "bad-event-packet@60 end-counts@347", 0},
    {"BlockOver256MiB", file_of({kStart, header_with(40, (std::uint64_t{256} << 20) + 1), kEnd}),
     "bad-event-packet@60 end-counts@347", 0},
    {"UnknownCompression", file_of({kStart, header_with(37, std::uint8_t{5}), kEnd}),
     "unsupported-compression@60 end-counts@347", 0},
    {"UnknownEncoding", file_of({kStart, header_with(36, std::uint8_t{2}), kEnd}),
     "unsupported-encoding@60 end-counts@347", 0},
    {"NoZstd", file_of({kStart, header_with(37, std::uint8_t{3}), kEnd}),
     "decompress-failed@60 end-counts@347", 0},
    {"CountAboveWhatTheBlockHolds", file_of({kStart, header_with(32, std::uint32_t{4}), kEnd}),
     "bad-event-packet@60 end-counts@347", 0},
    {"CountThatDiffers", file_of({kStart, header_with(32, std::uint32_t{1}), kEnd}),
     "event-count@60"},
    {"EventsBeforeTheRange", file_of({kStart, header_with(0, std::int64_t{2}), kEnd}),
     "event-outside-range@60"},
    {"EventsBehindTheRange", file_of({kStart, header_with(24, 0.5), kEnd}),
     "event-outside-range@60x2"},
    {"RangeBackwards", file_of({kStart, header_with(8, std::int64_t{-1}), kEnd}), "bad-range@60"},
    {"RangeNotFinite", file_of({kStart, header_with(16, kNaN), kEnd}), "bad-range@60"},
    {"ShortEnd", file_of({kStart, kEvents, packet_bytes(3, first_bytes(end_payload(3, 2), 31))}),
     "bad-end-packet@347"},
    {"DamagedEnd", file_of({kStart, kEvents, with_byte(kEnd, 16, 9)}), "checksum@347"},
    {"EndedWithErrors", file_of({kStart, kEvents, end_with(8, 0)}), "ended-with-errors@347"},
    {"EndCountsPackets", file_of({kStart, kEvents, end_with(16, 4)}), "end-counts@347"},
    {"EndCountsEvents", file_of({kStart, kEvents, end_with(24, 3)}), "end-counts@347"},
    {"BehindTheEnd", file_of({kStart, kEvents, kEnd, kEvents}), "data-after-end@399"},
    {"EndWithoutEvents", file_of({kStart, packet_bytes(3, end_payload(2, 0))}), "", 0},
    {"MetadataWithoutCount",
     file_of({packet_bytes(1, first_bytes(start_payload(), 32)), kEvents, kEnd}), "bad-metadata@8"},
    {"MetadataCountTooLarge",
     file_of({start_with_metadata(Raw().u32(2).u32(0).u8(0).bytes), kEvents, kEnd}),
     "bad-metadata@8"},
    {"MetadataWithAKindThatNeedsTables",
     file_of({start_with_metadata(Raw().u32(1).text("k").kind(Kind::table_text).u32(0).bytes),
              kEvents, kEnd}),
     "bad-metadata@8"},
    {"MetadataThatIsNotUtf8",
     file_of({start_with_metadata(Raw().u32(1).add(text_entry("k\xFF", "v\xFF")).bytes), kEvents,
              kEnd}),
     "bad-utf8@8x2"},
    {"MetadataInTheEndPacket",
     file_of({kStart, kEvents,
              packet_bytes(3, joined(first_bytes(end_payload(3, 2), 32), Raw().u32(9).bytes))}),
     "bad-metadata@347"},
};

class XrecOddFile : public testing::TestWithParam<OddFile> {};

TEST_P(XrecOddFile, OpensWithTheProblemsOfThePage) {
  const ContainerReading reading(GetParam().file);
  EXPECT_EQ(reading.fatal, "");
  EXPECT_EQ(codes(reading.problems), GetParam().problems);
  EXPECT_EQ(reading.events, GetParam().events);
}

INSTANTIATE_TEST_SUITE_P(Files, XrecOddFile, testing::ValuesIn(kOddFiles),
                         [](const auto& file) { return std::string(file.param.name); });

TEST(XrecContainer, KnowsWhetherTheRecordingWasFinished) {
  const ContainerReading whole(file_of({kStart, kEvents, kEnd}));
  EXPECT_TRUE(whole.is_complete);
  EXPECT_TRUE(whole.finished);
  EXPECT_EQ(whole.packets, 3u);
  const ContainerReading with_errors(file_of({kStart, kEvents, end_with(8, 0)}));
  EXPECT_TRUE(with_errors.is_complete);
  EXPECT_FALSE(with_errors.finished);
  for (const ByteVector& end : {with_byte(kEnd, 16, 9), packet_bytes(3, {}), ByteVector{}}) {
    const ContainerReading unfinished(file_of({kStart, kEvents, end}));
    EXPECT_FALSE(unfinished.is_complete);
    EXPECT_FALSE(unfinished.finished);
  }
}

TEST(XrecContainer, KeepsMetadataBeforeTheBadEntryAndTheLastOfEqualKeys) {
  Raw metadata;
  metadata.u32(5).add(text_entry("a", "1")).add(text_entry("b", "2")).add(text_entry("a", "3"));
  metadata.text("list").kind(Kind::list).u32(2).kind(Kind::text).text("x").kind(Kind::null);
  metadata.text("bad").u8(99);
  Problems problems;
  const Metadata read = read_metadata(metadata.bytes, problems);
  EXPECT_EQ(codes(problems), "bad-metadata@0");
  EXPECT_NE(problems.list()[0].message.find("(key \"bad\")"), std::string::npos)
      << problems.list()[0].message;
  std::string entries;
  for_each_root(read.tree, read.entries(), [&](PropertyTree::Node, const PropertyNode& node) {
    entries += std::string(node.name) + "=";
    entries += is_text(node.type) ? node.text_value() : to_text(node.type);
    entries += ";";
  });
  EXPECT_EQ(entries, "b=2;a=3;list=list;");
  EXPECT_EQ(read.tree[*find_path(read.tree, read.entries(), "list/0")].text_value(), "x");
  EXPECT_EQ(read.tree[*find_path(read.tree, read.entries(), "list/1")].type, PropertyType::null);
}

TEST(XrecContainer, GivesAnEventPacketAgainByItsPlace) {
  const ByteVector file = file_of({kStart, kEvents, kEnd});
  const auto packet = event_packet_at(file, 60);
  ASSERT_TRUE(packet.has_value());
  EXPECT_EQ(packet->header.events, 2u);
  EXPECT_EQ(packet->block.size(), small_block().size());
  for (const std::uint64_t offset : {0u, 8u, 61u, 347u, 398u, 399u, 400u, 100000u}) {
    EXPECT_FALSE(event_packet_at(file, offset).has_value()) << offset;
  }
}

TEST(XrecContainer, KeepsThePacketsInFrontOfACut) {
  const std::vector<ByteVector> packets{kStart, kEvents, packet_bytes(50, ByteVector(3)), kEvents,
                                        packet_bytes(3, end_payload(5, 4))};
  const ByteVector whole = file_of(packets);
  std::vector<std::size_t> ends{kSignature.size()};
  for (const ByteVector& packet : packets) ends.push_back(ends.back() + packet.size());
  constexpr std::array kEventsUpTo{0, 0, 2, 2, 4, 4};
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto at = std::ranges::upper_bound(ends, size) - ends.begin();
    const ContainerReading reading(first_bytes(whole, size));
    const std::size_t up_to = at == 0 ? 0 : static_cast<std::size_t>(at) - 1;
    EXPECT_EQ(reading.events, kEventsUpTo[up_to]) << size;
    if (up_to == 0) continue;
    EXPECT_EQ(reading.problems.list().back().code,
              size == ends[up_to] ? "no-end-packet" : "cut-off")
        << size;
  }
}

TEST(XrecContainer, IsReadByManyAtOnce) {
  const ByteVector file = read_file(SCRUBJAY_TEST_DATA "/xrec/seeds/container/own_zstd.xrec");
  std::vector<int> events(4);
  std::vector<std::thread> threads;
  for (int& count : events) {
    threads.emplace_back([&] {
      for (int round = 0; round < 50; ++round) count += ContainerReading(file).events;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(events, std::vector<int>(4, 50 * ContainerReading(file).events));
  EXPECT_GT(events[0], 0);
}

TEST(XrecContainer, WalksPacketsOfAllTypesByTheirHeaders) {
  const ByteVector file = file_of({kStart, packet_bytes(200, ByteVector(5)), kEnd});
  PacketWalker walker(file);
  std::string found;
  while (const auto packet = walker.next()) {
    found += std::to_string(packet->type) + "@" + std::to_string(packet->offset) + " ";
  }
  EXPECT_EQ(found, "1@8 200@60 3@81 ");
  EXPECT_TRUE(walker.at_end());
}

}  // namespace
}  // namespace scrubjay::xrec
