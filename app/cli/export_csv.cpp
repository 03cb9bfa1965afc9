#include "app/cli/export_csv.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <shared_mutex>
#include <string>

#include "app/cli/csv.h"
#include "app/cli/interrupt.h"
#include "app/property_copy.h"
#include "app/recording_json.h"

namespace scrubjay::cli {

namespace {

constexpr std::size_t kMostColumns = 16'384;
constexpr std::string_view kFixedColumns = "frame,number,time,stream,entity,parent,name";

/// Names of columns behind the fixed ones, in order of first appearance. Any thread.
class Columns {
 public:
  /// Those of `names` that are not known yet.
  std::vector<std::string> unknown(const std::vector<std::string>& names) const {
    const std::shared_lock lock(mutex_);
    std::vector<std::string> result;
    for (const std::string& name : names) {
      if (!rows_.contains(name)) result.push_back(name);
    }
    return result;
  }
  void add(const std::string& name) {
    const std::unique_lock lock(mutex_);
    if (rows_.try_emplace(name, names_.size()).second) names_.push_back(name);
  }
  // Once all are added.
  std::size_t row(std::string_view name) const { return rows_.find(name)->second; }
  const std::vector<std::string>& names() const { return names_; }

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, std::size_t, std::less<>> rows_;
  std::vector<std::string> names_;
};

/// Calls `visit(path, node)` for everything that is no group, with paths as people write them: the
/// group of the transform, before the entity's `own` properties, is not named. A name that a
/// sibling before has gets its count: "wheel#2".
template <class Visit>
void visit_values(const PropertyTree& tree, PropertyTree::Node own, Visit visit) {
  struct Open {
    PropertyTree::Node end;
    std::size_t path_size;  ///< outside of it
    std::map<std::string_view, std::size_t> seen;
  };
  std::vector<Open> open;
  open.push_back({tree.size(), 0, {}});
  std::string path;
  for (PropertyTree::Node i = 0; i < tree.size();) {
    while (open.back().end <= i) {
      path.resize(open.back().path_size);
      open.pop_back();
    }
    const PropertyNode& node = tree[i];
    const std::size_t outside = path.size();
    const bool is_added_group = i == 0 && own > 0;
    if (!is_added_group) {
      if (!path.empty()) path += '/';
      path += node.name;
      const std::size_t count = ++open.back().seen[node.name];
      if (count > 1) path += '#' + std::to_string(count);
    }
    const bool is_opened = is_container(node.type) && node.type != PropertyType::list;
    if (is_opened) {
      open.push_back({i + node.subtree, outside, {}});
      ++i;
      continue;
    }
    visit(std::string_view(path), i);
    path.resize(outside);
    i += node.subtree;
  }
}

/// The name of a column, other than those of the fixed ones.
std::string column_name(std::string_view path, std::string_view suffix) {
  std::string name = std::string(path) + std::string(suffix);
  const bool is_taken =
      ("," + std::string(kFixedColumns) + ",").find("," + name + ",") != std::string::npos;
  return is_taken ? name + "#2" : name;
}

/// ".x" and so on of a vector; one empty suffix for other values.
std::span<const std::string_view> suffixes_of(const PropertyNode& node) {
  static constexpr std::array<std::string_view, 4> kVector{".x", ".y", ".z", ".w"};
  static constexpr std::array<std::string_view, 4> kColor{".r", ".g", ".b", ".a"};
  static constexpr std::array<std::string_view, 1> kWhole{""};
  switch (node.type) {
    case PropertyType::vec2:
    case PropertyType::vec3:
    case PropertyType::vec4:
    case PropertyType::quat:
      return std::span(kVector).first(std::min<std::size_t>(node.numbers.count, 4));
    case PropertyType::color:
      return std::span(kColor).first(std::min<std::size_t>(node.numbers.count, 4));
    default: return kWhole;
  }
}

void append_value(std::string& out, const PropertyTree& tree, PropertyTree::Node node,
                  CsvTexts texts) {
  const PropertyNode& property = tree[node];
  if (property.type == PropertyType::null) return;
  if (property.type == PropertyType::number) {
    out += number_text(property.number, property.precision);
  } else if (is_text(property.type) && property.type != PropertyType::bytes) {
    append_csv(out, property.text_value(), texts);
  } else {
    std::string text;
    JsonWriter json(text);
    write_plain_value(json, tree, node);
    append_csv(out, property.type == PropertyType::bytes ? text.substr(1, text.size() - 2) : text,
               texts);
  }
}

/// Calls `visit(entity, own)` for each row of a frame, when `tree` holds what copy_properties
/// copied of it: its entities, then itself if it has properties; the entity is null then.
template <class Visit>
void visit_rows(const Frame& frame, const std::vector<EntityIndex>* entities, PropertyTree& tree,
                Visit visit) {
  for (const Entity& entity : frame.entities) {
    if (entities != nullptr && !std::ranges::binary_search(*entities, entity.index)) continue;
    visit(&entity, copy_properties(frame, &entity, tree));
  }
  if (entities == nullptr && frame.properties.count > 0) {
    const Entity* none = nullptr;
    visit(none, copy_properties(frame, none, tree));
  }
}

/// What a frame adds to the columns.
std::size_t find_columns(const Frame& frame, const std::vector<EntityIndex>* entities,
                         const Columns& known, std::vector<std::string>& found) {
  PropertyTree tree;
  std::vector<std::string> names;
  found.clear();
  visit_rows(frame, entities, tree, [&](const Entity*, PropertyTree::Node own) {
    names.clear();
    visit_values(tree, own, [&](std::string_view path, PropertyTree::Node node) {
      for (const std::string_view suffix : suffixes_of(tree[node])) {
        names.push_back(column_name(path, suffix));
      }
    });
    for (std::string& name : known.unknown(names)) {
      if (std::ranges::find(found, name) == found.end()) found.push_back(std::move(name));
    }
  });
  std::size_t bytes = 0;
  for (const std::string& name : found) bytes += name.size() + sizeof(name);
  return bytes;
}

/// The rows of one frame.
struct Rows {
  std::string text;
  std::vector<Problem> problems;
};

std::size_t make_rows(const Recording& recording, const Frame& frame,
                      const std::vector<EntityIndex>* entities, const Columns& columns,
                      CsvTexts texts, Rows& rows) {
  rows.text.clear();
  rows.problems = frame.problems;
  for (Problem& problem : rows.problems) {
    if (!problem.frame) problem.frame = frame.index;
  }
  PropertyTree tree;
  std::vector<std::string> cells(columns.names().size());
  std::string start = std::to_string(frame.index.value) + ',' + std::to_string(frame.number) + ',' +
                      number_text(frame.time) + ',';
  append_csv(start, recording.timeline().stream_info(frame.stream).id, texts);
  visit_rows(frame, entities, tree, [&](const Entity* entity, PropertyTree::Node own) {
    rows.text += start + ',';
    if (entity != nullptr) append_csv(rows.text, recording.entity(entity->index).id, texts);
    rows.text += ',';
    if (entity != nullptr && entity->parent.exists()) {
      append_csv(rows.text, recording.entity(entity->parent).id, texts);
    }
    rows.text += ',';
    if (entity != nullptr) append_csv(rows.text, entity->name, texts);
    for (std::string& cell : cells) cell.clear();
    visit_values(tree, own, [&](std::string_view path, PropertyTree::Node node) {
      const auto suffixes = suffixes_of(tree[node]);
      for (std::size_t i = 0; i < suffixes.size(); ++i) {
        std::string& cell = cells[columns.row(column_name(path, suffixes[i]))];
        cell.clear();
        if (suffixes[i].empty()) {
          append_value(cell, tree, node, texts);
        } else {
          cell += number_text(tree.numbers_of(tree[node])[i], tree[node].precision);
        }
      }
    });
    for (const std::string& cell : cells) rows.text += ',' + cell;
    rows.text += '\n';
  });
  return rows.text.size();
}

}  // namespace

Result<bool> write_csv(const FrameScan& scan, const std::vector<EntityIndex>* entities,
                       CsvTexts texts, std::vector<Problem>& problems, Console& console,
                       const std::function<bool(std::string_view)>& write) {
  const std::size_t first = scan.first;
  const std::size_t count = std::min(scan.end, scan.recording->frame_count()) - first;
  Columns columns;
  const bool all_seen = scan_frames<std::vector<std::string>>(
      scan, interrupted(),
      [&](const Frame& frame, std::vector<std::string>& found) {
        return find_columns(frame, entities, columns, found);
      },
      [&](FrameIndex frame, std::vector<std::string>& found) {
        for (const std::string& name : found) columns.add(name);
        console.progress("looking for columns", frame.value - first, count, "frames");
        return columns.names().size() <= kMostColumns;
      });
  console.end_progress();
  if (columns.names().size() > kMostColumns) {
    return failure({.severity = Severity::fatal,
                    .code = "too-many-columns",
                    .message = "The recording has too many different properties for one table.",
                    .expected = "at most " + std::to_string(kMostColumns) + " columns",
                    .found = "more; --entity chooses entities, --to ndjson holds everything"});
  }
  if (!all_seen) return false;
  std::string header(kFixedColumns);
  for (const std::string& name : columns.names()) {
    header += ',';
    append_csv(header, name, texts);
  }
  if (!write(header + '\n')) return false;
  const bool all_written = scan_frames<Rows>(
      scan, interrupted(),
      [&](const Frame& frame, Rows& rows) {
        return make_rows(*scan.recording, frame, entities, columns, texts, rows);
      },
      [&](FrameIndex frame, Rows& rows) {
        for (Problem& problem : rows.problems) fold_into(problems, std::move(problem));
        console.progress("exporting", frame.value - first, count, "frames");
        return rows.text.empty() || write(rows.text);
      });
  console.end_progress();
  return all_written;
}

}  // namespace scrubjay::cli
