#include "formats/format_writer.h"

#include <algorithm>

namespace scrubjay {

namespace {

std::string alternatives(std::span<const std::string_view> names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? " or " : ", ";
    text += names[i];
  }
  return text;
}

/// What is wrong with the first choice that the writer does not offer, or nothing.
std::optional<Problem> check_write_options(const FormatWriter& writer,
                                           const WriteOptions& options) {
  const std::span<const WriteOption> offered = writer.options;
  for (const auto& [name, value] : options) {
    const auto option = std::ranges::find(offered, name, &WriteOption::name);
    if (option == offered.end()) {
      std::vector<std::string_view> names;
      for (const WriteOption& each : offered) names.push_back(each.name);
      return fatal_problem("option",
                           std::string(writer.name) + " files have no option \"" + name + "\".",
                           alternatives(names));
    }
    if (std::ranges::find(option->values, value) != option->values.end()) continue;
    return fatal_problem("option", "\"" + value + "\" is no value of " + name + ".",
                         alternatives(option->values));
  }
  return std::nullopt;
}

}  // namespace

Result<CoordinateSystem> coordinates_as_asked(const WriteRequest& request) {
  return request.coordinates.value_or(request.recording->info().coordinates);
}

Result<WriteReport> FormatWriter::write(const WriteRequest& request,
                                        const std::atomic<bool>& cancelled,
                                        const ByteSink& sink) const {
  if (auto problem = check_write_options(*this, request.options)) {
    return failure(std::move(*problem));
  }
  auto system = coordinates_written(request);
  if (!system) return failure(std::move(system.error()));
  auto report = write_checked(request, cancelled, sink);
  if (report && report->frames == 0) report->coordinates = *system;
  return report;
}

std::optional<CoordinateSystem> coordinates_on_the_way_back(const RecordingInfo& info,
                                                            std::string_view target_format) {
  if (!info.kept || info.format == target_format || info.kept->format != target_format ||
      info.kept->coordinates == info.coordinates) {
    return std::nullopt;
  }
  return info.kept->coordinates;
}

std::string_view chosen_value(const WriteOption& option, const WriteOptions& options) {
  std::string_view value = option.values[0];
  for (const auto& [name, chosen] : options) {
    if (name == option.name) value = chosen;
  }
  return value;
}

Problem writing_cancelled() { return fatal_problem("cancelled", "The writing was cancelled."); }

Problem not_written() {
  return fatal_problem("not-written", "The recording could not be written to its end.");
}

void add_loss(WriteReport& report, std::string what, std::string became, std::uint64_t count) {
  if (count > 0) report.losses.push_back({std::move(what), std::move(became), count});
}

void add_cut(WriteReport& report, std::uint64_t count) {
  add_loss(report, "parents and references that are entities not asked for", "", count);
}

}  // namespace scrubjay
