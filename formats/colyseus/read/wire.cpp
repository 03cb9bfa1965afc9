#include "formats/colyseus/read/wire.h"

#include <cmath>

#include "formats/colyseus/limits.h"

namespace scrubjay::colyseus {

namespace {

template <class T>
std::optional<Cell> as_double(ByteReader& bytes) {
  const auto value = bytes.little<T>();
  if (!value) return std::nullopt;
  return Cell::of_float64(static_cast<double>(*value));
}

template <class T>
std::optional<Cell> as_integer(ByteReader& bytes) {
  const auto value = bytes.little<T>();
  if (!value) return std::nullopt;
  Cell cell;
  cell.kind = CellKind::integer;
  cell.integer = static_cast<std::int64_t>(*value);
  return cell;
}

std::optional<Cell> as_unsigned(ByteReader& bytes) {
  const auto value = bytes.little<std::uint64_t>();
  if (!value) return std::nullopt;
  Cell cell;
  cell.kind = CellKind::unsigned_integer;
  cell.unsigned_integer = *value;
  return cell;
}

std::optional<Cell> as_float32(ByteReader& bytes) {
  const auto value = bytes.little<float>();
  if (!value) return std::nullopt;
  Cell cell;
  cell.kind = CellKind::float32;
  cell.number = static_cast<double>(*value);
  return cell;
}

std::optional<Cell> read_quantized(ByteReader& bytes, const Quantized* quantized) {
  if (quantized == nullptr) return std::nullopt;
  std::optional<std::uint32_t> stored;
  switch (quantized->bits) {
    case 8: stored = bytes.little<std::uint8_t>(); break;
    case 16: stored = bytes.little<std::uint16_t>(); break;
    default: stored = bytes.little<std::uint32_t>();
  }
  if (!stored) return std::nullopt;
  return Cell::of_float64(quantized->value(*stored));
}

}  // namespace

std::optional<Cell> read_number(ByteReader& bytes) {
  const auto prefix = bytes.little<std::uint8_t>();
  if (!prefix) return std::nullopt;
  if (*prefix < 0x80) return Cell::of_float64(*prefix);
  if (*prefix >= 0xE0) return Cell::of_float64(static_cast<double>(*prefix) - 256.0);
  switch (*prefix) {
    case 0xCA: return as_float32(bytes);
    case 0xCB: return as_double<double>(bytes);
    case 0xCC: return as_double<std::uint8_t>(bytes);
    case 0xCD: return as_double<std::uint16_t>(bytes);
    case 0xCE: return as_double<std::uint32_t>(bytes);
    case 0xCF: return as_double<std::uint64_t>(bytes);
    case 0xD0: return as_double<std::int8_t>(bytes);
    case 0xD1: return as_double<std::int16_t>(bytes);
    case 0xD2: return as_double<std::int32_t>(bytes);
    case 0xD3: return as_double<std::int64_t>(bytes);
    default: return std::nullopt;
  }
}

std::optional<std::uint64_t> read_index(ByteReader& bytes) {
  const auto small = peek(bytes);
  if (small && *small < 0x80) {
    bytes.skip(1);
    return *small;
  }
  const auto number = read_number(bytes);
  if (!number) return std::nullopt;
  const double value = number->number;
  if (!(value >= 0) || value > limits::kMostIndex || value != std::floor(value))
    return std::nullopt;
  return static_cast<std::uint64_t>(value);
}

std::optional<std::string_view> read_string(ByteReader& bytes) {
  const auto prefix = bytes.little<std::uint8_t>();
  if (!prefix) return std::nullopt;
  if (*prefix < 0xC0) return bytes.text(*prefix & 0x1Fu);
  std::optional<std::uint32_t> length;
  switch (*prefix) {
    case 0xD9: length = bytes.little<std::uint8_t>(); break;
    case 0xDA: length = bytes.little<std::uint16_t>(); break;
    case 0xDB: length = bytes.little<std::uint32_t>(); break;
    default: return std::nullopt;
  }
  if (!length) return std::nullopt;
  return bytes.text(*length);
}

std::optional<Cell> read_primitive(ByteReader& bytes, Primitive primitive,
                                   const Quantized* quantized) {
  switch (primitive) {
    case Primitive::int8: return as_integer<std::int8_t>(bytes);
    case Primitive::uint8: return as_integer<std::uint8_t>(bytes);
    case Primitive::int16: return as_integer<std::int16_t>(bytes);
    case Primitive::uint16: return as_integer<std::uint16_t>(bytes);
    case Primitive::int32: return as_integer<std::int32_t>(bytes);
    case Primitive::uint32: return as_integer<std::uint32_t>(bytes);
    case Primitive::int64:
    case Primitive::bigint64: return as_integer<std::int64_t>(bytes);
    case Primitive::uint64:
    case Primitive::biguint64: return as_unsigned(bytes);
    case Primitive::float32: return as_float32(bytes);
    case Primitive::float64: return as_double<double>(bytes);
    case Primitive::number: return read_number(bytes);
    case Primitive::quantized: return read_quantized(bytes, quantized);
    case Primitive::boolean: {
      const auto value = bytes.little<std::uint8_t>();
      if (!value) return std::nullopt;
      Cell cell;
      cell.kind = CellKind::boolean;
      cell.boolean = *value != 0;
      return cell;
    }
    case Primitive::string:
    case Primitive::unknown: break;
  }
  return std::nullopt;
}

}  // namespace scrubjay::colyseus
