#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace scrubjay::flecs {

// The index pass looks at a document by its units: the elements of `results`, or a whole entity
// document. Most numbers differ from one sample to the next while little else does, and a number
// that changes is no event. So each unit gets a fingerprint of everything in it but its numbers;
// only units whose fingerprint was not in the sample before are parsed.

/// One unit as the scan finds it.
struct UnitShape {
  std::size_t begin = 0;  ///< of its opening bracket
  std::size_t end = 0;    ///< behind its closing one
  /// Of all bytes but plain numbers. Numbers of `id`, `version`, `entities` and `entity_ids` count:
  /// they say which entity it is. Of others counts whether they are integers of so many digits that
  /// a double may not hold them, and of elements of arrays as ScanRules says whether they are 0,
  /// which may stand for no value. Two units with the same fingerprint hold the same entities with
  /// the same components, texts and truth values; that 64 bits agree by chance is not guarded
  /// against.
  std::uint64_t fingerprint = 0;
};

/// What counts in a kind of documents.
struct ScanRules {
  /// The arrays of a 3.x result that tell its entities count whole.
  bool is_columns = false;
  /// Brackets around an element of an array, at most, for a plain 0 to count; 0: it never does.
  unsigned zero_depth = 0;
};

/// Finds the end of the container at `text[begin]` and its fingerprint in one go. False where the
/// text ends before the container does. O(bytes), more than a gigabyte a second.
bool scan_unit(std::string_view text, std::size_t begin, const ScanRules& rules, UnitShape& out);

/// The same without ScanRules::is_columns.
using UnitScanner = bool (*)(std::string_view text, std::size_t begin, unsigned zero_depth,
                             UnitShape& out);

/// Every way that this processor has to do it, the fastest last, the first in plain C++ for any
/// processor. All of them find the same.
std::span<const UnitScanner> unit_scanners();

/// The fingerprint of a text with all of its numbers.
std::uint64_t fingerprint_of(std::string_view text, std::uint64_t seed = 0);

}  // namespace scrubjay::flecs
