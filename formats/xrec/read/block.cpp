#include "formats/xrec/read/block.h"

#include <cmath>

#include "formats/xrec/limits.h"

namespace scrubjay::xrec {

namespace {

constexpr std::size_t kLeastStringBytes = 4;
constexpr std::size_t kLeastTypeBytes = 10;
constexpr std::size_t kFieldBytes = 5;

bool is_string(std::uint32_t number, std::uint32_t count) { return number < count; }

}  // namespace

bool Block::fail(const char* what, std::uint64_t at) {
  error_ = {what, at};
  return false;
}

bool Block::open(Bytes bytes) {
  bytes_ = bytes;
  position_ = 0;
  strings_.clear();
  replaced_.clear();
  arena_.clear();
  fields_.clear();
  plans_.clear();
  types_.clear();
  bad_texts_ = 0;
  ByteReader reader(bytes);
  if (!read_strings(reader) || !read_types(reader)) return false;
  position_ = reader.position();
  return true;
}

bool Block::read_strings(ByteReader& reader) {
  const auto count = reader.little<std::uint32_t>();
  if (!count || *count > reader.left() / kLeastStringBytes) {
    return fail("the number of strings does not fit into the block", 0);
  }
  strings_.reserve(*count);
  for (std::uint32_t i = 0; i < *count; ++i) {
    const std::uint64_t at = reader.offset();
    const auto size = reader.little<std::uint32_t>();
    if (size && *size > limits::kMostTextBytes) return fail("a string is longer than 16 MiB", at);
    const auto place = static_cast<std::uint32_t>(reader.position());
    const auto text = size ? reader.text(*size) : std::nullopt;
    if (!text) return fail("a string does not fit into the block", at);
    if (is_valid_utf8(*text)) {
      strings_.push_back({place, *size});
    } else {
      ++bad_texts_;
      strings_.push_back({static_cast<std::uint32_t>(replaced_.size()), kReplaced});
      replaced_.push_back(arena_.add(valid_utf8(*text)));
    }
  }
  return true;
}

bool Block::read_types(ByteReader& reader) {
  const std::uint64_t begin = reader.offset();
  const auto count = reader.little<std::uint32_t>();
  if (!count || *count > limits::kMostTypes || *count > reader.left() / kLeastTypeBytes) {
    return fail("the number of types does not fit into the block, or is over 65,536", begin);
  }
  types_.reserve(*count);
  for (std::uint32_t i = 0; i < *count; ++i) {
    const std::uint64_t at = reader.offset();
    const auto name = reader.little<std::uint32_t>();
    const auto assembly = reader.little<std::uint32_t>();
    const auto fields = reader.little<std::uint16_t>();
    if (!name || !assembly || !fields) return fail("a type does not fit into the block", at);
    if (!is_string(*name, string_count()) ||
        (*assembly != kNoString && !is_string(*assembly, string_count()))) {
      return fail("a type's name or assembly is not in the table of strings", at);
    }
    if (*fields > limits::kMostFields || *fields > reader.left() / kFieldBytes) {
      return fail("a type's number of fields does not fit into the block, or is over 4,096", at);
    }
    TypePlan type;
    type.name = *name;
    type.assembly = *assembly;
    type.first_field = static_cast<std::uint32_t>(fields_.size());
    type.fields = *fields;
    type.kind = kind_by_name(string(*name));
    if (!read_fields(reader, type)) return false;
    plan_motion(type);
    types_.push_back(type);
  }
  return true;
}

bool Block::read_fields(ByteReader& reader, TypePlan& type) {
  std::uint32_t taken = 0;
  for (std::uint32_t i = 0; i < type.fields; ++i) {
    const std::uint64_t at = reader.offset();
    // The caller has compared the count with the bytes left.
    FieldType field{*reader.little<std::uint32_t>(),
                    static_cast<Kind>(*reader.little<std::uint8_t>())};
    if (!is_string(field.name, string_count())) {
      return fail("a field's name is not in the table of strings", at);
    }
    FieldPlan plan;
    plan.at = type.fixed_bytes;
    const std::size_t slot = known_field(string(field.name));
    if (slot < kKnownFields && (taken & (1u << slot)) == 0) {
      plan.slot = static_cast<std::uint8_t>(slot);
      taken |= 1u << slot;
    }
    type.is_fixed = type.is_fixed && is_fixed_size(field.kind);
    if (type.is_fixed) type.fixed_bytes += static_cast<std::uint32_t>(least_bytes(field.kind));
    fields_.push_back(field);
    plans_.push_back(plan);
  }
  type.has_slots = taken != 0;
  return true;
}

void Block::plan_motion(TypePlan& type) const {
  const bool is_motion = type.kind == EventKind::position || type.kind == EventKind::rotation ||
                         type.kind == EventKind::scale || type.kind == EventKind::transform;
  if (!is_motion || !type.is_fixed) return;
  MotionPlan plan;
  std::uint32_t present = 0;
  for (std::uint32_t i = type.first_field; i < type.first_field + type.fields; ++i) {
    const std::uint8_t slot = plans_[i].slot;
    const Kind kind = fields_[i].kind;
    const auto field = static_cast<KnownField>(slot);
    const bool is_path = slot != kNoSlot && field == KnownField::path;
    const bool has_number = kind == Kind::table_text || kind == Kind::enumeration;
    if (has_number && !(is_path && kind == Kind::table_text)) return;
    if (slot == kNoSlot || !has_known_kind(field, kind)) continue;
    present |= bit_of(field);
    switch (field) {
      case KnownField::path: plan.path = plans_[i].at; break;
      case KnownField::is_local: plan.is_local = plans_[i].at; break;
      case KnownField::position: plan.position = plans_[i].at; break;
      case KnownField::rotation: plan.rotation = plans_[i].at; break;
      case KnownField::scale: plan.scale = plans_[i].at; break;
      default: break;
    }
  }
  const std::uint32_t needs = needed_fields(type.kind);
  plan.is_usable = (present & needs) == needs;
  type.motion = plan;
}

std::string_view Block::string(std::uint32_t number) const {
  const TextPlace place = strings_[number];
  if (place.size == kReplaced) return replaced_[place.at];
  return {reinterpret_cast<const char*>(bytes_.data()) + place.at, place.size};
}

std::string_view Block::assembly(std::uint32_t row) const {
  return types_[row].assembly == kNoString ? std::string_view() : string(types_[row].assembly);
}

ValueTables::Type Block::type(std::uint32_t number) const {
  const TypePlan& plan = types_[number];
  return {plan.name, plan.assembly, std::span(fields_).subspan(plan.first_field, plan.fields)};
}

Block::Step Block::next(EventHead& head) {
  if (position_ >= bytes_.size()) return Step::end;
  ByteReader reader(bytes_.subspan(position_), position_);
  head.place = static_cast<std::uint32_t>(position_);
  const auto type = reader.little<std::uint32_t>();
  const auto frame = reader.little<std::int64_t>();
  const auto rtss = reader.little<double>();
  const auto size = reader.little<std::uint32_t>();
  const auto fields = size ? reader.bytes(*size) : std::nullopt;
  if (!type || !frame || !rtss || !fields) {
    position_ = bytes_.size();
    fail("it does not fit into the block; what follows in the packet is lost", head.place);
    return Step::lost;
  }
  position_ = static_cast<std::size_t>(reader.offset());
  if (*type >= types_.size()) {
    fail("its type is not in the packet's table", head.place);
    return Step::bad;
  }
  if (!std::isfinite(*rtss)) {
    fail("its time is not finite", head.place);
    return Step::bad;
  }
  head.type = *type;
  head.frame = *frame;
  head.rtss = *rtss;
  head.fields = *fields;
  return Step::event;
}

bool Block::check_fixed(const TypePlan& type, const EventHead& head, Slots& slots) {
  if (head.fields.size() != type.fixed_bytes) {
    return fail("its fields do not fill its size", head.place);
  }
  for (std::uint32_t i = type.first_field; i < type.first_field + type.fields; ++i) {
    const FieldPlan& plan = plans_[i];
    const Kind kind = fields_[i].kind;
    if (kind == Kind::table_text || kind == Kind::enumeration) {
      // An enum's label stands behind its value and may be none.
      const bool is_label = kind == Kind::enumeration;
      const std::uint32_t at = plan.at + (is_label ? 8 : 0);
      const auto number = *ByteReader(head.fields.subspan(at)).little<std::uint32_t>();
      if (!is_string(number, string_count()) && !(is_label && number == kNoString)) {
        return fail("a string number is not in the packet's table",
                    head.place + kEventHeadBytes + at);
      }
    }
    if (plan.slot != kNoSlot) slots[plan.slot] = {kind, plan.at};
  }
  return true;
}

bool Block::walk(const TypePlan& type, const EventHead& head, Slots& slots) {
  const std::uint64_t base = head.place + kEventHeadBytes;
  ByteReader reader(head.fields, base);
  ValueReader values(reader, this, numbers_);
  bool is_good = true;
  for (std::uint32_t i = type.first_field; is_good && i < type.first_field + type.fields; ++i) {
    const std::uint8_t slot = plans_[i].slot;
    if (slot != kNoSlot)
      slots[slot] = {fields_[i].kind, static_cast<std::uint32_t>(reader.position())};
    is_good = values.skip(fields_[i].kind);
  }
  bad_texts_ += values.bad_texts();
  if (!is_good) return fail(values.error().what, values.error().at);
  if (!reader.at_end()) return fail("its fields do not fill its size", reader.offset());
  return true;
}

/// What check_fixed() and read_slots() do, for a type with a MotionPlan.
bool Block::read_motion(const TypePlan& type, const EventHead& head, KnownFields& known) {
  if (head.fields.size() != type.fixed_bytes) {
    return fail("its fields do not fill its size", head.place);
  }
  const MotionPlan& plan = type.motion;
  const auto at = [&](std::uint32_t place) { return ByteReader(head.fields.subspan(place)); };
  const std::uint32_t path = *at(plan.path).little<std::uint32_t>();
  if (!is_string(path, string_count())) {
    return fail("a string number is not in the packet's table",
                head.place + kEventHeadBytes + plan.path);
  }
  known = {};
  known.kind = type.kind;
  known.has_path = true;
  known.path_number = path;
  known.path = string(path);
  const auto vector = [&](std::uint32_t place) {
    ByteReader reader = at(place);
    const float x = *reader.little<float>();
    const float y = *reader.little<float>();
    return glm::vec3(x, y, *reader.little<float>());
  };
  const bool sets_all = type.kind == EventKind::transform;
  if (type.kind != EventKind::scale) {
    known.is_local = *at(plan.is_local).little<std::uint8_t>() != 0;
  }
  if (sets_all || type.kind == EventKind::position) known.position = vector(plan.position);
  if (sets_all || type.kind == EventKind::scale) known.scale = vector(plan.scale);
  if (sets_all || type.kind == EventKind::rotation) {
    const glm::vec3 xyz = vector(plan.rotation);
    known.rotation = glm::quat(*at(plan.rotation + 12).little<float>(), xyz.x, xyz.y, xyz.z);
  }
  return true;
}

bool Block::read_known(const EventHead& head, KnownFields& known) {
  const TypePlan& type = types_[head.type];
  if (type.motion.is_usable) return read_motion(type, head, known);
  Slots slots{};
  if (type.is_fixed ? !check_fixed(type, head, slots) : !walk(type, head, slots)) return false;
  known = {};
  event_texts_.clear();
  if (type.has_slots) read_slots(type, head, slots, known);
  return true;
}

void Block::read_slots(const TypePlan& type, const EventHead& head, const Slots& slots,
                       KnownFields& known) {
  const std::uint32_t needed = needed_fields(type.kind) | bit_of(KnownField::path);
  std::uint32_t present = 0;
  for (std::size_t i = 0; i < kKnownFields; ++i) {
    Slot slot = slots[i];
    const auto field = static_cast<KnownField>(i);
    if (slot.kind == Kind::null || (needed & bit_of(field)) == 0) continue;
    if (slot.kind == Kind::any && field != KnownField::avatar_data) {
      // The walk has seen that there is a byte.
      slot = {static_cast<Kind>(head.fields[slot.at]), slot.at + 1};
    }
    if (!has_known_kind(field, slot.kind)) continue;
    present |= bit_of(field);
    read_slot(field, slot, head.fields, known);
  }
  known.has_path = (present & bit_of(KnownField::path)) != 0;
  const std::uint32_t needs = needed_fields(type.kind);
  if ((present & needs) == needs) known.kind = type.kind;
}

std::string_view Block::text_at(Kind kind, ByteReader& reader) {
  const std::uint32_t number = *reader.little<std::uint32_t>();
  if (kind == Kind::table_text) return string(number);
  const std::string_view text = *reader.text(number);
  return is_valid_utf8(text) ? text : event_texts_.add(valid_utf8(text));
}

void Block::read_slot(KnownField field, Slot slot, Bytes fields, KnownFields& known) {
  ByteReader reader(fields.subspan(slot.at));
  const auto number = [&] { return *reader.little<float>(); };
  const auto vector = [&] {
    const float x = number();
    const float y = number();
    return glm::vec3(x, y, number());
  };
  switch (field) {
    case KnownField::path:
      if (slot.kind == Kind::table_text) {
        known.path_number = *ByteReader(reader).little<std::uint32_t>();
      }
      known.path = text_at(slot.kind, reader);
      break;
    case KnownField::position: known.position = vector(); break;
    case KnownField::scale: known.scale = vector(); break;
    case KnownField::rotation: {
      // x, y, z, w in the file (formats/xrec/README.md, 5.1); glm's constructor takes w first.
      const glm::vec3 axis = vector();
      known.rotation = glm::quat(number(), axis.x, axis.y, axis.z);
      break;
    }
    case KnownField::is_local: known.is_local = *reader.little<std::uint8_t>() != 0; break;
    case KnownField::skipped: known.skipped = *reader.little<std::uint8_t>() != 0; break;
    case KnownField::name:
    case KnownField::id:
    case KnownField::client_name: known.text = text_at(slot.kind, reader); break;
    case KnownField::type: {
      known.number = *reader.little<std::int64_t>();
      const std::uint32_t label = *reader.little<std::uint32_t>();
      if (label != kNoString) known.label = string(label);
      break;
    }
    case KnownField::client_number: known.number = *reader.little<std::int32_t>(); break;
    case KnownField::avatar_data: break;
  }
}

bool Block::build(const EventHead& head, PropertyTree& tree) {
  const TypePlan& type = types_[head.type];
  ByteReader reader(head.fields, head.place + kEventHeadBytes);
  ValueReader values(reader, this, numbers_);
  values.begin_tree(tree);
  for (std::uint32_t i = type.first_field; i < type.first_field + type.fields; ++i) {
    const auto mark = tree.size();
    if (!values.build(tree, values.keep(tree, string(fields_[i].name)), fields_[i].kind)) {
      return fail(values.error().what, values.error().at);
    }
    // What 7.2 makes a place in space is converted with the coordinates.
    const bool moves = type.kind == EventKind::position || type.kind == EventKind::transform;
    if (moves && plans_[i].slot == static_cast<std::uint8_t>(KnownField::position) &&
        tree[mark].type == PropertyType::vec3) {
      tree.node_for_edit(mark).meaning = Meaning::point;
    }
  }
  return reader.at_end() || fail("its fields do not fill its size", reader.offset());
}

}  // namespace scrubjay::xrec
