#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "app/cli/option_parts.h"
#include "core/number_text.h"
#include "core/text.h"

namespace scrubjay::cli {

namespace {

void add_size(CLI::App& app, RenderOptions& options) {
  const auto read = [&options](const std::string& text) {
    const std::size_t cross = text.find('x');
    const auto width = number_from<int>(text.substr(0, cross));
    const auto height = number_from<int>(cross == std::string::npos ? "" : text.substr(cross + 1));
    if (!width || !height || *width < 1 || *height < 1) {
      throw CLI::ValidationError("--size", "\"" + text + "\" is not a size such as 1280x720");
    }
    options.width = *width;
    options.height = *height;
  };
  app.add_option_function<std::string>("--size", read,
                                       "pixels of a picture; 1280x720, or as --view says")
      ->type_name("WxH");
}

/// A number above 0, at most `most`.
CLI::Option* add_positive(CLI::App& app, const std::string& name, double most,
                          std::function<void(double)> take, const std::string& description) {
  const auto read = [name, most, take = std::move(take)](const std::string& text) {
    const auto value = number_from<double>(text);
    if (!value || !(*value > 0) || !(*value <= most)) {
      throw CLI::ValidationError(name, "\"" + text + "\" is not a number above 0, at most " +
                                           std::string(format_number(most).view()));
    }
    take(*value);
  };
  return app.add_option_function<std::string>(name, read, description)->type_name("N");
}

/// How the window draws a scene for a picture.
void add_view_options(CLI::App& app, RenderOptions& options) {
  app.add_option("--view", options.view,
                 "draw what \"Copy link\" in the window has printed, as the window draws it")
      ->type_name("VIEW");
  app.add_option("--select", options.select, "select the entity with this id or name")
      ->type_name("ENTITY");
  add_positive(
      app, "--scale", 8, [&options](double value) { options.scale = std::max(1.0, value); },
      "pixels for one of --size: 2 and 4 are for print");
  static constexpr std::array<std::string_view, 4> kNames{"view", "dark", "white", "none"};
  const auto read = [&options](const std::string& text) {
    const auto found = std::ranges::find(kNames, text);
    if (found == kNames.end()) throw CLI::ValidationError("--background", not_one_of(text, kNames));
    options.background = static_cast<PictureGround>(found - kNames.begin());
  };
  app.add_option_function<std::string>("--background", read,
                                       "what is behind the scene; none: transparent")
      ->type_name("view|dark|white|none");
  app.add_flag_callback(
      "--no-labels", [&options] { options.labels = false; }, "no names beside entities");
  app.add_flag("--scale-bar", options.scale_bar, "say how long a length is");
  app.add_flag("--progress", options.report_progress, "say how far it is on standard error")
      ->group("");
}

}  // namespace

void add_render_options(CLI::App& app, RenderOptions& target) {
  add_files(app, target.files, target.common,
            "a recording; - is standard input; several only with --view")
      ->required();
  CLI::Option* time = add_seconds(app, "--time", target.time, "one picture, at this time");
  CLI::Option* from = add_seconds(app, "--from", target.from, "many pictures, from this time");
  CLI::Option* to = add_range_end(app, "--to", target.from, target.to, "to this time");
  CLI::Option* fps = add_seconds(app, "--fps", target.fps, "so many a second");
  fps->type_name("N");
  app.add_flag("--middle", target.middle, "one picture, of the recording's middle")
      ->excludes(time)
      ->excludes(from);
  from->needs(to)->needs(fps)->excludes(time);
  to->needs(from);
  fps->needs(from);
  add_positive(
      app, "--speed", 1e6, [&target](double value) { target.speed = value; },
      "how much faster than it was, in a film")
      ->needs(from);
  app.add_option("-o,--output", target.target,
                 "the file to write: .png (- is standard output; of many with %05d for their "
                 "number), .y4m, or by ffmpeg .mp4, .webm, .webp")
      ->required()
      ->type_name("PATH");
  add_size(app, target);
  CLI::Option* follow =
      app.add_option("--follow", target.follow, "look at the entity with this id or name")
          ->type_name("ENTITY");
  add_view_options(app, target);
  add_scenery(app, target.scenery, target.scenery_at);
  for (const char* name : {"--view", "--select", "--scenery", "--scenery-at", "--scale",
                           "--background", "--no-labels", "--scale-bar"}) {
    follow->excludes(app.get_option(name));
  }
  app.final_callback([&target] {
    if (!target.time && !target.from && !target.middle)
      throw CLI::RequiredError("--time, --from or --middle");
    target.file = target.files.front();
    if (target.files.size() > 1 && target.view.empty()) {
      throw CLI::ValidationError("FILE", "several recordings are drawn together only with --view");
    }
  });
}

}  // namespace scrubjay::cli
