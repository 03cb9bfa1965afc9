#include "formats/xrec/read/path_table.h"

#include <algorithm>
#include <mutex>
#include <vector>

#include "core/property_path.h"
#include "formats/xrec/limits.h"

namespace scrubjay::xrec {

namespace {

/// formats/xrec/README.md, 7.2: a leading '/' is dropped.
std::string_view without_lead(std::string_view recorded) {
  return recorded.starts_with('/') ? recorded.substr(1) : recorded;
}

}  // namespace

std::uint32_t PathTable::add(std::string_view recorded) {
  const std::string_view path = without_lead(recorded);
  if (const auto known = by_path_.find(path); known != by_path_.end()) return known->second;
  const auto segments = static_cast<std::uint64_t>(std::ranges::count(path, '/'));
  if (segments * path.size() > limits::kMostImpliedBytesOfOne ||
      implied_bytes_ > limits::kMostImpliedBytesOfAll) {
    const auto known = by_path_.find(parts_of_path(path).groups);
    const bool has_parent = known != by_path_.end() && !known->first.empty();
    return append(path, has_parent ? known->second : kNone);
  }
  return add_with_parents(path);
}

/// From the path upwards to the first parent that is known, then down again.
std::uint32_t PathTable::add_with_parents(std::string_view path) {
  std::vector<std::string_view> missing{path};
  std::uint32_t parent = kNone;
  for (std::string_view above = parts_of_path(path).groups; !above.empty();
       above = parts_of_path(above).groups) {
    if (const auto known = by_path_.find(above); known != by_path_.end()) {
      parent = known->second;
      break;
    }
    implied_bytes_ += above.size();
    missing.push_back(above);
  }
  for (; !missing.empty(); missing.pop_back()) parent = append(missing.back(), parent);
  return parent;
}

bool PathTable::restore(std::string_view path, std::uint32_t parent) {
  if (by_path_.contains(path) || (parent != kNone && parent >= size())) return false;
  append(path, parent);
  return true;
}

void PathTable::clear() {
  const std::unique_lock lock(mutex_);
  by_path_.clear();
  rows_.clear();
  texts_.clear();
  implied_bytes_ = 0;
}

std::uint32_t PathTable::find(std::string_view recorded) const {
  const std::shared_lock lock(mutex_);
  const auto known = by_path_.find(without_lead(recorded));
  return known == by_path_.end() ? kNone : known->second;
}

std::string_view PathTable::name(std::uint32_t row) const {
  return parts_of_path(rows_[row].path).name;
}

std::uint32_t PathTable::append(std::string_view path, std::uint32_t parent) {
  const std::uint32_t row = size();
  const std::string_view kept = rows_.append(Row{texts_.add(path), parent}).path;
  const std::unique_lock lock(mutex_);
  by_path_.emplace(kept, row);
  return row;
}

}  // namespace scrubjay::xrec
