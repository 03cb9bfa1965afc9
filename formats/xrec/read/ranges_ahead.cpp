#include "formats/xrec/read/ranges_ahead.h"

#include <algorithm>
#include <limits>

#include "formats/xrec/packets.h"

namespace scrubjay::xrec {

namespace {

constexpr RangesAhead::Least kNothing{std::numeric_limits<double>::infinity(),
                                      std::numeric_limits<std::int64_t>::max()};
constexpr RangesAhead::Least kAnything{-std::numeric_limits<double>::infinity(),
                                       std::numeric_limits<std::int64_t>::min()};

void lower(RangesAhead::Least& least, const RangesAhead::Least& other) {
  least.rtss = std::min(least.rtss, other.rtss);
  least.frame = std::min(least.frame, other.frame);
}

}  // namespace

RangesAhead::RangesAhead(Bytes file) : rows_((file.size() >> kPieceBits) + 1, kNothing) {
  PacketWalker walker(file);
  while (const auto packet = walker.next()) {
    if (packet->is(PacketType::end)) break;
    if (!packet->is(PacketType::event)) continue;
    const auto header = read_event_header(packet->payload);
    if (!header) continue;
    lower(rows_[packet->offset >> kPieceBits],
          header->has_valid_range() ? Least{header->rtss_begin, header->frame_begin} : kAnything);
  }
  for (std::size_t row = rows_.size() - 1; row-- > 0;) lower(rows_[row], rows_[row + 1]);
}

RangesAhead::Least RangesAhead::behind(std::uint64_t offset) const {
  const std::uint64_t row = offset >> kPieceBits;
  return row < rows_.size() ? rows_[row] : kNothing;
}

}  // namespace scrubjay::xrec
