#include "app/viewer/panels/windows/palette_search.h"

#include <algorithm>

#include "core/property_path.h"
#include "core/text.h"

namespace scrubjay {

namespace {

// Of what fits about alike these come first: a command that has a word of that begin before a
// property or an event that begins with it.
constexpr int kBonusOfChoice = 16;
constexpr int kBonusOfEntity = 14;
constexpr int kBonusOfProperty = 3;
// What a look at a text costs, in the pieces that a WorkBudget counts.
constexpr std::size_t kCost = 8;

/// Whether each word of `typed`, the first one of three letters or more, begins one of `words`.
bool begins_words(std::string_view words, std::string_view typed) {
  constexpr std::size_t kLeastTyped = 3;
  std::string_view word = next_word(typed);
  if (word.size() < kLeastTyped) return false;
  const std::string all = " " + std::string(words);
  for (; !word.empty(); word = next_word(typed)) {
    if (!contains_ignoring_case(all, " " + std::string(word))) return false;
  }
  return true;
}

}  // namespace

void entity_palette_text(const Recording& recording, EntityIndex entity, PaletteText& out) {
  const EntityInfo info = recording.entity(entity);
  out.text = info.name.empty() ? info.id : info.name;
  out.title = out.text.size();
  if (!info.name.empty() && info.name != info.id) out.text.append("  ").append(info.id);
}

void property_palette_text(const Session& session, const PaletteProperty& property,
                           PaletteText& out) {
  const EntityRef of = property.entity;
  entity_palette_text(*session.recordings[of.recording].recording, of.entity, out);
  out.text.insert(0, property.path + "  ");
  out.title = property.path.size();
}

void event_palette_text(const Recording& recording, EventIndex event, PaletteText& out) {
  const EventInfo info = recording.event(event);
  out.text = info.name;
  out.title = out.text.size();
  if (!info.entity.exists()) return;
  const EntityInfo entity = recording.entity(info.entity);
  out.text.append("  ").append(entity.name.empty() ? entity.id : entity.name);
  if (!entity.name.empty() && entity.name != entity.id) out.text.append(" ").append(entity.id);
}

bool EventGroups::advance(const Recording& recording, WorkBudget& budget) {
  const std::size_t count = recording.event_count();
  for (; looked_at_ < count && groups_.size() < kMost; ++looked_at_) {
    if (budget.spend()) return false;
    const EventIndex index(looked_at_);
    const EventInfo event = recording.event(index);
    // Equal names of a recording are the same text.
    const auto [known, is_new] =
        known_.try_emplace({event.name.data(), event.entity.value}, groups_.size());
    if (is_new) groups_.push_back({index, 0});
    ++groups_[known->second].count;
  }
  return true;
}

void PaletteSearch::start(std::string_view typed) {
  pattern_ = FuzzyPattern(typed);
  typed_ = typed;
  hits_.clear();
  found_ = next_choice_ = next_property_ = recording_ = next_entity_ = 0;
  event_recording_ = next_group_ = 0;
}

void PaletteSearch::look_at(const PaletteHit& hit, std::optional<int> score, int bonus) {
  if (!score) return;
  ++found_;
  PaletteHit scored = hit;
  scored.score = *score + bonus;
  if (hits_.size() == kMostHits && hits_.back().score >= scored.score) return;
  // Behind those of the same score: what was found first stays before.
  const auto at =
      std::ranges::upper_bound(hits_, scored.score, std::ranges::greater(), &PaletteHit::score);
  hits_.insert(at, scored);
  if (hits_.size() > kMostHits) hits_.pop_back();
}

/// A property that is called so goes before those below a group that is.
std::optional<int> PaletteSearch::score_of_path(std::string_view path) const {
  return std::max(pattern_.score(path), pattern_.score(parts_of_path(path).name));
}

bool PaletteSearch::advance(const Session& session, WorkBudget& budget) {
  for (; next_choice_ < choices.size(); ++next_choice_) {
    const PaletteChoice& choice = choices[next_choice_];
    const PaletteHit hit{PaletteSource::choice, 0, static_cast<std::uint32_t>(next_choice_)};
    if (pattern_.empty()) {
      hits_.push_back(hit);
      ++found_;
      continue;
    }
    text_ = choice.title;
    if (!choice.detail.empty()) text_.append("  ").append(choice.detail);
    std::optional<int> score = pattern_.score(text_);
    if (begins_words(choice.words, typed_)) score = std::max(score, pattern_.score(choice.words));
    look_at(hit, score, choice.can_run ? kBonusOfChoice : 0);
  }
  if (pattern_.empty()) return true;
  if (!advance_entities(session, budget)) return false;
  for (; next_property_ < properties.size(); ++next_property_) {
    if (budget.spend(kCost)) return false;
    look_at({PaletteSource::property, 0, static_cast<std::uint32_t>(next_property_)},
            score_of_path(properties[next_property_].path), kBonusOfProperty);
  }
  return advance_events(session, budget);
}

bool PaletteSearch::advance_entities(const Session& session, WorkBudget& budget) {
  PaletteText text;
  for (; recording_ < session.recordings.size(); ++recording_, next_entity_ = 0) {
    const Recording& recording = *session.recordings[recording_].recording;
    const std::size_t count = recording.entity_count();
    for (; next_entity_ < count; ++next_entity_) {
      if (budget.spend(kCost)) return false;
      const EntityIndex entity(next_entity_);
      entity_palette_text(recording, entity, text);
      look_at({PaletteSource::entity, recording_, entity.value}, pattern_.score(text.text),
              kBonusOfEntity);
    }
  }
  return true;
}

bool PaletteSearch::advance_events(const Session& session, WorkBudget& budget) {
  events_.resize(session.recordings.size());
  PaletteText text;
  for (; event_recording_ < session.recordings.size(); ++event_recording_, next_group_ = 0) {
    const auto& recording = session.recordings[event_recording_].recording;
    KnownEvents& known = events_[event_recording_];
    if (known.recording.lock() != recording) known = {recording, {}};
    if (!known.groups.advance(*recording, budget)) return false;
    for (; next_group_ < known.groups.groups().size(); ++next_group_) {
      if (budget.spend(kCost)) return false;
      event_palette_text(*recording, known.groups.groups()[next_group_].first, text);
      look_at({PaletteSource::event, event_recording_, static_cast<std::uint32_t>(next_group_)},
              pattern_.score(text.text), 0);
    }
  }
  return true;
}

EventGroups::Group PaletteSearch::group(const PaletteHit& hit) const {
  return events_[hit.recording].groups.groups()[hit.index];
}

}  // namespace scrubjay
