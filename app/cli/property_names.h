#pragma once

#include <span>
#include <string>

namespace scrubjay::cli {

/// "a, b, c and others"
std::string listed_paths(std::span<const std::string> paths);

/// "no property "x"; it has a, b, c and others": those of its group where the name has one. `paths`
/// are all that there are.
std::string lacking_text(const std::string& named, std::span<const std::string> paths);

}  // namespace scrubjay::cli
