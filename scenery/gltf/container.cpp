#include "scenery/gltf/container.h"

#include <algorithm>
#include <string>

namespace scrubjay::gltf {

namespace {

constexpr std::string_view kMagic = "glTF";
constexpr std::uint32_t kVersion = 2;
constexpr std::uint32_t kJsonChunk = 0x4E4F534A;    // "JSON"
constexpr std::uint32_t kBinaryChunk = 0x004E4942;  // "BIN" and a zero
constexpr std::uint64_t kLeastBytes = 20;

std::unexpected<Problem> bad_header(std::uint64_t offset, std::string expected, std::string found) {
  return failure({.severity = Severity::fatal,
                  .code = "bad-header",
                  .offset = offset,
                  .message = "The .glb file is not built as glTF states it.",
                  .expected = std::move(expected),
                  .found = std::move(found)});
}

struct Chunk {
  std::uint32_t kind = 0;
  Bytes bytes;
  std::uint64_t offset = 0;
};

/// The next chunk, or as much of it as the file has.
std::optional<Chunk> next_chunk(ByteReader& reader) {
  const auto size = reader.little<std::uint32_t>();
  const auto kind = reader.little<std::uint32_t>();
  if (!size || !kind) return std::nullopt;
  Chunk chunk{.kind = *kind, .bytes = {}, .offset = reader.offset()};
  chunk.bytes = *reader.bytes(std::min<std::uint64_t>(*size, reader.left()));
  return chunk;
}

}  // namespace

bool begins_as_binary(Bytes bytes) { return as_text(bytes).starts_with(kMagic); }

Result<Container> open_container(Bytes bytes) {
  if (!begins_as_binary(bytes)) return Container{.json = bytes, .binary = {}};
  if (bytes.size() < kLeastBytes) {
    return failure({.severity = Severity::fatal,
                    .code = "cut-off",
                    .offset = bytes.size(),
                    .message = "The .glb file ends before its JSON begins.",
                    .expected = "20 bytes or more",
                    .found = std::to_string(bytes.size()) + " bytes"});
  }
  ByteReader reader(bytes);
  reader.skip(kMagic.size());
  const std::uint32_t version = *reader.little<std::uint32_t>();
  if (version != kVersion) {
    return failure({.severity = Severity::fatal,
                    .code = "unknown-version",
                    .offset = kMagic.size(),
                    .message = "The .glb file has a version that Scrubjay does not read.",
                    .expected = "version 2",
                    .found = "version " + std::to_string(version)});
  }
  reader.skip(sizeof(std::uint32_t));  // how long the file says it is: the chunks say it, too
  const std::uint64_t first = reader.offset();
  const std::uint32_t stated =
      *ByteReader(bytes.subspan(reader.position())).little<std::uint32_t>();
  const auto json = next_chunk(reader);
  if (json->kind != kJsonChunk) {
    return bad_header(first, "a first chunk with JSON", "one of another kind");
  }
  if (json->bytes.size() < stated) {
    return failure({.severity = Severity::fatal,
                    .code = "cut-off",
                    .offset = bytes.size(),
                    .message = "The .glb file ends within its JSON.",
                    .expected = std::to_string(stated) + " bytes of JSON",
                    .found = std::to_string(json->bytes.size())});
  }
  Container container{.json = json->bytes, .json_offset = json->offset, .binary = {}};
  container.is_binary = true;
  if (const auto binary = next_chunk(reader); binary && binary->kind == kBinaryChunk) {
    container.binary = binary->bytes;
    container.binary_offset = binary->offset;
  }
  return container;
}

}  // namespace scrubjay::gltf
