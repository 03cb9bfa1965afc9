#include "formats/mcap/write/survey.h"

#include <bit>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "core/frame_scan.h"
#include "core/short_text.h"
#include "formats/mcap/write/lender.h"
#include "formats/mcap/write/scene.h"

namespace scrubjay::mcap {

namespace {

/// The two halves of a product, which both of its factors decide.
std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
  __extension__ using Product = unsigned __int128;
  const Product product = static_cast<Product>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
}

constexpr std::uint64_t kOdd1 = 0x9E3779B97F4A7C15;
constexpr std::uint64_t kOdd2 = 0xC2B2AE3D27D4EB4F;

std::uint64_t sum_of(std::string_view text) {
  const std::size_t size = text.size();
  std::uint64_t sum = size;
  for (std::size_t at = 0; at + 8 < size; at += 8) {
    sum = folded(bits_at<std::uint64_t>(text, at) ^ kOdd1, sum ^ kOdd2);
  }
  return folded(last_bits(text) ^ kOdd1, sum ^ kOdd2);
}

/// All that is asked of the properties in `range`, which is not their values. Of the coordinates
/// that they are in only the unit of length changes it.
std::uint64_t shape_of(const Frame& frame, PropertyRange range, std::uint32_t row) {
  const PropertyTree& tree = frame.tree;
  const std::uint64_t whose = std::uint64_t{frame.stream.value} << 32 | row;
  std::uint64_t shape = folded(whose ^ kOdd1, range.count ^ kOdd2);
  const auto add = [&](std::uint64_t value) { shape = folded(shape ^ value, kOdd1); };
  add(std::bit_cast<std::uint64_t>(frame.coordinates.metres_per_unit));
  auto parts = tree.parts_in(range);
  for (std::uint32_t i = range.first; i < range.first + range.count; ++i) {
    if (!parts.empty() && parts.front().first == i) {
      add(parts.front().origin.place ^ kOdd2);
      i += parts.front().count - 1;
      parts = parts.subspan(1);
      continue;
    }
    const PropertyNode& node = tree[i];
    const std::uint32_t facts = static_cast<std::uint32_t>(node.meaning) << 20 |
                                static_cast<std::uint32_t>(node.type) << 12 |
                                static_cast<std::uint32_t>(node.precision) << 8 |
                                static_cast<std::uint32_t>(node.role) << 1 |
                                (node.has_unit_in_name ? 1U : 0U);
    // Independent of each other and of what comes before, so that the processor does them at once.
    add(sum_of(node.name) ^ folded((std::uint64_t{form_of(node)} << 32 | node.subtree) ^ kOdd2,
                                   (std::uint64_t{node.flags} << 32 | facts) ^ kOdd1));
    if (node.unit[0] != '\0') add(sum_of(node.unit) ^ kOdd2);
    if (node.style == 0) continue;
    const PropertyStyle& style = tree.style_of(node);
    add(sum_of(style.type_name));
    add(style.icon.empty() && style.color.empty() && style.label.empty() ? 2U : 3U);
  }
  return shape;
}

/// Shapes that were seen. What is forgotten is looked at again.
class KnownShapes {
 public:
  bool has(std::uint64_t shape) const {
    return slot(shape).load(std::memory_order_relaxed) == shape;
  }
  void add(std::uint64_t shape) { slot(shape).store(shape, std::memory_order_relaxed); }

 private:
  static constexpr std::size_t kSlots = std::size_t{1} << 16;

  std::atomic<std::uint64_t>& slot(std::uint64_t shape) const { return slots_[shape % kSlots]; }

  std::unique_ptr<std::atomic<std::uint64_t>[]> slots_ =
      std::make_unique<std::atomic<std::uint64_t>[]>(kSlots);
};

/// What fields do not hold of properties that have one shape.
struct ShapeLosses {
  std::uint32_t nothing = 0;
  std::uint32_t kind_of_text = 0;
};

ShapeLosses losses_of(const PropertyTree& tree, PropertyRange range) {
  ShapeLosses losses;
  for (const PropertyNode& node : tree.nodes().subspan(range.first, range.count)) {
    const bool is_kind_of_text =
        is_text(node.type) && node.type != PropertyType::string && node.type != PropertyType::bytes;
    if (is_kind_of_text || node.unit[0] != '\0' || node.flags != 0 || node.style != 0) {
      ++losses.kind_of_text;
    }
    if (form_of(node) == 0) ++losses.nothing;
  }
  return losses;
}

/// Shapes that one thread at a time looked at, each with the first frame in which it did. What a
/// frame before told stands before whatever a later one would: so a run of frames in which an
/// entity is new tells of it once, though nobody else knows it before all of the run is taken.
class OwnShapes {
 public:
  struct Shape {
    std::uint64_t shape = 0;
    FrameIndex frame;
    ShapeLosses losses;
  };

  /// Where the shape is, or another one that it may replace.
  Shape& operator[](std::uint64_t shape) { return shapes_[shape % shapes_.size()]; }

 private:
  std::vector<Shape> shapes_{std::size_t{1} << 13};
};

/// What one frame tells that may be new.
struct SurveyPiece {
  struct Part {
    std::uint32_t row = 0;  ///< of the plan; kNoRow: what is the frame's own
    std::uint64_t shape = 0;
    PropertyRange properties;
  };
  PropertyTree tree;
  std::vector<Part> parts;
  StreamIndex stream;
  bool has_places = false, has_shapes = false;
  std::uint64_t nothing = 0, kinds_of_text = 0;  ///< see Loss
};

/// The frame is as recorded, since a change of coordinates takes long: what is new of it is changed
/// to `target`.
void look_at(const Frame& frame, const WritePlan& plan, const CoordinateSystem& target,
             const KnownShapes& known, OwnShapes& own, SurveyPiece& piece) {
  piece.tree.clear();
  piece.parts.clear();
  piece.stream = frame.stream;
  piece.has_places = piece.has_shapes = false;
  piece.nothing = piece.kinds_of_text = 0;
  const auto add = [&](std::uint32_t row, PropertyRange range) {
    const std::uint64_t shape = shape_of(frame, range, row);
    OwnShapes::Shape& seen = own[shape];
    const bool is_seen = seen.shape == shape;
    if (!is_seen) seen = {shape, frame.index, losses_of(frame.tree, range)};
    piece.nothing += seen.losses.nothing;
    piece.kinds_of_text += seen.losses.kind_of_text;
    if ((is_seen && seen.frame < frame.index) || known.has(shape)) return;
    seen.frame = frame.index;
    const PropertyRange part = piece.tree.append_copy(frame.tree, range);
    convert_coordinates(piece.tree, part, CoordinateConversion(frame.coordinates, target));
    piece.parts.push_back({row, shape, part});
    const bool is_entity = row != WritePlan::kNoRow;
    piece.has_shapes = piece.has_shapes || (is_entity && holds_shape(piece.tree, part));
  };
  for (const Entity& entity : frame.entities) {
    const std::uint32_t row = plan.entity_row(entity.index);
    if (row == WritePlan::kNoRow) continue;
    add(row, entity.properties);
    piece.has_places = piece.has_places || has_place(entity);
  }
  if (plan.has_frames_own()) add(WritePlan::kNoRow, frame.properties);
}

void take(const SurveyPiece& piece, KnownShapes& known, Survey& survey) {
  for (const SurveyPiece::Part& part : piece.parts) {
    const bool is_frames = part.row == WritePlan::kNoRow;
    survey.names.add(piece.tree, part.properties,
                     is_frames ? SeenProperties::kFrames : SeenProperties::kEntities,
                     is_frames ? survey.frames : survey.entities[part.row]);
    known.add(part.shape);
  }
  survey.losses.add(Loss::nothing, piece.nothing);
  survey.losses.add(Loss::kind_of_text, piece.kinds_of_text);
  if (piece.has_places) survey.has_places[piece.stream.value] = true;
  if (piece.has_shapes) survey.has_shapes[piece.stream.value] = true;
}

}  // namespace

bool make_survey(const WritePlan& plan, const CoordinateSystem& coordinates,
                 const std::atomic<bool>& cancelled,
                 const std::function<void(std::uint64_t)>& progress, Survey& survey) {
  const std::size_t streams = plan.recording().timeline().stream_count();
  survey.entities.resize(plan.entities().size());
  survey.has_places.resize(streams);
  survey.has_shapes.resize(streams);
  FrameScan scan{.recording = plan.request().recording,
                 .max_waiting_bytes = kMostWaitingBytes,
                 .first = plan.first_frame(),
                 .end = plan.end_frame()};
  KnownShapes known;
  Lender<OwnShapes> own([] { return OwnShapes(); });
  return scan_frames<SurveyPiece>(
      scan, cancelled,
      [&](const Frame& frame, SurveyPiece& piece) {
        look_at(frame, plan, coordinates, known, *own.borrow(), piece);
        return sizeof(SurveyPiece) + piece.tree.size() * sizeof(PropertyNode);
      },
      [&](FrameIndex frame, SurveyPiece& piece) {
        take(piece, known, survey);
        progress(frame.value + 1 - plan.first_frame());
        return true;
      });
}

}  // namespace scrubjay::mcap
