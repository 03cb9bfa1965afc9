#include "app/viewer/panels/properties/summary_rows.h"

#include <algorithm>
#include <functional>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"
#include "app/shared/source_mark.h"
#include "app/shared/start_events.h"
#include "app/viewer/panels/entities/entity_rows.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/printed.h"

namespace scrubjay {

namespace {

/// So many kinds of events are all listed; of more the most frequent and the rarest.
constexpr std::size_t kAllListed = 16;
constexpr std::size_t kMostFrequent = 5;
constexpr std::size_t kRarest = 3;
constexpr std::size_t kTravellersListed = 5;

std::string metres_text(double metres) {
  if (metres >= 10'000) return printed("%.1f km", metres / 1000);
  return printed(metres >= 100 ? "%.0f m" : "%.1f m", metres);
}

SummaryRow row_of_type(SummaryRow::Type type, std::size_t recording, std::string text) {
  SummaryRow row;
  row.type = type;
  row.recording = recording;
  row.text = std::move(text);
  return row;
}

void add_facts(const Recording& recording, std::size_t place, std::vector<SummaryRow>& rows) {
  const auto fact = [&](const char* name, std::string value) {
    rows.push_back(row_of_type(SummaryRow::Type::fact, place, name));
    rows.back().value = std::move(value);
  };
  const TimeRange range = recording.timeline().range();
  fact("Length", seconds_text(range.end - range.begin));
  fact("Frames", grouped_digits(recording.frame_count()));
  if (const std::size_t streams = recording.timeline().stream_count(); streams > 1) {
    fact("Clients", grouped_digits(streams));
  }
  if (const std::string map = map_name(recording.info()); !map.empty()) {
    fact("Map", one_line(map, 80));
  }
}

void add_kinds(const RecordingTally& tally, std::size_t place, std::vector<SummaryRow>& rows) {
  rows.push_back(row_of_type(SummaryRow::Type::heading, place, "What there is"));
  for (const EntityKind kind : kinds_in_order()) {
    if (tally.count(kind) == 0) continue;
    rows.push_back(row_of_type(SummaryRow::Type::kind, place, std::string(plural_of(kind))));
    rows.back().kind = kind;
    rows.back().value = grouped_digits(tally.count(kind));
  }
  if (rows.back().type == SummaryRow::Type::heading) rows.pop_back();
}

/// Where no entity has a kind, kinds say nothing.
bool has_kinds(const RecordingTally& tally) {
  return std::ranges::any_of(kinds_in_order(), [&](EntityKind kind) {
    return kind != EntityKind::other && tally.count(kind) > 0;
  });
}

void add_event_rows(const std::string& heading, const std::vector<EventTally>& events,
                    std::size_t first, std::size_t last, std::size_t place,
                    std::vector<SummaryRow>& rows) {
  if (first >= last) return;
  rows.push_back(row_of_type(SummaryRow::Type::heading, place, heading));
  for (std::size_t i = first; i < last; ++i) {
    const EventTally& tally = events[i];
    rows.push_back(row_of_type(SummaryRow::Type::event, place, one_line(tally.name, 100)));
    rows.back().note = one_line(tally.tag, 60);
    rows.back().value = grouped_digits(tally.count) + "\xC3\x97";
    rows.back().event = tally.first;
  }
}

void add_events(const RecordingTally& tally, std::size_t place, std::vector<SummaryRow>& rows) {
  std::vector<EventTally> events = tally.events();
  std::ranges::stable_sort(events, std::ranges::greater(), &EventTally::count);
  const std::string when = tally.begins_with_events() ? " after the first frame" : "";
  if (events.size() <= kAllListed) {
    add_event_rows("What happens" + when, events, 0, events.size(), place, rows);
    return;
  }
  add_event_rows("What happens most" + when, events, 0, kMostFrequent, place, rows);
  add_event_rows("And seldom", events, events.size() - kRarest, events.size(), place, rows);
}

void add_travellers(const Recording& recording, const Travels& travels, std::size_t place,
                    std::vector<SummaryRow>& rows) {
  if (travels.farthest.empty()) return;
  // Between the frames that were looked at they may have gone farther.
  const char* const heading =
      travels.is_exact ? "What goes farthest" : "What goes farthest, at least, of a sample";
  rows.push_back(row_of_type(SummaryRow::Type::heading, place, heading));
  for (std::size_t i = 0; i < std::min(kTravellersListed, travels.farthest.size()); ++i) {
    const Traveller& traveller = travels.farthest[i];
    if (traveller.entity.value >= recording.entity_count()) continue;
    const EntityInfo info = recording.entity(traveller.entity);
    rows.push_back(row_of_type(SummaryRow::Type::traveller, place,
                               one_line(info.name.empty() ? info.id : info.name)));
    if (!info.name.empty() && info.name != info.id) rows.back().note = one_line(info.id, 60);
    rows.back().value = metres_text(traveller.metres);
    rows.back().kind = info.kind;
    rows.back().entity = traveller.entity;
  }
}

}  // namespace

bool RecordingTally::advance(const std::shared_ptr<const Recording>& recording,
                             WorkBudget& budget) {
  if (recording_.lock() != recording) {
    const std::uint64_t version = version_;
    *this = {};
    recording_ = recording;
    version_ = version + 1;
  }
  const std::size_t entities = recording->entity_count();
  const std::size_t events = recording->event_count();
  if (entities_seen_ < entities || events_seen_ < events) ++version_;
  for (; entities_seen_ < entities; ++entities_seen_) {
    if (budget.spend(2)) return false;
    const EntityInfo info = recording->entity(EntityIndex(entities_seen_));
    if (!info.is_background) ++kinds_[static_cast<std::size_t>(info.kind)];
  }
  for (; events_seen_ < events; ++events_seen_) {
    if (budget.spend(2)) return false;
    const EventInfo event = recording->event(EventIndex(events_seen_));
    if (is_of_start(*recording, event)) {
      begins_with_events_ = true;
      continue;
    }
    const auto is_like = [&](const EventTally& tally) {
      return tally.name == event.name && tally.tag == event.tag;
    };
    if (last_ >= events_.size() || !is_like(events_[last_])) {
      const auto found = std::ranges::find_if(events_, is_like);
      if (found == events_.end()) {
        if (events_.size() == kMostNames) continue;
        events_.push_back({event.name, event.tag, EventIndex(events_seen_)});
      }
      last_ = static_cast<std::size_t>(std::ranges::find_if(events_, is_like) - events_.begin());
    }
    ++events_[last_].count;
  }
  return true;
}

void add_summary(const Session& session, std::size_t place, const RecordingTally& tally,
                 const Travels* travels, std::vector<SummaryRow>& rows) {
  const Recording& recording = *session.recordings[place].recording;
  rows.push_back(
      row_of_type(SummaryRow::Type::title, place, one_line(recording_name(session, place))));
  rows.back().value = byte_size_text(stored_bytes(recording));
  add_facts(recording, place, rows);
  const std::size_t problems = recording.problems().size();
  if (problems > 0) {
    rows.push_back(
        row_of_type(SummaryRow::Type::problems, place,
                    problems == 1 ? "1 problem" : grouped_digits(problems) + " problems"));
  }
  if (has_kinds(tally)) {
    add_kinds(tally, place, rows);
  } else if (const std::size_t count = tally.count(EntityKind::other); count > 0) {
    rows.push_back(row_of_type(SummaryRow::Type::fact, place, "Entities"));
    rows.back().value = grouped_digits(count);
  }
  add_events(tally, place, rows);
  if (travels != nullptr) add_travellers(recording, *travels, place, rows);
}

void add_hints(std::vector<SummaryRow>& rows) {
  constexpr std::array<std::pair<const char*, const char*>, 4> kHints{{
      {"Play and pause", "Space"},
      {"Go to the next event", "Ctrl + \xE2\x86\x92"},
      {"Search entities", "/"},
      {"Find in all frames", "Ctrl + Shift + F"},
  }};
  rows.push_back(row_of_type(SummaryRow::Type::heading, 0, "What to do next"));
  for (const auto& [text, key] : kHints) {
    rows.push_back(row_of_type(SummaryRow::Type::hint, 0, text));
    rows.back().value = key;
  }
}

EventIndex next_like(const Recording& recording, EventIndex event, Seconds t) {
  const EventInfo like = recording.event(event);
  const std::size_t count = recording.event_count();
  for (std::size_t i = event.value; i < count; ++i) {
    const EventInfo info = recording.event(EventIndex(i));
    if (info.time > t && info.name == like.name && info.tag == like.tag) return EventIndex(i);
  }
  return event;
}

}  // namespace scrubjay
