#include "app/shared/recording_words.h"

#include "core/number_text.h"
#include "core/text.h"
#include "formats/format.h"

namespace scrubjay {

namespace {

std::string axis_words(Axis axis) {
  std::string text(to_text(axis));
  if (text.front() == '-') text.replace(0, 1, "−");
  return text;
}

}  // namespace

std::string format_words(std::string_view name) {
  const Format* const format = find_format(name);
  return format ? std::string(format->family) : valid_utf8(name);
}

std::string format_words(const RecordingInfo& info) {
  const std::string words = format_words(info.format);
  return info.format_version.empty() ? words : words + " " + valid_utf8(info.format_version);
}

std::string expected_words(const Problem& problem) {
  if (problem.code != "unknown-format") return valid_utf8(problem.expected);
  std::string text;
  for (const Format* format : formats()) {
    text +=
        (text.empty() ? "a recording of one of these kinds: " : ", ") + std::string(format->title);
  }
  return text;
}

std::uint64_t stored_bytes(const Recording& recording) {
  const std::vector<InputPart>& parts = recording.file().parts();
  if (parts.empty()) return recording.file().size();
  std::uint64_t bytes = 0;  // in memory zeros stand between them
  for (const InputPart& part : parts) bytes += part.size;
  return bytes;
}

std::string map_name(const RecordingInfo& info) {
  for (const auto& [name, value] : info.metadata) {
    if (name == "map") return valid_utf8(value.substr(value.find_last_of('/') + 1));
  }
  return "";
}

std::string coordinate_words(const CoordinateSystem& system) {
  std::string name = system.name();
  if (name != system.written_out()) return name;
  std::string text = "custom: right " + axis_words(system.right) + ", up " + axis_words(system.up) +
                     ", forward " + axis_words(system.forward);
  if (system.metres_per_unit != 1) text += ", " + number_text(system.metres_per_unit) + " m a unit";
  return text;
}

}  // namespace scrubjay
