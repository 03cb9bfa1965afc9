#include "tests/bench/goal_table.h"

#include <cmath>
#include <cstdio>

#include "core/json_writer.h"
#include "core/number_text.h"

namespace scrubjay::bench {

namespace {

/// Three digits are as many as a run repeats.
std::string short_number(double value) {
  char text[32];
  const double size = std::abs(value);
  const char* form = size >= 100 ? "%.0f" : size >= 10 ? "%.1f" : size >= 0.1 ? "%.2f" : "%.3g";
  std::snprintf(text, sizeof(text), form, value);
  return text;
}

std::string verdict(const Goal& goal) {
  if (!goal.is_reached) return "";
  return *goal.is_reached ? "reached" : "missed";
}

std::string figure_text(const Goal& goal) { return short_number(goal.figure) + " " + goal.unit; }

std::string ratio_text(const Goal& goal) {
  return goal.reference.empty() ? "" : short_number(goal.ratio);
}

}  // namespace

Goal at_most(Goal goal, double limit) {
  if (goal.reference.empty()) goal.ratio = goal.figure;
  if (goal.goal.empty()) goal.goal = "at most " + short_number(limit);
  goal.is_reached = goal.ratio <= limit;
  return goal;
}

Goal at_least(Goal goal, double limit) {
  if (goal.reference.empty()) goal.ratio = goal.figure;
  if (goal.goal.empty()) goal.goal = "at least " + short_number(limit);
  goal.is_reached = goal.ratio >= limit;
  return goal;
}

double slope(double small_size, double small_figure, double large_size, double large_figure) {
  return std::log(large_figure / small_figure) / std::log(large_size / small_size);
}

void GoalTable::add(Goal goal) {
  std::printf("%-58s %14s  %-42s %7s  %-16s %s\n", goal.what.c_str(), figure_text(goal).c_str(),
              goal.reference.c_str(), ratio_text(goal).c_str(), goal.goal.c_str(),
              verdict(goal).c_str());
  std::fflush(stdout);
  goals_.push_back(std::move(goal));
}

std::string GoalTable::markdown() const {
  std::string text = "| what | figure | beside it, in the same run | ratio | goal | |\n";
  text += "| --- | --- | --- | --- | --- | --- |\n";
  for (const Goal& goal : goals_) {
    text += "| " + goal.what + " | " + figure_text(goal) + " | " + goal.reference + " | " +
            ratio_text(goal) + " | " + goal.goal + " | " + verdict(goal) + " |\n";
  }
  return text;
}

std::string GoalTable::json() const {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  json.begin_array();
  for (const Goal& goal : goals_) {
    json.begin_object_on_one_line();
    json.field("what", goal.what);
    json.number_field("figure", goal.figure);
    json.field("unit", goal.unit);
    json.field("reference", goal.reference);
    json.number_field("ratio", goal.ratio);
    json.field("goal", goal.goal);
    if (goal.is_reached) {
      json.boolean_field("reached", *goal.is_reached);
    } else {
      json.null_field("reached");
    }
    json.end_object();
  }
  json.end_array();
  return text + "\n";
}

}  // namespace scrubjay::bench
