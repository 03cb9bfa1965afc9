#include "formats/xrec/read/metadata_text.h"

#include <chrono>

#include "core/json_writer.h"
#include "core/printed.h"
#include "core/property_json.h"
#include "core/utc_text.h"

namespace scrubjay::xrec {

std::string metadata_text(const PropertyTree& tree, PropertyTree::Node entry) {
  const PropertyNode& property = tree[entry];
  if (is_text(property.type) && property.type != PropertyType::bytes) {
    return std::string(property.text_value());
  }
  std::string text;
  JsonWriter json(text);
  write_plain_value(json, tree, entry);
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
