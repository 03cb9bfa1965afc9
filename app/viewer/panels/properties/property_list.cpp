#include "app/viewer/panels/properties/property_list.h"

#include <imgui_internal.h>

#include <algorithm>

#include "app/viewer/comment_lookup.h"
#include "app/viewer/found/property_survey.h"
#include "app/viewer/panels/properties/change_strip.h"
#include "app/viewer/panels/properties/derived_rows.h"
#include "app/viewer/panels/properties/property_blocks.h"
#include "app/viewer/panels/properties/property_paint.h"
#include "app/viewer/panels/properties/property_row_draw.h"
#include "app/viewer/panels/properties/property_text.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/toggle.h"

namespace scrubjay {

namespace {

/// Tells rows of an event from those of an entity with the same path.
constexpr std::uint64_t kEventHash = 0x9E3779B97F4A7C15ULL;
constexpr std::uint64_t kDerivedHash = 0xC2B2AE3D27D4EB4FULL;
constexpr double kRevealPatience = 0.5;  ///< [s]

PropertyRow title_row(std::uint8_t source) {
  PropertyRow row;
  row.kind = PropertyRow::Kind::title;
  row.source = source;
  row.path_hash = kEventHash + source;
  return row;
}

void list_source(const DrawContext& context, PropertiesCache& cache, std::uint8_t source,
                 std::vector<PropertyRow>& out) {
  const PropertySnapshot& snapshot = cache.snapshot_of(source);
  const PropertyRowsKey& key = cache.rows_key;
  PropertyRowsChoice choice{.search = key.search, .toggled = key.toggled};
  choice.starred = &key.starred;
  choice.show_hidden = key.show_hidden;
  if (source == 0) choice.groups = find_groups(snapshot.tree, snapshot.own);
  if (source == 0 && !cache.order_of.expired() && cache.kind < kEntityKinds) {
    choice.changes = [&cache](std::uint64_t path) {
      return cache.changing.contains(survey_key(static_cast<EntityKind>(cache.kind), path));
    };
  }
  choice.block_rows = [&](PropertyTree::Node node) {
    return block_rows(context, snapshot.tree, node, key.width);
  };
  list_properties(snapshot.tree, snapshot.previous, snapshot.previous_of, choice, out);
  if (source == 0) return;
  for (PropertyRow& row : out) {
    row.source = source;
    row.path_hash ^= source == 1 ? kEventHash : kDerivedHash;
  }
}

/// The row that shows a node: its own, or that of what it is folded into. Null when none does.
const PropertyRow* row_of(const PropertiesCache& cache, std::uint8_t source, std::uint32_t node) {
  const PropertyRow* best = nullptr;
  const PropertyTree& tree = source == 0 ? cache.shown.tree : cache.event.tree;
  for (const PropertyRow& row : cache.rows) {
    if (row.source != source || row.kind == PropertyRow::Kind::title || row.part > 0) continue;
    if (row.node > node || node >= row.node + tree[row.node].subtree) continue;
    if (best == nullptr || row.node > best->node) best = &row;
  }
  return best;
}

void find_row_comments(const PanelContext& context, PropertiesCache& cache) {
  cache.row_comments.clear();
  for (const std::uint8_t source : {std::uint8_t{0}, std::uint8_t{1}}) {
    const PropertySnapshot& snapshot = source == 0 ? cache.shown : cache.event;
    if (snapshot.recording == nullptr || !snapshot.frame.exists()) continue;
    for (const CommentIndex index :
         context.caches.of<CommentLookup>().at(snapshot.of.recording, snapshot.frame)) {
      const CommentInfo comment = snapshot.recording->comment(index);
      const bool is_about = source == 0 ? comment.target == CommentInfo::Target::property &&
                                              comment.entity == snapshot.of.entity
                                        : comment.target == CommentInfo::Target::event &&
                                              comment.event == snapshot.event;
      if (!is_about || comment.property == CommentInfo::kNoProperty) continue;
      const std::uint32_t node = snapshot.own + comment.property;
      if (const PropertyRow* row = row_of(cache, source, node)) {
        cache.row_comments[row->path_hash].push_back(index);
      }
    }
  }
}

PropertyRowsKey rows_key(const ViewContext& context, const PropertiesCache& cache, float width) {
  const ViewState& state = context.state;
  return {.shown = cache.shown.version,
          .event = cache.event.version,
          .derived = cache.derived.snapshot.version,
          .search = state.property_search,
          .toggled = state.toggled_properties,
          .starred = state.starred_groups,
          .show_hidden = state.show_hidden_properties,
          .order = cache.order,
          .width = width,
          .scale = context.scale};
}

void build_rows(const PanelContext& context, PropertiesCache& cache) {
  cache.tables.clear();
  cache.rows.clear();
  std::vector<PropertyRow> listed;
  if (context.state.selected_event) {
    list_source(context, cache, 1, listed);
    cache.rows.push_back(title_row(1));
    cache.rows.insert(cache.rows.end(), listed.begin(), listed.end());
  }
  if (cache.shown.recording != nullptr) {
    list_source(context, cache, 0, listed);
    if (!cache.rows.empty() && !listed.empty()) cache.rows.push_back(title_row(0));
    cache.rows.insert(cache.rows.end(), listed.begin(), listed.end());
  }
  list_source(context, cache, 2, listed);
  for (PropertyRow& row : listed) {
    if (row.kind != PropertyRow::Kind::heading) continue;
    const std::string_view name = cache.derived.snapshot.tree[row.node].name;
    row.title = name == "road"  ? "\u0192 Road"
                : row.node == 0 ? "\u0192 Derived"
                                : std::string_view(cache.derived.between);
  }
  cache.rows.insert(cache.rows.end(), listed.begin(), listed.end());
  find_row_comments(context, cache);
}

/// Numbers of all rows are aligned at the point; the column grows, and does not jump back while
/// things of one kind are looked at.
void widen_numbers(PropertiesCache& cache) {
  for (const PropertyRow& row : cache.rows) {
    if (row.kind != PropertyRow::Kind::property) continue;
    const PropertyTree& tree = cache.snapshot_of(row).tree;
    const PropertyType type = tree[row.node].type;
    if (type != PropertyType::number && type != PropertyType::integer) continue;
    const std::string text = short_value_text(tree, row.node);
    constexpr std::size_t kMostDigits = 7;
    const std::size_t digits = std::min(text.find('.'), text.size());
    if (digits <= kMostDigits) cache.whole_digits = std::max(cache.whole_digits, digits);
  }
}

/// Takes up what is known to change by now; not while the mouse is over the rows, which would jump.
void update_order(PanelContext& context, PropertiesCache& cache, EntityRef of, bool is_new) {
  const std::shared_ptr<const Recording> recording =
      context.session().recordings[of.recording].recording;
  const SurveyFound* found = context.caches.of<PropertySurveys>().of(of.recording);
  const bool is_other = cache.order_of.lock() != recording;
  if (is_other && !cache.order_of.expired()) {
    cache.order_of.reset();
    ++cache.order;
  }
  if (found == nullptr || (!is_other && found->frames == cache.order_frames)) return;
  if (!is_new && ImGui::IsWindowHovered(ImGuiHoveredFlags_ChildWindows)) return;
  cache.order_of = recording;
  cache.order_frames = found->frames;
  cache.changing = found->changing;
  ++cache.order;
}

/// Leaves the rows of one kind, and goes on where those of the next were left.
void change_place(PropertiesCache& cache, std::size_t kind) {
  cache.tops[cache.kind] = cache.scroll.top;
  cache.scroll = {};
  cache.scroll.top = cache.tops[kind];
  if (kind != cache.kind) cache.whole_digits = 1;
  cache.kind = kind;
}

/// Takes up what was clicked in the scene, to scroll to its row once that is listed.
void reveal_clicked_shape(ViewContext& context, PropertiesCache& cache) {
  if (context.state.hovered_shape && ImGui::IsMouseReleased(0)) {
    cache.reveal = context.state.hovered_shape;
    cache.reveal_until = context.now + kRevealPatience;
  }
  if (!cache.reveal) return;
  const bool is_event = cache.reveal->event.exists();
  const PropertySnapshot& snapshot = is_event ? cache.event : cache.shown;
  const bool is_shown = snapshot.recording != nullptr && snapshot.of == cache.reveal->entity &&
                        (!is_event || snapshot.event == cache.reveal->event);
  if (is_shown) {
    const PropertyRow* row = row_of(cache, is_event ? 1 : 0, snapshot.own + cache.reveal->node);
    if (row != nullptr) {
      cache.scroll.reveal = static_cast<std::size_t>(row - cache.rows.data());
    }
  }
  if (is_shown || context.now > cache.reveal_until) cache.reveal.reset();
}

/// Scrolls to the property that was chosen elsewhere, and unfolds what it is in.
void reveal_chosen(ViewContext& context, PropertiesCache& cache) {
  ViewState& state = context.state;
  if (!state.reveal_property || !cache.shown.frame.exists()) return;
  state.reveal_property = false;
  const PropertyTree::Node node = chosen_node(state, cache);
  const PropertyRow* const row = node == kNoNode ? nullptr : row_of(cache, 0, node);
  if (row == nullptr) return;
  cache.scroll.reveal = static_cast<std::size_t>(row - cache.rows.data());
  if (row->node == node || row->is_open) return;
  const std::string path = unique_path_of(cache.shown.tree, row->node);
  toggle(state.toggled_properties, path);
  state.reveal_property = true;  // it may be deeper
  context.needs_redraw = true;
}

/// Who walks by keys stands on what is no button, too, so that it is seen whole and what comes
/// after it is reached.
void let_keyboard_stand(std::size_t row, ImVec2 min, ImVec2 max) {
  ImGui::PushID("standing");
  ImGui::ItemAdd(ImRect(min, max), ImGui::GetID(reinterpret_cast<const void*>(row)));
  ImGui::PopID();
}

}  // namespace

void update_property_rows(PanelContext& context, PropertiesCache& cache,
                          const std::optional<EntityRef>& of, float width) {
  const FrameIndex frame_before = cache.shown.frame;
  bool other_entity = false;
  if (of) {
    const Recording* recording = context.session().recordings[of->recording].recording.get();
    other_entity = cache.shown.of != *of || cache.shown.recording != recording;
    update_snapshot(context.session(), context.moment, *of, context.state.coordinates, cache.shown);
  } else if (cache.shown.recording != nullptr) {
    const std::uint64_t version = cache.shown.version;
    cache.shown = {};
    cache.shown.version = version + 1;
    other_entity = true;
  }
  if (const auto& event = context.state.selected_event) {
    update_event_snapshot(context.session(), *event, context.state.coordinates, cache.event_reader,
                          context.workspace.background(), cache.event);
    if (!cache.event.frame.exists()) context.needs_redraw = true;
  } else if (cache.event.recording != nullptr) {
    const std::uint64_t version = cache.event.version;
    cache.event = {};
    cache.event.version = version + 1;
    cache.event_reader.forget();
  }
  update_derived_rows(context, cache);
  if (other_entity) {
    cache.changed_at.clear();
    std::size_t kind = kEntityKinds;
    if (of && of->entity.exists()) {
      const Recording& recording = *context.session().recordings[of->recording].recording;
      kind = static_cast<std::size_t>(recording.entity(of->entity).kind);
    }
    change_place(cache, kind);
  }
  if (of) update_order(context, cache, *of, other_entity);
  cache.history.want(of ? context.session().recordings[of->recording].recording : nullptr,
                     of ? of->entity : EntityIndex(), context.workspace.background());
  PropertyRowsKey key = rows_key(context, cache, width);
  if (key != cache.rows_key || other_entity) {
    const bool new_frame = frame_before != cache.shown.frame || other_entity;
    if (key.search != cache.rows_key.search) cache.scroll.top = 0;  // others are listed
    cache.rows_key = std::move(key);
    build_rows(context, cache);
    widen_numbers(cache);
    note_changes(cache, context.now, new_frame);
  }
  reveal_clicked_shape(context, cache);
  reveal_chosen(context, cache);
}

void draw_property_rows(PanelContext& context, PropertiesCache& cache) {
  draw_column_names(context, cache);
  ListView list("property rows", cache.rows.size(), row_height(context), cache.scroll,
                change_strip_height(context, cache));
  for (std::size_t i = list.first(); i < list.last(); ++i) {
    const PropertyRow row = cache.rows[i];
    if (row.kind == PropertyRow::Kind::block) {
      // Drawn once, by the first of its rows in view.
      if (i > list.first() && row.part > 0) continue;
      const std::size_t first = i - row.part;
      let_keyboard_stand(first, list.row_min(first), list.row_max(first + row.parts - 1));
      draw_block(context, cache, row, list.row_min(first), list.row_max(first + row.parts - 1));
      context.places.add("properties.block." + std::to_string(first), list.row_min(first),
                         list.row_max(first + row.parts - 1));
      continue;
    }
    draw_property_row(context, cache, i, list.row_min(i), list.row_max(i));
  }
}

}  // namespace scrubjay
