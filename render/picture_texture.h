#pragma once

#include "render/gl_objects.h"
#include "render/image.h"

namespace scrubjay {

/// A picture on the graphics card, for panels to draw: linear filtering with mipmaps, first row at
/// v = 0.
class PictureTexture {
 public:
  PictureTexture() = default;
  /// A context must be current. Empty when the picture is empty or larger than the driver allows.
  static PictureTexture create(const Image& image);
  unsigned name() const { return name_.get(); }

 private:
  GlName<gl::delete_texture> name_;
};

}  // namespace scrubjay
