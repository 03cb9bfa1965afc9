#include "app/viewer/ask/ask_facts.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>

#include "analysis/derived/place.h"
#include "analysis/tables/sql_words.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostNames = 2000;

class Asker {
 public:
  Asker(const std::vector<AskedRecording>& recordings, const std::function<bool()>& is_stopped)
      : set_(recordings, is_stopped),
        session_{.recordings = set_, .is_stopped = is_stopped},
        paths_(session_) {}

  tables::StatePaths& paths() { return paths_; }

  /// Calls `visit(query)` for each row.
  template <class Visit>
  void rows(std::string_view sql, Visit visit) {
    auto query = tables::Query::prepare(session_, paths_, sql);
    if (!query) return;
    for (std::size_t row = 0; row < kMostNames; ++row) {
      const auto step = (*query)->step();
      if (!step || *step != tables::Query::Step::row) return;
      visit(**query);
    }
  }

 private:
  AskedSet set_;
  tables::TableSession session_;
  tables::StatePaths paths_;
};

/// Whether something in the frame in the middle could touch others.
bool has_bodies(const std::shared_ptr<const Recording>& recording) {
  if (recording == nullptr || recording->frame_count() == 0) return false;
  Cursor cursor(recording);
  const Frame& frame = cursor.seek(FrameIndex(recording->frame_count() / 2));
  const CoordinateConversion way(frame.coordinates, kDerivedCoordinates);
  return std::ranges::any_of(frame.entities, [&](const Entity& entity) {
    return body_of(entity.kind, place_of(entity, way)).has_value();
  });
}

std::string text_at(const tables::Query& query, std::size_t column) {
  return std::string(query.value(column).bytes);
}

}  // namespace

const AskFacts::Event* AskFacts::find_event(std::string_view name) const {
  const auto found = std::ranges::find(events, name, &Event::name);
  return found == events.end() ? nullptr : &*found;
}

const AskFacts::Path* AskFacts::find_path(std::string_view column) const {
  const auto found = std::ranges::find(paths, column, &Path::column);
  return found == paths.end() ? nullptr : &*found;
}

AskFacts find_facts(const std::vector<AskedRecording>& recordings, AskedFrames frames,
                    const std::function<bool()>& is_stopped) {
  AskFacts facts;
  facts.recordings = recordings.size();
  Asker asker(recordings, is_stopped);
  asker.rows("select distinct format from recordings",
             [&](const tables::Query& query) { facts.formats.push_back(text_at(query, 0)); });
  asker.rows(
      "select name, tag, count(*), count(entity), max(end > time) from events "
      "group by name, tag order by count(*) desc",
      [&](const tables::Query& query) {
        facts.events.push_back({.name = text_at(query, 0),
                                .tag = text_at(query, 1),
                                .count = query.value(2).integer,
                                .has_entity = query.value(3).integer > 0,
                                .lasts = query.value(4).integer > 0});
      });
  constexpr std::size_t kMostLookedInto = 8;
  for (AskFacts::Event& event : facts.events | std::views::take(kMostLookedInto)) {
    if (!event.has_entity) continue;
    asker.rows(
        "select exists(select 1 from json_each(properties) where value ->> 'type' = 'entity'), "
        "(select value ->> 'name' from json_each(properties) "
        "where value ->> 'type' in ('number', 'integer') limit 1) "
        "from events where entity is not null and name = " +
            tables::sql_text(event.name) + " limit 1",
        [&](const tables::Query& query) {
          event.names_another = query.value(0).integer > 0;
          event.number = text_at(query, 1);
        });
  }
  asker.rows("select kind from entities group by kind order by count(*) desc",
             [&](const tables::Query& query) { facts.kinds.push_back(text_at(query, 0)); });
  asker.rows(
      "select count(x) from places where recording = 0 and frame = "
      "(select frames / 2 from recordings where recording = 0)",
      [&](const tables::Query& query) { facts.placed = query.value(0).integer; });
  facts.has_bodies = !recordings.empty() && has_bodies(recordings.front().recording);
  // The first frame and the one in the middle tell the types of nearly all.
  std::map<std::string, AskFacts::Path> known;
  asker.rows(
      "select path, type, count(distinct coalesce(number, integer, text)) > 1, "
      "count(distinct entity) from properties "
      "where entity is not null and recording = 0 and frame in "
      "(0, (select frames / 2 from recordings where recording = 0)) group by path",
      [&](const tables::Query& query) {
        known[text_at(query, 0)] = {text_at(query, 0), text_at(query, 1),
                                    query.value(2).integer != 0, query.value(3).integer};
      });
  if (frames == AskedFrames::all) {
    asker.paths().find_all();
  } else {
    asker.paths().begin();
  }
  for (std::size_t i = 0; i < asker.paths().size(); ++i) {
    const auto found = known.find(asker.paths().path(i));
    AskFacts::Path path = found == known.end() ? AskFacts::Path{} : found->second;
    path.column = asker.paths().column(i);
    facts.paths.push_back(std::move(path));
  }
  return facts;
}

}  // namespace scrubjay
