#include "app/viewer/panels/properties/properties_cache.h"

#include <utility>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"

namespace scrubjay {

namespace {

void copy_recording(const Recording& recording, PropertyTree& out) {
  const auto add = [&](std::string_view name, std::string_view value) {
    if (!value.empty()) out.text(out.keep(name), out.keep(value));
  };
  const auto group = out.open("recording", PropertyType::group);
  add("file", recording.file().path());
  add("size", byte_size_text(stored_bytes(recording)));
  add("format", format_words(recording.info()));
  for (const auto& [name, value] : recording.info().metadata) add(name, value);
  add("coordinates", coordinate_words(recording.info().coordinates));
  add("frames", grouped_digits(recording.frame_count()));
  add("entities", grouped_digits(recording.entity_count()));
  add("events", grouped_digits(recording.event_count()));
  const auto details = out.open("details", PropertyType::group);
  out.node_for_edit(details).flags |= kPropertyCollapsed;
  recording.details(out);
  out.close(details);
  out.close(group);
}

/// The state at the playhead that belongs to `of`, or null.
const MomentFrame* state_of(const Moment& moment, EntityRef of) {
  if (of.entity.exists()) return moment.frame_of(of);
  for (const MomentFrame& shown : moment.frames) {
    if (shown.ref.recording == of.recording && shown.frame != nullptr) return &shown;
  }
  return nullptr;
}

/// Returns where the source's own properties begin.
PropertyTree::Node fill(const Recording& recording, const Frame* frame, EntityRef of,
                        PropertyTree& out) {
  if (of.entity.exists()) {
    const Entity* entity = frame == nullptr ? nullptr : frame->find(of.entity);
    if (entity != nullptr) return copy_properties(*frame, entity, out);
    out.clear();
    return 0;
  }
  out.clear();
  copy_recording(recording, out);
  const PropertyTree::Node own = out.size();
  if (frame != nullptr) out.append_copy(frame->tree, frame->properties);
  return own;
}

/// Converts what was copied as recorded, and keeps that beside it.
void show_in(const std::optional<CoordinateSystem>& chosen, const CoordinateSystem& recorded,
             PropertySnapshot& snapshot) {
  snapshot.recorded.clear();
  snapshot.recorded_coordinates = recorded;
  snapshot.coordinates = chosen.value_or(recorded);
  const CoordinateConversion way(recorded, *snapshot.coordinates);
  if (way.is_identity()) return;
  snapshot.recorded.append_copy(snapshot.tree, {0, snapshot.tree.size()});
  convert_coordinates(snapshot.tree, {0, snapshot.tree.size()}, way);
}

}  // namespace

bool update_snapshot(const Session& session, const Moment& moment, EntityRef of,
                     const std::optional<CoordinateSystem>& coordinates,
                     PropertySnapshot& snapshot) {
  const Recording* recording = session.recordings[of.recording].recording.get();
  const MomentFrame* shown = state_of(moment, of);
  const Frame* frame = shown == nullptr ? nullptr : shown->frame;
  const Frame* previous = shown == nullptr ? nullptr : shown->previous;
  if (previous != nullptr && of.entity.exists() && previous->find(of.entity) == nullptr) {
    previous = nullptr;
  }
  const FrameIndex index = frame == nullptr ? FrameIndex() : frame->index;
  const FrameIndex previous_index = previous == nullptr ? FrameIndex() : previous->index;
  const std::uint64_t decoding = shown == nullptr ? 0 : shown->decoding;
  std::optional<CoordinateSystem> shown_in = coordinates;
  if (frame == nullptr) shown_in.reset();
  if (frame != nullptr && !coordinates) shown_in = frame->coordinates;
  const std::size_t known = of.entity.exists() ? 0 : recording->frame_count();
  if (snapshot.of == of && snapshot.recording == recording && snapshot.frame == index &&
      snapshot.decoding == decoding && snapshot.previous_frame == previous_index &&
      snapshot.coordinates == shown_in && snapshot.frames_known == known) {
    return false;
  }
  snapshot.of = of;
  snapshot.recording = recording;
  snapshot.held = session.recordings[of.recording].recording;
  snapshot.frame = index;
  snapshot.decoding = decoding;
  snapshot.previous_frame = previous_index;
  snapshot.frames_known = known;
  ++snapshot.version;
  snapshot.stream = of.entity.exists() ? recording->entity(of.entity).stream : StreamIndex();
  snapshot.own = fill(*recording, frame, of, snapshot.tree);
  snapshot.recorded.clear();
  snapshot.coordinates = shown_in;
  if (frame != nullptr) show_in(coordinates, frame->coordinates, snapshot);
  if (previous == nullptr) {
    snapshot.previous.clear();
    snapshot.previous_of.clear();
  } else {
    fill(*recording, previous, of, snapshot.previous);
    convert_coordinates(snapshot.previous, {0, snapshot.previous.size()},
                        CoordinateConversion(previous->coordinates, *snapshot.coordinates));
    match_nodes(snapshot.tree, snapshot.previous, snapshot.previous_of);
  }
  return true;
}

bool update_event_snapshot(const Session& session, const SelectedEvent& event,
                           const std::optional<CoordinateSystem>& coordinates, EventReader& reader,
                           Background& background, PropertySnapshot& snapshot) {
  const std::shared_ptr<Recording>& recording = session.recordings[event.recording].recording;
  const PropertyTree* tree = reader.find({recording, event.event}, background);
  const EventInfo info = recording->event(event.event);
  const FrameIndex frame = tree == nullptr ? FrameIndex() : info.frame;
  const CoordinateSystem recorded = recording->reader().coordinates(*recording, info.frame);
  const CoordinateSystem shown = coordinates.value_or(recorded);
  const EntityRef of{event.recording, info.entity};
  if (snapshot.recording == recording.get() && snapshot.event == event.event && snapshot.of == of &&
      snapshot.frame == frame && snapshot.coordinates == shown) {
    return false;
  }
  snapshot.of = of;
  snapshot.event = event.event;
  snapshot.recording = recording.get();
  snapshot.held = recording;
  snapshot.frame = frame;
  snapshot.stream = recording->timeline().stream(info.frame);
  ++snapshot.version;
  snapshot.tree.clear();
  if (tree != nullptr) snapshot.tree.append_copy(*tree, {0, tree->size()});
  show_in(coordinates, recorded, snapshot);
  return true;
}

}  // namespace scrubjay
