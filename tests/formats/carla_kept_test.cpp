// CARLA files with damage in the packets of what they keep, and packets of others.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/recording.h"
#include "formats/carla/carla.h"
#include "formats/carla/header.h"
#include "formats/carla/kept.h"
#include "tests/core/bytes_of.h"
#include "tests/core/made_recording.h"
#include "tests/core/test_values.h"
#include "tests/formats/carla_test_file.h"
#include "tests/formats/written_again.h"

namespace scrubjay::carla {
namespace {

ByteVector made_file() {
  const auto source = made_recording(std::make_shared<MadeScene>(random_scene(7, 12, 3)));
  source->index();
  return written_as("carla", {.recording = source}).file;
}

TEST(CarlaKept, PromisesOfManyBytesAreNotBelieved) {
  ByteVector file = made_file();
  const auto header = read_header(file);
  PacketWalker walker(file, header->bytes, file.size());
  std::vector<std::size_t> places;
  while (const auto packet = walker.next()) {
    const auto own = kept_packet(*packet);
    if (own && own->kind == kept::PacketKind::rows) {
      places.push_back(static_cast<std::size_t>(packet->body_offset()) + kKeptMagic.size() + 13);
    }
  }
  ASSERT_FALSE(places.empty());
  for (std::size_t i = 0; i < 8; ++i) file[places.front() + i] = std::byte{0x7F};
  const auto recording = indexed(file);
  EXPECT_NE(problem_codes(*recording).find("bad-kept"), std::string::npos);
}

/// The file with its first group of frames damaged, so that none of it can be unpacked.
ByteVector without_frames(ByteVector file) {
  PacketWalker walker(file, read_header(file)->bytes, file.size());
  while (const auto packet = walker.next()) {
    const auto own = kept_packet(*packet);
    if (!own || own->kind != kept::PacketKind::group) continue;
    const auto begin = file.begin() + static_cast<std::ptrdiff_t>(packet->body_offset());
    const auto end = begin + static_cast<std::ptrdiff_t>(packet->body.size());
    std::fill(begin + static_cast<std::ptrdiff_t>(kKeptMagic.size()) + 9, end, std::byte{0xA5});
    break;
  }
  return file;
}

TEST(CarlaKept, FramesThatAreLostAreOneProblemAndShownAsCarlasPacketsSayThem) {
  const auto file = InputFile::from_memory("hostile.log", without_frames(made_file()));
  const auto recording = *kFormat.open(file);
  recording->index();
  ASSERT_TRUE(recording->problems().empty());
  Cursor cursor(recording);
  std::vector<Problem> problems;
  for (std::size_t frame = 0; frame < recording->frame_count(); ++frame) {
    for (const Problem& problem : cursor.seek(FrameIndex(frame)).problems) {
      fold_into(problems, problem);
    }
  }
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].code, "bad-kept");
  EXPECT_EQ(problems[0].count, 12U);
  EXPECT_EQ(problems[0].frame, FrameIndex(0));
  EXPECT_NE(problems[0].message.find("--kept ignored"), std::string::npos);
  const auto plain = *kFormat.open(file, {{"kept", "ignored"}});
  plain->index();
  Cursor own(plain);
  std::size_t shown = 0;
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    const std::size_t most = own.seek(FrameIndex(i)).entities.size();
    ASSERT_GT(most, 0U);
    const Frame& frame = cursor.seek(FrameIndex(i));
    EXPECT_LE(frame.entities.size(), most);
    shown += frame.entities.size();
    for (const Entity& entity : frame.entities) {
      bool lives = false;
      recording->visit_alive(frame.index,
                             [&](EntityIndex alive) { lives |= alive == entity.index; });
      EXPECT_TRUE(lives) << entity.name;
      EXPECT_GT(entity.properties.count, 0U);
    }
  }
  EXPECT_GT(shown, 0U);
}

/// A later program's packets, or ones of somebody else's under our number, keep nothing.
TEST(CarlaKept, OtherVersionsAndOtherPeoplesPacketsShowCarlasPackets) {
  for (const char* body : {"Scrubjay\0\3", "Bluejays\0\2"}) {
    RawBytes payload;
    for (int i = 0; i < 10; ++i) payload.put(static_cast<std::uint8_t>(body[i]));
    const auto recording = indexed(RawBytes()
                                       .header()
                                       .frame_start(1, 0)
                                       .packet(2, list_of(1, raw_add(1, "vehicle.x")))
                                       .packet(kKeptPacket, payload)
                                       .frame_end());
    EXPECT_EQ(recording->frame_count(), 1U);
    EXPECT_EQ(recording->entity_count(), 1U);
    EXPECT_TRUE(recording->is_complete());
  }
}

}  // namespace
}  // namespace scrubjay::carla
