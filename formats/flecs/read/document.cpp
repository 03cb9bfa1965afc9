#include "formats/flecs/read/document.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "formats/flecs/names.h"
#include "formats/json/json_token.h"
#include "formats/json/structural_scan.h"

namespace scrubjay::flecs {

namespace {

constexpr std::size_t kNowhere = std::string_view::npos;

/// Where the value that begins at `at` ends; npos when it does not.
std::size_t end_of_value(std::string_view text, std::size_t at) {
  if (at >= text.size()) return kNowhere;
  if (text[at] == '{' || text[at] == '[') return json::end_of_container(text, at);
  if (text[at] == '"') return json::end_of_string(text, at);
  std::size_t end = at;
  while (end < text.size() && text[end] != ',' && text[end] != '}' && text[end] != ']' &&
         !is_json_space(text[end])) {
    ++end;
  }
  return end == at ? kNowhere : end;
}

/// Calls `visit(key, place of the value)` for each member of the object at `at` until it returns
/// false. Returns the place behind the object, or where it was stopped; npos when the brackets do
/// not match.
template <class Visit>
std::size_t for_each_member(std::string_view text, std::size_t at, Visit visit) {
  if (at >= text.size() || text[at] != '{') return kNowhere;
  at = skip_json_space(text, at + 1);
  while (at < text.size() && text[at] != '}') {
    if (text[at] != '"') return kNowhere;
    const std::size_t key_end = json::end_of_string(text, at);
    if (key_end == kNowhere) return kNowhere;
    const std::string_view key = text.substr(at + 1, key_end - at - 2);
    at = skip_json_space(text, key_end);
    if (at >= text.size() || text[at] != ':') return kNowhere;
    at = skip_json_space(text, at + 1);
    if (!visit(key, at)) return at;
    at = end_of_value(text, at);
    if (at == kNowhere) return kNowhere;
    at = skip_json_space(text, at);
    if (at < text.size() && text[at] == ',') at = skip_json_space(text, at + 1);
  }
  return at < text.size() ? at + 1 : kNowhere;
}

/// Which members an object has.
enum Member : std::uint32_t {
  kError = 1,
  kResults = 1 << 1,
  kEntities = 1 << 2,
  kFields = 1 << 3,
  kIds = 1 << 4,
  kSources = 1 << 5,
  kValues = 1 << 6,
  kName = 1 << 7,
  kIsSet = 1 << 8,
  kPath = 1 << 9,
  kParts = 1 << 10,  ///< tags, pairs, components, inherited, vars
  kPlace = 1 << 11,  ///< parent
  kType = 1 << 12,
  kSyncs = 1 << 13,
  kFrame = 1 << 14,
  kTimeSpent = 1 << 15,
  kQuery = 1 << 16,     ///< field_info, query_info, query_plan, type_info
  kIdentity = 1 << 17,  ///< id, doc
  kOther = 1 << 18,
};

std::uint32_t member_bit(std::string_view key) {
  struct Name {
    std::string_view key;
    std::uint32_t bit;
  };
  static constexpr std::array kNames{
      Name{"error", kError},
      Name{"results", kResults},
      Name{"entities", kEntities},
      Name{"fields", kFields},
      Name{"ids", kIds},
      Name{"sources", kSources},
      Name{"values", kValues},
      Name{"name", kName},
      Name{"is_set", kIsSet},
      Name{"path", kPath},
      Name{"components", kParts},
      Name{"tags", kParts},
      Name{"pairs", kParts},
      Name{"inherited", kParts},
      Name{"vars", kParts},
      Name{"parent", kPlace},
      Name{"id", kIdentity},
      Name{"doc", kIdentity},
      Name{"type", kType},
      Name{"syncs", kSyncs},
      Name{"frame", kFrame},
      Name{"time_spent", kTimeSpent},
      Name{"field_info", kQuery},
      Name{"query_info", kQuery},
      Name{"query_plan", kQuery},
      Name{"type_info", kQuery},
      Name{"query_profile", kQuery},
  };
  for (const Name& name : kNames) {
    if (name.key == key) return name.bit;
  }
  return kOther;
}

std::uint32_t members_of(std::string_view text, std::size_t at) {
  std::uint32_t members = 0;
  for_each_member(text, at, [&](std::string_view key, std::size_t) {
    members |= member_bit(key);
    return true;
  });
  return members;
}

/// A number, or one in quotes.
std::optional<double> number_at(std::string_view text, std::size_t at) {
  if (at < text.size() && text[at] == '"') ++at;
  double value = 0;
  const auto read = std::from_chars(text.data() + at, text.data() + text.size(), value);
  if (read.ec != std::errc() || !std::isfinite(value)) return {};
  return value;
}

/// How far into a document is looked for what only some of its rows tell.
constexpr std::size_t kLooked = 64 * 1024;

bool says(std::string_view text, std::string_view quoted) {
  return json::find_quoted(text, quoted, 0) != kNowhere;
}

/// Whether one of the components or pairs has no path, but a label, for a key.
bool has_labels(std::string_view text, std::size_t at) {
  bool has = false;
  for_each_member(text, at, [&](std::string_view key, std::size_t) {
    has = key == "Identifier" || key == "(Identifier,Name)" || key.starts_with("(Description,");
    return !has;
  });
  return has;
}

/// Whether rows, of which the first one is at `at`, are those of 3.2.11 and 3.2.12
/// (formats/flecs/README.md, 1, test 6). Those of 4.x are told quickly: only they say `id` and
/// `doc` (formats/flecs/README.md, 7.6).
bool are_rows3(std::string_view text, std::size_t at, std::uint32_t first_row) {
  if ((first_row & kIdentity) != 0) return false;
  text = text.substr(0, kLooked);
  bool are = false;
  while (!are && at < text.size()) {
    at = for_each_member(text, at, [&](std::string_view key, std::size_t value) {
      if (key == "is_set") are = value < text.size() && text[value] == '[';
      if (key == "components" || key == "pairs") are = has_labels(text, value);
      return !are;
    });
    at = skip_json_space(text, at);
    if (at < text.size() && text[at] == ',') at = skip_json_space(text, at + 1);
  }
  return are;
}

/// The kind by the first result that is not `{}` (formats/flecs/README.md, 1, tests 4 to 7).
DocumentKind kind_of_results(std::string_view text, std::size_t results, std::uint32_t top) {
  std::size_t at = skip_json_space(text, results + 1);
  while (at < text.size() && text[at] == '{') {
    const std::uint32_t members = members_of(text, at);
    if ((members & kFields) != 0) return DocumentKind::query_rows4;
    if ((members & (kEntities | kSources | kValues)) != 0 ||
        ((members & kIds) != 0 && (members & kName) == 0)) {
      return (top & (kIds | kQuery)) != 0 ? DocumentKind::iterator3 : DocumentKind::world3;
    }
    if (members != 0) {
      if (are_rows3(text, at, members)) return DocumentKind::rows3;
      return (top & kQuery) != 0 ? DocumentKind::table_rows4 : DocumentKind::world4;
    }
    at = json::end_of_container(text, at);
    if (at == kNowhere) break;
    at = skip_json_space(text, at);
    if (at < text.size() && text[at] == ',') at = skip_json_space(text, at + 1);
  }
  return DocumentKind::empty_result;
}

/// True when the object's members are objects with `avg`, `min` and `max`
/// (formats/flecs/README.md, 9.2).
bool is_statistics(std::string_view text, std::size_t at) {
  bool is_first = true;
  bool is = false;
  for_each_member(text, at, [&](std::string_view, std::size_t value) {
    if (!is_first) return false;
    is_first = false;
    bool has_avg = false;
    bool has_min = false;
    for_each_member(text, value, [&](std::string_view key, std::size_t inner) {
      const bool is_array = inner < text.size() && text[inner] == '[';
      has_avg |= key == "avg" && is_array;
      has_min |= key == "min" && is_array;
      return true;
    });
    is = has_avg && has_min;
    return true;
  });
  return is;
}

/// A schema is an array whose first element is the name of a kind, or an object of those.
bool is_schema(std::string_view text, std::size_t at) {
  bool is = false;
  if (at < text.size() && text[at] == '[') {
    const std::size_t first = skip_json_space(text, at + 1);
    return first < text.size() && text[first] == '"';
  }
  for_each_member(text, at, [&](std::string_view, std::size_t value) {
    if (value < text.size() && text[value] == '[') {
      const std::size_t first = skip_json_space(text, value + 1);
      is = first < text.size() && text[first] == '"';
    }
    return false;
  });
  return is;
}

DocumentKind kind_of_object(std::string_view text, std::size_t at, std::uint32_t members) {
  if ((members & kError) != 0 && (members & (kPath | kName | kIds | kParts)) == 0) {
    return DocumentKind::error;
  }
  if ((members & kPath) != 0) {
    if ((members & kType) != 0 && (members & kIds) == 0) return DocumentKind::old_format;
    return DocumentKind::entity3;
  }
  if ((members & kIds) != 0 && (members & kName) == 0) return DocumentKind::entity3;
  if ((members & kSyncs) != 0) return DocumentKind::commands;
  if (members == kFrame) return DocumentKind::capture_reply;
  if ((members & kTimeSpent) != 0) return DocumentKind::pipeline_statistics;
  if ((members & kName) != 0 &&
      ((members & (kParts | kPlace | kIdentity)) != 0 || members == kName)) {
    return DocumentKind::entity4;
  }
  if (is_statistics(text, at)) return DocumentKind::world_statistics;
  return is_schema(text, at) ? DocumentKind::bare_schema : DocumentKind::bare_value;
}

/// Classifies the value at head.data_begin and finds its end.
bool read_data(std::string_view text, DocumentHead& head) {
  const std::size_t at = head.data_begin;
  if (at < text.size() && text[at] == '[') {
    const std::size_t first = skip_json_space(text, at + 1);
    const bool is_pipeline =
        first < text.size() && text[first] == '{' && (members_of(text, first) & kTimeSpent) != 0;
    head.kind = is_pipeline           ? DocumentKind::pipeline_statistics
                : is_schema(text, at) ? DocumentKind::bare_schema
                                      : DocumentKind::bare_value;
    head.data_end = json::end_of_container(text, at);
    return head.data_end != kNowhere;
  }
  std::uint32_t members = 0;
  const std::size_t end = for_each_member(text, at, [&](std::string_view key, std::size_t value) {
    members |= member_bit(key);
    if (key == "results" && value < text.size() && text[value] == '[') {
      head.results = value;
      return false;
    }
    return true;
  });
  if (end == kNowhere) return false;
  if (head.results == kNowhere) {
    head.kind = kind_of_object(text, at, members);
    head.data_end = end;
    return true;
  }
  head.kind = kind_of_results(text, head.results, members);
  // The end is where the text says so: looking for it would mean to read all results.
  std::size_t last = text.size();
  while (last > at && is_json_space(text[last - 1])) --last;
  if (head.is_wrapped) {
    if (last == at || text[last - 1] != '}') return false;
    --last;
    while (last > at && is_json_space(text[last - 1])) --last;
    if (last > at && text[last - 1] != '}') {  // members of the wrapper stand behind
      last = json::end_of_container(text, at);
      if (last == kNowhere) return false;
    }
  }
  head.data_end = last;
  return last > at && text[last - 1] == '}';
}

/// Reads what the wrapper says; false when the brackets do not match.
bool read_wrapper(std::string_view text, std::size_t at, DocumentHead& head) {
  std::size_t data = kNowhere;
  bool has_results = false;
  const auto take = [&](std::string_view key, std::size_t value) {
    if (key == "time") head.time = number_at(text, value);
    if (key == "frame") {
      if (const auto frame = number_at(text, value); frame && std::abs(*frame) < 9e18) {
        head.frame = static_cast<std::int64_t>(*frame);
      }
    }
  };
  const auto visit = [&](std::string_view key, std::size_t value) {
    take(key, value);
    const std::string_view begin = text.substr(std::min(value, text.size()), 4);
    if (key == "data" && (begin.starts_with('{') || begin.starts_with('[') || begin == "null")) {
      data = value;
      // Scalars behind the data: only then a look at what follows is worth its cost.
      std::size_t last = text.size();
      while (last > value && (is_json_space(text[last - 1]))) --last;
      if (last > value && text[last - 1] == '}') --last;
      while (last > value && (is_json_space(text[last - 1]))) --last;
      const bool ends_here = last > value && (text[last - 1] == '}' || text[last - 1] == ']');
      return !(ends_here && (head.time || head.frame));
    }
    has_results |= key == "results";
    // Without time or frame so far and with a document's own members it is no wrapper.
    return !(has_results || (data == kNowhere && !head.time && !head.frame &&
                             (member_bit(key) & ~(kOther | kFrame)) != 0));
  };
  if (for_each_member(text, at, visit) == kNowhere) return false;
  if (data == kNowhere || has_results || (!head.time && !head.frame)) {
    head.time.reset();
    head.frame.reset();
    return true;
  }
  head.is_wrapped = true;
  head.data_begin = data;
  return true;
}

}  // namespace

std::string_view to_text(DocumentKind kind) {
  static constexpr std::array<std::string_view, kDocumentKinds> kNames{
      "3.x entity",        "3.x iterator",   "3.x world",        "3.x rows",
      "4.x entity",        "4.x query rows", "4.x table rows",   "4.x world",
      "empty result",      "error",          "world statistics", "pipeline statistics",
      "captured commands", "capture reply",  "old flecs format", "bare value",
      "bare schema"};
  return kNames[static_cast<std::size_t>(kind)];
}

bool has_entities(DocumentKind kind) { return kind <= DocumentKind::empty_result; }

std::optional<DocumentHead> read_head(std::string_view text) {
  DocumentHead head;
  const std::size_t at = skip_json_space(text, 0);
  head.data_begin = at;
  if (at < text.size() && text[at] == '{' && !read_wrapper(text, at, head)) return {};
  if (head.data_begin >= text.size()) return {};
  const char c = text[head.data_begin];
  if (c != '{' && c != '[') {
    head.data_end = end_of_value(text, head.data_begin);
    if (head.data_end == kNowhere) return {};
    return head;
  }
  if (!read_data(text, head)) return {};
  return head;
}

DocumentTraits read_traits(std::string_view data, DocumentKind kind) {
  return {.has_parents = says(data.substr(0, kLooked), "\"parent\":"),
          .is_rows3 = kind == DocumentKind::rows3};
}

}  // namespace scrubjay::flecs
