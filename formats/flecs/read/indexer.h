#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/recording.h"
#include "formats/flecs/read/documents.h"
#include "formats/flecs/read/file_index.h"
#include "formats/flecs/read/outline.h"
#include "formats/flecs/read/sampler.h"
#include "formats/flecs/read/time_rule.h"
#include "formats/flecs/read/world_state.h"

namespace scrubjay::flecs {

/// The index pass over one text: finds the documents and their times, groups them to frames, and
/// compares each sample with the one before.
class Indexer {
 public:
  /// `parts` are the files of a folder in their order, with where each begins; else empty. Progress
  /// goes through `share` of the file.
  Indexer(FileIndex& index, RecordingBuilder& builder, std::vector<InputPart> parts,
          const Choices& choices, ByteRange share);

  void run();

 private:
  /// What of a world, query or entity was sampled last, and still holds: by all its documents of
  /// one frame.
  struct Source {
    std::vector<std::uint64_t> units;
    /// Rows in FileIndex::documents; none where an error came in their place.
    std::vector<std::uint32_t> documents;
    DocumentKind kind = DocumentKind::empty_result;
    std::size_t frame = 0;  ///< number of the frame in which it was sampled
    bool is_first = false;  ///< it was not sampled before that frame
  };

  void progress(std::uint64_t done);
  bool find();
  void keep_sampled();
  void leave_out_large();
  void mark_removals();
  void sort();
  void drop_repeated();
  std::size_t end_of_frame(std::size_t first) const;
  void take_frame(std::size_t first, std::size_t last, OutlinesAhead& outlines);
  void take_document(std::size_t n, std::uint32_t row, const Outline& outline);
  bool take_sample(std::string_view data, DocumentKind kind, const Outline& outline,
                   std::uint32_t row);
  void take_removal(std::size_t n);
  void replace(Source& source, Sample& sample);
  void drop_older_sources();
  void end_hold(Source& source);
  void use(std::uint64_t fingerprint, bool is_query, bool is_first);
  void release(std::uint64_t fingerprint, bool is_query);
  void take_commands(std::string_view data, Seconds time);
  void mark_gap(std::size_t last);
  void settle_changes();
  std::uint32_t frame_number() const { return static_cast<std::uint32_t>(frames_); }
  void note_repairs(std::uint64_t count, std::uint64_t offset, std::uint64_t invalid_utf8);
  void write_details();
  void report_mappings();
  void tell(Problem problem);
  void problem(Severity severity, std::string code, std::string message, std::uint64_t count,
               std::optional<std::uint64_t> offset = {});

  FileIndex& index_;
  RecordingBuilder& builder_;
  std::vector<InputPart> parts_;
  const Choices& choices_;
  ByteRange share_;
  StreamIndex stream_;
  Sampler sampler_;
  WorldState world_;
  FoundDocuments found_;
  DocumentTimes times_;
  std::unordered_map<std::uint64_t, Source> sources_;
  std::vector<UnitChange> removed_;
  std::vector<UnitChange> added_;
  std::vector<std::uint64_t> released_;
  Sample sample_;
  Outline repaired_outline_;
  std::size_t frames_ = 0;
  std::size_t held_ = 0;       ///< documents of earlier frames that still hold
  std::size_t sampled_ = 0;    ///< those of this frame
  bool are_entities_ = false;  ///< all documents are of single entities
  std::string clock_offered_;  ///< a property that may tell the time; empty: none
  bool has_world_ = false;     ///< in this frame
  std::array<std::uint64_t, kDocumentKinds> kinds_{};
  std::uint64_t documents_ = 0;
  std::uint64_t errors_ = 0;
  std::uint64_t repairs_ = 0;
  std::string scratch_;
  simdjson::dom::parser parser_;
};

}  // namespace scrubjay::flecs
