#include "app/cli/input.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <future>
#include <optional>
#include <thread>

#include "app/cli/interrupt.h"
#include "app/shared/plain_text.h"
#include "app/shared/property_series.h"
#include "app/shared/recording_roads.h"
#include "app/shared/recording_text.h"
#include "app/shared/scenery_file.h"
#include "core/near_name.h"
#include "core/secrets.h"
#include "core/unique_id.h"
#include "formats/format.h"

namespace scrubjay::cli {

namespace {

Result<std::shared_ptr<InputFile>> open_file(const std::string& file) {
  std::error_code ignored;
  std::optional<UnwatchedSignals> unwatched;  // a pipe is read to its end here
  if (!std::filesystem::is_regular_file(file, ignored)) unwatched.emplace();
  return InputFile::open(file, folder_extensions());
}

/// Frames, and events, that are looked at for properties of a name: all of small recordings.
constexpr std::size_t kLookedAt = 64;

/// Says which choices of --vectors name nothing that can mean that.
void note_useless_meanings(const std::shared_ptr<Recording>& shared, Console& console) {
  const Recording& recording = *shared;
  std::vector<MeaningChoice> left(recording.chosen_meanings().begin(),
                                  recording.chosen_meanings().end());
  if (left.empty() || recording.frame_count() == 0) return;
  Cursor cursor(shared);
  const auto look = [&](const PropertyTree& tree) {
    std::erase_if(left, [&](const MeaningChoice& choice) { return is_about_any(choice, tree); });
  };
  const std::size_t frames = std::min(recording.frame_count(), kLookedAt);
  for (std::size_t i = 0; i < frames && !left.empty(); ++i) {
    look(cursor.seek(FrameIndex(i * recording.frame_count() / frames)).tree);
  }
  const std::size_t events = std::min(recording.event_count(), kLookedAt);
  for (std::size_t i = 0; i < events && !left.empty(); ++i) {
    PropertyTree tree;
    cursor.read_event(EventIndex(i * recording.event_count() / events), tree);
    look(tree);
  }
  for (const MeaningChoice& choice : left) {
    console.note("--vectors " + printable(choice.path) + ": no property of that name that can " +
                 "mean this is in the " + std::to_string(frames) + " frames looked at");
  }
}

/// Roads that lie beside the recording are a gift: what is wrong with them keeps nobody from it.
bool add_roads_to(Input& input, Console& console) {
  if (!input.takes_roads) return true;
  WantedRoads wanted = input.roads;
  const bool is_named = !wanted.path.empty();
  if (!is_named) wanted.path = roads_beside(*input.recording).value_or("");
  if (wanted.path.empty()) return true;
  auto added = add_roads(input.recording, wanted, interrupted());
  if (added) {
    input.recording = std::move(added->recording);
    console.report(wanted.path, added->problems);
    return true;
  }
  if (!is_named) {
    console.note("roads beside the recording are left out: " + describe(added.error()));
    return true;
  }
  console.report_failure(wanted.path, added.error());
  input.failure = std::move(added.error());
  return false;
}

/// "41 of stream 0: vehicle.audi.tt, from 0.000 s to 4.950 s", for people who have to choose one.
std::string one_of_many(const Recording& recording, EntityIndex entity) {
  const EntityInfo info = recording.entity(entity);
  std::string text = printable(unique_id(recording, entity));
  if (recording.timeline().stream_count() > 1 && info.stream.exists()) {
    text += " of stream " + printable(recording.timeline().stream_info(info.stream).id);
  }
  text += ": " + printable(info.name);
  const auto lives = lives_of(recording, entity);
  if (lives.empty()) return text;
  return text + ", from " + seconds_text(lives.front().begin) + " to " +
         seconds_text(lives.back().end);
}

}  // namespace

Input open_input(const std::string& file, const CommonOptions& options, Console& console) {
  Input input{.file = file};
  input.takes_roads = options.takes_roads;
  input.roads = options.roads;
  if (options.is_cache_used) input.cache = IndexCache::of_user();
  auto bytes = open_file(file);
  if (bytes) {
    input.size_bytes = (*bytes)->size();
    auto recording = open_recording(std::move(*bytes), options.format, options.read);
    if (recording) {
      input.recording = std::move(*recording);
      return input;
    }
    input.failure = std::move(recording.error());
  } else {
    input.failure = std::move(bytes.error());
  }
  console.report_failure(file, *input.failure);
  if (input.failure->code == "unknown-format" && is_scenery_file(file)) {
    console.note(
        "a file of scenery lies under a recording: render and the window take it with --scenery; "
        "scrubjay road describes roads");
  }
  return input;
}

bool index_input(Input& input, Console& console) {
  const std::shared_ptr<Recording> recording = input.recording;
  std::promise<void> indexed;
  const std::future<void> is_indexed = indexed.get_future();
  input.keeping =
      std::jthread([recording, indexed = std::move(indexed), cache = input.cache]() mutable {
        const bool is_new = index_recording(*recording, cache.get());
        indexed.set_value();
        if (is_new) cache->save(*recording);
      });
  while (is_indexed.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
    if (interrupted()) recording->cancel();
    const IndexProgress progress = recording->progress();
    console.progress("indexing", progress.bytes_done, progress.bytes_total);
  }
  console.end_progress();
  if (interrupted()) return false;
  note_useless_meanings(recording, console);
  if (input.recording->reader().hides_secrets())
    input.recording = without_secrets(std::move(input.recording));
  return add_roads_to(input, console);
}

bool load_input(Input& input, const CommonOptions& options, Console& console) {
  input = open_input(input.file, options, console);
  return input.recording != nullptr && index_input(input, console);
}

ExitStatus status_of_unread(const Input& input) {
  const bool is_refused = input.failure && input.failure->code == "option";
  return is_refused ? ExitStatus::wrong_usage : ExitStatus::nothing_done;
}

Result<EntityFilter> find_entities(const Recording& recording, const std::string& text,
                                   const std::optional<std::string>& stream) {
  const auto nobody = [](std::string message) {
    return failure(fatal_problem("no-such-entity", std::move(message)));
  };
  EntityFilter filter{entities_meant(recording, text)};
  if (filter.entities.empty()) {
    NearNames near(text);
    for (std::size_t i = 0; i < recording.entity_count(); ++i) {
      near.add(printable(recording.entity(EntityIndex(i)).name));
    }
    return nobody("No entity has the id or the name \"" + printable(text) + "\"" + near.text() +
                  ".");
  }
  if (stream) {
    std::erase_if(filter.entities, [&](EntityIndex entity) {
      const StreamIndex of = recording.entity(entity).stream;
      if (!of.exists()) return true;
      const Stream info = recording.timeline().stream_info(of);
      return info.id != *stream && info.name != *stream;
    });
    if (filter.entities.empty()) {
      return nobody("The stream \"" + printable(*stream) + "\" has no entity \"" + printable(text) +
                    "\".");
    }
  }
  std::ranges::sort(filter.entities);
  return filter;
}

Result<std::optional<EntityFilter>> find_entities(const Recording& recording,
                                                  const std::vector<std::string>& texts) {
  if (texts.empty()) return std::nullopt;
  EntityFilter all;
  for (const std::string& text : texts) {
    auto found = find_entities(recording, text);
    if (!found) return failure(std::move(found.error()));
    all.entities.insert(all.entities.end(), found->entities.begin(), found->entities.end());
  }
  std::ranges::sort(all.entities);
  const auto repeated = std::ranges::unique(all.entities);
  all.entities.erase(repeated.begin(), repeated.end());
  return std::optional(std::move(all));
}

std::vector<TimeRange> lives_of(const Recording& recording, EntityIndex entity) {
  std::vector<Lifetime> lifetimes;
  recording.lifetimes_of(entity, lifetimes);
  std::vector<TimeRange> lives;
  for (const Lifetime& life : lifetimes) {
    lives.push_back({recording.timeline().time(life.first), recording.timeline().time(life.last)});
  }
  return lives;
}

std::string listed_entities(const Recording& recording, std::span<const EntityIndex> entities) {
  constexpr std::size_t kNamed = 5;
  std::string text;
  for (std::size_t i = 0; i < std::min(entities.size(), kNamed); ++i) {
    text += (i > 0 ? "; " : "") + one_of_many(recording, entities[i]);
  }
  return entities.size() > kNamed ? text + "; ..." : text;
}

Problem ambiguous_entity(const Recording& recording, const std::string& text,
                         std::span<const EntityIndex> entities) {
  return fatal_problem("ambiguous-entity",
                       "\"" + printable(text) + "\" could be " + std::to_string(entities.size()) +
                           " entities: " + listed_entities(recording, entities) +
                           ". Say which, e.g. \"" +
                           printable(unique_id(recording, entities.front())) + "\".");
}

std::optional<StreamIndex> find_stream(const Timeline& timeline, std::string_view text) {
  std::optional<StreamIndex> named;
  for (std::size_t i = 0; i < timeline.stream_count(); ++i) {
    const StreamIndex stream(i);
    if (timeline.stream_info(stream).id == text) return stream;
    const bool is_named_so =
        timeline.stream_info(stream).name == text && timeline.frame_count(stream) > 0;
    if (is_named_so && !named) named = stream;
  }
  return named;
}

std::optional<Problem> check_range(const Recording& recording, std::optional<Seconds> from,
                                   std::optional<Seconds> to) {
  if (!from && !to) return std::nullopt;
  const auto [first, end] = frames_between(recording.timeline(), from, to);
  if (first < end) return std::nullopt;
  const TimeRange range = recording.timeline().range();
  return fatal_problem(
      "no-frames", "No frame lies in the time asked for: nothing is written.",
      "a part of " + number_text(range.begin) + " to " + number_text(range.end) + " s");
}

std::optional<std::string> outside_text(const Recording& recording, TimeRange wanted,
                                        Inside required) {
  if (recording.frame_count() == 0) return std::nullopt;
  constexpr Seconds kPrinted = 0.0005;
  const TimeRange range = recording.timeline().range();
  const Seconds first = required == Inside::all ? wanted.begin : wanted.end;
  const Seconds last = required == Inside::all ? wanted.end : wanted.begin;
  if (first >= range.begin - kPrinted && last <= range.end + kPrinted) return std::nullopt;
  return "The recording lasts from " + seconds_text(range.begin) + " to " + seconds_text(range.end);
}

void add_lost_bytes(const Recording& recording, std::vector<Problem>& problems) {
  const auto is_told = [](const Problem& problem) { return problem.code == "file-truncated"; };
  if (!recording.file().lost_bytes() || std::ranges::any_of(problems, is_told)) return;
  fold_into(problems,
            {.severity = Severity::error,
             .code = "file-truncated",
             .message = "The file became shorter while it was read: frames behind its new "
                        "end are lost."});
}

ExitStatus conclude(const Input& input, std::vector<Problem> problems, Console& console) {
  add_lost_bytes(*input.recording, problems);
  console.report(input.file, problems);
  return status_of(problems);
}

void print_failure(const Problem& problem, Console& console) {
  std::string text;
  JsonWriter json(text, console.json_layout());
  json.begin_object();
  json.key("problems");
  write_problems(json, std::span(&problem, 1));
  json.end_object();
  console.print(text + "\n");
}

}  // namespace scrubjay::cli
