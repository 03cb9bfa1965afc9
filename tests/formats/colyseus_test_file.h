#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "formats/format.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/recording_facts.h"

namespace scrubjay::colyseus {

/// Bytes written as people read them: hexadecimal pairs, spaces anywhere, and text in quotes for
/// its ASCII: "80 A4 'name'".
ByteVector bytes_of(std::string_view text);

/// The bytes of a text.
ByteVector text_bytes(std::string_view text);

/// One message of a websocket in a HAR file.
struct HarMessage {
  const char* type;   ///< "receive" or "send"
  double time;        ///< seconds
  std::string bytes;  ///< as `bytes_of` reads them
};
/// An entry of a HAR file: a websocket.
std::string har_socket(const char* url, const std::vector<HarMessage>& messages);
/// A HAR file of these entries.
ByteVector har_of(const std::string& entries);

/// The handshakes of formats/colyseus/README.md, 13: a State (root) of a map `players` of Players
/// with `name`: string and `x`, `y`: number, by generation ("0", "1", "3", "5"). Generations 1 and
/// 3 are complete.
ByteVector players_handshake(std::string_view generation);

/// Writes a capture (formats/colyseus/README.md, 8.2).
class CaptureMaker {
 public:
  explicit CaptureMaker(std::string_view metadata = "");
  CaptureMaker& add(std::uint8_t kind, double time, const ByteVector& bytes);
  const ByteVector& bytes() const { return bytes_; }

 private:
  ByteVector bytes_;
};

/// The bytes opened under that name and indexed; null where they do not open.
std::shared_ptr<Recording> recording_of(const ByteVector& bytes, const std::string& name);
/// The same of a .colycap read with those options.
std::shared_ptr<Recording> opened_with(const ByteVector& bytes, const ReadOptions& options);

/// A file below the Colyseus folder of the shared data, indexed; null when it is absent.
std::shared_ptr<Recording> shared_recording(const std::string& path);
/// Where that file is.
std::string shared_path(const std::string& path);

/// The state of a frame as JSON-like text, entities in place of references to them; members in
/// order: {players: {a: {x: 1}}, list: [1, 2]}.
std::string state_text(const Recording& recording, const Frame& frame);

/// Events on a line each: "frame name entity".
std::string events_text(const Recording& recording);

}  // namespace scrubjay::colyseus
