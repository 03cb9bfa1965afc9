#pragma once

#include <string>

#include "app/shared/comparison/comparison_words.h"

namespace scrubjay {

/// JUnit XML: a suite for the pair, a case for frames, entities, events and each path that was
/// compared (Summary::lists_paths), failed with its first difference. Where little was compared a
/// case that is skipped says so.
std::string comparison_junit(const compare::Plan& plan, const compare::Summary& summary,
                             const ComparedNames& names);

}  // namespace scrubjay
