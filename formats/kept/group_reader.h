#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "core/byte_reader.h"
#include "core/frame.h"
#include "core/text.h"
#include "formats/kept/column.h"
#include "formats/kept/flat.h"
#include "formats/kept/limits.h"

namespace scrubjay::kept {

/// Reads what GroupBuilder writes, one frame after another, and its events. Every number is
/// checked before it is used; what a group may hold and touch is bounded.
class GroupReader {
 public:
  struct Slot {
    SlotKind kind = SlotKind::integer;
    std::uint32_t column = 0;
    std::uint32_t elements = 0;  ///< column of an array's numbers
    std::uint32_t array = 0;     ///< row of Item::arrays
    bool are_points = false;
  };
  struct ShapeNode {
    std::uint32_t row = 0;
    std::uint32_t subtree = 1;
  };
  struct Shape {
    ItemKind kind = ItemKind::frame;
    std::uint8_t look = 0;  ///< of an entity: see look_of
    Precision precision = Precision::float64;
    std::uint8_t parts = 0;
    std::vector<ShapeNode> nodes;
    std::vector<Slot> slots;
    std::vector<std::uint32_t> changing;  ///< slots whose values are not always the same
    std::uint32_t arrays = 0;

    /// Empty again, with its storage.
    void clear();
  };
  /// An entity, a stream's frames or an event: its shape and its values.
  struct Item {
    const Shape* shape = nullptr;
    std::vector<Cell> cells;
    std::vector<std::vector<Cell>> arrays;

    /// Empty again, with the storage of what most entities have; arrays may be large.
    void clear();
  };
  using Entities = std::map<std::uint32_t, Item>;

  /// Takes the group's bytes. False when they cannot be read: see error(); nothing else may be
  /// called then. Tables that need more than `most_memory` cannot be read.
  bool open(std::vector<std::byte> bytes, std::size_t most_memory = limits::kMostGroupMemory);
  /// Ends with the group; its storage, empty, for the bytes of the next one.
  std::vector<std::byte> close();
  /// Goes to the next frame, at first to the first one. False behind the last one, and when it
  /// cannot be read.
  bool next();
  /// Back before the first frame.
  void rewind();
  /// Frames that next() has led to.
  std::uint64_t position() const { return position_; }

  const Item& frame() const { return current_->frame; }
  /// By rows as written.
  const Entities& entities() const { return current_->entities; }
  /// Appends an item's nodes. Texts point into the group, which must outlive the tree's use.
  PropertyRange build(const Item& item, PropertyTree& out) const;
  /// The parts of an entity's place and its parent: row as written, or Flattener::kNoRow.
  std::uint32_t describe(const Item& item, Entity& out) const;
  /// Appends the properties of the `event`-th event of the group's `frame`-th frame, texts copied.
  /// False when there is none or it cannot be read.
  bool read_event(std::uint64_t frame, std::uint64_t event, PropertyTree& out);

  const char* error() const { return error_; }

 private:
  struct Node {
    NodeRow row;
    const char* unit = "";
  };
  struct Stream {
    Item frame;
    Entities entities;
  };
  using Streams = std::map<std::uint32_t, Stream>;
  static constexpr std::size_t kMostSpare = std::size_t{1} << 14;  ///< entities
  static constexpr std::size_t kMostSpareStreams = std::size_t{1} << 6;

  /// Whose values stand in a column.
  enum ColumnUser : std::uint8_t { kNobody, kFrames, kEvents };

  bool fail(const char* what);
  std::optional<std::uint64_t> read_table_size(ByteReader& reader, std::size_t row_bytes);
  bool take_memory(std::size_t bytes);
  bool read_strings(ByteReader& reader);
  bool read_styles(ByteReader& reader);
  bool read_nodes(ByteReader& reader);
  bool read_columns(ByteReader& reader);
  bool read_shapes(ByteReader& reader);
  bool read_shape(ByteReader& reader, Shape& shape);
  bool read_tree(ByteReader& reader, Shape& shape);
  bool read_slot_columns(ByteReader& reader, Shape& shape);
  bool touch(std::uint64_t values);
  bool hold(std::uint64_t values);
  void drop(const Item& item);
  static std::uint64_t size_of(const Item& item);
  bool take_entities(ByteReader& steps, Stream& stream);
  bool read_rows(ByteReader& steps, std::vector<std::uint32_t>& rows);
  bool step(ByteReader& steps, ItemKind kind, Item& item);
  bool read_same_shape(Item& item);
  bool read_new_shape(const Shape& shape, Item& item);
  bool read_array(const Slot& slot, std::uint64_t count, std::vector<Cell>& cells);
  void read_all_events();
  bool read_events();
  std::uint64_t bits_of(const Item& item, std::size_t slot) const {
    return columns_[item.shape->slots[slot].column].bits(item.cells[slot]);
  }
  std::string_view string(std::uint64_t row) const {
    return row < strings_.size() ? strings_[row] : std::string_view();
  }

  std::vector<std::byte> bytes_;
  TextArena units_;
  std::vector<std::string_view> strings_;
  std::vector<PropertyStyle> styles_;
  std::vector<Node> nodes_;
  std::vector<ColumnReader> columns_;
  std::vector<ColumnUser> column_users_;
  std::vector<Shape> shapes_;    ///< of groups before, too, for their storage
  std::size_t shape_count_ = 0;  ///< of this group
  Bytes steps_;
  Bytes events_;
  std::size_t steps_read_ = 0;
  std::uint64_t position_ = 0;
  std::uint64_t touched_ = 0;
  std::uint64_t held_ = 0;
  std::uint64_t most_held_ = 0;
  std::size_t memory_left_ = 0;  ///< for the tables
  Streams streams_;
  Stream* current_ = nullptr;
  bool has_read_events_ = false;
  PropertyTree event_tree_;
  std::vector<PropertyRange> event_ranges_;
  std::vector<std::size_t> event_frames_;  ///< row of each frame's first event
  const char* error_ = "";

  void recycle(Entities::node_type node);
  void leave_streams();
  Stream& stream_at(std::uint32_t row);
  const Shape* find_shape(std::uint64_t row, ItemKind kind) const;

  // Scratch.
  std::vector<Entities::node_type> spare_;  ///< of entities that left, for their storage
  std::vector<Streams::node_type> spare_streams_;
  std::vector<std::uint64_t> sizes_;
  mutable std::vector<double> numbers_;
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> old_slots_;
  Item old_;
  Item event_;
};

}  // namespace scrubjay::kept
