#include "scenery/gltf/buffers.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/number_text.h"
#include "core/text.h"
#include "scenery/gltf/data_uri.h"

namespace scrubjay::gltf {

namespace {

Problem lost_buffer(std::string code, std::size_t number, std::string expected, std::string found) {
  return {.severity = Severity::error,
          .code = std::move(code),
          .message = "The bytes of buffer " + std::to_string(number) +
                     " cannot be had: what is made of them is missing.",
          .expected = std::move(expected),
          .found = std::move(found)};
}

Result<Buffer> open_outside(const std::string& uri, std::size_t number,
                            const Neighbours& neighbours) {
  Buffer buffer;
  if (is_data_uri(uri)) {
    auto decoded = bytes_of_data_uri(uri);
    if (!decoded) {
      return failure(lost_buffer("bad-data-uri", number, "a data URI in base64", "another text"));
    }
    buffer.decoded = std::move(*decoded);
    buffer.bytes = buffer.decoded;
    return buffer;
  }
  const std::string name = without_percent_codes(uri);
  auto opened = open_neighbour(neighbours, name);
  if (!opened) {
    if (opened.error().code == "outside-name") return failure(opened.error());
    return failure(lost_buffer("missing-file", number, "a file \"" + valid_utf8(name) + "\"",
                               describe(opened.error())));
  }
  buffer.neighbour = std::move(*opened);
  buffer.bytes = buffer.neighbour->bytes();
  return buffer;
}

}  // namespace

std::vector<Buffer> open_buffers(const Container& container,
                                 const std::vector<BufferEntry>& entries,
                                 const Neighbours& neighbours, std::vector<Problem>& problems) {
  std::vector<Buffer> buffers(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const BufferEntry& entry = entries[i];
    Buffer& buffer = buffers[i];
    if (entry.uri) {
      auto outside = open_outside(*entry.uri, i, neighbours);
      if (!outside) {
        fold_into(problems, std::move(outside.error()));
        continue;
      }
      buffer = std::move(*outside);
    } else if (i == 0 && container.is_binary) {
      buffer.bytes = container.binary;
      buffer.offset = container.binary_offset;
    } else {
      fold_into(problems, lost_buffer("no-bytes", i, "a name, or the bytes of a .glb", "neither"));
      continue;
    }
    if (buffer.bytes.size() < entry.size) {
      Problem cut = lost_buffer("cut-off", i, std::to_string(entry.size) + " bytes",
                                std::to_string(buffer.bytes.size()));
      if (buffer.offset) cut.offset = *buffer.offset + buffer.bytes.size();
      fold_into(problems, std::move(cut));
    }
    buffer.bytes = buffer.bytes.first(std::min<std::uint64_t>(buffer.bytes.size(), entry.size));
  }
  return buffers;
}

}  // namespace scrubjay::gltf
