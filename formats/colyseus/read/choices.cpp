#include "formats/colyseus/read/choices.h"

#include <algorithm>

namespace scrubjay::colyseus {

namespace {

/// In the order of FieldRole.
constexpr std::array<std::string_view, 8> kRoleNames{
    "none", "position", "rotation", "angle", "angle-degrees", "x", "y", "z"};
constexpr std::array<std::string_view, 2> kSecrets{"drop", "keep"};

}  // namespace

constinit const std::array<ReadOption, 2> kReadOptions{
    ReadOption{.name = "map",
               .title = "Fields",
               .description = "what a field of a Colyseus state says of the place: body=position; "
                              "position, rotation (x, y, z, w), angle (radians), angle-degrees, x, "
                              "y, z or none; several times",
               .kind = ReadOption::Kind::mapping,
               .values = kRoleNames},
    ReadOption{.name = "secrets",
               .title = "Session ids, when converted",
               .description =
                   "session ids and reconnection tokens of Colyseus clients: drop (the "
                   "default) puts client-1, client-2 ... in their place, as keys, names "
                   "and values, in files that convert writes and, where drop is said, in "
                   "all that is printed; keep leaves them. Keys that look like session "
                   "ids count where a known one is a key of the same map",
               .kind = ReadOption::Kind::choice,
               .values = kSecrets},
};

std::optional<FieldRole> Choices::role_of(std::string_view field) const {
  std::optional<FieldRole> role;
  for (const Mapping& mapping : mappings) {
    if (mapping.field == field) role = mapping.role;
  }
  return role;
}

Choices read_choices(const ReadOptions& options) {
  Choices choices;
  for (const auto& [name, value] : options) {
    if (name == "secrets") {
      choices.are_secrets_kept = value == "keep";
      choices.are_secrets_hidden |= value == "drop";
    }
    if (name != "map") continue;
    const std::size_t equals = value.rfind('=');
    const auto role = std::ranges::find(kRoleNames, std::string_view(value).substr(equals + 1));
    choices.mappings.push_back(
        {value.substr(0, equals), static_cast<FieldRole>(role - kRoleNames.begin())});
  }
  return choices;
}

}  // namespace scrubjay::colyseus
