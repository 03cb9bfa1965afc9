#pragma once

#include <span>
#include <string_view>

namespace scrubjay {

/// "0.2.0 (1a2b3c4d5e6f)": the version and the commit that it was built from, where it is known.
std::string_view version();

/// The path of the sample recording beside the sources that it was built from; empty in a package.
std::string_view sample_beside_sources();

/// What the program is made of besides its own code.
struct Library {
  std::string_view name;
  std::string_view licence;
};
std::span<const Library> libraries();

}  // namespace scrubjay
