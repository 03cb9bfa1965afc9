#include "scenery/opendrive/read/record.h"

#include <charconv>
#include <cmath>
#include <string>
#include <system_error>

#include "core/number_text.h"

namespace scrubjay::opendrive {

namespace {

std::string_view trimmed_number(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

}  // namespace

std::optional<double> read_number(std::string_view text) {
  text = trimmed_number(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  const std::string_view digits = text.starts_with('-') ? text.substr(1) : text;
  if (digits.empty() || digits.find_first_not_of("0123456789.eE+-") != std::string_view::npos) {
    return std::nullopt;
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    // Too small for a double is 0; too large is no number.
    return text.find("e-") != std::string_view::npos || text.find("E-") != std::string_view::npos
               ? std::optional(0.0)
               : std::nullopt;
  }
  if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::int32_t> read_lane_id(std::string_view text) {
  text = trimmed_number(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  constexpr std::int32_t kMost = 1'000'000;
  const auto value = number_from<std::int32_t>(text);
  return value && *value >= -kMost && *value <= kMost ? value : std::nullopt;
}

std::optional<double> Record::number(const char* name) {
  const auto raw = node_.raw(name);
  if (!raw) return std::nullopt;
  const auto value = read_number(*raw);
  if (value) return value;
  is_whole_ = false;
  problems_.error("bad-number", node_.offset(),
                  "An attribute is no number; its element is left out.",
                  std::string(name) + "=\"" + std::string(raw->substr(0, 40)) + "\"");
  return std::nullopt;
}

double Record::required(const char* name) {
  if (!node_.raw(name)) {
    is_whole_ = false;
    problems_.error("missing-attribute", node_.offset(),
                    "An attribute is missing without which the element cannot be read.",
                    std::string(node_.name()) + " without " + std::string(name));
    return 0;
  }
  return number(name).value_or(0);
}

double Record::expected(const char* name) {
  if (!node_.raw(name)) {
    problems_.warn("missing-attribute", node_.offset(), "An attribute is missing; it counts as 0.",
                   std::string(node_.name()) + " without " + std::string(name));
    return 0;
  }
  return number(name).value_or(0);
}

double Record::optional(const char* name, double otherwise) {
  return number(name).value_or(otherwise);
}

std::optional<double> Record::if_given(const char* name) { return number(name); }

std::optional<Cubic> read_cubic(const XmlNode& node, const char* start, double from,
                                Problems& problems) {
  Record record(node, problems);
  Cubic cubic;
  cubic.start = from + record.expected(start);
  cubic.a = record.expected("a");
  cubic.b = record.expected("b");
  cubic.c = record.expected("c");
  cubic.d = record.expected("d");
  if (!record.is_whole()) return std::nullopt;
  return cubic;
}

std::optional<Cubic> read_coefficients(const XmlNode& node, Problems& problems) {
  Record record(node, problems);
  Cubic cubic;
  cubic.start = record.expected("s");
  cubic.a = record.optional("a", 0);
  cubic.b = record.optional("b", 0);
  cubic.c = record.optional("c", 0);
  cubic.d = record.optional("d", 0);
  if (!record.is_whole()) return std::nullopt;
  return cubic;
}

}  // namespace scrubjay::opendrive
