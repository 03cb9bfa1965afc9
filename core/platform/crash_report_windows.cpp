#include "core/platform/crash_report.h"

namespace scrubjay {

void report_crashes_to(const std::string&, std::string_view) {}

}  // namespace scrubjay
