#include "app/viewer/panels/comparison/difference_rows.h"

namespace scrubjay {

namespace {

/// Where the header of a group stands, or is to be noted.
std::uint32_t& place_of_header(DifferenceRows& rows, const compare::Group& group) {
  const bool exists = rows.by_path ? group.path.exists() : group.subject.exists();
  if (!exists) return rows.header_of_none;
  const std::size_t value = rows.by_path ? group.path.value : group.subject.value;
  if (value >= rows.header_of.size()) rows.header_of.resize(value + 1, DifferenceRows::kNone);
  return rows.header_of[value];
}

void add_group(const compare::Group& group, std::size_t row, DifferenceRows& rows) {
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
  }
  rows.headers[place].groups.push_back(static_cast<std::uint32_t>(row));
}

void flatten(const compare::Plan& plan, DifferenceRows& rows) {
  rows.rows.clear();
  for (std::uint32_t i = 0; i < rows.headers.size(); ++i) {
    rows.rows.push_back({i, DifferenceRows::kNone});
    if (rows.open.empty()) continue;
    const DifferenceRows::Header& header = rows.headers[i];
    if (!rows.open.contains(header_key(plan, header, rows.by_path))) continue;
    for (const std::uint32_t group : header.groups) rows.rows.push_back({i, group});
  }
}

}  // namespace

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

void update_difference_rows(const std::shared_ptr<const RunComparison::Run>& run, bool by_path,
                            const std::set<std::string>& open, DifferenceRows& rows) {
  const bool is_other = run != rows.run.lock() || by_path != rows.by_path;
  if (is_other) {
    rows.headers.clear();
    rows.rows.clear();
    rows.run = run;
    rows.by_path = by_path;
    rows.groups_known = 0;
    rows.header_of.clear();
    rows.header_of_none = DifferenceRows::kNone;
    rows.sums = 0;
  }
  if (run == nullptr) return;
  const auto& groups = run->summary->groups();
  const bool has_grown = groups.size() > rows.groups_known;
  for (; rows.groups_known < groups.size(); ++rows.groups_known) {
    add_group(groups[rows.groups_known], rows.groups_known, rows);
  }
  if (!has_grown && !is_other && open == rows.open) return;
  rows.open = open;
  flatten(*run->plan, rows);
}

}  // namespace scrubjay
