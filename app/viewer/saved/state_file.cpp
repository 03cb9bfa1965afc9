#include "app/viewer/saved/state_file.h"

#include <span>

#include "core/platform/output_file.h"

namespace scrubjay {

void StateFile::update(const std::string& text) {
  if (text == written_) return;
  // Not flushed to the disk: it is for programs that look on, not for keeping.
  const auto bytes = std::as_bytes(std::span(text));
  if (write_whole_file(path_, bytes, AtomicFile::Flush::by_system)) written_ = text;
}

}  // namespace scrubjay
