#include "core/platform/display_loss.h"

#include <dlfcn.h>

#include <cstdlib>
#include <utility>

namespace scrubjay {

namespace {

// Xlib's handler is one for the process, and takes nothing of ours along.
using Handler = int (*)(void* display);
using SetHandler = Handler (*)(Handler);
std::function<void()> display_loss_action;
int display_loss_status = 0;
Handler display_handler_before = nullptr;

/// Of the library that the window came with, if that is X11: the program does not need it itself.
SetHandler set_display_handler() {
  return reinterpret_cast<SetHandler>(dlsym(RTLD_DEFAULT, "XSetIOErrorHandler"));
}

int on_display_loss(void*) {
  // Whoever uses the display in spite of it comes here again.
  if (const auto action = std::exchange(display_loss_action, nullptr)) action();
  std::_Exit(display_loss_status);
}

}  // namespace

DisplayLoss::DisplayLoss(int status, std::function<void()> on_loss) {
  display_loss_status = status;
  display_loss_action = std::move(on_loss);
  if (const auto set = set_display_handler()) display_handler_before = set(on_display_loss);
}

DisplayLoss::~DisplayLoss() {
  if (const auto set = set_display_handler()) set(display_handler_before);
  display_loss_action = nullptr;
}

}  // namespace scrubjay
