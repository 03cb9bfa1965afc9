#include "formats/framebyframe/framebyframe.h"

#include <array>

#include "core/number_text.h"
#include "formats/framebyframe/read/kept_file.h"
#include "formats/framebyframe/read/probe.h"
#include "formats/framebyframe/read/reader.h"

namespace scrubjay::framebyframe {

namespace {

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file,
                                        const ReadOptions& options) {
  auto head = read_head(file->bytes());
  if (!head) return failure(head.error());
  RecordingInfo info;
  info.format = kName;
  info.format_version = std::to_string(head->version);
  info.coordinates = head->coordinates;
  if (head->kept && kept::is_shown(options)) {
    auto kept = kept_file(file);
    return kept::open_kept(file, std::move(kept), std::move(*head->kept), std::move(info),
                           [file] { return open(file, kept::not_shown()); });
  }
  if (head->start_time) {
    info.metadata.emplace_back("start_time", number_text(*head->start_time));
  }
  auto reader = std::make_unique<FrameByFrameReader>(file);
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

constexpr std::array kReadOptions{kept::kReadOption};

}  // namespace

constinit const Format kFormat{.name = kName,
                               .title = kTitle,
                               .family = "Frame by Frame",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open_checked = open,
                               .read_options = kReadOptions,
                               .writer = &kWriter};

}  // namespace scrubjay::framebyframe
