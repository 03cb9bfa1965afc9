#include <string>

#include "scenery/scenery_format.h"

namespace scrubjay {

const SceneryFormat* recognise_scenery(const InputFile& file) {
  const std::string extension = extension_of(file.path());
  const ProbeInput input = probe_input(file.bytes(), extension);
  Recognised<SceneryFormat> best;
  for (const SceneryFormat* format : scenery_formats()) keep_surest(best, *format, input);
  return best.format;
}

Result<std::shared_ptr<const Scenery>> read_scenery(const InputFile& file,
                                                    const Neighbours& neighbours,
                                                    const std::atomic<bool>& cancelled) {
  const SceneryFormat* format = recognise_scenery(file);
  if (format == nullptr) {
    return failure({.severity = Severity::fatal,
                    .code = "unknown-scenery",
                    .offset = 0,
                    .message = "The file is no scenery of a kind that Scrubjay knows.",
                    .expected = "scenery of one of these kinds: " + names_of(scenery_formats()),
                    .found = file.size() == 0
                                 ? "0 bytes"
                                 : "a file that begins with " + first_bytes(file.bytes())});
  }
  return format->read(file, neighbours, cancelled);
}

}  // namespace scrubjay
