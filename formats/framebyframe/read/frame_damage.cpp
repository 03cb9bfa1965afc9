#include "formats/framebyframe/read/frame_damage.h"

#include <algorithm>
#include <string_view>

namespace scrubjay::framebyframe {

namespace {

struct DamageText {
  Severity severity;
  std::string_view code;
  std::string_view message;
};

// In the order of Damage.
constexpr std::array<DamageText, kDamages> kTexts{{
    {Severity::warning, "wrong-value",
     "A value does not fit the type of its property; what could be read of it is shown."},
    {Severity::error, "wrong-structure",
     "Something else stands where an entity, an event or a property should be; it is left out."},
    {Severity::error, "too-deep",
     "Properties are nested more than 256 levels deep; what is below that is left out."},
    {Severity::error, "lost-entity", "An entity is not in the recording's index; it is left out."},
    {Severity::warning, "duplicate-entity",
     "Several entities of one frame have the same id; the last one is shown."},
    {Severity::warning, "parent-cycle",
     "An entity is its own ancestor; it is shown without a parent."},
    {Severity::warning, "no-entity-id", "An entity has no id that is a number; it is shown as 0."},
    {Severity::error, "broken-json",
     "The frame's JSON is damaged; what stands before the damage is shown."},
}};

}  // namespace

void DamageLog::add(Damage damage, std::uint64_t offset) {
  Kind& kind = kinds_[static_cast<std::size_t>(damage)];
  if (kind.count++ == 0) kind.offset = offset;
}

void DamageLog::tell(FrameIndex frame, std::uint64_t begin, std::vector<Problem>& out) const {
  for (std::size_t i = 0; i < kDamages; ++i) {
    if (kinds_[i].count == 0) continue;
    const DamageText& text = kTexts[i];
    out.push_back({.severity = text.severity,
                   .code = std::string(text.code),
                   .offset = begin + kinds_[i].offset,
                   .frame = frame,
                   .count = kinds_[i].count,
                   .message = std::string(text.message)});
  }
}

}  // namespace scrubjay::framebyframe
