#include "formats/flecs/names.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/ascii.h"
#include "core/number_text.h"

namespace scrubjay::flecs {

namespace {

constexpr std::string_view kCore = "flecs.core.";

/// Where the comma between the two halves of a pair stands: the first one outside of brackets
/// (formats/flecs/README.md, 3.4).
std::size_t pair_comma(std::string_view inside) {
  int depth = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const char c = inside[i];
    if (c == '(' || c == '<') ++depth;
    if (c == ')' || c == '>') --depth;
    if (c == ',' && depth <= 0) return i;
  }
  return std::string_view::npos;
}

/// A decimal number as flecs prints it, which may begin with a point: "-.25e7".
std::optional<double> decimal(std::string_view text) {
  double value = 0;
  const bool is_negative = !text.empty() && text.front() == '-';
  const std::string_view digits = is_negative ? text.substr(1) : text;
  if (digits.empty() || !(is_digit(digits.front()) || digits.front() == '.')) return {};
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (end != digits.data() + digits.size()) return {};
  if (error == std::errc::result_out_of_range) {
    // Too large or too small for a double: which of the two its exponent says.
    const bool is_small = digits.find("e-") != std::string_view::npos;
    value = is_small ? 0.0 : std::numeric_limits<double>::infinity();
  } else if (error != std::errc()) {
    return {};
  }
  return is_negative ? -value : value;
}

/// -?(\d+\.?\d*|\.\d+)e\d+
bool has_flecs_exponent(std::string_view text) {
  const std::size_t e = text.find('e');
  return e != std::string_view::npos && e > 0 && is_digits(text.substr(e + 1)) &&
         decimal(text.substr(0, e)).has_value();
}

}  // namespace

std::string escaped_name(std::string_view name) {
  std::string escaped;
  escaped.reserve(name.size());
  for (const char c : name) {
    if (c == '.' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string unescaped_name(std::string_view element) {
  std::string name;
  name.reserve(element.size());
  for (std::size_t i = 0; i < element.size(); ++i) {
    const bool is_escape = element[i] == '\\' && i + 1 < element.size() &&
                           (element[i + 1] == '.' || element[i + 1] == '\\');
    if (is_escape) ++i;
    name += element[i];
  }
  return name;
}

std::size_t last_element_at(std::string_view path) {
  if (path.find('.') == std::string_view::npos) return 0;
  std::size_t begin = 0;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '\\') {
      ++i;
    } else if (path[i] == '<') {
      ++depth;
    } else if (path[i] == '>') {
      depth -= depth != 0 ? 1 : 0;
    } else if (path[i] == '.' && depth == 0) {
      begin = i + 1;
    }
  }
  return begin < path.size() ? begin : 0;
}

std::string_view parent_of_path(std::string_view path) {
  const std::size_t begin = last_element_at(path);
  return begin == 0 ? std::string_view() : path.substr(0, begin - 1);
}

std::string dotted_path(std::string_view path) {
  std::string dotted;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '<') ++depth;
    if (path[i] == '>' && depth != 0) --depth;
    if (depth == 0 && has_colons(path.substr(i))) {
      ++i;
      if (!dotted.empty()) dotted += '.';
    } else {
      dotted += path[i];
    }
  }
  return dotted;
}

std::string_view without_core(std::string_view path) {
  return path.starts_with(kCore) ? path.substr(kCore.size()) : path;
}

bool is_anonymous(std::string_view name) {
  return name.starts_with('#') && is_digits(name.substr(1));
}

std::string anonymous_name(std::uint64_t id) { return "#" + std::to_string(id); }

IdText parse_id(std::string_view text) {
  IdText id;
  if (text.starts_with('?') || text.starts_with('!')) text.remove_prefix(1);
  // A flag stands before the last bar in front of the id itself.
  const std::size_t body = std::min(text.find('('), text.size());
  const std::size_t bar = text.substr(0, body).rfind('|');
  if (bar != std::string_view::npos) {
    id.flag = text.substr(0, bar);
    text.remove_prefix(bar + 1);
  }
  id.first = text;
  if (text.size() >= 2 && text.front() == '(' && text.back() == ')') {
    const std::string_view inside = text.substr(1, text.size() - 2);
    const std::size_t comma = pair_comma(inside);
    if (comma != std::string_view::npos) {
      id.first = inside.substr(0, comma);
      id.second = inside.substr(comma + 1);
      id.is_pair = true;
    }
  }
  return id;
}

std::string id_text(const IdText& id) {
  std::string text;
  const auto add = [&](std::string_view path) {
    if (has_colons(path)) {
      text += without_core(dotted_path(path));
    } else {
      text += without_core(path);
    }
  };
  if (!id.flag.empty()) {
    text += id.flag;
    text += '|';
  }
  if (!id.is_pair) {
    add(id.first);
    return text;
  }
  text += '(';
  add(id.first);
  text += ',';
  add(id.second);
  text += ')';
  return text;
}

std::optional<std::int64_t> value_target(std::string_view target) {
  return target.starts_with('@') ? number_from<std::int64_t>(target.substr(1)) : std::nullopt;
}

std::optional<double> quoted_number(std::string_view text, bool is_number) {
  if (text == "NaN") return std::numeric_limits<double>::quiet_NaN();
  if (text == "Inf") return std::numeric_limits<double>::infinity();
  if (is_number || has_flecs_exponent(text)) return decimal(text);
  // From 2^31 on, integers of 64 bits are printed in quotes; negative ones never.
  if (text.size() >= 10 && is_digits(text)) return decimal(text);
  return {};
}

}  // namespace scrubjay::flecs
