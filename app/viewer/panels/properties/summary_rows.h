#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/found/property_survey.h"
#include "app/viewer/panels/widgets/list_scroll.h"
#include "app/viewer/panels/widgets/work_budget.h"
#include "core/session.h"

namespace scrubjay {

/// Events of one name and tag; those that only say what was there at the start are left out.
struct EventTally {
  std::string_view name;  ///< of the recording
  std::string_view tag;
  EventIndex first;
  std::size_t count = 0;
};

/// What a recording's entities and events are, counted in slices while it grows.
class RecordingTally {
 public:
  /// Names that are told apart; further ones are left out.
  static constexpr std::size_t kMostNames = 1000;

  /// Goes on with what came since; true when all is counted. Begins anew for another recording.
  bool advance(const std::shared_ptr<const Recording>& recording, WorkBudget& budget);
  /// Entities of a kind, without those by which the source describes itself.
  std::size_t count(EntityKind kind) const { return kinds_[static_cast<std::size_t>(kind)]; }
  /// In order of their first event; without those that only tell what there is in the first frame.
  const std::vector<EventTally>& events() const { return events_; }
  bool begins_with_events() const { return begins_with_events_; }
  std::uint64_t version() const { return version_; }

 private:
  std::weak_ptr<const Recording> recording_;
  std::size_t entities_seen_ = 0;
  std::size_t events_seen_ = 0;
  std::array<std::size_t, kEntityKinds> kinds_{};
  std::vector<EventTally> events_;
  bool begins_with_events_ = false;  ///< which are not among these
  std::size_t last_ =
      0;  ///< of `events_`, the one counted last: many events are like the one before
  std::uint64_t version_ = 0;
};

/// One line of what is said while nothing is selected.
struct SummaryRow {
  enum class Type : std::uint8_t {
    title,      ///< of a recording
    heading,    ///< of what follows
    fact,       ///< a name and a value
    kind,       ///< entities of a kind, how many
    event,      ///< events of a name, how often
    traveller,  ///< an entity, how far it goes
    problems,
    hint,  ///< a key and what it does
  };
  Type type = Type::fact;
  std::size_t recording = 0;
  std::string text;
  std::string note;   ///< behind the text, less important
  std::string value;  ///< at the right end
  EntityKind kind = EntityKind::other;
  EntityIndex entity;  ///< of a traveller
  EventIndex event;    ///< the first of that name
};

/// The lines about the recording in a place, added to `rows`. `travels`: null while not known.
void add_summary(const Session& session, std::size_t place, const RecordingTally& tally,
                 const Travels* travels, std::vector<SummaryRow>& rows);
/// What one may do next.
void add_hints(std::vector<SummaryRow>& rows);

/// The next event like `event` after session time `t`, else the first one.
EventIndex next_like(const Recording& recording, EventIndex event, Seconds t);

/// What the summary keeps between pictures.
struct SummaryCache {
  std::vector<RecordingTally> tallies;  ///< beside Session::recordings
  std::vector<SummaryRow> rows;
  std::vector<std::uint64_t> key;  ///< what `rows` was made from
  ListScroll scroll;
};

}  // namespace scrubjay
