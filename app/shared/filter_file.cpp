#include "app/shared/filter_file.h"

#include <simdjson.h>

#include <cmath>
#include <optional>

#include "core/number_text.h"
#include "core/platform/input_file.h"
#include "core/platform/output_file.h"
#include "core/text.h"

namespace scrubjay {

namespace {

using simdjson::dom::element;

enum TypeNumber : std::int64_t { kEventFilter = 0, kPropertyFilter = 1, kPropertyChanged = 2 };

/// Not of the application's: each member of an event filter must hold.
constexpr std::string_view kNeedsAll = "all";

void tell(FilterFile& file, Severity severity, std::string code, std::string message) {
  fold_into(file.problems,
            {.severity = severity, .code = std::move(code), .message = std::move(message)});
}

std::string text_of(const element& object, std::string_view key) {
  std::string_view text;
  if (object[key].get(text) == simdjson::SUCCESS) return std::string(text);
  return "";
}

std::optional<double> number_of(const element& value) {
  double number = 0;
  if (value.get(number) == simdjson::SUCCESS) return number;
  std::string_view text;
  if (value.get(text) != simdjson::SUCCESS) return std::nullopt;
  return number_from<double>(text);
}

/// A whole number of [0, count), or nothing.
std::optional<std::int64_t> choice_of(const element& object, std::string_view key,
                                      std::int64_t count) {
  std::int64_t number = 0;
  if (object[key].get(number) != simdjson::SUCCESS || number < 0 || number >= count) {
    return std::nullopt;
  }
  return number;
}

void read_value(const element& object, FilterMember& member, FilterFile& file) {
  element value;
  bool is_odd = object["value"].get(value) != simdjson::SUCCESS;
  if (!is_odd) {
    switch (member.type) {
      case MemberType::string: {
        std::string_view text;
        if (value.get(text) == simdjson::SUCCESS) {
          member.text = text;
        } else {
          member.text = simdjson::minify(value);
          is_odd = true;
        }
        break;
      }
      case MemberType::number: {
        const auto number = number_of(value);
        if (number && std::isfinite(*number)) member.number = *number;
        is_odd = !number || !std::isfinite(*number) || value.is_string();
        break;
      }
      case MemberType::boolean: is_odd = value.get(member.boolean) != simdjson::SUCCESS; break;
    }
  }
  if (is_odd) {
    tell(file, Severity::warning, "odd-value",
         "The value of a member is missing or not of the member's type.");
  }
}

FilterMember read_member(const element& object, FilterFile& file) {
  FilterMember member;
  member.name = text_of(object, "name");
  const auto type = choice_of(object, "type", 3);
  const auto mode = choice_of(object, "mode", 6);
  if (!type || !mode) {
    tell(file, Severity::warning, "odd-member",
         "A member has no type of 0 to 2 or no mode of 0 to 5; the first of them is taken.");
  }
  member.type = static_cast<MemberType>(type.value_or(0));
  member.mode = static_cast<MemberMode>(mode.value_or(0));
  if (member.mode == MemberMode::contains && member.type != MemberType::string) {
    member.mode = MemberMode::equals;
  }
  if (!is_usable(member.type, member.mode)) {
    tell(file, Severity::note, "odd-mode",
         "A text or a truth value is compared with a mode that is only for numbers.");
  }
  read_value(object, member, file);
  return member;
}

void read_members(const element& data, Filter& filter, FilterFile& file) {
  simdjson::dom::array members;
  if (data["members"].get(members) != simdjson::SUCCESS) return;
  for (const element item : members) {
    if (!item.is_object()) {
      tell(file, Severity::warning, "odd-member", "A member is not an object and is left out.");
      continue;
    }
    if (filter.members.size() == kMostMembers) {
      tell(file, Severity::error, "too-many", "Members beyond the 50th of a filter are left out.");
      return;
    }
    filter.members.push_back(read_member(item, file));
  }
}

void read_filter(const element& object, FilterFile& file) {
  std::int64_t type = -1;
  if (!object.is_object() || object["type"].get(type) != simdjson::SUCCESS || type < kEventFilter ||
      type > kPropertyFilter) {
    tell(file, type == kPropertyChanged ? Severity::note : Severity::warning, "unknown-filter",
         type == kPropertyChanged
             ? "A filter on changed properties is left out: the application that writes them gives "
               "them no meaning."
             : "A filter of an unknown type is left out.");
    return;
  }
  Filter filter;
  filter.kind = type == kEventFilter ? FilterKind::event : FilterKind::property;
  filter.title = text_of(object, "name");
  element data;
  if (object["data"].get(data) == simdjson::SUCCESS && data.is_object()) {
    if (filter.kind == FilterKind::event) {
      filter.name = text_of(data, "name");
      filter.tag = text_of(data, "tag");
    } else {
      filter.group = text_of(data, "group");
    }
    read_members(data, filter, file);
    bool needs_all = false;
    const bool is_all = data[kNeedsAll].get(needs_all) == simdjson::SUCCESS && needs_all;
    filter.is_any_enough = filter.kind == FilterKind::event && filter.members.size() > 1 && !is_all;
  } else {
    tell(file, Severity::warning, "odd-filter", "A filter has no conditions: it finds everything.");
  }
  file.filters.push_back(std::move(filter));
}

void write_member(JsonWriter& json, const FilterMember& member) {
  json.begin_object();
  json.field("name", member.name);
  json.integer_field("type", static_cast<std::uint64_t>(member.type));
  switch (member.type) {
    case MemberType::string: json.field("value", member.text); break;
    case MemberType::number: json.number_field("value", member.number); break;
    case MemberType::boolean: json.boolean_field("value", member.boolean); break;
  }
  json.integer_field("mode", static_cast<std::uint64_t>(member.mode));
  json.end_object();
}

}  // namespace

Result<FilterFile> read_filters(std::string_view text) {
  if (text.size() > kMostFilterBytes) {
    return failure(fatal_problem("too-large", "A file of filters has at most 16 MiB."));
  }
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  simdjson::dom::parser parser;
  element root;
  const simdjson::padded_string padded(text);
  if (const auto error = parser.parse(padded).get(root); error != simdjson::SUCCESS) {
    return failure({.severity = Severity::fatal,
                    .code = "not-json",
                    .message = "The file is not JSON, as files of filters are.",
                    .found = clause_of(simdjson::error_message(error))});
  }
  simdjson::dom::array filters;
  if (!root.is_object() || root["filters"].get(filters) != simdjson::SUCCESS) {
    return failure(fatal_problem("not-filters", "The file holds no filters.",
                                 "an object with an array \"filters\""));
  }
  FilterFile file;
  for (const element item : filters) {
    if (file.filters.size() == kMostFilters) {
      tell(file, Severity::error, "too-many", "Filters beyond the 200th are left out.");
      break;
    }
    read_filter(item, file);
  }
  return file;
}

void write_filter(JsonWriter& json, const Filter& filter) {
  json.begin_object();
  json.field("name", filter.title);
  json.integer_field(
      "type", std::int64_t{filter.kind == FilterKind::event ? kEventFilter : kPropertyFilter});
  json.key("data");
  json.begin_object();
  if (filter.kind == FilterKind::event) {
    json.field("name", filter.name);
    json.field("tag", filter.tag);
  } else {
    json.field("group", filter.group);
  }
  json.key("members");
  json.begin_array();
  for (const FilterMember& member : filter.members) write_member(json, member);
  json.end_array();
  if (filter.kind == FilterKind::event && filter.members.size() > 1 && !filter.is_any_enough) {
    json.boolean_field(kNeedsAll, true);
  }
  json.end_object();
  json.end_object();
}

std::string filters_text(const std::vector<Filter>& filters) {
  std::string text;
  JsonWriter json(text, JsonLayout::pretty);
  json.begin_object();
  json.key("filters");
  json.begin_array();
  for (const Filter& filter : filters) write_filter(json, filter);
  json.end_array();
  json.end_object();
  text += '\n';
  return text;
}

Result<FilterFile> load_filters(const std::string& path) {
  const auto file = InputFile::open(path);
  if (!file) return failure(file.error());
  const Bytes bytes = (*file)->bytes();
  return read_filters(as_text(bytes));
}

Result<void> save_filters(const std::string& path, const std::vector<Filter>& filters) {
  const std::string text = filters_text(filters);
  return write_whole_file(path, std::as_bytes(std::span(text)));
}

bool is_filter_file(std::string_view path) { return path.ends_with(".fbff"); }

}  // namespace scrubjay
