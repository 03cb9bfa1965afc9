#include "formats/flecs/writer.h"

#include <algorithm>
#include <memory>

#include "core/frame_scan.h"
#include "formats/flecs/flecs.h"
#include "formats/flecs/native_rows.h"
#include "formats/flecs/reader.h"
#include "formats/flecs/row_writer.h"
#include "formats/states/extension_writer.h"
#include "formats/states/json_packets.h"
#include "formats/write_options.h"

namespace scrubjay::flecs {

namespace {

/// Members of the wrapper that mean something (flecs.md 11.2).
bool is_wrapper_word(std::string_view name) {
  return name == "time" || name == "frame" || name == "data" || name == "results" ||
         name == "events" || name == "globals";
}

/// What a frame says as part of a document. Used again and again, with its storage.
struct Piece {
  std::string attributes;  ///< members of the wrapper, each with a comma in front
  std::string rows;        ///< with commas between
  std::vector<EntityIndex> entities;
  std::uint64_t events = 0;
  states::ExtensionFrame kept;
  LossCounts losses;
  std::vector<Problem> problems;

  void clear() {
    attributes.clear();
    rows.clear();
    entities.clear();
    events = 0;
    losses.clear();
    problems.clear();
  }
};

/// What one stream says at its newest frame.
struct StreamState {
  std::string attributes;
  std::string rows;
};

std::unexpected<Problem> not_written() {
  return failure({.severity = Severity::fatal,
                  .code = "not-written",
                  .message = "The documents could not be written."});
}

std::unexpected<Problem> too_large() {
  return failure({.severity = Severity::fatal,
                  .code = "too-large",
                  .message = "A frame has more values than can be kept beside it."});
}

/// What was subtracted from the times of a recording of this format (flecs.md 11.2); 0: nothing.
Seconds start_of(const Recording& recording) {
  PropertyTree tree;
  const auto node = find_path(tree, recording.details(tree), "start_time");
  return node ? tree[*node].number : 0;
}

/// The recording was read from documents, not from what was kept beside them.
bool is_of_documents(const Recording& recording) {
  const auto* reader = dynamic_cast<const FlecsReader*>(&recording.reader());
  return reader != nullptr && !reader->is_extended();
}

/// Values of documents stay as they are.
bool is_kept_as_it_is(const WriteRequest& request) {
  return is_of_documents(*request.recording) && !request.coordinates;
}

/// One conversion: frames are made on several threads and join documents in order.
class Conversion {
 public:
  Conversion(const WriteRequest& request, const ByteSink& sink)
      : request_(request),
        recording_(*request.recording),
        sink_(sink),
        plan_(request),
        is_native_(is_kept_as_it_is(request)),
        is_seen_(recording_.entity_count()) {}

  Result<WriteReport> run(const std::atomic<bool>& cancelled);

 private:
  void note_what_is_left_out();
  bool has_entity(EntityIndex entity) const;
  void write_native(const std::atomic<bool>& cancelled);
  void write_others(const std::atomic<bool>& cancelled);
  void make_native(FrameIndex index, Piece& piece);
  std::size_t make(const Frame& frame, Piece& piece) const;
  template <class Rows>
  void make_rows(const Frame& frame, Rows& rows, Piece& piece) const;
  void make_attributes(const Frame& frame, PropertyWriter& writer, const RowWriter* rows,
                       Piece& piece) const;
  void make_events(const Frame& frame, PropertyWriter& writer, const RowWriter& rows,
                   JsonWriter& json, Piece& piece) const;
  bool take(FrameIndex index, Piece& piece);
  bool put_document();
  bool end();

  const WriteRequest& request_;
  const Recording& recording_;
  const ByteSink& sink_;
  states::WritePlan plan_;
  bool is_native_;
  bool is_refused_ = false;
  bool is_too_large_ = false;
  LossCounts losses_;
  WriteReport report_;
  std::vector<bool> is_seen_;
  std::vector<StreamState> streams_;
  std::vector<std::size_t> stream_order_;  ///< by first frame
  // The document that is not written yet: another frame of the same time may join it.
  bool is_waiting_ = false;
  Seconds time_ = 0;
  /// Added to all times, so that they are read back with the same start. Without the first frame
  /// another one would be the zero.
  Seconds start_ = 0;
  std::uint64_t number_ = 0;
  std::string text_;
  // Of recordings of this format.
  std::unique_ptr<FrameDecoder> decoder_;
  std::unique_ptr<NativeRows> native_rows_;
  Frame frame_;
  // Of others, with what documents cannot say of them.
  std::unique_ptr<WrittenNames> names_;
  states::JsonPackets packets_;
  std::optional<states::ExtensionWriter> extension_;
};

bool Conversion::has_entity(EntityIndex entity) const {
  return !request_.entities || std::ranges::binary_search(*request_.entities, entity);
}

void Conversion::note_what_is_left_out() {
  if (recording_.timeline().stream_count() > 1) {
    losses_.add(Loss::stream, recording_.timeline().stream_count());
  }
  losses_.add(Loss::metadata, recording_.info().metadata.size());
  losses_.add(Loss::comment, recording_.comment_count());
  losses_.add(Loss::resource, recording_.resource_count());
}

template <class Rows>
void Conversion::make_rows(const Frame& frame, Rows& rows, Piece& piece) const {
  rows.begin(frame);
  for (std::size_t i = 0; i < frame.entities.size(); ++i) {
    const EntityIndex entity = frame.entities[i].index;
    if (!has_entity(entity)) continue;
    if (!piece.rows.empty()) piece.rows += ", ";
    rows.write(piece.rows, i);
    piece.entities.push_back(entity);
  }
  piece.problems = frame.problems;
}

void Conversion::make_events(const Frame& frame, PropertyWriter& writer, const RowWriter& rows,
                             JsonWriter& json, Piece& piece) const {
  json.key("events");
  json.begin_array();
  for (const FrameEvent& event : frame.events) {
    const EventInfo info = recording_.event(event.index);
    if (info.entity.exists() && !has_entity(info.entity)) continue;
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
void Conversion::make_attributes(const Frame& frame, PropertyWriter& writer, const RowWriter* rows,
                                 Piece& piece) const {
  std::string object;
  JsonWriter json(object);
  json.begin_object();
  for_each_root(frame.tree, frame.properties, [&](PropertyTree::Node at, const auto& node) {
    if (is_wrapper_word(node.name)) return;
    json.key(node.name);
    writer.value(json, frame.tree, at);
  });
  if (rows != nullptr && !frame.events.empty()) make_events(frame, writer, *rows, json, piece);
  json.end_object();
  if (object.size() > 2) piece.attributes = "," + object.substr(1, object.size() - 2);
}

void Conversion::make_native(FrameIndex index, Piece& piece) {
  piece.clear();
  frame_.clear();
  frame_.index = index;
  frame_.stream = recording_.timeline().stream(index);
  frame_.number = recording_.timeline().number(index);
  frame_.time = recording_.timeline().time(index);
  frame_.coordinates = recording_.info().coordinates;
  decoder_->decode(index, frame_);
  make_rows(frame_, *native_rows_, piece);
  const auto [first, last] = recording_.events_in(index, index);
  const bool has_other_side = index.value == 0 || index.value > plan_.first_frame();
  for (std::size_t row = first; row < last; ++row) {
    if (has_other_side && recording_.event(EventIndex(row)).name != kSamplesMissing) {
      ++piece.events;  // found again by comparing
    } else {
      piece.losses.add(Loss::lost_event);
    }
  }
  PropertyWriter writer(piece.losses,
                        [](std::string_view) { return std::optional<std::string>(); });
  make_attributes(frame_, writer, nullptr, piece);
}

/// On a worker's thread.
std::size_t Conversion::make(const Frame& frame, Piece& piece) const {
  piece.clear();
  RowWriter rows(recording_, *names_, piece.losses);
  make_rows(frame, rows, piece);
  PropertyWriter writer(piece.losses, [&](std::string_view id) { return rows.path_of_id(id); });
  make_attributes(frame, writer, &rows, piece);
  if (extension_) states::take_frame(plan_, frame, piece.kept);
  return piece.rows.size() + piece.attributes.size() + piece.kept.flat.bytes();
}

/// All streams as they are now, as one world.
bool Conversion::put_document() {
  if (!is_waiting_) return true;
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
  ++report_.frames;
  is_refused_ = !sink_(std::as_bytes(std::span(text_)));
  return !is_refused_;
}

bool Conversion::take(FrameIndex index, Piece& piece) {
  const Timeline& timeline = recording_.timeline();
  if (!is_native_ && !request_.coordinates &&
      recording_.reader().coordinates(recording_, index) != report_.coordinates) {
    losses_.add(Loss::coordinates);
  }
  if (is_waiting_ && timeline.time(index) != time_) {
    if (!put_document()) return false;
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
  for (const EntityIndex entity : piece.entities) {
    if (!is_seen_[entity.value]) ++report_.entities;
    is_seen_[entity.value] = true;
  }
  report_.events += piece.events;
  losses_.add(piece.losses);
  for (const Problem& problem : piece.problems) fold_into(report_.problems, problem);
  is_too_large_ = extension_ && !extension_->add(index, piece.kept);
  if (request_.progress) {
    request_.progress(index.value + 1 - plan_.first_frame(),
                      plan_.end_frame() - plan_.first_frame());
  }
  return !is_too_large_;
}

void Conversion::write_native(const std::atomic<bool>& cancelled) {
  decoder_ = recording_.reader().decoder(recording_);
  if (plan_.first_frame() == 0 && plan_.end_frame() > 0) start_ = start_of(recording_);
  native_rows_ = std::make_unique<NativeRows>(static_cast<Decoder&>(*decoder_), losses_);
  Piece piece;
  for (std::size_t i = plan_.first_frame(); i < plan_.end_frame() && !cancelled.load(); ++i) {
    make_native(FrameIndex(i), piece);
    if (!take(FrameIndex(i), piece)) return;
  }
}

void Conversion::write_others(const std::atomic<bool>& cancelled) {
  report_.coordinates = *coordinates_written(request_);
  names_ = std::make_unique<WrittenNames>(recording_, losses_);
  if (states::is_remainder_kept(request_)) {
    extension_.emplace(plan_, report_.coordinates, packets_);
  }
  const FrameScan scan{.recording = request_.recording,
                       .coordinates = report_.coordinates,
                       .first = plan_.first_frame(),
                       .end = plan_.end_frame()};
  scan_frames<Piece>(
      scan, cancelled, [&](const Frame& frame, Piece& piece) { return make(frame, piece); },
      [&](FrameIndex frame, Piece& piece) { return take(frame, piece); });
}

/// What stands behind the last frame, and the last document.
bool Conversion::end() {
  if (extension_ && !is_too_large_ && !is_refused_) {
    is_too_large_ = !extension_->end_frames();
    if (!is_too_large_) extension_->end();
    losses_.add(Loss::lost_comment, extension_->lost_comments());
    losses_.add(Loss::lost_resource, extension_->damaged_resources());
  }
  return !is_too_large_ && !is_refused_ && put_document();
}

Result<WriteReport> Conversion::run(const std::atomic<bool>& cancelled) {
  note_what_is_left_out();
  streams_.resize(recording_.timeline().stream_count());
  report_.coordinates = recording_.info().coordinates;
  if (is_native_) {
    write_native(cancelled);
  } else {
    write_others(cancelled);
  }
  if (cancelled.load()) {
    return failure({.severity = Severity::fatal,
                    .code = "cancelled",
                    .message = "The writing was cancelled."});
  }
  if (!end()) return is_too_large_ ? too_large() : not_written();
  report_.losses = losses_.list([&](Loss loss) {
    return extension_ && loss != Loss::lost_comment && loss != Loss::lost_resource;
  });
  return std::move(report_);
}

}  // namespace

Result<CoordinateSystem> coordinates_written(const WriteRequest& request) {
  if (is_kept_as_it_is(request)) return request.recording->info().coordinates;
  // Documents do not tell their axes: those that the reader assumes.
  return request.coordinates.value_or(Choices{}.axes);
}

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  if (auto problem = check_write_options(kWriteOptions, request.options)) {
    return failure(std::move(*problem));
  }
  return Conversion(request, sink).run(cancelled);
}

}  // namespace scrubjay::flecs
