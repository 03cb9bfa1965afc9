#include <algorithm>
#include <limits>
#include <utility>

#include "core/text.h"
#include "formats/mcap/limits.h"
#include "formats/mcap/read/indexer.h"

// States and events of files of other programs: an entity keeps its last state until it is replaced
// or ends.

namespace scrubjay::mcap {

namespace {

/// Names that people see of what a key stands for.
EntityInfo info_of(const ReadChannel& channel, std::string_view item_name, std::string& id) {
  if (channel.role == Role::scene) {
    id = channel.topic + "/" + valid_utf8(item_name);
  } else {
    id = is_transform_role(channel.role) ? valid_utf8(item_name) : channel.topic;
  }
  return {.id = id, .name = {}, .stream = channel.stream, .parent = {}};
}

std::string_view name_of_item(const ReadChannel& channel, const PropertyTree& tree,
                              const Item& item) {
  if (channel.role == Role::scene) return text_member(tree, item.properties, "id");
  return text_member(tree, item.properties, "child_frame_id");
}

}  // namespace

EntityIndex Indexer::add_entity(const std::string& key, const EntityInfo& info) {
  const EntityIndex entity = builder_.add_entity(info);
  index_.entities.append(index_.keys.add(key));
  living_.emplace_back();
  entities_.emplace(key, entity);
  // Parents may be told of behind their children.
  const auto waiting = waiting_.lower_bound({key, 0});
  if (waiting != waiting_.end() && waiting->first == key) arrived_.emplace_back(key, entity);
  return entity;
}

void Indexer::begin_state_frame(std::uint64_t log_time) {
  is_late_ = frame_.is_open && log_time < frame_.log_time;
  if (frame_.is_open && log_time <= frame_.log_time) {
    if (is_late_) {
      tell(Severity::warning, "time-order",
           "Messages come later in the file than others of a later time: they are shown with "
           "these.");
    }
    return;
  }
  close_frame();
  open_frame({.time = index_.seconds(log_time),
              .log_time = log_time,
              .number = builder_.next_frame().value,
              .stream = stream_of(""),
              .first = {}});
  end_expired();
}

void Indexer::end_life(EntityIndex entity) {
  Living& living = living_[entity.value];
  if (!living.lives()) return;
  living.is_ending = true;
  changed_.push_back(entity);
  set_parent(entity, "");
}

void Indexer::set_end(std::uint32_t entity, std::uint64_t end) {
  std::uint64_t& known = living_[entity].end;
  if (known == end) return;
  if (known != 0) expiries_.erase({known, entity});
  if (end != 0) expiries_.emplace(end, entity);
  known = end;
}

void Indexer::end_expired() {
  while (!expiries_.empty() && expiries_.begin()->first < frame_.log_time) {
    const std::uint32_t entity = expiries_.begin()->second;
    set_end(entity, 0);
    end_life(EntityIndex(entity));
  }
}

void Indexer::touch(const ReadChannel& channel, EntityIndex entity, std::uint32_t item,
                    std::uint64_t told, std::uint64_t end) {
  Living& living = living_[entity.value];
  const FrameIndex now = builder_.next_frame();
  if (living.life.exists() && living.last == now && !is_late_) {
    tell(Severity::warning, "same-time",
         "Messages on " + channel.topic +
             " hold the same at the same time: the last of each time is shown.");
  }
  if (!living.life.exists()) living.life = builder_.begin_life(entity, now);
  living.is_ending = false;
  living.last = now;
  living.told = told;
  set_end(entity.value, end);
  touched_[entity.value] = {.block = at_.block, .message = at_.message, .item = item};
}

void Indexer::add_steps() {
  for (const auto& [entity, step] : touched_) index_.add_step(EntityIndex(entity), step);
  touched_.clear();
}

void Indexer::set_parent(EntityIndex child, const std::string& key) {
  std::string& known = living_[child.value].parent;
  if (known == key) return;
  waiting_.erase({known, child.value});
  known = key;
  changed_.push_back(child);
}

/// Of what the open frame tells of an entity the last counts.
void Indexer::settle_states() {
  const FrameIndex now = builder_.next_frame();
  for (const EntityIndex entity : std::exchange(changed_, {})) {
    Living& living = living_[entity.value];
    if (std::exchange(living.is_ending, false)) {
      builder_.end_life(std::exchange(living.life, LifetimeIndex::none()),
                        now.value == 0 ? FrameIndex::none() : FrameIndex(now.value - 1));
    }
    if (living.parent.empty()) continue;
    const auto found = entities_.find(living.parent);
    if (found == entities_.end()) {
      waiting_.emplace(living.parent, entity.value);
    } else if (found->second != entity) {
      builder_.set_parent(entity, found->second);
    }
  }
  for (const auto& [key, parent] : std::exchange(arrived_, {})) {
    for (auto at = waiting_.lower_bound({key, 0}); at != waiting_.end() && at->first == key;
         at = waiting_.erase(at)) {
      builder_.set_parent(EntityIndex(at->second), parent);
    }
  }
}

EntityIndex Indexer::take_item(const ReadChannel& channel, const Item& item) {
  const std::string key = key_of(channel, tree_, item);
  const auto known = entities_.find(key);
  EntityIndex entity = known == entities_.end() ? EntityIndex::none() : known->second;
  if (!entity.exists()) {
    const std::string_view name = name_of_item(channel, tree_, item);
    std::string id;
    EntityInfo info = info_of(channel, name, id);
    const std::string valid = channel.role == Role::state || channel.role == Role::pose
                                  ? channel.topic
                                  : valid_utf8(name);
    info.name = valid;
    entity = add_entity(key, info);
  }
  std::uint64_t told = 0;
  std::uint64_t end = 0;
  if (channel.role == Role::scene) {
    const auto time = time_member(tree_, item.properties, "timestamp").value_or(0);
    const auto lifetime = time_member(tree_, item.properties, "lifetime").value_or(0);
    told = static_cast<std::uint64_t>(std::max<std::int64_t>(time, 0));
    // Zero: until it is deleted.
    if (lifetime > 0) {
      const std::uint64_t begin = std::max(frame_.log_time, told);
      const std::uint64_t most = std::numeric_limits<std::uint64_t>::max() - begin;
      end = begin + std::min(static_cast<std::uint64_t>(lifetime), most);
    }
    if (!living_[entity.value].lives()) scene_living_[channel.topic].insert(entity.value);
  }
  if (channel.role != Role::state) {
    const char* const name = is_transform_role(channel.role) ? "parent_frame_id" : "frame_id";
    set_parent(entity, frame_key(text_member(tree_, item.properties, name)));
  }
  touch(channel, entity, item.number, told, end);
  return entity;
}

void Indexer::take_deletions(const ReadChannel& channel, PropertyRange roots) {
  const auto list = member(tree_, roots, "deletions");
  if (!list) return;
  const auto end_if_earlier = [&](std::uint32_t entity, std::uint64_t time) {
    const bool is_earlier = living_[entity].told < time;
    if (is_earlier) end_life(EntityIndex(entity));
    return is_earlier || !living_[entity].lives();
  };
  for_each_root(
      tree_, children_of(tree_, *list), [&](PropertyTree::Node node, const PropertyNode&) {
        const PropertyRange deletion = children_of(tree_, node);
        const auto at = time_member(tree_, deletion, "timestamp").value_or(0);
        const auto time = static_cast<std::uint64_t>(std::max<std::int64_t>(at, 0));
        const bool is_all = text_member(tree_, deletion, "type") == "ALL" ||
                            number_member(tree_, deletion, "type") == 1.0;
        if (is_all) {
          std::erase_if(scene_living_[channel.topic],
                        [&](std::uint32_t entity) { return end_if_earlier(entity, time); });
          return;
        }
        const auto found = entities_.find(scene_key(channel, text_member(tree_, deletion, "id")));
        if (found != entities_.end()) end_if_earlier(found->second.value, time);
      });
}

void Indexer::take_state(const ReadChannel& channel, const MessageRecord& message) {
  begin_state_frame(message.log_time);
  const bool is_in_frame = channel.role == Role::pose && has_transforms_;
  if (channel.role == Role::state || (channel.role == Role::pose && !is_in_frame)) {
    // What it holds is looked at when a frame is.
    if (topic_entities_.size() <= channel.id) topic_entities_.resize(channel.id + std::size_t{1});
    EntityIndex& entity = topic_entities_[channel.id];
    tree_.clear();
    if (entity.exists()) {
      touch(channel, entity, 0, 0, 0);
    } else {
      entity = take_item(channel, {});
    }
    return;
  }
  tree_.clear();
  const MessageOutcome outcome = values_.append(tree_, channel, message.data);
  // What is wrong with a pose is told with its frames.
  if (!is_in_frame) tell_message(outcome, channel);
  const PropertyRange roots{0, tree_.size()};
  if (channel.role == Role::scene) take_deletions(channel, roots);
  each_item(channel, tree_, roots, [&](const Item& item) { take_item(channel, item); });
}

void Indexer::before_event(std::uint64_t log_time) {
  if (!has_state_) begin_state_frame(log_time);
  if (!first_event_) first_event_ = log_time;
}

void Indexer::add_event(EventInfo event) {
  event.frame = builder_.next_frame();
  event.order = next_order_++;
  event.source_offset = packed_place(at_.block, at_.message);
  builder_.add_event(event);
}

void Indexer::take_log(const ReadChannel& channel, const MessageRecord& message) {
  before_event(message.log_time);
  tree_.clear();
  tell_message(values_.append(tree_, channel, message.data), channel);
  const PropertyRange roots{0, tree_.size()};
  if (channel.role == Role::log) {
    std::string name =
        valid_utf8(text_member(tree_, roots, "message").substr(0, limits::kMostEventName));
    std::string tag(text_member(tree_, roots, "level"));
    if (tag.empty()) {
      // JSON has its number.
      constexpr std::array<const char*, 6> kLevels{"UNKNOWN", "DEBUG", "INFO",
                                                   "WARNING", "ERROR", "FATAL"};
      const double level = number_member(tree_, roots, "level").value_or(0);
      if (level >= 0 && level < kLevels.size()) tag = kLevels[static_cast<std::size_t>(level)];
    }
    const Seconds time = index_.seconds(message.log_time);
    add_event({.frame = {}, .time = time, .end = time, .entity = {}, .name = name, .tag = tag});
    return;
  }
  const auto begin = time_member(tree_, roots, "start_time");
  const auto end = time_member(tree_, roots, "end_time");
  const auto seconds = [&](std::optional<std::int64_t> time) {
    return index_.seconds(time && *time > 0 ? static_cast<std::uint64_t>(*time) : message.log_time);
  };
  const Seconds time = seconds(begin);
  add_event({.frame = {},
             .time = time,
             .end = std::max(seconds(end), time),
             .entity = {},
             .name = channel.topic,
             .tag = "event"});
}

}  // namespace scrubjay::mcap
