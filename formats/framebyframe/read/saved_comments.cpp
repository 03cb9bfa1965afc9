#include "formats/framebyframe/read/saved_comments.h"

#include <simdjson.h>

#include <utility>

#include "formats/framebyframe/read/json_list.h"

namespace scrubjay::framebyframe {

namespace {

using simdjson::ondemand::value;

std::string text_or_empty(std::string_view token) {
  std::string scratch;
  return is_string_token(token) ? std::string(text_of_string(token, scratch)) : std::string();
}

void read_position(value& from, SavedComment& comment) {
  simdjson::ondemand::object position;
  if (from.get_object().get(position) != simdjson::SUCCESS) return;
  for (auto item : position) {
    simdjson::ondemand::field field;
    if (std::move(item).get(field) != simdjson::SUCCESS) return;
    const auto key = field.key();
    const double number = number_of_token(field.value().raw_json_token()).value_or(0);
    if (key.unsafe_is_equal("x")) comment.x = number;
    if (key.unsafe_is_equal("y")) comment.y = number;
  }
}

bool read_comment(value& from, SavedComment& comment) {
  simdjson::ondemand::object fields;
  if (from.get_object().get(fields) != simdjson::SUCCESS) return false;
  for (auto item : fields) {
    simdjson::ondemand::field field;
    if (std::move(item).get(field) != simdjson::SUCCESS) return false;
    const auto key = field.key();
    value part = field.value();
    const std::string_view token = part.raw_json_token();
    if (key.unsafe_is_equal("id")) comment.id = trimmed(token);
    if (key.unsafe_is_equal("type")) comment.type = id_of_token(token).value_or(0);
    if (key.unsafe_is_equal("text")) comment.text = text_or_empty(token);
    if (key.unsafe_is_equal("color")) comment.color = text_or_empty(token);
    if (key.unsafe_is_equal("frameId")) comment.frame = id_of_token(token);
    if (key.unsafe_is_equal("entityId")) comment.entity = id_of_token(token);
    if (key.unsafe_is_equal("propertyId")) comment.property = id_of_token(token);
    if (key.unsafe_is_equal("pos")) read_position(part, comment);
  }
  return true;
}

}  // namespace

std::vector<SavedComment> read_comments(FrameText& text, ByteRange range, std::size_t& damaged) {
  std::vector<SavedComment> comments;
  simdjson::ondemand::parser parser;
  for_each_member(text, parser, range, [&](std::string_view key, value& from) {
    SavedComment comment;
    if (!read_comment(from, comment)) {
      ++damaged;
      return;
    }
    if (is_string_token(comment.id) || !number_of_token(comment.id)) comment.id = key;
    comments.push_back(std::move(comment));
  });
  return comments;
}

}  // namespace scrubjay::framebyframe
