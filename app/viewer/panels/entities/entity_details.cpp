#include "app/viewer/panels/entities/entity_details.h"

#include "app/shared/source_mark.h"
#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/widgets/row_paint.h"

namespace scrubjay {

std::string entity_details(const ViewContext& context, EntityRef entity) {
  const Session& session = context.session();
  const Recording& recording = *session.recordings[entity.recording].recording;
  const EntityInfo info = recording.entity(entity.entity);
  std::string text = entity_title(context, entity) + "\nid " + one_line(info.id, 60);
  if (has_several_streams(recording)) {
    text += "\n" + stream_title(recording.timeline(), info.stream);
  }
  if (session.recordings.size() > 1) {
    text += "\n" + mark_of(session, entity.recording).letters + " \xC2\xB7 " +
            recording_name(session, entity.recording);
  }
  return text;
}

}  // namespace scrubjay
