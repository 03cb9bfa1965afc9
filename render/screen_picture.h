#pragma once

#include "core/problem.h"
#include "render/gl_objects.h"
#include "render/image.h"

namespace scrubjay {

/// A picture in the place of the window's own framebuffer: what is drawn between `begin` and `read`
/// lands in it. Lives under the context that made it.
class ScreenPicture {
 public:
  /// Errors: "image-size" for a size that cannot be drawn, "framebuffer".
  static Result<ScreenPicture> create(int width, int height);

  /// Draws into it from here on, on a ground of this colour.
  void begin(const glm::vec3& color) const;
  /// Its pixels, opaque; the window is drawn into again.
  Image read() const;

 private:
  explicit ScreenPicture(Framebuffer target) : target_(std::move(target)) {}

  Framebuffer target_;
};

/// What is drawn so far in the window, or in the picture in its place: its lower left part of that
/// size. Opaque.
Image read_screen(int width, int height);

/// What lets the ground through, of two pictures that are the same but for it: drawn on black and
/// on white. Both have one size.
Image without_ground(const Image& on_black, const Image& on_white);

}  // namespace scrubjay
