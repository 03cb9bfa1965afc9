#include "app/viewer/panels/entities/counterparts.h"

#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

std::vector<EntityRef> counterparts(const Session& session, EntityRef entity) {
  std::vector<EntityRef> found;
  const EntityInfo own =
      session.recordings[entity.recording].recording->entity(entity.entity);
  for (std::size_t place = 0; place < session.recordings.size(); ++place) {
    const Recording& recording = *session.recordings[place].recording;
    const bool is_own = place == entity.recording;
    if (is_own && !has_several_streams(recording)) continue;
    for (const EntityIndex index : recording.entities_with_id(own.id)) {
      const EntityInfo info = recording.entity(index);
      const bool is_same = info.id == own.id && (is_own ? info.stream != own.stream
                                                        : info.name == own.name);
      if (is_same) found.push_back({place, index});
    }
  }
  return found;
}

std::string owner_title(const Session& session, EntityRef entity) {
  const Recording& recording = *session.recordings[entity.recording].recording;
  if (has_several_streams(recording)) {
    return stream_title(recording.timeline(), recording.entity(entity.entity).stream);
  }
  const std::string& path = recording.file().path();
  return one_line(path.substr(path.find_last_of("/\\") + 1), 80);
}

}  // namespace scrubjay
