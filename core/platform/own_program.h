#pragma once

#include <filesystem>

namespace scrubjay {

/// The file of the running program; empty where the system does not say.
std::filesystem::path own_program();

/// What was installed beside the program: PREFIX/share/scrubjay for PREFIX/bin/scrubjay, on Windows
/// for PREFIX\scrubjay.exe, wherever PREFIX was moved to. It need not exist.
std::filesystem::path installed_data_folder();

}  // namespace scrubjay
