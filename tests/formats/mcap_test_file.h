#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/recording.h"
#include "formats/mcap/wire.h"
#include "tests/core/bytes_of.h"

namespace scrubjay::mcap {

// MCAP files byte by byte (formats/mcap/README.md, 2), also such as no writer makes.

using TextPairs = std::vector<std::pair<std::string, std::string>>;

/// CRC-32.
std::uint32_t sum_of(std::string_view bytes);
/// A little-endian number of so many bytes.
std::string little(std::uint64_t value, std::size_t bytes);
/// A string record field.
std::string text(std::string_view value);
std::string map(const TextPairs& entries);
/// Opcode, length, content.
std::string record(int opcode, std::string_view content);

std::string header();
std::string schema(std::uint16_t id, std::string_view name, std::string_view encoding,
                   std::string_view data);
/// Of Foxglove: "FrameTransforms".
std::string foxglove(std::uint16_t id, std::string_view message);
std::string channel(std::uint16_t id, std::uint16_t schema, std::string_view topic,
                    std::string_view encoding = "protobuf", const TextPairs& metadata = {});
/// Times in nanoseconds.
std::string message(std::uint16_t channel, std::uint64_t log_time, std::string_view data,
                    std::uint32_t sequence = 0);
std::string metadata(std::string_view name, const TextPairs& entries);
std::string attachment(std::string_view name, std::string_view type, std::string_view data);
std::string data_end();
/// Log times with places in the chunk.
std::string message_index(std::uint16_t channel,
                          const std::vector<std::pair<std::uint64_t, std::uint64_t>>& messages);

/// How a chunk is made; what is not set is as it should be.
struct ChunkForm {
  std::uint64_t first = 0, last = 0;
  std::string compression = {};  ///< "zstd", "lz4", or empty
  std::uint32_t crc_change = 0;  ///< the sum is off by it
  std::int64_t size_change = 0;  ///< the size before compression is
  std::string indexes = {};      ///< records behind it that the summary says index its messages
};
std::string chunk(const std::string& records, const ChunkForm& form = {});

/// Magic and header, then records, then what ends a file: with `chunks` (as they stand in `data`) a
/// summary that lists them.
class FileMaker {
 public:
  FileMaker();
  FileMaker& add(const std::string& record);
  /// A chunk, which the summary lists.
  FileMaker& add_chunk(const std::string& records, const ChunkForm& form = {});
  FileMaker& add_attachment(const std::string& record);
  /// Repeated in the summary.
  FileMaker& describe(const std::string& schemas_and_channels);
  /// So many messages the summary says there are, and of each channel.
  FileMaker& count(std::uint64_t messages,
                   const std::vector<std::pair<std::uint16_t, std::uint64_t>>& channels = {});
  /// All bytes so far, without an end.
  const std::string& open_end() const { return bytes_; }
  /// DataEnd, a footer without a summary, magic.
  std::string plain() const;
  /// DataEnd, the summary, footer, magic; `change` may alter the summary's records.
  std::string summed(std::uint32_t crc_change = 0) const;

 private:
  struct Listed {
    std::uint64_t start, length;
    ChunkForm form;
    std::uint64_t size, packed;
  };
  std::string bytes_;
  std::string described_;
  std::vector<Listed> chunks_;
  std::string attachments_;
  std::uint64_t messages_ = 0;
  std::string channel_counts_;
};

// Messages of Foxglove.

struct MadeTransform {
  std::string parent, child;
  double x = 0, y = 0, z = 0;
  double turn = 0;  ///< about z, radians
};
/// A FrameTransforms.
std::string transforms(std::uint64_t time, const std::vector<MadeTransform>& each);
std::string transform(std::uint64_t time, const MadeTransform& one);

struct MadeSceneEntity {
  std::string id, frame;
  double size = 1;             ///< of its cube
  std::uint64_t lifetime = 0;  ///< nanoseconds
  int spheres = 0;             ///< besides
};
struct MadeDeletion {
  std::uint64_t time = 0;
  bool is_all = false;
  std::string id = {};
};
std::string scene(std::uint64_t time, const std::vector<MadeSceneEntity>& entities,
                  const std::vector<MadeDeletion>& deletions = {});
std::string log(std::uint64_t time, int level, std::string_view text);

inline constexpr std::uint64_t kSecond = 1'000'000'000;

/// Opened and indexed; null where it does not open.
std::shared_ptr<Recording> recording_of(std::string_view file);
/// All problems of the index pass and of every frame: "severity code@offset", joined by ", ".
std::string told_of(const std::shared_ptr<Recording>& recording);

/// The bytes that pairs of hexadecimal digits stand for.
std::string from_hex(std::string_view hex);

}  // namespace scrubjay::mcap
