#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/text.h"
#include "formats/kept/column.h"
#include "formats/kept/flat.h"

namespace scrubjay::kept {

/// Some consecutive frames, so written that nothing else is needed to read them: the first frame of
/// each stream whole, the others as what differs from the stream's frame before
/// (formats/kept/README.md, "A group").
class GroupBuilder {
 public:
  GroupBuilder();

  void clear();
  /// `stream` as written. Rows of entities ascend.
  void add(std::uint32_t stream, const FlatFrame& frame);

  /// More frames would make reading any one of them slow.
  bool is_full() const;
  void append_to(std::vector<std::byte>& out) const;

  /// Bytes of memory held at most by a group that is_full(), about.
  static constexpr std::size_t kMostHeldRows = std::size_t{1} << 20;

 private:
  struct Slot {
    SlotKind kind;
    std::uint32_t column;
    std::uint32_t elements;  ///< column of an array's numbers
    bool are_points;
  };
  struct Shape {
    std::uint32_t number = 0;
    std::string bytes;
    std::vector<Slot> slots;
    std::uint32_t arrays = 0;
    std::uint64_t nodes = 0;
  };
  struct Values {
    std::vector<std::uint64_t> slots;
    std::vector<std::vector<std::uint64_t>> arrays;
    bool operator==(const Values&) const = default;
  };
  /// An entity, or a stream's frames.
  struct ItemState {
    const Shape* shape = nullptr;
    Values now;
    Values before;
  };
  struct Stream {
    ItemState frame;
    std::map<std::uint32_t, ItemState> entities;
    std::uint64_t state = 0;  ///< what its last frame holds for a reader
  };

  const Shape& shape_of(std::string_view bytes);
  void write_shape(std::string_view bytes, Shape& shape);
  std::uint32_t node_row(const NodeRow& node);
  std::uint32_t column(std::uint32_t path, std::uint32_t part, ColumnKind kind);
  std::uint32_t path(std::uint32_t parent, std::uint32_t node, std::uint32_t occurrence);
  std::uint32_t string(std::string_view text);
  std::uint32_t style(const StyleTexts& style);
  void translate(const FlatFrame& frame, const FlatItem& item, const Shape& shape, Values& out);
  void step(const FlatFrame& frame, const FlatItem& item, ItemState& state);
  void take_entities(const FlatFrame& frame, Stream& stream);
  void push_same_shape(ItemState& state, const Values& next);
  void push_new_shape(ItemState& state, const Shape& shape, const Values& next);
  void push_array(const Slot& slot, const std::vector<std::uint64_t>& next,
                  const std::vector<std::uint64_t>* now, const std::vector<std::uint64_t>* before);
  void push(std::uint32_t column, std::uint64_t value, std::uint64_t before,
            std::uint64_t before_that);

  /// What a reader holds of an item, as it counts.
  static std::uint64_t size_of(const Shape& shape, const Values& values);
  /// What it holds at most of this group.
  std::uint64_t held_by_reader() const;

  std::uint64_t frames_ = 0;
  std::uint64_t state_ = 0;  ///< of all streams
  std::uint64_t largest_state_ = 0;
  std::uint64_t event_state_ = 0;  ///< of all events, which are held together
  std::uint64_t held_ = 0;         ///< rows held by columns
  std::uint64_t touched_ = 0;      ///< values pushed

  TextArena arena_;
  std::vector<std::string_view> strings_;
  std::uint64_t string_bytes_ = 0;
  std::unordered_map<std::string_view, std::uint32_t> string_rows_;
  std::map<std::array<std::uint32_t, 4>, std::uint32_t> style_rows_;
  std::vector<std::byte> style_bytes_;
  std::unordered_map<std::string, std::uint32_t> node_rows_;
  std::vector<std::byte> node_bytes_;
  std::map<std::array<std::uint32_t, 3>, std::uint32_t> path_rows_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> column_rows_;
  std::vector<ColumnBuilder> columns_;
  std::unordered_map<std::string_view, std::unique_ptr<Shape>> shapes_;  ///< by their bytes
  std::vector<std::byte> shape_bytes_;
  std::vector<std::byte> steps_;
  std::vector<std::byte> events_;
  std::map<std::uint32_t, Stream> streams_;

  // Scratch.
  Values values_;
  std::vector<std::uint32_t> old_slots_;  ///< by column: slot of the shape before, and 1
};

}  // namespace scrubjay::kept
