#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/byte_reader.h"
#include "formats/xrec/values.h"

namespace scrubjay::xrec {

/// PrimitiveTypeEnum ([MS-NRBF] 2.1.2.3).
enum class NrbfPrimitive : std::uint8_t {
  none = 0,
  boolean = 1,
  byte = 2,
  character = 3,
  decimal = 5,
  f64 = 6,
  i16 = 7,
  i32 = 8,
  i64 = 9,
  i8 = 10,
  f32 = 11,
  time_span = 12,
  date_time = 13,
  u16 = 14,
  u32 = 15,
  u64 = 16,
};
/// "Int32", ...
std::string_view to_text(NrbfPrimitive type);
/// Bytes of a value; 0 for Decimal and Char, whose size varies.
std::size_t fixed_bytes(NrbfPrimitive type);
/// The kind of self-describing values that holds the same.
Kind kind_of(NrbfPrimitive type);

/// A text somewhere in the stream.
struct NrbfText {
  std::uint32_t at = 0;
  std::uint32_t size = 0;
};

/// A member or element.
struct NrbfValue {
  enum class Form : std::uint8_t {
    null,
    object,
    primitive,
    reference,  ///< while decoding: names an object by its id
  };

  Form form = Form::null;
  NrbfPrimitive primitive = NrbfPrimitive::none;
  std::uint32_t at = 0;  ///< where in the stream
  union {
    std::uint32_t object;  ///< row of NrbfGraph::objects()
    std::int32_t id;       ///< of a reference
    bool boolean;
    double f64;
    float f32;
    std::int64_t integer;   ///< Int16 ... Int64, SByte, TimeSpan (ticks)
    std::uint64_t natural;  ///< Byte, UInt16 ... UInt64, Char, DateTime (ticks and kind)
    NrbfText text;          ///< Decimal
  };

  NrbfValue() : integer(0) {}
};

/// A class as one record spelled it out; instances share it.
struct NrbfClass {
  NrbfText name;
  NrbfText library;  ///< the assembly's full name; size 0 for system classes
  std::int32_t library_id = 0;
  bool has_library = false;
  std::uint32_t first_member = 0;
  std::uint32_t members = 0;
};
struct NrbfMember {
  NrbfText name;
  std::uint8_t binary_type = 0;
  NrbfPrimitive primitive = NrbfPrimitive::none;  ///< of binary type 0
};

/// A string, a class instance or an array.
struct NrbfObject {
  enum class Form : std::uint8_t { text, instance, array };

  Form form = Form::text;
  NrbfPrimitive element = NrbfPrimitive::none;  ///< array of primitives
  bool has_lower_bounds = false;                ///< array
  std::int32_t id = 0;
  std::uint32_t type = 0;     ///< instance: row of classes()
  NrbfText text;              ///< text: itself; array of objects: its elements' class, if stated
  std::uint32_t first = 0;    ///< of values(); array of fixed-size primitives: where in the stream
  std::uint32_t count = 0;    ///< members or elements
  std::uint32_t lengths = 0;  ///< array: row of its lengths (and lower bounds behind them)
  std::uint32_t rank = 0;     ///< array
};

/// An NRBF stream as data (formats/xrec/README.md, 6.1, 6.2): nothing is looked up, loaded or
/// built. Decoding is a loop over an explicit stack; texts and arrays of primitives stay in the
/// stream's bytes, which must live as long as the graph is used. One graph may decode one stream
/// after another.
class NrbfGraph {
 public:
  /// False when a bound of 6.2 is not kept: see error(), whose `at` counts from the stream's begin.
  bool decode(Bytes stream);
  const ValueError& error() const { return error_; }

  /// Row of the root object.
  std::uint32_t root() const { return root_; }
  std::span<const NrbfObject> objects() const { return objects_; }
  const NrbfObject& object(std::uint32_t row) const { return objects_[row]; }
  std::span<const NrbfClass> classes() const { return classes_; }
  const NrbfClass& class_of(const NrbfObject& instance) const { return classes_[instance.type]; }
  std::span<const NrbfMember> members(const NrbfClass& type) const {
    return std::span(members_).subspan(type.first_member, type.members);
  }
  /// The i-th member or element.
  NrbfValue value(const NrbfObject& object, std::uint32_t i) const;
  std::span<const std::int32_t> lengths(const NrbfObject& array) const {
    return std::span(lengths_).subspan(array.lengths, array.rank);
  }
  std::span<const std::int32_t> lower_bounds(const NrbfObject& array) const {
    return std::span(lengths_).subspan(array.lengths + array.rank,
                                       array.has_lower_bounds ? array.rank : 0);
  }
  /// The bytes of an array of fixed-size primitives.
  Bytes elements(const NrbfObject& array) const {
    return stream_.subspan(array.first, array.count * fixed_bytes(array.element));
  }
  /// Valid UTF-8.
  std::string_view text(NrbfText text) const {
    return {reinterpret_cast<const char*>(stream_.data()) + text.at, text.size};
  }

 private:
  /// An object whose values are being read.
  struct Open {
    std::uint32_t object = 0;
    std::uint32_t next = 0;
    std::uint8_t element_type = 0;  ///< array: binary type of its elements
  };
  /// What stands where a value is due.
  struct Slot {
    std::uint32_t value = 0;  ///< row of values_
    bool is_value = false;    ///< false between the outermost records
    bool only_text = false;   ///< the member's type says String
    std::uint32_t run = 1;    ///< how many nulls may follow at once
  };

  bool fail(const char* what, std::uint64_t at);
  bool fail(const char* what) { return fail(what, reader_.offset()); }
  bool read_header();
  bool read_next();
  bool read_record(const Slot& slot, std::uint32_t& filled);
  bool read_text(std::uint32_t most, NrbfText& text);
  bool read_id(std::int32_t& id);
  bool read_length(std::uint32_t& length);
  bool read_primitive(NrbfPrimitive type, NrbfValue& value);
  bool read_character(NrbfValue& value);
  bool read_decimal(NrbfValue& value);
  bool read_primitive_type(NrbfPrimitive& type);
  bool read_library();
  bool read_class(std::uint8_t record, const Slot& slot);
  bool read_class_info(std::int32_t& id, NrbfClass& type);
  bool read_member_types(const NrbfClass& type);
  bool read_type_details(std::uint8_t binary_type, NrbfPrimitive& primitive, NrbfText& name);
  bool has_equal_names(const NrbfClass& type);
  bool read_class_with_id(const Slot& slot);
  bool read_string(const Slot& slot);
  bool read_binary_array(const Slot& slot);
  bool read_single_array(std::uint8_t record, const Slot& slot);
  bool add_array(NrbfObject array, std::uint64_t count, std::uint8_t element_type,
                 const Slot& slot);
  bool add_instance(std::int32_t id, std::uint32_t type, const Slot& slot);
  bool add_object(const NrbfObject& object, const Slot& slot);
  bool spend(std::uint64_t values);
  bool open(std::uint32_t object, std::uint8_t element_type);
  void put(const Slot& slot, const NrbfValue& value);
  bool await_library(std::int32_t& id);
  bool resolve();
  bool resolve_libraries();

  Bytes stream_;
  ByteReader reader_{Bytes{}};
  std::int32_t root_id_ = 0;
  std::uint32_t root_ = 0;
  bool ended_ = false;
  std::vector<Open> stack_;
  std::vector<NrbfObject> objects_;
  std::vector<NrbfClass> classes_;
  std::vector<NrbfMember> members_;
  std::vector<NrbfValue> values_;
  std::vector<std::int32_t> lengths_;
  std::uint64_t spent_ = 0;
  std::unordered_map<std::int32_t, std::uint32_t> rows_;  ///< by object id
  std::unordered_map<std::int32_t, NrbfText> libraries_;  ///< by library id
  std::vector<std::int32_t> awaited_libraries_;           ///< named before their records
  std::vector<std::string_view> names_;
  ValueError error_;
};

}  // namespace scrubjay::xrec
