#include "render/gl_objects.h"

#include <glad/gl.h>

#include <algorithm>
#include <glm/gtc/type_ptr.hpp>

#include "core/text.h"

namespace scrubjay {

namespace gl {
void delete_buffer(unsigned name) { glDeleteBuffers(1, &name); }
void delete_vertex_array(unsigned name) { glDeleteVertexArrays(1, &name); }
void delete_texture(unsigned name) { glDeleteTextures(1, &name); }
void delete_framebuffer(unsigned name) { glDeleteFramebuffers(1, &name); }
void delete_program(unsigned name) { glDeleteProgram(name); }
}  // namespace gl

namespace {

std::string gl_text(GLenum name) {
  const GLubyte* const text = glGetString(name);
  return text == nullptr ? "unknown" : reinterpret_cast<const char*>(text);
}

int gl_integer(GLenum name) {
  GLint value = 0;
  glGetIntegerv(name, &value);
  return value;
}

}  // namespace

Result<void> load_gl(GlLoader loader) {
  const int version = gladLoadGL(loader);
  if (version == 0) return failure(fatal_problem("no-opengl", "No OpenGL driver was found."));
  if (version < GLAD_MAKE_VERSION(3, 3)) {
    Problem problem = fatal_problem("no-opengl", "The graphics driver is too old.");
    problem.expected = "OpenGL 3.3 or newer";
    problem.found = "OpenGL " + std::to_string(GLAD_VERSION_MAJOR(version)) + "." +
                    std::to_string(GLAD_VERSION_MINOR(version));
    return failure(std::move(problem));
  }
  return {};
}

bool is_software_gl() {
  const std::string renderer = gl_text(GL_RENDERER);
  return contains_ignoring_case(renderer, "llvmpipe") ||
         contains_ignoring_case(renderer, "softpipe") ||
         contains_ignoring_case(renderer, "swiftshader") ||
         contains_ignoring_case(renderer, "software");
}

int largest_picture() {
  return std::min(gl_integer(GL_MAX_TEXTURE_SIZE), gl_integer(GL_MAX_RENDERBUFFER_SIZE));
}

int most_samples() {
  return std::max(
      1, std::min({gl_integer(GL_MAX_COLOR_TEXTURE_SAMPLES),
                   gl_integer(GL_MAX_DEPTH_TEXTURE_SAMPLES), gl_integer(GL_MAX_INTEGER_SAMPLES)}));
}

// Buffer

Buffer Buffer::create() {
  Buffer buffer;
  unsigned name = 0;
  glGenBuffers(1, &name);
  buffer.name_ = GlName<gl::delete_buffer>(name);
  return buffer;
}

void Buffer::upload(const void* data, std::size_t bytes) {
  glBindBuffer(GL_ARRAY_BUFFER, name_.get());
  if (bytes > capacity_) capacity_ = std::max(bytes, capacity_ * 2);
  // Asking for new storage of the same size lets the driver keep the old one for draws under way.
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(capacity_), nullptr, GL_STREAM_DRAW);
  if (bytes > 0) glBufferSubData(GL_ARRAY_BUFFER, 0, static_cast<GLsizeiptr>(bytes), data);
}

// VertexArray

VertexArray VertexArray::create() {
  VertexArray array;
  unsigned name = 0;
  glGenVertexArrays(1, &name);
  array.name_ = GlName<gl::delete_vertex_array>(name);
  return array;
}

void VertexArray::attach(const Buffer& buffer, std::size_t stride,
                         std::initializer_list<Attribute> attributes) {
  bind();
  glBindBuffer(GL_ARRAY_BUFFER, buffer.name());
  const auto step = static_cast<GLsizei>(stride);
  for (const Attribute& attribute : attributes) {
    const auto* const offset = reinterpret_cast<const void*>(attribute.offset);
    glEnableVertexAttribArray(attribute.location);
    switch (attribute.type) {
      case AttributeType::float32:
        glVertexAttribPointer(attribute.location, attribute.components, GL_FLOAT, GL_FALSE, step,
                              offset);
        break;
      case AttributeType::bytes_normalized:
        glVertexAttribPointer(attribute.location, attribute.components, GL_UNSIGNED_BYTE, GL_TRUE,
                              step, offset);
        break;
      case AttributeType::uint32:
        glVertexAttribIPointer(attribute.location, attribute.components, GL_UNSIGNED_INT, step,
                               offset);
        break;
    }
    glVertexAttribDivisor(attribute.location, attribute.per_instance ? 1 : 0);
  }
}

void VertexArray::attach_indices(const Buffer& buffer) {
  bind();
  glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer.name());
}

void VertexArray::bind() const { glBindVertexArray(name_.get()); }

// Program

namespace {

Result<unsigned> compile(const char* label, GLenum stage,
                         const std::array<const char*, ShaderSource::kPieces>& pieces) {
  const unsigned shader = glCreateShader(stage);
  const auto count = std::ranges::find(pieces, nullptr) - pieces.begin();
  glShaderSource(shader, static_cast<GLsizei>(count), pieces.data(), nullptr);
  glCompileShader(shader);
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  char log[2048] = {};
  glGetShaderInfoLog(shader, sizeof log, nullptr, log);
  glDeleteShader(shader);
  return failure(fatal_problem(
      "shader", std::string("The graphics driver rejects the shader \"") + label + "\": " + log));
}

}  // namespace

Result<Program> Program::create(const ShaderSource& source) {
  const auto vertex_shader = compile(source.label, GL_VERTEX_SHADER, source.vertex);
  if (!vertex_shader) return failure(vertex_shader.error());
  const auto fragment_shader = compile(source.label, GL_FRAGMENT_SHADER, source.fragment);
  if (!fragment_shader) {
    glDeleteShader(*vertex_shader);
    return failure(fragment_shader.error());
  }
  Program program;
  const unsigned name = glCreateProgram();
  program.name_ = GlName<gl::delete_program>(name);
  glAttachShader(name, *vertex_shader);
  glAttachShader(name, *fragment_shader);
  glLinkProgram(name);
  glDeleteShader(*vertex_shader);
  glDeleteShader(*fragment_shader);
  GLint linked = GL_FALSE;
  glGetProgramiv(name, GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return program;
  char log[2048] = {};
  glGetProgramInfoLog(name, sizeof log, nullptr, log);
  return failure(fatal_problem(
      "shader",
      std::string("The graphics driver cannot link the shader \"") + source.label + "\": " + log));
}

void Program::use() const { glUseProgram(name_.get()); }

void Program::set(const char* uniform, float value) const {
  glUniform1f(glGetUniformLocation(name_.get(), uniform), value);
}
void Program::set(const char* uniform, int value) const {
  glUniform1i(glGetUniformLocation(name_.get(), uniform), value);
}
void Program::set(const char* uniform, float x, float y) const {
  glUniform2f(glGetUniformLocation(name_.get(), uniform), x, y);
}
void Program::set(const char* uniform, const glm::vec3& value) const {
  glUniform3fv(glGetUniformLocation(name_.get(), uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, const glm::vec4& value) const {
  glUniform4fv(glGetUniformLocation(name_.get(), uniform), 1, glm::value_ptr(value));
}
void Program::set(const char* uniform, const glm::mat4& value) const {
  glUniformMatrix4fv(glGetUniformLocation(name_.get(), uniform), 1, GL_FALSE,
                     glm::value_ptr(value));
}

// Framebuffer

namespace {

struct TextureFormat {
  GLint internal;
  GLenum format;
  GLenum type;
};
constexpr TextureFormat kColorFormat{GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE};
constexpr TextureFormat kIdsFormat{GL_RG32UI, GL_RG_INTEGER, GL_UNSIGNED_INT};
constexpr TextureFormat kDepthFormat{GL_DEPTH_COMPONENT24, GL_DEPTH_COMPONENT, GL_UNSIGNED_INT};

/// A texture attached to the framebuffer that is bound.
GlName<gl::delete_texture> attach_texture(GLenum attachment, const TextureFormat& format,
                                          const FramebufferSize& size) {
  unsigned name = 0;
  glGenTextures(1, &name);
  const bool several = size.samples > 1;
  const GLenum target = several ? GL_TEXTURE_2D_MULTISAMPLE : GL_TEXTURE_2D;
  glBindTexture(target, name);
  if (several) {
    glTexImage2DMultisample(target, size.samples, static_cast<GLenum>(format.internal), size.width,
                            size.height, GL_TRUE);
  } else {
    const GLint filter = attachment == GL_COLOR_ATTACHMENT0 ? GL_LINEAR : GL_NEAREST;
    glTexImage2D(target, 0, format.internal, size.width, size.height, 0, format.format, format.type,
                 nullptr);
    glTexParameteri(target, GL_TEXTURE_MIN_FILTER, filter);
    glTexParameteri(target, GL_TEXTURE_MAG_FILTER, filter);
    glTexParameteri(target, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(target, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  }
  glFramebufferTexture2D(GL_FRAMEBUFFER, attachment, target, name, 0);
  glBindTexture(target, 0);
  return GlName<gl::delete_texture>(name);
}

GlName<gl::delete_framebuffer> bind_new_framebuffer() {
  unsigned name = 0;
  glGenFramebuffers(1, &name);
  glBindFramebuffer(GL_FRAMEBUFFER, name);
  return GlName<gl::delete_framebuffer>(name);
}

constexpr GLenum kBothTargets[] = {GL_COLOR_ATTACHMENT0, GL_COLOR_ATTACHMENT1};

}  // namespace

Result<Framebuffer> Framebuffer::create(const FramebufferSize& size) {
  Framebuffer framebuffer;
  framebuffer.size_ = size;
  framebuffer.name_ = bind_new_framebuffer();
  framebuffer.color_ = attach_texture(GL_COLOR_ATTACHMENT0, kColorFormat, size);
  framebuffer.ids_ = attach_texture(GL_COLOR_ATTACHMENT1, kIdsFormat, size);
  framebuffer.depth_ = attach_texture(GL_DEPTH_ATTACHMENT, kDepthFormat, size);
  glDrawBuffers(2, kBothTargets);
  if (auto complete = framebuffer.check(); !complete) return failure(complete.error());
  return framebuffer;
}

Result<Framebuffer> Framebuffer::create_over_color(const Framebuffer& target) {
  Framebuffer framebuffer;
  framebuffer.size_ = target.size_;
  framebuffer.name_ = bind_new_framebuffer();
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target.color(), 0);
  if (auto complete = framebuffer.check(); !complete) return failure(complete.error());
  return framebuffer;
}

Result<void> Framebuffer::check() const {
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  glBindFramebuffer(GL_FRAMEBUFFER, 0);
  if (status == GL_FRAMEBUFFER_COMPLETE) return {};
  return failure(fatal_problem("framebuffer", "The graphics driver cannot draw a picture of " +
                                                  std::to_string(size_.width) + " by " +
                                                  std::to_string(size_.height) + " pixels with " +
                                                  std::to_string(size_.samples) + " samples."));
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, name_.get());
  glViewport(0, 0, size_.width, size_.height);
}

void Framebuffer::resolve_into(const Framebuffer& target, unsigned attachment,
                               unsigned planes) const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, name_.get());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target.name_.get());
  glReadBuffer(attachment);
  // A blit writes what it reads to all draw buffers: leave only the one that is meant.
  const GLenum draw[] = {attachment == kBothTargets[0] ? attachment : GLenum{GL_NONE},
                         attachment == kBothTargets[1] ? attachment : GLenum{GL_NONE}};
  glDrawBuffers(2, draw);
  glBlitFramebuffer(0, 0, size_.width, size_.height, 0, 0, size_.width, size_.height, planes,
                    GL_NEAREST);
  glDrawBuffers(2, kBothTargets);
  glReadBuffer(GL_COLOR_ATTACHMENT0);
}

void Framebuffer::resolve_color_into(const Framebuffer& target) const {
  resolve_into(target, GL_COLOR_ATTACHMENT0, GL_COLOR_BUFFER_BIT);
}

void Framebuffer::resolve_ids_and_depth_into(const Framebuffer& target) const {
  // Of integers one sample is taken, as an average would be the id of something else.
  resolve_into(target, GL_COLOR_ATTACHMENT1, GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
}

void Framebuffer::bind_for_reading_color() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, name_.get());
  glReadBuffer(GL_COLOR_ATTACHMENT0);
}

void Framebuffer::bind_for_reading_ids() const {
  glBindFramebuffer(GL_READ_FRAMEBUFFER, name_.get());
  glReadBuffer(GL_COLOR_ATTACHMENT1);
}

}  // namespace scrubjay
