#include <algorithm>
#include <array>
#include <cmath>
#include <glm/geometric.hpp>
#include <set>

#include "app/shared/plain_text.h"
#include "app/viewer/panels/scene/scene_parts.h"
#include "core/printed.h"
#include "core/text.h"
#include "render/color_scale.h"
#include "render/viewer_space.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostCategories = 200;
constexpr std::size_t kMostOffered = 300;      ///< properties
constexpr std::size_t kEntitiesSearched = 60;  ///< for properties to offer
constexpr std::uint32_t kNoValue = 0x6B7480;   ///< what has no value is grey

std::optional<double> number_in(const PropertyTree& tree, PropertyTree::Node node) {
  const PropertyNode& property = tree[node];
  switch (property.type) {
    case PropertyType::boolean: return property.boolean ? 1.0 : 0.0;
    case PropertyType::integer:
    case PropertyType::number: return property.as_number();
    case PropertyType::vec2:
    case PropertyType::vec3: {
      double squared = 0;
      for (const double part : tree.numbers_of(property)) squared += part * part;
      return std::sqrt(squared);
    }
    default: return std::nullopt;
  }
}

bool can_color(PropertyType type) {
  return type == PropertyType::string || type == PropertyType::entity ||
         (type >= PropertyType::boolean && type <= PropertyType::vec3);
}

/// Of the recording, or of the client where a recording has several.
std::uint32_t color_of_source(const SceneFrame& shown) { return shown.client_color; }

/// Colours of texts stay the same as long as the choice does.
std::uint32_t color_of_category(SceneColors& colors, std::string_view text) {
  const std::string value = valid_utf8(text.substr(0, 64));
  if (const auto found = colors.categories.find(value); found != colors.categories.end()) {
    return found->second;
  }
  if (colors.categories.size() >= kMostCategories) return kNoValue;
  constexpr std::array kColors{kSkyBlue, kOrange, kBluishGreen, kReddishPurple,
                               kYellow,  kBlue,   kVermillion};
  const std::uint32_t color = kColors[colors.categories.size() % kColors.size()];
  colors.categories.emplace(value, color);
  return color;
}

void widen(std::optional<SceneColors::Range>& range, double value) {
  if (!std::isfinite(value)) return;
  if (!range) range = SceneColors::Range{value, value};
  range->least = std::min(range->least, value);
  range->most = std::max(range->most, value);
}

std::uint32_t color_of_number(const SceneColors::Range& range, double value) {
  const double size = range.most - range.least;
  return scale_color(size > 0 ? (value - range.least) / size : 0.5);
}

/// The range grows with what is seen, so that colours stay comparable while time passes.
void color_by_property(SceneColors& colors, const std::string& path,
                       const std::vector<SceneFrame>& frames) {
  if (path.empty()) return;
  std::vector<std::vector<std::optional<double>>> numbers(frames.size());
  for (std::size_t f = 0; f < frames.size(); ++f) {
    const Frame& frame = *frames[f].frame;
    numbers[f].resize(frame.entities.size());
    colors.of_frames[f].assign(frame.entities.size(), kNoValue);
    for (std::size_t i = 0; i < frame.entities.size(); ++i) {
      const auto node = find_path(frame.tree, frame.entities[i].properties, path);
      if (!node) continue;
      if (is_text(frame.tree[*node].type)) {
        colors.of_frames[f][i] = color_of_category(colors, frame.tree[*node].text_value());
      } else if ((numbers[f][i] = number_in(frame.tree, *node))) {
        widen(colors.range, *numbers[f][i]);
      }
    }
  }
  for (std::size_t f = 0; f < frames.size(); ++f) {
    for (std::size_t i = 0; i < numbers[f].size(); ++i) {
      const auto& number = numbers[f][i];
      if (number && colors.range) colors.of_frames[f][i] = color_of_number(*colors.range, *number);
    }
  }
}

void color_by_speed(const ViewContext& context, const SceneCache& cache, SceneColors& colors) {
  double fastest = 0;
  for (const MotionFound* const found : cache.motions) {
    if (found != nullptr) fastest = std::max(fastest, found->fastest);
  }
  colors.range = SceneColors::Range{0, fastest > 0 ? fastest : 1};
  for (std::size_t f = 0; f < cache.frames.size(); ++f) {
    const Frame& frame = *cache.frames[f].frame;
    colors.of_frames[f].assign(frame.entities.size(), kNoValue);
    const auto shown = std::ranges::find(context.moment.frames, &frame, &MomentFrame::frame);
    if (shown == context.moment.frames.end() || shown->previous == nullptr) continue;
    for (std::size_t i = 0; i < frame.entities.size(); ++i) {
      const auto speed = speed_between(*shown->previous, frame, frame.entities[i].index);
      if (speed) colors.of_frames[f][i] = color_of_number(*colors.range, *speed);
    }
  }
}

/// Paths of what an entity has that colours can show.
void offer_properties(const PropertyTree& tree, PropertyRange range, const std::string& above,
                      std::set<std::string>& paths) {
  for (PropertyTree::Node node = range.first; node < range.first + range.count;
       node += tree[node].subtree) {
    if (paths.size() == kMostOffered) return;
    const std::string path = above + std::string(tree[node].name);
    if (can_color(tree[node].type)) paths.insert(path);
    if (tree[node].type == PropertyType::group || tree[node].type == PropertyType::record) {
      offer_properties(tree, children_of(tree, node), path + '/', paths);
    }
  }
}

std::set<std::string> offered_properties(const ViewContext& context, const SceneCache& cache) {
  std::set<std::string> paths;
  if (const auto primary = primary_selection(context.state)) {
    const MomentFrame* const shown = context.moment.frame_of(*primary);
    const Entity* const entity = context.moment.find(*primary);
    if (shown != nullptr && entity != nullptr) {
      offer_properties(shown->frame->tree, entity->properties, "", paths);
    }
  }
  if (!paths.empty()) return paths;
  for (const SceneFrame& shown : cache.frames) {
    std::size_t searched = 0;
    for (const Entity& entity : shown.frame->entities) {
      const bool moves =
          motion_of(cache, {shown.recording, entity.index}) == Mobility::moves || !cache.has_moving;
      if (!moves || searched++ == kEntitiesSearched) continue;
      offer_properties(shown.frame->tree, entity.properties, "", paths);
    }
  }
  return paths;
}

/// Four significant digits.
std::string short_number(double value) { return printed("%.4g", value); }

ImU32 packed_rgb(std::uint32_t rgb) {
  return IM_COL32(rgb >> 16 & 0xFF, rgb >> 8 & 0xFF, rgb & 0xFF, 255);
}

}  // namespace

std::optional<double> speed_between(const Frame& before, const Frame& now, EntityIndex entity) {
  const Entity* const then = before.find(entity);
  const Entity* const here = now.find(entity);
  const Seconds passed = now.time - before.time;
  if (then == nullptr || here == nullptr || !(passed > 0)) return std::nullopt;
  if (!then->world.position || !here->world.position) return std::nullopt;
  const CoordinateConversion from(before.coordinates, kViewerCoordinates);
  const CoordinateConversion to(now.coordinates, kViewerCoordinates);
  const double way =
      glm::distance(from.point(*then->world.position), to.point(*here->world.position));
  return std::isfinite(way) ? std::optional(way / passed) : std::nullopt;
}

void color_scene(ViewContext& context, SceneCache& cache) {
  SceneColors& colors = cache.colors;
  const ColorBy choice = context.state.color_by;
  const std::string property =
      choice == ColorBy::property ? context.state.color_property : std::string();
  std::vector<const Recording*> recordings;
  for (const OpenRecording& open : context.session().recordings) {
    recordings.push_back(open.recording.get());
  }
  if (choice != ColorBy::property || property != colors.property ||
      recordings != colors.recordings) {
    colors.range.reset();
    colors.categories.clear();
    colors.property = property;
    colors.recordings = std::move(recordings);
    colors.places.hold(context.session());
  }
  colors.of_frames.resize(cache.frames.size());
  for (auto& of_frame : colors.of_frames) of_frame.clear();
  switch (choice) {
    case ColorBy::kind: break;
    case ColorBy::source:
      for (std::size_t f = 0; f < cache.frames.size(); ++f) {
        colors.of_frames[f].assign(cache.frames[f].frame->entities.size(),
                                   color_of_source(cache.frames[f]));
      }
      break;
    case ColorBy::property: color_by_property(colors, property, cache.frames); break;
    case ColorBy::speed: color_by_speed(context, cache, colors); break;
  }
  for (std::size_t f = 0; f < cache.frames.size(); ++f) {
    cache.frames[f].colors = colors.of_frames[f];
  }
}

void scene_legend(ViewContext& context, SceneCache& cache, const ScenePlace& place) {
  const SceneColors& colors = cache.colors;
  constexpr std::size_t kMostRows = 10;
  if (!colors.range && colors.categories.empty()) return;
  const float s = context.scale;
  ImGui::PushFont(context.fonts.small);
  const std::string title =
      context.state.color_by == ColorBy::speed ? "Speed [m/s]" : valid_utf8(colors.property);
  const float line = ImGui::GetTextLineHeight() + 4 * s;
  const std::size_t rows = std::min(colors.categories.size(), kMostRows);
  const bool has_more = colors.categories.size() > rows;
  const float bar = colors.range ? 12 * s + line : 0;
  float width = std::max(140 * s, ImGui::CalcTextSize(title.c_str()).x);
  for (const auto& [text, color] : colors.categories) {
    width = std::max(width, std::min(240 * s, ImGui::CalcTextSize(text.c_str()).x + 18 * s));
  }
  const float height = line + bar + line * static_cast<float>(rows + (has_more ? 1 : 0));
  const float pad = 8 * s;
  const ImVec2 end = place.window_of({place.viewport.width - static_cast<double>(12 * s),
                                      place.viewport.height - static_cast<double>(12 * s)});
  const ImVec2 begin{end.x - width - 2 * pad, end.y - height - 2 * pad};
  ImDrawList* const draw = ImGui::GetWindowDrawList();
  draw->AddRectFilled(begin, end, packed(with_alpha(context.theme.panel, kPatchOpacity)), 4 * s);
  note_overlay(cache, place, begin, end);
  context.places.add("scene.legend", begin, end);
  ImVec2 at{begin.x + pad, begin.y + pad};
  draw->AddText(at, packed(context.theme.text), title.c_str());
  at.y += line;
  if (colors.range) {
    constexpr int kSteps = 20;
    for (int i = 0; i < kSteps; ++i) {
      const float from = at.x + width * static_cast<float>(i) / kSteps;
      const float to = at.x + width * static_cast<float>(i + 1) / kSteps;
      draw->AddRectFilledMultiColor({from, at.y}, {to, at.y + 10 * s},
                                    packed_rgb(scale_color(i / double{kSteps})),
                                    packed_rgb(scale_color((i + 1) / double{kSteps})),
                                    packed_rgb(scale_color((i + 1) / double{kSteps})),
                                    packed_rgb(scale_color(i / double{kSteps})));
    }
    at.y += 12 * s;
    const std::string least = short_number(colors.range->least);
    const std::string most = short_number(colors.range->most);
    draw->AddText(at, packed(context.theme.dim), least.c_str());
    draw->AddText({at.x + width - ImGui::CalcTextSize(most.c_str()).x, at.y},
                  packed(context.theme.dim), most.c_str());
    at.y += line;
  }
  std::size_t row = 0;
  for (const auto& [text, color] : colors.categories) {
    if (row++ == rows) break;
    draw->AddRectFilled({at.x, at.y + 2 * s}, {at.x + 10 * s, at.y + 12 * s}, packed_rgb(color),
                        2 * s);
    const ImVec4 clip{at.x, at.y, end.x - pad, at.y + line};
    draw->AddText(ImGui::GetFont(), ImGui::GetFontSize(), {at.x + 18 * s, at.y},
                  packed(context.theme.dim), text.c_str(), nullptr, 0, &clip);
    at.y += line;
  }
  if (has_more) {
    const std::string more = "and " + grouped_digits(colors.categories.size() - rows) + " more";
    draw->AddText(at, packed(context.theme.dim), more.c_str());
  }
  ImGui::PopFont();
}

void color_choice(ViewContext& context, SceneCache& cache) {
  struct Row {
    ColorBy choice;
    const char* label;
    const char* key;
  };
  constexpr std::array<Row, 4> kRows{{{ColorBy::kind, "Kind", "kind"},
                                      {ColorBy::source, "Recording or client", "source"},
                                      {ColorBy::speed, "Speed", "speed"},
                                      {ColorBy::property, "A property", "property"}}};
  ViewState& state = context.state;
  ImGui::PushFont(context.fonts.small);
  ImGui::TextColored(context.theme.dim, "Colour by");
  ImGui::PopFont();
  for (const Row& row : kRows) {
    if (ImGui::RadioButton(row.label, state.color_by == row.choice)) state.color_by = row.choice;
    context.places.add_item(std::string("color_by.") + row.key);
    if (row.choice == ColorBy::kind) ImGui::SameLine();
    if (row.choice == ColorBy::speed) ImGui::SameLine();
  }
  if (state.color_by != ColorBy::property) return;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const bool is_open = ImGui::BeginCombo("##color property", state.color_property.empty()
                                                                 ? "Choose a property"
                                                                 : state.color_property.c_str());
  context.places.add_item("color_by.properties");
  if (!is_open) return;
  for (const std::string& path : offered_properties(context, cache)) {
    const std::string label = valid_utf8(path);
    if (ImGui::Selectable(label.c_str(), path == state.color_property)) {
      state.color_property = path;
    }
    context.places.add_item("color_by.property." + label);
  }
  ImGui::EndCombo();
}

}  // namespace scrubjay
