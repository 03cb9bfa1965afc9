#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/recording.h"
#include "formats/mcap/read/file_index.h"
#include "formats/mcap/read/message_parts.h"

namespace scrubjay::mcap {

/// Decodes frames: of our own files the messages of one, of others the last state of each entity
/// that lives.
class Decoder : public FrameDecoder {
 public:
  Decoder(const Recording& recording, const FileIndex& index)
      : recording_(recording), index_(index) {}

  void decode(FrameIndex frame, Frame& out) override;
  void decode_event(EventIndex event, PropertyTree& out) override;

 private:
  /// The state of one entity: where its message is, then what it says.
  struct State {
    Step at;
    const ReadChannel* channel = nullptr;
    std::string parent_frame;
    bool is_found = false;
    bool is_placed = false;  ///< the entity's place in the world is known
  };
  /// What a block says of which entity, in order of its messages.
  struct Update {
    std::uint32_t message = 0, item = 0;
    EntityIndex entity;
  };
  struct Updates {
    std::uint32_t block = Step::kNone;
    std::size_t known_entities = 0;  ///< when they were looked up
    bool is_complete = true;         ///< each was found
    std::vector<Update> list;
  };

  std::shared_ptr<const LoadedBlock> load(std::uint32_t block, Frame& out);
  /// The index pass knows the block's messages, from itself or from an index that tells of the same
  /// ones.
  bool is_told_right(std::uint32_t block, const LoadedBlock& loaded);
  EntityIndex entity_of(const std::string& key);
  void note_outcome(MessageOutcome outcome, const ReadChannel& channel, std::uint32_t block,
                    Frame& out);

  // decoder_states.cpp
  void decode_states(FrameIndex frame, Frame& out);
  void find_updates(std::uint32_t block, Frame& out);
  void find_steps(const FrameMessages& messages, Frame& out);
  bool find_step(EntityIndex entity, std::uint32_t before, State& state, Frame& out);
  void read_messages(bool are_transforms, Frame& out);
  void read_item(const ReadChannel& channel, const Item& item, std::size_t row, Frame& out);
  void place_all(Frame& out);
  void place_chain(std::size_t row, Frame& out);
  void place_in(std::string_view frame, Entity& entity, Frame& out);

  // decoder_own.cpp
  void decode_own(FrameIndex frame, Frame& out);
  void check_carried(FrameIndex frame, const FrameMessages& messages, Frame& out);
  void decode_own_message(const ReadChannel& channel, Bytes message, std::uint32_t block,
                          Frame& out);
  void decode_own_state(const ReadChannel& channel, Bytes state, std::uint32_t block, Frame& out);

  const Recording& recording_;
  const FileIndex& index_;
  MessageValues values_;
  PropertyTree scratch_;
  std::unordered_map<std::string, EntityIndex> entities_;  ///< by key, as far as was looked
  std::size_t known_entities_ = 0;
  std::vector<EntityIndex> alive_;
  std::vector<State> states_;  ///< of the frame's entities, in their order
  std::vector<std::size_t> order_;
  Updates updates_;
  std::unordered_map<std::uint32_t, bool> told_right_;  ///< by block, where its index was taken
  // Of our own files, of the frame at hand:
  std::size_t own_frames_ = 0;  ///< messages that are a frame's
  bool is_own_frame_right_ = false;
  bool has_unknown_ = false;  ///< states of entities that the index does not know
};

/// Adds what a SceneEntity draws to an entity: its box, or shapes in the world among its
/// properties.
void add_scene_shapes(const PropertyTree& message, PropertyRange item, Entity& entity,
                      PropertyTree& out);

}  // namespace scrubjay::mcap
