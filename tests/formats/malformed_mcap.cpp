// Files of MCAP's layout (formats/mcap/README.md) that are wrong.
#include <string>

#include "formats/mcap/descriptor.h"
#include "formats/mcap/records.h"
#include "tests/core/bytes_of.h"
#include "tests/formats/damaged.h"
#include "tests/formats/malformed.h"
#include "tests/formats/mcap_test_file.h"

namespace scrubjay::mcap {
namespace {

/// The channel 1 is one of transforms.
std::string transforms_front() { return foxglove(1, "FrameTransforms") + channel(1, 1, "/tf"); }

std::string moved(std::uint64_t time) {
  return message(1, time, transforms(time, {{"map", "a", 1, 0, 0}}));
}

std::string good() { return transforms_front() + moved(1) + moved(2); }

/// A whole file of one chunk, which begins at byte 29.
std::vector<std::byte> of_records(const std::string& records, const ChunkForm& form = {}) {
  return bytes_of(FileMaker().add_chunk(records, form).summed());
}

/// The same with transforms in front, so that there is a frame.
std::vector<std::byte> behind_good(const std::string& records) {
  return of_records(good() + records);
}

std::vector<std::byte> loose(const std::string& records) {
  return bytes_of(FileMaker().add(records).plain());
}

/// A summary that its own footer leads to.
std::vector<std::byte> with_summary(const std::string& summary) {
  std::string file = FileMaker().add_chunk(good()).open_end() + data_end();
  const std::uint64_t start = file.size();
  file += summary + record(kFooter, little(start, 8) + little(0, 8) + little(0, 4));
  return bytes_of(file + std::string(kMagic));
}

std::string chunk_index(std::uint64_t start, std::uint64_t length) {
  return record(kChunkIndex, little(1, 8) + little(2, 8) + little(start, 8) + little(length, 8) +
                                 little(0, 4) + little(0, 8) + text("") + little(0, 8) +
                                 little(0, 8));
}

std::string footer(std::uint64_t summary) {
  return data_end() + record(kFooter, little(summary, 8) + little(0, 8) + little(0, 4)) +
         std::string(kMagic);
}

std::vector<Malformed> bad_ends() {
  const std::string whole = FileMaker().add_chunk(good()).summed();
  const std::string open = FileMaker().add_chunk(good()).open_end();
  const std::string magic(kMagic);
  return {
      {"nothing", {}, "fatal empty-file@0"},
      {"half a magic", bytes_of(magic.substr(0, 4)), "fatal not-mcap@0"},
      {"another version", bytes_of("\x89MCAP1\r\n"), "fatal not-mcap@0"},
      {"a magic alone", bytes_of(magic), "error cut-off@8"},
      {"no header", bytes_of(magic + data_end() + magic),
       "warning bad-header@8, warning cut-off@21"},
      {"a header that is not whole", bytes_of(magic + record(kHeader, "abc")),
       "warning bad-header@8, error cut-off@20"},
      {"a header alone", bytes_of(FileMaker().plain()), "note no-summary@42"},
      {"nothing behind a chunk", bytes_of(open), "error cut-off@1081"},
      {"cut in a chunk", cut(bytes_of(open), 3), "error cut-off@29"},
      {"cut in the magic at the end", cut(bytes_of(whole), 3), "warning cut-off@1251"},
      {"cut in the summary", cut(bytes_of(whole), 60), "warning cut-off@1149"},
      {"a summary whose sum is wrong", bytes_of(FileMaker().add_chunk(good()).summed(1)),
       "warning bad-summary@1222"},
      {"a summary behind the file", bytes_of(open + footer(1 << 30)), "warning bad-summary@1094"},
      {"a summary in the magic", bytes_of(open + footer(3)), "warning bad-summary@1094"},
      {"a footer in the data", loose(good() + record(kFooter, little(0, 20))),
       "note no-summary@1074, warning no-data-end@1032"},
      {"a chunk that is not there", with_summary(chunk_index(20, 100)), "warning bad-summary@1167"},
      {"a chunk of another length", with_summary(chunk_index(29, 10)), "warning bad-summary@1167"},
      {"a chunk told twice",
       with_summary(chunk_index(29, open.size() - 29) + chunk_index(29, open.size() - 29)),
       "warning bad-summary@1240"},
      {"a chunk index that is too short", with_summary(record(kChunkIndex, "abc")),
       "warning bad-summary@1106"},
      {"half a record in the summary", with_summary("\x08"), "warning bad-summary@1095"},
      {"an attachment that is not there",
       with_summary(chunk_index(29, open.size() - 29) +
                    record(kAttachmentIndex,
                           little(9, 8) + little(9, 8) + little(0, 24) + text("") + text(""))),
       "warning bad-summary@1224"},
      {"metadata that are not there",
       with_summary(record(kMetadataIndex, little(1, 8) + little(1, 8) + text(""))),
       "warning bad-summary@1123"},
  };
}

std::vector<Malformed> bad_chunks() {
  const ChunkForm zstd{.first = 1, .last = 2, .compression = "zstd"};
  ChunkForm larger = zstd;
  larger.size_change = 1;
  ChunkForm smaller = zstd;
  smaller.size_change = -1;
  ChunkForm huge = zstd;
  huge.size_change = 1 << 29;
  ChunkForm summed = zstd;
  summed.crc_change = 1;
  return {
      {"a chunk that is larger than it says", of_records(good(), smaller), "error bad-chunk@29"},
      {"a chunk that is smaller than it says", of_records(good(), larger), "error bad-chunk@29"},
      {"a chunk of half a gigabyte", of_records(good(), huge), "error bad-chunk@29"},
      {"a chunk with another sum", of_records(good(), summed), "warning bad-crc@29"},
      {"a chunk in another compression", of_records(good(), {.compression = "rar"}),
       "error unknown-compression@29"},
      {"a chunk that is no lz4",
       loose(record(kChunk, little(0, 16) + little(9, 8) + little(0, 4) + text("lz4") +
                                little(3, 8) + "abc")),
       "note no-summary@97, error bad-chunk@29"},
      {"a chunk with a head that is not whole", loose(record(kChunk, "abc")),
       "note no-summary@54, error bad-chunk@29"},
      {"a chunk longer than its record",
       loose(record(
           kChunk, little(0, 16) + little(9, 8) + little(0, 4) + text("") + little(99, 8) + "abc")),
       "note no-summary@94, error bad-chunk@29"},
      {"half a record in a chunk", of_records(good() + "\x05"), "error bad-record@29"},
      {"a chunk of nothing", of_records(""), ""},
  };
}

std::vector<Malformed> bad_records() {
  const std::string vectors = foxglove_schema("Vector3");
  return {
      {"a message that is too short", behind_good(record(kMessage, "abc")), "error bad-record@29"},
      {"a message that is too short outside of chunks", loose(good() + record(kMessage, "abc")),
       "note no-summary@1057, error bad-record@1032"},
      {"a schema that is too short", behind_good(record(kSchema, "abc")), "error bad-record@29"},
      {"a schema outside that is too short", loose(record(kSchema, "abc") + good()),
       "note no-summary@1057, error bad-record@29"},
      {"a channel that is too short", behind_good(record(kChannel, "abc")), "error bad-record@29"},
      {"a channel outside that is too short", loose(record(kChannel, "abc") + good()),
       "note no-summary@1057, error bad-record@29"},
      {"a map that does not end at its length",
       behind_good(record(kChannel, little(2, 2) + little(1, 2) + text("/a") + text("protobuf") +
                                        little(3, 4) + "abc")),
       "error bad-record@29"},
      {"a schema of number 0", behind_good(foxglove(0, "Log")), "error bad-record@29"},
      {"a schema that is another one", behind_good(foxglove(1, "Log")),
       "warning changed-schema@29"},
      {"a channel that is another one", behind_good(channel(1, 1, "/other")),
       "warning changed-channel@29"},
      {"a channel without its schema", behind_good(channel(2, 7, "/x") + message(2, 3, "")),
       "error unknown-schema@29"},
      {"a channel of JSON without its schema",
       behind_good(channel(2, 7, "/x", "json") + message(2, 3, "{}")), "warning unknown-schema@29"},
      {"a channel of Protobuf that names no schema",
       behind_good(channel(2, 0, "/x") + message(2, 3, "")), "note unread-encoding"},
      {"a message without its channel", behind_good(message(9, 3, "")), "error unknown-channel@29"},
      {"an encoding that is not read", behind_good(channel(2, 0, "/x", "cdr") + message(2, 3, "")),
       "note unread-encoding"},
      {"times that run back", of_records(good() + moved(9)), ""},
      {"chunks out of order",
       bytes_of(FileMaker()
                    .add_chunk(transforms_front() + moved(5), {.first = 1})
                    .add_chunk(moved(3), {.first = 2})
                    .summed()),
       "warning time-order@1014"},
      {"an attachment that is too short", loose(good() + record(kAttachment, "abc")),
       "note no-summary@1057, error bad-record@1032"},
      {"metadata that are too short", loose(good() + record(kMetadata, "abc")),
       "note no-summary@1057, error bad-record@1032"},
      {"an opcode that nobody knows", behind_good(record(0x42, "abc")), ""},
      {"a private opcode", behind_good(record(0xF0, "abc")), ""},
      {"a schema that is no descriptor",
       behind_good(schema(2, "a.B", "protobuf", "abc") + channel(2, 2, "/x") + message(2, 3, "")),
       "error bad-schema@29"},
      {"a schema without the message it names",
       behind_good(schema(2, "a.B", "protobuf", vectors) + channel(2, 2, "/x") + message(2, 3, "")),
       "error bad-schema@29"},
      {"a schema with a message twice",
       behind_good(schema(2, "foxglove.Vector3", "protobuf", vectors + vectors) +
                   channel(2, 2, "/x") + message(2, 3, "")),
       "error bad-schema@29"},
  };
}

/// What stands in a chunk with a channel 2 of Log messages and 3 of JSON.
std::vector<std::byte> with_message(std::uint16_t channel_id, const std::string& data) {
  return of_records(transforms_front() + foxglove(2, "Log") + channel(2, 2, "/log") +
                    channel(3, 0, "/json", "json") + moved(1) + message(channel_id, 2, data));
}

std::vector<Malformed> bad_messages() {
  return {
      {"a varint without an end", with_message(1, std::string(11, '\xFF')), "error bad-message@29"},
      {"a field of number 0", with_message(1, std::string(2, '\0')), "error bad-message@29"},
      {"a field longer than its message", with_message(1, "\x0A\x20x"), "error bad-message@29"},
      {"a wire type that there is not", with_message(1, "\x0F"), "error bad-message@29"},
      {"a group without an end", with_message(1, "\x0B"), "error bad-message@29"},
      {"a group with its end", with_message(1, "\x0B\x10\x01\x0C"), "note unknown-field@29"},
      {"an end of a group alone", with_message(1, "\x0C"), "error bad-message@29"},
      {"a list that is a number", with_message(1, "\x08\x01"), "error bad-message@29"},
      {"a transform that is not whole", with_message(1, "\x0A\x03\x12\x05w"),
       "error bad-message@29"},
      {"a log that is cut", with_message(2, "\x1A\x09he"), "error bad-message@29"},
      {"JSON that is none", with_message(3, "{\"a\":"), "error bad-message@29"},
      {"JSON that nests too deep", with_message(3, std::string(200, '[') + std::string(200, ']')),
       "error limit@29"},
  };
}

/// Files that say to be our own.
std::vector<std::byte> own(const std::string& records) {
  return bytes_of(FileMaker()
                      .add(metadata("scrubjay.recording", {{"time_offset_ns", "x"}}))
                      .add_chunk(records)
                      .summed());
}

/// A State of the entity that is called `label`.
std::string own_state(const std::string& label) {
  std::string out;
  MessageWriter(out).message(1, [&](MessageWriter& self) {
    self.bytes(1, label);
    self.bytes(2, label);
  });
  return out;
}

std::string own_frame(double time) {
  std::string out;
  MessageWriter(out).number(2, time);
  return out;
}

/// Channel 1 tells of frames, 2 of an entity, 3 of events.
std::string own_front() {
  const auto kind = [](const std::string& word) {
    DescriptorSet set;
    set.add({"scrubjay/" + word + ".proto", "scrubjay." + word, {}, {{"State", {}, {}}}});
    return set.bytes();
  };
  return schema(1, "scrubjay.frame.State", "protobuf", kind("frame")) +
         schema(2, "scrubjay.car.State", "protobuf", kind("car")) + foxglove(3, "Event") +
         channel(1, 1, "/frame") + channel(2, 2, "/entities/a") + channel(3, 3, "/events");
}

std::vector<Malformed> bad_own() {
  const std::string frame = own_front() + message(1, 1, own_frame(1));
  return {
      {"our own frame", own(frame + message(2, 1, own_state("a"))), ""},
      {"our own entity in no frame", own(own_front() + message(2, 1, own_state("a"))),
       "error no-frame@87"},
      {"our own event in no frame", own(own_front() + message(3, 1, "")), "error no-frame@87"},
      {"our own state without its entity", own(frame + message(2, 1, "")), "error bad-message@87"},
      {"our own state that is cut", own(frame + message(2, 1, "\x0A\x02\x12\x09")),
       "error bad-message@87"},
      {"our own entity twice",
       own(frame + message(2, 1, own_state("a")) + message(2, 1, own_state("a"))), ""},
      {"our own time that runs back", own(frame + message(1, 2, own_frame(-5))),
       "warning time-order@87"},
  };
}

}  // namespace
}  // namespace scrubjay::mcap

namespace scrubjay {

std::vector<Malformed> malformed_mcap() {
  std::vector<Malformed> all;
  for (const auto& part : {mcap::bad_ends(), mcap::bad_chunks(), mcap::bad_records(),
                           mcap::bad_messages(), mcap::bad_own()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

}  // namespace scrubjay
