#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "scenery/opendrive/model.h"
#include "scenery/opendrive/read/problems.h"
#include "scenery/opendrive/read/xml.h"

namespace scrubjay::opendrive {

/// A decimal number with blanks around it or without; nothing for NaN, infinity, hexadecimal,
/// decimal commas, or what a double cannot hold.
std::optional<double> read_number(std::string_view text);
std::optional<std::int32_t> read_lane_id(std::string_view text);

/// The numbers of one element. What is wrong is told, and `is_whole` says whether the record can be
/// kept.
class Record {
 public:
  Record(const XmlNode& node, Problems& problems) : node_(node), problems_(problems) {}

  /// Without it the record is not kept.
  double required(const char* name);
  /// A coefficient or a place along the road: 0 where it is missing, which is told.
  double expected(const char* name);
  double optional(const char* name, double otherwise);
  std::optional<double> if_given(const char* name);
  bool is_whole() const { return is_whole_; }

 private:
  std::optional<double> number(const char* name);

  const XmlNode& node_;
  Problems& problems_;
  bool is_whole_ = true;
};

/// a, b, c, d from `start` on; nothing where a number is none.
std::optional<Cubic> read_cubic(const XmlNode& node, const char* start, double from,
                                Problems& problems);
/// As above for 1.8's coefficients, which may leave out what is 0.
std::optional<Cubic> read_coefficients(const XmlNode& node, Problems& problems);

/// Sorts a list of the file by where each begins, and tells when it was not so.
template <class T, class Start>
void sort_by_start(std::vector<T>& list, Start start, std::uint64_t offset, Problems& problems) {
  if (std::ranges::is_sorted(list, {}, start)) return;
  std::ranges::stable_sort(list, {}, start);
  problems.warn("order", offset, "A list is not in the order of s; it is read as if it were.");
}

}  // namespace scrubjay::opendrive
