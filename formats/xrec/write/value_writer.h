#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <vector>

#include "core/little_bytes.h"
#include "core/property_tree.h"
#include "formats/xrec/layout.h"

namespace scrubjay::xrec {

/// Little-endian bytes at the end of a vector.
class ByteWriter {
 public:
  explicit ByteWriter(std::vector<std::byte>& bytes) : bytes_(bytes) {}

  template <class T>
  void little(T value) {
    put_little(bytes_, value);
  }
  void kind(Kind kind) { little(static_cast<std::uint8_t>(kind)); }
  void raw(std::string_view text) { put_bytes(bytes_, std::as_bytes(std::span(text))); }
  /// u32 length, then the bytes.
  void text(std::string_view text) {
    little(static_cast<std::uint32_t>(text.size()));
    raw(text);
  }
  std::size_t position() const { return bytes_.size(); }
  /// Overwrites four bytes written before.
  void put_u32(std::size_t at, std::uint32_t value) {
    set_little_u32(std::span(bytes_).subspan(at), value);
  }

 private:
  std::vector<std::byte>& bytes_;
};

/// The tables of a block being written (formats/xrec/README.md, 5): numbers for strings and types
/// as they come.
class TableBuilder {
 public:
  void clear();
  std::uint32_t string(std::string_view text);
  struct Field {
    std::uint32_t name;
    Kind kind;
  };
  std::uint32_t type(std::uint32_t name, std::uint32_t assembly, std::span<const Field> fields);

  std::uint32_t types() const { return types_; }
  std::size_t bytes() const { return string_bytes_.size() + type_bytes_.size(); }
  /// Both tables as they stand in a block.
  void append_to(std::vector<std::byte>& block) const;

 private:
  std::vector<std::byte> string_bytes_;
  std::vector<std::byte> type_bytes_;
  std::uint32_t strings_ = 0;
  std::uint32_t types_ = 0;
  std::unordered_map<std::string, std::uint32_t> string_numbers_;
  std::unordered_map<std::string, std::uint32_t> type_numbers_;
  std::vector<std::byte> row_;
};

/// Writes properties as values of formats/xrec/README.md, 5.1: what ValueReader makes of a kind
/// becomes that kind again, and every other property something that reads well. What the layout has
/// no kind for is an object of a type of our own, "Scrubjay." and the property's type, which
/// ValueReader reads back as that property:
///
/// | property | object |
/// | --- | --- |
/// | group, table, linechart, shapes | "Scrubjay.group", ...: its children are the fields |
/// | comment, resource, entity | "Scrubjay.comment", ...: `value` |
/// | points | "Scrubjay.points": `values`, an array of f32 or f64 |
/// | vec2, vec3, vec4, quat, color of float64 | "Scrubjay.vec3", ...: `values`, an array of f64 |
///
/// A container with more children than a type may have fields is a map. Units, flags, meanings and
/// styles are not written.
class ValueWriter {
 public:
  /// Without tables (metadata) texts stand where they are, objects become maps, enums integers.
  ValueWriter(TableBuilder* tables, std::vector<std::byte>& bytes) : tables_(tables), out_(bytes) {}

  /// The kind that the node's value is written as; Kind::any for a null.
  Kind kind_of(const PropertyTree& tree, PropertyTree::Node node, unsigned depth) const;
  /// Writes the value as that kind, without a tag.
  void value(const PropertyTree& tree, PropertyTree::Node node, unsigned depth);
  /// Writes the fields of an object or event one after another, each as its kind_of().
  void fields(const PropertyTree& tree, PropertyRange range, unsigned depth);
  /// The number of the type with those fields.
  std::uint32_t type(std::string_view name, std::optional<std::string_view> assembly,
                     const PropertyTree& tree, PropertyRange fields, unsigned depth);

  /// Containers that nest deeper than a file may hold: a text stands in their place.
  std::uint64_t losses() const { return losses_; }

 private:
  Kind integer_kind(const PropertyNode& node, std::string_view tag) const;
  Kind record_kind(const PropertyTree& tree, PropertyTree::Node node, std::string_view tag) const;
  Kind element_kind(const PropertyTree& tree, PropertyTree::Node node, unsigned depth) const;
  void tagged(const PropertyTree& tree, PropertyTree::Node node, unsigned depth);
  void text(std::string_view text);
  void number(const PropertyNode& node, Kind kind);
  void floats(std::span<const double> values);
  void character(const PropertyNode& node);
  void enumeration(const PropertyTree& tree, PropertyTree::Node node);
  void timestamp(const PropertyTree& tree, PropertyTree::Node node);
  void numbers(std::span<const double> values, Kind element);
  void array(const PropertyTree& tree, PropertyTree::Node node, unsigned depth);
  void list(const PropertyTree& tree, PropertyTree::Node node, unsigned depth);
  void map(const PropertyTree& tree, PropertyTree::Node node, unsigned depth);
  void object(const PropertyTree& tree, PropertyTree::Node node, unsigned depth);
  bool own_value(const PropertyTree& tree, PropertyTree::Node node);

  TableBuilder* tables_;
  ByteWriter out_;
  std::uint64_t losses_ = 0;
};

/// Writes a start or end packet's metadata (formats/xrec/README.md, 4.5): the roots of `entries`.
void write_metadata(const PropertyTree& tree, PropertyRange entries, std::vector<std::byte>& out);

}  // namespace scrubjay::xrec
