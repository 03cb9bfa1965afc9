#pragma once

#include <cstdint>
#include <optional>

#include "formats/colyseus/read/problems.h"
#include "formats/colyseus/read/state.h"

namespace scrubjay::colyseus {

/// Why the rest of a message cannot be read.
enum class Stop : std::uint8_t { no, bad_value, unsupported_type, limit };

/// Reads single values into a State. `problems` may be null: then nothing is told.
class ValueReader {
 public:
  void begin(State& state, Problems* problems) {
    state_ = &state;
    problems_ = problems;
    stop_ = Stop::no;
  }

  State& state() const { return *state_; }
  Stop stop() const { return stop_; }
  /// Tells it and remembers that the message cannot be read any further.
  bool fail(Stop stop);
  void tell(const ProblemCode& code, const char* message) {
    if (problems_ != nullptr) problems_->add(code, [&] { return message; });
  }

  /// Any primitive into a field or an item. False after `fail`.
  bool read_into(ByteReader& bytes, const FieldType& type, Cell& place) {
    const bool is_simple = type.primitive == Primitive::number && place.kind < CellKind::text;
    if (is_simple && read_common_number(bytes, place)) return true;
    return read_any_into(bytes, type, place);
  }
  /// Any primitive; a text's row is new. Nothing after `fail`.
  std::optional<Cell> read_value(ByteReader& bytes, const FieldType& type);
  /// A string, told when it is not UTF-8.
  std::optional<std::string_view> read_text(ByteReader& bytes);
  /// A refId, index or length.
  std::optional<std::uint64_t> read_index(ByteReader& bytes);

  /// Row of the type that TYPE_ID's `id` means, `declared` when it is unknown.
  std::uint32_t actual_type(std::uint64_t id, std::uint32_t declared);
  /// A new structure of that type; nothing after `fail`.
  std::optional<std::uint32_t> make(std::uint64_t ref_id, const FieldType& type,
                                    std::uint32_t instance_type);

 private:
  bool read_any_into(ByteReader& bytes, const FieldType& type, Cell& place);
  const Quantized* quantized_of(const FieldType& type) const {
    if (type.quantized == FieldType::kNone) return nullptr;
    return &state_->schema().quantized[type.quantized];
  }

  State* state_ = nullptr;
  Problems* problems_ = nullptr;
  Stop stop_ = Stop::no;
};

}  // namespace scrubjay::colyseus
