// The second opening of a capture: what the first one left is all there, its checkpoints too, and
// what is forged does no harm.
#include <gtest/gtest.h>

#include <random>

#include "core/index_archive.h"
#include "formats/colyseus/colyseus.h"
#include "formats/colyseus/read/reader.h"
#include "tests/formats/colyseus_test_file.h"
#include "tests/formats/kept_bytes.h"
#include "tests/formats/recording_dump.h"

namespace scrubjay::colyseus {
namespace {

/// Player 3 walks until there has to be a checkpoint.
ByteVector long_patch(std::size_t step) {
  ByteVector patch;
  for (std::size_t i = 0; i < Checkpoints::kFirstSpacing / 4 + 100; ++i) {
    for (const std::size_t byte :
         {std::size_t{0xFF}, std::size_t{3}, std::size_t{0x81}, (step + i) % 128}) {
      patch.push_back(static_cast<std::byte>(byte));
    }
  }
  return patch;
}

/// Players come, walk, are renamed and go; a checkpoint after the first state, and after each of
/// the long patches.
ByteVector long_capture() {
  CaptureMaker maker(R"({"room":"test","sessionId":"Abcdef123"})");
  maker.add(0, 0, players_handshake("5"));
  maker.add(
      1, 0.1,
      bytes_of("80 01 FF 01 80 00 A9 'Abcdef123' 02 80 01 A9 'Bcdefg234' 03 FF 02 80 A3 'Ann' "
               "81 05 82 06 FF 03 80 A3 'Bob'"));
  maker.add(2, 1, long_patch(1));
  maker.add(2, 2, bytes_of("FF 02 81 CA 00 00 C0 3F"));
  maker.add(2, 3, bytes_of("FF 01 40 00 80 02 A9 'Cdefgh345' 04 FF 04 81 07"));
  maker.add(2, 4, long_patch(2));
  maker.add(3, 4.5, bytes_of("A4 'chat' 82 A1 'a' 92 01 C3 A1 'b' C0"));
  maker.add(2, 5, bytes_of("FF 03 80 A4 'Bobo'"));
  maker.add(2, 6, long_patch(3));
  maker.add(2, 7, bytes_of("FF 04 81 09"));
  return maker.bytes();
}

std::shared_ptr<Recording> opened(const ByteVector& bytes) {
  auto recording = kFormat.open(InputFile::from_memory("long.colycap", bytes));
  return recording ? *recording : nullptr;
}

ByteVector kept_index(const Recording& recording) {
  auto bytes = kept_bytes(index_limits_of(recording),
                          [&](IndexWriter& out) { return recording.store_index(out); });
  EXPECT_TRUE(bytes.has_value());
  return std::move(bytes).value_or(ByteVector());
}

bool is_loaded(Recording& recording, const ByteVector& index) {
  IndexReader in(index, {});
  return recording.load_index(in);
}

const ColyseusReader& reader_of(const Recording& recording) {
  return dynamic_cast<const ColyseusReader&>(recording.reader());
}

TEST(SecondOpening, SeeksFromTheSameCheckpoints) {
  const ByteVector file = long_capture();
  const auto first = opened(file);
  first->index();
  ASSERT_EQ(reader_of(*first).checkpoint_count(), 4u);
  const auto second = opened(file);
  ASSERT_TRUE(is_loaded(*second, kept_index(*first)));
  EXPECT_EQ(reader_of(*second).checkpoint_count(), 4u);
  EXPECT_TRUE(whole_dump(first) == whole_dump(second));
  Cursor a(first);
  Cursor b(second);
  std::mt19937 random(5);
  for (int i = 0; i < 60; ++i) {
    const FrameIndex frame(random() % first->frame_count());
    EXPECT_TRUE(same_frame(*first, a.seek(frame), *second, b.seek(frame))) << frame.value;
  }
}

TEST(SecondOpening, ReplacesTheSameSecrets) {
  const ByteVector file = long_capture();
  const auto first = opened(file);
  first->index();
  const auto second = opened(file);
  ASSERT_TRUE(is_loaded(*second, kept_index(*first)));
  const auto texts = [](const Recording& recording) {
    std::string all;
    for (const Secret& secret : recording.reader().secrets()) {
      all += secret.text + " is " + secret.stand_in + "\n";
    }
    return all;
  };
  EXPECT_EQ(texts(*first), "Abcdef123 is client-1\nBcdefg234 is client-2\nCdefgh345 is client-3\n");
  EXPECT_EQ(texts(*first), texts(*second));
}

/// What the second opening keeps is what the first one kept.
TEST(SecondOpening, CanBeKeptAgain) {
  const ByteVector file = long_capture();
  const auto first = opened(file);
  first->index();
  const ByteVector index = kept_index(*first);
  const auto second = opened(file);
  ASSERT_TRUE(is_loaded(*second, index));
  EXPECT_TRUE(kept_index(*second) == index);
}

TEST(SecondOpening, AForgedIndexDoesNoHarm) {
  const ByteVector file = long_capture();
  const auto first = opened(file);
  first->index();
  const std::string expected = whole_dump(first);
  const ByteVector good = kept_index(*first);
  std::size_t refused = 0;
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const unsigned change : {0x01u, 0x80u, 0xFFu}) {
      ByteVector forged = good;
      forged[at] ^= static_cast<std::byte>(change);
      const auto recording = opened(file);
      if (is_loaded(*recording, forged)) {
        Cursor cursor(recording);
        cursor.seek(FrameIndex(recording->frame_count() - 1));
        cursor.seek(FrameIndex(0));
        continue;
      }
      if (++refused % 256 != 0) continue;
      recording->index();
      ASSERT_TRUE(whole_dump(recording) == expected) << at;
    }
  }
  EXPECT_GT(refused, 256u);
}

}  // namespace
}  // namespace scrubjay::colyseus
