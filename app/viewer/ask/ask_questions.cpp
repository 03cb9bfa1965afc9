#include "app/viewer/ask/ask_questions.h"

#include <algorithm>
#include <initializer_list>

#include "analysis/tables/sql_words.h"
#include "app/viewer/ask/ask_completion.h"
#include "core/number_text.h"
#include "core/property_path.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMost = 14;

class Questions {
 public:
  Questions(const AskFacts& facts, double metres_per_unit)
      : facts_(facts), metres_per_unit_(metres_per_unit) {}

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
  /// Columns that say who, and lead there.
  std::string who(std::string_view entity = "entity") const {
    return (facts_.recordings > 1 ? "recording, " : "") + std::string(entity);
  }

  /// Pairs no farther apart than that.
  std::string pairs_within(double metres) const {
    return "from pairs(" + number_text(metres / metres_per_unit_) + ")\n";
  }

  const AskFacts& facts_;
  double metres_per_unit_;
  std::vector<Question> questions_;
};

/// The first value in the JSON of an event's properties for which `condition` holds.
std::string value_in_event(std::string_view condition) {
  return "(select value ->> 'value' from json_each(e.properties)\n    where value ->> " +
         std::string(condition) + " limit 1)";
}

/// The entity that an event names beside the one that has it, in the stream of that.
std::string other_in_event() {
  return "(select min(n.entity) from entities n join entities m using (recording, stream)\n"
         "    where m.recording = e.recording and m.entity = e.entity\n    and n.id = " +
         value_in_event("'type' = 'entity'") + ")";
}

/// Where a text, a truth value or a whole number becomes another one.
void Questions::add_turns(const std::string& title, const std::string& column) {
  add(title, "select time, " + who() + ", before, after\nfrom changes\nwhere path = " +
                 tables::sql_text(column) + "\norder by time");
}

void Questions::of_format() {
  if (has_event("collision")) {
    add("Collisions: who hit whom",
        "select time, " + who("entity as who") + ",\n  " + other_in_event() +
            " as whom\nfrom events e\nwhere name = 'collision'\norder by time");
  }
  if (has("kinematics/speed")) {
    add("Fastest vehicles",
        "select time, " + who() +
            ", max(\"kinematics/speed\") as speed\nfrom state\n"
            "where kind = 'vehicle'\ngroup by recording, entity\norder by speed desc");
  }
  if (has("control/brake")) {
    add("Hard braking", "select time, " + who() +
                            ", \"control/brake\" as brake\nfrom state\n"
                            "where \"control/brake\" > 0.5\norder by time");
  }
  if (has("control/gear")) add_turns("Gear changes", "control/gear");
  const std::string health = first_of({"properties/health/Health", "Health/value"});
  if (!health.empty()) {
    add("Who lost health", "select time, " + who() +
                               ", before, after, delta\nfrom changes\nwhere path = " +
                               tables::sql_text(health) + " and delta < 0\norder by delta");
    add("Lowest health of each", "select time, " + who() + ", min(" + sql_name_of(health) +
                                     ") as lowest\nfrom state\ngroup by recording, entity\n"
                                     "having lowest is not null\norder by lowest");
  }
  if (has("properties/behaviour/State"))
    add_turns("Behaviour: each change of state", "properties/behaviour/State");
  if (has_event("Damage received")) {
    add("Damage: who hit whom, and how much",
        "select time, " + who(other_in_event()) + " as who,\n  entity as whom,\n  " +
            value_in_event("'name' in ('Amount', 'Final amount')") +
            " as amount\nfrom events e\nwhere name = 'Damage received'\norder by time");
  }
  // Collisions and damage that is received have questions of their own.
  const auto deed = std::ranges::find_if(facts_.events, [](const AskFacts::Event& event) {
    return event.names_another && !event.number.empty() && event.name != "collision" &&
           event.name != "Damage received";
  });
  if (deed != facts_.events.end()) {
    add(deed->name + ": who, whom, " + deed->number,
        "select time, " + who("entity as who") + ",\n  " + other_in_event() + " as whom,\n  " +
            value_in_event("'name' = " + tables::sql_text(deed->number)) +
            " as amount\nfrom events e\nwhere name = " + tables::sql_text(deed->name) +
            "\norder by time");
  }
  if (has("Signal/state")) add_turns("Signals: each change", "Signal/state");
  if (has_event("ShotEvent")) {
    add("Shots a second",
        "select cast(time as integer) as second, min(time) as time, count(*) as shots\nfrom "
        "events\n"
        "where name = 'ShotEvent'\ngroup by second");
  }
}

void Questions::of_events() {
  if (facts_.events.empty()) return;
  if (facts_.recordings == 2) {
    add("How often each event happens in each recording",
        "select name, tag, sum(recording = 0) as in_a, sum(recording = 1) as in_b,\n"
        "  min(time) as time\nfrom events\ngroup by name, tag\n"
        "order by abs(in_a - in_b) desc, in_a desc");
  } else {
    add("How often each event happens",
        "select name, tag, count(*) as times, min(time) as time\nfrom events\n"
        "group by name, tag\norder by times desc");
  }
  const auto rare = std::ranges::min_element(facts_.events, {}, &AskFacts::Event::count);
  add("Rarest events", "select time, name, " + who() +
                           "\nfrom events\nwhere name in (\n  select name "
                           "from events group by name order by count(*) limit 3)\norder by time");
  if (std::ranges::any_of(facts_.events, &AskFacts::Event::has_entity)) {
    add("Who has most events",
        "select " + who() +
            ", count(*) as events, min(time) as time\nfrom events\n"
            "where entity is not null\ngroup by recording, entity\norder by events desc");
  }
  if (std::ranges::any_of(facts_.events, &AskFacts::Event::lasts)) {
    add("Longest events", "select time, end - time as seconds, name, " + who() +
                              "\nfrom events\n"
                              "where end > time\norder by seconds desc\nlimit 100");
  }
  if (rare->count < facts_.events.front().count) {
    add("\"" + rare->name + "\": when", "select time, " + who() +
                                            ", properties\nfrom events\nwhere name = " +
                                            tables::sql_text(rare->name) + "\norder by time");
  }
}

void Questions::of_values() {
  add("What changes most often",
      "select path, count(*) as changes, min(time) as time\nfrom changes\ngroup by path\n"
      "order by changes desc\nlimit 100");
  const std::string number = varying("number");
  if (!number.empty()) {
    const std::string column = sql_name_of(number);
    add("Least and greatest " + std::string(parts_of_path(number).name),
        "select " + who() + ", min(" + column + ") as least, avg(" + column + ") as mean,\n  max(" +
            column +
            ") as greatest\nfrom state\ngroup by recording, entity\n"
            "having least is not null\norder by greatest desc");
  }
  for (const char* const type : {"boolean", "string"}) {
    const std::string column = varying(type);
    if (!column.empty())
      add_turns("When " + std::string(parts_of_path(column).name) + " changes", column);
  }
}

void Questions::of_places() {
  if (facts_.placed < 1) return;
  if (facts_.placed > 1) {
    if (facts_.has_bodies || has_event("collision")) {
      add("Contacts: who hits whom, how fast",
          "select time, end, " + who("a, b") + ", closing\nfrom contacts\norder by time");
    }
    add("Nearest to each other",
        "select time, " + who("a, b") + ", min(distance) as distance, gap\n" + pairs_within(5) +
            "group by recording, a, b\norder by gap is null, distance\nlimit 100");
    add("About to touch (time to collision)",
        "select time, " + who("a, b") + ", min(ttc) as ttc, closing\n" + pairs_within(20) +
            "where ttc < 2\ngroup by recording, a, b\norder by ttc");
  }
  add("How far each goes",
      "select " + who() +
          ", max(x) - min(x) as along_x, max(y) - min(y) as along_y,\n"
          "  max(z) - min(z) as along_z\nfrom places\n"
          "group by recording, entity\norder by along_x + along_y + along_z desc");
}

void Questions::of_everything() {
  add("Who is there, by kind",
      "select kind, count(*) as entities\nfrom entities\ngroup by kind\norder by entities desc");
  add("Who comes and goes",
      "select " + who() + ", begin as time, end - begin as seconds\nfrom lives\norder by seconds");
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

std::vector<Question> questions_for(const AskFacts& facts, double metres_per_unit) {
  Questions questions(facts, metres_per_unit);
  if (facts.recordings == 0) return {};
  questions.of_format();
  questions.of_events();
  questions.of_places();
  questions.of_values();
  questions.of_everything();
  return questions.take();
}

}  // namespace scrubjay
