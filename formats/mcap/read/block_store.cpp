#include "formats/mcap/read/block_store.h"

#include <lz4frame.h>
#include <zstd.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "formats/compression/crc32.h"
#include "formats/mcap/limits.h"

namespace scrubjay::mcap {

namespace {

struct FreeContexts {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
  void operator()(LZ4F_dctx* context) const { LZ4F_freeDecompressionContext(context); }
};

/// What comes out of the decoder before it runs dry, at most `out.size()` bytes; 0 where there is
/// more to come, unless it `is_cut`.
std::size_t inflate_zstd(Bytes packed, std::span<std::byte> out, bool is_cut) {
  const std::unique_ptr<ZSTD_DCtx, FreeContexts> context(ZSTD_createDCtx());
  if (!context) return 0;
  ZSTD_inBuffer in{packed.data(), packed.size(), 0};
  ZSTD_outBuffer to{out.data(), out.size(), 0};
  while (true) {
    const std::size_t in_before = in.pos;
    const std::size_t out_before = to.pos;
    const std::size_t left = ZSTD_decompressStream(context.get(), &to, &in);
    if (ZSTD_isError(left) != 0 || left == 0) return to.pos;
    if (in.pos == in_before && to.pos == out_before) return is_cut ? to.pos : 0;
  }
}

std::size_t inflate_lz4(Bytes packed, std::span<std::byte> out) {
  LZ4F_dctx* made = nullptr;
  if (LZ4F_isError(LZ4F_createDecompressionContext(&made, LZ4F_VERSION)) != 0) return 0;
  const std::unique_ptr<LZ4F_dctx, FreeContexts> context(made);
  std::size_t done = 0;
  while (true) {
    std::size_t written = out.size() - done;
    std::size_t read = packed.size();
    const std::size_t left =
        LZ4F_decompress(made, out.data() + done, &written, packed.data(), &read, nullptr);
    if (LZ4F_isError(left) != 0) return done;
    done += written;
    packed = packed.subspan(read);
    if (left == 0) return done;
    // With more to come than there is room for it is not what it says.
    if (read == 0 && written == 0) return packed.empty() ? done : 0;
  }
}

Problem block_problem(const Block& block, Severity severity, const char* code,
                      const char* message) {
  Problem problem;
  problem.severity = severity;
  problem.code = code;
  problem.offset = block.record;
  problem.message = message;
  return problem;
}

/// Which messages there are in the records.
void find_messages(const Block& block, LoadedBlock& loaded) {
  RecordReader reader(loaded.records, 0);
  bool has_bad = false;
  while (const auto record = reader.next()) {
    const auto begin = static_cast<std::uint32_t>(record->offset);
    if (record->opcode == kSchema || record->opcode == kChannel) {
      loaded.schemas_and_channels.push_back(begin);
    }
    if (record->opcode != kMessage) continue;
    if (const auto message = read_message(record->content)) {
      loaded.messages.push_back({message->log_time, begin,
                                 static_cast<std::uint32_t>(reader.offset() - begin),
                                 message->channel});
    } else {
      has_bad = true;
    }
  }
  const auto tell = [&](const char* message) {
    loaded.problems.push_back(block_problem(block, Severity::error, "bad-record", message));
  };
  const bool is_chunk = block.record != block.offset;
  if (has_bad && is_chunk) tell("A message is too short: it is left out.");
  if (!reader.is_at_end() && !block.is_cut && is_chunk) {
    tell("The last record of a chunk is not whole: it is left out.");
  }
  std::ranges::stable_sort(loaded.messages, {}, &MessagePlace::log_time);
}

}  // namespace

MessageRecord LoadedBlock::message(std::size_t n) const {
  constexpr std::size_t kHead = 9;
  const MessagePlace& place = messages[n];
  return *read_message(records.subspan(place.begin + kHead, place.size - kHead));
}

namespace {

LoadedBlock load_one(Bytes file, const Block& block, BlockSum known) {
  LoadedBlock loaded;
  const Bytes packed = file.subspan(static_cast<std::size_t>(block.offset),
                                    static_cast<std::size_t>(block.packed_size));
  if (block.compression == ChunkCompression::none) {
    loaded.records = packed.first(std::min<std::size_t>(packed.size(), 0xFFFFFFFF));
  } else {
    loaded.storage_bytes = static_cast<std::size_t>(block.size);
    loaded.storage = std::make_unique_for_overwrite<std::byte[]>(loaded.storage_bytes);
    const std::span<std::byte> out(loaded.storage.get(), loaded.storage_bytes);
    const std::size_t size = block.compression == ChunkCompression::zstd
                                 ? inflate_zstd(packed, out, block.is_cut)
                                 : inflate_lz4(packed, out);
    if (size != out.size() && !block.is_cut) {
      loaded.storage.reset();
      loaded.storage_bytes = 0;
      loaded.problems.push_back(
          block_problem(block, Severity::error, "bad-chunk",
                        "A chunk does not inflate to what it should: it is left out."));
      return loaded;
    }
    loaded.records = out.first(size);
  }
  const bool is_wrong = known == BlockSum::unknown
                            ? block.crc != 0 && compression::crc32(loaded.records) != block.crc
                            : known == BlockSum::wrong;
  if (is_wrong) {
    loaded.has_wrong_sum = true;
    loaded.problems.push_back(
        block_problem(block, Severity::warning, "bad-crc",
                      "The sum of a chunk is not that of its bytes: values may be wrong."));
  }
  find_messages(block, loaded);
  return loaded;
}

/// Several as one: records of each begin where the sizes of those before end.
LoadedBlock load_joined(Bytes file, const Block& block, BlockSum known) {
  LoadedBlock joined;
  joined.storage_bytes = static_cast<std::size_t>(block.size);
  joined.storage = std::make_unique<std::byte[]>(joined.storage_bytes);
  std::uint32_t begin = 0;
  for (const Block& part : block.parts) {
    // Which of them has a wrong sum is not known.
    LoadedBlock loaded = load_one(file, part, known == BlockSum::wrong ? BlockSum::unknown : known);
    std::ranges::copy(loaded.records, joined.storage.get() + begin);
    for (MessagePlace place : loaded.messages) {
      place.begin += begin;
      joined.messages.push_back(place);
    }
    for (const std::uint32_t record : loaded.schemas_and_channels) {
      joined.schemas_and_channels.push_back(begin + record);
    }
    std::ranges::move(loaded.problems, std::back_inserter(joined.problems));
    joined.has_wrong_sum = joined.has_wrong_sum || loaded.has_wrong_sum;
    begin += static_cast<std::uint32_t>(part.size);
  }
  joined.records = {joined.storage.get(), joined.storage_bytes};
  std::ranges::stable_sort(joined.messages, {}, &MessagePlace::log_time);
  return joined;
}

}  // namespace

LoadedBlock load_block(Bytes file, const Block& block, BlockSum known) {
  return block.parts.empty() ? load_one(file, block, known) : load_joined(file, block, known);
}

std::optional<std::vector<MessagePlace>> indexed_messages(Bytes file, const Block& block) {
  constexpr std::uint64_t kLeast = 9 + 2 + 4 + 8 + 8;  // bytes of a message's record
  if (block.indexes_size == 0 || block.size > 0xFFFFFFFF) return std::nullopt;
  RecordReader reader(file.subspan(static_cast<std::size_t>(block.indexes),
                                   static_cast<std::size_t>(block.indexes_size)),
                      block.indexes);
  std::vector<MessagePlace> messages;
  while (const auto record = reader.next()) {
    const auto index =
        record->opcode == kMessageIndex ? read_message_index(record->content) : std::nullopt;
    if (!index) return std::nullopt;
    ByteReader entries(index->entries);
    while (!entries.at_end()) {
      const std::uint64_t log_time = *entries.little<std::uint64_t>();
      const std::uint64_t begin = *entries.little<std::uint64_t>();
      const bool fits = log_time >= block.first && log_time <= block.last && block.size >= kLeast &&
                        begin <= block.size - kLeast;
      if (!fits) return std::nullopt;
      messages.push_back({log_time, static_cast<std::uint32_t>(begin), 0, index->channel});
    }
  }
  if (!reader.is_at_end()) return std::nullopt;
  std::ranges::sort(messages, {}, &MessagePlace::begin);
  for (std::size_t i = 1; i < messages.size(); ++i) {
    if (messages[i].begin - messages[i - 1].begin < kLeast) return std::nullopt;
  }
  std::ranges::stable_sort(messages, {}, &MessagePlace::log_time);
  return messages;
}

std::uint64_t sum_of_places(const std::vector<MessagePlace>& messages) {
  std::uint64_t sum = 0xCBF29CE484222325;
  const auto add = [&](std::uint64_t value) {
    sum = (sum ^ value) * 0x9E3779B97F4A7C15;
    sum ^= sum >> 29;
  };
  for (const MessagePlace& message : messages) {
    add(message.log_time);
    add(std::uint64_t{message.begin} << 16 | message.channel);
  }
  return sum == 0 ? 1 : sum;
}

std::shared_ptr<const LoadedBlock> BlockStore::get(const Block& block, std::uint32_t row) {
  BlockSum sum = BlockSum::unknown;
  {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(kept_, row, &Kept::row);
    if (found != kept_.end()) {
      Kept kept = *found;
      kept_.erase(found);
      kept_.push_back(kept);
      return kept.block;
    }
    if (const auto known = sums_.find(row); known != sums_.end()) sum = known->second;
  }
  // Two threads may inflate one at the same time; none waits for another.
  auto loaded = std::make_shared<const LoadedBlock>(load_block(file_, block, sum));
  const std::lock_guard lock(mutex_);
  sums_[row] = loaded->has_wrong_sum ? BlockSum::wrong : BlockSum::right;
  if (std::ranges::find(kept_, row, &Kept::row) != kept_.end()) return loaded;
  kept_.push_back({row, loaded});
  kept_bytes_ += loaded->memory_bytes();
  while (kept_bytes_ > limits::kMostInflatedBytes && kept_.size() > 1) {
    kept_bytes_ -= kept_.front().block->memory_bytes();
    kept_.pop_front();
  }
  return loaded;
}

}  // namespace scrubjay::mcap
