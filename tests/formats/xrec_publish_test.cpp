// What is published while packets are still read is what reading all of them first gives.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "formats/xrec/read/indexer.h"
#include "tests/formats/xrec_recording_maker.h"

namespace scrubjay::xrec {
namespace {

constexpr int kPackets = 170;
constexpr int kEventsOfPacket = 1300;

/// Packets that overlap, and of which some stand before those that begin earlier.
ByteVector session(Compression way) {
  std::mt19937 random(17);
  RecordingMaker maker({.version = 1}, way);
  std::vector<int> packets(kPackets);
  for (int i = 0; i < kPackets; ++i) packets[static_cast<std::size_t>(i)] = i;
  for (std::size_t i = 10; i + 1 < packets.size(); i += 20) std::swap(packets[i], packets[i + 1]);
  for (const int packet : packets) {
    for (int i = 0; i < kEventsOfPacket; ++i) {
      const double rtss = packet + static_cast<double>(random() % 40) / 32.0;
      const auto frame = static_cast<std::int64_t>(rtss * 8);
      const std::string path = "Hall/Object" + std::to_string(packet / 50 * 10 + i % 9);
      maker.position(path, frame, rtss, {static_cast<double>(i % 5), 0, 0});
      if (i % 100 == 0) maker.event("Game.Noise", frame, rtss, {{"Path", path}});
      if (i % 400 == 7)
        maker.scene_graph("a", packet % 2 == 0 ? "Initialize" : "Perform", frame, rtss);
    }
    maker.packet();
  }
  return maker.finish();
}

std::string all_of(const Recording& recording) {
  std::string text;
  for (std::size_t i = 0; i < recording.frame_count(); ++i) {
    text += std::to_string(recording.timeline().number(FrameIndex(i))) + "@" +
            std::to_string(recording.timeline().time(FrameIndex(i))) + " ";
  }
  for (std::size_t i = 0; i < recording.lifetime_count(); ++i) {
    const Lifetime life = recording.lifetime(LifetimeIndex(i));
    text += "\n" + std::string(recording.entity(life.entity).id) + " from " +
            std::to_string(life.first.value);
  }
  for (std::size_t i = 0; i < recording.event_count(); ++i) {
    const EventInfo info = recording.event(EventIndex(i));
    text += "\n" + std::string(info.name) + " " + std::to_string(info.frame.value) + " " +
            std::to_string(info.order) + " " + std::to_string(info.time) + "-" +
            std::to_string(info.end);
  }
  return text;
}

TEST(XrecPublish, FramesOfALargeFileAreThoseOfTheSameEventsInASmallOne) {
  const auto large = recording_of(session(Compression::none));
  const auto small = recording_of(session(Compression::zstd));
  ASSERT_GE(large->file().size(), Indexer::kLeastToPublishEarly);
  ASSERT_LT(small->file().size(), Indexer::kLeastToPublishEarly);
  EXPECT_TRUE(large->problems().empty());
  EXPECT_EQ(all_of(*large), all_of(*small));
  Cursor of_large(large);
  Cursor of_small(small);
  for (std::size_t i = 0; i < large->frame_count(); i += 37) {
    const Frame& a = of_large.seek(FrameIndex(large->frame_count() - 1 - i));
    const Frame& b = of_small.seek(FrameIndex(large->frame_count() - 1 - i));
    ASSERT_EQ(a.entities.size(), b.entities.size());
    for (std::size_t k = 0; k < a.entities.size(); ++k) {
      EXPECT_EQ(a.entities[k].index, b.entities[k].index);
      EXPECT_EQ(a.entities[k].world.position, b.entities[k].world.position);
    }
  }
}

/// An event of the last packet lies before what the packet's header says.
TEST(XrecPublish, AnEventThatItsHeaderHidesComesIntoTheNextFrameThatIsPublished) {
  for (const Compression way : {Compression::none, Compression::zstd}) {
    RecordingMaker maker({.version = 1}, way);
    for (int packet = 0; packet < kPackets; ++packet) {
      for (int i = 0; i < kEventsOfPacket; ++i) maker.position("A", packet, packet, {1, 0, 0});
      maker.packet();
    }
    maker.position("B", 1000, 5.5, {2, 0, 0});
    maker.position("B", 1001, kPackets, {3, 0, 0});
    ByteVector file = maker.finish();
    std::uint64_t last = 0;
    PacketWalker walker(file);
    while (const auto packet = walker.next()) {
      if (packet->is(PacketType::event)) last = packet->offset;
    }
    // No checksum (formats/xrec/README.md, 4.1), and a range that begins where the last event is
    // (4.3).
    file[last + 1] = std::byte{0};
    const std::uint64_t range = last + kPacketHeaderBytes;
    std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(range + 8), 8,
                file.begin() + static_cast<std::ptrdiff_t>(range));
    std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(range + 24), 8,
                file.begin() + static_cast<std::ptrdiff_t>(range + 16));
    const auto recording = recording_of(file);
    ASSERT_EQ(recording->problems().size(), 1u);
    EXPECT_EQ(recording->problems()[0].code, "event-outside-range");
    ASSERT_EQ(recording->frame_count(), std::size_t{kPackets} + 2);
    FrameIndex hidden(0);
    while (recording->timeline().number(hidden) != 1000) ++hidden.value;
    const bool is_large = file.size() >= Indexer::kLeastToPublishEarly;
    EXPECT_EQ(is_large, way == Compression::none);
    EXPECT_EQ(hidden.value == 6, !is_large) << hidden.value;
    Cursor cursor(recording);
    const Frame& frame = cursor.seek(hidden);
    ASSERT_NE(entity_of(*recording, frame, "B"), nullptr);
    EXPECT_EQ(entity_of(*recording, frame, "B")->world.position, glm::dvec3(2, 0, 0));
  }
}

}  // namespace
}  // namespace scrubjay::xrec
