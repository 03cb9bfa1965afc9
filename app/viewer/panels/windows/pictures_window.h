#pragma once

#include <string>
#include <vector>

#include "app/viewer/pictures/picture_choices.h"
#include "app/viewer/pictures/picture_job.h"
#include "core/concurrency/awaited.h"
#include "render/image.h"

namespace scrubjay {

/// What the window for pictures and films keeps. The shell fills `command` and starts jobs by
/// `wanted`.
struct PicturesCache {
  enum class Want : std::uint8_t { none, picture, copy, film, window };

  PictureChoices choices;
  Want wanted = Want::none;  ///< to be begun once
  PictureJob job;
  bool takes_film = false;  ///< `job` does, else a picture
  std::string word;         ///< what became of the last one
  bool is_failure = false;
  std::string command;  ///< of the film that is asked for, for a shell
  bool has_ffmpeg = false;
  bool is_looked_for = false;  ///< `has_ffmpeg` is known

  /// The kind of film that is chosen, else the first that can be written here.
  const FilmName& film() const;

  // Of the whole window: read at the end of a picture in which nothing is open for it any more.
  int window_pictures = 0;  ///< still to be drawn until then; 0: not wanted
  Image window;             ///< empty until it is read
  Awaited<PictureOutcome> window_job;
};

}  // namespace scrubjay
