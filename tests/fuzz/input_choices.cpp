#include "tests/fuzz/input_choices.h"

#include <array>
#include <string>

#include "tests/fuzz/properties.h"

namespace scrubjay::fuzz {

namespace {

/// Names that the seeds have, and ways to name what is in them.
constexpr std::array<std::string_view, 10> kNames{
    "Position",   "Position/x", "Velocity", "Rotation",  "game.Body/pos",
    "Transform3", "location",   "position", "players/x", "x"};
constexpr std::array<std::string_view, 8> kTexts{
    "Epoch/Epoch/time",          "Time/seconds", "0.1", "-1", "ros", "unity",
    "right=-y,up=+z,forward=+x", "nothing"};
constexpr std::array<std::string_view, 5> kCoordinates{"ros", "unity", "unreal", "opengl",
                                                       "right=-y,up=+z,forward=+x,metres=0.3048"};

}  // namespace

InputChoices::InputChoices(std::span<const std::byte> file) : state_(hash_of(file) | 1) {}

/// Xorshift.
std::size_t InputChoices::below(std::size_t n) {
  state_ ^= state_ << 13;
  state_ ^= state_ >> 7;
  state_ ^= state_ << 17;
  return static_cast<std::size_t>((state_ >> 16) % n);
}

ReadOptions InputChoices::read_options(const Format& format) {
  ReadOptions chosen;
  const auto any_of = [&](const auto& values) { return std::string(values[below(values.size())]); };
  for (const ReadOption* const option : read_options_of(format)) {
    if (one_of(2)) continue;
    const std::string name(option->name);
    switch (option->kind) {
      case ReadOption::Kind::choice: chosen.emplace_back(name, any_of(option->values)); break;
      case ReadOption::Kind::text: chosen.emplace_back(name, any_of(kTexts)); break;
      case ReadOption::Kind::mapping:
        for (std::size_t i = 0; i <= below(3); ++i) {
          chosen.emplace_back(name, any_of(kNames) + "=" + any_of(option->values));
        }
        break;
    }
  }
  return chosen;
}

WriteRequest InputChoices::write_request(std::shared_ptr<const Recording> recording,
                                         const FormatWriter& writer) {
  WriteRequest request;
  const std::size_t frames = recording->frame_count();
  const auto time = [&](std::size_t frame) {
    return recording->timeline().time(FrameIndex(frame));
  };
  if (one_of(2))
    request.coordinates = CoordinateSystem::parse(kCoordinates[below(kCoordinates.size())]).value();
  // Of nothing nobody asks: the program says so before.
  const std::size_t first = frames == 0 ? 0 : below(frames);
  if (frames > 0 && one_of(2)) request.from = time(first);
  if (frames > 0 && one_of(3)) request.to = time(first + below(frames - first));
  if (one_of(4)) {
    request.entities.emplace();
    for (std::size_t i = 0; i < recording->entity_count(); ++i) {
      if (one_of(2)) request.entities->emplace_back(i);
    }
  }
  for (const WriteOption& option : writer.options) {
    request.options.emplace_back(option.name, option.values[below(option.values.size())]);
  }
  if (frames > 0 && one_of(4)) request.comments.push_back({time(first), "a note", "#E69F00"});
  request.recording = std::move(recording);
  return request;
}

}  // namespace scrubjay::fuzz
