#pragma once

#include <cstddef>
#include <deque>
#include <string_view>
#include <unordered_map>

#include "core/growing_column.h"
#include "core/text.h"
#include "formats/flecs/component_id.h"
#include "formats/flecs/read/member_form.h"
#include "formats/flecs/read/schema.h"

namespace scrubjay::flecs {

/// What all documents together tell of a member.
struct MemberNode {
  MemberForm form = MemberForm::as_said;
  bool takes_quoted = false;
  bool is_told = false;  ///< else it only has members of which something is told
  std::unordered_map<std::string_view, const MemberNode*> members;  ///< elements: "0", "1", ...
};

/// What is known of a value beside itself.
struct ValueType {
  const Schema* schema = nullptr;    ///< as its document says
  const MemberNode* told = nullptr;  ///< null: nothing
  bool takes_quoted = false;         ///< where nothing is told of numbers in quotes

  MemberForm form() const { return told != nullptr ? told->form : MemberForm::as_said; }
  bool takes_quoted_numbers() const {
    return told != nullptr && told->is_told ? told->takes_quoted : takes_quoted;
  }
  /// Of a member at place `i`.
  ValueType member(std::string_view name, std::size_t i) const;
  /// Of an array's element.
  ValueType element(std::string_view index) const;
};

/// Hands them to components. One per thread: it keeps up with the index.
class MemberTypes {
 public:
  /// All must outlive it.
  MemberTypes(const TextTable& texts, const GrowingColumn<MemberFormRow>& rows,
              ComponentTable& components)
      : texts_(texts), rows_(rows), components_(components) {}

  /// What the index has now is told to `components`; what was told before stays there.
  void keep_up();

 private:
  MemberNode& node_of(std::string_view path);

  const TextTable& texts_;
  const GrowingColumn<MemberFormRow>& rows_;
  ComponentTable& components_;
  std::deque<MemberNode> nodes_;
  std::unordered_map<std::string_view, MemberNode*> by_path_;
  std::size_t seen_ = 0;
};

}  // namespace scrubjay::flecs
