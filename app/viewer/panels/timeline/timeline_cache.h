#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "app/viewer/found/known_lifetimes.h"
#include "app/viewer/panels/timeline/event_lane.h"
#include "app/viewer/panels/widgets/work_budget.h"
#include "core/session.h"

namespace scrubjay {

/// Events out of one recording that were found by looking at each once, in slices.
struct EventList {
  std::vector<EventIndex> rows;
  std::size_t looked_at = 0;
};

/// What the timeline knows of one recording besides the recording itself.
struct TimelineOfRecording {
  std::weak_ptr<const Recording> recording;  ///< key

  std::vector<Problem> problems;  ///< those with a frame, in order of it
  std::optional<Problem> ending;  ///< why the recording ends early
  bool ending_dismissed = false;  ///< the user has read it
  std::uint64_t problems_version = 0;
  bool problems_final = false;

  std::size_t events_seen = 0;
  Seconds last_event_time = 0;
  bool events_by_frame = false;  ///< some event lies before its predecessor
  bool events_have_spans = false;

  std::vector<bool> hidden_streams;  ///< key of `shown_events`
  EventList shown_events;            ///< those of streams that are shown; unused while all are

  EventList chapters;                   ///< events of that role, in order of time
  std::vector<Seconds> chapter_begins;  ///< beside them, of the recording: these are looked through
};

/// An entity that has a lane of its own.
struct TimelineOfEntity {
  EntityRef entity;  ///< key
  std::weak_ptr<const Recording> recording;
  EventList events;
  KnownLifetimes lifetimes;
};

/// What a lane draws, and what it was made of: looking at the events of every column costs more
/// than drawing them, and from picture to picture they stay the same.
struct KnownMarks {
  /// Events [0, count) of a recording, which do not change any more.
  struct Source {
    std::size_t place = 0;  ///< in the session
    std::weak_ptr<const Recording> recording;
    std::size_t count = 0;
    Seconds offset = 0;
    bool by_frame = false;
    bool has_spans = false;
  };
  /// How the colours of a mark's samples share its height.
  struct ColorShare {
    std::uint32_t color = 0;
    float share = 0;
  };

  std::vector<Source> sources;  ///< key
  ColumnGrid grid;              ///< key
  const void* theme = nullptr;  ///< key
  std::uint64_t picture = 0;    ///< in which they were drawn last; 0: never
  std::vector<LaneMark> marks;
  std::vector<ColorShare> colors;         ///< of all marks, one after another
  std::vector<std::uint32_t> colors_end;  ///< beside `marks`: behind the last one of each
  std::vector<EventPlace> rarest;         ///< beside `marks`: the event whose name is the rarest
  std::vector<std::uint32_t> by_rarity;   ///< rows of `marks`: those to be called by name first
};

/// What the mouse has taken hold of in the timeline.
struct TimelineDrag {
  enum class Kind : std::uint8_t { none, press, scrub, range, range_begin, range_end, move };
  Kind kind = Kind::none;
  Seconds anchor = 0;         ///< where a new range began, or what is moved was taken hold of
  std::size_t recording = 0;  ///< that is moved in time
  Seconds offset = 0;         ///< that it had
  /// By the last press. The lanes may move when it selects: a second one finds others there.
  bool took_contact = false;
};

/// What the timeline keeps between pictures.
struct TimelineCache {
  std::vector<TimelineOfRecording> recordings;  ///< beside Session::recordings
  std::vector<TimelineOfEntity> entities;       ///< beside the lanes of the selection
  std::array<KnownMarks, 8> marks;              ///< of lanes with all events of their recordings
  KnownMarks other_marks;                       ///< of the lane being drawn; storage only
  std::uint64_t pictures = 0;                   ///< lanes drawn so far, for which marks to forget
  std::vector<EventPlace> spans;
  std::vector<std::pair<float, float>> named;  ///< where names of marks stand; storage only
  TimelineDrag drag;
  std::string menu_request;  ///< the lane, by its place, whose menu opens once; empty: none
  int asked_lanes = 0;       ///< by which they are to be scrolled down in the next picture
  float scroll_bar = 0;      ///< its width, beside the lanes when they have no room [pixels]
  float wanted_height = 0;   ///< of the whole panel, as its lanes need [pixels]; 0: not known
  std::optional<Seconds> last_playhead;
  bool editing_time = false;
  bool edit_begins = false;
  bool edit_failed = false;
  char edit_text[64] = {};
};

/// How many selected entities have a lane of their own.
inline constexpr std::size_t kEntityLanes = 6;

/// Brings the cache up to date with what is open and selected, within the budget. True when all is
/// known; false: call again with the next picture.
bool update_timeline_cache(const Session& session, std::span<const EntityRef> entities,
                           WorkBudget& budget, TimelineCache& cache);

/// The lane of all events: those of visible recordings, or of these those that pass the filter of
/// the event table (FilteredEvents).
std::vector<EventSource> all_events(const Session& session, const TimelineCache& cache,
                                    const std::vector<std::vector<EventIndex>>* passed = nullptr);
/// The events of one entity lane, by its place in `cache.entities`.
EventSource events_of(const TimelineCache& cache, std::size_t lane);

}  // namespace scrubjay
