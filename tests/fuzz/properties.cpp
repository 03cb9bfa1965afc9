#include "tests/fuzz/properties.h"
#include "tests/formats/kept_bytes.h"

#include <simdjson.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "app/shared/plain_text.h"
#include "app/shared/recording_json.h"
#include "app/shared/recording_text.h"
#include "core/index_archive.h"
#include "core/secrets.h"
#include "core/time_cursor.h"
#include "formats/format_writer.h"
#include "tests/core/bytes_of.h"
#include "tests/core/test_values.h"
#include "tests/formats/recording_dump.h"
#include "tests/fuzz/frame_rules.h"
#include "tests/fuzz/input_choices.h"
#include "tests/fuzz/two_ways.h"

namespace scrubjay::fuzz {

namespace {

bool every_input_is_chosen = false;

std::size_t frames_looked_at(const Recording& recording) {
  return std::min(recording.frame_count(), kMostFrames);
}

std::shared_ptr<Recording> opened(const Target& target, std::vector<std::byte> file) {
  auto recording = target.format.open(InputFile::from_memory(target.file_name, std::move(file)));
  if (recording) return std::move(*recording);
  require(recording.error().severity == Severity::fatal && !recording.error().code.empty() &&
              recording.error().offset,
          "what does not open has no fatal problem with a code and a place");
  return nullptr;
}

std::shared_ptr<Recording> indexed(const Target& target, std::vector<std::byte> file) {
  auto recording = opened(target, std::move(file));
  if (recording != nullptr) recording->index();
  return recording;
}

/// Throws nothing away: what people see of a recording, as JSON.
std::string info_of(const Recording& recording) {
  std::string text;
  JsonWriter json(text, JsonLayout::compact);
  write_info(json, "file", recording, recording.problems());
  return text;
}

void require_json(const std::string& text, const char* what) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  if (parser.parse(text).get(root) != simdjson::SUCCESS) fail(what);
}

/// Nothing in it makes a terminal do something: lines alone.
void require_plain(const std::string& text, const char* what) {
  std::string lines = text;
  std::erase(lines, '\n');
  if (printable(lines) != lines) fail(what);
}

void check_comments_and_resources(const Recording& recording) {
  for (std::size_t i = 0; i < recording.comment_count(); ++i) {
    const FrameIndex frame = recording.comment(CommentIndex(i)).frame;
    require(!frame.exists() || frame.value < recording.frame_count(), "a comment has no frame");
  }
  for (std::size_t i = 0; i < std::min(recording.resource_count(), kMostFrames); ++i) {
    const auto read = recording.reader().read_resource(recording, ResourceIndex(i));
    require(read || read.error().code.starts_with("resource-"),
            "a resource that is not read has a problem of another kind");
  }
}

void check_frames_in_order(const std::shared_ptr<const Recording>& recording) {
  Cursor cursor(recording);
  for (std::size_t i = 0; i < frames_looked_at(*recording); ++i) {
    check_frame(*recording, cursor.seek(FrameIndex(i)));
  }
}

/// Seeks a step of a prime number of frames on, again and again: forwards and back.
void check_frames_in_another_order(const std::shared_ptr<const Recording>& recording) {
  const std::size_t count = frames_looked_at(*recording);
  std::vector<std::string> frames;
  Cursor in_order(recording);
  for (std::size_t i = 0; i < count; ++i) {
    frames.push_back(frame_dump(*recording, in_order.seek(FrameIndex(i))));
  }
  constexpr std::size_t kStep = 67;
  Cursor cursor(recording);
  std::size_t at = count / 2;
  for (std::size_t i = 0; i < count; ++i) {
    at = (at + kStep * (i + 1)) % count;
    require(frame_dump(*recording, cursor.seek(FrameIndex(at))) == frames[at],
            "a frame sought in another order is another frame");
  }
}

/// One entity is wanted after another.
void check_wanted_entities(const std::shared_ptr<const Recording>& recording) {
  Cursor whole(recording);
  Cursor some(recording);
  std::size_t turn = 0;
  for (std::size_t i = 0; i < frames_looked_at(*recording); ++i) {
    const Frame& frame = whole.seek(FrameIndex(i));
    std::vector<EntityIndex> only;
    if (!frame.entities.empty()) {
      only.push_back(frame.entities[turn++ % frame.entities.size()].index);
    }
    some.want(std::move(only));
    require(is_part_of(*recording, some.seek(FrameIndex(i)), frame),
            "an entity that alone is wanted is another one");
  }
}

/// Nothing where the format keeps none of it.
std::optional<std::vector<std::byte>> kept_index(const Recording& recording) {
  return kept_bytes(index_limits_of(recording),
                    [&](IndexWriter& out) { return recording.store_index(out); });
}

/// Opened again with the index that the first opening left.
void check_second_opening(const Target& target, const std::shared_ptr<const Recording>& recording,
                          std::vector<std::byte> file) {
  const auto index = kept_index(*recording);
  if (!index) return;
  const auto again = opened(target, std::move(file));
  require(again != nullptr, "it does not open again");
  IndexReader in(*index, {});
  require(again->load_index(in), "an index that was kept is not taken");
  require(info_of(*again) == info_of(*recording), "with a kept index it is another recording");
  require(tables_and_extras_dump(*again) == tables_and_extras_dump(*recording),
          "with a kept index its tables are others");
  Cursor first(recording);
  Cursor second(again);
  for (std::size_t i = 0; i < frames_looked_at(*recording); ++i) {
    const FrameIndex frame(i);
    require(same_frame(*recording, first.seek(frame), *again, second.seek(frame)),
            "with a kept index a frame is another one");
  }
}

void check_events_alone(const std::shared_ptr<const Recording>& recording) {
  Cursor frames(recording);
  Cursor alone(recording);
  for (std::size_t i = 0; i < frames_looked_at(*recording); ++i) {
    const Frame& frame = frames.seek(FrameIndex(i));
    for (const FrameEvent& event : frame.events) {
      PropertyTree tree;
      const PropertyRange range = alone.read_event(event.index, tree);
      require(range.count == event.properties.count, "an event read alone has other properties");
      for (std::uint32_t node = 0; node < range.count; node += tree[range.first + node].subtree) {
        require(same_value(tree, range.first + node, frame.tree, event.properties.first + node),
                "an event read alone has other values");
      }
    }
  }
}

void check_what_is_printed(const std::shared_ptr<const Recording>& recording) {
  require_json(info_of(*recording), "the information is not JSON");
  require_plain(info_text("file", *recording, recording->problems()),
                "the information can steer a terminal");
  Cursor cursor(recording);
  for (std::size_t i = 0; i < frames_looked_at(*recording); ++i) {
    const Frame& frame = cursor.seek(FrameIndex(i));
    std::string text;
    JsonWriter json(text, JsonLayout::compact);
    write_frame(json, *recording, frame);
    require_json(text, "a frame is not JSON");
    require_plain(frame_text(*recording, frame), "a frame can steer a terminal");
  }
}

struct Written {
  std::vector<std::byte> file;
  bool tells_losses = false;  ///< that are not kept beside it
};

std::optional<Written> written(const Format& format, const WriteRequest& request) {
  Written out;
  const auto report = format.writer->write(request, kNotCancelled, into(out.file));
  if (report) {
    out.tells_losses =
        std::ranges::any_of(report->losses, [](const WriteLoss& loss) { return !loss.is_kept; });
    return out;
  }
  require(!report.error().code.empty(), "what is not written has no problem with a code");
  return std::nullopt;
}

/// None that turns out to be damaged when it is read: that becomes a mere name on the way.
bool are_resources_whole(const Recording& recording) {
  for (std::size_t i = 0; i < recording.resource_count(); ++i) {
    const auto data = recording.reader().read_resource(recording, ResourceIndex(i));
    if (!data && data.error().code != "resource-missing") return false;
  }
  return true;
}

/// Names, types and values of all properties.
bool has_same_properties(const Frame& a, PropertyRange of_a, const Frame& b, PropertyRange of_b) {
  if (of_a.count != of_b.count) return false;
  for (std::uint32_t i = 0; i < of_a.count; i += a.tree[of_a.first + i].subtree) {
    if (!same_value(a.tree, of_a.first + i, b.tree, of_b.first + i)) return false;
  }
  return true;
}

/// All that A has. A shared object that became a text may be read as the path of one more entity.
bool has_same_values(const Recording& of_a, const Frame& a, const Recording& of_b, const Frame& b) {
  if (a.entities.size() > b.entities.size() || a.events.size() != b.events.size()) return false;
  std::size_t at = 0;
  for (const Entity& entity : a.entities) {
    const std::string_view id = of_a.entity(entity.index).id;
    while (at < b.entities.size() && of_b.entity(b.entities[at].index).id != id) ++at;
    if (at == b.entities.size() ||
        !has_same_properties(a, entity.properties, b, b.entities[at++].properties)) {
      return false;
    }
  }
  for (std::size_t i = 0; i < a.events.size(); ++i) {
    if (!has_same_properties(a, a.events[i].properties, b, b.events[i].properties)) return false;
  }
  return has_same_properties(a, a.properties, b, b.properties);
}

/// XREC keeps everything of what is whole; where it tells of losses, all values.
void check_way_back(const std::shared_ptr<const Recording>& recording) {
  const Format& format = *find_format("xrec");
  const auto made = written(format, {.recording = recording});
  require(made.has_value(), "XREC does not hold it");
  const auto again = indexed({format, "again.xrec"}, made->file);
  require(again != nullptr, "what was written as XREC does not open");
  require(again->frame_count() == recording->frame_count(), "frames are lost on the way");
  if (recording->problems().empty()) {
    for (const Problem& problem : again->problems()) {
      fail("what was written is bad: " + describe(problem));
    }
    require(made->tells_losses || !are_resources_whole(*recording) ||
                tables_and_extras_dump(*recording) == tables_and_extras_dump(*again),
            "entities, lifetimes or files change on the way");
  }
  Cursor there(recording);
  Cursor here(again);
  for (std::size_t i = 0; i < frames_looked_at(*recording); ++i) {
    const Frame& a = there.seek(FrameIndex(i));
    const Frame& b = here.seek(FrameIndex(i));
    if (!a.problems.empty()) continue;
    if (!(made->tells_losses ? has_same_values(*recording, a, *again, b)
                             : same_frame(*recording, a, *again, b))) {
      fail("a frame changes on the way:\n" + frame_dump(*recording, a) + "\nto\n" +
           frame_dump(*again, b));
    }
  }
}

/// What damage cost is missing from what is written, too, but nothing tells of it there.
bool is_whole(const std::shared_ptr<const Recording>& recording) {
  if (!recording->problems().empty()) return false;
  Cursor cursor(recording);
  for (std::size_t i = 0; i < recording->frame_count(); ++i) {
    if (!cursor.seek(FrameIndex(i)).problems.empty()) return false;
  }
  return true;
}

/// What opens is sound, if what was written was whole.
std::shared_ptr<const Recording> check_written(const Format& format, const WriteRequest& request,
                                               bool was_whole) {
  const auto made = written(format, request);
  if (!made) return nullptr;
  const auto again = indexed({format, "again"}, made->file);
  if (again == nullptr) fail("what was written does not open as " + std::string(format.name));
  if (!was_whole) return nullptr;
  check_frames_in_order(again);
  check_second_opening({format, "again"}, again, made->file);
  return again;
}

void check_other_writers(const std::shared_ptr<const Recording>& recording, InputChoices& choices) {
  if (recording->frame_count() == 0) return;
  const bool was_whole = is_whole(recording);
  for (const Format* format : formats()) {
    if (format->writer == nullptr) continue;
    if (format->name != "xrec") check_written(*format, {.recording = recording}, was_whole);
    const auto part =
        check_written(*format, choices.write_request(recording, *format->writer), was_whole);
    // On its way back, or to another format, and again only a part of it.
    const Format& next = *formats()[choices.below(formats().size())];
    if (part == nullptr || part->frame_count() == 0 || next.writer == nullptr) continue;
    check_written(next, choices.write_request(part, *next.writer), is_whole(part));
  }
}

/// An index pass that ends early, asked to or for too many rows, leaves what is sound.
void check_stopped_index(const Target& target, const std::vector<std::byte>& file,
                         InputChoices& choices) {
  const auto full = opened(target, file);
  const auto cancelled = opened(target, file);
  require(full != nullptr && cancelled != nullptr, "it does not open again");
  full->index(1 + choices.below(16));
  cancelled->cancel();
  cancelled->index();
  for (const auto& recording : {full, cancelled}) {
    require(recording->is_indexed(), "an index pass that was stopped does not end");
    check_frames_in_order(recording);
    check_events_alone(recording);
    check_what_is_printed(recording);
  }
}

/// What is written is nothing, and told so, where nobody takes it or wants it any more.
void check_stopped_writing(const std::shared_ptr<const Recording>& recording,
                           InputChoices& choices) {
  if (recording->frame_count() == 0) return;
  for (const Format* format : formats()) {
    if (format->writer == nullptr) continue;
    const WriteRequest request = choices.write_request(recording, *format->writer);
    const std::size_t most = choices.below(1 << 14);
    const bool is_refused = choices.below(2) == 0;
    std::size_t taken = 0;
    bool was_refused = false;
    std::atomic<bool> cancelled{false};
    const auto report = format->writer->write(request, cancelled, [&](Bytes bytes) {
      taken += bytes.size();
      if (taken <= most) return true;
      if (!is_refused) cancelled = true;
      was_refused = is_refused;
      return !is_refused;
    });
    require(!report || !was_refused, "what nobody took is told as written");
    require(report || !report.error().code.empty(),
            "what is not written has no problem with a code");
  }
}

/// With other choices than those by default; and as what it looks like.
void check_other_reading(const Target& target, std::vector<std::byte> file, InputChoices& choices) {
  const auto recognised = open_recording(InputFile::from_memory(target.file_name, file));
  require(recognised || !recognised.error().code.empty(),
          "what is not recognised has no problem with a code");
  const auto recording = open_recording(InputFile::from_memory(target.file_name, std::move(file)),
                                        target.format.name, choices.read_options(target.format));
  if (!recording) return;
  (*recording)->index();
  check_frames_in_order(*recording);
  check_events_alone(*recording);
}

/// The state between frames, where the format knows it.
void check_between_frames(const std::shared_ptr<const Recording>& recording) {
  auto cursor = recording->frame_count() == 0 ? std::nullopt : TimeCursor::open(recording);
  if (!cursor) return;
  for (std::size_t i = 0; i + 1 < frames_looked_at(*recording); ++i) {
    const Timeline& timeline = recording->timeline();
    const Seconds time = (timeline.time(FrameIndex(i)) + timeline.time(FrameIndex(i + 1))) / 2;
    for (const Sampling sampling : {Sampling::linear, Sampling::hold}) {
      check_frame(*recording, cursor->seek(time, sampling));
    }
  }
}

}  // namespace

void fail(const std::string& what) {
  std::fprintf(stderr, "PROPERTY: %s\n", what.c_str());
  std::abort();
}

std::vector<std::byte> owned_bytes(Input input) {
  const auto* first = reinterpret_cast<const std::byte*>(input.data());
  return {first, first + input.size()};
}

/// FNV-1a.
std::uint64_t hash_of(std::span<const std::byte> bytes) {
  std::uint64_t hash = 14695981039346656037u;
  for (const std::byte byte : bytes) {
    hash = (hash ^ static_cast<std::uint64_t>(byte)) * 1099511628211u;
  }
  return hash ^ hash >> 32;
}

bool is_chosen(std::span<const std::byte> file, std::uint64_t n) {
  return every_input_is_chosen || hash_of(file) % n == 0;
}

void choose_every_input(bool are_all) { every_input_is_chosen = are_all; }

std::shared_ptr<const Recording> check_recording(const Target& target,
                                                 std::vector<std::byte> file) {
  const MemoryBound bound(file.size());
  const std::shared_ptr<const Recording> recording = indexed(target, file);
  if (recording == nullptr) return nullptr;
  const bool looks_closer = is_chosen(file, 8);
  const bool goes_the_way_back = is_chosen(file, 11);
  const bool writes_others = is_chosen(file, 31);
  const bool reads_otherwise = is_chosen(file, 5);
  const bool stops = is_chosen(file, 13);
  InputChoices choices(file);
  const std::string info = looks_closer ? info_of(*recording) : "";
  check_frames_in_order(recording);
  check_comments_and_resources(*recording);
  if (reads_otherwise) check_other_reading(target, file, choices);
  if (stops) check_stopped_index(target, file, choices);
  if (looks_closer) {
    require(info_of(*recording) == info, "decoding changes what is said of the recording");
    const auto again = indexed(target, file);
    require(again != nullptr && info_of(*again) == info, "opened again, it is another recording");
    check_second_opening(target, again, std::move(file));
    check_compared_with_itself(recording, again);
    check_tables_against_series(recording);
    check_frames_in_order(without_secrets(again));
    check_frames_in_another_order(recording);
    check_wanted_entities(recording);
    check_events_alone(recording);
    check_between_frames(recording);
    check_what_is_printed(recording);
  }
  if (goes_the_way_back) check_way_back(recording);
  if (stops) check_stopped_writing(recording, choices);
  if (writes_others) check_other_writers(recording, choices);
  return recording;
}

}  // namespace scrubjay::fuzz
