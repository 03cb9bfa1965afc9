#pragma once

#include <simdjson.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "core/text.h"
#include "formats/framebyframe/read/document_scan.h"
#include "formats/framebyframe/read/file_index.h"
#include "formats/framebyframe/read/frame_fields.h"

namespace scrubjay::framebyframe {

/// What the index needs of one entity in one frame. Ids are as they stand there.
struct SkimmedEntity {
  std::int64_t id = 0;
  std::int64_t parent = 0;
  bool has_id = false;
  bool is_large = false;  ///< `id` is 2^63 or more, though its bits are those of a negative one
  std::string_view name;  ///< empty, too, where the entity is known already

  /// Nothing where `token` is no id.
  void take_id(std::string_view token);
};

struct SkimmedEvent {
  std::uint32_t entity = 0;  ///< row of SkimmedFrame::entities
  std::uint32_t order = 0;   ///< its idx, else its place among the frame's events
  std::uint32_t offset = 0;  ///< of its object in the frame's text
  std::uint32_t size = 0;
  std::string_view name;
  std::string_view tag;
};

struct SkimmedResource {
  std::string_view path;
  std::string_view type;
  std::uint64_t offset = 0;  ///< of its object in the frame's text
  std::uint64_t size = 0;
  std::uint64_t data_bytes = 0;  ///< of its content as stored; 0 when it is only named
};

/// What the index needs of one frame. Views point into `texts` or into the index's text.
struct SkimmedFrame {
  FrameHead head;
  std::vector<SkimmedEntity> entities;
  std::vector<SkimmedEvent> events;
  std::vector<SkimmedResource> resources;
  std::vector<std::string_view> layers;  ///< each once
  std::vector<std::string_view> named;   ///< resources that textures and properties name
  bool has_combined_ids = false;
  bool is_repaired = false;
  bool is_lost = false;           ///< not even a repair makes it readable
  std::vector<Problem> problems;  ///< their offsets are those of the index's text
  std::uint64_t repairs = 0;
  TextArena texts;

  void clear();
};

/// The fields of a resource's object (formats/framebyframe/README.md, 9.4); texts are kept in
/// `texts`. False where it is no such object.
bool skim_resource(simdjson::ondemand::value value, SkimmedResource& out, TextArena& texts);

/// Reads what the index needs of frames, without decoding properties. One per thread.
class FrameSkimmer {
 public:
  explicit FrameSkimmer(const FileIndex& index) : index_(index), text_(index) {}

  /// O(bytes). `is_checked`: all of the frame is looked at whether it is strict JSON, not only what
  /// the index reads.
  void skim(const ScannedFrame& frame, bool is_checked, SkimmedFrame& out);

 private:
  simdjson::error_code skim_text(std::string_view text, SkimmedFrame& out);
  simdjson::error_code take_entities(simdjson::ondemand::value value, SkimmedFrame& out);
  simdjson::error_code take_entity(simdjson::ondemand::value value, std::string_view key,
                                   SkimmedFrame& out);
  simdjson::error_code take_properties(simdjson::ondemand::value value, SkimmedEntity& entity,
                                       SkimmedFrame& out);
  simdjson::error_code take_events(simdjson::ondemand::value value, SkimmedFrame& out);
  simdjson::error_code take_event(simdjson::ondemand::value value, SkimmedFrame& out);
  simdjson::error_code take_resources(simdjson::ondemand::value value, SkimmedFrame& out);
  bool is_known(const SkimmedEntity& entity) const;
  void repair(ByteRange bytes, SkimmedFrame& out);

  const FileIndex& index_;
  FrameText text_;
  simdjson::ondemand::parser parser_;
  simdjson::dom::parser checker_;
  const ScannedFrame* frame_ = nullptr;  ///< the one being skimmed
  bool is_repaired_ = false;             ///< its clientId was perhaps not read by the scan
  std::string_view frame_text_;
};

/// Layers that shapes of a frame's text name, each once, and resources that it names.
void find_layers(std::string_view text, SkimmedFrame& out);
void find_named_resources(std::string_view text, SkimmedFrame& out);

}  // namespace scrubjay::framebyframe
