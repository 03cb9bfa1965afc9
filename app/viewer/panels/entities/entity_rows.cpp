#include "app/viewer/panels/entities/entity_rows.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/text.h"

namespace scrubjay {

namespace {

/// Recordings with fewer entities than this are listed without headers.
constexpr std::size_t kGroupFrom = 30;
/// Groups of things that stand still are folded at first when they are larger than this.
constexpr std::size_t kFoldFrom = 20;
constexpr std::uint16_t kDeepest = 1000;

constexpr std::array<EntityKind, kEntityKinds> kKindsInOrder{
    EntityKind::vehicle, EntityKind::person,     EntityKind::other,
    EntityKind::camera,  EntityKind::sensor,     EntityKind::signal,
    EntityKind::sign,    EntityKind::controller, EntityKind::prop};

std::size_t place_of(EntityKind kind) {
  return static_cast<std::size_t>(std::ranges::find(kKindsInOrder, kind) - kKindsInOrder.begin());
}

bool stands_still(EntityKind kind) {
  return kind == EntityKind::prop || kind == EntityKind::sign || kind == EntityKind::signal ||
         kind == EntityKind::controller;
}

}  // namespace

namespace {

/// Headers stand just below none(): no table of entities is as long.
EntityRef header_ref(std::size_t recording, StreamIndex stream, std::uint32_t header) {
  constexpr std::uint32_t kHeaders = 16;
  EntityIndex index;
  index.value -= 1U + stream.value * kHeaders + header;
  return {recording, index};
}

}  // namespace

EntityRef group_ref(std::size_t recording, EntityKind kind, StreamIndex stream) {
  static_assert(kEntityKinds < 15);
  return header_ref(recording, stream, static_cast<std::uint32_t>(kind));
}

EntityRef stream_ref(std::size_t recording, StreamIndex stream) {
  return header_ref(recording, stream, 15);
}

std::span<const EntityKind> kinds_in_order() { return kKindsInOrder; }

std::string_view plural_of(EntityKind kind) {
  switch (kind) {
    case EntityKind::other: return "Others";
    case EntityKind::vehicle: return "Vehicles";
    case EntityKind::person: return "People";
    case EntityKind::signal: return "Traffic lights";
    case EntityKind::sign: return "Signs";
    case EntityKind::sensor: return "Sensors";
    case EntityKind::prop: return "Props";
    case EntityKind::controller: return "Controllers";
    case EntityKind::camera: return "Cameras";
  }
  return "Others";
}

bool is_open_by_default(EntityRowType type, EntityKind kind, std::size_t count) {
  return type != EntityRowType::group || !stands_still(kind) || count <= kFoldFrom;
}

bool is_told_by_tree(const Recording& recording, const EntityInfo& entity) {
  if (entity.id == entity.name) return true;
  if (!entity.parent.exists()) return false;
  const std::string_view above = recording.entity(entity.parent).id;
  constexpr std::string_view kSeparators = "./";
  return !above.empty() && entity.id.size() == above.size() + 1 + entity.name.size() &&
         entity.id.starts_with(above) && entity.id.ends_with(entity.name) &&
         kSeparators.contains(entity.id[above.size()]);
}

bool entity_matches(const EntityInfo& entity, std::string_view search) {
  for (auto word = next_word(search); !word.empty(); word = next_word(search)) {
    if (!is_in_title(entity, word)) return false;
  }
  return true;
}

void EntitySearch::set_text(std::string_view text) {
  if (text == text_) return;
  text_ = text;
  verdicts_.clear();
}

bool EntitySearch::matches(std::size_t recording, const Recording& source, EntityIndex entity) {
  if (verdicts_.size() <= recording) verdicts_.resize(recording + 1);
  std::vector<Verdict>& verdicts = verdicts_[recording];
  if (verdicts.size() <= entity.value) {
    verdicts.resize(std::max<std::size_t>(source.entity_count(), std::size_t{entity.value} + 1));
  }
  Verdict& verdict = verdicts[entity.value];
  if (verdict == Verdict::unknown) {
    verdict = entity_matches(source.entity(entity), text_) ? Verdict::yes : Verdict::no;
  }
  return verdict == Verdict::yes;
}

void EntityRowsBuild::start(std::vector<EntityList> lists, const std::set<EntityRef>& toggled) {
  lists_ = std::move(lists);
  toggled_ = toggled;
  rows_.clear();
  found_ = 0;
  current_ = 0;
  at_ = 0;
  stage_ = lists_.empty() ? Stage::done : Stage::fill;
}

bool EntityRowsBuild::advance(EntitySearch& search, WorkBudget& budget) {
  searching_ = search.is_active();
  while (stage_ != Stage::done) {
    bool finished = false;
    switch (stage_) {
      case Stage::fill: finished = fill(budget); break;
      case Stage::link: finished = link(budget); break;
      case Stage::match: finished = match(search, budget); break;
      case Stage::order: finished = order(budget); break;
      case Stage::emit: finished = emit(budget); break;
      case Stage::done: finished = true; break;
    }
    if (!finished) return false;
    next_stage();
  }
  return true;
}

void EntityRowsBuild::next_stage() {
  at_ = 0;
  switch (stage_) {
    case Stage::fill: stage_ = Stage::link; break;
    case Stage::link: stage_ = Stage::match; break;
    case Stage::match: stage_ = Stage::order; break;
    case Stage::order:
      begin_emit();
      stage_ = Stage::emit;
      break;
    case Stage::emit:
    case Stage::done: {
      ++current_;
      stage_ = current_ < lists_.size() ? Stage::fill : Stage::done;
      break;
    }
  }
}

/// Takes every entity of the recording, if the list asks for it, and notes where each one stands.
bool EntityRowsBuild::fill(WorkBudget& budget) {
  EntityList& now = lists_[current_];
  if (at_ == 0) {
    parent_.clear();
    slot_of_.assign(now.all                ? 0
                    : now.entities.empty() ? 0
                                           : now.entities.back().index.value + 1U,
                    kNone);
    if (now.all) now.entities.clear();
  }
  const std::size_t count = now.all ? now.source->entity_count() : now.entities.size();
  for (; at_ < count; ++at_) {
    if (now.all) {
      const EntityInfo info = now.source->entity(EntityIndex(at_));
      if (info.is_background && !now.background) {
        slot_of_.push_back(kNone);
      } else {
        slot_of_.push_back(static_cast<std::uint32_t>(now.entities.size()));
        now.entities.push_back({EntityIndex(at_), info.parent, info.kind, info.stream});
      }
    } else {
      slot_of_[now.entities[at_].index.value] = at_;
    }
    if (budget.spend()) {
      ++at_;
      return at_ >= count;
    }
  }
  return true;
}

/// Finds each entity's parent among those listed.
bool EntityRowsBuild::link(WorkBudget& budget) {
  const std::vector<ListedEntity>& entities = list().entities;
  if (at_ == 0) {
    parent_.assign(entities.size(), kNone);
    walked_.assign(entities.size(), 0);
  }
  for (; at_ < entities.size(); ++at_) {
    const std::uint32_t parent = entities[at_].parent.value;
    if (parent < slot_of_.size()) parent_[at_] = slot_of_[parent];
    if (budget.spend()) {
      ++at_;
      return false;
    }
  }
  for (std::uint32_t slot = 0; slot < entities.size(); ++slot) break_cycles_at(slot);
  return true;
}

/// A damaged recording may make things parents of each other: the place where the walk upwards
/// meets itself becomes a root. Each slot is walked once.
void EntityRowsBuild::break_cycles_at(std::uint32_t slot) {
  constexpr std::uint8_t kOnWay = 1;
  constexpr std::uint8_t kSafe = 2;
  std::uint32_t at = slot;
  while (at != kNone && walked_[at] == 0) {
    walked_[at] = kOnWay;
    const std::uint32_t above = parent_[at];
    if (above != kNone && walked_[above] == kOnWay) parent_[at] = kNone;
    at = parent_[at];
  }
  for (at = slot; at != kNone && walked_[at] == kOnWay; at = parent_[at]) walked_[at] = kSafe;
}

/// Marks what the search found, and what is above it.
bool EntityRowsBuild::match(EntitySearch& search, WorkBudget& budget) {
  const EntityList& now = list();
  if (at_ == 0) shown_.assign(now.entities.size(), searching_ ? 0 : 2);
  if (!searching_) return true;
  for (; at_ < now.entities.size(); ++at_) {
    const EntityIndex index = now.entities[at_].index;
    if (search.matches(now.recording, *now.source, index) ||
        std::ranges::binary_search(now.found_by_value, index)) {
      shown_[at_] = 2;
      ++found_;
      for (std::uint32_t up = parent_[at_]; up != kNone && shown_[up] == 0; up = parent_[up]) {
        shown_[up] = 1;
      }
    }
    if (budget.spend(8)) {
      ++at_;
      return false;
    }
  }
  return true;
}

/// Sorts slots by parent, each parent's in order of index; roots by stream and kind if those get
/// headers.
bool EntityRowsBuild::order(WorkBudget& budget) {
  const std::vector<ListedEntity>& entities = list().entities;
  const std::size_t count = entities.size();
  first_child_.assign(count + 1, 0);
  roots_.clear();
  streams_ = std::max<std::size_t>(1, list().source->timeline().stream_count());
  stream_counts_.assign(streams_, 0);
  const auto stream_of = [&](std::uint32_t slot) {
    return std::min<std::size_t>(entities[slot].stream.value, streams_ - 1);
  };
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    if (shown_[slot] == 0) continue;
    ++stream_counts_[stream_of(slot)];
    if (parent_[slot] == kNone) {
      roots_.push_back(slot);
    } else {
      ++first_child_[parent_[slot] + 1];
    }
  }
  for (std::size_t i = 0; i < count; ++i) first_child_[i + 1] += first_child_[i];
  filled_.assign(first_child_.begin(), first_child_.end() - 1);
  children_.resize(first_child_[count]);
  for (std::uint32_t slot = 0; slot < count; ++slot) {
    if (shown_[slot] == 0 || parent_[slot] == kNone) continue;
    children_[filled_[parent_[slot]]++] = slot;
  }
  std::array<bool, kEntityKinds> present{};
  for (const std::uint32_t slot : roots_) {
    present[static_cast<std::size_t>(entities[slot].kind)] = true;
  }
  grouped_ = list().source->entity_count() > kGroupFrom && std::ranges::count(present, true) > 1;
  if (grouped_) {
    std::ranges::stable_sort(roots_, {},
                             [&](std::uint32_t slot) { return place_of(entities[slot].kind); });
  }
  if (streams_ > 1) std::ranges::stable_sort(roots_, {}, stream_of);
  budget.spend(count);
  return true;
}

bool EntityRowsBuild::is_open(EntityRef ref, EntityRowType type, EntityKind kind,
                              std::size_t count) const {
  return searching_ || is_open_by_default(type, kind, count) != toggled_.contains(ref);
}

void EntityRowsBuild::begin_emit() {
  stack_.clear();
  next_root_ = 0;
  next_stream_ = 0;
  stream_open_ = true;
  group_end_ = 0;
  const EntityRef ref{list().recording, EntityIndex::none()};
  const std::size_t count = list().entities.size();
  const bool open = is_open(ref, EntityRowType::recording, EntityKind::other, count);
  rows_.push_back({.ref = ref,
                   .count = static_cast<std::uint32_t>(count),
                   .type = EntityRowType::recording,
                   .is_open = open,
                   .is_match = true});
  if (!open) {
    next_root_ = roots_.size();
    next_stream_ = streams_;
  }
}

void EntityRowsBuild::push_children(std::uint32_t parent, std::uint16_t depth) {
  for (std::uint32_t i = first_child_[parent + 1]; i > first_child_[parent]; --i) {
    stack_.push_back({children_[i - 1], depth});
  }
}

/// The header of a stream, also of one without anything listed, so that it can be shown again.
void EntityRowsBuild::emit_stream() {
  const StreamIndex stream(next_stream_++);
  const EntityRef ref = stream_ref(list().recording, stream);
  const std::uint32_t count = stream_counts_[stream.value];
  stream_open_ = is_open(ref, EntityRowType::stream, EntityKind::other, count);
  rows_.push_back({.ref = ref,
                   .count = count,
                   .depth = 1,
                   .type = EntityRowType::stream,
                   .kind = EntityKind::other,
                   .stream = stream,
                   .is_open = stream_open_,
                   .is_match = true});
}

/// The header of the kind of the root that comes next.
void EntityRowsBuild::emit_group() {
  const std::vector<ListedEntity>& entities = list().entities;
  const ListedEntity& first = entities[roots_[next_root_]];
  group_end_ = next_root_;
  while (group_end_ < roots_.size() && entities[roots_[group_end_]].kind == first.kind &&
         entities[roots_[group_end_]].stream == first.stream) {
    ++group_end_;
  }
  const std::size_t members = group_end_ - next_root_;
  const EntityRef ref = group_ref(list().recording, first.kind, first.stream);
  const bool open = is_open(ref, EntityRowType::group, first.kind, members);
  rows_.push_back({.ref = ref,
                   .count = static_cast<std::uint32_t>(members),
                   .depth = static_cast<std::uint16_t>(streams_ > 1 ? 2 : 1),
                   .type = EntityRowType::group,
                   .kind = first.kind,
                   .stream = first.stream,
                   .is_open = open,
                   .is_match = true});
  if (!open) next_root_ = group_end_;
}

/// What stands above the root that comes next; true when something was listed or passed over.
bool EntityRowsBuild::emit_headers() {
  const std::vector<ListedEntity>& entities = list().entities;
  const bool has_root = next_root_ < roots_.size();
  const std::size_t stream =
      has_root ? std::min<std::size_t>(entities[roots_[next_root_]].stream.value, streams_ - 1)
               : streams_;
  if (streams_ > 1) {
    if (searching_) next_stream_ = std::max(next_stream_, std::min(stream, streams_));
    if (next_stream_ < streams_ && next_stream_ <= stream) {
      emit_stream();
      return true;
    }
    if (has_root && !stream_open_) {
      ++next_root_;
      return true;
    }
  }
  if (!has_root || !grouped_ || next_root_ < group_end_) return false;
  emit_group();
  return true;
}

/// The next of those whose turn has come; its children come after it.
void EntityRowsBuild::emit_entity() {
  const Pending next = stack_.back();
  stack_.pop_back();
  const ListedEntity& entity = list().entities[next.slot];
  const EntityRef ref{list().recording, entity.index};
  const std::uint32_t children = first_child_[next.slot + 1] - first_child_[next.slot];
  const bool open = children > 0 && is_open(ref, EntityRowType::entity, entity.kind, children);
  rows_.push_back({.ref = ref,
                   .count = children,
                   .depth = next.depth,
                   .type = EntityRowType::entity,
                   .kind = entity.kind,
                   .stream = entity.stream,
                   .is_open = open,
                   .is_match = shown_[next.slot] == 2});
  if (open) {
    push_children(next.slot,
                  std::min<std::uint16_t>(kDeepest, static_cast<std::uint16_t>(next.depth + 1)));
  }
}

/// Walks the tree in pre-order, leaving out what is folded away.
bool EntityRowsBuild::emit(WorkBudget& budget) {
  const auto depth = static_cast<std::uint16_t>(1 + (streams_ > 1 ? 1 : 0) + (grouped_ ? 1 : 0));
  while (true) {
    if (budget.spend()) return false;
    if (!stack_.empty()) {
      emit_entity();
    } else if (!emit_headers()) {
      if (next_root_ >= roots_.size()) return true;
      stack_.push_back({roots_[next_root_++], depth});
    }
  }
}

}  // namespace scrubjay
