#include "formats/xrec/read/nrbf.h"

#include <algorithm>
#include <limits>
#include <type_traits>

#include "core/text.h"
#include "formats/xrec/limits.h"

namespace scrubjay::xrec {

namespace {

/// RecordTypeEnumeration ([MS-NRBF] 2.1.2.1), as far as data on its own uses it
/// (formats/xrec/README.md, 6.1).
enum class Record : std::uint8_t {
  header = 0,
  class_with_id = 1,
  system_class_with_members_and_types = 4,
  class_with_members_and_types = 5,
  string = 6,
  binary_array = 7,
  member_primitive_typed = 8,
  member_reference = 9,
  null = 10,
  message_end = 11,
  library = 12,
  null_multiple_256 = 13,
  null_multiple = 14,
  array_single_primitive = 15,
  array_single_object = 16,
  array_single_string = 17,
};

// BinaryTypeEnumeration ([MS-NRBF] 2.1.2.2).
constexpr std::uint8_t kPrimitive = 0;
constexpr std::uint8_t kString = 1;
constexpr std::uint8_t kObject = 2;
constexpr std::uint8_t kSystemClass = 3;
constexpr std::uint8_t kClass = 4;
constexpr std::uint8_t kPrimitiveArray = 7;

// BinaryArrayTypeEnumeration ([MS-NRBF] 2.4.1.1): 3 to 5 are 0 to 2 with lower bounds.
constexpr std::uint8_t kRectangular = 2;
constexpr std::uint8_t kFirstWithBounds = 3;
constexpr std::uint8_t kMostArrayKind = 5;

constexpr const char* kTooShort = "the stream ends inside a record";

bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  int points = 0;
  int digits = 0;
  for (const char c : text) {
    if (c == '.') {
      ++points;
    } else if (is_digit(c)) {
      ++digits;
    } else {
      return false;
    }
  }
  return digits > 0 && points <= 1;
}

}  // namespace

std::string_view to_text(NrbfPrimitive type) {
  switch (type) {
    case NrbfPrimitive::none: return "";
    case NrbfPrimitive::boolean: return "Boolean";
    case NrbfPrimitive::byte: return "Byte";
    case NrbfPrimitive::character: return "Char";
    case NrbfPrimitive::decimal: return "Decimal";
    case NrbfPrimitive::f64: return "Double";
    case NrbfPrimitive::i16: return "Int16";
    case NrbfPrimitive::i32: return "Int32";
    case NrbfPrimitive::i64: return "Int64";
    case NrbfPrimitive::i8: return "SByte";
    case NrbfPrimitive::f32: return "Single";
    case NrbfPrimitive::time_span: return "TimeSpan";
    case NrbfPrimitive::date_time: return "DateTime";
    case NrbfPrimitive::u16: return "UInt16";
    case NrbfPrimitive::u32: return "UInt32";
    case NrbfPrimitive::u64: return "UInt64";
  }
  return "";
}

std::size_t fixed_bytes(NrbfPrimitive type) {
  switch (type) {
    case NrbfPrimitive::boolean:
    case NrbfPrimitive::byte:
    case NrbfPrimitive::i8: return 1;
    case NrbfPrimitive::i16:
    case NrbfPrimitive::u16: return 2;
    case NrbfPrimitive::i32:
    case NrbfPrimitive::u32:
    case NrbfPrimitive::f32: return 4;
    case NrbfPrimitive::i64:
    case NrbfPrimitive::u64:
    case NrbfPrimitive::f64:
    case NrbfPrimitive::time_span:
    case NrbfPrimitive::date_time: return 8;
    case NrbfPrimitive::none:
    case NrbfPrimitive::character:
    case NrbfPrimitive::decimal: return 0;
  }
  return 0;
}

Kind kind_of(NrbfPrimitive type) {
  switch (type) {
    case NrbfPrimitive::none: return Kind::null;
    case NrbfPrimitive::boolean: return Kind::boolean;
    case NrbfPrimitive::byte: return Kind::u8;
    case NrbfPrimitive::character: return Kind::character;
    case NrbfPrimitive::decimal: return Kind::decimal;
    case NrbfPrimitive::f64: return Kind::f64;
    case NrbfPrimitive::i16: return Kind::i16;
    case NrbfPrimitive::i32: return Kind::i32;
    case NrbfPrimitive::i64: return Kind::i64;
    case NrbfPrimitive::i8: return Kind::i8;
    case NrbfPrimitive::f32: return Kind::f32;
    case NrbfPrimitive::time_span: return Kind::duration;
    case NrbfPrimitive::date_time: return Kind::timestamp;
    case NrbfPrimitive::u16: return Kind::u16;
    case NrbfPrimitive::u32: return Kind::u32;
    case NrbfPrimitive::u64: return Kind::u64;
  }
  return Kind::null;
}

namespace {

/// Sets the number of a value whose primitive is known. False when the bytes end before.
bool read_number(ByteReader& reader, NrbfValue& value) {
  const bool is_date = value.primitive == NrbfPrimitive::date_time;
  return with_number(is_date ? Kind::u64 : kind_of(value.primitive), [&](auto zero) {
    using Number = decltype(zero);
    const auto found = reader.little<Number>();
    if (!found) return false;
    if constexpr (std::is_same_v<Number, double>) {
      value.f64 = *found;
    } else if constexpr (std::is_same_v<Number, float>) {
      value.f32 = *found;
    } else if constexpr (std::is_signed_v<Number>) {
      value.integer = *found;
    } else {
      value.natural = *found;
    }
    return true;
  });
}

}  // namespace

bool NrbfGraph::fail(const char* what, std::uint64_t at) {
  error_ = {what, at};
  return false;
}

bool NrbfGraph::decode(Bytes stream) {
  stream_ = stream;
  reader_ = ByteReader(stream);
  ended_ = false;
  stack_.clear();
  objects_.clear();
  classes_.clear();
  members_.clear();
  values_.clear();
  lengths_.clear();
  spent_ = 0;
  rows_.clear();
  libraries_.clear();
  awaited_libraries_.clear();
  if (stream.size() > limits::kMostBlockBytes) return fail("the stream is longer than 256 MiB", 0);
  if (!read_header()) return false;
  while (!ended_) {
    if (!read_next()) return false;
  }
  if (!reader_.at_end()) return fail("bytes follow the message's end");
  return resolve();
}

bool NrbfGraph::read_header() {
  const auto record = reader_.little<std::uint8_t>();
  if (!record || *record != static_cast<std::uint8_t>(Record::header)) {
    return fail("the stream does not begin with its header", 0);
  }
  const auto root = reader_.little<std::int32_t>();
  reader_.skip(sizeof(std::int32_t));
  const auto major = reader_.little<std::int32_t>();
  const auto minor = reader_.little<std::int32_t>();
  if (!root || !major || !minor) return fail(kTooShort, 0);
  if (*major != 1 || *minor != 0) return fail("the stream's version is not 1.0", 0);
  root_id_ = *root;
  return true;
}

/// The next value of the innermost open object, or the next record between objects.
bool NrbfGraph::read_next() {
  std::uint32_t filled = 0;
  if (stack_.empty()) {
    Slot slot;
    slot.run = std::numeric_limits<std::uint32_t>::max();
    return read_record(slot, filled);
  }
  const std::size_t row = stack_.size() - 1;
  const Open open = stack_[row];
  const NrbfObject& object = objects_[open.object];
  if (open.next == object.count) {
    stack_.pop_back();
    return true;
  }
  Slot slot;
  slot.value = object.first + open.next;
  slot.is_value = true;
  if (object.form == NrbfObject::Form::instance) {
    const NrbfMember& member = members_[classes_[object.type].first_member + open.next];
    if (member.binary_type == kPrimitive) {
      ++stack_[row].next;
      return read_primitive(member.primitive, values_[slot.value]);
    }
    slot.only_text = member.binary_type == kString;
  } else {
    slot.only_text = open.element_type == kString;
    slot.run = object.count - open.next;
  }
  if (!read_record(slot, filled)) return false;
  stack_[row].next += filled;
  return true;
}

/// One record. `filled` is how many values it stands for: none for a library.
bool NrbfGraph::read_record(const Slot& slot, std::uint32_t& filled) {
  const std::uint64_t at = reader_.offset();
  const auto byte = reader_.little<std::uint8_t>();
  if (!byte) return fail("the message's end is missing", at);
  const auto record = static_cast<Record>(*byte);
  filled = 1;
  NrbfValue value;
  value.at = static_cast<std::uint32_t>(at);
  if (slot.only_text) {
    switch (record) {
      case Record::string:
      case Record::member_reference:
      case Record::null:
      case Record::null_multiple:
      case Record::null_multiple_256:
      case Record::library: break;
      default: return fail("another record stands where a text is due", at);
    }
  }
  switch (record) {
    case Record::library: filled = 0; return read_library();
    case Record::message_end:
      if (slot.is_value) return fail("the message ends inside an object", at);
      ended_ = true;
      return true;
    case Record::class_with_id: return read_class_with_id(slot);
    case Record::system_class_with_members_and_types:
    case Record::class_with_members_and_types: return read_class(*byte, slot);
    case Record::string: return read_string(slot);
    case Record::binary_array: return read_binary_array(slot);
    case Record::array_single_primitive:
    case Record::array_single_object:
    case Record::array_single_string: return read_single_array(*byte, slot);
    case Record::member_primitive_typed: {
      NrbfPrimitive type{};
      if (!read_primitive_type(type) || !read_primitive(type, value)) return false;
      if (!slot.is_value) return spend(1);
      put(slot, value);
      return true;
    }
    case Record::member_reference: {
      value.form = NrbfValue::Form::reference;
      if (!read_id(value.id)) return false;
      if (!slot.is_value) {
        // Nobody asks for it, but it must resolve as any other.
        if (!spend(1)) return false;
        values_.push_back(value);
      } else {
        put(slot, value);
      }
      return true;
    }
    case Record::null: return true;
    case Record::null_multiple_256:
    case Record::null_multiple: {
      std::int64_t count = 0;
      if (record == Record::null_multiple_256) {
        const auto small = reader_.little<std::uint8_t>();
        if (!small) return fail(kTooShort, at);
        count = *small;
      } else {
        const auto large = reader_.little<std::int32_t>();
        if (!large) return fail(kTooShort, at);
        count = *large;
      }
      if (count < 1) return fail("a run of nulls has no nulls", at);
      if (count > slot.run) return fail("a run of nulls is longer than what is due", at);
      filled = static_cast<std::uint32_t>(count);
      return true;
    }
    case Record::header: return fail("a second header stands in the stream", at);
  }
  return fail("a record's type is not known or is no data on its own", at);
}

/// 7-bit groups, low group first, at most 31 bits ([MS-NRBF] 2.1.1.6), then UTF-8.
bool NrbfGraph::read_text(std::uint32_t most, NrbfText& text) {
  const std::uint64_t at = reader_.offset();
  std::uint64_t size = 0;
  for (unsigned shift = 0;; shift += 7) {
    const auto byte = reader_.little<std::uint8_t>();
    if (!byte) return fail(kTooShort, at);
    size |= std::uint64_t{*byte & 0x7Fu} << shift;
    if ((*byte & 0x80u) == 0) break;
    if (shift == 28) return fail("a text's length takes more than five bytes", at);
  }
  if (size > most) return fail("a text is longer than allowed", at);
  text.at = static_cast<std::uint32_t>(reader_.position());
  text.size = static_cast<std::uint32_t>(size);
  const auto found = reader_.text(size);
  if (!found) return fail(kTooShort, at);
  return is_valid_utf8(*found) || fail("a text is not UTF-8", at);
}

bool NrbfGraph::read_id(std::int32_t& id) {
  const std::uint64_t at = reader_.offset();
  const auto found = reader_.little<std::int32_t>();
  if (!found) return fail(kTooShort, at);
  id = *found;
  return id != 0 || fail("an object's id is 0", at);
}

bool NrbfGraph::read_length(std::uint32_t& length) {
  const std::uint64_t at = reader_.offset();
  const auto found = reader_.little<std::int32_t>();
  if (!found) return fail(kTooShort, at);
  if (*found < 0) return fail("a length is negative", at);
  length = static_cast<std::uint32_t>(*found);
  return true;
}

bool NrbfGraph::read_primitive_type(NrbfPrimitive& type) {
  const std::uint64_t at = reader_.offset();
  const auto byte = reader_.little<std::uint8_t>();
  if (!byte) return fail(kTooShort, at);
  type = static_cast<NrbfPrimitive>(*byte);
  return !to_text(type).empty() || fail("a primitive type is not known", at);
}

bool NrbfGraph::read_character(NrbfValue& value) {
  const std::uint64_t at = reader_.offset();
  const auto first = ByteReader(reader_).little<std::uint8_t>();
  if (!first) return fail(kTooShort, at);
  const std::size_t size = *first < 0x80 ? 1 : *first < 0xE0 ? 2 : 3;
  const auto text = reader_.text(size);
  if (!text) return fail(kTooShort, at);
  if (!is_valid_utf8(*text)) return fail("a character is not UTF-8", at);
  const auto bits = [&](std::size_t i, unsigned mask) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>((*text)[i]) & mask);
  };
  switch (size) {
    case 1: value.natural = bits(0, 0x7F); break;
    case 2: value.natural = bits(0, 0x1F) << 6 | bits(1, 0x3F); break;
    default: value.natural = bits(0, 0x0F) << 12 | bits(1, 0x3F) << 6 | bits(2, 0x3F); break;
  }
  return true;
}

bool NrbfGraph::read_decimal(NrbfValue& value) {
  const std::uint64_t at = reader_.offset();
  if (!read_text(limits::kMostDecimalBytes, value.text)) return false;
  return is_decimal(text(value.text)) || fail("a decimal number is written in another way", at);
}

bool NrbfGraph::read_primitive(NrbfPrimitive type, NrbfValue& value) {
  value.form = NrbfValue::Form::primitive;
  value.primitive = type;
  value.at = static_cast<std::uint32_t>(reader_.position());
  switch (type) {
    case NrbfPrimitive::boolean: {
      const auto byte = reader_.little<std::uint8_t>();
      if (!byte) return fail(kTooShort, value.at);
      value.boolean = *byte != 0;
      return true;
    }
    case NrbfPrimitive::character: return read_character(value);
    case NrbfPrimitive::decimal: return read_decimal(value);
    default: break;
  }
  if (fixed_bytes(type) == 0) return fail("a primitive type is not known", value.at);
  return read_number(reader_, value) || fail(kTooShort, value.at);
}

bool NrbfGraph::read_library() {
  const std::uint64_t at = reader_.offset();
  const auto id = reader_.little<std::int32_t>();
  NrbfText name;
  if (!id) return fail(kTooShort, at);
  if (!read_text(limits::kMostNameBytes, name)) return false;
  libraries_.emplace(*id, name);
  return true;
}

bool NrbfGraph::await_library(std::int32_t& id) {
  const std::uint64_t at = reader_.offset();
  const auto found = reader_.little<std::int32_t>();
  if (!found) return fail(kTooShort, at);
  id = *found;
  if (!libraries_.contains(id)) awaited_libraries_.push_back(id);
  return true;
}

/// ClassInfo ([MS-NRBF] 2.3.1.1).
bool NrbfGraph::read_class_info(std::int32_t& id, NrbfClass& type) {
  if (!read_id(id) || !read_text(limits::kMostNameBytes, type.name)) return false;
  const std::uint64_t at = reader_.offset();
  std::uint32_t count = 0;
  if (!read_length(count)) return false;
  if (count > limits::kMostMembers || count > reader_.left()) {
    return fail("a class has more members than allowed, or than the stream can hold", at);
  }
  type.first_member = static_cast<std::uint32_t>(members_.size());
  type.members = count;
  for (std::uint32_t i = 0; i < count; ++i) {
    NrbfMember member;
    if (!read_text(limits::kMostNameBytes, member.name)) return false;
    members_.push_back(member);
  }
  return !has_equal_names(type) || fail("a class has two members of one name", at);
}

bool NrbfGraph::has_equal_names(const NrbfClass& type) {
  names_.clear();
  for (const NrbfMember& member : members(type)) names_.push_back(text(member.name));
  std::ranges::sort(names_);
  return std::ranges::adjacent_find(names_) != names_.end();
}

/// The additional data of a binary type.
bool NrbfGraph::read_type_details(std::uint8_t binary_type, NrbfPrimitive& primitive,
                                  NrbfText& name) {
  switch (binary_type) {
    case kPrimitive: return read_primitive_type(primitive);
    case kPrimitiveArray: {
      NrbfPrimitive element{};
      return read_primitive_type(element);
    }
    case kSystemClass: return read_text(limits::kMostNameBytes, name);
    case kClass: {
      std::int32_t library = 0;
      return read_text(limits::kMostNameBytes, name) && await_library(library);
    }
    default: return true;
  }
}

/// MemberTypeInfo ([MS-NRBF] 2.3.1.2).
bool NrbfGraph::read_member_types(const NrbfClass& type) {
  const std::uint64_t at = reader_.offset();
  for (std::uint32_t i = 0; i < type.members; ++i) {
    const auto byte = reader_.little<std::uint8_t>();
    if (!byte) return fail(kTooShort, at);
    if (*byte > kPrimitiveArray) return fail("a binary type is not known", at + i);
    members_[type.first_member + i].binary_type = *byte;
  }
  for (std::uint32_t i = 0; i < type.members; ++i) {
    NrbfMember& member = members_[type.first_member + i];
    NrbfText name;
    if (!read_type_details(member.binary_type, member.primitive, name)) return false;
  }
  return true;
}

bool NrbfGraph::read_class(std::uint8_t record, const Slot& slot) {
  std::int32_t id = 0;
  NrbfClass type;
  if (!read_class_info(id, type) || !read_member_types(type)) return false;
  if (static_cast<Record>(record) == Record::class_with_members_and_types) {
    type.has_library = true;
    if (!await_library(type.library_id)) return false;
  }
  classes_.push_back(type);
  return add_instance(id, static_cast<std::uint32_t>(classes_.size() - 1), slot);
}

bool NrbfGraph::read_class_with_id(const Slot& slot) {
  const std::uint64_t at = reader_.offset();
  std::int32_t id = 0;
  std::int32_t model = 0;
  if (!read_id(id) || !read_id(model)) return false;
  const auto found = rows_.find(model);
  if (found == rows_.end() || objects_[found->second].form != NrbfObject::Form::instance) {
    return fail("a metadata id names no earlier class record", at);
  }
  const std::uint32_t type = objects_[found->second].type;
  if (classes_[type].members > reader_.left()) {
    return fail("a class has more members than the stream can hold", at);
  }
  return add_instance(id, type, slot);
}

bool NrbfGraph::spend(std::uint64_t values) {
  spent_ += values;
  return spent_ <= limits::kMostValues ||
         fail("the stream holds more than 8 Mi members and elements");
}

void NrbfGraph::put(const Slot& slot, const NrbfValue& value) {
  if (slot.is_value) values_[slot.value] = value;
}

bool NrbfGraph::add_object(const NrbfObject& object, const Slot& slot) {
  const auto row = static_cast<std::uint32_t>(objects_.size());
  if (object.id > 0) {
    if (!rows_.emplace(object.id, row).second) return fail("two objects have one id");
  } else {
    rows_.insert_or_assign(object.id, row);
  }
  objects_.push_back(object);
  NrbfValue value;
  value.form = NrbfValue::Form::object;
  value.at = static_cast<std::uint32_t>(reader_.position());
  value.object = row;
  put(slot, value);
  return true;
}

bool NrbfGraph::open(std::uint32_t object, std::uint8_t element_type) {
  if (stack_.size() >= limits::kDeepestRecord) return fail("records nest more than 64 deep");
  stack_.push_back({object, 0, element_type});
  return true;
}

bool NrbfGraph::add_instance(std::int32_t id, std::uint32_t type, const Slot& slot) {
  NrbfObject instance;
  instance.form = NrbfObject::Form::instance;
  instance.id = id;
  instance.type = type;
  instance.first = static_cast<std::uint32_t>(values_.size());
  instance.count = classes_[type].members;
  if (!spend(instance.count)) return false;
  values_.resize(values_.size() + instance.count);
  const auto row = static_cast<std::uint32_t>(objects_.size());
  return add_object(instance, slot) && open(row, kObject);
}

bool NrbfGraph::read_string(const Slot& slot) {
  NrbfObject string;
  return read_id(string.id) && read_text(limits::kMostTextBytes, string.text) &&
         add_object(string, slot);
}

bool NrbfGraph::add_array(NrbfObject array, std::uint64_t count, std::uint8_t element_type,
                          const Slot& slot) {
  array.form = NrbfObject::Form::array;
  const std::size_t bytes = fixed_bytes(array.element);
  const bool is_primitive = element_type == kPrimitive;
  const std::uint64_t most =
      is_primitive ? reader_.left() / std::max<std::size_t>(bytes, 1) : limits::kMostElements;
  if (count > most)
    return fail("an array has more elements than allowed, or than the stream holds");
  if (!spend(count)) return false;
  array.count = static_cast<std::uint32_t>(count);
  const auto row = static_cast<std::uint32_t>(objects_.size());
  if (bytes != 0) {
    array.first = static_cast<std::uint32_t>(reader_.position());
    reader_.skip(count * bytes);
    return add_object(array, slot);
  }
  array.first = static_cast<std::uint32_t>(values_.size());
  values_.resize(values_.size() + array.count);
  if (!add_object(array, slot)) return false;
  if (!is_primitive) return open(row, element_type);
  for (std::uint32_t i = 0; i < array.count; ++i) {
    if (!read_primitive(array.element, values_[array.first + i])) return false;
  }
  return true;
}

bool NrbfGraph::read_single_array(std::uint8_t record, const Slot& slot) {
  NrbfObject array;
  std::uint32_t length = 0;
  if (!read_id(array.id) || !read_length(length)) return false;
  array.rank = 1;
  array.lengths = static_cast<std::uint32_t>(lengths_.size());
  lengths_.push_back(static_cast<std::int32_t>(length));
  switch (static_cast<Record>(record)) {
    case Record::array_single_primitive:
      return read_primitive_type(array.element) && add_array(array, length, kPrimitive, slot);
    case Record::array_single_string: return add_array(array, length, kString, slot);
    default: return add_array(array, length, kObject, slot);
  }
}

/// BinaryArray ([MS-NRBF] 2.4.3.1).
bool NrbfGraph::read_binary_array(const Slot& slot) {
  NrbfObject array;
  if (!read_id(array.id)) return false;
  const std::uint64_t at = reader_.offset();
  const auto kind = reader_.little<std::uint8_t>();
  const auto rank = reader_.little<std::int32_t>();
  if (!kind || !rank) return fail(kTooShort, at);
  if (*kind > kMostArrayKind) return fail("an array is of a kind that is not known", at);
  const bool is_rectangular = *kind % kFirstWithBounds == kRectangular;
  if (is_rectangular ? *rank < 2 || *rank > limits::kMostRank : *rank != 1) {
    return fail("an array has a rank that its kind does not allow", at);
  }
  array.rank = static_cast<std::uint32_t>(*rank);
  array.lengths = static_cast<std::uint32_t>(lengths_.size());
  array.has_lower_bounds = *kind >= kFirstWithBounds;
  std::uint64_t count = 1;
  bool is_empty = false;
  for (std::uint32_t i = 0; i < array.rank; ++i) {
    std::uint32_t length = 0;
    if (!read_length(length)) return false;
    lengths_.push_back(static_cast<std::int32_t>(length));
    is_empty = is_empty || length == 0;
    // No array can have more elements than a stream has bytes, or 2^20: above that, stay above.
    count = std::min(count * std::max(length, 1u), std::uint64_t{limits::kMostBlockBytes} + 1);
  }
  for (std::uint32_t i = 0; array.has_lower_bounds && i < array.rank; ++i) {
    const auto bound = reader_.little<std::int32_t>();
    if (!bound) return fail(kTooShort, at);
    lengths_.push_back(*bound);
  }
  const std::uint64_t type_at = reader_.offset();
  const auto element_type = reader_.little<std::uint8_t>();
  if (!element_type) return fail(kTooShort, type_at);
  if (*element_type > kPrimitiveArray) return fail("a binary type is not known", type_at);
  if (!read_type_details(*element_type, array.element, array.text)) return false;
  return add_array(array, is_empty ? 0 : count, *element_type, slot);
}

bool NrbfGraph::resolve_libraries() {
  for (const std::int32_t id : awaited_libraries_) {
    if (!libraries_.contains(id)) return fail("a library id names no library", stream_.size());
  }
  for (NrbfClass& type : classes_) {
    if (type.has_library) type.library = libraries_.find(type.library_id)->second;
  }
  return true;
}

bool NrbfGraph::resolve() {
  if (!resolve_libraries()) return false;
  for (NrbfValue& value : values_) {
    if (value.form != NrbfValue::Form::reference) continue;
    const auto found = rows_.find(value.id);
    if (found == rows_.end()) return fail("a reference names no object", value.at);
    value.form = NrbfValue::Form::object;
    value.object = found->second;
  }
  const auto root = rows_.find(root_id_);
  if (root == rows_.end()) return fail("the root id names no object", 0);
  root_ = root->second;
  return true;
}

NrbfValue NrbfGraph::value(const NrbfObject& object, std::uint32_t i) const {
  const std::size_t bytes =
      object.form == NrbfObject::Form::array ? fixed_bytes(object.element) : 0;
  if (bytes == 0) return values_[object.first + i];
  ByteReader reader(stream_.subspan(object.first + i * bytes, bytes));
  NrbfValue value;
  value.form = NrbfValue::Form::primitive;
  value.primitive = object.element;
  value.at = static_cast<std::uint32_t>(object.first + i * bytes);
  if (object.element == NrbfPrimitive::boolean) {
    value.boolean = *reader.little<std::uint8_t>() != 0;
  } else {
    read_number(reader, value);
  }
  return value;
}

}  // namespace scrubjay::xrec
