#include "formats/flecs/read/schema_store.h"

#include "formats/flecs/read/json_parse.h"

namespace scrubjay::flecs {

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

template <class Number>
void append_bytes(std::string& out, Number number) {
  out.append(reinterpret_cast<const char*>(&number), sizeof(number));
}

void append_text(std::string& out, std::string_view text) {
  append_bytes(out, text.size());
  out += text;
}

template <class Number>
void append_number(std::string& out, const element& value) {
  Number number{};
  read_into(value.get<Number>(), number);
  append_bytes(out, number);
}

/// All that the value says, such that different values are different texts: each part begins with
/// its type, and what has a length or members says how many. Values are nested as deeply as
/// parse_json() allows.
void append_all(std::string& out, const element& value) {
  out += static_cast<char>(value.type());
  switch (value.type()) {
    case element_type::OBJECT:
      for (const auto [name, member] : object_of(value)) {
        out += 'm';
        append_text(out, name);
        append_all(out, member);
      }
      out += 'e';
      return;
    case element_type::ARRAY:
      for (const element part : array_of(value)) {
        out += 'p';
        append_all(out, part);
      }
      out += 'e';
      return;
    case element_type::STRING: return append_text(out, string_of(value));
    case element_type::BOOL: out += bool_of(value) ? '1' : '0'; return;
    case element_type::INT64: return append_number<std::int64_t>(out, value);
    case element_type::UINT64: return append_number<std::uint64_t>(out, value);
    case element_type::DOUBLE: return append_number<double>(out, value);
    default: return;
  }
}

}  // namespace

const SchemaTable& SchemaStore::table_of(const element& type_info) {
  said_.clear();
  append_all(said_, type_info);
  const auto known = tables_.find(std::string_view(said_));
  if (known != tables_.end()) return known->second;
  bytes_ += said_.size();
  SchemaTable& table = tables_[said_];
  table.add_all(type_info);
  return table;
}

void SchemaStore::trim() {
  if (bytes_ <= kMostKeptBytes) return;
  tables_.clear();
  bytes_ = 0;
}

}  // namespace scrubjay::flecs
