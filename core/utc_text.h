#pragma once

#include <chrono>
#include <string>

namespace scrubjay {

/// "2026-11-23T04:05:06Z".
std::string utc_text(std::chrono::sys_seconds time);

}  // namespace scrubjay
