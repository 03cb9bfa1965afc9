#include "app/viewer/panels/filters/filters_list.h"

#include <algorithm>
#include <array>

#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/scenery/roads_below.h"

namespace scrubjay {

namespace {

/// The members of a filter hold for a value as it is now.
std::optional<FilterMember> member_of(const PropertyTree& tree, const PropertyNode& node) {
  FilterMember member;
  member.name = node.name;
  if (node.type == PropertyType::entity) {
    member.name += ".id";
    member.text = node.text_value();
    member.mode = MemberMode::equals;
    return member;
  }
  if (node.type == PropertyType::string || node.type == PropertyType::comment ||
      node.type == PropertyType::resource) {
    member.text = node.text_value();
    member.mode = MemberMode::equals;
    return member;
  }
  if (node.type == PropertyType::boolean) {
    member.type = MemberType::boolean;
    member.boolean = node.boolean;
    member.mode = MemberMode::equals;
    return member;
  }
  member.type = MemberType::number;
  switch (node.type) {
    case PropertyType::integer:
      member.number = *node.as_number();
      member.mode = MemberMode::equals;
      return member;
    case PropertyType::number: member.number = node.number; break;
    case PropertyType::vec2:
    case PropertyType::vec3:
    case PropertyType::vec4:
    case PropertyType::quat:
    case PropertyType::color:
      if (tree.numbers_of(node).empty()) return std::nullopt;
      member.name += node.type == PropertyType::color ? ".r" : ".x";
      member.number = tree.numbers_of(node)[0];
      break;
    default: return std::nullopt;
  }
  member.mode = MemberMode::similar;
  return member;
}

void open_at(ViewState& state, std::size_t place) {
  state.windows[WindowId::filters] = true;
  state.edited_filter = place;
}

}  // namespace

bool is_blank(const Filter& filter) {
  return filter.kind == FilterKind::property && filter.group.empty() && !filter.members.empty() &&
         std::ranges::all_of(filter.members,
                             [](const FilterMember& member) { return member == FilterMember(); });
}

void update_filter_search(PanelContext& context) {
  std::vector<std::shared_ptr<const Recording>> recordings;
  std::vector<std::shared_ptr<RecordingOverRoads>> roads;
  for (const OpenRecording& open : context.session().recordings) {
    if (!open.visible) continue;
    recordings.push_back(open.recording);
    roads.push_back(context.caches.of<RoadsBelow>().of(open.recording.get()));
  }
  std::vector<Filter> filters;
  for (const ListedFilter& listed : context.state.filters) {
    if (listed.is_on && !is_blank(listed.filter)) filters.push_back(listed.filter);
  }
  context.caches.of<FiltersCache>().search.want(recordings, filters, context.workspace.background(),
                                                roads);
}

std::string filter_title(const Filter& filter) {
  return one_line(filter.title.empty() ? describe(filter) : filter.title);
}

std::uint64_t count_hits(const Session& session, const FilterSearch::Found& found,
                         const Filter& filter) {
  std::uint64_t hits = 0;
  for (const OpenRecording& open : session.recordings) {
    const FilterMatches* matches = found.find(open.recording.get(), filter);
    if (open.visible && matches != nullptr) hits += matches->hits;
  }
  return hits;
}

std::string hit_text(const Session& session, std::size_t recording, const FilterHit& hit) {
  const Recording& source = *session.recordings[recording].recording;
  std::string text;
  if (hit.entity.exists()) {
    const EntityInfo entity = source.entity(hit.entity);
    text = one_line(entity.name.empty() ? entity.id : entity.name, 60);
  }
  const auto add = [&](std::string_view part, std::string_view before) {
    if (part.empty()) return;
    if (!text.empty()) text += before;
    text += one_line(part);
  };
  if (hit.event.exists()) add(source.event(hit.event).name, ": ");
  add(hit.reason, hit.event.exists() ? ", " : ": ");
  return text;
}

void go_to_hit(ViewContext& context, std::size_t recording, const FilterHit& hit,
               bool keep_selection) {
  const OpenRecording& open = context.session().recordings[recording];
  // To the frame, also of an event with a time of its own: so stepping on never finds it again.
  context.commands.emplace_back(SeekTo{open.recording->timeline().time(hit.frame) + open.offset});
  if (hit.entity.exists() && !keep_selection) select(context.state, {recording, hit.entity});
  if (hit.event.exists()) context.state.selected_event = SelectedEvent{recording, hit.event};
}

std::size_t add_filter(ViewState& state, Filter filter, bool is_on) {
  std::array<std::size_t, kCategoricalColors> used{};
  for (const ListedFilter& listed : state.filters) ++used[listed.color % kCategoricalColors];
  const auto color = static_cast<std::uint32_t>(std::ranges::min_element(used) - used.begin());
  state.filters.push_back({std::move(filter), color, is_on});
  return state.filters.size() - 1;
}

void remove_filter(ViewState& state, std::size_t place) {
  state.filters.erase(state.filters.begin() + static_cast<std::ptrdiff_t>(place));
  if (state.edited_filter > place) --state.edited_filter;
  if (!state.filters.empty()) {
    state.edited_filter = std::min(state.edited_filter, state.filters.size() - 1);
  }
}

std::optional<Filter> filter_of_property(const PropertyTree& tree, PropertyTree::Node node) {
  // What it stands in: the innermost group, and inside of that what its name goes on from.
  std::string_view group;
  std::string inside;
  std::size_t depth = 0;
  for (PropertyTree::Node i = 0; i < node; ++i) {
    if (i + tree[i].subtree <= node) {
      i += tree[i].subtree - 1;
      continue;
    }
    ++depth;
    if (tree[i].type == PropertyType::group) {
      // The outermost group says no more than that it is a property, and panels add "transform".
      group = depth == 1 || tree[i].name == "transform" ? "" : tree[i].name;
      inside.clear();
    } else {
      inside += std::string(tree[i].name) + ".";
    }
  }
  Filter filter;
  filter.group = group;
  if (tree[node].type == PropertyType::group) {
    filter.group = tree[node].name;
    return filter;
  }
  auto member = member_of(tree, tree[node]);
  if (!member) return std::nullopt;
  member->name = inside + member->name;
  filter.members.push_back(std::move(*member));
  return filter;
}

bool add_filter_from_property(ViewState& state, const PropertyTree& tree, PropertyTree::Node node) {
  auto filter = filter_of_property(tree, node);
  if (!filter) return false;
  open_at(state, add_filter(state, std::move(*filter)));
  return true;
}

void add_filter_from_event(ViewState& state, const EventInfo& event) {
  Filter filter;
  filter.kind = FilterKind::event;
  filter.name = event.name;
  filter.tag = event.tag;
  open_at(state, add_filter(state, std::move(filter)));
}

bool import_filters(PanelContext& context, const std::string& path) {
  FiltersCache& cache = context.caches.of<FiltersCache>();
  if (cache.loading.is_running()) return false;
  context.state.windows[WindowId::filters] = true;
  cache.told.clear();
  cache.loading.start(context.workspace.wake(), [path] { return load_filters(path); });
  return true;
}

}  // namespace scrubjay
