#include "formats/xrec/read/nrbf_events.h"

#include <limits>
#include <string_view>

namespace scrubjay::xrec {

namespace {

constexpr std::string_view kListClass = "System.Collections.Generic.List`1";

/// The member of that raw name, or nothing.
std::optional<NrbfValue> member(const NrbfGraph& graph, const NrbfObject& instance,
                                std::string_view name) {
  const auto members = graph.members(graph.class_of(instance));
  for (std::uint32_t i = 0; i < members.size(); ++i) {
    if (graph.text(members[i].name) == name) return graph.value(instance, i);
  }
  return std::nullopt;
}

std::optional<std::int64_t> whole_number(const NrbfValue& value) {
  if (value.form != NrbfValue::Form::primitive) return std::nullopt;
  switch (value.primitive) {
    case NrbfPrimitive::i8:
    case NrbfPrimitive::i16:
    case NrbfPrimitive::i32:
    case NrbfPrimitive::i64: return value.integer;
    case NrbfPrimitive::byte:
    case NrbfPrimitive::u16:
    case NrbfPrimitive::u32:
    case NrbfPrimitive::u64:
      if (value.natural > std::uint64_t{std::numeric_limits<std::int64_t>::max()}) {
        return std::nullopt;
      }
      return static_cast<std::int64_t>(value.natural);
    default: return std::nullopt;
  }
}

std::optional<std::string_view> text_of(const NrbfGraph& graph, const NrbfValue& value) {
  if (value.form != NrbfValue::Form::object) return std::nullopt;
  const NrbfObject& object = graph.object(value.object);
  if (object.form != NrbfObject::Form::text) return std::nullopt;
  return graph.text(object.text);
}

/// Reads the fields that an event of known type needs, one by one.
class KnownReader {
 public:
  KnownReader(const NrbfGraph& graph, NrbfClasses& classes, KnownFields& known)
      : graph_(graph), classes_(classes), known_(known) {}

  /// False when the value has another kind than the field.
  bool read(KnownField field, const NrbfValue& value) {
    switch (field) {
      case KnownField::path: return read_text(value, known_.path);
      case KnownField::name:
      case KnownField::id:
      case KnownField::client_name: return read_text(value, known_.text);
      case KnownField::position: return read_vector(value, known_.position);
      case KnownField::scale: return read_vector(value, known_.scale);
      case KnownField::rotation: return read_rotation(value);
      case KnownField::is_local: return read_boolean(value, known_.is_local);
      case KnownField::skipped: return read_boolean(value, known_.skipped);
      case KnownField::type: return read_enumeration(value);
      case KnownField::client_number: {
        if (value.primitive != NrbfPrimitive::i32) return false;
        known_.number = value.integer;
        return true;
      }
      case KnownField::avatar_data: return true;
    }
    return false;
  }

 private:
  bool read_text(const NrbfValue& value, std::string_view& text) {
    const auto found = text_of(graph_, value);
    if (found) text = *found;
    return found.has_value();
  }

  static bool read_boolean(const NrbfValue& value, bool& boolean) {
    if (value.primitive != NrbfPrimitive::boolean) return false;
    boolean = value.boolean;
    return true;
  }

  const NrbfObject* instance(const NrbfValue& value) const {
    if (value.form != NrbfValue::Form::object) return nullptr;
    const NrbfObject& object = graph_.object(value.object);
    return object.form == NrbfObject::Form::instance ? &object : nullptr;
  }

  float component(const NrbfObject& object, const NrbfClassPlan& plan, std::size_t i) const {
    return graph_.value(object, plan.components[i]).f32;
  }

  bool read_vector(const NrbfValue& value, glm::vec3& vector) {
    const NrbfObject* object = instance(value);
    if (object == nullptr) return false;
    const NrbfClassPlan& plan = classes_.plan(graph_, object->type);
    if (plan.numbers != PropertyType::vec3) return false;
    for (int i = 0; i < 3; ++i) vector[i] = component(*object, plan, static_cast<std::size_t>(i));
    return true;
  }

  bool read_rotation(const NrbfValue& value) {
    const NrbfObject* object = instance(value);
    if (object == nullptr) return false;
    const NrbfClassPlan& plan = classes_.plan(graph_, object->type);
    if (plan.numbers != PropertyType::quat) return false;
    // Components stand in the order x, y, z, w; glm's constructor takes w first.
    known_.rotation = glm::quat(component(*object, plan, 3), component(*object, plan, 0),
                                component(*object, plan, 1), component(*object, plan, 2));
    return true;
  }

  bool read_enumeration(const NrbfValue& value) {
    const NrbfObject* object = instance(value);
    if (object == nullptr || !classes_.plan(graph_, object->type).is_enumeration) return false;
    const auto number = whole_number(graph_.value(*object, 0));
    if (number) known_.number = *number;
    return number.has_value();
  }

  const NrbfGraph& graph_;
  NrbfClasses& classes_;
  KnownFields& known_;
};

}  // namespace

bool NrbfEvents::open(const NrbfGraph& graph) {
  array_.reset();
  count_ = 1;
  const NrbfObject& root = graph.object(graph.root());
  if (root.form == NrbfObject::Form::array) {
    array_ = graph.root();
    count_ = root.count;
    return true;
  }
  const bool is_list = root.form == NrbfObject::Form::instance &&
                       graph.text(graph.class_of(root).name).starts_with(kListClass);
  return !is_list || open_list(graph, root);
}

bool NrbfEvents::open_list(const NrbfGraph& graph, const NrbfObject& list) {
  count_ = 0;
  const auto items = member(graph, list, "_items");
  const auto size = member(graph, list, "_size");
  if (!items || items->form != NrbfValue::Form::object ||
      graph.object(items->object).form != NrbfObject::Form::array) {
    error_ = {"the list of events has no array of items", 0};
    return false;
  }
  const auto wanted = size ? whole_number(*size) : std::nullopt;
  if (!wanted || *wanted < 0 || *wanted > graph.object(items->object).count) {
    error_ = {"the list of events has no size that its array can hold", size ? size->at : 0};
    return false;
  }
  array_ = items->object;
  count_ = static_cast<std::uint32_t>(*wanted);
  return true;
}

NrbfValue NrbfEvents::value(const NrbfGraph& graph, std::uint32_t i) const {
  if (array_) return graph.value(graph.object(*array_), i);
  NrbfValue root;
  root.form = NrbfValue::Form::object;
  root.object = graph.root();
  return root;
}

bool NrbfEvents::is_null(const NrbfGraph& graph, std::uint32_t i) const {
  return value(graph, i).form == NrbfValue::Form::null;
}

std::optional<std::uint32_t> NrbfEvents::instance(const NrbfGraph& graph, std::uint32_t i) const {
  const NrbfValue found = value(graph, i);
  if (found.form != NrbfValue::Form::object ||
      graph.object(found.object).form != NrbfObject::Form::instance) {
    return std::nullopt;
  }
  return found.object;
}

std::uint64_t NrbfEvents::place(const NrbfGraph& graph, std::uint32_t i) const {
  return value(graph, i).at;
}

std::optional<std::int64_t> frame_of(const NrbfGraph& graph, const NrbfClassPlan& plan,
                                     const NrbfObject& event) {
  for (const std::uint16_t i : plan.frames) {
    if (const auto frame = whole_number(graph.value(event, i))) return frame;
  }
  return std::nullopt;
}

std::optional<double> time_of(const NrbfGraph& graph, const NrbfClassPlan& plan,
                              const NrbfObject& event) {
  for (const std::uint16_t i : plan.times) {
    const NrbfValue value = graph.value(event, i);
    if (value.primitive == NrbfPrimitive::f64) return value.f64;
  }
  return std::nullopt;
}

KnownFields known_fields(const NrbfGraph& graph, NrbfClasses& classes, const NrbfObject& event) {
  const NrbfClassPlan& plan = classes.plan(graph, event.type);
  KnownFields known;
  KnownReader reader(graph, classes, known);
  const std::uint32_t needs = needed_fields(plan.kind);
  std::uint32_t present = 0;
  for (std::size_t i = 0; i < kKnownFields; ++i) {
    const auto field = static_cast<KnownField>(i);
    if (((needs | bit_of(KnownField::path)) & bit_of(field)) == 0) continue;
    if (plan.known[i] == NrbfClassPlan::kNoMember) continue;
    if (reader.read(field, graph.value(event, plan.known[i]))) present |= bit_of(field);
  }
  known.has_path = (present & bit_of(KnownField::path)) != 0;
  if ((present & needs) == needs) known.kind = plan.kind;
  return known;
}

}  // namespace scrubjay::xrec
