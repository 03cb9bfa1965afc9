#include <algorithm>
#include <charconv>
#include <glm/trigonometric.hpp>
#include <optional>

#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/scene/scene_parts.h"
#include "core/property_tree.h"

namespace scrubjay {

namespace {

/// What a sensor sees from left to right, where its recording says it [rad].
std::optional<double> recorded_field_of_view(const ViewContext& context, EntityRef entity) {
  const MomentFrame* const shown = context.moment.frame_of(entity);
  const Entity* const found = context.moment.find(entity);
  if (shown == nullptr || found == nullptr) return std::nullopt;
  const PropertyTree& tree = shown->frame->tree;
  const PropertyRange all = found->properties;
  for (PropertyTree::Node node = all.first; node < all.first + all.count; ++node) {
    if (tree[node].role != PropertyRole::field_of_view) continue;
    double degrees = tree[node].type == PropertyType::number ? tree[node].number : 0;
    if (is_text(tree[node].type)) {
      const std::string_view text = tree[node].text_value();
      std::from_chars(text.data(), text.data() + text.size(), degrees);
    }
    if (degrees > 1 && degrees < 170) return glm::radians(degrees);
  }
  return std::nullopt;
}

Ridden ridden_of(const ViewContext& context, const SceneCache& cache,
                 const SceneInstance& instance) {
  Ridden ridden{.center = cache.origin + glm::dvec3(instance.center),
                .half = glm::dvec3(instance.half),
                .rotation = glm::dquat(instance.rotation),
                .is_sensor = instance.shape == Shape::sensor || instance.shape == Shape::camera};
  if (ridden.is_sensor) ridden.field_of_view = recorded_field_of_view(context, instance.ref());
  return ridden;
}

}  // namespace

void ride_along(ViewContext& context, SceneCache& cache, const SceneInstance& instance,
                const Viewport& viewport) {
  ViewState& state = context.state;
  const Ridden ridden = ridden_of(context, cache, instance);
  if (!cache.ride || cache.ridden != instance.ref() || cache.ride->ride() != state.ride) {
    const bool was_kept = !cache.ride && state.follow_from_here;
    if (cache.ride) state.camera = cache.ride->leave(state.camera);
    cache.ride.emplace(state.ride, state.camera, ridden, was_kept ? state.ride_turn : std::nullopt);
    cache.ridden = instance.ref();
  }
  state.camera = cache.ride->at(state.camera, ridden, viewport);
  state.ride_turn = cache.ride->turn();
}

void end_ride(ViewState& state, SceneCache& cache) {
  if (!cache.ride) return;
  state.camera = cache.ride->leave(state.camera);
  state.ride_turn.reset();
  cache.ride.reset();
}

std::optional<EntityRef> driver_of(const SceneCache& cache) {
  return cache.ride && cache.ride->ride() == Ride::driver ? std::optional(cache.ridden)
                                                          : std::nullopt;
}

void leave_out_driver(SceneCache& cache) {
  const auto driver = driver_of(cache);
  if (!driver) return;
  auto& all = cache.content.instances;
  const auto found = std::ranges::find_if(
      all, [&](const SceneInstance& instance) { return instance.ref() == *driver; });
  if (found == all.end()) return;
  cache.content.balls.erase(cache.content.balls.begin() + (found - all.begin()));
  all.erase(found);
  cache.lacks_driver = true;
}

}  // namespace scrubjay
