#include "formats/carla/header.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

#include "core/ascii.h"
#include "core/number_text.h"
#include "core/utc_text.h"
#include "formats/carla/limits.h"
#include "formats/carla/read/packet_walker.h"

namespace scrubjay::carla {

namespace {

// Header: u16 version | str magic | i64 date | str map, where str is a u16 length and that many
// bytes.
constexpr std::size_t kMagicLengthOffset = 2;
constexpr std::size_t kMagicOffset = 4;
constexpr std::size_t kMapOffset = 26;
constexpr std::uint16_t kNewestVersion = 2;

Problem cut_header(std::uint64_t size, const std::string& needed) {
  return {.severity = Severity::fatal,
          .code = "cut-header",
          .offset = size,
          .message = "The file ends inside the header of a CARLA recording.",
          .expected = needed,
          .found = std::to_string(size) + " bytes"};
}

std::string quoted_head(Bytes file) {
  std::string text;
  for (const std::byte byte : file.first(std::min<std::size_t>(file.size(), 18))) {
    if (!text.empty()) text += ' ';
    add_hex(text, static_cast<unsigned char>(byte), kCapitalHex);
  }
  return text.empty() ? "an empty file" : "a file that begins with " + text;
}

/// Whether what is there of the magic's bytes is right, for a file that is shorter than that.
bool begins_like_carla(Bytes file) {
  constexpr char kExpected[] = "\x0E\0CARLA_RECORDER";
  const std::size_t end = std::min(file.size(), kMagicOffset + kMagic.size());
  for (std::size_t i = kMagicLengthOffset; i < end; ++i) {
    if (static_cast<char>(file[i]) != kExpected[i - kMagicLengthOffset]) return false;
  }
  return file.size() > kMagicLengthOffset;
}

/// Whether the first packets lead from a FrameStart to its FrameEnd. Also true when the file ends
/// before.
bool is_in_step(Bytes file, std::uint64_t begin) {
  PacketWalker walker(file, begin, file.size());
  for (int i = 0; i < limits::kMostHeadPackets; ++i) {
    const auto packet = walker.next();
    if (!packet) return !walker.is_cut();
    if (i == 0 && (packet->id != 0 || packet->body.size() != kFrameStartBytes)) return false;
    if (packet->id == 1) return packet->body.empty();
  }
  return false;
}

/// The place of the first 0A, when there are several in the leading bytes and each has a 0D before
/// it: in numbers that is chance, and several chances are none.
std::optional<std::uint64_t> find_text_mode(Bytes file) {
  constexpr std::size_t kLeadingBytes = 64 * 1024;
  constexpr int kSeveral = 4;
  const Bytes head = file.first(std::min(file.size(), kLeadingBytes));
  std::optional<std::uint64_t> first;
  int count = 0;
  for (std::size_t i = 1; i < head.size(); ++i) {
    if (head[i] != std::byte{0x0A}) continue;
    if (head[i - 1] != std::byte{0x0D}) return std::nullopt;
    if (count++ == 0) first = i;
  }
  return count >= kSeveral ? first : std::nullopt;
}

}  // namespace

bool has_magic(Bytes head) {
  return head.size() >= kMagicOffset + kMagic.size() && begins_like_carla(head);
}

Result<HeaderRead> read_header(Bytes file) {
  if (!begins_like_carla(file)) {
    return failure({.severity = Severity::fatal,
                    .code = "not-carla",
                    .offset = kMagicLengthOffset,
                    .message = "The file is not a CARLA recording.",
                    .expected = "the text CARLA_RECORDER behind a version",
                    .found = quoted_head(file)});
  }
  if (!has_magic(file)) return failure(cut_header(file.size(), "the text CARLA_RECORDER"));
  ByteReader reader(file);
  HeaderRead read;
  read.header.version = reader.little<std::uint16_t>().value_or(0);
  if (read.header.version == 0 || read.header.version > kNewestVersion) {
    return failure({.severity = Severity::fatal,
                    .code = "unknown-version",
                    .offset = 0,
                    .message = "The recording has a version that Scrubjay does not know.",
                    .expected = "version 1 or 2",
                    .found = "version " + std::to_string(read.header.version)});
  }
  reader.skip(2 + kMagic.size());
  const auto date = reader.little<std::int64_t>();
  if (!date) return failure(cut_header(file.size(), std::to_string(kMapOffset) + " bytes"));
  read.header.date = *date;
  const auto map_length = reader.little<std::uint16_t>();
  if (!map_length) return failure(cut_header(file.size(), "28 bytes and the map's name"));
  const auto map = reader.text(*map_length);
  if (!map) {
    return failure(cut_header(file.size(), std::to_string(28 + *map_length) + " bytes"));
  }
  read.header.map = *map;
  read.bytes = reader.offset();
  if (!is_in_step(file, read.bytes)) {
    if (const auto place = find_text_mode(file)) {
      return failure(
          {.severity = Severity::fatal,
           .code = "text-mode",
           .offset = *place,
           .message = "The recording was written in text mode, which damaged its numbers.",
           .expected = "packets that follow each other",
           .found = "the byte 0D before each 0A"});
    }
  }
  return read;
}

std::string date_text(std::int64_t seconds_since_1970) {
  // The last second of the year 9999: beyond it ISO 8601 needs an agreement about more digits.
  constexpr std::int64_t kLast = 253402300799;
  if (seconds_since_1970 <= 0 || seconds_since_1970 > kLast) return "";
  return utc_text(std::chrono::sys_seconds(std::chrono::seconds(seconds_since_1970)));
}

std::int64_t date_of(std::string_view text) {
  constexpr std::string_view kForm = "0000-00-00T00:00:00";
  if (text.size() <= kForm.size() || text.back() != 'Z') return 0;
  std::array<int, 6> parts{};
  std::size_t part = 0;
  for (std::size_t i = 0; i < kForm.size(); ++i) {
    if (kForm[i] != '0') {
      if (text[i] != kForm[i]) return 0;
      ++part;
    } else {
      if (!is_digit(text[i])) return 0;
      parts[part] = 10 * parts[part] + (text[i] - '0');
    }
  }
  const std::chrono::year_month_day day{std::chrono::year(parts[0]),
                                        std::chrono::month(static_cast<unsigned>(parts[1])),
                                        std::chrono::day(static_cast<unsigned>(parts[2]))};
  if (!day.ok() || parts[3] > 23 || parts[4] > 59 || parts[5] > 59) return 0;
  const std::chrono::sys_seconds time = std::chrono::sys_days(day) + std::chrono::hours(parts[3]) +
                                        std::chrono::minutes(parts[4]) +
                                        std::chrono::seconds(parts[5]);
  return time.time_since_epoch().count();
}

CoordinateSystem unreal_coordinates() {
  return {.right = Axis::pos_y, .up = Axis::pos_z, .forward = Axis::pos_x, .metres_per_unit = 0.01};
}

}  // namespace scrubjay::carla
