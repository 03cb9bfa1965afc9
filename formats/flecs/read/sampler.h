#pragma once

#include <simdjson.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "formats/flecs/read/angle_watch.h"
#include "formats/flecs/read/context.h"
#include "formats/flecs/read/facts.h"
#include "formats/flecs/read/mapping_use.h"
#include "formats/flecs/read/member_kinds.h"
#include "formats/flecs/read/outline.h"
#include "formats/flecs/read/world_state.h"

namespace scrubjay::flecs {

/// A document as the index pass sees it: whose sample it is, and its units by their fingerprints.
struct Sample {
  std::uint64_t source = 0;  ///< the same for all samples of one world, query or entity
  std::vector<std::uint64_t> units;
};

/// Takes documents apart into units, and parses those that were not in the samples in force.
class Sampler {
 public:
  /// Texts of facts are added to those of `index`. `choices` must outlive it.
  Sampler(FileIndex& index, const Choices& choices);

  /// Takes a document whose outline is known. False when it is no strict JSON.
  bool sample(std::string_view data, DocumentKind kind, const Outline& outline, Sample& out);
  /// Sample::source of an entity's own documents.
  static std::uint64_t source_of_entity(std::string_view path) { return fingerprint_of(path, 1); }
  /// A unit of a sample taken.
  Unit& unit(std::uint64_t fingerprint) { return *units_.at(fingerprint).unit; }
  /// Forgets those of `released`, and of the units parsed since the last call, that no sample in
  /// force uses.
  void drop_unused(std::span<const std::uint64_t> released);
  /// What a person's mappings were about.
  const MappingUse& mappings() const { return mappings_; }
  /// Parts left out of the units parsed since the last call (Snapshot::dropped).
  std::uint64_t take_dropped() { return std::exchange(dropped_, 0); }
  /// Whether angles without a unit were met that are too large for radians.
  bool has_degrees() const { return has_degrees_; }
  /// Before the first sample: there will be no other.
  void set_only_document() { member_kinds_.set_only_document(); }

 private:
  /// A unit, and what of its numbers is to be looked at in every sample.
  struct KnownUnit {
    std::unique_ptr<Unit> unit;
    std::uint32_t watches = 0;  ///< MemberKinds::watches() when it was looked at
    bool is_watched = false;
    std::uint32_t angles = 0;  ///< AngleWatch::bits_of() those whose unit is guessed
  };
  struct KnownContext {
    Context context;
    std::uint64_t source = 0;
    std::uint64_t terms = 0;  ///< fingerprint of those of its query; 0: it has none
  };
  static constexpr std::uint64_t kWorldSource = 2;

  std::uint64_t source_of_results(const KnownContext& known, DocumentKind kind);

  bool sample_entity(std::string_view data, DocumentKind kind, const Outline& outline, Sample& out);
  bool sample_results(std::string_view data, DocumentKind kind, const Outline& outline,
                      Sample& out);
  const KnownContext* context_of(std::string_view data, const Outline& outline, DocumentKind kind,
                                 std::uint64_t& fingerprint);
  /// Fills snapshot_ and looks at what the index pass wants to know of values; `add` adds a unit or
  /// a document to it.
  template <class Add>
  void make_snapshot(Add add);
  template <class Add>
  void take_unit(std::uint64_t fingerprint, Add add);
  bool needs_look(std::uint64_t fingerprint, std::string_view text) const;

  TextTable& texts_;
  ComponentTable components_;
  Snapshot snapshot_;
  MappingUse mappings_;
  MemberKinds member_kinds_;
  AngleWatch angle_watch_;
  simdjson::dom::parser parser_;
  simdjson::dom::parser context_parser_;
  std::unordered_map<std::uint64_t, std::unique_ptr<KnownContext>> contexts_;
  std::uint64_t source_before_ = kWorldSource;  ///< of the results before
  std::unordered_map<std::uint64_t, std::uint64_t> source_of_terms_;
  std::unordered_map<std::uint64_t, KnownUnit> units_;
  std::vector<std::uint64_t> newest_units_;  ///< added since drop_unused
  std::string scratch_;
  std::uint64_t next_order_ = 0;
  std::uint64_t dropped_ = 0;
  bool has_degrees_ = false;
};

}  // namespace scrubjay::flecs
