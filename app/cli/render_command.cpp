#include <cmath>
#include <memory>
#include <optional>
#include <vector>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/numbered_name.h"
#include "app/viewer/decode_picture.h"
#include "core/output_file.h"
#include "render/fit.h"
#include "render/png.h"
#include "render/render_to_image.h"

namespace scrubjay::cli {

namespace {

constexpr double kMostPictures = 1e7;

Problem usage_problem(std::string message) {
  return {.severity = Severity::fatal, .code = "usage", .message = std::move(message)};
}

/// When pictures are taken and how their files are called.
struct Plan {
  Seconds begin = 0;
  Seconds step = 0;
  std::uint64_t count = 1;
  std::optional<NumberedName> name;  ///< none: one picture, into the target as it is
};

Result<Plan> plan_pictures(const RenderOptions& options) {
  for (const char* other : {".jpg", ".jpeg", ".webp", ".gif", ".bmp", ".tif", ".tiff"}) {
    if (!options.target.ends_with(other)) continue;
    return failure(usage_problem("Pictures are written as PNG, not as " + std::string(other + 1) +
                                 ": give the file a name that ends in .png."));
  }
  if (options.time) return Plan{.begin = *options.time, .name = {}};
  if (!(*options.fps > 0)) return failure(usage_problem("--fps must be above 0."));
  if (*options.to < *options.from) return failure(usage_problem("--to lies before --from."));
  // A last picture that falls on the end but for rounding belongs to it.
  const double steps = std::floor((*options.to - *options.from) * *options.fps + 1e-6);
  if (!(steps < kMostPictures)) {
    return failure(usage_problem("That would be more than ten million pictures."));
  }
  auto name = NumberedName::parse(options.target);
  if (!name) {
    return failure(usage_problem(
        "The name of many pictures needs one place for their number, such as out_%05d.png."));
  }
  return Plan{.begin = *options.from,
              .step = 1 / *options.fps,
              .count = static_cast<std::uint64_t>(steps) + 1,
              .name = std::move(name)};
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
  if (data->width == 0) {
    auto image = decode_picture(data->bytes);
    return image ? std::make_shared<const Image>(std::move(*image)) : nullptr;
  }
  // Stored without a file format (framebyframe.md 9.4).
  Image image{static_cast<int>(data->width), static_cast<int>(data->height), {}};
  const auto* const bytes = reinterpret_cast<const std::uint8_t*>(data->bytes.data());
  image.pixels.assign(bytes, bytes + data->bytes.size());
  const std::size_t expected = 4 * std::size_t{data->width} * std::size_t{data->height};
  if (image.pixels.size() != expected) return nullptr;
  return std::make_shared<const Image>(std::move(image));
}

Result<void> write_picture(const Image& image, const std::string& target,
                           const std::string& recording, Console& console) {
  if (recording != "-" && is_same_file(recording, target)) {
    return failure(usage_problem("The picture would overwrite the recording."));
  }
  const auto png = encode_png(image);
  if (!png) return failure(png.error());
  if (target == "-") {
    console.print({reinterpret_cast<const char*>(png->data()), png->size()});
    return {};
  }
  auto file = AtomicFile::create(target);
  if (!file) return failure(file.error());
  file->write(*png);
  return file->commit();
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

/// Takes all pictures of the plan; adds what decoding finds to `problems`.
Result<void> take_pictures(const RenderOptions& options, const Input& input, const Plan& plan,
                           const EntityFilter& followed, std::vector<Problem>& problems,
                           Console& console) {
  auto renderer = PictureRenderer::create();
  if (!renderer) return failure(renderer.error());
  PictureOptions picture;
  picture.width = options.width;
  picture.height = options.height;
  picture.picture_of = [&](const SceneTexture& texture) {
    return picture_of(*input.recording, texture.path);
  };
  Moment moment(input.recording);
  for (std::uint64_t i = 0; i < plan.count && !interrupted(); ++i) {
    moment.seek(plan.begin + static_cast<double>(i) * plan.step, problems);
    if (i == 0) hold_still(moment.frames(), followed, picture);
    picture.follow = moment.first_of(followed);
    const auto image = renderer->render(moment.frames(), picture);
    if (!image) return failure(image.error());
    const std::string target = plan.name ? (*plan.name)(i) : options.target;
    const auto written = write_picture(*image, target, input.file, console);
    if (!written) return failure(written.error());
    console.progress("drawing", i + 1, plan.count);
  }
  console.end_progress();
  return {};
}

ExitStatus fail(const Input& input, const Problem& problem, ExitStatus status, Console& console) {
  console.report_failure(input.file, problem);
  return status;
}

}  // namespace

ExitStatus run_render(const RenderOptions& options, Console& console) {
  Input input{.file = options.file};
  const auto plan = plan_pictures(options);
  if (!plan) return fail(input, plan.error(), ExitStatus::wrong_usage, console);
  if (!load_input(input, options.common, console)) return status_of_unread(input);
  if (input.recording->frame_count() == 0) {
    return fail(input, usage_problem("The recording has no frames."), ExitStatus::nothing_done,
                console);
  }
  EntityFilter followed;
  if (!options.follow.empty()) {
    auto found = find_entities(input, options.follow);
    if (!found) return fail(input, found.error(), ExitStatus::wrong_usage, console);
    followed = std::move(*found);
  }
  std::vector<Problem> problems = input.recording->problems();
  const auto done = take_pictures(options, input, *plan, followed, problems, console);
  if (!done) {
    const std::string& code = done.error().code;
    const bool is_usage = code == "image-size" || code == "usage";
    return fail(input, done.error(), is_usage ? ExitStatus::wrong_usage : ExitStatus::nothing_done,
                console);
  }
  return conclude(input, problems, console);
}

}  // namespace scrubjay::cli
