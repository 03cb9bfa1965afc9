#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/format.h"

namespace scrubjay {

/// What is wrong with the first choice that is not offered ("option"), or nothing.
std::optional<Problem> check_write_options(
    std::span<const WriteOption> offered,
    const std::vector<std::pair<std::string, std::string>>& options);

/// The value chosen last, else the default.
std::string_view chosen_value(const WriteOption& option,
                              const std::vector<std::pair<std::string, std::string>>& options);

}  // namespace scrubjay
