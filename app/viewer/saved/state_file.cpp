#include "app/viewer/saved/state_file.h"

#include <filesystem>
#include <fstream>

namespace scrubjay {

void StateFile::update(const std::string& text) {
  if (text == written_) return;
  // Renamed into place, so that a reader never sees half of it. Not flushed to the disk: it is for
  // programs that look on, not for keeping.
  const std::string beside = path_ + ".new";
  {
    std::ofstream file(std::filesystem::path(beside), std::ios::binary | std::ios::trunc);
    file << text;
    if (!file) return;
  }
  std::error_code error;
  std::filesystem::rename(beside, path_, error);
  if (!error) written_ = text;
}

}  // namespace scrubjay
