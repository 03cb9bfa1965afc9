#include "formats/framebyframe/read/text_repair.h"

#include <algorithm>
#include <utility>

#include "formats/framebyframe/limits.h"
#include "formats/framebyframe/read/repair_report.h"
#include "formats/json/json_repair.h"

namespace scrubjay::framebyframe {

namespace {

/// A text that is cut between frames ends behind a frame's brace, a comma or an opening bracket.
bool ends_behind_frame(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n,");
  return last != std::string_view::npos && (text[last] == '}' || text[last] == '[');
}

}  // namespace

std::optional<RepairedText> repair_text(std::string_view text, std::size_t begin,
                                        const DocumentScan& scan) {
  if (text.size() > limits::kMostRepairedBytes) return std::nullopt;
  RepairedText whole;
  bool is_only_cut = true;
  std::uint64_t at = begin;
  // Values may follow each other.
  while (true) {
    const std::string_view rest = text.substr(static_cast<std::size_t>(at));
    if (rest.find_first_not_of(" \t\r\n,;") == std::string_view::npos) break;
    const auto repaired = repair_json(rest);
    if (!repaired || repaired->end == 0) break;
    tell_repairs(*repaired, at, whole.problems);
    whole.repairs += repaired->count();
    for (const JsonRepair& repair : repaired->repairs) {
      is_only_cut = is_only_cut && repair.kind == JsonRepairKind::cut_off;
    }
    whole.is_cut_off = repaired->is_cut_off;
    whole.text += repaired->text;
    whole.text += '\n';
    at += repaired->end;
  }
  if (whole.text.empty() || (scan.end == TextEnd::cut && is_only_cut)) return std::nullopt;
  whole.scan = scan_document(whole.text);
  std::vector<ScannedFrame>& frames = whole.scan.frames;
  if (whole.is_cut_off && !frames.empty() && !ends_behind_frame(text)) frames.pop_back();
  if (frames.size() < std::max<std::size_t>(scan.frames.size(), 1)) return std::nullopt;
  return whole;
}

void tell_end(const DocumentScan& scan, RecordingBuilder& builder) {
  if (scan.end == TextEnd::broken) {
    builder.add_problem(
        {.severity = Severity::error,
         .code = "broken-structure",
         .offset = scan.end_offset,
         .frame = FrameIndex(scan.frames.size()),
         .message = "The text is no JSON from here on; frames behind this place are not shown."});
    return;
  }
  if (scan.cut_frame) {
    builder.add_problem({.severity = Severity::error,
                         .code = "cut-off",
                         .offset = *scan.cut_frame,
                         .frame = FrameIndex(scan.frames.size()),
                         .message = "The recording ends inside of a frame, which is left out; "
                                    "everything before it is shown."});
    return;
  }
  builder.add_problem({.severity = Severity::warning,
                       .code = "cut-off",
                       .offset = scan.end_offset,
                       .message = "The recording ends without its closing brackets; all frames "
                                  "that it has are shown."});
}

}  // namespace scrubjay::framebyframe
