#include "render/offscreen_context.h"

namespace scrubjay {

Problem OffscreenContext::no_opengl(std::string why) {
  return fatal_problem("no-opengl",
                       "Pictures cannot be drawn without a window here: " + std::move(why) + ".");
}

}  // namespace scrubjay
