#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "formats/format.h"
#include "formats/framebyframe/container_writer.h"
#include "formats/framebyframe/property_writer.h"
#include "formats/framebyframe/write_losses.h"

namespace scrubjay::framebyframe {

/// The id by which the format knows that choice of axes: 0 or 1 (framebyframe.md 12.1), or nothing.
std::optional<int> coord_system_of(const CoordinateSystem& system);

/// What is decided once for a whole conversion: how entities and clients are called, in which
/// coordinates frames are written, which frames and entities there are. Unchanging, so that all
/// workers may use it.
class WritePlan {
 public:
  /// Errors: "option", "coordinates". `losses` is told what the plan itself gives up.
  static Result<WritePlan> make(const WriteRequest& request, LossCounts& losses);

  const Recording& recording() const { return *request_->recording; }
  /// The source is a recording of this format: everything is written back as it was.
  bool is_native() const { return is_native_; }
  Container container() const { return container_; }
  std::size_t first_frame() const { return first_frame_; }
  std::size_t end_frame() const { return end_frame_; }
  bool is_partial() const;

  bool has_chosen_entities() const { return request_->entities.has_value(); }
  bool has_entity(EntityIndex entity) const;
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
  WritePlan() = default;
  void choose_frames();
  void name_clients(LossCounts& losses);
  void name_entities(LossCounts& losses);
  void choose_scene(LossCounts& losses);

  const WriteRequest* request_ = nullptr;
  bool is_native_ = false;
  Container container_ = Container::raw;
  std::size_t first_frame_ = 0;
  std::size_t end_frame_ = 0;
  std::vector<std::string> clients_;
  std::vector<std::string> tags_;
  std::unordered_map<std::uint32_t, std::string> numbered_;  ///< new ids, by entity
  /// Of other formats: who has an id, in the order in which they appeared.
  std::unordered_map<std::string_view, std::vector<EntityIndex>> by_id_;
  std::string recording_entity_;
  std::string scene_;
};

}  // namespace scrubjay::framebyframe
