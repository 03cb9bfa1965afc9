#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/recording.h"
#include "formats/flecs/write/losses.h"
#include "formats/flecs/write/property_writer.h"
#include "formats/write_plan.h"

namespace scrubjay::flecs {

/// How entities are called in documents: their names among those that share a parent, and numbers.
/// Decided once for a whole recording, so that a path means the same entity in all frames.
class WrittenNames {
 public:
  WrittenNames(const WritePlan& plan, LossCounts& losses);

  const std::string& name(EntityIndex entity) const { return rows_[entity.value].name; }
  /// The name in the source, where `name` is another one; else empty.
  std::string_view label(EntityIndex entity) const { return rows_[entity.value].label; }
  std::uint64_t number(EntityIndex entity) const { return rows_[entity.value].number; }

 private:
  struct Row {
    std::string name;
    std::string label;
    std::uint64_t number = 0;
  };

  void choose_numbers(const Recording& recording, LossCounts& losses);

  std::vector<Row> rows_;
};

/// Paths of the entities of one frame. Parents that are not in it are left out, those that are not
/// written, if a plan is given, and those of entities whose path would be longer than readers
/// follow (limits.h).
class WrittenPaths {
 public:
  /// `name_of(entity)` is the name without escapes.
  template <class NameOf>
  void fill(const Frame& frame, NameOf name_of, const WritePlan* plan = nullptr) {
    clear(frame, plan);
    for (std::size_t i = 0; i < frame.entities.size(); ++i) path_of(i, name_of);
  }
  /// By place in Frame::entities.
  const std::string& path(std::size_t place) const { return paths_[place]; }
  /// "" for a root.
  std::string_view parent(std::size_t place) const;
  /// Null for a root.
  const Entity* parent_entity(std::size_t place) const;
  /// A root only because its path would be too long.
  bool is_cut(std::size_t place) const { return is_cut_[place]; }
  /// What such a root is called, so that no other one is called alike.
  static std::string cut_name(std::string_view name, EntityIndex entity) {
    return std::string(name) + " (" + std::to_string(entity.value) + ")";
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  void clear(const Frame& frame, const WritePlan* plan);
  std::size_t place_of(EntityIndex entity) const;
  void join(std::size_t place, std::string_view name);

  template <class NameOf>
  void path_of(std::size_t place, NameOf name_of) {
    // From the first ancestor without a path down; a frame's parents have no cycles.
    chain_.clear();
    for (std::size_t at = place; at != kNone && paths_[at].empty(); at = parents_[at]) {
      if (chain_.size() > paths_.size()) break;
      chain_.push_back(at);
    }
    for (auto at = chain_.rbegin(); at != chain_.rend(); ++at) {
      join(*at, name_of(frame_->entities[*at]));
    }
  }

  const Frame* frame_ = nullptr;
  std::vector<std::string> paths_;
  std::vector<std::size_t> parents_;
  std::vector<std::size_t> chain_;
  std::vector<bool> is_cut_;
};

/// Rows for the entities of recordings of other formats.
class RowWriter {
 public:
  RowWriter(const WritePlan& plan, const WrittenNames& names, LossCounts& losses)
      : plan_(plan), names_(names), losses_(losses) {}

  /// The next frame, which must live as long as rows of it are written.
  void begin(const Frame& frame);
  /// `{"parent":…,"name":…,"id":…,…}` of the entity at that place.
  void write(std::string& out, std::size_t place);
  /// What an id of the source is called in this frame, or nothing.
  std::optional<std::string> path_of_id(std::string_view id) const;

 private:
  void place_components(JsonWriter& json, const Entity& entity, const Entity* parent);
  void properties(JsonWriter& json, const Entity& entity);
  bool can_be_component(std::string_view name) const;

  const WritePlan& plan_;
  const WrittenNames& names_;
  LossCounts& losses_;
  const Frame* frame_ = nullptr;
  WrittenPaths paths_;
  std::unordered_map<std::string_view, std::size_t> by_id_;
  std::vector<std::string_view> used_;
};

}  // namespace scrubjay::flecs
