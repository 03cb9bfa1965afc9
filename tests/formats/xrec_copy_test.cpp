// XREC recordings written again: equal events, metadata and order, and what is not known byte for
// byte in its place (formats/xrec/README.md, 9).
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "formats/xrec/read/captured_events.h"
#include "tests/core/bytes_of.h"
#include "tests/core/test_values.h"
#include "tests/formats/written_again.h"
#include "tests/formats/xrec_nrbf_maker.h"
#include "tests/formats/xrec_recording_maker.h"

namespace scrubjay::xrec {
namespace {

Written copied(const ByteVector& source, const char* compression = "none") {
  return written_as("xrec", {.recording = opened(source, {}, "xrec")},
                    {{"compression", compression}});
}

/// Metadata and all events with their fields, one a line.
std::string content_of(const ByteVector& file) {
  Problems problems;
  auto container = Container::open(file, problems);
  if (!container) return "not opened";
  const auto metadata = [](const Metadata& m) { return tree_text(m.tree, m.entries()) + "\n"; };
  std::string text = metadata(container->start_metadata());
  EventPacketReader reader;
  while (const auto step = container->next(problems)) {
    if (!step->packet.is_known()) {
      text += "unknown " + std::to_string(step->packet.type) + " of " +
              std::to_string(step->packet.payload.size()) + "\n";
    }
    if (!step->event) continue;
    visit_events(*step->event, reader, problems, [&](const CapturedEvent& event) {
      PropertyTree tree;
      const PropertyRange fields = reader.properties(event.place, tree);
      text += std::string(event.type_name) + ", " + std::string(event.assembly) + " at " +
              std::to_string(event.frame) + " " + std::to_string(event.rtss) + ": " +
              tree_text(tree, fields) + "\n";
    });
  }
  return text + metadata(container->end_metadata());
}

std::vector<std::string> shared_files() {
  std::vector<std::string> files;
  const std::filesystem::path folder = std::string(SCRUBJAY_SHARED_DATA) + "/xrec";
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".xrec") files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

TEST(XrecCopy, TheWorkedExamplesComeBackToTheByte) {
  const std::string folder = std::string(SCRUBJAY_SHARED_DATA) + "/xrec/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no " << folder;
  for (const char* name : {"doc_complete.xrec", "doc_simple.xrec", "doc_start_end.xrec"}) {
    const ByteVector source = read_file(folder + name);
    EXPECT_EQ(copied(source).file, source) << name;
  }
}

TEST(XrecCopy, EventsMetadataAndOrderAreEqual) {
  const auto files = shared_files();
  if (files.empty()) GTEST_SKIP() << "no recordings in " << SCRUBJAY_SHARED_DATA;
  for (const std::string& path : files) {
    const ByteVector source = read_file(path);
    const std::string expected = content_of(source);
    for (const char* compression : {"none", "zstd"}) {
      EXPECT_TRUE(content_of(copied(source, compression).file) == expected)
          << path << " " << compression;
    }
  }
}

TEST(XrecCopy, UnknownPacketsStayInTheirPlaces) {
  const ByteVector odd{std::byte{1}, std::byte{2}, std::byte{3}};
  const ByteVector events = event_payload(small_block(), 2);
  const ByteVector source =
      file_of({packet_bytes(1, start_payload()), packet_bytes(200, odd), packet_bytes(2, events),
               packet_bytes(77, {}), packet_bytes(2, events), packet_bytes(9, odd),
               packet_bytes(3, end_payload(7, 4))});
  const Written written = copied(source);
  EXPECT_EQ(content_of(written.file), content_of(source));
  PacketWalker walker(written.file);
  std::vector<int> types;
  while (const auto packet = walker.next()) types.push_back(packet->type);
  EXPECT_EQ(types, (std::vector<int>{1, 200, 2, 77, 2, 9, 3}));
}

std::vector<Packet> packets_of(const ByteVector& file) {
  std::vector<Packet> packets;
  PacketWalker walker(file);
  while (const auto packet = walker.next()) packets.push_back(*packet);
  return packets;
}

std::vector<std::string> losses_of(const WriteReport& report) {
  std::vector<std::string> losses;
  for (const WriteLoss& loss : report.losses) {
    losses.push_back(std::to_string(loss.count) + " " + loss.what);
  }
  return losses;
}

TEST(XrecCopy, WhatCannotBeReadWhollyIsCopiedToTheByte) {
  ByteVector bad_utf8 = small_block();
  const auto can = std::ranges::search(bad_utf8, from_hex("43 61 6e"));
  ASSERT_FALSE(can.empty());
  can.front() = std::byte{0xFF};
  const std::vector<ByteVector> packets{packet_bytes(1, start_payload()),
                                        packet_bytes(2, event_payload(bad_utf8, 2)),
                                        packet_bytes(2, event_payload(small_block(), 3)),
                                        packet_bytes(2, event_payload(block_with_value(99, {}), 1)),
                                        packet_bytes(3, end_payload(5, 6))};
  const ByteVector source = file_of(packets);
  const Written written = copied(source, "zstd");
  const std::vector<Packet> before = packets_of(source);
  const std::vector<Packet> after = packets_of(written.file);
  ASSERT_EQ(after.size(), before.size());
  for (std::size_t i = 1; i + 1 < before.size(); ++i) {
    EXPECT_TRUE(std::ranges::equal(after[i].payload, before[i].payload)) << i;
    EXPECT_EQ(after[i].crc, before[i].crc);
  }
}

/// Every packet of a copy has a checksum that fits: what its own says is damaged is left out, one
/// without gets one.
TEST(XrecCopy, ChecksumsAlwaysFit) {
  const ByteVector whole = packet_bytes(2, event_payload(small_block(), 2));
  ByteVector damaged = whole;
  damaged.back() ^= std::byte{1};
  ByteVector unchecked = packet_bytes(2, event_payload(small_block(), 3));
  std::fill_n(unchecked.begin() + 1, 1, std::byte{0});
  std::fill_n(unchecked.begin() + 4, 4, std::byte{0});
  ByteVector end = packet_bytes(3, end_payload(5, 7));
  end.back() ^= std::byte{1};
  ByteVector source = file_of({packet_bytes(1, start_payload()), whole, damaged, unchecked, end});
  source.resize(source.size() + 11);
  const Written written = copied(source);
  const std::vector<Packet> packets = packets_of(written.file);
  ASSERT_EQ(packets.size(), 3U);
  for (const Packet& packet : packets) {
    EXPECT_EQ(packet.flags, kFlagChecksum);
    EXPECT_TRUE(packet.checksum_fits());
  }
  EXPECT_EQ(losses_of(written.report),
            (std::vector<std::string>{"1 event packets whose checksum differs",
                                      "1 end packets that cannot be read",
                                      "11 bytes behind the last whole packet"}));
}

TEST(XrecCopy, WhatACutPacketHadIsALoss) {
  const ByteVector whole = packet_bytes(2, event_payload(small_block(), 2));
  ByteVector source = file_of({packet_bytes(1, start_payload()), whole, whole});
  source.resize(source.size() - 5);
  const Written written = copied(source);
  EXPECT_EQ(packets_of(written.file).size(), 2U);
  EXPECT_EQ(losses_of(written.report),
            (std::vector<std::string>{std::to_string(whole.size() - 5) +
                                      " bytes behind the last whole packet"}));
}

TEST(XrecCopy, SmallPacketsBecomeOneOfTheUsualSize) {
  std::vector<ByteVector> packets{packet_bytes(1, start_payload())};
  for (int i = 0; i < 50; ++i) packets.push_back(packet_bytes(2, event_payload(small_block(), 2)));
  packets.push_back(packet_bytes(3, end_payload(52, 100)));
  const Written written = copied(file_of(packets));
  PacketWalker walker(written.file);
  int count = 0;
  while (walker.next()) ++count;
  EXPECT_EQ(count, 3);
  EXPECT_EQ(content_of(written.file), content_of(file_of(packets)));
}

TEST(XrecCopy, NamesOfTheTypesOfEnumsOfNrbfAreTold) {
  NrbfMaker stream;
  stream.instance(1, "Root", {{"Mode", kObjectMember}, {"Count", kPrimitiveMember, kInt32}});
  stream.instance(-2, "N.Mode", {{"value__", kPrimitiveMember, kInt32}}).out.i32(7);
  stream.out.i32(3);
  const Written written =
      copied(file_of({packet_bytes(1, start_payload()),
                      packet_bytes(2, event_payload(stream.end(), 1, Encoding::nrbf)),
                      packet_bytes(3, end_payload(3, 1))}));
  ASSERT_EQ(written.report.losses.size(), 2U);
  EXPECT_EQ(written.report.losses[1].what, "names of the types of enums");
  EXPECT_EQ(written.report.losses[1].count, 1U);
}

TEST(XrecCopy, NrbfBecomesSelfDescribingAndTheReportSaysSo) {
  const std::string stream = std::string(SCRUBJAY_SHARED_DATA) + "/xrec/nrbf/doc_events.bin";
  if (!std::filesystem::exists(stream)) GTEST_SKIP() << "no " << stream;
  const ByteVector source =
      file_of({packet_bytes(1, start_payload()),
               packet_bytes(2, event_payload(read_file(stream), 2, Encoding::nrbf)),
               packet_bytes(3, end_payload(3, 2))});
  const Written written = copied(source);
  ASSERT_EQ(written.report.losses.size(), 1U);
  EXPECT_EQ(written.report.losses[0].what, "NRBF events");
  EXPECT_EQ(written.report.losses[0].count, 2U);
  EXPECT_EQ(content_of(written.file), content_of(source));
  Problems problems;
  auto container = Container::open(written.file, problems);
  ASSERT_TRUE(container);
  const auto step = container->next(problems);
  ASSERT_TRUE(step && step->event);
  EXPECT_EQ(step->event->header.encoding, static_cast<std::uint8_t>(Encoding::self_describing));
}

}  // namespace
}  // namespace scrubjay::xrec
