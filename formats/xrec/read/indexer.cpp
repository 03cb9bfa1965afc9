#include "formats/xrec/read/indexer.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "core/concurrency/ordered_pipeline.h"
#include "formats/xrec/limits.h"

namespace scrubjay::xrec {

namespace {

/// Less than that is done sooner than threads are started.
constexpr std::uint64_t kLeastForThreads = std::uint64_t{2} << 20;

constexpr double kEver = std::numeric_limits<double>::infinity();

}  // namespace

Indexer::Indexer(FileIndex& index, RecordingBuilder& builder)
    : index_(index), builder_(builder), publisher_(index, builder) {}

void Indexer::run(Container container, Problems problems) {
  tell(problems);
  index_.origin = container.start().rtss;
  index_.rests.set_budget(limits::kMostRestBytes + index_.file.size() / limits::kRestPart);
  if (index_.file.size() >= kLeastToPublishEarly && std::isfinite(index_.origin)) {
    ahead_.emplace(index_.file);
  }
  read_all(container);
  tell(at_end_);
  if (!builder_.cancelled()) container.check_counts(found_, problems);
  tell(problems);
  finish(container);
}

void Indexer::read_all(Container& container) {
  using Digests = OrderedPipeline<PacketDigest>;
  const auto claim = [&](PacketDigest& digest) -> std::optional<std::uint64_t> {
    digest.problems = {};
    const auto step = container.walk(digest.problems);
    if (!step) {
      at_end_ = std::move(digest.problems);
      return std::nullopt;
    }
    digest.step = *step;
    digest.behind = container.offset();
    const auto header = read_event_header(step->packet.payload);
    return header ? std::min(header->block_bytes, limits::kMostBlockBytes) : 0;
  };
  const auto make_digester = [] {
    return
        [own = std::make_shared<PacketDigester>()](PacketDigest& digest) { own->digest(digest); };
  };
  const bool is_small = index_.file.size() < kLeastForThreads;
  Digests digests(is_small ? 0 : helper_threads(), claim, make_digester);
  while (!builder_.cancelled()) {
    PacketDigest* digest = digests.take();
    if (digest == nullptr) break;
    take(*digest);
  }
}

void Indexer::tell(Problems& problems) {
  for (Problem& problem : problems.take()) builder_.add_problem(std::move(problem));
}

void Indexer::take(PacketDigest& digest) {
  if (digest.step.packet.is(PacketType::event)) ++counts_.event_packets;
  found_ += digest.found;
  if (digest.is_read) merge(digest);
  tell(digest.problems);
  if (ahead_ && has_samples_) settle_before(ahead_->behind(digest.behind));
  builder_.progress(digest.behind);
}

void Indexer::merge(PacketDigest& digest) {
  const auto packet = static_cast<std::uint32_t>(index_.packets.size());
  const Packet& stored = digest.step.packet;
  counts_.captured += digest.captured;
  for (const auto& [type, count] : digest.types) {
    auto known = counts_.by_type.find(type);
    if (known == counts_.by_type.end()) known = counts_.by_type.emplace(std::string(type), 0).first;
    known->second += count;
  }
  for (const PacketDigest::FrameRun& run : digest.frames) {
    publisher_.take_frame(run, {stored.offset, stored.end() - stored.offset});
  }
  rows_.clear();
  for (const PacketDigest::Path& path : digest.paths) {
    const std::uint32_t row = rows_.emplace_back(publisher_.add_path(path.text));
    publisher_.take_life(row, path.first_rtss, path.first_frame);
    for (std::size_t i = 0; i < kChannels; ++i) {
      index_.sample_counts.writable(row)[i].fetch_add(path.samples[i], std::memory_order_relaxed);
    }
  }
  ChannelMask mask;
  for (Sample& sample : digest.last) {
    sample.entity = rows_[sample.entity];
    mask.add(channel_number(sample.entity, sample.channel));
  }
  mask.fold();
  index_.packets.append(PacketRow{.offset = stored.offset,
                                  .rtss = digest.rtss,
                                  .samples = digest.sample_count,
                                  .touched = index_.touched.append(mask, digest.last.size())});
  for (const PacketDigest::Listed& event : digest.events) {
    const bool has_path = event.path != PacketDigest::kNone;
    publisher_.take_event(event, packet, has_path ? rows_[event.path] : PathTable::kNone);
  }
  wait(packet, digest);
}

void Indexer::wait(std::uint32_t packet, PacketDigest& digest) {
  // One without any range has no events either.
  if (!(digest.rtss.begin <= digest.rtss.end)) return;
  Waiting& waiting = waiting_[{digest.rtss.end, packet}];
  waiting.rtss = digest.rtss;
  waiting.samples = digest.sample_count;
  waiting_begins_.insert(digest.rtss.begin);
  if (!has_samples_) return;
  waiting.last = std::move(digest.last);
  waiting_bytes_ += waiting.last.size() * sizeof(Sample);
  if (waiting_bytes_ > limits::kMostWaitingBytes) forget_samples();
}

void Indexer::forget_samples() {
  has_samples_ = false;
  for (auto& [key, waiting] : waiting_) waiting.last = {};
}

/// Packets that end before all that is still to be read begins, then the frames before all that
/// waits.
void Indexer::settle_before(const RangesAhead::Least& least) {
  while (!waiting_.empty() && waiting_.begin()->first.first < least.rtss) {
    auto& [key, waiting] = *waiting_.begin();
    waiting_begins_.erase(waiting_begins_.find(waiting.rtss.begin));
    waiting_bytes_ -= waiting.last.size() * sizeof(Sample);
    settle(key, waiting);
    waiting_.erase(waiting_.begin());
  }
  const double first_waiting = waiting_begins_.empty() ? kEver : *waiting_begins_.begin();
  publisher_.publish_before(std::min(least.rtss, first_waiting), least.frame);
}

void Indexer::settle(WaitingKey key, const Waiting& waiting) {
  const std::uint32_t packet = key.second;
  if (waiting.samples == 0) {
    index_.silent.append(waiting.rtss, packet);
    return;
  }
  index_.order.append(waiting.rtss, packet);
  if (has_samples_) index_.rests.add_packet(waiting.last, packet);
  state_.resize(index_.paths.size());
  for (const Sample& sample : waiting.last) apply(state_, sample, packet);
  index_.checkpoints.packet_merged(static_cast<std::uint32_t>(index_.order.size()), waiting.samples,
                                   state_);
}

void Indexer::finish(const Container& container) {
  if (!std::isfinite(index_.origin)) index_.origin = publisher_.first_rtss();
  EventPacketReader reader;
  PacketPaths paths;
  for (auto& [key, waiting] : waiting_) {
    if (!has_samples_ && waiting.samples > 0 && !builder_.cancelled()) {
      read_samples(index_, key.second, reader, paths, waiting.last);
    }
    settle(key, waiting);
    waiting.last = {};
  }
  waiting_.clear();
  state_ = {};
  publisher_.publish_all();
  write_details(container);
  index_.is_whole = true;
  // The walk may have come further than what was taken.
  builder_.set_complete(container.is_complete() && !builder_.cancelled());
}

void Indexer::write_details(const Container& container) {
  PropertyTree details;
  add_container_details(container, counts_, details);
  const auto clients = details.open("clients", PropertyType::list);
  std::size_t n = 0;
  for (const std::string_view name : publisher_.clients()) {
    details.text(index_name(details, n++), name);
  }
  details.close(clients);
  add_end_metadata(container, details);
  builder_.set_details(details);
}

}  // namespace scrubjay::xrec
