#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "analysis/compare/pair_comparer.h"
#include "analysis/compare/summary.h"

// What a comparison is called and found, in words for people, wherever they read it.

namespace scrubjay {

/// How the two runs are called: files, or streams of one file.
struct ComparedNames {
  std::string a;
  std::string b;
};

/// "frame", "number", "time"; "id", "name", "place"; "auto".
std::string_view to_text(compare::FramesBy by);
std::string_view to_text(compare::EntitiesBy by);

/// "vehicle.audi.tt (24)"; its id where it has no other name, empty for no entity.
std::string entity_text(const compare::Plan& plan, compare::Subject subject);

/// "120", "120 / 118" where they are others in A and B, "118 of B".
std::string item_frames_text(const compare::Item& item);

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

/// "Nothing fits --ignore pose/locaton.": a sentence on each pattern that no path fits. Empty for
/// none, and until all is compared.
std::string unused_patterns_text(const compare::Plan& plan, const compare::Summary& summary);

/// "Frame 400 of B is not whole, ...": a sentence on each frame in which a file ends and that is
/// left out for it. Empty for none.
std::string cut_frames_text(const compare::Plan& plan);

/// What tells the value of one side, in `values`, from that of the other where both read alike:
/// " (string)", its type; of a reference whom it names. Empty for nothing.
std::string text_apart(const compare::Plan& plan, const compare::Item& item,
                       const PropertyTree& values, const compare::ValuePair& pair,
                       compare::Side side);

/// How far two values of that path are apart at an item, for people: of places in the unit in which
/// they are compared, as tolerances are, of turns in degrees, of anything else as it was recorded.
/// Empty for NaN: no distance.
std::string apart_text(const compare::Plan& plan, std::size_t item, compare::PathId path,
                       double distance);

/// Tells listed differences. Of events, which are listed without what they hold, it looks that up.
/// Both arguments outlive it.
class DifferenceTexts {
 public:
  DifferenceTexts(const compare::Plan& plan, const compare::Summary& summary)
      : plan_(plan), summary_(summary) {}

  /// "31 / 24   7 apart", "lives in A only", "Damage 11 / 8".
  std::string what_differs(const compare::ListedDifference& one);
  /// "3.412 s, frame 120, vehicle.audi.tt (24), position: ...", for one line.
  std::string sentence(const compare::ListedDifference& one);

 private:
  /// Those of a difference that is behind the list's end are looked up.
  std::string values_text(const compare::ListedDifference& one);
  /// "Damage 11 / 8, Crit true / -" where events of that name happen in both runs.
  std::string event_differs(const compare::ListedDifference& one, std::string_view alone);

  /// All of its entity at its item, into `result_`.
  void look_up(const compare::ListedDifference& one);

  const compare::Plan& plan_;
  const compare::Summary& summary_;
  std::optional<compare::Summary> nothing_known_;
  std::optional<compare::PairComparer> comparer_;
  compare::ItemResult result_;
};

}  // namespace scrubjay
