#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scrubjay::cli {

/// What packages install besides the program: its manual page (roff, section 1), and what shells
/// complete.
enum class UsageText : std::uint8_t { man, bash, zsh, fish };

/// "man", "bash", ...
std::string_view to_text(UsageText text);
const std::vector<UsageText>& usage_texts();

/// The text of this kind, made from the commands and options that the program really parses, so
/// that it cannot lack one. `program` is the whole tree, `version` the program's.
std::string usage_text(const CLI::App& program, std::string_view version, UsageText text);

}  // namespace scrubjay::cli
