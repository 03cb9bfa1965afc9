#include "core/platform/quit_signals.h"

namespace scrubjay {

QuitSignals::QuitSignals(std::function<void()>) {}
QuitSignals::~QuitSignals() = default;
bool QuitSignals::has_come() const { return false; }

}  // namespace scrubjay
