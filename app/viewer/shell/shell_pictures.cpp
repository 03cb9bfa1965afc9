#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>

#include <glm/common.hpp>

#include "app/viewer/panels/scene/scene_cache.h"
#include "app/viewer/panels/windows/pictures_window.h"
#include "app/viewer/saved/linked_view.h"
#include "app/viewer/shell/shell.h"
#include "core/number_text.h"
#include "core/platform/free_path.h"
#include "core/platform/output_file.h"
#include "core/shell_word.h"
#include "core/text.h"
#include "render/png.h"
#include "render/screen_picture.h"

namespace scrubjay {

namespace {

/// Called when all of the window is drawn.
void read_window(const ImDrawList*, const ImDrawCmd* command) {
  PicturesCache& cache = *static_cast<PicturesCache*>(command->UserCallbackData);
  const ImGuiIO& io = ImGui::GetIO();
  cache.window = read_screen(static_cast<int>(std::lround(io.DisplaySize.x)),
                             static_cast<int>(std::lround(io.DisplaySize.y)));
}

PictureOutcome write_window(const Image& image, const std::string& path) {
  PictureOutcome outcome{path, false, {}, false};
  const auto png = encode_png(image);
  const auto done = png ? write_whole_file(path, *png) : Result<void>(failure(png.error()));
  if (!done) outcome.failure = describe(done.error());
  return outcome;
}

void add_words(std::vector<std::string>& words, std::string name, std::string value) {
  words.push_back(std::move(name));
  words.push_back(std::move(value));
}

}  // namespace

/// A free name beside the recording: "drive_12.5s.png".
std::string Shell::picture_path(std::string_view ending) const {
  const auto& open = workspace_.session().recordings;  // they may be closed by now
  const std::filesystem::path recording(
      absolute_path(open.empty() ? "scrubjay" : open.front().recording->file().path()));
  const double milliseconds = std::round(state_.playback.playhead * 1000);
  const std::string moment =
      ending == ".png" ? "_" + number_text(milliseconds / 1000) + "s" : std::string();
  return free_path(writable_folder(recording.parent_path()), recording.stem().string() + moment,
                   std::string(ending));
}

std::vector<std::string> Shell::picture_words(std::string_view path) const {
  const PictureChoices& choices = caches_->of<PicturesCache>().choices;
  std::vector<std::string> words = link_words();
  words.insert(words.begin(), "render");
  const double scale = static_cast<double>(scale_) * choices.factor;
  if (scale != 1) add_words(words, "--scale", number_text(std::min(8.0, scale)));
  if (choices.ground != 0)
    add_words(words, "--background", std::string(kGrounds[choices.ground].name));
  if (!choices.labels) words.emplace_back("--no-labels");
  if (choices.scale_bar) words.emplace_back("--scale-bar");
  if (!options_.is_cache_used) words.emplace_back("--no-cache");
  add_words(words, "-o", std::string(path));
  return words;
}

std::vector<std::string> Shell::film_words(std::string_view path) const {
  const PictureChoices& choices = caches_->of<PicturesCache>().choices;
  std::vector<std::string> words = picture_words(path);
  // The range in place of the moment.
  const auto time = std::ranges::find(words, "--time");
  const Seconds offset = workspace_.session().recordings.front().offset;
  const TimeRange range = state_.playback.range.value_or(workspace_.session().range());
  const std::vector<std::string> times{
      "--from", number_text(range.begin - offset),      "--to",    number_text(range.end - offset),
      "--fps",  number_text(choices.frames_per_second), "--speed", number_text(choices.speed)};
  words.insert(words.erase(time, time + 2), times.begin(), times.end());
  return words;
}

void Shell::update_pictures(PanelContext& context) {
  PicturesCache& cache = caches_->of<PicturesCache>();
  if (cache.window_pictures > 0) {
    // What was open for it is gone in the last of these pictures.
    context.needs_redraw = true;
    if (--cache.window_pictures == 0) {
      ImGui::GetForegroundDrawList()->AddCallback(read_window, &cache);
    }
  } else if (!cache.window.pixels.empty() && !cache.window_job.is_running()) {
    cache.window_job.start(workspace_.wake(),
                           [image = std::exchange(cache.window, {}), path = picture_path(".png")] {
                             return write_window(image, path);
                           });
  }
  auto outcome = cache.job.take();
  if (!outcome) outcome = cache.window_job.take();
  if (cache.window_job.is_running()) context.needs_redraw = true;
  if (outcome) {
    cache.is_failure = !outcome->failure.empty();
    cache.word = outcome->is_stopped  ? "Stopped: nothing is left behind."
                 : cache.is_failure   ? outcome->failure
                 : outcome->is_copied ? "The picture is in the clipboard."
                                      : "Saved: " + valid_utf8(outcome->path);
    if (!state_.windows[WindowId::pictures]) state_.bar_request = cache.word;
    cache.choices.path.clear();
  }
  if (cache.job.is_running()) context.needs_redraw = true;
  if (workspace_.session().recordings.empty()) return;
  const std::string ending = cache.film().ending;
  if (state_.windows[WindowId::pictures]) {
    if (cache.choices.path.empty()) cache.choices.path = picture_path(ending);
    cache.command = "scrubjay";
    for (const std::string& word : film_words(cache.choices.path)) {
      cache.command += ' ' + shell_word(word);
    }
  }
  const auto wanted = std::exchange(cache.wanted, PicturesCache::Want::none);
  if (wanted == PicturesCache::Want::none || cache.job.is_running()) return;
  if (wanted == PicturesCache::Want::window) {
    state_.windows[WindowId::pictures] = false;
    cache.window_pictures = 4;
    return;
  }
  cache.word.clear();
  const bool is_copy = wanted == PicturesCache::Want::copy;
  const bool is_film = wanted == PicturesCache::Want::film;
  std::string path = is_film ? clean_path(cache.choices.path) : picture_path(".png");
  if (is_copy) {
    std::error_code error;
    const std::filesystem::path folder = std::filesystem::temp_directory_path(error);
    if (error) {
      state_.bar_request =
          "The picture needs a folder for files that do not stay (TMPDIR): " + error.message();
      return;
    }
    path = (folder / ("scrubjay-" + std::to_string(now_) + ".png")).string();
  }
  std::vector<std::string> words = is_film ? film_words(path) : picture_words(path);
  words.emplace_back("--progress");
  cache.takes_film = is_film;
  cache.job.start(std::move(words), path, is_copy, workspace_.wake());
}

void Shell::show_scene_alone(const ScenePictureStyle& style) {
  is_scene_alone_ = true;
  SceneCache& cache = caches_->of<SceneCache>();
  cache.picture = style;
  // What is seen follows from the view alone, not from how it came about.
  cache.label_layout = LabelLayout();
  cache.origin = glm::round(state_.camera.target);
  cache.has_picture = false;
}

void Shell::set_picture_ground(const std::optional<glm::vec3>& color) {
  SceneCache& cache = caches_->of<SceneCache>();
  if (cache.picture && cache.picture->ground == color) return;
  if (cache.picture) cache.picture->ground = color;
  cache.has_picture = false;
}

void Shell::stand_at(Seconds time) {
  const auto& recordings = workspace_.session().recordings;
  if (recordings.empty()) return;
  const TimeRange whole = workspace_.session().range();
  state_.playback.playhead =
      std::clamp(time + recordings.front().offset, whole.begin, std::max(whole.begin, whole.end));
}

const SceneCache& Shell::scene() const { return caches_->of<SceneCache>(); }

}  // namespace scrubjay
