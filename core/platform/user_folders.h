#pragma once

#include <filesystem>

namespace scrubjay {

/// Where this user's files belong, each folder of Scrubjay's own; empty where the system does not
/// say. By the XDG Base Directory Specification, whose variables count when they are absolute; on
/// Windows in %APPDATA%, what stays on the machine in %LOCALAPPDATA%. They need not exist.

/// Settings.
std::filesystem::path user_config_folder();
/// What the user has written.
std::filesystem::path user_data_folder();
/// What can be made again.
std::filesystem::path user_cache_folder();
/// What tells of earlier runs: reports of crashes.
std::filesystem::path user_state_folder();
/// The user's own folder, of no program.
std::filesystem::path user_home_folder();

}  // namespace scrubjay
