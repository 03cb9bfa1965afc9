// A frame of another format: gets this format's groups, and shapes for what it has as boxes.
#include <algorithm>
#include <array>
#include <cmath>

#include "formats/framebyframe/special.h"
#include "formats/framebyframe/write/frame_maker.h"

namespace scrubjay::framebyframe {

namespace {

using Color = std::array<double, 4>;

Color color_of(EntityKind kind) {
  switch (kind) {
    case EntityKind::vehicle: return {0.34, 0.71, 0.91, 0.5};
    case EntityKind::person: return {0.9, 0.62, 0, 0.6};
    case EntityKind::signal: return {0.94, 0.89, 0.26, 0.4};
    case EntityKind::sign: return {0.84, 0.37, 0, 0.5};
    case EntityKind::sensor: return {0.8, 0.47, 0.65, 0.5};
    default: return {0.6, 0.6, 0.6, 0.4};
  }
}

/// Fills one piece.
class OtherFrame {
 public:
  OtherFrame(const ConversionPlan& plan, const Frame& frame, FramePiece& piece)
      : plan_(plan), frame_(frame), piece_(piece), tree_(piece.tree) {}

  void fill();

 private:
  void fill_time();
  void add_entity(const Entity& entity);
  void add_box(const Entity& entity);
  void add_special(const Entity& entity);
  void add_recording_entity();
  void add_events();
  PropertyRange copy(PropertyRange properties);
  /// How a measured number is written: one that was a float is none any more in other coordinates,
  /// even where it happens to equal one.
  Precision measured(Precision recorded) const {
    return plan_.target(frame_.index) ? Precision::float64 : recorded;
  }
  bool is_for_recording(const EventInfo& event) const;
  glm::dvec3 axis_of(const Entity& entity, Axis axis) const;

  const ConversionPlan& plan_;
  const Frame& frame_;
  FramePiece& piece_;
  PropertyTree& tree_;
};

void OtherFrame::fill() {
  WrittenFrame& written = piece_.written;
  written.tree = &tree_;
  written.number = frame_.number;
  written.client = plan_.client_id(frame_.stream);
  written.tag = plan_.tag(frame_.stream);
  written.scene.reset();
  if (!plan_.scene().empty()) written.scene = plan_.scene();
  piece_.scene = plan_.scene();
  written.extras = {};
  written.coord_system = coord_system_of(frame_.coordinates);
  written.scale.reset();
  if (frame_.coordinates.metres_per_unit != 1) written.scale = frame_.coordinates.metres_per_unit;
  fill_time();
  for (const Entity& entity : frame_.entities) {
    if (plan_.has_entity(entity.index)) add_entity(entity);
  }
  add_recording_entity();
  add_events();
}

void OtherFrame::fill_time() {
  const double milliseconds = frame_.time * 1000.0;
  // Whole numbers that JSON's readers keep; a time beyond them is a loss, too.
  constexpr double kMost = 9007199254740992.0;
  const double whole = std::clamp(std::round(milliseconds), -kMost, kMost);
  // Sums of float steps are off by less than this.
  if (std::abs(milliseconds - whole) > 1e-3) piece_.losses.add(Loss::time);
  piece_.server_time = format_number(static_cast<std::int64_t>(whole)).view();
  piece_.written.server_time = piece_.server_time;
  piece_.written.elapsed = time_since_previous(plan_.recording().timeline(), frame_.index);
}

PropertyRange OtherFrame::copy(PropertyRange properties) {
  const PropertyRange copied = tree_.append_copy(frame_.tree, properties);
  for (std::uint32_t i = copied.first; i < copied.first + copied.count; ++i) {
    PropertyNode& node = tree_.node_for_edit(i);
    if (node.meaning != Meaning::none) node.precision = measured(node.precision);
  }
  return copied;
}

void OtherFrame::add_entity(const Entity& entity) {
  const bool has_parent = entity.parent.exists() && plan_.has_entity(entity.parent) &&
                          frame_.find(entity.parent) != nullptr;
  const std::uint32_t first = tree_.size();
  const auto user = tree_.open(kOwnGroup, PropertyType::group);
  copy(entity.properties);
  if (entity.world.scale && *entity.world.scale != glm::dvec3(1.0)) {
    piece_.losses.add(Loss::scale);
    tree_.vec3("scale", *entity.world.scale, entity.precision);
  }
  if (!entity.local.empty()) piece_.losses.add(Loss::local);
  if (entity.box) add_box(entity);
  tree_.close(user);
  add_special(entity);
  piece_.written.entities.push_back({plan_.entity_id(entity.index),
                                     has_parent ? plan_.entity_id(entity.parent) : "0",
                                     tree_.since(first)});
  piece_.entities.push_back(entity.index);
}

glm::dvec3 OtherFrame::axis_of(const Entity& entity, Axis axis) const {
  const glm::dvec3 direction = direction_of(axis);
  return entity.world.rotation ? *entity.world.rotation * direction : direction;
}

void OtherFrame::add_box(const Entity& entity) {
  piece_.losses.add(Loss::box);
  const Box& box = *entity.box;
  const glm::dvec3 scale = entity.world.scale.value_or(glm::dvec3(1.0));
  const glm::dvec3 offset = box.center * scale;
  const glm::dvec3 center = entity.world.position.value_or(glm::dvec3(0.0)) +
                            (entity.world.rotation ? *entity.world.rotation * offset : offset);
  const auto shape = tree_.open("Box", PropertyType::oobb);
  tree_.text("layer", "Boxes");
  tree_.numbers("color", PropertyType::color, color_of(entity.kind), Precision::float64);
  tree_.vec3("position", center, Precision::float64);
  tree_.vec3("size", 2.0 * box.half * scale, measured(entity.precision));
  tree_.vec3("up", axis_of(entity, frame_.coordinates.up), Precision::float64);
  tree_.vec3("forward", axis_of(entity, frame_.coordinates.forward), Precision::float64);
  tree_.close(shape);
}

/// The four entries in their order (formats/framebyframe/README.md, 4.1); the id as text as the
/// free fifth one.
void OtherFrame::add_special(const Entity& entity) {
  if (!entity.world.position) piece_.losses.add(Loss::no_position);
  const auto special = tree_.open(kSpecialGroup, PropertyType::group);
  tree_.text("name", entity.name);
  tree_.vec3("position", entity.world.position.value_or(glm::dvec3(0.0)),
             measured(entity.precision));
  tree_.vec3("up", axis_of(entity, frame_.coordinates.up), Precision::float64);
  tree_.vec3("forward", axis_of(entity, frame_.coordinates.forward), Precision::float64);
  if (plan_.is_numbered(entity.index)) {
    tree_.text(kFormerId, plan_.recording().entity(entity.index).id);
  }
  tree_.close(special);
}

/// True for an event that no entity of this frame can have.
bool OtherFrame::is_for_recording(const EventInfo& event) const {
  return !event.entity.exists() || frame_.find(event.entity) == nullptr;
}

/// What belongs to no entity goes to one of its own, unless only some entities are asked for.
void OtherFrame::add_recording_entity() {
  if (plan_.has_chosen_entities()) return;
  const bool has_events = std::ranges::any_of(frame_.events, [&](const FrameEvent& event) {
    return is_for_recording(plan_.recording().event(event.index));
  });
  if (frame_.properties.count == 0 && !has_events) return;
  std::uint64_t roots = 0;
  for_each_root(frame_.tree, frame_.properties,
                [&](PropertyTree::Node, const PropertyNode&) { ++roots; });
  piece_.losses.add(Loss::frame_properties, roots);
  const std::uint32_t first = tree_.size();
  const auto user = tree_.open(kOwnGroup, PropertyType::group);
  copy(frame_.properties);
  tree_.close(user);
  Entity stand_in;
  stand_in.name = kFrameEntity;
  const auto special = tree_.open(kSpecialGroup, PropertyType::group);
  tree_.text("name", stand_in.name);
  tree_.vec3("position", glm::dvec3(0.0), Precision::float64);
  tree_.vec3("up", axis_of(stand_in, frame_.coordinates.up), Precision::float64);
  tree_.vec3("forward", axis_of(stand_in, frame_.coordinates.forward), Precision::float64);
  tree_.close(special);
  piece_.written.entities.push_back({plan_.recording_entity(), "0", tree_.since(first)});
}

void OtherFrame::add_events() {
  std::uint32_t order = 0;
  for (const FrameEvent& event : frame_.events) {
    const EventInfo info = plan_.recording().event(event.index);
    std::size_t row = piece_.entities.size();  // the recording's entity stands behind all others
    if (is_for_recording(info)) {
      if (plan_.has_chosen_entities()) continue;
      piece_.losses.add(Loss::frame_events);
    } else {
      const auto found = std::ranges::lower_bound(piece_.entities, info.entity);
      if (found == piece_.entities.end() || *found != info.entity) continue;
      row = static_cast<std::size_t>(found - piece_.entities.begin());
    }
    if (info.end > info.time) piece_.losses.add(Loss::event_span);
    const PropertyRange properties = copy(event.properties);
    piece_.written.events.push_back({info.name, info.tag, order++, row, properties});
  }
}

}  // namespace

void fill_from_other(const ConversionPlan& plan, const Frame& frame, FramePiece& piece) {
  OtherFrame(plan, frame, piece).fill();
}

}  // namespace scrubjay::framebyframe
