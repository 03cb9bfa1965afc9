#pragma once

namespace scrubjay {

// Pieces of GLSL 3.30 that several shaders share.

// Draws the line from clip point a to b as a quad `width` pixels wide plus a soft pixel on each
// side. `corner.x` is 0 at a and 1 at b; `corner.y` is -1 or 1.
inline constexpr const char* kWideLine = R"(
uniform vec2 u_viewport;
uniform float u_least_w;
noperspective out float v_across;
flat out float v_half_width;
vec4 wide_line(vec4 a, vec4 b, vec2 corner, float width) {
  if (a.w < u_least_w && b.w < u_least_w) return vec4(2.0, 2.0, 2.0, 1.0);
  if (a.w < u_least_w) a = mix(a, b, (u_least_w - a.w) / (b.w - a.w));
  if (b.w < u_least_w) b = mix(b, a, (u_least_w - b.w) / (a.w - b.w));
  vec2 along = (b.xy / b.w - a.xy / a.w) * u_viewport;
  float size = length(along);
  along = size > 1e-6 ? along / size : vec2(1.0, 0.0);
  float reach = width * 0.5 + 1.0;
  v_across = corner.y * reach;
  v_half_width = width * 0.5;
  vec2 offset = (vec2(-along.y, along.x) * corner.y * reach +
                 along * (corner.x * 2.0 - 1.0) * width * 0.3) * 2.0 / u_viewport;
  vec4 at = corner.x < 0.5 ? a : b;
  at.xy += offset * at.w;
  at.z -= 2e-5 * at.w;
  return at;
}
)";

inline constexpr const char* kLineCoverage = R"(
noperspective in float v_across;
flat in float v_half_width;
float coverage() { return clamp(v_half_width + 0.5 - abs(v_across), 0.0, 1.0); }
)";

// Light of the sun, the sky and the ground on a surface, and the brighter rim of a silhouette.
inline constexpr const char* kLighting = R"(
uniform vec3 u_eye;
uniform vec3 u_view_direction;
uniform float u_perspective;
uniform vec3 u_sun_direction;
uniform vec3 u_sun_light;
uniform vec3 u_sky_light;
uniform vec3 u_ground_light;
uniform float u_rim;
vec3 lit(vec3 own, vec3 position, vec3 normal, float openness) {
  vec3 to_eye = u_perspective > 0.5 ? normalize(u_eye - position) : -u_view_direction;
  float sun = max(dot(normal, u_sun_direction), 0.0);
  vec3 ambient = mix(u_ground_light, u_sky_light, normal.z * 0.5 + 0.5) * openness;
  vec3 light = ambient + u_sun_light * sun;
  // To the power of 24.
  float glint = max(dot(reflect(-u_sun_direction, normal), to_eye), 0.0);
  float glint_8 = glint * glint * glint * glint * glint * glint * glint * glint;
  float gloss = glint_8 * glint_8 * glint_8 * 0.10;
  float edge = 1.0 - max(dot(normal, to_eye), 0.0);
  return own * light + u_sun_light * gloss + own * u_rim * edge * edge * edge;
}
)";

// Colours: linear light, and how SceneFlags change them.
inline constexpr const char* kPaint = R"(
vec3 linear_light(vec3 srgb) { return pow(srgb, vec3(2.2)); }
vec3 marked(vec3 color, uint flags, vec3 dim) {
  if ((flags & 2u) != 0u) color = mix(color, vec3(1.0), 0.10);
  vec3 grey = vec3(dot(color, vec3(0.2126, 0.7152, 0.0722)));
  if ((flags & 64u) != 0u) color = mix(mix(color, grey, 0.5), dim, 0.7);
  if ((flags & 4u) == 0u) return color;
  return mix(grey, dim, 0.72);
}
)";

}  // namespace scrubjay
