#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/byte_reader.h"
#include "core/recording.h"
#include "formats/format.h"

namespace scrubjay::states {

// How a recording of any format stands inside a file of a format that cannot say all of it: packets
// of our own, which the format's other readers pass over. Their layout is in
// formats/carla/README.md; where they stand is each format's own business.

inline constexpr std::uint8_t kExtensionVersion = 1;

enum class ExtensionKind : std::uint8_t {
  head,      ///< in the first frame, or alone: version, metadata
  states,    ///< the states of a group of frames
  tables,    ///< streams, entities, lives, events and frames of the group before it
  resource,  ///< a file, behind the last frame
  data,      ///< the next piece of the file told before
  comment,
  end,
};
inline constexpr std::size_t kExtensionKinds = 7;

/// Records of a tables packet, by the byte in front of each.
enum class TableRecord : std::uint8_t { stream, layer, entity, life, event, frame };

/// Of a `data` packet: what is longer is written as several.
inline constexpr std::size_t kMostDataBytes = std::size_t{8} << 20;

/// The choices of formats that have such packets: what is shown of a file, and what is written.
inline constexpr std::array<std::string_view, 2> kExtensionValues{"shown", "ignored"};
inline constexpr ReadOption kExtensionOption{
    .name = "extension",
    .title = "Scrubjay's own additions",
    .description =
        "Whether a recording of another format, which Scrubjay wrote as a file of this "
        "one, is shown as it was, or as other programs read it",
    .values = kExtensionValues};
bool is_extension_shown(const ReadOptions& options);
/// What helps where a packet of ours cannot be read (see GroupSource::help).
inline constexpr std::string_view kExtensionHelp =
    "What the file's own format says of it shows when it is read with extension=ignored "
    "(--extension ignored).";

inline constexpr std::array<std::string_view, 2> kRemainderNames{"kept", "left-out"};
inline constexpr WriteOption kRemainderOption{
    "remainder", "what the format cannot say: kept beside it for the way back, or left out",
    kRemainderNames};

bool is_remainder_kept(const WriteRequest& request);

struct ExtensionPacket {
  ExtensionKind kind = ExtensionKind::head;
  Bytes payload;
};
/// A kind's byte and the payload behind it, or nothing.
std::optional<ExtensionPacket> extension_packet(Bytes kind_and_payload);

/// What a head packet says. Nothing for a damaged one, and for versions that came later.
struct ExtensionHead {
  std::optional<RecordingOrigin> origin;
  std::vector<std::pair<std::string, std::string>> metadata;
  std::optional<CoordinateSystem> coordinates;  ///< in which the states are; none: as the format
};
std::optional<ExtensionHead> read_extension_head(Bytes payload);

/// Reads what put_little, put_varint and put_text write. After something that is not there, ok()
/// is false and everything reads as 0 or empty.
class ExtensionFields {
 public:
  explicit ExtensionFields(Bytes bytes) : reader_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return reader_.at_end(); }
  template <class T>
  T little() {
    return value(reader_.little<T>());
  }
  std::uint64_t varint();
  /// Below 2^32 - 1.
  std::uint32_t row();
  /// A row and 1; 0 for none.
  std::optional<std::uint32_t> maybe_row();
  std::int64_t zigzag();
  std::string_view text();
  Bytes rest();

 private:
  template <class T>
  T value(const std::optional<T>& found) {
    if (!found) ok_ = false;
    return found.value_or(T{});
  }

  ByteReader reader_;
  bool ok_ = true;
};

}  // namespace scrubjay::states
