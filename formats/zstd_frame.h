#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/byte_reader.h"

namespace scrubjay {

// One zstd frame that says the size of its content, appended to `out`. False, and nothing appended,
// where there is no memory for it. What zstd works with is kept for the next frame. Any thread.
bool append_zstd(std::vector<std::byte>& out, Bytes content, int level);
bool append_zstd(std::string& out, std::string_view content, int level);

}  // namespace scrubjay
