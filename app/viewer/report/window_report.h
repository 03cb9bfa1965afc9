#pragma once

#include "app/viewer/report/reported_view.h"
#include "core/json_writer.h"

namespace scrubjay {

/// What the window shows, for tests and scripts: fields of an object that has begun.
void report_window(JsonWriter& json, const ReportedView& view);

}  // namespace scrubjay
