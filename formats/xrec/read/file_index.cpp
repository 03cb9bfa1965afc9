#include "formats/xrec/read/file_index.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrubjay::xrec {

double FileIndex::rtss_at(Seconds time) const {
  // The sum is rounded: a few steps lead to the last RTSS whose difference is not above `time`.
  constexpr double kUp = std::numeric_limits<double>::infinity();
  double rtss = time + origin;
  for (int i = 0; i < 4 && rtss - origin > time; ++i) rtss = std::nextafter(rtss, -kUp);
  for (int i = 0; i < 4; ++i) {
    const double next = std::nextafter(rtss, kUp);
    if (next - origin > time) break;
    rtss = next;
  }
  return rtss;
}

bool moves(EventKind kind) {
  return kind == EventKind::position || kind == EventKind::rotation || kind == EventKind::scale ||
         kind == EventKind::transform;
}

void append_samples(const CapturedEvent& event, std::uint32_t entity, std::vector<Sample>& out) {
  const KnownFields& known = event.known;
  const auto add = [&](Channel channel, const ChannelValue& value, bool is_local) {
    out.push_back({event.rtss, event.place, entity, value, channel, is_local});
  };
  const bool sets_all = known.kind == EventKind::transform;
  if (sets_all || known.kind == EventKind::position) {
    const glm::vec3& p = known.position;
    add(Channel::position, {p.x, p.y, p.z, 0.0F}, known.is_local);
  }
  if (sets_all || known.kind == EventKind::rotation) {
    const glm::quat& q = known.rotation;
    add(Channel::rotation, {q.x, q.y, q.z, q.w}, known.is_local);
  }
  if (sets_all || known.kind == EventKind::scale) {
    // formats/xrec/README.md, 7.2: always local, there is no world scale to set.
    const glm::vec3& s = known.scale;
    add(Channel::scale, {s.x, s.y, s.z, 0.0F}, true);
  }
}

bool read_samples(const FileIndex& index, std::uint32_t packet, EventPacketReader& reader,
                  PacketPaths& paths, std::vector<Sample>& out) {
  out.clear();
  const auto found = event_packet_at(index.file, index.packets[packet].offset);
  if (!found) return false;
  Problems told_before;
  paths.begin_packet();
  const bool is_read = visit_events(*found, reader, told_before, [&](const CapturedEvent& event) {
    if (!moves(event.known.kind)) return;
    const std::uint32_t entity =
        paths.row(event.known, [&](std::string_view path) { return index.paths.find(path); });
    // A file that was rewritten since may name others.
    if (entity != PathTable::kNone) append_samples(event, entity, out);
  });
  if (!std::ranges::is_sorted(out, {}, &Sample::rtss)) {
    std::ranges::stable_sort(out, {}, &Sample::rtss);
  }
  return is_read;
}

std::span<const Sample> samples_between(std::span<const Sample> samples, double after,
                                        double until) {
  const std::size_t first =
      partition_row(samples.size(), [&](std::size_t i) { return samples[i].rtss <= after; });
  const std::size_t end =
      partition_row(samples.size(), [&](std::size_t i) { return samples[i].rtss <= until; });
  return end < first ? std::span<const Sample>() : samples.subspan(first, end - first);
}

}  // namespace scrubjay::xrec
