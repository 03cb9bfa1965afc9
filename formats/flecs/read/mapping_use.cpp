#include "formats/flecs/read/mapping_use.h"

#include <algorithm>

#include "formats/flecs/read/json_parse.h"
#include "formats/flecs/read/transforms.h"

namespace scrubjay::flecs {

void MappingUse::look_at(const Snapshot& snapshot) {
  if (std::ranges::find(is_used_, false) == is_used_.end()) return;
  for (const Snapshot::Item& item : snapshot.items()) {
    if (!item.has_value || item.id->is_pair || item.id->is_flagged) continue;
    if (components_.size() < kMostKept) components_.insert(item.id->first);
    for (std::size_t i = 0; i < is_used_.size(); ++i) {
      const Choices::Mapping& mapping = choices_->mappings[i];
      if (is_used_[i] || !mapping.is_about(item.id->first)) continue;
      simdjson::dom::element value = item.value;
      const Schema* schema = nullptr;
      is_used_[i] = find_member(mapping.member, value, schema);
      if (is_used_[i] || !item.value.is_object()) continue;
      for (const auto [name, member] : object_of(item.value)) {
        if (members_.size() < kMostKept) members_.insert(item.id->first + "/" + std::string(name));
      }
    }
  }
}

std::string MappingUse::candidates(const Choices::Mapping& mapping) const {
  std::string text;
  std::size_t named = 0;
  const auto name = [&](const std::string& candidate) {
    if (++named > kMostNamed) return;
    if (!text.empty()) text += ", ";
    text += candidate;
  };
  for (const std::string& member : members_) {
    if (mapping.is_about(member.substr(0, member.find('/')))) name(member);
  }
  if (named == 0) std::ranges::for_each(components_, name);
  if (named > kMostNamed) text += ", ...";
  return text.empty() ? "none: no component has values" : text;
}

}  // namespace scrubjay::flecs
