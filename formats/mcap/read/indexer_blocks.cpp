#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include "core/concurrency/ordered_pipeline.h"
#include "formats/mcap/read/indexer.h"

// Blocks in order: what the records behind a chunk tell of its messages is enough for topics whose
// messages stand for themselves, others are inflated, several at a time.

namespace scrubjay::mcap {

namespace {

/// Less than that is done sooner than threads are started.
constexpr std::uint64_t kLeastForThreads = std::uint64_t{2} << 20;

/// A block on its way through the pass.
struct BlockJob {
  std::uint32_t row = 0;
  bool is_inflated = false;
  LoadedBlock block;                   ///< inflated
  std::vector<MessagePlace> messages;  ///< else
};

}  // namespace

/// Times and channels are all that the index pass asks of such messages; of poses also in which
/// frame they are, where that can be an entity.
bool Indexer::is_told_by_index(const std::vector<MessagePlace>& messages) const {
  return std::ranges::all_of(messages, [&](const MessagePlace& message) {
    const ReadChannel* const channel = index_.channel(message.channel);
    if (channel == nullptr) return false;
    return channel->role == Role::unread || channel->role == Role::state ||
           (channel->role == Role::pose && !has_transforms_);
  });
}

/// Goes by the channels of the summary alone, so that it is the same each time.
void Indexer::choose_blocks() {
  const FileMap& map = index_.map;
  is_inflated_.assign(map.blocks.size(), true);
  if (index_.is_own || !map.has_summary || !map.statistics) return;
  std::vector<std::uint64_t> counts(index_.channels.size());
  bool has_all = true;
  for (std::size_t row = 0; row < map.blocks.size() && !builder_.cancelled(); ++row) {
    const Block& block = map.blocks[row];
    for (const Block& part : block.all()) {
      const auto told = indexed_messages(index_.file, part);
      has_all = has_all && told;
      if (!told && part.indexes_size > 0) {
        at_.record = part.record;
        tell(Severity::warning, "bad-index",
             "The index of a chunk cannot be right: what is in the chunk counts.");
      }
      if (!told) continue;
      for (const MessagePlace& message : *told) ++counts[message.channel];
      // Of several that are read as one what is wrong with one is known only by looking at it.
      is_inflated_[row] = !block.parts.empty() || !is_told_by_index(*told);
    }
  }
  if (!has_all || builder_.cancelled() || is_counted(counts)) return;
  // Indexes that leave messages out are not to be believed.
  at_.record = 0;
  tell(Severity::warning, "bad-index",
       "The indexes of the chunks list other messages than the statistics: all chunks are gone "
       "through.");
  is_inflated_.assign(map.blocks.size(), true);
}

/// The statistics count as many messages, by channel where they do.
bool Indexer::is_counted(std::span<const std::uint64_t> counts) const {
  const StatisticsRecord& statistics = *index_.map.statistics;
  return std::reduce(counts.begin(), counts.end()) == statistics.messages &&
         std::ranges::all_of(statistics.channels, [&](const auto& channel) {
           return counts[channel.first] == channel.second;
         });
}

void Indexer::run_indexed(std::uint32_t row, const std::vector<MessagePlace>& messages) {
  at_ = {row, 0, index_.map.blocks[row].record};
  index_.notes[row].places_sum = sum_of_places(messages);
  for (std::uint32_t i = 0; i < messages.size(); ++i) {
    at_.message = i;
    MessageRecord message;
    message.channel = messages[i].channel;
    message.log_time = messages[i].log_time;
    take(messages[i], message);
  }
  add_steps();
}

void Indexer::run_blocks() {
  choose_blocks();
  const std::vector<Block>& blocks = index_.map.blocks;
  std::uint32_t next = 0;
  const auto claim = [&](BlockJob& job) -> std::optional<std::uint64_t> {
    if (next == blocks.size() || builder_.cancelled()) return std::nullopt;
    job.row = next++;
    job.is_inflated = is_inflated_[job.row];
    return job.is_inflated ? blocks[job.row].size : blocks[job.row].indexes_size;
  };
  const auto make_work = [&] {
    return [&](BlockJob& job) {
      if (job.is_inflated) {
        job.block = load_block(index_.file, blocks[job.row]);
      } else {
        job.messages = *indexed_messages(index_.file, blocks[job.row]);
      }
    };
  };
  const bool has_inflated = std::ranges::find(is_inflated_, true) != is_inflated_.end();
  const bool is_small = !has_inflated || index_.file.size() < kLeastForThreads;
  OrderedPipeline<BlockJob> pipeline(is_small ? 0 : helper_threads(), claim, make_work);
  while (BlockJob* const job = pipeline.take()) {
    if (builder_.cancelled()) return;
    if (job->is_inflated) {
      run_block(job->row, job->block);
    } else {
      run_indexed(job->row, job->messages);
    }
    builder_.progress(index_.file.size() / blocks.size() * job->row);
  }
}

}  // namespace scrubjay::mcap
