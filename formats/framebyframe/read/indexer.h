#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/recording.h"
#include "formats/framebyframe/limits.h"
#include "formats/framebyframe/read/comment_numbers.h"
#include "formats/framebyframe/read/document_scan.h"
#include "formats/framebyframe/read/file_index.h"
#include "formats/framebyframe/read/frame_skim.h"
#include "formats/framebyframe/read/saved_comments.h"

namespace scrubjay::framebyframe {

/// What was found out about the text before its frames are looked at.
struct TextReport {
  std::uint64_t repairs = 0;
  bool is_complete = true;
};

/// The index pass over the JSON text: orders its frames by time, has them skimmed, and publishes
/// what is in them.
class Indexer {
 public:
  /// `index.text` and `index.container` are set. Progress goes from `progress_begin` to the file's
  /// end.
  Indexer(FileIndex& index, RecordingBuilder& builder, DocumentScan scan, const TextReport& report,
          std::uint64_t progress_begin, std::uint64_t file_bytes,
          std::uint64_t most_frame_bytes = limits::kMostFrameBytes);

  void run();

 private:
  struct Client {
    StreamIndex stream;
    FrameIndex last_frame;
    std::string tag;
    std::vector<EntityIndex> present;  ///< in its last frame
  };

  /// What is known of an entity; its row is its EntityIndex.
  struct EntityState {
    LifetimeIndex life;     ///< none while it does not live
    FrameIndex last_frame;  ///< the one seen last
    EntityIndex parent;
    EntityIndex told_parent;  ///< what the recording says
    std::uint32_t walk = 0;   ///< of the last search for cycles that passed it
  };

  // indexer.cpp
  void order_frames();
  void find_missing_times();
  bool take(const ScannedFrame& scanned, SkimmedFrame& frame);
  void take_client(const ScannedFrame& scanned, const FrameRow& row, SkimmedFrame& frame,
                   bool is_commented);
  std::vector<std::int64_t> other_clients(const FrameRow& row, const SkimmedFrame& frame) const;
  Client& client_of(const FrameHead& head, std::uint64_t offset);
  std::uint32_t coordinates_row(const CoordinateSystem& system);
  void find_rows(const FrameRow& row, const SkimmedFrame& frame, const Client& client);
  void take_entities(const FrameRow& row, SkimmedFrame& frame, Client& client);
  void take_parents(const FrameRow& row, const SkimmedFrame& frame);
  template <class Visit>
  void visit_cycles(std::span<const EntityIndex> starts, Visit visit);
  void break_cycles();
  void end_absent(Client& client, FrameIndex frame);
  void take_events(SkimmedFrame& frame, Seconds time, bool is_commented);
  void finish();
  void write_details();
  void tell_scan();

  static std::uint64_t event_key(FrameIndex frame, std::uint64_t offset) {
    return std::uint64_t{frame.value} << 32 | offset;
  }

  // indexer_extras.cpp: what stands beside frames.
  void take_saved_lists();
  void take_saved_resources();
  void take_frame_resources(const FrameRow& row, const SkimmedFrame& frame);
  void take_resource(const SkimmedResource& resource, const ResourceRow& row,
                     std::uint64_t text_offset);
  void add_named_resources();
  using Names = std::unordered_set<std::string>;

  bool is_new_name(Names& names, std::string_view name, std::size_t most, std::string_view what);
  void add_named(std::string_view path);
  void add_layer(std::string_view name);
  void add_scene(std::string_view name);
  void read_saved_comments();
  void add_comments();
  CommentInfo comment_info(const SavedComment& saved, CommentNumbers& numbers) const;

  FileIndex& index_;
  RecordingBuilder& builder_;
  DocumentScan scan_;
  TextReport report_;
  std::uint64_t progress_begin_;
  std::uint64_t file_bytes_;
  std::uint64_t most_frame_bytes_;

  double first_time_ = 0;                      ///< serverTime of the earliest frame, ms
  std::vector<std::uint32_t> places_;          ///< in the text's order, of frames in order of time
  std::vector<std::uint32_t> frame_by_place_;  ///< FrameIndex by place in the text's order
  std::size_t taken_ = 0;                      ///< frames
  std::uint64_t bytes_taken_ = 0;
  std::uint64_t bytes_of_frames_ = 0;

  std::unordered_map<std::int64_t, Client> clients_;
  std::vector<std::int64_t> client_order_;
  std::vector<EntityState> states_;
  /// Of this frame's entities, as skimmed; none for another client's.
  std::vector<EntityIndex> rows_;
  std::vector<EntityIndex> present_;       ///< the same, each once
  std::vector<const SkimmedEntity*> new_;  ///< of this frame's entities; of one id the last one
  std::unordered_map<std::int64_t, std::size_t> new_by_id_;  ///< places in new_
  std::uint32_t walk_ = 0;
  Names layers_;
  std::vector<std::string> layer_order_;
  std::vector<std::string> scenes_;
  Names scene_set_;
  std::unordered_set<std::string> delivered_;  ///< paths of resources that are listed
  std::vector<std::string> named_;             ///< paths that are not, in order of appearance
  Names named_set_;
  std::size_t resource_count_ = 0;
  std::vector<SavedComment> comments_;
  std::size_t comment_count_ = 0;
  std::unordered_set<std::uint32_t> commented_;  ///< places of frames whose events comments name
  std::unordered_map<std::uint64_t, EventIndex> commented_events_;  ///< by frame and offset
};

}  // namespace scrubjay::framebyframe
