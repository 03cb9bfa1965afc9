#include "core/index_archive.h"
#include "formats/compression/inflate_for_index.h"
#include "formats/compression/outer_form.h"
#include "formats/framebyframe/reader.h"

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
  // Repaired, the text itself would have to be kept.
  if (!repaired_.empty() || !is_complete_) return false;
  out(std::uint64_t{index_.text.size()});
  if (is_extended_) return extension_.save(out);
  archive(out, index_, index_.text.size());
  save_keys(out, index_.entities);
  return true;
}

/// Sets index_.text, which is known to be whole: that of a large compressed file is in the cache as
/// well.
bool FrameByFrameReader::find_text(std::uint64_t expected_bytes) {
  const compression::OuterForm form = compression::outer_form(file_->bytes());
  if (form.is_compressed()) {
    inflated_ = compression::inflate_whole(*file_, form);
    if (inflated_ == nullptr) return false;
  }
  const Bytes bytes = form.is_compressed() ? inflated_->bytes() : file_->bytes();
  index_.text = {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  return bytes.size() == expected_bytes;
}

bool FrameByFrameReader::load_index(IndexReader& in) {
  std::uint64_t text_bytes = 0;
  in(text_bytes);
  const bool has_text = in.ok() && find_text(text_bytes);
  if (has_text && is_extended_ && extension_.load(in)) return true;
  if (has_text && !is_extended_) {
    archive(in, index_, text_bytes);
    load_keys(in, index_.entities);
    in.require(index_.frames.size() == in.limits().frames &&
               index_.resources.size() == in.limits().resources);
    if (in.ok()) return true;
  }
  inflated_.reset();
  index_.text = {};
  index_.container = Container::raw;
  index_.version = 1;
  index_.coordinates.clear();
  index_.frames.clear();
  index_.resources.clear();
  index_.entities.clear();
  return false;
}

}  // namespace scrubjay::framebyframe
