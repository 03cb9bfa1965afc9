#include "core/short_name.h"

#include <algorithm>
#include <functional>

#include "core/ascii.h"

namespace scrubjay {

namespace {

/// Letters of other scripts count.
bool is_any_letter(char c) { return is_letter(c) || is_beyond_ascii(c); }

bool separates(std::string_view name, std::size_t at) {
  const char c = name[at];
  if (c != '.' && c != '/' && c != '\\' && c != ':') return false;
  if (at == 0 || at + 1 == name.size() || name[at + 1] == ' ') return false;
  // "\t" and the like stand for what cannot be printed.
  if (c == '\\' && name.find(' ') < at) return false;
  return !(is_digit(name[at - 1]) && is_digit(name[at + 1]));
}

/// An id beside a name; one that nobody can read is cut.
std::string_view id_beside_name(std::string_view id) {
  constexpr std::size_t kReadable = 12;
  constexpr std::size_t kCut = 6;
  return id.size() <= kReadable ? id : id.substr(0, kCut);
}

}  // namespace

std::string_view last_part(std::string_view name) {
  constexpr std::size_t kLongest = 1024;  // a part that is longer is none
  const std::size_t first = name.size() - std::min(name.size(), kLongest);
  for (std::size_t at = name.size(); at-- > first;) {
    if (!separates(name, at)) continue;
    const std::string_view part = name.substr(at + 1);
    if (std::ranges::any_of(part, is_any_letter)) return part;
  }
  return name;
}

void ShortNames::update(const Recording& recording, std::size_t most) {
  const std::size_t count = recording.entity_count();
  has_more_ = count > kMostCompared;
  const std::size_t end = std::min({count, kMostCompared, looked_at_ + most});
  for (; looked_at_ < end; ++looked_at_) {
    const EntityInfo info = recording.entity(EntityIndex(looked_at_));
    const std::size_t id_hash = std::hash<std::string_view>()(info.id);
    const std::string_view part = last_part(info.name);
    const auto found = owners_.find(part);
    if (found == owners_.end()) {
      owners_.emplace(part, Owner{id_hash});
    } else if (found->second.id_hash != id_hash) {
      found->second.is_shared = true;
    }
  }
}

std::string ShortNames::of(std::string_view name, std::string_view id) const {
  const std::string_view part = last_part(name);
  if (part.empty()) return std::string(id);
  if (!is_shared(name) || id.empty() || part == id || name == id) return std::string(part);
  return std::string(part) + ' ' + std::string(id_beside_name(id));
}

bool ShortNames::is_shared(std::string_view name) const {
  const auto found = owners_.find(last_part(name));
  return has_more_ || (found != owners_.end() && found->second.is_shared);
}

}  // namespace scrubjay
