#include "app/shared/source_mark.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "app/shared/plain_text.h"

namespace scrubjay {

namespace {

struct MarkColor {
  std::uint32_t on_dark;
  std::uint32_t on_light;
};

/// Violet, lime, mint, sand, indigo: chosen by the least distance between any two, to normal and to
/// red-green blind eyes, and from the colours of kinds (tests/app/source_mark_test.cpp).
constexpr std::array<MarkColor, 5> kMarkColors{{{0xC4A4FE, 0x8062F0},
                                                {0xB4C832, 0x6B7F09},
                                                {0xBDF5EC, 0x0A5A58},
                                                {0xA88B5A, 0x643400},
                                                {0x6F78E8, 0x2200B4}}};

/// `color` moved towards white or black, in per cent.
std::uint32_t shaded(std::uint32_t color, std::uint32_t target, std::uint32_t percent) {
  std::uint32_t out = 0;
  for (const int shift : {16, 8, 0}) {
    const std::uint32_t part = (color >> shift) & 0xFF;
    out |= (part * (100 - percent) + target * percent) / 100 << shift;
  }
  return out;
}

/// 0 is "A", 25 "Z", 26 "AA".
std::string letters_of(std::size_t number) {
  std::string letters;
  for (++number; number > 0; number = (number - 1) / 26) {
    letters.insert(letters.begin(), static_cast<char>('A' + (number - 1) % 26));
  }
  return letters;
}

SourceMark mark_with(std::size_t number, std::string letters) {
  const MarkColor color = kMarkColors[number % kMarkColors.size()];
  return {std::move(letters), color.on_dark, color.on_light};
}

bool has_clients(const OpenRecording& open) {
  return open.recording->timeline().stream_count() > 1;
}

/// Whether more than one recording or client is shown.
bool shows_several(const Session& session) {
  std::size_t shown = 0;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const std::size_t streams = session.recordings[i].recording->timeline().stream_count();
    for (std::size_t k = 0; k < streams && shown < 2; ++k) {
      if (session.is_shown(i, StreamIndex(k))) ++shown;
    }
  }
  return shown > 1;
}

}  // namespace

std::size_t free_mark(const Session& session) {
  std::size_t mark = 0;
  while (std::ranges::find(session.recordings, mark, &OpenRecording::mark) !=
         session.recordings.end()) {
    ++mark;
  }
  return mark;
}

bool has_marks(const Session& session) {
  return session.recordings.size() > 1 ||
         (session.recordings.size() == 1 && has_clients(session.recordings.front()));
}

SourceMark mark_of(const Session& session, std::size_t recording) {
  const bool is_only = session.recordings.size() == 1;
  const std::size_t number = session.recordings[recording].mark;
  return mark_with(is_only ? 0 : number, is_only ? "" : letters_of(number));
}

SourceMark mark_of(const Session& session, std::size_t recording, StreamIndex stream) {
  if (!has_clients(session.recordings[recording])) return mark_of(session, recording);
  if (session.recordings.size() == 1) return mark_with(stream.value, letters_of(stream.value));
  SourceMark mark = mark_of(session, recording);
  mark.letters += std::to_string(std::uint64_t{stream.value} + 1);
  // The clients of one recording are shades of its colour.
  constexpr std::array<std::uint32_t, 3> kTargets{0, 255, 0};
  constexpr std::array<std::uint32_t, 3> kPercent{0, 45, 30};
  const std::size_t shade = stream.value % kTargets.size();
  mark.color = shaded(mark.color, kTargets[shade], kPercent[shade]);
  mark.color_on_light = shaded(mark.color_on_light, kTargets[shade], kPercent[shade]);
  return mark;
}

SourceMark mark_of(const Session& session, EntityRef entity) {
  const Recording& recording = *session.recordings[entity.recording].recording;
  if (!entity.entity.exists() || entity.entity.value >= recording.entity_count()) {
    return mark_of(session, entity.recording);
  }
  return mark_of(session, entity.recording, recording.entity(entity.entity).stream);
}

std::string marked(const Session& session, EntityRef entity, std::string label) {
  if (!shows_several(session)) return label;
  label += " · ";
  label += mark_of(session, entity).letters;
  return label;
}

std::string recording_name(const Session& session, std::size_t recording) {
  const auto own_path = [](const OpenRecording& open) {
    return std::filesystem::path(open.recording->file().path()).lexically_normal();
  };
  std::filesystem::path path = own_path(session.recordings[recording]);
  if (!path.has_filename()) path = path.parent_path();  // a folder, written with its slash
  const bool is_alone = std::ranges::count_if(session.recordings, [&](const OpenRecording& open) {
                          return own_path(open).filename() == path.filename();
                        }) <= 1;
  const std::filesystem::path folder = path.parent_path().filename();
  return printable(
      (is_alone || folder.empty() ? path.filename() : folder / path.filename()).generic_string());
}

}  // namespace scrubjay
