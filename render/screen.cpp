#include "render/screen.h"

#include <glad/gl.h>

namespace scrubjay {

void clear_screen(int width, int height, const glm::vec3& color) {
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  glViewport(0, 0, width, height);
  glDisable(GL_SCISSOR_TEST);
  glClearColor(color.x, color.y, color.z, 1);
  glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace scrubjay
