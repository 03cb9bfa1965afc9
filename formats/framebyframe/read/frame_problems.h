#pragma once

#include "formats/problems.h"

namespace scrubjay::framebyframe {

/// What can be wrong inside one frame.
namespace code {
inline constexpr ProblemCode kWrongValue{
    "wrong-value", Severity::warning,
    "A value does not fit the type of its property; what could be read of it is shown."};
inline constexpr ProblemCode kWrongStructure{
    "wrong-structure", Severity::error,
    "Something else stands where an entity, an event or a property should be; it is left out."};
inline constexpr ProblemCode kTooDeep{
    "too-deep", Severity::error,
    "Properties are nested more than 256 levels deep; what is below that is left out."};
inline constexpr ProblemCode kLostEntity{
    "lost-entity", Severity::error, "An entity is not in the recording's index; it is left out."};
inline constexpr ProblemCode kDuplicateEntity{
    "duplicate-entity", Severity::warning,
    "Several entities of one frame have the same id; the last one is shown."};
inline constexpr ProblemCode kParentCycle{
    "parent-cycle", Severity::warning,
    "An entity is its own ancestor; it is shown without a parent."};
inline constexpr ProblemCode kNoEntityId{"no-entity-id", Severity::warning,
                                         "An entity has no id that is a number; it is shown as 0."};
inline constexpr ProblemCode kBrokenJson{
    "broken-json", Severity::error,
    "The frame's JSON is damaged; what stands before the damage is shown."};
}  // namespace code

}  // namespace scrubjay::framebyframe
