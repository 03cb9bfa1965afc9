#include "formats/colyseus/read/decoder.h"

#include <algorithm>

#include "core/number_text.h"
#include "core/text.h"
#include "formats/colyseus/read/entity_tracker.h"
#include "formats/colyseus/read/messages.h"

namespace scrubjay::colyseus {

Decoder::Decoder(const Recording& recording, const FileIndex& index)
    : recording_(recording),
      index_(index),
      seeker_(index),
      records_(index.file),
      streams_(index.steps.size()) {}

/// Ids are refIds, unique in their stream.
void Decoder::find_entities() {
  for (const std::size_t count = recording_.entity_count(); entities_found_ < count;
       ++entities_found_) {
    const EntityInfo info = recording_.entity(EntityIndex(entities_found_));
    const std::uint64_t ref_id = number_from<std::uint64_t>(info.id).value_or(0);
    streams_[info.stream.value].entities.insert(ref_id,
                                                static_cast<std::uint32_t>(entities_found_));
  }
}

void Decoder::decode(FrameIndex frame, Frame& out) {
  const FrameRow& row = index_.frames[frame.value];
  if (row.step == FrameRow::kNoStep) return;
  const PropertyTree::Node mark = out.tree.size();
  write_frame_properties(row, out.tree);
  out.properties = out.tree.since(mark);
  State& state = seeker_.seek(row.stream, row.step);
  Stream& stream = streams_[row.stream];
  if (!stream.is_placed || state.is_shape_changed()) {
    stream.placement.walk(state);
    state.shape_seen();
    stream.is_placed = true;
  }
  find_entities();
  write_entities(state, *(*index_.steps[row.stream])[row.step].types, stream, out);
}

void Decoder::write_frame_properties(const FrameRow& row, PropertyTree& tree) const {
  const Step& step = (*index_.steps[row.stream])[row.step];
  const PropertyTree::Node message = tree.text("message", row.is_full ? "full state" : "patch");
  const PropertyTree::Node bytes = tree.unsigned_integer("bytes", row.bytes);
  for (const PropertyTree::Node node : {message, bytes}) {
    tree.node_for_edit(node).role = PropertyRole::capture;
  }
  if (!step.clock) return;
  // formats/colyseus/README.md, 7: the clock of the server's room.
  tree.number("server time", step.clock->milliseconds / 1000.0, Precision::float64, "s");
  tree.unsigned_integer("last input", step.clock->last_input);
}

void Decoder::write_entities(const State& state, const Types& types, Stream& stream, Frame& out) {
  const Placement& placement = stream.placement;
  properties_.begin(state, placement, types.roles);
  const auto index_of = [&](std::uint32_t row) {
    EntityIndex index;
    index.value = stream.entities.find(placement.entities()[row].ref_id);
    return index;
  };
  for (std::uint32_t i = 0; i < placement.entities().size(); ++i) {
    const Placed& placed = placement.entities()[i];
    Entity entity;
    entity.index = index_of(i);
    if (!entity.index.exists() || !out.wants(entity.index)) continue;
    if (placed.parent == Placed::kNoParent) {
      entity.name = recording_.entity(entity.index).name;
    } else {
      entity.parent = index_of(placed.parent);
      entity.name = placed.has_key
                        ? keep_text(out.tree, state.text(placed.key))
                        : out.tree.keep(list_item_name(placed.collection, placed.position));
    }
    entity.precision = Precision::float64;
    entity.world = types.roles.transform_of(state, placement, placed.slot);
    const PropertyTree::Node mark = out.tree.size();
    properties_.write_fields(placed.slot, out.tree);
    entity.properties = out.tree.since(mark);
    out.entities.push_back(entity);
  }
  std::ranges::sort(out.entities, {}, &Entity::index);
}

void Decoder::decode_event(EventIndex event, PropertyTree& out) {
  const EventRow& row = index_.events[event.value];
  switch (row.kind) {
    case EventKind::entity:
    case EventKind::moved: write_derived(row, out); return;
    case EventKind::plain: return;
    default: break;
  }
  const auto bytes = records_.read(index_.source.records[row.record]);
  if (bytes && row.begin <= bytes->size()) write_message(row, bytes->subspan(row.begin), out);
}

void Decoder::write_derived(const EventRow& row, PropertyTree& tree) const {
  const auto write = [&](const Place& place) {
    if (!place.collection.exists()) return;
    tree.text("collection", tree.keep(index_.texts[place.collection]));
    if (place.key.exists()) {
      tree.text("key", keep_text(tree, index_.texts[place.key]));
    } else {
      tree.unsigned_integer("key", place.position);
    }
  };
  if (row.kind == EventKind::entity) {
    write(row.from);
    return;
  }
  const auto write_side = [&](std::string_view name, const Place& place) {
    const auto group = tree.open(name, PropertyType::group);
    tree.text("parent", tree.keep(format_number(place.parent).view()), PropertyType::entity);
    write(place);
    tree.close(group);
  };
  write_side("from", row.from);
  write_side("to", row.to);
}

}  // namespace scrubjay::colyseus
