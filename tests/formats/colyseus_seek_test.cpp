// Frames are sought from the nearest checkpoint, and played again without new memory.
#include <gtest/gtest.h>

#include "formats/colyseus/read/checkpoints.h"
#include "tests/core/allocation_counter.h"
#include "tests/formats/colyseus_test_file.h"

namespace scrubjay::colyseus {
namespace {

constexpr std::size_t kPlayers = 40;

void add(ByteVector& bytes, std::size_t byte) { bytes.push_back(static_cast<std::byte>(byte)); }

/// A name that does not fit into a std::string itself.
void add_name(ByteVector& bytes, std::size_t player, std::size_t step) {
  const std::string name =
      "a player with number " + std::to_string(player % 10) + std::to_string(step % 10);
  add(bytes, 0xA0 + name.size());
  for (const char c : name) add(bytes, static_cast<unsigned char>(c));
}

void add_key(ByteVector& bytes, std::size_t player) {
  add(bytes, 0xA1);
  add(bytes, 'A' + player);
}

/// All players, in the oldest generation: the second one names them by number.
ByteVector nested_message(std::size_t step) {
  ByteVector bytes = bytes_of("00");
  add(bytes, kPlayers);
  for (std::size_t i = 0; i < kPlayers; ++i) {
    if (step == 0) {
      add_key(bytes, i);
    } else {
      add(bytes, i);
    }
    add(bytes, 0);
    add_name(bytes, i, step);
    add(bytes, 1);
    add(bytes, (i + step) % 128);
    add(bytes, 0xC1);
  }
  add(bytes, 0xC1);
  return bytes;
}

ByteVector flat_message(std::size_t step) {
  ByteVector bytes;
  if (step == 0) {
    bytes = bytes_of("80 01 FF 01");
    for (std::size_t i = 0; i < kPlayers; ++i) {
      add(bytes, 0x80);
      add(bytes, i);
      add_key(bytes, i);
      add(bytes, i + 2);
    }
  }
  for (std::size_t i = 0; i < kPlayers; ++i) {
    add(bytes, 0xFF);
    add(bytes, i + 2);
    add(bytes, 0x80);
    add_name(bytes, i, step);
    add(bytes, 0x81);
    add(bytes, (i + step) % 128);
  }
  return bytes;
}

class PlaybackTest : public testing::TestWithParam<const char*> {};

TEST_P(PlaybackTest, AllocatesNothingOnceWarm) {
  const std::string generation = GetParam();
  CaptureMaker maker;
  maker.add(0, 0, players_handshake(generation));
  for (std::size_t step = 0; step < 30; ++step) {
    maker.add(step == 0 ? 1 : 2, 0.05 * static_cast<double>(step + 1),
              generation == "0" ? nested_message(step) : flat_message(step));
  }
  const auto recording = recording_of(maker.bytes(), "play.colycap");
  ASSERT_NE(recording, nullptr);
  EXPECT_EQ(problem_codes(*recording), "");
  Cursor cursor(recording);
  const auto play = [&] {
    for (std::size_t i = 0; i < recording->frame_count(); ++i) cursor.seek(FrameIndex(i));
  };
  play();
  play();
  EXPECT_EQ(allocations_in(play), 0u);
  EXPECT_EQ(cursor.frame().entities.size(), kPlayers + 1);
}

INSTANTIATE_TEST_SUITE_P(Generations, PlaybackTest, testing::Values("0", "1", "3", "5"),
                         [](const auto& param) { return "v" + std::string(param.param); });

/// A tree without anything in it.
class EmptyTree {
 public:
  EmptyTree() {
    schema_.types.emplace_back();
    schema_.finish();
    state_.reset(schema_);
  }
  const State& state() const { return state_; }
  std::size_t bytes() const { return State(state_).bytes(); }

 private:
  Schema schema_;
  State state_;
};

/// Of many clients: room is left for what seeks need.
TEST(Checkpoints, OfFirstStatesTakeAQuarterAtMost) {
  const EmptyTree tree;
  Checkpoints checkpoints(8 * tree.bytes());
  for (std::uint32_t stream = 0; stream < 100; ++stream) {
    checkpoints.add_first(stream, 1, tree.state());
  }
  EXPECT_EQ(checkpoints.count(), 2u);
  EXPECT_TRUE(checkpoints.is_due(Checkpoints::kFirstSpacing)) << "they lie as near as before";
  for (std::uint32_t step = 2; step < 8; ++step) checkpoints.add(0, step, tree.state());
  EXPECT_EQ(checkpoints.count(), 8u);
}

TEST(Checkpoints, GoOneByTwoWhenThereAreTooManyButTheFirstStays) {
  const EmptyTree tree;
  const std::size_t bytes = tree.bytes();
  ASSERT_GT(bytes, 0u);
  Checkpoints checkpoints(8 * bytes + bytes / 2);
  for (std::uint32_t step = 1; step <= 40; ++step) {
    checkpoints.add(0, step, tree.state());
    ASSERT_LE(checkpoints.bytes(), 8 * bytes + bytes / 2);
    ASSERT_EQ(checkpoints.bytes(), checkpoints.count() * bytes);
    const auto first = checkpoints.before(0, 1);
    ASSERT_NE(first, nullptr);
    EXPECT_EQ(first->step, 1u);
  }
  EXPECT_GE(checkpoints.count(), 4u);
  EXPECT_EQ(checkpoints.before(1, 40), nullptr) << "of another stream";
}

}  // namespace
}  // namespace scrubjay::colyseus
