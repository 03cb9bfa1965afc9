#include "formats/flecs/roles.h"

#include <array>
#include <string>

#include "formats/flecs/names.h"

namespace scrubjay::flecs {

namespace {

using Kind = Role::Kind;

struct NamedRole {
  std::string_view name;
  Kind kind;
};

/// Behind "flecs.components." (flecs.md 13).
constexpr std::array kHub{
    NamedRole{"transform.Position3", Kind::position},
    NamedRole{"transform.Position2", Kind::position},
    NamedRole{"transform.Rotation3", Kind::rotation},
    NamedRole{"transform.Rotation2", Kind::rotation},
    NamedRole{"transform.Scale3", Kind::scale},
    NamedRole{"transform.Scale2", Kind::scale},
    NamedRole{"physics.Velocity3", Kind::velocity},
    NamedRole{"physics.Velocity2", Kind::velocity},
    NamedRole{"geometry.Box", Kind::size},
    NamedRole{"geometry.Rectangle", Kind::size},
    NamedRole{"geometry.Circle", Kind::size},
    NamedRole{"graphics.Rgb", Kind::color},
};

/// Lower case, without what people add (flecs.md 13, default detection 2).
constexpr std::array kNames{
    NamedRole{"position", Kind::position},
    NamedRole{"pos", Kind::position},
    NamedRole{"translation", Kind::position},
    NamedRole{"location", Kind::position},
    NamedRole{"rotation", Kind::rotation},
    NamedRole{"rot", Kind::rotation},
    NamedRole{"orientation", Kind::rotation},
    NamedRole{"quaternion", Kind::rotation},
    NamedRole{"quat", Kind::rotation},
    NamedRole{"scale", Kind::scale},
    NamedRole{"velocity", Kind::velocity},
    NamedRole{"vel", Kind::velocity},
    NamedRole{"linearvelocity", Kind::velocity},
    NamedRole{"transform", Kind::transform},
    NamedRole{"xform", Kind::transform},
    NamedRole{"pose", Kind::transform},
    NamedRole{"box", Kind::size},
    NamedRole{"size", Kind::size},
    NamedRole{"extent", Kind::size},
    NamedRole{"bounds", Kind::size},
    NamedRole{"aabb", Kind::size},
    NamedRole{"radius", Kind::size},
    NamedRole{"color", Kind::color},
    NamedRole{"rgb", Kind::color},
    NamedRole{"tint", Kind::color},
};

template <std::size_t N>
Kind find_kind(const std::array<NamedRole, N>& table, std::string_view name) {
  for (const NamedRole& role : table) {
    if (role.name == name) return role.kind;
  }
  return Kind::none;
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
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
    while (name.size() > 1 && name.back() >= '0' && name.back() <= '9') {
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
  std::string name = lower(unescaped_name(last_element(path)));
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
  const std::string lowered = lower(name);
  if (lowered == "p" || lowered == "t") return Kind::position;
  if (lowered == "q" || lowered == "r") return Kind::rotation;
  if (lowered == "s") return Kind::scale;
  return find_kind(kNames, lowered);
}

}  // namespace scrubjay::flecs
