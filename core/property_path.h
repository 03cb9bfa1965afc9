#pragma once

#include <string_view>

namespace scrubjay {

/// A path in two: of "body/wheels/0" the groups "body/wheels" and the name "0".
struct PathParts {
  std::string_view groups;  ///< without the slash behind them; empty where there are none
  std::string_view name;
};

inline PathParts parts_of_path(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  if (slash == path.npos) return {{}, path};
  return {path.substr(0, slash), path.substr(slash + 1)};
}

/// The end of a path that says what it is: its name; of an item of a list, and of a component that
/// holds nothing but one value, with the name above: "wheels/0", "Health/value".
inline std::string_view telling_name(std::string_view path) {
  const auto [groups, name] = parts_of_path(path);
  const bool is_item = name.find_first_not_of("0123456789") == name.npos;
  if (groups.empty() || !(is_item || name == "value")) return name;
  return path.substr(groups.size() - parts_of_path(groups).name.size());
}

}  // namespace scrubjay
