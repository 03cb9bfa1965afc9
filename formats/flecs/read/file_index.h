#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/growing_column.h"
#include "core/ids.h"
#include "core/text.h"
#include "core/timeline.h"
#include "formats/flecs/read/document.h"
#include "formats/flecs/read/member_form.h"

namespace scrubjay::flecs {

/// The event of samples that cannot be read (formats/flecs/README.md, 11.6).
inline constexpr std::string_view kSamplesMissing = "samples_missing";

/// A document that makes a frame.
struct DocumentRow {
  DocumentRow() : DocumentRow({}, DocumentKind::bare_value, false) {}
  DocumentRow(ByteRange range, DocumentKind what, bool repaired)
      : bytes(range), kind(what), is_repaired(repaired) {}

  ByteRange bytes;  ///< of the whole document, its wrapper included, in FileIndex::text
  DocumentKind kind;
  bool is_repaired;  ///< not strict JSON: to be repaired before it is parsed
  /// The frame from which on a newer document says what this one said; the highest value while
  /// there is none. It may still change, but not for frames that are published.
  std::atomic<std::uint32_t> until{0xFFFFFFFF};
};

/// Which documents make up the state at a frame; its row is its FrameIndex.
struct FrameRow {
  std::uint32_t first_document = 0;  ///< sampled at this frame
  std::uint32_t documents = 0;
  std::uint32_t held = 0;  ///< how many older ones still hold
};

/// From a frame on, a path means an entity; chained from the newest to the oldest.
struct Naming {
  FrameIndex from;
  EntityIndex entity;
  std::uint32_t before = 0;  ///< the next older one, counted from 1; 0: none
};

struct PathRow {
  explicit PathRow(std::string_view text = {}) : path(text) {}
  std::string_view path;
  std::atomic<std::uint32_t> newest{0};  ///< in FileIndex::namings, counted from 1
};

/// A tag that an entity has in some of its frames and lacks in others: it is false there
/// (formats/flecs/README.md, 12).
struct ChangingTag {
  EntityIndex entity;
  TextId id;  ///< ComponentId::text
};

/// What an event says beside its name.
struct EventRow {
  TextId subject;  ///< a component, tag, relation or property; none: nothing
  TextId from;
  TextId to;
};

/// What the index pass leaves for decoders beside the Recording's own tables. Grows while decoders
/// of published frames read it: what a published frame needs does not change any more.
struct FileIndex {
  /// The whole JSON text: the mapped file, or what was inflated. Set before the first frame is
  /// published; lives as long as the reader.
  std::string_view text;
  std::uint64_t most_document_bytes = std::numeric_limits<std::uint64_t>::max();
  bool is_text_cut = false;              ///< what was inflated is not all; that is told already
  GrowingColumn<DocumentRow> documents;  ///< in time order
  GrowingColumn<FrameRow> frames;
  GrowingColumn<PathRow> paths;
  GrowingColumn<Naming> namings;
  GrowingColumn<EventRow> events;  ///< beside the recording's own
  GrowingColumn<ChangingTag> changing_tags;
  GrowingColumn<MemberFormRow> member_forms;
  TextTable texts;  ///< of events
  /// Whether angles without a unit were met that are too large for radians
  /// (formats/flecs/README.md, 13).
  std::atomic<bool> has_degrees{false};
  /// Numbers in quotes are believed then (formats/flecs/README.md, 4.2).
  std::atomic<bool> has_one_document{false};
};

/// Rows of the documents whose values hold at a frame: its own, then older ones, newest first.
/// O(1), but O(documents since the oldest that holds) where older ones do.
void documents_at(const FileIndex& index, FrameIndex frame, std::vector<std::uint32_t>& out);

/// Finds the entity that a path means at a frame. One per thread: it keeps up with the index.
class PathFinder {
 public:
  explicit PathFinder(const FileIndex& index) : index_(&index) {}

  /// None where no entity had that path. O(1) and the changes of its meaning.
  EntityIndex find(std::string_view path, FrameIndex frame);

 private:
  const FileIndex* index_;
  std::unordered_map<std::string_view, std::uint32_t> rows_;
  std::size_t seen_ = 0;
};

/// Hands out the JSON of documents, strict even where the file's is not. One per thread.
class DocumentText {
 public:
  explicit DocumentText(const FileIndex& index) : index_(&index) {}

  /// The document inside of its wrapper; empty where it cannot be read. Lives until the next call,
  /// or as long as the index if the file's own text is strict.
  std::string_view data(const DocumentRow& row);
  /// The same for a document whose text is no strict JSON after all: what is wrong with it stands
  /// in a number, which the index pass does not look at.
  std::string_view repaired_data(const DocumentRow& row);

 private:
  std::string_view inner(std::string_view document) const;

  const FileIndex* index_;
  std::string repaired_;
};

}  // namespace scrubjay::flecs
