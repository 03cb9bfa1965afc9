#include "formats/framebyframe/writer.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

#include "core/frame_scan.h"
#include "formats/framebyframe/container_writer.h"
#include "formats/framebyframe/frame_maker.h"
#include "formats/states/extension_writer.h"
#include "formats/states/json_packets.h"

namespace scrubjay::framebyframe {

namespace {

/// `text` with the number behind each "frame " lowered by `cut`, as far as it names a frame behind
/// the cut (framebyframe.md 9.5).
std::string with_shifted_frames(std::string_view text, std::uint64_t cut) {
  constexpr std::string_view kWord = "frame ";
  std::string shifted;
  while (true) {
    const std::size_t found = text.find(kWord);
    if (found == std::string_view::npos) return shifted.append(text);
    const std::size_t begin = found + kWord.size();
    std::uint64_t number = 0;
    const auto [end, error] =
        std::from_chars(text.data() + begin, text.data() + text.size(), number);
    const bool moves = error == std::errc() && number > cut;
    shifted.append(text.substr(0, begin));
    if (moves) shifted.append(format_number(number - cut).view());
    text.remove_prefix(moves ? static_cast<std::size_t>(end - text.data()) : begin);
  }
}

/// One conversion: takes pieces in order and puts them into the file.
class Conversion {
 public:
  Conversion(const WriteRequest& request, const WritePlan& plan, const ByteSink& sink,
             const LossCounts& losses)
      : request_(request),
        plan_(plan),
        writer_(sink, plan.container()),
        losses_(losses),
        states_(request),
        is_written_(plan.recording().resource_count()),
        is_seen_(plan.recording().entity_count()) {
    for (std::size_t i = 0; i < is_written_.size(); ++i) {
      resources_.emplace(plan.recording().resource(ResourceIndex(i)).path, ResourceIndex(i));
    }
    if (!plan.is_native() && states::is_remainder_kept(request)) {
      const auto system = plan.target(FrameIndex(plan.first_frame()));
      extension_.emplace(states_, system.value_or(states_.coordinates()), packets_);
    }
  }

  Result<WriteReport> run(const std::atomic<bool>& cancelled);

 private:
  bool take(FrameIndex frame, FramePiece& piece);
  void count(const FramePiece& piece);
  void note_scene(const std::string& scene);
  void note_comments(FrameIndex frame, FramePiece& piece);
  void note_comment(CommentIndex index, const PropertyPlace& place);
  void keep(FrameIndex frame, const FramePiece& piece);
  bool end_extension();
  void pass_on_frame();
  std::string resource_object(ResourceIndex resource);
  void end_raw();
  void end_saved();

  const WriteRequest& request_;
  const WritePlan& plan_;
  ContainerWriter writer_;
  LossCounts losses_;
  states::WritePlan states_;
  states::JsonPackets packets_;
  std::optional<states::ExtensionWriter> extension_;  ///< of what the format cannot say
  bool is_too_large_ = false;
  WriteReport report_;
  std::unordered_map<std::string_view, ResourceIndex> resources_;
  std::vector<bool> is_written_;  ///< by resource; of a saved recording: is used
  std::vector<bool> is_seen_;     ///< by entity
  std::vector<std::string> scenes_;
  PropertyNumbers numbers_;
  std::vector<std::pair<CommentIndex, PropertyPlace>> placed_;  ///< frame is still to come
  std::vector<std::pair<std::string, std::string>> comments_;   ///< id, object
  std::string waiting_;  ///< the newest frame: the last one takes what stands behind all others
  std::vector<std::string> waiting_resources_;
};

Result<WriteReport> Conversion::run(const std::atomic<bool>& cancelled) {
  const FrameMaker maker(plan_, extension_ ? &states_ : nullptr);
  FrameScan scan{
      .recording = request_.recording, .first = plan_.first_frame(), .end = plan_.end_frame()};
  scan.coordinates_of = [this](FrameIndex frame) { return plan_.target(frame); };
  scan_frames<FramePiece>(
      scan, cancelled,
      [&](const Frame& frame, FramePiece& piece) { return maker.make(frame, piece); },
      [&](FrameIndex frame, FramePiece& piece) { return take(frame, piece); });
  if (cancelled.load()) {
    return failure({.severity = Severity::fatal,
                    .code = "cancelled",
                    .message = "The writing was cancelled."});
  }
  if (!end_extension()) {
    return failure({.severity = Severity::fatal,
                    .code = "too-large",
                    .message = "A frame has more values than can be kept beside it."});
  }
  if (plan_.container() == Container::raw) {
    end_raw();
  } else {
    end_saved();
  }
  if (const auto finished = writer_.finish(); !finished) return failure(finished.error());
  report_.losses = losses_.list([&](Loss loss) {
    return extension_ && loss != Loss::lost_comment && loss != Loss::resource;
  });
  return std::move(report_);
}

bool Conversion::take(FrameIndex frame, FramePiece& piece) {
  count(piece);
  if (!request_.coordinates && plan_.target(frame)) losses_.add(Loss::coordinates);
  note_scene(piece.scene);
  pass_on_frame();
  waiting_.swap(piece.text);
  if (plan_.container() == Container::saved) note_comments(frame, piece);
  if (extension_) keep(frame, piece);
  for (const std::string& path : piece.resources) {
    const auto found = resources_.find(path);
    if (found == resources_.end() || is_written_[found->second.value]) continue;
    is_written_[found->second.value] = true;
    if (plan_.container() == Container::raw) {
      std::string object = resource_object(found->second);
      if (!object.empty()) waiting_resources_.push_back(std::move(object));
    }
  }
  if (request_.progress) {
    request_.progress(frame.value + 1 - plan_.first_frame(),
                      plan_.end_frame() - plan_.first_frame());
  }
  return !is_too_large_ && !writer_.has_failed();
}

/// What the format cannot say of the frame that waits.
void Conversion::keep(FrameIndex frame, const FramePiece& piece) {
  is_too_large_ = !extension_->add(frame, piece.extension);
  if (const std::string head = packets_.take_head(); !head.empty()) waiting_.insert(1, head);
}

bool Conversion::end_extension() {
  if (!extension_) return true;
  if (is_too_large_ || !extension_->end_frames()) return false;
  extension_->end();
  losses_.add(Loss::lost_comment, extension_->lost_comments());
  return true;
}

void Conversion::count(const FramePiece& piece) {
  ++report_.frames;
  report_.events += piece.events;
  for (const EntityIndex entity : piece.entities) {
    if (!is_seen_[entity.value]) ++report_.entities;
    is_seen_[entity.value] = true;
  }
  losses_.add(piece.losses);
  for (const Problem& problem : piece.problems) fold_into(report_.problems, problem);
}

void Conversion::note_scene(const std::string& scene) {
  if (scene.empty() || std::ranges::find(scenes_, scene) != scenes_.end()) return;
  scenes_.push_back(scene);
}

/// A comment is numbered in the frame that it is shown with, at or behind the one that holds it.
void Conversion::note_comments(FrameIndex frame, FramePiece& piece) {
  if (plan_.recording().comment_count() == 0) return;
  numbers_.add(std::move(piece.counts));
  placed_.insert(placed_.end(), piece.comments.begin(), piece.comments.end());
  std::erase_if(placed_, [&](const std::pair<CommentIndex, PropertyPlace>& placed) {
    if (plan_.recording().comment(placed.first).frame != frame) return false;
    note_comment(placed.first, placed.second);
    return true;
  });
}

/// `place` is in the frame that was numbered last.
void Conversion::note_comment(CommentIndex index, const PropertyPlace& place) {
  const CommentInfo info = plan_.recording().comment(index);
  const std::string text = with_shifted_frames(info.text, plan_.first_frame());
  WrittenComment comment{.id = info.id,
                         .target = info.target,
                         .text = text,
                         .color = info.color,
                         .x = info.x,
                         .y = info.y,
                         .frame = info.frame.value - plan_.first_frame()};
  if (info.target != CommentInfo::Target::timeline) {
    const auto number = numbers_.number(place);
    const auto entity = combined_id(place.entity, place.client);
    if (!number || !entity) return;
    comment.entity = *entity;
    comment.property = *number;
  }
  std::string object;
  JsonWriter json(object, JsonLayout::compact, NonFinite::null);
  write_comment(json, comment);
  comments_.emplace_back(info.id, std::move(object));
}

void Conversion::pass_on_frame() {
  if (!waiting_.empty()) {
    writer_.add_frame(waiting_, waiting_resources_, packets_.take_packets());
  }
  waiting_.clear();
  waiting_resources_.clear();
}

/// Empty for a resource that a raw file has nothing to say of, because it is only named.
std::string Conversion::resource_object(ResourceIndex resource) {
  const ResourceInfo info = plan_.recording().resource(resource);
  const auto data = plan_.recording().reader().read_resource(plan_.recording(), resource);
  if (!data && data.error().code != "resource-missing") losses_.add(Loss::resource);
  std::string object;
  if (!data && plan_.container() == Container::raw) return object;
  JsonWriter json(object);
  const std::string_view type =
      data && info.type.empty() ? std::string_view(data->type) : info.type;
  write_resource(json, info.path, type, data ? &*data : nullptr);
  return object;
}

void Conversion::end_raw() {
  if (!plan_.is_partial()) {
    for (std::size_t i = 0; i < is_written_.size(); ++i) {
      if (is_written_[i]) continue;
      std::string object = resource_object(ResourceIndex(i));
      if (!object.empty()) waiting_resources_.push_back(std::move(object));
    }
  }
  pass_on_frame();
  losses_.add(Loss::comment, plan_.recording().comment_count());
}

/// A part of a recording keeps all layers, and the resources that its properties use
/// (framebyframe.md 9.6).
void Conversion::end_saved() {
  const Recording& recording = plan_.recording();
  std::vector<std::string> layers;
  for (std::size_t i = 0; i < recording.layer_count(); ++i) layers.emplace_back(recording.layer(i));
  if (!plan_.is_native()) layers.emplace_back("Boxes");
  pass_on_frame();
  writer_.end_frames(layers, scenes_);
  for (std::size_t i = 0; i < is_written_.size(); ++i) {
    if (plan_.is_partial() && !is_written_[i]) continue;
    writer_.add_resource(recording.resource(ResourceIndex(i)).path,
                         resource_object(ResourceIndex(i)));
  }
  for (const auto& [id, object] : comments_) writer_.add_comment(id, object);
  losses_.add(Loss::unwritten_comment, recording.comment_count() - comments_.size());
}

}  // namespace

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  LossCounts losses;
  const auto plan = WritePlan::make(request, losses);
  if (!plan) return failure(plan.error());
  return Conversion(request, *plan, sink, losses).run(cancelled);
}

}  // namespace scrubjay::framebyframe
