// Any bytes as messages behind a valid handshake: of a root of every kind of
// field, and, as a capture, of players with a name and a place. The first byte chooses the
// generation; each message has its size before it, as one byte.
#include <algorithm>

#include "formats/colyseus/colyseus.h"
#include "formats/colyseus/read/flat_reader.h"
#include "formats/colyseus/read/nested_reader.h"
#include "formats/colyseus/read/placement.h"
#include "formats/colyseus/read/state_archive.h"
#include "formats/colyseus/read/state_properties.h"
#include "tests/formats/colyseus_test_file.h"
#include "tests/formats/kept_bytes.h"
#include "tests/fuzz/properties.h"
#include "tests/fuzz/targets.h"

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

using Messages = std::vector<ByteVector>;

/// The tree as the second opening of a file has it.
State kept(const State& state) {
  const auto bytes = kept_bytes({}, [&](IndexWriter& out) {
    save_state(out, state);
    return out.finish();
  });
  fuzz::require(bytes.has_value(), "a tree cannot be kept");
  IndexReader in(*bytes, {});
  State again;
  load_state(in, state.schema(), again);
  fuzz::require(in.ok() && in.at_end(), "a tree that was kept is not taken");
  return again;
}

void apply_all(Generation generation, const Messages& messages, Apply as) {
  const Schema schema = schema_of(generation);
  State state;
  state.reset(schema);
  FlatReader flat;
  NestedReader nested;
  Problems problems;
  for (const ByteVector& message : messages) {
    if (is_nested(generation)) {
      nested.apply(state, message, &problems);
    } else {
      flat.apply(state, message, as, &problems);
    }
    show(state);
    State again = kept(state);
    show(again);
  }
}

/// The first message is the full state, the others are patches.
void check_capture(unsigned generation, const Messages& messages) {
  constexpr const char* kHandshakes[] = {"0", "1", "3", "5"};
  CaptureMaker capture;
  capture.add(0, 0, players_handshake(kHandshakes[generation % 4]));
  double time = 0;
  for (const ByteVector& message : messages) {
    capture.add(time == 0 ? 1 : 2, time, message);
    time += 0.05;
  }
  fuzz::check_recording({kFormat, "fuzz.colycap"}, capture.bytes());
}

}  // namespace

}  // namespace scrubjay::colyseus

namespace scrubjay::fuzz {

void colyseus_wire_fuzz(Input input) {
  using namespace scrubjay::colyseus;
  const std::vector<std::byte> bytes = owned_bytes(input);
  ByteReader reader(bytes);
  const auto choice = reader.little<std::uint8_t>();
  if (!choice) return;
  Messages messages;
  while (const auto length = reader.little<std::uint8_t>()) {
    const Bytes message = *reader.bytes(std::min<std::size_t>(*length, reader.left()));
    messages.emplace_back(message.begin(), message.end());
  }
  const unsigned generation = *choice & 0x7F;
  {
    const MemoryBound bound(input.size());
    apply_all(static_cast<Generation>(generation % 5), messages,
              (*choice & 0x80) != 0 ? Apply::resync : Apply::change);
  }
  check_capture(generation, messages);
}

}  // namespace scrubjay::fuzz
