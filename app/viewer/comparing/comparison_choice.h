#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/shared/source_mark.h"
#include "app/viewer/comparing/run_comparison.h"
#include "app/viewer/view_state.h"
#include "core/session.h"
#include "formats/format.h"

namespace scrubjay {

// Which runs are compared, and what the two have to do with what is open.

/// The two that one would compare first: the recordings of the selection and beside it, or two
/// clients of the only one. Nothing where there are no two.
std::optional<ChosenComparison> first_comparison(const Session& session, const ViewState& state);
/// `run` beside the first other one of its kind, in their order.
std::optional<ChosenComparison> comparison_of(const Session& session, const ComparedRun& run);
/// Compares these two from now on, with the options that there were. Where nothing was compared
/// before, open panels go, which may lie over the list of differences.
void begin_comparison(ViewState& state, ChosenComparison chosen);
/// Nothing is compared any more; the window in which that is chosen goes, too.
void end_comparison(ViewState& state);

/// What is added to B's times to be in A's: how the two lie on the axis of the session.
Seconds compared_offset(const Session& session, const ChosenComparison& chosen);
/// The engine's words for it. Nothing while one of them is still read, or is gone.
std::optional<RunComparison::Wanted> wanted_comparison(const Session& session,
                                                       const ViewState& state);

SourceMark mark_of(const Session& session, const ComparedRun& run);
/// "sample.log", "Client 2".
std::string run_name(const Session& session, const ComparedRun& run);

/// Where an open entity stands in a plan; none where it is of neither run.
compare::Subject subject_of(const compare::Plan& plan, const ChosenComparison& chosen,
                            EntityRef entity);
/// Nothing: the run has no such entity.
std::optional<EntityRef> entity_in_a(const compare::Plan& plan, const ChosenComparison& chosen,
                                     compare::Subject subject);
std::optional<EntityRef> entity_in_b(const compare::Plan& plan, const ChosenComparison& chosen,
                                     compare::Subject subject);
/// That in A, else that in B.
std::optional<EntityRef> entity_of(const compare::Plan& plan, const ChosenComparison& chosen,
                                   compare::Subject subject);

/// Behind `entities`, what they are in the other run where they have a match there.
std::vector<EntityRef> with_matches(const compare::Plan& plan, const ChosenComparison& chosen,
                                    std::vector<EntityRef> entities);

/// The session time at which both frames of an item are shown.
Seconds time_of_item(const Session& session, const compare::Plan& plan,
                     const ChosenComparison& chosen, std::size_t item);
/// The item that is shown at a session time: that of A's frame of the stream pair. Nothing before
/// the first.
std::optional<std::size_t> item_at(const Session& session, const RunComparison::Run& run,
                                   const ChosenComparison& chosen, std::size_t stream_pair,
                                   Seconds t);

/// The entities that begin to differ within [begin, end] of session time, in order. O(log n).
std::span<const compare::SpreadStep> steps_within(const Session& session,
                                                  const RunComparison::Run& run,
                                                  const ChosenComparison& chosen, Seconds begin,
                                                  Seconds end);
/// The next (+1) or previous (-1) entity that begins to differ after or before a session time; the
/// first one at that time. Null where there is none. O(log n).
const compare::SpreadStep* neighbour_step(const Session& session, const RunComparison::Run& run,
                                          const ChosenComparison& chosen, Seconds t, int direction);

/// The command that gives the same answer.
std::string comparison_command(const Session& session, const ViewState& state,
                               const ChosenComparison& chosen,
                               const std::function<const ReadOptions&(std::size_t)>& read_options);

}  // namespace scrubjay
