#include "core/index_archive.h"

#include <string>
#include <vector>

#include "formats/mcap/read/channel_table.h"
#include "formats/mcap/read/reader.h"

// What the index pass leaves, in this order: how it was made, schemas, channels, entities, steps,
// frames. Where
// chunks, metadata and attachments are the file's summary says again.

namespace scrubjay::mcap {

namespace {

struct KeptSchema {
  std::uint16_t id = 0;
  SchemaText text;
};
struct KeptChannel {
  ChannelText text;
  std::uint32_t stream = 0;
};

template <class Archive, class AnyIndex>
void archive_states(Archive& a, AnyIndex& index) {
  const std::uint64_t blocks = index.map.blocks.size();
  a.rows(index.entities, [&](auto& entity) {
    if constexpr (Archive::kReads) {
      a.text(entity.key, index.keys);
    } else {
      a(entity.key);
    }
    a(entity.last_step);
  });
  // A step leads to earlier ones alone, so that every chain ends.
  std::uint64_t before = 0;
  a.rows(index.steps, [&](auto& step) {
    a(step.block, step.message, step.item, step.depth);
    a.row(step.previous, before);
    a.row(step.jump, before);
    a.require(step.block < blocks);
    ++before;
  });
  const auto is_step = [&](std::uint32_t row) { return row == Step::kNone || row < before; };
  for (std::size_t i = 0; i < index.entities.size(); ++i) {
    a.require(is_step(index.entities[i].last_step.load()));
  }
  a.rows(index.frames, [&](auto& frame) {
    a(frame.first_block, frame.first, frame.end_block, frame.end);
    a.require(frame.first_block < blocks && frame.first_block <= frame.end_block &&
              frame.end_block <= blocks);
  });
}

/// Whether blocks were looked at, by which decoders know what is told already.
template <class Archive, class AnyIndex>
void archive_making(Archive& a, AnyIndex& index) {
  std::uint8_t is_carried = index.is_carried ? 1 : 0;
  a(is_carried);
  a.rows(index.notes, [&](auto& note) {
    std::uint8_t is_seen = note.is_seen ? 1 : 0;
    a(is_seen);
    a(note.places_sum);
    if constexpr (Archive::kReads) note.is_seen = is_seen != 0;
  });
  a.require(index.notes.size() == index.map.blocks.size());
  if constexpr (Archive::kReads) index.is_carried = is_carried != 0;
}

template <class Archive>
void archive_channels(Archive& a, std::vector<KeptSchema>& schemas,
                      std::vector<KeptChannel>& channels) {
  a.rows(schemas, [&](auto& schema) {
    a(schema.id);
    a(schema.text.name, schema.text.encoding, schema.text.data);
  });
  a.rows(channels, [&](auto& channel) {
    a(channel.text.id, channel.text.schema, channel.stream);
    a(channel.text.topic, channel.text.encoding);
    a.require(channel.stream < a.limits().streams);
  });
}

void clear(FileIndex& index) {
  index.is_carried = false;
  index.notes.clear();
  index.entities.clear();
  index.steps.clear();
  index.frames.clear();
  for (const ReadChannel& channel : index.all_channels) index.channels[channel.id].store(nullptr);
  index.all_channels.clear();
  index.schemas.clear();
  index.schema_texts.clear();
}

}  // namespace

bool McapReader::save_index(IndexWriter& out) const {
  if (!index_.map.has_summary) return false;
  std::vector<KeptSchema> schemas;
  std::vector<KeptChannel> channels;
  for (const auto& [id, text] : index_.schema_texts) schemas.push_back({id, text});
  for (const ReadChannel& channel : index_.all_channels) {
    channels.push_back(
        {{channel.id, channel.schema_id, channel.topic, channel.encoding}, channel.stream.value});
  }
  archive_making(out, index_);
  archive_channels(out, schemas, channels);
  archive_states(out, index_);
  return true;
}

bool McapReader::load_index(IndexReader& in) {
  if (!index_.map.has_summary) return false;
  std::vector<KeptSchema> schemas;
  std::vector<KeptChannel> channels;
  archive_making(in, index_);
  archive_channels(in, schemas, channels);
  archive_states(in, index_);
  in.require(index_.frames.size() == in.limits().frames &&
             index_.entities.size() == in.limits().entities);
  if (in.ok()) {
    // What is wrong with them stands among the recording's problems already.
    ChannelTable table(index_, [](Severity, const char*, const std::string&) {});
    for (const KeptSchema& schema : schemas) {
      table.add_schema(schema.id, schema.text.name, schema.text.encoding, schema.text.data);
    }
    for (const KeptChannel& channel : channels) {
      table.add_channel(channel.text, StreamIndex(channel.stream));
    }
  } else {
    clear(index_);
  }
  return in.ok();
}

}  // namespace scrubjay::mcap
