#include "formats/mcap/read/carried_index.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <limits>

#include "formats/compression/crc32.h"
#include "formats/mcap/limits.h"
#include "formats/mcap/read/wire_reader.h"

namespace scrubjay::mcap {

namespace {

/// False for a value that has no place in it.
template <class Number>
bool set(Number& to, std::uint64_t value) {
  to = static_cast<Number>(value);
  return value <= std::numeric_limits<Number>::max();
}

bool read_entity(Bytes message, CarriedFrame::NewEntity& entity) {
  WireReader reader(message);
  while (const auto field = reader.next()) {
    if (field->type != 2) continue;
    if (field->number == 1) entity.label = as_text(field->bytes);
    if (field->number == 2) entity.id = as_text(field->bytes);
    if (field->number == 3) entity.name = as_text(field->bytes);
  }
  return reader.is_whole();
}

bool read_rows(Bytes message, std::pair<std::uint64_t, std::uint64_t>& rows) {
  WireReader reader(message);
  while (const auto field = reader.next()) {
    if (field->number == 1) rows.first = field->value;
    if (field->number == 2) rows.second = field->value;
  }
  return reader.is_whole();
}

bool read_event(Bytes message, CarriedFrame::OneEvent& event) {
  WireReader reader(message);
  bool is_good = true;
  while (const auto field = reader.next()) {
    switch (field->number) {
      case 1: is_good = is_good && set(event.message, field->value); break;
      case 2: event.time = field->as_double(); break;
      case 3: event.end = field->as_double(); break;
      case 4: event.entity = field->value; break;
      case 5: event.name = as_text(field->bytes); break;
      case 6: event.tag = as_text(field->bytes); break;
      case 7: is_good = is_good && set(event.order, field->value); break;
      case 8: event.role = as_text(field->bytes); break;
      default: break;
    }
  }
  return is_good && reader.is_whole();
}

void clear(CarriedFrame& frame) {
  frame.channel = 0;
  frame.number = 0;
  frame.time = 0;
  frame.block = frame.message = frame.sequence = 0;
  frame.entities.clear();
  frame.begins.clear();
  frame.ends.clear();
  frame.parents.clear();
  frame.events.clear();
}

bool read_frame(Bytes message, CarriedFrame& frame) {
  clear(frame);
  WireReader reader(message);
  bool is_good = true;
  while (const auto field = is_good ? reader.next() : std::nullopt) {
    switch (field->number) {
      case 1: is_good = set(frame.channel, field->value); break;
      case 2: frame.number = static_cast<std::int64_t>(field->value); break;
      case 3: frame.time = field->as_double(); break;
      case 4: is_good = set(frame.block, field->value); break;
      case 5: is_good = set(frame.message, field->value); break;
      case 6: is_good = set(frame.sequence, field->value); break;
      case 7: is_good = read_entity(field->bytes, frame.entities.emplace_back()); break;
      case 8: frame.begins.push_back(field->value); break;
      case 9: is_good = read_rows(field->bytes, frame.parents.emplace_back()); break;
      case 10: frame.ends.push_back(field->value); break;
      case 11: is_good = read_event(field->bytes, frame.events.emplace_back()); break;
      default: break;
    }
  }
  return is_good && reader.is_whole();
}

}  // namespace

std::uint32_t CarriedIndex::sum_of(const std::vector<Block>& blocks) {
  std::uint32_t sum = 0;
  const auto add = [&](std::uint64_t value, std::size_t count) {
    std::array<std::byte, 8> bytes;
    for (std::size_t i = 0; i < 8; ++i) bytes[i] = static_cast<std::byte>(value >> (8 * i));
    sum = compression::crc32(std::span(bytes).first(count), sum);
  };
  for (const Block& block : blocks) {
    add(block.record, 8);
    add(block.packed_size, 8);
    add(block.size, 8);
    add(block.crc, 4);
  }
  return sum;
}

std::optional<CarriedIndex> CarriedIndex::find(Bytes file, const FileMap& map) {
  const auto found = std::ranges::find(map.attachments, kIndexAttachment, &Attachment::name);
  if (!map.has_summary || found == map.attachments.end()) return std::nullopt;
  const auto part = [&](std::uint64_t begin, std::uint64_t size) {
    return file.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(size));
  };
  const std::uint64_t end = found->offset + found->size;
  const bool is_damaged =
      found->crc != 0 && compression::crc32(part(found->record, end - found->record)) != found->crc;
  if (is_damaged) return std::nullopt;
  ByteReader reader(part(found->offset, found->size));
  const auto layout = reader.little<std::uint32_t>();
  const auto sum = reader.little<std::uint32_t>();
  const bool fits = layout && sum && *layout == kIndexLayout && *sum == sum_of(map.blocks);
  if (!fits) return std::nullopt;
  return CarriedIndex(*reader.bytes(reader.left()));
}

bool CarriedIndex::each_frame(const std::function<bool(const CarriedFrame&)>& visit) const {
  ByteReader pieces(pieces_);
  std::vector<std::byte> piece;
  CarriedFrame frame;
  while (!pieces.at_end()) {
    const auto size = pieces.little<std::uint32_t>();
    const auto packed_size = pieces.little<std::uint32_t>();
    const auto packed = packed_size ? pieces.bytes(*packed_size) : std::nullopt;
    if (!packed || *size > limits::most_inflated(packed->size())) return false;
    Bytes records = *packed;
    if (packed->size() != *size) {
      piece.resize(*size);
      const std::size_t inflated =
          ZSTD_decompress(piece.data(), piece.size(), packed->data(), packed->size());
      if (inflated != *size) return false;
      records = piece;
    }
    WireReader frames(records);
    while (const auto field = frames.next()) {
      if (field->number != 1 || field->type != 2) continue;
      if (!read_frame(field->bytes, frame) || !visit(frame)) return false;
    }
    if (!frames.is_whole()) return false;
  }
  return true;
}

}  // namespace scrubjay::mcap
