#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/mcap/read/file_map.h"

namespace scrubjay::mcap {

/// One frame as the index in a file tells of it (formats/mcap/README.md, 6.1). Rows count entities
/// in the order in which they come. Views point into what was inflated and live during a visit.
struct CarriedFrame {
  struct NewEntity {
    std::string_view label, id, name;
  };
  struct OneEvent {
    std::uint32_t message = 0;  ///< from that of the frame
    double time = 0, end = 0;
    std::uint64_t entity = 0;  ///< row + 1; 0: none
    std::string_view name, tag, role;
    std::uint32_t order = 0;
  };

  std::uint16_t channel = 0;
  std::int64_t number = 0;
  double time = 0;
  std::uint32_t block = 0, message = 0;  ///< of its own message
  std::uint32_t sequence = 0;
  std::vector<NewEntity> entities;
  std::vector<std::uint64_t> begins, ends;                       ///< rows
  std::vector<std::pair<std::uint64_t, std::uint64_t>> parents;  ///< row, row of its parent
  std::vector<OneEvent> events;
};

/// The index that a file of ours carries as an attachment.
class CarriedIndex {
 public:
  /// Of a file whose summary could be used. Nothing where there is none, its sum is wrong, or it is
  /// of other chunks: the file was changed since.
  static std::optional<CarriedIndex> find(Bytes file, const FileMap& map);

  /// What tells the chunks of a file from any others: of their places, sizes and sums.
  static std::uint32_t sum_of(const std::vector<Block>& blocks);

  /// Calls `visit` for each frame in order. False where it cannot be read to its end, and where
  /// `visit` said so. Memory: one piece of it, inflated.
  bool each_frame(const std::function<bool(const CarriedFrame&)>& visit) const;

 private:
  explicit CarriedIndex(Bytes pieces) : pieces_(pieces) {}

  Bytes pieces_;
};

}  // namespace scrubjay::mcap
