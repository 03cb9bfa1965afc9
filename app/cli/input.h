#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/console.h"
#include "app/cli/options.h"
#include "app/shared/recording_json.h"
#include "core/index_cache.h"
#include "core/recording.h"

namespace scrubjay::cli {

/// A file that a command was given, opened; or why not.
struct Input {
  std::string file = {};                      ///< as named by the user
  std::shared_ptr<Recording> recording = {};  ///< null when it does not open
  std::optional<Problem> failure = {};        ///< then why
  std::uint64_t size_bytes = 0;
  bool takes_roads = false;  ///< as of CommonOptions, as is the next
  WantedRoads roads = {};
  std::shared_ptr<const IndexCache> cache = {};  ///< null: not to be used
  std::jthread keeping = {};  ///< writes the index into the cache; ends before the input does
};

/// Opens a file and reads its header. A failure is told on standard error.
Input open_input(const std::string& file, const CommonOptions& options, Console& console);

/// Runs the index pass to its end, with progress, and adds roads where they are wanted. False when
/// it was interrupted, or when roads that were named cannot be read: then the input says why.
bool index_input(Input& input, Console& console);

/// Both. False: nothing to go on with, because it did not open or was interrupted.
bool load_input(Input& input, const CommonOptions& options, Console& console);

/// What a command returns that has nothing to go on with: a choice that cannot be used to read this
/// recording is wrong usage.
ExitStatus status_of_unread(const Input& input);

/// The entities that `text` names; with `stream`, an id or a name, those of it. Errors:
/// "no-such-entity" when none of that id or name ever lives.
Result<EntityFilter> find_entities(const Recording& recording, const std::string& text,
                                   const std::optional<std::string>& stream = {});

/// Those that any of `texts` names; none when there are no texts.
Result<std::optional<EntityFilter>> find_entities(const Recording& recording,
                                                  const std::vector<std::string>& texts);

/// The times in which an entity lives.
std::vector<TimeRange> lives_of(const Recording& recording, EntityIndex entity);

/// "41 of stream 0: vehicle.audi.tt, from 0.000 s to 4.950 s; ...": the first few, for people who
/// have to choose one.
std::string listed_entities(const Recording& recording, std::span<const EntityIndex> entities);

/// "ambiguous-entity", with those that `text` could mean.
Problem ambiguous_entity(const Recording& recording, const std::string& text,
                         std::span<const EntityIndex> entities);

/// The stream of that id, else the first one of that name with frames.
std::optional<StreamIndex> find_stream(const Timeline& timeline, std::string_view text);

/// What is wrong with a range of time that was asked for: "no-frames" where it holds none of the
/// recording's.
std::optional<Problem> check_range(const Recording& recording, std::optional<Seconds> from,
                                   std::optional<Seconds> to);

/// How much of a range of time has to lie in a recording's.
enum class Inside : std::uint8_t { some, all };

/// "The recording lasts from 0.050 s to 29.950 s" where less of a range lies in that; ends count as
/// they are printed, to the millisecond. Nothing where it does, and of a recording without frames.
std::optional<std::string> outside_text(const Recording& recording, TimeRange wanted,
                                        Inside required);

/// Adds the problem that the file was cut while it was decoded, if it was and is not told already.
void add_lost_bytes(const Recording& recording, std::vector<Problem>& problems);

/// Tells the problems of a recording on standard error, that problem with them, and returns what
/// they mean for the exit status.
ExitStatus conclude(const Input& input, std::vector<Problem> problems, Console& console);

/// Prints {"problems": [...]}: JSON for a command that could not give what it was asked for.
void print_failure(const Problem& problem, Console& console);

}  // namespace scrubjay::cli
