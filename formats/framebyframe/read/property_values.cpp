#include "formats/framebyframe/read/file_index.h"
#include "formats/framebyframe/read/property_reader.h"
#include "formats/json/json_token.h"

namespace scrubjay::framebyframe {

namespace {

/// An id as people write it: the digits of a number, the inside of a string.
std::string_view id_text(std::string_view token, ValueReader& values) {
  token = trimmed(token);
  if (is_string_token(token)) return values.keep_token(token);
  if (token.find_first_of(".eE") == std::string_view::npos) return values.keep(token);
  const auto id = id_of_token(token);
  return values.keep(id ? format_number(*id).view() : token);
}

}  // namespace

bool PropertyReader::read_group(Value& value, Draft& draft, int depth) {
  draft.kind = {PropertyKind::group, PropertyType::group};
  open(draft);
  return read_list(value, depth + 1);
}

bool PropertyReader::read_reference(Value& value, Draft& draft, int depth) {
  std::string_view id;
  const char first = first_char(value);
  if (first == 'n') return true;
  if (first == '[') {
    values_.note(code::kWrongValue, value);
    return values_.add_json("", value, depth);
  }
  if (first != '{') {
    // The bare id is the one part that matters.
    values_.note(code::kWrongValue, value);
    id = id_text(value.raw_json_token(), values_);
    values_.tree().text("", id, PropertyType::entity);
    return true;
  }
  const bool is_whole = values_.each_field_of(value, [&](Key key, Value& field) {
    const std::string_view token = field.raw_json_token();
    if (key.unsafe_is_equal("name")) {
      if (is_string_token(token)) draft.style.label = values_.keep_token(token);
    } else if (key.unsafe_is_equal("id")) {
      const char kind = first_char(field);
      if (kind == '{' || kind == '[') {
        values_.note(code::kWrongValue, field);
      } else if (kind != 'n') {
        id = id_text(token, values_);
      }
    }
    return true;
  });
  values_.tree().text("", id, PropertyType::entity);
  return is_whole;
}

bool PropertyReader::read_table(Value& value, Draft& draft, int) {
  open(draft);
  return values_.each_field_of(value, [&](Key key, Value& field) {
    if (key.unsafe_is_equal("header") && !draft.has_header) {
      draft.has_header = true;
      return read_cells("header", field);
    }
    if (key.unsafe_is_equal("rows") && !draft.has_rows) {
      draft.has_rows = true;
      return read_rows(field);
    }
    return true;
  });
}

bool PropertyReader::read_rows(Value& value) {
  PropertyTree& tree = values_.tree();
  const Node rows = tree.open("rows", PropertyType::list);
  std::size_t n = 0;
  const bool is_whole = values_.each_item_of(
      value, [&](Value& row) { return read_cells(index_name(tree, n++), row); });
  tree.close(rows);
  return is_whole;
}

bool PropertyReader::read_cells(std::string_view name, Value& value) {
  PropertyTree& tree = values_.tree();
  const Node cells = tree.open(name, PropertyType::list);
  std::size_t n = 0;
  const bool is_whole = values_.each_item_of(
      value, [&](Value& cell) { return read_cell(index_name(tree, n++), cell); });
  tree.close(cells);
  return is_whole;
}

bool PropertyReader::read_cell(std::string_view name, Value& value) {
  const std::string_view token = trimmed(value.raw_json_token());
  if (is_string_token(token)) {
    values_.tree().text(name, values_.keep_token(token));
    return true;
  }
  const char first = first_char(value);
  const bool is_shown = first != '{' && first != '[' && first != 'n';
  if (first != 'n') values_.note(code::kWrongValue, value);
  values_.tree().text(name, is_shown ? values_.keep(token) : std::string_view());
  return true;
}

void PropertyReader::finish_table(const Draft& draft) {
  PropertyTree& tree = values_.tree();
  if (!draft.has_header) tree.close(tree.open("header", PropertyType::list));
  if (!draft.has_rows) tree.close(tree.open("rows", PropertyType::list));
}

bool PropertyReader::read_chart(Value& value, Draft&, int depth) {
  return values_.each_field_of(
      value, [&](Key key, Value& field) { return read_chart_field(key, field, depth + 1); });
}

bool PropertyReader::read_chart_field(Key key, Value& value, int depth) {
  PropertyTree& tree = values_.tree();
  if (key.unsafe_is_equal("yscale")) return values_.add_number("yscale", value, depth);
  if (key.unsafe_is_equal("xscale")) return values_.add_number("xscale", value, depth);
  if (key.unsafe_is_equal("height")) return values_.add_number("height", value, depth);
  if (!key.unsafe_is_equal("data")) {
    return values_.add_json(values_.keep_key(key), value, depth);
  }
  const Node data = tree.open("data", PropertyType::list);
  std::size_t n = 0;
  const bool is_whole = values_.each_item_of(value, [&](Value& series) {
    const Node node = tree.open(index_name(tree, n++), PropertyType::record);
    const bool is_series_whole = read_series(series, depth + 1);
    tree.close(node);
    return is_series_whole;
  });
  tree.close(data);
  return is_whole;
}

bool PropertyReader::read_series(Value& value, int depth) {
  return values_.each_field_of(value, [&](Key key, Value& field) {
    if (key.unsafe_is_equal("values")) {
      return values_.add_numbers("values", field, PropertyType::numbers, Meaning::none);
    }
    return values_.add_json(values_.keep_key(key), field, depth);
  });
}

}  // namespace scrubjay::framebyframe
