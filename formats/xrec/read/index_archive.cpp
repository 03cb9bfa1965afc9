#include <bit>
#include <memory>

#include "core/index_archive.h"
#include "formats/xrec/read/reader.h"

namespace scrubjay::xrec {

namespace {

template <class Archive, class AnyPacket>
void archive_packet(Archive& a, AnyPacket& packet) {
  a(packet.offset, packet.rtss.begin, packet.rtss.end, packet.samples, packet.touched.first,
    packet.touched.words);
}

template <class Archive, class AnyRow>
void archive_order(Archive& a, AnyRow& row, const FileIndex& index) {
  a(row.rtss.begin, row.rtss.end);
  a.sure_row(row.packet, index.packets.size());
}

template <class Archive, class AnyHeld>
void archive_held(Archive& a, AnyHeld& held, const FileIndex& index) {
  auto& [x, y, z, w] = held.value;
  a(held.rtss, held.place, held.is_local, x, y, z, w, held.packet, held.entity);
  a.check_sure_row(held.packet, index.packets.size());
  a.check_sure_row(held.entity, index.paths.size());
  a.choice(held.channel, Channel::scale);
}

/// All but paths, packets, their order and checkpoints.
template <class Archive, class AnyIndex>
void archive(Archive& a, AnyIndex& index) {
  a(index.origin);
  a.rows(index.touched.words(), [&](auto& word) { a(word); });
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

void load_packets(IndexReader& in, FileIndex& index) {
  in.rows(index.packets, [&](PacketRow& packet) {
    archive_packet(in, packet);
    const ChannelSets::Ref touched = packet.touched;
    in.require(touched.words <= ChannelMask::kWords &&
               (touched.words == 0 || std::has_single_bit(touched.words)) &&
               touched.first <= index.touched.size() &&
               touched.words <= index.touched.size() - touched.first);
  });
  for (PacketOrder* order : {&index.order, &index.silent}) {
    const std::uint64_t count = in.count();
    for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
      PacketOrder::Row row;
      archive_order(in, row, index);
      in.require(row.rtss.begin <= row.rtss.end);
      if (in.ok()) order->append(row.rtss, row.packet);
    }
  }
}

void load_rests(IndexReader& in, FileIndex& index) {
  in.rows(index.rests.samples(), [&](auto& held) { archive_held(in, held, index); });
  const std::uint64_t count = in.count();
  in.require(count <= index.order.size());
  for (std::uint64_t i = 0; i < count && in.ok(); ++i) {
    std::uint32_t end = 0;
    in(end);
    in.require(in.ok() && index.rests.add_end(end));
  }
}

void load_checkpoints(IndexReader& in, FileIndex& index) {
  Checkpoints::List list;
  in.rows(list, [&](auto& kept) {
    auto checkpoint = std::make_shared<Checkpoints::Checkpoint>();
    in(checkpoint->packets);
    in.require(checkpoint->packets <= index.order.size());
    in.rows(checkpoint->held, [&](auto& held) { archive_held(in, held, index); });
    kept = std::move(checkpoint);
  });
  in.require(in.ok() && index.checkpoints.restore(std::move(list)));
}

void load(IndexReader& in, FileIndex& index) {
  load_paths(in, index.paths);
  archive(in, index);
  in.require(index.frame_rtss.size() == in.limits().frames &&
             index.sample_counts.size() == index.paths.size());
  load_packets(in, index);
  load_rests(in, index);
  load_checkpoints(in, index);
  index.is_whole = true;
}

void clear(FileIndex& index) {
  index.paths.clear();
  index.packets.clear();
  index.touched.clear();
  index.order.clear();
  index.silent.clear();
  index.rests.clear();
  index.frame_rtss.clear();
  index.sample_counts.clear();
  index.checkpoints.clear();
  index.origin = 0;
  index.is_whole = false;
}

}  // namespace

bool XrecReader::save_index(IndexWriter& out) const {
  save_paths(out, index_.paths);
  archive(out, index_);
  out.rows(index_.packets, [&](const auto& packet) { archive_packet(out, packet); });
  for (const PacketOrder* order : {&index_.order, &index_.silent}) {
    out.rows(*order, [&](const auto& row) { archive_order(out, row, index_); });
  }
  out.rows(index_.rests.samples(), [&](const auto& held) { archive_held(out, held, index_); });
  out.rows(index_.rests.ends(), [&](const auto& end) { out(end); });
  out.rows(index_.checkpoints.list(), [&](const auto& checkpoint) {
    out(checkpoint->packets);
    out.rows(checkpoint->held, [&](const auto& held) { archive_held(out, held, index_); });
  });
  return true;
}

bool XrecReader::load_index(IndexReader& in) {
  load(in, index_);
  if (!in.ok()) clear(index_);
  return in.ok();
}

}  // namespace scrubjay::xrec
