#include "render/offscreen_context.h"

namespace scrubjay {

struct OffscreenContext::Handles {};

Result<OffscreenContext> OffscreenContext::create() {
  return failure(no_opengl("this program was built without EGL"));
}

bool OffscreenContext::make_current() { return false; }

}  // namespace scrubjay
