#include "app/shared/property_series.h"

#include <algorithm>
#include <map>

#include "analysis/derived/derived_series.h"
#include "analysis/tables/leaves.h"
#include "app/shared/property_copy.h"
#include "app/shared/recording_json.h"
#include "core/frame_scan.h"
#include "core/place_properties.h"

namespace scrubjay {

namespace {

constexpr std::string_view kComponents = "xyzw";
constexpr std::string_view kColorComponents = "rgba";

/// The component that a letter means, or -1.
int component_of(const PropertyNode& node, char letter) {
  const std::size_t count =
      has_numbers(node.type) && node.type < PropertyType::numbers ? node.numbers.count : 0;
  const std::string_view letters =
      node.type == PropertyType::color ? kColorComponents : kComponents;
  const std::size_t found = letters.substr(0, count).find(letter);
  return found == std::string_view::npos ? -1 : static_cast<int>(found);
}

bool ends_with_path(std::string_view path, std::string_view end) {
  return path.size() > end.size() && path.ends_with(end) &&
         path[path.size() - end.size() - 1] == '/';
}

/// Without "#2" at its end.
std::string_view without_number(std::string_view path) {
  const std::size_t digits = path.find_last_not_of("0123456789");
  const bool is_numbered = digits != path.npos && digits + 1 < path.size() && path[digits] == '#';
  return is_numbered ? path.substr(0, digits) : path;
}

/// Looks for a path in one pass through a tree: the path of what is above a node is put together
/// once, and what has another name than the path ends with needs none.
class NodeSearch {
 public:
  NodeSearch(const PropertyTree& tree, std::string_view path)
      : tree_(tree),
        path_(path),
        bare_(without_number(path)),
        added_(!tree.empty() && is_place(tree, 0) ? tree[0].name.size() + 1 : 0) {}

  /// The first value of that path, as tables have it, else the first group or list of it, else the
  /// first node whose path ends with it.
  std::optional<FoundValue> find() {
    look_among({0, tree_.size()});
    return found_;
  }

 private:
  /// True once one of that path was found.
  bool look_among(PropertyRange range) {
    const std::size_t length = own_.size();
    tables::NameCounts names;
    std::uint32_t before = 0;
    for (std::uint32_t i = range.first; i < range.first + range.count; i += tree_[i].subtree) {
      const PropertyNode& node = tree_[i];
      const std::uint32_t place = before++;
      const bool is_like = path_.ends_with(node.name) || bare_.ends_with(node.name);
      if (!is_like && node.subtree == 1) continue;
      const std::uint32_t number = names.number_of(tree_, range, i, place);
      own_.resize(length);
      own_ += node.name;
      if (number > 1) own_ += '#' + std::to_string(number);
      if (is_like && is_that_of(i)) return true;
      own_ += '/';
      if (look_among(children_of(tree_, i))) return true;
    }
    own_.resize(length);
    return false;
  }
  bool is_that_of(PropertyTree::Node node) {
    // As path_of() has it.
    const bool is_added = node > 0 && node < tree_[0].subtree;
    const std::string_view own = std::string_view(own_).substr(is_added ? added_ : 0);
    const bool is_whole = own == path_;
    const bool is_first = !found_ || (is_whole && !found_->is_whole);
    const bool is_it = is_whole && !is_array_container(tree_[node].type);
    const bool is_like = is_whole || ends_with_path(own, path_);
    if (is_it || (is_first && is_like)) found_ = {node, -1, is_whole};
    return is_it;
  }

  const PropertyTree& tree_;
  const std::string_view path_;
  const std::string_view bare_;
  const std::size_t added_;  ///< so much of paths in the group that panels add is left out
  std::string own_;
  std::optional<FoundValue> found_;
};

std::optional<FoundValue> find_node(const PropertyTree& tree, std::string_view path) {
  if (const auto found = NodeSearch(tree, path).find()) return found;
  // Of several groups of one name whichever has the rest.
  const auto node = find_path(tree, {0, tree.size()}, path);
  return node ? std::optional(FoundValue{*node, -1, true}) : std::nullopt;
}

/// What one frame holds.
struct Sample {
  bool exists = false;
  bool is_whole = false;
  std::string path;
  PropertyType type = PropertyType::null;
  std::string unit;
  std::string value;
  std::vector<Problem> problems;
};

void write_value(JsonWriter& json, const PropertyTree& tree, const FoundValue& found) {
  const PropertyNode& node = tree[found.node];
  if (found.component >= 0) {
    json.number(tree.numbers_of(node)[static_cast<std::size_t>(found.component)], node.precision);
  } else {
    write_plain_value(json, tree, found.node);
  }
}

void read_sample(const SeriesRequest& request, const Frame& frame, PropertyTree& tree,
                 Sample& sample) {
  sample = {};
  sample.problems = frame.problems;
  for (Problem& problem : sample.problems) {
    if (!problem.frame) problem.frame = frame.index;
  }
  const Entity* entity = nullptr;
  for (const EntityIndex one : request.entities) {
    if (entity == nullptr) entity = frame.find(one);
  }
  if (entity == nullptr) return;
  copy_properties(frame, entity, tree);
  const auto found = find_value(tree, request.path);
  if (!found) return;
  sample.exists = true;
  sample.is_whole = found->is_whole;
  sample.path = path_of(tree, found->node);
  const PropertyNode& node = tree[found->node];
  sample.type = node.type;
  if (found->component >= 0) {
    const auto letters = node.type == PropertyType::color ? kColorComponents : kComponents;
    sample.path += '.';
    sample.path += letters[static_cast<std::size_t>(found->component)];
    sample.type = PropertyType::number;
  }
  sample.unit = node.unit;
  JsonWriter json(sample.value);
  write_value(json, tree, *found);
}

void add(Series& series, FrameIndex frame, Sample& sample) {
  if (series.frames.empty()) {
    series.property = sample.path;
    series.type = sample.type;
    series.unit = sample.unit;
  }
  if (series.type == PropertyType::null ||
      (series.type == PropertyType::integer && sample.type == PropertyType::number)) {
    series.type = sample.type;
  }
  series.frames.push_back(frame);
  series.values.push_back(std::move(sample.value));
}

std::string derived_json(const glm::dvec3& value, bool is_vector) {
  std::string text;
  JsonWriter json(text);
  if (is_vector) json.begin_array();
  for (int i = 0; i < (is_vector ? 3 : 1); ++i) json.number(value[i]);
  if (is_vector) json.end_array();
  return text;
}

/// The frames from the first to the last in which an entity lives; none: all.
std::pair<std::size_t, std::size_t> frames_of(const Recording& recording, EntityIndex entity) {
  if (!entity.exists()) return {0, recording.frame_count()};
  std::vector<Lifetime> lives;
  recording.lifetimes_of(entity, lives);
  if (lives.empty()) return {0, 0};
  return {lives.front().first.value, std::size_t{lives.back().last.value} + 1};
}

std::optional<Series> read_derived_series(
    const SeriesRequest& request, const DerivedPath& path, const std::atomic<bool>& cancelled,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  const DerivedValueInfo& info = info_of(path.value);
  Series series{.property = request.path,
                .type = path.component < 0 ? info.type : PropertyType::number,
                .unit = info.unit,
                .frames = {},
                .values = {},
                .problems = {}};
  const auto wanted = frames_between(request.recording->timeline(), request.from, request.to);
  const std::vector<EntityIndex> others =
      info.is_of_two ? request.others : std::vector{EntityIndex()};
  const bool is_one_pair = request.entities.size() == 1 && others.size() == 1;
  std::vector<std::pair<FrameIndex, glm::dvec3>> values;
  const auto read_of = [&](EntityIndex entity, EntityIndex other) {
    auto [first, end] = wanted;
    for (const EntityIndex one : {entity, other}) {
      if (is_one_pair) break;  // what is wrong with any frame is told, too
      const auto lives = frames_of(*request.recording, one);
      first = std::max(first, lives.first);
      end = std::min(end, lives.second);
    }
    if (first >= end) return true;
    auto derived = read_derived({.recording = request.recording,
                                 .value = path.value,
                                 .entity = entity,
                                 .other = other,
                                 .first = first,
                                 .end = end,
                                 .coordinates = request.coordinates},
                                cancelled, progress);
    if (!derived) return false;
    for (std::size_t i = 0; i < derived->frames.size(); ++i) {
      values.emplace_back(derived->frames[i], derived->values[i]);
    }
    for (Problem& problem : derived->problems) fold_into(series.problems, std::move(problem));
    return true;
  };
  for (const EntityIndex entity : request.entities) {
    for (const EntityIndex other : others) {
      if (!read_of(entity, other)) return std::nullopt;
    }
  }
  std::ranges::sort(values, {}, [](const auto& value) { return value.first; });
  const bool is_vector = series.type == PropertyType::vec3;
  for (const auto& [frame, value] : values) {
    series.frames.push_back(frame);
    series.values.push_back(
        derived_json(path.component < 0 ? value : glm::dvec3(value[path.component]), is_vector));
  }
  return series;
}

}  // namespace

std::optional<FoundValue> find_value(const PropertyTree& tree, std::string_view path) {
  if (path.empty()) return std::nullopt;
  auto found = find_node(tree, path);
  if (found && found->is_whole) return found;
  if (path.size() > 2 && path[path.size() - 2] == '.') {
    if (auto vector = find_node(tree, path.substr(0, path.size() - 2))) {
      vector->component = component_of(tree[vector->node], path.back());
      if (vector->component >= 0 && (vector->is_whole || !found)) return vector;
    }
  }
  return found;
}

std::pair<std::size_t, std::size_t> frames_between(const Timeline& timeline,
                                                   std::optional<Seconds> from,
                                                   std::optional<Seconds> to) {
  const auto time = [&](std::size_t i) { return timeline.time(FrameIndex(i)); };
  const std::size_t first =
      from ? partition_row(timeline.size(), [&](std::size_t i) { return time(i) < *from; }) : 0;
  const std::size_t end =
      to ? partition_row(timeline.size(), [&](std::size_t i) { return time(i) <= *to; })
         : timeline.size();
  return {first, std::max(first, end)};
}

std::optional<Series> read_series(
    const SeriesRequest& request, const std::atomic<bool>& cancelled,
    const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
  if (const auto path = derived_path(request.path)) {
    return read_derived_series(request, *path, cancelled, progress);
  }
  FrameScan scan{
      .recording = request.recording, .coordinates = request.coordinates, .only = request.entities};
  std::ranges::sort(*scan.only);
  std::tie(scan.first, scan.end) =
      frames_between(request.recording->timeline(), request.from, request.to);
  // A bare name, or one of several groups of one name, may be found at several places over time:
  // each is a series of its own, and the one with exactly that path, else the one named in full,
  // else the one found first, is meant.
  std::map<std::string, Series> found;
  std::string chosen;
  int chosen_rank = 0;
  std::vector<Problem> problems;
  const bool all = scan_frames<Sample>(
      scan, cancelled,
      [&](const Frame& frame, Sample& sample) {
        PropertyTree tree;
        read_sample(request, frame, tree, sample);
        return sample.value.size() + sizeof(Sample);
      },
      [&](FrameIndex frame, Sample& sample) {
        for (Problem& problem : sample.problems) fold_into(problems, std::move(problem));
        if (progress) progress(frame.value - scan.first, scan.end - scan.first);
        if (!sample.exists) return true;
        const int rank = sample.path == request.path ? 2 : sample.is_whole ? 1 : 0;
        if (chosen.empty() || rank > chosen_rank) {
          chosen = sample.path;
          chosen_rank = rank;
        }
        add(found[sample.path], frame, sample);
        return true;
      });
  if (!all) return std::nullopt;
  Series series;
  if (!found.empty()) series = std::move(found[chosen]);
  series.problems = std::move(problems);
  return series;
}

}  // namespace scrubjay
