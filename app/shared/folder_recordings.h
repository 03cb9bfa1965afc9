#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace scrubjay {

struct FoundRecording {
  std::string path;
  std::string format;  ///< by name
  std::uint64_t size_bytes = 0;
};

/// The recordings in a folder and the folders in it.
struct FolderContent {
  std::string folder;
  std::vector<FoundRecording> files;  ///< in natural order of their paths
  std::vector<std::string> others;    ///< have such an extension, and are none: the same order
  bool is_one = false;                ///< all of them are parts of one recording: the folder is it
  bool is_cut_off = false;            ///< there are more files than were looked at
};

/// Reads the first bytes of each file whose extension some format has, to see whether it is a
/// recording: in the window for a thread of its own. At most kMostLookedAt files, in folders up to
/// `deepest` below that one. Empty for what is no folder.
FolderContent look_into_folder(const std::string& folder, int deepest);
inline constexpr std::size_t kMostLookedAt = 2000;

/// The recordings that a path names: of a folder those in it, folders below it left out; in front
/// of them the folder itself where it has snapshots that are one recording together
/// (Format::folder_extensions). Of anything else, and of a folder without any, the path. Files that
/// look like recordings by their extension and are none are added to `others`, unless it is null.
std::vector<std::string> recordings_in(const std::string& path,
                                       std::vector<std::string>* others = nullptr);

bool is_folder(const std::string& path);
/// Some format's recordings have the extension of this file, in any case.
bool has_extension_of_recordings(const std::string& path);

}  // namespace scrubjay
