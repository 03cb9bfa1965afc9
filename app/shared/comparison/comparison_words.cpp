#include "app/shared/comparison/comparison_words.h"

#include <algorithm>
#include <cmath>
#include <glm/trigonometric.hpp>
#include <utility>
#include <vector>

#include "app/shared/plain_text.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

using compare::Item;
using compare::Kind;
using compare::ListedDifference;
using compare::Plan;
using compare::Subject;
using compare::Summary;

/// A value on one line; long ones are cut.
std::string short_value(const PropertyTree& values, const std::optional<PropertyTree::Node>& node) {
  constexpr std::size_t kLongest = 60;
  if (!node) return "-";
  std::string text = value_text(values, *node);
  if (text.size() <= kLongest) return text;
  text.resize(whole_characters(text, kLongest).size());
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

}  // namespace

std::string entity_text(const Plan& plan, Subject subject) {
  if (!subject.exists()) return "";
  const std::string_view id = plan.id_of(subject);
  const std::string_view name = plan.name_of(subject);
  if (name.empty() || name == id) return printable(id);
  return printable(name) + " (" + printable(id) + ")";
}

std::string item_frames_text(const Item& item) {
  if (!item.b.exists()) return std::to_string(item.a.value);
  if (!item.a.exists()) return std::to_string(item.b.value) + " of B";
  std::string text = std::to_string(item.a.value);
  if (item.a.value != item.b.value) text += " / " + std::to_string(item.b.value);
  return text;
}

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
    const std::string_view unit = plan.coordinates(plan.items()[item]).unit();
    return significant_text(distance) + " " + std::string(unit.empty() ? "units" : unit);
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

namespace {

/// ": below groups it would be "**/speed"" for the first pattern that is a bare name.
std::string hint_for_bare(const std::vector<std::string>& patterns) {
  const auto bare = std::ranges::find_if(
      patterns, [](const std::string& path) { return path.find_first_of("/*") == path.npos; });
  if (bare == patterns.end()) return "";
  return ": below groups it would be \"**/" + printable(*bare) + "\"";
}

}  // namespace

std::string little_compared(const Plan& plan, const Summary& summary) {
  if (!summary.is_done() || summary.is_stopped() || summary.frames_compared() == 0) return "";
  const bool has_entities = plan.a().entity_count() > 0 && plan.b().entity_count() > 0;
  if (has_entities && summary.entities_compared() == 0 && !plan.has_choice()) {
    const bool is_by_place = plan.matches().by == compare::EntitiesBy::place;
    return "By " + std::string(to_text(plan.matches().by)) + " no entity of A is one of B" +
           (is_by_place ? "." : "; matching by place may find some.");
  }
  const std::vector<std::string>& only = plan.options().only;
  if (summary.values_compared() == 0 && !only.empty()) {
    return "No value has a path that is chosen" + hint_for_bare(only) + ".";
  }
  return "";
}

std::string unused_patterns_text(const Plan& plan, const Summary& summary) {
  if (!summary.is_done() || summary.is_stopped() || summary.values_compared() == 0) return "";
  std::string text;
  const auto tell = [&](std::string_view option, const std::vector<std::string>& patterns) {
    for (const std::string& pattern : patterns) {
      text += (text.empty() ? "" : " ") + ("Nothing fits " + std::string(option)) + ' ' +
              printable(pattern) + '.';
    }
  };
  const auto unused = plan.rules().unused();
  tell("--ignore", unused.ignore);
  tell("--only", unused.only);
  tell("--tolerance-of", unused.tolerance_of);
  return text;
}

std::string cut_frames_text(const Plan& plan) {
  std::string text;
  const auto tell = [&](FrameIndex frame, const std::string& side) {
    if (!frame.exists()) return;
    text += (text.empty() ? "Frame " : " Frame ") + std::to_string(frame.value) + " of " + side +
            " is not whole, as " + side + " ends within it: it is not compared.";
  };
  tell(plan.pairing().cut_a, "A");
  tell(plan.pairing().cut_b, "B");
  return text;
}

std::string DifferenceTexts::what_differs(const ListedDifference& one) {
  switch (one.difference.kind) {
    case Kind::only_a: return "lives in A only";
    case Kind::only_b: return "lives in B only";
    case Kind::event_a: return event_differs(one, "happens in A only");
    case Kind::event_b: return event_differs(one, "happens in B only");
    case Kind::frame_a: return "a frame of A only";
    case Kind::frame_b: return "a frame of B only";
    default: break;
  }
  std::string text = values_text(one);
  if (std::isfinite(one.difference.distance)) {
    text += "   " + apart_text(plan_, one.item, one.difference.path, one.difference.distance) +
            " apart";
  }
  return text;
}

std::string DifferenceTexts::sentence(const ListedDifference& one) {
  const Item& item = plan_.items()[one.item];
  std::string text = seconds_text(plan_.time(item)) + ", frame " + item_frames_text(item);
  const std::string entity = entity_text(plan_, one.difference.subject);
  if (!entity.empty()) text += ", " + entity;
  if (one.difference.path.exists()) {
    text += ", " + printable(plan_.paths()[one.difference.path]);
  }
  return text + ": " + what_differs(one);
}

std::string DifferenceTexts::values_text(const ListedDifference& one) {
  if (one.values.a || one.values.b) {
    return values_of(plan_, one.item, summary_.values(), one.values);
  }
  look_up(one);
  const auto found = std::ranges::find_if(result_.found, [&](const compare::Difference& other) {
    return other.path == one.difference.path && other.kind == one.difference.kind &&
           other.values != compare::Difference::kNoValues;
  });
  if (found == result_.found.end()) return "they differ";
  return values_of(plan_, one.item, result_.tree, result_.values[found->values]);
}

void DifferenceTexts::look_up(const ListedDifference& one) {
  if (!comparer_) comparer_.emplace(plan_, nothing_known_.emplace(plan_));
  comparer_->list(one.item, one.difference.subject, result_);
}

std::string DifferenceTexts::event_differs(const ListedDifference& one, std::string_view alone) {
  look_up(one);
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

}  // namespace scrubjay
