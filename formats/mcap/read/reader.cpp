#include "formats/mcap/read/reader.h"

#include <chrono>
#include <string>

#include "core/number_text.h"
#include "core/text.h"
#include "core/utc_text.h"
#include "formats/compression/crc32.h"
#include "formats/mcap/read/decoder.h"
#include "formats/mcap/read/indexer.h"
#include "formats/mcap/records.h"

namespace scrubjay::mcap {

namespace {

/// Log times from here on, 20 years, count from 1970; before, from the recording's own zero.
constexpr std::uint64_t kFirstClockTime = std::uint64_t{20} * 365 * 86'400 * 1'000'000'000;

/// "2026-08-04T12:00:00Z"
std::string clock_text(std::uint64_t nanoseconds) {
  return utc_text(std::chrono::sys_seconds(std::chrono::seconds(nanoseconds / 1'000'000'000)));
}

std::string_view entry_of(const TextViews& entries, std::string_view key) {
  for (const auto& [name, value] : entries) {
    if (name == key) return value;
  }
  return {};
}

/// Messages of other programs are in ROS' axes.
CoordinateSystem coordinates_of(const TextViews* own) {
  const std::string_view said = own == nullptr ? "ros" : entry_of(*own, "coordinates");
  const auto system = CoordinateSystem::parse(std::string(said));
  return system ? *system : *CoordinateSystem::parse("ros");
}

RecordingInfo info_of(const FileMap& map, const TextViews* own, std::uint64_t zero) {
  RecordingInfo info;
  info.format = kName;
  info.format_version = "0";
  info.coordinates = coordinates_of(own);
  const auto add = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) info.metadata.emplace_back(valid_utf8(key), valid_utf8(value));
  };
  if (own == nullptr) {
    add("profile", map.profile);
    add("library", map.library);
    if (zero >= kFirstClockTime) add("started", clock_text(zero));
  } else if (const TextViews* const source = map.find_metadata(kSourceRecord)) {
    for (const auto& [key, value] : *source) {
      info.metadata.emplace_back(valid_utf8(key), valid_utf8(value));
    }
  }
  return info;
}

std::uint64_t zero_of(const FileMap& map, const TextViews* own) {
  if (own != nullptr) {
    return number_from<std::uint64_t>(entry_of(*own, "time_offset_ns")).value_or(0);
  }
  const std::uint64_t first = map.first_time.value_or(0);
  return first >= kFirstClockTime ? first : 0;
}

}  // namespace

McapReader::McapReader(std::shared_ptr<InputFile> file, FileMap map, bool is_own,
                       std::uint64_t zero)
    : file_(std::move(file)), index_(file_->bytes(), std::move(map)) {
  index_.is_own = is_own;
  index_.zero = zero;
}

void McapReader::index(RecordingBuilder& builder) { Indexer(index_, builder).run(); }

std::unique_ptr<FrameDecoder> McapReader::decoder(const Recording& recording) const {
  return std::make_unique<Decoder>(recording, index_);
}

Result<ResourceData> McapReader::read_resource(const Recording& recording,
                                               ResourceIndex resource) const {
  const ResourceInfo info = recording.resource(resource);
  const auto& attachments = index_.map.attachments;
  const Attachment& attachment = attachments[static_cast<std::size_t>(info.source_offset)];
  const Bytes file = index_.file;
  const auto at = [&](std::uint64_t begin, std::uint64_t end) {
    return file.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
  };
  const std::uint64_t end = attachment.offset + attachment.size;
  if (attachment.crc != 0 && compression::crc32(at(attachment.record, end)) != attachment.crc) {
    Problem problem;
    problem.code = "resource-damaged";
    problem.offset = attachment.record;
    problem.message = "The sum of the attachment is not that of its bytes.";
    return failure(std::move(problem));
  }
  ResourceData data;
  const Bytes bytes = at(attachment.offset, end);
  data.bytes.assign(bytes.begin(), bytes.end());
  data.type = info.type;
  return data;
}

Result<std::shared_ptr<Recording>> open_file(std::shared_ptr<InputFile> file,
                                             const ReadOptions& /*options*/) {
  auto map = read_front(file->bytes());
  if (!map) return failure(std::move(map.error()));
  const TextViews* const own = map->find_metadata(kOwnRecord);
  const std::uint64_t zero = zero_of(*map, own);
  RecordingInfo info = info_of(*map, own, zero);
  auto reader = std::make_unique<McapReader>(file, std::move(*map), own != nullptr, zero);
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

}  // namespace scrubjay::mcap
