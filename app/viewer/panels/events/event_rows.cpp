#include "app/viewer/panels/events/event_rows.h"

#include <algorithm>
#include <limits>

#include "app/shared/contact_events.h"
#include "app/shared/start_events.h"
#include "core/growing_column.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// Takes the next part of a filter off `text`: up to white space outside of double quotes, quotes
/// removed.
std::string next_part(std::string_view& text) {
  std::string part;
  bool quoted = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == ' ' || c == '\t')) {
      break;
    } else {
      part += c;
    }
  }
  text.remove_prefix(at);
  return part;
}

bool all_in(const std::vector<std::string>& parts, std::string_view text) {
  return std::ranges::all_of(
      parts, [&](const std::string& part) { return contains_ignoring_case(text, part); });
}

bool is_entity(const EntityInfo& entity, std::string_view part) {
  return contains_ignoring_case(entity.name, part) || entity.id == part;
}

/// Fewer are not worth a row of their own.
constexpr std::size_t kFoldedFrom = 3;
/// Clients whose start has such a row.
constexpr std::size_t kMostStarts = 64;

}  // namespace

EventFilter parse_event_filter(std::string_view text) {
  EventFilter filter;
  while (true) {
    const std::size_t begin = text.find_first_not_of(" \t");
    if (begin == std::string_view::npos) return filter;
    text.remove_prefix(begin);
    std::string part = next_part(text);
    const auto take = [&](std::string_view prefix, std::vector<std::string>& into) {
      if (!part.starts_with(prefix)) return false;
      if (part.size() > prefix.size()) into.push_back(part.substr(prefix.size()));
      return true;
    };
    if (take("tag:", filter.tags) || take("name:", filter.names) ||
        take("entity:", filter.entities) || part.empty()) {
      continue;
    }
    filter.words.push_back(std::move(part));
  }
}

bool matches(const EventFilter& filter, const Recording& recording, const EventInfo& event) {
  if (!all_in(filter.names, event.name) || !all_in(filter.tags, event.tag)) return false;
  const EntityInfo entity = event.entity.exists() ? recording.entity(event.entity) : EntityInfo{};
  if (!filter.entities.empty() && !event.entity.exists()) return false;
  for (const std::string& part : filter.entities) {
    if (!is_entity(entity, part)) return false;
  }
  return std::ranges::all_of(filter.words, [&](const std::string& word) {
    return contains_ignoring_case(event.name, word) || contains_ignoring_case(event.tag, word) ||
           contains_ignoring_case(entity.name, word) || contains_ignoring_case(entity.id, word);
  });
}

EventInfo listed_event(const Session& session, const EventRef& ref) {
  const Recording& recording = *session.recordings[ref.recording].recording;
  if (ref.contact != nullptr) {
    const Contact& contact = ref.contact->contact;
    return {.frame = contact.first,
            .time = contact.begin,
            .end = contact.end,
            .entity = contact.entity,
            .name = ref.contact->title,
            .tag = kDerivedTag};
  }
  if (!ref.comment.exists()) return recording.event(ref.event);
  const CommentInfo comment = recording.comment(ref.comment);
  const Seconds time = recording.timeline().time(comment.frame);
  return {.frame = comment.frame,
          .time = time,
          .end = time,
          .entity = comment.entity,
          .name = comment.text,
          .tag = "comment"};
}

Seconds listed_time(const Session& session, const EventRef& ref) {
  const OpenRecording& open = session.recordings[ref.recording];
  return open.recording->timeline().time(listed_event(session, ref).frame) + open.offset;
}

Seconds event_time(const Session& session, const EventRef& ref) {
  return listed_event(session, ref).time + session.recordings[ref.recording].offset;
}

std::size_t count_events(const Session& session) {
  std::size_t count = 0;
  for (const OpenRecording& open : session.recordings) {
    if (open.visible) count += open.recording->event_count();
  }
  return count;
}

std::size_t count_comments(const Session& session) {
  std::size_t count = 0;
  for (const OpenRecording& open : session.recordings) {
    if (open.visible && open.recording->is_indexed()) count += open.recording->comment_count();
  }
  return count;
}

bool EventRows::set_key(const Session& session, EventRowsKey key) {
  if (key == key_ && next_.size() == session.recordings.size()) return false;
  key_ = std::move(key);
  places_.hold(session);
  filter_ = parse_event_filter(key_.filter);
  next_.assign(session.recordings.size(), 0);
  next_comment_.assign(session.recordings.size(), 0);
  next_contact_.assign(session.recordings.size(), 0);
  comments_.update(session);
  rows_.clear();
  starts_.clear();
  passed_.assign(session.recordings.size(), {});
  about_.clear();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    std::vector<EntityIndex> selected;
    const std::size_t entities = session.recordings[i].recording->entity_count();
    for (const EntityRef& one : key_.selected) {
      if (one.recording == i && one.entity.value < entities) selected.push_back(one.entity);
    }
    about_.push_back(selected.empty()
                         ? nullptr
                         : std::make_unique<EventsAbout>(session.recordings[i].recording,
                                                         std::move(selected), std::nullopt));
  }
  looked_at_ = 0;
  return true;
}

/// Events are of it, or name it; of a contact either is.
bool EventRows::is_of_selection(const EventRef& ref, const EventInfo& event) {
  EventsAbout* const about = about_[ref.recording].get();
  if (about == nullptr) return false;
  if (ref.event.exists()) return about->is_about(ref.event);
  const auto selects = [&](EntityIndex entity) {
    return std::ranges::find(key_.selected, EntityRef{ref.recording, entity}) !=
           key_.selected.end();
  };
  return selects(event.entity) || (ref.contact != nullptr && selects(ref.contact->contact.other));
}

bool EventRows::passes(const Session& session, const EventRef& ref) {
  const Recording& recording = *session.recordings[ref.recording].recording;
  const EventInfo event = listed_event(session, ref);
  if (!session.is_shown(ref.recording, recording.timeline().stream(event.frame))) return false;
  // Recorded collisions stand below the contact that they are rows of, but whoever asks for some
  // finds them.
  const FoundContactList* const contacts = contacts_of(ref.recording);
  const bool is_gathered =
      ref.event.exists() && contacts != nullptr && contacts->is_gathered(ref.event);
  if (is_gathered && filter_.empty()) return false;
  if (key_.of_selection && !is_of_selection(ref, event)) return false;
  return filter_.empty() || matches(filter_, recording, event);
}

void EventRows::add(const Session& session, const EventRef& ref) {
  const bool is_filtering = key_.is_filtering();
  if (is_filtering && ref.event.exists()) passed_[ref.recording].push_back(ref.event);
  if (!is_filtering && ref.event.exists() && fold(session, ref) && !key_.opens_start) return;
  rows_.push_back(ref);
}

/// Puts an event below the row of its client's start, which is made for the first one. False when
/// it is none of the start.
bool EventRows::fold(const Session& session, const EventRef& ref) {
  const Recording& recording = *session.recordings[ref.recording].recording;
  const EventInfo event = recording.event(ref.event);
  if (!is_of_start(recording, event)) return false;
  const StreamIndex stream = recording.timeline().stream(event.frame);
  for (EventStart& start : starts_) {
    if (rows_[start.row].recording != ref.recording || start.stream != stream) continue;
    ++start.count;
    return true;
  }
  if (starts_.size() == kMostStarts || count_of_start(recording, event) < kFoldedFrom) {
    return false;
  }
  starts_.push_back({rows_.size(), 1, stream});
  rows_.push_back(ref);
  return true;
}

const EventStart* EventRows::start_at(std::size_t row) const {
  const auto found = std::ranges::find(starts_, row, &EventStart::row);
  return found == starts_.end() ? nullptr : &*found;
}

std::size_t EventRows::listed(std::size_t first, std::size_t last) const {
  std::size_t count = last - first;
  for (const EventStart& start : starts_) {
    if (start.row < first || start.row >= last) continue;
    // The row itself is no event; while it is folded it stands for those below it.
    --count;
    if (!key_.opens_start) count += start.count;
  }
  return count;
}

const FoundContactList* EventRows::contacts_of(std::size_t recording) const {
  return recording < key_.contacts.size() ? key_.contacts[recording].get() : nullptr;
}

std::optional<EventRef> EventRows::next_of(std::size_t recording, Kind kind,
                                           std::size_t events) const {
  const auto place = static_cast<std::uint32_t>(recording);
  if (kind == Kind::contact) {
    const FoundContactList* const known = contacts_of(recording);
    const std::size_t next = next_contact_[recording];
    if (known == nullptr || next >= known->contacts.size()) return std::nullopt;
    return EventRef{place, {}, {}, &known->contacts[next]};
  }
  if (kind == Kind::event) {
    if (next_[recording] >= events) return std::nullopt;
    return EventRef{place, EventIndex(next_[recording])};
  }
  const auto known = comments_.in_order(recording);
  if (next_comment_[recording] >= known.size()) return std::nullopt;
  return EventRef{place, {}, known[next_comment_[recording]]};
}

bool EventRows::advance(const Session& session, WorkBudget& budget) {
  constexpr Seconds kNever = std::numeric_limits<Seconds>::infinity();
  // While a recording is indexed, another one's events behind its newest frame must wait: earlier
  // ones may still come, and rows are only added at the end.
  Seconds settled = kNever;
  std::vector<std::size_t> counts;
  for (const OpenRecording& open : session.recordings) {
    // In this order: what is indexed after the question is looked at next time.
    const bool done = open.recording->is_indexed();
    const TimeRange range = open.recording->timeline().range();
    counts.push_back(open.visible ? open.recording->event_count() : 0);
    if (open.visible && !done) settled = std::min(settled, range.end + open.offset);
  }
  while (true) {
    std::optional<EventRef> best;
    Seconds best_time = kNever;
    for (std::size_t i = 0; i < 3 * counts.size(); ++i) {
      const std::size_t recording = i / 3;
      if (!session.recordings[recording].visible) continue;
      const auto ref = next_of(recording, static_cast<Kind>(i % 3), counts[recording]);
      if (!ref) continue;
      const Seconds t = listed_time(session, *ref);
      if (!best || t < best_time) {
        best = ref;
        best_time = t;
      }
    }
    if (!best || best_time > settled) return true;
    ++(best->contact != nullptr ? next_contact_
       : best->comment.exists() ? next_comment_
                                : next_)[best->recording];
    if (best->contact == nullptr) ++looked_at_;
    if (passes(session, *best)) add(session, *best);
    constexpr std::size_t kOfReading = 64;  // its properties may have to be decoded
    if (budget.spend(key_.of_selection ? kOfReading : filter_.empty() ? 1 : 8)) return false;
  }
}

std::size_t EventRows::first_at(const Session& session, Seconds t) const {
  return partition_row(rows_.size(),
                       [&](std::size_t row) { return listed_time(session, rows_[row]) < t; });
}

std::size_t EventRows::first_after(const Session& session, Seconds t) const {
  return partition_row(rows_.size(),
                       [&](std::size_t row) { return listed_time(session, rows_[row]) <= t; });
}

}  // namespace scrubjay
