#include <windows.h>

#include <GL/gl.h>
#include <GL/glext.h>
#include <GL/wglext.h>

#include <array>

#include "render/gl_objects.h"
#include "render/offscreen_context.h"

namespace scrubjay {

struct OffscreenContext::Handles {
  HWND window = nullptr;
  HDC device = nullptr;
  HGLRC context = nullptr;

  Handles() = default;
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;
  ~Handles() {
    wglMakeCurrent(nullptr, nullptr);
    if (context != nullptr) wglDeleteContext(context);
    if (device != nullptr) ReleaseDC(window, device);
    if (window != nullptr) DestroyWindow(window);
  }
};

namespace {

using GlFunction = void (*)();

/// The driver's function, or the one that Windows itself brings.
GlFunction gl_function(const char* name) {
  const PROC function = wglGetProcAddress(name);
  // Drivers say with small numbers that there is none.
  const auto number = reinterpret_cast<std::intptr_t>(function);
  if (number < -1 || number > 3) return reinterpret_cast<GlFunction>(function);
  return reinterpret_cast<GlFunction>(GetProcAddress(GetModuleHandleW(L"opengl32.dll"), name));
}

bool set_pixel_format(HDC device) {
  PIXELFORMATDESCRIPTOR wanted = {};
  wanted.nSize = sizeof(wanted);
  wanted.nVersion = 1;
  wanted.dwFlags = PFD_DRAW_TO_WINDOW | PFD_SUPPORT_OPENGL;
  wanted.iPixelType = PFD_TYPE_RGBA;
  wanted.cColorBits = 32;
  const int format = ChoosePixelFormat(device, &wanted);
  return format != 0 && SetPixelFormat(device, format, &wanted) != 0;
}

/// A context of the version that is needed; `any` is current, through which the driver is asked.
HGLRC core_context(HDC device) {
  const auto create = reinterpret_cast<PFNWGLCREATECONTEXTATTRIBSARBPROC>(
      gl_function("wglCreateContextAttribsARB"));
  constexpr std::array kContext{WGL_CONTEXT_MAJOR_VERSION_ARB,
                                3,
                                WGL_CONTEXT_MINOR_VERSION_ARB,
                                3,
                                WGL_CONTEXT_PROFILE_MASK_ARB,
                                WGL_CONTEXT_CORE_PROFILE_BIT_ARB,
                                0};
  return create == nullptr ? nullptr : create(device, nullptr, kContext.data());
}

}  // namespace

Result<OffscreenContext> OffscreenContext::create() {
  auto handles = std::make_shared<Handles>();
  handles->window = CreateWindowExW(0, L"STATIC", L"Scrubjay", WS_OVERLAPPED, 0, 0, 1, 1, nullptr,
                                    nullptr, nullptr, nullptr);
  handles->device = GetDC(handles->window);
  if (handles->device == nullptr || !set_pixel_format(handles->device)) {
    return failure(no_opengl("no graphics driver could be started"));
  }
  const HGLRC any = wglCreateContext(handles->device);
  if (any == nullptr || wglMakeCurrent(handles->device, any) == 0) {
    return failure(no_opengl("no graphics driver could be started"));
  }
  handles->context = core_context(handles->device);
  if (handles->context == nullptr) {
    const auto loaded = load_gl(gl_function);
    wglDeleteContext(any);
    const std::string found = loaded ? "" : ", only " + loaded.error().found;
    return failure(no_opengl("the graphics driver has no OpenGL 3.3" + found));
  }
  const bool is_current = wglMakeCurrent(handles->device, handles->context) != 0;
  wglDeleteContext(any);
  if (!is_current) return failure(no_opengl("the graphics driver refuses to draw off screen"));
  if (auto loaded = load_gl(gl_function); !loaded) return failure(std::move(loaded.error()));
  return OffscreenContext(std::move(handles));
}

bool OffscreenContext::make_current() {
  return wglMakeCurrent(handles_->device, handles_->context) != 0;
}

}  // namespace scrubjay
