#include "core/index_archive.h"
#include "formats/xrec/reader.h"

namespace scrubjay::xrec {

namespace {

template <class Archive, class AnyState>
void archive_state(Archive& a, AnyState& state, const FileIndex& index) {
  a.rows(state, [&](auto& entity) {
    for (auto& channel : entity.channels) {
      bool is_set = channel.is_set();
      a(is_set);
      if (!is_set) continue;
      a.sure_row(channel.packet, index.packets.size());
      a(channel.rtss, channel.place, channel.is_local);
      for (auto& value : channel.value) a(value);
    }
  });
  a.require(state.size() <= index.paths.size());
}

/// All but paths and checkpoints.
template <class Archive, class AnyIndex>
void archive(Archive& a, AnyIndex& index) {
  a(index.origin);
  a.rows(index.packets, [&](auto& packet) {
    a(packet.offset, packet.rtss.begin, packet.rtss.end, packet.samples);
  });
  a.rows(index.frame_rtss, [&](auto& rtss) { a(rtss); });
  a.rows(index.sample_counts, [&](auto& counts) {
    for (auto& count : counts) a(count);
  });
}

void save_paths(IndexWriter& out, const PathTable& paths) {
  for (std::uint32_t row = 0; row < paths.size(); ++row) {
    out(paths.path(row));
    out.row(paths.parent(row), row);
  }
}

/// As many as the recording has entities.
void load_paths(IndexReader& in, PathTable& paths) {
  for (std::uint64_t row = 0; row < in.limits().entities && in.ok(); ++row) {
    const std::string_view path = in.view();
    std::uint32_t parent = PathTable::kNone;
    in.row(parent, row);
    in.require(in.ok() && paths.restore(path, parent));
  }
}

void load_checkpoints(IndexReader& in, FileIndex& index) {
  std::vector<Checkpoints::Checkpoint> list;
  in.rows(list, [&](auto& checkpoint) {
    in(checkpoint.packets);
    in.require(checkpoint.packets <= index.by_end.size());
    archive_state(in, checkpoint.state, index);
  });
  in.require(in.ok() && index.checkpoints.restore(std::move(list)));
}

void load(IndexReader& in, FileIndex& index) {
  load_paths(in, index.paths);
  archive(in, index);
  in.require(index.frame_rtss.size() == in.limits().frames &&
             index.sample_counts.size() <= index.paths.size());
  if (!in.ok()) return;
  index.order_packets();
  load_checkpoints(in, index);
}

void clear(FileIndex& index) {
  index.paths.clear();
  index.packets.clear();
  index.frame_rtss.clear();
  index.sample_counts.clear();
  index.order_packets();
  index.checkpoints.clear();
  index.origin = 0;
}

}  // namespace

bool XrecReader::save_index(IndexWriter& out) const {
  if (is_extended_) {
    extension_.states.save(out);
    out.rows(extension_.resources,
             [&](const auto& resource) { out(resource.packet, resource.place); });
    return true;
  }
  save_paths(out, index_.paths);
  archive(out, index_);
  out.rows(index_.checkpoints.list(), [&](const auto& checkpoint) {
    out(checkpoint.packets);
    archive_state(out, checkpoint.state, index_);
  });
  return true;
}

bool XrecReader::load_index(IndexReader& in) {
  if (is_extended_) {
    if (!extension_.states.load(in)) return false;
    in.rows(extension_.resources, [&](auto& resource) { in(resource.packet, resource.place); });
    in.require(extension_.resources.size() == in.limits().resources);
    if (in.ok()) return true;
    extension_.states.clear();
    extension_.resources.clear();
    return false;
  }
  load(in, index_);
  if (!in.ok()) clear(index_);
  return in.ok();
}

}  // namespace scrubjay::xrec
