#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/coordinate_system.h"
#include "core/growing_column.h"
#include "core/ids.h"
#include "core/timeline.h"
#include "formats/framebyframe/read/entity_map.h"

namespace scrubjay::framebyframe {

/// The four things that are called a recording (formats/framebyframe/README.md, 1).
enum class Container : std::uint8_t { raw, saved, message, dump };

/// "raw", "saved", "message", "dump".
std::string_view to_text(Container container);

/// What decoders need of a frame; its row is its FrameIndex. A dump of several clients has a row
/// for each of them.
struct FrameRow {
  ByteRange bytes;                ///< of its JSON object in FileIndex::text
  std::int64_t client = 0;        ///< its clientId
  std::uint32_t coordinates = 0;  ///< row of FileIndex::coordinates
  bool is_repaired = false;       ///< not strict JSON: FrameText gives it repaired
  /// A dump of the app's merged frame (formats/framebyframe/README.md, 11).
  bool has_combined_ids = false;
};

/// Where a resource's JSON object is; its row is its ResourceIndex.
struct ResourceRow {
  FrameIndex frame;  ///< inside of that frame's FrameText; none: inside of FileIndex::text
  ByteRange bytes;   ///< empty when it is only named
};

/// What the index pass leaves for decoders beside the Recording's own tables. Grows while decoders
/// of published frames read it: what a published frame needs does not change any more.
struct FileIndex {
  /// The whole JSON text: the mapped file, or what was inflated or repaired. Set before the first
  /// frame is published; lives as long as the reader.
  std::string_view text;
  Container container = Container::raw;
  std::uint32_t version = 1;  ///< of the data, 1..4 and above; 1 where the file states none
  GrowingColumn<FrameRow> frames;
  GrowingColumn<CoordinateSystem> coordinates;  ///< the different ones that frames have
  EntityMap entities;
  GrowingColumn<ResourceRow> resources;  ///< beside the recording's own table

  /// Which entity an `id`, `parentId` or key inside `frame` means. O(1). An entity without a usable
  /// id of its own has its key in `entities`, else 0.
  EntityKey key_of(const FrameRow& frame, std::int64_t id) const;
};

/// An integer as an id is written: decimal digits, the same in quotes, or a float without
/// fraction. `token` is the value's JSON text; white space around it does not count. Nothing for
/// anything else. Values at or above 2^63 and below 2^64 are returned as the same 64 bits.
std::optional<std::int64_t> id_of_token(std::string_view token);

/// Gives the JSON text of frames to simdjson. One per thread.
class FrameText {
 public:
  explicit FrameText(const FileIndex& index) : index_(&index) {}

  /// The JSON object of a published frame, strict even where the file's is not, with at least
  /// SIMDJSON_PADDING readable bytes behind it. Valid until the next call. O(1), but O(bytes) where
  /// it is repaired or stands at the very end of the text, and was not the one before.
  std::string_view text(FrameIndex frame) { return text(index_->frames[frame.value]); }
  std::string_view text(const FrameRow& frame);
  /// A part of FileIndex::text made strict JSON; empty where it cannot be. O(bytes).
  std::string_view repaired(ByteRange range);
  /// A part of FileIndex::text as it is, with padding behind it.
  std::string_view padded(ByteRange range);

  const FileIndex& index() const { return *index_; }

 private:
  const FileIndex* index_;
  std::string copy_;                        ///< what stands too near to the end of the text, padded
  ByteRange copied_{~std::uint64_t{0}, 0};  ///< its place there
  std::string repaired_;                    ///< of the frame repaired last, padded
  std::uint64_t repaired_begin_ = ~std::uint64_t{0};  ///< where that frame begins
  std::size_t repaired_size_ = 0;
};

}  // namespace scrubjay::framebyframe
