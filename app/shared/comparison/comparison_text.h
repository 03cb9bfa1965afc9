#pragma once

#include <string>

#include "app/shared/comparison/comparison_words.h"

namespace scrubjay {

/// What a comparison found, for people on a terminal. May change at any time.
std::string comparison_text(const compare::Plan& plan, const compare::Summary& summary,
                            const ComparedNames& names);

}  // namespace scrubjay
