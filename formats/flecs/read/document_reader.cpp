#include "formats/flecs/read/document_reader.h"

#include "formats/flecs/read/dialect.h"
#include "formats/flecs/read/json_parse.h"

namespace scrubjay::flecs {

bool DocumentReader::read(std::string_view text, const FoundDocument& document) {
  snapshot_.clear();
  text = text.substr(static_cast<std::size_t>(document.bytes.begin),
                     static_cast<std::size_t>(document.bytes.size));
  DocumentHead head = document.head;
  if (document.is_repaired) {
    auto repaired = repair_document(text);
    if (!repaired) return false;
    repaired_ = std::move(repaired->text);
    text = repaired_;
    const auto found = read_head(text);
    if (!found) return false;
    head = *found;
  }
  if (!has_entities(head.kind)) return false;
  const std::string_view data = text.substr(head.data_begin, head.data_end - head.data_begin);
  simdjson::dom::element top;
  if (!parse_json(parser_, data, top)) return false;
  context_.read(top, head.kind, read_traits(data, head.kind), components_);
  snapshot_.add_document(top, context_);
  return true;
}

}  // namespace scrubjay::flecs
