#include "formats/xrec/read/metadata_text.h"

#include <chrono>

#include "core/json_writer.h"
#include "core/printed.h"
#include "core/utc_text.h"

namespace scrubjay::xrec {

namespace {

void write(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node);

void write_children(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node) {
  const bool is_list = tree[node].type == PropertyType::list;
  is_list ? json.begin_array() : json.begin_object();
  for_each_root(tree, children_of(tree, node),
                [&](PropertyTree::Node child, const PropertyNode& property) {
                  if (!is_list) json.key(property.name);
                  write(json, tree, child);
                });
  is_list ? json.end_array() : json.end_object();
}

/// Values nest at most 32 deep (formats/xrec/README.md, 5.1), and so does this.
void write(JsonWriter& json, const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  if (is_container(property.type)) {
    write_children(json, tree, node);
  } else if (property.type == PropertyType::bytes) {
    json.base64(property.text_value());
  } else if (is_text(property.type)) {
    json.text(property.text_value());
  } else if (has_numbers(property.type)) {
    json.numbers(tree.numbers_of(property), property.precision);
  } else if (property.type == PropertyType::boolean) {
    json.boolean(property.boolean);
  } else if (property.type == PropertyType::number) {
    json.number(property.number, property.precision);
  } else if (property.type == PropertyType::integer && property.is_unsigned) {
    json.unsigned_integer(property.unsigned_integer);
  } else if (property.type == PropertyType::integer) {
    json.integer(property.integer);
  } else {
    json.null();
  }
}

}  // namespace

std::string metadata_text(const PropertyTree& tree, PropertyTree::Node entry) {
  const PropertyNode& property = tree[entry];
  if (is_text(property.type) && property.type != PropertyType::bytes) {
    return std::string(property.text_value());
  }
  std::string text;
  JsonWriter json(text);
  write(json, tree, entry);
  return text;
}

std::string utc_text(std::int64_t unix_ns) {
  using namespace std::chrono;
  // A day of nanoseconds before the earliest time is none that can be counted: so no subtraction of
  // its begin.
  constexpr std::int64_t kDay = nanoseconds(days(1)).count();
  const std::int64_t in_day = (unix_ns % kDay + kDay) % kDay;
  const std::int64_t day = unix_ns / kDay - (unix_ns % kDay < 0 ? 1 : 0);
  const hh_mm_ss clock{nanoseconds(in_day)};
  const auto fraction = static_cast<int>(clock.subseconds().count());
  std::string result =
      scrubjay::utc_text(sys_days(days(day)) + floor<seconds>(nanoseconds(in_day)));
  result.pop_back();
  result += printed(".%09d", fraction);
  while (result.back() == '0') result.pop_back();
  if (result.back() == '.') result.pop_back();
  return result + 'Z';
}

}  // namespace scrubjay::xrec
