#include <algorithm>
#include <filesystem>

#include "app/viewer/found/contact_list.h"
#include "app/viewer/panels/ask/watches.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/scene/shape_layers.h"
#include "app/viewer/panels/timeline/chapter_lane.h"
#include "app/viewer/panels/timeline/timeline_cache.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/panels/windows/palette_window.h"
#include "app/viewer/panels/windows/pictures_window.h"
#include "app/viewer/saved/notes_store.h"
#include "app/viewer/shell/shell.h"
#include "core/number_text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kMostChapters = 500;
constexpr std::size_t kMostContacts = 1000;
constexpr std::size_t kMostLayers = 100;

using Choices = std::vector<PaletteChoice>;

/// What people look for by other words than ours, by name of command or window.
struct OtherWords {
  std::string_view name;
  std::string_view words;
};
constexpr OtherWords kOtherWords[] = {
    {"compare", "desync diff divergence drift replay runs"},
    {"find_offset", "align synchronise sync delay"},
    {"first_difference", "desync diff divergence"},
    {"next_difference", "desync diff divergence"},
    {"follow", "track lock camera"},
    {"save_picture", "screenshot image PNG snapshot"},
    {"copy_picture", "screenshot image clipboard"},
    {"pictures", "video movie screenshot image PNG MP4 record capture"},
    {"save", "export convert CSV MCAP Foxglove Rerun"},
    {"save_cut", "export clip trim part"},
    {"copy_link", "share url"},
    {"note", "bookmark annotate comment mark"},
    {"notes", "bookmarks annotations comments"},
    {"begin_range", "mark in trim"},
    {"end_range", "mark out trim"},
    {"measure", "ruler distance length"},
    {"isolate", "solo only"},
    {"plot", "graph chart curve"},
    {"ask", "SQL query table search"},
    {"history", "changes log value when"},
    {"changes", "diff frame"},
    {"filters", "conditions breakpoints rules search"},
    {"scenery", "map roads OpenDRIVE level background"},
    {"reading", "options import axes units settings"},
    {"problems", "errors warnings damage"},
    {"help", "shortcuts hotkeys keyboard"},
    {"about", "version licences"},
    {"larger", "zoom font scale"},
    {"smaller", "zoom font scale"},
    {"from_top", "bird plan 2D"},
    {"camera_driver", "first person cockpit"},
    {"camera_chase", "third person behind"},
    {"slower", "slow motion rate"},
    {"faster", "fast rate"},
    {"full_screen", "maximise"},
    {"derived", "speed velocity distance"},
};

std::string_view other_words(std::string_view name) {
  const auto* const found = std::ranges::find(kOtherWords, name, &OtherWords::name);
  return found == std::end(kOtherWords) ? "" : found->words;
}

void add_setting(Choices& choices, std::string title, auto change) {
  choices.push_back({"Setting", std::move(title), "", "", true,
                     [change](PanelContext& context) { change(context); }});
}

void add_windows(Choices& choices, const Session& session) {
  for (const WindowRow& window : kWindows) {
    if (*window.title == '\0' || window.id == WindowId::palette) continue;
    choices.push_back(
        {.kind = "Command",
         .title = window.title,
         .keys = window.key,
         .can_run = window.is_of_use(session),
         .run = [id = window.id](PanelContext& context) { context.state.windows[id] = true; },
         .words = other_words(window.name)});
  }
}

void add_dock(Choices& choices, const Layout& layout) {
  for (const WindowRow& tool : kWindows) {
    if (tool.kind != WindowKind::tool) continue;
    const bool is_docked = layout.docked[tool.id];
    const std::string title =
        is_docked ? "Above all, not below the scene: " : "Dock below the scene: ";
    add_setting(choices, title + tool_name(tool), [id = tool.id, is_docked](PanelContext& context) {
      set_docked(context.state, id, !is_docked);
    });
    choices.back().words = is_docked ? "undock float" : "tab panel";
  }
}

void add_areas(Choices& choices, const Layout& layout) {
  for (const AreaRow& area : kAreas) {
    if (area.title == nullptr) continue;
    const char* const verb = layout.folded[area.id] ? "Show area: " : "Hide area: ";
    add_setting(choices, verb + std::string(area.title), [id = area.id](PanelContext& context) {
      bool& folded = context.state.layout.folded[id];
      folded = !folded;
    });
  }
}

void add_settings(Choices& choices) {
  for (const ThemeName& theme : kThemeNames) {
    add_setting(choices, std::string("Theme: ") + theme.title,
                [choice = theme.choice](PanelContext& context) { context.state.theme = choice; });
  }
  for (const float scale : kScales) {
    add_setting(choices, "Size of text: " + percent_text(scale),
                [scale](PanelContext& context) { context.state.scale = scale; });
  }
  for (const double speed : kSpeeds) {
    add_setting(choices, "Speed: " + number_text(speed) + " ×",
                [speed](PanelContext& context) { context.commands.emplace_back(SetSpeed{speed}); });
  }
  add_setting(choices, "Between samples: hold each until the next",
              [](PanelContext& context) { context.state.sampling = Sampling::hold; });
  add_setting(choices, "Between samples: interpolate",
              [](PanelContext& context) { context.state.sampling = Sampling::linear; });
}

void add_switches(Choices& choices, const ViewState& state) {
  const auto add = [&](const char* title, auto member) {
    choices.push_back(
        {"Setting", title, state.*member ? "on" : "off", "", true,
         [member](PanelContext& context) { context.state.*member = !(context.state.*member); }});
  };
  add("Scene: boxes", &ViewState::show_boxes);
  add("Scene: back faces", &ViewState::show_back_faces);
  add("Scene: grid", &ViewState::show_grid);
  add("Scene: props", &ViewState::show_props);
  add("Scenery: roads", &ViewState::show_roads);
  add("Scenery: road marks", &ViewState::show_road_marks);
  add("Scenery: signals and objects", &ViewState::show_road_objects);
  add("Scenery: level", &ViewState::show_level);
  add("Scenery: names of roads", &ViewState::show_road_names);
  add("Properties: those that the source hides", &ViewState::show_hidden_properties);
  add("Entities: also those that do not live now", &ViewState::all_entities);
  add("Entities: also what only describes the source", &ViewState::background_entities);
  add("Events: only of the selection", &ViewState::events_of_selection);
  add("Events: only in the time that is shown", &ViewState::events_in_view);
  const auto add_layer = [&](const std::string& name, auto layer) {
    for (const LayerState wanted : {LayerState::off, LayerState::selected, LayerState::all}) {
      add_setting(choices, "Scene: " + name + ": " + std::string(to_text(wanted)),
                  [layer, wanted](PanelContext& context) { context.state.*layer = wanted; });
      choices.back().words = "layers";
    }
  };
  add_layer("names", &ViewState::names);
  add_layer("paths", &ViewState::trails);
  add_layer("arrows of references", &ViewState::references);
  add("Scene: paths ahead of the playhead", &ViewState::trails_ahead);
  add("Scene: paths coloured by speed", &ViewState::trails_by_speed);
}

/// What the menu "Layers" of the scene has besides.
void add_scene_layers(Choices& choices, const Session& session) {
  struct Colors {
    ColorBy by;
    const char* title;
  };
  for (const Colors& colors : {Colors{ColorBy::kind, "kind"},
                               {ColorBy::source, "recording or client"},
                               {ColorBy::speed, "speed"}}) {
    add_setting(choices, std::string("Scene: colour by ") + colors.title,
                [by = colors.by](PanelContext& context) { context.state.color_by = by; });
    choices.back().words = "color layers";
  }
  const std::vector<std::string_view> names = layer_names(session);
  for (std::size_t i = 0; i < std::min(names.size(), kMostLayers); ++i) {
    const std::string shown = names[i].empty() ? "Default" : one_line(names[i], 60);
    for (const LayerState wanted : {LayerState::off, LayerState::selected, LayerState::all}) {
      add_setting(choices, "Layer of shapes: " + shown + ": " + std::string(to_text(wanted)),
                  [name = std::string(names[i]), wanted](PanelContext& context) {
                    set_layer(context.state, name, wanted);
                  });
    }
  }
}

void add_watches(Choices& choices, const PanelContext& context) {
  const auto& watched = context.state.watched;
  for (std::size_t i = 0; i < watched.size(); ++i) {
    const Watch* const watch = watch_of(context, i);
    if (watch == nullptr || watch->is_of_numbers()) continue;
    add_setting(choices, "Stop playback where it begins: " + one_line(watched[i].condition, 80),
                [condition = watched[i].condition](PanelContext& now) {
                  auto& all = now.state.watched;
                  const auto it = std::ranges::find(all, condition, &WatchedCondition::condition);
                  if (it != all.end()) it->stops_playback = !it->stops_playback;
                });
    choices.back().detail = watched[i].stops_playback ? "on" : "off";
    choices.back().words = "watch break";
  }
}

void add_coordinates(Choices& choices) {
  add_setting(choices, "Coordinates: as recorded",
              [](PanelContext& context) { context.state.coordinates.reset(); });
  for (const NamedCoordinateSystem& preset : coordinate_presets()) {
    add_setting(
        choices, "Coordinates: " + std::string(preset.name),
        [system = preset.system](PanelContext& context) { context.state.coordinates = system; });
  }
}

void add_chapters(Choices& choices, const PanelContext& context) {
  const Session& session = context.session();
  const TimelineCache& cache = context.caches.of<TimelineCache>();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const std::size_t count = session.recordings[i].visible ? chapter_count(session, cache, i) : 0;
    for (std::size_t n = 0; n < count && n < kMostChapters; ++n) {
      const Chapter chapter = chapter_at(session, cache, i, n);
      choices.push_back({"Chapter", std::string(chapter.name), time_text(chapter.begin), "", true,
                         [chapter](PanelContext& now) { go_to_chapter(now, chapter); }});
    }
  }
}

void add_contacts(Choices& choices, const PanelContext& context) {
  const Session& session = context.session();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    const auto list = context.caches.of<ContactList>().of(session, i);
    if (list == nullptr) continue;
    for (std::size_t n = 0; n < list->contacts.size() && n < kMostContacts; ++n) {
      const ListedContact& listed = list->contacts[n];
      choices.push_back({"Contact", listed.title,
                         contact_details(listed, session.recordings[i].offset), "", true,
                         [i, contact = listed.contact](PanelContext& now) {
                           now.state.playback.playing = false;
                           go_to_contact(now, i, contact, false);
                         }});
    }
  }
}

void add_notes(Choices& choices, const PanelContext& context) {
  const Session& session = context.session();
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    for (const Note& note : context.caches.of<NotesStore>().of(session, i)) {
      choices.push_back({"Note", one_line(note.text),
                         time_text(note.time + session.recordings[i].offset), "", true,
                         [i, note](PanelContext& now) { go_to_note(now, i, note); }});
    }
  }
}

}  // namespace

std::vector<PaletteChoice> Shell::palette_choices(const PanelContext& context) const {
  Choices choices;
  for (const CommandRow& command : kCommands) {
    if (command.id == CommandId::step_back) continue;
    choices.push_back(
        {.kind = "Command",
         .title = command.title,
         .detail = is_on(command.id) ? "on" : "",
         .keys = command.keys,
         .can_run = can_run(command.id),
         .run = [id = command.id](PanelContext& now) { now.state.command_request = id; },
         .words = other_words(command.name)});
  }
  add_windows(choices, context.session());
  choices.push_back({"Command", "Save a picture of the window", "", "",
                     !context.session().recordings.empty(), [](PanelContext& now) {
                       now.caches.of<PicturesCache>().wanted = PicturesCache::Want::window;
                     }});
  for (const RecentFile& file : settings_.recent) {
    const std::filesystem::path path(file.path);
    choices.push_back(
        {"File", valid_utf8(path.filename().string()), valid_utf8(path.parent_path().string()), "",
         true, [path = file.path](PanelContext& now) { now.state.open_request.push_back(path); }});
  }
  add_areas(choices, state_.layout);
  add_dock(choices, state_.layout);
  add_settings(choices);
  add_switches(choices, state_);
  add_scene_layers(choices, context.session());
  add_watches(choices, context);
  if (!context.session().recordings.empty()) add_coordinates(choices);
  add_chapters(choices, context);
  add_contacts(choices, context);
  add_notes(choices, context);
  // While nothing is typed, what can be done stands first.
  std::ranges::stable_partition(choices, &PaletteChoice::can_run);
  return choices;
}

}  // namespace scrubjay
