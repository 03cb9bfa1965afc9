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

bool is_read_alike(const Recording& a, const Recording& b) {
  return !a.reading().empty() && a.reading() == b.reading() && a.info().form() == b.info().form() &&
         a.info().coordinates == b.info().coordinates &&
         a.reader().hides_secrets() == b.reader().hides_secrets() && a.is_indexed() &&
         b.is_indexed() && !a.is_cancelled() && !b.is_cancelled();
}

/// Both are in the order of their bytes, and `b` has each at the same place behind `begin`.
bool is_same_place(const Timeline& a, const Timeline& b, FrameIndex frame, FrameBasis of_a,
                   FrameBasis of_b) {
  const ByteRange left = a.bytes(frame);
  const ByteRange right = b.bytes(frame);
  return left.begin >= of_a.begin && right.begin >= of_b.begin && left.size == right.size &&
         left.begin - of_a.begin == right.begin - of_b.begin && a.stream(frame) == b.stream(frame);
}

}  // namespace

std::size_t count_same_frames(const Recording& a, const Recording& b,
                              const std::atomic<bool>& cancelled) {
  if (!is_read_alike(a, b)) return 0;
  const Bytes of_a = a.file().bytes();
  const Bytes of_b = b.file().bytes();
  const std::optional<FrameBasis> basis_a = a.reader().frame_basis();
  const std::optional<FrameBasis> basis_b = b.reader().frame_basis();
  if (!basis_a || !basis_b || basis_a->way != basis_b->way) {
    const bool is_same =
        of_a.size() == of_b.size() && count_same_bytes(of_a, of_b, cancelled) == of_a.size();
    return is_same && a.frame_count() == b.frame_count() ? a.frame_count() : 0;
  }
  if (basis_a->begin > of_a.size() || basis_b->begin > of_b.size()) return 0;
  const std::uint64_t same =
      count_same_bytes(of_a.subspan(static_cast<std::size_t>(basis_a->begin)),
                       of_b.subspan(static_cast<std::size_t>(basis_b->begin)), cancelled);
  const std::size_t most = std::min(a.frame_count(), b.frame_count());
  std::uint64_t end = 0;  // of the frame before, as place in the file of A
  std::size_t frames = 0;
  for (; frames < most; ++frames) {
    const FrameIndex frame(frames);
    const ByteRange bytes = a.timeline().bytes(frame);
    if (!is_same_place(a.timeline(), b.timeline(), frame, *basis_a, *basis_b) ||
        bytes.begin < end || bytes.begin + bytes.size - basis_a->begin > same) {
      break;
    }
    end = bytes.begin + bytes.size;
  }
  return frames;
}

}  // namespace scrubjay::compare
