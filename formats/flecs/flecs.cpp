#include "formats/flecs/flecs.h"

#include <algorithm>
#include <array>
#include <span>

#include "formats/flecs/limits.h"
#include "formats/flecs/read/decoder.h"
#include "formats/flecs/read/documents.h"
#include "formats/flecs/read/gzip.h"
#include "formats/flecs/read/indexer.h"
#include "formats/flecs/read/kept_file.h"
#include "formats/flecs/read/reader.h"
#include "formats/flecs/read/scene_unit.h"
#include "formats/kept/json_packets.h"

namespace scrubjay::flecs {

namespace {

/// How sure one of these documents is: the first that is not of kinds that stand before samples, or
/// anywhere.
Match match_of(std::span<const FoundDocument> documents) {
  for (const FoundDocument& document : documents) {
    switch (document.head.kind) {
      case DocumentKind::bare_value:
      case DocumentKind::bare_schema:
      case DocumentKind::error:
      case DocumentKind::capture_reply:
      case DocumentKind::old_format: break;
      case DocumentKind::empty_result: return Match::possible;
      case DocumentKind::entity4: return Match::possible;
      default: return Match::certain;
    }
  }
  return Match::none;
}

/// What a text is that other formats do not have.
Match match_of(std::string_view head) {
  constexpr std::size_t kUsual = 3;
  FoundDocuments found = find_documents(head, {.most = kUsual});
  Match match = match_of(found.documents);
  if (match == Match::none && found.documents.size() == kUsual) {
    // Who asks before the world is there gets errors, perhaps many.
    found = find_documents(head);
    match = match_of(found.documents);
  }
  if (!found.documents.empty()) return match;
  // The first document is larger than the head: what stands at its beginning has to tell. A wrapper
  // may have much to say in front of it.
  const bool is_wrapper = head.starts_with("{\"time\":") || head.starts_with("{\"frame\":");
  if (is_wrapper && head.find("\"data\":{\"results\":[{") != std::string_view::npos) {
    return Match::certain;
  }
  const std::string_view begin = head.substr(0, 4096);
  const bool is_json = begin.find_first_not_of(" \t\r\n\xEF\xBB\xBF") != std::string_view::npos &&
                       (begin[begin.find_first_not_of(" \t\r\n\xEF\xBB\xBF")] == '{' ||
                        begin[begin.find_first_not_of(" \t\r\n\xEF\xBB\xBF")] == '[');
  if (!is_json) return Match::none;
  const auto has = [&](std::string_view text) {
    return begin.find(text) != std::string_view::npos;
  };
  const bool has_rows =
      has("\"results\"") && (has("\"components\"") || has("\"entities\"") || has("\"tags\"") ||
                             has("\"fields\"") || has("\"pairs\"") || has("\"ids\""));
  const bool has_query = has("\"type_info\"") || has("\"field_info\"") || has("\"query_info\"");
  if (has_rows) return Match::certain;
  return has_query ? Match::possible : Match::none;
}

Match probe(const ProbeInput& input) {
  if (is_gzip(input.head)) {
    const std::string head = inflate_head(input.head, input.most);
    return match_of(head);
  }
  return match_of(as_text(input.head));
}

/// What is kept beside the documents: its head is in the first one.
std::optional<kept::Head> find_kept(Bytes bytes) {
  const std::string inflated =
      is_gzip(bytes) ? inflate_head(bytes, limits::kMostHeadBytes) : std::string();
  const std::string_view text = is_gzip(bytes) ? inflated : as_text(bytes);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return std::nullopt;
  auto head = kept::find_json_head(text.substr(begin));
  // Of a longer compressed text only the beginning is there.
  const bool is_all = !is_gzip(bytes) || inflated.size() < limits::kMostHeadBytes;
  return head && (!is_all || kept::has_json_packets(text)) ? head : std::nullopt;
}

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file,
                                        const ReadOptions& options) {
  if (file->size() == 0) {
    return failure({.severity = Severity::fatal,
                    .code = "empty-file",
                    .offset = 0,
                    .message = "The file is empty.",
                    .expected = "flecs documents",
                    .found = "0 bytes"});
  }
  auto choices = read_choices(options);
  if (!choices) return failure(std::move(choices.error()));
  if (!choices->are_axes_chosen) {
    const Bytes bytes = file->bytes();
    const auto unit =
        is_gzip(bytes) ? find_scene_unit(inflate_head(bytes, limits::kMostSceneUnitBytes), *choices)
                       : find_scene_unit(as_text(bytes), *choices);
    choices->axes.metres_per_unit = unit.value_or(choices->axes.metres_per_unit);
  }
  auto head = kept::is_shown(options) ? find_kept(file->bytes()) : std::nullopt;
  RecordingInfo info;
  info.format = kName;
  if (head) {
    auto kept = kept_file(file);
    return kept::open_kept(file, std::move(kept), std::move(*head), std::move(info),
                           [file] { return open(file, kept::not_shown()); });
  }
  info.coordinates = choices->axes;
  auto reader = std::make_unique<FlecsReader>(file, std::move(*choices));
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

/// A folder of documents, one a frame.
constexpr std::array<std::string_view, 1> kFolderExtensions{"json"};

}  // namespace

void FlecsReader::index(RecordingBuilder& builder) {
  const InputFile& file = text_.file();
  if (!text_.find(form_of(file.bytes()), builder)) return;
  index_.text = text_.text();
  index_.is_text_cut = !text_.is_whole();
  std::uint64_t inflated = 0;
  if (text_.is_inflated()) {
    inflated = file.size() / 2;
    index_.most_document_bytes =
        std::max(limits::kFreeDocumentBytes, limits::kMostDocumentRatio * file.size());
  }
  Indexer(index_, builder, file.parts(), choices_, {inflated, file.size() - inflated}).run();
}

std::unique_ptr<FrameDecoder> FlecsReader::decoder(const Recording& recording) const {
  return std::make_unique<Decoder>(recording, index_, choices_);
}

constinit const Format kFormat{.name = kName,
                               .title = kTitle,
                               .family = "Flecs JSON",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open_checked = open,
                               .read_options = kReadOptions,
                               .writer = &kWriter,
                               .folder_extensions = kFolderExtensions};

}  // namespace scrubjay::flecs
