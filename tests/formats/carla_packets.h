#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "formats/carla/header.h"
#include "formats/carla/kept.h"
#include "formats/carla/read/packet_walker.h"

namespace scrubjay::carla {

/// The bodies of a frame's packets by their ids, those of what is kept left out.
using FramePackets = std::map<int, std::vector<std::string>>;

/// All frames of a file, packet by packet.
inline std::vector<FramePackets> packets_of(Bytes file) {
  std::vector<FramePackets> frames;
  const auto header = read_header(file);
  if (!header) return frames;
  PacketWalker walker(file, header->bytes, file.size());
  while (const auto packet = walker.next()) {
    if (packet->id == 0) frames.emplace_back();
    if (packet->id == kKeptPacket || frames.empty()) continue;
    frames.back()[packet->id].emplace_back(reinterpret_cast<const char*>(packet->body.data()),
                                           packet->body.size());
  }
  return frames;
}

/// How many frames differ in each packet, as "2: 1, 13: 6"; empty when none does. A packet that is
/// missing is not the same as an empty one.
inline std::string differences(Bytes a, Bytes b) {
  const auto of_a = packets_of(a);
  const auto of_b = packets_of(b);
  if (of_a.size() != of_b.size()) return "other numbers of frames";
  std::map<int, int> counts;
  for (std::size_t i = 0; i < of_a.size(); ++i) {
    for (int id = 0; id < 256; ++id) {
      const auto x = of_a[i].find(id);
      const auto y = of_b[i].find(id);
      const bool is_same = (x == of_a[i].end() && y == of_b[i].end()) ||
                           (x != of_a[i].end() && y != of_b[i].end() && x->second == y->second);
      if (!is_same) ++counts[id];
    }
  }
  std::string text;
  for (const auto& [id, count] : counts) {
    text += (text.empty() ? "" : ", ") + std::to_string(id) + ": " + std::to_string(count);
  }
  return text;
}

}  // namespace scrubjay::carla
