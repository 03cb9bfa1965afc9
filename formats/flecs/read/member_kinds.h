#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "core/growing_column.h"
#include "core/text.h"
#include "formats/flecs/read/member_form.h"
#include "formats/flecs/read/snapshot.h"

namespace scrubjay::flecs {

/// Finds, while the index pass goes through the documents, what values each member has, and tells
/// of those that are not of one type by themselves.
class MemberKinds {
 public:
  /// Rows are added to `out`, with texts of `texts`.
  MemberKinds(TextTable& texts, GrowingColumn<MemberFormRow>& out) : texts_(texts), out_(out) {}

  /// Before the first document: numbers in quotes need no other document then.
  void set_only_document() { is_only_document_ = true; }
  /// Takes the values of some units. Components that turn out to be plain values become so in
  /// `components`: true when there were some, and the snapshot is to be made again.
  bool look_at(const Snapshot& snapshot, ComponentTable& components);
  /// Whether a number without a point in place of one with it could change how one is written: the
  /// unit is to be looked at in every sample. What was said before holds until watches() counts on.
  bool is_watched(const Snapshot& snapshot) const;
  /// Grows when units that were not watched have to be looked at again.
  std::uint32_t watches() const { return static_cast<std::uint32_t>(watched_.size()); }

 private:
  using Bits = std::uint32_t;
  struct Known {
    Bits bits = 0;
    MemberFormRow told;
  };

  Bits bits_of(const simdjson::dom::element& value, const Schema* schema, std::string& path,
               unsigned depth);
  Bits array_bits(const simdjson::dom::array& array, const Schema* schema, std::string& path,
                  unsigned depth);
  Bits object_bits(const simdjson::dom::object& object, const Schema* schema, std::string& path,
                   unsigned depth);
  void look_at_part(std::string_view name, const simdjson::dom::element& value,
                    const Schema* schema, std::string& path, unsigned depth, Bits also);
  void see_elements(const std::string& path, Bits bits);
  const Known* see(const std::string& path, Bits bits);
  MemberFormRow row_of(Bits bits) const;

  TextTable& texts_;
  GrowingColumn<MemberFormRow>& out_;
  std::unordered_map<std::string, Known> kinds_;
  std::unordered_set<std::string> watched_;  ///< ComponentId::text
  bool is_only_document_ = false;
};

}  // namespace scrubjay::flecs
