#include "formats/framebyframe/read/indexer.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "formats/framebyframe/limits.h"
#include "formats/framebyframe/read/file_details.h"
#include "formats/framebyframe/read/skim_pipeline.h"
#include "formats/framebyframe/special.h"
#include "formats/json/json_repair.h"

namespace scrubjay::framebyframe {

namespace {

constexpr std::uint32_t kNewestVersion = 4;
constexpr std::uint32_t kNoFrame = 0xFFFFFFFF;

std::string decimal(std::int64_t id) { return std::to_string(id); }

}  // namespace

Indexer::Indexer(FileIndex& index, RecordingBuilder& builder, DocumentScan scan,
                 const TextReport& report, std::uint64_t progress_begin, std::uint64_t file_bytes,
                 std::uint64_t most_frame_bytes)
    : index_(index),
      builder_(builder),
      scan_(std::move(scan)),
      report_(report),
      progress_begin_(progress_begin),
      file_bytes_(file_bytes),
      most_frame_bytes_(most_frame_bytes) {}

void Indexer::run() {
  tell_scan();
  order_frames();
  take_saved_lists();
  take_saved_resources();
  read_saved_comments();
  skim_in_order(index_, scan_.frames, [this](const ScannedFrame& scanned, SkimmedFrame& frame) {
    return take(scanned, frame);
  });
  finish();
}

void Indexer::tell_scan() {
  if (index_.version > kNewestVersion) {
    builder_.add_problem({.severity = Severity::warning,
                          .code = "newer-version",
                          .message = "The data is of a newer version; it is read as version 4.",
                          .expected = "version 1 to 4",
                          .found = "version " + std::to_string(index_.version)});
  }
  if (scan_.passed_over > 0) {
    builder_.add_problem({.severity = Severity::error,
                          .code = "not-a-frame",
                          .offset = scan_.first_passed_over,
                          .count = scan_.passed_over,
                          .message = "Something stands where a frame should be; it is left out."});
  }
  if (scan_.comma_faults > 0) {
    report_.repairs += scan_.comma_faults;
    builder_.add_problem({.severity = Severity::warning,
                          .code = "repaired",
                          .offset = scan_.first_comma_fault,
                          .count = scan_.comma_faults,
                          .message = "Between frames, commas are missing or too many."});
  }
}

/// Stably by serverTime (formats/framebyframe/README.md, 9.2).
void Indexer::order_frames() {
  find_missing_times();
  std::vector<ScannedFrame>& frames = scan_.frames;
  for (const ScannedFrame& frame : frames) {
    if (frame.bytes.size <= most_frame_bytes_) continue;
    builder_.add_problem({.severity = Severity::error,
                          .code = "frame-too-large",
                          .offset = frame.bytes.begin,
                          .message = "A frame is too large to be parsed and is left out.",
                          .expected = "at most " + std::to_string(most_frame_bytes_) + " bytes",
                          .found = std::to_string(frame.bytes.size) + " bytes"});
  }
  places_.resize(frames.size());
  std::iota(places_.begin(), places_.end(), 0u);
  frame_by_place_.assign(frames.size(), kNoFrame);
  std::erase_if(places_,
                [&](std::uint32_t place) { return frames[place].bytes.size > most_frame_bytes_; });
  const auto time_of = [&](std::uint32_t place) { return frames[place].server_time; };
  const bool is_sorted = std::ranges::is_sorted(places_, {}, time_of);
  if (!is_sorted) std::ranges::stable_sort(places_, {}, time_of);
  if (!is_sorted || places_.size() < frames.size()) {
    std::vector<ScannedFrame> kept;
    kept.reserve(places_.size());
    for (const std::uint32_t place : places_) kept.push_back(frames[place]);
    frames = std::move(kept);
  }
  if (!is_sorted) {
    builder_.add_problem(
        {.severity = Severity::note,
         .code = "frames-unordered",
         .message = "Frames do not stand in order of time; they are shown in it."});
  }
  for (const ScannedFrame& frame : frames) bytes_of_frames_ += frame.bytes.size;
  if (!frames.empty()) first_time_ = frames.front().server_time;
}

/// A frame without a time gets that of the frame before it in the text, the first ones that of the
/// first frame that has one.
void Indexer::find_missing_times() {
  std::vector<ScannedFrame>& frames = scan_.frames;
  std::size_t missing = 0;
  std::uint64_t first_missing = 0;
  for (ScannedFrame& frame : frames) {
    if (std::isfinite(frame.server_time)) continue;
    frame.server_time = std::nan("");
    if (scan_.frames_given_up > 0 && missing < limits::kMostRepairedTimes) {
      const auto repaired = repair_json(index_.text.substr(
          static_cast<std::size_t>(frame.bytes.begin), static_cast<std::size_t>(frame.bytes.size)));
      if (!repaired) continue;  // it is left out, and told
      const DocumentScan inside = scan_document(repaired->text);
      if (!inside.frames.empty()) frame.server_time = inside.frames[0].server_time;
    }
    if (std::isfinite(frame.server_time)) continue;
    if (missing++ == 0) first_missing = frame.bytes.begin;
  }
  if (missing > 0) {
    builder_.add_problem({.severity = Severity::warning,
                          .code = "no-time",
                          .offset = first_missing,
                          .count = missing,
                          .message = "Frames have no serverTime; each is shown at the time of "
                                     "the frame before it.",
                          .expected = "milliseconds"});
  }
  const auto known = std::ranges::find_if(
      frames, [](const ScannedFrame& frame) { return std::isfinite(frame.server_time); });
  double time = known == frames.end() ? 0 : known->server_time;
  for (ScannedFrame& frame : frames) {
    if (!std::isfinite(frame.server_time)) frame.server_time = time;
    time = frame.server_time;
  }
}

bool Indexer::take(const ScannedFrame& scanned, SkimmedFrame& frame) {
  const FrameIndex row_index = builder_.next_frame();
  for (Problem& problem : frame.problems) {
    if (!frame.is_lost) problem.frame = row_index;
    builder_.add_problem(std::move(problem));
  }
  report_.repairs += frame.repairs;
  const std::uint32_t place = places_[taken_++];
  bytes_taken_ += scanned.bytes.size;
  if (!frame.is_lost) {
    frame_by_place_[place] = row_index.value;
    FrameRow row{.bytes = scanned.bytes,
                 .client = frame.head.client_id.value_or(0),
                 .coordinates = coordinates_row(coordinates_of(frame.head)),
                 .is_repaired = frame.is_repaired,
                 .has_combined_ids = frame.has_combined_ids};
    take_frame_resources(row, frame);
    for (const std::string_view layer : frame.layers) add_layer(layer);
    if (frame.head.has_scene) add_scene(frame.head.scene);
    take_client(scanned, row, frame, commented_.contains(place));
    for (const std::int64_t other : other_clients(row, frame)) {
      row.client = other;
      frame.head.client_id = other;
      frame.head.has_tag = false;
      take_client(scanned, row, frame, false);
    }
  }
  const double share = bytes_of_frames_ == 0 ? 1
                                             : static_cast<double>(bytes_taken_) /
                                                   static_cast<double>(bytes_of_frames_);
  const auto left = static_cast<double>(file_bytes_ - std::min(progress_begin_, file_bytes_));
  builder_.progress(progress_begin_ + static_cast<std::uint64_t>(share * left));
  return !builder_.cancelled();
}

/// What a frame holds of the client of `row`.
void Indexer::take_client(const ScannedFrame& scanned, const FrameRow& row, SkimmedFrame& frame,
                          bool is_commented) {
  const FrameIndex row_index = builder_.next_frame();
  const Seconds time = (scanned.server_time - first_time_) / 1000;
  Client& client = client_of(frame.head, scanned.bytes.begin);
  take_entities(row, frame, client);
  take_events(frame, time, is_commented);
  index_.frames.append(row);
  end_absent(client, row_index);
  builder_.add_frame(time, frame.head.frame_id.value_or(0), row.bytes, client.stream);
  client.last_frame = row_index;
}

/// Whose entities stand in a frame beside those of its own client: in a dump, each once, in order
/// of appearance. Each gets a frame of its own, since entities of two may have one id.
std::vector<std::int64_t> Indexer::other_clients(const FrameRow& row,
                                                 const SkimmedFrame& frame) const {
  std::vector<std::int64_t> others;
  for (const SkimmedEntity& entity : frame.entities) {
    const std::int64_t client = index_.key_of(row, entity.id).client;
    const bool is_new = client != row.client && std::ranges::find(others, client) == others.end();
    if (is_new) others.push_back(client);
  }
  return others;
}

/// `offset` is that of the client's frame.
Indexer::Client& Indexer::client_of(const FrameHead& head, std::uint64_t offset) {
  const std::int64_t id = head.client_id.value_or(0);
  const auto [at, is_new] = clients_.try_emplace(id);
  if (is_new) {
    // A frame without a tag is of a file from before tags (formats/framebyframe/README.md, 3).
    at->second.tag = head.has_tag ? head.tag : "Client";
    at->second.stream = builder_.add_stream(decimal(id), at->second.tag);
    client_order_.push_back(id);
    if (id < 0 || id > limits::kMostClient) {
      builder_.add_problem({.severity = Severity::warning,
                            .code = "client-range",
                            .offset = offset,
                            .message = "Clients have ids beyond those that Frame by Frame can tell "
                                       "apart; here they are.",
                            .expected = "0 to " + std::to_string(limits::kMostClient),
                            .found = decimal(id)});
    }
  }
  return at->second;
}

std::uint32_t Indexer::coordinates_row(const CoordinateSystem& system) {
  constexpr std::size_t kLookedAt = 16;  // frames mostly have few different ones
  GrowingColumn<CoordinateSystem>& known = index_.coordinates;
  const std::size_t count = known.size();
  for (std::size_t i = count; i-- > 0 && count - i <= kLookedAt;) {
    if (known[i] == system) return static_cast<std::uint32_t>(i);
  }
  known.append(system);
  return static_cast<std::uint32_t>(count);
}

/// Of several of one id in a frame the last one holds (formats/framebyframe/README.md, 15.4).
/// Those of other clients have none.
void Indexer::find_rows(const FrameRow& row, const SkimmedFrame& frame, const Client& client) {
  rows_.clear();
  new_.clear();
  new_by_id_.clear();
  for (const SkimmedEntity& skimmed : frame.entities) {
    const EntityKey key = index_.key_of(row, skimmed.id);
    EntityIndex entity = index_.entities.find(key);
    if (key.client != row.client) {
      entity = EntityIndex::none();
    } else if (!entity.exists()) {
      const auto [found, is_first] = new_by_id_.try_emplace(skimmed.id, new_.size());
      if (is_first) new_.emplace_back();
      new_[found->second] = &skimmed;
      entity = EntityIndex(states_.size() + found->second);
    }
    rows_.push_back(entity);
  }
  for (const SkimmedEntity* skimmed : new_) {
    const EntityKey key = index_.key_of(row, skimmed->id);
    const bool is_large = skimmed->is_large && !row.has_combined_ids;
    builder_.add_entity(
        is_large ? std::to_string(static_cast<std::uint64_t>(key.id)) : decimal(key.id),
        skimmed->name, EntityKind::other, client.stream);
    index_.entities.add(key);
    states_.emplace_back();
  }
}

void Indexer::take_entities(const FrameRow& row, SkimmedFrame& frame, Client& client) {
  const FrameIndex now = builder_.next_frame();
  find_rows(row, frame, client);
  present_.clear();
  for (const EntityIndex entity : rows_) {
    if (!entity.exists()) continue;
    EntityState& state = states_[entity.value];
    if (state.last_frame == now) continue;  // twice in this frame
    state.last_frame = now;
    if (!state.life.exists()) state.life = builder_.begin_life(entity, now);
    present_.push_back(entity);
  }
  take_parents(row, frame);
}

void Indexer::take_parents(const FrameRow& row, const SkimmedFrame& frame) {
  const FrameIndex now = builder_.next_frame();
  bool is_changed = false;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!rows_[i].exists()) continue;
    EntityIndex parent;
    if (frame.entities[i].parent != 0) {
      parent = index_.entities.find(index_.key_of(row, frame.entities[i].parent));
      // One that is not in the same frame makes this a root (formats/framebyframe/README.md, 4).
      if (parent.exists() && states_[parent.value].last_frame != now) parent = EntityIndex::none();
    }
    EntityState& state = states_[rows_[i].value];
    is_changed = is_changed || state.parent != parent;
    state.parent = parent;
  }
  if (is_changed) break_cycles();
  for (const EntityIndex entity : present_) {
    EntityState& state = states_[entity.value];
    if (state.parent == state.told_parent) continue;
    state.told_parent = state.parent;
    builder_.set_parent(entity, state.parent);
  }
}

/// Calls `visit` with each entity whose parent was passed on the way to it, followed from each of
/// `starts`. O(entities): each is passed once.
template <class Visit>
void Indexer::visit_cycles(std::span<const EntityIndex> starts, Visit visit) {
  const std::uint32_t first_walk = walk_ + 1;
  for (const EntityIndex start : starts) {
    ++walk_;
    EntityIndex entity = start;
    while (states_[entity.value].walk < first_walk) {
      EntityState& state = states_[entity.value];
      state.walk = walk_;
      if (!state.parent.exists()) break;
      if (states_[state.parent.value].walk == walk_) {
        visit(state);
        break;
      }
      entity = state.parent;
    }
  }
}

void Indexer::break_cycles() {
  bool has_cycles = false;
  visit_cycles(present_, [&](const EntityState&) { has_cycles = true; });
  if (!has_cycles) return;
  // Where the decoder breaks them, which has entities in the order of the recording.
  std::vector<EntityIndex> in_order = present_;
  std::ranges::sort(in_order);
  visit_cycles(in_order, [&](EntityState& state) {
    builder_.add_problem({.severity = Severity::warning,
                          .code = "parent-cycle",
                          .frame = builder_.next_frame(),
                          .message = "An entity is its own ancestor; it is shown as a root."});
    state.parent = EntityIndex::none();
  });
}

/// Entities of the client's frame before that are not in this one do not live any more.
void Indexer::end_absent(Client& client, FrameIndex frame) {
  for (const EntityIndex entity : client.present) {
    EntityState& state = states_[entity.value];
    if (state.last_frame == frame || !state.life.exists()) continue;
    builder_.end_life(state.life, client.last_frame);
    state.life = LifetimeIndex::none();
  }
  client.present.assign(present_.begin(), present_.end());
}

void Indexer::take_events(SkimmedFrame& frame, Seconds time, bool is_commented) {
  const FrameIndex now = builder_.next_frame();
  std::ranges::stable_sort(frame.events, {}, &SkimmedEvent::order);
  for (const SkimmedEvent& event : frame.events) {
    if (!rows_[event.entity].exists()) continue;
    const EventIndex row = builder_.add_event(
        {.frame = now,
         .time = time,
         .end = time,
         .entity = rows_[event.entity],
         .name = event.name,
         .tag = event.tag,
         .order = event.order,
         .source_offset = event.offset,
         .source_detail = event.size,
         .role = event.tag == kChapterTag ? EventRole::chapter : EventRole::none});
    if (is_commented) commented_events_.emplace(event_key(now, event.offset), row);
  }
}

void Indexer::finish() {
  for (auto& [id, client] : clients_) {
    for (const EntityIndex entity : client.present) {
      EntityState& state = states_[entity.value];
      if (!state.life.exists()) continue;
      builder_.end_life(state.life, client.last_frame);
      state.life = LifetimeIndex::none();
    }
  }
  add_named_resources();
  if (!builder_.cancelled()) add_comments();
  builder_.set_complete(report_.is_complete);
  write_details();
}

void Indexer::write_details() {
  FileDetails details{.scenes = scenes_,
                      .layers = layer_order_,
                      .clients = {},
                      .resources = resource_count_,
                      .comments = comment_count_,
                      .repairs = report_.repairs,
                      .start_time = {}};
  for (const std::int64_t id : client_order_) {
    details.clients.emplace_back(decimal(id), clients_.at(id).tag);
  }
  if (!scan_.frames.empty()) details.start_time = first_time_;
  tell_details(index_, details, builder_);
}

}  // namespace scrubjay::framebyframe
