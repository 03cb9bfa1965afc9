#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/frame.h"
#include "formats/mcap/read/wire_reader.h"

namespace scrubjay::mcap {

// Messages that this program wrote (formats/mcap/README.md, 5.4). Views point into the message.

/// What a State says of its entity.
struct OwnSelf {
  std::string_view id, label, name, parent;
  Transform world, local;
  std::optional<Box> box;
  Lamp lamp = Lamp::unknown;
  bool stands_for_frame = false;
};

/// Of a State; false where it has none or it cannot be read.
bool read_self(Bytes state, OwnSelf& self);

/// The beginning of a State of a frame.
struct OwnFrame {
  std::int64_t number = 0;
  double time = 0;
};
OwnFrame read_own_frame(Bytes state);

/// An Event.
struct OwnEvent {
  std::uint64_t begin = 0, end = 0;  ///< log times
  std::string_view name, tag, entity, properties, facts, time, end_time, role;
  std::uint32_t order = 0;
};
OwnEvent read_own_event(Bytes event);

/// Calls `visit(Bytes)` for each State in a Table.
template <class Visit>
void each_row(Bytes table, Visit visit) {
  WireReader reader(table);
  while (const auto field = reader.next()) {
    if (field->number == 1 && field->type == 2) visit(field->bytes);
  }
}

}  // namespace scrubjay::mcap
