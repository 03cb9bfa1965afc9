#include "app/viewer/panels/scene/shape_layers.h"

#include <set>
#include <string>

namespace scrubjay {

std::vector<std::string_view> layer_names(const Session& session) {
  std::set<std::string_view> seen;
  std::vector<std::string_view> names;
  for (const OpenRecording& open : session.recordings) {
    for (std::size_t i = 0; i < open.recording->layer_count(); ++i) {
      const std::string_view name = open.recording->layer(i);
      if (seen.insert(name).second) names.push_back(name);
    }
  }
  return names;
}

void set_layer(ViewState& state, std::string_view name, LayerState layer) {
  if (layer == LayerState::all) {
    if (const auto found = state.layers.find(name); found != state.layers.end()) {
      state.layers.erase(found);
    }
  } else {
    state.layers.insert_or_assign(std::string(name), layer);
  }
}

LayerState layer_of(const ViewState& state, std::string_view name) {
  const auto found = state.layers.find(name);
  return found == state.layers.end() ? LayerState::all : found->second;
}

}  // namespace scrubjay
