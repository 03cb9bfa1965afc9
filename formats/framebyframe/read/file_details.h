#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "formats/framebyframe/read/file_index.h"

namespace scrubjay::framebyframe {

/// What only this format knows of a recording.
struct FileDetails {
  std::vector<std::string> scenes;
  std::vector<std::string> layers;
  std::vector<std::pair<std::string, std::string>> clients;  ///< id and tag
  std::size_t resources = 0;
  std::size_t comments = 0;
  std::uint64_t repairs = 0;
  std::optional<double> start_time;  ///< serverTime of the first frame, ms
};

void tell_details(const FileIndex& index, const FileDetails& details, RecordingBuilder& builder);

}  // namespace scrubjay::framebyframe
