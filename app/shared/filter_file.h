#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/filter.h"
#include "core/json_writer.h"

namespace scrubjay {

/// The filters of a Frame by Frame filter file (.fbff), and what of it could not be taken as it is.
struct FilterFile {
  std::vector<Filter> filters;
  std::vector<Problem> problems;
};

/// Reads a filter file (formats/framebyframe/README.md, 17): {"filters": [{"name", "type", "data"},
/// ...]}. Filters of types that say nothing yet are left out with a note; missing or odd values
/// become the nearest that a filter can hold. Of several members of an event filter one is enough,
/// as for the application, unless our own member "all" of its data is true. Errors, all fatal:
/// "not-json", "not-filters", "too-large" (above kMostFilterBytes).
Result<FilterFile> read_filters(std::string_view json);

/// The text of a filter file with these filters. Colours and what is switched off are not part of
/// such files.
std::string filters_text(const std::vector<Filter>& filters);
/// One filter as an object of that file.
void write_filter(JsonWriter& json, const Filter& filter);

/// From and to the disk. Errors as of `read_filters`, InputFile and AtomicFile.
Result<FilterFile> load_filters(const std::string& path);
Result<void> save_filters(const std::string& path, const std::vector<Filter>& filters);

/// By its name.
bool is_filter_file(std::string_view path);

inline constexpr std::size_t kMostFilterBytes = std::size_t{16} << 20;
inline constexpr std::size_t kMostFilters = 200;
inline constexpr std::size_t kMostMembers = 50;

}  // namespace scrubjay
