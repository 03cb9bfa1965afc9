#include "formats/flecs/writer.h"

#include <algorithm>
#include <memory>

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

/// What one stream says at its newest frame.
struct StreamState {
  std::string attributes;  ///< members of the wrapper, each with a comma in front
  std::string rows;        ///< with commas between
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

/// One conversion, frame after frame.
class Conversion {
 public:
  Conversion(const WriteRequest& request, const ByteSink& sink)
      : request_(request),
        recording_(*request.recording),
        sink_(sink),
        states_(request),
        is_native_(is_of_documents(recording_) && !request.coordinates),
        is_seen_(recording_.entity_count()) {}

  Result<WriteReport> run(const std::atomic<bool>& cancelled);

 private:
  void note_what_is_left_out();
  bool has_entity(EntityIndex entity) const;
  bool is_asked_for(Seconds time) const;
  void take_native(FrameIndex index);
  bool take(FrameIndex index);
  template <class Rows>
  void take_rows(const Frame& frame, Rows& rows);
  void take_attributes(const Frame& frame, PropertyWriter& writer, StreamState& state);
  void take_events(const Frame& frame, PropertyWriter& writer, JsonWriter& json);
  bool put_document();

  const WriteRequest& request_;
  const Recording& recording_;
  const ByteSink& sink_;
  states::WritePlan states_;
  bool is_native_;
  // What documents cannot say of recordings of other formats.
  states::JsonPackets packets_;
  std::optional<states::ExtensionWriter> extension_;
  states::ExtensionFrame kept_;
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
  // Of others.
  std::unique_ptr<WrittenNames> names_;
  std::unique_ptr<RowWriter> rows_;
  std::unique_ptr<Cursor> cursor_;
};

bool Conversion::has_entity(EntityIndex entity) const {
  return !request_.entities || std::ranges::binary_search(*request_.entities, entity);
}

bool Conversion::is_asked_for(Seconds time) const {
  return (!request_.from || time >= *request_.from) && (!request_.to || time <= *request_.to);
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
void Conversion::take_rows(const Frame& frame, Rows& rows) {
  StreamState& state = streams_[frame.stream.value];
  state.rows.clear();
  rows.begin(frame);
  for (std::size_t i = 0; i < frame.entities.size(); ++i) {
    const EntityIndex entity = frame.entities[i].index;
    if (!has_entity(entity)) continue;
    if (!state.rows.empty()) state.rows += ", ";
    rows.write(state.rows, i);
    if (!is_seen_[entity.value]) ++report_.entities;
    is_seen_[entity.value] = true;
  }
  for (const Problem& problem : frame.problems) fold_into(report_.problems, problem);
}

void Conversion::take_events(const Frame& frame, PropertyWriter& writer, JsonWriter& json) {
  json.key("events");
  json.begin_array();
  for (const FrameEvent& event : frame.events) {
    const EventInfo info = recording_.event(event.index);
    if (info.entity.exists() && !has_entity(info.entity)) continue;
    json.begin_object();
    json.field("name", info.name);
    json.field("tag", info.tag);
    if (info.entity.exists()) {
      json.field("entity", rows_->path_of_id(recording_.entity(info.entity).id)
                               .value_or(std::string(recording_.entity(info.entity).id)));
    }
    for_each_root(frame.tree, event.properties, [&](PropertyTree::Node at, const auto& node) {
      json.key(node.name);
      writer.value(json, frame.tree, at);
    });
    json.end_object();
    ++report_.events;
    losses_.add(Loss::event);
  }
  json.end_array();
}

/// Properties of the frame, and of other formats its events, stand beside the document.
void Conversion::take_attributes(const Frame& frame, PropertyWriter& writer, StreamState& state) {
  std::string object;
  JsonWriter json(object);
  json.begin_object();
  for_each_root(frame.tree, frame.properties, [&](PropertyTree::Node at, const auto& node) {
    if (is_wrapper_word(node.name)) return;
    json.key(node.name);
    writer.value(json, frame.tree, at);
  });
  if (!is_native_ && !frame.events.empty()) take_events(frame, writer, json);
  json.end_object();
  state.attributes = object.size() > 2 ? "," + object.substr(1, object.size() - 2) : "";
}

void Conversion::take_native(FrameIndex index) {
  frame_.clear();
  frame_.index = index;
  frame_.stream = recording_.timeline().stream(index);
  frame_.number = recording_.timeline().number(index);
  frame_.time = recording_.timeline().time(index);
  frame_.coordinates = recording_.info().coordinates;
  decoder_->decode(index, frame_);
  take_rows(frame_, *native_rows_);
  const auto [first, last] = recording_.events_in(index, index);
  report_.events += last - first;  // found again by comparing
  PropertyWriter writer(losses_, [](std::string_view) { return std::optional<std::string>(); });
  take_attributes(frame_, writer, streams_[frame_.stream.value]);
}

/// False when the frame has more values than can be kept.
bool Conversion::take(FrameIndex index) {
  const Frame& frame = cursor_->seek(index);
  take_rows(frame, *rows_);
  PropertyWriter writer(losses_, [this](std::string_view id) { return rows_->path_of_id(id); });
  take_attributes(frame, writer, streams_[frame.stream.value]);
  if (!extension_) return true;
  states::take_frame(states_, frame, kept_);
  return extension_->add(index, kept_);
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
  return sink_(std::as_bytes(std::span(text_)));
}

Result<WriteReport> Conversion::run(const std::atomic<bool>& cancelled) {
  note_what_is_left_out();
  streams_.resize(recording_.timeline().stream_count());
  report_.coordinates = recording_.info().coordinates;
  if (is_native_) {
    decoder_ = recording_.reader().decoder(recording_);
    const bool has_first =
        recording_.frame_count() != 0 && is_asked_for(recording_.timeline().time(FrameIndex(0)));
    if (has_first) start_ = start_of(recording_);
    native_rows_ = std::make_unique<NativeRows>(static_cast<Decoder&>(*decoder_), losses_);
  } else {
    // Documents do not tell their axes: those that the reader assumes.
    report_.coordinates = request_.coordinates.value_or(Choices{}.axes);
    names_ = std::make_unique<WrittenNames>(recording_, losses_);
    rows_ = std::make_unique<RowWriter>(recording_, *names_, losses_);
    cursor_ = std::make_unique<Cursor>(request_.recording);
    cursor_->set_coordinates(report_.coordinates);
    if (states::is_remainder_kept(request_)) {
      extension_.emplace(states_, report_.coordinates, packets_);
    }
  }
  const Timeline& timeline = recording_.timeline();
  for (std::size_t i = 0; i < recording_.frame_count(); ++i) {
    const FrameIndex index(i);
    if (cancelled.load()) {
      return failure({.severity = Severity::fatal,
                      .code = "cancelled",
                      .message = "The writing was cancelled."});
    }
    if (!is_asked_for(timeline.time(index))) continue;
    const std::size_t stream = timeline.stream(index).value;
    if (is_waiting_ && timeline.time(index) != time_) {
      if (!put_document()) return not_written();
    } else if (is_waiting_) {
      losses_.add(Loss::frame);
    }
    if (std::ranges::find(stream_order_, stream) == stream_order_.end()) {
      stream_order_.push_back(stream);
    }
    if (is_native_) {
      take_native(index);
    } else if (!take(index)) {
      return too_large();
    }
    is_waiting_ = true;
    time_ = timeline.time(index);
    number_ = timeline.number(index);
    if (request_.progress) request_.progress(i + 1, recording_.frame_count());
  }
  if (extension_) {
    if (!extension_->end_frames()) return too_large();
    extension_->end();
    losses_.add(Loss::lost_comment, extension_->lost_comments());
    losses_.add(Loss::lost_resource, extension_->damaged_resources());
  }
  if (is_waiting_ && !put_document()) return not_written();
  report_.losses = losses_.list([&](Loss loss) {
    return extension_ && loss != Loss::lost_comment && loss != Loss::lost_resource;
  });
  return std::move(report_);
}

}  // namespace

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  if (auto problem = check_write_options(kWriteOptions, request.options)) {
    return failure(std::move(*problem));
  }
  return Conversion(request, sink).run(cancelled);
}

}  // namespace scrubjay::flecs
