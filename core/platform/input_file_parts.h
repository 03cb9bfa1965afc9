#pragma once

#include <cstdio>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/input_file.h"

/// What opening a file needs on every system.
namespace scrubjay::input_file_parts {

Problem unreadable(std::string code, const std::string& path, const std::string& why);
Problem from_errno(const std::string& path, int error);
Problem is_a_folder(const std::string& path, FileExtensions extensions);
/// Reads a C stream to its end. `path` is for the problem's text.
Result<std::vector<std::byte>> read_all(std::FILE* stream, const std::string& path);
/// What it is called in recordings and problems.
inline constexpr std::string_view kStandardInput = "standard input";
Result<std::shared_ptr<InputFile>> from_standard_input();
/// The files of a folder with one of the extensions by name, with their sizes as they are now.
std::vector<InputPart> files_of(const std::string& folder, FileExtensions extensions);

}  // namespace scrubjay::input_file_parts
