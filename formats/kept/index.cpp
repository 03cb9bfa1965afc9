#include "formats/kept/index.h"

namespace scrubjay::kept {

namespace {

template <class Archive, class AnyIndex>
void archive(Archive& a, AnyIndex& index) {
  a.coordinates(index.coordinates);
  const auto place = [&](auto& at) { a(at.bytes.begin, at.bytes.size, at.part); };
  a.rows(index.groups, [&](auto& group) {
    place(group.place);
    a(group.first, group.frames);
  });
  a.rows(index.resources, place);
  a.rows(index.frames, [&](auto& frame) { a(frame); });
  a.rows(index.entities, [&](auto& entity) { a.row(entity, a.limits().entities); });
  a.rows(index.changes, [&](auto& change) {
    a(change.frame);
    a.coordinates(change.system);
  });
}

/// Groups follow each other, as add_group has them do.
bool are_in_order(const GrowingColumn<Index::Group>& groups) {
  std::uint64_t end = 0;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i].first < end || groups[i].frames > ~groups[i].first) return false;
    end = groups[i].first + groups[i].frames;
  }
  return true;
}

}  // namespace

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

bool Index::add_group(const PacketPlace& place, std::uint64_t first, std::uint64_t group_frames) {
  const std::size_t count = groups.size();
  if (count > 0 && first < groups[count - 1].first + groups[count - 1].frames) return false;
  groups.append(place, first, group_frames);
  return true;
}

void Index::save(IndexWriter& out) const { archive(out, *this); }

bool Index::load(IndexReader& in) {
  const CoordinateSystem before = coordinates;
  archive(in, *this);
  in.require(frames.size() == in.limits().frames && resources.size() == in.limits().resources &&
             are_in_order(groups));
  if (in.ok()) return true;
  clear();
  coordinates = before;
  return false;
}

void Index::clear() {
  groups.clear();
  frames.clear();
  entities.clear();
  changes.clear();
  resources.clear();
}

}  // namespace scrubjay::kept
