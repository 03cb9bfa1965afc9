#include "formats/mcap/read/protobuf_schema.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/text.h"
#include "formats/mcap/limits.h"
#include "formats/mcap/read/wire_reader.h"

namespace scrubjay::mcap {

namespace {

constexpr std::uint64_t kRepeatedLabel = 3;

/// A field whose type is only named yet.
struct NamedTarget {
  std::uint32_t message = 0, field = 0;
  std::string type_name;
};

/// Reads the files of a FileDescriptorSet.
class SetReader {
 public:
  explicit SetReader(ProtoSchema& schema) : schema_(schema) {}

  /// Once.
  bool read(Bytes set);

 private:
  bool read_file(Bytes file);
  bool read_message(Bytes bytes, const std::string& scope, int depth);
  void read_enum(Bytes bytes, const std::string& scope);
  bool read_field(Bytes bytes, std::uint32_t message);
  void find_targets();
  std::optional<std::uint32_t> find(const std::unordered_map<std::string, std::uint32_t>& rows,
                                    const NamedTarget& target);
  bool takes_name(std::size_t bytes);

  ProtoSchema& schema_;
  std::size_t name_bytes_left_ = 0;
  bool has_long_names_ = false;         ///< more than limits.h lets them be
  bool has_implicit_presence_ = false;  ///< of the file at hand: proto3
  std::unordered_map<std::string, std::uint32_t> messages_;
  std::unordered_map<std::string, std::uint32_t> enums_;
  std::vector<NamedTarget> targets_;
};

std::string text_of(const WireField& field) { return valid_utf8(as_text(field.bytes)); }

std::string joined_name(std::string_view scope, const std::string& name) {
  return scope.empty() ? name : std::string(scope) + "." + name;
}

bool SetReader::takes_name(std::size_t bytes) {
  has_long_names_ = has_long_names_ || bytes > name_bytes_left_;
  if (!has_long_names_) name_bytes_left_ -= bytes;
  return !has_long_names_;
}

bool SetReader::read_field(Bytes bytes, std::uint32_t message) {
  ProtoField field;
  std::uint64_t number = 0;
  std::uint64_t type = 0;
  NamedTarget target{.message = message, .type_name = {}};
  WireReader reader(bytes);
  while (const auto part = reader.next()) {
    switch (part->number) {
      case 1: field.name = text_of(*part); break;
      case 3: number = part->value; break;
      case 4: field.is_repeated = part->value == kRepeatedLabel; break;
      case 5: type = part->value; break;
      case 6: target.type_name = text_of(*part); break;
      case 9: field.oneof = static_cast<std::uint32_t>(part->value); break;
      default: break;
    }
  }
  constexpr auto kLast = static_cast<std::uint64_t>(ProtoType::sint64);
  if (!reader.is_whole() || number == 0 || number >= 1U << 29 || type == 0 || type > kLast) {
    return false;
  }
  field.number = static_cast<std::uint32_t>(number);
  field.type = static_cast<ProtoType>(type);
  const bool is_in_oneof = field.oneof != ProtoField::kNowhere;
  field.has_presence = !has_implicit_presence_ || is_in_oneof || field.type == ProtoType::message;
  ProtoMessage& owner = schema_.messages[message];
  // They stand beside each other; an optional field is alone in its own.
  const bool is_one_of_several =
      is_in_oneof && !owner.fields.empty() && owner.fields.back().oneof == field.oneof;
  owner.has_oneofs = owner.has_oneofs || is_one_of_several;
  target.field = static_cast<std::uint32_t>(owner.fields.size());
  if (!owner.by_number.try_emplace(field.number, target.field).second) return false;
  owner.fields.push_back(std::move(field));
  const bool is_named = owner.fields.back().type == ProtoType::message ||
                        owner.fields.back().type == ProtoType::enumeration;
  if (is_named) targets_.push_back(std::move(target));
  return true;
}

bool SetReader::read_message(Bytes bytes, const std::string& scope, int depth) {
  if (depth > limits::kDeepestValue || schema_.messages.size() >= limits::kMostTypes) return false;
  std::string name;
  for (WireReader reader(bytes); const auto part = reader.next();) {
    if (part->number == 1) name = text_of(*part);
  }
  const auto row = static_cast<std::uint32_t>(schema_.messages.size());
  if (!takes_name(scope.size() + name.size())) return false;
  const std::string full = joined_name(scope, name);
  if (!messages_.try_emplace(full, row).second) return false;
  schema_.messages.push_back({.name = full, .fields = {}, .by_number = {}});
  WireReader reader(bytes);
  while (const auto part = reader.next()) {
    switch (part->number) {
      case 2:
        if (!read_field(part->bytes, row)) return false;
        break;
      case 3:
        if (!read_message(part->bytes, full, depth + 1)) return false;
        break;
      case 4: read_enum(part->bytes, full); break;
      case 7:
        for (WireReader options(part->bytes); const auto option = options.next();) {
          if (option->number == 7) schema_.messages[row].is_map_entry = option->value != 0;
        }
        break;
      default: break;
    }
  }
  return reader.is_whole();
}

void SetReader::read_enum(Bytes bytes, const std::string& scope) {
  if (schema_.enums.size() >= limits::kMostTypes) return;
  ProtoEnum found;
  for (WireReader reader(bytes); const auto part = reader.next();) {
    if (part->number == 1 && takes_name(scope.size() + part->bytes.size())) {
      found.name = joined_name(scope, text_of(*part));
    }
    if (part->number != 2) continue;
    std::string name;
    std::uint64_t number = 0;
    for (WireReader value(part->bytes); const auto field = value.next();) {
      if (field->number == 1) name = text_of(*field);
      if (field->number == 2) number = field->value;
    }
    // Of several names of one number the first is shown.
    found.values.try_emplace(static_cast<std::int32_t>(number), std::move(name));
  }
  enums_.try_emplace(found.name, static_cast<std::uint32_t>(schema_.enums.size()));
  schema_.enums.push_back(std::move(found));
}

bool SetReader::read_file(Bytes file) {
  std::string package;
  has_implicit_presence_ = false;
  for (WireReader reader(file); const auto part = reader.next();) {
    if (part->number == 2) package = text_of(*part);
    if (part->number == 12) has_implicit_presence_ = as_text(part->bytes) == "proto3";
  }
  WireReader reader(file);
  while (const auto part = reader.next()) {
    if (part->number == 4 && !read_message(part->bytes, package, 0)) return false;
    if (part->number == 5) read_enum(part->bytes, package);
  }
  return reader.is_whole();
}

std::optional<std::uint32_t> SetReader::find(
    const std::unordered_map<std::string, std::uint32_t>& rows, const NamedTarget& target) {
  if (target.type_name.starts_with('.')) {
    const auto found = rows.find(target.type_name.substr(1));
    return found == rows.end() ? std::nullopt : std::optional(found->second);
  }
  // From the innermost scope outwards.
  std::string_view scope = schema_.messages[target.message].name;
  while (takes_name(scope.size() + target.type_name.size())) {
    const auto found = rows.find(joined_name(scope, target.type_name));
    if (found != rows.end()) return found->second;
    if (scope.empty()) break;
    const std::size_t dot = scope.rfind('.');
    scope = scope.substr(0, dot == std::string_view::npos ? 0 : dot);
  }
  return std::nullopt;
}

void SetReader::find_targets() {
  for (const NamedTarget& target : targets_) {
    ProtoField& field = schema_.messages[target.message].fields[target.field];
    const auto& rows = field.type == ProtoType::message ? messages_ : enums_;
    field.target = find(rows, target).value_or(ProtoField::kNowhere);
  }
}

bool SetReader::read(Bytes set) {
  name_bytes_left_ = limits::most_name_bytes(set.size());
  WireReader reader(set);
  while (const auto part = reader.next()) {
    if (part->number == 1 && !read_file(part->bytes)) return false;
  }
  find_targets();
  return reader.is_whole() && !has_long_names_;
}

/// All fields are doubles of these names, from 1 on.
bool has_numbers(const ProtoMessage& message, std::string_view names) {
  if (message.fields.size() != names.size()) return false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ProtoField& field = message.fields[i];
    const bool is_number = field.type == ProtoType::number || field.type == ProtoType::single;
    if (!is_number || field.is_repeated || field.has_presence || field.number != i + 1)
      return false;
    if (field.name != names.substr(i, 1)) return false;
  }
  return true;
}

KnownValue known_of(const ProtoMessage& message) {
  const std::string_view name = std::string_view(message.name).substr(message.name.rfind('.') + 1);
  if (message.name == "google.protobuf.Timestamp" || message.name == "google.protobuf.Duration") {
    return KnownValue::timestamp;
  }
  if (name == "Quaternion" && has_numbers(message, "xyzw")) return KnownValue::quat;
  if (name == "Color" && has_numbers(message, "rgba")) return KnownValue::color;
  if (has_numbers(message, "xy")) return KnownValue::vec2;
  if (has_numbers(message, "xyz")) return KnownValue::vec3;
  if (has_numbers(message, "xyzw")) return KnownValue::vec4;
  return KnownValue::none;
}

/// What the fields of Foxglove's messages mean in space.
Meaning foxglove_meaning(std::string_view field) {
  constexpr std::array<std::pair<std::string_view, Meaning>, 12> kMeanings{
      {{"translation", Meaning::point},
       {"position", Meaning::point},
       {"points", Meaning::point},
       {"size", Meaning::extent},
       {"scale", Meaning::factors},
       {"shaft_length", Meaning::length},
       {"shaft_diameter", Meaning::length},
       {"head_length", Meaning::length},
       {"head_diameter", Meaning::length},
       {"rotation", Meaning::rotation},
       {"orientation", Meaning::rotation},
       {"origin", Meaning::point}}};
  const auto found =
      std::ranges::find(kMeanings, field, [](const auto& known) { return known.first; });
  return found == kMeanings.end() ? Meaning::none : found->second;
}

void add_meanings(ProtoMessage& message) {
  if (!message.name.starts_with("foxglove.")) return;
  for (ProtoField& field : message.fields) field.fact.meaning = foxglove_meaning(field.name);
}

/// What is null, or a list of nothing, in all frames has a fact, but no field.
void add_unset(std::vector<ProtoField>& fields, const FieldFacts& facts, const std::string& path) {
  std::set<std::string> known;
  for (const ProtoField& field : fields) known.insert(field.name);
  std::size_t added = 0;
  for (auto fact = facts.lower_bound(path); fact != facts.end(); ++fact) {
    if (!fact->first.starts_with(path) || added == limits::kMostUnset) return;
    const std::string name = fact->first.substr(path.size());
    if (!fact->second.nothing || name.find('.') != std::string::npos) continue;
    if (known.contains(name)) continue;
    fields.push_back({.name = name, .number = ProtoField::kNowhere, .fact = fact->second});
    ++added;
  }
}

/// Puts fields from `first` on, which are nothing in all frames, before what has their name and
/// comes after them.
void place_unset(ProtoMessage& message, std::size_t first) {
  std::vector<ProtoField>& fields = message.fields;
  if (first == fields.size()) return;
  std::map<std::pair<std::string_view, std::uint32_t>, std::size_t> described;
  for (std::size_t row = 0; row < first; ++row) {
    described.try_emplace({fields[row].shown_name(), fields[row].fact.nth}, row);
  }
  // The row that it stands before, or at; which of those; its own.
  std::vector<std::tuple<std::size_t, std::uint32_t, std::size_t>> order;
  for (std::size_t row = 0; row < first; ++row) order.emplace_back(row, ProtoField::kNowhere, row);
  for (std::size_t row = first; row < fields.size(); ++row) {
    const std::uint32_t nth = fields[row].fact.nth;
    const auto next = described.upper_bound({fields[row].shown_name(), nth});
    const bool is_before = next != described.end() && next->first.first == fields[row].shown_name();
    order.emplace_back(is_before ? next->second : first, nth, row);
  }
  std::ranges::sort(order);
  std::vector<ProtoField> placed;
  for (const auto& [at, nth, row] : order) placed.push_back(std::move(fields[row]));
  fields = std::move(placed);
  for (std::uint32_t row = 0; row < fields.size(); ++row) {
    if (const auto own = message.by_number.find(fields[row].number); own != message.by_number.end())
      own->second = row;
  }
}

/// Each message type is at one path in our own files: types that are met again stay as they are.
void add_facts(ProtoSchema& schema, const FieldFacts& facts, std::uint32_t row,
               const std::string& path, std::vector<bool>& seen, int depth) {
  if (row >= schema.messages.size() || seen[row] || depth > limits::kDeepestValue) return;
  seen[row] = true;
  for (std::size_t i = 0; i < schema.messages[row].fields.size(); ++i) {
    ProtoField& field = schema.messages[row].fields[i];
    const std::string at = path + field.name;
    if (const auto found = facts.find(at); found != facts.end()) field.fact = found->second;
    const bool is_message = field.type == ProtoType::message;
    if (is_message) add_facts(schema, facts, field.target, at + ".", seen, depth + 1);
  }
  const std::size_t described = schema.messages[row].fields.size();
  add_unset(schema.messages[row].fields, facts, path);
  place_unset(schema.messages[row], described);
}

}  // namespace

std::uint32_t ProtoMessage::find(std::uint32_t number) const {
  const auto found = by_number.find(number);
  return found == by_number.end() ? ProtoField::kNowhere : found->second;
}

std::uint32_t ProtoSchema::find(std::string_view name) const {
  const auto found = std::ranges::find(messages, name, &ProtoMessage::name);
  if (found == messages.end()) return ProtoField::kNowhere;
  return static_cast<std::uint32_t>(found - messages.begin());
}

void ProtoSchema::set_facts(const FieldFacts& facts, std::uint32_t message) {
  std::vector<bool> seen(messages.size());
  add_facts(*this, facts, message, "", seen, 0);
}

std::unique_ptr<ProtoSchema> read_proto_schema(Bytes bytes, std::string_view root) {
  if (bytes.size() > limits::kMostSchemaBytes) return nullptr;
  auto schema = std::make_unique<ProtoSchema>();
  if (!SetReader(*schema).read(bytes)) return nullptr;
  for (ProtoMessage& message : schema->messages) {
    message.known = known_of(message);
    add_meanings(message);
  }
  if (root.starts_with('.')) root.remove_prefix(1);
  schema->root = schema->find(root);
  if (schema->root == ProtoField::kNowhere) return nullptr;
  return schema;
}

}  // namespace scrubjay::mcap
