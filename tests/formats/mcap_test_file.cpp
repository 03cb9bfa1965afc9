#include "tests/formats/mcap_test_file.h"

#include <lz4frame.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cmath>
#include <span>

#include "formats/format.h"
#include "formats/mcap/descriptor.h"
#include "formats/mcap/records.h"
#include "tests/formats/malformed.h"

namespace scrubjay::mcap {

namespace {

std::string packed(const std::string& records, std::string_view compression) {
  std::string out;
  if (compression == "zstd") {
    out.resize(ZSTD_compressBound(records.size()));
    out.resize(ZSTD_compress(out.data(), out.size(), records.data(), records.size(), 3));
    return out;
  }
  if (compression == "lz4") {
    out.resize(LZ4F_compressFrameBound(records.size(), nullptr));
    out.resize(LZ4F_compressFrame(out.data(), out.size(), records.data(), records.size(), nullptr));
    return out;
  }
  return records;
}

void add_time(MessageWriter& out, std::uint32_t field, std::uint64_t time) {
  out.message(field, [&](MessageWriter& stamp) {
    stamp.integer_field(1, time / kSecond);
    stamp.integer_field(2, time % kSecond);
  });
}

void add_transform(MessageWriter& out, std::uint64_t time, const MadeTransform& one) {
  add_time(out, 1, time);
  out.bytes_field(2, one.parent);
  out.bytes_field(3, one.child);
  out.vector(4, std::array{one.x, one.y, one.z});
  out.vector(5, std::array{0.0, 0.0, std::sin(one.turn / 2), std::cos(one.turn / 2)});
}

void add_pose(MessageWriter& out) {
  out.message(1, [](MessageWriter& pose) {
    pose.vector(1, std::array{0.0, 0.0, 0.5});
    pose.vector(2, std::array{0.0, 0.0, 0.0, 1.0});
  });
}

}  // namespace

std::uint32_t sum_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

std::string little(std::uint64_t value, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) {
    out += static_cast<char>(i < sizeof value ? value >> (8 * i) & 0xFF : 0);
  }
  return out;
}

std::string text(std::string_view value) { return little(value.size(), 4) + std::string(value); }

std::string map(const TextPairs& entries) {
  std::string content;
  for (const auto& [key, value] : entries) content += text(key) + text(value);
  return text(content);
}

std::string record(int opcode, std::string_view content) {
  return static_cast<char>(opcode) + little(content.size(), 8) + std::string(content);
}

std::string header() { return record(kHeader, text("") + text("test")); }

std::string schema(std::uint16_t id, std::string_view name, std::string_view encoding,
                   std::string_view data) {
  return record(kSchema, little(id, 2) + text(name) + text(encoding) + text(data));
}

std::string foxglove(std::uint16_t id, std::string_view message) {
  return schema(id, "foxglove." + std::string(message), "protobuf", foxglove_schema(message));
}

std::string channel(std::uint16_t id, std::uint16_t schema, std::string_view topic,
                    std::string_view encoding, const TextPairs& metadata) {
  return record(kChannel,
                little(id, 2) + little(schema, 2) + text(topic) + text(encoding) + map(metadata));
}

std::string message(std::uint16_t channel, std::uint64_t log_time, std::string_view data,
                    std::uint32_t sequence) {
  return record(kMessage, little(channel, 2) + little(sequence, 4) + little(log_time, 8) +
                              little(log_time, 8) + std::string(data));
}

std::string metadata(std::string_view name, const TextPairs& entries) {
  return record(kMetadata, text(name) + map(entries));
}

std::string attachment(std::string_view name, std::string_view type, std::string_view data) {
  const std::string content =
      little(0, 16) + text(name) + text(type) + little(data.size(), 8) + std::string(data);
  return record(kAttachment, content + little(sum_of(content), 4));
}

std::string message_index(std::uint16_t channel,
                          const std::vector<std::pair<std::uint64_t, std::uint64_t>>& messages) {
  std::string entries;
  for (const auto& [time, place] : messages) entries += little(time, 8) + little(place, 8);
  return record(kMessageIndex, little(channel, 2) + text(entries));
}

std::string data_end() { return record(kDataEnd, little(0, 4)); }

std::string chunk(const std::string& records, const ChunkForm& form) {
  const std::string bytes = packed(records, form.compression);
  return record(kChunk,
                little(form.first, 8) + little(form.last, 8) +
                    little(records.size() + static_cast<std::uint64_t>(form.size_change), 8) +
                    little(sum_of(records) + form.crc_change, 4) + text(form.compression) +
                    little(bytes.size(), 8) + bytes);
}

FileMaker::FileMaker() : bytes_(std::string(kMagic) + header()) {}

FileMaker& FileMaker::add(const std::string& record) {
  bytes_ += record;
  return *this;
}

FileMaker& FileMaker::add_chunk(const std::string& records, const ChunkForm& form) {
  const std::string made = chunk(records, form);
  chunks_.push_back(
      {bytes_.size(), made.size(), form, records.size(), packed(records, form.compression).size()});
  return add(made + form.indexes);
}

FileMaker& FileMaker::count(std::uint64_t messages,
                            const std::vector<std::pair<std::uint16_t, std::uint64_t>>& channels) {
  messages_ = messages;
  for (const auto& [channel, count] : channels) {
    channel_counts_ += little(channel, 2) + little(count, 8);
  }
  return *this;
}

FileMaker& FileMaker::add_attachment(const std::string& record) {
  const std::uint64_t size = record.size() - 9 - 16 - 4;
  attachments_ +=
      mcap::record(kAttachmentIndex, little(bytes_.size(), 8) + little(record.size(), 8) +
                                         little(0, 16) + little(size, 8) + text("") + text(""));
  return add(record);
}

FileMaker& FileMaker::describe(const std::string& schemas_and_channels) {
  described_ += schemas_and_channels;
  return *this;
}

std::string FileMaker::plain() const {
  return bytes_ + data_end() + record(kFooter, little(0, 20)) + std::string(kMagic);
}

std::string FileMaker::summed(std::uint32_t crc_change) const {
  std::string out = bytes_ + data_end();
  const std::uint64_t start = out.size();
  std::string summary = described_;
  summary +=
      record(kStatistics, little(messages_, 8) + little(0, 2) + little(0, 4) + little(0, 8) +
                              little(chunks_.size(), 4) + little(0, 16) + text(channel_counts_));
  for (const Listed& listed : chunks_) {
    summary += record(kChunkIndex, little(listed.form.first, 8) + little(listed.form.last, 8) +
                                       little(listed.start, 8) + little(listed.length, 8) +
                                       map({}) + little(listed.form.indexes.size(), 8) +
                                       text(listed.form.compression) + little(listed.packed, 8) +
                                       little(listed.size, 8));
  }
  summary += attachments_;
  summary += static_cast<char>(kFooter) + little(20, 8) + little(start, 8) + little(0, 8);
  summary += little(sum_of(summary) + crc_change, 4);
  return out + summary + std::string(kMagic);
}

std::string transforms(std::uint64_t time, const std::vector<MadeTransform>& each) {
  std::string out;
  MessageWriter writer(out);
  for (const MadeTransform& one : each) {
    writer.message(1, [&](MessageWriter& inner) { add_transform(inner, time, one); });
  }
  return out;
}

std::string transform(std::uint64_t time, const MadeTransform& one) {
  std::string out;
  MessageWriter writer(out);
  add_transform(writer, time, one);
  return out;
}

std::string scene(std::uint64_t time, const std::vector<MadeSceneEntity>& entities,
                  const std::vector<MadeDeletion>& deletions) {
  std::string out;
  MessageWriter writer(out);
  for (const MadeDeletion& deletion : deletions) {
    writer.message(1, [&](MessageWriter& inner) {
      add_time(inner, 1, deletion.time);
      inner.integer_field(2, deletion.is_all ? 1 : 0);
      inner.bytes_field(3, deletion.id);
    });
  }
  for (const MadeSceneEntity& entity : entities) {
    writer.message(2, [&](MessageWriter& inner) {
      add_time(inner, 1, time);
      inner.bytes_field(2, entity.frame);
      inner.bytes_field(3, entity.id);
      add_time(inner, 4, entity.lifetime);
      inner.message(8, [&](MessageWriter& cube) {
        add_pose(cube);
        cube.vector(2, std::array{entity.size, entity.size, entity.size});
        cube.vector(3, std::array{1.0, 0.0, 0.0, 1.0});
      });
      for (int i = 0; i < entity.spheres; ++i) {
        inner.message(9, [&](MessageWriter& sphere) {
          add_pose(sphere);
          sphere.vector(2, std::array{0.5, 0.5, 0.5});
          sphere.vector(3, std::array{0.0, 1.0, 0.0, 1.0});
        });
      }
    });
  }
  return out;
}

std::string log(std::uint64_t time, int level, std::string_view text) {
  std::string out;
  MessageWriter writer(out);
  add_time(writer, 1, time);
  writer.integer_field(2, static_cast<std::uint64_t>(level));
  writer.bytes_field(3, text);
  return out;
}

std::shared_ptr<Recording> recording_of(std::string_view file) {
  auto opened = find_format("mcap")->open(InputFile::from_memory("test.mcap", bytes_of(file)));
  if (!opened) return nullptr;
  (*opened)->index();
  return *opened;
}

std::string told_of(const std::shared_ptr<Recording>& recording) {
  return recording == nullptr ? "does not open" : said_of(problems_of_all(recording));
}

std::string from_hex(std::string_view hex) {
  std::string out;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    out += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return out;
}

}  // namespace scrubjay::mcap
