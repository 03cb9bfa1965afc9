#include "app/viewer/pictures/save_job.h"

#include "app/shared/written_notes.h"
#include "core/platform/output_file.h"

namespace scrubjay {

SaveJob::~SaveJob() { cancel(); }

void SaveJob::start(WriteRequest request, const FormatWriter& writer, std::string path,
                    std::function<void()> wake) {
  cancelled_.store(false);
  done_.store(0);
  total_.store(0);
  running_.start(wake, [this, request = std::move(request), &writer, path = std::move(path), wake] {
    return run(request, writer, path, wake);
  });
}

SaveOutcome SaveJob::run(WriteRequest request, const FormatWriter& writer, const std::string& path,
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
  const bool is_file = request.recording->file().is_mapped();
  if (is_file) add_notes_as_comments(writer, request);
  auto report = writer.write(request, cancelled_, [&](Bytes bytes) { return file->write(bytes); });
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
    if (is_file) {
      if (const auto noted = put_notes_beside(writer, request, outcome.report, path); !noted) {
        outcome.failure = noted.error();
      }
    }
  }
  return outcome;
}

}  // namespace scrubjay
