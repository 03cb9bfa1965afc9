#pragma once

#include "core/number_text.h"

namespace scrubjay {

/// The double of the number's shortest decimal, the one that is printed: of 32 bits 0.7, not
/// 0.699999988.
double shown_number(double value, Precision precision);

}  // namespace scrubjay
