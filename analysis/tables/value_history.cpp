#include "analysis/tables/value_history.h"

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "analysis/tables/frame_rows.h"

namespace scrubjay::tables {

namespace {

/// What is asked of a table of a recording: of some entities, all columns.
Result<RowRequest> request_of(TableSession& session, TableId table, std::size_t recording,
                              const std::vector<EntityIndex>& entities) {
  auto opened = session.open(recording);
  if (opened == nullptr) return failure(*std::exchange(session.failure, std::nullopt));
  RowRequest rows = session.request(table, recording, std::move(opened));
  rows.columns = ColumnSlots::all(table_of(table).columns.size());
  rows.filter.entities.emplace();
  for (const EntityIndex entity : entities) rows.filter.entities->push_back(entity.value);
  std::ranges::sort(*rows.filter.entities);
  return rows;
}

/// Calls `visit(batch, row)` for the rows that are asked for, until it returns false.
template <class Visit>
Query::Step visit_rows(TableSession& session, RowRequest request, Visit visit) {
  const auto rows = open_rows(std::move(request), session.cursors, session.is_stopped);
  while (const RowBatch* const batch = rows->next()) {
    for (std::size_t row = 0; row < batch->size(); ++row) {
      if (!visit(*batch, row)) return Query::Step::done;
    }
  }
  return session.is_stopped() ? Query::Step::stopped : Query::Step::done;
}

std::optional<std::string> text_in(const RowBatch& batch, const Cell& cell) {
  if (cell.kind != Cell::Kind::text) return std::nullopt;
  return std::string(batch.text_of(cell));
}

ValueChange change_in(const RowBatch& batch, std::size_t row, std::size_t width) {
  const auto text = [&](std::size_t column) {
    return text_in(batch, batch.at(row, column, width));
  };
  ValueChange change;
  change.frame =
      FrameIndex(static_cast<std::size_t>(batch.at(row, ChangeColumn::frame, width).integer));
  change.time = batch.at(row, ChangeColumn::time, width).real;
  change.type = text(ChangeColumn::type).value_or("");
  change.before = text(ChangeColumn::before);
  change.after = text(ChangeColumn::after);
  const Cell& delta = batch.at(row, ChangeColumn::delta, width);
  if (delta.kind == Cell::Kind::real) change.delta = delta.real;
  return change;
}

}  // namespace

Result<Query::Step> visit_changes(TableSession& session, const ChangesRequest& request,
                                  const std::function<bool(const ValueChange&)>& visit) {
  if (request.first >= request.end) return Query::Step::done;
  auto rows = request_of(session, TableId::changes, request.recording, request.entities);
  if (!rows) return failure(std::move(rows.error()));
  rows->of_places = request.is_of_place;
  rows->filter.first_frame = request.first;
  rows->filter.last_frame = request.end - 1;
  const bool is_as_recorded = RowFilter::is_as_recorded(request.path);
  if (is_as_recorded) rows->filter.paths.emplace({request.path});
  const std::size_t width = rows->columns.width();
  return visit_rows(session, std::move(*rows), [&](const RowBatch& batch, std::size_t row) {
    const Cell& path = batch.at(row, ChangeColumn::path, width);
    return (!is_as_recorded && batch.text_of(path) != request.path) ||
           visit(change_in(batch, row, width));
  });
}

Result<std::vector<std::string>> paths_of(TableSession& session, std::size_t recording,
                                          const std::vector<EntityIndex>& entities) {
  auto rows = request_of(session, TableId::properties, recording, entities);
  if (!rows) return failure(std::move(rows.error()));
  rows->columns = ColumnSlots(rows->columns.columns());
  rows->columns.want(PropertyColumn::path);
  std::set<std::string, std::less<>> found;
  const Query::Step step =
      visit_rows(session, std::move(*rows), [&](const RowBatch& batch, std::size_t row) {
        const std::string_view path = batch.text_of(batch.at(row, 0, 1));
        if (!found.contains(path)) found.emplace(path);
        return true;
      });
  if (step == Query::Step::stopped) {
    return failure(fatal_problem("stopped", "The query was stopped."));
  }
  return std::vector<std::string>(found.begin(), found.end());
}

EventsBefore::EventsBefore(std::shared_ptr<const Recording> recording,
                           std::vector<EntityIndex> entities,
                           const std::optional<CoordinateSystem>& coordinates)
    : recording_(recording), about_(std::move(recording), std::move(entities), coordinates) {
  Seconds latest = -std::numeric_limits<Seconds>::infinity();
  for (std::size_t i = 0; i < recording_->event_count(); ++i) {
    latest = std::max(latest, recording_->event(EventIndex(i)).time);
    latest_.push_back(latest);
  }
}

std::vector<EventIndex> EventsBefore::find(FrameIndex up_to, Seconds time) {
  std::vector<EventIndex> found;
  const Seconds since = time - kLongest;
  std::size_t row = std::min(recording_->events_in(FrameIndex(0), up_to).second, latest_.size());
  while (row > 0 && latest_[row - 1] > since && found.size() < kMost) {
    const EventIndex event(--row);
    if (recording_->event(event).time > since && about_.is_about(event)) found.push_back(event);
  }
  std::ranges::reverse(found);
  return found;
}

}  // namespace scrubjay::tables
