#include "core/index_archive.h"
#include "formats/carla/read/reader.h"

namespace scrubjay::carla {

namespace {

template <class Archive, class AnyIndex>
void archive(Archive& a, AnyIndex& index) {
  VectorWidth width = index.width.load();
  PacketLayout layout = index.layout.load();
  a.choice(width, VectorWidth::float64);
  a.choice(layout, PacketLayout::doors_first);
  if constexpr (Archive::kReads) {
    index.width.store(width);
    index.layout.store(layout);
  }
  // A change leads to earlier ones alone, so that every chain ends.
  std::uint64_t before = 0;
  a.rows(index.states.changes(), [&](auto& change) {
    a(change.offset, change.bytes, change.frame, change.detail, change.depth);
    a.row(change.previous, before);
    a.row(change.jump, before);
    ++before;
  });
  const std::uint64_t changes = index.states.size();
  a.rows(index.actors, [&](auto& actor) {
    a(actor.add_offset, actor.add_bytes, actor.id, actor.type, actor.is_relative,
      actor.has_valid_texts);
    a.row(actor.spawn_parent, a.limits().entities);
    for (auto& head : actor.held) a.row(head, changes);
  });
  a.rows(index.scene_lights, [&](auto& light) {
    a(light.id);
    a.row(light.head, changes);
  });
  a.row(index.weather, changes);
}

void clear(FileIndex& index) {
  index.width.store(VectorWidth::float32);
  index.layout.store(PacketLayout::wheels_first);
  index.states.changes().clear();
  index.actors.clear();
  index.scene_lights.clear();
  index.weather.store(Change::kNone);
}

}  // namespace

bool CarlaReader::save_index(IndexWriter& out) const {
  archive(out, index_);
  return true;
}

bool CarlaReader::load_index(IndexReader& in) {
  archive(in, index_);
  in.require(index_.actors.size() == in.limits().entities);
  if (!in.ok()) clear(index_);
  return in.ok();
}

}  // namespace scrubjay::carla
