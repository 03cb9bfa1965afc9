#include "formats/xrec/read/nrbf_tree.h"

#include <algorithm>
#include <array>
#include <string>

#include "formats/xrec/limits.h"

namespace scrubjay::xrec {

namespace {

constexpr std::string_view kTooDeep = "deeper values not shown";

double number_of(const NrbfValue& value) {
  switch (value.primitive) {
    case NrbfPrimitive::f32: return static_cast<double>(value.f32);
    case NrbfPrimitive::f64: return value.f64;
    case NrbfPrimitive::i8:
    case NrbfPrimitive::i16:
    case NrbfPrimitive::i32: return static_cast<double>(value.integer);
    default: return static_cast<double>(value.natural);
  }
}

/// "" for an array that any list can stand for, else its lengths and lower bounds: "2x3 from 0,1".
std::string shape_text(const NrbfGraph& graph, const NrbfObject& array) {
  if (array.rank == 1 && !array.has_lower_bounds) return "";
  std::string text;
  for (const std::int32_t length : graph.lengths(array)) {
    text += (text.empty() ? "" : "x") + std::to_string(length);
  }
  if (!array.has_lower_bounds) return text;
  std::string bounds;
  for (const std::int32_t bound : graph.lower_bounds(array)) {
    bounds += (bounds.empty() ? "" : ",") + std::to_string(bound);
  }
  return text + " from " + bounds;
}

class TreeMaker {
 public:
  TreeMaker(const NrbfGraph& graph, NrbfClasses& classes, const NrbfWalker& walker,
            std::vector<PropertyTree::Node>& open, std::vector<double>& numbers, PropertyTree& tree)
      : graph_(graph),
        classes_(classes),
        walker_(walker),
        open_(open),
        numbers_(numbers),
        tree_(tree) {
    budget_.begin(tree);
  }

  NrbfEntry enter(const NrbfPlace& place, std::uint32_t row) {
    // The event itself: its members stand as roots.
    if (place.depth == 0) return NrbfEntry::expand;
    if (is_too_much(place)) return NrbfEntry::hidden;
    const NrbfObject& object = graph_.object(row);
    const std::string_view name = name_of(place);
    return object.form == NrbfObject::Form::array ? enter_array(name, object)
                                                  : enter_instance(name, object);
  }

  void leave() {
    if (open_.empty()) return;
    tree_.close(open_.back());
    open_.pop_back();
  }

  void leaf(const NrbfPlace& place, const NrbfValue& value) {
    if (is_too_much(place)) return;
    const std::string_view name = name_of(place);
    switch (value.form) {
      case NrbfValue::Form::object:
        tree_.text(name, budget_.keep(tree_, graph_.text(graph_.object(value.object).text)));
        break;
      case NrbfValue::Form::primitive: add_primitive(name, value); break;
      default: tree_.null(name); break;
    }
  }

  void again(const NrbfPlace& place, std::uint32_t row) {
    if (is_too_much(place)) return;
    tree_.text(name_of(place), budget_.keep(tree_, "same as " + path_of(row)));
  }

  void finish() {
    if (hidden_ != 0) tree_.text("...", tree_.keep(not_shown_text(hidden_)));
  }

 private:
  /// True when this place is not shown, after leaving the trace that is due.
  bool is_too_much(const NrbfPlace& place) {
    if (!budget_.has_node_left(tree_)) {
      ++hidden_;
      return true;
    }
    // A field's value stands at depth 1 of the walk.
    if (place.depth <= limits::kDeepestShown + 1) return false;
    tree_.text(name_of(place), kTooDeep);
    return true;
  }

  std::string_view name_of(const NrbfPlace& place) {
    const NrbfObject& parent = graph_.object(place.parent);
    if (parent.form == NrbfObject::Form::array) return index_name(tree_, place.slot);
    return budget_.keep(tree_, classes_.plan(graph_, parent.type).shown_names[place.slot]);
  }

  std::string path_of(std::uint32_t row) {
    std::vector<NrbfPlace> way;
    for (NrbfPlace place = walker_.first_place(row); place.parent != NrbfPlace::kNone;
         place = walker_.first_place(place.parent)) {
      way.push_back(place);
    }
    if (way.empty()) return "the event itself";
    constexpr std::size_t kLongestPath = 1000;
    std::string path;
    for (auto place = way.rbegin(); place != way.rend() && path.size() < kLongestPath; ++place) {
      const NrbfObject& parent = graph_.object(place->parent);
      if (parent.form == NrbfObject::Form::array) {
        path += "[" + std::to_string(place->slot) + "]";
      } else {
        if (!path.empty()) path += "/";
        const auto& names = classes_.plan(graph_, parent.type).shown_names;
        path += names[place->slot].substr(0, kLongestPath);
      }
    }
    return path;
  }

  NrbfEntry enter_instance(std::string_view name, const NrbfObject& object) {
    const NrbfClassPlan& plan = classes_.plan(graph_, object.type);
    const std::string_view class_name = graph_.text(graph_.class_of(object).name);
    if (plan.numbers != PropertyType::null) {
      add_vector(name, object, plan);
      return NrbfEntry::leaf;
    }
    if (plan.is_enumeration) {
      const NrbfValue value = graph_.value(object, 0);
      if (value.form == NrbfValue::Form::primitive && is_whole(value)) {
        tag(tree_, add_whole(name, value), budget_.keep(tree_, class_name));
        return NrbfEntry::leaf;
      }
    }
    const auto record = tree_.open(name, PropertyType::record);
    tag(tree_, record, budget_.keep(tree_, class_name));
    open_.push_back(record);
    return NrbfEntry::expand;
  }

  void add_vector(std::string_view name, const NrbfObject& object, const NrbfClassPlan& plan) {
    std::array<double, 4> values{};
    const std::size_t count = plan.numbers == PropertyType::vec3 ? 3 : 4;
    for (std::size_t i = 0; i < count; ++i) {
      values[i] = static_cast<double>(graph_.value(object, plan.components[i]).f32);
    }
    tree_.numbers(name, plan.numbers, std::span(values).first(count), Precision::float32);
  }

  NrbfEntry enter_array(std::string_view name, const NrbfObject& array) {
    const std::string shape = shape_text(graph_, array);
    const Kind element = kind_of(array.element);
    if (array.element == NrbfPrimitive::byte && shape.empty()) {
      const Bytes bytes = graph_.elements(array);
      tree_.text(name, budget_.keep_bytes(tree_, as_text(bytes)), PropertyType::bytes);
      return NrbfEntry::leaf;
    }
    std::string type_name(array.element == NrbfPrimitive::none ? "" : array_name(element));
    if (!shape.empty()) type_name += (type_name.empty() ? "" : " ") + shape;
    if (array.element != NrbfPrimitive::none && is_array_of_numbers(element)) {
      if (!budget_.take_numbers(array.count)) {
        tree_.text(name, tree_.keep(not_shown_text(array.count)));
        return NrbfEntry::leaf;
      }
      numbers_.resize(array.count);
      for (std::uint32_t i = 0; i < array.count; ++i) {
        numbers_[i] = number_of(graph_.value(array, i));
      }
      const auto precision = element == Kind::f32 ? Precision::float32 : Precision::float64;
      const auto node = tree_.numbers(name, PropertyType::numbers, numbers_, precision);
      const bool tells_itself = shape.empty() && (element == Kind::f32 || element == Kind::f64);
      if (!tells_itself) tag(tree_, node, budget_.keep(tree_, type_name));
      return NrbfEntry::leaf;
    }
    const auto list = tree_.open(name, PropertyType::list);
    if (!type_name.empty()) tag(tree_, list, budget_.keep(tree_, type_name));
    open_.push_back(list);
    return NrbfEntry::expand;
  }

  static bool is_whole(const NrbfValue& value) {
    const Kind kind = kind_of(value.primitive);
    return kind >= Kind::i8 && kind <= Kind::u64;
  }

  PropertyTree::Node add_whole(std::string_view name, const NrbfValue& value) {
    switch (value.primitive) {
      case NrbfPrimitive::i8:
      case NrbfPrimitive::i16:
      case NrbfPrimitive::i32:
      case NrbfPrimitive::i64: return tree_.integer(name, value.integer);
      case NrbfPrimitive::u64: return tree_.unsigned_integer(name, value.natural);
      default: return tree_.integer(name, static_cast<std::int64_t>(value.natural));
    }
  }

  void add_primitive(std::string_view name, const NrbfValue& value) {
    switch (value.primitive) {
      case NrbfPrimitive::boolean: tree_.boolean(name, value.boolean); break;
      case NrbfPrimitive::character:
        add_character(tree_, name, static_cast<std::uint16_t>(value.natural));
        break;
      case NrbfPrimitive::decimal:
        tag(tree_, tree_.text(name, budget_.keep(tree_, graph_.text(value.text))),
            kind_name(Kind::decimal));
        break;
      case NrbfPrimitive::f64: tree_.number(name, value.f64, Precision::float64); break;
      case NrbfPrimitive::f32:
        tree_.number(name, static_cast<double>(value.f32), Precision::float32);
        break;
      case NrbfPrimitive::time_span: add_duration(tree_, name, value.integer); break;
      case NrbfPrimitive::date_time: {
        // The low 62 bits are ticks; of the top two 0 is unspecified, 1 UTC, 2 and 3 local.
        const auto kind =
            static_cast<std::uint8_t>(std::min<std::uint64_t>(value.natural >> 62, 2));
        const std::uint64_t ticks = value.natural & ((std::uint64_t{1} << 62) - 1);
        add_timestamp(tree_, name, static_cast<std::int64_t>(ticks), kind);
        break;
      }
      default: {
        const auto node = add_whole(name, value);
        const Kind kind = kind_of(value.primitive);
        if (kind != Kind::i64 && kind != Kind::u64) tag(tree_, node, kind_name(kind));
        break;
      }
    }
  }

  const NrbfGraph& graph_;
  NrbfClasses& classes_;
  const NrbfWalker& walker_;
  std::vector<PropertyTree::Node>& open_;
  std::vector<double>& numbers_;
  PropertyTree& tree_;
  TreeBudget budget_;
  std::uint64_t hidden_ = 0;
};

}  // namespace

void NrbfTree::build(const NrbfGraph& graph, NrbfClasses& classes, std::uint32_t instance,
                     PropertyTree& tree) {
  open_.clear();
  TreeMaker maker(graph, classes, walker_, open_, numbers_, tree);
  walker_.walk(graph, instance, maker);
  maker.finish();
}

}  // namespace scrubjay::xrec
