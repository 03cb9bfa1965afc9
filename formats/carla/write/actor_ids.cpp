#include "formats/carla/write/actor_ids.h"

#include <unordered_map>

#include "core/number_text.h"
#include "formats/carla/packets.h"

namespace scrubjay::carla {

std::optional<std::uint32_t> actor_id_of(std::string_view text) {
  if (text.empty() || text.front() == '0') return std::nullopt;
  const auto id = number_from<std::uint32_t>(text);
  return id == kNoActor ? std::nullopt : id;
}

ActorIds::ActorIds(const WritePlan& plan) {
  static_assert(kNoId == kNoActor);
  const auto& entities = plan.entities();
  ids_.assign(entities.size(), kNoId);
  std::unordered_map<std::uint32_t, StreamIndex> streams;  // of the ids that are taken
  for (std::size_t row = 0; row < entities.size(); ++row) {
    const EntityInfo info = plan.recording().entity(entities[row]);
    const auto id = actor_id_of(info.id);
    // Used again in one stream it is a later actor of that id, as CARLA has them.
    if (id && streams.try_emplace(*id, info.stream).first->second == info.stream) ids_[row] = *id;
  }
  std::uint32_t next = 1;
  for (std::uint32_t& id : ids_) {
    if (id != kNoId) continue;
    while (streams.contains(next)) ++next;
    id = next++;
    ++changed_;
  }
}

}  // namespace scrubjay::carla
