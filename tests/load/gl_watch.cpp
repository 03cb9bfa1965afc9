#include "tests/load/gl_watch.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>
#include <imgui_impl_opengl3.h>

#include <cstdio>

#include "render/gl_objects.h"
#include "render/screen.h"

namespace scrubjay::load {

namespace {

// KHR_debug, which OpenGL 3.3 does not have itself.
constexpr unsigned kDebugOutput = 0x92E0;
constexpr unsigned kDebugOutputSynchronous = 0x8242;
constexpr unsigned kTypeError = 0x824C;
using DebugCallback = void (*)(unsigned source, unsigned type, unsigned id, unsigned severity,
                               int length, const char* message, const void* user);
using SetDebugCallback = void (*)(DebugCallback callback, const void* user);
using Enable = void (*)(unsigned capability);

void count_error(unsigned, unsigned type, unsigned, unsigned, int, const char*, const void* user) {
  if (type == kTypeError) ++*static_cast<std::size_t*>(const_cast<void*>(user));
}

void print_error(unsigned source, unsigned type, unsigned id, unsigned severity, int length,
                 const char* message, const void* user) {
  count_error(source, type, id, severity, length, message, user);
  if (type == kTypeError) std::fprintf(stderr, "OpenGL: %s\n", message);
}

}  // namespace

std::unique_ptr<GlWatch> GlWatch::create(int width, int height) {
  if (glfwInit() != GLFW_TRUE) return nullptr;
  glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
  glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
  glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
  glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, GLFW_TRUE);
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  GLFWwindow* window = glfwCreateWindow(width, height, "load", nullptr, nullptr);
  if (window == nullptr) return nullptr;
  std::unique_ptr<GlWatch> watch(new GlWatch(window));
  glfwMakeContextCurrent(window);
  if (!load_gl(glfwGetProcAddress)) return nullptr;
  ImGui_ImplOpenGL3_Init("#version 330 core");
  const auto set_callback =
      reinterpret_cast<SetDebugCallback>(glfwGetProcAddress("glDebugMessageCallback"));
  const auto enable = reinterpret_cast<Enable>(glfwGetProcAddress("glEnable"));
  if (set_callback != nullptr && glfwExtensionSupported("GL_KHR_debug") == GLFW_TRUE) {
    enable(kDebugOutput);
    enable(kDebugOutputSynchronous);
    // A driver that says nothing of a capability that is none would say nothing of anything.
    set_callback(count_error, &watch->errors_);
    enable(~0U);
    watch->is_watching_ = watch->errors_ == 1;
    watch->errors_ = 0;
    set_callback(print_error, &watch->errors_);
  }
  return watch;
}

GlWatch::~GlWatch() {
  if (ImGui::GetIO().BackendRendererUserData != nullptr) ImGui_ImplOpenGL3_Shutdown();
  glfwDestroyWindow(window_);
  glfwTerminate();
}

void GlWatch::resize(int width, int height) { glfwSetWindowSize(window_, width, height); }

void GlWatch::begin_picture(bool has_new_fonts) {
  if (has_new_fonts) {
    ImGui_ImplOpenGL3_DestroyFontsTexture();
    ImGui_ImplOpenGL3_CreateFontsTexture();
  }
  glfwPollEvents();
  ImGui_ImplOpenGL3_NewFrame();
}

void GlWatch::end_picture() {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  clear_screen(static_cast<int>(size.x), static_cast<int>(size.y), {0, 0, 0});
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
  glfwSwapBuffers(window_);
}

}  // namespace scrubjay::load
