#include "formats/xrec/extension_indexer.h"

#include <cmath>
#include <string>

#include "formats/xrec/extension.h"

namespace scrubjay::xrec::extension {

void Indexer::run(Container container, Problems problems) {
  origin_ = std::isfinite(container.start().rtss) ? container.start().rtss : 0.0;
  tell(problems);
  while (!builder_.cancelled()) {
    const auto step = container.next(problems);
    if (!step) break;
    take(*step, problems);
    tell(problems);
    builder_.progress(container.offset());
  }
  if (!builder_.cancelled()) container.check_counts(found_, problems);
  tell(problems);
  finish(container);
}

void Indexer::tell(Problems& problems) {
  for (Problem& problem : problems.take()) builder_.add_problem(std::move(problem));
}

void Indexer::take(const Container::Step& step, Problems& problems) {
  if (step.packet.is(PacketType::event)) ++counts_.event_packets;
  if (!step.event) return;
  packet_ = {step.packet.offset, step.packet.end() - step.packet.offset};
  visit_events(*step.event, reader_, problems, [&](const CapturedEvent& event) {
    ++counts_.captured;
    const auto known = counts_.by_type.find(event.type_name);
    ++(known != counts_.by_type.end() ? known->second
                                      : counts_.by_type[std::string(event.type_name)]);
    if (take_own(event)) return;
    problems.add(ProblemCode::bad_event, [&] {
      return "The event at byte " + std::to_string(event.place) +
             " of its packet's block is lost: it lacks fields, or names what is not there.";
    });
  });
  found_ += reader_.events_found();
}

/// True also for events that are not our own: what they say stands in our own ones, too.
bool Indexer::take_own(const CapturedEvent& event) {
  if (!event.type_name.starts_with(kOwnTypes)) return true;
  if (event.type_name == kStates) return take_states(event);
  if (event.type_name == kResourceData) return true;
  tree_.clear();
  const Fields fields(tree_, reader_.properties(event.place, tree_));
  if (event.type_name == kFrame) return take_frame(event, fields);
  if (event.type_name == kRecorded) return take_recorded(fields);
  if (event.type_name == kEntity) return take_entity(fields);
  if (event.type_name == kLife) return take_life(fields);
  if (event.type_name == kStream) return take_stream(fields);
  if (event.type_name == kLayer) return take_layer(fields);
  if (event.type_name == kResource) return take_resource(event, fields);
  if (event.type_name == kComment) return take_comment(fields);
  return true;
}

bool Indexer::take_stream(const Fields& fields) {
  const auto row = fields.integer("Stream");
  const auto id = fields.text("Id");
  const auto name = fields.text("Name");
  return row && id && name && rebuilder_.add_stream(*row, *id, *name);
}

bool Indexer::take_entity(const Fields& fields) {
  const auto row = fields.row("Entity");
  const auto id = fields.text("Id");
  const auto name = fields.text("Name");
  const auto kind = fields.text("Kind");
  const auto stream = fields.integer("Stream");
  if (!row || !id || !name || !kind || !stream || !fields.integer("Parent")) return false;
  return rebuilder_.add_entity({.row = *row,
                                .id = *id,
                                .name = *name,
                                .kind = states::kind_named(*kind),
                                .stream = *stream,
                                .parent = fields.row("Parent"),
                                .is_background = false});
}

bool Indexer::take_life(const Fields& fields) {
  const auto first = fields.row("First");
  const auto last = fields.integer("Last");
  return first && last && rebuilder_.add_life(fields.row("Entity"), *first, *last);
}

bool Indexer::take_layer(const Fields& fields) {
  const auto name = fields.text("Name");
  if (name) builder_.add_layer(*name);
  return name.has_value();
}

bool Indexer::take_recorded(const Fields& fields) {
  const auto row = fields.row("Event");
  const auto frame = fields.row("Frame");
  const auto place = fields.row("Place");
  const auto name = fields.text("Name");
  const auto tag = fields.text("Tag");
  const auto time = fields.number("Time");
  const auto end = fields.number("End");
  const auto order = fields.row("Order");
  if (!row || !frame || !place || !name || !tag || !time || !end || !order) return false;
  return rebuilder_.add_event({.row = *row,
                               .frame = *frame,
                               .place = *place,
                               .name = *name,
                               .tag = *tag,
                               .entity = fields.row("Entity"),
                               .time = *time,
                               .end = *end,
                               .order = *order});
}

bool Indexer::take_frame(const CapturedEvent& event, const Fields& fields) {
  const auto frame = fields.row("Frame");
  const auto stream = fields.integer("Stream");
  if (!frame || !stream) return false;
  if (const auto text = fields.text("Coordinates")) {
    const auto system = CoordinateSystem::parse(*text);
    if (!system) return false;
    rebuilder_.set_coordinates(*system);
  }
  return rebuilder_.add_frame({.row = *frame,
                               .stream = *stream,
                               .time = event.rtss - origin_,
                               .number = static_cast<std::uint64_t>(event.frame),
                               .bytes = packet_});
}

bool Indexer::take_states(const CapturedEvent& event) {
  const auto part = states_part(reader_, event.place);
  if (!part) return false;
  return part->part > 0 || index_.states.add_group(packet_.begin, part->first, part->frames);
}

bool Indexer::take_resource(const CapturedEvent& event, const Fields& fields) {
  const auto path = fields.text("Path");
  const auto type = fields.text("Type");
  const auto size = fields.integer("Size");
  if (!path || !type || !size) return false;
  index_.resources.append(packet_.begin, event.place);
  builder_.add_resource({.path = *path,
                         .type = *type,
                         .size_bytes = static_cast<std::uint64_t>(*size),
                         .source_offset = packet_.begin,
                         .source_size = packet_.size});
  return true;
}

bool Indexer::take_comment(const Fields& fields) {
  const auto id = fields.text("Id");
  const auto text = fields.text("Text");
  const auto color = fields.text("Color");
  const auto target = fields.text("Target");
  const auto x = fields.number("X");
  const auto y = fields.number("Y");
  if (!id || !text || !color || !target || !x || !y) return false;
  CommentInfo comment;
  comment.id = *id;
  comment.text = *text;
  comment.color = *color;
  comment.target = *target == "property" ? CommentInfo::Target::property
                   : *target == "event"  ? CommentInfo::Target::event
                                         : CommentInfo::Target::timeline;
  comment.property = fields.row("Property").value_or(CommentInfo::kNoProperty);
  comment.x = *x;
  comment.y = *y;
  rebuilder_.add_comment(comment, fields.row("Frame"), fields.row("Entity"), fields.row("Event"));
  return true;
}

void Indexer::finish(const Container& container) {
  rebuilder_.finish();
  PropertyTree details;
  add_container_details(container, counts_, details);
  add_end_metadata(container, details);
  builder_.set_details(details);
  const Metadata& end = container.end_metadata();
  const auto node = find_path(end.tree, end.entries(), kCompleteKey);
  const bool was_cut =
      node && end.tree[*node].type == PropertyType::boolean && !end.tree[*node].boolean;
  builder_.set_complete(container.is_complete() && !was_cut);
}

}  // namespace scrubjay::xrec::extension
