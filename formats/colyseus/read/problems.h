#pragma once

#include "formats/problems.h"

namespace scrubjay::colyseus {

/// What can be wrong with a recording, in the order of formats/colyseus/README.md, 10; what is
/// fatal only now and then stands with the severity that it has otherwise.
namespace code {
inline constexpr ProblemCode kNotColyseus{"not-colyseus", Severity::fatal};
inline constexpr ProblemCode kNoMessages{"no-messages", Severity::fatal};
inline constexpr ProblemCode kBadHeader{"bad-header", Severity::fatal};
inline constexpr ProblemCode kUnsupportedVersion{"unsupported-version", Severity::fatal};
inline constexpr ProblemCode kNoHandshake{"no-handshake", Severity::error};
inline constexpr ProblemCode kBadHandshake{"bad-handshake", Severity::error};
inline constexpr ProblemCode kUnsupportedSerializer{"unsupported-serializer", Severity::error};
inline constexpr ProblemCode kUnsupportedType{"unsupported-type", Severity::error};
inline constexpr ProblemCode kBadJson{"bad-json", Severity::error};
inline constexpr ProblemCode kBadBase64{"bad-base64", Severity::error};
inline constexpr ProblemCode kBadMetadata{"bad-metadata", Severity::warning};
inline constexpr ProblemCode kUnknownRecord{"unknown-record", Severity::note};
inline constexpr ProblemCode kCutOff{"cut-off", Severity::warning};
inline constexpr ProblemCode kBadTime{"bad-time", Severity::warning};
inline constexpr ProblemCode kPatchWithoutState{"patch-without-state", Severity::error};
inline constexpr ProblemCode kBadValue{"bad-value", Severity::error};
inline constexpr ProblemCode kUnknownField{"unknown-field", Severity::error};
inline constexpr ProblemCode kUnknownRef{"unknown-ref", Severity::error};
inline constexpr ProblemCode kUnknownType{"unknown-type", Severity::error};
inline constexpr ProblemCode kLimit{"limit", Severity::error};
inline constexpr ProblemCode kCycle{"cycle", Severity::warning};
inline constexpr ProblemCode kBadUtf8{"bad-utf8", Severity::warning};
}  // namespace code

/// What keeps a recording from opening.
inline Problem fatal_problem(const ProblemCode& code, std::uint64_t offset, std::string message) {
  Problem problem = make_problem(code, offset, std::move(message));
  problem.severity = Severity::fatal;
  return problem;
}

}  // namespace scrubjay::colyseus
