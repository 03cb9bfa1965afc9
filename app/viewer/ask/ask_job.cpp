#include "app/viewer/ask/ask_job.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "analysis/tables/sql_words.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::chrono::milliseconds kTakeEvery{60};
constexpr std::chrono::milliseconds kLookAtIndex{20};
constexpr std::size_t kMostInBatch = 4096;

}  // namespace

std::vector<AskedRecording> asked_recordings(const Session& session, const RoadsBelow& roads) {
  std::vector<AskedRecording> asked;
  for (const OpenRecording& open : session.recordings) {
    asked.push_back({open.recording, open.offset, roads.of(open.recording.get())});
  }
  return asked;
}

std::vector<AskedKey> asked_keys(const Session& session, const RoadsBelow& roads) {
  std::vector<AskedKey> keys;
  for (const OpenRecording& open : session.recordings) {
    keys.push_back({open.recording.get(), open.recording->is_indexed(), roads.version()});
  }
  return keys;
}

bool asks_for_road_values(std::string_view sql) {
  const auto words = tables::sql_words(sql);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string text = lower_case(words[i].text);
    if (text.contains("road") || text == "properties" || text == "changes") return true;
    // All columns; not count(*).
    if (text == "*" && i > 0 && words[i - 1].text != "(") return true;
  }
  return false;
}

void forget_closed(std::vector<AskedRecording>& asked, const Session& session) {
  for (AskedRecording& one : asked) {
    const bool is_open = std::ranges::any_of(session.recordings, [&](const OpenRecording& open) {
      return open.recording == one.recording;
    });
    if (is_open) continue;
    one.recording.reset();
    one.roads.reset();
  }
}

std::optional<std::size_t> shown_place(std::uint32_t place,
                                       const std::vector<AskedRecording>& asked,
                                       const Session& session) {
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const OpenRecording& open = session.recordings[i];
    if (open.recording == asked[place].recording && open.visible) return i;
  }
  return std::nullopt;
}

std::optional<Seconds> shown_offset(std::uint32_t place, const std::vector<AskedRecording>& asked,
                                    const Session& session) {
  const auto shown = shown_place(place, asked, session);
  return shown ? std::optional(session.recordings[*shown].offset) : std::nullopt;
}

std::string AskedSet::file(std::size_t recording) const {
  return recordings_[recording].recording->file().path();
}

Result<std::shared_ptr<const Recording>> AskedSet::open(std::size_t recording) {
  const auto& roads = recordings_[recording].roads;
  if (roads != nullptr) return roads->with_values();
  const auto& asked = recordings_[recording].recording;
  while (!asked->is_indexed()) {
    if (is_stopped_()) {
      return failure(fatal_problem("stopped", "It was stopped before the recording was read."));
    }
    std::this_thread::sleep_for(kLookAtIndex);
  }
  return asked;
}

void AskJob::start(AskRequest request, std::function<void()> wake) {
  stop();
  wake_ = std::move(wake);
  wanted_ = std::move(request);
  if (!running_.is_running()) begin();
}

void AskJob::stop() {
  wanted_.reset();
  is_stopped_.store(true);
}

void AskJob::begin() {
  asked_ = std::exchange(wanted_, std::nullopt);
  ++number_;
  rows_ = {};
  outcome_.reset();
  columns_.clear();
  batches_.clear();
  is_stopped_.store(false);
  running_.start(wake_, [this, request = *asked_, wake = wake_] { return run(request, wake); });
}

void AskJob::forget_closed_recordings(const Session& session) {
  if (asked_) forget_closed(asked_->recordings, session);
}

void AskJob::update() {
  // Before the rows are taken: what ended has delivered them all.
  auto ended = running_.take();
  {
    const std::lock_guard lock(mutex_);
    if (rows_.columns.empty()) rows_.columns = columns_;
    for (auto& batch : batches_) rows_.add(std::move(batch));
    batches_.clear();
  }
  if (ended) outcome_ = std::move(ended);
  if (wanted_ && !running_.is_running()) begin();
}

AskJob::Outcome AskJob::run(const AskRequest& request, const std::function<void()>& wake) {
  const auto is_stopped = [this] { return is_stopped_.load(); };
  std::vector<AskedRecording> asked = request.recordings;
  if (!asks_for_road_values(request.sql)) {
    for (AskedRecording& one : asked) one.roads.reset();
  }
  AskedSet recordings(std::move(asked), is_stopped);
  tables::TableSession session{
      .recordings = recordings, .coordinates = request.coordinates, .is_stopped = is_stopped};
  tables::StatePaths paths(session);
  auto query = tables::Query::prepare(session, paths, request.sql);
  if (!query) {
    const End end = query.error().code == "stopped" ? End::stopped : End::failed;
    return {end, std::move(query.error()), 0};
  }
  {
    const std::lock_guard lock(mutex_);
    columns_ = (*query)->columns();
  }
  Outcome outcome = collect(**query, wake);
  outcome.columns_left_out = (*query)->columns_left_out();
  return outcome;
}

AskJob::Outcome AskJob::collect(tables::Query& query, const std::function<void()>& wake) {
  using Clock = std::chrono::steady_clock;
  const std::size_t columns = query.columns().size();
  auto batch = std::make_shared<RowBatch>(columns);
  auto handed_over = Clock::now();
  std::size_t rows = 0;
  std::size_t bytes = 0;
  const auto hand_over = [&] {
    if (batch->size() == 0) return;
    bytes += batch->bytes();
    const std::lock_guard lock(mutex_);
    batches_.push_back(std::exchange(batch, std::make_shared<RowBatch>(columns)));
  };
  Outcome outcome;
  while (true) {
    auto step = query.step();
    if (!step) {
      outcome = {End::failed, std::move(step.error()), 0};
      break;
    }
    if (*step != tables::Query::Step::row) {
      if (*step == tables::Query::Step::stopped) outcome.end = End::stopped;
      break;
    }
    if (rows == kMostRows) outcome.end = End::rows;
    if (bytes + batch->bytes() > kMostBytes) outcome.end = End::bytes;
    if (outcome.end != End::done) break;
    batch->add(query);
    ++rows;
    const auto now = Clock::now();
    // The first row is shown at once.
    const bool is_time = rows == 1 || now - handed_over >= kTakeEvery;
    if (batch->size() < kMostInBatch && !is_time) continue;
    hand_over();
    // The window draws as often as it takes, not as often as a batch is full.
    if (is_time) {
      handed_over = now;
      wake();
    }
  }
  hand_over();
  return outcome;
}

}  // namespace scrubjay
