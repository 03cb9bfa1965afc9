#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "formats/colyseus/read/slot_map.h"

namespace scrubjay::colyseus {

/// The generations of the wire format (formats/colyseus/README.md, 1).
enum class Generation : std::uint8_t { v0_4, v0_5, v1, v3, v5 };

/// "0.4", "0.5", "1", "3", "5".
std::string_view to_text(Generation generation);
constexpr bool is_nested(Generation generation) { return generation <= Generation::v0_5; }

/// Types of values that are written in place (formats/colyseus/README.md, 2).
enum class Primitive : std::uint8_t {
  int8,
  uint8,
  int16,
  uint16,
  int32,
  uint32,
  int64,
  uint64,
  bigint64,
  biguint64,
  float32,
  float64,
  boolean,
  string,
  number,
  quantized,
  unknown,  ///< of a server with types of its own (6.3)
};

/// The primitive of that name; `unknown` for none.
Primitive primitive_named(std::string_view name);

/// What a field holds.
enum class Shape : std::uint8_t { primitive, instance, array, map, set, collection, stream };

constexpr bool is_collection(Shape shape) { return shape >= Shape::array; }

/// A number that is sent as an integer of few bits (formats/colyseus/README.md, 6.4).
struct Quantized {
  double min = 0;
  double max = 0;
  std::uint8_t bits = 0;
  std::uint8_t mode = 0;  ///< 1: wraps around

  double value(std::uint32_t stored) const;
  /// A wrapping field from 0 to 2 pi.
  bool is_angle() const;
  bool operator==(const Quantized&) const = default;
};

/// What a field is, or the items of a collection are.
struct FieldType {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  Shape shape = Shape::primitive;
  Primitive primitive = Primitive::number;  ///< of the value or of the items, when `type` is kNone
  std::uint32_t type = kNone;               ///< row of Schema::types
  std::uint32_t quantized = kNone;          ///< row of Schema::quantized

  bool has_instances() const { return type != kNone; }
  bool operator==(const FieldType&) const = default;
};

struct Field {
  std::string name;
  FieldType type;
};

/// A class of the server. Its name is not transmitted.
struct Type {
  std::uint64_t id = 0;
  std::vector<Field> fields;        ///< at most limits::kMostFields, ancestors' first
  std::vector<std::uint8_t> links;  ///< fields that hold structures
};

/// The types that a handshake describes.
struct Schema {
  Generation generation = Generation::v5;
  std::vector<Type> types;
  std::vector<Quantized> quantized;
  std::uint32_t root = 0;  ///< row of `types`
  SlotMap rows_by_id;

  /// Row of the type with that id, or FieldType::kNone.
  std::uint32_t type_with_id(std::uint64_t id) const { return rows_by_id.find(id); }
  /// Fills what follows from the types: rows_by_id and links.
  void finish();
};

}  // namespace scrubjay::colyseus
