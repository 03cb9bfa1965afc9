#include "formats/flecs/read/outline.h"

#include "formats/json/json_token.h"

namespace scrubjay::flecs {

namespace {

constexpr std::size_t kBatchBytes = 512 * 1024;
constexpr std::size_t kBatchDocuments = 256;
/// Less than that is done sooner than threads are started.
constexpr std::uint64_t kLeastForThreads = 4 << 20;

/// Where values stand in the arrays of a unit: a 0 there may be none (formats/flecs/README.md, 6,
/// 7.3, 8.2).
ScanRules rules_of(DocumentKind kind) {
  switch (kind) {
    case DocumentKind::entity3: return {.zero_depth = 2};  // {"values":[0]}
    case DocumentKind::iterator3:
    case DocumentKind::world3: return {.is_columns = true, .zero_depth = 3};  // {"values":[[0]]}
    case DocumentKind::query_rows4: return {.zero_depth = 3};  // {"fields":{"values":[0]}}
    default: return {};
  }
}

/// The elements of the array at out.results, which are all objects.
bool find_units(std::string_view data, const ScanRules& rules, Outline& out) {
  std::size_t at = skip_json_space(data, out.results + 1);
  UnitShape shape;
  while (at < data.size() && data[at] == '{') {
    if (!scan_unit(data, at, rules, shape)) return false;
    out.units.push_back(shape);
    at = skip_json_space(data, shape.end);
    if (at >= data.size() || data[at] != ',') break;
    at = skip_json_space(data, at + 1);
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
    out.is_whole =
        scan_unit(data, skip_json_space(data, 0), rules_of(head.kind), out.units.emplace_back());
  } else if (head.results != std::string_view::npos) {
    out.results = head.results - head.data_begin;
    out.is_whole = find_units(data, rules_of(head.kind), out);
  }
}

OutlinesAhead::OutlinesAhead(std::string_view text, std::span<const FoundDocument> documents)
    : text_(text),
      documents_(documents),
      ahead_(
          wanted_threads(), [this](Batch& batch) { return claim(batch); },
          [this] { return [this](Batch& batch) { fill(batch); }; }) {}

unsigned OutlinesAhead::wanted_threads() const {
  std::uint64_t bytes = 0;
  for (const FoundDocument& document : documents_) bytes += document.bytes.size;
  return bytes < kLeastForThreads ? 0 : helper_threads();
}

std::optional<std::uint64_t> OutlinesAhead::claim(Batch& batch) {
  if (next_ == documents_.size()) return std::nullopt;
  std::uint64_t bytes = 0;
  batch.first = next_;
  while (next_ < documents_.size() && next_ - batch.first < kBatchDocuments &&
         bytes < kBatchBytes) {
    bytes += documents_[next_++].bytes.size;
  }
  batch.end = next_;
  return bytes;
}

void OutlinesAhead::fill(Batch& batch) const {
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
}

Outline& OutlinesAhead::next() {
  if (taken_ == nullptr || place_ == taken_->end) taken_ = ahead_.take();
  return taken_->outlines[place_++ - taken_->first];
}

}  // namespace scrubjay::flecs
