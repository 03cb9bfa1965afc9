#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <pugixml.hpp>
#include <string>
#include <string_view>

#include "scenery/opendrive/limits.h"

namespace scrubjay::opendrive {

/// One element of a document; lives as long as that.
class XmlNode {
 public:
  explicit XmlNode(pugi::xml_node node) : node_(node) {}

  /// Without its prefix.
  std::string_view name() const;
  /// The first text in it that is not blank, without blanks around.
  std::string_view text() const;
  /// Byte of its '<' in the text.
  std::uint64_t offset() const;
  /// An attribute's value; nothing where it is missing.
  std::optional<std::string_view> raw(const char* attribute) const;
  /// The same without blanks around, as far as `limits::kMostTextBytes`; "" where it is missing.
  std::string attribute(const char* name) const;

  /// Walks through the elements in one.
  class Iterator {
   public:
    explicit Iterator(pugi::xml_node node) : node_(node) { skip_others(); }
    XmlNode operator*() const { return XmlNode(node_); }
    Iterator& operator++() {
      node_ = node_.next_sibling();
      skip_others();
      return *this;
    }
    bool operator==(const Iterator& other) const { return node_ == other.node_; }

   private:
    void skip_others();

    pugi::xml_node node_;
  };
  Iterator begin() const { return Iterator(node_.first_child()); }
  Iterator end() const { return Iterator(pugi::xml_node()); }
  /// The first child of that name.
  std::optional<XmlNode> child(std::string_view name) const;

 private:
  friend class XmlDocument;

  pugi::xml_node node_;
};

/// XML in UTF-8, as far as it is whole. Entities that it declares are never expanded.
class XmlDocument {
 public:
  /// Reads `text`, which has to live as long; what is behind its first `most` bytes or
  /// `most_elements` elements is not read. What looks like an element in a comment counts as one.
  explicit XmlDocument(std::string_view text, std::size_t most = limits::kMostBytes,
                       std::size_t most_elements = limits::kMostElements);

  /// The first element; nothing where another text comes before it, or there is none.
  std::optional<XmlNode> root() const;
  bool declares_entities() const;

  /// Where the text is no XML any more, and why.
  struct Fault {
    std::uint64_t offset = 0;
    std::string what;
  };
  const std::optional<Fault>& fault() const { return fault_; }
  /// Whether there is more of the text than is read; the fault is where that ends.
  bool is_too_long() const { return is_too_long_; }
  /// The first element deeper than limits::kDeepestElement. O(elements).
  std::optional<XmlNode> too_deep() const;
  /// Whether a child of the root has ended before the fault.
  bool is_whole(const XmlNode& child) const;

 private:
  void find_what_is_behind();

  std::string_view text_;
  pugi::xml_document document_;
  std::optional<Fault> fault_;
  bool is_too_long_ = false;
};

}  // namespace scrubjay::opendrive
