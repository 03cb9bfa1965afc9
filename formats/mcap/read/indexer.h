#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "formats/mcap/read/carried_index.h"
#include "formats/mcap/read/channel_table.h"
#include "formats/mcap/read/file_index.h"
#include "formats/mcap/read/message_parts.h"

namespace scrubjay::mcap {

/// The index pass over one file (formats/mcap/README.md, 8).
class Indexer {
 public:
  Indexer(FileIndex& index, RecordingBuilder& builder);

  void run();

 private:
  /// Where the pass is.
  struct At {
    std::uint32_t block = 0, message = 0;
    std::uint64_t record = 0;  ///< of the block in the file, for problems
  };
  /// The frame that messages are added to until the next one begins.
  struct OpenFrame {
    bool is_open = false;
    Seconds time = 0;
    std::uint64_t log_time = 0;
    std::int64_t number = 0;
    StreamIndex stream;
    At first;
  };
  struct Living {
    LifetimeIndex life;      ///< none: it does not live
    FrameIndex last;         ///< in which it was told of
    std::uint64_t told = 0;  ///< timestamp of its last state, nanoseconds
    std::uint64_t end = 0;   ///< when it ends; 0: never
    /// It ends with the frame before, unless the open one tells of it again.
    bool is_ending = false;
    StreamIndex stream;  ///< of our own files: in which it lives
    /// The key of the parent that was told last; of our own files the id.
    std::string parent;

    bool lives() const { return life.exists() && !is_ending; }
  };
  using Expiry = std::pair<std::uint64_t, std::uint32_t>;  ///< time, entity

  // indexer.cpp
  void register_front();
  void add_schema(const SchemaRecord& schema);
  void add_channel(const ChannelRecord& channel);
  void add_schemas_and_channels(const LoadedBlock& block);
  void run_block(std::uint32_t row, const LoadedBlock& block);
  void take(const MessagePlace& place, const MessageRecord& message);
  void open_frame(const OpenFrame& frame);
  void close_frame();
  void finish();
  void tell(Severity severity, const char* code, std::string message);
  void tell_message(MessageOutcome outcome, const ReadChannel& channel);
  EntityIndex add_entity(const std::string& key, const EntityInfo& info);
  void add_resources();
  void add_details();
  StreamIndex stream_of(std::string_view id);

  // indexer_states.cpp
  void take_state(const ReadChannel& channel, const MessageRecord& message);
  EntityIndex take_item(const ReadChannel& channel, const Item& item);
  void take_deletions(const ReadChannel& channel, PropertyRange roots);
  void begin_state_frame(std::uint64_t log_time);
  void touch(const ReadChannel& channel, EntityIndex entity, std::uint32_t item, std::uint64_t told,
             std::uint64_t end);
  void end_life(EntityIndex entity);
  void set_end(std::uint32_t entity, std::uint64_t end);
  void end_expired();
  void add_steps();
  void set_parent(EntityIndex child, const std::string& key);
  void settle_states();
  void take_log(const ReadChannel& channel, const MessageRecord& message);
  void before_event(std::uint64_t log_time);
  void add_event(EventInfo event);

  // indexer_blocks.cpp
  void run_blocks();
  void choose_blocks();
  bool is_counted(std::span<const std::uint64_t> counts) const;
  bool is_told_by_index(const std::vector<MessagePlace>& messages) const;
  void run_indexed(std::uint32_t row, const std::vector<MessagePlace>& messages);

  // indexer_carried.cpp
  bool run_carried();
  bool is_right(const CarriedIndex& carried) const;
  void take_carried(const CarriedFrame& frame);

  // indexer_own.cpp
  EntityIndex add_own_entity(StreamIndex stream, std::string_view label, std::string_view id,
                             std::string_view name);
  void register_own();
  void take_own_frame(const ReadChannel& channel, const MessageRecord& message);
  void open_own_stream(StreamIndex stream);
  void take_own_state(const ReadChannel& channel, Bytes state);
  void take_own_event(const ReadChannel& channel, Bytes event);
  void end_own_frame();
  void end_own_lives();
  void add_comments();
  void note_kinds(const TextViews& entries);
  EntityIndex find_own(StreamIndex stream, std::string_view id) const;

  FileIndex& index_;
  RecordingBuilder& builder_;
  ChannelTable table_;
  MessageValues values_;
  PropertyTree tree_;  ///< of the message at hand
  At at_;
  OpenFrame frame_;
  std::unordered_map<std::string, EntityIndex> entities_;    ///< by key
  std::vector<Living> living_;                               ///< by entity
  std::set<std::pair<std::string, std::uint32_t>> waiting_;  ///< key of a parent to come, child
  std::vector<EntityIndex> changed_;  ///< in the open frame another parent, or it ends
  std::vector<std::pair<std::string, EntityIndex>> arrived_;  ///< in it: keys that are waited for
  std::set<Expiry> expiries_;                                 ///< one of each that has an end
  std::map<std::uint32_t, Step> touched_;                     ///< entities of the block at hand
  std::map<std::string, StreamIndex, std::less<>> streams_;
  std::array<std::uint64_t, 65536> counts_{};  ///< messages by channel
  bool has_state_ = false;                     ///< a channel whose messages make frames
  bool has_transforms_ = false;                ///< one whose messages tell of frames of reference
  bool is_late_ = false;  ///< the message at hand is of an earlier time than its frame
  std::optional<std::uint64_t> first_event_;
  std::unordered_map<std::string, std::set<std::uint32_t>> scene_living_;  ///< by topic
  std::uint32_t next_order_ = 0;
  std::vector<bool> is_inflated_;            ///< by block: not told by its index
  std::vector<EntityIndex> topic_entities_;  ///< by channel: of topics that are one entity
  // Of our own files:
  struct Said {
    EntityKind kind = EntityKind::other;
    bool is_background = false;
  };
  std::unordered_map<std::string, Said> said_;                 ///< by label
  std::vector<std::vector<std::uint32_t>> stream_living_;      ///< by stream
  std::unordered_map<std::string, EntityIndex> newest_by_id_;  ///< stream and id
  std::optional<std::uint32_t> first_sequence_;
  std::vector<EntityIndex> carried_rows_;  ///< by row of the index that the file carries
  std::vector<FrameIndex> last_frames_;    ///< by stream: the last one that was closed
};

}  // namespace scrubjay::mcap
