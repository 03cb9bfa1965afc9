#include "analysis/compare/same_frames.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

namespace scrubjay::compare {

namespace {

/// How many bytes both begin with. Stops early once cancelled.
std::uint64_t count_same_bytes(Bytes a, Bytes b, const std::atomic<bool>& cancelled) {
  constexpr std::size_t kStep = std::size_t{1} << 20;
  const std::size_t size = std::min(a.size(), b.size());
  if (a.data() == b.data()) return size;
  std::size_t same = 0;
  while (same < size && !cancelled) {
    const std::size_t step = std::min(kStep, size - same);
    if (std::memcmp(a.data() + same, b.data() + same, step) != 0) {
      const Bytes left = a.subspan(same, step);
      return same + static_cast<std::size_t>(
                        std::ranges::mismatch(left, b.subspan(same, step)).in1 - left.begin());
    }
    same += step;
  }
  return same;
}

bool is_same_part(const InputPart& a, const InputPart& b) {
  return a.name == b.name && a.begin == b.begin && a.size == b.size;
}

bool is_read_alike(const Recording& a, const Recording& b) {
  return !a.reading().empty() && a.reading() == b.reading() && a.info().form() == b.info().form() &&
         a.info().coordinates == b.info().coordinates &&
         std::ranges::equal(a.file().parts(), b.file().parts(), is_same_part) &&
         a.reader().hides_secrets() == b.reader().hides_secrets() && a.is_indexed() &&
         b.is_indexed() && !a.is_cancelled() && !b.is_cancelled();
}

/// How many frames from the first on stand beside their like, at most.
std::size_t count_paired_rows(const Pairing& pairing) {
  std::size_t frames = 0;
  if (pairing.by == FramesBy::time) return 0;
  for (const Item& item : pairing.items) {
    if (item.a.exists() && item.a == item.b)
      frames = std::max<std::size_t>(frames, item.a.value + 1);
  }
  return frames;
}

/// Whether the frame has the same bytes, as both files have the same from `begin` on.
bool has_same_place(const Recording& a, const Recording& b, FrameIndex frame, std::uint64_t begin_a,
                    std::uint64_t begin_b) {
  const ByteRange left = a.timeline().bytes(frame);
  const ByteRange right = b.timeline().bytes(frame);
  return left.begin >= begin_a && right.begin >= begin_b && left.size == right.size &&
         left.begin - begin_a == right.begin - begin_b &&
         a.timeline().stream(frame) == b.timeline().stream(frame);
}

bool has_same_events(const Recording& a, const Recording& b, FrameIndex frame) {
  const auto rows = a.events_in(frame, frame);
  if (rows != b.events_in(frame, frame)) return false;
  for (std::size_t row = rows.first; row < rows.second; ++row) {
    const EventInfo left = a.event(EventIndex(row));
    const EventInfo right = b.event(EventIndex(row));
    if (left.entity != right.entity || left.name != right.name || left.tag != right.tag ||
        left.order != right.order || left.source_detail != right.source_detail) {
      return false;
    }
  }
  return true;
}

std::size_t count_same_entities(const Recording& a, const Recording& b) {
  const std::size_t most = std::min(a.entity_count(), b.entity_count());
  std::size_t rows = 0;
  for (; rows < most; ++rows) {
    const EntityInfo left = a.entity(EntityIndex(rows));
    const EntityInfo right = b.entity(EntityIndex(rows));
    if (left.id != right.id || left.stream != right.stream) break;
  }
  return rows;
}

}  // namespace

SameFrames find_same_frames(const Recording& a, const Recording& b, const Pairing& pairing,
                            const std::atomic<bool>& cancelled) {
  const std::size_t most = std::min({count_paired_rows(pairing), a.frame_count(), b.frame_count()});
  if (most == 0 || !is_read_alike(a, b)) return {};
  const Bytes of_a = a.file().bytes();
  const Bytes of_b = b.file().bytes();
  const std::optional<FrameBasis> basis_a = a.reader().frame_basis();
  const std::optional<FrameBasis> basis_b = b.reader().frame_basis();
  const bool follows = basis_a && basis_b && basis_a->way == basis_b->way &&
                       basis_a->begin <= of_a.size() && basis_b->begin <= of_b.size();
  const std::uint64_t begin_a = follows ? basis_a->begin : 0;
  const std::uint64_t begin_b = follows ? basis_b->begin : 0;
  Bytes from_a = of_a.subspan(static_cast<std::size_t>(begin_a));
  if (follows) {
    // Nobody asks for more.
    const ByteRange last = a.timeline().bytes(FrameIndex(most - 1));
    const std::uint64_t end = std::max(last.begin + last.size, begin_a) - begin_a;
    from_a = from_a.first(static_cast<std::size_t>(std::min<std::uint64_t>(from_a.size(), end)));
  } else if (of_a.size() != of_b.size() || most < a.frame_count()) {
    return {};
  }
  const std::uint64_t same =
      count_same_bytes(from_a, of_b.subspan(static_cast<std::size_t>(begin_b)), cancelled);
  if (!follows && same < of_a.size()) return {};
  SameFrames found{.entities = count_same_entities(a, b)};
  // Of the frame before, in the file of A: frames out of order may come from behind it.
  std::uint64_t end = 0;
  for (; found.frames < most; ++found.frames) {
    const FrameIndex frame(found.frames);
    if (!has_same_place(a, b, frame, begin_a, begin_b) || !has_same_events(a, b, frame)) break;
    if (!follows) continue;
    const ByteRange bytes = a.timeline().bytes(frame);
    if (bytes.begin < end || bytes.begin + bytes.size - begin_a > same) break;
    end = bytes.begin + bytes.size;
  }
  return found;
}

}  // namespace scrubjay::compare
