#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "formats/format.h"
#include "tests/core/bytes_of.h"

namespace scrubjay {

/// Indexed; a failure of the test and null where it cannot be opened. Without a format it is the
/// one that recognises the file.
inline std::shared_ptr<Recording> opened(std::shared_ptr<InputFile> file,
                                         const ReadOptions& options = {},
                                         std::string_view format = {}) {
  auto recording = open_recording(std::move(file), format, options);
  if (!recording) {
    ADD_FAILURE() << describe(recording.error());
    return nullptr;
  }
  (*recording)->index();
  return *recording;
}

inline std::shared_ptr<Recording> opened(ByteVector bytes, const ReadOptions& options = {},
                                         std::string_view format = {}) {
  return opened(InputFile::from_memory("made", std::move(bytes)), options, format);
}

inline std::shared_ptr<Recording> opened(const std::string& path) {
  auto file = InputFile::open(path);
  if (!file) {
    ADD_FAILURE() << describe(file.error());
    return nullptr;
  }
  return opened(std::move(*file));
}

}  // namespace scrubjay
