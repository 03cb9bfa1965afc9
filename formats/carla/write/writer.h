#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "formats/carla/packets.h"
#include "formats/format_writer.h"

namespace scrubjay::carla {

struct WriterOptions {
  std::string map = {};   ///< "Town01"
  std::int64_t date = 0;  ///< seconds since 1970-01-01 00:00 UTC
  /// Of the header; 2 is for attribute types that are one higher (see AttributeType).
  std::uint16_t version = 1;
  VectorWidth width = VectorWidth::float32;
  PacketLayout layout = PacketLayout::wheels_first;
  std::size_t wheel_bytes = kWheelBytes;  ///< of PhysicsControl: kWheelBytes or kSmallWheelBytes
};

/// Writes a CARLA recorder file, frame by frame, into a sink.
///
///     Writer writer(sink, {.map = "Town01"});
///     writer.begin_frame(0.0);
///     writer.add(EventAdd{...});
///     writer.begin_frame(0.05);
///     ...
///     const Result<void> done = writer.finish();
///
/// Records may be added in any order: inside a frame packets stand in CARLA's order, those of ids 2
/// to 10 even when empty, as CARLA's own reader expects them. A frame holds the time to the next
/// one, so it is written when the next one begins: memory holds one frame. What the views in
/// records point at is copied at once.
///
/// The first error stays: nothing is written after it, and `finish` returns it. Errors:
/// "not-written" (the sink refused), "too-many-records" (the format counts in 16 bits), "too-long"
/// (a text or a packet is longer than its length field can say), "no-frame" (a record before the
/// first frame), "wrong-width" (a physics control of the other Unreal version).
class Writer {
 public:
  /// Writes the header.
  Writer(ByteSink sink, const WriterOptions& options);

  /// Ends the frame before and begins one that is `step` seconds later (ignored for the first one,
  /// which is at 0). CARLA's steps are floats: to be as exact as its files, pass a widened float.
  void begin_frame(double step);
  /// Writes the last frame, whose duration stays -1. Nothing may be added after it.
  Result<void> finish();

  const WriterOptions& options() const { return options_; }
  /// The first error so far.
  Result<void> status() const;
  /// Bytes given to the sink so far.
  std::uint64_t bytes_written() const { return bytes_written_; }
  std::uint64_t frame_id() const { return frame_id_; }
  double elapsed() const { return elapsed_; }

  void add(const EventAdd& record);
  void add(const EventDel& record);
  void add(const EventParent& record);
  void add(const Collision& record);
  void add(const Position& record);
  void add(const State& record);
  void add(const AnimVehicle& record);
  void add(const AnimWalker& record);
  void add(const VehicleLight& record);
  void add(const SceneLight& record);
  void add(const AnimVehicleWheels& record);
  void add(const AnimBiker& record);
  void add(const VehicleDoor& record);
  void add(const Weather& record);
  // Additional data, in CARLA's words.
  void add(const Kinematics& record);
  void add(const BoundingBox& record);
  void add_trigger_volume(const TriggerVolume& record);
  void add(const PhysicsControl& record);
  void add(const PhysicsControlUe5& record);
  void add(const TrafficLightTime& record);
  void add(const WalkerBones& record);
  /// A record as it stands in its packet's list.
  void add_record(PacketKind kind, Bytes record);
  /// The packet of this list stands in the frame even when it is empty.
  void add_empty(PacketKind kind) { lists_[static_cast<std::size_t>(kind)].even_empty = true; }
  void set_platform_time(double seconds);
  void set_visual_time(double seconds);
  /// A packet as it is, after the known ones of the frame.
  void add_raw(std::uint8_t packet_id, Bytes body);
  /// A packet as it is, behind the last frame, once `finish` was called, or where there is none.
  void add_behind(std::uint8_t packet_id, Bytes body);

 private:
  /// The records of one packet, without the count before them.
  struct List {
    std::vector<std::byte> records;
    std::uint32_t count = 0;
    bool even_empty = false;
  };

  /// The list for one more record; a scratch list when no frame has begun.
  std::vector<std::byte>& next_record(PacketKind kind);
  template <class Record>
  void add_to(PacketKind kind, const Record& record);
  void put_text(std::vector<std::byte>& out, std::string_view text);
  void put_packet_header(std::uint8_t id, std::size_t size);
  void put_list(PacketKind kind, bool even_empty);
  void put_time(PacketKind kind, std::optional<double> seconds);
  void write_frame(double duration);
  void send(Bytes bytes);
  void fail(std::string code, std::string message);

  ByteSink sink_;
  WriterOptions options_;
  std::array<List, kPacketKinds> lists_;
  std::optional<double> platform_time_;
  std::optional<double> visual_time_;
  std::vector<std::byte> raw_packets_;
  std::vector<std::byte> frame_;  ///< a whole frame as it is put together
  std::uint64_t frame_id_ = 0;    ///< of the frame begun; 0: none
  double elapsed_ = 0;
  bool finished_ = false;
  std::uint64_t bytes_written_ = 0;
  std::optional<Problem> problem_;
};

}  // namespace scrubjay::carla
