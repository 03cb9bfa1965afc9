#include "app/viewer/entity_names.h"

#include "core/text.h"
#include "core/utf8.h"

namespace scrubjay {

namespace {

constexpr std::size_t kLongestShortName = 48;
constexpr std::size_t kLongestFullName = 200;

std::string cut_name(std::string_view name, std::size_t most) {
  std::string text = valid_utf8(whole_characters(name, most));
  if (name.size() > most) text += "…";
  return text;
}

}  // namespace

const ShortNames& EntityNames::names_of(const std::shared_ptr<Recording>& recording) {
  Known& known = known_[recording.get()];
  if (known.recording.expired()) {  // new, or another one at the same address
    known = {recording, {}};
    std::erase_if(known_, [](const auto& one) { return one.second.recording.expired(); });
  }
  ShortNames& names = known_[recording.get()].names;
  names.update(*recording);
  return names;
}

std::string EntityNames::short_name(const Session& session, EntityRef entity) {
  const std::shared_ptr<Recording>& recording = session.recordings[entity.recording].recording;
  const EntityInfo info = recording->entity(entity.entity);
  return cut_name(names_of(recording).of(info.name, info.id), kLongestShortName);
}

bool EntityNames::is_shared(const Session& session, EntityRef entity) {
  const std::shared_ptr<Recording>& recording = session.recordings[entity.recording].recording;
  return names_of(recording).is_shared(recording->entity(entity.entity).name);
}

std::string EntityNames::full_name(const Session& session, EntityRef entity) {
  return full_name(*session.recordings[entity.recording].recording, entity.entity);
}

std::string EntityNames::full_name(const Recording& recording, EntityIndex entity) {
  const EntityInfo info = recording.entity(entity);
  std::string text = cut_name(info.name, kLongestFullName);
  if (!info.id.empty() && info.id != info.name)
    text += " · " + cut_name(info.id, kLongestShortName);
  return text;
}

}  // namespace scrubjay
