#include "formats/xrec/writer_recording.h"

#include <algorithm>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/frame_scan.h"
#include "formats/states/extension_writer.h"
#include "formats/states/group_builder.h"
#include "formats/states/limits.h"
#include "formats/states/write_plan.h"
#include "formats/xrec/extension.h"
#include "formats/xrec/extension_fields.h"
#include "formats/xrec/packet_writer.h"
#include "formats/xrec/writer_motion.h"

namespace scrubjay::xrec {

namespace {

using extension::add_text;
using states::FlatFrame;

/// Columns of a group hold what repeats far apart: a little more work finds it.
constexpr int kZstdLevel = 9;

/// A frame on its way from the worker that decodes it. Used again and again, with its storage.
struct Piece {
  states::ExtensionFrame states;
  std::vector<MotionSample> motion;
  std::vector<Problem> problems;
  CoordinateSystem coordinates;
};

/// A frame whose states are in the group that is being made.
struct WaitingFrame {
  FrameIndex frame;
  std::vector<EventIndex> events;
  std::vector<MotionSample> motion;
  CoordinateSystem coordinates;
};

class Conversion {
 public:
  Conversion(const WriteRequest& request, const WriterOptions& options, const ByteSink& sink)
      : request_(request),
        plan_(request),
        has_motion_(options.has_motion_events),
        writer_(sink, options.compression, kZstdLevel),
        motion_(plan_),
        is_seen_(plan_.entities().size()) {}

  Result<WriteReport> run(const std::atomic<bool>& cancelled);

 private:
  std::size_t make(const Frame& frame, Piece& piece) const;
  bool take(FrameIndex frame, Piece& piece);
  void note_comments();

  bool start();
  bool add(std::string_view type);
  bool flush();
  bool write_streams();
  bool write_entities(std::uint32_t end);
  bool write_lives(std::uint64_t end);
  bool write_group();
  bool write_states();
  bool write_frame(const WaitingFrame& frame);
  bool write_event(EventIndex event, std::uint32_t frame, std::uint32_t place);
  bool write_resources();
  bool write_resource(ResourceIndex resource);
  bool write_comments();
  bool write_comment(const CommentInfo& comment);
  bool end();

  const Recording& recording() const { return plan_.recording(); }

  const WriteRequest& request_;
  states::WritePlan plan_;
  bool has_motion_;
  PacketWriter writer_;
  BlockBuilder block_;
  MotionWriter motion_;
  states::GroupBuilder group_;
  std::vector<WaitingFrame> waiting_;
  std::size_t entities_written_ = 0;
  std::size_t lives_written_ = 0;
  std::uint64_t frames_written_ = 0;
  std::uint32_t events_written_ = 0;
  std::unordered_map<std::uint32_t, std::uint32_t> commented_;  ///< events: row, or kNoRow
  std::optional<CoordinateSystem> coordinates_;                 ///< told last
  std::int64_t number_ = 0;                                     ///< of the frame written last
  Seconds time_ = 0;
  PropertyTree tree_;  ///< of the event being written
  std::vector<bool> is_seen_;
  bool is_too_large_ = false;
  std::uint64_t damaged_resources_ = 0;
  std::uint64_t lost_comments_ = 0;
  std::uint64_t lost_metadata_ = 0;
  WriteReport report_;
};

Problem fatal(std::string code, std::string message) {
  return {.severity = Severity::fatal, .code = std::move(code), .message = std::move(message)};
}

/// On a worker's thread.
std::size_t Conversion::make(const Frame& frame, Piece& piece) const {
  piece.motion.clear();
  piece.problems = frame.problems;
  piece.coordinates = frame.coordinates;
  states::take_frame(plan_, frame, piece.states);
  if (has_motion_) append_motion(frame, plan_, piece.motion);
  return piece.states.flat.bytes() + piece.motion.size() * sizeof(MotionSample);
}

Result<WriteReport> Conversion::run(const std::atomic<bool>& cancelled) {
  report_.coordinates = plan_.coordinates();
  note_comments();
  bool is_good = start() && write_streams();
  if (is_good) {
    FrameScan scan{.recording = request_.recording,
                   .coordinates = request_.coordinates,
                   .first = plan_.first_frame(),
                   .end = plan_.end_frame()};
    is_good = scan_frames<Piece>(
        scan, cancelled, [&](const Frame& frame, Piece& piece) { return make(frame, piece); },
        [&](FrameIndex frame, Piece& piece) { return take(frame, piece); });
  }
  if (cancelled.load()) return failure(fatal("cancelled", "The writing was cancelled."));
  if (is_too_large_) {
    return failure(fatal("too-large",
                         "A frame has more values than a recording of this format "
                         "can hold at one time."));
  }
  if (!is_good || !write_group() || !end()) {
    return failure(fatal("not-written", "The recording could not be written."));
  }
  if (damaged_resources_ > 0) {
    report_.losses.push_back({"damaged resources", "names", damaged_resources_});
  }
  if (lost_comments_ > 0) report_.losses.push_back({"comments", "", lost_comments_});
  if (lost_metadata_ > 0) {
    report_.losses.push_back({"metadata entries with the name of another", "", lost_metadata_});
  }
  return std::move(report_);
}

bool Conversion::take(FrameIndex frame, Piece& piece) {
  const FlatFrame& flat = piece.states.flat;
  const std::uint64_t values = flat.slots.size() + flat.elements.size() + flat.shapes.size() / 24;
  is_too_large_ = values > states::limits::kMostHeldValues / 2;
  if (is_too_large_) return false;
  ++report_.frames;
  if (report_.frames == 1) report_.coordinates = piece.coordinates;
  report_.events += piece.states.events.size();
  for (const states::FlatItem& entity : flat.entities) {
    if (!is_seen_[entity.row]) ++report_.entities;
    is_seen_[entity.row] = true;
  }
  for (const Problem& problem : piece.problems) fold_into(report_.problems, problem);
  group_.add(recording().timeline().stream(frame).value, flat);
  waiting_.push_back({frame, piece.states.events, std::move(piece.motion), piece.coordinates});
  const bool is_written = !group_.is_full() || write_group();
  if (request_.progress) {
    request_.progress(frame.value + 1 - plan_.first_frame(),
                      plan_.end_frame() - plan_.first_frame());
  }
  return is_written;
}

/// Which events' rows will be asked for.
void Conversion::note_comments() {
  for (std::size_t i = 0; i < recording().comment_count(); ++i) {
    const CommentInfo comment = recording().comment(CommentIndex(i));
    if (comment.event.exists()) commented_.emplace(comment.event.value, states::WritePlan::kNoRow);
  }
}

bool Conversion::start() {
  StartPacket packet{.version = 1};
  const Timeline& timeline = recording().timeline();
  if (plan_.first_frame() < plan_.end_frame()) {
    number_ = static_cast<std::int64_t>(timeline.number(FrameIndex(plan_.first_frame())));
    time_ = timeline.time(FrameIndex(plan_.first_frame()));
    packet.frame = number_;
  }
  PropertyTree metadata;
  metadata.integer(extension::kKey, extension::kVersion);
  metadata.text("coordinates", metadata.keep(plan_.coordinates().name()));
  const RecordingInfo& info = recording().info();
  metadata.text(extension::kFormatKey, info.form());
  metadata.text(extension::kCoordinatesKey, metadata.keep(info.origin_coordinates().written_out()));
  const auto& entries = info.metadata;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    // Of equal keys a reader keeps the last (xrec.md 4.5).
    const bool comes_again =
        std::any_of(entries.begin() + static_cast<std::ptrdiff_t>(i) + 1, entries.end(),
                    [&](const auto& later) { return later.first == entries[i].first; });
    if (comes_again) ++lost_metadata_;
    const bool is_taken =
        entries[i].first.starts_with("scrubjay.") || entries[i].first == "coordinates";
    const std::string key = valid_utf8(is_taken ? std::string(extension::kEscape) + entries[i].first
                                                : entries[i].first);
    metadata.text(metadata.keep(key), metadata.keep(valid_utf8(entries[i].second)));
  }
  return writer_.start(packet, metadata, metadata.since(0));
}

/// The event whose fields are in tree_.
bool Conversion::add(std::string_view type) {
  block_.add({type, std::nullopt, number_, time_}, tree_, tree_.since(0));
  tree_.clear();
  return !block_.is_full() || flush();
}

bool Conversion::flush() {
  const bool is_written = writer_.events(block_);
  block_.clear();
  return is_written;
}

bool Conversion::write_streams() {
  const Timeline& timeline = recording().timeline();
  bool is_good = true;
  for (std::size_t i = 0; i < timeline.stream_count() && is_good; ++i) {
    const Stream& stream = timeline.stream_info(StreamIndex(i));
    tree_.integer("Stream", static_cast<std::int64_t>(i));
    add_text(tree_, "Id", stream.id);
    add_text(tree_, "Name", stream.name);
    is_good = add(extension::kStream);
  }
  for (std::size_t i = 0; i < recording().layer_count() && is_good; ++i) {
    add_text(tree_, "Name", recording().layer(i));
    is_good = add(extension::kLayer);
  }
  return is_good;
}

/// Rows are told before anything names them.
bool Conversion::write_entities(std::uint32_t end) {
  for (; entities_written_ < end; ++entities_written_) {
    const EntityInfo info = recording().entity(plan_.entities()[entities_written_]);
    const std::uint32_t parent = plan_.entity_row(info.parent);
    tree_.integer("Entity", static_cast<std::int64_t>(entities_written_));
    add_text(tree_, "Id", info.id);
    add_text(tree_, "Name", info.name);
    tree_.text("Kind", to_text(info.kind));
    tree_.integer("Stream", info.stream.value);
    tree_.integer("Parent", parent == states::WritePlan::kNoRow ? -1 : std::int64_t{parent});
    if (!add(extension::kEntity)) return false;
  }
  return true;
}

/// Those that begin before frame `end`, with their entities.
bool Conversion::write_lives(std::uint64_t end) {
  const std::vector<states::WrittenLife>& lives = plan_.lives();
  for (; lives_written_ < lives.size() && lives[lives_written_].first < end; ++lives_written_) {
    const states::WrittenLife& life = lives[lives_written_];
    if (!write_entities(life.entity + 1)) return false;
    tree_.integer("Entity", life.entity);
    tree_.integer("First", static_cast<std::int64_t>(life.first));
    tree_.integer("Last", life.last);
    if (!add(extension::kLife)) return false;
  }
  return true;
}

bool Conversion::write_group() {
  if (waiting_.empty()) return true;
  std::uint32_t entities = 0;
  for (const WaitingFrame& frame : waiting_) {
    for (const EventIndex event : frame.events) {
      const std::uint32_t row = plan_.entity_row(recording().event(event).entity);
      if (row != states::WritePlan::kNoRow) entities = std::max(entities, row + 1);
    }
  }
  if (!write_entities(entities) || !write_lives(frames_written_ + waiting_.size())) return false;
  // Entities of frames that live in none by the recording's own tables.
  for (std::size_t row = is_seen_.size(); row-- > entities_written_;) {
    if (!is_seen_[row]) continue;
    if (!write_entities(static_cast<std::uint32_t>(row + 1))) return false;
    break;
  }
  if (!write_states()) return false;
  for (const WaitingFrame& frame : waiting_) {
    if (!write_frame(frame)) return false;
  }
  waiting_.clear();
  group_.clear();
  return flush();
}

/// All in one packet: nothing else is needed to read the group.
bool Conversion::write_states() {
  std::vector<std::byte> bytes;
  group_.append_to(bytes);
  if (bytes.size() > states::limits::kMostGroupBytes) {
    is_too_large_ = true;
    return false;
  }
  const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  for (std::size_t at = 0, part = 0; at < all.size(); at += extension::kMostPartBytes, ++part) {
    tree_.integer("First", static_cast<std::int64_t>(frames_written_));
    tree_.integer("Frames", static_cast<std::int64_t>(waiting_.size()));
    tree_.integer("Part", static_cast<std::int64_t>(part));
    tree_.text("Data", all.substr(at, extension::kMostPartBytes), PropertyType::bytes);
    block_.add({extension::kStates, std::nullopt, number_, time_}, tree_, tree_.since(0));
    tree_.clear();
  }
  return true;
}

bool Conversion::write_frame(const WaitingFrame& frame) {
  const Timeline& timeline = recording().timeline();
  const auto row = static_cast<std::uint32_t>(frames_written_);
  number_ = static_cast<std::int64_t>(timeline.number(frame.frame));
  time_ = timeline.time(frame.frame);
  std::uint32_t place = 0;
  for (const EventIndex event : frame.events) {
    if (!write_event(event, row, place++)) return false;
  }
  motion_.add(frame.motion, number_, time_, block_);
  tree_.integer("Frame", row);
  tree_.integer("Stream", timeline.stream(frame.frame).value);
  if (coordinates_.value_or(plan_.coordinates()) != frame.coordinates) {
    tree_.text("Coordinates", tree_.keep(frame.coordinates.name()));
    coordinates_ = frame.coordinates;
  }
  block_.add({extension::kFrame, std::nullopt, number_, time_}, tree_, tree_.since(0));
  tree_.clear();
  ++frames_written_;
  return true;
}

bool Conversion::write_event(EventIndex event, std::uint32_t frame, std::uint32_t place) {
  const EventInfo info = recording().event(event);
  const std::uint32_t entity = plan_.entity_row(info.entity);
  const auto commented = commented_.find(event.value);
  if (commented != commented_.end()) commented->second = events_written_;
  tree_.integer("Event", events_written_++);
  tree_.integer("Frame", frame);
  tree_.integer("Place", place);
  add_text(tree_, "Name", info.name);
  add_text(tree_, "Tag", info.tag);
  tree_.integer("Entity", entity == states::WritePlan::kNoRow ? -1 : std::int64_t{entity});
  tree_.number("Time", info.time, Precision::float64);
  tree_.number("End", info.end, Precision::float64);
  tree_.integer("Order", info.order);
  block_.add({extension::kRecorded, std::nullopt, number_, time_}, tree_, tree_.since(0));
  tree_.clear();
  return true;
}

bool Conversion::write_resources() {
  for (std::size_t i = 0; i < recording().resource_count(); ++i) {
    if (!write_resource(ResourceIndex(i))) return false;
  }
  return true;
}

bool Conversion::write_resource(ResourceIndex resource) {
  const ResourceInfo info = recording().resource(resource);
  const auto data = recording().reader().read_resource(recording(), resource);
  if (!data && data.error().code != "resource-missing") ++damaged_resources_;
  add_text(tree_, "Path", info.path);
  add_text(tree_, "Type", info.type);
  tree_.integer("Size", static_cast<std::int64_t>(info.size_bytes));
  tree_.integer("DataSize", data ? static_cast<std::int64_t>(data->bytes.size()) : -1);
  add_text(tree_, "DataType", data ? std::string_view(data->type) : std::string_view());
  tree_.integer("Width", data ? data->width : 0);
  tree_.integer("Height", data ? data->height : 0);
  if (!add(extension::kResource)) return false;
  if (!data) return true;
  const std::string_view bytes(reinterpret_cast<const char*>(data->bytes.data()),
                               data->bytes.size());
  for (std::size_t at = 0; at < bytes.size(); at += extension::kMostPartBytes) {
    tree_.text("Data", bytes.substr(at, extension::kMostPartBytes), PropertyType::bytes);
    if (!add(extension::kResourceData)) return false;
  }
  return true;
}

bool Conversion::write_comments() {
  for (std::size_t i = 0; i < recording().comment_count(); ++i) {
    if (!write_comment(recording().comment(CommentIndex(i)))) return false;
  }
  return true;
}

/// Of a part of a recording, comments on what is not in it are left out.
bool Conversion::write_comment(const CommentInfo& comment) {
  const std::uint32_t frame = plan_.frame_row(comment.frame);
  const std::uint32_t entity = plan_.entity_row(comment.entity);
  const auto commented = commented_.find(comment.event.value);
  const std::uint32_t event =
      commented == commented_.end() ? states::WritePlan::kNoRow : commented->second;
  const bool is_lost = (comment.frame.exists() && frame == states::WritePlan::kNoRow) ||
                       (comment.entity.exists() && entity == states::WritePlan::kNoRow) ||
                       (comment.event.exists() && event == states::WritePlan::kNoRow);
  if (is_lost) {
    ++lost_comments_;
    return true;
  }
  const auto row = [&](std::uint32_t value) {
    return value == states::WritePlan::kNoRow ? -1 : std::int64_t{value};
  };
  constexpr std::array<std::string_view, 3> kTargets{"timeline", "property", "event"};
  add_text(tree_, "Id", comment.id);
  add_text(tree_, "Text", comment.text);
  add_text(tree_, "Color", comment.color);
  tree_.text("Target", kTargets[static_cast<std::size_t>(comment.target)]);
  tree_.integer("Frame", row(frame));
  tree_.integer("Entity", row(entity));
  tree_.integer("Event", row(event));
  tree_.integer("Property", row(comment.property));
  tree_.number("X", comment.x, Precision::float64);
  tree_.number("Y", comment.y, Precision::float64);
  return add(extension::kComment);
}

/// What no frame has asked for, then the end packet.
bool Conversion::end() {
  if (!write_lives(~std::uint64_t{0}) ||
      !write_entities(static_cast<std::uint32_t>(plan_.entities().size())) || !write_resources() ||
      !write_comments() || !flush()) {
    return false;
  }
  PropertyTree metadata;
  if (!recording().is_complete()) metadata.boolean(extension::kCompleteKey, false);
  return writer_.end(time_, true, metadata, metadata.since(0));
}

}  // namespace

Result<WriteReport> write_recording(const WriteRequest& request, const WriterOptions& options,
                                    const std::atomic<bool>& cancelled, const ByteSink& sink) {
  return Conversion(request, options, sink).run(cancelled);
}

}  // namespace scrubjay::xrec
