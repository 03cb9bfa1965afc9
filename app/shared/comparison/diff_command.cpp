#include "app/shared/comparison/diff_command.h"

#include <array>
#include <charconv>
#include <string_view>

#include "app/shared/comparison/comparison_words.h"
#include "core/shell_word.h"

namespace scrubjay {

namespace {

/// In the shortest form that reads back.
std::string exact_number(double value) {
  std::array<char, 40> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

}  // namespace

std::string diff_command_line(const DiffCommand& command) {
  const compare::Options& options = command.options;
  std::string line = "scrubjay diff";
  for (const std::string& file : command.files) {
    line += ' ' + shell_word(file.starts_with('-') ? "./" + file : file);
  }
  const auto add = [&](std::string_view option, std::string_view value) {
    line += ' ' + shell_word(std::string(option) + '=' + std::string(value));
  };
  for (const std::string& stream : command.streams) {
    if (&stream == &command.streams.front()) line += " --streams";
    line += ' ' + shell_word(stream);
  }
  if (options.by != compare::FramesBy::automatic) add("--by", scrubjay::to_text(options.by));
  if (!options.offset) add("--offset", "auto");
  if (options.offset.value_or(0) != 0) add("--offset", exact_number(*options.offset));
  if (options.match != compare::EntitiesBy::automatic)
    add("--match", scrubjay::to_text(options.match));
  if (options.tolerance != 0) add("--tolerance", exact_number(options.tolerance));
  if (options.relative != 0) add("--relative", exact_number(options.relative));
  for (const compare::PathTolerance& one : options.tolerance_of) {
    add("--tolerance-of", one.pattern + '=' + exact_number(one.tolerance));
  }
  for (const std::string& pattern : options.ignore) add("--ignore", pattern);
  for (const std::string& pattern : options.only) add("--only", pattern);
  for (const std::string& entity : options.entities) add("--entity", entity);
  if (options.from) add("--from", exact_number(*options.from));
  if (options.to) add("--to-time", exact_number(*options.to));
  if (options.limit) add("--limit", std::to_string(*options.limit));
  if (options.coordinates) add("--coordinates", options.coordinates->written_out());
  for (const auto& [name, value] : command.read) add("--" + name, value);
  return line;
}

}  // namespace scrubjay
