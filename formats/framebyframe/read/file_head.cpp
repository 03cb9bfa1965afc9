// What opening a file looks at: the container, and the first frame's conventions.
#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "formats/compression/inflate.h"
#include "formats/framebyframe/read/document_scan.h"
#include "formats/framebyframe/read/frame_fields.h"
#include "formats/framebyframe/read/probe.h"
#include "formats/framebyframe/read/reader.h"
#include "formats/json/json_repair.h"
#include "formats/json/json_token.h"
#include "formats/kept/json_packets.h"

namespace scrubjay::framebyframe {

namespace {

constexpr std::size_t kHeadBytes = 4 << 20;

Problem fatal(std::string code, std::string message, std::string expected, std::string found) {
  return {.severity = Severity::fatal,
          .code = std::move(code),
          .offset = 0,
          .message = std::move(message),
          .expected = std::move(expected),
          .found = std::move(found)};
}

std::optional<FileHead> head_of(const DocumentScan& scan) {
  if (!scan.container) return std::nullopt;
  FrameHead frame;
  frame.coord_system = id_of_token(scan.coord_system);
  frame.scale = number_of_token(scan.scale);
  FileHead head{.version = scan.version.value_or(1),
                .coordinates = coordinates_of(frame),
                .start_time = number_of_token(scan.server_time),
                .kept = {}};
  if (head.start_time && !std::isfinite(*head.start_time)) head.start_time.reset();
  return head;
}

Result<FileHead> head_of_text(std::string_view text, std::size_t begin, bool is_all) {
  const auto scan = scan_document(text, {.begin = begin, .most_frames = 1});
  const bool is_single = scan.container == Container::dump || scan.container == Container::message;
  const bool is_nothing = is_single && scan.frames.empty() && scan.end == TextEnd::broken;
  if (auto head = head_of(scan); head && !(is_nothing && is_all)) {
    const std::uint64_t first =
        scan.frames.empty() ? scan.cut_frame.value_or(text.size()) : scan.frames[0].bytes.begin;
    head->kept = kept::find_json_head(text.substr(static_cast<std::size_t>(first)));
    return *head;
  }
  const std::string_view rest = text.substr(begin);
  if (is_all && has_own_keys(rest)) {
    const auto repaired = repair_json(rest);
    if (!repaired) {
      Problem problem = repaired.error();
      problem.severity = Severity::fatal;
      problem.offset = begin + problem.offset.value_or(0);
      return failure(std::move(problem));
    }
    if (const auto head = head_of(scan_document(repaired->text, {.most_frames = 1}))) return *head;
  }
  return failure(fatal("not-framebyframe", "The file is no Frame by Frame recording.",
                       "an object with rawFrames, frameData, data or entities",
                       text.empty() ? "no text" : "something else"));
}

/// Without what is kept where the text was cut off before it.
Result<FileHead> with_kept_frames(Result<FileHead> head, std::string_view text) {
  if (head && head->kept && !kept::has_json_packets(text)) head->kept.reset();
  return head;
}

}  // namespace

Result<FileHead> read_head(Bytes file) {
  const compression::OuterForm form = compression::outer_form(file);
  if (form.layer == compression::OuterLayer::zip) {
    return failure(fatal("unsupported-container",
                         "The file is a zip of recording chunks (globaldata.ffd and frames), a "
                         "format of which there is no release; it cannot be read.",
                         "raw data or a saved recording", "a zip file"));
  }
  if (!form.is_compressed()) {
    const Bytes head = file.first(std::min(file.size(), kHeadBytes));
    return with_kept_frames(head_of_text(as_text(head), form.begin, head.size() == file.size()),
                            as_text(file));
  }
  // Of a small file only the beginning of it is ever touched.
  const auto room = std::make_unique_for_overwrite<char[]>(kHeadBytes);
  compression::Inflater inflater(file, form);
  const std::string_view text(room.get(), inflater.read({room.get(), kHeadBytes}));
  const compression::OuterForm inner = compression::outer_form(std::as_bytes(std::span(text)));
  const bool is_all = inflater.state() != compression::Inflater::State::more;
  auto found = head_of_text(text, inner.begin, is_all);
  return is_all ? with_kept_frames(std::move(found), text) : found;
}

}  // namespace scrubjay::framebyframe
