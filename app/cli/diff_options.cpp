#include <string>

#include "app/cli/option_parts.h"

namespace scrubjay::cli {

void add_diff_options(CLI::App& app, DiffOptions& target) {
  compare::Options& compared = target.compared;
  app.add_option("FILE", target.files, "two recordings, A and B; or one, with --streams")
      ->required()
      ->type_name("");
  app.add_option("--streams", target.streams, "compare two streams of one recording")
      ->type_name("ID")
      ->type_size(1)
      ->expected(2);
  using enum compare::FramesBy;
  add_choice<compare::FramesBy>(app, "--by", compared.by, {automatic, frame, number, time},
                                "how frames go together: in their order, by the recorded "
                                "numbers, or A's frames with B's state at their time");
  const auto read_offset = [&compared](const std::string& text) {
    const auto value = finite_number(text);
    if (text == "auto") {
      compared.offset.reset();
    } else if (value) {
      compared.offset = *value;
    } else {
      throw CLI::ValidationError("--offset", "\"" + text + "\" is neither seconds nor auto");
    }
  };
  app.add_option_function<std::string>("--offset", read_offset,
                                       "added to B's times; auto: found by events or places")
      ->type_name("SECONDS|auto");
  add_choice<compare::EntitiesBy>(app, "--match", compared.match,
                                  {compare::EntitiesBy::automatic, compare::EntitiesBy::id,
                                   compare::EntitiesBy::name, compare::EntitiesBy::place},
                                  "how entities go together");
  add_tolerance(app, "--tolerance", compared.tolerance,
                "numbers so near are the same, in their own units; of vectors their distance, of "
                "positions in units of the coordinates, of rotations in radians");
  add_tolerance(app, "--relative", compared.relative,
                "the same as a share of the larger one, added to --tolerance");
  add_tolerances_of(app, compared);
  take_all(app.add_option("--ignore", compared.ignore,
                          "leave out paths that fit, with what is below; * in a name, ** across"),
           "PATH");
  take_all(app.add_option("--only", compared.only, "compare only paths that fit"), "PATH");
  add_entities(app, compared.entities);
  add_seconds(app, "--from", compared.from, "not before this time of A");
  add_range_end(app, "--to-time", compared.from, compared.to, "not after this time of A");
  const auto is_limit = [](std::size_t value) { return value > 0; };
  add_number<std::size_t>(app, "--limit", compared.limit, {"a number from 1", is_limit},
                          "end with the frame of the N-th difference; without it all "
                          "are counted, and JSON lists the first 100");
  CLI::Option* json = app.add_flag("--json", target.json, "print JSON, for programs");
  app.add_option("--junit", target.junit, "write JUnit XML; - is standard output")
      ->type_name("PATH")
      ->excludes(json);
  app.final_callback([&target] {
    const bool is_one = !target.streams.empty();
    if (target.files.size() == (is_one ? 1u : 2u)) return;
    throw CLI::ValidationError("FILE", is_one ? "--streams takes one recording"
                                              : "two recordings are compared, or two --streams "
                                                "of one");
  });
}

}  // namespace scrubjay::cli
