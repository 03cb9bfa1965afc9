#include "app/shared/comparison/comparison_words.h"
#include "app/viewer/comparing/compared_entity.h"
#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/comparing/run_comparison.h"
#include "app/viewer/panels/comparison/difference_rows.h"
#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/report/report_parts.h"
#include "app/viewer/saved/settings.h"

namespace scrubjay {

namespace {

std::string_view state_name(RunComparison::State state) {
  switch (state) {
    case RunComparison::State::off: return "off";
    case RunComparison::State::planning: return "planning";
    case RunComparison::State::comparing: return "comparing";
    case RunComparison::State::stopped: return "stopped";
    case RunComparison::State::done: return "done";
    case RunComparison::State::failed: return "failed";
  }
  return "off";
}

void write_run(JsonWriter& json, const Session& session, std::string_view key,
               const ComparedRun& run) {
  json.key(key);
  json.begin_object();
  json.integer_field("recording", run.recording);
  if (run.stream) json.integer_field("stream", run.stream->value);
  json.field("mark", mark_of(session, run).letters);
  json.field("name", run_name(session, run));
  json.end_object();
}

void write_answer(JsonWriter& json, const RunComparison::Run& run) {
  const compare::Plan& plan = *run.plan;
  const compare::Summary& summary = *run.summary;
  json.field("used_by", scrubjay::to_text(plan.pairing().by));
  json.field("used_match", scrubjay::to_text(plan.matches().by));
  json.number_field("offset", plan.pairing().offset);
  json.integer_field("items", plan.items().size());
  json.integer_field("compared", summary.next_item());
  json.integer_field("frames_compared", summary.frames_compared());
  json.integer_field("entities_compared", summary.entities_compared());
  json.integer_field("values_compared", summary.values_compared());
  json.integer_field("count", summary.count());
  const auto name_subject = [&](compare::Subject subject) {
    if (!subject.exists()) return;
    const EntityIndex in_a = plan.entity_a(subject);
    const EntityIndex in_b = plan.entity_b(subject);
    if (in_a.exists()) json.field("entity_a", plan.a().entity(in_a).id);
    if (in_b.exists()) json.field("entity_b", plan.b().entity(in_b).id);
  };
  if (const compare::ListedDifference* const first = summary.first()) {
    json.key("first");
    json.begin_object();
    json.number_field("time", plan.time(plan.items()[first->item]));
    json.field("kind", compare::to_text(first->difference.kind));
    name_subject(first->difference.subject);
    if (first->difference.path.exists()) {
      json.field("path", plan.paths()[first->difference.path]);
    }
    json.end_object();
  }
  json.key("spread");
  json.begin_array();
  constexpr std::size_t kMostSteps = 20;
  for (std::size_t i = 0; i < std::min(summary.spread().size(), kMostSteps); ++i) {
    const compare::SpreadStep& step = summary.spread()[i];
    json.begin_object();
    name_subject(step.subject);
    json.number_field("time", plan.time(plan.items()[step.item]));
    json.integer_field("paths", step.paths);
    json.end_object();
  }
  json.end_array();
}

/// What the property panel shows beside each other.
void write_side_by_side(JsonWriter& json, const ComparedEntity& compared) {
  const auto listed = compared.latest();
  if (listed == nullptr || !compared.is_current()) return;
  json.key("side_by_side");
  json.begin_array();
  constexpr std::size_t kMostValues = 60;
  for (std::size_t i = 0; i < std::min(listed->result.found.size(), kMostValues); ++i) {
    const compare::Difference& one = listed->result.found[i];
    json.begin_object();
    json.field("path", listed->key.run->plan->paths()[one.path]);
    json.boolean_field("same", one.is_same);
    if (one.distance == one.distance) json.number_field("distance", one.distance);
    json.end_object();
  }
  json.end_array();
}

}  // namespace

void write_comparison(JsonWriter& json, const ReportedView& view) {
  if (!view.state.comparison) return;
  const ChosenComparison& chosen = *view.state.comparison;
  json.key("comparison");
  json.begin_object();
  write_run(json, view.workspace.session(), "a", chosen.a);
  write_run(json, view.workspace.session(), "b", chosen.b);
  json.field("by", scrubjay::to_text(chosen.options.by));
  json.field("match", scrubjay::to_text(chosen.options.match));
  json.number_field("tolerance", chosen.options.tolerance);
  json.number_field("relative", chosen.options.relative);
  json.texts_field("ignore", chosen.options.ignore);
  json.field("shown", scrubjay::to_text(view.state.shown_runs));
  {
    const RunComparison::Found found = view.caches.of<RunComparison>().found();
    json.field("state", state_name(found.state));
    if (found.failure != nullptr) json.field("failure", found.failure->message);
    if (found.run != nullptr) write_answer(json, *found.run);
  }
  json.integer_field("rows", view.caches.of<DifferenceRows>().size());
  json.field("says", view.caches.of<DifferenceRows>().outcome);
  write_side_by_side(json, view.caches.of<ComparedEntity>());
  const SceneCache& scene = view.caches.of<SceneCache>();
  json.integer_field("ghosts", scene.ghosts);
  json.integer_field("apart", scene.apart);
  json.integer_field("alone", scene.alone.size());
  json.end_object();
}

}  // namespace scrubjay
