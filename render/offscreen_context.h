#pragma once

#include <memory>
#include <string>
#include <utility>

#include "core/problem.h"

namespace scrubjay {

/// An OpenGL 3.3 core context without a display (through EGL), on Windows of a window that is never
/// shown. Current in the thread that made it until destroyed. One source file for each way, of
/// which the build takes one.
class OffscreenContext {
 public:
  /// Errors: "no-opengl" with the reason: built without EGL, no driver, too old a driver.
  static Result<OffscreenContext> create();

  /// Makes it current in this thread again after another context was. False when the driver
  /// refuses.
  bool make_current();

 private:
  struct Handles;
  explicit OffscreenContext(std::shared_ptr<Handles> handles) : handles_(std::move(handles)) {}
  static Problem no_opengl(std::string why);

  std::shared_ptr<Handles> handles_;  ///< never shared
};

}  // namespace scrubjay
