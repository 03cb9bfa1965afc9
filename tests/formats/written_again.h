#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "formats/format_writer.h"
#include "tests/formats/opened.h"

namespace scrubjay {

// Recordings that are written in a format and opened again.

struct Written {
  ByteVector file;
  WriteReport report;
};

/// With `options` behind those of the request.
Written written_as(std::string_view format, WriteRequest request, WriteOptions options = {});

/// Paths of a sample of the repository, and of a recording beside it.
std::string asset(const char* name);
std::string shared(const char* name);

/// How often that loss happened.
std::uint64_t count_of(const WriteReport& report, std::string_view what);

/// The file opens without a problem and says all that `source` says, in the coordinates of its own.
void expect_same(const std::shared_ptr<Recording>& source, const ByteVector& file,
                 const std::string& what);

/// Uses everything that an indexed recording offers: what it names has to be there. Returns the
/// frames that decode without a problem.
std::size_t use(const std::shared_ptr<const Recording>& recording);

}  // namespace scrubjay
