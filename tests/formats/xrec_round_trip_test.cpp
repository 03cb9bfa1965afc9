// Recordings of every format written as XREC and read again: nothing of them may differ. Numbers
// are compared by their bits, since every value is kept exactly; nothing had to be excepted.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include "formats/format.h"
#include "formats/xrec/kept.h"
#include "formats/xrec/read/captured_events.h"
#include "formats/xrec/xrec.h"
#include "tests/core/bytes_of.h"
#include "tests/core/test_values.h"
#include "tests/formats/recording_dump.h"
#include "tests/formats/written_again.h"
#include "tests/formats/xrec_test_file.h"

namespace scrubjay::xrec {
namespace {

ByteVector written(WriteRequest request, WriteOptions options = {}) {
  return written_as("xrec", std::move(request), std::move(options)).file;
}

/// The first line that differs, with the one before it.
std::string first_difference(const std::string& a, const std::string& b) {
  const std::size_t at = static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
  const std::size_t begin = a.rfind('\n', at > 0 ? at - 1 : 0);
  const auto line = [&](const std::string& text) {
    const std::size_t from = begin == std::string::npos ? 0 : begin + 1;
    return text.substr(from, 400);
  };
  return "expected: " + line(a) + "\nfound: " + line(b);
}

void expect_kept(const std::shared_ptr<Recording>& source, const ByteVector& file,
                 const std::string& what) {
  const auto again = opened(file);
  ASSERT_NE(again, nullptr);
  for (const Problem& problem : again->problems()) ADD_FAILURE() << what << describe(problem);
  EXPECT_EQ(again->info().format, "xrec");
  const std::string expected = tables_and_extras_dump(*source);
  const std::string found = tables_and_extras_dump(*again);
  EXPECT_TRUE(expected == found) << what << ": " << first_difference(expected, found);
  ASSERT_EQ(again->frame_count(), source->frame_count());
  Cursor there(source);
  Cursor here(again);
  for (std::size_t i = 0; i < source->frame_count(); ++i) {
    const Frame& a = there.seek(FrameIndex(i));
    const Frame& b = here.seek(FrameIndex(i));
    ASSERT_TRUE(same_frame(*source, a, *again, b))
        << what << ": " << first_difference(frame_dump(*source, a), frame_dump(*again, b));
  }
}

std::vector<std::string> samples() {
  std::vector<std::string> files{std::string(SCRUBJAY_ASSETS) + "/sample.log",
                                 std::string(SCRUBJAY_ASSETS) + "/sample.fbf",
                                 std::string(SCRUBJAY_ASSETS) + "/sample_saved.fbf"};
  const std::string shared = SCRUBJAY_SHARED_DATA;
  for (const char* name :
       {"/carla/DistanceToLaneCenter.log", "/framebyframe/ExampleFrameData.txt"}) {
    if (std::filesystem::exists(shared + name)) files.push_back(shared + name);
  }
  return files;
}

TEST(XrecRoundTrip, KeepsEverythingOfOtherFormats) {
  for (const std::string& path : samples()) {
    const auto source = opened(path);
    ASSERT_NE(source, nullptr);
    expect_kept(source, written({.recording = source}), path);
  }
}

TEST(XrecRoundTrip, KeepsEverythingWithoutCompression) {
  const auto source = opened(std::string(SCRUBJAY_ASSETS) + "/sample.fbf");
  ASSERT_NE(source, nullptr);
  expect_kept(source, written({.recording = source}, {{"compression", "none"}}), "none");
}

TEST(XrecRoundTrip, MotionEventsAreEventsOfThePage) {
  const auto source = opened(std::string(SCRUBJAY_ASSETS) + "/sample.log");
  ASSERT_NE(source, nullptr);
  const auto again = opened(written({.recording = source}));
  ASSERT_NE(again, nullptr);
  PropertyTree details;
  const PropertyRange range = again->details(details);
  const auto node =
      find_path(details, range, "captured_by_type/MAGES.Recorder.PositionChangeEvent");
  ASSERT_TRUE(node.has_value());
  EXPECT_GT(details[*node].integer, 1000);
}

TEST(XrecRoundTrip, SeeksInAnyOrderGiveTheSameFrames) {
  const auto source = opened(std::string(SCRUBJAY_ASSETS) + "/sample.fbf");
  ASSERT_NE(source, nullptr);
  const auto again = opened(written({.recording = source}));
  ASSERT_NE(again, nullptr);
  ASSERT_EQ(again->frame_count(), source->frame_count());
  Cursor there(source);
  Cursor here(again);
  std::mt19937 random(5);
  for (int i = 0; i < 200; ++i) {
    const FrameIndex frame(random() % source->frame_count());
    ASSERT_TRUE(same_frame(*again, here.seek(frame), *source, there.seek(frame))) << frame.value;
  }
}

TEST(XrecRoundTrip, EventsAreReadAloneAndLeaveTheFrameAsItIs) {
  const auto source = opened(std::string(SCRUBJAY_ASSETS) + "/sample.log");
  ASSERT_NE(source, nullptr);
  const auto again = opened(written({.recording = source}));
  ASSERT_NE(again, nullptr);
  ASSERT_EQ(again->event_count(), source->event_count());
  Cursor there(source);
  Cursor here(again);
  const std::string before = frame_dump(*again, here.seek(FrameIndex(3)));
  for (std::size_t i = 0; i < again->event_count(); ++i) {
    PropertyTree expected;
    PropertyTree found;
    const PropertyRange a = there.read_event(EventIndex(i), expected);
    const PropertyRange b = here.read_event(EventIndex(i), found);
    ASSERT_EQ(scrubjay::xrec::tree_text(found, b), scrubjay::xrec::tree_text(expected, a)) << i;
  }
  EXPECT_EQ(frame_dump(*again, here.frame()), before);
}

/// The frames of `from` in [first, end) as they are, but for their rows.
TEST(XrecRoundTrip, APartHasTheFramesOfThatTime) {
  const auto source = opened(std::string(SCRUBJAY_ASSETS) + "/sample.log");
  ASSERT_NE(source, nullptr);
  const Timeline& timeline = source->timeline();
  const auto again = opened(written({.recording = source,
                                     .from = timeline.time(FrameIndex(100)),
                                     .to = timeline.time(FrameIndex(149))}));
  ASSERT_NE(again, nullptr);
  ASSERT_EQ(again->frame_count(), 50U);
  Cursor there(source);
  Cursor here(again);
  for (std::size_t i = 0; i < 50; ++i) {
    const Frame& expected = there.seek(FrameIndex(100 + i));
    const Frame& found = here.seek(FrameIndex(i));
    EXPECT_EQ(found.number, expected.number);
    EXPECT_EQ(found.time, expected.time);
    ASSERT_EQ(found.entities.size(), expected.entities.size());
    EXPECT_EQ(found.events.size(), expected.events.size());
    for (std::size_t k = 0; k < found.entities.size(); ++k) {
      EXPECT_EQ(again->entity(found.entities[k].index).id,
                source->entity(expected.entities[k].index).id);
      EXPECT_EQ(scrubjay::xrec::tree_text(found.tree, found.entities[k].properties),
                scrubjay::xrec::tree_text(expected.tree, expected.entities[k].properties));
    }
  }
}

TEST(XrecRoundTrip, ChosenEntitiesStayAlone) {
  const auto source = opened(std::string(SCRUBJAY_ASSETS) + "/sample.log");
  ASSERT_NE(source, nullptr);
  const EntityIndex wanted(7);
  const auto again =
      opened(written({.recording = source, .entities = std::vector<EntityIndex>{wanted}}));
  ASSERT_NE(again, nullptr);
  ASSERT_EQ(again->entity_count(), 1U);
  EXPECT_EQ(again->entity(EntityIndex(0)).id, source->entity(wanted).id);
  for (std::size_t i = 0; i < again->event_count(); ++i) {
    const EntityIndex entity = again->event(EventIndex(i)).entity;
    EXPECT_TRUE(!entity.exists() || entity.value == 0);
  }
}

TEST(XrecRoundTrip, OtherCoordinatesAreThoseOfTheCursor) {
  const auto source = opened(std::string(SCRUBJAY_ASSETS) + "/sample.log");
  ASSERT_NE(source, nullptr);
  const CoordinateSystem target = *CoordinateSystem::parse("right=+x,up=+y,forward=-z,metres=1");
  const auto again = opened(written({.recording = source, .coordinates = target}));
  ASSERT_NE(again, nullptr);
  EXPECT_EQ(again->info().coordinates, target);
  Cursor there(source);
  there.set_coordinates(target);
  Cursor here(again);
  for (const std::size_t i : {0U, 17U, 300U}) {
    EXPECT_EQ(frame_dump(*again, here.seek(FrameIndex(i))),
              frame_dump(*source, there.seek(FrameIndex(i))));
  }
}

TEST(XrecRoundTrip, ARecordingOfOursIsCopiedAsItIs) {
  const auto source = opened(std::string(SCRUBJAY_ASSETS) + "/sample_saved.fbf");
  ASSERT_NE(source, nullptr);
  const auto once = opened(written({.recording = source}));
  ASSERT_NE(once, nullptr);
  expect_kept(source, written({.recording = once}), "twice");
  // A part of it is made anew from its frames.
  expect_kept(source, written({.recording = once, .from = -1.0e9}), "twice, from its frames");
}

TEST(XrecRoundTrip, CancellingAndARefusingSinkGiveErrors) {
  const auto source = opened(std::string(SCRUBJAY_ASSETS) + "/sample.log");
  ASSERT_NE(source, nullptr);
  const std::atomic<bool> cancelled{true};
  const auto stopped = kWriter.write({.recording = source}, cancelled, [](Bytes) { return true; });
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, "cancelled");
  int left = 3;
  const auto full =
      kWriter.write({.recording = source}, kNotCancelled, [&](Bytes) { return --left > 0; });
  ASSERT_FALSE(full);
  EXPECT_EQ(full.error().code, "not-written");
  for (const WriteOptions& options :
       {WriteOptions{{"compression", "lz4"}}, WriteOptions{{"level", "3"}}}) {
    const auto refused = kWriter.write({.recording = source, .options = options}, kNotCancelled,
                                       [](Bytes) { return true; });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, "option");
  }
}

TEST(XrecRoundTrip, DamageCostsTheGroupOnly) {
  const auto source = opened(std::string(SCRUBJAY_ASSETS) + "/sample.log");
  ASSERT_NE(source, nullptr);
  const ByteVector whole = written({.recording = source});
  std::vector<Packet> packets;  // with groups of frames
  PacketWalker walker(whole);
  EventPacketReader reader;
  Problems problems_of_packets;
  while (const auto packet = walker.next()) {
    const auto events = event_packet_at(whole, packet->offset);
    CapturedEvent event;
    const bool is_group = events && reader.open(*events, problems_of_packets) &&
                          reader.next(event, problems_of_packets) && event.type_name == kKeptEvent;
    if (is_group) packets.push_back(*packet);
  }
  ASSERT_GE(packets.size(), 4U);
  ByteVector damaged = whole;
  const Packet& lost = packets[packets.size() / 2];
  damaged[static_cast<std::size_t>(lost.end()) - 9] ^= std::byte{0x40};
  const auto again = opened(damaged);
  ASSERT_NE(again, nullptr);
  const auto problems = again->problems();
  EXPECT_TRUE(std::ranges::any_of(
      problems, [](const Problem& problem) { return problem.code == "checksum"; }));
  EXPECT_GT(again->frame_count(), source->frame_count() / 4);
  EXPECT_LT(again->frame_count(), source->frame_count());
  Cursor there(source);
  Cursor here(again);
  std::size_t same = 0;
  for (std::size_t i = 0; i < again->frame_count(); ++i) {
    const Frame& found = here.seek(FrameIndex(i));
    EXPECT_TRUE(found.problems.empty());
    FrameIndex original(0);
    while (source->timeline().number(original) != found.number) ++original.value;
    const Frame& expected = there.seek(original);
    if (found.entities.size() == expected.entities.size()) ++same;
  }
  EXPECT_GT(same, again->frame_count() / 2);
}

}  // namespace
}  // namespace scrubjay::xrec
