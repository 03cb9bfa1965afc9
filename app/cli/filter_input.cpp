#include "app/cli/filter_input.h"

#include "app/shared/filter_file.h"
#include "app/shared/plain_text.h"

namespace scrubjay::cli {

std::optional<std::vector<Filter>> load_filter_input(const std::string& path, Console& console) {
  auto file = load_filters(path);
  if (!file) {
    console.report_failure(path, file.error());
    return std::nullopt;
  }
  for (const Problem& problem : file->problems) {
    console.note(printable(path) + ": " + describe(problem));
  }
  return std::move(file->filters);
}

}  // namespace scrubjay::cli
