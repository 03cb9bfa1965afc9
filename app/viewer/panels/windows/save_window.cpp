#include "app/viewer/panels/windows/save_window.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"
#include "app/shared/writers.h"
#include "app/viewer/open_dialog.h"
#include "app/viewer/panels/widgets/keys.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/platform/free_path.h"
#include "core/platform/output_file.h"
#include "core/secrets.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr float kLabels = 110;

/// The recording that is meant: that of the selection, else the first one.
std::size_t recording_to_save(const ViewContext& context) {
  const auto primary = primary_selection(context.state);
  return primary && primary->recording < context.session().recordings.size() ? primary->recording
                                                                             : 0;
}

/// With its dot.
std::string usual_extension(const FormatWriter& writer) {
  return "." + std::string(writer.extensions.front());
}

/// The longest extension of any writer that a name ends with, without the dot.
std::string_view extension_in(std::string_view name) {
  std::string_view longest;
  for (const FormatWriter* writer : writers()) {
    for (const std::string_view extension : writer->extensions) {
      const bool ends = name.ends_with(extension) && name.size() > extension.size() + 1 &&
                        name[name.size() - extension.size() - 1] == '.';
      if (ends && extension.size() > longest.size()) longest = extension;
    }
  }
  return longest;
}

/// A free name beside the recording, with the usual extension of the format.
std::string usual_path(const Recording& recording, const FormatWriter& writer) {
  namespace fs = std::filesystem;
  const fs::path source(recording.file().path());
  std::string stem = source.stem().string();
  if (stem.empty()) stem = "recording";
  return free_path(source.parent_path(), stem, usual_extension(writer));
}

void label(const DrawContext& context, const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  ImGui::SameLine(kLabels * context.scale);
}

/// What was typed keeps its folder and name.
void take_writer(SaveCache& cache, const FormatWriter& writer) {
  cache.writer = &writer;
  cache.options.clear();
  cache.outcome.reset();
  if (cache.path == cache.usual_path) {
    cache.path.clear();
  } else {
    cache.path = with_extension_of(writer, cache.path);
  }
}

void choose_format(DrawContext& context, SaveCache& cache, const Recording& recording) {
  if (cache.writer == nullptr) {
    const FormatWriter* const own = find_writer(recording.info().format);
    cache.writer = own == nullptr ? writers().front() : own;
  }
  label(context, "Format");
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##format", std::string(cache.writer->title).c_str())) {
    for (const FormatWriter* writer : writers()) {
      if (ImGui::Selectable(std::string(writer->title).c_str(), writer == cache.writer)) {
        take_writer(cache, *writer);
      }
      context.places.add_item("save.format." + std::string(writer->name));
    }
    ImGui::EndCombo();
  } else {
    context.places.add_item("save.format");
  }
}

void choose_option(DrawContext& context, SaveCache& cache, const WriteOption& option) {
  const auto chosen =
      std::ranges::find(cache.options, option.name, &std::pair<std::string, std::string>::first);
  const std::string now(chosen == cache.options.end() ? option.values.front() : chosen->second);
  std::string name(option.name);
  name.front() = static_cast<char>(name.front() - 'a' + 'A');
  ImGui::PushID(option.name.data(), option.name.data() + option.name.size());
  label(context, name.c_str());
  ImGui::SetNextItemWidth(160 * context.scale);
  if (ImGui::BeginCombo("##value", now.c_str())) {
    for (const std::string_view value : option.values) {
      const std::string text(value);
      if (!ImGui::Selectable(text.c_str(), text == now)) continue;
      std::erase_if(cache.options, [&](const auto& set) { return set.first == option.name; });
      cache.options.emplace_back(option.name, text);
      cache.outcome.reset();
    }
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  hint_text(context, option.description);
  ImGui::PopID();
}

/// Two ways to choose from, beside a label.
void choose_one(DrawContext& context, const char* title, const std::string& usual,
                const std::string& other, bool& is_usual, std::string_view place) {
  label(context, title);
  ImGui::PushID(title);
  if (ImGui::RadioButton(usual.c_str(), is_usual)) is_usual = true;
  ImGui::SameLine();
  if (ImGui::RadioButton(other.c_str(), !is_usual)) is_usual = false;
  context.places.add_item(place);
  ImGui::PopID();
}

/// In which coordinates the format writes what is asked for in `system` (none: as recorded), or why
/// it does not.
Result<CoordinateSystem> coordinates_in_file(const SaveCache& cache, const OpenRecording& open,
                                             std::optional<CoordinateSystem> system) {
  return cache.writer->coordinates_written({.recording = open.recording, .coordinates = system});
}

/// What is asked for where the user wants no other coordinates.
std::optional<CoordinateSystem> usual_coordinates(const SaveCache& cache,
                                                  const OpenRecording& open) {
  return coordinates_on_the_way_back(open.recording->info(), cache.writer->name);
}

/// Whether the format can hold them, and they are others than it has by itself.
bool is_offered(SavedCoordinates choice, const ViewContext& context, const SaveCache& cache,
                const OpenRecording& open) {
  const auto can_hold = [&](const CoordinateSystem& system) {
    return coordinates_in_file(cache, open, system).has_value();
  };
  const CoordinateSystem& recorded = open.recording->info().coordinates;
  const auto& shown = context.state.coordinates;
  switch (choice) {
    case SavedCoordinates::recorded: {
      const auto usual = coordinates_in_file(cache, open, usual_coordinates(cache, open));
      return usual && *usual != recorded && can_hold(recorded);
    }
    case SavedCoordinates::shown: return shown && can_hold(*shown);
    case SavedCoordinates::usual: break;
  }
  return true;
}

/// What the user chose, where it is offered.
SavedCoordinates chosen_coordinates(const ViewContext& context, const SaveCache& cache,
                                    const OpenRecording& open) {
  return is_offered(cache.coordinates, context, cache, open) ? cache.coordinates
                                                             : SavedCoordinates::usual;
}

/// "as recorded: unity", or what the format makes of it.
std::string usual_coordinates_text(const ViewContext& context, const SaveCache& cache,
                                   const OpenRecording& open) {
  const auto written = coordinates_in_file(cache, open, usual_coordinates(cache, open));
  const std::string recorded = coordinate_words(open.recording->info().coordinates);
  if (!written || *written == open.recording->info().coordinates) return "as recorded: " + recorded;
  const bool is_choice = is_offered(SavedCoordinates::recorded, context, cache, open);
  return coordinate_words(*written) + (!is_choice ? ", since the format has no " + recorded
                                       : usual_coordinates(cache, open) ? ", as in the original"
                                                                        : ", usual for the format");
}

void choose_coordinates(ViewContext& context, SaveCache& cache, const OpenRecording& open) {
  const std::string usual = usual_coordinates_text(context, cache, open);
  const auto& shown = context.state.coordinates;
  const bool offers_recorded = is_offered(SavedCoordinates::recorded, context, cache, open);
  label(context, "Coordinates");
  if (!shown && !offers_recorded) {
    ImGui::TextUnformatted(usual.c_str());
    return;
  }
  const SavedCoordinates chosen = chosen_coordinates(context, cache, open);
  const auto choice = [&](SavedCoordinates value, const std::string& text, const char* place) {
    if (ImGui::RadioButton(text.c_str(), chosen == value)) cache.coordinates = value;
    context.places.add_item(place);
  };
  ImGui::BeginGroup();
  choice(SavedCoordinates::usual, usual, "save.usual");
  if (offers_recorded) {
    choice(SavedCoordinates::recorded,
           "as recorded: " + coordinate_words(open.recording->info().coordinates),
           "save.as_recorded");
  }
  if (shown) {
    const auto as_shown = coordinates_in_file(cache, open, shown);
    ImGui::BeginDisabled(!as_shown);
    choice(SavedCoordinates::shown, "as shown: " + coordinate_words(*shown), "save.as_shown");
    ImGui::EndDisabled();
    if (!as_shown) hint_text(context, as_shown.error().message);
  }
  ImGui::EndGroup();
}

/// Those to ask the writer for.
std::optional<CoordinateSystem> asked_coordinates(const ViewContext& context,
                                                  const SaveCache& cache,
                                                  const OpenRecording& open) {
  switch (chosen_coordinates(context, cache, open)) {
    case SavedCoordinates::recorded: return open.recording->info().coordinates;
    case SavedCoordinates::shown: return context.state.coordinates;
    case SavedCoordinates::usual: break;
  }
  return usual_coordinates(cache, open);
}

void choose_extent(ViewContext& context, SaveCache& cache, const OpenRecording& open) {
  const ViewState& state = context.state;
  choose_coordinates(context, cache, open);
  if (state.playback.range) {
    const TimeRange range = *state.playback.range;
    choose_one(context, "Time", "all of it",
               "the range " + seconds_text(range.begin) + " \u2013 " + seconds_text(range.end),
               cache.whole_time, "save.range");
  } else {
    label(context, "Time");
    ImGui::TextUnformatted("all of it");
    ImGui::SameLine();
    ImGui::TextDisabled("drag on the ruler to save a part");
  }
  if (!state.selected.empty()) {
    bool all = !cache.only_selection;
    choose_one(context, "Entities", "all", "the selection", all, "save.selection");
    cache.only_selection = !all;
  }
}

WriteRequest request_of(const ViewContext& context, const SaveCache& cache, std::size_t recording) {
  const ViewState& state = context.state;
  const OpenRecording& open = context.session().recordings[recording];
  WriteRequest request{.recording = without_secrets(open.recording)};
  request.options = cache.options;
  request.coordinates = asked_coordinates(context, cache, open);
  if (!cache.whole_time && state.playback.range) {
    const TimeRange own = own_range(*state.playback.range, open.offset);
    request.from = own.begin;
    request.to = own.end;
  }
  if (cache.only_selection && !state.selected.empty()) {
    std::vector<EntityIndex> chosen;
    for (const EntityRef& entity : state.selected) {
      if (entity.recording == recording && entity.entity.exists()) chosen.push_back(entity.entity);
    }
    std::ranges::sort(chosen);
    request.entities = std::move(chosen);
  }
  return request;
}

/// What the user chose of what is written.
std::tuple<SavedCoordinates, bool, bool> what_is_asked(const SaveCache& cache) {
  return {cache.coordinates, cache.whole_time, cache.only_selection};
}

void draw_progress(DrawContext& context, SaveCache& cache) {
  const auto [done, total] = cache.job.progress();
  const float share = total == 0 ? 0 : static_cast<float>(done) / static_cast<float>(total);
  const std::string text = grouped_digits(done) + " of " + grouped_digits(total) + " frames";
  ImGui::ProgressBar(share, {-90 * context.scale, 0}, total == 0 ? "" : text.c_str());
  ImGui::SameLine();
  if (ImGui::Button("Stop")) cache.job.cancel();
  context.places.add_item("save.stop");
  context.needs_redraw = true;
}

bool is_stopped(const SaveOutcome& outcome) {
  return outcome.failure && outcome.failure->code == "cancelled";
}

std::string outcome_text(const SaveOutcome& outcome) {
  if (is_stopped(outcome)) return "Stopped: nothing was written.";
  if (outcome.failure) return describe(*outcome.failure);
  const WriteReport& report = outcome.report;
  return "Written: " + valid_utf8(outcome.path) + ", " + byte_size_text(outcome.size_bytes) + ", " +
         grouped_digits(report.frames) + " frames, " + grouped_digits(report.entities) +
         " entities, " + grouped_digits(report.events) + " events.";
}

void draw_outcome(DrawContext& context, const SaveOutcome& outcome) {
  ImGui::Spacing();
  ImGui::PushTextWrapPos(0);
  const std::string text = outcome_text(outcome);
  if (outcome.failure && !is_stopped(outcome)) {
    ImGui::TextColored(context.theme.error, "%s", text.c_str());
  } else {
    ImGui::TextUnformatted(text.c_str());
    const WriteReport& report = outcome.report;
    if (!report.losses.empty()) ImGui::TextUnformatted("What the format cannot say:");
    for (const WriteLoss& loss : report.losses) {
      const std::string became = (loss.became.empty() ? " left out" : " became " + loss.became) +
                                 (loss.is_kept ? " (kept for the way back)" : "");
      ImGui::Bullet();
      ImGui::TextUnformatted(
          (grouped_digits(loss.count) + " \u00d7 " + loss.what + became).c_str());
    }
  }
  ImGui::PopTextWrapPos();
  context.places.add_item("save.outcome");
}

/// A name that was typed with the extension of one other format means that format.
void follow_extension(SaveCache& cache) {
  const std::string_view extension =
      extension_in(std::filesystem::path(clean_path(cache.path)).filename().string());
  const auto has_it = [&](const FormatWriter* writer) {
    return std::ranges::find(writer->extensions, extension) != writer->extensions.end();
  };
  if (extension.empty() || has_it(cache.writer)) return;
  if (std::ranges::count_if(writers(), has_it) != 1) return;
  cache.writer = *std::ranges::find_if(writers(), has_it);
  cache.options.clear();
}

/// A folder or file to save to: by the desktop's chooser, else by the list below the path.
void browse_target(PanelContext& context, SaveCache& cache) {
  namespace fs = std::filesystem;
  if (const auto chosen = cache.chooser.take(); chosen && !chosen->empty()) {
    cache.path = chosen->front();
    cache.outcome.reset();
    follow_extension(cache);
  }
  if (cache.chooser.is_open()) context.needs_redraw = true;
  if (!cache.is_browsing) return;
  const fs::path now(clean_path(cache.path));
  if (cache.browser.path.empty()) cache.browser.path = now.parent_path().string() + "/";
  ImGui::PushID("browse");
  const std::string before = cache.browser.path;
  const auto chosen = browse_path(context, cache.browser, 160 * context.scale, "save.browse");
  ImGui::PopID();
  if (chosen) {
    cache.path = *chosen;
    cache.is_browsing = chosen->ends_with('/');
  } else if (cache.browser.path != before && cache.browser.path.ends_with('/')) {
    cache.path = cache.browser.path + now.filename().string();
  }
}

void start_browsing(SaveCache& cache) {
  if (NativeChooser::is_available()) {
    cache.chooser.start_saving(clean_path(cache.path));
    return;
  }
  cache.is_browsing = !cache.is_browsing;
  cache.browser.path.clear();
  cache.browser.listed_for.reset();
}

void choose_path(PanelContext& context, SaveCache& cache, const Recording& recording) {
  if (cache.path.empty() && !cache.is_path_edited) {
    cache.path = cache.usual_path = usual_path(recording, *cache.writer);
  }
  label(context, "File");
  const float button =
      ImGui::CalcTextSize("Browse…").x + 2 * ImGui::GetStyle().FramePadding.x + 8 * context.scale;
  ImGui::SetNextItemWidth(-button);
  if (cache.outcome && std::exchange(cache.is_by_key, false) && cache.outcome->failure) {
    give_keyboard_to_next();
  }
  if (ImGui::InputText("##path", &cache.path)) {
    cache.outcome.reset();
    follow_extension(cache);  // at once: nothing moves any more when "Save" is clicked
  }
  cache.is_path_edited = ImGui::IsItemActive();
  context.places.add_item("save.path");
  ImGui::SameLine(0, 8 * context.scale);
  if (ImGui::Button("Browse…")) start_browsing(cache);
  context.places.add_item("save.browse");
  browse_target(context, cache);
}

void save(PanelContext& context, SaveCache& cache, std::size_t recording) {
  const std::string path = clean_path(cache.path);
  cache.outcome.reset();
  follow_extension(cache);
  const std::string& source = context.session().recordings[recording].recording->file().path();
  if (is_same_file(path, source)) {
    cache.outcome = SaveOutcome{
        path,
        fatal_problem("usage", "The file would overwrite the recording: name another one."),
        {},
        0};
    return;
  }
  cache.job.start(request_of(context, cache, recording), *cache.writer, path,
                  context.workspace.wake());
}

/// Whether there is such a file. What was asked for before that was known does not replace one.
void check_path(PanelContext& context, SaveCache& cache) {
  if (const auto exists = cache.checking.take()) {
    cache.path_exists = *exists;
    if (*exists) cache.is_asked = false;
  }
  if (cache.checking.is_running() || cache.checked_path == cache.path) return;
  cache.checked_path = cache.path;
  cache.path_exists = false;
  cache.checking.start(context.workspace.wake(), [path = clean_path(cache.path)] {
    std::error_code ignored;
    return std::filesystem::exists(path, ignored);
  });
}

void draw_save(PanelContext& context, SaveCache& cache, std::size_t recording) {
  const Recording& source = *context.session().recordings[recording].recording;
  if (!source.is_indexed()) {
    hint_text(context, "The recording is still being read; then it can be saved.");
    context.needs_redraw = true;
    return;
  }
  if (cache.job.is_running()) {
    draw_progress(context, cache);
    return;
  }
  check_path(context, cache);
  const ImGuiIO& io = ImGui::GetIO();
  const bool is_by_key = io.KeyCtrl && is_enter_pressed();
  const bool is_clicked = ImGui::Button(cache.path_exists ? "Replace the file" : "Save");
  if ((is_clicked || is_by_key) && !cache.path.empty()) {
    cache.is_by_key = is_by_key;
    cache.is_asked = true;
  }
  if (!cache.checking.is_running() && std::exchange(cache.is_asked, false)) {
    save(context, cache, recording);
  }
  context.places.add_item("save.save");
  ImGui::SameLine(0, 16 * context.scale);
  ImGui::TextDisabled("Ctrl+Enter");
  if (cache.outcome) draw_outcome(context, *cache.outcome);
}

}  // namespace

std::string with_extension_of(const FormatWriter& writer, const std::string& path) {
  const std::string name = std::filesystem::path(path).filename().string();
  if (name.empty()) return path;
  const std::string_view before = extension_in(name);
  const std::size_t dropped = before.empty() ? 0 : before.size() + 1;
  return path.substr(0, path.size() - dropped) + usual_extension(writer);
}

bool has_recordings(const Session& session) { return !session.recordings.empty(); }

void update_saving(PanelContext& context) {
  SaveCache& cache = context.caches.of<SaveCache>();
  auto outcome = cache.job.take();
  if (!outcome) return;
  context.needs_redraw = true;
  if (!context.state.windows[WindowId::save]) context.state.bar_request = outcome_text(*outcome);
  cache.outcome = std::move(outcome);
  if (cache.outcome->failure) {
    cache.checked_path.reset();
  } else {
    cache.path_exists = true;
  }
}

void save_window(PanelContext& context) {
  const auto& open = context.session().recordings;
  if (open.empty()) {
    context.state.windows[WindowId::save] = false;
    return;
  }
  SaveCache& cache = context.caches.of<SaveCache>();
  const float s = context.scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  // As high as what is in it: the list of losses comes after the saving.
  const float width = std::min(620 * s, screen.x - 32);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, screen.y * 0.6F});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowPos({(screen.x - width) / 2, screen.y * 0.2F}, ImGuiCond_Appearing);
  if (ImGui::Begin("Save as", &context.state.windows[WindowId::save],
                   ImGuiWindowFlags_NoCollapse)) {
    if (ImGui::IsWindowAppearing()) cache.is_asked = false;  // it was closed meanwhile
    const std::size_t recording = recording_to_save(context);
    if (cache.recording.lock() != open[recording].recording && !cache.job.is_running()) {
      cache.recording = open[recording].recording;
      cache.writer = nullptr;
      cache.options.clear();
      cache.path.clear();
      cache.coordinates =
          context.state.coordinates ? SavedCoordinates::shown : SavedCoordinates::usual;
      cache.outcome.reset();
    }
    ImGui::TextDisabled("%s",
                        one_line(file_name(open[recording].recording->file().path()), 200).c_str());
    choose_format(context, cache, *open[recording].recording);
    for (const WriteOption& option : cache.writer->options) {
      choose_option(context, cache, option);
    }
    const auto asked = what_is_asked(cache);
    choose_extent(context, cache, open[recording]);
    if (what_is_asked(cache) != asked) cache.outcome.reset();
    choose_path(context, cache, *open[recording].recording);
    if (!open[recording].recording->reader().secrets().empty()) {
      ImGui::TextDisabled("Session ids and tokens have stand-ins in the file: client-1, token-1.");
    }
    ImGui::Spacing();
    draw_save(context, cache, recording);
  }
  ImGui::End();
}

}  // namespace scrubjay
