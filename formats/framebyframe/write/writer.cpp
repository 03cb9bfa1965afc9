#include <algorithm>
#include <array>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "formats/framebyframe/framebyframe.h"
#include "formats/framebyframe/write/container_writer.h"
#include "formats/framebyframe/write/frame_maker.h"
#include "formats/kept/json_packets.h"
#include "formats/kept/writer.h"

namespace scrubjay::framebyframe {

namespace {

constexpr std::array<std::string_view, 2> kContainerNames{"raw", "saved"};
constexpr WriteOption kContainerOption{
    "container", "raw: as games write it; saved: compressed, as the application does",
    kContainerNames};
constexpr std::array kWriteOptions{kContainerOption, kept::kWriteOption};

/// `text` with the number behind each "frame " lowered by `cut`, as far as it names a frame behind
/// the cut (formats/framebyframe/README.md, 9.5).
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

/// Puts frames into the file, each when the next one is known.
class RecordingEncoder final : public FrameEncoderOf<FramePiece> {
 public:
  RecordingEncoder(const ConversionPlan& plan, const LossCounts& losses, const ByteSink& sink)
      : plan_(plan),
        maker_(plan),
        writer_(sink, plan.container()),
        losses_(losses),
        is_kept_(!plan.is_native() && kept::is_kept(plan.request())),
        is_written_(plan.recording().resource_count()) {
    for (std::size_t i = 0; i < is_written_.size(); ++i) {
      resources_.emplace(plan.recording().resource(ResourceIndex(i)).path, ResourceIndex(i));
    }
  }

  std::optional<CoordinateSystem> coordinates(FrameIndex frame) const override {
    return plan_.target(frame);
  }
  std::optional<KeptPlace> kept_place() override {
    if (!is_kept_) return std::nullopt;
    const auto system = plan_.target(FrameIndex(plan_.first_frame()));
    return KeptPlace{&packets_, system.value_or(plan_.recording().info().coordinates)};
  }
  std::size_t encode(const Frame& frame, FramePiece& piece) const override {
    return maker_.make(frame, piece);
  }
  Result<void> put(FrameIndex frame, FramePiece& piece) override;
  Result<void> end(const LostFromKept& lost, WriteReport& report) override;

 private:
  void note_scene(const std::string& scene);
  void note_comments(FrameIndex frame, FramePiece& piece);
  void note_comment(CommentIndex index, const PropertyPlace& place);
  void add_comments();
  void note_resources(const FramePiece& piece);
  void pass_on_frame();
  std::string resource_object(ResourceIndex resource);
  void end_raw();
  void end_saved();

  const ConversionPlan& plan_;
  FrameMaker maker_;
  ContainerWriter writer_;
  LossCounts losses_;
  bool is_kept_;  ///< what the format cannot say
  kept::JsonPackets packets_;
  std::unordered_map<std::string_view, ResourceIndex> resources_;
  std::vector<bool> is_written_;  ///< by resource; of a saved recording: is used
  std::vector<std::string> scenes_;
  PropertyNumbers numbers_;
  std::vector<std::pair<CommentIndex, PropertyPlace>> placed_;  ///< frame is still to come
  std::vector<std::pair<std::string, std::string>> comments_;   ///< id, object
  std::string waiting_;  ///< the newest frame: the last one takes what stands behind all others
  std::vector<std::string> waiting_resources_;
};

Result<void> RecordingEncoder::put(FrameIndex frame, FramePiece& piece) {
  losses_.add(piece.losses);
  if (!plan_.request().coordinates && plan_.target(frame)) losses_.add(Loss::coordinates);
  note_scene(piece.scene);
  pass_on_frame();
  waiting_.swap(piece.text);
  if (plan_.container() == FileKind::saved) note_comments(frame, piece);
  note_resources(piece);
  return writer_.status();
}

Result<void> RecordingEncoder::end(const LostFromKept& lost, WriteReport& report) {
  losses_.add(Loss::lost_comment, lost.comments);
  // Else the times are those of what is kept.
  if (!is_kept_ && report.frames > 0) {
    report.moved_by = -plan_.recording().timeline().time(FrameIndex(plan_.first_frame()));
    if (report.moved_by != 0) losses_.add(Loss::moved_time, report.frames);
  }
  if (plan_.container() == FileKind::raw) {
    end_raw();
  } else {
    end_saved();
  }
  report.losses = losses_.list([&](Loss loss, WriteLoss& told) {
    told.is_kept = is_kept_ && loss != Loss::lost_comment && loss != Loss::resource;
  });
  return writer_.finish();
}

/// A raw file has those that no frame before had.
void RecordingEncoder::note_resources(const FramePiece& piece) {
  for (const std::string& path : piece.resources) {
    const auto found = resources_.find(path);
    if (found == resources_.end() || is_written_[found->second.value]) continue;
    is_written_[found->second.value] = true;
    if (plan_.container() != FileKind::raw) continue;
    std::string object = resource_object(found->second);
    if (!object.empty()) waiting_resources_.push_back(std::move(object));
  }
}

void RecordingEncoder::note_scene(const std::string& scene) {
  if (scene.empty() || std::ranges::find(scenes_, scene) != scenes_.end()) return;
  scenes_.push_back(scene);
}

/// A comment is numbered in the frame that it is shown with, at or behind the one that holds it.
void RecordingEncoder::note_comments(FrameIndex frame, FramePiece& piece) {
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
void RecordingEncoder::note_comment(CommentIndex index, const PropertyPlace& place) {
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

/// Those that the recording itself does not hold, on the timeline at the frame that holds then.
void RecordingEncoder::add_comments() {
  constexpr std::uint64_t kFirstId = 1'000'000'000;  // above those that the application counts
  const Timeline& timeline = plan_.recording().timeline();
  std::unordered_set<std::string> ids;
  for (const auto& [id, object] : comments_) ids.insert(id);
  std::uint64_t next = kFirstId;
  for (const AddedComment& added : plan_.request().comments) {
    const FrameIndex at = timeline.frame_at(added.time);
    if (!at.exists()) continue;
    const std::size_t frame = std::max<std::size_t>(at.value, plan_.first_frame());
    while (!ids.insert(std::to_string(next)).second) ++next;
    const std::string id = std::to_string(next);
    const WrittenComment comment{
        .id = id, .text = added.text, .color = added.color, .frame = frame - plan_.first_frame()};
    std::string object;
    JsonWriter json(object, JsonLayout::compact, NonFinite::null);
    write_comment(json, comment);
    writer_.add_comment(id, object);
  }
}

void RecordingEncoder::pass_on_frame() {
  if (!waiting_.empty()) {
    waiting_.insert(1, packets_.take_head());
    writer_.add_frame(waiting_, waiting_resources_, packets_.take_packets());
  }
  waiting_.clear();
  waiting_resources_.clear();
}

/// Empty for a resource that a raw file has nothing to say of, because it is only named.
std::string RecordingEncoder::resource_object(ResourceIndex resource) {
  const ResourceInfo info = plan_.recording().resource(resource);
  const auto data = plan_.recording().reader().read_resource(plan_.recording(), resource);
  if (!data && data.error().code != "resource-missing") losses_.add(Loss::resource);
  std::string object;
  if (!data && plan_.container() == FileKind::raw) return object;
  JsonWriter json(object);
  const std::string_view type =
      data && info.type.empty() ? std::string_view(data->type) : info.type;
  write_resource(json, info.path, type, data ? &*data : nullptr);
  return object;
}

void RecordingEncoder::end_raw() {
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
/// (formats/framebyframe/README.md, 9.6).
void RecordingEncoder::end_saved() {
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
  add_comments();
  losses_.add(Loss::unwritten_comment, recording.comment_count() - comments_.size());
}

bool is_raw(const WriteOptions& options) {
  return chosen_value(kContainerOption, options) == kContainerNames[0];
}

/// Comments stand in what the application saves, not in what games write.
bool has_comments(const WriteOptions& options) { return !is_raw(options); }

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  LossCounts losses;
  const WritePlan frames(request);
  const ConversionPlan plan(frames, is_raw(request.options) ? FileKind::raw : FileKind::saved,
                            losses);
  RecordingEncoder encoder(plan, losses, sink);
  return write_frames(frames, encoder, cancelled);
}

}  // namespace

constinit const FormatWriter kWriter{.name = kName,
                                     .title = kTitle,
                                     .extensions = kExtensions,
                                     .options = kWriteOptions,
                                     .coordinates_written = coordinates_written,
                                     .has_comments = has_comments,
                                     .write_checked = write};

}  // namespace scrubjay::framebyframe
