#include "app/viewer/panels/widgets/event_glyph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::array<std::pair<std::string_view, EventGlyph>, 20> kGlyphWords{{
    {"collision", EventGlyph::burst}, {"collide", EventGlyph::burst},
    {"contact", EventGlyph::burst},   {"crash", EventGlyph::burst},
    {"damage", EventGlyph::burst},    {"hits", EventGlyph::burst},
    {"removed", EventGlyph::minus},   {"deleted", EventGlyph::minus},
    {"destroy", EventGlyph::minus},   {"death", EventGlyph::minus},
    {"despawn", EventGlyph::minus},   {"disconnect", EventGlyph::minus},
    {"disabled", EventGlyph::minus},  {"added", EventGlyph::plus},
    {"created", EventGlyph::plus},    {"spawn", EventGlyph::plus},
    {"joined", EventGlyph::plus},     {"connect", EventGlyph::plus},
    {"changed", EventGlyph::swap},    {"renamed", EventGlyph::swap},
}};
constexpr int kPlainGlyphs = 7;
/// What stands behind them in a name of megabytes tells nothing, and is not looked at each picture.
constexpr std::size_t kBytesLookedAt = 64;

/// FNV-1a: the same glyph in every run.
std::uint32_t glyph_hash(std::string_view text) {
  std::uint32_t hash = 2166136261U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619U;
  return hash ^ (hash >> 15);
}

void fill_burst(ImDrawList& list, ImVec2 center, float radius, ImU32 color) {
  constexpr int kSpikes = 5;
  constexpr float kTurn = 3.14159265F / kSpikes;
  std::array<ImVec2, 2 * kSpikes> ring;
  for (int i = 0; i < 2 * kSpikes; ++i) {
    const float r = i % 2 == 0 ? radius : radius * 0.45F;
    const float angle = kTurn * static_cast<float>(i) - 1.5707963F;
    ring[static_cast<std::size_t>(i)] = {center.x + r * std::cos(angle),
                                         center.y + r * std::sin(angle)};
  }
  // Not convex: spike by spike.
  for (std::size_t i = 0; i < ring.size(); i += 2) {
    const ImVec2 before = ring[(i + ring.size() - 1) % ring.size()];
    list.AddTriangleFilled(before, ring[i], ring[i + 1], color);
    list.AddTriangleFilled(before, ring[i + 1], center, color);
  }
}

}  // namespace

EventGlyph event_glyph(std::string_view name, std::string_view tag) {
  name = name.substr(0, kBytesLookedAt);
  tag = tag.substr(0, kBytesLookedAt);
  for (const auto& [word, glyph] : kGlyphWords) {
    if (contains_ignoring_case(name, word)) return glyph;
  }
  const std::uint32_t place = glyph_hash(tag.empty() ? name : tag) % kPlainGlyphs;
  return static_cast<EventGlyph>(static_cast<std::uint32_t>(EventGlyph::circle) + place);
}

void draw_event_glyph(ImDrawList& list, ImVec2 center, float radius, EventGlyph glyph,
                      ImU32 color) {
  const auto [x, y] = center;
  const float r = radius;
  const float line = std::max(1.5F, r * 0.4F);
  switch (glyph) {
    case EventGlyph::plus:
      list.AddRectFilled({x - line / 2, y - r}, {x + line / 2, y + r}, color);
      list.AddRectFilled({x - r, y - line / 2}, {x + r, y + line / 2}, color);
      break;
    case EventGlyph::minus:
      list.AddRectFilled({x - r, y - line / 2}, {x + r, y + line / 2}, color);
      break;
    case EventGlyph::burst: fill_burst(list, center, r, color); break;
    case EventGlyph::swap:
      list.AddTriangleFilled({x - r, y - r * 0.15F}, {x, y - r}, {x + r, y - r * 0.15F}, color);
      list.AddTriangleFilled({x - r, y + r * 0.15F}, {x + r, y + r * 0.15F}, {x, y + r}, color);
      break;
    case EventGlyph::circle: list.AddCircleFilled(center, r * 0.85F, color, 14); break;
    case EventGlyph::square:
      list.AddRectFilled({x - r * 0.75F, y - r * 0.75F}, {x + r * 0.75F, y + r * 0.75F}, color);
      break;
    case EventGlyph::diamond: list.AddNgonFilled(center, r, color, 4); break;
    case EventGlyph::triangle:
      list.AddTriangleFilled({x, y - r * 0.9F}, {x + r, y + r * 0.8F}, {x - r, y + r * 0.8F},
                             color);
      break;
    case EventGlyph::wedge:
      list.AddTriangleFilled({x - r, y - r * 0.8F}, {x + r, y - r * 0.8F}, {x, y + r * 0.9F},
                             color);
      break;
    case EventGlyph::ring: list.AddCircle(center, r * 0.75F, color, 14, line); break;
    case EventGlyph::hexagon: list.AddNgonFilled(center, r * 0.95F, color, 6); break;
  }
}

}  // namespace scrubjay
