#include "app/viewer/entity_references.h"

#include "app/viewer/entity_names.h"

namespace scrubjay {

EntityIndex EntityReferences::Ids::find(std::string_view id, StreamIndex stream,
                                        const Frame* frame) const {
  EntityIndex last;
  const auto recording = recording_.lock();
  if (recording == nullptr) return last;
  const auto [begin, end] = ids_.equal_range(id);
  for (auto at = begin; at != end; ++at) {
    if (stream.exists() && recording->entity(at->second).stream != stream) continue;
    if (frame != nullptr && frame->find(at->second) != nullptr) return at->second;
    if (!last.exists() || at->second > last) last = at->second;
  }
  return last;
}

bool EntityReferences::Ids::advance(const std::shared_ptr<const Recording>& recording,
                                    WorkBudget& budget) {
  if (recording_.lock() != recording) {
    ids_.clear();
    known_ = 0;
    recording_ = recording;
  }
  const std::size_t count = recording->entity_count();
  for (; known_ < count; ++known_) {
    if (budget.spend(4)) return false;
    ids_.emplace(recording->entity(EntityIndex(known_)).id, EntityIndex(known_));
  }
  return true;
}

std::optional<EntityRef> EntityReferences::find(ViewContext& context, std::size_t recording,
                                                StreamIndex stream, std::string_view id) {
  if (ids_.size() <= recording) ids_.resize(recording + 1);
  WorkBudget budget(kPanelBudget);
  const auto& opened = context.session().recordings[recording].recording;
  if (!ids_[recording].advance(opened, budget)) context.needs_redraw = true;
  const MomentFrame* shown = nullptr;
  for (const MomentFrame& frame : context.moment.frames) {
    if (frame.ref.recording == recording && frame.frame != nullptr &&
        (shown == nullptr || frame.frame->stream == stream)) {
      shown = &frame;
    }
  }
  const EntityIndex found =
      ids_[recording].find(id, stream, shown == nullptr ? nullptr : shown->frame);
  if (!found.exists()) return std::nullopt;
  return EntityRef{recording, found};
}

std::string EntityReferences::name_of(ViewContext& context, EntityRef of, const std::string& text) {
  const Recording& recording = *context.session().recordings[of.recording].recording;
  const StreamIndex stream =
      of.entity.exists() ? recording.entity(of.entity).stream : StreamIndex();
  const auto meant = find(context, of.recording, stream, text);
  if (!meant) return text;
  if (recording.entity(meant->entity).name.empty()) return text;
  return EntityNames::full_name(recording, meant->entity);
}

std::string named_value(PanelContext& context, EntityRef of, bool is_reference,
                        const std::string& text) {
  return is_reference ? context.caches.of<EntityReferences>().name_of(context, of, text) : text;
}

}  // namespace scrubjay
