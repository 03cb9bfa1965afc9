#include "assets/scene.h"

#include <algorithm>

#include "assets/town.h"

namespace scrubjay::assets {

const SceneActor* SceneFrame::find(std::uint32_t id) const {
  return id < rows.size() && rows[id] != kNone ? &actors[rows[id]] : nullptr;
}

Scene::Scene(const SceneOptions& options) {
  SceneOptions sane = options;
  sane.entities = std::max(sane.entities, 8U);
  sane.step = std::clamp(sane.step, 0.005F, 0.2F);
  town_ = std::make_unique<Town>(sane);
}

Scene::~Scene() = default;

const SceneOptions& Scene::options() const { return town_->options(); }
const SceneFrame& Scene::frame() const { return town_->frame(); }
void Scene::advance() { town_->advance(); }

}  // namespace scrubjay::assets
