#pragma once

#include <optional>
#include <string>

#include "analysis/compare/summary.h"
#include "core/json_writer.h"

namespace scrubjay {

/// How the two runs are called: files, or streams of one file.
struct ComparedNames {
  std::string a;
  std::string b;
};

// What a comparison found, from the same functions for the command line and the window.

/// One object. Names and meaning of the fields are a contract with scripts.
void write_comparison(JsonWriter& json, const compare::Plan& plan, const compare::Summary& summary);

/// Numbers that differ by no more than what a change of units or coordinates may round away;
/// whether that is why they differ is not known.
struct Rounding {
  double largest = 0;    ///< how far they are apart
  double tolerance = 0;  ///< with which they are the same, a power of ten
};
/// Nothing where some are farther apart, or no number differs.
std::optional<Rounding> rounding_of(const compare::Summary& summary);

/// A sentence for people where less was compared than they may think: no entity has a match, or no
/// value has a path of Options::only. Empty else, and until all is compared.
std::string little_compared(const compare::Plan& plan, const compare::Summary& summary);

/// What tells the value of one side, in `values`, from that of the other where both read alike:
/// " (string)", its type; of a reference whom it names. Empty for nothing.
std::string text_apart(const compare::Plan& plan, const compare::Item& item,
                       const PropertyTree& values, const compare::ValuePair& pair,
                       compare::Side side);

/// How far two values of that path are apart at an item, for people: of places in metres, of turns
/// in degrees, of anything else as it was recorded. Empty for NaN: no distance.
std::string apart_text(const compare::Plan& plan, std::size_t item, compare::PathId path,
                       double distance);

/// For people on a terminal. May change at any time.
std::string comparison_text(const compare::Plan& plan, const compare::Summary& summary,
                            const ComparedNames& names);

/// JUnit XML: a suite for the pair, a case for frames, entities, events and each path that was
/// compared (Summary::lists_paths), failed with its first difference. Where little was compared a
/// case that is skipped says so.
std::string comparison_junit(const compare::Plan& plan, const compare::Summary& summary,
                             const ComparedNames& names);

/// "frame", "number", "time"; "id", "name", "place"; "auto".
std::string_view to_text(compare::FramesBy by);
std::string_view to_text(compare::EntitiesBy by);

}  // namespace scrubjay
