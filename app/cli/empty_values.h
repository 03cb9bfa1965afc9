#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace scrubjay {

/// Of "--name=" the empty value becomes a word of its own, where `app` or a subcommand has an
/// option of that name with a value: the parser would take the next word for it.
void part_empty_values(const CLI::App& app, std::vector<std::string>& arguments);

}  // namespace scrubjay
