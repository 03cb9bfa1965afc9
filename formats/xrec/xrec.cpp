#include "formats/xrec/xrec.h"

#include <algorithm>
#include <array>

#include "core/recording_rows.h"
#include "core/text.h"
#include "formats/xrec/kept.h"
#include "formats/xrec/read/container.h"
#include "formats/xrec/read/decoder.h"
#include "formats/xrec/read/indexer.h"
#include "formats/xrec/read/kept_file.h"
#include "formats/xrec/read/metadata_text.h"
#include "formats/xrec/read/reader.h"

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

/// formats/xrec/README.md, 4.5: `unity` when absent.
CoordinateSystem coordinates_of(const Metadata& metadata) {
  const auto node = find_path(metadata.tree, metadata.entries(), kCoordinatesKey);
  const auto parsed = CoordinateSystem::parse(
      node && is_text(metadata.tree[*node].type) ? metadata.tree[*node].text_value() : "unity");
  // formats/xrec/README.md, 7.4: left-handed, x right, y up, z forward, metres.
  return parsed.value_or(CoordinateSystem{
      .right = Axis::pos_x, .up = Axis::pos_y, .forward = Axis::pos_z, .metres_per_unit = 1.0});
}

/// The metadata as people see it.
std::vector<MetadataEntry> shown_metadata(const Metadata& metadata) {
  std::vector<MetadataEntry> shown;
  for_each_root(metadata.tree, metadata.entries(),
                [&](PropertyTree::Node node, const PropertyNode& entry) {
                  shown.emplace_back(valid_utf8(entry.name), metadata_text(metadata.tree, node));
                });
  return shown;
}

/// The file as its own events say it.
Result<std::shared_ptr<Recording>> open_events(std::shared_ptr<InputFile> file,
                                               const Container& container, RecordingInfo info) {
  const Metadata& metadata = container.start_metadata();
  info.coordinates = coordinates_of(metadata);
  info.metadata = shown_metadata(metadata);
  const bool has_date =
      std::ranges::any_of(info.metadata, [](const auto& entry) { return entry.first == "date"; });
  if (container.start().utc_ns != kUnknownUtc && !has_date) {
    info.metadata.emplace_back("date", utc_text(container.start().utc_ns));
  }
  auto reader = std::make_unique<XrecReader>(file);
  return std::make_shared<Recording>(std::move(file), std::move(reader), std::move(info));
}

Result<std::shared_ptr<Recording>> open(std::shared_ptr<InputFile> file,
                                        const ReadOptions& /*options*/) {
  Problems told_by_index;
  const auto container = Container::open(file->bytes(), told_by_index);
  if (!container) return failure(container.error());
  RecordingInfo info;
  info.format = kName;
  info.format_version = std::to_string(container->start().revision);
  auto head = kept_head(file->bytes(), container->start_metadata());
  if (!head) return open_events(std::move(file), *container, std::move(info));
  auto kept = kept_file(file);
  return kept::open_kept(file, std::move(kept), std::move(*head), info, [file, info] {
    Problems told_before;
    const auto again = Container::open(file->bytes(), told_before);
    if (!again) return Result<std::shared_ptr<Recording>>(failure(again.error()));
    return open_events(file, *again, info);
  });
}

}  // namespace

constinit const Format kFormat{.name = kName,
                               .title = kTitle,
                               .family = "XREC",
                               .extensions = kExtensions,
                               .probe = probe,
                               .open_checked = open,
                               .writer = &kWriter};

}  // namespace scrubjay::xrec
