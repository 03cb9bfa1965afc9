// Every prefix and seeded mutations of a small container and of an NRBF stream. That nothing breaks
// is for the sanitizers to see; that nothing is lost before the damage is checked here.
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/write/packet_writer.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/xrec_nrbf_maker.h"

namespace scrubjay::xrec {
namespace {

ByteVector nrbf_stream() {
  NrbfMaker stream;
  stream.library(9, "Library");
  stream.objects(1, 4).reference(2).reference(3).null().reference(4);
  stream.instance(2, "N.PositionChangeEvent",
                  {{"<CreateFrame>k__BackingField", kPrimitiveMember, kInt64},
                   {"<CaptureTime>k__BackingField", kPrimitiveMember, kDouble},
                   {"<Path>k__BackingField", kStringMember},
                   {"<Position>k__BackingField", kObjectMember},
                   {"<IsLocal>k__BackingField", kPrimitiveMember, kBoolean},
                   {"other", kObjectMember}},
                  9);
  stream.out.i64(1).f64(1);
  stream.string(5, "Scene/Can");
  stream.instance(-6, "V",
                  {{"x", kPrimitiveMember, kSingle},
                   {"y", kPrimitiveMember, kSingle},
                   {"z", kPrimitiveMember, kSingle}});
  stream.out.f32(1).f32(2).f32(3).u8(1);
  stream.reference(2);
  stream.like(3, 2).out.i64(2).f64(2);
  stream.reference(5).like(-7, -6).out.f32(4).f32(5).f32(6).u8(0);
  stream.out.u8(15).i32(8).i32(4).u8(kByte).raw("abcd");
  stream.like(4, 2).out.i64(3).f64(3);
  stream.reference(5).null().out.u8(0);
  stream.out.u8(7).i32(10).u8(5).i32(2).i32(1).i32(2).i32(0).i32(0).u8(kObjectMember);
  stream.out.u8(13).u8(2);
  return stream.end();
}

/// A container of both encodings and compressions, with every kind of packet.
ByteVector container() {
  PropertyTree metadata;
  metadata.text("app.name", "Test");
  const auto list = metadata.open("tags", PropertyType::list);
  metadata.null("0");
  metadata.close(list);
  ByteVector file;
  PacketWriter writer(into(file), Compression::zstd);
  writer.start({.version = 1}, metadata, metadata.since(0));
  BlockBuilder block;
  for (int i = 0; i < 8; ++i) {
    PropertyTree tree;
    tree.text("Path", "Scene/Can");
    tree.vec3("Position", {1, i, 3}, Precision::float32);
    tree.boolean("IsLocal", true);
    const auto map = tree.open("More", PropertyType::record);
    tag(tree, map, "map");
    tree.integer("a", 1);
    tree.close(map);
    block.add({"PositionChangeEvent", "Assembly", i, 0.5 * i}, tree, tree.since(0));
  }
  writer.events(block);
  const ByteVector more =
      file_of({packet_bytes(50, ByteVector(3)), packet_bytes(2, event_payload(small_block(), 2)),
               packet_bytes(2, event_payload(nrbf_stream(), 3, Encoding::nrbf))});
  PacketWalker walker(more);
  while (const auto packet = walker.next()) writer.copy(more, *packet);
  writer.end(12, true, metadata, metadata.since(0));
  return file;
}

/// Reads everything that can be read. The file stands in a block of exactly its size.
std::size_t read_all(const ByteVector& file, Problems& problems, bool believe_checksums = true) {
  const std::unique_ptr<std::byte[]> exact(new std::byte[file.size()]);
  std::copy(file.begin(), file.end(), exact.get());
  if (!believe_checksums) {
    // Bit 0 of each packet's flags off, so that what is changed is read.
    for (std::uint64_t at = kSignature.size();;) {
      const auto packet = packet_at({exact.get(), file.size()}, at);
      if (!packet) break;
      exact[at + 1] &= std::byte{0xFE};
      at = packet->end();
    }
  }
  auto opened = Container::open({exact.get(), file.size()}, problems);
  if (!opened) return 0;
  std::size_t events = 0;
  EventPacketReader reader;
  PropertyTree tree;
  while (const auto step = opened->next(problems)) {
    if (!step->event) continue;
    visit_events(*step->event, reader, problems, [&](const CapturedEvent& event) {
      ++events;
      tree.clear();
      reader.properties(event.place, tree);
    });
  }
  opened->check_counts(events, problems);
  return events;
}

TEST(XrecHostile, TheContainerIsWhole) {
  Problems problems;
  EXPECT_EQ(read_all(container(), problems), 13u);
  ASSERT_EQ(problems.list().size(), 1u) << codes(problems);
  EXPECT_EQ(problems.list()[0].code, "unknown-packet");
}

TEST(XrecHostile, EveryPrefixKeepsThePacketsBefore) {
  const ByteVector whole = container();
  std::vector<std::uint64_t> ends;
  PacketWalker walker(whole);
  while (const auto packet = walker.next()) ends.push_back(packet->end());
  ASSERT_EQ(ends.size(), 6u);
  constexpr std::array<std::size_t, 6> kEventsUpTo{0, 8, 8, 10, 13, 13};
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const ByteVector prefix(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    Problems problems;
    const std::size_t packets =
        static_cast<std::size_t>(std::upper_bound(ends.begin(), ends.end(), size) - ends.begin());
    EXPECT_EQ(read_all(prefix, problems), packets == 0 ? 0 : kEventsUpTo[packets - 1]) << size;
    if (packets == 0 || packets == ends.size()) continue;
    const std::string last = problems.list().back().code;
    EXPECT_EQ(last, size == ends[packets - 1] ? "no-end-packet" : "cut-off") << size;
  }
}

TEST(XrecHostile, MutationsOfAContainerBreakNothing) {
  const ByteVector whole = container();
  std::mt19937 random(20231114);
  for (int round = 0; round < 6000; ++round) {
    ByteVector file = whole;
    for (unsigned i = 0; i < 1 + random() % 4; ++i) {
      file[random() % file.size()] = static_cast<std::byte>(random());
    }
    Problems problems;
    EXPECT_LE(read_all(file, problems, round % 4 == 0), 100u);
  }
}

TEST(XrecHostile, MutationsOfAnNrbfStreamBreakNothing) {
  const ByteVector whole = nrbf_stream();
  std::mt19937 random(7);
  NrbfGraph graph;
  int decoded = 0;
  for (int round = 0; round < 10000; ++round) {
    ByteVector stream = whole;
    for (unsigned i = 0; i < 1 + random() % 3; ++i) {
      const std::size_t at = random() % stream.size();
      // Small numbers are record types, lengths and ids: they lead further in.
      stream[at] = static_cast<std::byte>(random() % (round % 2 == 0 ? 256 : 20));
    }
    Problems problems;
    const ByteVector file = file_of({packet_bytes(1, start_payload()),
                                     packet_bytes(2, event_payload(stream, 3, Encoding::nrbf))});
    read_all(file, problems);
    if (graph.decode(stream)) ++decoded;
  }
  // Else the mutations would test nothing but the first check.
  EXPECT_GT(decoded, 500);
}

TEST(XrecHostile, SeveralReadersWorkAtOnce) {
  const ByteVector file = container();
  std::vector<std::size_t> events(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < events.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 50; ++round) {
        Problems problems;
        events[i] += read_all(file, problems);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(events, std::vector<std::size_t>(4, 650));
}

}  // namespace
}  // namespace scrubjay::xrec
