#include "core/id_index.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace scrubjay {

IdIndex::IdIndex(const Recording& recording) : recording_(recording) {
  rows_.reserve(recording.entity_count());
  for (std::size_t i = 0; i < recording.entity_count(); ++i) rows_.emplace_back(i);
  std::ranges::sort(rows_, {}, [&](EntityIndex row) {
    const EntityInfo info = recording.entity(row);
    return std::tuple(info.stream, info.id, row);
  });
}

std::span<const EntityIndex> IdIndex::find(StreamIndex stream, std::string_view id) const {
  const auto found =
      std::ranges::equal_range(rows_, std::pair(stream, id), {}, [&](EntityIndex row) {
        const EntityInfo info = recording_.entity(row);
        return std::pair(info.stream, info.id);
      });
  return {found.begin(), found.end()};
}

EntityIndex IdIndex::meant(FrameIndex frame, std::string_view id) const {
  const auto rows = find(recording_.timeline().stream(frame), id);
  if (rows.empty()) return EntityIndex::none();
  EntityIndex meant = rows.front();
  if (rows.size() == 1) return meant;
  FrameIndex since = FrameIndex::none();
  std::vector<Lifetime> lives;
  for (const EntityIndex row : rows) {
    recording_.lifetimes_of(row, lives);
    for (const Lifetime& life : lives) {
      if (life.first > frame) continue;
      if (life.last >= frame) return row;
      if (since.exists() && since > life.first) continue;
      since = life.first;
      meant = row;
    }
  }
  return meant;
}

}  // namespace scrubjay
