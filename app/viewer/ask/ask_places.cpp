#include "app/viewer/ask/ask_places.h"

#include <algorithm>
#include <cmath>

#include "app/viewer/entity_names.h"

namespace scrubjay {

AskMoments::AskMoments(const AskRows& rows, const std::vector<AskedRecording>& asked)
    : rows_(rows),
      asked_(asked),
      recording_(rows.find_column("recording")),
      time_(rows.find_column("time")),
      frame_(rows.find_column("frame")),
      entity_(rows.find_column("entity")),
      a_(rows.find_column("a")),
      b_(rows.find_column("b")) {
  if (!time_) time_ = rows.find_column("begin");
  if (!frame_) frame_ = rows.find_column("first_frame");
  if (!a_) a_ = rows.find_column("who");
  if (!b_) b_ = rows.find_column("whom");
}

std::optional<double> AskMoments::number(std::size_t row, Column column) const {
  using Kind = tables::Value::Kind;
  if (!column) return std::nullopt;
  const tables::Value value = rows_.value(row, *column);
  if (value.kind == Kind::integer) return static_cast<double>(value.integer);
  if (value.kind == Kind::real && std::isfinite(value.real)) return value.real;
  return std::nullopt;
}

std::optional<std::size_t> AskMoments::index(std::size_t row, Column column,
                                             std::size_t count) const {
  const auto found = number(row, column);
  if (!found || *found < 0 || *found >= static_cast<double>(count)) return std::nullopt;
  return static_cast<std::size_t>(*found);
}

/// That a row is of; null where nobody can say, or it was let go.
const AskedRecording* AskMoments::recording(std::size_t row) const {
  const auto place = recording_           ? index(row, recording_, asked_.size())
                     : asked_.size() == 1 ? std::optional<std::size_t>(0)
                                          : std::nullopt;
  return place && asked_[*place].recording != nullptr ? &asked_[*place] : nullptr;
}

AskMoments::NamedEntity AskMoments::entity(std::size_t row, std::size_t column) const {
  if (!is_of_entities(column)) return {};
  const AskedRecording* const of = recording(row);
  if (of == nullptr || rows_.value(row, column).kind != tables::Value::Kind::integer) return {};
  const auto entity = index(row, column, of->recording->entity_count());
  if (!entity) return {};
  return {of->recording.get(), EntityIndex(*entity)};
}

std::optional<std::string> AskMoments::entity_name(std::size_t row, std::size_t column) const {
  const NamedEntity named = entity(row, column);
  if (named.recording == nullptr) return std::nullopt;
  return EntityNames::full_name(*named.recording, named.entity);
}

std::optional<AskMoment> AskMoments::of(std::size_t row) const {
  if (asked_.empty()) return std::nullopt;
  AskMoment moment;
  moment.asked = index(row, recording_, asked_.size()).value_or(0);
  const AskedRecording& of = asked_[moment.asked];
  if (of.recording == nullptr) return std::nullopt;
  const Timeline& timeline = of.recording->timeline();
  if (const auto time = number(row, time_)) {
    moment.time = *time - of.offset;
  } else if (const auto frame = index(row, frame_, timeline.size())) {
    moment.time = timeline.time(FrameIndex(*frame));
  }
  if (recording(row) != nullptr) {
    const std::size_t entities = of.recording->entity_count();
    const std::initializer_list<Column> one{entity_};
    const std::initializer_list<Column> both{a_, b_};
    for (const Column column : index(row, entity_, entities) ? one : both) {
      if (const auto entity = index(row, column, entities)) {
        moment.entities.push_back(EntityIndex(*entity));
      }
    }
  }
  if (!moment.time && moment.entities.empty()) return std::nullopt;
  return moment;
}

std::optional<AskPlace> place_of(const AskMoment& moment, const std::vector<AskedRecording>& asked,
                                 const Session& session) {
  const auto open = std::ranges::find(session.recordings, asked[moment.asked].recording.get(),
                                      [](const OpenRecording& one) { return one.recording.get(); });
  if (open == session.recordings.end()) return std::nullopt;
  AskPlace place{static_cast<std::size_t>(open - session.recordings.begin()), {}, moment.entities};
  if (moment.time) place.time = *moment.time + open->offset;
  return place;
}

std::optional<AskPlace> place_of_row(const AskRows& rows, std::size_t row,
                                     const std::vector<AskedRecording>& asked,
                                     const Session& session) {
  const auto moment = AskMoments(rows, asked).of(row);
  return moment ? place_of(*moment, asked, session) : std::nullopt;
}

}  // namespace scrubjay
