#include <algorithm>
#include <array>
#include <memory>

#include "formats/flecs/flecs.h"
#include "formats/flecs/read/reader.h"
#include "formats/flecs/write/native_rows.h"
#include "formats/flecs/write/row_writer.h"
#include "formats/frame_encoder.h"
#include "formats/kept/json_packets.h"

namespace scrubjay::flecs {

namespace {

/// Members of the wrapper that mean something (formats/flecs/README.md, 11.2).
bool is_wrapper_word(std::string_view name) {
  return name == "time" || name == "frame" || name == "data" || name == "results" ||
         name == kept::kHeadMember || name == kept::kPacketsMember;
}

/// What a frame says as part of a document.
struct Piece final : EncodedFrame {
  std::string attributes;  ///< members of the wrapper, each with a comma in front
  std::string rows;        ///< with commas between
  LossCounts losses;

  void clear() {
    attributes.clear();
    rows.clear();
    losses.clear();
  }
};

/// What one stream says at its newest frame.
struct StreamState {
  std::string attributes;
  std::string rows;
};

/// What was subtracted from the times of a recording of this format
/// (formats/flecs/README.md, 11.2); 0: nothing.
Seconds start_of(const Recording& recording) {
  PropertyTree tree;
  const auto node = find_path(tree, recording.details(tree), "start_time");
  return node ? tree[*node].number : 0;
}

/// The recording was read from documents, not from what was kept beside them.
bool is_of_documents(const Recording& recording) {
  return dynamic_cast<const FlecsReader*>(&recording.reader()) != nullptr;
}

/// Values of documents stay as they are.
bool is_kept_as_it_is(const WriteRequest& request) {
  return is_of_documents(*request.recording) && !request.coordinates;
}

Result<CoordinateSystem> coordinates_written(const WriteRequest& request) {
  if (is_kept_as_it_is(request)) return request.recording->info().coordinates;
  // Documents do not tell their axes: those that the reader assumes.
  return request.coordinates.value_or(Choices{}.axes);
}

constexpr std::array kWriteOptions{kept::kWriteOption};

/// Frames join documents in order.
class DocumentEncoder final : public FrameEncoderOf<Piece> {
 public:
  DocumentEncoder(const WritePlan& plan, const ByteSink& sink);

  std::optional<CoordinateSystem> coordinates(FrameIndex /*frame*/) const override {
    return target_;
  }
  std::optional<KeptPlace> kept_place() override {
    if (!is_kept_) return std::nullopt;
    return KeptPlace{&packets_, target_};
  }
  std::size_t encode(const Frame& frame, Piece& piece) const override;
  Result<void> put(FrameIndex index, Piece& piece) override;
  Result<void> end(const LostFromKept& lost, WriteReport& report) override;
  std::function<const Frame&(FrameIndex)> own_decoder() override;

 private:
  const Frame& decode(FrameIndex index);
  void encode_native(const Frame& frame, Piece& piece) const;
  template <class Rows>
  void make_rows(const Frame& frame, Rows& rows, Piece& piece) const;
  void make_attributes(const Frame& frame, PropertyWriter& writer, const RowWriter* rows,
                       Piece& piece) const;
  void make_events(const Frame& frame, PropertyWriter& writer, const RowWriter& rows,
                   JsonWriter& json, Piece& piece) const;
  Result<void> put_document();

  const WritePlan& plan_;
  const WriteRequest& request_;
  const Recording& recording_;
  const ByteSink& sink_;
  bool is_native_;
  bool is_kept_;
  CoordinateSystem target_;
  LossCounts losses_;
  std::uint64_t documents_ = 0;
  std::vector<StreamState> streams_;
  std::vector<std::size_t> stream_order_;  ///< by first frame
  // The document that is not written yet: another frame of the same time may join it.
  bool is_waiting_ = false;
  Seconds time_ = 0;
  /// Added to all times, so that they are read back with the same start. Without the first frame
  /// another one would be the zero.
  Seconds start_ = 0;
  std::int64_t number_ = 0;
  std::string text_;
  // Of recordings of this format.
  std::unique_ptr<FrameDecoder> decoder_;
  std::unique_ptr<NativeRows> native_rows_;
  Frame frame_;
  // Of others, with what documents cannot say of them.
  std::unique_ptr<WrittenNames> names_;
  kept::JsonPackets packets_;
};

DocumentEncoder::DocumentEncoder(const WritePlan& plan, const ByteSink& sink)
    : plan_(plan),
      request_(plan.request()),
      recording_(plan.recording()),
      sink_(sink),
      is_native_(is_kept_as_it_is(request_)),
      is_kept_(!is_native_ && kept::is_kept(request_)),
      target_(*coordinates_written(request_)),
      streams_(recording_.timeline().stream_count()) {
  if (streams_.size() > 1) losses_.add(Loss::stream, streams_.size());
  losses_.add(Loss::metadata, recording_.info().metadata.size());
  losses_.add(Loss::comment, recording_.comment_count());
  losses_.add(Loss::resource, recording_.resource_count());
  if (is_native_) {
    decoder_ = recording_.reader().decoder(recording_);
    native_rows_ = std::make_unique<NativeRows>(plan_, static_cast<Decoder&>(*decoder_), losses_);
    if (plan_.first_frame() == 0 && plan_.end_frame() > 0) start_ = start_of(recording_);
  } else {
    names_ = std::make_unique<WrittenNames>(plan_, losses_);
  }
}

template <class Rows>
void DocumentEncoder::make_rows(const Frame& frame, Rows& rows, Piece& piece) const {
  rows.begin(frame);
  for (std::size_t i = 0; i < frame.entities.size(); ++i) {
    const EntityIndex entity = frame.entities[i].index;
    if (!plan_.has_entity(entity)) continue;
    if (!piece.rows.empty()) piece.rows += ", ";
    rows.write(piece.rows, i);
    piece.entities.push_back(entity);
  }
}

void DocumentEncoder::make_events(const Frame& frame, PropertyWriter& writer, const RowWriter& rows,
                                  JsonWriter& json, Piece& piece) const {
  json.key("events");
  json.begin_array();
  for (const FrameEvent& event : frame.events) {
    const EventInfo info = recording_.event(event.index);
    if (!plan_.has_event(info)) continue;
    json.begin_object();
    json.field("name", info.name);
    json.field("tag", info.tag);
    if (info.entity.exists()) {
      const std::string_view id = recording_.entity(info.entity).id;
      json.field("entity", rows.path_of_id(id).value_or(std::string(id)));
    }
    for_each_root(frame.tree, event.properties, [&](PropertyTree::Node at, const auto& node) {
      json.key(node.name);
      writer.value(json, frame.tree, at);
    });
    json.end_object();
    ++piece.events;
    piece.losses.add(Loss::event);
  }
  json.end_array();
}

/// Properties of the frame, and of other formats (`rows` not null) its events, stand beside the
/// document.
void DocumentEncoder::make_attributes(const Frame& frame, PropertyWriter& writer,
                                      const RowWriter* rows, Piece& piece) const {
  std::string object;
  JsonWriter json(object);
  json.begin_object();
  const PropertyRange own = plan_.has_frames_own() ? frame.properties : PropertyRange();
  for_each_root(frame.tree, own, [&](PropertyTree::Node at, const auto& node) {
    // Of singletons, which are written as what they are.
    if (is_of_documents(recording_) && node.name == "globals") return;
    if (is_wrapper_word(node.name) || (rows != nullptr && node.name == "events")) {
      piece.losses.add(Loss::frame_property);
      return;
    }
    json.key(node.name);
    writer.value(json, frame.tree, at);
  });
  if (rows != nullptr && !frame.events.empty()) make_events(frame, writer, *rows, json, piece);
  json.end_object();
  if (object.size() > 2) piece.attributes = "," + object.substr(1, object.size() - 2);
}

std::function<const Frame&(FrameIndex)> DocumentEncoder::own_decoder() {
  if (!is_native_) return {};
  return [this](FrameIndex index) -> const Frame& { return decode(index); };
}

const Frame& DocumentEncoder::decode(FrameIndex index) {
  frame_.clear();
  frame_.index = index;
  frame_.stream = recording_.timeline().stream(index);
  frame_.number = recording_.timeline().number(index);
  frame_.time = recording_.timeline().time(index);
  frame_.coordinates = target_;
  decoder_->decode(index, frame_);
  return frame_;
}

void DocumentEncoder::encode_native(const Frame& frame, Piece& piece) const {
  make_rows(frame, *native_rows_, piece);
  const auto [first, last] = recording_.events_in(frame.index, frame.index);
  const bool has_other_side = frame.index.value == 0 || frame.index.value > plan_.first_frame();
  for (std::size_t row = first; row < last; ++row) {
    const EventInfo event = recording_.event(EventIndex(row));
    if (!plan_.has_event(event)) continue;
    if (has_other_side && event.name != kSamplesMissing) {
      ++piece.events;  // found again by comparing
      if (event.tag == "query") piece.losses.add(Loss::query_event);
    } else {
      piece.losses.add(Loss::lost_event);
    }
  }
  PropertyWriter writer(piece.losses,
                        [](std::string_view) { return std::optional<std::string>(); });
  make_attributes(frame, writer, nullptr, piece);
}

std::size_t DocumentEncoder::encode(const Frame& frame, Piece& piece) const {
  piece.clear();
  if (is_native_) {
    encode_native(frame, piece);
  } else {
    RowWriter rows(plan_, *names_, piece.losses);
    make_rows(frame, rows, piece);
    PropertyWriter writer(piece.losses, [&](std::string_view id) { return rows.path_of_id(id); });
    make_attributes(frame, writer, &rows, piece);
  }
  return piece.rows.size() + piece.attributes.size();
}

/// All streams as they are now, as one world.
Result<void> DocumentEncoder::put_document() {
  if (!is_waiting_) return {};
  is_waiting_ = false;
  text_.clear();
  text_ +=
      "{\"time\":" + number_text(start_ + time_) + ",\"frame\":" + std::to_string(number_) + ",";
  text_ += packets_.take_head();
  text_.pop_back();
  for (const std::size_t stream : stream_order_) text_ += streams_[stream].attributes;
  text_ += ",\"data\":{\"results\":[";
  bool is_first = true;
  for (const std::size_t stream : stream_order_) {
    if (streams_[stream].rows.empty()) continue;
    if (!is_first) text_ += ", ";
    is_first = false;
    text_ += streams_[stream].rows;
  }
  text_ += "]}" + packets_.take_packets() + "}\n";
  ++documents_;
  if (!sink_(std::as_bytes(std::span(text_)))) return failure(not_written());
  return {};
}

Result<void> DocumentEncoder::put(FrameIndex index, Piece& piece) {
  const Timeline& timeline = recording_.timeline();
  const CoordinateSystem meant =
      request_.coordinates.value_or(recording_.reader().coordinates(recording_, index));
  if (!is_native_ && meant != Choices{}.axes) losses_.add(Loss::coordinates);
  if (is_waiting_ && timeline.time(index) != time_) {
    if (auto is_put = put_document(); !is_put) return is_put;
  } else if (is_waiting_) {
    losses_.add(Loss::frame);
  }
  const std::size_t stream = timeline.stream(index).value;
  if (std::ranges::find(stream_order_, stream) == stream_order_.end()) {
    stream_order_.push_back(stream);
  }
  streams_[stream].rows.swap(piece.rows);
  streams_[stream].attributes.swap(piece.attributes);
  is_waiting_ = true;
  time_ = timeline.time(index);
  number_ = timeline.number(index);
  losses_.add(piece.losses);
  return {};
}

Result<void> DocumentEncoder::end(const LostFromKept& lost, WriteReport& report) {
  auto is_put = put_document();
  losses_.add(Loss::lost_comment, lost.comments);
  losses_.add(Loss::lost_resource, lost.resources);
  report.frames = documents_;
  report.losses = losses_.list([&](Loss loss, WriteLoss& told) {
    told.is_kept = is_kept_ && loss != Loss::lost_comment && loss != Loss::lost_resource;
  });
  return is_put;
}

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  const WritePlan plan(request);
  DocumentEncoder encoder(plan, sink);
  return write_frames(plan, encoder, cancelled);
}

}  // namespace

constinit const FormatWriter kWriter{.name = kName,
                                     .title = kTitle,
                                     .extensions = kExtensions,
                                     .options = kWriteOptions,
                                     .coordinates_written = coordinates_written,
                                     .write_checked = write};

}  // namespace scrubjay::flecs
