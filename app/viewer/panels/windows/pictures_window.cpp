#include "app/viewer/panels/windows/pictures_window.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "app/shared/plain_text.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/time_text.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "core/number_text.h"
#include "core/platform/child_process.h"

namespace scrubjay {

namespace {

constexpr float kPictureLabels = 112;
constexpr double kFilmRates[] = {10, 15, 24, 25, 30, 50, 60};

void picture_label(const DrawContext& context, const char* text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted(text);
  ImGui::SameLine(kPictureLabels * context.scale);
}

void choose_look(DrawContext& context, PictureChoices& choices) {
  picture_label(context, "Size");
  for (const int factor : {1, 2, 4}) {
    if (factor > 1) ImGui::SameLine();
    const std::string title = std::to_string(factor) + "\u00d7";
    if (ImGui::RadioButton(title.c_str(), choices.factor == factor)) choices.factor = factor;
    context.places.add_item("pictures.size." + std::to_string(factor));
  }
  picture_label(context, "Background");
  for (std::size_t i = 0; i < std::size(kGrounds); ++i) {
    if (i > 0) ImGui::SameLine();
    if (ImGui::RadioButton(kGrounds[i].title, choices.ground == i)) choices.ground = i;
    context.places.add_item("pictures.background." + std::string(kGrounds[i].name));
  }
  picture_label(context, "With");
  ImGui::Checkbox("Names", &choices.labels);
  context.places.add_item("pictures.labels");
  ImGui::SameLine();
  ImGui::Checkbox("Scale bar", &choices.scale_bar);
  context.places.add_item("pictures.scale_bar");
}

void choose_film(ViewContext& context, PicturesCache& cache) {
  PictureChoices& choices = cache.choices;
  picture_label(context, "Film");
  ImGui::SetNextItemWidth(180 * context.scale);
  if (ImGui::BeginCombo("##film", cache.film().title)) {
    for (std::size_t i = 0; i < std::size(kFilmNames); ++i) {
      std::string title = kFilmNames[i].title;
      if (kFilmNames[i].needs_ffmpeg && !cache.has_ffmpeg) title += ", needs ffmpeg";
      if (ImGui::Selectable(title.c_str(), &kFilmNames[i] == &cache.film())) {
        choices.film = i;
        choices.path.clear();
      }
      context.places.add_item("pictures.film." + std::to_string(i));
    }
    ImGui::EndCombo();
  } else {
    context.places.add_item("pictures.film");
  }
  ImGui::SameLine();
  ImGui::SetNextItemWidth(72 * context.scale);
  if (ImGui::BeginCombo("a second", number_text(choices.frames_per_second).c_str())) {
    for (const double rate : kFilmRates) {
      if (ImGui::Selectable(number_text(rate).c_str(), rate == choices.frames_per_second)) {
        choices.frames_per_second = rate;
      }
    }
    ImGui::EndCombo();
  }
  ImGui::SameLine();
  ImGui::SetNextItemWidth(72 * context.scale);
  if (ImGui::BeginCombo("speed", (number_text(choices.speed) + "\u00d7").c_str())) {
    for (const double speed : kSpeeds) {
      if (ImGui::Selectable((number_text(speed) + "\u00d7").c_str(), speed == choices.speed)) {
        choices.speed = speed;
      }
    }
    ImGui::EndCombo();
  }
  const TimeRange range = context.state.playback.range.value_or(context.session().range());
  const double length = range.length() / choices.speed;
  picture_label(context, "");
  hint_text(context, (context.state.playback.range ? "The range " : "All of it, ") +
                         time_text(range.begin) + " \u2013 " + time_text(range.end) + ": " +
                         grouped_digits(static_cast<std::uint64_t>(
                             std::min(1e9, length * choices.frames_per_second + 1))) +
                         " pictures, " + time_text(length) +
                         (context.state.playback.range ? "" : ". Drag on the ruler for a range."));
}

void film_file(DrawContext& context, PicturesCache& cache) {
  PictureChoices& choices = cache.choices;
  picture_label(context, "File");
  ImGui::SetNextItemWidth(-1);
  ImGui::InputText("##path", &choices.path);
  context.places.add_item("pictures.path");
  if (!cache.has_ffmpeg && !cache.film().needs_ffmpeg) {
    picture_label(context, "");
    hint_text(context, "MP4, WebM and WebP would need ffmpeg, which is not installed here.");
    context.places.add_item("pictures.what_needs_ffmpeg");
  } else if (!cache.has_ffmpeg) {
    picture_label(context, "");
    ImGui::PushTextWrapPos(0);
    ImGui::PushStyleColor(ImGuiCol_Text, context.theme.warning);
    ImGui::TextUnformatted(
        "ffmpeg, which makes such films, is not installed here. This command makes it where it "
        "is:");
    ImGui::PopStyleColor();
    ImGui::PopTextWrapPos();
    context.places.add_item("pictures.no_ffmpeg");
    picture_label(context, "");
    if (ImGui::Button("Copy the command")) ImGui::SetClipboardText(cache.command.c_str());
    context.places.add_item("pictures.copy_command");
    ImGui::SameLine();
    if (ImGui::Button("Write Y4M in its place")) {
      choices.film = std::size(kFilmNames) - 1;
      choices.path.clear();
    }
    context.places.add_item("pictures.use_y4m");
    picture_label(context, "");
    hint_text(context, one_line(cache.command, 300));
  }
}

void picture_buttons(DrawContext& context, PicturesCache& cache, bool can_film) {
  if (cache.job.is_running()) {
    const auto [done, total] = cache.job.progress();
    const float share = total == 0 ? 0 : static_cast<float>(done) / static_cast<float>(total);
    const std::string text = total == 0 ? "Reading the recording\u2026"
                                        : grouped_digits(done) + " of " + grouped_digits(total);
    ImGui::ProgressBar(share, {-90 * context.scale, 0}, text.c_str());
    ImGui::SameLine();
    if (ImGui::Button("Stop")) cache.job.cancel();
    context.places.add_item("pictures.stop");
    context.needs_redraw = true;
    return;
  }
  ImGui::BeginDisabled(!can_film);
  if (ImGui::Button("Write film")) cache.wanted = PicturesCache::Want::film;
  ImGui::EndDisabled();
  context.places.add_item("pictures.write_film");
  ImGui::SameLine();
  if (ImGui::Button("Save picture")) cache.wanted = PicturesCache::Want::picture;
  context.places.add_item("pictures.save");
  ImGui::SameLine();
  if (ImGui::Button("Copy picture")) cache.wanted = PicturesCache::Want::copy;
  context.places.add_item("pictures.copy");
  ImGui::SameLine();
  if (ImGui::Button("Save the window")) cache.wanted = PicturesCache::Want::window;
  context.places.add_item("pictures.window");
}

}  // namespace

const FilmName& PicturesCache::film() const {
  if (choices.film) return kFilmNames[*choices.film];
  return *std::ranges::find_if(
      kFilmNames, [&](const FilmName& one) { return has_ffmpeg || !one.needs_ffmpeg; });
}

void pictures_window(PanelContext& context) {
  PicturesCache& cache = context.caches.of<PicturesCache>();
  bool& open = context.state.windows[WindowId::pictures];
  if (context.session().recordings.empty()) {
    open = false;
    return;
  }
  if (!std::exchange(cache.is_looked_for, true))
    cache.has_ffmpeg = find_program("ffmpeg").has_value();
  const float s = context.scale;
  const ImVec2 screen = ImGui::GetIO().DisplaySize;
  const float width = std::min(640 * s, screen.x - 32);
  ImGui::SetNextWindowSize({width, 0});
  ImGui::SetNextWindowPos({(screen.x - width) / 2, screen.y * 0.2F}, ImGuiCond_Appearing);
  if (ImGui::Begin("Pictures and films", &open, ImGuiWindowFlags_NoCollapse)) {
    add_window(context.places, "pictures");
    choose_look(context, cache.choices);
    ImGui::Spacing();
    choose_film(context, cache);
    film_file(context, cache);
    ImGui::Spacing();
    picture_buttons(context, cache, !cache.film().needs_ffmpeg || cache.has_ffmpeg);
    if (!cache.word.empty() && !cache.job.is_running()) {
      ImGui::PushTextWrapPos(0);
      ImGui::PushStyleColor(ImGuiCol_Text,
                            cache.is_failure ? context.theme.error : context.theme.text);
      ImGui::TextUnformatted(cache.word.c_str());
      ImGui::PopStyleColor();
      ImGui::PopTextWrapPos();
      context.places.add_item("pictures.outcome");
    }
  }
  ImGui::End();
  if (!open) cache.is_looked_for = false;
}

}  // namespace scrubjay
