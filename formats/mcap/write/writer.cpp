#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/json_writer.h"
#include "core/number_text.h"
#include "core/png.h"
#include "core/property_json.h"
#include "core/text.h"
#include "core/utf8.h"
#include "formats/frame_encoder.h"
#include "formats/mcap/mcap.h"
#include "formats/mcap/own_names.h"
#include "formats/mcap/write/carried_index.h"
#include "formats/mcap/write/container.h"
#include "formats/mcap/write/event_facts.h"
#include "formats/mcap/write/kind.h"
#include "formats/mcap/write/labels.h"
#include "formats/mcap/write/layout.h"
#include "formats/mcap/write/lender.h"
#include "formats/mcap/write/losses.h"
#include "formats/mcap/write/metadata.h"
#include "formats/mcap/write/scene.h"
#include "formats/mcap/write/written_parts.h"

namespace scrubjay::mcap {

namespace {

constexpr std::array<std::string_view, 3> kCompressionNames{"zstd", "lz4", "none"};
constexpr WriteOption kCompressionOption{
    "compression", "zstd: small; lz4: quick; none: readable by the simplest reader",
    kCompressionNames};
constexpr std::array kWriteOptions{kCompressionOption};

constexpr double kNanoseconds = 1e9;  ///< in a second

/// What viewers take all coordinates for.
CoordinateSystem usual_coordinates() { return *CoordinateSystem::parse("ros"); }

CoordinateSystem target_of(const WriteRequest& request) {
  return request.coordinates.value_or(usual_coordinates());
}

Result<CoordinateSystem> coordinates_written(const WriteRequest& request) {
  return target_of(request);
}

/// What helps to write a frame and is known from those before. One a thread.
struct Scratch {
  SeenProperties::Walk walk;
  WrittenParts parts = {};
  StandingScenes scenes = {};
};

/// The messages of a frame.
struct Piece final : EncodedFrame {
  struct Message {
    static constexpr std::size_t kTable = SIZE_MAX;

    std::size_t channel = 0;  ///< kTable: that of a kind's table
    std::uint64_t publish_time = 0;
    std::size_t end = 0;   ///< of its bytes; it begins where the one before ends
    std::size_t kind = 0;  ///< of a table
  };
  std::string bytes;
  std::vector<Message> messages;
  std::size_t scene = 0;  ///< row of the message that deletions go to the front of
  bool has_scene = false;
  std::vector<std::uint64_t> shown;  ///< what is in the scene (see shown_id), ascending
  ToldFrame told;
  LossCounts losses;
  Scratch* scratch = nullptr;  ///< while it is encoded
};

/// What of an entity is in a scene: itself, or its shapes.
constexpr std::uint64_t shown_id(std::uint32_t row, bool are_shapes) {
  return std::uint64_t{row} << 1 | (are_shapes ? 1U : 0U);
}

class McapEncoder final : public FrameEncoderOf<Piece> {
 public:
  McapEncoder(const WritePlan& plan, const Survey& survey, const ByteSink& sink);

  std::optional<CoordinateSystem> coordinates(FrameIndex /*frame*/) const override {
    return target_;
  }
  std::size_t most_waiting_bytes() const override { return kMostWaitingBytes; }
  void begin();
  std::size_t encode(const Frame& frame, Piece& piece) const override;
  Result<void> put(FrameIndex frame, Piece& piece) override;
  Result<void> end(const LostFromKept& lost, WriteReport& report) override;

 private:
  std::uint64_t log_time(Seconds time) const {
    const double nanoseconds = std::round(time * kNanoseconds) + static_cast<double>(offset_);
    constexpr double kMost = 18e18;
    return nanoseconds > 0 ? static_cast<std::uint64_t>(std::min(nanoseconds, kMost)) : 0;
  }
  template <class Fill>
  void add(Piece& piece, std::size_t channel, std::uint64_t time, Fill fill) const {
    MessageWriter out(piece.bytes);
    fill(out);
    piece.messages.push_back({channel, time, piece.bytes.size()});
  }
  void add_transforms(const Frame& frame, Piece& piece, std::uint64_t time) const;
  void add_scene(const Frame& frame, Piece& piece, std::uint64_t time) const;
  void add_entities(const Frame& frame, Piece& piece, std::uint64_t time) const;
  void add_events(const Frame& frame, Piece& piece) const;
  void write_state(MessageWriter& out, const Frame& frame, const Entity& entity, std::size_t row,
                   Scratch& scratch) const;
  void put_comments(FrameIndex frame, std::uint64_t time);
  void put_attachments();
  void put_index();

  const WritePlan& plan_;
  const Recording& recording_;
  const Survey& survey_;
  CoordinateSystem target_;
  Labels labels_;
  Layout layout_;
  SceneWriter scene_;
  std::vector<bool> is_told_;                      ///< by row: lives in a frame that is written
  std::uint64_t offset_ = 0;                       ///< nanoseconds: the zero of log time
  std::vector<std::vector<std::uint64_t>> shown_;  ///< by stream: what is in its scene
  std::multimap<std::uint32_t, CommentIndex> comments_;  ///< by frame
  LossCounts losses_;
  mutable Lender<Scratch> scratches_;
  ContainerWriter writer_;
  CarriedIndexWriter index_;
};

ChunkCompression compression_of(const WriteRequest& request) {
  const std::string_view chosen = chosen_value(kCompressionOption, request.options);
  if (chosen == kCompressionNames[1]) return ChunkCompression::lz4;
  return chosen == kCompressionNames[2] ? ChunkCompression::none : ChunkCompression::zstd;
}

McapEncoder::McapEncoder(const WritePlan& plan, const Survey& survey, const ByteSink& sink)
    : plan_(plan),
      recording_(plan.recording()),
      survey_(survey),
      target_(target_of(plan.request())),
      labels_(plan),
      layout_(layout_of(plan, survey, labels_)),
      scene_(target_),
      is_told_(plan.entities().size()),
      shown_(recording_.timeline().stream_count()),
      scratches_([&names = survey.names] { return Scratch{SeenProperties::Walk(names)}; }),
      writer_(sink, compression_of(plan.request()), layout_.schemas, layout_.channels),
      index_(plan, labels_) {
  if (plan.first_frame() < plan.end_frame()) {
    const Seconds first = recording_.timeline().time(FrameIndex(plan.first_frame()));
    if (first < 0)
      offset_ = static_cast<std::uint64_t>(std::min(std::ceil(-first), 9e9) * kNanoseconds);
  }
  for (std::size_t i = 0; i < recording_.comment_count(); ++i) {
    const FrameIndex frame = recording_.comment(CommentIndex(i)).frame;
    if (frame.exists()) comments_.emplace(frame.value, CommentIndex(i));
  }
  for (const Lifetime& life : plan.lifetimes()) {
    const bool is_empty = !life.last.exists() || life.last < life.first;
    if (!is_empty) is_told_[life.entity.value] = true;
  }
  losses_.add(survey.losses);
  losses_.add(Loss::mixed_container, survey.names.mixed_containers());
  if (layout_.has_tables) losses_.add(Loss::table, plan.entities().size());
}

void McapEncoder::begin() {
  writer_.begin("scrubjay " SCRUBJAY_VERSION);
  put_metadata(writer_, {plan_, layout_, labels_, target_, offset_});
  const auto count = [&](const Kind& kind) {
    losses_.add(Loss::name, kind.renamed);
    losses_.add(Loss::several_types, kind.of_several_types);
    losses_.add(Loss::json, kind.as_json);
  };
  for (const Kind& kind : layout_.kinds) count(kind);
  count(layout_.frame);
}

void write_place(MessageWriter& out, std::uint32_t first, const Transform& place) {
  if (place.position) {
    write_vector(out, first, std::array{place.position->x, place.position->y, place.position->z});
  }
  if (place.rotation) {
    const auto& turn = *place.rotation;
    write_vector(out, first + 1, std::array{turn.x, turn.y, turn.z, turn.w});
  }
  if (place.scale) {
    write_vector(out, first + 2, std::array{place.scale->x, place.scale->y, place.scale->z});
  }
}

/// The properties of an entity or of the frame itself.
void write_own(MessageWriter& out, const PropertyTree& tree, PropertyRange range,
               const MessagePlan& plan, Scratch& scratch) {
  WrittenParts& known = scratch.parts;
  FieldWriter fields(out, tree, plan, scratch.walk);
  auto parts = tree.parts_in(range);
  for (PropertyTree::Node node = range.first; node < range.first + range.count;) {
    while (!parts.empty() && parts.front().first < node) parts = parts.subspan(1);
    if (parts.empty() || parts.front().first != node) {
      const PropertyRange root{node, tree[node].subtree};
      fields.write(root);
      node += root.count;
      continue;
    }
    const SharedPart& part = parts.front();
    node += part.count;
    if (const WrittenParts::Part* const written = known.find(part.origin, plan)) {
      out.fields(written->bytes);
      fields.expect(written->next);
      continue;
    }
    const PropertyRange own{part.first, part.count};
    const std::size_t begin = out.size();
    const bool is_alone = fields.write(own);
    if (is_alone) known.add(part.origin, plan, {std::string(out.since(begin)), fields.next()});
  }
}

void McapEncoder::write_state(MessageWriter& out, const Frame& frame, const Entity& entity,
                              std::size_t row, Scratch& scratch) const {
  constexpr std::size_t kSelfBytes = 200;
  const auto write_self = [&](MessageWriter& self) {
    self.text_field(1, recording_.entity(entity.index).id);
    self.bytes(2, labels_.frame_of(row, frame.stream));
    self.text_field(3, entity.name);
    if (entity.parent.exists()) self.text_field(4, recording_.entity(entity.parent).id);
    write_place(self, 5, entity.world);
    if (!entity.local.empty()) {
      self.message(8, [&](MessageWriter& local) { write_place(local, 1, entity.local); });
    }
    if (entity.box) {
      const auto& [center, half] = *entity.box;
      self.message(9, [&](MessageWriter& box) {
        write_vector(box, 1, std::array{center.x, center.y, center.z});
        write_vector(box, 2, std::array{half.x, half.y, half.z});
      });
    }
    self.integer_field(10, static_cast<std::uint64_t>(entity.lamp));
    self.integer_field(11, entity.stands_for_frame ? 1 : 0);
  };
  out.message(1, write_self, kSelfBytes);
  write_own(out, frame.tree, entity.properties, layout_.kinds[layout_.kind_of[row]].state, scratch);
}

void McapEncoder::add_transforms(const Frame& frame, Piece& piece, std::uint64_t time) const {
  const Layout::Stream& stream = layout_.streams[frame.stream.value];
  add(piece, stream.transforms, time, [&](MessageWriter& out) {
    for (const Entity& entity : frame.entities) {
      const std::uint32_t row = plan_.entity_row(entity.index);
      if (row == WritePlan::kNoRow || !has_place(entity)) continue;
      const auto& at = *entity.world.position;
      glm::dquat turn = entity.world.rotation.value_or(glm::dquat(1, 0, 0, 0));
      const double size = turn.x + turn.y + turn.z + turn.w;
      if (!std::isfinite(size)) turn = glm::dquat(1, 0, 0, 0);
      out.message(1, [&](MessageWriter& transform) {
        write_timestamp(transform, 1, time);
        transform.bytes(2, "world");
        transform.bytes(3, labels_.frame_of(row, frame.stream));
        write_vector(transform, 4, std::array{at.x, at.y, at.z});
        write_vector(transform, 5, std::array{turn.x, turn.y, turn.z, turn.w});
      });
    }
  });
}

/// The places again, for viewers that draw points only.
void write_points(MessageWriter& out, const std::string& points, std::uint64_t time) {
  constexpr std::uint32_t kFloat32 = 7;
  constexpr std::uint32_t kStride = 12;
  write_timestamp(out, 1, time);
  out.bytes(2, "world");
  out.message(3, [](MessageWriter& pose) {
    pose.message(1, [](MessageWriter&) {});
    write_vector(pose, 2, std::array{0.0, 0.0, 0.0, 1.0});
  });
  out.fixed32_field(4, kStride);
  std::uint32_t offset = 0;
  for (const char* const name : {"x", "y", "z"}) {
    out.message(5, [&](MessageWriter& field) {
      field.bytes(1, name);
      field.fixed32_field(2, offset);
      field.integer(3, kFloat32);
    });
    offset += 4;
  }
  out.bytes_field(6, points);
}

void McapEncoder::add_scene(const Frame& frame, Piece& piece, std::uint64_t time) const {
  const Layout::Stream& stream = layout_.streams[frame.stream.value];
  std::string points;
  piece.has_scene = true;
  piece.scene = piece.messages.size();
  add(piece, stream.scene, time, [&](MessageWriter& out) {
    for (const Entity& entity : frame.entities) {
      const std::uint32_t row = plan_.entity_row(entity.index);
      if (row == WritePlan::kNoRow) continue;
      const FrameLabel label = labels_.frame_of(row, frame.stream);
      if (has_place(entity)) {
        scene_.write_entity(out, entity, recording_.entity(entity.index).id, label, time,
                            piece.scratch->scenes);
        piece.shown.push_back(shown_id(row, false));
        for (const double value :
             {entity.world.position->x, entity.world.position->y, entity.world.position->z}) {
          const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(value));
          std::array<char, 4> bytes;
          for (std::size_t i = 0; i < 4; ++i) bytes[i] = static_cast<char>(bits >> (8 * i) & 0xFF);
          points.append(bytes.data(), bytes.size());
        }
      }
      if (survey_.has_shapes[frame.stream.value] &&
          scene_.write_shapes(out, frame.tree, entity, label, time)) {
        piece.shown.push_back(shown_id(row, true));
      }
    }
  });
  std::ranges::sort(piece.shown);
  if (!survey_.has_places[frame.stream.value]) return;
  add(piece, stream.positions, time, [&](MessageWriter& out) { write_points(out, points, time); });
}

void McapEncoder::add_entities(const Frame& frame, Piece& piece, std::uint64_t time) const {
  std::map<std::size_t, std::string> tables;  // by kind
  for (const Entity& entity : frame.entities) {
    const std::uint32_t row = plan_.entity_row(entity.index);
    if (row == WritePlan::kNoRow) continue;
    piece.entities.push_back(entity.index);
    piece.told.names += entity.name;
    piece.told.entities.push_back({.row = row,
                                   .parent = plan_.entity_row(entity.parent),
                                   .name_end = piece.told.names.size()});
    if (entity.world.position && !has_place(entity)) piece.losses.add(Loss::no_transform);
    if (layout_.has_tables) {
      MessageWriter rows(tables[layout_.kind_of[row]]);
      rows.message(
          1, [&](MessageWriter& state) { write_state(state, frame, entity, row, *piece.scratch); });
    } else {
      add(piece, layout_.channel_of[row], time,
          [&](MessageWriter& out) { write_state(out, frame, entity, row, *piece.scratch); });
    }
  }
  for (const auto& [kind, rows] : tables) {
    piece.bytes += rows;
    piece.messages.push_back({Piece::Message::kTable, time, piece.bytes.size(), kind});
  }
}

/// "INFO", unless the tag is the name of a level.
std::uint64_t level_of(std::string_view tag) {
  struct Level {
    std::string_view tag;
    std::uint64_t level;
  };
  constexpr std::array<Level, 6> kLevels{
      {{"debug", 1}, {"info", 2}, {"warning", 3}, {"warn", 3}, {"error", 4}, {"fatal", 5}}};
  for (const Level& level : kLevels) {
    if (level.tag.size() == tag.size() && contains_ignoring_case(tag, level.tag)) {
      return level.level;
    }
  }
  return 2;
}

std::string log_text(const Recording& recording, const EventInfo& info, const PropertyTree& tree,
                     PropertyRange properties) {
  constexpr std::size_t kLongest = 200;
  std::string text = valid_utf8(info.name);
  if (info.entity.exists()) text += " " + valid_utf8(recording.entity(info.entity).name);
  for_each_root(tree, properties, [&](PropertyTree::Node node, const PropertyNode& property) {
    if (is_container(property.type) || text.size() > kLongest) return;
    std::string value;
    JsonWriter json(value);
    write_plain_value(json, tree, node);
    text += " " + valid_utf8(property.name) + "=" + value;
  });
  text.resize(whole_characters(text, std::max(kLongest, info.name.size())).size());
  return text;
}

void McapEncoder::add_events(const Frame& frame, Piece& piece) const {
  const Layout::Stream& stream = layout_.streams[frame.stream.value];
  const auto each = [&](auto visit) {
    for (const FrameEvent& event : frame.events) {
      const EventInfo info = recording_.event(event.index);
      if (plan_.has_event(info)) visit(event, info);
    }
  };
  each([&](const FrameEvent& event, const EventInfo& info) {
    ++piece.events;
    if (info.time + static_cast<double>(offset_) / kNanoseconds < 0) {
      piece.losses.add(Loss::early_event);
    }
    if (holds_shape(frame.tree, event.properties)) piece.losses.add(Loss::event_shape);
    if (info.entity.exists() && !is_told_[plan_.entity_row(info.entity)]) {
      piece.losses.add(Loss::event_entity);
    }
    std::string properties;
    JsonWriter json(properties);
    write_properties(json, frame.tree, event.properties);
    const std::uint64_t begin = log_time(info.time);
    const std::string id =
        info.entity.exists() ? std::string(recording_.entity(info.entity).id) : "";
    piece.told.events.push_back({event.index, static_cast<std::uint32_t>(piece.messages.size())});
    add(piece, stream.events, begin, [&](MessageWriter& out) {
      write_timestamp(out, 1, begin);
      write_timestamp(out, 2, log_time(std::max(info.end, info.time)));
      const auto pair = [&](std::string_view key, std::string_view value) {
        out.message(3, [&](MessageWriter& entry) {
          entry.bytes(1, key);
          entry.bytes_field(2, value);
        });
      };
      pair("name", valid_utf8(info.name));
      pair("tag", valid_utf8(info.tag));
      pair("entity", valid_utf8(id));
      pair("order", std::to_string(info.order));
      pair("properties", properties);
      const std::string facts = facts_of(frame.tree, event.properties);
      if (!facts.empty()) pair("facts", facts);
      // What nanoseconds do not hold.
      const auto exact = [&](std::string_view key, Seconds time, std::uint64_t written) {
        const auto zero = static_cast<double>(offset_);
        if ((static_cast<double>(written) - zero) / kNanoseconds == time) return;
        pair(key, number_text(time));
      };
      exact("time", info.time, begin);
      exact("end", std::max(info.end, info.time), log_time(std::max(info.end, info.time)));
      if (info.role != EventRole::none) pair("role", event_role_name(info.role));
    });
  });
  each([&](const FrameEvent& event, const EventInfo& info) {
    const std::uint64_t begin = log_time(info.time);
    const std::uint32_t row = plan_.entity_row(info.entity);
    add(piece, stream.log, begin, [&](MessageWriter& out) {
      write_timestamp(out, 1, begin);
      out.integer(2, level_of(info.tag));
      out.bytes(3, log_text(recording_, info, frame.tree, event.properties));
      if (row == WritePlan::kNoRow) return;
      // A label that nothing else in the file has would say nothing.
      if (is_told_[row]) {
        out.bytes(4, labels_.frame_of(row, frame.stream));
      } else {
        out.text(4, recording_.entity(info.entity).id);
      }
    });
  });
}

std::size_t McapEncoder::encode(const Frame& frame, Piece& piece) const {
  piece.bytes.clear();
  piece.messages.clear();
  piece.shown.clear();
  piece.losses.clear();
  piece.has_scene = false;
  piece.told.clear();
  piece.told.number = frame.number;
  piece.told.time = frame.time;
  piece.told.stream = frame.stream;
  const Lender<Scratch>::Lent scratch = scratches_.borrow();
  piece.scratch = scratch.get();
  piece.scratch->parts.begin();
  const std::uint64_t time = log_time(frame.time);
  const std::size_t stream = frame.stream.value;
  add(piece, layout_.streams[stream].frame, time, [&](MessageWriter& out) {
    out.integer_field(1, static_cast<std::uint64_t>(frame.number));
    out.number_field(2, frame.time);
    if (!plan_.has_frames_own()) return;
    write_own(out, frame.tree, frame.properties, layout_.frame.state, *piece.scratch);
  });
  if (survey_.has_places[stream]) add_transforms(frame, piece, time);
  if (survey_.has_places[stream] || survey_.has_shapes[stream]) add_scene(frame, piece, time);
  add_entities(frame, piece, time);
  add_events(frame, piece);
  if (recording_.reader().coordinates(recording_, frame.index) != target_) {
    piece.losses.add(Loss::coordinates);
  }
  if (target_ != usual_coordinates()) piece.losses.add(Loss::not_usual);
  return piece.bytes.size();
}

void McapEncoder::put_comments(FrameIndex frame, std::uint64_t time) {
  const auto [first, last] = comments_.equal_range(frame.value);
  const std::size_t channel = layout_.streams[recording_.timeline().stream(frame).value].comments;
  for (auto at = first; at != last; ++at) {
    const CommentInfo comment = recording_.comment(at->second);
    std::string bytes;
    MessageWriter out(bytes);
    write_timestamp(out, 1, time);
    out.integer(2, 2);
    out.bytes(3, valid_utf8(comment.text));
    if (const std::uint32_t row = plan_.entity_row(comment.entity); row != WritePlan::kNoRow) {
      out.bytes(4, labels_.frame_of(row, recording_.timeline().stream(frame)));
    }
    writer_.message({channel, frame.value, time, time}, bytes);
  }
}

Result<void> McapEncoder::put(FrameIndex frame, Piece& piece) {
  const std::uint64_t time = log_time(recording_.timeline().time(frame));
  const StreamIndex stream = recording_.timeline().stream(frame);
  std::string deletions;
  if (piece.has_scene) {
    std::vector<std::uint64_t>& before = shown_[stream.value];
    std::vector<std::string> gone;
    for (const std::uint64_t shown : before) {
      if (std::ranges::binary_search(piece.shown, shown)) continue;
      gone.emplace_back(labels_.frame_of(shown >> 1, stream));
      if ((shown & 1) != 0) gone.back() += "/shapes";
    }
    std::ranges::sort(gone);
    MessageWriter out(deletions);
    for (const std::string& id : gone) {
      out.message(1, [&](MessageWriter& deletion) {
        write_timestamp(deletion, 1, time);
        deletion.bytes(3, id);
      });
    }
    std::swap(before, piece.shown);
  }
  writer_.begin_frame(piece.bytes.size() + deletions.size());
  index_.add(piece.told, writer_.next_place(piece.messages.front().channel), frame.value);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < piece.messages.size(); ++i) {
    const Piece::Message& message = piece.messages[i];
    const std::string_view bytes = std::string_view(piece.bytes).substr(begin, message.end - begin);
    begin = message.end;
    const std::size_t channel = message.channel == Piece::Message::kTable
                                    ? layout_.table_channel(stream, message.kind)
                                    : message.channel;
    const MessageHead head{channel, frame.value, time, message.publish_time};
    if (piece.has_scene && i == piece.scene && !deletions.empty()) {
      writer_.message(head, deletions + std::string(bytes));
    } else {
      writer_.message(head, bytes);
    }
  }
  put_comments(frame, time);
  writer_.end_frame();
  losses_.add(piece.losses);
  return writer_.status();
}

/// A resource as a file: what is pixels becomes a PNG.
Result<ResourceData> resource_file(const Recording& recording, ResourceIndex resource) {
  auto data = recording.reader().read_resource(recording, resource);
  if (!data || data->width == 0) return data;
  auto png = encode_png(data->bytes, static_cast<int>(data->width), static_cast<int>(data->height));
  if (!png) return failure(std::move(png.error()));
  return ResourceData{.bytes = std::move(*png), .type = "image/png"};
}

void McapEncoder::put_attachments() {
  for (std::size_t i = 0; i < recording_.resource_count(); ++i) {
    const auto data = resource_file(recording_, ResourceIndex(i));
    if (!data) {
      losses_.add(Loss::resource);
      continue;
    }
    const std::string_view bytes(reinterpret_cast<const char*>(data->bytes.data()),
                                 data->bytes.size());
    writer_.attachment(valid_utf8(recording_.resource(ResourceIndex(i)).path),
                       valid_utf8(data->type), offset_, bytes);
  }
}

/// Behind all chunks, which it has to fit.
void McapEncoder::put_index() {
  writer_.close_chunk();
  const std::string index = index_.finish(writer_.chunks_sum());
  if (!index.empty()) writer_.attachment(kIndexAttachment, kIndexType, offset_, index);
}

Result<void> McapEncoder::end(const LostFromKept& /*lost*/, WriteReport& report) {
  put_attachments();
  put_index();
  writer_.end();
  losses_.add(Loss::comment, recording_.comment_count());
  report.losses = losses_.list([this](Loss loss, WriteLoss& told) {
    if (loss == Loss::coordinates) told.became = target_.name();
    if (loss == Loss::kind_of_text) {
      told.is_kept = !survey_.names.has_lost_facts();
    } else if (loss == Loss::nothing) {
      told.is_kept =
          !layout_.frame.loses_nothing && std::ranges::none_of(layout_.kinds, &Kind::loses_nothing);
    } else {
      told.is_kept = loss == Loss::name || loss == Loss::json || loss == Loss::table ||
                     loss == Loss::comment || loss == Loss::event_shape || loss == Loss::not_usual;
    }
  });
  return writer_.status();
}

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  // The frames are gone through twice: first for what properties there are.
  WriteRequest twice = request;
  if (request.progress) {
    twice.progress = [&](std::uint64_t done, std::uint64_t all) {
      request.progress(all + done, 2 * all);
    };
  }
  const WritePlan plan(twice);
  const std::uint64_t all = plan.end_frame() - plan.first_frame();
  const auto surveyed = [&](std::uint64_t done) {
    if (request.progress) request.progress(done, 2 * all);
  };
  Survey survey;
  if (!make_survey(plan, target_of(request), cancelled, surveyed, survey))
    return failure(writing_cancelled());
  McapEncoder encoder(plan, survey, sink);
  encoder.begin();
  return write_frames(plan, encoder, cancelled);
}

}  // namespace

constinit const FormatWriter kWriter{.name = kName,
                                     .title = "MCAP, for Foxglove, Rerun and PlotJuggler",
                                     .extensions = kExtensions,
                                     .options = kWriteOptions,
                                     .coordinates_written = coordinates_written,
                                     .write_checked = write};

}  // namespace scrubjay::mcap
