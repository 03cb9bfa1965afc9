#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "formats/flecs/choices.h"
#include "formats/flecs/read/document_reader.h"

namespace scrubjay::flecs {

/// Reads the time out of a property of documents (formats/flecs/README.md, 11.3, rule 5). A
/// property is named "Entity/Component/member", or with dots; members of members follow.
class ClockReader {
 public:
  /// `choices` must outlive it.
  explicit ClockReader(const Choices& choices) : reader_(choices) {}

  /// Parses one document; false when it holds no entities or cannot be repaired. O(its bytes).
  bool read(std::string_view text, const FoundDocument& document);
  /// The property's number in the document read last.
  std::optional<double> value(std::string_view clock) const;
  /// Properties of singletons that may tell the time, by their names: time, t, frame, ...
  std::vector<std::string> candidates() const;

 private:
  DocumentReader reader_;
};

/// Whether the member counts frames: frame, tick. Others are seconds.
bool counts_frames(std::string_view clock);

/// The singleton's property whose value increases from document to document, as far as the first
/// ones tell; "" without one. `text` is that of all documents.
std::string find_clock(std::string_view text, const std::vector<FoundDocument>& documents,
                       const Choices& choices);

}  // namespace scrubjay::flecs
