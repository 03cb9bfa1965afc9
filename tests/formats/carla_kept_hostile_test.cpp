// CARLA files with damage in the packets of what they keep: every prefix, and thousands of
// mutations, also of what is inside compressed parts. That nothing breaks is for the sanitizers to
// see.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/little_bytes.h"
#include "core/recording.h"
#include "formats/carla/carla.h"
#include "formats/carla/header.h"
#include "formats/carla/kept.h"
#include "formats/carla/write/writer.h"
#include "formats/kept/limits.h"
#include "formats/kept/packed_bytes.h"
#include "formats/kept/varint.h"
#include "tests/core/bytes_of.h"
#include "tests/core/made_recording.h"
#include "tests/core/test_values.h"
#include "tests/formats/carla_test_file.h"
#include "tests/formats/written_again.h"

namespace scrubjay::carla {
namespace {

ByteVector made_file(std::size_t frames = 12) {
  MadeScene scene = random_scene(7, frames, 3);
  const auto source = made_recording(std::make_shared<MadeScene>(scene));
  source->index();
  return written_as("carla", {.recording = source}).file;
}

/// Opened and used; returns the frames that decode without a problem.
std::size_t whole_frames_of(ByteVector file) {
  auto opened = kFormat.open(InputFile::from_memory("hostile.log", std::move(file)));
  if (!opened) return 0;
  (*opened)->index();
  return scrubjay::use(*opened);
}

TEST(CarlaKeptHostile, EveryPrefixIsReadAsFarAsItIsWhole) {
  const ByteVector file = made_file();
  ASSERT_EQ(whole_frames_of(file), 12U);
  const auto header = read_header(file);
  for (std::size_t size = 0; size < file.size(); ++size) {
    const ByteVector part(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_LE(whole_frames_of(part), 12U);
    if (size <= header->bytes || !find_kept(part, header->bytes)) continue;
    // It keeps a recording by now: without its end mark it is not whole, and says so.
    const auto recording = indexed(part);
    EXPECT_FALSE(recording->is_complete()) << size;
    EXPECT_NE(problem_codes(*recording).find("cut-off"), std::string::npos) << size;
  }
}

TEST(CarlaKeptHostile, MutationsDoNotBreakIt) {
  const ByteVector original = made_file();
  std::mt19937 random(5);
  std::size_t whole = 0;
  for (int round = 0; round < 3000; ++round) {
    ByteVector file = original;
    for (std::uint32_t n = random() % 4 + 1; n > 0; --n) {
      const std::size_t at = random() % file.size();
      constexpr std::array<std::uint8_t, 6> kValues{0, 1, 0x7F, 0x80, 0xF0, 0xFF};
      file[at] = std::byte{random() % 2 == 0 ? kValues[random() % kValues.size()]
                                             : static_cast<std::uint8_t>(random())};
    }
    whole += whole_frames_of(std::move(file));
  }
  EXPECT_GT(whole, 3000U);
}

/// The file with each part that is compressed changed inside by `change`.
template <class Change>
ByteVector changed_inside(const ByteVector& file, Change change) {
  const auto header = read_header(file);
  ByteVector out(file.begin(), file.begin() + static_cast<std::ptrdiff_t>(header->bytes));
  PacketWalker walker(file, header->bytes, file.size());
  while (const auto packet = walker.next()) {
    ByteVector body(packet->body.begin(), packet->body.end());
    const auto own = kept_packet(*packet);
    const bool is_group = own && own->kind == kept::PacketKind::group;
    if (is_group || (own && own->kind == kept::PacketKind::rows)) {
      const std::size_t head = kKeptMagic.size() + 1 + (is_group ? 8 : 12);
      ByteVector inside;
      EXPECT_EQ(
          kept::Unpacker().unpack(Bytes(body).subspan(head), kept::limits::kMostTableBytes, inside),
          nullptr);
      change(inside);
      body.resize(head);
      EXPECT_TRUE(kept::pack(inside, body));
    }
    out.push_back(std::byte{packet->id});
    put_little(out, static_cast<std::uint32_t>(body.size()));
    out.insert(out.end(), body.begin(), body.end());
  }
  return out;
}

TEST(CarlaKeptHostile, MutationsInsideCompressedPartsDoNotBreakIt) {
  const ByteVector original = made_file();
  ASSERT_EQ(whole_frames_of(changed_inside(original, [](ByteVector&) {})), 12U);
  std::mt19937 random(6);
  for (int round = 0; round < 3000; ++round) {
    whole_frames_of(changed_inside(original, [&](ByteVector& inside) {
      for (auto n = random() % 3 + 1; n > 0 && !inside.empty(); --n) {
        inside[random() % inside.size()] = static_cast<std::byte>(random());
      }
      if (random() % 8 == 0) inside.resize(random() % (inside.size() + 1));
    }));
  }
}

TEST(CarlaKeptHostile, PromisesOfManyBytesAreNotBelieved) {
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

TEST(CarlaKeptHostile, FramesThatAreLostAreOneProblemAndShownAsCarlasPacketsSayThem) {
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
TEST(CarlaKeptHostile, OtherVersionsAndOtherPeoplesPacketsShowCarlasPackets) {
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
