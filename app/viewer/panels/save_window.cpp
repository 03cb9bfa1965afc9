#include "app/viewer/panels/save_window.h"
#include "app/ndjson_format.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <filesystem>

#include "app/plain_text.h"
#include "app/viewer/open_dialog.h"
#include "app/viewer/panel.h"
#include "app/viewer/panel_caches.h"
#include "app/viewer/panels/row_paint.h"
#include "core/output_file.h"
#include "core/secrets.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr float kLabels = 110;

/// The recording that is meant: that of the selection, else the first one.
std::size_t recording_to_save(const PanelContext& context) {
  const auto primary = primary_selection(context.state);
  return primary && primary->recording < context.session().recordings.size() ? primary->recording
                                                                             : 0;
}

/// A free name beside the recording, with the usual extension of the format.
std::string usual_path(const Recording& recording, const Format& format) {
  namespace fs = std::filesystem;
  const fs::path source(recording.file().path());
  std::string stem = source.stem().string();
  if (stem.empty()) stem = "recording";
  const std::string extension =
      format.extensions.empty() ? "" : "." + std::string(format.extensions.front());
  fs::path target = source.parent_path() / (stem + extension);
  std::error_code ignored;
  for (int copy = 2; copy < 100 && fs::exists(target, ignored); ++copy) {
    target = source.parent_path() / (stem + "_" + std::to_string(copy) + extension);
  }
  return target.string();
}

void label(const PanelContext& context, const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  ImGui::SameLine(kLabels * context.scale);
}

void choose_format(PanelContext& context, SaveCache& cache, const Recording& recording) {
  const std::vector<const Format*> writable = writable_formats();
  if (cache.format == nullptr && !writable.empty()) {
    const auto own = std::ranges::find(writable, recording.info().format, &Format::name);
    cache.format = own == writable.end() ? writable.front() : *own;
  }
  label(context, "Format");
  ImGui::SetNextItemWidth(-1);
  if (ImGui::BeginCombo("##format", std::string(cache.format->title).c_str())) {
    for (const Format* format : writable) {
      if (ImGui::Selectable(std::string(format->title).c_str(), format == cache.format)) {
        cache.format = format;
        cache.options.clear();
        cache.path.clear();
      }
      context.places.add_item("save.format." + std::string(format->name));
    }
    ImGui::EndCombo();
  } else {
    context.places.add_item("save.format");
  }
}

void choose_option(PanelContext& context, SaveCache& cache, const WriteOption& option) {
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
    }
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  hint_text(context, option.description);
  ImGui::PopID();
}

/// Two ways to choose from, beside a label.
void choose_one(PanelContext& context, const char* title, const std::string& usual,
                const std::string& other, bool& is_usual, std::string_view place) {
  label(context, title);
  ImGui::PushID(title);
  if (ImGui::RadioButton(usual.c_str(), is_usual)) is_usual = true;
  ImGui::SameLine();
  if (ImGui::RadioButton(other.c_str(), !is_usual)) is_usual = false;
  context.places.add_item(place);
  ImGui::PopID();
}

void choose_extent(PanelContext& context, SaveCache& cache) {
  const ViewState& state = context.state;
  if (state.coordinates) {
    choose_one(context, "Coordinates", "as recorded", "as shown: " + state.coordinates->name(),
               cache.as_recorded, "save.as_shown");
  }
  if (state.playback.range) {
    const TimeRange range = *state.playback.range;
    choose_one(context, "Time", "all of it",
               "the range " + seconds_text(range.begin) + " \u2013 " + seconds_text(range.end),
               cache.whole_time, "save.range");
  }
  if (!state.selected.empty()) {
    bool all = !cache.only_selection;
    choose_one(context, "Entities", "all", "the selection", all, "save.selection");
    cache.only_selection = !all;
  }
}

WriteRequest request_of(const PanelContext& context, const SaveCache& cache,
                        std::size_t recording) {
  const ViewState& state = context.state;
  const OpenRecording& open = context.session().recordings[recording];
  WriteRequest request{.recording = without_secrets(open.recording)};
  request.options = cache.options;
  request.coordinates =
      cache.as_recorded ? coordinates_on_the_way_back(open.recording->info(), cache.format->name)
                        : state.coordinates;
  if (!cache.whole_time && state.playback.range) {
    request.from = state.playback.range->begin - open.offset;
    request.to = state.playback.range->end - open.offset;
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

void draw_progress(PanelContext& context, SaveCache& cache) {
  const auto [done, total] = cache.job.progress();
  const float share = total == 0 ? 0 : static_cast<float>(done) / static_cast<float>(total);
  const std::string text = grouped_digits(done) + " of " + grouped_digits(total) + " frames";
  ImGui::ProgressBar(share, {-90 * context.scale, 0}, total == 0 ? "" : text.c_str());
  ImGui::SameLine();
  if (ImGui::Button("Stop")) cache.job.cancel();
  context.places.add_item("save.stop");
  context.needs_redraw = true;
}

void draw_outcome(PanelContext& context, const SaveOutcome& outcome) {
  ImGui::Spacing();
  ImGui::PushTextWrapPos(0);
  if (outcome.failure && outcome.failure->code == "cancelled") {
    ImGui::TextUnformatted("Stopped: nothing was written.");
  } else if (outcome.failure) {
    ImGui::TextColored(context.theme.error, "%s", describe(*outcome.failure).c_str());
  } else {
    const WriteReport& report = outcome.report;
    const std::string text =
        "Written: " + valid_utf8(outcome.path) + ", " + byte_size_text(outcome.size_bytes) + ", " +
        grouped_digits(report.frames) + " frames, " + grouped_digits(report.entities) +
        " entities, " + grouped_digits(report.events) + " events.";
    ImGui::TextUnformatted(text.c_str());
    if (!report.losses.empty()) ImGui::TextUnformatted("What the format cannot say:");
    for (const WriteLoss& loss : report.losses) {
      const std::string became = (loss.became.empty() ? " left out" : " became " + loss.became) +
                                 (loss.is_kept ? " (kept for the way back)" : "");
      ImGui::BulletText("%s",
                        (grouped_digits(loss.count) + " \u00d7 " + loss.what + became).c_str());
    }
  }
  ImGui::PopTextWrapPos();
  context.places.add_item("save.outcome");
}

void choose_path(PanelContext& context, SaveCache& cache, const Recording& recording) {
  if (cache.path.empty() && !cache.is_path_edited)
    cache.path = usual_path(recording, *cache.format);
  label(context, "File");
  ImGui::SetNextItemWidth(-1);
  ImGui::InputText("##path", &cache.path);
  cache.is_path_edited = ImGui::IsItemActive();
  context.places.add_item("save.path");
}

void save(PanelContext& context, SaveCache& cache, std::size_t recording) {
  const std::string path = clean_path(cache.path);
  cache.outcome.reset();
  const std::string& source = context.session().recordings[recording].recording->file().path();
  if (is_same_file(path, source)) {
    cache.outcome =
        SaveOutcome{path,
                    Problem{.severity = Severity::fatal,
                            .code = "usage",
                            .message = "The file would overwrite the recording: name another one."},
                    {},
                    0};
    return;
  }
  cache.job.start(request_of(context, cache, recording), *cache.format, path,
                  context.workspace.wake());
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
  if (cache.checked_path != cache.path) {
    std::error_code ignored;
    cache.checked_path = cache.path;
    cache.path_exists = std::filesystem::exists(clean_path(cache.path), ignored);
  }
  if (ImGui::Button(cache.path_exists ? "Replace the file" : "Save") && !cache.path.empty()) {
    save(context, cache, recording);
  }
  context.places.add_item("save.save");
  if (cache.outcome) draw_outcome(context, *cache.outcome);
}

}  // namespace

void save_window(PanelContext& context) {
  const auto& open = context.session().recordings;
  if (open.empty()) {
    context.state.save_open = false;
    return;
  }
  SaveCache& cache = context.caches.save;
  if (auto outcome = cache.job.take()) {
    cache.outcome = std::move(outcome);
    cache.checked_path.clear();
  }
  const float s = context.scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  // As high as what is in it: the list of losses comes after the saving.
  const float width = std::min(620 * s, screen.x - 32);
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, screen.y * 0.6F});
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowPos({(screen.x - width) / 2, screen.y * 0.2F}, ImGuiCond_Appearing);
  if (ImGui::Begin("Save as", &context.state.save_open, ImGuiWindowFlags_NoCollapse)) {
    const std::size_t recording = recording_to_save(context);
    if (cache.recording.lock() != open[recording].recording && !cache.job.is_running()) {
      cache.recording = open[recording].recording;
      cache.format = nullptr;
      cache.options.clear();
      cache.path.clear();
      cache.as_recorded = !context.state.coordinates;
      cache.outcome.reset();
    }
    ImGui::TextDisabled("%s",
                        one_line(file_name(open[recording].recording->file().path()), 200).c_str());
    choose_format(context, cache, *open[recording].recording);
    for (const WriteOption& option : cache.format->write_options) {
      choose_option(context, cache, option);
    }
    choose_extent(context, cache);
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
