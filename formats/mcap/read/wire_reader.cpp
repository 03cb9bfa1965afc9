#include "formats/mcap/read/wire_reader.h"

namespace scrubjay::mcap {

namespace {

constexpr std::uint8_t kGroupBegin = 3;
constexpr std::uint8_t kGroupEnd = 4;

}  // namespace

std::optional<std::uint64_t> read_varint(ByteReader& reader) {
  std::uint64_t value = 0;
  for (unsigned shift = 0; shift < 70; shift += 7) {
    const auto byte = reader.little<std::uint8_t>();
    if (!byte) return std::nullopt;
    if (shift < 64) value |= std::uint64_t{*byte & 0x7FU} << shift;
    if ((*byte & 0x80U) == 0) return value;
  }
  return std::nullopt;
}

std::optional<WireField> WireReader::field() {
  constexpr std::uint64_t kMostNumber = (std::uint64_t{1} << 29) - 1;
  const auto tag = read_varint(reader_);
  if (!tag || *tag >> 3 == 0 || *tag >> 3 > kMostNumber) return std::nullopt;
  WireField found{.number = static_cast<std::uint32_t>(*tag >> 3),
                  .type = static_cast<std::uint8_t>(*tag & 7),
                  .bytes = {}};
  switch (found.type) {
    case 0: {
      const auto value = read_varint(reader_);
      if (!value) return std::nullopt;
      found.value = *value;
      return found;
    }
    case 1: {
      const auto value = reader_.little<std::uint64_t>();
      if (!value) return std::nullopt;
      found.value = *value;
      return found;
    }
    case 2: {
      const auto size = read_varint(reader_);
      const auto bytes = size ? reader_.bytes(*size) : std::nullopt;
      if (!bytes) return std::nullopt;
      found.bytes = *bytes;
      return found;
    }
    case kGroupBegin:
    case kGroupEnd: return found;
    case 5: {
      const auto value = reader_.little<std::uint32_t>();
      if (!value) return std::nullopt;
      found.value = *value;
      return found;
    }
    default: return std::nullopt;
  }
}

/// To the end of the group that has begun.
bool WireReader::skip_group() {
  for (std::uint64_t depth = 1; depth > 0;) {
    const auto found = field();
    if (!found) return false;
    if (found->type == kGroupBegin) ++depth;
    if (found->type == kGroupEnd) --depth;
  }
  return true;
}

std::optional<WireField> WireReader::next() {
  while (is_good_ && !reader_.at_end()) {
    const auto found = field();
    const bool is_group = found && found->type == kGroupBegin;
    if (found && !is_group && found->type != kGroupEnd) return found;
    has_groups_ = has_groups_ || is_group;
    is_good_ = is_group && skip_group();
  }
  return std::nullopt;
}

}  // namespace scrubjay::mcap
