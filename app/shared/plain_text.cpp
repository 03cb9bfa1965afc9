#include "app/shared/plain_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/printed.h"
#include "core/text.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

/// Code points: what a cell takes on a terminal, wide letters aside.
std::size_t width_of(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, continues_character));
}

void append_padded(std::string& out, const std::string& cell, std::size_t width, Align align,
                   bool is_last) {
  const std::size_t own = width_of(cell);
  const std::size_t padding = width > own ? width - own : 0;
  if (align == Align::right) out.append(padding, ' ');
  out += cell;
  if (align == Align::left && !is_last) out.append(padding, ' ');
}

/// \n, \t, \r, \x1b, or \u202e: what stands for the steering character that begins `text`.
void append_named(std::string& out, std::string_view text, std::size_t size) {
  const char c = text[0];
  if (c == '\n' || c == '\t' || c == '\r') {
    out += c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r";
    return;
  }
  out += printed(size == 3 ? "\\u%04x" : "\\x%02x", static_cast<unsigned>(code_point(text, size)));
}

/// `keeps(rest)` says whether the steering character that begins `rest` stays.
template <class Keeps>
std::string without_steering(std::string_view text, Keeps keeps) {
  std::string out;
  const std::string valid = valid_utf8(text);
  std::string_view rest = valid;
  while (!rest.empty()) {
    const std::size_t steering = steering_bytes(rest);
    if (steering == 0 || keeps(rest)) {
      out += rest[0];
      rest.remove_prefix(1);
    } else {
      append_named(out, rest, steering);
      rest.remove_prefix(steering);
    }
  }
  return out;
}

std::string figures_text(double value, Precision precision, Figures figures) {
  return figures == Figures::few ? significant_text(value) : number_text(value, precision);
}

std::string numbers_text(std::span<const double> values, Precision precision, Figures figures) {
  constexpr std::size_t kShown = 16;
  const auto text_of = [&](double value) { return figures_text(value, precision, figures); };
  std::string text = "(" + joined_by(values.first(std::min(values.size(), kShown)), text_of);
  if (values.size() > kShown) text += ", ... " + std::to_string(values.size()) + " numbers";
  return text + ")";
}

std::string item_count(const PropertyTree& tree, PropertyTree::Node node) {
  std::size_t count = 0;
  for_each_root(tree, children_of(tree, node), [&](auto, const auto&) { ++count; });
  return std::to_string(count) + (count == 1 ? " item" : " items");
}

std::string text_without_unit(const PropertyTree& tree, PropertyTree::Node node, Figures figures) {
  const PropertyNode& property = tree[node];
  switch (property.type) {
    case PropertyType::null: return "null";
    case PropertyType::boolean: return property.boolean ? "true" : "false";
    case PropertyType::number: return figures_text(property.number, property.precision, figures);
    case PropertyType::integer: return std::string(property.integer_text().view());
    case PropertyType::bytes: return std::to_string(property.text.size) + " bytes";
    default: break;
  }
  if (is_text(property.type)) return printable(property.text_value());
  if (has_numbers(property.type))
    return numbers_text(tree.numbers_of(property), property.precision, figures);
  return item_count(tree, node);
}

/// What holds no more is told with what it holds.
constexpr std::uint32_t kFewNodes = 12;

std::string value_text(const PropertyTree& tree, PropertyTree::Node node, Figures figures) {
  std::string text = text_without_unit(tree, node, figures);
  if (tree[node].unit[0] != '\0') text += " " + printable(tree[node].unit);
  return text;
}

void append_properties(std::string& out, const PropertyTree& tree, PropertyRange range,
                       PropertyType above, const NameOfId& name_of_id, Figures figures) {
  bool is_first = true;
  for_each_root(tree, range, [&](PropertyTree::Node node, const PropertyNode& property) {
    if (!std::exchange(is_first, false)) out += ", ";
    // Items of a list are named by their places.
    if (above != PropertyType::list && !property.name.empty())
      out += printable(property.name) + " ";
    std::string name;
    if (property.type == PropertyType::entity && name_of_id)
      name = name_of_id(property.text_value());
    if (!name.empty()) {
      out += name;
    } else if (is_container(property.type) && property.subtree > 1 &&
               property.subtree <= kFewNodes + 1) {
      const bool is_list = property.type == PropertyType::list;
      out += is_list ? "[" : "{";
      append_properties(out, tree, children_of(tree, node), property.type, name_of_id, figures);
      out += is_list ? "]" : "}";
    } else {
      out += value_text(tree, node, figures);
    }
  });
}

}  // namespace

std::string printable(std::string_view text) {
  return without_steering(text, [](std::string_view) { return false; });
}

std::string printable_lines(std::string_view text) {
  return without_steering(text, [](std::string_view rest) {
    return rest[0] == '\n' || rest[0] == '\t' || rest.starts_with("\r\n");
  });
}

std::string value_text(const PropertyTree& tree, PropertyTree::Node node) {
  return value_text(tree, node, Figures::all);
}

std::string properties_text(const PropertyTree& tree, PropertyRange range,
                            const NameOfId& name_of_id, Figures figures) {
  std::string text;
  append_properties(text, tree, range, PropertyType::group, name_of_id, figures);
  return text;
}

std::string rounded_text(double value, int digits) {
  if (!std::isfinite(value)) return number_text(value);
  const double size = std::abs(value);
  if (size == 0) return "0";
  const int before = static_cast<int>(std::floor(std::log10(size))) + 1;
  constexpr int kMostDecimals = 12;
  std::string text = printed("%.*f", std::clamp(digits - before, 0, kMostDecimals), value);
  if (text.find('.') != std::string::npos) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text == "-0" ? "0" : text;
}

std::string significant_text(double value) {
  constexpr double kLeastPlain = 1e-4;
  constexpr double kMostPlain = 1e15;  // times and ids that stand as numbers are below
  const double size = std::abs(value);
  if (size == 0 || (size >= kLeastPlain && size < kMostPlain) || !std::isfinite(value)) {
    return rounded_text(value, 4);
  }
  return printed("%.4g", value);
}

std::string grouped_digits(std::uint64_t value) {
  std::string text = std::to_string(value);
  for (std::size_t at = text.size(); at > 3;) {
    at -= 3;
    text.insert(at, ",");
  }
  return text;
}

std::string counted_text(std::uint64_t count, std::string_view one, std::string_view many) {
  std::string text = grouped_digits(count) + " ";
  if (count == 1 || many.empty()) {
    text += one;
    if (count != 1) text += "s";
  } else {
    text += many;
  }
  return text;
}

std::string byte_size_text(std::uint64_t bytes) {
  if (bytes < 1000) return std::to_string(bytes) + " bytes";
  constexpr const char* kUnits[] = {"kB", "MB", "GB", "TB", "PB", "EB"};
  double size = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  // 999.95 would be shown as 1000.0.
  while (size >= 999.95 && unit + 1 < std::size(kUnits)) {
    size /= 1000;
    ++unit;
  }
  return printed("%.1f %s", size, kUnits[unit]);
}

std::string seconds_text(double seconds) {
  char digits[400];
  const auto done =
      std::to_chars(digits, digits + sizeof(digits), seconds, std::chars_format::fixed, 3);
  return std::string(digits, done.ptr) + " s";
}

std::string progress_text(std::string_view label, const WorkDone& work) {
  const double done = static_cast<double>(work.done);
  const double share = work.total == 0 ? 0 : done / static_cast<double>(work.total);
  std::string text =
      std::string(label) + ' ' + std::to_string(static_cast<int>(100 * share)) + " %";
  if (work.seconds < 1 || work.done == 0) return text;
  if (!work.unit.empty()) {
    text += ", " + grouped_digits(static_cast<std::uint64_t>(done / work.seconds)) + ' ' +
            std::string(work.unit) + "/s";
  }
  if (work.done >= work.total) return text;
  const double left = work.seconds * (1 - share) / share;
  return text + ", " + grouped_digits(static_cast<std::uint64_t>(left + 1)) + " s left";
}

std::string table_text(const std::vector<TableColumn>& columns,
                       const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const TableColumn& column : columns) widths.push_back(width_of(column.title));
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      widths[i] = std::max(widths[i], width_of(row[i]));
    }
  }
  std::string text;
  const auto add_line = [&](auto cell_of) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (i > 0) text += "  ";
      append_padded(text, cell_of(i), widths[i], columns[i].align, i + 1 == columns.size());
    }
    text.resize(text.find_last_not_of(' ') + 1);
    text += '\n';
  };
  add_line([&](std::size_t i) -> const std::string& { return columns[i].title; });
  for (const auto& row : rows) {
    add_line([&](std::size_t i) -> const std::string& { return row[i]; });
  }
  return text;
}

}  // namespace scrubjay
