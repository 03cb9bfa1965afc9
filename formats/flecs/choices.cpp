#include "formats/flecs/choices.h"

#include <array>
#include <cmath>

#include "core/number_text.h"
#include "formats/flecs/names.h"
#include "formats/kept/packets.h"

namespace scrubjay::flecs {

namespace {

constexpr std::array<std::string_view, 2> kPositions{"local", "world"};

struct NamedRole {
  std::string_view name;
  Role role;
};
using Kind = Role::Kind;
constexpr std::array kRoles{
    NamedRole{"position", {.kind = Kind::position}},
    NamedRole{"rotation", {.kind = Kind::rotation}},
    NamedRole{"rotation-radians", {.kind = Kind::rotation, .angles = AngleUnit::radians}},
    NamedRole{"rotation-degrees", {.kind = Kind::rotation, .angles = AngleUnit::degrees}},
    NamedRole{"scale", {.kind = Kind::scale}},
    NamedRole{"transform", {.kind = Kind::transform}},
    NamedRole{"world-position", {.kind = Kind::position, .is_world = true}},
    NamedRole{"world-rotation", {.kind = Kind::rotation, .is_world = true}},
    NamedRole{"world-transform", {.kind = Kind::transform, .is_world = true}},
    NamedRole{"velocity", {.kind = Kind::velocity}},
    NamedRole{"size", {.kind = Kind::size}},
    NamedRole{"color", {.kind = Kind::color}},
    NamedRole{"none", {}},
};

constexpr std::array kRoleNames = [] {
  std::array<std::string_view, kRoles.size()> names{};
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kRoles[i].name;
  return names;
}();

constexpr std::array kOptions{
    ReadOption{.name = "positions",
               .title = "Positions are",
               .description = "positions in flecs documents: local (to the parent, the default) or "
                              "world",
               .kind = ReadOption::Kind::choice,
               .values = kPositions},
    ReadOption{.name = "map",
               .title = "Components",
               .description = "what a flecs component, or Component/member, says of the place: "
                              "game.Body/pos=position; position, rotation, rotation-radians, "
                              "rotation-degrees, scale, transform, world-position, world-rotation, "
                              "world-transform, velocity, size, color or none; several times",
               .kind = ReadOption::Kind::mapping,
               .values = kRoleNames},
    ReadOption{.name = "clock",
               .title = "Time from",
               .description = "the property of flecs documents that holds the time: "
                              "Epoch/Epoch/time",
               .kind = ReadOption::Kind::text},
    ReadOption{.name = "step",
               .title = "Seconds between samples",
               .description =
                   "seconds from one flecs document, or frame, to the next where no time "
                   "is given; 1/60",
               .kind = ReadOption::Kind::text},
    ReadOption{.name = "axes",
               .title = "Axes",
               .description = "the coordinate system that flecs documents are in; "
                              "right=+x,up=+y,forward=+z,metres=1, or in the unit of the first "
                              "positions whose type says one",
               .kind = ReadOption::Kind::text,
               .is_coordinates = true},
    kept::kReadOption,
};

Role role_of_name(std::string_view name) {
  for (const NamedRole& known : kRoles) {
    if (known.name == name) return known.role;
  }
  return {};
}

/// "Component/member=role"; a slash may stand in no name of a component that people write.
Choices::Mapping read_mapping(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  const std::string_view what = text.substr(0, equals);
  const std::size_t slash = what.find('/');
  Choices::Mapping mapping;
  mapping.component = what.substr(0, slash);
  if (slash != std::string_view::npos) mapping.member = what.substr(slash + 1);
  mapping.role = role_of_name(text.substr(equals + 1));
  mapping.role.is_chosen = true;
  return mapping;
}

Result<Seconds> read_step(const std::string& text) {
  const auto value = number_from<double>(text);
  if (!value || !std::isfinite(*value) || *value <= 0) {
    return failure(fatal_problem("option", "\"" + text + "\" is no time between two samples.",
                                 "seconds above 0, such as 0.1"));
  }
  return *value;
}

}  // namespace

bool Choices::Mapping::is_about(std::string_view path) const {
  return component == path || component == without_core(path) || component == last_element(path);
}

constinit const std::array<ReadOption, 6> kReadOptions = kOptions;

Result<Choices> read_choices(const ReadOptions& options) {
  Choices choices;
  for (const auto& [name, value] : options) {
    if (name == "positions") {
      choices.are_positions_world = value == "world";
    } else if (name == "map") {
      choices.mappings.push_back(read_mapping(value));
    } else if (name == "clock") {
      choices.clock = value;
    } else if (name == "step" && !value.empty()) {
      const auto step = read_step(value);
      if (!step) return failure(step.error());
      choices.step = *step;
    } else if (name == "axes" && !value.empty()) {
      auto axes = CoordinateSystem::parse(value);
      if (!axes) {
        axes.error().code = "option";
        return failure(std::move(axes.error()));
      }
      choices.axes = *axes;
      choices.are_axes_chosen = true;
    }
  }
  return choices;
}

}  // namespace scrubjay::flecs
