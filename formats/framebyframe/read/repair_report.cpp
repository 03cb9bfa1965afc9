#include "formats/framebyframe/read/repair_report.h"

#include <algorithm>
#include <string>

namespace scrubjay::framebyframe {

void tell_repairs(const RepairedJson& repaired, std::uint64_t begin, std::vector<Problem>& out) {
  for (std::size_t i = 0; i < kJsonRepairKinds; ++i) {
    if (repaired.counts[i] == 0) continue;
    const auto kind = static_cast<JsonRepairKind>(i);
    const auto first = std::ranges::find(repaired.repairs, kind, &JsonRepair::kind);
    Problem problem{.severity = Severity::warning,
                    .code = "repaired",
                    .offset = begin,
                    .count = repaired.counts[i],
                    .message = "The text is not strict JSON and was read as if it were. Mended: " +
                               std::string(to_text(kind)) + "."};
    if (first != repaired.repairs.end()) problem.offset = begin + first->offset;
    out.push_back(std::move(problem));
  }
}

}  // namespace scrubjay::framebyframe
