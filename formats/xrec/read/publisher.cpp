#include "formats/xrec/read/publisher.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scrubjay::xrec {

Publisher::Publisher(FileIndex& index, RecordingBuilder& builder)
    : index_(index), builder_(builder), stream_(builder.add_stream("0", "")) {}

/// The builder numbers entities as the table does its rows.
std::uint32_t Publisher::add_path(std::string_view path) {
  const PathTable& paths = index_.paths;
  const std::uint32_t first = paths.size();
  const std::uint32_t row = index_.paths.add(path);
  for (std::uint32_t added = first; added < paths.size(); ++added) {
    const EntityIndex entity =
        builder_.add_entity(paths.path(added), paths.name(added), EntityKind::other, stream_);
    const std::uint32_t parent = paths.parent(added);
    if (parent != PathTable::kNone) builder_.set_parent(entity, EntityIndex(parent));
    index_.sample_counts.append();
  }
  begins_.resize(paths.size());
  return row;
}

void Publisher::take_frame(const PacketDigest::FrameRun& run, ByteRange packet) {
  const auto [known, is_new] = frames_.try_emplace(run.number);
  WaitingFrame& frame = known->second;
  if (is_new) {
    frame.rtss = run.rtss;
    frame.bytes = packet;
    order_.emplace(run.rtss.begin, run.number);
    return;
  }
  frame.rtss.end = std::max(frame.rtss.end, run.rtss.end);
  if (run.rtss.begin < frame.rtss.begin) {
    frame.rtss.begin = run.rtss.begin;
    order_.emplace(run.rtss.begin, run.number);
  }
}

/// A parent is there as soon as one of its children is.
void Publisher::take_life(std::uint32_t entity, double rtss, std::int64_t frame) {
  for (; entity != PathTable::kNone; entity = index_.paths.parent(entity)) {
    Begin& begin = begins_[entity];
    if (begin.is_told) return;
    if (begin.is_known && std::tie(begin.rtss, begin.frame) <= std::tie(rtss, frame)) return;
    begin.rtss = rtss;
    begin.frame = frame;
    begin.is_known = true;
    frames_[frame].entities.push_back(entity);
  }
}

void Publisher::take_event(const PacketDigest::Listed& event, std::uint32_t packet,
                           std::uint32_t entity) {
  WaitingEvent& row = frames_[event.frame].events.emplace_back();
  row.at = {event.rtss, packet, event.place};
  row.entity = entity;
  row.name = texts_.add(event.name);
  row.tag = texts_.add(event.tag);
  if (event.kind == EventKind::scene_graph) take_action(event, row);
  if (event.kind == EventKind::client_enter) {
    const auto [known, is_new] = clients_.try_emplace(row.name.value, row.at);
    if (!is_new) known->second = std::min(known->second, row.at);
  }
}

void Publisher::take_action(const PacketDigest::Listed& event, WaitingEvent& row) {
  if (event.tag == "initialize") {
    row.action = static_cast<std::uint32_t>(actions_.size());
    actions_.emplace_back();
    steps_.push({row.at, row.name, row.action});
  } else if (event.tag == "perform") {
    steps_.push({row.at, row.name, kNone});
  }
}

void Publisher::end_actions_before(double rtss) {
  for (; !steps_.empty() && steps_.top().at.rtss < rtss; steps_.pop()) {
    const ActionStep& step = steps_.top();
    if (step.action != kNone) {
      begun_[step.name.value] = step.action;
    } else if (const auto begun = begun_.find(step.name.value); begun != begun_.end()) {
      end_action(begun->second, step.at.rtss);
      begun_.erase(begun);
    }
  }
}

void Publisher::end_action(std::uint32_t row, double rtss) {
  Action& action = actions_[row];
  action.end_rtss = rtss;
  action.has_ended = true;
  if (action.event.exists()) builder_.end_event(action.event, shown(rtss));
}

void Publisher::publish_before(double rtss, std::int64_t frame) {
  end_actions_before(rtss);
  while (!order_.empty()) {
    const auto [begin, number] = order_.top();
    const auto found = frames_.find(number);
    if (found == frames_.end() || found->second.rtss.begin != begin) {
      order_.pop();
      continue;
    }
    // Its events at a time that others may still have would come before theirs.
    if (!(found->second.rtss.end < rtss) || number >= frame) return;
    order_.pop();
    publish(number, found->second);
    frames_.erase(found);
  }
}

void Publisher::publish_all() {
  end_actions_before(std::numeric_limits<double>::infinity());
  for (; !order_.empty(); order_.pop()) {
    const auto [begin, number] = order_.top();
    const auto found = frames_.find(number);
    if (found == frames_.end() || found->second.rtss.begin != begin) continue;
    publish(number, found->second);
    frames_.erase(found);
  }
}

void Publisher::publish(std::int64_t number, WaitingFrame& frame) {
  std::ranges::sort(frame.events, {}, &WaitingEvent::at);
  std::uint32_t order = 0;
  for (const WaitingEvent& event : frame.events) publish_event(event, order++);
  std::ranges::sort(frame.entities);
  for (const std::uint32_t entity : frame.entities) {
    Begin& begin = begins_[entity];
    if (begin.frame != number || begin.is_told) continue;
    begin.is_told = true;
    builder_.begin_life(EntityIndex(entity), builder_.next_frame());
  }
  index_.frame_rtss.append(frame.rtss.begin);
  builder_.add_frame(shown(frame.rtss.begin), number, frame.bytes, stream_);
}

void Publisher::publish_event(const WaitingEvent& event, std::uint32_t order) {
  Action* action = event.action == kNone ? nullptr : &actions_[event.action];
  const bool has_ended = action != nullptr && action->has_ended;
  EventInfo info{.frame = builder_.next_frame(),
                 .time = shown(event.at.rtss),
                 .end = shown(has_ended ? action->end_rtss : event.at.rtss),
                 .entity = {},
                 .name = texts_[event.name],
                 .tag = texts_[event.tag],
                 .order = order,
                 .source_offset = index_.packets[event.at.packet].offset,
                 .source_detail = event.at.place,
                 .role = texts_[event.tag] == kChapterTag ? EventRole::chapter : EventRole::none};
  if (event.entity != kNone) info.entity = EntityIndex(event.entity);
  const EventIndex index = builder_.add_event(info);
  if (action != nullptr) action->event = index;
}

Seconds Publisher::shown(double rtss) const {
  constexpr double kMost = std::numeric_limits<double>::max();
  return std::clamp(rtss - index_.origin, -kMost, kMost);
}

double Publisher::first_rtss() const {
  const auto first = std::ranges::min_element(
      frames_, {}, [](const auto& frame) { return frame.second.rtss.begin; });
  return first == frames_.end() ? 0.0 : first->second.rtss.begin;
}

std::vector<std::string_view> Publisher::clients() const {
  std::vector<std::pair<EventPlace, std::string_view>> sorted;
  for (const auto& [name, at] : clients_) {
    TextId id;
    id.value = name;
    sorted.emplace_back(at, texts_[id]);
  }
  std::ranges::sort(sorted);
  std::vector<std::string_view> names;
  for (const auto& [at, name] : sorted) names.push_back(name);
  return names;
}

}  // namespace scrubjay::xrec
