#include "render/shaders.h"

#include "render/shader_pieces.h"

// Attributes 0-2 belong to a vertex, 4-9 to an instance (GpuInstance) and to a segment
// (GpuSegment). Positions are metres from the scene's origin; colours come in as sRGB and are lit
// as linear light.

namespace scrubjay {

namespace {

constexpr const char* kInstanceInput = R"(
layout(location = 4) in vec3 i_center;
layout(location = 5) in vec4 i_rotation;
layout(location = 6) in vec3 i_half;
layout(location = 7) in vec4 i_color;
layout(location = 8) in uint i_tags;
layout(location = 9) in uint i_entity;
vec3 rotate(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
)";

}  // namespace

const ShaderSource kBackgroundShader{"background",
                                     {R"(#version 330 core
uniform vec3 u_forward;
uniform vec3 u_right;
uniform vec3 u_up;
out vec3 v_direction;
void main() {
  vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  v_direction = u_forward + u_right * at.x + u_up * at.y;
  gl_Position = vec4(at, 0.0, 1.0);
}
)"},
                                     {R"(#version 330 core
uniform vec3 u_zenith;
uniform vec3 u_horizon;
uniform vec3 u_ground;
in vec3 v_direction;
layout(location = 0) out vec4 o_color;
void main() {
  float up = normalize(v_direction).z;
  vec3 color = up > 0.0 ? mix(u_horizon, u_zenith, smoothstep(0.0, 0.55, up))
                        : mix(u_horizon, u_ground, smoothstep(0.0, 0.28, -up));
  // Less than one step of eight bits: keeps the gradient free of bands.
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  o_color = vec4(color + (noise - 0.5) / 255.0, 1.0);
}
)"}};

const ShaderSource kMeshShader{"mesh",
                               {R"(#version 330 core
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in float a_part;
)",
                                kInstanceInput, kPaint, R"(
uniform mat4 u_clip_from_world;
uniform vec3 u_dim_color;
out vec3 v_position;
out vec3 v_normal;
out float v_height;
flat out vec3 v_color;
flat out float v_glow;
flat out uvec2 v_id;

// Part of meshes.h; lamps: Lamp of core/frame.h.
void paint(int part, uint lamp, vec3 own) {
  v_glow = 0.0;
  if (part == 0) { v_color = own; return; }
  if (part == 1) { v_color = mix(vec3(0.05, 0.065, 0.085), own, 0.12); return; }
  if (part == 2) { v_color = vec3(0.018, 0.018, 0.02); return; }
  if (part == 3) { v_color = vec3(0.30, 0.33, 0.36); return; }
  if (part == 4) { v_color = vec3(0.95, 0.92, 0.80); v_glow = 0.45; return; }
  if (part == 5) { v_color = vec3(0.62, 0.06, 0.03); v_glow = 0.35; return; }
  vec3 light = part == 6 ? vec3(1.0, 0.10, 0.03) : part == 7 ? vec3(1.0, 0.72, 0.05)
                                                             : vec3(0.02, 0.80, 0.50);
  bool lit = uint(part - 5) == lamp;
  v_color = lit ? light : light * 0.07 + 0.015;
  v_glow = lit ? 1.0 : 0.0;
}

void main() {
  vec3 local = a_position * i_half;
  v_position = i_center + rotate(i_rotation, local);
  v_normal = rotate(i_rotation, normalize(a_normal / i_half));
  v_height = a_position.z * 0.5 + 0.5;
  uint flags = (i_tags >> 16) & 255u;
  vec3 own = linear_light(i_color.rgb);
  int part = int(a_part + 0.5);
  uint lamp = i_tags >> 24;
  paint(part, lamp, own);
  v_color = marked(v_color, flags, linear_light(u_dim_color));
  if ((flags & 4u) != 0u) v_glow = 0.0;
  v_id = uvec2(i_tags & 0x00FFFFFFu, i_entity);
  gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
)"},
                               {R"(#version 330 core
)",
                                kLighting, R"(
in vec3 v_position;
in vec3 v_normal;
in float v_height;
flat in vec3 v_color;
flat in float v_glow;
flat in uvec2 v_id;
layout(location = 0) out vec4 o_color;
layout(location = 1) out uvec2 o_id;
void main() {
  // Towards its foot a shape receives less light from the sky.
  vec3 color = lit(v_color, v_position, normalize(v_normal),
                   mix(0.72, 1.0, smoothstep(0.0, 0.45, v_height)));
  color = mix(color, v_color, v_glow);
  o_color = vec4(pow(clamp(color, 0.0, 1.0), vec3(1.0 / 2.2)), 1.0);
  o_id = v_id;
}
)"}};

const ShaderSource kShadowShader{"shadow",
                                 {R"(#version 330 core
layout(location = 0) in vec3 a_position;
)",
                                  kInstanceInput, R"(
uniform mat4 u_clip_from_world;
out vec2 v_at;
flat out vec2 v_half;
flat out float v_soft;
void main() {
  v_half = i_half.xy;
  v_soft = clamp(0.55 * i_half.z, 0.05 * max(i_half.x, i_half.y), 1.2 * min(i_half.x, i_half.y));
  v_at = a_position.xy * (v_half + v_soft);
  gl_Position = u_clip_from_world * vec4(i_center + rotate(i_rotation, vec3(v_at, 0.0)), 1.0);
}
)"},
                                 {R"(#version 330 core
uniform vec4 u_color;
in vec2 v_at;
flat in vec2 v_half;
flat in float v_soft;
layout(location = 0) out vec4 o_color;
void main() {
  float outside = length(max(abs(v_at) - v_half + v_soft * 0.4, 0.0)) / (v_soft * 1.4);
  float shade = 1.0 - smoothstep(0.0, 1.0, outside);
  o_color = vec4(u_color.rgb, u_color.a * shade * shade);
}
)"}};

const ShaderSource kGridShader{"grid",
                               {R"(#version 330 core
uniform mat4 u_clip_from_world;
uniform vec3 u_center;
uniform float u_reach;
uniform float u_spacing;
out vec2 v_squares;
out vec2 v_metres;
void main() {
  vec2 corner = vec2(gl_VertexID % 2 == 0 ? -1.0 : 1.0, gl_VertexID < 2 ? -1.0 : 1.0);
  v_metres = corner * u_reach;
  v_squares = v_metres / u_spacing;
  gl_Position = u_clip_from_world * vec4(u_center + vec3(v_metres, 0.0), 1.0);
}
)"},
                               {R"(#version 330 core
uniform vec4 u_minor_color;
uniform vec4 u_major_color;
uniform float u_minor_weight;
uniform float u_line_width;
uniform float u_reach;
uniform vec2 u_eye;
uniform vec2 u_zero;
in vec2 v_squares;
in vec2 v_metres;
layout(location = 0) out vec4 o_color;

// Coverage of the lines at whole numbers; gone where they would be closer than three pixels.
float lines(vec2 at, vec2 pixel, float width) {
  vec2 off = abs(fract(at - 0.5) - 0.5) / pixel;
  vec2 line = clamp(0.5 * width + 0.5 - off, 0.0, 1.0) * (1.0 - smoothstep(0.12, 0.4, pixel));
  return max(line.x, line.y);
}

void main() {
  vec2 pixel = max(fwidth(v_squares), 1e-9);
  float away = distance(v_metres, u_eye) / u_reach;
  if (away >= 0.95) discard;  // a processor that draws is spared what is not seen
  float minor = u_minor_weight > 0.01 ? lines(v_squares, pixel, u_line_width) * u_minor_weight : 0.0;
  float major = lines(v_squares * 0.1, pixel * 0.1, u_line_width);
  vec2 off = abs(v_squares - u_zero) / pixel;
  vec2 zero_line = clamp(0.5 * u_line_width * 1.6 + 0.5 - off, 0.0, 1.0);
  float zero = max(zero_line.x, zero_line.y);
  // A major line looks like a minor one until the minor ones begin to go.
  vec4 major_color = mix(u_major_color, u_minor_color, 0.35 * u_minor_weight);
  vec4 color = vec4(u_minor_color.rgb, u_minor_color.a * minor);
  if (major > 0.0) color = vec4(major_color.rgb, max(color.a, major_color.a * major));
  if (zero > 0.0) color = vec4(u_major_color.rgb, max(color.a, u_major_color.a * 1.9 * zero));
  float fade = 1.0 - smoothstep(0.05, 0.95, away);
  o_color = vec4(color.rgb, min(color.a, 1.0) * fade * fade);
}
)"}};

const ShaderSource kBoxEdgeShader{"box edges",
                                  {R"(#version 330 core
layout(location = 0) in vec3 a_from;
layout(location = 1) in vec3 a_to;
layout(location = 2) in vec2 a_corner;
)",
                                   kInstanceInput, kWideLine, R"(
uniform mat4 u_clip_from_world;
uniform vec4 u_edge_color;
uniform vec4 u_selected_color;
uniform float u_width;
flat out vec4 v_color;
void main() {
  vec4 from = u_clip_from_world * vec4(i_center + rotate(i_rotation, a_from * i_half), 1.0);
  vec4 to = u_clip_from_world * vec4(i_center + rotate(i_rotation, a_to * i_half), 1.0);
  uint flags = (i_tags >> 16) & 255u;
  v_color = (flags & 1u) != 0u ? u_selected_color : u_edge_color;
  if ((flags & 68u) != 0u) v_color.a *= 0.35;
  gl_Position = wide_line(from, to, a_corner, u_width);
}
)"},
                                  {R"(#version 330 core
)",
                                   kLineCoverage, R"(
flat in vec4 v_color;
layout(location = 0) out vec4 o_color;
void main() { o_color = vec4(v_color.rgb, v_color.a * coverage()); }
)"}};

const ShaderSource kSegmentShader{"segments",
                                  {R"(#version 330 core
layout(location = 2) in vec2 a_corner;
layout(location = 4) in vec3 i_from;
layout(location = 5) in vec3 i_to;
layout(location = 6) in vec4 i_from_color;
layout(location = 7) in vec4 i_to_color;
layout(location = 8) in float i_width;
)",
                                   kWideLine, R"(
uniform mat4 u_clip_from_world;
out vec4 v_color;
void main() {
  v_color = a_corner.x < 0.5 ? i_from_color : i_to_color;
  gl_Position = wide_line(u_clip_from_world * vec4(i_from, 1.0),
                          u_clip_from_world * vec4(i_to, 1.0), a_corner, i_width);
}
)"},
                                  {R"(#version 330 core
)",
                                   kLineCoverage, R"(
in vec4 v_color;
layout(location = 0) out vec4 o_color;
void main() { o_color = vec4(v_color.rgb, v_color.a * coverage()); }
)"}};

const ShaderSource kOutlineShader{"outline",
                                  {R"(#version 330 core
void main() {
  vec2 at = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
  gl_Position = vec4(at, 0.0, 1.0);
}
)"},
                                  {R"(#version 330 core
uniform usampler2D u_ids;
uniform float u_radius;
uniform vec3 u_selected;
uniform vec3 u_hovered;
layout(location = 0) out vec4 o_color;
// How much of a rim of u_radius pixels around pixels with `flag` covers this one.
void main() {
  ivec2 here = ivec2(gl_FragCoord.xy);
  ivec2 last = textureSize(u_ids, 0) - 1;
  uvec2 own = texelFetch(u_ids, here, 0).rg;
  uint own_flags = own.r >> 16;
  int reach = int(ceil(u_radius));
  float selected = 0.0;
  float hovered = 0.0;
  for (int y = -reach; y <= reach; ++y) {
    for (int x = -reach; x <= reach; ++x) {
      uint flags = texelFetch(u_ids, clamp(here + ivec2(x, y), ivec2(0), last), 0).r >> 16;
      if ((flags & 3u) == 0u) continue;
      float near = clamp(u_radius + 0.5 - length(vec2(x, y)), 0.0, 1.0);
      if ((flags & 1u) != 0u) selected = max(selected, near);
      if ((flags & 2u) != 0u) hovered = max(hovered, near);
    }
  }
  if ((own_flags & 1u) != 0u) selected = 0.0;
  if ((own_flags & 2u) != 0u) hovered = 0.0;
  if (selected <= 0.0 && hovered <= 0.0) discard;
  o_color = selected >= hovered ? vec4(u_selected, selected) : vec4(u_hovered, hovered * 0.85);
}
)"}};

}  // namespace scrubjay
