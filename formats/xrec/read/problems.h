#pragma once

#include "formats/problems.h"

namespace scrubjay::xrec {

/// What can be wrong with a recording, in the order in which it is checked
/// (formats/xrec/README.md, 8.3).
namespace code {
inline constexpr ProblemCode kNotXrec{"not-xrec", Severity::fatal};
inline constexpr ProblemCode kNoStartPacket{"no-start-packet", Severity::fatal};
inline constexpr ProblemCode kBadStartPacket{"bad-start-packet", Severity::fatal};
inline constexpr ProblemCode kUnsupportedRevision{"unsupported-revision", Severity::fatal};
inline constexpr ProblemCode kBadMetadata{"bad-metadata", Severity::warning};
inline constexpr ProblemCode kSecondStart{"second-start", Severity::warning};
inline constexpr ProblemCode kUnknownPacket{"unknown-packet", Severity::note};
inline constexpr ProblemCode kChecksum{"checksum", Severity::error};
inline constexpr ProblemCode kBadEventPacket{"bad-event-packet", Severity::error};
inline constexpr ProblemCode kUnsupportedCompression{"unsupported-compression", Severity::error};
inline constexpr ProblemCode kUnsupportedEncoding{"unsupported-encoding", Severity::error};
inline constexpr ProblemCode kDecompressFailed{"decompress-failed", Severity::error};
inline constexpr ProblemCode kBadEvent{"bad-event", Severity::error};
inline constexpr ProblemCode kBadNrbf{"bad-nrbf", Severity::error};
inline constexpr ProblemCode kEventTimeMissing{"event-time-missing", Severity::warning};
inline constexpr ProblemCode kEventCount{"event-count", Severity::warning};
inline constexpr ProblemCode kEventOutsideRange{"event-outside-range", Severity::warning};
inline constexpr ProblemCode kBadRange{"bad-range", Severity::warning};
inline constexpr ProblemCode kBadUtf8{"bad-utf8", Severity::warning};
inline constexpr ProblemCode kCutOff{"cut-off", Severity::warning};
inline constexpr ProblemCode kNoEndPacket{"no-end-packet", Severity::warning};
inline constexpr ProblemCode kBadEndPacket{"bad-end-packet", Severity::error};
inline constexpr ProblemCode kEndedWithErrors{"ended-with-errors", Severity::warning};
inline constexpr ProblemCode kEndCounts{"end-counts", Severity::warning};
inline constexpr ProblemCode kDataAfterEnd{"data-after-end", Severity::warning};
}  // namespace code

}  // namespace scrubjay::xrec
