#include "formats/colyseus/read/source.h"

#include <array>
#include <charconv>
#include <cmath>

#include "formats/compression/base64_reader.h"
#include "formats/json/json_token.h"

namespace scrubjay::colyseus {

std::string_view to_text(Container container) {
  constexpr std::array<std::string_view, 4> kNames{"capture", "har", "colreplay", "schema-debug"};
  return kNames[static_cast<std::size_t>(container)];
}

std::expected<Bytes, ProblemCode> RecordReader::read(const Record& record) {
  const Bytes bytes =
      file_.subspan(static_cast<std::size_t>(record.data), static_cast<std::size_t>(record.size));
  const std::string_view text = as_text(bytes);
  switch (record.encoding) {
    case Encoding::raw: return bytes;
    case Encoding::base64: return read_base64(text);
    case Encoding::decimal: return read_decimals(text);
  }
  return bytes;
}

/// The inside of a JSON string.
std::expected<Bytes, ProblemCode> RecordReader::read_base64(std::string_view text) {
  if (text.find('\\') != std::string_view::npos) text = unescaped(text, unescaped_);
  bytes_.clear();
  compression::Base64Reader reader;
  const std::size_t taken = reader.add(text, bytes_);
  const bool is_padding = text.find_first_not_of("= \r\n\t", taken) == std::string_view::npos;
  if (!is_padding) return std::unexpected(code::kBadBase64);
  return Bytes(bytes_);
}

std::expected<Bytes, ProblemCode> RecordReader::read_decimals(std::string_view text) {
  bytes_.clear();
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    std::uint8_t byte = 0;
    const auto [behind, error] = std::from_chars(at, end, byte);
    if (error != std::errc()) return std::unexpected(code::kBadValue);
    bytes_.push_back(static_cast<std::byte>(byte));
    at = behind;
    if (at == end) break;
    if (*at != ',' || at + 1 == end) return std::unexpected(code::kBadValue);
    ++at;
  }
  return Bytes(bytes_);
}

bool read_more(Bytes file, Source& source, std::size_t most) {
  if (source.scan.is_over) return false;
  const auto read =
      source.container == Container::capture ? read_capture_record : read_colreplay_record;
  const std::size_t enough = source.records.size() + most;
  while (!source.scan.is_over && source.records.size() < enough) read(file, source);
  return true;
}

Seconds Clock::take(Seconds time, std::uint64_t offset, std::vector<Problem>& problems) {
  if (!std::isfinite(time) || (last_ && time < *last_)) {
    fold_into(problems, make_problem(code::kBadTime, offset,
                                     "A time is not a number or goes back: that of the message "
                                     "before is used."));
    time = last_.value_or(0);
  }
  last_ = time;
  return time;
}

}  // namespace scrubjay::colyseus
