#include "formats/flecs/read/facts.h"

#include <algorithm>
#include <string>

#include "core/ascii.h"
#include "formats/flecs/names.h"
#include "formats/flecs/read/json_parse.h"

namespace scrubjay::flecs {

namespace {

using simdjson::SUCCESS;
using simdjson::dom::element;
using simdjson::dom::element_type;

constexpr unsigned kFactDepth = 16;
constexpr std::size_t kLongestConstant = 64;

/// How the name of a constant looks: a word. Only asked where no schema says what a text is.
bool is_word(std::string_view text) {
  return !text.empty() && text.size() <= kLongestConstant && !is_digit(text.front()) &&
         std::ranges::all_of(text, [](char c) { return is_letter_or_digit(c) || c == '_'; });
}

/// Component types, their members and constants, systems, observers, queries and modules are hidden
/// by default (formats/flecs/README.md, 12); prefabs are not.
bool is_of_background(ComponentId::Known known) {
  using Known = ComponentId::Known;
  return known >= Known::component && known <= Known::constant;
}

class Leaves {
 public:
  Leaves(std::vector<LeafFact>& out, TextTable& texts) : out_(out), texts_(texts) {}

  void add(const std::string& name, const element& value, const Schema* schema, unsigned depth) {
    switch (value.type()) {
      case element_type::BOOL: put(name, bool_of(value) ? "true" : "false"); break;
      case element_type::STRING: {
        const std::string_view text = string_of(value);
        const bool is_constant =
            schema == nullptr ? is_word(text) : schema->kind == Schema::Kind::enumeration;
        if (is_constant) put(name, text);
        break;
      }
      case element_type::OBJECT: {
        if (depth == kFactDepth) break;
        std::size_t i = 0;
        for (const auto [key, member] : object_of(value)) {
          const bool is_scalar_or_object = member.type() != element_type::DOUBLE &&
                                           member.type() != element_type::INT64 &&
                                           member.type() != element_type::ARRAY;
          if (is_scalar_or_object) {
            add(name + "." + std::string(key), member,
                schema != nullptr ? schema->member(key, i) : nullptr, depth + 1);
          }
          ++i;
        }
        break;
      }
      default: break;
    }
  }

 private:
  void put(const std::string& name, std::string_view value) {
    out_.push_back({texts_.add(name), texts_.add(value)});
  }

  std::vector<LeafFact>& out_;
  TextTable& texts_;
};

/// formats/flecs/README.md, 6.
void add_alerts(const element& listed, TextTable& texts, std::vector<AlertFact>& out) {
  for (const element each : array_of(listed)) {
    std::string_view alert;
    std::string_view severity;
    if (!each.is_object() || each.at_key("alert").get_string().get(alert) != SUCCESS) continue;
    if (each.at_key("path").error() == SUCCESS) continue;
    read_into(each.at_key("severity").get_string(), severity);
    out.push_back({texts.add(alert), severity.empty() ? TextId() : texts.add(severity)});
  }
}

}  // namespace

std::vector<EntityFacts> facts_of(const Snapshot& snapshot, TextTable& texts) {
  std::vector<EntityFacts> all;
  all.reserve(snapshot.entities().size());
  for (const Snapshot::Entity& entity : snapshot.entities()) {
    EntityFacts& facts = all.emplace_back();
    facts.path = texts.add(entity.path);
    facts.has_parent = entity.has_parent;
    if (!entity.parent.empty()) facts.parent = texts.add(entity.parent);
    if (!entity.name.empty()) facts.name = texts.add(entity.name);
    if (!entity.label.empty()) facts.label = texts.add(entity.label);
    facts.id = entity.id;
    facts.version = entity.version;
    facts.has_id = entity.has_id;
    facts.has_version = entity.has_version;
    facts.has_alerts = entity.has_alerts;
    facts.is_anonymous = is_anonymous(entity.name);
    if (entity.lists_alerts) add_alerts(entity.alerts, texts, facts.alerts);
    Leaves leaves(facts.leaves, texts);
    snapshot.for_each_item(entity, [&](const Snapshot::Item& item) {
      if (item.origin != Snapshot::Origin::own) return;
      facts.items.push_back({item.id, item.is_component});
      facts.is_camera |= item.id->first == "flecs.components.graphics.Camera";
      facts.is_background |= is_of_background(item.id->known);
      if (item.has_value) leaves.add(item.id->text, item.value, item.schema, 0);
    });
  }
  return all;
}

void merge_facts(EntityFacts& facts, const EntityFacts& other) {
  if (!facts.has_id && other.has_id) {
    facts.has_id = true;
    facts.id = other.id;
  }
  if (!facts.has_version && other.has_version) {
    facts.has_version = true;
    facts.version = other.version;
  }
  if (!facts.has_parent || (!facts.parent.exists() && other.parent.exists())) {
    facts.has_parent |= other.has_parent;
    if (other.parent.exists()) facts.parent = other.parent;
  }
  if (!facts.name.exists()) facts.name = other.name;
  if (!facts.label.exists()) facts.label = other.label;
  facts.has_alerts |= other.has_alerts;
  facts.is_anonymous |= other.is_anonymous;
  facts.is_camera |= other.is_camera;
  facts.is_background |= other.is_background;
  for (const AlertFact& alert : other.alerts) {
    if (std::ranges::find(facts.alerts, alert) == facts.alerts.end()) facts.alerts.push_back(alert);
  }
  for (const ItemFact& item : other.items) {
    const bool is_known = std::ranges::any_of(
        facts.items, [&](const ItemFact& known) { return known.id == item.id; });
    if (!is_known) facts.items.push_back(item);
  }
  for (const LeafFact& leaf : other.leaves) {
    const bool is_known = std::ranges::any_of(
        facts.leaves, [&](const LeafFact& known) { return known.name == leaf.name; });
    if (!is_known) facts.leaves.push_back(leaf);
  }
}

}  // namespace scrubjay::flecs
