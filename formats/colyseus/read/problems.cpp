#include "formats/colyseus/read/problems.h"

namespace scrubjay::colyseus {

namespace {

struct Row {
  std::string_view text;
  Severity severity;
};

/// In the order of ProblemCode (formats/colyseus/README.md, 10); what is fatal only now and then
/// stands with the severity that it has otherwise.
constexpr std::array<Row, kProblemCodes> kRows{{
    {"not-colyseus", Severity::fatal},
    {"no-messages", Severity::fatal},
    {"bad-header", Severity::fatal},
    {"unsupported-version", Severity::fatal},
    {"no-handshake", Severity::error},
    {"bad-handshake", Severity::error},
    {"unsupported-serializer", Severity::error},
    {"unsupported-type", Severity::error},
    {"bad-json", Severity::error},
    {"bad-base64", Severity::error},
    {"bad-metadata", Severity::warning},
    {"unknown-record", Severity::note},
    {"cut-off", Severity::warning},
    {"bad-time", Severity::warning},
    {"patch-without-state", Severity::error},
    {"bad-value", Severity::error},
    {"unknown-field", Severity::error},
    {"unknown-ref", Severity::error},
    {"unknown-type", Severity::error},
    {"limit", Severity::error},
    {"cycle", Severity::warning},
    {"bad-utf8", Severity::warning},
}};

}  // namespace

std::string_view to_text(ProblemCode code) { return kRows[static_cast<std::size_t>(code)].text; }

Problem make_problem(ProblemCode code, std::uint64_t offset, std::string message) {
  return {.severity = kRows[static_cast<std::size_t>(code)].severity,
          .code = std::string(to_text(code)),
          .offset = offset,
          .message = std::move(message)};
}

Problem fatal_problem(ProblemCode code, std::uint64_t offset, std::string message) {
  Problem problem = make_problem(code, offset, std::move(message));
  problem.severity = Severity::fatal;
  return problem;
}

}  // namespace scrubjay::colyseus
