#include "formats/framebyframe/read/property_reader.h"

#include "formats/framebyframe/limits.h"
#include "formats/json/json_token.h"

namespace scrubjay::framebyframe {

namespace {

/// True for the types whose node is one container around the property's own fields.
bool opens_at_type(PropertyKind kind) {
  return kind == PropertyKind::shape || kind == PropertyKind::unknown ||
         kind == PropertyKind::linechart;
}

}  // namespace

PropertyReader::Common PropertyReader::common(Key key) {
  switch (key.raw()[0]) {
    case 'n': return key.unsafe_is_equal("name") ? Common::name : Common::other;
    case 't': return key.unsafe_is_equal("type") ? Common::type : Common::other;
    case 'v': return key.unsafe_is_equal("value") ? Common::value : Common::other;
    case 'f': return key.unsafe_is_equal("flags") ? Common::flags : Common::other;
    case 'i':
      if (key.unsafe_is_equal("icon")) return Common::icon;
      if (key.unsafe_is_equal("icolor")) return Common::icolor;
      return key.unsafe_is_equal("id") ? Common::ignored : Common::other;
    case 'p': return key.unsafe_is_equal("path") ? Common::ignored : Common::other;
    default: return Common::other;
  }
}

bool PropertyReader::read_list(Value& list, int depth) {
  return values_.each_item_of(list, [&](Value& item) { return read(item, depth); });
}

bool PropertyReader::read(Value& property, int depth) {
  const char first = first_char(property);
  if (first == 'n') return true;
  if (first != '{') {
    values_.note(code::kWrongStructure, property);
    return values_.add_json("", property, depth);
  }
  if (depth >= limits::kDeepestValue) {
    values_.note(code::kTooDeep, property);
    return true;
  }
  simdjson::ondemand::object object;
  if (const auto error = property.get_object().get(object)) return values_.broken(error);
  Draft draft;
  bool is_whole = read_fields(object, draft, depth);
  if (is_whole && !draft.has_type) {
    // Without a type the value tells what it is.
    values_.note(code::kWrongValue, property);
    draft.is_late = !draft.is_guess;
  }
  if (is_whole && draft.is_late) is_whole = read_late_fields(object, draft, depth);
  finish(draft);
  if (draft.is_guess) before_guesses_.pop_back();
  return is_whole;
}

bool PropertyReader::read_fields(simdjson::ondemand::object& object, Draft& draft, int depth) {
  return values_.each_field(object, [&](Key key, Value& value) {
    const Common field = common(key);
    if (field != Common::value && field != Common::other) {
      read_common(field, value, draft);
      return true;
    }
    if (!draft.has_type) return read_before_type(field, value, draft, depth);
    return draft.is_late || read_own(field, key, value, draft, depth);
  });
}

bool PropertyReader::read_late_fields(simdjson::ondemand::object& object, Draft& draft, int depth) {
  bool has_fields = false;
  if (const auto error = object.reset().get(has_fields)) return values_.broken(error);
  if (!has_fields) return true;
  return values_.each_field(object, [&](Key key, Value& value) {
    const Common field = common(key);
    if (field != Common::value && field != Common::other) return true;
    return read_own(field, key, value, draft, depth);
  });
}

void PropertyReader::read_common(Common field, Value& value, Draft& draft) {
  const std::string_view token = value.raw_json_token();
  if (field == Common::ignored || token.starts_with("null")) return;
  if (field == Common::type) return read_type(value, draft);
  if (field == Common::flags) {
    double flags = 0.0;
    if (values_.number(value, flags) && flags >= 0.0 && flags < 4294967296.0) {
      draft.flags = static_cast<std::uint32_t>(flags);
    } else {
      values_.note(code::kWrongValue, value);
    }
    return;
  }
  if (!is_string_token(token)) {
    values_.note(code::kWrongValue, value);
    return;
  }
  const std::string_view text = values_.keep_token(token);
  if (field == Common::name) draft.name = text;
  if (field == Common::icon) draft.style.icon = text;
  if (field == Common::icolor) draft.style.color = text;
}

void PropertyReader::read_type(Value& value, Draft& draft) {
  const std::string_view token = trimmed(value.raw_json_token());
  if (!is_string_token(token)) {
    values_.note(code::kWrongValue, value);
    return;
  }
  if (draft.has_type) return;
  draft.has_type = true;
  draft.kind = kind_of_type(token.substr(1, token.size() - 2));
  if (draft.kind.kind == PropertyKind::unknown) draft.style.type_name = values_.keep_token(token);
  if (draft.is_guess && draft.kind.kind != PropertyKind::group) {
    values_.tree().truncate(draft.node);
    values_.problems() = before_guesses_.back();
    before_guesses_.pop_back();
    draft.node = kNoNode;
    draft.is_guess = false;
    draft.is_late = true;
  }
}

bool PropertyReader::read_before_type(Common field, Value& value, Draft& draft, int depth) {
  // Only groups have an array for a value, so it can be read before the type is there. Saved files
  // often have it that way round, and passing over whole subtrees twice a level would be slow.
  if (field != Common::value || first_char(value) != '[' || draft.node != kNoNode) {
    draft.is_late = true;
    return true;
  }
  draft.is_guess = true;
  before_guesses_.push_back(values_.problems());
  return read_group(value, draft, depth);
}

bool PropertyReader::read_own(Common field, Key key, Value& value, Draft& draft, int depth) {
  if (opens_at_type(draft.kind.kind)) {
    open(draft);
    if (draft.kind.kind == PropertyKind::shape) return read_shape_field(key, value, draft, depth);
    if (draft.kind.kind == PropertyKind::unknown) {
      return values_.add_json(values_.keep_key(key), value, depth + 1);
    }
    return field == Common::value ? read_chart(value, draft, depth)
                                  : read_chart_field(key, value, depth + 1);
  }
  // Of the others only the value counts, and only the first one.
  if (field != Common::value || draft.node != kNoNode) return true;
  return read_value(value, draft, depth);
}

bool PropertyReader::read_value(Value& value, Draft& draft, int depth) {
  if (draft.kind.kind == PropertyKind::group) return read_group(value, draft, depth);
  if (draft.kind.kind == PropertyKind::table) return read_table(value, draft, depth);
  draft.node = values_.tree().size();
  const PropertyType type = draft.kind.type;
  switch (draft.kind.kind) {
    case PropertyKind::string:
    case PropertyKind::comment:
    case PropertyKind::resource: return values_.add_text("", value, type, depth);
    case PropertyKind::number: return values_.add_number("", value, depth);
    case PropertyKind::boolean: return values_.add_boolean("", value, depth);
    case PropertyKind::vec2:
    case PropertyKind::vec3:
    case PropertyKind::quat: return values_.add_vector("", value, type, Meaning::none, depth);
    case PropertyKind::eref: return read_reference(value, draft, depth);
    default: return values_.add_json("", value, depth);
  }
}

void PropertyReader::open(Draft& draft) {
  if (draft.node == kNoNode) draft.node = values_.tree().open("", draft.kind.type);
}

void PropertyReader::finish(Draft& draft) {
  PropertyTree& tree = values_.tree();
  const PropertyKind kind = draft.kind.kind;
  if (opens_at_type(kind) || kind == PropertyKind::group || kind == PropertyKind::table) {
    open(draft);
  } else if (draft.node == kNoNode || draft.node == tree.size()) {
    draft.node = tree.null("");
  }
  if (kind == PropertyKind::shape) finish_shape(draft);
  if (kind == PropertyKind::table) finish_table(draft);
  if (is_container(tree[draft.node].type)) tree.close(draft.node);
  PropertyNode& node = tree.node_for_edit(draft.node);
  node.name = draft.name;
  node.has_unit_in_name =
      draft.name.ends_with(']') && draft.name.find(" [") != std::string_view::npos;
  node.flags = draft.flags;
  if (!draft.style.icon.empty() || !draft.style.color.empty() || !draft.style.type_name.empty() ||
      !draft.style.label.empty()) {
    tree.set_style(draft.node, draft.style);
  }
}

}  // namespace scrubjay::framebyframe
