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
#include "formats/carla/packet_walker.h"

namespace scrubjay::carla {

// How a recording of any format stands in a CARLA file: packets of our own beside those of the
// format's page, which say all that CARLA's cannot. CARLA's replayer and its query tools step over
// them, as over all ids they do not know. See formats/carla/README.md.

/// Beyond all ids of CARLA and of forks seen (page section 3).
inline constexpr std::uint8_t kExtensionPacket = 183;
/// In front of every such packet's body, since nobody owns numbers.
inline constexpr std::string_view kExtensionMagic = "Scrubjay";
inline constexpr std::uint8_t kExtensionVersion = 1;

/// The byte behind the magic.
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

/// Of the tables of one group, unpacked.
inline constexpr std::uint64_t kMostTableBytes = std::uint64_t{256} << 20;
/// Of a `data` packet: what is longer is written as several.
inline constexpr std::size_t kMostDataBytes = std::size_t{8} << 20;

struct ExtensionPacket {
  ExtensionKind kind = ExtensionKind::head;
  Bytes payload;
};
/// The packet as one of our own, or nothing.
std::optional<ExtensionPacket> extension_packet(const Packet& packet);

struct ExtensionHead {
  std::optional<RecordingOrigin> origin;
  std::vector<std::pair<std::string, std::string>> metadata;
};
/// The head of a recording of ours whose packets begin at `from`: in its first frame, or first of
/// all. Nothing for other files, and for versions that came later.
std::optional<ExtensionHead> find_extension(Bytes file, std::uint64_t from);

/// Reads what put_little, put_varint and put_text write; see Fields of records.h for its errors.
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

}  // namespace scrubjay::carla
