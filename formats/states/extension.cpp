#include "formats/states/extension.h"

#include <algorithm>

#include "formats/states/varint.h"
#include "formats/write_options.h"

namespace scrubjay::states {

bool is_extension_shown(const ReadOptions& options) {
  return std::ranges::none_of(options, [](const auto& option) {
    return option.first == kExtensionOption.name && option.second == kExtensionValues[1];
  });
}

bool is_remainder_kept(const WriteRequest& request) {
  return chosen_value(kRemainderOption, request.options) == kRemainderNames[0];
}

std::optional<ExtensionPacket> extension_packet(Bytes kind_and_payload) {
  if (kind_and_payload.empty()) return std::nullopt;
  const auto kind = static_cast<std::uint8_t>(kind_and_payload[0]);
  if (kind >= kExtensionKinds) return std::nullopt;
  return ExtensionPacket{static_cast<ExtensionKind>(kind), kind_and_payload.subspan(1)};
}

std::optional<ExtensionHead> read_extension_head(Bytes payload) {
  ExtensionFields fields(payload);
  if (fields.little<std::uint8_t>() != kExtensionVersion) return std::nullopt;
  ExtensionHead head;
  const std::string format(fields.text());
  const auto system = CoordinateSystem::parse(fields.text());
  if (fields.ok() && !format.empty() && system) head.origin = RecordingOrigin{format, *system};
  for (std::uint64_t left = fields.varint(); left > 0 && fields.ok(); --left) {
    const std::string_view key = fields.text();
    const std::string_view value = fields.text();
    if (fields.ok()) head.metadata.emplace_back(key, value);
  }
  if (fields.ok() && !fields.at_end()) {
    const auto coordinates = CoordinateSystem::parse(fields.text());
    if (coordinates) head.coordinates = *coordinates;
  }
  if (!fields.ok()) return std::nullopt;
  return head;
}

std::uint64_t ExtensionFields::varint() { return value(read_varint(reader_)); }

std::uint32_t ExtensionFields::row() {
  const std::uint64_t found = varint();
  if (found >= 0xFFFFFFFF) ok_ = false;
  return static_cast<std::uint32_t>(found);
}

std::optional<std::uint32_t> ExtensionFields::maybe_row() {
  const std::uint64_t found = varint();
  if (found > 0xFFFFFFFF) ok_ = false;
  if (found == 0 || !ok_) return std::nullopt;
  return static_cast<std::uint32_t>(found - 1);
}

std::int64_t ExtensionFields::zigzag() { return static_cast<std::int64_t>(unzigzag(varint())); }

std::string_view ExtensionFields::text() { return value(reader_.text(varint())); }

Bytes ExtensionFields::rest() { return reader_.bytes(reader_.left()).value_or(Bytes()); }

}  // namespace scrubjay::states
