// libFuzzer harness: any bytes as messages behind a valid handshake. The first byte chooses the
// generation; each message has its size before it, as one byte.
//
//     colyseus_wire_fuzz -max_len=2048 tests/data/colyseus/messages
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/property_tree.h"
#include "formats/colyseus/flat_reader.h"
#include "formats/colyseus/nested_reader.h"
#include "formats/colyseus/placement.h"
#include "formats/colyseus/state_properties.h"

namespace scrubjay::colyseus {

namespace {

/// A root of every kind of field, whose instances are like itself.
Schema schema_of(Generation generation) {
  Schema schema;
  schema.generation = generation;
  schema.quantized.push_back({.min = -1, .max = 1, .bits = 16, .mode = 0});
  Type& type = schema.types.emplace_back();
  for (int primitive = 0; primitive <= static_cast<int>(Primitive::quantized); ++primitive) {
    Field& field = type.fields.emplace_back();
    field.name = "f";
    field.type.primitive = static_cast<Primitive>(primitive);
    field.type.quantized = 0;
  }
  for (int shape = static_cast<int>(Shape::instance); shape <= static_cast<int>(Shape::stream);
       ++shape) {
    Field& field = type.fields.emplace_back();
    field.name = "s";
    field.type.shape = static_cast<Shape>(shape);
    field.type.type = 0;
    if (field.type.shape == Shape::instance) continue;
    Field& texts = type.fields.emplace_back(field);
    texts.type.type = FieldType::kNone;
    texts.type.primitive = Primitive::string;
  }
  schema.finish();
  return schema;
}

void show(State& state) {
  Placement placement;
  placement.walk(state);
  PropertyTree tree;
  StateProperties properties;
  const Roles roles(state.schema(), {});
  properties.begin(state, placement, roles);
  for (const Placed& placed : placement.entities()) properties.write_fields(placed.slot, tree);
}

}  // namespace

}  // namespace scrubjay::colyseus

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace scrubjay;
  using namespace scrubjay::colyseus;
  ByteReader input(Bytes(reinterpret_cast<const std::byte*>(data), size));
  const auto choice = input.little<std::uint8_t>();
  if (!choice) return 0;
  const Schema schema = schema_of(static_cast<Generation>((*choice & 0x7F) % 5));
  State state;
  state.reset(schema);
  FlatReader flat;
  NestedReader nested;
  Faults faults;
  while (const auto length = input.little<std::uint8_t>()) {
    const auto message = input.bytes(std::min<std::size_t>(*length, input.left()));
    if (is_nested(schema.generation)) {
      nested.apply(state, *message, &faults);
    } else {
      flat.apply(state, *message, (*choice & 0x80) != 0 ? Apply::resync : Apply::change, &faults);
    }
    show(state);
  }
  return 0;
}
