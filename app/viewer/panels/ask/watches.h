#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/viewer/ask/ask_job.h"
#include "app/viewer/ask/watch.h"
#include "app/viewer/panel.h"
#include "core/concurrency/awaited.h"
#include "core/coordinate_system.h"

namespace scrubjay {

/// Each has a lane, and goes through all frames.
inline constexpr std::size_t kMostWatches = 8;

/// Where a condition holds, or what the numbers of an expression are.
struct WatchFound {
  std::vector<WatchBand> bands;
  std::vector<WatchedNumbers> numbers;
};

/// A condition or an expression of ViewState::watched, and what was found of it.
struct Watch {
  explicit Watch(std::string sql);

  const std::string condition;
  const bool names_time;  ///< it holds elsewhere once a recording is moved in time

  /// Of what it is asked: it is asked again when that is something else.
  struct Asked {
    std::vector<AskedKey> recordings;
    std::vector<Seconds> offsets;  ///< none where the condition names no time
    std::optional<CoordinateSystem> coordinates;
    bool operator==(const Asked&) const = default;
  };
  std::optional<Asked> asked;  ///< none: it waits for others

  bool asks_numbers = false;  ///< first, where it may be an expression for one
  AskJob job;
  WatchFound found;
  std::uint64_t found_of = 0;  ///< the job's number that it is of, once that has ended
  Awaited<WatchFound> making;

  /// Where it holds is not known yet.
  bool is_running() const { return !asked || job.is_running() || making.is_running(); }
  bool is_of_numbers() const { return !found.numbers.empty(); }
  /// The least and the greatest number: of all that is visible at a session time, or at any time.
  std::optional<ValuePlot::Extent> numbers_at(const Session& session, Seconds t) const;
  std::optional<ValuePlot::Extent> extent() const;
  /// See neighbour_band() and bands_at().
  std::optional<PlacedBand> neighbour(const Session& session, Seconds t, int direction) const;
  std::vector<PlacedBand> at(const Session& session, Seconds t, Seconds reach) const;
};

/// What is kept of the watches between pictures.
struct Watches {
  std::vector<std::unique_ptr<Watch>> all;   ///< in the order of ViewState::watched
  std::vector<std::unique_ptr<Watch>> gone;  ///< that are still stopping
  Seconds played_from = 0;  ///< where the playhead stood before playback moved it in this picture
};

/// Follows what is watched, each picture; stops playback where a watch is to do that.
void update_watches(PanelContext& context);

/// The watch of `ViewState::watched[index]`; null before it was followed.
Watch* watch_of(const PanelContext& context, std::size_t index);

/// Where any of the watches begins to hold for an entity, after (+1) or before (-1) the playhead.
std::optional<PlacedBand> neighbour_watched(const PanelContext& context, int direction);
/// Goes to its begin and selects the entity.
void go_to_band(PanelContext& context, const PlacedBand& band);

}  // namespace scrubjay
