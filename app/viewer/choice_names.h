#pragma once

#include <algorithm>
#include <span>
#include <string_view>

#include "app/viewer/view_state.h"

namespace scrubjay {

/// Choices with their names in settings and states, the usual one first.
template <class Choice>
struct ChoiceName {
  Choice choice;
  std::string_view name;
};
inline constexpr ChoiceName<LayerState> kLayerStates[] = {
    {LayerState::all, "all"}, {LayerState::selected, "selected"}, {LayerState::off, "off"}};
inline constexpr ChoiceName<ColorBy> kColorings[] = {{ColorBy::kind, "kind"},
                                                     {ColorBy::source, "source"},
                                                     {ColorBy::property, "property"},
                                                     {ColorBy::speed, "speed"}};
inline constexpr ChoiceName<ShownRuns> kShownRuns[] = {
    {ShownRuns::both, "both"}, {ShownRuns::a, "a"}, {ShownRuns::b, "b"}};
inline constexpr ChoiceName<Ride> kRides[] = {{Ride::beside, "beside"},
                                              {Ride::chase, "chase"},
                                              {Ride::driver, "driver"},
                                              {Ride::above, "above"}};

template <class Choice>
std::string_view name_of(std::span<const ChoiceName<Choice>> names, Choice choice) {
  const auto found = std::ranges::find(names, choice, &ChoiceName<Choice>::choice);
  return found == names.end() ? names.front().name : found->name;
}

/// What has no such name leaves what stands.
template <class Choice>
void take_named(std::span<const ChoiceName<Choice>> names, std::string_view name, Choice& choice) {
  const auto found = std::ranges::find(names, name, &ChoiceName<Choice>::name);
  if (found != names.end()) choice = found->choice;
}

}  // namespace scrubjay
