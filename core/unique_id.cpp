#include "core/unique_id.h"

#include <algorithm>

#include "core/number_text.h"
#include "core/recording.h"

namespace scrubjay {

std::string unique_id(const Recording& recording, EntityIndex entity) {
  std::string id(recording.entity(entity).id);
  const auto namesakes = recording.entities_with_id(id);
  if (namesakes.size() < 2) return id;
  const auto place = std::ranges::find(namesakes, entity) - namesakes.begin();
  return id + '#' + std::to_string(place + 1);
}

std::optional<EntityIndex> entity_of_unique_id(const Recording& recording, std::string_view text) {
  const auto exactly = recording.entities_with_id(text);
  if (!exactly.empty()) return exactly.front();
  const std::size_t mark = text.rfind('#');
  if (mark == std::string_view::npos) return std::nullopt;
  const auto place = number_from<std::size_t>(text.substr(mark + 1));
  const auto namesakes = recording.entities_with_id(text.substr(0, mark));
  if (!place || *place < 1 || *place > namesakes.size()) return std::nullopt;
  return namesakes[*place - 1];
}

std::vector<EntityIndex> entities_meant(const Recording& recording, std::string_view text) {
  std::vector<EntityIndex> found = recording.find_entities(text);
  if (!found.empty()) return found;
  if (const auto one = entity_of_unique_id(recording, text)) found.push_back(*one);
  return found;
}

}  // namespace scrubjay
