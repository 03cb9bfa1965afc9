#pragma once

#include <string>
#include <string_view>

#include "formats/flecs/choices.h"
#include "formats/flecs/read/context.h"
#include "formats/flecs/read/documents.h"
#include "formats/flecs/read/snapshot.h"

namespace scrubjay::flecs {

/// Parses single documents, for questions that the index pass does not ask.
class DocumentReader {
 public:
  /// `choices` must outlive it.
  explicit DocumentReader(const Choices& choices) : components_(choices), snapshot_(components_) {}

  /// Parses one document; false when it holds no entities or cannot be repaired. O(its bytes).
  bool read(std::string_view text, const FoundDocument& document);
  /// Of the document read last; it lives until the next one is read.
  const Snapshot& snapshot() const { return snapshot_; }

 private:
  ComponentTable components_;
  Snapshot snapshot_;
  Context context_;
  simdjson::dom::parser parser_;
  std::string repaired_;
};

}  // namespace scrubjay::flecs
