#include "formats/framebyframe/write/frame_maker.h"

#include <algorithm>

namespace scrubjay::framebyframe {

namespace {

/// Texts of this size are rare: their storage is given back instead of kept for the next frames.
constexpr std::size_t kKeptTextBytes = std::size_t{4} << 20;

void reset(FramePiece& piece) {
  if (piece.text.capacity() > kKeptTextBytes) piece.text = std::string();
  piece.text.clear();
  piece.scene.clear();
  piece.resources.clear();
  piece.counts = {};
  piece.comments.clear();
  piece.losses.clear();
  piece.tree.clear();
  piece.written.entities.clear();
  piece.written.events.clear();
}

/// The frame that holds what a comment is on: the one shown with it, or one of another client that
/// is shown together with that (formats/framebyframe/README.md, 11). None where there is no such
/// frame.
FrameIndex home_of(const Recording& recording, const CommentInfo& comment) {
  if (comment.target == CommentInfo::Target::timeline || !comment.frame.exists()) {
    return comment.frame;
  }
  if (!comment.entity.exists()) return FrameIndex::none();
  const StreamIndex stream = recording.entity(comment.entity).stream;
  const std::size_t shown = comment.frame.value;
  for (std::size_t back = 0; back <= std::min(PropertyNumbers::kFramesBefore, shown); ++back) {
    const FrameIndex frame(shown - back);
    if (recording.timeline().stream(frame) == stream) return frame;
  }
  return FrameIndex::none();
}

}  // namespace

FrameMaker::FrameMaker(const ConversionPlan& plan) : plan_(plan) {
  const Recording& recording = plan.recording();
  if (plan.container() != FileKind::saved) return;
  for (std::size_t i = 0; i < recording.comment_count(); ++i) {
    const CommentIndex comment(i);
    comments_.emplace_back(home_of(recording, recording.comment(comment)), comment);
  }
  std::ranges::sort(comments_);
}

std::size_t FrameMaker::make(const Frame& frame, FramePiece& piece) const {
  reset(piece);
  if (plan_.is_native()) {
    fill_from_native(plan_, frame, piece);
  } else {
    fill_from_other(plan_, frame, piece);
  }
  piece.events = piece.written.events.size();
  JsonWriter json(piece.text, JsonLayout::compact, NonFinite::null);
  PropertyWriter properties(json, piece.losses);
  if (plan_.is_native()) {
    properties.set_native();
  } else {
    properties.set_references([&](std::string_view id) { return plan_.reference(frame, id); });
  }
  write_frame(json, properties, piece.written, entity_layout(plan_.container()));
  if (plan_.recording().resource_count() != 0) find_resources(piece);
  if (!comments_.empty()) {
    piece.counts = count_properties(piece.written);
    place_comments(frame, piece);
  }
  return piece.text.size();
}

void FrameMaker::find_resources(FramePiece& piece) const {
  const PropertyTree& tree = *piece.written.tree;
  const auto search = [&](PropertyRange range) {
    for (const PropertyNode& node : tree.nodes().subspan(range.first, range.count)) {
      if (node.type != PropertyType::resource) continue;
      const std::string_view path = node.text_value();
      if (std::ranges::find(piece.resources, path) == piece.resources.end()) {
        piece.resources.emplace_back(path);
      }
    }
  };
  for (const WrittenEntity& entity : piece.written.entities) search(entity.groups);
  for (const WrittenEvent& event : piece.written.events) search(event.properties);
}

/// Where what comments are on is in this frame, for numbering once its neighbours are known.
void FrameMaker::place_comments(const Frame& frame, FramePiece& piece) const {
  const auto range = std::ranges::equal_range(comments_, frame.index, {},
                                              &std::pair<FrameIndex, CommentIndex>::first);
  for (const auto& [index, comment] : range) {
    const CommentInfo info = plan_.recording().comment(comment);
    PropertyPlace place;
    if (info.target == CommentInfo::Target::timeline) {
      piece.comments.emplace_back(comment, place);
      continue;
    }
    const auto row = std::ranges::find(piece.entities, info.entity) - piece.entities.begin();
    if (static_cast<std::size_t>(row) == piece.entities.size()) continue;
    PropertyRange properties = piece.written.entities[static_cast<std::size_t>(row)].groups;
    if (info.target == CommentInfo::Target::event) {
      const auto event = std::ranges::find(frame.events, info.event, &FrameEvent::index);
      if (event == frame.events.end()) continue;
      properties = event->properties;
      place.event = static_cast<std::size_t>(
          std::count_if(frame.events.begin(), event, [&](const FrameEvent& other) {
            return plan_.recording().event(other.index).entity == info.entity;
          }));
    }
    place.client = piece.counts.client;
    place.entity = integer_of(plan_.entity_id(info.entity));
    if (info.property != CommentInfo::kNoProperty) {
      const std::uint32_t node = properties.first + info.property;
      place.before =
          properties_before(*piece.written.tree, properties, node) + (place.event ? 1 : 0);
    }
    piece.comments.emplace_back(comment, place);
  }
}

Seconds time_since_previous(const Timeline& timeline, FrameIndex frame) {
  const StreamIndex stream = timeline.stream(frame);
  if (timeline.frame_count(stream) < 2) return 0;
  const std::size_t later = std::max<std::size_t>(timeline.frames_before(stream, frame), 1);
  return timeline.time(timeline.frame_of(stream, later)) -
         timeline.time(timeline.frame_of(stream, later - 1));
}

}  // namespace scrubjay::framebyframe
