#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/growing_column.h"
#include "core/recording.h"
#include "core/text.h"
#include "formats/mcap/read/block_store.h"
#include "formats/mcap/read/channel.h"
#include "formats/mcap/read/file_map.h"

namespace scrubjay::mcap {

/// Which messages make a frame, in the order of blocks and of the messages in them.
struct FrameMessages {
  std::uint32_t first_block = 0, first = 0;
  std::uint32_t end_block = 0, end = 0;  ///< the first one behind it is in this block
};

/// The last message in a block that says something of an entity.
struct Step {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  std::uint32_t block = 0;
  std::uint32_t message = 0;  ///< in the block
  std::uint32_t item = 0;     ///< in the message
  std::uint32_t previous = kNone;
  std::uint32_t jump = kNone;  ///< one farther back: leads to any in O(log n)
  std::uint32_t depth = 0;     ///< how many are before it
};

/// What decoders need of an entity; its row is its EntityIndex.
struct EntityKey {
  EntityKey() = default;
  explicit EntityKey(std::string_view text) : key(text) {}

  std::string_view key;  ///< see KeyText
  std::atomic<std::uint32_t> last_step{Step::kNone};
};

/// What the index pass knows of a block.
struct BlockNote {
  /// It was inflated, and what is wrong with it is told.
  bool is_seen = false;
  /// Else: the sum of the places of its messages, as indexes tell them; 0: it was not asked for.
  std::uint64_t places_sum = 0;
};

struct SchemaText {
  std::string name, encoding, data;
};

/// What the index pass leaves for decoders beside the Recording's own tables. Grows while decoders
/// of published frames read it: what a published frame needs does not change any more.
struct FileIndex {
  FileIndex(Bytes bytes, FileMap found) : file(bytes), map(std::move(found)), blocks(bytes) {}

  Bytes file;
  FileMap map;  ///< its blocks are all there before the first frame
  bool is_own = false;
  std::uint64_t zero = 0;  ///< log time of the recording's zero, nanoseconds
  /// Frames, lives and events are as the file's own index tells them (formats/mcap/README.md, 6.1):
  /// what is decoded of a frame is held against it.
  bool is_carried = false;
  /// By block; there before its frames are.
  std::vector<BlockNote> notes;
  mutable BlockStore blocks;
  std::array<std::atomic<const ReadChannel*>, 65536> channels{};
  std::map<std::uint16_t, SchemaText> schema_texts;   ///< of the index pass
  std::deque<ReadChannel> all_channels;               ///< likewise
  std::vector<std::unique_ptr<ProtoSchema>> schemas;  ///< likewise
  TextArena keys;                                     ///< likewise
  GrowingColumn<FrameMessages> frames;
  GrowingColumn<EntityKey> entities;
  GrowingColumn<Step> steps;

  std::shared_ptr<const LoadedBlock> block(std::uint32_t row) const {
    return blocks.get(map.blocks[row], row);
  }
  const ReadChannel* channel(std::uint16_t id) const {
    return channels[id].load(std::memory_order_acquire);
  }
  Seconds seconds(std::uint64_t log_time) const {
    constexpr double kNanoseconds = 1e9;
    const bool is_before = log_time < zero;
    const auto distance = static_cast<double>(is_before ? zero - log_time : log_time - zero);
    return (is_before ? -distance : distance) / kNanoseconds;
  }
  /// The entity's last step in a block before `block`; kNone for none. O(log n).
  std::uint32_t step_before(EntityIndex entity, std::uint32_t block) const {
    std::uint32_t at = entities[entity.value].last_step.load(std::memory_order_acquire);
    while (at != Step::kNone && steps[at].block >= block) {
      const std::uint32_t jump = steps[at].jump;
      at = jump != Step::kNone && steps[jump].block >= block ? jump : steps[at].previous;
    }
    return at;
  }
  /// For the index pass.
  void add_step(EntityIndex entity, Step step) {
    std::atomic<std::uint32_t>& last = entities.writable(entity.value).last_step;
    step.previous = last.load(std::memory_order_relaxed);
    if (step.previous != Step::kNone) {
      // As far back as two equal jumps before would lead, else one.
      const Step& before = steps[step.previous];
      step.depth = before.depth + 1;
      step.jump = step.previous;
      if (before.jump != Step::kNone) {
        const Step& far = steps[before.jump];
        const bool is_even = far.jump != Step::kNone &&
                             before.depth - far.depth == far.depth - steps[far.jump].depth;
        if (is_even) step.jump = far.jump;
      }
    }
    const auto row = static_cast<std::uint32_t>(steps.size());
    steps.append(step);
    last.store(row, std::memory_order_release);
  }
};

/// The places of messages and events in one number.
constexpr std::uint64_t packed_place(std::uint32_t block, std::uint32_t message) {
  return std::uint64_t{block} << 32 | message;
}

}  // namespace scrubjay::mcap
