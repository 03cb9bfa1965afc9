#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/frame.h"
#include "formats/write_plan.h"
#include "formats/xrec/write/packet_writer.h"

namespace scrubjay::xrec {

/// Where an entity is in the world, as far as the layout's events can say it.
struct MotionSample {
  std::uint32_t entity = 0;  ///< row as written
  std::optional<std::array<float, 3>> position;
  std::optional<std::array<float, 4>> rotation;  ///< x, y, z, w
  std::optional<std::array<float, 3>> scale;
};

/// What a frame's entities give, those without a place left out.
void append_motion(const Frame& frame, const WritePlan& plan, std::vector<MotionSample>& out);

/// Writes changes of place as the events of formats/xrec/README.md, 7.2, for readers that know no
/// others.
class MotionWriter {
 public:
  explicit MotionWriter(const WritePlan& plan) : plan_(plan) {}

  /// Adds an event for each part that differs from the entity's last one.
  void add(const std::vector<MotionSample>& samples, std::int64_t frame, double rtss,
           BlockBuilder& block);

 private:
  const std::string& path(std::uint32_t entity);

  const WritePlan& plan_;
  std::unordered_map<std::uint32_t, MotionSample> last_;
  std::unordered_map<std::uint32_t, std::string> paths_;
  PropertyTree tree_;
};

}  // namespace scrubjay::xrec
