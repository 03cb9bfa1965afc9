#include "app/viewer/panels/properties/pinned_rows.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/plots/plot_curves.h"
#include "core/property_path.h"

namespace scrubjay {

namespace {

constexpr std::size_t kPinnedRows = 4000;

/// Leaves of one tree as paths, with the path that came before each.
void align_one(const PropertyTree& tree, std::size_t column, std::size_t columns,
               std::vector<PinnedRow>& out) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < out.size(); ++i) places.try_emplace(out[i].path, i);
  std::vector<std::pair<std::size_t, PinnedRow>> added;  // behind which line
  std::size_t behind = 0;
  std::string path;
  std::vector<std::pair<std::uint32_t, std::size_t>>
      open;  // where a container ends, path size before
  for (std::uint32_t node = 0; node < tree.size() && out.size() + added.size() < kPinnedRows;
       ++node) {
    while (!open.empty() && node >= open.back().first) {
      path.resize(open.back().second);
      open.pop_back();
    }
    const std::size_t before = path.size();
    if (!path.empty()) path += '/';
    path += tree[node].name;
    if (is_container(tree[node].type)) {
      open.emplace_back(node + tree[node].subtree, before);
      continue;
    }
    const auto known = places.find(path);
    if (known != places.end()) {
      PinnedRow& row = out[known->second];
      if (row.nodes[column] == kNoNode) row.nodes[column] = node;
      behind = known->second + 1;
    } else {
      PinnedRow row{path, std::vector<PropertyTree::Node>(columns, kNoNode)};
      row.nodes[column] = node;
      added.emplace_back(behind, std::move(row));
    }
    path.resize(before);
  }
  std::vector<PinnedRow> merged;
  merged.reserve(out.size() + added.size());
  std::ranges::stable_sort(added, {}, &std::pair<std::size_t, PinnedRow>::first);
  std::size_t next = 0;
  for (std::size_t i = 0; i <= out.size(); ++i) {
    while (next < added.size() && added[next].first == i) {
      merged.push_back(std::move(added[next++].second));
    }
    if (i < out.size()) merged.push_back(std::move(out[i]));
  }
  out = std::move(merged);
}

bool differ(std::span<const PropertyTree* const> trees, const PinnedRow& row) {
  for (std::size_t column = 1; column < trees.size(); ++column) {
    const PropertyTree::Node first = row.nodes[0];
    const PropertyTree::Node node = row.nodes[column];
    if (first == kNoNode && node == kNoNode) continue;
    if (first == kNoNode || node == kNoNode) return true;
    if (!same_value(*trees[0], first, *trees[column], node)) return true;
  }
  return false;
}

}  // namespace

void align_properties(std::span<const PropertyTree* const> trees, std::vector<PinnedRow>& out) {
  out.clear();
  for (std::size_t column = 0; column < trees.size(); ++column) {
    align_one(*trees[column], column, trees.size(), out);
  }
  for (PinnedRow& row : out) row.is_different = differ(trees, row);
}

void name_row(PinnedRow& row) {
  if (!row.name.empty()) return;
  const auto [groups, name] = parts_of_path(row.path);
  row.name = (is_derived_path(row.path) ? "\u0192 " : "") + one_line(name);
  row.above = one_line(parts_of_path(groups).name);
}

}  // namespace scrubjay
