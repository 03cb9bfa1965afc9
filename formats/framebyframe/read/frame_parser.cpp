#include "formats/framebyframe/read/frame_parser.h"

#include "formats/framebyframe/read/file_index.h"
#include "formats/framebyframe/special.h"
#include "formats/json/json_token.h"

namespace scrubjay::framebyframe {

namespace {

/// Opens the object that `source` holds and calls `visit(Key, Value&)` for its fields.
template <class Visit>
bool each_root_field(simdjson::ondemand::parser& parser, const FrameSource& source,
                     ValueReader& values, const Visit& visit) {
  simdjson::ondemand::document document;
  const std::size_t readable = source.text.size() + simdjson::SIMDJSON_PADDING;
  if (const auto error =
          parser.iterate(source.text.data(), source.text.size(), readable).get(document)) {
    return values.broken(error);
  }
  simdjson::ondemand::object object;
  if (const auto error = document.get_object().get(object)) return values.broken(error);
  return values.each_field(object, visit);
}

}  // namespace

void ParsedFrame::clear() {
  head.clear();
  entities.clear();
  events.clear();
  event_tree.clear();
  others.clear();
  damage.clear();
  repairs = 0;
}

FrameParser::FrameParser() : properties_(values_), event_properties_(event_values_) {}

void FrameParser::parse(const FrameSource& source, const CoordinateSystem& system,
                        PropertyTree& tree, ParsedFrame& frame) {
  const PropertyTree::Node mark = tree.size();
  frame_ = &frame;
  system_ = system;
  const auto run = [&](const FrameSource& from) {
    tree.truncate(mark);
    frame.clear();
    values_.begin(tree, from.text, from.stays, frame.damage);
    other_values_.begin(frame.others, from.text, from.stays, frame.damage);
    event_values_.begin(frame.event_tree, from.text, from.stays, frame.damage);
    return read_frame(from);
  };
  if (run(source)) return;
  std::uint64_t repairs = 0;
  if (const auto strict = repaired(source.text, repairs); strict && run(*strict)) {
    frame.repairs = repairs;
    return;
  }
  run(source);
  frame.damage.add(Damage::broken_json, frame.entities.empty() ? 0 : frame.entities.back().offset);
}

std::optional<FrameSource> FrameParser::repaired(std::string_view text, std::uint64_t& repairs) {
  auto result = repair_json(text);
  if (!result) return std::nullopt;
  repairs = result->count();
  repaired_ = std::move(result->text);
  const std::size_t size = repaired_.size();
  repaired_.resize(size + simdjson::SIMDJSON_PADDING);
  return FrameSource{std::string_view(repaired_).substr(0, size), false};
}

bool FrameParser::read_frame(const FrameSource& source) {
  return each_root_field(parser_, source, values_,
                         [&](Key key, Value& value) { return read_field(key, value); });
}

bool FrameParser::read_field(Key key, Value& value) {
  const FrameField field = frame_field(key);
  switch (field) {
    case FrameField::entities: return read_entities(value);
    case FrameField::resources:
    case FrameField::kept: return true;
    case FrameField::other: return other_values_.add_json(other_values_.keep_key(key), value, 1);
    default: break;
  }
  if (!frame_->head.read(field, value)) values_.note(Damage::wrong_value, value);
  return true;
}

bool FrameParser::read_entities(Value& value) {
  if (first_char(value) != '{') {
    return values_.each_item_of(value,
                                [&](Value& item) { return read_entity(item, std::nullopt); });
  }
  return values_.each_field_of(value, [&](Key key, Value& item) {
    return read_entity(item, id_of_token(raw_key(key.raw())));
  });
}

bool FrameParser::read_entity(Value& value, std::optional<std::int64_t> key) {
  const char first = first_char(value);
  if (first == 'n') return true;
  if (first != '{') {
    values_.note(Damage::wrong_structure, value);
    return true;
  }
  ParsedEntity entity;
  entity.offset = values_.offset_of(value);
  entity.first_event = static_cast<std::uint32_t>(frame_->events.size());
  std::optional<std::int64_t> id;
  bool has_properties = false;
  const PropertyTree::Node mark = values_.tree().size();
  const bool is_whole = values_.each_field_of(value, [&](Key name, Value& field) {
    switch (name.raw()[0]) {
      case 'i':
        if (name.unsafe_is_equal("id")) id = id_of_token(field.raw_json_token());
        break;
      case 'p':
        if (name.unsafe_is_equal("parentId")) {
          entity.parent_id = id_of_token(field.raw_json_token()).value_or(0);
        } else if (name.unsafe_is_equal("properties") && !has_properties) {
          has_properties = true;
          return properties_.read_list(field, 0);
        }
        break;
      case 'e':
        if (name.unsafe_is_equal("events") && entity.event_count == 0) {
          return read_events(field, entity);
        }
        break;
      default: break;
    }
    return true;
  });
  if (!id) id = key;
  if (!id) frame_->damage.add(Damage::no_entity_id, entity.offset);
  entity.id = id.value_or(0);
  entity.special = groups_.arrange(values_.tree(), mark, system_);
  entity.properties = values_.tree().since(mark);
  frame_->entities.push_back(entity);
  return is_whole;
}

bool FrameParser::read_events(Value& value, ParsedEntity& entity) {
  return event_values_.each_item_of(value, [&](Value& item) {
    if (first_char(item) != '{') {
      event_values_.note(Damage::wrong_structure, item);
      return true;
    }
    ParsedEvent event{event_values_.offset_of(item), {}};
    const PropertyTree::Node mark = frame_->event_tree.size();
    const bool is_whole = event_values_.each_field_of(item, [&](Key key, Value& field) {
      return !key.unsafe_is_equal("properties") || read_event_properties(field, event_properties_);
    });
    event.properties = frame_->event_tree.since(mark);
    frame_->events.push_back(event);
    ++entity.event_count;
    return is_whole;
  });
}

bool FrameParser::read_event_properties(Value& value, PropertyReader& reader) {
  ValueReader& values = reader.values();
  if (first_char(value) != '{') {
    PropertyTree& tree = values.tree();
    const PropertyTree::Node mark = tree.size();
    const bool is_whole = reader.read_list(value, 0);
    for (auto node = mark; node < tree.size(); node += tree[node].subtree) {
      if (tree[node].name == kOwnGroup) tree.node_for_edit(node).role = PropertyRole::own;
    }
    return is_whole;
  }
  return values.each_field_of(value, [&](Key key, Value& field) {
    return !key.unsafe_is_equal("value") || reader.read_list(field, 1);
  });
}

void FrameParser::parse_event(const FrameSource& source, PropertyTree& tree, DamageLog& damage) {
  const PropertyTree::Node mark = tree.size();
  if (read_event(source, tree, damage)) return;
  tree.truncate(mark);
  std::uint64_t repairs = 0;
  if (const auto strict = repaired(source.text, repairs)) {
    if (read_event(*strict, tree, damage)) return;
    tree.truncate(mark);
  }
  read_event(source, tree, damage);
  damage.add(Damage::broken_json, 0);
}

bool FrameParser::read_event(const FrameSource& source, PropertyTree& tree, DamageLog& damage) {
  values_.begin(tree, source.text, source.stays, damage);
  return each_root_field(parser_, source, values_, [&](Key key, Value& value) {
    return !key.unsafe_is_equal("properties") || read_event_properties(value, properties_);
  });
}

}  // namespace scrubjay::framebyframe
