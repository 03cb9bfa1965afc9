#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/byte_reader.h"
#include "core/property_tree.h"
#include "core/text.h"
#include "formats/xrec/read/known_events.h"
#include "formats/xrec/values.h"

namespace scrubjay::xrec {

/// The head of an event in a block (formats/xrec/README.md, 5); its fields are not looked at.
struct EventHead {
  std::uint32_t place = 0;  ///< where in the block the head begins
  std::uint32_t type = 0;   ///< row of the block's types; checked
  std::int64_t frame = 0;
  double rtss = 0;  ///< finite
  Bytes fields;     ///< in the block
};

/// A decompressed block of self-describing events (formats/xrec/README.md, 5). `open` reads its
/// tables and keeps for each type where its fields are, so that known events of fixed size are read
/// without walking over their fields. Opening one block after another allocates nothing once warm.
class Block final : public ValueTables {
 public:
  /// Reads the tables. `bytes` must live as long as the block is used. False when they cannot be
  /// read or hold an impossible number: see error(); nothing else may be called then.
  bool open(Bytes bytes);

  enum class Step : std::uint8_t {
    event,
    bad,   ///< this event is lost, the next one can be read
    lost,  ///< this event and the rest of the block are lost
    end,
  };
  /// The next event's head. O(1).
  Step next(EventHead& head);
  /// Goes to the event whose head begins at `place`, as once found by next().
  void seek(std::uint32_t place) { position_ = place; }
  /// Where next() goes on.
  std::uint32_t place() const { return static_cast<std::uint32_t>(position_); }
  /// Events that could still follow (bytes left / 24).
  std::uint64_t most_events_left() const { return (bytes_.size() - position_) / kEventHeadBytes; }

  /// Checks the fields of an event as next() gave it, and reads those of
  /// formats/xrec/README.md, 7.2; their texts live until the next call. False when they are bad:
  /// see error(). O(known fields) for types whose fields all have a fixed size, else O(bytes).
  bool read_known(const EventHead& head, KnownFields& known);
  /// Adds the fields as properties to the end of `tree`, copying texts. False when they are bad.
  bool build(const EventHead& head, PropertyTree& tree);

  /// Why the last call failed; `at` counts from the block's begin.
  const ValueError& error() const { return error_; }
  /// Texts that are not UTF-8: in the tables, and since in the fields read by read_known().
  std::uint64_t bad_texts() const { return bad_texts_; }

  std::string_view type_name(std::uint32_t row) const { return string(types_[row].name); }
  /// Empty when there is none.
  std::string_view assembly(std::uint32_t row) const;

  std::uint32_t string_count() const override {
    return static_cast<std::uint32_t>(strings_.size());
  }
  std::string_view string(std::uint32_t number) const override;
  std::uint32_t type_count() const override { return static_cast<std::uint32_t>(types_.size()); }
  Type type(std::uint32_t number) const override;

 private:
  static constexpr std::uint8_t kNoSlot = kKnownFields;

  struct TextPlace {
    std::uint32_t at;
    std::uint32_t size;  ///< kReplaced: `at` is a row of replaced_
  };
  static constexpr std::uint32_t kReplaced = 0xFFFFFFFF;

  struct FieldPlan {
    std::uint32_t at = 0;         ///< in the fields; only when the type has a fixed size
    std::uint8_t slot = kNoSlot;  ///< the KnownField that it is
  };
  /// Where the fields of an event that moves an object are, for types that say nothing else that
  /// has to be checked: those are read without looking at their fields one by one.
  struct MotionPlan {
    bool is_usable = false;
    std::uint32_t path = 0;
    std::uint32_t is_local = 0;
    std::uint32_t position = 0;
    std::uint32_t rotation = 0;
    std::uint32_t scale = 0;
  };
  struct TypePlan {
    std::uint32_t name = 0;
    std::uint32_t assembly = kNoString;
    std::uint32_t first_field = 0;
    std::uint32_t fields = 0;
    std::uint32_t fixed_bytes = 0;
    bool is_fixed = true;
    bool has_slots = false;
    EventKind kind = EventKind::other;
    MotionPlan motion;
  };
  /// Where the known fields of one event are.
  struct Slot {
    Kind kind = Kind::null;
    std::uint32_t at = 0;  ///< in the fields
  };
  using Slots = std::array<Slot, kKnownFields>;

  bool fail(const char* what, std::uint64_t at);
  bool read_strings(ByteReader& reader);
  bool read_types(ByteReader& reader);
  bool read_fields(ByteReader& reader, TypePlan& type);
  void plan_motion(TypePlan& type) const;
  bool read_motion(const TypePlan& type, const EventHead& head, KnownFields& known);
  bool check_fixed(const TypePlan& type, const EventHead& head, Slots& slots);
  bool walk(const TypePlan& type, const EventHead& head, Slots& slots);
  void read_slots(const TypePlan& type, const EventHead& head, const Slots& slots,
                  KnownFields& known);
  void read_slot(KnownField field, Slot slot, Bytes fields, KnownFields& known);
  std::string_view text_at(Kind kind, ByteReader& reader);

  Bytes bytes_;
  std::size_t position_ = 0;
  std::vector<TextPlace> strings_;
  std::vector<std::string_view> replaced_;
  TextArena arena_;
  TextArena event_texts_;  ///< inline texts of the last read_known() that were not UTF-8
  std::vector<FieldType> fields_;
  std::vector<FieldPlan> plans_;  ///< beside fields_
  std::vector<TypePlan> types_;
  std::vector<double> numbers_;
  std::uint64_t bad_texts_ = 0;
  ValueError error_;
};

}  // namespace scrubjay::xrec
