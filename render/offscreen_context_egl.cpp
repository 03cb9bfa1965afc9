#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <cstring>
#include <optional>
#include <vector>

#include "render/gl_objects.h"
#include "render/offscreen_context.h"

namespace scrubjay {

struct OffscreenContext::Handles {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  EGLSurface surface = EGL_NO_SURFACE;

  Handles() = default;
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;
  ~Handles() {
    if (display == EGL_NO_DISPLAY) return;
    eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
    if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
    // The display is shared by all contexts of the process, so it is not terminated.
  }
};

namespace {

bool has_extension(const char* list, const char* name) {
  return list != nullptr && std::strstr(list, name) != nullptr;
}

/// Displays worth a try, those that need no window system first.
std::vector<EGLDisplay> candidate_displays() {
  std::vector<EGLDisplay> displays;
  const char* const extensions = eglQueryString(EGL_NO_DISPLAY, EGL_EXTENSIONS);
  const auto get_platform_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_platform_display != nullptr) {
    if (has_extension(extensions, "EGL_MESA_platform_surfaceless")) {
      displays.push_back(
          get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
    }
    const auto query_devices =
        reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
    EGLDeviceEXT devices[8];
    EGLint count = 0;
    if (has_extension(extensions, "EGL_EXT_platform_device") && query_devices != nullptr &&
        query_devices(8, devices, &count) == EGL_TRUE) {
      for (EGLint i = 0; i < count; ++i) {
        displays.push_back(get_platform_display(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
      }
    }
  }
  displays.push_back(eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return displays;
}

/// How far a display came, and what stopped it there.
struct Stop {
  int step = 0;
  std::string why = "no graphics driver was found";
};

/// What the driver offers where it refuses the context that is needed: "OpenGL 3.3 or newer ...".
std::string refusal(EGLDisplay display, EGLConfig config) {
  constexpr EGLint kAny[] = {EGL_NONE};
  const EGLContext any = eglCreateContext(display, config, EGL_NO_CONTEXT, kAny);
  std::string found;
  if (any != EGL_NO_CONTEXT) {
    if (eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, any) == EGL_TRUE) {
      const auto loaded = load_gl(eglGetProcAddress);
      if (!loaded) found = ", only " + loaded.error().found;
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }
    eglDestroyContext(display, any);
  }
  return "the graphics driver has no OpenGL 3.3" + found;
}

/// Makes a current context on `display`, or says at which step it failed.
std::optional<Stop> start(EGLDisplay display, EGLContext& context, EGLSurface& surface) {
  if (display == EGL_NO_DISPLAY || eglInitialize(display, nullptr, nullptr) != EGL_TRUE) {
    return Stop{1, "no graphics driver could be started"};
  }
  if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE) {
    return Stop{2, "the graphics driver has no desktop OpenGL"};
  }
  constexpr EGLint kConfig[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE,
                                EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config = nullptr;
  EGLint count = 0;
  if (eglChooseConfig(display, kConfig, &config, 1, &count) != EGL_TRUE || count == 0) {
    return Stop{3, "the graphics driver cannot draw off screen"};
  }
  constexpr EGLint kContext[] = {EGL_CONTEXT_MAJOR_VERSION,
                                 3,
                                 EGL_CONTEXT_MINOR_VERSION,
                                 3,
                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                 EGL_NONE};
  context = eglCreateContext(display, config, EGL_NO_CONTEXT, kContext);
  if (context == EGL_NO_CONTEXT) return Stop{4, refusal(display, config)};
  if (!has_extension(eglQueryString(display, EGL_EXTENSIONS), "EGL_KHR_surfaceless_context")) {
    constexpr EGLint kSurface[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface = eglCreatePbufferSurface(display, config, kSurface);
  }
  if (eglMakeCurrent(display, surface, surface, context) != EGL_TRUE) {
    return Stop{5, "the graphics driver refuses to draw off screen"};
  }
  return std::nullopt;
}

}  // namespace

Result<OffscreenContext> OffscreenContext::create() {
  Stop farthest;
  for (const EGLDisplay display : candidate_displays()) {
    auto handles = std::make_shared<Handles>();
    handles->display = display;
    if (const auto stop = start(display, handles->context, handles->surface)) {
      if (stop->step > farthest.step) farthest = *stop;
      continue;
    }
    if (auto loaded = load_gl(eglGetProcAddress); !loaded) {
      return failure(std::move(loaded.error()));
    }
    return OffscreenContext(std::move(handles));
  }
  return failure(no_opengl(farthest.why));
}

bool OffscreenContext::make_current() {
  return eglMakeCurrent(handles_->display, handles_->surface, handles_->surface,
                        handles_->context) == EGL_TRUE;
}

}  // namespace scrubjay
