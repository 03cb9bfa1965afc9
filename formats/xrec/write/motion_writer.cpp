#include "formats/xrec/write/motion_writer.h"

#include <algorithm>
#include <span>

namespace scrubjay::xrec {

namespace {

std::array<float, 3> floats(const glm::dvec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

std::array<float, 4> floats(const glm::dquat& q) {
  return {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z),
          static_cast<float>(q.w)};
}

}  // namespace

void append_motion(const Frame& frame, const WritePlan& plan, std::vector<MotionSample>& out) {
  for (const Entity& entity : frame.entities) {
    const std::uint32_t row = plan.entity_row(entity.index);
    if (row == WritePlan::kNoRow || entity.world.empty()) continue;
    MotionSample& sample = out.emplace_back();
    sample.entity = row;
    if (entity.world.position) sample.position = floats(*entity.world.position);
    if (entity.world.rotation) sample.rotation = floats(*entity.world.rotation);
    if (entity.world.scale) sample.scale = floats(*entity.world.scale);
  }
}

/// Name and id: one place in the scene for each entity, whatever both are. A leading '#' would
/// name a variable (formats/xrec/README.md, 7.2).
const std::string& MotionWriter::path(std::uint32_t entity) {
  std::string& path = paths_[entity];
  if (path.empty()) {
    const EntityInfo info = plan_.recording().entity(plan_.entities()[entity]);
    path = valid_utf8(info.name) + " (";
    if (plan_.recording().timeline().stream_count() > 1) {
      path += valid_utf8(plan_.recording().timeline().stream_info(info.stream).id) + ":";
    }
    path += valid_utf8(info.id) + ")";
    std::ranges::replace(path, '/', '_');
    if (path.front() == '#') path.front() = '_';
  }
  return path;
}

void MotionWriter::add(const std::vector<MotionSample>& samples, std::int64_t frame, double rtss,
                       BlockBuilder& block) {
  const auto write = [&](const char* type, const char* field, PropertyType kind, auto values,
                         std::uint32_t entity, bool has_space) {
    tree_.clear();
    std::array<double, 4> numbers{};
    std::ranges::copy(values, numbers.begin());
    tree_.text("Path", path(entity));
    tree_.numbers(field, kind, std::span(numbers).first(values.size()), Precision::float32);
    if (has_space) tree_.boolean("IsLocal", false);
    block.add({type, std::nullopt, frame, rtss}, tree_, tree_.since(0));
  };
  for (const MotionSample& sample : samples) {
    MotionSample& last = last_[sample.entity];
    if (sample.position && sample.position != last.position) {
      write("MAGES.Recorder.PositionChangeEvent", "Position", PropertyType::vec3, *sample.position,
            sample.entity, true);
    }
    if (sample.rotation && sample.rotation != last.rotation) {
      write("MAGES.Recorder.RotationChangeEvent", "Rotation", PropertyType::quat, *sample.rotation,
            sample.entity, true);
    }
    if (sample.scale && sample.scale != last.scale) {
      write("MAGES.Recorder.ScaleChangeEvent", "Scale", PropertyType::vec3, *sample.scale,
            sample.entity, false);
    }
    last = sample;
  }
}

}  // namespace scrubjay::xrec
