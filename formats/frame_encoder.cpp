#include "formats/frame_encoder.h"

#include <utility>

#include "core/frame_scan.h"

namespace scrubjay {

namespace {

Problem too_large() {
  return fatal_problem("too-large", "A frame has more values than can be kept beside it.");
}

class FrameWriting {
 public:
  FrameWriting(const WritePlan& plan, FrameEncoder& encoder)
      : plan_(plan), encoder_(encoder), is_seen_(plan.recording().entity_count()) {
    if (const auto place = encoder.kept_place()) {
      kept_.emplace(plan, place->coordinates, *place->packets);
    }
  }

  Result<WriteReport> run(const std::atomic<bool>& cancelled);

 private:
  using Slot = std::unique_ptr<EncodedFrame>;

  void scan(const std::atomic<bool>& cancelled);
  void decode_one_by_one(const std::function<const Frame&(FrameIndex)>& decode,
                         const std::atomic<bool>& cancelled);
  std::size_t encode(const Frame& frame, Slot& slot) const;
  bool put(FrameIndex frame, EncodedFrame& encoded);
  Result<void> put_with_what_is_kept(FrameIndex frame, EncodedFrame& encoded);
  void count(EncodedFrame& encoded);
  Result<void> end();

  const WritePlan& plan_;
  FrameEncoder& encoder_;
  std::optional<kept::Writer> kept_;
  std::vector<bool> is_seen_;  ///< by entity
  std::uint64_t cut_ = 0;
  std::optional<Problem> problem_;
  WriteReport report_;
};

Result<WriteReport> FrameWriting::run(const std::atomic<bool>& cancelled) {
  if (const auto decode = encoder_.own_decoder()) {
    decode_one_by_one(decode, cancelled);
  } else {
    scan(cancelled);
  }
  if (cancelled.load()) return failure(writing_cancelled());
  if (!problem_) {
    if (auto ended = end(); !ended) problem_ = std::move(ended.error());
  }
  if (!problem_) return std::move(report_);
  problem_->severity = Severity::fatal;
  return failure(std::move(*problem_));
}

void FrameWriting::scan(const std::atomic<bool>& cancelled) {
  FrameScan scan{.recording = plan_.request().recording,
                 .max_waiting_bytes = encoder_.most_waiting_bytes(),
                 .first = plan_.first_frame(),
                 .end = plan_.end_frame()};
  scan.coordinates_of = [this](FrameIndex frame) { return encoder_.coordinates(frame); };
  scan_frames<Slot>(
      scan, cancelled, [&](const Frame& frame, Slot& slot) { return encode(frame, slot); },
      [&](FrameIndex frame, Slot& slot) { return put(frame, *slot); });
}

void FrameWriting::decode_one_by_one(const std::function<const Frame&(FrameIndex)>& decode,
                                     const std::atomic<bool>& cancelled) {
  Slot slot;
  for (std::size_t i = plan_.first_frame(); i < plan_.end_frame() && !cancelled.load(); ++i) {
    encode(decode(FrameIndex(i)), slot);
    if (!put(FrameIndex(i), *slot)) return;
  }
}

std::size_t FrameWriting::encode(const Frame& frame, Slot& slot) const {
  if (!slot) slot = encoder_.new_frame();
  slot->entities.clear();
  slot->events = 0;
  slot->coordinates = frame.coordinates;
  slot->problems = frame.problems;
  slot->cut = plan_.count_cut(frame);
  for (Problem& problem : slot->problems) {
    if (!problem.frame) problem.frame = frame.index;
  }
  const std::size_t bytes = encoder_.encode_frame(frame, *slot);
  if (!kept_) return bytes;
  kept::flatten(plan_, frame, slot->kept);
  return bytes + slot->kept.flat.bytes();
}

bool FrameWriting::put(FrameIndex frame, EncodedFrame& encoded) {
  count(encoded);
  if (auto is_put = put_with_what_is_kept(frame, encoded); !is_put) {
    problem_ = std::move(is_put.error());
  }
  if (const auto& progress = plan_.request().progress) {
    progress(frame.value + 1 - plan_.first_frame(), plan_.end_frame() - plan_.first_frame());
  }
  return !problem_;
}

Result<void> FrameWriting::put_with_what_is_kept(FrameIndex frame, EncodedFrame& encoded) {
  if (auto is_put = encoder_.put_frame(frame, encoded); !is_put) return is_put;
  if (kept_ && !kept_->add(frame, encoded.kept)) return failure(too_large());
  return {};
}

void FrameWriting::count(EncodedFrame& encoded) {
  if (report_.frames++ == 0) report_.coordinates = encoded.coordinates;
  report_.events += encoded.events;
  cut_ += encoded.cut;
  for (const EntityIndex entity : encoded.entities) {
    if (!is_seen_[entity.value]) ++report_.entities;
    is_seen_[entity.value] = true;
  }
  for (Problem& problem : encoded.problems) fold_into(report_.problems, std::move(problem));
}

Result<void> FrameWriting::end() {
  if (kept_ && !kept_->end_frames()) return failure(too_large());
  if (auto ended = encoder_.end_frames(); !ended) return ended;
  if (kept_) kept_->end();
  const LostFromKept lost{.resources = kept_ ? kept_->damaged_resources() : 0,
                          .comments = kept_ ? kept_->lost_comments() : 0};
  auto ended = encoder_.end(lost, report_);
  add_cut(report_, cut_);
  return ended;
}

}  // namespace

Result<WriteReport> write_frames(const WritePlan& plan, FrameEncoder& encoder,
                                 const std::atomic<bool>& cancelled) {
  return FrameWriting(plan, encoder).run(cancelled);
}

}  // namespace scrubjay
