#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace scrubjay::flecs {

/// What a document is (formats/flecs/README.md, 1).
enum class DocumentKind : std::uint8_t {
  entity3,
  iterator3,  ///< a 3.x query: columns, with the query's ids at the top
  world3,     ///< columns of whole tables
  rows3,      ///< rows mode of 3.2.11 and 3.2.12
  entity4,
  query_rows4,  ///< rows with `fields`
  table_rows4,  ///< rows of whole tables of a query
  world4,
  empty_result,
  error,
  world_statistics,
  pipeline_statistics,
  commands,
  capture_reply,  ///< `{"frame": 159}`, of /commands/capture
  old_format,     ///< development versions before 3.0
  bare_value,
  bare_schema,
};
inline constexpr std::size_t kDocumentKinds = 17;

/// "4.x world", ...: how people and `details` read it.
std::string_view to_text(DocumentKind kind);

/// True for kinds that hold entities.
bool has_entities(DocumentKind kind);
constexpr bool is_entity(DocumentKind kind) {
  return kind == DocumentKind::entity3 || kind == DocumentKind::entity4;
}
/// True for kinds that hold everything there is: what is missing is gone
/// (formats/flecs/README.md, 11.4).
constexpr bool is_world(DocumentKind kind) {
  return kind == DocumentKind::world3 || kind == DocumentKind::world4;
}
/// True for results that are columns of several entities (formats/flecs/README.md, 7).
constexpr bool is_columns(DocumentKind kind) {
  return kind == DocumentKind::iterator3 || kind == DocumentKind::world3;
}

/// The upper levels of one document. Views and offsets are of the text given.
struct DocumentHead {
  DocumentKind kind = DocumentKind::bare_value;
  /// In `{"time":…, "frame":…, "data":…}` (formats/flecs/README.md, 11.2).
  bool is_wrapped = false;
  std::optional<double> time;         ///< as the wrapper has it
  std::optional<std::int64_t> frame;  ///< likewise
  std::size_t data_begin = 0;         ///< of the document inside of the wrapper
  std::size_t data_end = 0;
  /// Where the opening bracket of `results` is; npos without.
  std::size_t results = std::string_view::npos;
};

/// Reads the members of a document's top level and of its first result, without a tree. `text` is
/// one document; it may be no strict JSON, and then what is found may be wrong. Nothing when the
/// brackets do not match. O(bytes in front of `results`), O(bytes) for others.
std::optional<DocumentHead> read_head(std::string_view text);

/// What a document's rows and columns share that no single one of them tells. Looks at the first
/// 64 KiB, so that it costs the same for every document.
struct DocumentTraits {
  bool has_parents = false;  ///< entities are named beside a `parent`, not by their paths
  bool is_rows3 = false;

  bool operator==(const DocumentTraits&) const = default;
};
DocumentTraits read_traits(std::string_view data, DocumentKind kind);

}  // namespace scrubjay::flecs
