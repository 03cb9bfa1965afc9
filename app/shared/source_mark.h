#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/session.h"

namespace scrubjay {

/// How a recording, or one client of it, is marked wherever several are shown beside each other: by
/// a letter and a colour that are the same all over the window. The colours are told apart with any
/// colour vision, and are none of those of kinds.
struct SourceMark {
  /// "A"; "A2" for a client of one among several recordings; empty for the only recording.
  std::string letters;
  std::uint32_t color = 0;           ///< 0xRRGGBB, for dark ground
  std::uint32_t color_on_light = 0;  ///< the same for light ground
};

/// What a recording that joins is marked with: the least OpenRecording::mark that is free.
std::size_t free_mark(const Session& session);

/// Whether marks tell anything apart: there are several recordings, or several clients in the only
/// one.
bool has_marks(const Session& session);

SourceMark mark_of(const Session& session, std::size_t recording);
SourceMark mark_of(const Session& session, std::size_t recording, StreamIndex stream);
/// That of the entity's client where its recording has several, else of the recording. The entity
/// may be none.
SourceMark mark_of(const Session& session, EntityRef entity);

/// "190 · B": a label that stands alone, with the letters of where the entity comes from if more
/// than one recording or client is shown. O(recordings and clients).
std::string marked(const Session& session, EntityRef entity, std::string label);

/// What people call an open recording: the name of its file, with the folder where another one that
/// is open has the same name. Valid UTF-8 on one line.
std::string recording_name(const Session& session, std::size_t recording);

}  // namespace scrubjay
