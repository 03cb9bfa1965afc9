#pragma once

#include <atomic>
#include <cstdint>
#include <expected>
#include <memory>
#include <string>

#include "app/viewer.h"
#include "core/ids.h"
#include "core/problem.h"

namespace scrubjay {

struct Image;

/// What is behind the scene in a picture of it.
enum class PictureGround : std::uint8_t { view, dark, white, none };

/// Which pictures are taken of a view, as the window shows it.
struct ViewPictureOptions {
  ViewerOptions viewer;  ///< files, view, selection, how they are read
  int width = 0;         ///< of the scene at 100 %; 0: as the view says, else 1280 x 720
  int height = 0;
  double scale = 1;  ///< pixels for one at 100 %, within [1, 8]
  PictureGround ground = PictureGround::view;
  bool labels = true;
  bool scale_bar = false;
};

/// Why there is no picture, and the file that it is about.
struct PictureFailure {
  std::string file;
  Problem problem;
};

template <class T>
using PictureResult = std::expected<T, PictureFailure>;

/// Draws a view without a window.
class ViewPictures {
 public:
  virtual ~ViewPictures() = default;
  /// What the window shows in its scene at a time of the first recording, once all of it is there.
  /// Errors: "cancelled", those of drawing.
  virtual PictureResult<Image> picture(Seconds time, const std::atomic<bool>& cancelled) = 0;
};

using OpenViewPictures = Result<std::unique_ptr<ViewPictures>> (*)(const ViewPictureOptions&);

/// Opens the recordings. Errors: "view" for what is no view, those of opening, "no-opengl".
Result<std::unique_ptr<ViewPictures>> open_view_pictures(const ViewPictureOptions& options);

}  // namespace scrubjay
