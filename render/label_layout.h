#pragma once

#include <cstdint>
#include <glm/vec2.hpp>
#include <limits>
#include <span>
#include <vector>

namespace scrubjay {

/// A label that would like to be shown.
struct LabelCandidate {
  /// Pixels; the label stands centred above it, if it lies in the picture. One of what is selected
  /// stands below or beside it where that place is taken.
  glm::vec2 anchor{0.0F};
  glm::vec2 size{0.0F};   ///< pixels, with the padding wanted around it
  float priority = 0;     ///< larger wins; equal ones are decided by key
  std::uint64_t key = 0;  ///< the same label has the same key in each picture
};

/// A rectangle of the picture that is taken, in pixels.
struct LabelObstacle {
  glm::vec2 low{0.0F};
  glm::vec2 high{0.0F};
  bool operator==(const LabelObstacle&) const = default;
  bool overlaps(const LabelObstacle& other) const {
    return low.x < other.high.x && other.low.x < high.x && low.y < other.high.y &&
           other.low.y < high.y;
  }
};

/// A label chosen: its candidate and the top left corner of its rectangle.
struct LabelPlacement {
  std::uint32_t candidate = 0;
  glm::vec2 corner{0.0F};
};

/// Chooses labels that do not overlap. Remembers which were shown, so that labels of equal
/// importance do not take turns while things move: one that is shown gives way only to one of
/// clearly higher priority. A label whose anchor is in the picture is moved so far that no edge
/// cuts it.
class LabelLayout {
 public:
  struct Options {
    std::size_t most = 25;      ///< labels shown at once
    float shown_bonus = 0.15F;  ///< added to the priority of labels shown before
    std::span<const LabelObstacle> obstacles = {};  ///< what no label may cover
  };

  /// Fills `out` with the labels to show inside a picture of `viewport` pixels, most important
  /// first. O(n log n), without allocation once warm.
  void choose(std::span<const LabelCandidate> candidates, glm::vec2 viewport,
              const Options& options, std::vector<LabelPlacement>& out);

 private:
  using Rectangle = LabelObstacle;
  struct Ranked {
    float priority;
    std::uint32_t candidate;
  };

  void rank(std::span<const LabelCandidate> candidates, glm::vec2 viewport, float shown_bonus);
  void prepare_cells(glm::vec2 viewport);
  bool is_free(const Rectangle& rectangle) const;
  void take(const Rectangle& rectangle);

  std::vector<std::uint64_t> shown_;  ///< keys shown last time, sorted
  std::vector<Ranked> ranked_;
  std::vector<Rectangle> taken_;
  std::vector<std::vector<std::uint32_t>> cells_;  ///< rows of taken_ that touch each cell
  int columns_ = 0;
  int rows_ = 0;
};

/// A priority from closeness: 1 at the eye, falling towards 0 with the distance.
inline float label_priority(double depth, double camera_distance) {
  return static_cast<float>(camera_distance / (camera_distance + (depth > 0 ? depth : 0.0)));
}
/// Beyond that depth, label_priority is below `priority`.
inline float farthest_with(float priority, double camera_distance) {
  if (!(priority > 0)) return std::numeric_limits<float>::infinity();
  return static_cast<float>(camera_distance / static_cast<double>(priority) - camera_distance);
}
inline constexpr float kInEventLabel = 5.0F;
inline constexpr float kHoveredLabel = 10.0F;
inline constexpr float kSelectedLabel = 20.0F;

}  // namespace scrubjay
