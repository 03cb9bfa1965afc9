#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/byte_reader.h"
#include "core/recording.h"
#include "core/recording_rows.h"
#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::kept {

// How a recording of any format is kept in a file of a format that cannot say all of it: in packets
// that the format's other readers pass over. Their layout is in formats/kept/README.md; where they
// stand is each format's own business (PacketSink, KeptFile).

inline constexpr std::uint8_t kVersion = 2;

enum class PacketKind : std::uint8_t {
  head,      ///< before all others: version, metadata
  group,     ///< the frames of a group
  rows,      ///< streams, entities, lifetimes, events and frames of the group before it
  resource,  ///< a file, behind the last frame
  data,      ///< the next piece of that file
  comment,
  end,
};
inline constexpr std::size_t kPacketKinds = 7;

/// What stands in a rows packet, by the byte in front of each.
enum class RowKind : std::uint8_t { stream, layer, entity, lifetime, event, coordinates, frame };

/// Of a `data` packet: what is longer is written as several.
inline constexpr std::size_t kMostDataBytes = std::size_t{8} << 20;

/// The choices of formats that have such packets: what is shown of a file, and what is written.
inline constexpr std::array<std::string_view, 2> kReadValues{"shown", "ignored"};
inline constexpr ReadOption kReadOption{
    .name = "kept",
    .title = "What the file keeps",
    .description =
        "whether a recording of another format, which Scrubjay keeps in a file of this "
        "one, is shown as it was, or is ignored, as by other programs",
    .values = kReadValues};
bool is_shown(const ReadOptions& options);
/// The choice of the format's own.
ReadOptions not_shown();
/// What helps where a packet cannot be read.
inline constexpr std::string_view kHelp =
    "What the file's own format says of it shows when it is read with kept=ignored "
    "(--kept ignored).";

inline constexpr std::array<std::string_view, 2> kWriteValues{"everything", "nothing"};
inline constexpr WriteOption kWriteOption{
    "keep", "what the format cannot say is kept beside it for the way back: everything or nothing",
    kWriteValues};
bool is_kept(const WriteRequest& request);

struct Packet {
  PacketKind kind = PacketKind::head;
  Bytes payload;
};
/// A kind's byte and the payload behind it, or nothing.
std::optional<Packet> packet_of(Bytes kind_and_payload);

/// Where a packet stands in a file.
struct PacketPlace {
  ByteRange bytes;
  std::uint32_t part = 0;  ///< which one, where a format has several in the same bytes
};

/// What a head packet says.
struct Head {
  KeptRecording recording;  ///< its format may be empty
  std::vector<MetadataEntry> metadata;
  CoordinateSystem coordinates;  ///< in which frames are kept, but for those that name others
};
/// Nothing for what is no head, is damaged, or is of a later version.
std::optional<Head> read_head(const std::optional<Packet>& packet);
/// Makes `info`, whose format is set, that of the recording that is kept.
void set_info(Head head, RecordingInfo& info);

/// The problem of a packet that cannot be read.
Problem damaged_packet(std::uint64_t offset, std::string message);

/// Appends fields of packets, and rows of tables as `describe` (core/recording_rows.h) names their
/// fields: numbers as varints, but doubles as 8 bytes; texts with their size; rows and 1, 0 for
/// none; enumerations and truths as a byte.
class FieldWriter {
 public:
  explicit FieldWriter(std::vector<std::byte>& out) : out_(out) {}

  template <class Row>
  void row(const Row& row) {
    describe(*this, row);
  }
  template <class... Fields>
  void operator()(const Fields&... fields) {
    (add(fields), ...);
  }

  void put(std::string_view text);
  void put(double number);
  void put(std::uint64_t number);
  void put(std::uint32_t number) { put(std::uint64_t{number}); }
  void put(std::int64_t number) { put(static_cast<std::uint64_t>(number)); }
  void put(bool value) { byte(value ? 1 : 0); }
  void byte(std::uint8_t value) { out_.push_back(static_cast<std::byte>(value)); }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void put(Enum value) { byte(static_cast<std::uint8_t>(value)); }
  template <class Tag>
  void put(RowId<Tag> row) {
    put(std::uint32_t{row.value + 1});
  }

 private:
  template <FieldUse kUse, class T>
  void add(const RowField<kUse, T>& field) {
    if constexpr (kUse != FieldUse::source) put(field.value);
  }

  std::vector<std::byte>& out_;
};

/// Reads what FieldWriter and put_little wrote. After something that is not there, ok() is false
/// and everything reads as 0 or empty.
class FieldReader {
 public:
  explicit FieldReader(Bytes bytes) : reader_(bytes) {}

  bool ok() const { return ok_; }
  bool at_end() const { return reader_.at_end(); }

  /// Texts point into the bytes. Fields of FieldUse::source stay as they are.
  template <class Row>
  bool row(Row& row) {
    describe(*this, row);
    return ok_;
  }
  template <class... Fields>
  void operator()(const Fields&... fields) {
    (read(fields), ...);
  }

  template <class T>
  T little() {
    return value(reader_.little<T>());
  }
  std::uint64_t number();
  std::string_view text();
  Bytes rest();

 private:
  template <FieldUse kUse, class T>
  void read(const RowField<kUse, T>& field) {
    if constexpr (kUse == FieldUse::source) return;
    get(field.value);
    if constexpr (kUse == FieldUse::sure) ok_ = ok_ && field.value.exists();
  }
  void get(std::string_view& out) { out = text(); }
  void get(std::string& out) { out = text(); }
  void get(double& out) { out = little<double>(); }
  void get(std::uint64_t& out) { out = number(); }
  void get(std::int64_t& out) { out = static_cast<std::int64_t>(number()); }
  void get(std::uint32_t& out) {
    const std::uint64_t found = number();
    if (found > 0xFFFFFFFF) ok_ = false;
    out = ok_ ? static_cast<std::uint32_t>(found) : 0;
  }
  void get(bool& out) { out = little<std::uint8_t>() != 0; }
  template <class Enum>
  requires std::is_enum_v<Enum>
  void get(Enum& out) {
    const auto found = little<std::uint8_t>();
    if (found > static_cast<std::uint8_t>(last_value(Enum()))) ok_ = false;
    out = ok_ ? static_cast<Enum>(found) : Enum();
  }
  template <class Tag>
  void get(RowId<Tag>& out) {
    get(out.value);
    --out.value;
  }

  template <class T>
  T value(const std::optional<T>& found) {
    if (!found) ok_ = false;
    return found.value_or(T{});
  }

  ByteReader reader_;
  bool ok_ = true;
};

/// Gives the packets of a file by their places. One per thread.
class PacketSource {
 public:
  virtual ~PacketSource() = default;
  /// Nothing for what is no packet (any more). Its payload stays until the next call.
  virtual std::optional<Packet> at(const PacketPlace& place) = 0;
  /// The packet behind the one given last; nothing where none follows.
  virtual std::optional<Packet> next() = 0;
};

}  // namespace scrubjay::kept
