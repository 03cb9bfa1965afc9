#include "app/viewer/panels/entities/counterparts.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "app/shared/source_mark.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

std::vector<EntityRef> counterparts(const Session& session, EntityRef entity) {
  std::vector<EntityRef> found;
  const EntityInfo own = session.recordings[entity.recording].recording->entity(entity.entity);
  for (std::size_t place = 0; place < session.recordings.size(); ++place) {
    const Recording& recording = *session.recordings[place].recording;
    const bool is_own = place == entity.recording;
    if (is_own && !has_several_streams(recording)) continue;
    for (const EntityIndex index : recording.entities_with_id(own.id)) {
      const EntityRef other{place, index};
      if (are_counterparts(session, entity, other)) found.push_back(other);
    }
  }
  return found;
}

bool are_counterparts(const Session& session, EntityRef one, EntityRef other) {
  const EntityInfo a = session.recordings[one.recording].recording->entity(one.entity);
  const EntityInfo b = session.recordings[other.recording].recording->entity(other.entity);
  if (a.id != b.id) return false;
  return one.recording == other.recording ? a.stream != b.stream : a.name == b.name;
}

std::vector<EntityRef> counterparts_beside(const Session& session, EntityRef entity) {
  std::vector<EntityRef> found = counterparts(session, entity);
  const auto is_own = [&](EntityRef one) { return one.recording == entity.recording; };
  if (std::ranges::any_of(found, is_own)) std::erase_if(found, std::not_fn(is_own));
  if (found.size() > kMostBeside) found.resize(kMostBeside);
  return found;
}

const std::vector<EntityRef>& KnownCounterparts::of(const Session& session, EntityRef entity) {
  std::vector<std::pair<const Recording*, std::size_t>> known;
  for (const OpenRecording& open : session.recordings) {
    known.emplace_back(open.recording.get(), open.recording->entity_count());
  }
  if (entity != entity_ || known != known_) {
    entity_ = entity;
    known_ = std::move(known);
    found_ = counterparts_beside(session, entity);
  }
  return found_;
}

void toggle_pinned_beside(ViewState& state, EntityRef entity,
                          const std::vector<EntityRef>& others) {
  const auto is_pinned = [&](EntityRef one) {
    return std::ranges::find(state.pinned, one) != state.pinned.end();
  };
  const bool are_pinned = is_pinned(entity) && std::ranges::all_of(others, is_pinned);
  std::vector<EntityRef> all{entity};
  all.insert(all.end(), others.begin(), others.end());
  for (const EntityRef one : all) {
    if (are_pinned) {
      std::erase(state.pinned, one);
    } else if (!is_pinned(one)) {
      state.pinned.push_back(one);
    }
  }
}

std::string owner_title(const Session& session, EntityRef entity) {
  const Recording& recording = *session.recordings[entity.recording].recording;
  if (has_several_streams(recording)) {
    return stream_title(recording.timeline(), recording.entity(entity.entity).stream);
  }
  const std::string& path = recording.file().path();
  return one_line(path.substr(path.find_last_of("/\\") + 1), 80);
}

bool has_counterpart(const Session& session, std::span<const EntityRef> shown, EntityRef entity) {
  return std::ranges::any_of(shown, [&](EntityRef other) {
    return other != entity && are_counterparts(session, entity, other);
  });
}

PinnedTitle pinned_title(const Session& session, std::span<const EntityRef> shown, EntityRef entity,
                         const std::string& called) {
  if (has_counterpart(session, shown, entity)) return {owner_title(session, entity), called, true};
  const Recording& recording = *session.recordings[entity.recording].recording;
  const EntityInfo info = recording.entity(entity.entity);
  std::string origin = "id " + one_line(info.id, 60);
  if (has_several_streams(recording)) {
    origin += " \xC2\xB7 " + stream_title(recording.timeline(), info.stream);
  }
  return {called, origin + " \xC2\xB7 " + one_line(recording_name(session, entity.recording), 80)};
}

}  // namespace scrubjay
