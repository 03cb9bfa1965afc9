#pragma once

#include <memory>
#include <string>

#include "core/problem.h"

namespace scrubjay {

/// An OpenGL 3.3 core context without a window or display, through EGL. Current in the thread that
/// made it until destroyed.
class OffscreenContext {
 public:
  /// Errors: "no-opengl" with the reason: built without EGL, no driver, too old a driver.
  static Result<OffscreenContext> create();

  OffscreenContext(OffscreenContext&&) noexcept;
  OffscreenContext& operator=(OffscreenContext&&) noexcept;
  ~OffscreenContext();

  /// Makes it current in this thread again after another context was. False when the driver
  /// refuses.
  bool make_current();

 private:
  struct Handles;
  explicit OffscreenContext(std::unique_ptr<Handles> handles);
  std::unique_ptr<Handles> handles_;
};

}  // namespace scrubjay
