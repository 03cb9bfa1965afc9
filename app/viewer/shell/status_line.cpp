#include "app/viewer/shell/status_line.h"

#include <algorithm>

namespace scrubjay {

namespace {

float width_of(const std::vector<StatusPart>& parts, float gap) {
  float width = 0;
  for (const StatusPart& part : parts) {
    if (part.width > 0) width += part.width + gap;
  }
  return width > 0 ? width - gap : 0;
}

/// The last one of those that yield most; null where all that is left stays.
StatusPart* next_to_go(std::vector<StatusPart>& parts) {
  StatusPart* found = nullptr;
  for (StatusPart& part : parts) {
    if (part.width <= 0 || part.yields == 0) continue;
    if (found == nullptr || part.yields >= found->yields) found = &part;
  }
  return found;
}

}  // namespace

void place_status(std::vector<StatusPart>& parts, float width, float gap, float least) {
  while (width_of(parts, gap) > width) {
    StatusPart* const part = next_to_go(parts);
    if (part == nullptr) break;
    part->width = 0;
  }
  for (StatusPart& part : parts) {
    const float excess = width_of(parts, gap) - width;
    if (excess > 0 && part.width > 0) part.width = std::max(least, part.width - excess);
  }
  // Narrower than everything: what does not fit is left out from the end.
  for (std::size_t i = parts.size(); i-- > 1 && width_of(parts, gap) > width;) parts[i].width = 0;
  if (!parts.empty()) parts[0].width = std::min(parts[0].width, std::max(0.0F, width));
  float x = 0;
  for (StatusPart& part : parts) {
    if (part.width <= 0 || part.is_right) continue;
    part.x = x;
    x += part.width + gap;
  }
  float right = width;
  for (std::size_t i = parts.size(); i-- > 0;) {
    if (parts[i].width <= 0 || !parts[i].is_right) continue;
    parts[i].x = right - parts[i].width;
    right = parts[i].x - gap;
  }
}

}  // namespace scrubjay
