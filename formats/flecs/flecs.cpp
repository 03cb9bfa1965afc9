#include "formats/flecs/flecs.h"

#include <algorithm>
#include <array>

#include "formats/compression/inflate_for_index.h"
#include "formats/flecs/decoder.h"
#include "formats/flecs/documents.h"
#include "formats/flecs/extended_indexer.h"
#include "formats/flecs/gzip.h"
#include "formats/flecs/indexer.h"
#include "formats/flecs/limits.h"
#include "formats/flecs/reader.h"
#include "formats/flecs/scene_unit.h"
#include "formats/flecs/writer.h"
#include "formats/states/json_packets.h"

namespace scrubjay::flecs {

namespace {

std::string_view text_of(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// What a text is that other formats do not have: the second result is how sure that is.
Match match_of(std::string_view head) {
  const FoundDocuments found = find_documents(head, {.most = 3});
  for (const FoundDocument& document : found.documents) {
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
  if (!found.documents.empty()) return Match::none;
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
    const std::string head = inflate_head(input.head, ProbeInput::kHeadBytes);
    return match_of(head);
  }
  return match_of(text_of(input.head));
}

/// The recording of another format that stands beside the documents: its head is in the first one.
std::optional<states::ExtensionHead> find_extension(Bytes bytes) {
  const std::string inflated =
      is_gzip(bytes) ? inflate_head(bytes, limits::kMostHeadBytes) : std::string();
  const std::string_view text = is_gzip(bytes) ? inflated : text_of(bytes);
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? std::nullopt
                                         : states::find_json_head(text.substr(begin));
}

Result<std::shared_ptr<Recording>> open_with(std::shared_ptr<InputFile> file,
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
                       : find_scene_unit(text_of(bytes), *choices);
    choices->axes.metres_per_unit = unit.value_or(choices->axes.metres_per_unit);
  }
  auto extension =
      states::is_extension_shown(options) ? find_extension(file->bytes()) : std::nullopt;
  RecordingInfo info;
  info.format = "flecs";
  if (extension) {
    info.metadata = std::move(extension->metadata);
    choices->axes = extension->coordinates.value_or(choices->axes);
  }
  info.coordinates = choices->axes;
  if (extension) info.set_origin(std::move(extension->origin));
  auto reader = std::make_unique<FlecsReader>(file, std::move(*choices), extension.has_value());
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file) {
  return open_with(std::move(file), {});
}

constexpr std::array<std::string_view, 4> kExtensions{"ndjson", "jsonl", "json", "gz"};

}  // namespace

/// Sets index_.text. False when there is nothing to index.
bool FlecsReader::load_text(RecordingBuilder& builder) {
  index_.text = text_of(file_->bytes());
  if (!is_gzip(file_->bytes())) return true;
  bool is_whole = true;
  inflated_ = compression::inflate_for_index(*file_, kGzipForm, builder, is_whole);
  if (inflated_ == nullptr) return false;
  index_.is_text_cut = !is_whole;
  index_.most_document_bytes =
      std::max(limits::kFreeDocumentBytes, limits::kMostDocumentRatio * file_->size());
  index_.text = text_of(inflated_->bytes());
  return true;
}

void FlecsReader::index(RecordingBuilder& builder) {
  if (!load_text(builder)) return;
  if (is_extended_) {
    index_extension(index_, extension_, builder);
  } else {
    const std::uint64_t inflated = inflated_ == nullptr ? 0 : file_->size() / 2;
    Indexer(index_, builder, file_->parts(), choices_, {inflated, file_->size() - inflated}).run();
  }
}

Result<ResourceData> FlecsReader::read_resource(const Recording& recording,
                                                ResourceIndex resource) const {
  if (!is_extended_) return Reader::read_resource(recording, resource);
  return states::read_json_resource(index_.text, extension_.resources[resource.value]);
}

std::unique_ptr<FrameDecoder> FlecsReader::decoder(const Recording& recording) const {
  if (!is_extended_) return std::make_unique<Decoder>(recording, index_, choices_);
  return std::make_unique<states::Decoder>(recording, extension_.states,
                                           states::json_groups(index_.text));
}

constinit const Format kFormat{.name = "flecs",
                               .title = "flecs JSON documents",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open = open,
                               .queries = {},
                               .write = write,
                               .coordinates_written = coordinates_written,
                               .write_options = kWriteOptions,
                               .read_options = kReadOptions,
                               .open_with = open_with};

}  // namespace scrubjay::flecs
