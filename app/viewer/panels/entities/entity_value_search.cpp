#include "app/viewer/panels/entities/entity_value_search.h"

#include <algorithm>

#include "app/shared/plain_text.h"
#include "core/text.h"

namespace scrubjay {

namespace {

/// Shorter words are in nearly every text.
constexpr std::size_t kShortestWord = 2;
constexpr std::size_t kLongestText = 80;

std::vector<std::string> words_of(std::string_view search) {
  std::vector<std::string> words;
  for (auto word = next_word(search); !word.empty(); word = next_word(search)) {
    words.emplace_back(word);
  }
  return words;
}

/// The text of a node that may be searched: of references the name, too.
bool is_in_node(const PropertyTree& tree, const PropertyNode& node, std::string_view word) {
  if (node.type == PropertyType::bytes || !is_text(node.type)) return false;
  return contains_ignoring_case(node.text_value(), word) ||
         (node.type == PropertyType::entity &&
          contains_ignoring_case(tree.style_of(node).label, word));
}

std::string found_text(const PropertyNode& node) {
  std::string text(node.name);
  if (!text.empty()) text += ' ';
  text += node.text_value().substr(0, kLongestText);
  return printable(text);
}

}  // namespace

bool is_in_title(const EntityInfo& entity, std::string_view word) {
  return contains_ignoring_case(entity.name, word) || contains_ignoring_case(entity.id, word) ||
         contains_ignoring_case(to_text(entity.kind), word);
}

bool EntityValueSearch::advance(const Session& session, const Moment& moment,
                                std::string_view search, WorkBudget& budget) {
  std::vector<FrameRef> frames;
  for (const MomentFrame& shown : moment.frames) {
    if (shown.frame != nullptr) frames.push_back({shown.ref.recording, shown.frame->index});
  }
  bool changed = false;
  if (search != search_) {
    search_ = search;
    words_ = words_of(search);
    std::erase_if(words_, [](const std::string& word) { return word.size() < kShortestWord; });
    frames_.clear();
    next_.clear();
    changed = !found_.empty();
    found_.clear();
    done_ = true;
  }
  if (words_.empty()) return changed;
  if (done_) {
    if (frames == frames_) return changed;
    frames_ = frames;
    frame_ = 0;
    entity_ = 0;
    done_ = false;
  }
  for (; frame_ < moment.frames.size(); ++frame_, entity_ = 0) {
    const MomentFrame& shown = moment.frames[frame_];
    if (shown.frame == nullptr) continue;
    for (; entity_ < shown.frame->entities.size(); ++entity_) {
      const Entity& entity = shown.frame->entities[entity_];
      if (budget.spend(1 + entity.properties.count)) return changed;
      look_at(session, shown.ref.recording, *shown.frame, entity);
    }
  }
  return finish() || changed;
}

void EntityValueSearch::look_at(const Session& session, std::size_t recording, const Frame& frame,
                                const Entity& entity) {
  const EntityInfo info = session.recordings[recording].recording->entity(entity.index);
  const PropertyNode* by = nullptr;
  for (const std::string& word : words_) {
    if (is_in_title(info, word)) continue;
    const auto nodes = frame.tree.nodes().subspan(entity.properties.first, entity.properties.count);
    const auto node = std::ranges::find_if(
        nodes, [&](const PropertyNode& one) { return is_in_node(frame.tree, one, word); });
    if (node == nodes.end()) return;
    if (by == nullptr) by = &*node;
  }
  if (by != nullptr) next_.push_back({{recording, entity.index}, found_text(*by)});
}

/// The pass is over: true when it found something else than the one before.
bool EntityValueSearch::finish() {
  done_ = true;
  std::ranges::sort(next_, {}, &Found::entity);
  const auto doubles = std::ranges::unique(next_, {}, &Found::entity);
  next_.erase(doubles.begin(), doubles.end());
  const bool changed = !std::ranges::equal(next_, found_, {}, &Found::entity, &Found::entity);
  found_.swap(next_);
  next_.clear();
  return changed;
}

const std::string* EntityValueSearch::text_of(EntityRef entity) const {
  const auto found = std::ranges::lower_bound(found_, entity, {}, &Found::entity);
  return found != found_.end() && found->entity == entity ? &found->text : nullptr;
}

}  // namespace scrubjay
