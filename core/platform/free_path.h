#pragma once

#include <filesystem>
#include <string>

namespace scrubjay {

/// A path in `folder` that nothing has: of `stem` "drive" and `ending` ".png" "drive.png", else
/// "drive_2.png" and so on.
std::string free_path(const std::filesystem::path& folder, const std::string& stem,
                      const std::string& ending);

/// `folder`, if a file can be made there, which is tried; else the one that the program was started
/// in, or the user's own. Where none can be written, `folder`: whoever writes is told why.
std::filesystem::path writable_folder(const std::filesystem::path& folder);

}  // namespace scrubjay
