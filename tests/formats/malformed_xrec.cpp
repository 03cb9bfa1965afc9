// XREC recordings (formats/xrec/README.md) that are wrong.
#include "tests/core/test_values.h"
#include "tests/formats/damaged.h"
#include "tests/formats/malformed.h"
#include "tests/formats/xrec_nrbf_maker.h"

namespace scrubjay::xrec {
namespace {

ByteVector start() { return packet_bytes(1, start_payload()); }
ByteVector end(std::uint64_t packets = 3, std::uint64_t events = 2) {
  return packet_bytes(3, end_payload(packets, events));
}

/// Between a start packet, which ends at byte 56 with 4 of metadata, and an end packet.
ByteVector file_with(const ByteVector& packet, std::uint64_t events = 0) {
  return file_of({start(), packet, end(3, events)});
}

/// An event packet whose payload differs in one byte, with its own checksum.
ByteVector event_with(std::size_t at, std::uint8_t value) {
  return packet_bytes(2, changed(event_payload(small_block(), 2), at, value));
}

ByteVector event_with_double(std::size_t at, double value) {
  ByteVector payload = event_payload(small_block(), 2);
  const ByteVector number = Raw().f64(value).bytes;
  for (std::size_t i = 0; i < number.size(); ++i) payload[at + i] = number[i];
  return packet_bytes(2, payload);
}

ByteVector event_of(const ByteVector& block, std::uint32_t events = 1) {
  return packet_bytes(2, event_payload(block, events));
}

std::vector<Malformed> bad_containers() {
  const ByteVector whole = file_with(event_of(small_block(), 2), 2);
  return {
      {"nothing", {}, "fatal not-xrec@0"},
      {"another signature", changed(whole, 1, 0x59), "fatal not-xrec@0"},
      {"line ends of text mode", changed(whole, 5, 0x0A), "fatal not-xrec@0"},
      {"a signature alone", file_of({}), "fatal no-start-packet@8"},
      {"an event packet first", file_of({event_of(small_block(), 2), end()}),
       "fatal no-start-packet@8"},
      {"a start packet of 31 bytes", file_of({packet_bytes(1, cut(start_payload(), 5)), end()}),
       "fatal bad-start-packet@8"},
      {"a start packet that is cut", file_of({cut(start(), 3)}), "fatal no-start-packet@8"},
      {"a start packet with another checksum", changed(whole, 12, 0x77),
       "fatal bad-start-packet@8"},
      {"revision 2", file_of({packet_bytes(1, changed(start_payload(), 0, 2)), end(2, 0)}),
       "fatal unsupported-revision@8"},
      {"a start packet alone", file_of({start()}), "warning no-end-packet@60"},
      {"cut in a packet's head", cut(file_of({start(), end()}), end().size() - 7),
       "warning cut-off@60"},
      {"cut in an event packet", cut(file_of({start(), event_of(small_block(), 2)}), 9),
       "warning cut-off@60"},
      {"cut behind an event packet", file_of({start(), event_of(small_block(), 2)}),
       "warning no-end-packet@347"},
      {"two start packets", file_of({start(), start(), end(3, 0)}), "warning second-start@60"},
      {"a packet of type 50", file_with(packet_bytes(50, ByteVector(3))), "note unknown-packet@60"},
      {"an end packet of 31 bytes", file_of({start(), packet_bytes(3, cut(end_payload(2, 0), 5))}),
       "error bad-end-packet@60"},
      {"an end packet with another checksum",
       changed(file_of({start(), end(2, 0)}), file_of({start(), end(2, 0)}).size() - 1, 9),
       "error checksum@60"},
      {"an end with errors", file_of({start(), packet_bytes(3, changed(end_payload(2, 0), 8, 0))}),
       "warning ended-with-errors@60"},
      {"an end that counted other packets", file_of({start(), end(9, 0)}), "warning end-counts@60"},
      {"an end that counted other events", file_with(event_of(small_block(), 2), 7),
       "warning end-counts@347"},
      {"bytes behind the end", Raw().add(whole).u8(1).u8(2).bytes, "warning data-after-end@399"},
      {"a packet larger than the file",
       Raw().add(file_of({start()})).u8(2).u8(0).u16(0).u32(0).i64(1'000'000).u32(0).bytes,
       "warning cut-off@60"},
      {"metadata that are cut",
       file_of({packet_bytes(1, Raw().add(cut(start_payload(), 4)).u32(3).text("key").bytes),
                end(2, 0)}),
       "warning bad-metadata@8"},
      {"metadata that promise too much",
       file_of(
           {packet_bytes(1, Raw().add(cut(start_payload(), 4)).u32(0xFFFFFFFF).bytes), end(2, 0)}),
       "warning bad-metadata@8"},
  };
}

std::vector<Malformed> bad_event_packets() {
  const ByteVector good = event_payload(small_block(), 2);
  return {
      {"an event packet of 47 bytes", file_with(packet_bytes(2, ByteVector(47))),
       "error bad-event-packet@60"},
      {"another checksum", file_with(changed(packet_bytes(2, good), 40, 0x77)),
       "error checksum@60"},
      {"an encoding that is not known", file_with(event_with(36, 9)),
       "error unsupported-encoding@60"},
      {"a compression that is not known", file_with(event_with(37, 9)),
       "error unsupported-compression@60"},
      {"zstd that is none", file_with(event_with(37, 3)), "error decompress-failed@60"},
      {"LZ4 that is none", file_with(event_with(37, 4)), "error decompress-failed@60"},
      {"deflate that is none", file_with(event_with(37, 1)), "error decompress-failed@60"},
      {"gzip that is none", file_with(event_with(37, 2)), "error decompress-failed@60"},
      {"a block of another size", file_with(event_with(40, 9)), "error bad-event-packet@60"},
      {"a block of 72 PB", file_with(event_with(47, 1)), "error bad-event-packet@60"},
      {"a range that ends before it begins", file_with(event_with(0, 200), 2),
       "warning bad-range@60"},
      {"a range without a time", file_with(event_with_double(16, kNaN), 2), "warning bad-range@60"},
      {"events outside of their range", file_with(event_with(8, 1), 2),
       "warning event-outside-range@60"},
      {"another number of events", file_with(event_with(32, 5), 2),
       "error bad-event-packet@60, warning end-counts@347"},
      {"no block", file_with(event_of({}, 0)), "error bad-event-packet@60"},
      {"strings that promise too much", file_with(event_of(Raw().u32(0xFFFFFFFF).bytes)),
       "error bad-event-packet@60"},
      {"a string longer than the block", file_with(event_of(Raw().u32(1).u32(5000).bytes)),
       "error bad-event-packet@60"},
      {"types that promise too much", file_with(event_of(Raw().u32(0).u32(0xFFFFFF).bytes)),
       "error bad-event-packet@60"},
      {"a type without a name",
       file_with(event_of(Raw().u32(1).text("T").u32(1).u32(77).u32(0).u16(0).bytes)),
       "error bad-event-packet@60"},
      {"fields that promise too much",
       file_with(event_of(Raw().u32(1).text("T").u32(1).u32(0).u32(0).u16(60000).bytes)),
       "error bad-event-packet@60"},
  };
}

std::vector<Malformed> bad_events() {
  const auto value = [](Kind kind, const ByteVector& bytes) {
    return file_with(event_of(block_with_value(static_cast<std::uint8_t>(kind), bytes)), 1);
  };
  const auto unknown_kind = [](std::uint8_t kind) {
    return file_with(event_of(block_with_value(kind, Raw().u32(1).bytes)), 1);
  };
  ByteVector other_type =
      block_with_value(static_cast<std::uint8_t>(Kind::boolean), Raw().u8(1).bytes);
  other_type[other_type.size() - 25] = std::byte{9};
  ByteVector no_time =
      block_with_value(static_cast<std::uint8_t>(Kind::boolean), Raw().u8(1).bytes);
  no_time[no_time.size() - 6] = std::byte{0xFF};
  no_time[no_time.size() - 7] = std::byte{0xFF};
  return {
      {"a value of an unknown kind", unknown_kind(99), "error bad-event@60"},
      {"an event of an unknown type", file_with(event_of(other_type), 1), "error bad-event@60"},
      {"an event without a time", file_with(event_of(no_time), 1), "error bad-event@60"},
      {"a vec3 of 8 bytes", value(Kind::vec3, Raw().f32(1).f32(2).bytes), "error bad-event@60"},
      {"a vec3 of 16 bytes", value(Kind::vec3, Raw().f32(1).f32(2).f32(3).f32(4).bytes),
       "error bad-event@60"},
      {"a text behind the table", value(Kind::table_text, Raw().u32(900).bytes),
       "error bad-event@60"},
      {"a text longer than its event", value(Kind::text, Raw().u32(900).bytes),
       "error bad-event@60"},
      {"a list longer than its event", value(Kind::list, Raw().u32(0xFFFFFF).bytes),
       "error bad-event@60"},
      {"bytes longer than their event", value(Kind::bytes, Raw().u32(0x7FFFFFFF).bytes),
       "error bad-event@60"},
      {"a map without values", value(Kind::map, Raw().u32(2).bytes), "error bad-event@60"},
      {"an event longer than the block",
       file_with(event_of(cut(block_with_value(static_cast<std::uint8_t>(Kind::vec3),
                                               Raw().f32(1).f32(2).f32(3).bytes),
                              5)),
                 1),
       "error bad-event@60"},
  };
}

std::vector<Malformed> bad_nrbf() {
  const auto nrbf = [](const ByteVector& stream) {
    return file_with(packet_bytes(2, event_payload(stream, 1, Encoding::nrbf)), 1);
  };
  ByteVector version = NrbfMaker().end();
  version[9] = std::byte{7};
  NrbfMaker unknown;
  unknown.out.u8(99);
  NrbfMaker missing;
  missing.objects(1, 1).reference(44);
  NrbfMaker too_many;
  too_many.objects(1, 0x7FFFFFFF);
  NrbfMaker no_class;
  no_class.like(1, 55);
  NrbfMaker cut_class;
  cut_class.instance(1, "N.E", {{"a", kPrimitiveMember, kInt32}});
  NrbfMaker twice;
  twice.objects(1, 2).string(2, "a").string(2, "b");
  NrbfMaker bytes;
  bytes.out.u8(15).i32(1).i32(0x7FFFFFFF).u8(kByte);
  return {
      {"an NRBF stream of nothing", nrbf({}), "error bad-nrbf@60, warning end-counts@124"},
      {"an NRBF stream of version 7", nrbf(version), "error bad-nrbf@60, warning end-counts@142"},
      {"an NRBF record that is not known", nrbf(unknown.end()),
       "error bad-nrbf@60, warning end-counts@143"},
      {"an NRBF reference to nothing", nrbf(missing.end()),
       "error bad-nrbf@60, warning end-counts@156"},
      {"an NRBF array that promises too much", nrbf(too_many.end()),
       "error bad-nrbf@60, warning end-counts@151"},
      {"an NRBF class that is not there", nrbf(no_class.end()),
       "error bad-nrbf@60, warning end-counts@151"},
      {"an NRBF class that is cut", nrbf(cut_class.out.bytes),
       "error bad-nrbf@60, warning end-counts@158"},
      {"an NRBF id twice", nrbf(twice.end()), "error bad-nrbf@60, warning end-counts@165"},
      {"NRBF bytes that promise too much", nrbf(bytes.end()),
       "error bad-nrbf@60, warning end-counts@152"},
      {"an NRBF stream without an end", nrbf(NrbfMaker().null().out.bytes),
       "error bad-nrbf@60, warning end-counts@142"},
  };
}

}  // namespace
}  // namespace scrubjay::xrec

namespace scrubjay {

std::vector<Malformed> malformed_xrec() {
  std::vector<Malformed> all = xrec::bad_containers();
  for (const auto& part : {xrec::bad_event_packets(), xrec::bad_events(), xrec::bad_nrbf()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace scrubjay
