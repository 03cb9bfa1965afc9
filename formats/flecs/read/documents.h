#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "core/timeline.h"
#include "formats/flecs/read/document.h"

namespace scrubjay::flecs {

/// One document of a text, as far as its upper levels tell.
struct FoundDocument {
  ByteRange bytes;  ///< with its wrapper
  DocumentHead head;
  bool is_repaired = false;
  bool is_removal = false;  ///< an error in place of an entity's document: there is none any more
  std::uint64_t line = 0;   ///< counted from 1
  std::uint64_t place = 0;  ///< among all documents, missing ones counted
  std::uint32_t part = 0;   ///< file of a folder
};

/// All documents of a text in any of its containers (formats/flecs/README.md, 11.1).
struct FoundDocuments {
  std::vector<FoundDocument> documents;
  std::vector<std::uint64_t> missing;  ///< places of those that are null or cannot be read
  std::uint64_t places = 0;            ///< documents, missing ones counted
  /// Documents that are missing: `null` (formats/flecs/README.md, 11.6).
  std::uint64_t nulls = 0;
  std::uint64_t unreadable = 0;  ///< that no rule repairs
  std::uint64_t blanks = 0;      ///< empty lines
  bool is_cut = false;           ///< the last one is not whole
  std::vector<Problem> problems;
};

/// Which entity a document of one is about: its path as the document spells it. Of an error, the
/// one that was not found. Empty for others.
std::string polled_path(std::string_view text, const FoundDocument& document);

struct FindOptions {
  /// Told now and then how many bytes are done; false stops.
  std::function<bool(std::uint64_t)> keep_going = {};
  /// Stops behind that many.
  std::size_t most = ~std::size_t{0};
};

/// Finds the documents of NDJSON, an array, documents one after another, or a single one. One pass
/// that reads little more than the ends of lines. O(bytes); memory grows with the documents.
FoundDocuments find_documents(std::string_view text, const FindOptions& options = {});

}  // namespace scrubjay::flecs
