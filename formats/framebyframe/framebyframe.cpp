#include "formats/framebyframe/framebyframe.h"

#include <array>

#include "core/number_text.h"
#include "formats/framebyframe/probe.h"
#include "formats/framebyframe/reader.h"
#include "formats/framebyframe/writer.h"

namespace scrubjay::framebyframe {

namespace {

Result<std::shared_ptr<Recording>> open_with(std::shared_ptr<InputFile> file,
                                             const ReadOptions& options) {
  auto head = read_head(file->bytes());
  if (!head) return failure(head.error());
  RecordingInfo info;
  info.format = "framebyframe";
  info.format_version = std::to_string(head->version);
  info.coordinates = head->coordinates;
  if (!states::is_extension_shown(options)) head->extension.reset();
  if (head->extension) {
    info.metadata = std::move(head->extension->metadata);
    info.coordinates = head->extension->coordinates.value_or(info.coordinates);
    info.set_origin(std::move(head->extension->origin));
  } else if (head->start_time) {
    info.metadata.emplace_back("start_time", number_text(*head->start_time));
  }
  auto reader =
      std::make_unique<FrameByFrameReader>(file, head->extension.has_value(), info.coordinates);
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file) {
  return open_with(std::move(file), {});
}

constexpr std::array kReadOptions{states::kExtensionOption};

constexpr std::array<std::string_view, 4> kExtensions{"fbf", "temp", "txt", "json"};

}  // namespace

constinit const Format kFormat{.name = "framebyframe",
                               .title = "Frame by Frame recording",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open = open,
                               .queries = {},
                               .write = write,
                               .coordinates_written = coordinates_written,
                               .write_options = kWriteOptions,
                               .read_options = kReadOptions,
                               .open_with = open_with};

}  // namespace scrubjay::framebyframe
