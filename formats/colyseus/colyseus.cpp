#include "formats/colyseus/colyseus.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/ascii.h"
#include "formats/colyseus/read/decoder.h"
#include "formats/colyseus/read/first_handshake.h"
#include "formats/colyseus/read/indexer.h"
#include "formats/colyseus/read/reader.h"

namespace scrubjay::colyseus {

ColyseusReader::ColyseusReader(std::shared_ptr<InputFile> file, Source source, Choices choices)
    : file_(std::move(file)), index_(file_->bytes(), std::move(source), std::move(choices)) {}

void ColyseusReader::index(RecordingBuilder& builder) {
  constexpr std::size_t kPiece = 65536;
  while (!builder.cancelled() && read_more(index_.file, index_.source, kPiece)) {
  }
  Indexer(index_, builder).run();
}

std::unique_ptr<FrameDecoder> ColyseusReader::decoder(const Recording& recording) const {
  return std::make_unique<Decoder>(recording, index_);
}

std::vector<Secret> ColyseusReader::secrets() const {
  if (index_.choices.are_secrets_kept) return {};
  return index_.secrets.list(index_.texts);
}

namespace {

std::string_view without_mark(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  return text;
}

bool is_capture(std::string_view head) {
  return head.starts_with(std::string_view("COLYCAP\0", 8));
}

bool is_colreplay(std::string_view head) { return head.starts_with("CLRP"); }

/// A line that begins with `handshake:` and digits (formats/colyseus/README.md, 8.6).
bool is_schema_debug(std::string_view head) {
  constexpr std::string_view kStart = "handshake:";
  for (std::size_t at = head.find(kStart); at != std::string_view::npos;
       at = head.find(kStart, at + 1)) {
    const std::size_t digit = at + kStart.size();
    const bool begins_line = at == 0 || head[at - 1] == '\n';
    if (begins_line && digit < head.size() && is_digit(head[digit])) return true;
  }
  return false;
}

/// JSON whose first member is `log`, with `entries` near.
bool is_har(std::string_view head) {
  head = without_mark(head);
  const std::size_t brace = head.find_first_not_of(" \t\r\n");
  if (brace == std::string_view::npos || head[brace] != '{') return false;
  const std::size_t key = head.find_first_not_of(" \t\r\n", brace + 1);
  if (key == std::string_view::npos || !head.substr(key).starts_with("\"log\"")) return false;
  return head.find("\"entries\"", key) != std::string_view::npos;
}

Match probe(const ProbeInput& input) {
  const std::string_view head = as_text(input.head);
  if (is_capture(head)) return Match::certain;
  if (is_colreplay(head)) return Match::certain;
  if (is_schema_debug(head)) return Match::certain;
  if (is_har(head)) return Match::certain;
  const bool is_named_so =
      input.extension == "colycap" || input.extension == "colreplay" || input.extension == "har";
  return is_named_so ? Match::possible : Match::none;
}

Result<Source> read_source(Bytes file) {
  const std::string_view text = as_text(file);
  if (is_capture(text)) return read_capture(file);
  if (is_colreplay(text)) return read_colreplay(file);
  const std::string_view head = text.substr(0, ProbeInput::kHeadBytes);
  if (is_schema_debug(head)) return read_schema_debug(file);
  const std::size_t first = without_mark(text).find_first_not_of(" \t\r\n");
  if (first != std::string_view::npos && without_mark(text)[first] == '{') return read_har(file);
  Problem problem =
      fatal_problem(code::kNotColyseus, 0, "The file holds no traffic of a Colyseus room.");
  problem.expected = "a capture, a HAR file, a .colreplay or a schema-debug.txt";
  return failure(std::move(problem));
}

/// Axes of a game are not recorded (formats/colyseus/README.md, 9). Where positions have no z, x
/// and y are taken for a map seen from above, y towards the viewer as on a screen.
CoordinateSystem coordinates_of(const Schema* schema, const Choices& choices) {
  CoordinateSystem system;
  if (schema != nullptr && Roles(*schema, choices).is_flat()) {
    system.up = Axis::pos_z;
    system.forward = Axis::neg_y;
  }
  return system;
}

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file,
                                        const ReadOptions& options) {
  Choices choices = read_choices(options);
  auto source = read_source(file->bytes());
  if (!source) return failure(std::move(source.error()));
  const auto first = find_first_handshake(file->bytes(), *source);
  if (!first) return failure(first.error());
  RecordingInfo info;
  info.format = "colyseus";
  info.format_version = *first == nullptr ? "" : std::string(to_text((*first)->generation));
  info.coordinates = coordinates_of(first->get(), choices);
  info.metadata = source->metadata;
  auto reader = std::make_unique<ColyseusReader>(file, std::move(*source), std::move(choices));
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

constexpr std::array<std::string_view, 4> kExtensions{"colycap", "colreplay", "har", "txt"};

}  // namespace

constinit const Format kFormat{.name = "colyseus",
                               .title = "Colyseus room state (capture, HAR, replay)",
                               .family = "Colyseus",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open_checked = open,
                               .read_options = kReadOptions};

}  // namespace scrubjay::colyseus
