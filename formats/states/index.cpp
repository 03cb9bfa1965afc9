#include "formats/states/index.h"

namespace scrubjay::states {

CoordinateSystem Index::coordinates_at(FrameIndex frame) const {
  const std::size_t after = partition_row(
      changes.size(), [&](std::size_t row) { return changes[row].frame <= frame.value; });
  return after == 0 ? coordinates : changes[after - 1].system;
}

EntityIndex Index::entity(std::uint32_t written) const {
  EntityIndex found;
  if (written < entities.size()) found.value = entities[written];
  return found;
}

std::optional<std::size_t> Index::group_of(std::uint64_t written_frame) const {
  const std::size_t after = partition_row(
      groups.size(), [&](std::size_t row) { return groups[row].first <= written_frame; });
  if (after == 0) return std::nullopt;
  const Group& group = groups[after - 1];
  if (written_frame - group.first >= group.frames) return std::nullopt;
  return after - 1;
}

bool Index::add_group(std::uint64_t place, std::uint64_t first, std::uint64_t group_frames) {
  const std::size_t count = groups.size();
  if (count > 0 && first < groups[count - 1].first + groups[count - 1].frames) return false;
  groups.append(place, first, group_frames);
  return true;
}

}  // namespace scrubjay::states
