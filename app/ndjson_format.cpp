#include "app/ndjson_format.h"

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "app/property_series.h"
#include "app/recording_json.h"
#include "core/frame_scan.h"

namespace scrubjay {

namespace {

/// Lines of this size are rare: their storage is given back instead of kept for the next ones.
constexpr std::size_t kKeptLineBytes = std::size_t{1} << 20;

struct Line {
  std::string text;
  std::vector<EntityIndex> entities;
  std::uint64_t events = 0;
  std::vector<Problem> problems;
};

class Conversion {
 public:
  Conversion(const WriteRequest& request, const ByteSink& sink)
      : request_(request), sink_(sink), is_seen_(request.recording->entity_count()) {
    if (request.entities) filter_.entities = *request.entities;
  }

  Result<WriteReport> run(const std::atomic<bool>& cancelled);

 private:
  const EntityFilter* filter() const { return request_.entities ? &filter_ : nullptr; }
  bool has(EntityIndex entity) const { return !request_.entities || filter_.passes(entity); }
  std::size_t make(const Frame& frame, Line& line) const;
  bool take(Line& line);
  void count_what_is_left_out();

  const Recording& recording() const { return *request_.recording; }

  const WriteRequest& request_;
  const ByteSink& sink_;
  EntityFilter filter_;
  std::vector<bool> is_seen_;
  bool is_refused_ = false;
  WriteReport report_;
};

std::size_t Conversion::make(const Frame& frame, Line& line) const {
  if (line.text.capacity() > kKeptLineBytes) line.text = std::string();
  line.text.clear();
  JsonWriter json(line.text);
  write_frame(json, recording(), frame, filter());
  line.text += '\n';
  line.entities.clear();
  for (const Entity& entity : frame.entities) {
    if (has(entity.index)) line.entities.push_back(entity.index);
  }
  line.events =
      static_cast<std::uint64_t>(std::ranges::count_if(frame.events, [&](const FrameEvent& event) {
        return has(recording().event(event.index).entity);
      }));
  line.problems = frame.problems;
  for (Problem& problem : line.problems) {
    if (!problem.frame) problem.frame = frame.index;
  }
  return line.text.size();
}

bool Conversion::take(Line& line) {
  ++report_.frames;
  report_.events += line.events;
  for (const EntityIndex entity : line.entities) {
    if (!is_seen_[entity.value]) ++report_.entities;
    is_seen_[entity.value] = true;
  }
  for (Problem& problem : line.problems) fold_into(report_.problems, std::move(problem));
  is_refused_ = !sink_(std::as_bytes(std::span(line.text)));
  return !is_refused_;
}

void Conversion::count_what_is_left_out() {
  const auto lose = [&](const char* what, std::uint64_t count) {
    if (count > 0) report_.losses.push_back({.what = what, .became = "", .count = count});
  };
  lose("metadata of the recording", recording().info().metadata.size());
  lose("comments", recording().comment_count());
  lose("resources", recording().resource_count());
}

Result<WriteReport> Conversion::run(const std::atomic<bool>& cancelled) {
  FrameScan scan{.recording = request_.recording, .coordinates = request_.coordinates};
  std::tie(scan.first, scan.end) =
      frames_between(recording().timeline(), request_.from, request_.to);
  report_.coordinates = request_.coordinates.value_or(recording().info().coordinates);
  scan_frames<Line>(
      scan, cancelled, [&](const Frame& frame, Line& line) { return make(frame, line); },
      [&](FrameIndex frame, Line& line) {
        if (request_.progress)
          request_.progress(frame.value + 1 - scan.first, scan.end - scan.first);
        return take(line);
      });
  if (cancelled.load()) {
    return failure({.severity = Severity::fatal,
                    .code = "cancelled",
                    .message = "The writing was cancelled."});
  }
  if (is_refused_) {
    return failure({.severity = Severity::fatal,
                    .code = "not-written",
                    .message = "The lines could not be written."});
  }
  count_what_is_left_out();
  return std::move(report_);
}

Result<WriteReport> write(const WriteRequest& request, const std::atomic<bool>& cancelled,
                          const ByteSink& sink) {
  if (!request.options.empty()) {
    return failure({.severity = Severity::fatal,
                    .code = "option",
                    .message = "The format has no option \"" + request.options[0].first + "\"."});
  }
  return Conversion(request, sink).run(cancelled);
}

// "ndjson" itself is what flecs documents are called.
constexpr std::array<std::string_view, 1> kExtensions{"frames.ndjson"};

}  // namespace

constinit const Format kNdjsonFormat{.name = "ndjson",
                                     .title = "Scrubjay's JSON lines, one a frame",
                                     .extensions = kExtensions,
                                     .probe = nullptr,
                                     .open = nullptr,
                                     .queries = {},
                                     .write = write};

std::vector<const Format*> writable_formats() {
  std::vector<const Format*> writable;
  for (const Format* format : formats()) {
    if (format->write != nullptr) writable.push_back(format);
  }
  writable.push_back(&kNdjsonFormat);
  return writable;
}

}  // namespace scrubjay
