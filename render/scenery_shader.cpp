#include "render/shader_pieces.h"
#include "render/shaders.h"

// Attributes are those of GpuSceneryVertex.

namespace scrubjay {

const ShaderSource kSceneryShader{"scenery",
                                  {R"(#version 330 core
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec4 a_color;
)",
                                   kPaint, R"(
uniform mat4 u_clip_from_world;
uniform mat4 u_world_from_vertices;
uniform vec3 u_class_color;
uniform float u_brightness;
out vec3 v_position;
flat out vec3 v_color;
void main() {
  vec4 world = u_world_from_vertices * vec4(a_position, 1.0);
  v_position = world.xyz;
  float tint = a_color.rgb == vec3(0.0) ? 0.0 : 0.25;
  v_color = a_color.a < 0.5 ? linear_light(mix(u_class_color, a_color.rgb, tint))
                            : linear_light(a_color.rgb) * u_brightness;
  gl_Position = u_clip_from_world * world;
}
)"},
                                  {R"(#version 330 core
)",
                                   kLighting, R"(
// What scenery must not hide: a place in the picture [pixels], the radius around it [pixels] and
// its depth as gl_FragCoord.z has it.
uniform vec4 u_windows[8];
uniform float u_bottoms[8];  // heights: what is lower stays
uniform int u_window_count;
uniform float u_is_line;
in vec3 v_position;
flat in vec3 v_color;
layout(location = 0) out vec4 o_color;
layout(location = 1) out uvec2 o_id;

// Steps from 1/16 to 1 in the pattern of a screen door.
float threshold() {
  ivec2 at = ivec2(gl_FragCoord.xy) & 3;
  int pattern[16] = int[16](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);
  return (float(pattern[at.y * 4 + at.x]) + 1.0) / 16.0;
}

void main() {
  for (int i = 0; i < u_window_count; ++i) {
    vec4 window = u_windows[i];
    if (gl_FragCoord.z >= window.w || v_position.z < u_bottoms[i]) continue;
    float away = distance(gl_FragCoord.xy, window.xy) / window.z;
    float seen_through = 0.85 * (1.0 - smoothstep(0.6, 1.0, away));
    if (seen_through >= threshold()) discard;
  }
  vec3 color = v_color;
  if (u_is_line < 0.5) {
    vec3 normal = cross(dFdx(v_position), dFdy(v_position));
    float size = length(normal);
    normal = size > 0.0 ? normal / size : vec3(0.0, 0.0, 1.0);
    vec3 to_eye = u_perspective > 0.5 ? u_eye - v_position : -u_view_direction;
    if (dot(normal, to_eye) < 0.0) normal = -normal;
    color = lit(v_color, v_position, normal, 1.0);
  }
  o_color = vec4(pow(clamp(color, 0.0, 1.0), vec3(1.0 / 2.2)), 1.0);
  o_id = uvec2(0u, 0u);
}
)"}};

}  // namespace scrubjay
