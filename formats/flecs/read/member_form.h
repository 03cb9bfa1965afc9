#pragma once

#include <cstdint>

#include "core/ids.h"

namespace scrubjay::flecs {

// One property, one type over time (formats/flecs/README.md, 12): the index pass finds what values
// of a member are like in all documents (member_kinds.h), and decoders write them all in one form
// (member_types.h).

/// How values of a member are written in every frame.
enum class MemberForm : std::uint8_t {
  as_said,    ///< each by itself: they are of one type
  text,       ///< texts, 0 being an empty one
  said_text,  ///< what the document says as text, 0 too
  integer,
  number,
  numbers,  ///< lists of numbers of several lengths
  list,
  group,
};

/// What is told of a member, or of a component as a whole; a later row of a path holds.
struct MemberFormRow {
  TextId path;  ///< the component and its members' names, a line each
  MemberForm form = MemberForm::as_said;
  /// Numbers in quotes are numbers: it was a number without quotes elsewhere.
  bool takes_quoted = false;
  /// Some document has a plain number or text for the component: its 0 is a value, too.
  bool is_scalar = false;
  /// A component that has a value in some documents and none in others.
  bool lacks_value = false;
};

/// Ends the component and each name in MemberFormRow::path.
inline constexpr char kPathEnd = '\n';

}  // namespace scrubjay::flecs
