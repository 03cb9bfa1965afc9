#include "core/platform/display_loss.h"

namespace scrubjay {

// Windows has no server that a window could lose.
DisplayLoss::DisplayLoss(int, std::function<void()>) {}

DisplayLoss::~DisplayLoss() = default;

}  // namespace scrubjay
