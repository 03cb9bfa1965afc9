#include "formats/colyseus/read/schema.h"

#include <array>
#include <cmath>
#include <numbers>

namespace scrubjay::colyseus {

std::string_view to_text(Generation generation) {
  constexpr std::array<std::string_view, 5> kNames{"0.4", "0.5", "1", "3", "5"};
  return kNames[static_cast<std::size_t>(generation)];
}

Primitive primitive_named(std::string_view name) {
  constexpr std::array<std::string_view, 15> kNames{
      "int8",     "uint8",     "int16",   "uint16",  "int32",   "uint32", "int64", "uint64",
      "bigint64", "biguint64", "float32", "float64", "boolean", "string", "number"};
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (kNames[i] == name) return static_cast<Primitive>(i);
  }
  return Primitive::unknown;
}

double Quantized::value(std::uint32_t stored) const {
  const double steps = std::ldexp(1.0, bits);
  const double span = mode == 1 ? steps : min == -max ? steps - 2 : steps - 1;
  return min + stored / span * (max - min);
}

bool Quantized::is_angle() const {
  return mode == 1 && min == 0 && std::abs(max - 2 * std::numbers::pi) < 1e-6;
}

void Schema::finish() {
  rows_by_id.clear();
  for (std::size_t row = 0; row < types.size(); ++row) {
    rows_by_id.insert(types[row].id, static_cast<std::uint32_t>(row));
    types[row].links.clear();
    for (std::size_t i = 0; i < types[row].fields.size(); ++i) {
      if (types[row].fields[i].type.shape != Shape::primitive) {
        types[row].links.push_back(static_cast<std::uint8_t>(i));
      }
    }
  }
}

}  // namespace scrubjay::colyseus
