#include "render/label_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/common.hpp>

namespace scrubjay {

namespace {

constexpr float kCellWidth = 128.0F;
constexpr float kCellHeight = 32.0F;
constexpr float kLargestPicture = 32768.0F;  ///< pixels; bounds the number of cells

/// Where a label may stand: its corner, from its anchor [its own size]. Above it; else below, to
/// the right or to the left.
constexpr std::array<glm::vec2, 4> kSides{glm::vec2(-0.5F, -1.0F), glm::vec2(-0.5F, 1.0F),
                                          glm::vec2(0.2F, -0.2F), glm::vec2(-1.2F, -0.2F)};

/// Beside its anchor, or as near to that as keeps it whole.
glm::vec2 corner_of(const LabelCandidate& label, const glm::vec2& side, const glm::vec2& viewport) {
  const glm::vec2 wanted = label.anchor + side * label.size;
  const glm::vec2 most = glm::max(viewport - label.size, glm::vec2(0.0F));
  // Whole pixels keep text sharp.
  return glm::floor(glm::clamp(glm::round(wanted), glm::vec2(0.0F), most));
}

bool fits(const LabelCandidate& label, const glm::vec2& viewport) {
  const glm::vec2& at = label.anchor;
  return at.x >= 0 && at.y >= 0 && at.x <= viewport.x && at.y <= viewport.y &&
         label.size.x <= viewport.x && label.size.y <= viewport.y;
}

bool is_finite(const LabelCandidate& label) {
  return std::isfinite(label.anchor.x) && std::isfinite(label.anchor.y) &&
         std::isfinite(label.size.x) && std::isfinite(label.size.y) && label.size.x > 0 &&
         label.size.y > 0 && std::isfinite(label.priority);
}

}  // namespace

void LabelLayout::choose(std::span<const LabelCandidate> candidates, glm::vec2 viewport,
                         const Options& options, std::vector<LabelPlacement>& out) {
  out.clear();
  if (!(viewport.x > 0) || !(viewport.y > 0)) return;
  viewport = {std::min(viewport.x, kLargestPicture), std::min(viewport.y, kLargestPicture)};
  rank(candidates, viewport, options.shown_bonus);
  prepare_cells(viewport);
  for (const LabelObstacle& obstacle : options.obstacles) take(obstacle);
  shown_.clear();
  for (const Ranked& ranked : ranked_) {
    if (out.size() >= options.most) break;
    const LabelCandidate& label = candidates[ranked.candidate];
    const std::size_t places = label.priority >= kSelectedLabel ? kSides.size() : 1;
    for (const glm::vec2& side : std::span(kSides).first(places)) {
      const glm::vec2 corner = corner_of(label, side, viewport);
      const Rectangle rectangle{corner, corner + label.size};
      if (!is_free(rectangle)) continue;
      take(rectangle);
      out.push_back({ranked.candidate, corner});
      shown_.push_back(label.key);
      break;
    }
  }
  std::ranges::sort(shown_);
}

void LabelLayout::rank(std::span<const LabelCandidate> candidates, glm::vec2 viewport,
                       float shown_bonus) {
  ranked_.clear();
  for (std::uint32_t i = 0; i < candidates.size(); ++i) {
    const LabelCandidate& label = candidates[i];
    if (!is_finite(label) || !fits(label, viewport)) continue;
    const bool shown = std::ranges::binary_search(shown_, label.key);
    ranked_.push_back({label.priority + (shown ? shown_bonus : 0.0F), i});
  }
  std::ranges::sort(ranked_, [&](const Ranked& a, const Ranked& b) {
    if (a.priority != b.priority) return a.priority > b.priority;
    return candidates[a.candidate].key < candidates[b.candidate].key;
  });
}

void LabelLayout::prepare_cells(glm::vec2 viewport) {
  columns_ = static_cast<int>(viewport.x / kCellWidth) + 1;
  rows_ = static_cast<int>(viewport.y / kCellHeight) + 1;
  const auto count = static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_);
  if (cells_.size() < count) cells_.resize(count);
  for (auto& cell : cells_) cell.clear();
  taken_.clear();
}

namespace {

struct CellRange {
  int first_column, last_column, first_row, last_row;
};

CellRange cells_under(const glm::vec2& low, const glm::vec2& high, int columns, int rows) {
  const auto index = [](float at, float size, int count) {
    return static_cast<int>(std::clamp(std::floor(at / size), 0.0F, static_cast<float>(count - 1)));
  };
  return {index(low.x, kCellWidth, columns), index(high.x, kCellWidth, columns),
          index(low.y, kCellHeight, rows), index(high.y, kCellHeight, rows)};
}

}  // namespace

bool LabelLayout::is_free(const Rectangle& rectangle) const {
  const CellRange range = cells_under(rectangle.low, rectangle.high, columns_, rows_);
  for (int row = range.first_row; row <= range.last_row; ++row) {
    for (int column = range.first_column; column <= range.last_column; ++column) {
      for (const std::uint32_t other : cells_[static_cast<std::size_t>(row * columns_ + column)]) {
        if (rectangle.overlaps(taken_[other])) return false;
      }
    }
  }
  return true;
}

void LabelLayout::take(const Rectangle& rectangle) {
  const auto index = static_cast<std::uint32_t>(taken_.size());
  taken_.push_back(rectangle);
  const CellRange range = cells_under(rectangle.low, rectangle.high, columns_, rows_);
  for (int row = range.first_row; row <= range.last_row; ++row) {
    for (int column = range.first_column; column <= range.last_column; ++column) {
      cells_[static_cast<std::size_t>(row * columns_ + column)].push_back(index);
    }
  }
}

}  // namespace scrubjay
