#include "formats/kept/own_frames.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace scrubjay::kept {

std::shared_ptr<const Recording> OwnRecording::get() const {
  std::call_once(is_opened_, [&] {
    auto opened = open_();
    if (!opened) return;
    (*opened)->index();
    recording_ = std::move(*opened);
  });
  return recording_;
}

OwnFrames::OwnFrames(const Recording& kept, std::shared_ptr<const Recording> own) : kept_(kept) {
  if (own == nullptr || own->frame_count() == 0) return;
  cursor_.emplace(std::move(own));
}

/// Of entities that came since, too: the index pass may go on.
void OwnFrames::keep_up() {
  for (const std::size_t count = kept_.entity_count(); named_ < count; ++named_) {
    const EntityIndex entity(named_);
    const EntityInfo info = kept_.entity(entity);
    const std::string id(info.id);
    const std::string name(info.name);
    const std::string stream(kept_.timeline().stream_info(info.stream).id);
    add_name(id, entity);
    add_name(name, entity);
    add_name(name + " (" + id + ")", entity);
    add_name(name + " (" + stream + ":" + id + ")", entity);
  }
}

void OwnFrames::add_name(std::string name, EntityIndex entity) {
  std::vector<EntityIndex>& entities = names_[std::move(name)];
  if (entities.empty() || entities.back() != entity) entities.push_back(entity);
}

/// Of the same stream, where the file has the same ones.
std::optional<FrameIndex> OwnFrames::nearest(const Frame& frame) const {
  const Timeline& timeline = cursor_->recording().timeline();
  const bool has_streams = timeline.stream_count() == kept_.timeline().stream_count();
  std::optional<FrameIndex> best;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < cursor_->recording().frame_count(); ++i) {
    const FrameIndex at(i);
    const double distance = std::abs(timeline.time(at) - frame.time);
    if (distance >= least || (has_streams && timeline.stream(at) != frame.stream)) continue;
    least = distance;
    best = at;
  }
  return best;
}

/// The only one that lives under one of its names, or none.
EntityIndex OwnFrames::kept_entity(EntityIndex own) const {
  const EntityInfo info = cursor_->recording().entity(own);
  for (const std::string_view name : {info.id, info.name}) {
    const auto found = names_.find(std::string(name));
    if (found == names_.end()) continue;
    EntityIndex only;
    for (const EntityIndex entity : found->second) {
      if (!is_alive_[entity.value]) continue;
      if (only.exists()) return EntityIndex::none();
      only = entity;
    }
    if (only.exists()) return only;
  }
  return EntityIndex::none();
}

void OwnFrames::fill(Frame& out) {
  const auto own_index = cursor_ ? nearest(out) : std::nullopt;
  if (!own_index) return;
  keep_up();
  is_alive_.assign(kept_.entity_count(), false);
  kept_.visit_alive(out.index, [&](EntityIndex entity) {
    if (entity.value < is_alive_.size()) is_alive_[entity.value] = true;
  });
  cursor_->set_coordinates(out.coordinates);
  const Frame& own = cursor_->seek(*own_index);
  out.tree.append_copy(own.tree, {0, own.tree.size()});
  out.properties = own.properties;
  std::unordered_map<std::uint32_t, EntityIndex> rows;
  for (const Entity& entity : own.entities) {
    rows.emplace(entity.index.value, kept_entity(entity.index));
  }
  for (Entity entity : own.entities) {
    const auto parent = rows.find(entity.parent.value);
    entity.index = rows.at(entity.index.value);
    entity.parent = parent == rows.end() ? EntityIndex::none() : parent->second;
    entity.name = out.tree.keep(entity.name);
    if (entity.index.exists()) out.entities.push_back(entity);
  }
  std::ranges::sort(out.entities, {}, &Entity::index);
  const auto again = std::ranges::unique(out.entities, {}, &Entity::index);
  out.entities.erase(again.begin(), again.end());
}

}  // namespace scrubjay::kept
