#include <algorithm>
#include <string>

#include "formats/format.h"
#include "formats/read_options.h"
#include "formats/recognised_format.h"
#include "formats/source_version.h"

namespace scrubjay {

namespace {

std::string known_names() { return names_of(formats()); }

Recognised<Format> recognise(const ProbeInput& input, bool is_part) {
  Recognised<Format> best;
  for (const Format* format : formats()) {
    const auto in_folders = format->folder_extensions;
    if (is_part && std::ranges::find(in_folders, input.extension) == in_folders.end()) continue;
    keep_surest(best, *format, input);
  }
  return best;
}

/// All that an index depends on besides the file.
std::string reading_of(const Format& format, const ReadOptions& options) {
  std::string reading = std::string(source_version()) + "\n" + std::string(format.name);
  for (const auto& [name, value] : options) reading += "\n" + name + "=" + value;
  return reading;
}

Result<std::shared_ptr<Recording>> open_as(const Format& format, std::shared_ptr<InputFile> file,
                                           const ReadOptions& options) {
  if (auto wrong = check_read_options(format, options)) return failure(std::move(*wrong));
  SplitReadOptions split = split_read_options(options);
  auto recording = format.open(std::move(file), split.own);
  if (!recording) return recording;
  (*recording)->choose_meanings(std::move(split.meanings));
  (*recording)->set_reading(reading_of(format, options));
  return recording;
}

}  // namespace

const Format* recognised_format(const InputFile& file) {
  if (file.parts().empty()) {
    const std::string extension = extension_of(file.path());
    const auto best = recognise(probe_input(file.bytes(), extension), false);
    if (best.format != nullptr) return best.format;
    return recognise(probe_input(file.bytes(), extension, ProbeInput::kFarBytes), false).format;
  }
  Recognised<Format> best;
  for (const InputPart& part : file.parts()) {
    const Bytes bytes = file.bytes().subspan(static_cast<std::size_t>(part.begin),
                                             static_cast<std::size_t>(part.size));
    const std::string extension = extension_of(part.name);
    const Recognised<Format> found = recognise(probe_input(bytes, extension), true);
    if (found.score > best.score) best = found;
  }
  return best.format;
}

const Format* find_format(std::string_view name) {
  const auto found = std::ranges::find(formats(), name, &Format::name);
  return found == formats().end() ? nullptr : *found;
}

std::span<const std::string_view> folder_extensions() {
  static const std::vector<std::string_view> kAll = [] {
    std::vector<std::string_view> all;
    for (const Format* format : formats()) {
      all.insert(all.end(), format->folder_extensions.begin(), format->folder_extensions.end());
    }
    return all;
  }();
  return kAll;
}

Result<std::shared_ptr<Recording>> open_recording(std::shared_ptr<InputFile> file,
                                                  std::string_view format_name,
                                                  const ReadOptions& options) {
  if (!format_name.empty()) {
    const Format* format = find_format(format_name);
    if (format == nullptr) {
      return failure(fatal_problem("unknown-format",
                                   "There is no format named \"" + std::string(format_name) + "\".",
                                   known_names()));
    }
    return open_as(*format, std::move(file), options);
  }
  if (file->size() == 0) {
    return failure({.severity = Severity::fatal,
                    .code = "empty-file",
                    .offset = 0,
                    .message = "The file is empty.",
                    .expected = "a recording",
                    .found = "0 bytes"});
  }
  const Format* format = recognised_format(*file);
  if (format == nullptr) {
    return failure({.severity = Severity::fatal,
                    .code = "unknown-format",
                    .offset = 0,
                    .message = "The file is not a recording of a kind that Scrubjay knows.",
                    .expected = "a recording of one of these kinds: " + known_names(),
                    .found = "a file that begins with " + first_bytes(file->bytes())});
  }
  return open_as(*format, std::move(file), options);
}

}  // namespace scrubjay
