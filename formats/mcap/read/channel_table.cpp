#include "formats/mcap/read/channel_table.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/text.h"

namespace scrubjay::mcap {

namespace {

Role role_of(std::string_view schema, bool is_own) {
  if (is_own) {
    if (schema == "scrubjay.frame.State") return Role::own_frame;
    if (schema == "foxglove.Event") return Role::own_event;
    if (schema.starts_with("scrubjay.") && schema.ends_with(".State")) return Role::own_entity;
    if (schema.starts_with("scrubjay.") && schema.ends_with(".Table")) return Role::own_table;
    return Role::own_other;
  }
  constexpr std::array<std::pair<std::string_view, Role>, 6> kRoles{
      {{"foxglove.FrameTransform", Role::transform},
       {"foxglove.FrameTransforms", Role::transforms},
       {"foxglove.PoseInFrame", Role::pose},
       {"foxglove.SceneUpdate", Role::scene},
       {"foxglove.Log", Role::log},
       {"foxglove.Event", Role::event}}};
  const auto found =
      std::ranges::find(kRoles, schema, [](const auto& known) { return known.first; });
  return found == kRoles.end() ? Role::state : found->second;
}

}  // namespace

ChannelTable::ChannelTable(FileIndex& index, Tell tell) : index_(index), tell_(std::move(tell)) {
  for (const MetadataRecord& record : index.map.metadata) {
    if (!index.is_own || !record.name.starts_with(kNamesRecord)) continue;
    FieldFacts& facts = facts_[std::string(record.name.substr(kNamesRecord.size()))];
    for (const auto& [path, json] : record.entries) {
      if (auto fact = read_fact(json)) facts[std::string(path)] = std::move(*fact);
    }
  }
}

void ChannelTable::add_schema(std::uint16_t id, std::string_view name, std::string_view encoding,
                              std::string_view data) {
  if (id == 0) {
    tell_(Severity::error, "bad-record", "A schema has the number 0, which is none.");
    return;
  }
  const auto [found, is_new] = index_.schema_texts.try_emplace(id);
  if (is_new) {
    found->second = {std::string(name), std::string(encoding), std::string(data)};
  } else if (found->second.name != name || found->second.data != data) {
    tell_(Severity::warning, "changed-schema",
          "A schema comes again as another one: it is read as it was first.");
  }
}

const ProtoSchema* ChannelTable::parsed_schema(std::uint16_t id) {
  const auto [found, is_new] = parsed_.try_emplace(id, nullptr);
  if (!is_new) return found->second;
  const SchemaText& text = index_.schema_texts.at(id);
  auto schema = read_proto_schema(std::as_bytes(std::span(text.data)), text.name);
  if (!schema) {
    tell_(Severity::error, "bad-schema",
          "The schema " + valid_utf8(text.name).substr(0, 200) +
              " cannot be read: its messages are not shown.");
    return nullptr;
  }
  const std::string_view package = std::string_view(text.name).substr(0, text.name.rfind('.'));
  const auto facts = facts_.find(package);
  if (index_.is_own && facts != facts_.end()) {
    const std::uint32_t state = schema->find(std::string(package) + ".State");
    schema->set_facts(facts->second, state == ProtoField::kNowhere ? schema->root : state);
  }
  found->second = schema.get();
  index_.schemas.push_back(std::move(schema));
  return found->second;
}

void ChannelTable::choose_role(ReadChannel& channel, std::uint16_t schema) {
  const auto found = index_.schema_texts.find(schema);
  const bool is_missing = schema != 0 && found == index_.schema_texts.end();
  if (is_missing) {
    // JSON says itself what its members are.
    const bool is_needed = channel.encoding != "json";
    tell_(is_needed ? Severity::error : Severity::warning, "unknown-schema",
          "The schema of " + channel.topic + " is not there: its messages are " +
              (is_needed ? "not shown." : "read without it."));
    if (is_needed) return;
  }
  if (schema != 0 && !is_missing) channel.schema_name = valid_utf8(found->second.name);
  if (channel.encoding == "json") {
    channel.is_json = true;
    channel.role = role_of(channel.schema_name, false);
  } else if (channel.encoding == "protobuf" && schema != 0 &&
             found->second.encoding == "protobuf") {
    channel.schema = parsed_schema(schema);
    if (channel.schema == nullptr) return;
    channel.message = channel.schema->root;
    channel.role = role_of(channel.schema_name, index_.is_own);
  }
  if (channel.is_json && index_.is_own) channel.role = Role::own_other;
  if (channel.role != Role::own_table) return;
  const std::string package = channel.schema_name.substr(0, channel.schema_name.rfind('.'));
  channel.message = channel.schema->find(package + ".State");
  if (channel.message == ProtoField::kNowhere) channel.role = Role::own_other;
}

const ReadChannel& ChannelTable::add_channel(const ChannelText& text, StreamIndex stream) {
  if (const ReadChannel* known = index_.channel(text.id)) {
    if (known->topic != text.topic || known->encoding != text.encoding) {
      tell_(Severity::warning, "changed-channel",
            "The channel of " + known->topic +
                " comes again as another one: it is read as it was first.");
    }
    return *known;
  }
  ReadChannel& channel = index_.all_channels.emplace_back();
  channel.id = text.id;
  channel.schema_id = text.schema;
  channel.topic = text.topic;
  channel.encoding = text.encoding;
  channel.stream = stream;
  choose_role(channel, text.schema);
  index_.channels[text.id].store(&channel, std::memory_order_release);
  return channel;
}

}  // namespace scrubjay::mcap
