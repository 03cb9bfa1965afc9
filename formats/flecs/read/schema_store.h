#pragma once

#include <simdjson.h>

#include <string>
#include <string_view>
#include <unordered_map>

#include "formats/flecs/read/schema.h"

namespace scrubjay::flecs {

/// Schema tables of `type_info` objects that stand inside of rows (formats/flecs/README.md, 8.2).
/// Every row of every frame repeats them, so they are found by what they say and not made again.
class SchemaStore {
 public:
  /// So many bytes of objects are kept for later; more only until trim().
  static constexpr std::size_t kMostKeptBytes = std::size_t{1} << 20;

  /// Of that object, from an earlier one that says the same. Lives until a trim(). O(its values).
  const SchemaTable& table_of(const simdjson::dom::element& type_info);
  /// Forgets all where they have become too many; whoever has a table must not use it any more.
  void trim();

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  std::unordered_map<std::string, SchemaTable, Hash, std::equal_to<>> tables_;
  std::size_t bytes_ = 0;  ///< of the objects
  std::string said_;       ///< kept for its storage
};

}  // namespace scrubjay::flecs
