#include "app/viewer/panels/comparison/difference_rows.h"

#include <algorithm>

namespace scrubjay {

namespace {

/// What a header is called among those that are unfolded: the same from run to run.
std::string header_key(const compare::Plan& plan, const DifferenceRows::Header& header,
                       bool by_path) {
  if (by_path) {
    return header.path.exists() ? "path " + std::string(plan.paths()[header.path]) : "path";
  }
  if (!header.subject.exists()) return "entity";
  const EntityIndex in_a = plan.entity_a(header.subject);
  if (in_a.exists()) return "entity " + std::string(plan.a().entity(in_a).id);
  return "entity of B " + std::string(plan.b().entity(plan.entity_b(header.subject)).id);
}

/// Where the header of a group stands, or is to be noted.
std::uint32_t& place_of_header(DifferenceRows& rows, const compare::Group& group) {
  const bool exists = rows.by_path ? group.path.exists() : group.subject.exists();
  if (!exists) return rows.header_of_none;
  const std::size_t value = rows.by_path ? group.path.value : group.subject.value;
  if (value >= rows.header_of.size()) rows.header_of.resize(value + 1, DifferenceRows::kNone);
  return rows.header_of[value];
}

void unfold_if_open(const compare::Plan& plan, std::uint32_t header, DifferenceRows& rows) {
  if (rows.open.empty()) return;
  if (!rows.open.contains(header_key(plan, rows.headers[header], rows.by_path))) return;
  rows.unfolded.push_back({header, 0});
}

void add_group(const compare::Plan& plan, const compare::Group& group, std::size_t row,
               DifferenceRows& rows) {
  std::uint32_t& place = place_of_header(rows, group);
  if (place == DifferenceRows::kNone) {
    place = static_cast<std::uint32_t>(rows.headers.size());
    DifferenceRows::Header& header = rows.headers.emplace_back();
    if (rows.by_path) {
      header.path = group.path;
      if (group.path.exists()) header.sum = rows.sums++;
    } else {
      header.subject = group.subject;
    }
    unfold_if_open(plan, place, rows);
  }
  rows.headers[place].groups.push_back(static_cast<std::uint32_t>(row));
}

/// After groups came, or other headers were unfolded.
void place_unfolded(DifferenceRows& rows) {
  std::size_t below = 0;  // rows of groups so far
  for (DifferenceRows::Unfolded& one : rows.unfolded) {
    one.first_row = one.header + 1 + below;
    below += rows.headers[one.header].groups.size();
  }
}

}  // namespace

std::size_t DifferenceRows::size() const {
  if (unfolded.empty()) return headers.size();
  const Unfolded& last = unfolded.back();
  return last.first_row + headers[last.header].groups.size() + headers.size() - last.header - 1;
}

DifferenceRows::Row DifferenceRows::row(std::size_t index) const {
  const auto next = std::ranges::upper_bound(unfolded, index, {}, &Unfolded::first_row);
  if (next == unfolded.begin()) return {static_cast<std::uint32_t>(index)};
  const auto& [header, first_row] = *(next - 1);
  const std::vector<std::uint32_t>& groups = headers[header].groups;
  if (index < first_row + groups.size()) return {header, groups[index - first_row]};
  return {static_cast<std::uint32_t>(header + 1 + index - first_row - groups.size())};
}

bool DifferenceRows::is_unfolded(std::uint32_t header) const {
  return std::ranges::binary_search(unfolded, header, {}, &Unfolded::header);
}

std::optional<std::size_t> DifferenceRows::row_of(compare::Subject subject) const {
  if (by_path || !subject.exists() || subject.value >= header_of.size()) return std::nullopt;
  const std::uint32_t header = header_of[subject.value];
  if (header == kNone) return std::nullopt;
  const auto next = std::ranges::lower_bound(unfolded, header, {}, &Unfolded::header);
  if (next == unfolded.begin()) return header;
  const Unfolded& last = *(next - 1);
  return last.first_row + headers[last.header].groups.size() + (header - last.header - 1);
}

bool update_difference_rows(const std::shared_ptr<const RunComparison::Run>& run, bool by_path,
                            const std::set<std::string>& open, DifferenceRows& rows) {
  if (run != rows.run.lock() || by_path != rows.by_path) {
    rows.headers.clear();
    rows.unfolded.clear();
    rows.run = run;
    rows.by_path = by_path;
    rows.open = open;
    rows.groups_known = 0;
    rows.header_of.clear();
    rows.header_of_none = DifferenceRows::kNone;
    rows.sums = 0;
  }
  if (run == nullptr) return true;
  const compare::Plan& plan = *run->plan;
  if (open != rows.open) {
    rows.open = open;
    rows.unfolded.clear();
    for (std::uint32_t i = 0; i < rows.headers.size(); ++i) unfold_if_open(plan, i, rows);
  }
  const auto& groups = run->summary->groups();
  const std::size_t end = std::min(groups.size(), rows.groups_known + DifferenceRows::kMostAtOnce);
  for (; rows.groups_known < end; ++rows.groups_known) {
    add_group(plan, groups[rows.groups_known], rows.groups_known, rows);
  }
  place_unfolded(rows);
  return end == groups.size();
}

void toggle_header(const compare::Plan& plan, std::uint32_t header, std::set<std::string>& open,
                   DifferenceRows& rows) {
  const std::string key = header_key(plan, rows.headers[header], rows.by_path);
  const auto place =
      std::ranges::lower_bound(rows.unfolded, header, {}, &DifferenceRows::Unfolded::header);
  if (place != rows.unfolded.end() && place->header == header) {
    rows.unfolded.erase(place);
    open.erase(key);
  } else {
    rows.unfolded.insert(place, {header, 0});
    open.insert(key);
  }
  rows.open = open;
  place_unfolded(rows);
}

}  // namespace scrubjay
