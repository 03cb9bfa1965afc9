#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/viewer/ask/ask_job.h"

namespace scrubjay {

/// Where a row of a result leads, in a recording.
struct AskMoment {
  std::size_t asked = 0;        ///< place among those that were asked
  std::optional<Seconds> time;  ///< the recording's own
  std::vector<EntityIndex> entities;
};

/// Where rows lead by their columns recording, time (or frame, or when it begins) and entity (or a
/// and b), those that there are. What it is made with outlives it.
class AskMoments {
 public:
  AskMoments(const AskRows& rows, const std::vector<AskedRecording>& asked);

  /// Nothing where a row leads nowhere, and for a recording that was let go. Entities only where it
  /// is known of which recording they are.
  std::optional<AskMoment> of(std::size_t row) const;
  /// Cells of the column are entities, as far as they are.
  bool is_of_entities(std::size_t column) const {
    return column == entity_ || (!entity_ && a_ && b_ && (column == a_ || column == b_));
  }
  /// The entity that a cell is; null for others, and where nobody knows of which recording.
  struct NamedEntity {
    const Recording* recording = nullptr;
    EntityIndex entity;
  };
  NamedEntity entity(std::size_t row, std::size_t column) const;
  /// What a cell shows in place of its value where it is an entity: its name and id, since the row
  /// of an entity, which tables have, tells nobody anything. Nothing for others.
  std::optional<std::string> entity_name(std::size_t row, std::size_t column) const;
  bool has_time() const { return time_ || frame_; }

 private:
  using Column = std::optional<std::size_t>;
  const AskedRecording* recording(std::size_t row) const;
  std::optional<double> number(std::size_t row, Column column) const;
  std::optional<std::size_t> index(std::size_t row, Column column, std::size_t count) const;

  const AskRows& rows_;
  const std::vector<AskedRecording>& asked_;
  Column recording_, time_, frame_, entity_, a_, b_;
};

/// The same in the session.
struct AskPlace {
  std::size_t recording = 0;    ///< place in the session
  std::optional<Seconds> time;  ///< of the session
  std::vector<EntityIndex> entities;
};

/// Nothing for a recording that is open no more.
std::optional<AskPlace> place_of(const AskMoment& moment, const std::vector<AskedRecording>& asked,
                                 const Session& session);
std::optional<AskPlace> place_of_row(const AskRows& rows, std::size_t row,
                                     const std::vector<AskedRecording>& asked,
                                     const Session& session);

}  // namespace scrubjay
