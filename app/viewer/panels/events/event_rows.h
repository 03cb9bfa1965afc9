#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/viewer/comment_lookup.h"
#include "app/viewer/found/contact_list.h"
#include "app/viewer/held_places.h"
#include "app/viewer/panels/events/event_texts.h"
#include "app/viewer/panels/widgets/list_scroll.h"
#include "app/viewer/panels/widgets/work_budget.h"
#include "core/events_about.h"
#include "core/session.h"

namespace scrubjay {

/// What the text of the event filter asks for. All parts must hold; case does not matter.
///
///     brake tag:physics entity:24 "traffic light"
///
/// Words are looked for in name, tag, and the entity's name and id; `tag:`, `name:` and `entity:`
/// in that alone. Double quotes hold words together.
struct EventFilter {
  std::vector<std::string> words;
  std::vector<std::string> names;
  std::vector<std::string> tags;
  std::vector<std::string> entities;

  bool empty() const { return words.empty() && names.empty() && tags.empty() && entities.empty(); }
  bool operator==(const EventFilter&) const = default;
};

EventFilter parse_event_filter(std::string_view text);
bool matches(const EventFilter& filter, const Recording& recording, const EventInfo& event);

/// An event of an open recording, or a person's comment or a contact, which stand among them.
struct EventRef {
  std::uint32_t recording = 0;
  EventIndex event;
  CommentIndex comment = {};               ///< exists: a comment, and `event` is none
  const ListedContact* contact = nullptr;  ///< `event` is none; valid while the rows have it
  bool operator==(const EventRef&) const = default;
};

/// What chooses the rows of the event table.
struct EventRowsKey {
  std::vector<const Recording*> recordings;
  std::vector<Seconds> offsets;
  std::vector<bool> visible;
  std::vector<std::vector<bool>> hidden_streams;
  std::vector<std::size_t> comments;  ///< how many are known
  /// Beside them; those that are known.
  std::vector<std::shared_ptr<const FoundContactList>> contacts;
  std::string filter;
  bool of_selection = false;
  std::vector<EntityRef> selected;  ///< empty unless of_selection
  bool opens_start = false;         ///< what lives in the first frame is listed one by one
  /// Leaves something out.
  bool is_filtering() const { return of_selection || !filter.empty(); }
  bool operator==(const EventRowsKey&) const = default;
};

/// The row over all that lives in the first frame of a client: each was recorded as an event, but
/// nothing happened.
struct EventStart {
  std::size_t row = 0;
  std::size_t count = 0;  ///< events below it
  StreamIndex stream;
};

/// The events and comments that pass a filter, of all recordings, in order of time. Found in
/// slices; grows while recordings are indexed. O(events) in all, 12 bytes a row, and 4 more while
/// a filter is on.
class EventRows {
 public:
  /// Begins anew when the key differs; true then.
  bool set_key(const Session& session, EventRowsKey key);
  /// Goes on; true when every event that is known has been looked at.
  bool advance(const Session& session, WorkBudget& budget);

  std::size_t size() const { return rows_.size(); }
  const EventRef& operator[](std::size_t row) const { return rows_[row]; }
  std::size_t looked_at() const { return looked_at_; }
  /// The row over what was there at the start, which has the first of its events; null for others.
  const EventStart* start_at(std::size_t row) const;
  /// How many events and comments rows [first, last) stand for, those that are folded included.
  std::size_t listed(std::size_t first, std::size_t last) const;
  /// What passes of each recording; null where all do.
  const std::vector<std::vector<EventIndex>>* passed() const {
    return key_.is_filtering() ? &passed_ : nullptr;
  }
  /// The first row whose session time is not before `t`. O(log n).
  std::size_t first_at(const Session& session, Seconds t) const;
  /// The first row whose session time is after `t`. O(log n).
  std::size_t first_after(const Session& session, Seconds t) const;

 private:
  /// The next one that was not looked at of all events (or comments) of a recording, or nothing.
  enum class Kind : std::uint8_t { event, comment, contact };
  std::optional<EventRef> next_of(std::size_t recording, Kind kind, std::size_t events) const;
  const FoundContactList* contacts_of(std::size_t recording) const;
  bool passes(const Session& session, const EventRef& ref);
  bool is_of_selection(const EventRef& ref, const EventInfo& event);
  void add(const Session& session, const EventRef& ref);
  bool fold(const Session& session, const EventRef& ref);

  EventRowsKey key_;
  HeldPlaces places_;
  EventFilter filter_;
  CommentLookup comments_;
  std::vector<std::size_t> next_;  ///< by recording: the event to be looked at next
  std::vector<std::size_t> next_comment_;
  std::vector<std::size_t> next_contact_;
  std::vector<EventRef> rows_;
  std::vector<EventStart> starts_;  ///< by row
  std::vector<std::vector<EventIndex>> passed_;
  /// By recording; null where nobody of it is selected. Kept while the key is.
  std::vector<std::unique_ptr<EventsAbout>> about_;
  std::size_t looked_at_ = 0;
};

/// What is listed of an event; of a comment its text as the name, with the tag "comment"; of a
/// contact its title, with the tag "derived".
EventInfo listed_event(const Session& session, const EventRef& ref);
/// Session time at which an event is listed: that of its frame, in which rows are sorted.
Seconds listed_time(const Session& session, const EventRef& ref);
/// Session time of the event itself, to seek to.
Seconds event_time(const Session& session, const EventRef& ref);
/// All events of visible recordings known so far.
std::size_t count_events(const Session& session);

/// All comments of visible recordings known so far.
std::size_t count_comments(const Session& session);

/// What the event table keeps between pictures.
struct EventRowsCache {
  EventRows rows;
  EventTexts texts;
  ListScroll scroll;
  MouseRest rest;
  static constexpr std::size_t kUnknown = static_cast<std::size_t>(-1);
  std::size_t followed_row = kUnknown;  ///< rows up to the playhead when it was last scrolled to
  /// A row was clicked that leads here: it is under the mouse and stays there.
  std::optional<Seconds> clicked;
  bool is_done = false;  ///< every event that is known was held against the filter
  // Of events that are shown beside their entities [pixels at 100 %].
  float widest_name = 0;  ///< columns are as wide
  float widest_seen = 0;  ///< of these rows so far
};

}  // namespace scrubjay
