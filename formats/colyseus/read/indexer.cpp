#include "formats/colyseus/read/indexer.h"

#include <algorithm>

#include "formats/colyseus/read/handshake.h"
#include "formats/colyseus/read/json_tree.h"
#include "formats/colyseus/read/messages.h"
#include "formats/colyseus/read/nested_dialect.h"

namespace scrubjay::colyseus {

Indexer::Indexer(FileIndex& index, RecordingBuilder& builder)
    : index_(index),
      builder_(builder),
      queue_(index, builder, index.steps.size()),
      reader_(index.file),
      streams_(index.steps.size()) {
  const Source& source = index.source;
  for (std::uint32_t i = 0; i < streams_.size(); ++i) {
    builder_.add_stream(std::to_string(i), source.stream_names[i]);
    index.secrets.add_session(source.stream_names[i]);
    streams_[i].entities = std::make_unique<EntityTracker>(
        index, builder, queue_, i, source.room.empty() ? "state" : source.room);
  }
  for (const std::string& session : source.reserved_sessions) index.secrets.add_session(session);
  for (const std::string& token : source.tokens) index.secrets.add_token(token);
  for (const Connection& connection : source.connections) {
    rooms_.push_back({RoomProtocol(connection.is_acknowledged), {}});
  }
  for (const Record& record : source.records) {
    ++streams_[source.connections[record.connection].stream].records_left;
  }
}

void Indexer::run() {
  for (const Problem& problem : index_.source.problems) builder_.add_problem(problem);
  const std::vector<Record>& records = index_.source.records;
  for (std::uint32_t row = 0; row < records.size() && !builder_.cancelled(); ++row) {
    take(row);
    // Records of several connections do not stand in the file as they are taken.
    builder_.progress(index_.file.size() * (row + std::uint64_t{1}) / records.size());
  }
  finish();
}

void Indexer::take(std::uint32_t row) {
  const Record& record = index_.source.records[row];
  Item item{.record = &record,
            .row = row,
            .stream = index_.source.connections[record.connection].stream,
            .bytes = {}};
  const auto bytes = reader_.read(record);
  if (bytes) {
    item.bytes = *bytes;
    bytes_ += bytes->size();
    take_record(item);
  } else {
    tell(item, bytes.error(), "The bytes of a message cannot be read: the message is lost.");
  }
  if (--streams_[item.stream].records_left == 0) queue_.finish(item.stream);
}

void Indexer::take_record(const Item& item) {
  switch (item.record->kind) {
    case RecordKind::handshake: take_handshake_record(item); break;
    case RecordKind::full_state: take_full_state(item, item.record->payload, {}); break;
    case RecordKind::patch: take_patch(item, item.record->payload, {}); break;
    case RecordKind::message:
      count("message");
      if (const auto head = read_message_head(item.bytes)) {
        add_event(item, EventKind::message, head->type, "received");
      } else {
        tell(item, code::kBadValue, "The type of a message cannot be read: it is lost.");
      }
      break;
    case RecordKind::replay_message:
      count("message");
      if (const auto head = read_replay_head(item.bytes)) {
        add_event(item, EventKind::replay, head->type, "received");
      }
      break;
    case RecordKind::received: take_received(item); break;
    case RecordKind::sent: take_sent(item); break;
    case RecordKind::note: take_note(item); break;
    case RecordKind::comment:
      count("note");
      add_event(item, EventKind::comment, "comment", "note");
      break;
    case RecordKind::failure:
      count("error");
      add_event(item, EventKind::failure, "error", "");
      break;
  }
}

void Indexer::take_note(const Item& item) {
  count("note");
  const std::string_view json = as_text(item.bytes);
  const std::string event = json_text_member(json, "event");
  add_event(item, EventKind::note, event.empty() ? "note" : event, "note");
}

void Indexer::take_received(const Item& item) {
  const auto packet = room(item).protocol.receive(item.bytes);
  if (packet) take_packet(item, *packet);
}

void Indexer::take_packet(const Item& item, const Packet& packet) {
  switch (packet.code) {
    case kJoinRoom: take_join(item, packet.body); break;
    case kError:
      count("error");
      add_event(item, EventKind::error, "error", "", packet.begin);
      break;
    case kLeaveRoom:
      count("leave");
      add_event(item, EventKind::plain, "left", "");
      break;
    case kRoomState: take_full_state(item, packet.begin, packet.clock); break;
    case kRoomStatePatch: take_patch(item, packet.begin, packet.clock); break;
    case kPing: count("ping"); break;
    case kRoomResponse: take_response(item, packet); break;
    default: take_data(item, packet, ""); break;
  }
}

void Indexer::take_sent(const Item& item) {
  const auto packet = room(item).protocol.send(item.bytes);
  if (!packet) return;
  switch (packet->code) {
    case kLeaveRoom:
      count("leave");
      add_event(item, EventKind::plain, "left", "sent");
      break;
    case kRoomRequest:
      count("sent");
      if (const auto head = read_request_head(packet->body)) {
        room(item).requests[head->id] = head->type;
        add_event(item, EventKind::request, "sent " + head->type, "sent", packet->begin);
      }
      break;
    case kRoomData:
    case kRoomDataBytes: take_data(item, *packet, "sent "); break;
    case kPing: count("ping"); break;
    case kRoomInputReliable:
    case kRoomInputUnreliable: count("input"); break;
    default: break;
  }
}

void Indexer::take_response(const Item& item, const Packet& packet) {
  count("message");
  const auto head = read_response_head(packet.body);
  if (!head) {
    tell(item, code::kBadValue, "The head of a response cannot be read: it is lost.");
    return;
  }
  auto& requests = room(item).requests;
  const auto asked = requests.find(head->id);
  add_event(item, EventKind::response, asked == requests.end() ? "response" : asked->second,
            "received", packet.begin);
  if (asked != requests.end()) requests.erase(asked);
}

/// Messages of the game, to the client or from it (formats/colyseus/README.md, 7.3).
void Indexer::take_data(const Item& item, const Packet& packet, std::string_view prefix) {
  const std::string_view tag = prefix.empty() ? "received" : "sent";
  const Types* types = streams_[item.stream].types;
  if (packet.code == kRoomDataSchema) {
    count("message");
    const auto head =
        types == nullptr ? std::nullopt : read_instance_head(packet.body, *types->schema);
    if (head) {
      add_event(item, EventKind::instance, "#" + std::to_string(head->id), tag, packet.begin);
    } else {
      tell(item, code::kUnknownType, "A message is of a type that is not known: it is lost.");
    }
    return;
  }
  if (packet.code != kRoomData && packet.code != kRoomDataBytes) return;
  count(prefix.empty() ? "message" : "sent");
  const bool may_be_old = types == nullptr || is_nested(types->schema->generation);
  if (packet.code == kRoomData && may_be_old && !is_typed_message(packet.body)) {
    add_event(item, EventKind::whole, std::string(prefix) + "message", tag, packet.begin);
    return;
  }
  const auto head = read_message_head(packet.body);
  if (!head) {
    tell(item, code::kBadValue, "The type of a message cannot be read: it is lost.");
    return;
  }
  add_event(item, packet.code == kRoomData ? EventKind::message : EventKind::bytes,
            std::string(prefix) + head->type, tag, packet.begin);
}

/// A new connection, whether its handshake is there or not.
void Indexer::begin_connection(Stream& stream, const Item& item) {
  count("handshake");
  if (stream.is_joined) add_event(item, EventKind::plain, "joined", "");
  stream.is_joined = true;
  stream.is_new_connection = true;
}

void Indexer::take_join(const Item& item, Bytes body) {
  Stream& stream = streams_[item.stream];
  begin_connection(stream, item);
  const auto join = parse_join(body);
  if (!join) {
    stream.is_unreadable = true;
    tell(item, code::kBadHandshake, "A JOIN_ROOM message cannot be read.");
    return;
  }
  index_.secrets.add_session(join->session);
  index_.secrets.add_token(join->token);
  const auto generation = generation_of_handshake(join->handshake);
  room(item).protocol.joined(*join, generation);
  if (join->serializer == Serializer::fossil_delta) {
    stream.is_unreadable = true;
    tell(item, code::kUnsupportedSerializer,
         "The room uses the serializer fossil-delta, which is not known: only messages are shown.");
  }
  if (join->serializer != Serializer::schema || join->handshake.empty()) return;
  take_handshake(item, join->handshake,
                 join->layout == ServerLayout::v0_10 ? Generation::v0_4 : Generation::v0_5);
}

void Indexer::take_handshake_record(const Item& item) {
  begin_connection(streams_[item.stream], item);
  Bytes handshake = item.bytes;
  if (index_.source.container == Container::colreplay) {
    // A whole frame; of 0.18, sections follow the handshake (formats/colyseus/README.md, 8.3).
    const bool is_join = !handshake.empty() && handshake.front() == std::byte{kJoinRoom};
    const auto join = is_join ? parse_join(handshake.subspan(1)) : std::nullopt;
    if (join) index_.secrets.add_token(join->token);
    handshake = join ? join->handshake : handshake.subspan(item.record->payload);
  }
  take_handshake(item, handshake, nested_dialect(index_, item.row, handshake));
}

void Indexer::take_handshake(const Item& item, Bytes handshake, Generation nested) {
  Stream& stream = streams_[item.stream];
  const bool is_known = stream.types != nullptr && std::ranges::equal(stream.handshake, handshake);
  if (!is_known) {
    auto schema = read_handshake(handshake, nested);
    if (!schema) {
      stream.is_unreadable = true;
      Problem problem = schema.error();
      problem.offset = item.record->offset;
      builder_.add_problem(std::move(problem));
      return;
    }
    const HandshakePlace place{
        .record = item.row,
        .begin = static_cast<std::uint32_t>(handshake.data() - item.bytes.data()),
        .bytes = static_cast<std::uint32_t>(handshake.size()),
        .nested = nested};
    stream.types = index_.add_types(place, std::move(*schema));
    stream.handshake.assign(handshake.begin(), handshake.end());
    if (first_types_ == nullptr) first_types_ = stream.types;
  }
  stream.is_unreadable = false;
  stream.has_full_state = false;
  stream.is_new_connection = false;
  Step step{.kind = Step::Kind::begin, .record = item.row};
  step.types = stream.types;
  index_.steps[item.stream]->append(step);
  machine_.apply(step, {}, stream.state, nullptr);
}

void Indexer::take_full_state(const Item& item, std::size_t begin,
                              std::optional<ServerClock> clock) {
  count("full");
  Stream& stream = streams_[item.stream];
  if (stream.types == nullptr || stream.is_unreadable) {
    if (!stream.is_unreadable) stream.lacks_handshake = true;
    return;
  }
  Step step{.kind = Step::Kind::change,
            .record = item.row,
            .begin = static_cast<std::uint32_t>(begin),
            .types = stream.types,
            .clock = clock};
  if (stream.is_new_connection) {
    step.kind = Step::Kind::restart;
  } else if (stream.has_full_state && stream.types->schema->generation == Generation::v5) {
    step.kind = Step::Kind::resync;
  }
  const bool is_resync = stream.frames > 0;
  stream.is_new_connection = false;
  stream.has_full_state = true;
  apply(item, step, true);
  if (is_resync) add_event(item, EventKind::plain, "resync", "");
}

void Indexer::take_patch(const Item& item, std::size_t begin, std::optional<ServerClock> clock) {
  count("patch");
  Stream& stream = streams_[item.stream];
  if (stream.is_unreadable) return;
  // Types of an earlier connection alone are no state of this one.
  if (stream.types == nullptr || stream.is_new_connection) {
    stream.lacks_handshake |= stream.types == nullptr;
    tell(item, code::kPatchWithoutState,
         "A patch came before the state that it changes: it is skipped.");
    return;
  }
  ++patches_;
  apply(item,
        {.kind = Step::Kind::change,
         .record = item.row,
         .begin = static_cast<std::uint32_t>(begin),
         .types = stream.types,
         .clock = clock},
        false);
}

void Indexer::apply(const Item& item, Step step, bool is_full) {
  Stream& stream = streams_[item.stream];
  const Bytes body = item.bytes.subspan(step.begin);
  const FrameIndex frame = queue_.next();
  problems_.begin(item.record->offset);
  machine_.apply(step, body, stream.state, &problems_);
  GrowingColumn<Step>& steps = *index_.steps[item.stream];
  steps.append(step);
  FrameRow row;
  row.stream = item.stream;
  row.step = static_cast<std::uint32_t>(steps.size() - 1);
  row.bytes = static_cast<std::uint32_t>(body.size());
  row.is_full = is_full;
  queue_.add_frame(item.stream, item.record->time, stream.frames++,
                   {item.record->offset, item.record->data + item.record->size -
                                             std::min(item.record->offset, item.record->data)},
                   row);
  stream.entities->frame_added(stream.state, frame, item.record->time, problems_);
  for (Problem& problem : problems_.take()) {
    problem.frame = frame;
    builder_.add_problem(std::move(problem));
  }
  // Small messages have a cost, too.
  stream.bytes_since_checkpoint += body.size() + 64;
  if (index_.checkpoints.is_due(stream.bytes_since_checkpoint)) {
    index_.checkpoints.add(item.stream, row.step, stream.state);
    stream.bytes_since_checkpoint = 0;
  } else if (stream.frames == 1) {
    index_.checkpoints.add_first(item.stream, row.step, stream.state);
  }
}

void Indexer::add_event(const Item& item, EventKind kind, std::string name, std::string_view tag,
                        std::size_t begin) {
  WaitingEvent event{.name = std::move(name),
                     .tag = std::string(tag),
                     .time = item.record->time,
                     .entity = {},
                     .row = {}};
  event.row.kind = kind;
  event.row.record = item.row;
  event.row.begin = static_cast<std::uint32_t>(begin);
  event.row.types = streams_[item.stream].types;
  queue_.add_event(item.stream, std::move(event));
}

void Indexer::tell(const Item& item, const ProblemCode& code, std::string message) {
  builder_.add_problem(make_problem(code, item.record->offset, std::move(message)));
}

void Indexer::finish() {
  for (const Stream& stream : streams_) {
    if (!stream.lacks_handshake || stream.types != nullptr) continue;
    builder_.add_problem(make_problem(
        code::kNoHandshake, 0,
        index_.source.container == Container::har
            ? "A client's handshake is missing, so only its messages are shown: open the "
              "developer tools before the game connects."
            : "A client's handshake is missing, so only its messages are shown."));
  }
  queue_.finish_all();
  for (Stream& stream : streams_) stream.entities->finish();
  write_details();
  builder_.set_complete(index_.source.is_complete);
}

void Indexer::write_details() const {
  PropertyTree details;
  details.text("container", to_text(index_.source.container));
  details.text("wire", first_types_ == nullptr ? "" : to_text(first_types_->schema->generation));
  const auto kinds = details.open("messages", PropertyType::group);
  for (const auto& [kind, number] : messages_) details.unsigned_integer(kind, number);
  details.close(kinds);
  details.unsigned_integer("patches", patches_);
  details.unsigned_integer("bytes", bytes_);
  builder_.set_details(details);
}

}  // namespace scrubjay::colyseus
