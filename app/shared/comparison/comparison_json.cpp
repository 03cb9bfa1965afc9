#include "app/shared/comparison/comparison_json.h"

#include <cmath>
#include <optional>
#include <string_view>

#include "app/shared/comparison/comparison_words.h"
#include "app/shared/recording_json.h"

namespace scrubjay {

namespace {

using compare::Item;
using compare::Kind;
using compare::ListedDifference;
using compare::Plan;
using compare::Subject;
using compare::Summary;

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

/// The id of a row of one run; null for no entity.
void write_id(JsonWriter& json, std::string_view key, const Recording& recording, EntityIndex row) {
  if (row.exists()) {
    json.field(key, recording.entity(row).id);
  } else {
    json.null_field(key);
  }
}

/// The ids of an entity in both runs.
void write_ids(JsonWriter& json, const Plan& plan, Subject subject) {
  const bool exists = subject.exists();
  write_id(json, "entity_a", plan.a(), exists ? plan.entity_a(subject) : EntityIndex());
  write_id(json, "entity_b", plan.b(), exists ? plan.entity_b(subject) : EntityIndex());
}

void write_frame_number(JsonWriter& json, std::string_view key, FrameIndex frame) {
  if (frame.exists()) {
    json.integer_field(key, frame.value);
  } else {
    json.null_field(key);
  }
}

/// Reads events again, which are listed without what they hold.
class EventPrinter {
 public:
  explicit EventPrinter(const Plan& plan) : plan_(plan) {}

  void write(JsonWriter& json, const Item& item, const ListedDifference& one) {
    const bool is_of_a = one.difference.kind == Kind::event_a;
    std::optional<Cursor>& cursor = is_of_a ? a_ : b_;
    if (!cursor) cursor.emplace(is_of_a ? plan_.sides().a : plan_.sides().b);
    cursor->set_coordinates(plan_.coordinates(item));
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
  write_ids(json, plan, difference.subject);
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
    write_ids(json, plan, step.subject);
    json.field("name", plan.name_of(step.subject));
    write_frame_number(json, "frame_a", item.a);
    json.number_field("time", plan.time(item));
    json.integer_field("paths", step.paths);
    write_text_or_null(json, "from",
                       step.from.exists() ? std::optional(plan.id_of(step.from)) : std::nullopt);
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
}  // namespace

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

}  // namespace scrubjay
