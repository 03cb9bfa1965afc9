#pragma once

#include <cstdint>
#include <memory>

#include "core/byte_reader.h"
#include "core/problem.h"

namespace scrubjay {

class InputFile;

/// Where a text that is made of a whole file, such as an inflated one, is put when it is too large
/// for memory. Readers get it with the file that they read (InputFile::text_store): they see bytes,
/// and on which disk these lie, and for how long, is not theirs to know.
class TextStore {
 public:
  virtual ~TextStore() = default;
  /// A text of more bytes cannot be kept.
  virtual std::uint64_t most_bytes() const = 0;
  /// The whole text that was kept before; null where there is none.
  virtual std::shared_ptr<InputFile> find() const = 0;
  /// Appends to a new text. False once anything failed: `finish` then says why.
  virtual bool append(Bytes bytes) = 0;
  /// Ends the new text and opens it; `find` gives it again only where `is_whole`. Once, as the last
  /// call. Errors: those of AtomicFile and InputFile::open.
  virtual Result<std::shared_ptr<InputFile>> finish(bool is_whole) = 0;
};

}  // namespace scrubjay
