#include <imgui.h>

#include <algorithm>
#include <optional>
#include <span>

#include "app/viewer/comparing/comparison_choice.h"
#include "app/viewer/found/contact_list.h"
#include "app/viewer/found/filtered_events.h"
#include "app/viewer/found/property_steps.h"
#include "app/viewer/panels/ask/ask_cache.h"
#include "app/viewer/panels/comparison/comparison_steps.h"
#include "app/viewer/panels/entities/counterparts.h"
#include "app/viewer/panels/events/event_rows.h"
#include "app/viewer/panels/filters/filter_matches.h"
#include "app/viewer/panels/timeline/chapter_lane.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/windows/pictures_window.h"
#include "app/viewer/saved/notes_store.h"
#include "app/viewer/shell/shell.h"
#include "app/viewer/toggle.h"

namespace scrubjay {

namespace {

/// Seeks to the next (+1) or previous (-1) event or contact and selects whose it is. Of those that
/// the table of events leaves out, none is met.
void go_to_event(PanelContext& context, int direction, bool of_selection) {
  const Session& session = context.session();
  const Seconds now = context.state.playback.playhead;
  const auto* const passed = context.caches.of<FilteredEvents>().passed;
  const EventFilter filter = parse_event_filter(context.state.event_filter);
  const bool is_table_of_selection = context.state.events_of_selection;
  std::vector<EntityRef> entities;
  if (of_selection || is_table_of_selection) entities = context.state.selected;
  std::ranges::sort(entities);
  const auto is_selected = [&](EntityRef entity) {
    return std::ranges::binary_search(entities, entity);
  };
  const auto fits = [&](std::size_t recording, const ListedContact& listed) {
    const EventRef ref{static_cast<std::uint32_t>(recording), {}, {}, &listed};
    return (!(of_selection || is_table_of_selection) ||
            is_selected({recording, listed.contact.entity}) ||
            is_selected({recording, listed.contact.other})) &&
           matches(filter, *session.recordings[recording].recording, listed_event(session, ref));
  };
  // The table of the selection's also has those that name it.
  const auto found = neighbour_event(
      session, now, direction, is_table_of_selection ? std::span<EntityRef>() : entities, passed);
  const auto contact =
      neighbour_contact(context.caches.of<ContactList>(), session, now, direction, fits);
  const bool is_contact_next =
      contact &&
      (!found || (direction > 0 ? contact->time < found->time : contact->time > found->time));
  if (is_contact_next) {
    context.state.playback.playing = false;
    context.state.selected_event.reset();
    go_to_contact(context, contact->recording, contact->contact(), of_selection);
    return;
  }
  if (!found) {
    const bool is_looking = context.caches.of<ContactList>().is_searching() ||
                            !context.caches.of<EventRowsCache>().is_done;
    context.state.bar_request =
        std::string(of_selection ? "Nothing happens to the selection " : "Nothing happens ") +
        (direction > 0 ? "after this moment" : "before this moment") +
        (passed != nullptr ? " of what the events are filtered for" : "") +
        (is_looking ? ", as far as was looked at." : ".");
    return;
  }
  context.state.playback.playing = false;
  context.commands.emplace_back(SeekTo{found->time});
  const EventInfo event = session.recordings[found->recording].recording->event(found->event);
  if (!of_selection && event.entity.exists()) {
    select(context.state, {found->recording, event.entity});
  }
  context.state.selected_event = SelectedEvent{found->recording, found->event};
}

void step_chapter(PanelContext& context, int direction) {
  const auto chapter = neighbour_chapter(context.session(), context.caches.of<TimelineCache>(),
                                         context.state.playback.playhead, direction);
  if (chapter) go_to_chapter(context, *chapter);
}

void toggle_hidden(ViewState& state) {
  for (const EntityRef entity : state.selected) {
    toggle(state.hidden, entity);
  }
}

void toggle_pinned(ViewState& state) {
  for (const EntityRef entity : state.selected) {
    if (entity.entity.exists() && std::erase(state.pinned, entity) == 0)
      state.pinned.push_back(entity);
  }
}

void toggle_followed(ViewState& state) {
  const auto entity = selected_entity(state);
  state.followed = state.followed == entity ? std::nullopt : entity;
}

/// With the selection, else with what is followed already.
void begin_ride(ViewState& state, Ride ride) {
  if (const auto entity = selected_entity(state)) state.followed = entity;
  state.ride = ride;
}

/// All that is selected, or nothing when just that is isolated.
void toggle_isolated(ViewState& state) {
  const std::set<EntityRef> selected(state.selected.begin(), state.selected.end());
  state.isolated = state.isolated == selected ? std::set<EntityRef>() : selected;
}

void focus_selection(ViewState& state) {
  state.focus_request = state.selected;
  if (state.selected.empty()) state.fit_request = FitRequest::next;
}

/// The range from (or until) the playhead; its other end stays where that leaves something.
void bound_range(const PanelContext& context, bool is_begin) {
  const TimeRange whole = context.session().range();
  const Seconds now = context.state.playback.playhead;
  TimeRange range = context.state.playback.range.value_or(whole);
  if (is_begin) {
    range = {now, range.end > now ? range.end : whole.end};
  } else {
    range = {range.begin < now ? range.begin : whole.begin, now};
  }
  if (range.length() > 0) context.commands.emplace_back(SetRange{range});
}

/// The next larger (+1) or smaller (-1) size of text than `scale`.
float neighbour_scale(float scale, int direction) {
  constexpr float kAlmost = 0.01F;
  if (direction > 0) {
    const auto larger =
        std::ranges::find_if(kScales, [&](float one) { return one > scale + kAlmost; });
    return larger == std::end(kScales) ? std::rbegin(kScales)[0] : *larger;
  }
  float smaller = kScales[0];
  for (const float one : kScales) {
    if (one < scale - kAlmost) smaller = one;
  }
  return smaller;
}

/// Esc closes what is on top, one thing a press; the windows are closed.
void step_back(ViewState& state) {
  if (state.is_measuring || !state.measured.empty()) {
    state.is_measuring = false;
    state.measured.clear();
  } else if (state.layout.scene_only) {
    state.layout.scene_only = false;
  } else if (state.playback.range) {
    state.playback.range.reset();
    state.playback.loop = false;
  } else if (!state.isolated.empty()) {
    state.isolated.clear();
  } else if (state.followed) {
    state.followed.reset();
  } else {
    clear_selection(state);
  }
}

}  // namespace

bool Shell::can_run(CommandId command) const {
  const bool is_any_open = !workspace_.session().recordings.empty();
  const bool is_any_selected = !state_.selected.empty();
  switch (command) {
    case CommandId::play:
    case CommandId::previous_frame:
    case CommandId::next_frame:
    case CommandId::ten_back:
    case CommandId::ten_forward:
    case CommandId::previous_event:
    case CommandId::next_event:
    case CommandId::previous_chapter:
    case CommandId::next_chapter:
    case CommandId::first_frame:
    case CommandId::last_frame:
    case CommandId::loop:
    case CommandId::note:
    case CommandId::copy_link:
    case CommandId::save_cut:
    case CommandId::save_picture:
    case CommandId::copy_picture:
    case CommandId::begin_range:
    case CommandId::end_range:
    case CommandId::search:
    case CommandId::fit_all:
    case CommandId::measure:
    case CommandId::focus:
    case CommandId::reload:
    case CommandId::close: return is_any_open;
    case CommandId::previous_own_event:
    case CommandId::next_own_event:
    case CommandId::previous_change:
    case CommandId::next_change:
    case CommandId::hide:
    case CommandId::pin:
    case CommandId::clear_selection: return is_any_selected;
    case CommandId::pin_beside: {
      const auto entity = selected_entity(state_);
      return entity && !counterparts_beside(workspace_.session(), *entity).empty();
    }
    case CommandId::isolate: return is_any_selected || !state_.isolated.empty();
    case CommandId::camera_fixed: return is_any_open;
    case CommandId::camera_beside:
    case CommandId::camera_chase:
    case CommandId::camera_driver:
    case CommandId::camera_above:
    case CommandId::follow: return is_any_selected || state_.followed;
    case CommandId::next_hit:
    case CommandId::previous_hit:
      return std::ranges::any_of(state_.filters, &ListedFilter::is_on) ||
             caches_->of<AskCache>().lane.has_value() || !state_.watched.empty();
    case CommandId::next_difference:
    case CommandId::previous_difference:
    case CommandId::first_difference:
    case CommandId::copy_comparison: return state_.comparison.has_value();
    case CommandId::compare: return state_.comparison || can_compare(workspace_.session());
    case CommandId::find_offset: return can_find_offset();
    case CommandId::clear_range: return state_.playback.range.has_value();
    case CommandId::show_hidden: return !state_.hidden.empty() || !state_.isolated.empty();
    case CommandId::selection_back:
    case CommandId::selection_forward: return !state_.selection_history.empty();
    case CommandId::undo: return can_undo();
    case CommandId::redo: return !state_.redo.empty();
    default: return true;
  }
}

bool Shell::is_on(CommandId command) const {
  switch (command) {
    case CommandId::loop: return state_.playback.loop;
    case CommandId::compare: return state_.comparison.has_value();
    case CommandId::isolate: return !state_.isolated.empty();
    case CommandId::follow: return state_.followed.has_value();
    case CommandId::camera_fixed: return !state_.followed;
    case CommandId::camera_beside: return state_.followed && state_.ride == Ride::beside;
    case CommandId::camera_chase: return state_.followed && state_.ride == Ride::chase;
    case CommandId::camera_driver: return state_.followed && state_.ride == Ride::driver;
    case CommandId::camera_above: return state_.followed && state_.ride == Ride::above;
    case CommandId::scene_only: return state_.layout.scene_only;
    case CommandId::full_screen: return state_.full_screen;
    case CommandId::left_tab: return state_.layout.events_in_front;
    case CommandId::reduced_motion: return state_.reduced_motion;
    case CommandId::derived: return state_.show_derived;
    case CommandId::measure: return state_.is_measuring;
    default: return false;
  }
}

void Shell::run(CommandId command, PanelContext& context) {
  if (!can_run(command)) return;
  if (row_of(command).subject == "Scene") has_quiet_tooltips_ = true;
  auto& commands = context.commands;
  switch (command) {
    case CommandId::play: commands.emplace_back(TogglePlay{}); break;
    case CommandId::previous_frame: commands.emplace_back(StepFrames{-1}); break;
    case CommandId::next_frame: commands.emplace_back(StepFrames{1}); break;
    case CommandId::ten_back: commands.emplace_back(StepFrames{-10}); break;
    case CommandId::ten_forward: commands.emplace_back(StepFrames{10}); break;
    case CommandId::previous_event: go_to_event(context, -1, false); break;
    case CommandId::next_event: go_to_event(context, +1, false); break;
    case CommandId::previous_own_event: go_to_event(context, -1, true); break;
    case CommandId::next_own_event: go_to_event(context, +1, true); break;
    case CommandId::previous_change: step_to_change(context, -1); break;
    case CommandId::next_change: step_to_change(context, +1); break;
    case CommandId::next_hit: go_to_neighbour_match(context, +1); break;
    case CommandId::previous_hit: go_to_neighbour_match(context, -1); break;
    case CommandId::next_difference: go_to_neighbour_difference(context, +1); break;
    case CommandId::previous_difference: go_to_neighbour_difference(context, -1); break;
    case CommandId::first_difference: go_to_first_difference(context); break;
    case CommandId::compare: toggle_comparison(); break;
    case CommandId::find_offset: find_offset(); break;
    case CommandId::copy_comparison: copy_comparison(); break;
    case CommandId::previous_chapter: step_chapter(context, -1); break;
    case CommandId::next_chapter: step_chapter(context, +1); break;
    case CommandId::first_frame: commands.emplace_back(GoToFirst{}); break;
    case CommandId::last_frame: commands.emplace_back(GoToLast{}); break;
    case CommandId::slower: commands.emplace_back(ChangeSpeed{-1}); break;
    case CommandId::faster: commands.emplace_back(ChangeSpeed{+1}); break;
    case CommandId::loop: commands.emplace_back(ToggleLoop{}); break;
    case CommandId::begin_range: bound_range(context, true); break;
    case CommandId::end_range: bound_range(context, false); break;
    case CommandId::clear_range: commands.emplace_back(SetRange{std::nullopt}); break;
    case CommandId::note:
      if (begin_note(context)) keyboard_.show();
      break;
    case CommandId::search:
      state_.layout.events_in_front = false;  // where they take turns
      state_.focus_search = true;
      break;
    case CommandId::selection_back: step_selection(state_, -1); break;
    case CommandId::selection_forward: step_selection(state_, +1); break;
    case CommandId::hide: toggle_hidden(state_); break;
    case CommandId::isolate: toggle_isolated(state_); break;
    case CommandId::show_hidden:
      state_.hidden.clear();
      state_.isolated.clear();
      break;
    case CommandId::pin: toggle_pinned(state_); break;
    case CommandId::pin_beside:
      if (const auto entity = selected_entity(state_)) {
        toggle_pinned_beside(state_, *entity, counterparts_beside(workspace_.session(), *entity));
      }
      break;
    case CommandId::clear_selection: clear_selection(state_); break;
    case CommandId::step_back:
      if (close_front_window()) break;
      if (count_notices() > 0) {
        dismiss_notices();
      } else {
        step_back(state_);
      }
      break;
    case CommandId::focus: focus_selection(state_); break;
    case CommandId::fit_all: state_.fit_request = FitRequest::everything; break;
    case CommandId::follow: toggle_followed(state_); break;
    case CommandId::camera_fixed: state_.followed.reset(); break;
    case CommandId::camera_beside: begin_ride(state_, Ride::beside); break;
    case CommandId::camera_chase: begin_ride(state_, Ride::chase); break;
    case CommandId::camera_driver: begin_ride(state_, Ride::driver); break;
    case CommandId::camera_above: begin_ride(state_, Ride::above); break;
    case CommandId::from_top: look_from_top(state_.camera); break;
    case CommandId::left_tab:
      state_.layout.events_in_front = !state_.layout.events_in_front;
      if (!keyboard_.area()) break;
      keyboard_.enter_once_shown(state_.layout.events_in_front ? AreaId::events : AreaId::entities);
      context.needs_redraw = true;
      break;
    case CommandId::scene_only: state_.layout.scene_only = !state_.layout.scene_only; break;
    case CommandId::open: start_open(); break;
    case CommandId::reload:
      for (std::size_t i = 0; i < workspace_.session().recordings.size(); ++i) workspace_.reload(i);
      break;
    case CommandId::close: close_selected(); break;
    case CommandId::undo: undo_view(); break;
    case CommandId::redo: redo_view(); break;
    case CommandId::next_area: keyboard_.step(+1); break;
    case CommandId::previous_area: keyboard_.step(-1); break;
    case CommandId::menu_bar: keyboard_.open_menu(0); break;
    case CommandId::context_menu: keyboard_.right_click(scale_); break;
    case CommandId::larger: state_.scale = neighbour_scale(scale_, +1); break;
    case CommandId::smaller: state_.scale = neighbour_scale(scale_, -1); break;
    case CommandId::usual_size: state_.scale = 0; break;
    case CommandId::full_screen: state_.full_screen = !state_.full_screen; break;
    case CommandId::reduced_motion: state_.reduced_motion = !state_.reduced_motion; break;
    case CommandId::derived: state_.show_derived = !state_.show_derived; break;
    case CommandId::measure:
      state_.is_measuring = !state_.is_measuring;
      state_.measured.clear();
      break;
    case CommandId::reset_layout: state_.layout = Layout{}; break;
    case CommandId::save_picture:
      caches_->of<PicturesCache>().wanted = PicturesCache::Want::picture;
      break;
    case CommandId::copy_picture:
      caches_->of<PicturesCache>().wanted = PicturesCache::Want::copy;
      break;
    case CommandId::copy_link: copy_link(); break;
    case CommandId::save_cut: save_cut(); break;
    case CommandId::copy_state: ImGui::SetClipboardText(state_json().c_str()); break;
    case CommandId::quit: wants_to_close_ = true; break;
  }
}

}  // namespace scrubjay
