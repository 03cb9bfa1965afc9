#include "app/shared/csv_writer.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <set>
#include <shared_mutex>
#include <string>
#include <unordered_set>

#include "app/shared/csv.h"
#include "app/shared/ndjson_writer.h"
#include "app/shared/property_copy.h"
#include "app/shared/recording_json.h"
#include "core/frame_scan.h"
#include "formats/frame_encoder.h"

namespace scrubjay {

namespace {

constexpr std::array<std::string_view, 2> kCsvTextsValues{"safe", kRawCsvTexts};
constexpr WriteOption kCsvTexts{
    kCsvTextsOption,
    "safe: a ' in front of what a spreadsheet would take for a formula; raw: as they are",
    kCsvTextsValues};
constexpr std::size_t kMostColumns = 16'384;
constexpr std::array<std::string_view, 7> kFixedColumns{"frame",  "number", "time", "stream",
                                                        "entity", "parent", "name"};

/// What stands in the columns behind the fixed ones, in order of first appearance. Any thread.
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
  std::size_t size() const { return names_.size(); }
  /// Theirs, or, where a fixed one has that, the next with a number that is free.
  std::vector<std::string> headings() const {
    std::set<std::string, std::less<>> taken(kFixedColumns.begin(), kFixedColumns.end());
    std::vector<std::string> headings = names_;
    for (std::string& heading : headings) {
      const std::string name = heading;
      for (int n = 2; taken.contains(heading) || (n > 2 && rows_.contains(heading)); ++n) {
        heading = name + '#' + std::to_string(n);
      }
      taken.insert(heading);
    }
    return headings;
  }

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

/// The rows of one frame.
struct Rows final : EncodedFrame {
  std::string text;
};

class CsvEncoder final : public FrameEncoderOf<Rows> {
 public:
  CsvEncoder(const WritePlan& plan, const ByteSink& sink)
      : plan_(plan),
        request_(plan.request()),
        recording_(plan.recording()),
        sink_(sink),
        texts_(chosen_value(kCsvTexts, request_.options) == kRawCsvTexts ? CsvTexts::raw
                                                                         : CsvTexts::safe) {}

  /// First of all: reads the plan's frames for what columns there are.
  Result<void> find_columns(const std::atomic<bool>& cancelled);

  std::optional<CoordinateSystem> coordinates(FrameIndex /*frame*/) const override {
    return request_.coordinates;
  }
  std::size_t encode(const Frame& frame, Rows& rows) const override;
  Result<void> put(FrameIndex /*frame*/, Rows& rows) override { return write(rows.text); }
  Result<void> end(const LostFromKept& /*lost*/, WriteReport& report) override {
    add_loss(report, "events", "", plan_.count_events());
    add_lost_tables(recording_, report);
    return {};
  }

 private:
  template <class Visit>
  void visit_rows(const Frame& frame, PropertyTree& tree, Visit visit) const;
  std::size_t find_columns(const Frame& frame, std::vector<std::string>& found) const;
  Result<void> write(std::string_view text) const {
    if (!text.empty() && !sink_(std::as_bytes(std::span(text)))) return failure(not_written());
    return {};
  }
  Result<void> write_header() const;

  const WritePlan& plan_;
  const WriteRequest& request_;
  const Recording& recording_;
  const ByteSink& sink_;
  CsvTexts texts_;
  Columns columns_;
};

/// Calls `visit(entity, own)` for each row of a frame, when `tree` holds what copy_properties
/// copied of it: its entities, then itself if it has properties; the entity is null then.
template <class Visit>
void CsvEncoder::visit_rows(const Frame& frame, PropertyTree& tree, Visit visit) const {
  const auto& chosen = request_.entities;
  for (const Entity& entity : frame.entities) {
    if (chosen && !std::ranges::binary_search(*chosen, entity.index)) continue;
    visit(&entity, copy_properties(frame, &entity, tree));
  }
  if (!chosen && frame.properties.count > 0) {
    const Entity* none = nullptr;
    visit(none, copy_properties(frame, none, tree));
  }
}

/// What a frame adds to the columns.
std::size_t CsvEncoder::find_columns(const Frame& frame, std::vector<std::string>& found) const {
  PropertyTree tree;
  std::vector<std::string> names;
  std::unordered_set<std::string> known;
  found.clear();
  visit_rows(frame, tree, [&](const Entity*, PropertyTree::Node own) {
    names.clear();
    visit_values(tree, own, [&](std::string_view path, PropertyTree::Node node) {
      for (const std::string_view suffix : suffixes_of(tree[node])) {
        names.emplace_back(path).append(suffix);
      }
    });
    for (std::string& name : columns_.unknown(names)) {
      if (found.size() <= kMostColumns && known.insert(name).second)
        found.push_back(std::move(name));
    }
  });
  std::size_t bytes = 0;
  for (const std::string& name : found) bytes += name.size() + sizeof(name);
  return bytes;
}

Result<void> CsvEncoder::find_columns(const std::atomic<bool>& cancelled) {
  const std::size_t first = plan_.first_frame();
  const FrameScan scan{.recording = request_.recording,
                       .coordinates = request_.coordinates,
                       .first = first,
                       .end = plan_.end_frame()};
  scan_frames<std::vector<std::string>>(
      scan, cancelled,
      [&](const Frame& frame, std::vector<std::string>& found) {
        return find_columns(frame, found);
      },
      [&](FrameIndex frame, std::vector<std::string>& found) {
        for (const std::string& name : found) columns_.add(name);
        if (request_.progress) request_.progress(frame.value + 1 - first, scan.end - first);
        return columns_.size() <= kMostColumns;
      });
  if (cancelled.load()) return failure(writing_cancelled());
  if (columns_.size() <= kMostColumns) return write_header();
  return failure({.severity = Severity::fatal,
                  .code = "too-many-columns",
                  .message = "The recording has too many different properties for one table.",
                  .expected = "at most " + std::to_string(kMostColumns) + " columns",
                  .found = "more; --entity chooses entities, --to ndjson holds everything"});
}

Result<void> CsvEncoder::write_header() const {
  std::string header = joined(kFixedColumns, ",");
  for (const std::string& heading : columns_.headings()) {
    header += ',';
    append_csv(header, heading, texts_);
  }
  return write(header + '\n');
}

std::size_t CsvEncoder::encode(const Frame& frame, Rows& rows) const {
  rows.text.clear();
  PropertyTree tree;
  std::vector<std::string> cells(columns_.size());
  std::string start = std::to_string(frame.index.value) + ',' + std::to_string(frame.number) + ',' +
                      number_text(frame.time) + ',';
  append_csv(start, recording_.timeline().stream_info(frame.stream).id, texts_);
  visit_rows(frame, tree, [&](const Entity* entity, PropertyTree::Node own) {
    if (entity != nullptr) rows.entities.push_back(entity->index);
    rows.text += start + ',';
    if (entity != nullptr) append_csv(rows.text, recording_.entity(entity->index).id, texts_);
    rows.text += ',';
    if (entity != nullptr && entity->parent.exists()) {
      append_csv(rows.text, recording_.entity(entity->parent).id, texts_);
    }
    rows.text += ',';
    if (entity != nullptr) append_csv(rows.text, entity->name, texts_);
    for (std::string& cell : cells) cell.clear();
    visit_values(tree, own, [&](std::string_view path, PropertyTree::Node node) {
      const auto suffixes = suffixes_of(tree[node]);
      for (std::size_t i = 0; i < suffixes.size(); ++i) {
        std::string& cell = cells[columns_.row(std::string(path).append(suffixes[i]))];
        cell.clear();
        if (suffixes[i].empty()) {
          append_value(cell, tree, node, texts_);
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

Result<WriteReport> write_csv(const WriteRequest& request, const std::atomic<bool>& cancelled,
                              const ByteSink& sink) {
  const WritePlan plan(request);
  CsvEncoder encoder(plan, sink);
  if (auto found = encoder.find_columns(cancelled); !found) {
    return failure(std::move(found.error()));
  }
  return write_frames(plan, encoder, cancelled);
}

constexpr std::array kCsvOptions{kCsvTexts};
constexpr std::array<std::string_view, 1> kCsvExtensions{"csv"};

}  // namespace

constinit const FormatWriter kCsvWriter{.name = "csv",
                                        .title = "CSV, a row for each entity of each frame",
                                        .extensions = kCsvExtensions,
                                        .options = kCsvOptions,
                                        .write_checked = write_csv};

}  // namespace scrubjay
