#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/compare/summary.h"
#include "core/recording.h"

namespace scrubjay {

/// Adds properties to a tree.
using AddProperties = std::function<void(PropertyTree&)>;

struct StagedEntity {
  std::string id;
  std::string name = id;
  EntityKind kind = EntityKind::other;
  std::string parent = {};  ///< an id; empty: none
  std::optional<glm::dvec3> position = {};
  std::optional<glm::dquat> rotation = {};
  AddProperties properties = {};
  Precision precision = Precision::float64;  ///< of its place
  std::uint32_t life = 0;                    ///< others are other entities with the same id
};

struct StagedEvent {
  std::string name;
  std::string tag = {};
  std::string entity = {};  ///< an id; empty: of the whole recording
  AddProperties properties = {};
};

struct StagedFrame {
  Seconds time = 0;
  std::uint64_t number = 0;
  std::uint32_t stream = 0;
  std::vector<StagedEntity> entities = {};  ///< in order of their first appearance in the stage
  std::vector<StagedEvent> events = {};
  AddProperties properties = {};  ///< of the frame itself
  bool is_damaged = false;        ///< decoding tells a problem
};

/// All that a recording made up for tests holds, frame by frame.
struct Stage {
  std::vector<StagedFrame> frames;
  std::uint32_t streams = 1;
  CoordinateSystem coordinates = {};
  std::optional<std::size_t> cut_frame = {};  ///< in which the file ends

  StagedEntity& entity(std::size_t frame, const std::string& id);
};

/// `frames` frames 0.1 s apart, numbered from 1, each with what `entities` makes of its number.
Stage steady_stage(std::size_t frames,
                   const std::function<std::vector<StagedEntity>(std::size_t)>& entities);

/// Indexed. `decoded`: the highest frame that anybody has decoded is kept there.
std::shared_ptr<const Recording> staged_recording(
    Stage stage, std::shared_ptr<std::atomic<std::size_t>> decoded = nullptr);

/// A comparison that is done.
struct Compared {
  std::unique_ptr<const compare::Plan> plan;
  std::unique_ptr<compare::Summary> summary;

  /// "0/0 value e1/e1 speed 0.5", "3/- frame-a": one line for each difference that is listed.
  std::vector<std::string> lines() const;
  /// "e1@3", "e2@4<e1": the spread, each entity with the frame of A and what it has that from.
  std::vector<std::string> spread() const;
  const compare::PathSum* path(std::string_view path) const;
};

Compared compare_stages(Stage a, Stage b, compare::Options options = {}, unsigned threads = 2);
Compared compare_sides(compare::Sides sides, compare::Options options = {}, unsigned threads = 2);

}  // namespace scrubjay
