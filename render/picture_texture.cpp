#include "render/picture_texture.h"

#include <glad/gl.h>

namespace scrubjay {

PictureTexture PictureTexture::create(const Image& image) {
  PictureTexture texture;
  const int most = largest_picture();
  if (image.width <= 0 || image.height <= 0 || image.width > most || image.height > most) {
    return texture;
  }
  int bound = 0;
  glGetIntegerv(GL_TEXTURE_BINDING_2D, &bound);
  unsigned name = 0;
  glGenTextures(1, &name);
  texture.name_ = GlName<gl::delete_texture>(name);
  glBindTexture(GL_TEXTURE_2D, name);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, image.width, image.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
               image.pixels.data());
  glGenerateMipmap(GL_TEXTURE_2D);
  glBindTexture(GL_TEXTURE_2D, static_cast<unsigned>(bound));
  return texture;
}

}  // namespace scrubjay
