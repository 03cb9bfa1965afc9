#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <glm/mat4x4.hpp>
#include <glm/vec3.hpp>
#include <glm/vec4.hpp>
#include <initializer_list>
#include <string>
#include <utility>

#include "core/problem.h"

namespace scrubjay {

/// Finds an OpenGL function by name; glfwGetProcAddress and eglGetProcAddress are such functions.
using GlLoader = void (*(*)(const char* name))();

/// Fetches OpenGL's functions for the context that is current. Call once before any object is made.
/// Errors: "no-opengl" when the context has less than OpenGL 3.3.
Result<void> load_gl(GlLoader loader);
/// True when the driver draws on the processor: smoothing edges by several samples costs much
/// there.
bool is_software_gl();

/// The name of an OpenGL object that is deleted with its owner. The context must be current then.
template <void (*Delete)(unsigned)>
class GlName {
 public:
  GlName() = default;
  explicit GlName(unsigned name) : name_(name) {}
  GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlName& operator=(GlName&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~GlName() {
    if (name_ != 0) Delete(name_);
  }

  unsigned get() const { return name_; }
  explicit operator bool() const { return name_ != 0; }

 private:
  unsigned name_ = 0;
};

namespace gl {
void delete_buffer(unsigned name);
void delete_vertex_array(unsigned name);
void delete_texture(unsigned name);
void delete_framebuffer(unsigned name);
void delete_program(unsigned name);
}  // namespace gl

/// Vertices or instances. `upload` replaces the contents and hands the old ones to the driver,
/// which may still be drawing from them.
class Buffer {
 public:
  static Buffer create();
  void upload(const void* data, std::size_t bytes);
  unsigned name() const { return name_.get(); }

 private:
  GlName<gl::delete_buffer> name_;
  std::size_t capacity_ = 0;
};

enum class AttributeType : std::uint8_t { float32, bytes_normalized, uint32 };

/// One attribute of a vertex array.
struct Attribute {
  unsigned location = 0;
  int components = 0;
  AttributeType type = AttributeType::float32;
  std::size_t offset = 0;  ///< bytes from the start of a vertex
  bool per_instance = false;
};

/// Which buffers feed which attributes.
class VertexArray {
 public:
  static VertexArray create();
  void attach(const Buffer& buffer, std::size_t stride,
              std::initializer_list<Attribute> attributes);
  /// For draws by index: 32 bits each.
  void attach_indices(const Buffer& buffer);
  void bind() const;

 private:
  GlName<gl::delete_vertex_array> name_;
};

/// A vertex and a fragment shader, each in up to four pieces that follow each other.
struct ShaderSource {
  static constexpr std::size_t kPieces = 4;
  const char* label;
  std::array<const char*, kPieces> vertex;
  std::array<const char*, kPieces> fragment;
};

/// A linked vertex and fragment shader.
class Program {
 public:
  Program() = default;
  /// Errors: "shader" with the source's label and the driver's log.
  static Result<Program> create(const ShaderSource& source);
  void use() const;

  // For the program in use. Names that the linker dropped are passed over.
  void set(const char* uniform, float value) const;
  void set(const char* uniform, int value) const;
  void set(const char* uniform, float x, float y) const;
  void set(const char* uniform, const glm::vec3& value) const;
  void set(const char* uniform, const glm::vec4& value) const;
  void set(const char* uniform, const glm::mat4& value) const;

 private:
  GlName<gl::delete_program> name_;
};

/// What a framebuffer has room for.
struct FramebufferSize {
  int width = 0;
  int height = 0;
  int samples = 1;
  bool operator==(const FramebufferSize&) const = default;
};

/// Colour (RGBA8), ids (two 32-bit unsigned) and depth (24 bit), sampled once as textures or
/// several times.
class Framebuffer {
 public:
  Framebuffer() = default;
  /// Errors: "framebuffer" when the driver cannot do it.
  static Result<Framebuffer> create(const FramebufferSize& size);
  /// Draws into the colour of `target`, which must outlive it, while the ids of `target` are read.
  static Result<Framebuffer> create_over_color(const Framebuffer& target);

  void bind() const;
  const FramebufferSize& size() const { return size_; }
  unsigned color() const { return color_.get(); }  ///< texture, when sampled once
  unsigned ids() const { return ids_.get(); }      ///< texture, when sampled once
  // Copy into `target` of the same size, one sample a pixel.
  void resolve_color_into(const Framebuffer& target) const;
  void resolve_ids_and_depth_into(const Framebuffer& target) const;
  void bind_for_reading_color() const;
  void bind_for_reading_ids() const;

 private:
  Result<void> check() const;
  void resolve_into(const Framebuffer& target, unsigned attachment, unsigned planes) const;

  GlName<gl::delete_framebuffer> name_;
  GlName<gl::delete_texture> color_;
  GlName<gl::delete_texture> ids_;
  GlName<gl::delete_texture> depth_;
  FramebufferSize size_;
};

/// The largest width and height of a picture, and the most samples a pixel, that the driver allows.
int largest_picture();
int most_samples();

}  // namespace scrubjay
