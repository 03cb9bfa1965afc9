#include "app/viewer/save_job.h"

#include <chrono>

#include "core/output_file.h"

namespace scrubjay {

SaveJob::~SaveJob() {
  cancel();
  if (running_.valid()) running_.wait();
}

void SaveJob::start(WriteRequest request, const Format& format, std::string path,
                    std::function<void()> wake) {
  cancelled_.store(false);
  done_.store(0);
  total_.store(0);
  running_ = std::async(std::launch::async, [this, request = std::move(request), &format,
                                             path = std::move(path), wake = std::move(wake)] {
    SaveOutcome outcome = run(request, format, path, wake);
    wake();
    return outcome;
  });
}

SaveOutcome SaveJob::run(WriteRequest request, const Format& format, const std::string& path,
                         const std::function<void()>& wake) {
  SaveOutcome outcome{path, std::nullopt, {}, 0};
  auto file = AtomicFile::create(path);
  if (!file) {
    outcome.failure = std::move(file.error());
    return outcome;
  }
  request.progress = [&](std::uint64_t done, std::uint64_t total) {
    done_.store(done);
    total_.store(total);
    wake();
  };
  auto report = format.write(request, cancelled_, [&](Bytes bytes) { return file->write(bytes); });
  if (!report && report.error().code != "not-written") {
    outcome.failure = std::move(report.error());
    return outcome;
  }
  // A file that could not be written explains why itself.
  outcome.size_bytes = file->bytes_written();
  const auto committed = file->commit();
  if (!committed) {
    outcome.failure = committed.error();
  } else if (!report) {
    outcome.failure = report.error();
  } else {
    outcome.report = std::move(*report);
  }
  return outcome;
}

std::optional<SaveOutcome> SaveJob::take() {
  if (!running_.valid() ||
      running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    return std::nullopt;
  }
  return running_.get();
}

}  // namespace scrubjay
