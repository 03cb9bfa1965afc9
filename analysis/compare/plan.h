#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/compare/entity_matching.h"
#include "analysis/compare/frame_pairing.h"
#include "analysis/compare/options.h"
#include "analysis/compare/path_rules.h"
#include "analysis/compare/path_table.h"
#include "analysis/compare/same_frames.h"

namespace scrubjay::compare {

/// An entity of A with its match, or an entity of B that has none: A's rows, then B's.
using Subject = RowId<struct SubjectTag>;

/// What is compared with what, all that is known before frames are held against each other. Does
/// not change, but for paths that are added; any thread.
class Plan {
 public:
  Plan(Sides sides, Options options, Pairing pairing, std::optional<double> offset_agreement,
       const std::atomic<bool>& cancelled);
  /// With the pairs of another plan; its options and these have the same ones (has_same_pairs).
  Plan(const Plan& before, Options options);
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  const Recording& a() const { return *sides_.a; }
  const Recording& b() const { return *sides_.b; }
  const Sides& sides() const { return sides_; }
  const Options& options() const { return options_; }
  const Pairing& pairing() const { return pairing_; }
  const std::vector<Item>& items() const { return pairing_.items; }
  const Matches& matches() const { return matches_; }
  /// The frame of A of a pair stands for that of B, too: they hold the same.
  bool has_one_frame(const Item& item, const Frame& a) const {
    return item.a == item.b && item.a.value < same_.frames && pairing_.by != FramesBy::time &&
           (a.entities.empty() || a.entities.back().index.value < same_.entities);
  }
  /// How well events agree under an offset that was found; nothing where one was given.
  std::optional<double> offset_agreement() const { return offset_agreement_; }
  const PathRules& rules() const { return rules_; }
  PathTable& paths() const { return paths_; }

  /// A's time; of a frame of B alone its time with the offset.
  Seconds time(const Item& item) const;
  /// In which the frames of an item are compared.
  CoordinateSystem coordinates(const Item& item) const;
  /// The streams that the frames of an item are of: a place in the lists, for A alone and B alone
  /// those behind the ones that have both.
  std::size_t stream_of(const Item& item) const;

  std::size_t subject_count() const { return a().entity_count() + b().entity_count(); }
  Subject subject_of_a(EntityIndex entity) const { return Subject(entity.value); }
  Subject subject_of_b(EntityIndex entity) const {
    const EntityIndex match = matches_.of_b[entity.value];
    return match.exists() ? Subject(match.value) : Subject(a().entity_count() + entity.value);
  }
  /// None: it is an entity of the other side only.
  EntityIndex entity_a(Subject subject) const;
  EntityIndex entity_b(Subject subject) const;
  bool is_matched(Subject subject) const {
    return entity_a(subject).exists() && entity_b(subject).exists();
  }
  std::string_view name_of(Subject subject) const;
  /// A's, or B's of what is in B only; empty for no subject.
  std::string_view id_of(Subject subject) const;

  /// --entity leaves all, or this one.
  bool is_chosen(Subject subject) const { return chosen_.empty() || chosen_[subject.value]; }
  bool has_choice() const { return !chosen_.empty(); }

  /// The entity that an id names in a stream; none for no entity. The first of a re-used id.
  EntityIndex named_in_a(StreamIndex stream, std::string_view id) const;
  EntityIndex named_in_b(StreamIndex stream, std::string_view id) const;
  /// Whether two ids name one entity, or neither names any and they are the same text.
  bool is_same_reference(StreamIndex stream_a, std::string_view a, StreamIndex stream_b,
                         std::string_view b) const;

 private:
  void choose();

  Sides sides_;
  Options options_;
  Pairing pairing_;
  std::optional<double> offset_agreement_;
  PathRules rules_;
  IdIndex ids_of_a_;
  IdIndex ids_of_b_;
  Matches matches_;
  SameFrames same_;
  std::vector<bool> chosen_;  ///< by subject; empty: all
  mutable PathTable paths_;
};

/// Finds the offset where it is to be found, pairs frames and matches entities. Null once
/// cancelled. Errors: "no-such-entity" when neither has one of Options::entities; "no-frames" when
/// neither has frames.
/// `before`, a plan of the same sides or null, saves finding pairs that it has.
Result<std::unique_ptr<const Plan>> plan_comparison(Sides sides, Options options,
                                                    const std::atomic<bool>& cancelled,
                                                    const Plan* before = nullptr);

}  // namespace scrubjay::compare
