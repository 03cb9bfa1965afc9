#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/format_writer.h"
#include "formats/framebyframe/write/container_writer.h"
#include "formats/framebyframe/write/losses.h"
#include "formats/framebyframe/write/property_writer.h"
#include "formats/write_plan.h"

namespace scrubjay::framebyframe {

/// The id by which the format knows that choice of axes: 0 or 1
/// (formats/framebyframe/README.md, 12.1), or nothing.
std::optional<int> coord_system_of(const CoordinateSystem& system);

/// See FormatWriter::coordinates_written.
Result<CoordinateSystem> coordinates_written(const WriteRequest& request);

/// What is decided once for a whole conversion: how entities and clients are called, in which
/// coordinates frames are written. Unchanging, so that all workers may use it.
class ConversionPlan {
 public:
  /// `losses` gets what the plan itself gives up.
  ConversionPlan(const WritePlan& frames, FileKind container, LossCounts& losses);

  const WriteRequest& request() const { return frames_.request(); }
  const Recording& recording() const { return frames_.recording(); }
  /// The source is a recording of this format: everything is written back as it was.
  bool is_native() const { return is_native_; }
  FileKind container() const { return container_; }
  std::size_t first_frame() const { return frames_.first_frame(); }
  bool is_partial() const { return frames_.is_partial(); }

  bool has_chosen_entities() const { return request().entities.has_value(); }
  bool has_entity(EntityIndex entity) const { return frames_.has_entity(entity); }
  /// Decimal.
  std::string_view entity_id(EntityIndex entity) const;
  /// Its own id could not be written.
  bool is_numbered(EntityIndex entity) const { return numbered_.contains(entity.value); }
  /// What a property of `frame` that names an entity by the source's id is written as. O(entities
  /// of that id).
  std::optional<WrittenReference> reference(const Frame& frame, std::string_view id) const;
  std::string_view client_id(StreamIndex stream) const;
  std::string_view tag(StreamIndex stream) const { return tags_[stream.value]; }
  /// Of the entity that holds what belongs to none.
  std::string_view recording_entity() const { return recording_entity_; }
  std::string_view scene() const { return scene_; }

  /// The coordinates to write a frame in; none: as recorded.
  std::optional<CoordinateSystem> target(FrameIndex frame) const;

 private:
  void name_clients(LossCounts& losses);
  void name_entities(LossCounts& losses);
  void choose_scene(LossCounts& losses);

  const WritePlan& frames_;
  bool is_native_ = false;
  FileKind container_;
  std::vector<std::string> clients_;
  std::vector<std::string> tags_;
  std::unordered_map<std::uint32_t, std::string> numbered_;  ///< new ids, by entity
  /// Of other formats: who has an id, in the order in which they appeared.
  std::unordered_map<std::string_view, std::vector<EntityIndex>> by_id_;
  std::string recording_entity_;
  std::string scene_;
};

}  // namespace scrubjay::framebyframe
