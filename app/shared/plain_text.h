#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/property_tree.h"

namespace scrubjay {

/// `text` on one line for a terminal: valid UTF-8, what could steer the terminal or turn the order
/// of the line around written as \n, \x1b or \u202e (core/text.h: steering_bytes).
std::string printable(std::string_view text);
/// The same, but line ends and tabs stay.
std::string printable_lines(std::string_view text);

/// The value of a property with its unit on one line: "0.5", "(1, 2, 3) cm", "3 items".
std::string value_text(const PropertyTree& tree, PropertyTree::Node node);

/// The entity that an id in a property means, as text; "" for none.
using NameOfId = std::function<std::string(std::string_view id)>;

/// Whether numbers are told as they are, or as significant_text() tells them.
enum class Figures : std::uint8_t { all, few };

/// Roots of `range` as "name value, name value", those of few values with what they hold:
/// "bag {weapon axe, places [1, 2]}". References as `name_of_id` tells them, else by id.
std::string properties_text(const PropertyTree& tree, PropertyRange range,
                            const NameOfId& name_of_id = {}, Figures figures = Figures::all);

/// `digits` figures from the first that is not 0 on, but all of those before the point; without an
/// exponent, zeros at the end, or the sign of what is nothing.
std::string rounded_text(double value, int digits);
/// Four figures, those before the point all; what is very large or small with an exponent.
std::string significant_text(double value);
/// 1712229 as "1,712,229".
std::string grouped_digits(std::uint64_t value);
/// "1 row", "1,234 rows"; `many` where it is not `one` with an s.
std::string counted_text(std::uint64_t count, std::string_view one, std::string_view many = {});
/// 1712229 as "1.7 MB".
std::string byte_size_text(std::uint64_t bytes);
/// Seconds with three decimals and the unit: "3.412 s".
std::string seconds_text(double seconds);

/// How far long work has come.
struct WorkDone {
  std::uint64_t done = 0;
  std::uint64_t total = 0;
  double seconds = 0;          ///< that it took so far
  std::string_view unit = {};  ///< what is counted: "frames"; empty: not for people
};

/// "converting 42 %, 1,234 frames/s, 12 s left"; the time left from the first second on.
std::string progress_text(std::string_view label, const WorkDone& work);

enum class Align : std::uint8_t { left, right };

struct TableColumn {
  std::string title;
  Align align = Align::left;
};

/// Rows below their titles, cells padded to the widest of their column. Each row has as many cells
/// as there are columns; cells are one line each.
std::string table_text(const std::vector<TableColumn>& columns,
                       const std::vector<std::vector<std::string>>& rows);

}  // namespace scrubjay
