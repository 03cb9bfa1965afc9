#include "formats/carla/header.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

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
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string text;
  for (const std::byte byte : file.first(std::min<std::size_t>(file.size(), 18))) {
    if (!text.empty()) text += ' ';
    text += kHex[static_cast<unsigned>(byte) >> 4];
    text += kHex[static_cast<unsigned>(byte) & 15];
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
  return read;
}

std::string date_text(std::int64_t seconds_since_1970) {
  // The last second of the year 9999: beyond it ISO 8601 needs an agreement about more digits.
  constexpr std::int64_t kLast = 253402300799;
  if (seconds_since_1970 <= 0 || seconds_since_1970 > kLast) return "";
  const std::chrono::sys_seconds time{std::chrono::seconds(seconds_since_1970)};
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(time - day);
  char text[32];
  const int size = std::snprintf(
      text, sizeof(text), "%04d-%02u-%02uT%02d:%02d:%02dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()));
  return std::string(text, static_cast<std::size_t>(size));
}

}  // namespace scrubjay::carla
