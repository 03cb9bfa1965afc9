#include "formats/xrec/write/packet_writer.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "formats/compression/crc32.h"
#include "formats/xrec/limits.h"
#include "formats/zstd_frame.h"

namespace scrubjay::xrec {

namespace {

/// A block with more types than this is closed although it is small.
constexpr std::uint32_t kManyTypes = limits::kMostTypes / 2;

}  // namespace

void BlockBuilder::clear() {
  tables_.clear();
  events_.clear();
  count_ = 0;
  losses_ = 0;
}

bool BlockBuilder::add(const EventToWrite& event, const PropertyTree& tree, PropertyRange fields) {
  std::size_t count = 0;
  for_each_root(tree, fields, [&](PropertyTree::Node, const PropertyNode&) { ++count; });
  if (count > limits::kMostFields || !std::isfinite(event.rtss)) return false;
  ValueWriter values(&tables_, events_);
  ByteWriter out(events_);
  out.little(values.type(event.type_name, event.assembly, tree, fields, 0));
  out.little(event.frame);
  out.little(event.rtss);
  const std::size_t size_at = out.position();
  out.little(std::uint32_t{0});
  const std::size_t fields_at = out.position();
  values.fields(tree, fields, 0);
  out.put_u32(size_at, static_cast<std::uint32_t>(out.position() - fields_at));
  losses_ += values.losses();
  if (count_ == 0) range_ = {event.frame, event.frame, event.rtss, event.rtss};
  ++count_;
  range_.frame_begin = std::min(range_.frame_begin, event.frame);
  range_.frame_end = std::max(range_.frame_end, event.frame);
  range_.rtss_begin = std::min(range_.rtss_begin, event.rtss);
  range_.rtss_end = std::max(range_.rtss_end, event.rtss);
  return true;
}

bool BlockBuilder::is_full() const {
  return events_.size() + tables_.bytes() >= kFullBytes || tables_.types() >= kManyTypes;
}

void BlockBuilder::append_to(std::vector<std::byte>& block) const {
  tables_.append_to(block);
  block.insert(block.end(), events_.begin(), events_.end());
}

PacketWriter::PacketWriter(ByteSink sink, Compression compression, int zstd_level)
    : sink_(std::move(sink)), compression_(compression), zstd_level_(zstd_level) {}

bool PacketWriter::write(Bytes bytes) {
  is_good_ = is_good_ && sink_(bytes);
  return is_good_;
}

bool PacketWriter::packet(std::uint8_t type, Bytes payload) {
  std::vector<std::byte> header;
  ByteWriter out(header);
  out.little(type);
  out.little(kFlagChecksum);
  out.little(std::uint16_t{0});
  out.little(compression::crc32(payload));
  out.little(static_cast<std::uint64_t>(payload.size()));
  ++packets_;
  return write(header) && write(payload);
}

bool PacketWriter::start(StartPacket start, const PropertyTree& metadata, PropertyRange entries) {
  payload_.clear();
  ByteWriter out(payload_);
  out.little(kRevision);
  out.little(static_cast<std::uint8_t>(compression_));
  out.little(std::uint8_t{0});
  out.little(start.version);
  out.little(start.frame);
  out.little(start.rtss);
  out.little(start.utc_ns);
  write_metadata(metadata, entries, payload_);
  return write(std::as_bytes(std::span(kSignature))) &&
         packet(static_cast<std::uint8_t>(PacketType::start), payload_);
}

bool PacketWriter::events(const BlockBuilder& block) {
  if (block.empty()) return is_good_;
  block_.clear();
  block.append_to(block_);
  payload_.clear();
  ByteWriter out(payload_);
  const EventRange& range = block.range();
  out.little(range.frame_begin);
  out.little(range.frame_end);
  out.little(range.rtss_begin);
  out.little(range.rtss_end);
  out.little(block.events());
  out.little(static_cast<std::uint8_t>(Encoding::self_describing));
  const std::size_t compression_at = out.position();
  out.little(static_cast<std::uint8_t>(Compression::none));
  out.little(std::uint16_t{0});
  out.little(static_cast<std::uint64_t>(block_.size()));
  payload_.resize(kEventBytes);
  const bool is_packed = compression_ == Compression::zstd &&
                         append_zstd(payload_, block_, zstd_level_) &&
                         payload_.size() - kEventBytes < block_.size();
  if (is_packed) {
    payload_[compression_at] = static_cast<std::byte>(Compression::zstd);
  } else {
    payload_.resize(kEventBytes);
    payload_.insert(payload_.end(), block_.begin(), block_.end());
  }
  events_ += block.events();
  return packet(static_cast<std::uint8_t>(PacketType::event), payload_);
}

bool PacketWriter::copy(Bytes file, const Packet& packet) {
  if (packet.is(PacketType::event)) {
    if (const auto source = read_event_header(packet.payload)) events_ += source->events;
  }
  if (packet.is_known()) return this->packet(packet.type, packet.payload);
  ++packets_;
  return write(file.subspan(static_cast<std::size_t>(packet.offset),
                            static_cast<std::size_t>(packet.end() - packet.offset)));
}

bool PacketWriter::end(double rtss, bool finished_without_errors, const PropertyTree& metadata,
                       PropertyRange entries) {
  payload_.clear();
  ByteWriter out(payload_);
  out.little(rtss);
  out.little(finished_without_errors ? kFinishedWithoutErrors : std::uint32_t{0});
  out.little(std::uint32_t{0});
  out.little(packets_ + 1);
  out.little(events_);
  write_metadata(metadata, entries, payload_);
  return packet(static_cast<std::uint8_t>(PacketType::end), payload_);
}

}  // namespace scrubjay::xrec
