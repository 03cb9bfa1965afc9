#pragma once

#include <simdjson.h>

#include <cstdint>
#include <glm/mat4x4.hpp>
#include <memory>
#include <memory_resource>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "core/recording.h"
#include "formats/flecs/read/file_index.h"
#include "formats/flecs/read/member_types.h"
#include "formats/flecs/read/snapshot.h"
#include "formats/flecs/read/transforms.h"

namespace scrubjay::flecs {

/// Decodes one frame: parses the documents that hold at it, merges what they say, and maps it to
/// entities, places and properties (formats/flecs/README.md, 12, 13). O(bytes of those documents).
class Decoder : public FrameDecoder {
 public:
  Decoder(const Recording& recording, const FileIndex& index, const Choices& choices);

  void decode(FrameIndex frame, Frame& out) override;
  void decode_event(EventIndex event, PropertyTree& out) override;

  // For the writer, of the frame decoded last.
  /// What its documents say of entities.
  const Snapshot& snapshot() const { return snapshot_; }
  /// What they say of one; null for a plain node. O(log n).
  const Snapshot::Entity* source_of(EntityIndex entity) const;

 private:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  /// A parsed document, kept for the next frame's.
  struct Parsed {
    explicit Parsed(const FileIndex& index) : text(index) {}
    DocumentText text;
    simdjson::dom::parser parser;
    Context context;
  };
  /// An entity of the frame: of the snapshot, or a plain node that something hangs below.
  struct Node {
    std::string_view path;
    std::string_view name;
    EntityIndex entity;
    std::uint32_t row = kNone;  ///< in the snapshot
    std::uint32_t parent = kNone;
    bool is_visited = false;    ///< its ancestors are free of cycles
    bool is_placed = false;     ///< `world` is worked out
    bool has_place = false;     ///< it or an ancestor has a transform
    bool has_rotation = false;  ///< likewise
    bool has_scale = false;
    Place place;
    glm::dmat4 world{1.0};
  };
  /// A value that says something of an entity's place.
  struct RoleUse {
    simdjson::dom::element value;
    const Schema* schema;
    const Role* role;
  };
  /// What an entity has from a base.
  struct Inherited {
    std::string_view base;
    const Snapshot::Item* item;
  };

  // decoder.cpp: documents, nodes and places.
  void parse_documents(FrameIndex frame, Frame& out);
  void make_nodes(FrameIndex frame);
  std::uint32_t plain_node(std::string_view path, FrameIndex frame);
  std::uint32_t parent_node(const Snapshot::Entity& entity, FrameIndex frame);
  std::uint32_t resolved(std::string_view reference);
  void name_node(Node& node);
  void break_cycles();
  void gather_inherited(const Snapshot::Entity& entity);
  void gather_bases(const Snapshot::Entity& entity, unsigned depth);
  void inherit(std::string_view base, const Snapshot::Item& item, const Snapshot::Entity& heir);
  void read_places();
  void place_node(std::uint32_t node);
  void write_place(const Node& node, Entity& out) const;

  // decoder_properties.cpp.
  void write_entity(Node& node, Frame& out);
  void report_lacking_positions(Frame& out) const;
  static Role role_of(const Snapshot::Item& item);
  ValueType type_of(const Snapshot::Item& item) const;
  void write_item(PropertyTree& tree, const Snapshot::Item& item);
  void write_lacking_tags(PropertyTree& tree, const Node& node);
  void write_groups(PropertyTree& tree, const Snapshot::Entity& entity);
  void write_facts(PropertyTree& tree, const Snapshot::Entity& entity);
  void write_frame(FrameIndex frame, Frame& out);
  void write_wrapper(PropertyTree& tree, const DocumentRow& document);
  void write_globals(PropertyTree& tree);
  std::string_view kind_of(const Snapshot::Entity& entity) const;
  std::string_view target_id(std::string_view reference);

  const Recording& recording_;
  const FileIndex& index_;
  const Choices& choices_;
  PathFinder paths_;
  ComponentTable components_;
  Snapshot snapshot_;
  std::vector<std::unique_ptr<Parsed>> parsed_;
  std::vector<std::uint32_t> documents_;
  std::vector<Node> nodes_;
  std::pmr::unsynchronized_pool_resource pool_;  ///< keeps the storage of what is cleared
  std::pmr::unordered_map<std::string_view, std::uint32_t> node_of_path_{&pool_};
  std::pmr::unordered_map<std::uint64_t, std::uint32_t> anonymous_{&pool_};
  std::pmr::unordered_map<std::string, std::uint32_t> by_unescaped_{&pool_};
  std::vector<Inherited> inherited_;
  std::pmr::unordered_set<const ComponentId*> ids_{&pool_};  ///< of inherited_ and the heir's own
  std::pmr::unordered_set<std::uint32_t> bases_{&pool_};     ///< rows that were gathered
  const Snapshot::Entity* heir_ = nullptr;                   ///< for whom inherited_ is gathered
  std::vector<RoleUse> role_uses_;                           ///< of one entity
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> path_;
  std::uint64_t lacking_positions_ = 0;  ///< scales and rotations without one, in this frame
  simdjson::dom::parser wrapper_parser_;
  std::string wrapper_;
  TextArena texts_;
  /// FileIndex::changing_tags, as far as they were looked at.
  std::unordered_map<std::uint32_t, std::vector<const ComponentId*>> changing_tags_;
  std::size_t tags_seen_ = 0;
  MemberTypes member_types_;
};

}  // namespace scrubjay::flecs
