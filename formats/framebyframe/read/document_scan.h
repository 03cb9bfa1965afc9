#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/framebyframe/read/file_index.h"
#include "formats/framebyframe/read/scanned_frame.h"

namespace scrubjay::framebyframe {

/// A member of the `resources` of a saved recording.
struct ScannedResource {
  std::string_view key;  ///< as it stands there, escapes and all
  ByteRange bytes;
};

/// How a text ends.
enum class TextEnd : std::uint8_t {
  whole,
  cut,      ///< it ends inside of something
  broken,   ///< something stands there that cannot: no JSON
  stopped,  ///< by request
};

/// The upper levels of a text in any of the containers (formats/framebyframe/README.md, 1, 2).
struct DocumentScan {
  std::optional<Container> container;    ///< nothing found that tells
  std::optional<std::uint32_t> version;  ///< where one is stated
  std::vector<ScannedFrame> frames;      ///< in the text's order
  std::vector<ScannedResource> resources;
  std::optional<ByteRange> layers;
  std::optional<ByteRange> scenes;
  std::optional<ByteRange> comments;
  TextEnd end = TextEnd::whole;
  std::uint64_t end_offset = 0;            ///< where it is cut or broken
  std::optional<std::uint64_t> cut_frame;  ///< where the frame begins that is not whole
  std::uint64_t passed_over = 0;           ///< values where frames should be
  std::uint64_t first_passed_over = 0;     ///< where the first of them is
  std::uint64_t comma_faults = 0;          ///< missing and surplus commas between frames
  std::uint64_t first_comma_fault = 0;
  std::uint64_t frames_given_up = 0;  ///< whose brackets do not match, taken up to the next one

  // Tokens of the first frame, also where that one is cut.
  std::string_view coord_system;
  std::string_view scale;
  std::string_view server_time;
};

struct ScanOptions {
  std::size_t begin = 0;                      ///< where the first value begins
  std::size_t most_frames = ~std::size_t{0};  ///< stops behind that many
  unsigned threads = 1;                       ///< that look ahead in a long array of frames
  /// Of the text that a thread looks at in one go; a text of fewer than four is not shared.
  std::size_t piece_bytes = std::size_t{4} << 20;
  /// Told now and then how many bytes are done; false stops the scan.
  std::function<bool(std::uint64_t)> keep_going = {};
};

/// One pass over the text: finds every frame and what stands beside them, without a tree. Frames
/// are found in raw data, saved recordings, messages, dumps, arrays of these, and any of these one
/// after another. Memory grows with the number of frames and resources. A frame whose brackets do
/// not match costs only itself: the next ones are found by how frames of the text begin.
DocumentScan scan_document(std::string_view text, const ScanOptions& options = {});

}  // namespace scrubjay::framebyframe
