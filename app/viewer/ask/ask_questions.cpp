#include "app/viewer/ask/ask_questions.h"

#include <algorithm>
#include <initializer_list>

#include "analysis/tables/sql_words.h"
#include "app/viewer/ask/ask_completion.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMost = 14;

class Questions {
 public:
  explicit Questions(const AskFacts& facts) : facts_(facts) {}

  std::vector<Question> take() {
    if (questions_.size() > kMost) questions_.resize(kMost);
    return std::move(questions_);
  }

  void add(std::string title, std::string sql) {
    questions_.push_back({std::move(title), std::move(sql)});
  }

  void of_format();
  void of_events();
  void of_values();
  void of_places();
  void of_everything();

 private:
  bool has(std::string_view column) const { return facts_.find_path(column) != nullptr; }
  bool has_event(std::string_view name) const { return facts_.find_event(name) != nullptr; }
  /// The first of these columns that there is; empty: none.
  std::string first_of(std::initializer_list<std::string_view> columns) const {
    const auto found = std::ranges::find_if(columns, [&](auto column) { return has(column); });
    return found == columns.end() ? "" : std::string(*found);
  }
  /// Of the paths of that type that are not the same everywhere the one that most entities have.
  std::string varying(std::string_view type) const {
    const AskFacts::Path* best = nullptr;
    for (const AskFacts::Path& path : facts_.paths) {
      if (!path.varies || path.type != type) continue;
      if (best == nullptr || path.entities > best->entities) best = &path;
    }
    return best == nullptr ? "" : best->column;
  }
  void add_turns(const std::string& title, const std::string& column);

  const AskFacts& facts_;
  std::vector<Question> questions_;
};

std::string last_part(const std::string& column) {
  return column.substr(column.rfind('/') + 1);
}

/// Where a text, a truth value or a whole number becomes another one.
void Questions::add_turns(const std::string& title, const std::string& column) {
  add(title, "select c.time, c.entity, n.name, c.before, c.after\nfrom changes c\n"
             "join entities n using (recording, entity)\nwhere c.path = " +
                 tables::sql_text(column) + "\norder by c.time");
}

void Questions::of_format() {
  if (has_event("collision")) {
    add("Collisions: who, when",
        "select e.time, n.id, n.name, e.entity\nfrom events e\n"
        "join entities n using (recording, entity)\nwhere e.name = 'collision'\norder by e.time");
  }
  if (has("kinematics/speed")) {
    add("Fastest vehicles",
        "select time, entity, name, max(\"kinematics/speed\") as speed\nfrom state\n"
        "where kind = 'vehicle'\ngroup by recording, entity\norder by speed desc");
  }
  if (has("control/brake")) {
    add("Hard braking",
        "select time, entity, name, \"control/brake\" as brake\nfrom state\n"
        "where \"control/brake\" > 0.5\norder by time");
  }
  if (has("control/gear")) add_turns("Gear changes", "control/gear");
  const std::string health = first_of({"properties/health/Health", "Health/value"});
  if (!health.empty()) {
    add("Who lost health",
        "select c.time, c.entity, n.name, c.before, c.after, c.delta\nfrom changes c\n"
        "join entities n using (recording, entity)\nwhere c.path = " +
            tables::sql_text(health) + " and c.delta < 0\norder by c.delta");
    add("Lowest health of each",
        "select time, entity, name, min(" + sql_name_of(health) +
            ") as lowest\nfrom state\ngroup by recording, entity\norder by lowest");
  }
  if (has("properties/behaviour/State")) add_turns("Behaviour: each change of state", "properties/behaviour/State");
  if (has_event("Damage received")) {
    add("Damage, with its properties",
        "select time, entity, properties\nfrom events\nwhere name = 'Damage received'\norder by time");
  }
  if (has("Signal/state")) add_turns("Signals: each change", "Signal/state");
  if (has_event("ShotEvent")) {
    add("Shots a second",
        "select cast(time as integer) as second, min(time) as time, count(*) as shots\nfrom events\n"
        "where name = 'ShotEvent'\ngroup by second");
  }
}

void Questions::of_events() {
  if (facts_.events.empty()) return;
  add("How often each event happens",
      "select name, tag, count(*) as times, min(time) as time\nfrom events\n"
      "group by name, tag\norder by times desc");
  const auto rare = std::ranges::min_element(facts_.events, {}, &AskFacts::Event::count);
  add("Rarest events", "select time, name, entity\nfrom events\nwhere name in (\n  select name "
                       "from events group by name order by count(*) limit 3)\norder by time");
  if (std::ranges::any_of(facts_.events, &AskFacts::Event::has_entity)) {
    add("Who has most events",
        "select entity, n.name, n.kind, count(*) as events, min(e.time) as time\nfrom events e\n"
        "join entities n using (recording, entity)\ngroup by recording, entity\n"
        "order by events desc");
  }
  if (std::ranges::any_of(facts_.events, &AskFacts::Event::lasts)) {
    add("Longest events", "select time, end - time as seconds, name, entity\nfrom events\n"
                          "where end > time\norder by seconds desc\nlimit 100");
  }
  if (rare->count < facts_.events.front().count) {
    add("\"" + rare->name + "\": when",
        "select time, entity, properties\nfrom events\nwhere name = " + tables::sql_text(rare->name) +
            "\norder by time");
  }
}

void Questions::of_values() {
  add("What changes most often",
      "select path, count(*) as changes, min(time) as time\nfrom changes\ngroup by path\n"
      "order by changes desc\nlimit 100");
  const std::string number = varying("number");
  if (!number.empty()) {
    add("Least and greatest " + last_part(number),
        "select entity, name, min(" + sql_name_of(number) + ") as least, avg(" +
            sql_name_of(number) + ") as mean,\n  max(" + sql_name_of(number) +
            ") as greatest\nfrom state\ngroup by recording, entity\nhaving least is not null\n"
            "order by greatest desc");
  }
  for (const char* const type : {"boolean", "string"}) {
    const std::string column = varying(type);
    if (!column.empty()) add_turns("When " + last_part(column) + " changes", column);
  }
}

void Questions::of_places() {
  if (facts_.placed < 1) return;
  if (facts_.placed > 1) {
    add("Nearest to each other",
        "select time, a, b, min(distance) as distance, gap\nfrom pairs(5)\n"
        "group by recording, a, b\norder by distance\nlimit 100");
    add("About to touch (time to collision)",
        "select time, a, b, min(ttc) as ttc, closing\nfrom pairs(20)\nwhere ttc < 2\n"
        "group by recording, a, b\norder by ttc");
  }
  add("How far each goes",
      "select entity, n.name, n.kind, max(x) - min(x) as along_x, max(y) - min(y) as along_y,\n"
      "  max(z) - min(z) as along_z\nfrom places\njoin entities n using (recording, entity)\n"
      "group by recording, entity\norder by along_x + along_y desc");
}

void Questions::of_everything() {
  add("Who is there, by kind",
      "select kind, count(*) as entities\nfrom entities\ngroup by kind\norder by entities desc");
  add("Who comes and goes",
      "select entity, n.name, n.kind, l.begin as time, l.end - l.begin as seconds\nfrom lives l\n"
      "join entities n using (recording, entity)\norder by seconds");
  add("Longest pauses between frames",
      "select time, frame, time - lag(time) over (partition by recording, stream order by frame) "
      "as pause\nfrom frames\norder by pause desc\nlimit 100");
  if (facts_.recordings > 1) {
    add("The recordings beside each other",
        "select r.file, r.frames, r.entities, r.events, r.end - r.begin as seconds\n"
        "from recordings r");
  }
}

}  // namespace

std::vector<Question> questions_for(const AskFacts& facts) {
  Questions questions(facts);
  if (facts.recordings == 0) return {};
  questions.of_format();
  questions.of_events();
  questions.of_places();
  questions.of_values();
  questions.of_everything();
  return questions.take();
}

}  // namespace scrubjay
