#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>
#include <utility>

#include "formats/framebyframe/read/file_index.h"
#include "formats/json/json_token.h"

namespace scrubjay::framebyframe {

/// `json`, behind which there is padding, as a `Root`: value, array or object. False for another.
template <class Root>
bool open_json(std::string_view json, simdjson::ondemand::parser& parser,
               simdjson::ondemand::document& document, Root& root) {
  return parser.iterate(json.data(), json.size(), json.size() + simdjson::SIMDJSON_PADDING)
                 .get(document) == simdjson::SUCCESS &&
         document.get(root) == simdjson::SUCCESS;
}

/// Calls `visit(value)` for each element of the JSON array at `range`, until one is damaged.
template <class Visit>
void for_each_element(FrameText& text, simdjson::ondemand::parser& parser, ByteRange range,
                      Visit visit) {
  simdjson::ondemand::document document;
  simdjson::ondemand::array elements;
  if (!open_json(text.padded(range), parser, document, elements)) return;
  for (auto element : elements) {
    simdjson::ondemand::value value;
    if (std::move(element).get(value) != simdjson::SUCCESS) return;
    visit(value);
  }
}

/// The same for an object: `visit(key, value)`, the key's escapes undone.
template <class Visit>
void for_each_member(FrameText& text, simdjson::ondemand::parser& parser, ByteRange range,
                     Visit visit) {
  simdjson::ondemand::document document;
  simdjson::ondemand::object members;
  if (!open_json(text.padded(range), parser, document, members)) return;
  std::string scratch;
  for (auto member : members) {
    simdjson::ondemand::field field;
    if (std::move(member).get(field) != simdjson::SUCCESS) return;
    simdjson::ondemand::value value = field.value();
    visit(unescaped(raw_key(field.key().raw()), scratch), value);
  }
}

}  // namespace scrubjay::framebyframe
