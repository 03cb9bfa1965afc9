#include "formats/xrec/read/packet_digest.h"

#include <algorithm>
#include <string>
#include <tuple>

#include "core/text.h"
#include "formats/xrec/read/file_index.h"

namespace scrubjay::xrec {

namespace {

/// A reader that had a larger block gives its storage back.
constexpr std::uint64_t kMostKeptBytes = std::uint64_t{8} << 20;

/// "MAGES.Recorder.Outer+Inner": "Inner".
std::string_view last_part(std::string_view type_name) {
  const std::size_t cut = type_name.find_last_of(".+");
  return cut == std::string_view::npos ? type_name : type_name.substr(cut + 1);
}

/// "MAGES.Recorder.Outer+Inner": "MAGES.Recorder".
std::string_view name_space(std::string_view type_name) {
  const std::string_view outer = type_name.substr(0, type_name.find('+'));
  const std::size_t dot = outer.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : outer.substr(0, dot);
}

/// The header's range, or the events' own where one is outside of it (formats/xrec/README.md, 8.3).
TimeRange range_of(const EventPacketHeader& header, const std::optional<EventRange>& events) {
  const bool is_valid = header.has_valid_range();
  TimeRange range{1, 0};
  if (is_valid) range = {header.rtss_begin, header.rtss_end};
  if (events && (!is_valid || events->rtss_begin < range.begin || events->rtss_end > range.end)) {
    range = {events->rtss_begin, events->rtss_end};
  }
  return range;
}

}  // namespace

void PacketDigest::clear() {
  is_read = false;
  found = 0;
  captured = 0;
  rtss = {1, 0};
  sample_count = 0;
  frames.clear();
  paths.clear();
  last.clear();
  events.clear();
  types.clear();
  texts.clear();
}

void PacketDigester::digest(PacketDigest& digest) {
  digest.clear();
  Container::examine(digest.step, digest.problems);
  if (!digest.step.event) return;
  rows_.clear();
  inline_rows_.clear();
  types_.clear();
  type_rows_.clear();
  if (!reader_) reader_.emplace();
  const EventPacket& packet = *digest.step.event;
  digest.is_read = visit_events(packet, *reader_, digest.problems,
                                [&](const CapturedEvent& event) { take(event, digest); });
  digest.found = reader_->events_found();
  digest.rtss = range_of(packet.header, reader_->range());
  if (packet.header.block_bytes > kMostKeptBytes) reader_.reset();
}

void PacketDigester::take(const CapturedEvent& event, PacketDigest& digest) {
  ++digest.captured;
  count_type(event.type_name, digest);
  if (digest.frames.empty() || digest.frames.back().number != event.frame) {
    digest.frames.push_back({event.frame, {event.rtss, event.rtss}});
  } else {
    TimeRange& range = digest.frames.back().rtss;
    range.begin = std::min(range.begin, event.rtss);
    range.end = std::max(range.end, event.rtss);
  }
  std::uint32_t path = PacketDigest::kNone;
  if (event.known.has_path) {
    path = path_row(event, digest);
    PacketDigest::Path& row = digest.paths[path];
    if (std::tie(event.rtss, event.frame) < std::tie(row.first_rtss, row.first_frame)) {
      row.first_rtss = event.rtss;
      row.first_frame = event.frame;
    }
  }
  if (moves(event.known.kind)) {
    take_samples(event, path, digest);
  } else {
    list(event, path, digest);
  }
}

void PacketDigester::take_samples(const CapturedEvent& event, std::uint32_t path,
                                  PacketDigest& digest) {
  samples_.clear();
  append_samples(event, path, samples_);
  PacketDigest::Path& row = digest.paths[path];
  for (const Sample& sample : samples_) {
    const auto channel = static_cast<std::size_t>(sample.channel);
    ++row.samples[channel];
    ++digest.sample_count;
    std::uint32_t& last = row.last[channel];
    if (last == PacketDigest::kNone) {
      last = static_cast<std::uint32_t>(digest.last.size());
      digest.last.push_back(sample);
    } else if (sample.rtss >= digest.last[last].rtss) {
      // Places rise, so of two at one time the later one counts (formats/xrec/README.md, 7.1).
      digest.last[last] = sample;
    }
  }
}

void PacketDigester::list(const CapturedEvent& event, std::uint32_t path, PacketDigest& digest) {
  const KnownFields& known = event.known;
  PacketDigest::Listed& row = digest.events.emplace_back();
  row.rtss = event.rtss;
  row.frame = event.frame;
  row.place = event.place;
  row.path = path;
  row.kind = known.kind;
  const auto name = [&](std::string_view text, std::string_view tag) {
    row.name = digest.texts[digest.texts.add(text)];
    row.tag = digest.texts[digest.texts.add(tag)];
  };
  switch (known.kind) {
    case EventKind::chapter: name(known.text, kChapterTag); break;
    case EventKind::scene_graph:
      name(known.text, known.label.empty() ? "scene-graph" : lower_case(known.label));
      break;
    case EventKind::client_enter: name(known.text, "client"); break;
    default: name(last_part(event.type_name), name_space(event.type_name));
  }
}

std::uint32_t PacketDigester::path_row(const CapturedEvent& event, PacketDigest& digest) {
  const KnownFields& known = event.known;
  const auto add = [&] {
    digest.paths.push_back({.text = digest.texts[digest.texts.add(known.path)],
                            .first_rtss = event.rtss,
                            .first_frame = event.frame});
    return static_cast<std::uint32_t>(digest.paths.size() - 1);
  };
  if (known.path_number == kNoString) {
    const auto found = inline_rows_.find(known.path);
    if (found != inline_rows_.end()) return found->second;
    const std::uint32_t row = add();
    inline_rows_.emplace(digest.paths[row].text, row);
    return row;
  }
  if (known.path_number >= rows_.size()) rows_.resize(known.path_number + 1, PacketDigest::kNone);
  std::uint32_t& row = rows_[known.path_number];
  if (row == PacketDigest::kNone) row = add();
  return row;
}

void PacketDigester::count_type(std::string_view type_name, PacketDigest& digest) {
  // A name stands in one place of the block's tables, mostly.
  for (std::size_t i = 0; i < types_.size(); ++i) {
    if (types_[i] == type_name.data()) {
      ++digest.types[i].second;
      return;
    }
  }
  const TextId text = digest.texts.add(type_name);
  const auto [known, is_new] = type_rows_.try_emplace(text.value, digest.types.size());
  if (is_new) digest.types.emplace_back(digest.texts[text], 0);
  ++digest.types[known->second].second;
  constexpr std::size_t kMostLookedAt = 16;
  if (is_new && digest.types.size() == types_.size() + 1 && types_.size() < kMostLookedAt) {
    types_.push_back(type_name.data());
  }
}

}  // namespace scrubjay::xrec
