#include "formats/xrec/read/problems.h"

namespace scrubjay::xrec {

namespace {

struct Row {
  std::string_view text;
  Severity severity;
};

/// In the order of ProblemCode (formats/xrec/README.md, 8.3).
constexpr std::array<Row, kProblemCodes> kRows{{
    {"not-xrec", Severity::fatal},
    {"no-start-packet", Severity::fatal},
    {"bad-start-packet", Severity::fatal},
    {"unsupported-revision", Severity::fatal},
    {"bad-metadata", Severity::warning},
    {"second-start", Severity::warning},
    {"unknown-packet", Severity::note},
    {"checksum", Severity::error},
    {"bad-event-packet", Severity::error},
    {"unsupported-compression", Severity::error},
    {"unsupported-encoding", Severity::error},
    {"decompress-failed", Severity::error},
    {"bad-event", Severity::error},
    {"bad-nrbf", Severity::error},
    {"event-time-missing", Severity::warning},
    {"event-count", Severity::warning},
    {"event-outside-range", Severity::warning},
    {"bad-range", Severity::warning},
    {"bad-utf8", Severity::warning},
    {"cut-off", Severity::warning},
    {"no-end-packet", Severity::warning},
    {"bad-end-packet", Severity::error},
    {"ended-with-errors", Severity::warning},
    {"end-counts", Severity::warning},
    {"data-after-end", Severity::warning},
}};

}  // namespace

std::string_view to_text(ProblemCode code) { return kRows[static_cast<std::size_t>(code)].text; }

Problem make_problem(ProblemCode code, std::uint64_t offset, std::string message) {
  return {.severity = kRows[static_cast<std::size_t>(code)].severity,
          .code = std::string(to_text(code)),
          .offset = offset,
          .message = std::move(message)};
}

}  // namespace scrubjay::xrec
