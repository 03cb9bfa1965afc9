#include <algorithm>
#include <optional>
#include <vector>

#include "app/shared/plain_text.h"
#include "app/viewer/comment_lookup.h"
#include "app/viewer/found/property_survey.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/entities/counterparts.h"
#include "app/viewer/panels/entities/entity_menu.h"
#include "app/viewer/panels/entities/stream_rows.h"
#include "app/viewer/panels/properties/change_strip.h"
#include "app/viewer/panels/properties/comment_view.h"
#include "app/viewer/panels/properties/compared_view.h"
#include "app/viewer/panels/properties/properties_cache.h"
#include "app/viewer/panels/properties/property_list.h"
#include "app/viewer/panels/properties/property_menu.h"
#include "app/viewer/panels/properties/summary_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/text.h"

namespace scrubjay {

namespace {

const Recording& recording_of(const ViewContext& context, EntityRef entity) {
  return *context.session().recordings[entity.recording].recording;
}

// The head: what it is and when it lives.

void link(ViewContext& context, const std::string& text, EntityRef target, std::string_view place) {
  if (text_link(context, text)) select(context.state, target);
  context.places.add_item(place);
  if (ImGui::IsItemHovered()) context.state.hovered = target;
}

std::string lifetime_text(const ViewContext& context, EntityRef entity, const Lifetime& life) {
  const OpenRecording& open = context.session().recordings[entity.recording];
  const auto time = [&](FrameIndex frame) {
    return seconds_text(open.recording->timeline().time(frame) + open.offset);
  };
  return time(life.first) + " \xE2\x80\x93 " + time(life.last) + ", frames " +
         grouped_digits(life.first.value) + "\xE2\x80\x93" + grouped_digits(life.last.value);
}

/// The lifetime that is nearest to the playhead, or null.
const Lifetime* nearest_life(const ViewContext& context, EntityRef entity,
                             const std::vector<Lifetime>& lives) {
  const OpenRecording& open = context.session().recordings[entity.recording];
  const Timeline& timeline = open.recording->timeline();
  const Seconds now = own_time(context.moment.time, open.offset);
  const Lifetime* best = nullptr;
  double best_distance = 0;
  for (const Lifetime& life : lives) {
    if (life.last.value >= timeline.size()) continue;
    const double distance =
        std::max({0.0, timeline.time(life.first) - now, now - timeline.time(life.last)});
    if (best == nullptr || distance < best_distance) {
      best = &life;
      best_distance = distance;
    }
  }
  return best;
}

void absent_sentence(ViewContext& context, EntityRef entity, const Lifetime& life) {
  const OpenRecording& open = context.session().recordings[entity.recording];
  const Timeline& timeline = open.recording->timeline();
  const Seconds now = own_time(context.moment.time, open.offset);
  const bool unborn = now < timeline.time(life.first);
  const FrameIndex nearest = unborn ? life.first : life.last;
  const Seconds target = timeline.time(nearest) + open.offset;
  hint_text(context,
            unborn ? "It does not live yet at this time." : "It no longer lives at this time.");
  const std::string where =
      (unborn ? "Go to its first frame, " : "Go to its last frame, ") + seconds_text(target);
  if (text_link(context, where)) context.commands.emplace_back(SeekTo{target});
  context.places.add_item("properties.nearest");
}

/// Of what is shown though its stream is not live: whose values these are.
void stand_in_sentence(ViewContext& context, EntityRef entity) {
  const MomentFrame& shown = *context.moment.frame_of(entity);
  if (shown.presence == Presence::live) return;
  const OpenRecording& open = context.session().recordings[entity.recording];
  const auto age =
      stream_age(*open.recording, shown.frame->stream, context.moment.time - open.offset);
  if (!age) return;
  const std::string who = has_several_streams(*open.recording) ? "Its client " : "Its recording ";
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.warning);
  ImGui::TextWrapped("%s", (who + age_text(*age, open.offset) +
                            (age->is_before_first ? ": these are its first values."
                                                  : ": these are its last values."))
                               .c_str());
  ImGui::PopStyleColor();
}

/// What others saw of it, one click away.
void counterparts_link(PanelContext& context, EntityRef entity) {
  if (context.state.comparison) return;  // which shows both
  const std::vector<EntityRef>& others =
      context.caches.of<KnownCounterparts>().of(context.session(), entity);
  if (others.empty()) return;
  const std::string whose = others.size() == 1 ? owner_title(context.session(), others.front())
                                               : grouped_digits(others.size()) + " others";
  if (text_link(context, "Beside what " + whose + " saw")) {
    toggle_pinned_beside(context.state, entity, others);
  }
  context.places.add_item("properties.counterpart");
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("Pins both, with their differences marked   O");
}

void pin_button(ViewContext& context, EntityRef entity) {
  ViewState& state = context.state;
  const bool pinned = std::ranges::find(state.pinned, entity) != state.pinned.end();
  const char* label = pinned ? "Pinned" : "Pin";
  const float width = ImGui::CalcTextSize(label).x + 2 * ImGui::GetStyle().FramePadding.x;
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
  if (toggle_button(context, label, pinned, "properties.pin")) {
    if (pinned) {
      std::erase(state.pinned, entity);
    } else {
      state.pinned.push_back(entity);
    }
  }
}

void entity_head(PanelContext& context, PropertiesCache& cache, EntityRef ref) {
  const Recording& recording = recording_of(context, ref);
  const EntityInfo info = recording.entity(ref.entity);
  const Entity* entity = context.moment.find(ref);
  const float s = context.scale;
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string title = entity_title(context, ref);
  draw_kind({start.x + 7 * s, start.y + height / 2}, 6 * s, info.kind,
            packed(kind_color(context.theme, info.kind)));
  draw_text(context.fonts.text, start.x + 20 * s, start.y, start.y + height,
            packed(context.theme.text), title, width - 84 * s);
  ImGui::Dummy({std::max(1.0F, width - 84 * s), height});
  context.places.add_item("properties.name");
  if (ImGui::IsItemHovered()) text_tooltip(context, one_line(info.name, 1000));
  pin_button(context, ref);

  std::string facts = std::string(to_text(info.kind)) + "  \xC2\xB7  id " + one_line(info.id, 60);
  if (context.state.selected.size() > 1) {
    facts += "  \xC2\xB7  1 of " + grouped_digits(context.state.selected.size()) + " selected";
  }
  hint_text(context, facts);
  const EntityIndex parent = entity != nullptr ? entity->parent : info.parent;
  if (parent.exists() && parent.value < recording.entity_count()) {
    hint_text(context, "part of");
    ImGui::SameLine();
    const EntityRef above{ref.recording, parent};
    link(context, entity_title(context, above), above, "properties.parent");
  }
  counterparts_link(context, ref);
  const std::vector<Lifetime>& lifetimes =
      cache.lifetimes.of(context.session().recordings[ref.recording].recording, ref.entity);
  const Lifetime* life = nearest_life(context, ref, lifetimes);
  if (life != nullptr) {
    std::string lives = "lives " + lifetime_text(context, ref, *life);
    if (lifetimes.size() > 1) {
      lives += ", one of " + grouped_digits(lifetimes.size()) + " times";
    }
    hint_text(context, lives);
    if (entity == nullptr) absent_sentence(context, ref, *life);
    if (entity != nullptr) stand_in_sentence(context, ref);
  } else if (entity == nullptr) {
    hint_text(context, "It does not live in what was read so far.");
  }
}

void recording_head(ViewContext& context, EntityRef ref) {
  const Recording& recording = recording_of(context, ref);
  const std::string& path = recording.file().path();
  const std::size_t slash = path.find_last_of("/\\");
  const std::string name = one_line(slash == std::string::npos ? path : path.substr(slash + 1));
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(name.c_str());
  context.places.add_item("properties.name");
  hint_text(context, "the recording, and what belongs to no entity");
}

/// What was written about the entity as a whole, or about a property that is not there.
void entity_comments(PanelContext& context, const PropertySnapshot& shown) {
  if (!shown.frame.exists()) return;
  std::vector<CommentIndex> found;
  for (const CommentIndex index :
       context.caches.of<CommentLookup>().at(shown.of.recording, shown.frame)) {
    const CommentInfo comment = shown.recording->comment(index);
    if (comment.entity == shown.of.entity && comment.target != CommentInfo::Target::timeline &&
        comment.property == CommentInfo::kNoProperty) {
      found.push_back(index);
    }
  }
  if (!found.empty()) comment_notes(context, shown.of.recording, found);
}

void search_row(ViewContext& context) {
  const float options = ImGui::GetFrameHeight();
  const float width = ImGui::GetContentRegionAvail().x - options - 2 * context.scale;
  bool focus = false;
  search_field(context, "properties.search", "Search properties", context.state.property_search,
               focus, std::max(1.0F, width), "properties.search");
  ImGui::SameLine(0, 2 * context.scale);
  property_options(context);
}

bool is_known(const ViewContext& context, EntityRef of) {
  const auto& recordings = context.session().recordings;
  return of.recording < recordings.size() &&
         (!of.entity.exists() ||
          of.entity.value < recordings[of.recording].recording->entity_count());
}

}  // namespace

void properties_panel(PanelContext& context) {
  PropertiesCache& cache = context.caches.of<PropertiesCache>();
  context.caches.of<CommentLookup>().update(context.session());
  context.caches.of<PropertySurveys>().update(context);
  auto& event = context.state.selected_event;
  const auto& recordings = context.session().recordings;
  if (event && (event->recording >= recordings.size() ||
                event->event.value >= recordings[event->recording].recording->event_count())) {
    event.reset();
  }
  std::optional<EntityRef> of = primary_selection(context.state);
  if (of && !is_known(context, *of)) of.reset();
  if (!of && !event) {
    cache.history.want(nullptr, {}, context.workspace.background());  // it holds its recording
    if (recordings.empty()) {
      hint_text(context, "The properties of what is selected are shown here.");
    } else {
      draw_summary(context);
    }
    return;
  }
  const float width = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
  update_property_rows(context, cache, of, width);
  if (of && of->entity.exists()) {
    entity_head(context, cache, *of);
    entity_comments(context, cache.shown);
  } else if (of) {
    recording_head(context, *of);
  }
  if (of && !event && draw_compared(context, *of, change_strip_height(context, cache))) {
    draw_change_strip(context, cache);
    return;
  }
  if (cache.shown.tree.empty() && cache.event.tree.empty() && !event) return;
  search_row(context);
  if (cache.rows.empty()) {
    hint_text(context, cache.rows_key.search.empty() ? "It has no properties at this time."
                                                     : "No property is named or valued like that.");
    return;
  }
  draw_property_rows(context, cache);
  draw_change_strip(context, cache);
}

}  // namespace scrubjay
