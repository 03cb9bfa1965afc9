#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay {

/// What is behind the scene in its picture.
struct GroundName {
  std::string_view name;  ///< for `render --background`
  const char* title;
};
inline constexpr GroundName kGrounds[] = {
    {"view", "As it is"}, {"dark", "Dark"}, {"white", "White"}, {"none", "None (transparent)"}};

struct FilmName {
  const char* ending;
  const char* title;
  bool needs_ffmpeg = true;
};
inline constexpr FilmName kFilmNames[] = {{".mp4", "MP4 (H.264)"},
                                          {".webm", "WebM (VP9)"},
                                          {".webp", "Animated WebP"},
                                          {"_%05d.png", "PNG pictures", false},
                                          {".y4m", "Y4M (large, plain)", false}};

/// How pictures and films are taken, as the user chose last.
struct PictureChoices {
  int factor = 1;          ///< 1, 2 or 4 times as large as on the screen
  std::size_t ground = 0;  ///< of kGrounds
  bool labels = true;
  bool scale_bar = false;
  std::optional<std::size_t> film;  ///< of kFilmNames; empty: the first that can be written here
  double frames_per_second = 30;
  double speed = 1;
  std::string path;  ///< of the film; empty: the usual one
};

}  // namespace scrubjay
