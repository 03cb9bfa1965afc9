#pragma once

#include "analysis/compare/summary.h"
#include "core/json_writer.h"

namespace scrubjay {

/// What a comparison found, as one object. Names and meaning of the fields are a contract with
/// scripts.
void write_comparison(JsonWriter& json, const compare::Plan& plan, const compare::Summary& summary);

}  // namespace scrubjay
