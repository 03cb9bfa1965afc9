#include "formats/framebyframe/read/frame_skim.h"

#include <string>
#include <utility>

#include "core/text.h"
#include "formats/framebyframe/read/repair_report.h"
#include "formats/json/json_repair.h"
#include "formats/json/json_token.h"
#include "formats/json/structural_scan.h"

namespace scrubjay::framebyframe {

namespace {

using simdjson::error_code;
using simdjson::ondemand::json_type;
using simdjson::ondemand::object;
using simdjson::ondemand::raw_json_string;
using simdjson::ondemand::value;

constexpr std::int64_t kMostOrder = 0xFFFFFFFE;

bool is_type(value& value, json_type wanted) {
  const auto type = value.type();
  return type.error() == simdjson::SUCCESS && type.value_unsafe() == wanted;
}

/// Calls `visit(key, value)` for each field; stops at the first error.
template <class Visit>
error_code each_field(value& from, Visit visit) {
  object fields;
  if (const error_code error = from.get_object().get(fields)) return error;
  for (auto item : fields) {
    simdjson::ondemand::field field;
    if (const error_code error = std::move(item).get(field)) return error;
    if (const error_code error = visit(field.key(), field.value())) return error;
  }
  return simdjson::SUCCESS;
}

template <class Visit>
error_code each_item(value& from, Visit visit) {
  simdjson::ondemand::array items;
  if (const error_code error = from.get_array().get(items)) return error;
  for (auto item : items) {
    value element;
    if (const error_code error = std::move(item).get(element)) return error;
    if (const error_code error = visit(element)) return error;
  }
  return simdjson::SUCCESS;
}

std::string_view keep_text(std::string_view token, TextArena& texts) {
  if (!is_string_token(token)) return {};
  std::string scratch;
  const std::string_view text = text_of_string(token, scratch);
  return text.empty() ? std::string_view() : texts.add(text);
}

bool is_word(std::string_view token, std::string_view word) {
  std::string scratch;
  if (!is_string_token(token)) return false;
  return equal_ignoring_case(text_of_string(token, scratch), word);
}

/// The name among the entries of a special group: the first entry, unless only another one is
/// called so (formats/framebyframe/README.md, 4.1).
error_code find_name(value& entries, std::string_view& token) {
  bool is_first = true;
  bool is_sure = false;
  return each_item(entries, [&](value& entry) {
    const bool was_first = std::exchange(is_first, false);
    if (is_sure || !is_type(entry, json_type::object)) return simdjson::SUCCESS;
    std::string_view name;
    std::string_view type;
    std::string_view text;
    const error_code error = each_field(entry, [&](raw_json_string key, value part) {
      if (key.unsafe_is_equal("name")) name = part.raw_json_token();
      if (key.unsafe_is_equal("type")) type = part.raw_json_token();
      if (key.unsafe_is_equal("value")) text = part.raw_json_token();
      return simdjson::SUCCESS;
    });
    if (!is_word(type, "string") || !is_string_token(text)) return error;
    is_sure = is_word(name, "name");
    if (is_sure || was_first) token = text;
    return error;
  });
}

}  // namespace

void SkimmedEntity::take_id(std::string_view token) {
  const auto read = id_of_token(token);
  if (!read) return;
  id = *read;
  has_id = true;
  is_large = id < 0 && token.find('-') == std::string_view::npos;
}

void SkimmedFrame::clear() {
  head.clear();
  entities.clear();
  events.clear();
  resources.clear();
  layers.clear();
  named.clear();
  has_combined_ids = is_repaired = is_lost = false;
  problems.clear();
  repairs = 0;
  texts.clear();
}

bool skim_resource(value from, SkimmedResource& out, TextArena& texts) {
  if (!is_type(from, json_type::object)) return false;
  const error_code error = each_field(from, [&](raw_json_string key, value part) {
    const std::string_view token = part.raw_json_token();
    if (key.unsafe_is_equal("path")) out.path = keep_text(token, texts);
    if (key.unsafe_is_equal("type")) out.type = keep_text(token, texts);
    if (key.unsafe_is_equal("textData") && is_string_token(token)) {
      out.data_bytes = trimmed(token).size() - 2;
    }
    return simdjson::SUCCESS;
  });
  return error == simdjson::SUCCESS;
}

void FrameSkimmer::skim(const ScannedFrame& frame, bool is_checked, SkimmedFrame& out) {
  out.clear();
  frame_ = &frame;
  is_repaired_ = false;
  std::string_view text = text_.padded(frame.bytes);
  error_code error = simdjson::SUCCESS;
  if (is_checked) {
    error = checker_.parse(text.data(), text.size(), false).error();
  }
  if (error == simdjson::SUCCESS) error = skim_text(text, out);
  if (error != simdjson::SUCCESS) {
    out.clear();
    repair(frame.bytes, out);
    if (out.is_lost) return;
    text = text_.repaired(frame.bytes);
    std::vector<Problem> problems = std::move(out.problems);
    const std::uint64_t repairs = out.repairs;
    out.clear();
    is_repaired_ = true;
    error = skim_text(text, out);
    out.problems = std::move(problems);
    out.repairs = repairs;
    out.is_repaired = true;
    out.is_lost = error != simdjson::SUCCESS;
    if (out.is_lost) return;
  }
  find_layers(text, out);
  find_named_resources(text, out);
}

/// Tells what a repair does, and whether there is one.
void FrameSkimmer::repair(ByteRange bytes, SkimmedFrame& out) {
  const std::string_view text = text_.index().text.substr(static_cast<std::size_t>(bytes.begin),
                                                          static_cast<std::size_t>(bytes.size));
  auto made = repair_json(text);
  if (!made) {
    out.is_lost = true;
    Problem problem = std::move(made.error());
    problem.severity = Severity::error;
    problem.offset = bytes.begin + problem.offset.value_or(0);
    problem.message = "A frame is not JSON and is left out. " + problem.message;
    out.problems.push_back(std::move(problem));
    return;
  }
  tell_repairs(*made, bytes.begin, out.problems);
  out.repairs = made->count();
}

error_code FrameSkimmer::skim_text(std::string_view text, SkimmedFrame& out) {
  frame_text_ = text;
  simdjson::ondemand::document document;
  if (const error_code error =
          parser_.iterate(text.data(), text.size(), text.size() + simdjson::SIMDJSON_PADDING)
              .get(document)) {
    return error;
  }
  value root;
  if (const error_code error = document.get_value().get(root)) return error;
  return each_field(root, [&](raw_json_string key, value part) {
    switch (const FrameField field = frame_field(key)) {
      case FrameField::entities: return take_entities(part, out);
      case FrameField::resources: return take_resources(part, out);
      case FrameField::kept:
      case FrameField::other: return simdjson::SUCCESS;
      default: out.head.read(field, part); return simdjson::SUCCESS;
    }
  });
}

error_code FrameSkimmer::take_entities(value from, SkimmedFrame& out) {
  if (is_type(from, json_type::array)) {
    return each_item(from, [&](value& item) { return take_entity(item, {}, out); });
  }
  if (!is_type(from, json_type::object)) return simdjson::SUCCESS;
  return each_field(from, [&](raw_json_string key, value item) {
    return take_entity(item, raw_key(key.raw()), out);
  });
}

bool FrameSkimmer::is_known(const SkimmedEntity& entity) const {
  if (!entity.has_id || is_repaired_) return false;
  return index_.entities.find({frame_->client, entity.id}).exists();
}

error_code FrameSkimmer::take_entity(value from, std::string_view key, SkimmedFrame& out) {
  if (!is_type(from, json_type::object)) return simdjson::SUCCESS;
  const std::size_t row = out.entities.size();
  out.entities.emplace_back();
  const error_code error = each_field(from, [&](raw_json_string name, value part) {
    SkimmedEntity& entity = out.entities[row];
    if (name.unsafe_is_equal("id")) {
      entity.take_id(part.raw_json_token());
    } else if (name.unsafe_is_equal("parentId")) {
      entity.parent = id_of_token(part.raw_json_token()).value_or(0);
    } else if (name.unsafe_is_equal("properties")) {
      if (is_type(part, json_type::array) && !is_known(entity)) {
        return take_properties(part, entity, out);
      }
    } else if (name.unsafe_is_equal("events")) {
      if (is_type(part, json_type::array)) return take_events(part, out);
    }
    return simdjson::SUCCESS;
  });
  SkimmedEntity& entity = out.entities[row];
  if (!entity.has_id) entity.take_id(key);
  return error;
}

/// Finds the entity's name: in the group called special, else in the second one
/// (formats/framebyframe/README.md, 4, 15.4). The first property of a bare frame also tells whether
/// the frame is a dump.
error_code FrameSkimmer::take_properties(value from, SkimmedEntity& entity, SkimmedFrame& out) {
  std::string_view by_name;
  std::string_view by_place;
  bool is_found = false;
  std::size_t place = 0;
  const error_code error = each_item(from, [&](value& group) {
    const std::size_t n = place++;
    if (is_found || !is_type(group, json_type::object)) return simdjson::SUCCESS;
    std::string_view name;
    std::string_view found;
    std::string_view id;
    const error_code group_error = each_field(group, [&](raw_json_string key, value part) {
      if (key.unsafe_is_equal("name")) name = part.raw_json_token();
      if (key.unsafe_is_equal("id")) id = part.raw_json_token();
      const bool may_be_special = n == 1 || name.empty() || is_word(name, "special");
      if (may_be_special && key.unsafe_is_equal("value") && is_type(part, json_type::array)) {
        return find_name(part, found);
      }
      return simdjson::SUCCESS;
    });
    // Numbers of properties count from 1 in a dump (formats/framebyframe/README.md, 11).
    if (frame_->is_bare && n == 0 && out.entities.size() == 1 && id_of_token(id) == 1) {
      out.has_combined_ids = true;
    }
    if (is_word(name, "special")) {
      by_name = found;
      is_found = true;
    } else if (n == 1) {
      by_place = found;
    }
    return group_error;
  });
  entity.name = keep_text(is_found ? by_name : by_place, out.texts);
  return error;
}

error_code FrameSkimmer::take_events(value from, SkimmedFrame& out) {
  return each_item(from, [&](value& item) { return take_event(item, out); });
}

error_code FrameSkimmer::take_event(value from, SkimmedFrame& out) {
  if (!is_type(from, json_type::object)) return simdjson::SUCCESS;
  const char* begin = from.raw_json_token().data();
  std::string_view name;
  std::string_view tag;
  std::int64_t order = -1;
  const error_code error = each_field(from, [&](raw_json_string key, value part) {
    const std::string_view token = part.raw_json_token();
    if (key.unsafe_is_equal("name")) name = token;
    if (key.unsafe_is_equal("tag")) tag = token;
    if (key.unsafe_is_equal("idx")) order = id_of_token(token).value_or(-1);
    return simdjson::SUCCESS;
  });
  if (error != simdjson::SUCCESS) return error;
  const auto offset = static_cast<std::size_t>(begin - frame_text_.data());
  const std::size_t end = json::end_of_container(frame_text_, offset);
  if (end == std::string_view::npos) return simdjson::INCOMPLETE_ARRAY_OR_OBJECT;
  const bool has_order = order >= 0 && order <= kMostOrder;
  out.events.push_back(
      {.entity = static_cast<std::uint32_t>(out.entities.size() - 1),
       .order = static_cast<std::uint32_t>(has_order ? order : std::ssize(out.events)),
       .offset = static_cast<std::uint32_t>(offset),
       .size = static_cast<std::uint32_t>(end - offset),
       .name = keep_text(name, out.texts),
       .tag = keep_text(tag, out.texts)});
  return simdjson::SUCCESS;
}

error_code FrameSkimmer::take_resources(value from, SkimmedFrame& out) {
  if (!is_type(from, json_type::array)) return simdjson::SUCCESS;
  return each_item(from, [&](value& item) {
    const char* begin = item.raw_json_token().data();
    SkimmedResource resource;
    if (!is_type(item, json_type::object)) return simdjson::SUCCESS;
    if (!skim_resource(item, resource, out.texts)) return simdjson::TAPE_ERROR;
    const auto offset = static_cast<std::size_t>(begin - frame_text_.data());
    const std::size_t end = json::end_of_container(frame_text_, offset);
    if (end == std::string_view::npos) return simdjson::INCOMPLETE_ARRAY_OR_OBJECT;
    resource.offset = offset;
    resource.size = end - offset;
    out.resources.push_back(resource);
    return simdjson::SUCCESS;
  });
}

}  // namespace scrubjay::framebyframe
