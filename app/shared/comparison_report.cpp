#include "app/shared/comparison_report.h"

#include <algorithm>
#include <cmath>
#include <glm/trigonometric.hpp>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "analysis/compare/pair_comparer.h"
#include "app/shared/plain_text.h"
#include "app/shared/recording_json.h"
#include "app/shared/xml_text.h"
#include "core/printed.h"

namespace scrubjay {

namespace {

using compare::Item;
using compare::Kind;
using compare::ListedDifference;
using compare::Plan;
using compare::Subject;
using compare::Summary;

/// Differences that people get to see; programs get all that are listed.
constexpr std::size_t kShownDifferences = 20;
constexpr std::size_t kShownRows = 20;

bool is_of_event(Kind kind) { return kind == Kind::event_a || kind == Kind::event_b; }

void write_text_or_null(JsonWriter& json, std::string_view key,
                        std::optional<std::string_view> text) {
  if (text) {
    json.field(key, *text);
  } else {
    json.null_field(key);
  }
}

void write_number_or_null(JsonWriter& json, std::string_view key, double value) {
  if (std::isnan(value)) {
    json.null_field(key);
  } else {
    json.number_field(key, value);
  }
}

void write_frame_number(JsonWriter& json, std::string_view key, FrameIndex frame) {
  if (frame.exists()) {
    json.integer_field(key, frame.value);
  } else {
    json.null_field(key);
  }
}

std::optional<std::string_view> id_in_a(const Plan& plan, Subject subject) {
  if (!subject.exists()) return std::nullopt;
  const EntityIndex row = plan.entity_a(subject);
  if (!row.exists()) return std::nullopt;
  return plan.a().entity(row).id;
}

std::optional<std::string_view> id_in_b(const Plan& plan, Subject subject) {
  if (!subject.exists()) return std::nullopt;
  const EntityIndex row = plan.entity_b(subject);
  if (!row.exists()) return std::nullopt;
  return plan.b().entity(row).id;
}

std::string_view id_of(const Plan& plan, Subject subject) {
  return id_in_a(plan, subject).value_or(id_in_b(plan, subject).value_or(""));
}

/// Those in which a pair of frames is compared.
CoordinateSystem coordinates_of(const Plan& plan, const Item& item) {
  if (plan.options().coordinates) return *plan.options().coordinates;
  return plan.a().reader().coordinates(plan.a(), item.a);
}

/// Reads events again, which are listed without what they hold.
class EventPrinter {
 public:
  explicit EventPrinter(const Plan& plan) : plan_(plan) {}

  void write(JsonWriter& json, const Item& item, const ListedDifference& one) {
    const bool is_of_a = one.difference.kind == Kind::event_a;
    std::optional<Cursor>& cursor = is_of_a ? a_ : b_;
    if (!cursor) cursor.emplace(is_of_a ? plan_.sides().a : plan_.sides().b);
    cursor->set_coordinates(coordinates_of(plan_, item));
    tree_.clear();
    const PropertyRange range = cursor->read_event(one.difference.event, tree_);
    write_event(json, cursor->recording(), one.difference.event, tree_, range,
                PrintedAs::part_of_frame);
  }

 private:
  const Plan& plan_;
  std::optional<Cursor> a_;
  std::optional<Cursor> b_;
  PropertyTree tree_;
};

void write_side(JsonWriter& json, const Summary& summary, const Item& item,
                const ListedDifference& one, compare::Side side, EventPrinter& events) {
  const Kind kind = one.difference.kind;
  json.key(side == compare::Side::a ? "a" : "b");
  if (is_of_event(kind) && (kind == Kind::event_a) == (side == compare::Side::a)) {
    events.write(json, item, one);
    return;
  }
  const auto& node = side == compare::Side::a ? one.values.a : one.values.b;
  if (node) {
    write_plain_value(json, summary.values(), *node);
  } else {
    json.null();
  }
}

void write_difference(JsonWriter& json, const Plan& plan, const Summary& summary,
                      const ListedDifference& one, EventPrinter& events) {
  const Item& item = plan.items()[one.item];
  const compare::Difference& difference = one.difference;
  json.begin_object();
  write_frame_number(json, "frame_a", item.a);
  write_frame_number(json, "frame_b", item.b);
  json.number_field("time", plan.time(item));
  json.field("kind", to_text(difference.kind));
  write_text_or_null(json, "entity_a", id_in_a(plan, difference.subject));
  write_text_or_null(json, "entity_b", id_in_b(plan, difference.subject));
  write_text_or_null(
      json, "name",
      difference.subject.exists() ? std::optional(plan.name_of(difference.subject)) : std::nullopt);
  write_text_or_null(
      json, "path",
      difference.path.exists() ? std::optional(plan.paths()[difference.path]) : std::nullopt);
  write_side(json, summary, item, one, compare::Side::a, events);
  write_side(json, summary, item, one, compare::Side::b, events);
  write_number_or_null(json, "distance", difference.distance);
  json.end_object();
}

void write_spread(JsonWriter& json, const Plan& plan, const Summary& summary) {
  json.begin_array();
  for (const compare::SpreadStep& step : summary.spread()) {
    const Item& item = plan.items()[step.item];
    json.begin_object_on_one_line();
    write_text_or_null(json, "entity_a", id_in_a(plan, step.subject));
    write_text_or_null(json, "entity_b", id_in_b(plan, step.subject));
    json.field("name", plan.name_of(step.subject));
    write_frame_number(json, "frame_a", item.a);
    json.number_field("time", plan.time(item));
    json.integer_field("paths", step.paths);
    write_text_or_null(json, "from",
                       step.from.exists() ? std::optional(id_of(plan, step.from)) : std::nullopt);
    json.end_object();
  }
  json.end_array();
}

void write_by_path(JsonWriter& json, const Plan& plan, const Summary& summary) {
  json.begin_array();
  for (const compare::PathSum& sum : summary.by_path()) {
    json.begin_object_on_one_line();
    json.field("path", plan.paths()[sum.path]);
    json.integer_field("entities", sum.entities);
    json.integer_field("frames", sum.frames);
    json.number_field("first_time", plan.time(plan.items()[sum.first_item]));
    write_number_or_null(json, "largest", sum.largest);
    json.end_object();
  }
  json.end_array();
}

// ---- for people

std::string plural(std::uint64_t count, std::string_view noun) {
  return grouped_digits(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

std::string entity_name(const Plan& plan, Subject subject) {
  if (!subject.exists()) return "";
  const std::string_view id = id_of(plan, subject);
  const std::string_view name = plan.name_of(subject);
  if (name.empty() || name == id) return printable(id);
  return printable(name) + " (" + printable(id) + ")";
}

std::string frames_of(const Item& item) {
  if (!item.b.exists()) return std::to_string(item.a.value);
  if (!item.a.exists()) return std::to_string(item.b.value) + " of B";
  std::string text = std::to_string(item.a.value);
  if (item.a.value != item.b.value) text += " / " + std::to_string(item.b.value);
  return text;
}

/// A value on one line; long ones are cut.
std::string short_value(const PropertyTree& values, const std::optional<PropertyTree::Node>& node) {
  constexpr std::size_t kLongest = 60;
  if (!node) return "-";
  std::string text = value_text(values, *node);
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  text.resize(end);
  return text + "...";
}

/// "31 / 24", with what tells them apart where they read alike.
std::string values_of(const Plan& plan, std::size_t item, const PropertyTree& values,
                      const compare::ValuePair& pair) {
  std::string a = short_value(values, pair.a);
  std::string b = short_value(values, pair.b);
  if (a == b) {
    const Item& frames = plan.items()[item];
    a += text_apart(plan, frames, values, pair, compare::Side::a);
    b += text_apart(plan, frames, values, pair, compare::Side::b);
  }
  return a + " / " + b;
}

/// Tells differences to people. Of events, which are listed without what they hold, it looks that
/// up.
class DifferenceTexts {
 public:
  DifferenceTexts(const Plan& plan, const Summary& summary) : plan_(plan), summary_(summary) {}

  std::string what_differs(const ListedDifference& one) {
    switch (one.difference.kind) {
      case Kind::only_a: return "lives in A only";
      case Kind::only_b: return "lives in B only";
      case Kind::event_a: return event_differs(one, "happens in A only");
      case Kind::event_b: return event_differs(one, "happens in B only");
      case Kind::frame_a: return "a frame of A only";
      case Kind::frame_b: return "a frame of B only";
      default: break;
    }
    std::string text = values_of(plan_, one.item, summary_.values(), one.values);
    if (std::isfinite(one.difference.distance)) {
      text += "   " + apart_text(plan_, one.item, one.difference.path, one.difference.distance) +
              " apart";
    }
    return text;
  }

  /// "3.412 s, frame 120: vehicle.audi.tt (24), position: ...", for one line.
  std::string sentence(const ListedDifference& one) {
    const Item& item = plan_.items()[one.item];
    std::string text = seconds_text(plan_.time(item)) + ", frame " + frames_of(item);
    const std::string entity = entity_name(plan_, one.difference.subject);
    if (!entity.empty()) text += ", " + entity;
    if (one.difference.path.exists()) {
      text += ", " + printable(plan_.paths()[one.difference.path]);
    }
    return text + ": " + what_differs(one);
  }

 private:
  /// "Damage 11 / 8, Crit true / -" where events of that name happen in both runs.
  std::string event_differs(const ListedDifference& one, std::string_view alone) {
    if (!comparer_) comparer_.emplace(plan_, nothing_known_.emplace(plan_));
    comparer_->list(one.item, one.difference.subject, result_);
    const std::string below = std::string(plan_.paths()[one.difference.path]) + "/";
    std::string text;
    for (const compare::Difference& found : result_.found) {
      if (!found.path.exists() || found.values == compare::Difference::kNoValues) continue;
      const std::string_view path = plan_.paths()[found.path];
      if (!path.starts_with(below)) continue;
      if (!text.empty()) text += ", ";
      text += printable(path.substr(below.size())) + " " +
              values_of(plan_, one.item, result_.tree, result_.values[found.values]);
    }
    return text.empty() ? std::string(alone) : text;
  }

  const Plan& plan_;
  const Summary& summary_;
  std::optional<Summary> nothing_known_;
  std::optional<compare::PairComparer> comparer_;
  compare::ItemResult result_;
};

bool is_frame_alone(Kind kind) { return kind == Kind::frame_a || kind == Kind::frame_b; }

/// Frames of one side follow each other often: so many from `at` on are one row, those behind the
/// end of the list, too.
std::size_t frames_in_row(const Plan& plan, const Summary& summary, std::size_t at) {
  const std::vector<ListedDifference>& list = summary.list();
  const Kind kind = list[at].difference.kind;
  if (!is_frame_alone(kind)) return 1;
  std::size_t end = at + 1;
  while (end < list.size() && list[end].difference.kind == kind &&
         list[end].item == list[end - 1].item + 1) {
    ++end;
  }
  if (end < list.size() || plan.options().limit) return end - at;
  std::size_t count = end - at;
  const auto is_alone = [&](const Item& item) {
    return kind == Kind::frame_a ? !item.b.exists() : !item.a.exists();
  };
  for (std::size_t item = list.back().item + 1;
       item < plan.items().size() && is_alone(plan.items()[item]); ++item) {
    ++count;
  }
  return count;
}

/// Rows of differences, of which those that go on from frame to frame are one.
class DifferenceList {
 public:
  DifferenceList(const Plan& plan, const Summary& summary, DifferenceTexts& texts)
      : plan_(plan), summary_(summary), texts_(texts) {}

  std::size_t size() const { return rows_.size(); }
  /// The one at `at` of the summary's list, or those from it on that are told together. False,
  /// with nothing added, where they need another row than there may be.
  bool add(std::size_t at, std::size_t most_rows, std::size_t& together) {
    const ListedDifference& one = summary_.list()[at];
    const compare::Difference& difference = one.difference;
    together = frames_in_row(plan_, summary_, at);
    std::string what = texts_.what_differs(one);
    if (together > 1) {
      what = grouped_digits(together) + " frames of " +
             (difference.kind == Kind::frame_a ? "A" : "B") + " only";
    }
    const auto [place, is_new] =
        last_.try_emplace({difference.subject.value, difference.path.value});
    Last& last = place->second;
    const bool goes_on = !is_new && rows_[last.row].what == what && one.item <= last.item + 1;
    if (goes_on) {
      if (one.item > last.item) ++rows_[last.row].frames;
      last.item = one.item;
      return true;
    }
    if (rows_.size() == most_rows) return false;
    last = {rows_.size(), one.item};
    rows_.push_back({&one, std::move(what)});
    return true;
  }

  std::string text() const {
    const std::vector<TableColumn> columns{
        {"time", Align::right}, {"frame", Align::right}, {"entity"}, {"path"}, {"A / B"}};
    std::vector<std::vector<std::string>> cells;
    for (const Row& row : rows_) {
      const Item& item = plan_.items()[row.first->item];
      const auto path = row.first->difference.path;
      const std::string frames =
          row.frames == 1 ? "" : ", in " + grouped_digits(row.frames) + " frames";
      cells.push_back({seconds_text(plan_.time(item)), frames_of(item),
                       entity_name(plan_, row.first->difference.subject),
                       path.exists() ? printable(plan_.paths()[path]) : "", row.what + frames});
    }
    return table_text(columns, cells);
  }

 private:
  struct Row {
    const ListedDifference* first = nullptr;
    std::string what;
    std::uint64_t frames = 1;
  };
  struct Last {
    std::size_t row = 0;
    std::size_t item = 0;
  };

  const Plan& plan_;
  const Summary& summary_;
  DifferenceTexts& texts_;
  std::vector<Row> rows_;
  /// The last row of each entity and path.
  std::map<std::pair<std::uint32_t, std::uint32_t>, Last> last_;
};

std::string list_text(const Plan& plan, const Summary& summary, DifferenceTexts& texts) {
  const std::vector<ListedDifference>& list = summary.list();
  const std::size_t most_rows = plan.options().limit ? list.size() : kShownDifferences;
  DifferenceList rows(plan, summary, texts);
  std::size_t shown = 0;
  for (std::size_t together = 0; shown < list.size(); shown += together) {
    if (!rows.add(shown, most_rows, together)) break;
  }
  std::string text = rows.text();
  if (summary.count() > shown) {
    text += "  and " + grouped_digits(summary.count() - shown) + " more\n";
  }
  return text;
}

std::string spread_text(const Plan& plan, const Summary& summary) {
  const std::vector<TableColumn> columns{
      {"time", Align::right}, {"entity"}, {"paths", Align::right}, {"perhaps from"}};
  std::vector<std::vector<std::string>> rows;
  for (const compare::SpreadStep& step : summary.spread()) {
    if (rows.size() == kShownRows) break;
    rows.push_back({seconds_text(plan.time(plan.items()[step.item])),
                    entity_name(plan, step.subject), std::to_string(step.paths),
                    step.beside.exists() && plan.is_matched(step.subject)
                        ? "with " + entity_name(plan, step.beside)
                        : entity_name(plan, step.from)});
  }
  std::string text = table_text(columns, rows);
  if (summary.spread().size() > rows.size()) {
    text += "  and " + grouped_digits(summary.spread().size() - rows.size()) + " more\n";
  }
  return text;
}

std::string paths_text(const Plan& plan, const Summary& summary) {
  const std::vector<TableColumn> columns{{"path"},
                                         {"entities", Align::right},
                                         {"frames", Align::right},
                                         {"first", Align::right},
                                         {"largest", Align::right}};
  std::vector<std::vector<std::string>> rows;
  for (const compare::PathSum& sum : summary.by_path()) {
    if (rows.size() == kShownRows) break;
    rows.push_back({printable(plan.paths()[sum.path]), std::to_string(sum.entities),
                    std::to_string(sum.frames),
                    seconds_text(plan.time(plan.items()[sum.first_item])),
                    apart_text(plan, sum.first_item, sum.path, sum.largest)});
  }
  std::string text = table_text(columns, rows);
  if (summary.by_path().size() > rows.size()) {
    text += "  and " + grouped_digits(summary.by_path().size() - rows.size()) + " more\n";
  }
  return text;
}

std::string how_compared(const Plan& plan, const Summary& summary) {
  std::string text = "frames by " + std::string(to_text(plan.pairing().by)) + ", entities by " +
                     std::string(to_text(plan.matches().by));
  if (plan.pairing().offset != 0 || plan.offset_agreement()) {
    text += ", B moved by " + number_text(plan.pairing().offset) + " s";
  }
  if (plan.offset_agreement()) {
    text += " (agreement " + number_text(std::round(*plan.offset_agreement() * 1000) / 10) + " %)";
  }
  return text + ": " + plural(summary.frames_compared(), "frame") + ", " +
         grouped_digits(summary.entities_compared()) +
         (summary.entities_compared() == 1 ? " entity, " : " entities, ") +
         plural(summary.values_compared(), "value");
}

std::string rounding_text(const Summary& summary) {
  const auto rounding = rounding_of(summary);
  if (!rounding) return "";
  return "; no number is more than " + printed("%.2g", rounding->largest) +
         " apart: with --tolerance " + printed("%.0e", rounding->tolerance) + " they are the same";
}

// ---- JUnit

struct JunitCase {
  std::string name;
  const ListedDifference* failed = nullptr;
  std::uint64_t count = 0;
};

const ListedDifference* first_of_two(const ListedDifference* p, const ListedDifference* q) {
  if (p == nullptr || (q != nullptr && q->item < p->item)) return q;
  return p;
}

std::vector<JunitCase> junit_cases(const Plan& plan, const Summary& summary) {
  std::vector<JunitCase> cases;
  const auto add = [&](std::string name, Kind in_a, Kind in_b) {
    cases.push_back({std::move(name), first_of_two(summary.first_of(in_a), summary.first_of(in_b)),
                     summary.count_of(in_a) + summary.count_of(in_b)});
  };
  add("frames", Kind::frame_a, Kind::frame_b);
  add("entities", Kind::only_a, Kind::only_b);
  add("events", Kind::event_a, Kind::event_b);
  const std::size_t fixed = cases.size();
  std::vector<compare::PathId> paths = summary.paths_compared();
  for (const compare::PathSum& sum : summary.by_path()) paths.push_back(sum.path);
  std::ranges::sort(paths);
  const auto repeated = std::ranges::unique(paths);
  paths.erase(repeated.begin(), repeated.end());
  for (const compare::PathId path : paths) {
    const auto sum = std::ranges::find(summary.by_path(), path, &compare::PathSum::path);
    const bool differs = sum != summary.by_path().end();
    cases.push_back({std::string(plan.paths()[path]),
                     differs ? &summary.firsts()[sum->first] : nullptr, differs ? sum->frames : 0});
  }
  std::ranges::sort(cases.begin() + static_cast<std::ptrdiff_t>(fixed), cases.end(), {},
                    &JunitCase::name);
  return cases;
}

}  // namespace

std::string text_apart(const Plan& plan, const Item& item, const PropertyTree& values,
                       const compare::ValuePair& pair, compare::Side side) {
  const bool is_of_a = side == compare::Side::a;
  const auto& node = is_of_a ? pair.a : pair.b;
  if (!pair.a || !pair.b) return "";
  const PropertyNode& value = values[*node];
  if (values[*pair.a].type != values[*pair.b].type) {
    return " (" + std::string(to_text(value.type)) + ")";
  }
  if (value.type != PropertyType::entity) return "";
  const Recording& recording = is_of_a ? plan.a() : plan.b();
  const StreamIndex stream = recording.timeline().stream(is_of_a ? item.a : item.b);
  const EntityIndex named = is_of_a ? plan.named_in_a(stream, value.text_value())
                                    : plan.named_in_b(stream, value.text_value());
  return named.exists() ? " (" + printable(recording.entity(named).name) + ")" : "";
}

std::string apart_text(const Plan& plan, std::size_t item, compare::PathId path, double distance) {
  if (std::isnan(distance)) return "";
  const std::string_view name = path.exists() ? plan.paths()[path] : std::string_view();
  if (name == "position") {
    const double metres = coordinates_of(plan, plan.items()[item]).metres_per_unit;
    return significant_text(distance * metres) + " m";
  }
  if (name == "rotation") return significant_text(glm::degrees(distance)) + "\u00B0";
  return significant_text(distance);
}

std::string_view to_text(compare::FramesBy by) {
  switch (by) {
    case compare::FramesBy::automatic: return "auto";
    case compare::FramesBy::frame: return "frame";
    case compare::FramesBy::number: return "number";
    case compare::FramesBy::time: return "time";
  }
  return "auto";
}

std::string_view to_text(compare::EntitiesBy by) {
  switch (by) {
    case compare::EntitiesBy::automatic: return "auto";
    case compare::EntitiesBy::id: return "id";
    case compare::EntitiesBy::name: return "name";
    case compare::EntitiesBy::place: return "place";
  }
  return "auto";
}

std::optional<Rounding> rounding_of(const Summary& summary) {
  constexpr double kRounding = 1e-6;  // of what is written as float in other units
  double largest = 0;
  for (const compare::PathSum& sum : summary.by_path()) {
    if (!std::isnan(sum.largest)) largest = std::max(largest, sum.largest);
  }
  if (largest == 0 || largest > kRounding) return std::nullopt;
  return Rounding{largest, std::pow(10, std::floor(std::log10(largest)) + 1)};
}

void write_comparison(JsonWriter& json, const Plan& plan, const Summary& summary) {
  EventPrinter events(plan);
  json.begin_object();
  json.boolean_field("same", summary.is_same());
  json.field("by", to_text(plan.pairing().by));
  json.number_field("offset", plan.pairing().offset);
  if (plan.offset_agreement()) json.number_field("offset_agreement", *plan.offset_agreement());
  json.field("match", to_text(plan.matches().by));
  json.integer_field("frames_compared", summary.frames_compared());
  json.integer_field("entities_compared", summary.entities_compared());
  json.integer_field("values_compared", summary.values_compared());
  json.key("first");
  if (summary.first() != nullptr) {
    write_difference(json, plan, summary, *summary.first(), events);
  } else {
    json.null();
  }
  json.integer_field("count", summary.count());
  json.key("differences");
  json.begin_array();
  for (const ListedDifference& one : summary.list()) {
    write_difference(json, plan, summary, one, events);
  }
  json.end_array();
  json.key("spread");
  write_spread(json, plan, summary);
  json.key("by_path");
  write_by_path(json, plan, summary);
  json.integer_field("only_a", summary.only_a());
  json.integer_field("only_b", summary.only_b());
  json.boolean_field("stopped", summary.is_stopped());
  json.end_object();
}

std::string little_compared(const Plan& plan, const Summary& summary) {
  if (!summary.is_done() || summary.is_stopped() || summary.frames_compared() == 0) return "";
  const bool has_entities = plan.a().entity_count() > 0 && plan.b().entity_count() > 0;
  if (has_entities && summary.entities_compared() == 0 && !plan.has_choice()) {
    const bool is_by_place = plan.matches().by == compare::EntitiesBy::place;
    return "By " + std::string(to_text(plan.matches().by)) + " no entity of A is one of B" +
           (is_by_place ? "." : "; matching by place may find some.");
  }
  const std::vector<std::string>& only = plan.options().only;
  if (summary.values_compared() > 0 || only.empty()) return "";
  std::string text = "No value has a path that is chosen";
  const auto bare = std::ranges::find_if(
      only, [](const std::string& path) { return path.find_first_of("/*") == path.npos; });
  if (bare != only.end()) text += ": below groups it would be \"**/" + printable(*bare) + "\"";
  return text + ".";
}

std::string comparison_text(const Plan& plan, const Summary& summary, const ComparedNames& names) {
  std::string text = "A  " + printable(names.a) + "\nB  " + printable(names.b) + "\n" +
                     how_compared(plan, summary) + "\n";
  const std::string little = little_compared(plan, summary);
  if (!little.empty()) text += little + "\n";
  if (summary.is_same() && summary.values_compared() == 0 && !plan.options().only.empty()) {
    return text + "Entities and events are the same.\n";
  }
  if (summary.is_same()) return text + "The same.\n";
  DifferenceTexts texts(plan, summary);
  text += "\nFirst: " + texts.sentence(*summary.first()) + "\n";
  text += "\n" + plural(summary.count(), "difference");
  text += summary.is_stopped() ? ", and not looked further" : rounding_text(summary);
  text += "\n" + list_text(plan, summary, texts);
  if (!summary.spread().empty()) {
    text += "\nEntities in the order in which they begin to differ\n" + spread_text(plan, summary);
  }
  if (!summary.by_path().empty()) text += "\nBy path\n" + paths_text(plan, summary);
  return text;
}

std::string comparison_junit(const Plan& plan, const Summary& summary, const ComparedNames& names) {
  const std::vector<JunitCase> cases = junit_cases(plan, summary);
  DifferenceTexts texts(plan, summary);
  const auto failures =
      std::ranges::count_if(cases, [](const JunitCase& one) { return one.failed != nullptr; });
  const std::string little = little_compared(plan, summary);
  const std::string counts = " tests=\"" + std::to_string(cases.size() + (little.empty() ? 0 : 1)) +
                             "\" failures=\"" + std::to_string(failures) + "\"" +
                             (little.empty() ? "" : " skipped=\"1\"");
  const std::string suite = escaped_xml(names.a + " / " + names.b);
  std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + counts + ">\n" +
                     "  <testsuite name=\"" + suite + "\"" + counts + ">\n";
  if (!little.empty()) {
    text += "    <testcase classname=\"" + suite +
            "\" name=\"compared\">\n      <skipped message=\"" + escaped_xml(little) +
            "\"/>\n    </testcase>\n";
  }
  for (const JunitCase& one : cases) {
    text += "    <testcase classname=\"" + suite + "\" name=\"" + escaped_xml(one.name) + "\"";
    if (one.failed == nullptr) {
      text += "/>\n";
      continue;
    }
    // The list has its values, where it is among the first.
    const auto listed = std::ranges::find_if(summary.list(), [&](const ListedDifference& other) {
      return other.item == one.failed->item &&
             other.difference.kind == one.failed->difference.kind &&
             other.difference.path == one.failed->difference.path &&
             other.difference.subject == one.failed->difference.subject;
    });
    const ListedDifference& shown = listed == summary.list().end() ? *one.failed : *listed;
    const std::string sentence = escaped_xml(texts.sentence(shown));
    text += ">\n      <failure message=\"" + sentence + "\">" + sentence +
            "</failure>\n    </testcase>\n";
  }
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace scrubjay
