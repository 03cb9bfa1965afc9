#include "app/cli/target.h"

#include <algorithm>
#include <span>
#include <utility>

namespace scrubjay::cli {

Result<std::optional<AtomicFile>> open_target(const std::string& target) {
  if (target == "-") return std::nullopt;
  auto file = AtomicFile::create(target);
  if (!file) return failure(std::move(file.error()));
  return std::optional<AtomicFile>(std::move(*file));
}

bool is_one_of(const std::string& target, std::span<const std::string> files) {
  return target != "-" && std::ranges::any_of(files, [&](const std::string& file) {
           return file != "-" && is_same_file(file, target);
         });
}

Problem overwriting_report() {
  return fatal_problem("usage", "The report would overwrite what is read: name another file.");
}

ExitStatus write_target(const std::string& target, const std::string& text, Console& console) {
  auto file = open_target(target);
  if (!file) return console.fail(target, file.error());
  if (!*file) {
    console.print(text);
    return ExitStatus::done;
  }
  (*file)->write(std::as_bytes(std::span(text)));
  const auto written = (*file)->commit();
  return written ? ExitStatus::done : console.fail(target, written.error());
}

}  // namespace scrubjay::cli
