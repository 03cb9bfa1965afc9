#include "formats/xrec/xrec.h"

#include <algorithm>
#include <array>

#include "core/text.h"
#include "formats/xrec/container.h"
#include "formats/xrec/decoder.h"
#include "formats/xrec/indexer.h"
#include "formats/xrec/metadata_text.h"
#include "formats/xrec/reader.h"

namespace scrubjay::xrec {

XrecReader::XrecReader(std::shared_ptr<InputFile> file) : file_(std::move(file)) {
  index_.file = file_->bytes();
}

void XrecReader::index(RecordingBuilder& builder) {
  Problems problems;
  auto container = Container::open(index_.file, problems);
  // Only a file that was changed since it was opened fails here.
  if (!container) {
    builder.add_problem(container.error());
    return;
  }
  Indexer(index_, builder).run(std::move(*container), std::move(problems));
}

std::unique_ptr<FrameDecoder> XrecReader::decoder(const Recording& recording) const {
  return std::make_unique<Decoder>(recording, *this);
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

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file) {
  Problems told_by_index;
  const auto container = Container::open(file->bytes(), told_by_index);
  if (!container) return failure(container.error());
  const Metadata& metadata = container->start_metadata();
  RecordingInfo info;
  info.format = "xrec";
  info.format_version = std::to_string(container->start().revision);
  info.coordinates = coordinates_of(metadata);
  for_each_root(
      metadata.tree, metadata.entries(), [&](PropertyTree::Node node, const PropertyNode& entry) {
        info.metadata.emplace_back(valid_utf8(entry.name), metadata_text(metadata.tree, node));
      });
  const bool has_date =
      std::ranges::any_of(info.metadata, [](const auto& entry) { return entry.first == "date"; });
  if (container->start().utc_ns != kUnknownUtc && !has_date) {
    info.metadata.emplace_back("date", utc_text(container->start().utc_ns));
  }
  auto reader = std::make_unique<XrecReader>(file);
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

constexpr std::array<std::string_view, 1> kExtensions{"xrec"};

}  // namespace

constinit const Format kFormat{.name = "xrec",
                               .title = "XREC recording of an XR session",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open = open,
                               .queries = {}};

}  // namespace scrubjay::xrec
