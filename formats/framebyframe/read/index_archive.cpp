#include "core/index_archive.h"
#include "formats/framebyframe/read/reader.h"

namespace scrubjay::framebyframe {

namespace {

/// All but the keys of entities. Texts have `text_bytes`.
template <class Archive, class AnyIndex>
void archive(Archive& a, AnyIndex& index, std::uint64_t text_bytes) {
  a.choice(index.container, Container::dump);
  a(index.version);
  a.rows(index.coordinates, [&](auto& system) { a.coordinates(system); });
  a.rows(index.frames, [&](auto& frame) {
    a.range(frame.bytes, text_bytes);
    a(frame.client, frame.is_repaired, frame.has_combined_ids);
    a.sure_row(frame.coordinates, index.coordinates.size());
  });
  a.rows(index.resources, [&](auto& resource) {
    a.row(resource.frame, a.limits().frames);
    a.range(resource.bytes, text_bytes);
  });
}

void save_keys(IndexWriter& out, const EntityMap& entities) {
  for (std::size_t i = 0; i < entities.size(); ++i) {
    const EntityKey& key = entities.key(EntityIndex(i));
    out(key.client, key.id);
  }
}

/// As many as the recording has entities, no two the same.
void load_keys(IndexReader& in, EntityMap& entities) {
  for (std::uint64_t i = 0; i < in.limits().entities && in.ok(); ++i) {
    EntityKey key;
    in(key.client, key.id);
    in.require(!entities.find(key).exists());
    if (in.ok()) entities.add(key);
  }
}

}  // namespace

bool FrameByFrameReader::save_index(IndexWriter& out) const {
  if (!text_.save(out)) return false;
  archive(out, index_, index_.text.size());
  save_keys(out, index_.entities);
  return true;
}

bool FrameByFrameReader::load_index(IndexReader& in) {
  if (!text_.load(in)) return false;
  index_.text = text_.text();
  archive(in, index_, index_.text.size());
  load_keys(in, index_.entities);
  in.require(index_.frames.size() == in.limits().frames &&
             index_.resources.size() == in.limits().resources);
  if (in.ok()) return true;
  index_.coordinates.clear();
  index_.frames.clear();
  index_.resources.clear();
  index_.entities.clear();
  return false;
}

}  // namespace scrubjay::framebyframe
