#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "formats/framebyframe/read/document_scan.h"

namespace scrubjay::framebyframe {

/// A text whose structure was broken, as one that is JSON.
struct RepairedText {
  std::string text;
  DocumentScan scan;  ///< of `text`
  std::vector<Problem> problems;
  std::uint64_t repairs = 0;
  bool is_cut_off = false;
};

/// Repairs the whole text, from `begin` on, whose scan ended with `scan.end` cut or broken. Nothing
/// where it is too large, where that does not bring more frames to light, or where the text is cut
/// off and nothing else: then what the scan found is all there is.
std::optional<RepairedText> repair_text(std::string_view text, std::size_t begin,
                                        const DocumentScan& scan);

/// Tells how a text ended that was not repaired.
void tell_end(const DocumentScan& scan, RecordingBuilder& builder);

}  // namespace scrubjay::framebyframe
