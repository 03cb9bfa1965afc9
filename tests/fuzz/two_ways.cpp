#include "tests/fuzz/two_ways.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/compare/pair_scan.h"
#include "analysis/derived/derived_value.h"
#include "analysis/tables/query.h"
#include "app/shared/property_series.h"
#include "tests/fuzz/properties.h"

namespace scrubjay::fuzz {

namespace {

const std::atomic<bool> kGoOn{false};

void require_same(const compare::Plan& plan, unsigned threads) {
  compare::Summary summary(plan);
  require(compare::compare_pairs(plan, summary, {.threads = threads}, kGoOn,
                                 [&](compare::ItemResult& result) { return summary.add(result); }),
          "a comparison does not come to its end");
  require(summary.is_same(), "a recording differs from itself");
  require(summary.only_a() == 0 && summary.only_b() == 0, "a recording lacks frames of itself");
}

/// Names that mean nothing more where they stand in a path.
bool is_plain(std::string_view name) {
  constexpr std::string_view kPlaces[] = {"position", "rotation", "scale", "local"};
  return !name.empty() && std::ranges::find(kPlaces, name) == std::end(kPlaces) &&
         std::ranges::all_of(name, [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
         });
}

/// The path of the first number in it that no other property can be taken for.
std::optional<std::string> number_in(const PropertyTree& tree, PropertyRange range) {
  std::vector<std::string_view> names;
  for_each_root(tree, range, [&](auto, const PropertyNode& node) { names.push_back(node.name); });
  std::optional<std::string> found;
  for_each_root(tree, range, [&](PropertyTree::Node at, const PropertyNode& node) {
    if (found || !is_plain(node.name) || std::ranges::count(names, node.name) != 1) return;
    if (node.type == PropertyType::number || node.type == PropertyType::integer) {
      found = std::string(node.name);
    } else if (node.type == PropertyType::group) {
      if (const auto below = number_in(tree, children_of(tree, at))) {
        found = std::string(node.name) + "/" + *below;
      }
    }
  });
  return found;
}

struct Question {
  EntityIndex entity;
  std::string path;
};

std::optional<Question> question_about(const std::shared_ptr<const Recording>& recording) {
  Cursor cursor(recording);
  for (std::size_t i = 0; i < std::min(recording->frame_count(), kMostFrames); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    for (const Entity& entity : frame.entities) {
      const auto path = number_in(frame.tree, entity.properties);
      if (path && !derived_path(*path)) return Question{entity.index, *path};
    }
  }
  return std::nullopt;
}

using Numbers = std::vector<std::pair<std::size_t, double>>;  ///< a frame's row, and what it holds

Numbers asked(const std::shared_ptr<const Recording>& recording, const std::string& sql) {
  tables::OneRecording recordings("file", recording);
  tables::TableSession session{.recordings = recordings};
  tables::StatePaths paths(session);
  const auto query = tables::Query::prepare(session, paths, sql);
  if (!query) fail("a query that is right is refused: " + query.error().message);
  Numbers rows;
  while (true) {
    const auto step = (*query)->step();
    require(step.has_value(), "a query that is right fails");
    if (*step != tables::Query::Step::row) return rows;
    const tables::Value number = (*query)->value(1);
    rows.emplace_back(static_cast<std::size_t>((*query)->value(0).integer),
                      number.kind == tables::Value::Kind::integer
                          ? static_cast<double>(number.integer)
                          : number.real);
  }
}

Numbers read(const std::shared_ptr<const Recording>& recording, const Question& question) {
  const auto series = read_series({.recording = recording,
                                   .entities = {question.entity},
                                   .path = question.path,
                                   .from = std::nullopt,
                                   .to = std::nullopt,
                                   .coordinates = std::nullopt},
                                  kGoOn, [](auto, auto) {});
  require(series.has_value(), "a series does not come to its end");
  Numbers rows;
  for (std::size_t i = 0; i < series->frames.size(); ++i) {
    const std::string& text = series->values[i];
    const bool is_number = !text.empty() && (text[0] == '-' || (text[0] >= '0' && text[0] <= '9'));
    if (is_number) rows.emplace_back(series->frames[i].value, std::strtod(text.c_str(), nullptr));
  }
  return rows;
}

/// There may be what does not live then in a frame that tells of damage: who asks for it alone does
/// not get it.
Numbers without_damaged_frames(const std::shared_ptr<const Recording>& recording, Numbers rows) {
  Cursor cursor(recording);
  std::erase_if(rows, [&](const Numbers::value_type& row) {
    return !cursor.seek(FrameIndex(row.first)).problems.empty();
  });
  return rows;
}

}  // namespace

void check_compared_with_itself(const std::shared_ptr<const Recording>& recording,
                                const std::shared_ptr<const Recording>& again) {
  if (recording->frame_count() == 0 || recording->frame_count() > kMostFrames) return;
  const auto plan = compare::plan_comparison({.a = recording, .b = again}, {}, kGoOn);
  require(plan.has_value(), "a recording cannot be held against itself");
  for (const unsigned threads : {1U, 3U}) require_same(**plan, threads);
}

void check_tables_against_series(const std::shared_ptr<const Recording>& recording) {
  if (recording->frame_count() > kMostFrames) return;
  const Numbers counts =
      asked(recording,
            "select 0, count(*) from frames union all select 1, count(*) from entities union all "
            "select 2, count(*) from events");
  const std::size_t expected[] = {recording->frame_count(), recording->entity_count(),
                                  recording->event_count()};
  for (std::size_t i = 0; i < 3; ++i) {
    require(counts[i].second == static_cast<double>(expected[i]),
            "a table has other rows than the recording says");
  }
  const auto question = question_about(recording);
  if (!question) return;
  const Numbers rows =
      asked(recording, "select frame, number from properties where entity = " +
                           std::to_string(question->entity.value) + " and path = '" +
                           question->path + "' and number is not null order by frame");
  if (without_damaged_frames(recording, rows) !=
      without_damaged_frames(recording, read(recording, *question))) {
    fail("SQL and a series say different things of " + question->path);
  }
}

}  // namespace scrubjay::fuzz
