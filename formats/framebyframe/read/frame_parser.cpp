#include "formats/framebyframe/read/frame_parser.h"

#include "formats/framebyframe/read/file_index.h"
#include "formats/framebyframe/special.h"
#include "formats/json/json_token.h"
#include "formats/json/structural_scan.h"

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
  problems = {};
  repairs = 0;
}

FrameParser::FrameParser() : properties_(values_), event_properties_(event_values_) {}

void FrameParser::parse(const FrameSource& source, const CoordinateSystem& system,
                        PropertyTree& tree, ParsedFrame& frame, const WantsEntity& wants) {
  const PropertyTree::Node mark = tree.size();
  frame_ = &frame;
  tree_ = &tree;
  wants_ = &wants;
  system_ = system;
  read_whole(source);
  if (!is_misjudged_) return;
  tree.truncate(mark);
  parse(source, system, tree, frame);
}

void FrameParser::begin(const FrameSource& source) {
  Problems& problems = frame_->problems;
  text_ = source.text;
  values_.begin(*tree_, source.text, source.stays, problems, source.offset);
  other_values_.begin(frame_->others, source.text, source.stays, problems, source.offset);
  event_values_.begin(frame_->event_tree, source.text, source.stays, problems, source.offset);
}

void FrameParser::read_whole(const FrameSource& source) {
  const PropertyTree::Node mark = tree_->size();
  const auto run = [&](const FrameSource& from, bool are_apart) {
    tree_->truncate(mark);
    frame_->clear();
    parts_.clear();
    are_apart_ = are_apart;
    is_misjudged_ = false;
    begin(from);
    return read_frame(from);
  };
  if (*wants_ && read_outlined(source)) return;
  if (run(source, false)) return;
  if (run(source, true)) {
    for (const Part& part : parts_) read_part(source, part);
    return;
  }
  std::uint64_t repairs = 0;
  if (const auto strict = repaired(source.text, repairs); strict && run(*strict, false)) {
    frame_->repairs = repairs;
    return;
  }
  run(source, false);
  frame_->problems.add_at(code::kBrokenJson,
                          frame_->entities.empty() ? 0 : frame_->entities.back().offset);
}

/// Reads only the entities that are wanted, and the frame without all of them. False where the text
/// has to be gone through: then nothing was done that counts.
bool FrameParser::read_outlined(const FrameSource& source) {
  if (!outline_frame(source.text, outline_)) return false;
  constexpr std::string_view kNoEntities = "[]";
  head_.assign(source.text.substr(0, outline_.begin))
      .append(kNoEntities)
      .append(source.text.substr(outline_.end));
  const std::size_t size = head_.size();
  head_.resize(size + simdjson::SIMDJSON_PADDING);
  frame_->clear();
  is_misjudged_ = are_apart_ = false;
  cut_out_ = outline_.end - outline_.begin - kNoEntities.size();
  const FrameSource head{std::string_view(head_).substr(0, size)};
  begin(head);
  const bool is_read = read_frame(head);
  cut_out_ = 0;
  if (!is_read) return false;
  for (const OutlinedEntity& outlined : outline_.entities) {
    const std::optional<std::int64_t> id = id_of_token(outlined.id);
    if ((*wants_)(id.value_or(0))) {
      read_part(source, {outlined.text, std::nullopt});
      continue;
    }
    Reading reading = begin_entity(
        static_cast<std::uint64_t>(outlined.text.data() - source.text.data()), std::nullopt);
    reading.id = id;
    reading.entity.parent_id = id_of_token(outlined.parent).value_or(0);
    finish_entity(reading);
  }
  return true;
}

/// What is damaged is repaired, or else read as far as it is whole.
void FrameParser::read_part(const FrameSource& frame, const Part& part) {
  const auto offset = static_cast<std::uint64_t>(part.text.data() - frame.text.data());
  const PropertyTree::Node mark = tree_->size();
  const PropertyTree::Node event_mark = frame_->event_tree.size();
  const std::size_t events = frame_->events.size();
  const Problems problems = frame_->problems;
  Reading reading;
  const auto read = [&](const FrameSource& source) {
    tree_->truncate(mark);
    frame_->event_tree.truncate(event_mark);
    frame_->events.resize(events);
    frame_->problems = problems;
    begin(source);
    reading = begin_entity(offset, part.key);
    return each_root_field(parser_, source, values_, [&](Key name, Value& field) {
      return read_entity_field(name, field, reading);
    });
  };
  const FrameSource own{part.text, frame.stays, offset};
  if (!read(own)) {
    std::uint64_t repairs = 0;
    auto strict = repaired(part.text, repairs);
    if (strict) strict->offset = offset;
    if (strict && read(*strict)) {
      frame_->repairs += repairs;
    } else {
      read(own);
      frame_->problems.add_at(code::kBrokenJson, offset);
    }
  }
  finish_entity(reading);
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
    case FrameField::entities:
      values_.pass_over(cut_out_);
      other_values_.pass_over(cut_out_);
      return read_entities(value);
    case FrameField::resources:
    case FrameField::kept: return true;
    case FrameField::other: return other_values_.add_json(other_values_.keep_key(key), value, 1);
    default: break;
  }
  if (!frame_->head.read(field, value)) values_.note(code::kWrongValue, value);
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
    values_.note(code::kWrongStructure, value);
    return true;
  }
  if (are_apart_) {
    const auto begin = static_cast<std::size_t>(values_.offset_of(value));
    const std::size_t end = json::end_of_container(text_, begin);
    if (end == std::string_view::npos) return values_.broken(simdjson::INCOMPLETE_ARRAY_OR_OBJECT);
    parts_.push_back({text_.substr(begin, end - begin), key});
    return true;
  }
  Reading reading = begin_entity(values_.offset_of(value), key);
  const bool is_whole = values_.each_field_of(
      value, [&](Key name, Value& field) { return read_entity_field(name, field, reading); });
  finish_entity(reading);
  return is_whole;
}

FrameParser::Reading FrameParser::begin_entity(std::uint64_t offset,
                                               std::optional<std::int64_t> key) {
  Reading reading;
  reading.entity.offset = offset;
  reading.entity.first_event = static_cast<std::uint32_t>(frame_->events.size());
  reading.key = key;
  reading.mark = tree_->size();
  return reading;
}

bool FrameParser::read_entity_field(Key name, Value& field, Reading& reading) {
  // An id that is not known yet may be of one that is wanted.
  const auto is_wanted = [&] {
    const bool wants = !*wants_ || !reading.id || (*wants_)(*reading.id);
    reading.is_skipped |= !wants;
    return wants;
  };
  switch (name.raw()[0]) {
    case 'i':
      if (name.unsafe_is_equal("id")) {
        if (const auto id = id_of_token(field.raw_json_token())) reading.id = id;
      }
      break;
    case 'p':
      if (name.unsafe_is_equal("parentId")) {
        reading.entity.parent_id = id_of_token(field.raw_json_token()).value_or(0);
      } else if (name.unsafe_is_equal("properties") && !reading.has_properties && is_wanted()) {
        reading.has_properties = true;
        return properties_.read_list(field, 0);
      }
      break;
    case 'e':
      if (name.unsafe_is_equal("events") && reading.entity.event_count == 0 && is_wanted()) {
        return read_events(field, reading.entity);
      }
      break;
    default: break;
  }
  return true;
}

void FrameParser::finish_entity(const Reading& reading) {
  ParsedEntity entity = reading.entity;
  const std::optional<std::int64_t> id = reading.id ? reading.id : reading.key;
  if (!id) frame_->problems.add_at(code::kNoEntityId, entity.offset);
  entity.id = id.value_or(0);
  const bool is_wanted = !*wants_ || (*wants_)(entity.id);
  is_misjudged_ |= is_wanted && reading.is_skipped;
  if (is_wanted) entity.special = groups_.arrange(*tree_, reading.mark, system_);
  entity.properties = tree_->since(reading.mark);
  frame_->entities.push_back(entity);
}

bool FrameParser::read_events(Value& value, ParsedEntity& entity) {
  return event_values_.each_item_of(value, [&](Value& item) {
    if (first_char(item) != '{') {
      event_values_.note(code::kWrongStructure, item);
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

void FrameParser::parse_event(const FrameSource& source, PropertyTree& tree, Problems& problems) {
  const PropertyTree::Node mark = tree.size();
  if (read_event(source, tree, problems)) return;
  tree.truncate(mark);
  std::uint64_t repairs = 0;
  if (const auto strict = repaired(source.text, repairs)) {
    if (read_event(*strict, tree, problems)) return;
    tree.truncate(mark);
  }
  read_event(source, tree, problems);
  problems.add_at(code::kBrokenJson, 0);
}

bool FrameParser::read_event(const FrameSource& source, PropertyTree& tree, Problems& problems) {
  values_.begin(tree, source.text, source.stays, problems);
  return each_root_field(parser_, source, values_, [&](Key key, Value& value) {
    return !key.unsafe_is_equal("properties") || read_event_properties(value, properties_);
  });
}

}  // namespace scrubjay::framebyframe
