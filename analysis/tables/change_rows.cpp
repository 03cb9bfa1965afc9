#include <string>

#include "analysis/tables/frame_rows.h"
#include "analysis/tables/leaf_changes.h"
#include "analysis/tables/stream_frames.h"
#include "core/place_properties.h"
#include "core/property_json.h"

namespace scrubjay::tables {

namespace {

class ChangeRows final : public FrameRows {
 public:
  explicit ChangeRows(const RowRequest& request)
      : request_(request),
        before_(request.recording, request.coordinates, request.only_entities()) {}

  bool looks_back() const override { return true; }
  void set_before(const Frame* before) override { before_.give(before); }

  /// The first part is what belongs to the frame.
  std::size_t add(const Frame& frame, std::size_t part, std::size_t most_bytes,
                  RowBatch& out) override {
    const Frame* last = before_.seek_before(frame);
    if (part == 0) {
      next_ = 0;
      if (last != nullptr && !request_.filter.entities && !request_.of_places) {
        add_changes(frame, EntityIndex(), last->index, {last->tree, last->properties},
                    {frame.tree, frame.properties}, out);
      }
      part = 1;
    }
    part = add_entities(frame, request_.filter, part, most_bytes, out,
                        [&](const Entity& entity) { add_of_entity(frame, last, entity, out); });
    if (part == kDone) before_.keep(frame);
    return part;
  }

 private:
  void add_of_entity(const Frame& frame, const Frame* last, const Entity& entity, RowBatch& out) {
    const Entity* was = last == nullptr ? nullptr : find_before(*last, entity.index);
    if (was == nullptr) {
      last = before_.seek_former_life(entity.index, frame.index);
      was = last == nullptr ? nullptr : last->find(entity.index);
    }
    if (was == nullptr) return;
    if (request_.of_places) {
      add_changes(frame, entity.index, last->index, place_of(*last, *was, place_before_),
                  place_of(frame, entity, place_), out);
    } else {
      add_changes(frame, entity.index, last->index, {last->tree, was->properties},
                  {frame.tree, entity.properties}, out);
    }
  }

  /// Entities mostly stand in the same order, frame after frame.
  const Entity* find_before(const Frame& last, EntityIndex entity) {
    const std::vector<Entity>& all = last.entities;
    const bool is_next = next_ < all.size() && all[next_].index == entity;
    const Entity* const found = is_next ? &all[next_] : last.find(entity);
    if (found != nullptr) next_ = static_cast<std::size_t>(found - all.data()) + 1;
    return found;
  }

  static LeafSide place_of(const Frame& frame, const Entity& entity, PropertyTree& tree) {
    tree.clear();
    append_place(frame, entity, tree);
    return {tree, {0, tree.size()}};
  }

  struct Row {
    const Frame& frame;
    EntityIndex entity;
    PropertyTree::Node first_before = 0;  ///< of its properties, on each side
    PropertyTree::Node first_after = 0;
  };

  void add_changes(const Frame& frame, EntityIndex entity, FrameIndex before, const LeafSide& from,
                   const LeafSide& to, RowBatch& out) {
    const Row row{frame, entity, from.range.first, to.range.first};
    changes_.compare(
        from, to, {.entity = entity, .from = before, .to = frame.index},
        [&](std::string_view prefix) {
          return !request_.filter.paths || leads_to(prefix, *request_.filter.paths);
        },
        [&](std::string_view path, const SideLeaf& was, const SideLeaf& is) {
          add_row(row, path, was, is, out);
        });
  }

  void add_row(const Row& row, std::string_view path, const SideLeaf& was, const SideLeaf& is,
               RowBatch& out) {
    if (request_.filter.paths && !RowFilter::passes(request_.filter.paths, path)) return;
    // A leaf that went is told from one that is there by the side on which it is.
    const std::uint64_t part = is.exists() ? is.node - row.first_after
                                           : std::uint64_t{1} << 40 | (was.node - row.first_before);
    begin_row(request_, row.frame, row.entity, part, out);
    if (request_.columns.width() == 0) return;  // rows are only counted
    if (row.entity.exists()) out.integer(kEntityColumn, row.entity.value);
    out.text(ChangeColumn::path, path);
    out.text(ChangeColumn::type, to_text((*(is.exists() ? is : was)).type));
    add_value(ChangeColumn::before, was, out);
    add_value(ChangeColumn::after, is, out);
    if (!was.exists() || !is.exists() || !out.wants(ChangeColumn::delta)) return;
    const auto delta = delta_between(*was.tree, *was, *is.tree, *is);
    if (delta) out.real(ChangeColumn::delta, *delta);
  }

  void add_value(std::size_t column, const SideLeaf& leaf, RowBatch& out) {
    if (!leaf.exists() || !out.wants(column)) return;
    json_.clear();
    JsonWriter json(json_);
    write_plain_value(json, *leaf.tree, leaf.node);
    out.text(column, json_);
  }

  const RowRequest& request_;
  StreamFrames before_;
  LeafChanges changes_;
  std::size_t next_ = 0;  ///< among the entities of the frame before
  PropertyTree place_before_;
  PropertyTree place_;
  std::string json_;
};

}  // namespace

std::unique_ptr<FrameRows> make_change_rows(const RowRequest& request) {
  return std::make_unique<ChangeRows>(request);
}

}  // namespace scrubjay::tables
