#include "core/short_name.h"

#include <algorithm>
#include <vector>

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

constexpr std::size_t kReadable = 12;  ///< of an id beside a name

/// "a", "b" and "c" of "a/b/c": views into it.
std::vector<std::string_view> parts_of_id(std::string_view id) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < id.size(); ++at) {
    if (!separates(id, at)) continue;
    parts.push_back(id.substr(begin, at - begin));
    begin = at + 1;
  }
  parts.push_back(id.substr(begin));
  return parts;
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
    const std::string_view part = last_part(info.name);
    const auto found = owners_.find(part);
    if (found == owners_.end()) {
      owners_.emplace(part, Owner{EntityIndex(looked_at_)});
      continue;
    }
    const std::string_view first = recording.entity(found->second.first).id;
    if (first != info.id) compare_parts(first, info.id, found->second);
  }
}

void ShortNames::compare_parts(std::string_view first, std::string_view id, Owner& owner) {
  if (std::max(first.size(), id.size()) > kReadable) {
    const auto parts = parts_of_id(id);
    const auto others = parts_of_id(first);
    const std::size_t count = std::max(parts.size(), others.size());
    for (std::size_t i = 0; i < count; ++i) {
      if (i < parts.size() && i < others.size() && parts[i] == others[i]) continue;
      owner.from = owner.is_shared ? std::min(owner.from, i) : i;
      owner.to = std::max(owner.to, i);
      owner.is_shared = true;
    }
  }
  owner.is_shared = true;
}

std::string ShortNames::of(std::string_view name, std::string_view id) const {
  const std::string_view part = last_part(name);
  if (part.empty()) return std::string(id);
  if (!is_shared(name) || id.empty() || part == id || name == id) return std::string(part);
  if (id.size() <= kReadable) return std::string(part) + ' ' + std::string(id);
  const auto parts = parts_of_id(id);
  const auto owner = owners_.find(part);
  // One that nobody can read is cut.
  constexpr std::size_t kCut = 6;
  if (parts.size() == 1 || owner == owners_.end()) {
    return std::string(part) + ' ' + std::string(id.substr(0, kCut));
  }
  std::string text(part);
  for (std::size_t i = owner->second.from; i <= owner->second.to && i < parts.size(); ++i) {
    if (i + 1 == parts.size() && parts[i] == part) break;
    text += (i == owner->second.from ? ' ' : '/');
    text += parts[i];
  }
  return text;
}

bool ShortNames::is_shared(std::string_view name) const {
  const auto found = owners_.find(last_part(name));
  return has_more_ || (found != owners_.end() && found->second.is_shared);
}

}  // namespace scrubjay
