#include "formats/colyseus/read/handshake.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/colyseus/limits.h"
#include "formats/colyseus/read/flat_reader.h"
#include "formats/colyseus/read/nested_reader.h"
#include "formats/colyseus/read/reflection.h"

namespace scrubjay::colyseus {

namespace {

std::unexpected<Problem> bad(std::string expected, std::string found) {
  return failure({.severity = Severity::error,
                  .code = std::string(code::kBadHandshake.text),
                  .message = "The handshake, which describes the types, cannot be read.",
                  .expected = std::move(expected),
                  .found = std::move(found)});
}

/// A look at one instance of the built-in types by the names of its fields.
class Described {
 public:
  Described(const State& state, std::uint32_t slot) : state_(state), slot_(slot) {}

  std::optional<double> number(std::string_view name) const {
    const Cell* cell = find(name);
    if (cell == nullptr) return std::nullopt;
    if (cell->kind == CellKind::integer) return static_cast<double>(cell->integer);
    if (cell->kind == CellKind::float32 || cell->kind == CellKind::float64) return cell->number;
    return std::nullopt;
  }
  std::string text(std::string_view name) const {
    const Cell* cell = find(name);
    if (cell == nullptr || cell->kind != CellKind::text) return "";
    return valid_utf8(state_.text(cell->slot));
  }
  std::optional<Described> instance(std::string_view name) const {
    const Cell* cell = find(name);
    if (cell == nullptr || cell->kind != CellKind::structure) return std::nullopt;
    if (state_.structure(cell->slot).shape != Shape::instance) return std::nullopt;
    return Described(state_, cell->slot);
  }
  /// The instances of a collection, in order.
  std::vector<Described> list(std::string_view name) const {
    std::vector<Described> found;
    const Cell* cell = find(name);
    if (cell == nullptr || cell->kind != CellKind::structure) return found;
    if (!is_collection(state_.structure(cell->slot).shape)) return found;
    const Collection& collection = state_.collection(cell->slot);
    const auto add = [&](const Cell& item) {
      if (item.kind != CellKind::structure) return;
      if (state_.structure(item.slot).shape == Shape::instance)
        found.emplace_back(state_, item.slot);
    };
    for (const Cell& item : collection.items) add(item);
    for (const Entry& entry : collection.entries) add(entry.value);
    return found;
  }

 private:
  const Cell* find(std::string_view name) const {
    const std::span<const Cell> cells = state_.fields(slot_);
    const std::vector<Field>& fields = state_.type_of(slot_).fields;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (fields[i].name == name && cells[i].is_set()) return &cells[i];
    }
    return nullptr;
  }

  const State& state_;
  std::uint32_t slot_;
};

std::optional<Shape> collection_named(std::string_view name) {
  constexpr std::array<std::string_view, 5> kNames{"array", "map", "set", "collection", "stream"};
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Shape>(static_cast<std::size_t>(Shape::array) +
                            static_cast<std::size_t>(found - kNames.begin()));
}

/// Turns what a handshake says into types (formats/colyseus/README.md, 6.2, 6.3).
class SchemaMaker {
 public:
  SchemaMaker(const State& state, Generation generation) : root_(state, state.root()) {
    schema_.generation = generation;
  }

  Result<std::shared_ptr<const Schema>> make() {
    described_ = root_.list("types");
    if (described_.empty()) return bad("at least one type", "none");
    if (described_.size() > limits::kMostTypes) {
      return bad("at most 65536 types", std::to_string(described_.size()));
    }
    for (const Described& type : described_) {
      schema_.types.emplace_back().id = whole(type.number("id").value_or(0));
    }
    schema_.finish();
    for (std::size_t row = 0; row < described_.size(); ++row) {
      const auto added = add_fields(row);
      if (!added) return failure(added.error());
    }
    const auto root = row_of(root_.number("rootType").value_or(0));
    if (!root) return failure(root.error());
    schema_.root = *root;
    schema_.finish();
    return std::make_shared<const Schema>(std::move(schema_));
  }

 private:
  static std::uint64_t whole(double number) {
    return number >= 0 && number < 9007199254740992.0 ? static_cast<std::uint64_t>(number)
                                                      : ~std::uint64_t{0};
  }
  /// 0 for what is none of [0, 255], and for none.
  static std::uint8_t small_number(std::optional<double> number) {
    return number && *number >= 0 && *number <= 255 ? static_cast<std::uint8_t>(*number)
                                                    : std::uint8_t{0};
  }

  Result<std::uint32_t> row_of(double id) const {
    const std::uint32_t row = schema_.type_with_id(whole(id));
    if (row == FieldType::kNone) return bad("the id of a type that is described", number_text(id));
    return row;
  }

  /// The type's own fields behind those of its ancestors.
  Result<void> add_fields(std::size_t row) {
    std::vector<std::size_t> line{row};
    for (auto parent = described_[row].number("extendsId"); parent && *parent >= 0;
         parent = described_[line.back()].number("extendsId")) {
      const auto above = row_of(*parent);
      if (!above) return failure(above.error());
      line.push_back(*above);
      if (line.size() > limits::kMostFields) return bad("a type's ancestors", "a circle of them");
    }
    std::vector<Field>& fields = schema_.types[row].fields;
    for (std::size_t i = line.size(); i-- > 0;) {
      for (const Described& described : described_[line[i]].list("fields")) {
        auto field = field_of(described);
        if (!field) return failure(field.error());
        field_bytes_ += sizeof(Field) + field->name.size();
        if (field_bytes_ > limits::kMostFieldBytes) return bad("fields of at most 64 MiB", "more");
        fields.push_back(std::move(*field));
        if (fields.size() > limits::kMostFields) return bad("at most 64 fields a type", "more");
      }
    }
    return {};
  }

  Result<Field> field_of(const Described& described) {
    Field field{described.text("name"), {}};
    const std::string type = described.text("type");
    if (field.name.empty() || type.empty())
      return bad("a field with a name and a type", "one without");
    const double none = is_nested(schema_.generation) ? 255 : -1;
    const double referenced = described.number("referencedType").value_or(none);
    auto read = referenced == none ? value_type(described, type) : reference_type(type, referenced);
    if (!read) return failure(read.error());
    field.type = *read;
    return field;
  }

  Result<FieldType> reference_type(const std::string& name, double id) const {
    const auto row = row_of(id);
    if (!row) return failure(row.error());
    FieldType type;
    type.type = *row;
    const auto shape = collection_named(name);
    if (!shape && name != "ref") return bad("a kind of reference", "\"" + name + "\"");
    type.shape = shape.value_or(Shape::instance);
    return type;
  }

  Result<FieldType> value_type(const Described& described, const std::string& name) {
    FieldType type;
    const std::size_t colon = name.find(':');
    const auto shape = collection_named(std::string_view(name).substr(0, colon));
    if (shape) {
      const std::string item =
          colon == std::string::npos ? described.text("childPrimitive") : name.substr(colon + 1);
      if (item.empty()) return bad("the type of a collection's items", "none");
      type.shape = *shape;
      type.primitive = primitive_named(item);
      return type;
    }
    if (name == "ref") return bad("the type that a field refers to", "none");
    if (name != "quantized") {
      type.primitive = primitive_named(name);
      return type;
    }
    return quantized_type(described);
  }

  Result<FieldType> quantized_type(const Described& described) {
    const auto found = described.instance("quantized");
    if (!found) return bad("the range of a quantized field", "none");
    Quantized quantized;
    quantized.min = found->number("min").value_or(0);
    quantized.max = found->number("max").value_or(0);
    quantized.bits = small_number(found->number("bits"));
    quantized.mode = small_number(found->number("mode"));
    if (quantized.bits != 8 && quantized.bits != 16 && quantized.bits != 32) {
      return bad("8, 16 or 32 bits of a quantized field", std::to_string(quantized.bits));
    }
    FieldType type;
    type.primitive = Primitive::quantized;
    type.quantized = static_cast<std::uint32_t>(schema_.quantized.size());
    schema_.quantized.push_back(quantized);
    return type;
  }

  Described root_;
  std::vector<Described> described_;
  Schema schema_;
  std::size_t field_bytes_ = 0;
};

/// Applies the handshake to a tree of the built-in types. False when something is wrong with it.
bool read_tree(Bytes handshake, Generation generation, State& state) {
  state.reset(reflection_schema(generation));
  Problems problems;
  if (is_nested(generation)) {
    return NestedReader().apply(state, handshake, &problems) == 0 && problems.empty();
  }
  FlatReader().apply(state, handshake, Apply::change, &problems);
  return problems.empty();
}

/// Steps over one structure of numbers, up to and with the mark behind it.
bool skip_numbers(ByteReader& bytes, bool is_list) {
  while (!take(bytes, kSwitch)) {
    if (!bytes.skip(1) || (is_list && !read_index(bytes)) || !read_number(bytes)) return false;
    if (is_list && take(bytes, kTypeId) && !read_index(bytes)) return false;
  }
  return true;
}

}  // namespace

std::optional<Generation> generation_of_handshake(Bytes handshake) {
  ByteReader bytes(handshake);
  const auto first = peek(bytes);
  if (!first) return std::nullopt;
  if (*first < 0x80) return Generation::v0_5;
  // The root, the refId of the list of types, that list, the refId of the first type.
  if (!skip_numbers(bytes, false) || !read_index(bytes)) return std::nullopt;
  if (!skip_numbers(bytes, true) || !read_index(bytes)) return std::nullopt;
  switch (peek(bytes).value_or(0)) {
    case 0x81: return Generation::v1;
    case 0x82: return Generation::v3;
    case 0x80: return Generation::v5;
    default: return std::nullopt;
  }
}

Result<std::shared_ptr<const Schema>> read_handshake(Bytes handshake, Generation nested) {
  const auto recognised = generation_of_handshake(handshake);
  if (!recognised) return bad("a handshake of a generation that is known", "other bytes");
  const Generation generation = is_nested(*recognised) ? nested : *recognised;
  State state;
  if (!read_tree(handshake, generation, state)) {
    return bad("a handshake that can be read to its end", "damaged bytes");
  }
  return SchemaMaker(state, generation).make();
}

bool is_nested_handshake(Bytes bytes) {
  State state;
  const auto first = peek(ByteReader(bytes));
  return first && *first < 0x80 && read_tree(bytes, Generation::v0_5, state) &&
         SchemaMaker(state, Generation::v0_5).make().has_value();
}

}  // namespace scrubjay::colyseus
