#pragma once

#include <vector>

#include "app/shared/folder_recordings.h"

namespace scrubjay {

/// What the list of a folder's recordings keeps between pictures.
struct FolderCache {
  FolderContent content;
  std::vector<char> chosen;  ///< beside `content.files`
};

}  // namespace scrubjay
