#include "formats/colyseus/read/state_archive.h"

#include <algorithm>
#include <utility>

#include "formats/colyseus/read/keyed_items.h"

namespace scrubjay::colyseus {

namespace {

constexpr auto kLastPrimitive = Primitive::unknown;
constexpr auto kLastShape = Shape::stream;
constexpr auto kLastCell = CellKind::structure;

template <class Archive, class AnyType>
void archive_item_type(Archive& a, AnyType& type, const Schema& schema) {
  a.choice(type.primitive, kLastPrimitive);
  a.row(type.type, schema.types.size());
  a.row(type.quantized, schema.quantized.size());
}

/// What stands in the cell itself.
template <class Archive, class AnyCell>
void archive_plain(Archive& a, AnyCell& cell) {
  switch (cell.kind) {
    case CellKind::boolean: a(cell.boolean); break;
    case CellKind::integer: a(cell.integer); break;
    case CellKind::unsigned_integer: a(cell.unsigned_integer); break;
    case CellKind::float32:
    case CellKind::float64: a(cell.number); break;
    default: break;
  }
}

class StateWriter {
 public:
  StateWriter(IndexWriter& out, const State& state) : out_(out), state_(state) {}

  void run() {
    new_slots_.assign(state_.structure_count(), State::kNone);
    std::uint32_t count = 0;
    each_live([&](std::uint32_t slot) { new_slots_[slot] = count++; });
    out_(state_.numbers_given(), std::uint64_t{count});
    // What stands in a field depends on the shape of what it names: shapes come first.
    each_live([&](std::uint32_t slot) { head(slot); });
    each_live([&](std::uint32_t slot) { content(slot); });
  }

 private:
  template <class Visit>
  void each_live(Visit visit) const {
    for (std::uint32_t slot = 0; slot < state_.structure_count(); ++slot) {
      if (state_.structure(slot).is_live) visit(slot);
    }
  }

  void head(std::uint32_t slot) {
    const Structure& structure = state_.structure(slot);
    out_(structure.ref_id);
    out_.choice(structure.shape, kLastShape);
    if (is_collection(structure.shape)) {
      archive_item_type(out_, state_.collection(slot).type, state_.schema());
    } else {
      out_.sure_row(structure.type, state_.schema().types.size());
    }
  }

  void content(std::uint32_t slot) {
    if (!is_collection(state_.structure(slot).shape)) {
      const auto fields = state_.fields(slot);
      out_(!fields.empty());
      for (const Cell& field : fields) cell(field);
      return;
    }
    const Collection& collection = state_.collection(slot);
    out_.rows(collection.items, [&](const Cell& item) { cell(item); });
    std::uint32_t row = 0;
    out_.rows(collection.entries, [&](const Entry& entry) {
      out_(entry.index);
      cell(entry.value);
      if (collection.type.shape == Shape::map) {
        out_(state_.text(entry.key), is_found_by_key(state_, collection, row));
      }
      ++row;
    });
    // In an order that is not the table's own: a table that grows would find all of one half first.
    indices_.clear();
    collection.rows_by_index.visit(
        [&](std::uint64_t index, std::uint32_t of) { indices_.emplace_back(of, index); });
    std::ranges::sort(indices_);
    out_.rows(indices_, [&](const auto& index) { out_(index.first, index.second); });
  }

  void cell(const Cell& cell) {
    out_.choice(cell.kind, kLastCell);
    switch (cell.kind) {
      case CellKind::text: out_(state_.text(cell.slot)); break;
      case CellKind::structure: out_(new_slots_[cell.slot]); break;
      default: archive_plain(out_, cell);
    }
  }

  IndexWriter& out_;
  const State& state_;
  std::vector<std::uint32_t> new_slots_;
  std::vector<std::pair<std::uint32_t, std::uint64_t>> indices_;
};

/// Makes the tree by the steps by which a message would: counts and free rows follow from them.
class StateRestorer {
 public:
  StateRestorer(IndexReader& in, const Schema& schema, State& state)
      : in_(in), schema_(schema), state_(state) {}

  void run() {
    std::uint64_t numbers = 0;
    in_(numbers);
    const std::uint64_t count = in_.count();
    in_.require(count > 0);
    state_.set_numbers_given(numbers);
    state_.reset(schema_);
    for (std::uint64_t i = 0; i < count && in_.ok(); ++i) head(static_cast<std::uint32_t>(i));
    for (std::uint64_t i = 0; i < count && in_.ok(); ++i) content(static_cast<std::uint32_t>(i));
    if (in_.ok()) state_.collect();
  }

 private:
  void head(std::uint32_t slot) {
    std::uint64_t ref_id = 0;
    FieldType type;
    in_(ref_id);
    in_.choice(type.shape, kLastShape);
    std::uint32_t made = State::kNone;
    if (is_collection(type.shape)) {
      archive_item_type(in_, type, schema_);
      in_.require(type.primitive != Primitive::quantized || type.quantized != FieldType::kNone);
      if (in_.ok()) made = state_.make_collection(ref_id, type);
    } else {
      in_.require(type.shape == Shape::instance);
      in_.sure_row(type.type, schema_.types.size());
      if (in_.ok()) made = slot == 0 ? root(ref_id, type.type) : make(ref_id, type.type);
    }
    in_.require(made == slot);
  }
  std::uint32_t make(std::uint64_t ref_id, std::uint32_t type) {
    return state_.make_instance(ref_id, type);
  }
  /// It is there already.
  std::uint32_t root(std::uint64_t ref_id, std::uint32_t type) {
    in_.require(ref_id == 0 && type == schema_.root);
    return state_.root();
  }

  void content(std::uint32_t slot) {
    if (is_collection(state_.structure(slot).shape)) {
      collection(slot);
      return;
    }
    bool has_fields = false;
    in_(has_fields);
    const std::vector<Field>& fields = state_.type_of(slot).fields;
    for (std::size_t i = 0; i < fields.size() && has_fields && in_.ok(); ++i) {
      Cell* const place = state_.field(slot, i);
      in_.require(place != nullptr);
      const Cell value = cell(fields[i].type.shape);
      if (in_.ok()) state_.set(*place, value);
    }
  }

  void collection(std::uint32_t slot) {
    Collection& collection = state_.collection_for_edit(slot);
    const Shape shape = collection.type.has_instances() ? Shape::instance : Shape::primitive;
    in_.rows(collection.items, [&](Cell& item) {
      const Cell value = cell(shape);
      if (in_.ok()) state_.set(item, value);
    });
    const std::uint64_t entries = in_.count();
    for (std::uint64_t i = 0; i < entries && in_.ok(); ++i) {
      std::uint64_t index = 0;
      in_(index);
      const Cell value = cell(shape);
      if (in_.ok()) restore_item(state_, collection, index, value);
      if (collection.type.shape == Shape::map) key(collection, static_cast<std::uint32_t>(i));
    }
    const std::uint64_t indices = in_.count();
    for (std::uint64_t i = 0; i < indices && in_.ok(); ++i) {
      std::uint32_t row = 0;
      std::uint64_t index = 0;
      in_.sure_row(row, collection.entries.size());
      in_(index);
      in_.require(row_of_index(collection, index) == kNoRow);
      if (in_.ok()) restore_index(collection, index, row);
    }
  }

  void key(Collection& collection, std::uint32_t row) {
    const std::string_view key = in_.view();
    bool is_found = false;
    in_(is_found);
    if (in_.ok()) restore_key(state_, collection, row, key, is_found);
  }

  /// What may stand in a place that is declared so. A text's row is new.
  Cell cell(Shape declared) {
    Cell cell;
    in_.choice(cell.kind, kLastCell);
    const bool is_structure = cell.kind == CellKind::structure;
    in_.require(!cell.is_set() || is_structure == (declared != Shape::primitive));
    switch (cell.kind) {
      case CellKind::text: {
        const std::string_view text = in_.view();
        cell.slot = in_.ok() ? state_.texts().add(text) : 0;
        break;
      }
      case CellKind::structure:
        in_.sure_row(cell.slot, state_.structure_count());
        in_.require(in_.ok() && state_.structure(cell.slot).shape == declared);
        break;
      default: archive_plain(in_, cell);
    }
    return cell;
  }

  IndexReader& in_;
  const Schema& schema_;
  State& state_;
};

}  // namespace

void save_state(IndexWriter& out, const State& state) { StateWriter(out, state).run(); }

void load_state(IndexReader& in, const Schema& schema, State& state) {
  StateRestorer(in, schema, state).run();
}

}  // namespace scrubjay::colyseus
