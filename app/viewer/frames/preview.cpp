#include "app/viewer/frames/preview.h"

#include <utility>

namespace scrubjay {

namespace {

using namespace std::chrono_literals;

constexpr std::chrono::milliseconds kStep = 5ms;

bool has_begun(const Recording& recording) {
  return recording.frame_count() > 0 || recording.is_indexed();
}

}  // namespace

Preview::Preview(std::shared_ptr<const Recording> whole, ReadOptions options,
                 std::function<void()> wake, const PreviewLimits& limits)
    : whole_(std::move(whole)),
      options_(std::move(options)),
      wake_(std::move(wake)),
      limits_(limits) {
  const InputFile& file = whole_->file();
  if (file.size() < limits_.least_file_bytes || !file.parts().empty()) return;
  thread_ = std::jthread([this](const std::stop_token& stop) { make(stop); });
}

Preview::~Preview() {
  thread_.request_stop();
  const std::lock_guard lock(mutex_);
  if (begun_ != nullptr) begun_->cancel();
}

std::shared_ptr<Recording> Preview::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(ready_, nullptr);
}

void Preview::make(const std::stop_token& stop) {
  for (auto waited = 0ms; waited < limits_.patience; waited += kStep) {
    if (stop.stop_requested() || has_begun(*whole_)) return;
    std::this_thread::sleep_for(kStep);
  }
  for (const std::uint64_t bytes : limits_.heads) {
    auto made = head(bytes, stop);
    if (stop.stop_requested() || has_begun(*whole_)) return;
    if (made == nullptr || made->frame_count() == 0) continue;
    made->stand_for(whole_);
    {
      const std::lock_guard lock(mutex_);
      ready_ = std::move(made);
    }
    wake_();
    return;
  }
}

std::shared_ptr<Recording> Preview::head(std::uint64_t bytes, const std::stop_token& stop) {
  auto opened = open_recording(InputFile::head_of(whole_->shared_file(), bytes),
                               whole_->info().format, options_);
  if (!opened) return nullptr;
  {
    const std::lock_guard lock(mutex_);
    if (stop.stop_requested()) return nullptr;
    begun_ = *opened;
  }
  (*opened)->index();
  return std::move(*opened);
}

}  // namespace scrubjay
