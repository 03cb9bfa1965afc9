#include "formats/mcap/read/indexer.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <map>
#include <string>
#include <string_view>

#include "core/text.h"
#include "formats/mcap/limits.h"
#include "formats/mcap/read/own_state.h"

namespace scrubjay::mcap {

namespace {

/// Keys of one object of the details: what is called like one before it gets a number.
class DetailKeys {
 public:
  explicit DetailKeys(PropertyTree& details, std::initializer_list<std::string_view> taken = {})
      : details_(details) {
    for (const std::string_view key : taken) times_.try_emplace(std::string(key), 1);
  }
  std::string_view add(std::string_view name) {
    std::string key = valid_utf8(name);
    for (auto known = times_.find(key); known != times_.end(); known = times_.find(key)) {
      key = known->first + " (" + std::to_string(++known->second) + ")";
    }
    times_.try_emplace(key, 1);
    return details_.keep(key);
  }

 private:
  PropertyTree& details_;
  std::map<std::string, std::uint32_t> times_;  ///< how often each came
};

}  // namespace

Indexer::Indexer(FileIndex& index, RecordingBuilder& builder)
    : index_(index),
      builder_(builder),
      table_(index, [this](auto... said) { tell(std::move(said)...); }) {}

void Indexer::tell(Severity severity, const char* code, std::string message) {
  Problem problem;
  problem.severity = severity;
  problem.code = code;
  problem.offset = at_.record;
  problem.message = std::move(message);
  builder_.add_problem(std::move(problem));
}

void Indexer::tell_message(MessageOutcome outcome, const ReadChannel& channel) {
  auto problem = problem_of(outcome, channel);
  if (!problem) return;
  problem->offset = at_.record;
  builder_.add_problem(std::move(*problem));
}

void Indexer::add_schema(const SchemaRecord& schema) {
  table_.add_schema(schema.id, schema.name, schema.encoding, schema.data);
}

void Indexer::add_channel(const ChannelRecord& record) {
  std::string_view stream;
  for (const auto& [key, value] : record.metadata) {
    if (key == "stream" && index_.is_own) stream = value;
  }
  const ReadChannel& channel = table_.add_channel(
      {record.id, record.schema, valid_utf8(record.topic), valid_utf8(record.encoding)},
      stream_of(stream));
  has_state_ = has_state_ || is_state_role(channel.role);
  has_transforms_ = has_transforms_ || is_transform_role(channel.role);
}

StreamIndex Indexer::stream_of(std::string_view id) {
  const auto found = streams_.find(id);
  if (found != streams_.end()) return found->second;
  const std::string valid = id.empty() ? "0" : valid_utf8(id);
  return streams_.try_emplace(std::string(id), builder_.add_stream(valid, "")).first->second;
}

void Indexer::register_front() {
  if (index_.is_own) register_own();
  for (const SchemaRecord& schema : index_.map.schemas) add_schema(schema);
  for (const ChannelRecord& channel : index_.map.channels) add_channel(channel);
  add_resources();
}

void Indexer::add_resources() {
  for (std::size_t i = 0; i < index_.map.attachments.size(); ++i) {
    const Attachment& attachment = index_.map.attachments[i];
    if (index_.is_own && attachment.name == kIndexAttachment) continue;
    const std::string path = valid_utf8(attachment.name);
    const std::string type = valid_utf8(attachment.media_type);
    builder_.add_resource({.path = path,
                           .type = type,
                           .size_bytes = attachment.size,
                           .source_offset = i,
                           .source_size = attachment.size});
  }
}

void Indexer::add_schemas_and_channels(const LoadedBlock& block) {
  for (const std::uint32_t begin : block.schemas_and_channels) {
    const auto record = RecordReader(block.records.subspan(begin), begin).next();
    if (!record) continue;
    if (record->opcode == kSchema) {
      if (const auto schema = read_schema(record->content)) {
        add_schema(*schema);
        continue;
      }
    } else if (const auto channel = read_channel(record->content)) {
      add_channel(*channel);
      continue;
    }
    tell(Severity::error, "bad-record", "A schema or channel cannot be read: it is left out.");
  }
}

void Indexer::take(const MessagePlace& place, const MessageRecord& message) {
  ++counts_[place.channel];
  const ReadChannel* const channel = index_.channel(place.channel);
  if (channel == nullptr) {
    tell(Severity::error, "unknown-channel", "Messages are of a channel that is not there.");
    return;
  }
  switch (channel->role) {
    case Role::unread:
    case Role::own_other: return;
    case Role::own_frame: take_own_frame(*channel, message); return;
    case Role::own_entity: take_own_state(*channel, message.data); return;
    case Role::own_table:
      each_row(message.data, [&](Bytes row) { take_own_state(*channel, row); });
      return;
    case Role::own_event: take_own_event(*channel, message.data); return;
    case Role::log:
    case Role::event: take_log(*channel, message); return;
    case Role::transform:
    case Role::transforms:
    case Role::pose:
    case Role::scene:
    case Role::state: take_state(*channel, message); return;
  }
}

void Indexer::run_block(std::uint32_t row, const LoadedBlock& block) {
  at_ = {row, 0, index_.map.blocks[row].record};
  index_.notes[row].is_seen = true;
  for (const Problem& problem : block.problems) builder_.add_problem(problem);
  add_schemas_and_channels(block);
  for (std::uint32_t i = 0; i < block.messages.size(); ++i) {
    if (i % 1024 == 0 && builder_.cancelled()) break;
    at_.message = i;
    take(block.messages[i], block.message(i));
  }
  add_steps();
}

void Indexer::open_frame(const OpenFrame& frame) {
  frame_ = frame;
  frame_.is_open = true;
  frame_.first = at_;
  next_order_ = 0;
}

void Indexer::close_frame() {
  if (!frame_.is_open) return;
  if (index_.is_own) end_own_frame();
  settle_states();
  index_.frames.append(
      FrameMessages{frame_.first.block, frame_.first.message, at_.block, at_.message});
  std::uint64_t begin = index_.file.size();
  std::uint64_t end = 0;
  for (const Block& block : index_.map.blocks[frame_.first.block].all()) {
    begin = std::min(begin, block.record);
    end = std::max(end, block.offset + block.packed_size);
  }
  builder_.add_frame(frame_.time, frame_.number, {begin, end - begin}, frame_.stream);
  frame_.is_open = false;
}

void Indexer::finish() {
  at_ = {static_cast<std::uint32_t>(index_.map.blocks.size()), 0, index_.file.size()};
  close_frame();
  if (first_event_ && builder_.next_frame().value == 0 && !index_.map.blocks.empty()) {
    // Nothing but events: they need a frame to be in.
    at_ = {0, 0, 0};
    open_frame({.time = index_.seconds(*first_event_), .stream = stream_of(""), .first = {}});
    at_.block = static_cast<std::uint32_t>(index_.map.blocks.size());
    close_frame();
  }
  if (index_.is_own) {
    end_own_lives();
    add_comments();
  }
  for (const ReadChannel& channel : index_.all_channels) {
    const std::uint64_t count = counts_[channel.id];
    if (channel.role != Role::unread || count == 0) continue;
    Problem problem;
    problem.severity = Severity::note;
    problem.code = "unread-encoding";
    problem.count = count;
    problem.message = "The messages on " + channel.topic + " are not shown.";
    problem.expected = "protobuf or json";
    problem.found = channel.encoding;
    if (!channel.schema_name.empty()) problem.found += ", " + channel.schema_name;
    if (channel.encoding == "protobuf") {
      const auto schema = index_.schema_texts.find(channel.schema_id);
      const bool has_schema = channel.schema_id != 0 && schema != index_.schema_texts.end();
      // That a schema is not there, or cannot be read, was told when the channel came.
      const bool is_told =
          has_schema ? schema->second.encoding == "protobuf" : channel.schema_id != 0;
      if (is_told) continue;
      problem.expected = "a schema of protobuf";
      problem.found =
          has_schema ? "a schema of " + valid_utf8(schema->second.encoding) : "no schema";
    }
    builder_.add_problem(std::move(problem));
  }
  add_details();
}

void Indexer::add_details() {
  PropertyTree details;
  DetailKeys names(details, {"channels", "chunks"});
  DetailKeys topics(details);
  const auto channels = details.open("channels", PropertyType::group);
  for (const ReadChannel& channel : index_.all_channels) {
    const auto one = details.open(topics.add(channel.topic), PropertyType::group);
    details.text("schema", channel.schema_name);
    details.text("encoding", channel.encoding);
    details.integer("messages", static_cast<std::int64_t>(counts_[channel.id]));
    details.close(one);
  }
  details.close(channels);
  for (const MetadataRecord& record : index_.map.metadata) {
    if (index_.is_own && (record.name.starts_with("scrubjay.") || record.name == kSourceRecord)) {
      continue;
    }
    const auto group = details.open(names.add(record.name), PropertyType::group);
    DetailKeys keys(details);
    for (const auto& [key, value] : record.entries) {
      details.text(keys.add(key), details.keep(valid_utf8(value)));
    }
    details.close(group);
  }
  std::int64_t chunks = 0;
  for (const Block& block : index_.map.blocks) {
    chunks += std::ranges::count_if(block.all(), &Block::is_chunk);
  }
  details.integer("chunks", chunks);
  builder_.set_details(details);
}

void Indexer::run() {
  FileMap& map = index_.map;
  if (!map.has_summary) {
    walk_records(index_.file, map, [&](std::uint64_t offset) {
      builder_.progress(offset / 2);
      return builder_.cancelled();
    });
  }
  for (Problem& problem : map.problems) builder_.add_problem(problem);
  builder_.set_complete(map.is_complete);
  index_.notes.assign(map.blocks.size(), {});
  register_front();
  if (!index_.is_own || !run_carried()) run_blocks();
  finish();
  builder_.progress(index_.file.size());
}

}  // namespace scrubjay::mcap
