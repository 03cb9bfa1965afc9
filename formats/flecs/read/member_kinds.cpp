#include "formats/flecs/read/member_kinds.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "formats/flecs/limits.h"
#include "formats/flecs/read/json_parse.h"
#include "formats/flecs/read/values.h"

namespace scrubjay::flecs {

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

// What a value may be. Several bits can be those of one value.
constexpr std::uint32_t kSeenBoolean = 1u << 0;
constexpr std::uint32_t kSeenZero = 1u << 1;      ///< a plain 0
constexpr std::uint32_t kSeenNumber = 1u << 2;    ///< another number
constexpr std::uint32_t kSeenSmall = 1u << 3;     ///< an integer that is written as a number
constexpr std::uint32_t kSeenWhole = 1u << 4;     ///< one whose type is an integer
constexpr std::uint32_t kSeenLarge = 1u << 5;     ///< one that a double cannot hold
constexpr std::uint32_t kSeenFraction = 1u << 6;  ///< a number that is no integer
constexpr std::uint32_t kSeenText = 1u << 7;
constexpr std::uint32_t kSeenQuoted = 1u << 8;  ///< a text that may be a number
constexpr std::uint32_t kSeenEntity = 1u << 9;  ///< how an entity without a name is printed
constexpr std::uint32_t kSeenNoEntity = 1u << 10;
constexpr std::uint32_t kSeenList = 1u << 11;     ///< an array that is not kSeenNumbers
constexpr std::uint32_t kSeenNumbers = 1u << 12;  ///< an array of numbers
constexpr std::uint32_t kSeenEmpty = 1u << 13;    ///< an array without elements
constexpr std::uint32_t kSeenGroup = 1u << 14;    ///< an object that is not kSeenVector
constexpr std::uint32_t kSeenVector = 1u << 15;   ///< an object with x, y (z (w))
constexpr std::uint32_t kSeenTwo = 1u << 16;      ///< how many numbers there are
constexpr std::uint32_t kSeenThree = 1u << 17;
constexpr std::uint32_t kSeenFour = 1u << 18;
constexpr std::uint32_t kSeenOther = 1u << 19;
constexpr std::uint32_t kSeenPlainPart = 1u << 20;     ///< one of them without quotes
constexpr std::uint32_t kSeenQuotedPart = 1u << 21;    ///< and with
constexpr std::uint32_t kSeenFractionPart = 1u << 22;  ///< one of them is no integer
constexpr std::uint32_t kSeenScalar = 1u << 23;        ///< a component that is the value, no object
constexpr std::uint32_t kSeenNone = 1u << 24;          ///< a component without a value

constexpr std::uint32_t kSeenSizes = kSeenTwo | kSeenThree | kSeenFour | kSeenOther;
constexpr std::uint32_t kSeenArrays = kSeenList | kSeenNumbers | kSeenEmpty;
constexpr std::uint32_t kSeenObjects = kSeenGroup | kSeenVector;

constexpr unsigned kMemberDepth = 16;
/// Elements of a list whose own values are compared.
constexpr std::size_t kMostElements = 64;

bool has(std::uint32_t bits, std::uint32_t wanted) { return (bits & wanted) != 0; }

std::uint32_t size_bit(std::size_t count) {
  if (count < 2 || count > 4) return kSeenOther;
  return kSeenTwo << (count - 2);
}

std::uint32_t integer_bits(const element& value, const Schema* schema) {
  using Kind = Schema::Kind;
  const Kind kind = schema != nullptr ? schema->kind : Kind::unknown;
  if (kind == Kind::bitmask || kind == Kind::text || kind == Kind::enumeration) return kSeenText;
  if (kind == Kind::entity || kind == Kind::id) return kSeenNoEntity;
  std::int64_t number = 1;
  read_into(value.get_int64(), number);
  const std::uint32_t is = number == 0 ? kSeenZero : kSeenNumber;
  if (kind == Kind::integer) return is | kSeenWhole;
  if (kind == Kind::number) return is | kSeenFraction;
  return is | (is_large_integer(value) ? kSeenLarge : kSeenSmall);
}

/// A number in quotes by its value: flecs quotes integers with several zeros at the end, too.
std::uint32_t quoted_bits(std::string_view text, double number) {
  if (text.find_first_of("e.") == std::string_view::npos && std::isfinite(number))
    return kSeenLarge;
  const bool is_whole = number == std::trunc(number) && std::abs(number) <= kMostExact;
  return is_whole ? kSeenSmall : kSeenFraction;
}

std::uint32_t text_bits(const element& value, const Schema* schema) {
  const std::string_view text = string_of(value);
  if (schema != nullptr) {
    if (schema->is_number() && number_of(value, schema)) {
      return kSeenNumber | (schema->kind == Schema::Kind::integer ? kSeenWhole : kSeenFraction);
    }
    return schema->kind == Schema::Kind::entity ? kSeenEntity : kSeenText;
  }
  if (text == "#0") return kSeenNoEntity;
  if (is_anonymous(text)) return kSeenEntity;
  if (const auto number = quoted_number(text, false))
    return kSeenQuoted | quoted_bits(text, *number);
  return kSeenText;
}

/// A longer path could be made to fill memory.
bool may_be_in_path(std::size_t before, std::string_view name) {
  return before + name.size() < limits::kLongestPath &&
         name.find(kPathEnd) == std::string_view::npos;
}

/// A component with a single member called `value` is that value, as write_component has it.
element value_of(const element& component, const Schema*& schema) {
  if (!component.is_object()) return component;
  const simdjson::dom::object members = object_of(component);
  if (members.size() != 1) return component;
  const auto [key, member] = *members.begin();
  if (key != "value") return component;
  if (schema != nullptr) schema = schema->member(key, 0);
  return member;
}

/// Numbers that are one thing, looked at one after the other.
class Parts {
 public:
  void add(const element& part, const Schema* schema) {
    ++count_;
    are_large_ |= is_large_integer(part);
    if (part.type() == element_type::DOUBLE) bits_ |= kSeenFractionPart;
    if (part.is_number() || (schema != nullptr && number_of(part, schema))) {
      bits_ |= kSeenPlainPart;
    } else if (number_of(part, schema)) {
      bits_ |= kSeenQuotedPart;
    } else {
      are_numbers_ = false;
    }
  }
  std::size_t count() const { return count_; }
  bool are_numbers() const { return are_numbers_ && !are_large_; }
  bool are_quoted() const { return has(bits_, kSeenQuotedPart); }
  std::uint32_t bits() const { return bits_; }

 private:
  std::size_t count_ = 0;
  std::uint32_t bits_ = 0;
  bool are_numbers_ = true;
  bool are_large_ = false;
};

/// Below the component that is no type: what entities of other formats have there differs, and its
/// names may come twice in a group.
bool is_untyped(std::string_view path) {
  return path.starts_with(kOwnComponent) && path.size() > kOwnComponent.size() &&
         path[kOwnComponent.size()] == kPathEnd;
}

/// What is seen of the elements of a member that is a list in some documents, as what it is where
/// it is numbers, which are not looked into one by one.
std::uint32_t element_bits(std::uint32_t bits) {
  if (!has(bits, kSeenList) || !has(bits, kSeenNumbers)) return 0;
  return kSeenNumber | (has(bits, kSeenFractionPart) ? kSeenFraction : kSeenSmall);
}

/// Of members that are lists or groups in some documents.
MemberForm container_form(std::uint32_t bits, bool has_value) {
  const bool has_arrays = has(bits, kSeenArrays);
  const bool has_objects = has(bits, kSeenObjects);
  if (has_value) return has(bits, kSeenText) ? MemberForm::text : MemberForm::said_text;
  if ((has(bits, kSeenList) && has_objects) || (has(bits, kSeenGroup) && has_arrays)) {
    return MemberForm::said_text;
  }
  const bool has_none = has(bits, kSeenZero | kSeenNoEntity);
  if (has(bits, kSeenList)) {
    return has_none || has(bits, kSeenNumbers) ? MemberForm::list : MemberForm::as_said;
  }
  if (has(bits, kSeenGroup)) {
    return has_none || has(bits, kSeenVector) ? MemberForm::group : MemberForm::as_said;
  }
  if (!has(bits, kSeenNumbers | kSeenVector))
    return has_none ? MemberForm::list : MemberForm::as_said;
  const bool has_sizes = std::popcount(bits & kSeenSizes) > 1 || has(bits, kSeenEmpty);
  return has_sizes || has_none ? MemberForm::numbers : MemberForm::as_said;
}

}  // namespace

/// What is to be told of a member that was all of that.
MemberFormRow MemberKinds::row_of(Bits bits) const {
  MemberFormRow row;
  const bool has_quoted =
      has(bits, kSeenQuoted) && (is_only_document_ || has(bits, kSeenNumber | kSeenZero));
  const bool are_parts_quoted =
      has(bits, kSeenQuotedPart) && (is_only_document_ || has(bits, kSeenPlainPart));
  row.takes_quoted = has_quoted || are_parts_quoted;
  const bool is_text = has(bits, kSeenText) || (has(bits, kSeenQuoted) && !has_quoted);
  const bool is_number = has(bits, kSeenNumber) || has_quoted;
  const bool is_entity = has(bits, kSeenEntity);
  const bool is_boolean = has(bits, kSeenBoolean);
  row.is_scalar = has(bits, kSeenScalar) && (is_text || is_number);
  row.lacks_value = has(bits, kSeenNone) && bits != kSeenNone;
  if (has(bits, kSeenArrays | kSeenObjects)) {
    row.form = container_form(bits, is_text || is_number || is_entity || is_boolean);
    return row;
  }
  const int types = int{is_text} + int{is_number || has(bits, kSeenZero)} +
                    int{is_entity || has(bits, kSeenNoEntity)} + int{is_boolean};
  if (types > 1) {
    row.form = is_text || is_entity ? MemberForm::text : MemberForm::said_text;
  } else if (is_text) {
    row.form = row.is_scalar ? MemberForm::text : MemberForm::as_said;
  } else if (has(bits, kSeenWhole | kSeenLarge)) {
    if (has(bits, kSeenSmall)) row.form = MemberForm::integer;
    if (has(bits, kSeenFraction)) row.form = MemberForm::number;
  }
  return row;
}

/// What is known of the path then; null where there are too many.
const MemberKinds::Known* MemberKinds::see(const std::string& path, Bits bits) {
  const auto found = kinds_.find(path);
  if (found == kinds_.end() && kinds_.size() >= limits::kMostMemberKinds) return nullptr;
  Known& known = found == kinds_.end() ? kinds_[path] : found->second;
  if ((known.bits | bits) == known.bits) return &known;
  const Bits of_elements = element_bits(known.bits);
  known.bits |= bits;
  if (element_bits(known.bits) != of_elements) see_elements(path, element_bits(known.bits));
  MemberFormRow row = row_of(known.bits);
  const bool is_structured = has(known.bits, kSeenArrays | kSeenObjects);
  const bool is_text = row.form == MemberForm::text || row.form == MemberForm::said_text;
  if (is_structured && is_text && is_untyped(path)) row.form = MemberForm::as_said;
  const bool is_told = row.form == known.told.form && row.takes_quoted == known.told.takes_quoted &&
                       row.is_scalar == known.told.is_scalar &&
                       row.lacks_value == known.told.lacks_value;
  if (is_told) return &known;
  row.path = texts_.add(path);
  known.told = row;
  out_.append(row);
  if (row.form == MemberForm::integer && has(known.bits, kSeenLarge)) {
    watched_.insert(path.substr(0, path.find(kPathEnd)));
  }
  return &known;
}

void MemberKinds::see_elements(const std::string& path, Bits bits) {
  for (std::size_t i = 0; i < kMostElements; ++i) {
    const std::string element = path + std::to_string(i) + kPathEnd;
    if (kinds_.contains(element)) see(element, bits);
  }
}

void MemberKinds::look_at_part(std::string_view name, const element& value, const Schema* schema,
                               std::string& path, unsigned depth, Bits also) {
  const std::size_t size = path.size();
  if (!may_be_in_path(size, name)) return;
  path += name;
  path += kPathEnd;
  if (const Bits bits = bits_of(value, schema, path, depth + 1); bits != 0) see(path, bits | also);
  path.resize(size);
}

MemberKinds::Bits MemberKinds::array_bits(const simdjson::dom::array& array, const Schema* schema,
                                          std::string& path, unsigned depth) {
  const bool is_vector = schema != nullptr && schema->kind == Schema::Kind::vector;
  const Schema* of_element = schema != nullptr ? schema->element() : nullptr;
  const bool may_be_numbers = of_element == nullptr || of_element->kind == Schema::Kind::number;
  Parts parts;
  for (const element part : array) {
    parts.add(part, of_element);
    if (!may_be_numbers || !parts.are_numbers()) break;
  }
  const bool are_numbers = may_be_numbers && parts.are_numbers();
  if (parts.count() == 0 && !(is_vector && are_numbers)) return kSeenEmpty;
  if (!are_numbers || parts.are_quoted()) {
    const auto known = kinds_.find(path);
    const Bits also =
        known == kinds_.end() || are_numbers ? 0 : element_bits(known->second.bits | kSeenList);
    std::size_t i = 0;
    for (const element part : array) {
      if (i == kMostElements || depth == kMemberDepth) break;
      look_at_part(std::to_string(i++), part, of_element, path, depth, also);
    }
  }
  if (!are_numbers) return kSeenList;
  return kSeenNumbers | parts.bits() | (is_vector ? kSeenOther : size_bit(parts.count()));
}

MemberKinds::Bits MemberKinds::object_bits(const simdjson::dom::object& object,
                                           const Schema* schema, std::string& path,
                                           unsigned depth) {
  constexpr std::string_view kNames = "xyzw";
  const bool is_map = schema != nullptr && schema->kind == Schema::Kind::map;
  Parts parts;
  bool is_vector = true;
  std::size_t i = 0;
  for (const auto [key, member] : object) {
    const Schema* of_member = nullptr;
    if (schema != nullptr) of_member = is_map ? schema->element() : schema->member(key, i);
    is_vector = is_vector && i < kNames.size() && key == kNames.substr(i, 1);
    if (is_vector) parts.add(member, of_member);
    if (depth != kMemberDepth) look_at_part(key, member, of_member, path, depth, 0);
    ++i;
  }
  if (!is_vector || i < 2 || !parts.are_numbers()) return kSeenGroup;
  return kSeenVector | parts.bits() | size_bit(i);
}

MemberKinds::Bits MemberKinds::bits_of(const element& value, const Schema* schema,
                                       std::string& path, unsigned depth) {
  switch (value.type()) {
    case element_type::NULL_VALUE: return 0;  // of every type
    case element_type::BOOL: return kSeenBoolean;
    case element_type::INT64:
    case element_type::UINT64: return integer_bits(value, schema);
    case element_type::DOUBLE: return kSeenNumber | kSeenFraction;
    case element_type::STRING: return text_bits(value, schema);
    case element_type::ARRAY: return array_bits(array_of(value), schema, path, depth);
    case element_type::OBJECT: return object_bits(object_of(value), schema, path, depth);
  }
  return 0;
}

bool MemberKinds::look_at(const Snapshot& snapshot, ComponentTable& components) {
  bool has_new_scalar = false;
  std::string path;
  for (const Snapshot::Item& item : snapshot.items()) {
    const bool may_have_value = item.has_value || (!item.id->is_pair && !item.id->is_flagged);
    if (!may_have_value || !may_be_in_path(0, item.id->text)) continue;
    path.assign(item.id->text);
    path += kPathEnd;
    if (!item.has_value) {
      see(path, kSeenNone);
      continue;
    }
    const Schema* schema = item.schema;
    const element value = value_of(item.value, schema);  // makes the schema that of the value
    Bits bits = bits_of(value, schema, path, 0);
    if (bits == 0) continue;
    if (!item.value.is_object() && !item.value.is_array()) bits |= kSeenScalar;
    const Known* const known = see(path, bits);
    if (known == nullptr) continue;
    if (known->told.lacks_value) components.set_valued(*item.id);
    if (!known->told.is_scalar || item.id->is_scalar) continue;
    components.set_scalar(*item.id);
    has_new_scalar = true;
  }
  return has_new_scalar;
}

bool MemberKinds::is_watched(const Snapshot& snapshot) const {
  if (watched_.empty()) return false;
  return std::ranges::any_of(snapshot.items(), [&](const Snapshot::Item& item) {
    return item.has_value && watched_.contains(item.id->text);
  });
}

}  // namespace scrubjay::flecs
