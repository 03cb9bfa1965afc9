#include "formats/xrec/read/container.h"

#include <cmath>
#include <string>

#include "formats/xrec/limits.h"
#include "formats/xrec/read/decompress.h"

namespace scrubjay::xrec {

namespace {

Bytes block_of(Bytes payload) { return payload.subspan(kEventBytes); }

std::string counted(std::uint64_t count, const char* what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

/// The first reason why an event packet's header cannot be believed; nothing when it can.
std::optional<std::string> why_bad(const std::optional<EventPacketHeader>& header,
                                   std::size_t payload) {
  if (payload > limits::kMostPayloadBytes) return "Its payload is larger than 1 GiB.";
  if (!header) return "Its payload has fewer than 48 bytes.";
  if (header->block_bytes > limits::kMostBlockBytes) return "Its block is larger than 256 MiB.";
  const bool is_stored = header->compression == static_cast<std::uint8_t>(Compression::none);
  if (is_stored && header->block_bytes != payload - kEventBytes) {
    return "Its block is not compressed, but has another size than the packet promises.";
  }
  return std::nullopt;
}

}  // namespace

std::optional<EventPacket> event_packet_at(Bytes file, std::uint64_t offset) {
  const auto packet = packet_at(file, offset);
  if (!packet || !packet->is(PacketType::event)) return std::nullopt;
  const auto header = read_event_header(packet->payload);
  if (why_bad(header, packet->payload.size())) return std::nullopt;
  return EventPacket{offset, *header, block_of(packet->payload)};
}

Result<Container> Container::open(Bytes file, Problems& problems) {
  if (!has_signature(file)) {
    return failure(make_problem(
        code::kNotXrec, 0,
        "This is not an XREC recording of the layout that this program reads. The vendor of the "
        "MAGES SDK has not published the layout of its own files: those cannot be opened."));
  }
  Container container(file);
  if (auto read = container.read_start_packet(problems); !read) return failure(read.error());
  return container;
}

Result<void> Container::read_start_packet(Problems& problems) {
  const std::uint64_t offset = walker_.offset();
  const auto packet = walker_.next();
  if (!packet || !packet->is(PacketType::start)) {
    return failure(make_problem(code::kNoStartPacket, offset,
                                packet ? "The first packet is no start packet."
                                       : "The file ends before its start packet does."));
  }
  const auto bad = [&](const char* why) {
    return failure(make_problem(code::kBadStartPacket, offset, why));
  };
  if (packet->payload.size() > limits::kMostPayloadBytes)
    return bad("The start packet is over 1 GiB.");
  const auto start = read_start(packet->payload);
  if (!start) return bad("The start packet has fewer than 32 bytes.");
  if (!packet->checksum_fits()) return bad("The start packet's checksum differs: it is damaged.");
  if (start->revision != kRevision) {
    return failure(make_problem(code::kUnsupportedRevision, offset,
                                "The recording has revision " + std::to_string(start->revision) +
                                    " of the layout; this program reads revision 1."));
  }
  start_ = *start;
  packets_ = 1;
  problems.begin(offset);
  start_metadata_ = read_metadata(packet->payload.subspan(kStartBytes), problems);
  if (!std::isfinite(start_.rtss)) {
    problems.add(code::kBadRange, [] {
      return std::string("The start packet's time is not finite; the events' first one is taken.");
    });
  }
  return {};
}

void Container::stop_before_cut(Problems& problems) {
  stopped_ = true;
  if (walker_.at_end()) {
    problems.add_at(code::kNoEndPacket, file_.size(), [&] {
      return "The recording has no end packet: it was not finished. Everything up to here "
             "is complete.";
    });
  } else {
    problems.add_at(code::kCutOff, walker_.offset(), [&] {
      return "The recording was cut off inside a packet. Everything before is complete.";
    });
  }
}

namespace {

bool check(const Packet& packet, Problems& problems) {
  const bool is_whole = packet.checksum_fits();
  if (!is_whole) {
    problems.add(code::kChecksum, [&] {
      return packet.is(PacketType::end)
                 ? std::string("The end packet's checksum differs: it is damaged.")
                 : std::string(
                       "The packet's checksum differs: it is damaged, its events are lost.");
    });
  }
  return is_whole;
}

}  // namespace

std::optional<Container::Step> Container::next(Problems& problems) {
  auto step = walk(problems);
  if (step) examine(*step, problems);
  return step;
}

std::optional<Container::Step> Container::walk(Problems& problems) {
  if (stopped_) return std::nullopt;
  const auto packet = walker_.next();
  if (!packet) {
    stop_before_cut(problems);
    return std::nullopt;
  }
  ++packets_;
  problems.begin(packet->offset);
  Step step{*packet, std::nullopt};
  if (packet->is(PacketType::start)) {
    problems.add(code::kSecondStart,
                 [] { return std::string("Another start packet stands here; it is ignored."); });
    return step;
  }
  if (!packet->is_known()) {
    problems.add(code::kUnknownPacket, [&] {
      return "A packet of the unknown type " + std::to_string(packet->type) + " is skipped.";
    });
    return step;
  }
  if (packet->is(PacketType::end)) {
    stopped_ = true;
    end_offset_ = packet->offset;
    if (check(*packet, problems)) read_end_packet(*packet, problems);
    if (!walker_.at_end()) {
      problems.add_at(code::kDataAfterEnd, walker_.offset(), [&] {
        return counted(file_.size() - walker_.offset(), "byte") +
               " behind the end packet are ignored.";
      });
    }
  }
  return step;
}

void Container::examine(Step& step, Problems& problems) {
  if (!step.packet.is(PacketType::event) || !check(step.packet, problems)) return;
  const Bytes payload = step.packet.payload;
  const auto header = read_event_header(payload);
  if (const auto why = why_bad(header, payload.size())) {
    problems.add(code::kBadEventPacket,
                 [&] { return "An event packet cannot be read; its events are lost. " + *why; });
    return;
  }
  if (!Decompressor::knows(header->compression)) {
    problems.add(code::kUnsupportedCompression, [&] {
      return "An event packet is compressed by the unknown method " +
             std::to_string(header->compression) + "; its events are lost.";
    });
    return;
  }
  if (header->encoding > static_cast<std::uint8_t>(Encoding::nrbf)) {
    problems.add(code::kUnsupportedEncoding, [&] {
      return "The events of a packet have the unknown encoding " +
             std::to_string(header->encoding) + "; they are lost.";
    });
    return;
  }
  step.event = EventPacket{step.packet.offset, *header, block_of(payload)};
}

void Container::read_end_packet(const Packet& packet, Problems& problems) {
  const auto end = read_end(packet.payload);
  if (!end || packet.payload.size() > limits::kMostPayloadBytes) {
    problems.add(code::kBadEndPacket, [] {
      return std::string("The end packet cannot be read; the recording counts as not finished.");
    });
    return;
  }
  end_ = *end;
  end_metadata_ = read_metadata(packet.payload.subspan(kEndBytes), problems);
  if (!end->finished_without_errors()) {
    problems.add(code::kEndedWithErrors, [] {
      return std::string("The recorder says that the recording ended with errors.");
    });
  }
  if (!std::isfinite(end->rtss)) {
    problems.add(code::kBadRange, [] {
      return std::string("The end packet's time is not finite; the events' last one is taken.");
    });
  }
}

void Container::check_counts(std::uint64_t events, Problems& problems) const {
  if (!end_ || (end_->packets == packets_ && end_->events == events)) return;
  problems.add_at(code::kEndCounts, end_offset_, [&] {
    return "The end packet counts " + counted(end_->packets, "packet") + " and " +
           counted(end_->events, "event") + "; found were " + counted(packets_, "packet") +
           " and " + counted(events, "event") + ".";
  });
}

}  // namespace scrubjay::xrec
