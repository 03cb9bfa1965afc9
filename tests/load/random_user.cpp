#include "tests/load/random_user.h"

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui.h>

#include <array>
#include <filesystem>
#include <string_view>

namespace scrubjay::load {

namespace {

/// All keys that neither quit nor write a file.
constexpr std::array kKeys{
    KeyPress{GLFW_KEY_SPACE, 0},
    KeyPress{GLFW_KEY_LEFT, 0},
    KeyPress{GLFW_KEY_RIGHT, 0},
    KeyPress{GLFW_KEY_LEFT, GLFW_MOD_SHIFT},
    KeyPress{GLFW_KEY_RIGHT, GLFW_MOD_SHIFT},
    KeyPress{GLFW_KEY_LEFT, GLFW_MOD_CONTROL},
    KeyPress{GLFW_KEY_RIGHT, GLFW_MOD_CONTROL},
    KeyPress{GLFW_KEY_HOME, 0},
    KeyPress{GLFW_KEY_END, 0},
    KeyPress{GLFW_KEY_PAGE_UP, 0},
    KeyPress{GLFW_KEY_PAGE_DOWN, 0},
    KeyPress{GLFW_KEY_COMMA, 0},
    KeyPress{GLFW_KEY_PERIOD, 0},
    KeyPress{GLFW_KEY_L, 0},
    KeyPress{GLFW_KEY_N, 0},
    KeyPress{GLFW_KEY_H, 0},
    KeyPress{GLFW_KEY_I, 0},
    KeyPress{GLFW_KEY_P, 0},
    KeyPress{GLFW_KEY_F, 0},
    KeyPress{GLFW_KEY_V, 0},
    KeyPress{GLFW_KEY_T, 0},
    KeyPress{GLFW_KEY_TAB, 0},
    KeyPress{GLFW_KEY_ESCAPE, 0},
    KeyPress{GLFW_KEY_F1, 0},
    KeyPress{GLFW_KEY_F, GLFW_MOD_CONTROL},
    KeyPress{GLFW_KEY_F, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT},
    KeyPress{GLFW_KEY_Z, GLFW_MOD_CONTROL},
    KeyPress{GLFW_KEY_Z, GLFW_MOD_CONTROL | GLFW_MOD_SHIFT},
    KeyPress{GLFW_KEY_UP, GLFW_MOD_ALT},
    KeyPress{GLFW_KEY_DOWN, GLFW_MOD_ALT},
};

constexpr std::array<std::string_view, 8> kWords{"",    "a",         "vehicle",  "name:hit",
                                                 "tag", "entity:24", "\xC3\xA4", "no such thing"};

}  // namespace

void RandomUser::use_mouse(const WindowFacts& facts) {
  ImGuiIO& io = ImGui::GetIO();
  if (once_in(3)) {
    io.MousePos = {static_cast<float>(share() * facts.width),
                   static_cast<float>(share() * facts.height)};
  }
  for (int button = 0; button < 3; ++button) {
    if (!once_in(button == 0 ? 5 : 40)) continue;
    io.MouseDown[button] = !io.MouseDown[button];
    ++clicks_;
  }
  if (once_in(12)) io.MouseWheel = once_in(2) ? 1.0F : -1.0F;
}

void RandomUser::use_keys(Shell& shell) {
  if (once_in(6)) {
    shell.press(kKeys[below(kKeys.size())]);
    ++keys_;
  }
  if (once_in(30)) ImGui::GetIO().AddInputCharacter(static_cast<unsigned>('a' + below(26)));
}

/// An index that is being written meanwhile may stay.
void RandomUser::remove_kept_indexes() {
  std::error_code ignored;
  std::filesystem::remove_all(cache_, ignored);
}

void RandomUser::open_and_close(Shell& shell) {
  const std::size_t open = shell.workspace().session().recordings.size();
  if (open == 0 || (open < 4 && once_in(60))) {
    if (shell.workspace().is_opening()) return;
    // Half of them find their index kept by an earlier opening.
    if (once_in(2)) remove_kept_indexes();
    shell.open_files({files_[below(files_.size())]});
    ++opened_;
  } else if (open > 1 && once_in(80)) {
    shell.press({GLFW_KEY_W, GLFW_MOD_CONTROL});
    ++closed_;
  }
}

void RandomUser::seek(Shell& shell) {
  if (!once_in(4)) return;
  ViewState& state = shell.state();
  const TimeRange range = shell.workspace().session().range();
  state.playback.playhead = range.begin + share() * range.length();
  if (once_in(10)) state.playback.speed = 0.1 + share() * 9.9;
  if (once_in(10)) state.playback.playing = !state.playback.playing;
  ++seeks_;
}

void RandomUser::choose(Shell& shell) {
  ViewState& state = shell.state();
  const Session& session = shell.workspace().session();
  if (once_in(8) && !session.recordings.empty()) {
    const std::size_t recording = below(session.recordings.size());
    const std::size_t entities = session.recordings[recording].recording->entity_count();
    if (entities > 0) {
      select(state, {recording, EntityIndex(below(entities))}, static_cast<SelectMode>(below(3)));
      ++selections_;
    }
  }
  if (once_in(40)) {
    std::string* const fields[] = {&state.entity_search, &state.property_search,
                                   &state.event_filter};
    *fields[below(3)] = kWords[below(kWords.size())];
    ++searches_;
  }
  bool* const flags[] = {&state.windows[WindowId::problems],
                         &state.windows[WindowId::queries],
                         &state.windows[WindowId::filters],
                         &state.windows[WindowId::reading],
                         &state.windows[WindowId::about],
                         &state.windows[WindowId::help],
                         &state.all_entities,
                         &state.background_entities,
                         &state.events_of_selection,
                         &state.events_in_view,
                         &state.show_boxes,
                         &state.show_grid,
                         &state.show_props,
                         &state.show_hidden_properties};
  if (once_in(25)) {
    bool& flag = *flags[below(std::size(flags))];
    flag = !flag;
  }
  if (once_in(100)) change_filters(state);
  if (once_in(60)) state.trails = static_cast<LayerState>(below(3));
  if (once_in(60)) state.names = static_cast<LayerState>(below(3));
  if (once_in(200)) state.theme = once_in(2) ? ThemeChoice::light : ThemeChoice::dark;
}

/// Each is searched for in all frames, in the background.
void RandomUser::change_filters(ViewState& state) {
  ++filters_;
  if (state.filters.size() >= 3) {
    state.filters.clear();
    return;
  }
  Filter filter{.kind = once_in(2) ? FilterKind::property : FilterKind::event};
  filter.name = kWords[below(kWords.size())];
  if (once_in(2)) {
    filter.members.push_back({.name = "x",
                              .type = MemberType::number,
                              .number = share() * 100,
                              .mode = MemberMode::less});
  }
  state.filters.push_back({.filter = std::move(filter)});
}

void RandomUser::resize(WindowFacts& facts) {
  if (!once_in(120)) return;
  facts.width = 300 + static_cast<int>(below(1300));
  facts.height = 200 + static_cast<int>(below(800));
  ++sizes_;
}

void RandomUser::act(Shell& shell, WindowFacts& facts) {
  shell.state().windows[WindowId::open] = false;  // other programs' windows are not for this test
  shell.state().windows[WindowId::save] = false;
  shell.state().full_screen = false;
  resize(facts);
  open_and_close(shell);
  seek(shell);
  choose(shell);
  use_mouse(facts);
  use_keys(shell);
}

bool RandomUser::put_to_rest(Shell& shell) {
  ImGuiIO& io = ImGui::GetIO();
  for (bool& down : io.MouseDown) down = false;
  io.MousePos = {-1, -1};
  ViewState& state = shell.state();
  state.playback.playing = false;
  state.filters.clear();
  state.entity_search.clear();
  state.property_search.clear();
  state.event_filter.clear();
  if (shell.workspace().is_opening()) return false;
  if (shell.workspace().session().recordings.empty()) return true;
  shell.press({GLFW_KEY_W, GLFW_MOD_CONTROL});
  ++closed_;
  return false;
}

std::string RandomUser::done() const {
  return std::to_string(seeks_) + " seeks, " + std::to_string(selections_) + " selections, " +
         std::to_string(searches_) + " searches, " + std::to_string(filters_) +
         " changes of filters, " + std::to_string(keys_) + " keys, " + std::to_string(clicks_) +
         " presses of buttons, " + std::to_string(sizes_) + " sizes, " + std::to_string(opened_) +
         " recordings opened, " + std::to_string(closed_) + " closed";
}

}  // namespace scrubjay::load
