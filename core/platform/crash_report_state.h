#pragma once

#include <atomic>
#include <cstdint>
#include <span>

/// What is being worked on, for the handler that writes a report. Reads nothing but variables of
/// static lifetime: any signal may call it.
namespace scrubjay::crash_report_state {

inline constexpr std::uint32_t kNoFrame = 0xFFFFFFFF;

/// The name of the recording, up to a 0.
std::span<const std::atomic<char>> file();
std::uint32_t frame();

}  // namespace scrubjay::crash_report_state
