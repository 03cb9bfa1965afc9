#pragma once

#include <cstddef>
#include <memory>

struct GLFWwindow;

namespace scrubjay::load {

/// A hidden window with a current OpenGL context that reports errors (KHR_debug), and Dear ImGui's
/// drawing in it.
class GlWatch {
 public:
  /// Null where there is no display or driver. After ImGui's context was made.
  static std::unique_ptr<GlWatch> create(int width, int height);
  ~GlWatch();
  GlWatch(const GlWatch&) = delete;
  GlWatch& operator=(const GlWatch&) = delete;

  void resize(int width, int height);
  void begin_picture(bool has_new_fonts);
  /// Draws what ImGui has, and shows it.
  void end_picture();
  /// Errors told by the driver so far; each new one is printed.
  std::size_t errors() const { return errors_; }
  /// False: the driver cannot tell.
  bool is_watching() const { return is_watching_; }

 private:
  explicit GlWatch(GLFWwindow* window) : window_(window) {}

  GLFWwindow* window_;
  std::size_t errors_ = 0;
  bool is_watching_ = false;
};

}  // namespace scrubjay::load
