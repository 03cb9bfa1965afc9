#include "analysis/tables/value_history.h"

#include <algorithm>
#include <utility>

#include "analysis/tables/sql_words.h"

namespace scrubjay::tables {

namespace {

/// The columns that are asked for.
struct HistoryColumn {
  enum : std::size_t { frame, time, type, before, after, delta };
};

std::string where_of(std::size_t recording, const std::vector<EntityIndex>& entities) {
  std::string rows;
  for (const EntityIndex entity : entities) {
    rows += (rows.empty() ? "" : ", ") + std::to_string(entity.value);
  }
  return " where recording = " + std::to_string(recording) + " and entity in (" + rows + ")";
}

std::string changes_query(const ChangesRequest& request) {
  std::string query = "select frame, time, type, before, after, delta from changes" +
                      where_of(request.recording, request.entities) +
                      " and path = " + sql_text(request.path);
  if (request.first > 0) query += " and frame >= " + std::to_string(request.first);
  if (request.end < std::numeric_limits<std::size_t>::max()) {
    query += " and frame < " + std::to_string(request.end);
  }
  return query + " order by frame";
}

std::optional<std::string> text_in(const Query& query, std::size_t column) {
  const Value value = query.value(column);
  if (value.kind == Value::Kind::null) return std::nullopt;
  return std::string(value.bytes);
}

ValueChange change_in(const Query& query) {
  ValueChange change;
  change.frame = FrameIndex(static_cast<std::size_t>(query.value(HistoryColumn::frame).integer));
  change.time = query.value(HistoryColumn::time).real;
  change.type = text_in(query, HistoryColumn::type).value_or("");
  change.before = text_in(query, HistoryColumn::before);
  change.after = text_in(query, HistoryColumn::after);
  const Value delta = query.value(HistoryColumn::delta);
  if (delta.kind == Value::Kind::real) change.delta = delta.real;
  return change;
}

/// What is asked of all changes of where those entities are.
RowRequest place_request(const TableSession& session, std::shared_ptr<const Recording> recording,
                         const ChangesRequest& request) {
  RowRequest rows = session.request(TableId::changes, request.recording, std::move(recording));
  rows.of_places = true;
  rows.columns = ColumnSlots::all(table_of(TableId::changes).columns.size());
  rows.filter.first_frame = request.first;
  rows.filter.last_frame = request.end - 1;
  rows.filter.entities.emplace();
  for (const EntityIndex entity : request.entities) rows.filter.entities->push_back(entity.value);
  std::ranges::sort(*rows.filter.entities);
  rows.filter.paths.emplace({request.path});
  return rows;
}

ValueChange change_in(const RowBatch& batch, std::size_t row, std::size_t width) {
  const auto text = [&](std::size_t column) -> std::optional<std::string> {
    const Cell& cell = batch.at(row, column, width);
    if (cell.kind != Cell::Kind::text) return std::nullopt;
    return std::string(batch.text_of(cell));
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

/// No table has them: they come from where queries have their rows.
Result<Query::Step> visit_place_changes(TableSession& session, const ChangesRequest& request,
                                        const std::function<bool(const ValueChange&)>& visit) {
  if (request.first >= request.end) return Query::Step::done;
  auto recording = session.open(request.recording);
  if (recording == nullptr) return failure(*std::exchange(session.failure, std::nullopt));
  RowRequest asked = place_request(session, std::move(recording), request);
  const std::size_t width = asked.columns.width();
  const auto rows = open_rows(std::move(asked), session.cursors, session.is_stopped);
  while (const RowBatch* const batch = rows->next()) {
    for (std::size_t row = 0; row < batch->size(); ++row) {
      if (!visit(change_in(*batch, row, width))) return Query::Step::done;
    }
  }
  return session.is_stopped() ? Query::Step::stopped : Query::Step::done;
}

}  // namespace

Result<Query::Step> visit_changes(TableSession& session, StatePaths& paths,
                                  const ChangesRequest& request,
                                  const std::function<bool(const ValueChange&)>& visit) {
  if (request.is_of_place) return visit_place_changes(session, request, visit);
  auto query = Query::prepare(session, paths, changes_query(request));
  if (!query) return failure(query.error());
  auto step = (*query)->step();
  for (; step && *step == Query::Step::row; step = (*query)->step()) {
    if (!visit(change_in(**query))) return Query::Step::done;
  }
  return step;
}

Result<std::vector<std::string>> paths_of(TableSession& session, StatePaths& paths,
                                          std::size_t recording,
                                          const std::vector<EntityIndex>& entities) {
  auto query = Query::prepare(
      session, paths,
      "select distinct path from properties" + where_of(recording, entities) + " order by path");
  if (!query) return failure(query.error());
  std::vector<std::string> found;
  auto step = (*query)->step();
  for (; step && *step == Query::Step::row; step = (*query)->step()) {
    found.emplace_back((*query)->value(0).bytes);
  }
  if (!step) return failure(step.error());
  if (*step == Query::Step::stopped) {
    return failure(fatal_problem("stopped", "The query was stopped."));
  }
  return found;
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
