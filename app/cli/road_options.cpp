#include <string>
#include <utility>
#include <vector>

#include "app/cli/option_parts.h"

namespace scrubjay::cli {

void add_road_options(CLI::App& app, RoadOptions& target) {
  app.add_option("FILE", target.file, "roads as OpenDRIVE (.xodr); - is standard input")
      ->required()
      ->type_name("");
  const auto read_at = [&target](const std::string& text) {
    auto values = numbers_from("--at", text);
    if (values.size() != 2 && values.size() != 3) {
      throw CLI::ValidationError("--at", "\"" + text + "\" is not X,Y or X,Y,Z");
    }
    target.at = std::move(values);
    target.answers = RoadAnswers::point;
  };
  const auto add_lines = [&](const std::string& name, RoadAnswers answers,
                             const std::string& description) {
    const auto read = [&target, name, answers](const std::string& text) {
      if (text != "-") throw CLI::ValidationError(name, "only -, standard input, can be read");
      target.answers = answers;
    };
    return app.add_option_function<std::string>(name, read, description)->type_name("-");
  };
  CLI::Option* at = app.add_option_function<std::string>("--at", read_at,
                                                         "which lanes hold this place, in metres")
                        ->type_name("X,Y[,Z]");
  CLI::Option* points = add_lines("--points", RoadAnswers::points,
                                  "the same for each line \"x y [z]\" of standard input");
  CLI::Option* tracks = add_lines("--tracks", RoadAnswers::tracks,
                                  "where each line \"road s t\" of standard input is");
  const auto read_road = [&target](const std::string& text) {
    target.road = text;
    target.answers = RoadAnswers::track;
  };
  CLI::Option* road = app.add_option_function<std::string>(
                             "--road", read_road, "where a place of the road of this id is")
                          ->type_name("ID");
  const auto add_metres = [&](const std::string& name, double& metres,
                              const std::string& description) {
    const auto read = [name, &metres](const std::string& text) {
      metres = option_number(name, text);
    };
    return app.add_option_function<std::string>(name, read, description)
        ->type_name("METRES")
        ->needs(road);
  };
  road->needs(add_metres("--s", target.s, "so far along the road"));
  add_metres("--t", target.t, "so far to the left of its reference line; without it 0");
  at->excludes(points)->excludes(tracks)->excludes(road);
  points->excludes(tracks)->excludes(road);
  tracks->excludes(road);
  add_json(app, target.json);
}

}  // namespace scrubjay::cli
