#include "formats/colyseus/read/json_tree.h"

#include <simdjson.h>

#include <algorithm>
#include <vector>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/colyseus/limits.h"
#include "formats/json/json_token.h"

namespace scrubjay::colyseus {

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

/// Of a JSON text that may have surrogates that stand alone. `parser` must outlive what is read.
template <class Value>
bool parse_json(simdjson::dom::parser& parser, std::string_view json, Value& value) {
  auto error = parser.parse(json.data(), json.size()).get(value);
  if (error == simdjson::STRING_ERROR)
    error = parser.parse(without_lone_surrogates(json)).get(value);
  return error == simdjson::SUCCESS;
}

/// Recursion as deep as the value, which is bounded.
bool append(PropertyTree& tree, std::string_view name, const element& value, std::size_t depth) {
  if (depth > limits::kDeepestValue) return false;
  switch (value.type()) {
    case element_type::OBJECT: {
      const auto group = tree.open(name, PropertyType::group);
      for (const auto& [key, member] : simdjson::dom::object(value)) {
        if (!append(tree, tree.keep(key), member, depth + 1)) return false;
      }
      tree.close(group);
      return true;
    }
    case element_type::ARRAY: {
      const auto list = tree.open(name, PropertyType::list);
      std::size_t n = 0;
      for (const element item : simdjson::dom::array(value)) {
        if (!append(tree, index_name(tree, n++), item, depth + 1)) return false;
      }
      tree.close(list);
      return true;
    }
    case element_type::STRING: tree.text(name, tree.keep(std::string_view(value))); return true;
    case element_type::INT64: tree.integer(name, std::int64_t(value)); return true;
    case element_type::UINT64: tree.unsigned_integer(name, std::uint64_t(value)); return true;
    case element_type::DOUBLE: tree.number(name, double(value), Precision::float64); return true;
    case element_type::BOOL: tree.boolean(name, bool(value)); return true;
    default: tree.null(name); return true;
  }
}

/// What is shown of one member of the metadata.
std::string shown(const element& value) {
  std::string_view text;
  if (value.get(text) == simdjson::SUCCESS) return std::string(text);
  return simdjson::minify(value);
}

}  // namespace

bool append_json(PropertyTree& tree, std::string_view name, std::string_view json) {
  simdjson::dom::parser parser;
  element value;
  if (!parse_json(parser, json, value)) return false;
  const PropertyTree::Node mark = tree.size();
  if (append(tree, name, value, 0)) return true;
  tree.truncate(mark);
  return false;
}

void read_metadata(std::string_view json, std::uint64_t offset, Source& source) {
  if (json.empty()) return;
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  if (!parse_json(parser, json, object)) {
    source.problems.push_back(make_problem(code::kBadMetadata, offset,
                                           "The metadata is not a JSON object: it is ignored."));
    return;
  }
  for (const auto& [key, value] : object) {
    source.metadata.emplace_back(std::string(key), shown(value));
  }
  for (const auto& [key, text] : source.metadata) {
    if (key == "room") source.room = text;
    if (key == "schema") source.schema = text;
    if (key == "protocol") source.protocol = text;
  }
}

std::string take_session(Source& source) {
  std::string session;
  std::erase_if(source.metadata, [&](const auto& entry) {
    if (entry.first != "sessionId" && entry.first != "viewerUid") return false;
    session = entry.second;
    return true;
  });
  return session;
}

std::string json_text_member(std::string_view json, std::string_view name) {
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  std::string_view text;
  if (!parse_json(parser, json, object)) return "";
  if (object[name].get(text) != simdjson::SUCCESS) return "";
  return std::string(text);
}

}  // namespace scrubjay::colyseus
