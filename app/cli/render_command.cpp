#include <cmath>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/film_writer.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/numbered_name.h"
#include "app/cli/target.h"
#include "app/shared/decode_picture.h"
#include "app/shared/printed_time.h"
#include "core/platform/output_file.h"
#include "render/fit.h"
#include "render/png.h"
#include "render/render_to_image.h"

namespace scrubjay::cli {

namespace {

constexpr double kMostPictures = 1e7;

Problem render_problem(std::string message) { return fatal_problem("usage", std::move(message)); }

/// When pictures are taken and how their files are called.
struct Plan {
  Seconds begin = 0;
  Seconds step = 0;
  std::uint64_t count = 1;
  std::optional<NumberedName> name;  ///< none: one picture, into the target as it is
};

Result<Plan> plan_pictures(const RenderOptions& options) {
  for (const char* other : {".jpg", ".jpeg", ".gif", ".bmp", ".tif", ".tiff"}) {
    if (!options.target.ends_with(other)) continue;
    return failure(render_problem("Pictures are written as PNG, not as " + std::string(other + 1) +
                                  ": give the file a name that ends in .png."));
  }
  if ((options.time || options.middle) && is_film(options.target)) {
    return failure(render_problem("A film is made of a range: give --from, --to and --fps."));
  }
  if (options.middle) return Plan{.name = {}};  // whose time is known once the recording is
  if (options.time) return Plan{.begin = *options.time, .name = {}};
  if (!(*options.fps > 0)) return failure(render_problem("--fps must be above 0."));
  // A last picture that falls on the end but for rounding belongs to it.
  const double steps =
      std::floor((*options.to - *options.from) / options.speed * *options.fps + 1e-6);
  if (!(steps < kMostPictures)) {
    return failure(render_problem("That would be more than ten million pictures."));
  }
  const Seconds step = options.speed / *options.fps;
  const auto count = static_cast<std::uint64_t>(steps) + 1;
  if (is_film(options.target)) {
    if (options.background == PictureGround::none) {
      return failure(render_problem("A film has no transparent background: name another one."));
    }
    return Plan{.begin = *options.from, .step = step, .count = count, .name = {}};
  }
  auto name = NumberedName::parse(options.target);
  if (!name) {
    return failure(render_problem(
        "The name of many pictures needs one place for their number, such as out_%05d.png."));
  }
  return Plan{.begin = *options.from, .step = step, .count = count, .name = std::move(name)};
}

/// The frames of all streams at one time, decoded.
class Moment {
 public:
  explicit Moment(const std::shared_ptr<Recording>& recording) : recording_(*recording) {
    for (std::size_t i = 0; i < recording_.timeline().stream_count(); ++i) {
      cursors_.emplace_back(recording);
    }
  }

  void seek(Seconds time, std::vector<Problem>& problems) {
    frames_.clear();
    for (std::size_t i = 0; i < cursors_.size(); ++i) {
      const FrameIndex index = recording_.timeline().frame_at(StreamIndex(i), time);
      if (!index.exists()) continue;
      const bool is_new = cursors_[i].frame().index != index;
      const Frame& frame = cursors_[i].seek(index);
      frames_.push_back({&frame, 0, &recording_});
      if (!is_new) continue;
      for (Problem problem : frame.problems) {
        if (!problem.frame) problem.frame = index;
        fold_into(problems, std::move(problem));
      }
    }
  }

  std::span<const SceneFrame> frames() const { return frames_; }

  /// The first of the chosen entities that is there.
  std::optional<EntityRef> first_of(const EntityFilter& filter) const {
    for (const EntityIndex entity : filter.entities) {
      for (const SceneFrame& frame : frames_) {
        if (frame.frame->find(entity) != nullptr) return EntityRef{frame.recording, entity};
      }
    }
    return std::nullopt;
  }

 private:
  const Recording& recording_;
  std::vector<Cursor> cursors_;
  std::vector<SceneFrame> frames_;
};

/// The picture that a shape names; null when the recording has none that can be read.
std::shared_ptr<const Image> picture_of(const Recording& recording, std::string_view path) {
  const ResourceIndex found = recording.find_resource(path);
  if (!found.exists()) return nullptr;
  const auto data = recording.reader().read_resource(recording, found);
  if (!data) return nullptr;
  auto image = decode_picture(*data);
  return image ? std::make_shared<const Image>(std::move(*image)) : nullptr;
}

Result<void> write_picture(const Image& image, const std::string& target,
                           std::span<const std::string> recordings, Console& console) {
  if (is_one_of(target, recordings)) {
    return failure(render_problem("The picture would overwrite the recording."));
  }
  const auto png = encode_png(image);
  if (!png) return failure(png.error());
  if (target == "-") {
    console.print(as_text(*png));
    return {};
  }
  return write_whole_file(target, *png);
}

/// Camera and ground stay where the first picture has them, unless the camera follows an entity:
/// then each picture is taken from near it.
void hold_still(std::span<const SceneFrame> frames, const EntityFilter& followed,
                PictureOptions& picture) {
  SceneContent working;
  picture.ground = ground_height(fit_of(frames, working));
  if (followed.entities.empty()) {
    picture.camera = picture_camera(frames, picture.width, picture.height);
  }
}

/// Where pictures go, one after the other: files, standard output, or a film.
class PictureSink {
 public:
  PictureSink(const RenderOptions& options, const Plan& plan, Console& console)
      : options_(options), plan_(plan), console_(console) {}
  /// What was asked for is there whole or not at all.
  ~PictureSink() {
    std::error_code ignored;
    for (const std::string& path : written_) std::filesystem::remove(path, ignored);
  }
  PictureSink(const PictureSink&) = delete;
  PictureSink& operator=(const PictureSink&) = delete;

  Result<void> begin() {
    if (!is_film(options_.target)) return {};
    if (is_one_of(options_.target, options_.files)) {
      return failure(render_problem("The film would overwrite the recording."));
    }
    auto film = FilmWriter::create(options_.target, *options_.fps);
    if (!film) return failure(std::move(film.error()));
    film_.emplace(std::move(*film));
    return {};
  }
  Result<void> add(const Image& image, std::uint64_t number) {
    if (options_.report_progress) {
      console_.complain("picture " + std::to_string(number + 1) + " of " +
                        std::to_string(plan_.count));
    }
    console_.progress("drawing", number + 1, plan_.count);
    if (film_) return film_->add(image);
    const std::string target = plan_.name ? (*plan_.name)(number) : options_.target;
    std::error_code ignored;
    const bool is_new = plan_.name && !std::filesystem::exists(target, ignored);
    auto written = write_picture(image, target, options_.files, console_);
    if (written && is_new) written_.push_back(target);
    return written;
  }
  Result<void> finish() {
    console_.end_progress();
    if (interrupted()) return {};
    written_.clear();
    return film_ ? film_->finish() : Result<void>();
  }

 private:
  const RenderOptions& options_;
  const Plan& plan_;
  Console& console_;
  std::optional<FilmWriter> film_;
  std::vector<std::string> written_;  ///< to be removed unless all of it is done
};

std::unexpected<PictureFailure> failure_of(const std::string& file, Problem problem) {
  return std::unexpected(PictureFailure{file, std::move(problem)});
}

/// Takes all pictures of the plan; `draw` gives the one of a time.
PictureResult<void> take_pictures(const RenderOptions& options, const Plan& plan, Console& console,
                                  const std::function<PictureResult<Image>(Seconds)>& draw) {
  PictureSink sink(options, plan, console);
  if (auto begun = sink.begin(); !begun) return failure_of(options.target, begun.error());
  for (std::uint64_t i = 0; i < plan.count && !interrupted(); ++i) {
    const auto image = draw(plan.begin + static_cast<double>(i) * plan.step);
    if (!image && interrupted()) return {};
    if (!image) return std::unexpected(image.error());
    if (auto added = sink.add(*image, i); !added) return failure_of(options.target, added.error());
  }
  if (auto finished = sink.finish(); !finished) {
    return failure_of(options.target, finished.error());
  }
  return {};
}

/// Draws the scene by itself: the camera sees all, or follows one.
PictureResult<void> take_plain_pictures(const RenderOptions& options, const Input& input,
                                        const Plan& plan, const EntityFilter& followed,
                                        std::vector<Problem>& problems, Console& console) {
  auto renderer = PictureRenderer::create();
  if (!renderer) return failure_of(options.file, renderer.error());
  PictureOptions picture;
  picture.width = options.width > 0 ? options.width : picture.width;
  picture.height = options.height > 0 ? options.height : picture.height;
  picture.picture_of = [&](const SceneTexture& texture) {
    return picture_of(*input.recording, texture.path);
  };
  Moment moment(input.recording);
  bool is_first = true;
  return take_pictures(options, plan, console, [&](Seconds time) -> PictureResult<Image> {
    moment.seek(time, problems);
    if (std::exchange(is_first, false)) hold_still(moment.frames(), followed, picture);
    picture.follow = moment.first_of(followed);
    auto image = renderer->render(moment.frames(), picture);
    if (!image) return failure_of(options.file, image.error());
    return std::move(*image);
  });
}

/// Something was asked for that only the window's own drawing does.
bool wants_view(const RenderOptions& options) {
  return !options.view.empty() || !options.scenery.empty() || !options.select.empty() ||
         options.scale || options.background || !options.labels || options.scale_bar;
}

/// Draws what the window shows.
PictureResult<void> take_view_pictures(const RenderOptions& options, OpenViewPictures open_view,
                                       const Plan& plan, Console& console) {
  if (options.file == "-") {
    return failure_of(options.file,
                      render_problem("A view is drawn of files, not of standard input."));
  }
  if (open_view == nullptr) {
    return failure_of(
        options.file,
        fatal_problem("no-window", "This build has no window, so that it knows no views."));
  }
  ViewPictureOptions wanted;
  wanted.viewer.files = options.files;
  wanted.viewer.select = options.select;
  wanted.viewer.view = options.view;
  wanted.viewer.format = options.common.format;
  wanted.viewer.read = options.common.read;
  wanted.viewer.scenery = options.scenery;
  wanted.viewer.scenery_at = options.scenery_at;
  wanted.viewer.coordinates = options.common.coordinates;
  wanted.viewer.shows_as_recorded = options.common.asks_for_source;
  wanted.viewer.is_cache_used = options.common.is_cache_used;
  wanted.width = options.width;
  wanted.height = options.height;
  wanted.scale = options.scale.value_or(1);
  wanted.ground = options.background.value_or(PictureGround::view);
  wanted.labels = options.labels;
  wanted.scale_bar = options.scale_bar;
  auto pictures = open_view(wanted);
  if (!pictures) return failure_of(options.file, pictures.error());
  return take_pictures(options, plan, console,
                       [&](Seconds time) { return (*pictures)->picture(time, interrupted()); });
}

}  // namespace

ExitStatus run_render(const RenderOptions& options, OpenViewPictures open_view, Console& console) {
  Input input{.file = options.file};
  auto plan = plan_pictures(options);
  if (!plan) return console.fail(options.file, plan.error(), ExitStatus::wrong_usage);
  if (!load_input(input, options.common, console)) return status_of_unread(input);
  if (input.recording->frame_count() == 0) {
    return console.fail(options.file, render_problem("The recording has no frames."),
                        ExitStatus::nothing_done);
  }
  if (options.middle) {
    const TimeRange range = input.recording->timeline().range();
    plan->begin = range.begin + range.length() / 2;
  }
  // As the window does that is opened at that time.
  if (options.time) {
    plan->begin = time_of_frame_printed_like(input.recording->timeline(), *options.time);
  }
  const Seconds last = plan->begin + static_cast<double>(plan->count - 1) * plan->step;
  const auto outside = outside_text(*input.recording, {plan->begin, last}, Inside::all);
  if (outside && options.files.size() == 1) {
    console.note(*outside + "; outside of that its first or last frame is drawn");
  }
  EntityFilter followed;
  if (!options.follow.empty()) {
    auto found = find_entities(*input.recording, options.follow);
    if (!found) return console.fail(options.file, found.error(), ExitStatus::wrong_usage);
    followed = std::move(*found);
  }
  std::vector<Problem> problems = input.recording->problems();
  const auto done = wants_view(options)
                        ? take_view_pictures(options, open_view, *plan, console)
                        : take_plain_pictures(options, input, *plan, followed, problems, console);
  if (!done) {
    const auto& [file, problem] = done.error();
    const std::string& code = problem.code;
    const bool is_usage =
        code == "image-size" || code == "usage" || code == "view" || code == "no-such-entity";
    return console.fail(file, problem,
                        is_usage ? ExitStatus::wrong_usage : ExitStatus::nothing_done);
  }
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli
