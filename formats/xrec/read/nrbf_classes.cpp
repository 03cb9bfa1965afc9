#include "formats/xrec/read/nrbf_classes.h"

#include <algorithm>
#include <span>

#include "core/text.h"

namespace scrubjay::xrec {

namespace {

constexpr std::string_view kBackingField = ">k__BackingField";

// Best first (formats/xrec/README.md, 6.3), in lower case.
constexpr std::array<std::string_view, 3> kFrameNames{"createframe", "frame", "framecount"};
constexpr std::array<std::string_view, 4> kTimeNames{"capturetime", "rtss", "time", "createtime"};

/// Without leading `_` and `m_`.
std::string_view without_prefix(std::string_view name) {
  while (name.starts_with('_') || name.starts_with("m_"))
    name.remove_prefix(name[0] == '_' ? 1 : 2);
  return name;
}

std::vector<std::string_view> shown_names(const NrbfGraph& graph,
                                          std::span<const NrbfMember> members) {
  std::vector<std::string_view> names;
  names.reserve(members.size());
  for (const NrbfMember& member : members) names.push_back(shown_name(graph.text(member.name)));
  std::vector<std::string_view> sorted = names;
  std::ranges::sort(sorted);
  // Names that became equal stay as they are written.
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto [first, last] = std::ranges::equal_range(sorted, names[i]);
    if (last - first > 1) names[i] = graph.text(members[i].name);
  }
  return names;
}

std::vector<std::uint16_t> members_named(const std::vector<std::string_view>& shown,
                                         std::span<const std::string_view> wanted) {
  std::vector<std::uint16_t> found;
  for (const std::string_view name : wanted) {
    for (std::size_t i = 0; i < shown.size(); ++i) {
      if (equal_ignoring_case(without_prefix(shown[i]), name)) {
        found.push_back(static_cast<std::uint16_t>(i));
      }
    }
  }
  return found;
}

/// Whether the members are exactly `names`, all Single; then `components` says where each is.
bool is_made_of(const NrbfGraph& graph, std::span<const NrbfMember> members, std::string_view names,
                std::array<std::uint16_t, 4>& components) {
  if (members.size() != names.size()) return false;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::string_view name = graph.text(members[i].name);
    const std::size_t place = name.size() == 1 ? names.find(name[0]) : std::string_view::npos;
    if (place == std::string_view::npos || members[i].primitive != NrbfPrimitive::f32) return false;
    // Members have different names, so each place is found once.
    components[place] = static_cast<std::uint16_t>(i);
  }
  return true;
}

void find_numbers(const NrbfGraph& graph, const NrbfClass& type, NrbfClassPlan& plan) {
  const auto members = graph.members(type);
  if (is_made_of(graph, members, "xyz", plan.components)) {
    plan.numbers = PropertyType::vec3;
  } else if (is_made_of(graph, members, "xyzw", plan.components)) {
    const bool is_vector = graph.text(type.name).find("Vector") != std::string_view::npos;
    plan.numbers = is_vector ? PropertyType::vec4 : PropertyType::quat;
  } else if (is_made_of(graph, members, "rgba", plan.components)) {
    plan.numbers = PropertyType::color;
  }
}

NrbfClassPlan make_plan(const NrbfGraph& graph, const NrbfClass& type) {
  NrbfClassPlan plan;
  const auto members = graph.members(type);
  plan.is_ready = true;
  plan.is_enumeration = members.size() == 1 && graph.text(members[0].name) == "value__";
  plan.kind = kind_by_name(graph.text(type.name));
  plan.shown_names = shown_names(graph, members);
  plan.known.fill(NrbfClassPlan::kNoMember);
  for (std::size_t i = 0; i < members.size(); ++i) {
    const std::size_t field = known_field(plan.shown_names[i]);
    if (field < kKnownFields && plan.known[field] == NrbfClassPlan::kNoMember) {
      plan.known[field] = static_cast<std::uint16_t>(i);
    }
  }
  plan.frames = members_named(plan.shown_names, kFrameNames);
  plan.times = members_named(plan.shown_names, kTimeNames);
  find_numbers(graph, type, plan);
  return plan;
}

}  // namespace

std::string_view shown_name(std::string_view member) {
  if (const std::size_t cut = member.rfind('+'); cut != std::string_view::npos) {
    member.remove_prefix(cut + 1);
  }
  if (member.starts_with('<') && member.ends_with(kBackingField)) {
    member.remove_prefix(1);
    member.remove_suffix(kBackingField.size());
  }
  return member;
}

void NrbfClasses::reset(const NrbfGraph& graph) {
  plans_.clear();
  plans_.resize(graph.classes().size());
}

const NrbfClassPlan& NrbfClasses::plan(const NrbfGraph& graph, std::uint32_t type) {
  NrbfClassPlan& plan = plans_[type];
  if (!plan.is_ready) plan = make_plan(graph, graph.classes()[type]);
  return plan;
}

}  // namespace scrubjay::xrec
