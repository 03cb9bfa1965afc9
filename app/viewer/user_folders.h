#pragma once

#include <string>

namespace scrubjay {

/// Where this user's settings are kept, ending in "scrubjay"; empty when the system does not say.
std::string user_config_folder();

}  // namespace scrubjay
