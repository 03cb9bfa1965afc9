#include "core/platform/pages_ahead.h"

#include <algorithm>

#include "core/concurrency/ordered_pipeline.h"
#include "core/platform/system_calls.h"

namespace scrubjay {

namespace {

/// Pages begin at multiples of this; so do they where they are smaller.
constexpr std::uint64_t kPageBytes = std::uint64_t{64} << 10;

}  // namespace

PagesAhead::PagesAhead(const InputFile& file, std::uint64_t begin)
    : reached_(begin), done_(begin / kPageBytes * kPageBytes) {
  if (helper_threads() == 0 || !file.is_mapped() || file.size() < kLeastFileBytes) return;
  thread_ = std::jthread([this, bytes = file.bytes()] { run(bytes); });
}

PagesAhead::~PagesAhead() { reached(kEnded); }

void PagesAhead::reached(std::uint64_t offset) {
  reached_.store(offset, std::memory_order_release);
  reached_.notify_one();
}

void PagesAhead::run(Bytes file) {
  int overtaken = 0;
  std::uint64_t done = done_.load();
  while (done < file.size()) {
    const std::uint64_t reached = reached_.load(std::memory_order_acquire);
    if (reached == kEnded) return;
    if (reached >= done + kPageBytes) {
      if (++overtaken > kMostOvertaken) return;
      done = std::min<std::uint64_t>(reached / kPageBytes * kPageBytes + kStepBytes, file.size());
    }
    if (done >= reached + kWindowBytes) {
      reached_.wait(reached, std::memory_order_acquire);
      continue;
    }
    const std::uint64_t step = std::min<std::uint64_t>(kStepBytes, file.size() - done);
    if (!system_calls::put_in_place(
            file.subspan(static_cast<std::size_t>(done), static_cast<std::size_t>(step)))) {
      return;
    }
    done += step;
    done_.store(done, std::memory_order_release);
  }
}

}  // namespace scrubjay
