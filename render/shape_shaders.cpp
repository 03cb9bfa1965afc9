#include "render/shader_pieces.h"
#include "render/shaders.h"

// Attributes are those of SolidVertex, GpuSolid, GpuMeshVertex and GpuShapeSegment. Tags: kShapeTag
// in the low 16 bits, SceneFlags above them, kWireframe above those.

namespace scrubjay {

namespace {

// What a surface is, whatever its triangles come from.
constexpr const char* kSurfaceOutput = R"(
uniform mat4 u_clip_from_world;
uniform vec3 u_dim_color;
out vec3 v_position;
out vec3 v_normal;
out vec2 v_texture;
out vec3 v_corner;
flat out vec4 v_color;
flat out float v_edges;
flat out uvec2 v_id;
void surface(vec4 color, uint tags, uint shape) {
  uint flags = (tags >> 16) & 255u;
  v_color = vec4(marked(linear_light(color.rgb), flags, linear_light(u_dim_color)), color.a);
  v_id = uvec2(tags & 0x00FFFFFFu, shape);
  gl_Position = u_clip_from_world * vec4(v_position, 1.0);
}
)";

// A processor that draws works out both sides of a condition: what only some surfaces have is in
// shaders of their own, kTextured and kEdged.
constexpr const char* kTextured = "#define TEXTURED\n";
constexpr const char* kEdged = "#define EDGED\n";
constexpr const char* kSurfaceShading = R"(
uniform sampler2D u_texture;
uniform float u_edge_width;
in vec3 v_position;
in vec3 v_normal;
in vec2 v_texture;
in vec3 v_corner;
flat in vec4 v_color;
flat in float v_edges;
flat in uvec2 v_id;
layout(location = 0) out vec4 o_color;
layout(location = 1) out uvec2 o_id;
void main() {
  vec3 normal = normalize(v_normal);
  vec4 own = v_color;
#ifdef TEXTURED
  // The picture's first row is its top.
  vec4 texel = texture(u_texture, vec2(v_texture.x, 1.0 - v_texture.y));
  own *= vec4(pow(texel.rgb, vec3(2.2)), texel.a);
#endif
  vec3 color = lit(own.rgb, v_position, gl_FrontFacing ? normal : -normal, 1.0);
  o_color = vec4(pow(clamp(color, 0.0, 1.0), vec3(1.0 / 2.2)), own.a);
#ifdef EDGED
  if (v_edges > 0.5) {
    // v_corner is 0 along one edge in each component; its slope tells how far that is in pixels.
    vec3 slope = max(fwidth(v_corner), vec3(1e-9));
    vec3 pixels = v_corner / slope;
    float away = min(pixels.x, min(pixels.y, pixels.z));
    float edge = clamp(u_edge_width * 0.5 + 0.5 - away, 0.0, 1.0);
    // Where triangles are only a few pixels high, edges would be all that is left to see.
    float height = 1.0 / max(slope.x, max(slope.y, slope.z));
    edge *= clamp(height / (8.0 * u_edge_width), 0.15, 1.0);
    o_color = mix(o_color, vec4(0.0, 0.0, 0.0, 1.0), edge);
  }
#endif
  o_id = v_id;
}
)";

constexpr const char* kSolidAttributes = R"(#version 330 core
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 2) in vec2 a_texture;
layout(location = 3) in float a_dome;
layout(location = 4) in vec3 i_center;
layout(location = 5) in vec4 i_rotation;
layout(location = 6) in vec4 i_half;
layout(location = 7) in vec4 i_color;
layout(location = 8) in uint i_tags;
layout(location = 9) in uint i_shape;
vec3 rotate(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
)";

constexpr const char* kSolidMain = R"(
void main() {
  vec3 local = a_position * i_half.xyz + vec3(0.0, 0.0, a_dome * i_half.w);
  v_position = i_center + rotate(i_rotation, local);
  float largest = max(i_half.x, max(i_half.y, i_half.z));
  v_normal = rotate(i_rotation, normalize(a_normal * largest / i_half.xyz));
  v_texture = a_texture;
  v_corner = vec3(1.0);
  v_edges = 0.0;
  surface(i_color, i_tags, i_shape);
}
)";

constexpr const char* kVersion = "#version 330 core\n";

}  // namespace

const ShaderSource kSolidShader{"solids",
                                {kSolidAttributes, kPaint, kSurfaceOutput, kSolidMain},
                                {kVersion, kLighting, kSurfaceShading}};

const ShaderSource kTexturedSolidShader{"textured solids",
                                        {kSolidAttributes, kPaint, kSurfaceOutput, kSolidMain},
                                        {kVersion, kTextured, kLighting, kSurfaceShading}};

const ShaderSource kTrianglesShader{"triangles",
                                    {R"(#version 330 core
layout(location = 0) in vec3 a_position;
layout(location = 1) in vec3 a_normal;
layout(location = 7) in vec4 a_color;
layout(location = 8) in uint a_tags;
layout(location = 9) in uint a_shape;
)",
                                     kPaint, kSurfaceOutput, R"(
void main() {
  v_position = a_position;
  v_normal = a_normal;
  v_texture = vec2(0.0);
  int corner = gl_VertexID % 3;
  v_corner = vec3(corner == 0, corner == 1, corner == 2);
  v_edges = float((a_tags >> 24) & 1u);
  surface(a_color, a_tags, a_shape);
}
)"},
                                    {kVersion, kEdged, kLighting, kSurfaceShading}};

const ShaderSource kShapeLineShader{"shape lines",
                                    {R"(#version 330 core
layout(location = 2) in vec2 a_corner;
layout(location = 4) in vec3 i_from;
layout(location = 5) in vec3 i_to;
layout(location = 7) in vec4 i_color;
layout(location = 8) in uint i_tags;
layout(location = 9) in uint i_shape;
)",
                                     kPaint, kWideLine, R"(
uniform mat4 u_clip_from_world;
uniform vec3 u_dim_color;
uniform float u_width;
flat out vec4 v_color;
flat out uvec2 v_id;
void main() {
  uint flags = (i_tags >> 16) & 255u;
  v_color = vec4(marked(linear_light(i_color.rgb), flags, linear_light(u_dim_color)), i_color.a);
  v_color.rgb = pow(v_color.rgb, vec3(1.0 / 2.2));
  v_id = uvec2(i_tags & 0x00FFFFFFu, i_shape);
  // What is marked is drawn a little wider.
  float width = (flags & 3u) != 0u ? u_width * 1.5 : u_width;
  gl_Position = wide_line(u_clip_from_world * vec4(i_from, 1.0),
                          u_clip_from_world * vec4(i_to, 1.0), a_corner, width);
}
)"},
                                    {R"(#version 330 core
)",
                                     kLineCoverage, R"(
// 0: the whole line; 1: only what it covers by half or more; 2: only the soft rest.
uniform int u_part;
flat in vec4 v_color;
flat in uvec2 v_id;
layout(location = 0) out vec4 o_color;
layout(location = 1) out uvec2 o_id;
void main() {
  float covered = coverage();
  if (covered <= 0.0) discard;
  if (u_part == 1 && covered < 0.5) discard;
  if (u_part == 2 && covered >= 0.5) discard;
  o_color = vec4(v_color.rgb, v_color.a * covered);
  o_id = v_id;
}
)"}};

}  // namespace scrubjay
