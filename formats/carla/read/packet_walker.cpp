#include "formats/carla/read/packet_walker.h"

#include <algorithm>
#include <string>

namespace scrubjay::carla {

namespace {

Bytes range_of(Bytes file, std::uint64_t begin, std::uint64_t end) {
  end = std::min<std::uint64_t>(end, file.size());
  begin = std::min(begin, end);
  return file.subspan(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
}

}  // namespace

PacketWalker::PacketWalker(Bytes file, std::uint64_t begin, std::uint64_t end)
    : reader_(range_of(file, begin, end), std::min<std::uint64_t>(begin, file.size())) {}

std::optional<Packet> PacketWalker::next() {
  ByteReader ahead = reader_;
  Packet packet;
  packet.offset = ahead.offset();
  const auto id = ahead.little<std::uint8_t>();
  const auto size = ahead.little<std::uint32_t>();
  if (!id || !size) return std::nullopt;
  const auto body = ahead.bytes(*size);
  if (!body) return std::nullopt;
  packet.id = *id;
  packet.body = *body;
  reader_ = ahead;
  return packet;
}

std::optional<std::uint32_t> PacketWalker::claimed_size() const {
  ByteReader ahead = reader_;
  ahead.skip(1);
  return ahead.little<std::uint32_t>();
}

std::size_t declared_count(Bytes body) {
  return ByteReader(body).little<std::uint16_t>().value_or(0);
}

FixedList fixed_list(Bytes body, std::size_t record_bytes) {
  constexpr std::size_t kCountModulus = 0x10000;
  FixedList list;
  list.record_bytes = record_bytes;
  if (body.size() < kListCountBytes) {
    list.fit = FixedList::Fit::too_short;
    return list;
  }
  list.declared = declared_count(body);
  const std::size_t bytes = body.size() - kListCountBytes;
  const std::size_t fitting = bytes / record_bytes;
  list.count = std::min(list.declared, fitting);
  if (list.declared * record_bytes == bytes) {
    list.fit = FixedList::Fit::exact;
  } else if (fitting * record_bytes == bytes && fitting > list.declared &&
             fitting % kCountModulus == list.declared) {
    list.fit = FixedList::Fit::wrapped;
    list.count = fitting;
  } else {
    list.fit = list.declared > fitting ? FixedList::Fit::too_short : FixedList::Fit::too_long;
  }
  list.records = body.subspan(kListCountBytes, list.count * record_bytes);
  return list;
}

void add_packet_counts(PropertyTree& details, const PacketCounts& counts) {
  const auto packets = details.open("packets", PropertyType::group);
  for (std::size_t id = 0; id < counts.size(); ++id) {
    if (counts[id] == 0) continue;
    details.integer(details.keep(std::to_string(id)), static_cast<std::int64_t>(counts[id]));
  }
  details.close(packets);
}

}  // namespace scrubjay::carla
