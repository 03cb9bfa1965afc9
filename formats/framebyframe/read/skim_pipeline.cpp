#include "formats/framebyframe/read/skim_pipeline.h"

#include <memory>
#include <vector>

#include "core/concurrency/ordered_pipeline.h"

namespace scrubjay::framebyframe {

namespace {

constexpr std::uint64_t kBatchBytes = 256 * 1024;
constexpr std::size_t kBatchFrames = 64;
/// Less than that is done sooner than threads are started.
constexpr std::uint64_t kLeastForThreads = 4 << 20;

struct Batch {
  std::size_t first = 0;
  std::size_t end = 0;
  std::vector<SkimmedFrame> frames;  ///< as many as batches ever had; kept for their storage
};

}  // namespace

void skim_in_order(const FileIndex& index, std::span<const ScannedFrame> frames,
                   const TakeSkimmed& take) {
  std::uint64_t bytes = 0;
  for (const ScannedFrame& frame : frames) bytes += frame.bytes.size;
  const CheckedFrames checked{.is_small = bytes <= CheckedFrames::kCheckedBytes};
  std::size_t next = 0;
  const auto claim = [&](Batch& batch) -> std::optional<std::uint64_t> {
    if (next == frames.size()) return std::nullopt;
    std::uint64_t batch_bytes = 0;
    batch.first = next;
    while (next < frames.size() && next - batch.first < kBatchFrames && batch_bytes < kBatchBytes) {
      batch_bytes += frames[next++].bytes.size;
    }
    batch.end = next;
    return batch_bytes;
  };
  const auto make_work = [&] {
    return [&, skimmer = std::make_shared<FrameSkimmer>(index)](Batch& batch) {
      const std::size_t count = batch.end - batch.first;
      if (batch.frames.size() < count) batch.frames.resize(count);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t frame = batch.first + i;
        skimmer->skim(frames[frame], checked.contains(frame), batch.frames[i]);
      }
    };
  };
  OrderedPipeline<Batch> skims(bytes < kLeastForThreads ? 0 : helper_threads(), claim, make_work);
  while (Batch* batch = skims.take()) {
    for (std::size_t i = batch->first; i < batch->end; ++i) {
      if (!take(frames[i], batch->frames[i - batch->first])) return;
    }
  }
}

}  // namespace scrubjay::framebyframe
