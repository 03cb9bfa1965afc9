#include "app/viewer/ask/filter_query.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "analysis/tables/sql_words.h"
#include "app/viewer/ask/ask_completion.h"
#include "core/number_text.h"
#include "core/property_path.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// Columns that one condition may be about; SQLite bounds how deep an expression is.
constexpr std::size_t kMostColumns = 60;

std::string lower_text(std::string_view text) { return tables::sql_text(lower_case(text)); }

/// `value` is an expression of SQL.
std::string condition(const FilterMember& member, const std::string& value) {
  const std::string number = number_text(member.number);
  switch (member.type) {
    case MemberType::string:
      switch (member.mode) {
        case MemberMode::equals:
          return value + " = " + tables::sql_text(member.text) + " collate nocase";
        case MemberMode::different:
          return value + " <> " + tables::sql_text(member.text) + " collate nocase";
        default: break;
      }
      if (member.text.empty()) return value + " is not null";
      return "instr(lower(" + value + "), " + lower_text(member.text) + ") > 0";
    case MemberType::number:
      switch (member.mode) {
        case MemberMode::contains:
        case MemberMode::equals: return value + " = " + number;
        case MemberMode::similar:
          return "abs(" + value + " - " + number + ") < " + number_text(kSimilar);
        case MemberMode::different: return value + " <> " + number;
        case MemberMode::less: return value + " < " + number;
        case MemberMode::more: return value + " > " + number;
      }
      break;
    case MemberType::boolean:
      return value + (member.mode == MemberMode::different ? " <> " : " = ") +
             (member.boolean ? "1" : "0");
  }
  return "";
}

/// Of a vector, quaternion or colour: x, y, z, w or r, g, b, a.
std::optional<std::size_t> component_of(std::string_view name) {
  constexpr std::array<std::string_view, 8> kNames{"x", "y", "z", "w", "r", "g", "b", "a"};
  const auto found = std::ranges::find(kNames, lower_case(name));
  if (found == kNames.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kNames.begin()) % 4;
}

bool is_number(std::string_view type) { return type == "number" || type == "integer"; }
bool is_numbers(std::string_view type) {
  return type == "vec2" || type == "vec3" || type == "vec4" || type == "quat" || type == "color";
}
bool is_text(std::string_view type) {
  return type == "string" || type == "comment" || type == "resource" || type == "entity";
}

/// Filters look inside, a column of `state` is its JSON.
bool has_inside(std::string_view type) {
  return !type.empty() && !is_number(type) && !is_numbers(type) && !is_text(type) &&
         type != "boolean" && type != "null" && type != "bytes";
}

bool fits_type(const FilterMember& member, std::string_view type) {
  switch (member.type) {
    case MemberType::string: return is_text(type);
    case MemberType::number: return is_number(type);
    case MemberType::boolean: return type == "boolean";
  }
  return false;
}

bool is_in_group(std::string_view path, std::string_view group) {
  return group.empty() || contains_ignoring_case(parts_of_path(path).groups, group);
}

/// What of a path a member's name is looked for in.
std::string_view named_part(std::string_view path, std::string_view name) {
  return name.find('/') == name.npos ? parts_of_path(path).name : path;
}

class PropertyQuery {
 public:
  PropertyQuery(const Filter& filter, const AskFacts& facts) : filter_(filter), facts_(facts) {}

  FilterQuery take() {
    std::string where;
    for (const FilterMember& member : filter_.members) {
      where += (where.empty() ? "" : "\n  and ") + condition_of(member);
    }
    if (filter_.members.empty()) where = any_in_group();
    const bool has_inner = std::ranges::any_of(facts_.paths, [&](const AskFacts::Path& path) {
      return has_inside(path.type) && is_in_group(path.column, filter_.group);
    });
    if (has_inner && !filter_.members.empty()) {
      query_.left_out.push_back("What is inside tables, records and shapes is not asked.");
    }
    std::string columns = "time, recording, frame, entity, id, name";
    for (const std::string& column : shown_) columns += ", " + column;
    query_.sql = "select " + columns + "\nfrom state\nwhere " + where +
                 "\norder by recording, frame, entity";
    return std::move(query_);
  }

 private:
  void show(const std::string& column) {
    constexpr std::size_t kMostShown = 8;
    if (shown_.size() < kMostShown && std::ranges::find(shown_, column) == shown_.end()) {
      shown_.push_back(column);
    }
  }

  std::string joined(std::vector<std::string> conditions, const std::string& what) {
    if (conditions.empty()) {
      query_.left_out.push_back("There is no property that " + what + " could be about.");
      return "false";
    }
    if (conditions.size() > kMostColumns) {
      query_.left_out.push_back("Of " + std::to_string(conditions.size()) + " properties that " +
                                what + " could be about, only the first " +
                                std::to_string(kMostColumns) + " are asked.");
      conditions.resize(kMostColumns);
    }
    std::string text;
    for (const std::string& one : conditions) text += (text.empty() ? "" : " or ") + one;
    return conditions.size() == 1 ? text : "(" + text + ")";
  }

  std::string condition_of(const FilterMember& member) {
    std::vector<std::string> conditions;
    const std::size_t dot = member.name.rfind('.');
    const std::string_view name = member.name;
    const auto component = dot == name.npos ? std::nullopt : component_of(name.substr(dot + 1));
    for (const AskFacts::Path& path : facts_.paths) {
      if (!is_in_group(path.column, filter_.group)) continue;
      const std::string column = sql_name_of(path.column);
      if (contains_ignoring_case(named_part(path.column, name), name)) {
        if (fits_type(member, path.type)) {
          conditions.push_back(condition(member, column));
          show(column);
        } else if (member.type == MemberType::number && is_numbers(path.type)) {
          // Without a component any of them.
          std::string any;
          for (std::size_t i = 0; i < 4; ++i) {
            any += (i == 0 ? "" : " or ") + condition(member, element(column, i));
          }
          conditions.push_back("(" + any + ")");
          show(column);
        }
      } else if (component && is_numbers(path.type) && member.type == MemberType::number &&
                 contains_ignoring_case(named_part(path.column, name.substr(0, dot)),
                                        name.substr(0, dot))) {
        conditions.push_back(condition(member, element(column, *component)));
        show(column);
      }
    }
    add_own(member, conditions);
    const std::string what = '"' + (member.name.empty() ? "any property" : member.name) + '"';
    return joined(std::move(conditions), what);
  }

  /// The entity's id, name, kind and position, which filters find in a group "entity".
  void add_own(const FilterMember& member, std::vector<std::string>& conditions) {
    if (!contains_ignoring_case("entity", filter_.group)) return;
    if (member.type == MemberType::string) {
      for (const std::string_view column : {"id", "name", "kind"}) {
        if (contains_ignoring_case(column, member.name)) {
          conditions.push_back(condition(member, std::string(column)));
        }
      }
    }
    if (member.type != MemberType::number || member.name.empty()) return;
    for (const std::string_view column : {"x", "y", "z"}) {
      const std::string inner = "position." + std::string(column);
      if (contains_ignoring_case(inner, member.name)) {
        conditions.push_back(condition(member, std::string(column)));
        show(std::string(column));
      }
    }
  }

  std::string any_in_group() {
    std::vector<std::string> conditions;
    for (const AskFacts::Path& path : facts_.paths) {
      if (is_in_group(path.column, filter_.group)) {
        conditions.push_back(sql_name_of(path.column) + " is not null");
      }
    }
    return joined(std::move(conditions), "the group");
  }

  static std::string element(const std::string& column, std::size_t i) {
    return "json_extract(" + column + ", '$[" + std::to_string(i) + "]')";
  }

  const Filter& filter_;
  const AskFacts& facts_;
  FilterQuery query_;
  std::vector<std::string> shown_;
};

FilterQuery query_of_events(const Filter& filter) {
  FilterQuery query;
  std::string where;
  const auto add = [&](const std::string& one) {
    where += (where.empty() ? "" : "\n  and ") + one;
  };
  const auto add_part = [&](const std::string& column, const std::string& part) {
    if (!part.empty()) add("instr(lower(" + column + "), " + lower_text(part) + ") > 0");
  };
  add_part("name", filter.name);
  add_part("tag", filter.tag);
  std::string members;
  const std::string_view between = filter.is_any_enough ? "\n  or " : "\n  and ";
  for (const FilterMember& member : filter.members) {
    const std::size_t dot = member.name.rfind('.');
    std::string name(parts_of_path(member.name).name);
    if (dot != member.name.npos || name != member.name) {
      query.left_out.push_back("Of \"" + member.name + "\" only the property's own name is asked.");
      name = name.substr(0, name.find('.'));
    }
    const char* const types = member.type == MemberType::number    ? "('number', 'integer')"
                              : member.type == MemberType::boolean ? "('boolean')"
                                                                   : "('string', 'entity', "
                                                                     "'comment', 'resource')";
    members += members.empty() ? "" : between;
    members +=
        "exists (select 1 from json_tree(properties) as p where p.type = 'object'"
        "\n    and instr(lower(json_extract(p.value, '$.name')), " +
        lower_text(name) + ") > 0\n    and json_extract(p.value, '$.type') in " + types +
        "\n    and " + condition(member, "json_extract(p.value, '$.value')") + ")";
  }
  const bool is_one_of_several = filter.is_any_enough && filter.members.size() > 1;
  if (!members.empty()) add(is_one_of_several ? "(" + members + ")" : members);
  query.sql = "select time, recording, frame, entity, name, tag, properties\nfrom events" +
              (where.empty() ? "" : "\nwhere " + where) + "\norder by time";
  return query;
}

}  // namespace

FilterQuery query_of(const Filter& filter, const AskFacts& facts) {
  if (filter.kind == FilterKind::event) return query_of_events(filter);
  return PropertyQuery(filter, facts).take();
}

}  // namespace scrubjay
