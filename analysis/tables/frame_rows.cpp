#include "analysis/tables/frame_rows.h"

#include <algorithm>
#include <map>
#include <set>

#include "analysis/tables/leaves.h"
#include "core/base64.h"
#include "core/property_json.h"
#include "core/shown_number.h"

namespace scrubjay::tables {

namespace {

/// What `show --json` prints for the value.
void print_value(const PropertyTree& tree, PropertyTree::Node node, std::string& out) {
  out.clear();
  JsonWriter json(out);
  write_plain_value(json, tree, node);
}

bool is_small_vector(const PropertyNode& node) {
  const bool is_vector = has_numbers(node.type) && node.type <= PropertyType::color;
  return is_vector && node.numbers.count <= 4;
}

std::string base64_of(std::string_view bytes) {
  std::string text;
  append_base64(text, std::as_bytes(std::span(bytes)));
  return text;
}

/// The first part is what belongs to the frame.
class EntityParts : public FrameRows {
 public:
  explicit EntityParts(const RowRequest& request) : request_(request) {}

  std::size_t add(const Frame& frame, std::size_t part, std::size_t most_bytes,
                  RowBatch& out) final {
    if (part == 0) {
      add_of_frame(frame, out);
      part = 1;
    }
    return add_entities(frame, request_.filter, part, most_bytes, out,
                        [&](const Entity& entity) { add_of_entity(frame, entity, out); });
  }

 protected:
  virtual void add_of_frame(const Frame&, RowBatch&) {}
  virtual void add_of_entity(const Frame& frame, const Entity& entity, RowBatch& out) = 0;

  const RowRequest& request_;
};

class PlaceRows final : public EntityParts {
 public:
  using EntityParts::EntityParts;

 private:
  void add_of_entity(const Frame& frame, const Entity& entity, RowBatch& out) override {
    begin_row(request_, frame, entity.index, 0, out);
    out.integer(kEntityColumn, entity.index.value);
    add_place(entity, kEntityColumn + 1, out);
  }
};

class PropertyRows final : public EntityParts {
 public:
  using EntityParts::EntityParts;

 private:
  void add_of_frame(const Frame& frame, RowBatch& out) override {
    if (!request_.filter.entities) add_leaves(frame, frame.properties, EntityIndex(), out);
  }
  void add_of_entity(const Frame& frame, const Entity& entity, RowBatch& out) override {
    add_leaves(frame, entity.properties, entity.index, out);
  }

  void add_leaves(const Frame& frame, PropertyRange range, EntityIndex entity, RowBatch& out) {
    const auto& wanted = request_.filter.paths;
    walk_.walk(
        frame.tree, range,
        [&](std::string_view prefix) { return !wanted || leads_to(prefix, *wanted); },
        [&](std::string_view path, PropertyTree::Node node) {
          if (!RowFilter::passes(wanted, path)) return;
          begin_row(request_, frame, entity, node - range.first, out);
          if (entity.exists()) out.integer(kEntityColumn, entity.value);
          out.text(PropertyColumn::path, path);
          add_leaf(frame.tree, node, out);
        });
  }

  void add_leaf(const PropertyTree& tree, PropertyTree::Node index, RowBatch& out) {
    const PropertyNode& node = tree[index];
    out.text(PropertyColumn::type, to_text(node.type));
    switch (node.type) {
      case PropertyType::null: return;
      case PropertyType::number:
        if (out.wants(PropertyColumn::number)) {
          out.real(PropertyColumn::number, shown_number(node.number, node.precision));
        }
        return;
      case PropertyType::boolean: out.integer(PropertyColumn::integer, node.boolean); return;
      case PropertyType::integer: add_integer(node, out); return;
      case PropertyType::bytes:
        if (out.wants(PropertyColumn::text)) {
          out.text(PropertyColumn::text, base64_of(node.text_value()));
        }
        return;
      default: break;
    }
    if (is_text(node.type)) {
      out.text(PropertyColumn::text, node.text_value());
    } else if (is_small_vector(node)) {
      const std::span<const double> values = tree.numbers_of(node);
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (!out.wants(PropertyColumn::x + i)) continue;
        out.real(PropertyColumn::x + i, shown_number(values[i], node.precision));
      }
    } else if (out.wants(PropertyColumn::text)) {
      print_value(tree, index, json_);
      out.text(PropertyColumn::text, json_);
    }
  }

  static void add_integer(const PropertyNode& node, RowBatch& out) {
    if (const auto value = signed_integer(node)) {
      out.real(PropertyColumn::number, static_cast<double>(*value));
      out.integer(PropertyColumn::integer, *value);
    } else {
      out.real(PropertyColumn::number, static_cast<double>(node.unsigned_integer));
      out.text(PropertyColumn::text, format_number(node.unsigned_integer).view());
    }
  }

  LeafWalk walk_;
  std::string json_;
};

class StateRows final : public EntityParts {
 public:
  explicit StateRows(const RowRequest& request) : EntityParts(request) {
    first_ = table_of(TableId::state).columns.size();
    for (std::size_t i = 0; request.paths && i < request.paths->size(); ++i) {
      const std::string& path = (*request.paths)[i];
      if (!request.columns.wants(first_ + i)) continue;
      column_of_.emplace(path, first_ + i);
      for (std::size_t at = path.find('/'); at != path.npos; at = path.find('/', at + 1)) {
        prefixes_.insert(path.substr(0, at + 1));
      }
    }
  }

 private:
  void add_of_entity(const Frame& frame, const Entity& entity, RowBatch& out) override {
    const EntityInfo info = request_.recording->entity(entity.index);
    if (!RowFilter::passes(request_.filter.ids, info.id)) return;
    begin_row(request_, frame, entity.index, 0, out);
    out.integer(kEntityColumn, entity.index.value);
    out.text(4, info.id);
    out.text(5, entity.name);
    out.text(6, to_text(info.kind));
    if (entity.parent.exists()) out.integer(7, entity.parent.value);
    add_place(entity, 8, out);
    if (column_of_.empty()) return;
    seen_.clear();
    walk_.walk(
        frame.tree, entity.properties,
        [&](std::string_view prefix) { return prefixes_.contains(prefix); },
        [&](std::string_view path, PropertyTree::Node node) {
          const auto found = column_of_.find(path);
          // Should two leaves have the same path all the same, the first one counts.
          if (found != column_of_.end() && seen_.insert(found->second).second) {
            add_leaf(frame.tree, node, found->second, out);
          }
        });
  }

  void add_leaf(const PropertyTree& tree, PropertyTree::Node index, std::size_t column,
                RowBatch& out) {
    const PropertyNode& node = tree[index];
    switch (node.type) {
      case PropertyType::null: return;
      case PropertyType::number:
        out.real(column, shown_number(node.number, node.precision));
        return;
      case PropertyType::boolean: out.integer(column, node.boolean); return;
      case PropertyType::integer:
        if (const auto value = signed_integer(node)) {
          out.integer(column, *value);
        } else {
          out.real(column, static_cast<double>(node.unsigned_integer));
        }
        return;
      case PropertyType::bytes: out.text(column, base64_of(node.text_value())); return;
      default: break;
    }
    if (is_text(node.type)) {
      out.text(column, node.text_value());
    } else {
      print_value(tree, index, json_);
      out.text(column, json_);
    }
  }

  std::size_t first_ = 0;                                      ///< of the columns of paths
  std::map<std::string, std::size_t, std::less<>> column_of_;  ///< of those that are wanted
  std::set<std::string, std::less<>> prefixes_;                ///< of their groups
  std::set<std::size_t> seen_;
  LeafWalk walk_;
  std::string json_;
};

}  // namespace

std::optional<std::vector<EntityIndex>> RowRequest::only_entities() const {
  if (!filter.entities) return std::nullopt;
  std::vector<EntityIndex> rows;
  for (const std::uint64_t row : *filter.entities) {
    if (row < recording->entity_count()) rows.emplace_back(row);
  }
  return rows;
}

void add_frame(const RowRequest& request, const Frame& frame, RowBatch& out) {
  out.integer(0, static_cast<std::int64_t>(request.number));
  out.integer(1, frame.index.value);
  out.real(2, frame.time + request.offset);
}

void add_place(const Entity& entity, std::size_t column, RowBatch& out) {
  const auto add = [&](std::size_t at, double value) {
    if (out.wants(at)) out.real(at, shown_number(value, entity.precision));
  };
  const Transform& world = entity.world;
  for (int i = 0; i < 3; ++i) {
    const auto at = column + static_cast<std::size_t>(i);
    if (world.position) add(at, (*world.position)[i]);
    if (world.scale) add(at + 7, (*world.scale)[i]);
  }
  if (!world.rotation) return;
  add(column + 3, world.rotation->x);
  add(column + 4, world.rotation->y);
  add(column + 5, world.rotation->z);
  add(column + 6, world.rotation->w);
}

std::unique_ptr<FrameRows> make_frame_rows(const RowRequest& request) {
  switch (request.table) {
    case TableId::places: return std::make_unique<PlaceRows>(request);
    case TableId::properties: return std::make_unique<PropertyRows>(request);
    case TableId::changes: return make_change_rows(request);
    case TableId::state: return std::make_unique<StateRows>(request);
    case TableId::pairs: return make_pair_rows(request);
    default: return nullptr;
  }
}

}  // namespace scrubjay::tables
