#include "formats/colyseus/read/reflection.h"

#include <array>

namespace scrubjay::colyseus {

namespace {

constexpr std::uint32_t kType = 1;
constexpr std::uint32_t kField = 2;
constexpr std::uint32_t kQuantized = 3;

Field value(std::string name, Primitive primitive) {
  FieldType type;
  type.primitive = primitive;
  return {std::move(name), type};
}

Field holder(std::string name, Shape shape, std::uint32_t row) {
  FieldType type;
  type.shape = shape;
  type.type = row;
  return {std::move(name), type};
}

Schema make_schema(Generation generation) {
  const Primitive number = is_nested(generation) ? Primitive::uint8 : Primitive::number;
  Schema schema;
  schema.generation = generation;
  schema.types.resize(3);
  schema.types[0].fields = {holder("types", Shape::array, kType), value("rootType", number)};
  schema.types[kType].fields.push_back(value("id", number));
  if (generation >= Generation::v3) {
    schema.types[kType].fields.push_back(value("extendsId", number));
  }
  schema.types[kType].fields.push_back(holder("fields", Shape::array, kField));
  schema.types[kField].fields = {value("name", Primitive::string), value("type", Primitive::string),
                                 value("referencedType", number)};
  if (generation == Generation::v5) {
    schema.types[kField].fields.push_back(value("childPrimitive", Primitive::string));
    schema.types[kField].fields.push_back(holder("quantized", Shape::instance, kQuantized));
    schema.types.emplace_back().fields = {
        value("min", Primitive::float64), value("max", Primitive::float64),
        value("bits", Primitive::uint8), value("mode", Primitive::uint8)};
  }
  for (std::size_t row = 0; row < schema.types.size(); ++row) schema.types[row].id = row;
  schema.finish();
  return schema;
}

}  // namespace

const Schema& reflection_schema(Generation generation) {
  static const std::array<Schema, 5> schemas{
      make_schema(Generation::v0_4), make_schema(Generation::v0_5), make_schema(Generation::v1),
      make_schema(Generation::v3), make_schema(Generation::v5)};
  return schemas[static_cast<std::size_t>(generation)];
}

}  // namespace scrubjay::colyseus
