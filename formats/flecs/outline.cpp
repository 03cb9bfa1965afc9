#include "formats/flecs/outline.h"

#include <algorithm>

namespace scrubjay::flecs {

namespace {

constexpr std::size_t kBatchBytes = 512 * 1024;
constexpr std::size_t kBatchDocuments = 256;
/// Less than that is done sooner than threads are started.
constexpr std::uint64_t kLeastForThreads = 4 << 20;
constexpr unsigned kMostThreads = 7;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

/// The elements of the array at out.results, which are all objects.
bool find_units(std::string_view data, bool is_columns, Outline& out) {
  std::size_t at = skip_blanks(data, out.results + 1);
  UnitShape shape;
  while (at < data.size() && data[at] == '{') {
    if (!scan_unit(data, at, is_columns, shape)) return false;
    out.units.push_back(shape);
    at = skip_blanks(data, shape.end);
    if (at >= data.size() || data[at] != ',') break;
    at = skip_blanks(data, at + 1);
    if (at >= data.size() || data[at] != '{') return false;
  }
  out.behind = at + 1;
  return at < data.size() && data[at] == ']';
}

}  // namespace

void outline_of(std::string_view data, const DocumentHead& head, Outline& out) {
  out.units.clear();
  out.results = 0;
  out.behind = 0;
  out.is_whole = false;
  if (is_entity(head.kind)) {
    out.is_whole = scan_unit(data, skip_blanks(data, 0), false, out.units.emplace_back());
  } else if (head.results != std::string_view::npos) {
    out.results = head.results - head.data_begin;
    out.is_whole = find_units(data, is_columns(head.kind), out);
  }
}

OutlinesAhead::OutlinesAhead(std::string_view text, std::span<const FoundDocument> documents)
    : text_(text), documents_(documents) {
  std::uint64_t bytes = 0;
  for (const FoundDocument& document : documents) bytes += document.bytes.size;
  // Who asks works too.
  const unsigned machine = std::max(std::thread::hardware_concurrency(), 1u);
  const unsigned threads = bytes < kLeastForThreads ? 0 : std::min(machine - 1, kMostThreads);
  most_batches_ = 2 * threads + 2;
  for (unsigned i = 0; i < threads; ++i) {
    threads_.emplace_back([this] { work(); });
  }
}

OutlinesAhead::~OutlinesAhead() {
  {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
  }
  has_room_.notify_all();
}

/// With the lock, and only while there is one left.
OutlinesAhead::Batch& OutlinesAhead::begin_batch() {
  if (spare_.empty()) spare_.push_back(std::make_unique<Batch>());
  std::unique_ptr<Batch> batch = std::move(spare_.back());
  spare_.pop_back();
  batch->first = next_;
  batch->is_done = false;
  std::uint64_t bytes = 0;
  while (has_batch_left() && next_ - batch->first < kBatchDocuments && bytes < kBatchBytes) {
    bytes += documents_[next_++].bytes.size;
  }
  batch->end = next_;
  begun_.push_back(std::move(batch));
  return *begun_.back();
}

/// Without the lock.
void OutlinesAhead::fill(Batch& batch) {
  const std::size_t count = batch.end - batch.first;
  if (batch.outlines.size() < count) batch.outlines.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const FoundDocument& document = documents_[batch.first + i];
    if (document.is_repaired) continue;
    outline_of(
        text_.substr(static_cast<std::size_t>(document.bytes.begin) + document.head.data_begin,
                     document.head.data_end - document.head.data_begin),
        document.head, batch.outlines[i]);
  }
  const std::lock_guard lock(mutex_);
  batch.is_done = true;
  is_ready_.notify_one();
}

void OutlinesAhead::work() {
  while (true) {
    Batch* batch = nullptr;
    {
      std::unique_lock lock(mutex_);
      has_room_.wait(
          lock, [&] { return is_stopped_ || !has_batch_left() || begun_.size() < most_batches_; });
      if (is_stopped_ || !has_batch_left()) return;
      batch = &begin_batch();
    }
    fill(*batch);
  }
}

/// Takes the batch of the next document; does some itself rather than wait.
void OutlinesAhead::take_front() {
  {
    const std::lock_guard lock(mutex_);
    if (taken_) spare_.push_back(std::move(taken_));
  }
  has_room_.notify_one();
  while (true) {
    Batch* batch = nullptr;
    {
      std::unique_lock lock(mutex_);
      const auto is_front_done = [&] { return !begun_.empty() && begun_.front()->is_done; };
      if (!is_front_done() && has_batch_left() && begun_.size() < most_batches_) {
        batch = &begin_batch();
      } else {
        is_ready_.wait(lock, is_front_done);
        taken_ = std::move(begun_.front());
        begun_.pop_front();
        return;
      }
    }
    fill(*batch);
  }
}

Outline& OutlinesAhead::next() {
  if (!taken_ || place_ == taken_->end) take_front();
  return taken_->outlines[place_++ - taken_->first];
}

}  // namespace scrubjay::flecs
