#pragma once

#include <functional>

namespace scrubjay {

/// While it lives, the end of the connection to an X server (the server ended, or the network
/// broke) ends the process with `status` after `on_loss` was called. Xlib leaves no way back and
/// calls nothing else: `on_loss` runs in the thread that met the loss, in the middle of whatever it
/// did with the window, and must not use the display. At most once. Does nothing where the process
/// has no X11. One at a time.
class DisplayLoss {
 public:
  DisplayLoss(int status, std::function<void()> on_loss);
  ~DisplayLoss();
  DisplayLoss(const DisplayLoss&) = delete;
  DisplayLoss& operator=(const DisplayLoss&) = delete;
};

}  // namespace scrubjay
