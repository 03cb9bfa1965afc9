#include "formats/flecs/roles.h"

#include <array>
#include <string>

#include "core/text.h"
#include "formats/flecs/names.h"

namespace scrubjay::flecs {

namespace {

using Kind = Role::Kind;

struct NamedKind {
  std::string_view name;
  Kind kind;
};

/// Behind "flecs.components." (formats/flecs/README.md, 13).
constexpr std::array kHub{
    NamedKind{"transform.Position3", Kind::position},
    NamedKind{"transform.Position2", Kind::position},
    NamedKind{"transform.Rotation3", Kind::rotation},
    NamedKind{"transform.Rotation2", Kind::rotation},
    NamedKind{"transform.Scale3", Kind::scale},
    NamedKind{"transform.Scale2", Kind::scale},
    NamedKind{"physics.Velocity3", Kind::velocity},
    NamedKind{"physics.Velocity2", Kind::velocity},
    NamedKind{"geometry.Box", Kind::size},
    NamedKind{"geometry.Rectangle", Kind::size},
    NamedKind{"geometry.Circle", Kind::size},
    NamedKind{"graphics.Rgb", Kind::color},
};

/// Lower case, without what people add (formats/flecs/README.md, 13, default detection 2).
constexpr std::array kNames{
    NamedKind{"position", Kind::position},
    NamedKind{"pos", Kind::position},
    NamedKind{"translation", Kind::position},
    NamedKind{"location", Kind::position},
    NamedKind{"rotation", Kind::rotation},
    NamedKind{"rot", Kind::rotation},
    NamedKind{"orientation", Kind::rotation},
    NamedKind{"quaternion", Kind::rotation},
    NamedKind{"quat", Kind::rotation},
    NamedKind{"scale", Kind::scale},
    NamedKind{"velocity", Kind::velocity},
    NamedKind{"vel", Kind::velocity},
    NamedKind{"linearvelocity", Kind::velocity},
    NamedKind{"transform", Kind::transform},
    NamedKind{"xform", Kind::transform},
    NamedKind{"pose", Kind::transform},
    NamedKind{"box", Kind::size},
    NamedKind{"size", Kind::size},
    NamedKind{"extent", Kind::size},
    NamedKind{"bounds", Kind::size},
    NamedKind{"aabb", Kind::size},
    NamedKind{"radius", Kind::size},
    NamedKind{"color", Kind::color},
    NamedKind{"rgb", Kind::color},
    NamedKind{"tint", Kind::color},
};

template <std::size_t N>
Kind find_kind(const std::array<NamedKind, N>& table, std::string_view name) {
  for (const NamedKind& role : table) {
    if (role.name == name) return role.kind;
  }
  return Kind::none;
}

bool strip_suffix(std::string& name, std::string_view suffix) {
  if (name.size() <= suffix.size() || !name.ends_with(suffix)) return false;
  name.resize(name.size() - suffix.size());
  return true;
}

void strip_suffixes(std::string& name) {
  bool goes_on = true;
  while (goes_on) {
    goes_on = strip_suffix(name, "component") || strip_suffix(name, "comp") ||
              strip_suffix(name, "2d") || strip_suffix(name, "3d") || strip_suffix(name, "_");
    while (name.size() > 1 && is_digit(name.back())) {
      name.pop_back();
      goes_on = true;
    }
  }
}

bool strip_prefix(std::string& name, std::string_view prefix) {
  if (name.size() <= prefix.size() || !name.starts_with(prefix)) return false;
  name.erase(0, prefix.size());
  if (name.starts_with('_') && name.size() > 1) name.erase(0, 1);
  return true;
}

}  // namespace

Role role_of_component(std::string_view path) {
  constexpr std::string_view kHubPrefix = "flecs.components.";
  if (path.starts_with(kHubPrefix)) {
    return {.kind = find_kind(kHub, path.substr(kHubPrefix.size())), .is_hub = true};
  }
  if (path.starts_with("flecs.")) return {};
  std::string name = lower_case(unescaped_name(last_element(path)));
  strip_suffixes(name);
  strip_prefix(name, "c_");
  Role role;
  if (strip_prefix(name, "world") || strip_prefix(name, "global")) {
    role.is_world = true;
  } else {
    strip_prefix(name, "local");
  }
  role.kind = find_kind(kNames, name);
  return role.kind == Kind::none ? Role{} : role;
}

Kind role_of_member(std::string_view name) {
  const std::string lowered = lower_case(name);
  if (lowered == "p" || lowered == "t") return Kind::position;
  if (lowered == "q" || lowered == "r") return Kind::rotation;
  if (lowered == "s") return Kind::scale;
  return find_kind(kNames, lowered);
}

}  // namespace scrubjay::flecs
