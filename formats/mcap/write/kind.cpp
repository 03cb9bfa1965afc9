#include "formats/mcap/write/kind.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>

#include "core/json_writer.h"
#include "core/property_json.h"
#include "core/short_text.h"
#include "core/text.h"
#include "formats/mcap/field_fact.h"

namespace scrubjay::mcap {

namespace {

using Node = SeenProperties::Node;

struct FormValue {
  std::uint32_t form;
  Value value;
  std::string_view name;  ///< in "state_string"
};
constexpr std::array<FormValue, 15> kForms{{{kBoolean, Value::boolean, "boolean"},
                                            {kInteger, Value::int64, "integer"},
                                            {kNumber, Value::number, "number"},
                                            {kText, Value::text, "string"},
                                            {kBytes, Value::bytes, "bytes"},
                                            {kVec2, Value::vec2, "vec2"},
                                            {kVec3, Value::vec3, "vec3"},
                                            {kVec4, Value::vec4, "vec4"},
                                            {kQuat, Value::quat, "quat"},
                                            {kColor, Value::color, "color"},
                                            {kNumbers, Value::numbers, "numbers"},
                                            {kPoints, Value::points, "points"},
                                            {kGroup, Value::message, "group"},
                                            {kList, Value::json, "list"},
                                            {kJson, Value::json, "json"}}};

const FormValue& of_form(std::uint32_t form) {
  return *std::ranges::find(kForms, form & kTypes, &FormValue::form);
}

Value integer_value(std::uint32_t forms) {
  if ((forms & kLarge) == 0) return Value::int64;
  return (forms & kNegative) == 0 ? Value::uint64 : Value::decimal;
}

/// Integers and numbers go together where a double holds both.
std::uint32_t with_numbers_joined(std::uint32_t forms) {
  const bool is_mixed = (forms & kInteger) != 0 && (forms & kNumber) != 0;
  return is_mixed && (forms & kWide) == 0 ? forms & ~kInteger : forms;
}

FieldDescriptor field_of(const std::string& name, std::uint32_t number, FieldType type) {
  return {.name = name, .number = number, .type = type};
}

FieldDescriptor message_field(const std::string& name, std::uint32_t number,
                              const std::string& type) {
  return {.name = name, .number = number, .type = FieldType::message, .type_name = type};
}

/// Makes the messages of one kind.
class KindMaker {
 public:
  KindMaker(const SeenProperties& names, const SeenProperties::Forms& forms, Kind& kind)
      : names_(names), kind_(kind), forms_(names.size()) {
    for (const auto& [node, form] : forms) forms_[node] = form;
  }

  /// The fields of the properties below `node`, behind those that `message` has already.
  void make(Node node, MessagePlan& plan, MessageDescriptor& message, UniqueNames names,
            const std::vector<std::string>& path, std::uint32_t number);
  void depend_on(const std::string& message) {
    const std::string file = "foxglove/" + message + ".proto";
    if (std::ranges::find(kind_.file.dependencies, file) == kind_.file.dependencies.end()) {
      kind_.file.dependencies.push_back(file);
    }
  }
  bool needs_vector4() const { return needs_vector4_; }

 private:
  struct Place {
    Node node;
    const std::vector<std::string>& path;
    std::optional<PropertyType> nothing = {};  ///< see FieldFact
  };

  std::vector<FieldPlan> fields_of(Node node) const;
  FieldPlan list_field(Node node) const;
  bool can_be_message(Node node) const;
  bool holds_value(Node node) const;
  void make_field(const Place& place, FieldPlan& field, bool is_first, UniqueNames& names,
                  MessageDescriptor& message);
  void set_type(const Place& place, FieldPlan& field, FieldDescriptor& described);
  std::string_view type_beyond(const Place& place, const FieldPlan& field) const;
  std::string_view element_type(const Place& place, const FieldPlan& field) const;
  void note_name(const Place& place, const std::string& name, const FieldPlan& field);

  const SeenProperties& names_;
  Kind& kind_;
  std::vector<std::uint32_t> forms_;  ///< by node
  UniqueNames messages_{"State", "Self", "Local", "Box", "Table", "Vector4"};
  bool needs_vector4_ = false;
};

/// A group with more names becomes text, as viewers make something of each; one that never holds
/// anything but such groups, too, as some make nothing of a message without fields.
bool KindMaker::can_be_message(Node node) const {
  constexpr std::ptrdiff_t kMostNames = 256;
  const auto names = std::ranges::count_if(
      names_[node].children, [&](Node child) { return (forms_[child] & kTypes) != 0; });
  return names <= kMostNames && holds_value(node);
}

/// Anything but groups that hold none.
bool KindMaker::holds_value(Node node) const {
  return std::ranges::any_of(names_[node].children, [&](Node child) {
    const std::uint32_t types = forms_[child] & kTypes;
    return types == kGroup ? holds_value(child) : types != 0;
  });
}

/// What a property was where no field says it, if that tells it from one that was not there.
std::optional<PropertyType> nothing_of(std::uint32_t forms) {
  if ((forms & kAbsent) != 0) return std::nullopt;
  switch (forms & kNothings) {
    case kNull: return PropertyType::null;
    case kEmptyList: return PropertyType::list;
    case kEmptyNumbers: return PropertyType::numbers;
    case kEmptyPoints: return PropertyType::points;
    default: return std::nullopt;
  }
}

/// A list whose elements are all of one kind repeats it, another one is text.
FieldPlan KindMaker::list_field(Node node) const {
  constexpr std::uint32_t kNever = kList | kNumbers | kPoints | kBytes | kJson | kNothing;
  FieldPlan field{.forms = kList, .value = Value::json};
  const Node elements = names_[node].elements;
  if (elements == SeenProperties::kNone) return field;
  const std::uint32_t forms = with_numbers_joined(forms_[elements]);
  if ((forms & kNever) != 0 || std::popcount(forms & kTypes) != 1) return field;
  if ((forms & kGroup) != 0 && !can_be_message(elements)) return field;
  const Value value = (forms & kInteger) != 0 ? integer_value(forms) : of_form(forms).value;
  if (value == Value::decimal) return field;
  field.value = value;
  field.is_repeated = true;
  return field;
}

std::vector<FieldPlan> KindMaker::fields_of(Node node) const {
  std::uint32_t forms = with_numbers_joined(forms_[node]);
  std::vector<FieldPlan> fields;
  const FieldPlan list = list_field(node);
  const bool is_of_numbers =
      list.is_repeated && (list.value == Value::number || list.value == Value::int64);
  const std::uint32_t vectors = forms & (kVec2 | kVec3 | kVec4 | kNumbers);
  const std::uint32_t joined = vectors | (is_of_numbers ? forms & kList : 0U);
  for (const FormValue& form : kForms) {
    if ((forms & form.form) == 0) continue;
    FieldPlan field{.forms = form.form, .value = form.value};
    if ((joined & form.form) != 0 && std::popcount(joined) > 1) {
      field = {.forms = joined, .value = Value::numbers};
      forms &= ~joined;
    } else if (form.form == kList) {
      field = list;
    } else if (form.form == kInteger) {
      field.value = integer_value(forms);
    } else if (form.form == kNumber && (forms_[node] & kInteger) != 0 && (forms & kInteger) == 0) {
      field.forms = kNumber | kInteger;
    } else if (form.form == kGroup && !can_be_message(node)) {
      field.value = Value::json;
    }
    fields.push_back(std::move(field));
  }
  return fields;
}

/// The type that the field's own does not tell.
std::string_view KindMaker::type_beyond(const Place& place, const FieldPlan& field) const {
  const SeenProperties::Facts& facts = names_[place.node].facts;
  const bool is_list = field.is_repeated || (field.forms & kList) != 0;
  if (is_list && field.value != Value::numbers) return "list";
  if (field.value == Value::text && facts.text != PropertyType::string) return to_text(facts.text);
  const bool is_container = field.value == Value::message || field.value == Value::json;
  if (field.value == Value::json) return to_text(facts.container);
  return is_container && facts.container != PropertyType::group ? to_text(facts.container) : "";
}

/// The same of a list's elements.
std::string_view KindMaker::element_type(const Place& place, const FieldPlan& field) const {
  const Node elements = names_[place.node].elements;
  if (!field.is_repeated || elements == SeenProperties::kNone) return "";
  const SeenProperties::Facts& facts = names_[elements].facts;
  if (field.value == Value::text && facts.text != PropertyType::string) return to_text(facts.text);
  const bool is_other = field.value == Value::message && facts.container != PropertyType::group;
  return is_other ? to_text(facts.container) : "";
}

void KindMaker::note_name(const Place& place, const std::string& name, const FieldPlan& field) {
  const SeenProperties::Name& property = names_[place.node];
  const SeenProperties::Facts& facts = property.facts;
  const bool is_other = name != property.name || property.nth > 0;
  if (is_other) ++kind_.renamed;
  if (field.value == Value::json) ++kind_.as_json;
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  json.field("name", property.name);
  const std::size_t plain = text.size();
  if (property.nth > 0) json.integer_field("nth", property.nth);
  if (field.value == Value::json) json.field("as", "json");
  if (field.value == Value::decimal) json.field("as", "integer");
  const auto add = [&](std::string_view key, std::string_view value) {
    if (!value.empty()) json.field(key, valid_utf8(value));
  };
  add("type", type_beyond(place, field));
  add("of", element_type(place, field));
  add("unit", facts.unit);
  add("type_name", facts.type_name);
  if (facts.flags != 0) json.integer_field("flags", facts.flags);
  if (facts.meaning != Meaning::none) add("meaning", to_text(facts.meaning));
  add("role", role_text(facts.role));
  if (facts.precision == Precision::float32) add("precision", "float32");
  if (facts.has_unit_in_name) json.boolean_field("unit_in_name", true);
  if (place.nothing) json.field("nothing", to_text(*place.nothing));
  if (!is_other && text.size() == plain) return;
  json.end_object();
  std::string key;
  for (const std::string& part : place.path) key += part + ".";
  kind_.names.emplace_back(key + name, text);
}

void KindMaker::set_type(const Place& place, FieldPlan& field, FieldDescriptor& described) {
  const auto known = [&](const std::string& message) {
    depend_on(message);
    described.type = FieldType::message;
    described.type_name = ".foxglove." + message;
    described.is_optional = false;
  };
  described.is_repeated = field.is_repeated;
  described.is_optional = !field.is_repeated;
  switch (field.value) {
    case Value::boolean: described.type = FieldType::boolean; return;
    case Value::int64: described.type = FieldType::int64; return;
    case Value::uint64: described.type = FieldType::uint64; return;
    case Value::number: described.type = FieldType::number; return;
    case Value::bytes: described.type = FieldType::bytes; return;
    case Value::decimal:
    case Value::text:
    case Value::json: described.type = FieldType::text; return;
    case Value::vec2: known("Vector2"); return;
    case Value::vec3: known("Vector3"); return;
    case Value::quat: known("Quaternion"); return;
    case Value::color: known("Color"); return;
    case Value::points:
      known("Vector3");
      described.is_repeated = true;
      return;
    case Value::numbers:
      described.type = FieldType::number;
      described.is_repeated = true;
      described.is_optional = false;
      return;
    case Value::vec4:
      needs_vector4_ = true;
      described.type = FieldType::message;
      described.type_name = "." + kind_.package + ".Vector4";
      described.is_optional = false;
      return;
    case Value::message: break;
  }
  std::vector<std::string> path = place.path;
  path.push_back(described.name);
  std::string words;
  for (const std::string& part : path) words += (words.empty() ? "" : "_") + part;
  MessageDescriptor message{messages_.add(words), {}};
  field.message = std::make_shared<MessagePlan>();
  described.type = FieldType::message;
  described.type_name = "." + kind_.package + "." + message.name;
  described.is_optional = false;
  const Node node = field.is_repeated ? names_[place.node].elements : place.node;
  make(node, *field.message, message, {}, path, 1);
  kind_.file.messages.push_back(std::move(message));
}

void KindMaker::make_field(const Place& place, FieldPlan& field, bool is_first, UniqueNames& names,
                           MessageDescriptor& message) {
  const std::string own = word(names_[place.node].name);
  const std::uint32_t first_form = field.forms & (0U - field.forms);
  const std::string suffix = is_first ? "" : "_" + std::string(of_form(first_form).name);
  FieldDescriptor described = field_of(names.add(own + suffix), field.number, FieldType::text);
  set_type(place, field, described);
  note_name(place, described.name, field);
  message.fields.push_back(std::move(described));
}

void KindMaker::make(Node node, MessagePlan& plan, MessageDescriptor& message, UniqueNames names,
                     const std::vector<std::string>& path, std::uint32_t number) {
  // Members of every object in JavaScript, which viewers written in it show where a field is not
  // set.
  for (const char* const taken :
       {"constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString",
        "toString", "valueOf", "__proto__"}) {
    names.add(taken);
  }
  plan.name = message.name;
  plan.node = node;
  for (const Node child : names_[node].children) {
    const SeenProperties::Name& seen = names_[child];
    const bool is_single = seen.nth == 0 && seen.same == SeenProperties::kNone;
    PropertyPlan property{child, seen.name, is_single, fields_of(child)};
    const auto nothing = property.fields.size() > 1 ? std::nullopt : nothing_of(forms_[child]);
    if (!nothing && (forms_[child] & kNothings) != 0) kind_.loses_nothing = true;
    if (property.fields.empty()) {
      if (nothing)
        note_name({child, path, nothing}, names.add(word(seen.name)), {.value = Value::boolean});
      continue;
    }
    if (property.fields.size() > 1) ++kind_.of_several_types;
    bool is_first = true;
    for (FieldPlan& field : property.fields) {
      field.number = number++;
      make_field({child, path, nothing}, field, std::exchange(is_first, false), names, message);
    }
    plan.properties.push_back(std::move(property));
  }
  std::ranges::sort(plan.properties, {}, &PropertyPlan::node);
}

MessageDescriptor place_message(const std::string& name) {
  return {name,
          {message_field("position", 1, ".foxglove.Vector3"),
           message_field("rotation", 2, ".foxglove.Quaternion"),
           message_field("scale", 3, ".foxglove.Vector3")}};
}

MessageDescriptor box_message() {
  return {"Box",
          {message_field("center", 1, ".foxglove.Vector3"),
           message_field("half", 2, ".foxglove.Vector3")}};
}

MessageDescriptor vector4() {
  MessageDescriptor message{"Vector4", {}};
  std::uint32_t number = 1;
  for (const char* const name : {"x", "y", "z", "w"}) {
    message.fields.push_back(field_of(name, number++, FieldType::number));
  }
  return message;
}

MessageDescriptor self_message(const std::string& package) {
  MessageDescriptor self{"Self", {}};
  std::uint32_t number = 1;
  for (const char* const name : {"id", "frame_id", "name", "parent"}) {
    self.fields.push_back(field_of(name, number++, FieldType::text));
  }
  for (FieldDescriptor& field : place_message("").fields) {
    field.number = number++;
    self.fields.push_back(std::move(field));
  }
  self.fields.push_back(message_field("local", number++, "." + package + ".Local"));
  self.fields.push_back(message_field("box", number++, "." + package + ".Box"));
  self.fields.push_back(field_of("lamp", number++, FieldType::int32));
  self.fields.push_back(field_of("stands_for_frame", number, FieldType::boolean));
  return self;
}

/// Values of a list, or one.
/// What is written of properties, and whether they are a record's, in which `show` states no types.
struct Source {
  const PropertyTree& tree;
  bool is_in_record = false;
};

void write_value(MessageWriter& out, const Source& source, PropertyTree::Node node,
                 const FieldPlan& field, SeenProperties::Walk& walk);

void write_numbers_of_list(MessageWriter& out, const PropertyTree& tree, PropertyTree::Node node,
                           std::uint32_t field) {
  std::vector<double> values;
  for_each_root(
      tree, children_of(tree, node), [&](PropertyTree::Node, const PropertyNode& element) {
        values.push_back(element.type == PropertyType::number ? element.number
                         : element.is_unsigned ? static_cast<double>(element.unsigned_integer)
                                               : static_cast<double>(element.integer));
      });
  out.packed(field, values);
}

/// Whether the plain JSON of a list comes back as it was, so that its types need not be stated.
bool is_told_plainly(const PropertyTree& tree, PropertyTree::Node list) {
  for (PropertyTree::Node node = list + 1; node < list + tree[list].subtree; ++node) {
    const PropertyNode& value = tree[node];
    const bool has_more = value.style != 0 || value.flags != 0 || value.unit[0] != '\0' ||
                          value.meaning != Meaning::none;
    const bool is_plain = value.type == PropertyType::list || value.type == PropertyType::string ||
                          value.type == PropertyType::boolean || value.type == PropertyType::null ||
                          value.type == PropertyType::integer;
    if (has_more || !is_plain) return false;
  }
  return true;
}

void write_json(MessageWriter& out, const Source& source, PropertyTree::Node node,
                std::uint32_t field) {
  const PropertyTree& tree = source.tree;
  const PropertyType type = tree[node].type;
  const bool is_plain =
      source.is_in_record && type == PropertyType::list && is_told_plainly(tree, node);
  std::string text;
  JsonWriter json(text);
  if (is_array_container(type) && !is_plain) {
    write_properties(json, tree, children_of(tree, node));
  } else {
    write_plain_value(json, tree, node);
  }
  out.bytes(field, text);
}

void write_value(MessageWriter& out, const Source& source, PropertyTree::Node node,
                 const FieldPlan& field, SeenProperties::Walk& walk) {
  const PropertyTree& tree = source.tree;
  const PropertyNode& property = tree[node];
  const std::uint32_t number = field.number;
  const bool is_integer = property.type == PropertyType::integer;
  switch (field.value) {
    case Value::boolean: out.integer(number, property.boolean ? 1 : 0); return;
    case Value::int64:
    case Value::uint64: out.integer(number, property.unsigned_integer); return;
    case Value::decimal:
      out.bytes(number, property.is_unsigned ? std::to_string(property.unsigned_integer)
                                             : std::to_string(property.integer));
      return;
    case Value::number:
      out.number(number, is_integer ? static_cast<double>(property.integer) : property.number);
      return;
    case Value::text: out.text(number, property.text_value()); return;
    case Value::bytes: out.bytes(number, property.text_value()); return;
    case Value::json: write_json(out, source, node, number); return;
    case Value::numbers:
      if (property.type == PropertyType::list) {
        write_numbers_of_list(out, tree, node, number);
      } else {
        out.packed(number, tree.numbers_of(property));
      }
      return;
    case Value::points: {
      const auto values = tree.numbers_of(property);
      for (std::size_t i = 0; i + 3 <= values.size(); i += 3) {
        write_vector(out, number, values.subspan(i, 3));
      }
      return;
    }
    case Value::message:
      out.message(number, [&](MessageWriter& inner) {
        FieldWriter fields(inner, tree, *field.message, walk);
        if (source.is_in_record || !is_array_container(property.type)) fields.enter_record();
        fields.write(children_of(tree, node));
      });
      return;
    case Value::vec2:
    case Value::vec3:
    case Value::vec4:
    case Value::quat:
    case Value::color: write_vector(out, number, tree.numbers_of(property)); return;
  }
}

/// Numbers of a list stand together, other elements one after the other.
void write_list(MessageWriter& out, const Source& source, PropertyTree::Node node,
                const FieldPlan& field, SeenProperties::Walk& walk) {
  const PropertyTree& tree = source.tree;
  if (field.value == Value::number) {
    write_numbers_of_list(out, tree, node, field.number);
    return;
  }
  for_each_root(tree, children_of(tree, node), [&](PropertyTree::Node element, const auto&) {
    write_value(out, source, element, field, walk);
  });
}

}  // namespace

const PropertyPlan* MessagePlan::find(Node property) const {
  const auto found = std::ranges::lower_bound(properties, property, {}, &PropertyPlan::node);
  return found == properties.end() || found->node != property ? nullptr : &*found;
}

void write_vector(MessageWriter& out, std::uint32_t field, std::span<const double> values) {
  out.vector(field, values);
}

FieldWriter::FieldWriter(MessageWriter& out, const PropertyTree& tree, const MessagePlan& plan,
                         SeenProperties::Walk& walk)
    : out_(out),
      tree_(tree),
      plan_(plan),
      walk_(walk),
      group_(walk.begin(plan.node)),
      next_(plan.properties.data()) {}

const PropertyPlan* FieldWriter::find(std::string_view name) {
  const bool is_next = next_ != plan_.properties.data() + plan_.properties.size() &&
                       next_->is_single && is_same_text(next_->name, name);
  if (is_next) return next_;
  const Node node = walk_.child(plan_.node, name, group_);
  return node == SeenProperties::kNone ? nullptr : plan_.find(node);
}

bool FieldWriter::write(PropertyRange range) {
  bool is_alone = true;
  for_each_root(tree_, range, [&](PropertyTree::Node node, const PropertyNode& property) {
    const PropertyPlan* const known = find(property.name);
    is_alone = is_alone && known != nullptr && known->is_single;
    if (known == nullptr) return;
    next_ = known + 1;
    const std::uint32_t form = form_of(property) & kTypes;
    if (form == 0) return;
    for (const FieldPlan& field : known->fields) {
      const bool is_cut = form == kGroup && (field.forms & kJson) != 0;
      if ((field.forms & form) == 0 && !is_cut) continue;
      if (field.is_repeated) {
        write_list(out_, {tree_, is_in_record_}, node, field, walk_);
      } else {
        write_value(out_, {tree_, is_in_record_}, node, field, walk_);
      }
      return;
    }
  });
  return is_alone;
}

Kind entity_kind(const SeenProperties& names, const SeenProperties::Forms& forms,
                 const std::string& word, bool has_table) {
  Kind kind;
  kind.package = "scrubjay." + word;
  kind.file = {"scrubjay/" + word + ".proto", kind.package, {}, {}};
  KindMaker maker(names, forms, kind);
  maker.depend_on("Vector3");
  maker.depend_on("Quaternion");
  MessageDescriptor state{"State", {message_field("self", 1, "." + kind.package + ".Self")}};
  maker.make(SeenProperties::kEntities, kind.state, state, UniqueNames{"self"}, {}, kFirstProperty);
  kind.file.messages.push_back(std::move(state));
  kind.file.messages.push_back(self_message(kind.package));
  kind.file.messages.push_back(place_message("Local"));
  kind.file.messages.push_back(box_message());
  if (maker.needs_vector4()) kind.file.messages.push_back(vector4());
  if (has_table) {
    FieldDescriptor rows = message_field("rows", 1, "." + kind.package + ".State");
    rows.is_repeated = true;
    kind.file.messages.push_back({"Table", {std::move(rows)}});
  }
  return kind;
}

Kind frame_kind(const SeenProperties& names, const SeenProperties::Forms& forms) {
  Kind kind;
  kind.package = "scrubjay.frame";
  kind.file = {"scrubjay/frame.proto", kind.package, {}, {}};
  KindMaker maker(names, forms, kind);
  MessageDescriptor state{
      "State", {field_of("number", 1, FieldType::uint64), field_of("time", 2, FieldType::number)}};
  maker.make(SeenProperties::kFrames, kind.state, state, UniqueNames{"number", "time"}, {},
             kFirstProperty);
  kind.file.messages.push_back(std::move(state));
  if (maker.needs_vector4()) kind.file.messages.push_back(vector4());
  return kind;
}

}  // namespace scrubjay::mcap
