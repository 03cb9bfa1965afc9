#pragma once

#include <simdjson.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/coordinate_system.h"
#include "core/property_tree.h"
#include "formats/framebyframe/read/entity_groups.h"
#include "formats/framebyframe/read/frame_fields.h"
#include "formats/framebyframe/read/frame_outline.h"
#include "formats/framebyframe/read/frame_problems.h"
#include "formats/framebyframe/read/property_reader.h"
#include "formats/framebyframe/read/value_reader.h"
#include "formats/json/json_repair.h"

namespace scrubjay::framebyframe {

/// An event as it stands in a frame.
struct ParsedEvent {
  std::uint64_t offset = 0;  ///< of its JSON object, from the frame's first byte
  PropertyRange properties;  ///< in ParsedFrame::event_tree
};

/// An entity as it stands in a frame.
struct ParsedEntity {
  std::int64_t id = 0;         ///< as written, or its key; 0 without either
  std::int64_t parent_id = 0;  ///< as written; 0 for none
  std::uint64_t offset = 0;    ///< of its JSON, from the frame's first byte
  PropertyRange properties;    ///< the two groups
  EntityGroups::Special special;
  std::uint32_t first_event = 0;  ///< its row in ParsedFrame::events
  std::uint32_t event_count = 0;
};

/// What one frame holds, in the order of the file. Storage is kept from frame to frame.
struct ParsedFrame {
  FrameHead head;
  std::vector<ParsedEntity> entities;
  std::vector<ParsedEvent> events;  ///< those of one entity follow each other
  PropertyTree event_tree;
  PropertyTree others;  ///< fields that the format does not have
  Problems problems;
  std::uint64_t repairs = 0;  ///< made because the text was no JSON

  void clear();
};

/// What a text of JSON is.
struct FrameSource {
  std::string_view text;     ///< SIMDJSON_PADDING readable bytes stand behind it
  bool stays = false;        ///< it outlives the trees, which then point into it
  std::uint64_t offset = 0;  ///< of its first byte from the frame's
};

/// Of which entities, by their ids, the properties are read; empty: of all.
using WantsEntity = std::function<bool(std::int64_t id)>;

/// Reads frame objects (formats/framebyframe/README.md, 3, 4, 8), whatever the order of their
/// fields. Text that is not JSON is repaired where that is possible; else what stands before the
/// damage is kept. Damage inside of one entity changes nothing about the others. Knows nothing of
/// other frames. O(bytes).
class FrameParser {
 public:
  FrameParser();
  FrameParser(const FrameParser&) = delete;
  FrameParser& operator=(const FrameParser&) = delete;

  /// Fills `frame`, which is emptied first; properties go to the end of `tree`. Missing up and
  /// forward entries become the axes of `system`. Entities that are not wanted have no properties,
  /// and what is inside of these is passed over.
  void parse(const FrameSource& source, const CoordinateSystem& system, PropertyTree& tree,
             ParsedFrame& frame, const WantsEntity& wants = {});
  /// Appends the properties of an event object: the children of its group, without the group.
  void parse_event(const FrameSource& source, PropertyTree& tree, Problems& problems);

 private:
  using Value = ValueReader::Value;
  using Key = ValueReader::Key;

  /// An entity that is to be read by itself.
  struct Part {
    std::string_view text;
    std::optional<std::int64_t> key;
  };

  /// An entity while its fields are read.
  struct Reading {
    ParsedEntity entity;
    std::optional<std::int64_t> key;
    std::optional<std::int64_t> id;
    PropertyTree::Node mark = 0;
    bool has_properties = false;
    bool is_skipped = false;  ///< fields of it were passed over
  };

  void begin(const FrameSource& source);
  void read_whole(const FrameSource& source);
  bool read_outlined(const FrameSource& source);
  bool read_frame(const FrameSource& source);
  void read_part(const FrameSource& frame, const Part& part);
  bool read_field(Key key, Value& value);
  bool read_entities(Value& value);
  bool read_entity(Value& value, std::optional<std::int64_t> key);
  Reading begin_entity(std::uint64_t offset, std::optional<std::int64_t> key);
  bool read_entity_field(Key name, Value& field, Reading& reading);
  void finish_entity(const Reading& reading);
  bool read_events(Value& value, ParsedEntity& entity);
  bool read_event_properties(Value& value, PropertyReader& reader);
  bool read_event(const FrameSource& source, PropertyTree& tree, Problems& problems);
  std::optional<FrameSource> repaired(std::string_view text, std::uint64_t& repairs);

  simdjson::ondemand::parser parser_;
  ValueReader values_;        ///< of entities
  ValueReader other_values_;  ///< of fields that the format does not have
  ValueReader event_values_;
  PropertyReader properties_;
  PropertyReader event_properties_;
  EntityGroups groups_;
  CoordinateSystem system_;
  PropertyTree* tree_ = nullptr;
  ParsedFrame* frame_ = nullptr;
  const WantsEntity* wants_ = nullptr;
  std::string_view text_;      ///< that is read
  bool are_apart_ = false;     ///< entities go to parts_
  bool is_misjudged_ = false;  ///< one that is wanted was passed over
  std::vector<Part> parts_;
  FrameOutline outline_;
  std::string head_;         ///< a frame without its entities
  std::size_t cut_out_ = 0;  ///< bytes that are not in it
  std::string repaired_;
};

}  // namespace scrubjay::framebyframe
