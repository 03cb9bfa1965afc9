#include "formats/xrec/xrec.h"

#include <algorithm>
#include <array>

#include "core/text.h"
#include "formats/xrec/container.h"
#include "formats/xrec/decoder.h"
#include "formats/xrec/extension.h"
#include "formats/xrec/extension_indexer.h"
#include "formats/xrec/indexer.h"
#include "formats/xrec/metadata_text.h"
#include "formats/xrec/reader.h"
#include "formats/xrec/writer.h"

namespace scrubjay::xrec {

XrecReader::XrecReader(std::shared_ptr<InputFile> file, bool extended,
                       const CoordinateSystem& coordinates)
    : file_(std::move(file)), is_extended_(extended) {
  index_.file = file_->bytes();
  extension_.file = file_->bytes();
  extension_.states.coordinates = coordinates;
}

void XrecReader::index(RecordingBuilder& builder) {
  Problems problems;
  auto container = Container::open(index_.file, problems);
  // Only a file that was changed since it was opened fails here.
  if (!container) {
    builder.add_problem(container.error());
    return;
  }
  if (is_extended_) {
    extension::Indexer(extension_, builder).run(std::move(*container), std::move(problems));
  } else {
    Indexer(index_, builder).run(std::move(*container), std::move(problems));
  }
}

std::unique_ptr<FrameDecoder> XrecReader::decoder(const Recording& recording) const {
  if (is_extended_)
    return std::make_unique<states::Decoder>(recording, extension_.states,
                                             extension::groups_of(index_.file));
  return std::make_unique<Decoder>(recording, *this);
}

CoordinateSystem XrecReader::coordinates(const Recording& recording, FrameIndex frame) const {
  return is_extended_ ? extension_.states.coordinates_at(frame)
                      : Reader::coordinates(recording, frame);
}

Result<ResourceData> XrecReader::read_resource(const Recording& recording,
                                               ResourceIndex resource) const {
  return is_extended_ ? extension::read_resource(extension_, resource)
                      : Reader::read_resource(recording, resource);
}

const ChannelIndex& XrecReader::channels() const {
  std::call_once(channels_made_, [&] { channels_ = std::make_unique<const ChannelIndex>(index_); });
  return *channels_;
}

namespace {

Match probe(const ProbeInput& input) {
  if (has_signature(input.head)) return Match::certain;
  // Damaged on its way, or the vendor's own: opening then says so.
  return input.extension == "xrec" ? Match::possible : Match::none;
}

/// xrec.md 4.5: `unity` when absent.
CoordinateSystem coordinates_of(const Metadata& metadata) {
  const auto node = find_path(metadata.tree, metadata.entries(), "coordinates");
  const auto parsed = CoordinateSystem::parse(
      node && is_text(metadata.tree[*node].type) ? metadata.tree[*node].text_value() : "unity");
  // xrec.md 7.4: left-handed, x right, y up, z forward, metres.
  return parsed.value_or(CoordinateSystem{
      .right = Axis::pos_x, .up = Axis::pos_y, .forward = Axis::pos_z, .metres_per_unit = 1.0});
}

/// Whether frames are in events of our own. One that a later program extended otherwise is shown
/// as its events.
bool is_extended(const Metadata& metadata) {
  const auto node = find_path(metadata.tree, metadata.entries(), extension::kKey);
  return node && metadata.tree[*node].type == PropertyType::integer &&
         metadata.tree[*node].integer == extension::kVersion;
}

std::string_view text_of(const Metadata& metadata, std::string_view key) {
  const auto node = find_path(metadata.tree, metadata.entries(), key);
  return node && is_text(metadata.tree[*node].type) ? metadata.tree[*node].text_value()
                                                    : std::string_view();
}

/// The recording that an extended file keeps; nothing where it does not say.
std::optional<RecordingOrigin> origin_of(const Metadata& metadata) {
  const std::string_view format = text_of(metadata, extension::kFormatKey);
  const auto system = CoordinateSystem::parse(text_of(metadata, extension::kCoordinatesKey));
  if (format.empty() || !system) return std::nullopt;
  return RecordingOrigin{valid_utf8(format), *system};
}

/// The metadata as people see it. Of an extended recording as the source had it.
std::vector<std::pair<std::string, std::string>> shown_metadata(const Metadata& metadata,
                                                                bool extended) {
  std::vector<std::pair<std::string, std::string>> shown;
  for_each_root(
      metadata.tree, metadata.entries(), [&](PropertyTree::Node node, const PropertyNode& entry) {
        std::string_view key = entry.name;
        const bool is_own = key == extension::kKey || key == "coordinates" ||
                            key == extension::kFormatKey || key == extension::kCoordinatesKey;
        if (extended && is_own) return;
        if (extended && key.starts_with(extension::kEscape)) {
          key.remove_prefix(extension::kEscape.size());
        }
        shown.emplace_back(valid_utf8(key), metadata_text(metadata.tree, node));
      });
  return shown;
}

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file) {
  Problems told_by_index;
  const auto container = Container::open(file->bytes(), told_by_index);
  if (!container) return failure(container.error());
  const Metadata& metadata = container->start_metadata();
  RecordingInfo info;
  info.format = "xrec";
  info.format_version = std::to_string(container->start().revision);
  info.coordinates = coordinates_of(metadata);
  const bool extended = is_extended(metadata);
  info.metadata = shown_metadata(metadata, extended);
  if (extended) info.set_origin(origin_of(metadata));
  const bool has_date =
      std::ranges::any_of(info.metadata, [](const auto& entry) { return entry.first == "date"; });
  if (container->start().utc_ns != kUnknownUtc && !has_date && !extended) {
    info.metadata.emplace_back("date", utc_text(container->start().utc_ns));
  }
  auto reader = std::make_unique<XrecReader>(file, extended, info.coordinates);
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

constexpr std::array<std::string_view, 1> kExtensions{"xrec"};

}  // namespace

constinit const Format kFormat{.name = "xrec",
                               .title = "XREC recording of an XR session",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open = open,
                               .queries = {},
                               .write = write,
                               .write_options = kWriteOptions};

}  // namespace scrubjay::xrec
