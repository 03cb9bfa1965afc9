#include <algorithm>
#include <array>
#include <string>

#include "formats/carla/carla.h"
#include "formats/colyseus/colyseus.h"
#include "formats/flecs/flecs.h"
#include "formats/format.h"
#include "formats/framebyframe/framebyframe.h"
#include "formats/read_options.h"
#include "formats/source_version.h"
#include "formats/xrec/xrec.h"

namespace scrubjay {

namespace {

// One line a format.
const std::array kFormats{
    &carla::kFormat, &framebyframe::kFormat, &flecs::kFormat, &xrec::kFormat, &colyseus::kFormat,
};

std::string extension_of(const std::string& path) {
  const std::string name = file_name(path);
  const std::size_t dot = name.rfind('.');
  if (dot == std::string::npos) return "";
  std::string extension = name.substr(dot + 1);
  std::ranges::transform(extension, extension.begin(), [](unsigned char c) {
    return static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  });
  return extension;
}

/// What people need to see of bytes that nobody recognised.
std::string first_bytes(Bytes bytes) {
  constexpr char kHex[] = "0123456789ABCDEF";
  std::string text;
  for (const std::byte byte : bytes.first(std::min<std::size_t>(bytes.size(), 16))) {
    if (!text.empty()) text += ' ';
    text += kHex[static_cast<unsigned>(byte) >> 4];
    text += kHex[static_cast<unsigned>(byte) & 15];
  }
  return text;
}

std::string known_names() {
  std::string names;
  for (const Format* format : kFormats) {
    if (!names.empty()) names += ", ";
    names += format->name;
  }
  return names;
}

const Format* recognise(const InputFile& file, const std::string& extension) {
  const ProbeInput input{
      file.bytes().first(std::min<std::size_t>(file.bytes().size(), ProbeInput::kHeadBytes)),
      extension};
  const Format* best = nullptr;
  int best_score = 0;
  for (const Format* format : kFormats) {
    const Match match = format->probe(input);
    if (match == Match::none) continue;
    const bool named_so =
        std::ranges::find(format->extensions, extension) != format->extensions.end();
    const int score = 2 * static_cast<int>(match) + (named_so ? 1 : 0);
    if (score > best_score) {
      best = format;
      best_score = score;
    }
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
  auto recording = split.own.empty() ? format.open(std::move(file))
                                     : format.open_with(std::move(file), split.own);
  if (!recording) return recording;
  (*recording)->choose_meanings(std::move(split.meanings));
  (*recording)->set_reading(reading_of(format, options));
  return recording;
}

}  // namespace

std::span<const Format* const> formats() { return kFormats; }

const Format* find_format(std::string_view name) {
  const auto found = std::ranges::find(kFormats, name, &Format::name);
  return found == kFormats.end() ? nullptr : *found;
}

std::optional<CoordinateSystem> coordinates_on_the_way_back(const RecordingInfo& info,
                                                            std::string_view target_format) {
  if (!info.origin || info.format == target_format || info.origin->format != target_format ||
      info.origin->coordinates == info.coordinates) {
    return std::nullopt;
  }
  return info.origin->coordinates;
}

Result<std::shared_ptr<Recording>> open_recording(std::shared_ptr<InputFile> file,
                                                  std::string_view format_name,
                                                  const ReadOptions& options) {
  if (!format_name.empty()) {
    const Format* format = find_format(format_name);
    if (format == nullptr) {
      return failure({.severity = Severity::fatal,
                      .code = "unknown-format",
                      .message = "There is no format named \"" + std::string(format_name) + "\".",
                      .expected = known_names()});
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
  const Format* format = recognise(*file, extension_of(file->path()));
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
