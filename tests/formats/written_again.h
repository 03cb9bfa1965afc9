#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay {

// Recordings that are written in a format and opened again.

struct Written {
  std::vector<std::byte> file;
  WriteReport report;
};

Written written_as(std::string_view format, WriteRequest request,
                   std::vector<std::pair<std::string, std::string>> options = {});

/// Indexed; a failure of the test and null where it cannot be opened.
std::shared_ptr<Recording> opened(std::shared_ptr<InputFile> file, const ReadOptions& options = {});
std::shared_ptr<Recording> opened(std::vector<std::byte> bytes, const ReadOptions& options = {});
std::shared_ptr<Recording> opened(const std::string& path);

/// Paths of a sample of the repository, and of a recording beside it.
std::string asset(const char* name);
std::string shared(const char* name);

/// How often that loss happened.
std::uint64_t count_of(const WriteReport& report, std::string_view what);

/// The file opens without a problem and says all that `source` says, in the coordinates of its own.
void expect_same(const std::shared_ptr<Recording>& source, const std::vector<std::byte>& file,
                 const std::string& what);

/// Uses everything that an indexed recording offers: what it names has to be there. Returns the
/// frames that decode without a problem.
std::size_t use(const std::shared_ptr<const Recording>& recording);

}  // namespace scrubjay
