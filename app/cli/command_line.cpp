#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/near_name.h"
#include "app/plain_text.h"
#include "formats/format.h"

namespace scrubjay::cli {

namespace {

template <class Number>
std::optional<Number> whole_number(const std::string& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// An option whose value is a time. Read digit-exact: a time that was printed names the same frame
/// again.
CLI::Option* add_seconds(CLI::App& app, const std::string& name, std::optional<Seconds>& target,
                         const std::string& description) {
  const auto read = [name, &target](const std::string& text) {
    const auto value = whole_number<double>(text.starts_with('+') ? text.substr(1) : text);
    if (!value || !std::isfinite(*value)) {
      throw CLI::ValidationError(name, "\"" + text + "\" is not a time in seconds, such as 3.412");
    }
    target = *value;
  };
  return app.add_option_function<std::string>(name, read, description)->type_name("SECONDS");
}

CLI::Option* add_frame(CLI::App& app, std::optional<std::uint64_t>& target) {
  const auto read = [&target](const std::string& text) {
    const auto value = whole_number<std::uint64_t>(text);
    if (!value) {
      throw CLI::ValidationError("--frame", "\"" + text + "\" is not a frame, such as 0 or 120");
    }
    target = *value;
  };
  return app.add_option_function<std::string>("--frame", read, "a frame, counted from 0")
      ->type_name("N");
}

void add_format(CLI::App& app, std::string& target) {
  const auto read = [&target](const std::string& text) {
    if (find_format(text) == nullptr) {
      throw CLI::ValidationError("--format",
                                 "there is no format named \"" + text + "\"; see scrubjay formats");
    }
    target = text;
  };
  app.add_option_function<std::string>("--format", read, "skip the detection of the format")
      ->type_name("NAME");
}

void add_coordinates(CLI::App& app, std::optional<CoordinateSystem>& target) {
  const auto read = [&target](const std::string& text) {
    if (text == "source") {
      target.reset();
      return;
    }
    const auto system = CoordinateSystem::parse(text);
    if (!system) throw CLI::ValidationError("--coordinates", describe(system.error()));
    target = *system;
  };
  app.add_option_function<std::string>(
         "--coordinates", read,
         "source (as recorded, the default), unreal, carla, unity, opengl, gltf, blender, ros, "
         "source-engine, framebyframe-0, framebyframe-1, or right=+x,up=+y,forward=-z,metres=1")
      ->type_name("SYSTEM");
}

void add_entity(CLI::App& app, std::string& target) {
  app.add_option("--entity", target, "only the entity with this id, or, if none has it, this name")
      ->type_name("ID|NAME");
}

void add_entities(CLI::App& app, std::vector<std::string>& target) {
  // One a --entity, so that a name behind it is not taken for another.
  app.add_option("--entity", target,
                 "only the entity with this id or name; may be given several times")
      ->type_name("ID|NAME")
      ->type_size(1)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_file(CLI::App& app, std::string& target) {
  app.add_option("FILE", target, "a recording; - is standard input")->required()->type_name("");
}

void add_json(CLI::App& app, bool& target) {
  app.add_flag("--json", target, "print JSON, for programs");
}

/// Refuses a choice that no format accepts. Where formats accept different values, it says each
/// one's.
void check_read_option(const std::string& name, const std::string& value) {
  std::optional<Problem> wrong;
  std::string accepted;
  bool do_differ = false;
  for (const Format* format : formats()) {
    const auto offered = read_options_of(*format);
    if (std::ranges::find(offered, name, &ReadOption::name) == offered.end()) continue;
    auto refusal = check_read_options(*format, {{name, value}});
    if (!refusal) return;
    do_differ |= wrong && wrong->expected != refusal->expected;
    if (!accepted.empty()) accepted += "; ";
    accepted += std::string(format->name) + ": " + refusal->expected;
    wrong = std::move(refusal);
  }
  if (!wrong) return;
  if (do_differ) wrong->expected = accepted;
  throw CLI::ValidationError("--" + name, describe(*wrong));
}

/// The choices that formats offer to those who open a recording, each name once.
void add_read_options(CLI::App& app, ReadOptions& target) {
  for (const Format* format : formats()) {
    for (const ReadOption* option : read_options_of(*format)) {
      const std::string flag = "--" + std::string(option->name);
      if (app.get_option_no_throw(flag) != nullptr) continue;
      const auto read = [&target, option](const std::vector<std::string>& values) {
        for (const std::string& value : values) {
          check_read_option(std::string(option->name), value);
          target.emplace_back(option->name, value);
        }
      };
      const bool is_mapping = option->kind == ReadOption::Kind::mapping;
      // One value each, so that a name behind it is not taken for another.
      app.add_option_function<std::vector<std::string>>(flag, read,
                                                        std::string(option->description))
          ->type_name(is_mapping ? "NAME=VALUE" : "VALUE")
          ->type_size(1)
          ->expected(1)
          ->multi_option_policy(is_mapping ? CLI::MultiOptionPolicy::TakeAll
                                           : CLI::MultiOptionPolicy::TakeLast);
    }
  }
}

void name_version(CLI::App& app) {
  app.set_version_flag("--version", "scrubjay " SCRUBJAY_VERSION, "print the version");
  app.set_help_flag("-h,--help", "print this help");
}

void add_common(CLI::App& app, CommonOptions& common) {
  add_coordinates(app, common.coordinates);
  add_format(app, common.format);
  app.add_flag("--quiet", common.quiet, "say nothing on standard error but why nothing was done");
  app.add_flag_callback(
      "--no-cache", [&common] { common.is_cache_used = false; },
      "read the whole file, even where its index was kept, and keep none (SCRUBJAY_CACHE=off: "
      "always)");
  name_version(app);
}

/// All that the arguments can hold, and the parser that fills it.
class Arguments {
 public:
  Arguments();
  Outcome execute(std::vector<std::string> arguments);

 private:
  using Command = std::function<ExitStatus(Console&)>;

  CLI::App& add_command(const std::string& name, const std::string& description,
                        const std::string& example, CommonOptions& common, Command run);
  void add_viewer();
  void add_info(const std::string& name, const std::string& description, InfoOptions& options,
                ExitStatus (*run)(const InfoOptions&, Console&));
  void add_show();
  void add_list_output(CLI::App& app, ListOutput& target);
  static void add_raw_csv(CLI::App& app, CsvTexts& target);
  void add_events();
  void add_series();
  void add_find();
  void add_export();
  void add_convert();
  void add_query();
  void add_render();
  void add_formats();
  void check_names_of_files() const;
  Outcome dispatch();

  CLI::App app_{"Replay viewer for recordings of games and simulations.", "scrubjay"};
  CommonOptions common_;  ///< given before a subcommand, or for the window
  ViewerOptions viewer_;
  InfoOptions info_;
  InfoOptions verify_;
  ShowOptions show_;
  EventsOptions events_;
  SeriesOptions series_;
  FindOptions find_;
  ExportOptions export_;
  ConvertOptions convert_;
  QueryOptions query_;
  RenderOptions render_;
  FormatsOptions formats_;
  std::string export_format_;
  bool list_json_ = false;  ///< of events and series
  bool list_csv_ = false;
  struct Row {
    CLI::App* app;
    CommonOptions* common;
    Command run;
  };
  std::vector<Row> commands_;
};

Arguments::Arguments() {
  add_viewer();
  add_info("info", "Say what is in recordings", info_, run_info);
  add_show();
  add_events();
  add_series();
  add_find();
  add_export();
  add_convert();
  add_query();
  add_render();
  add_info("verify", "Decode every frame and list every problem", verify_, run_verify);
  add_formats();
}

CLI::App& Arguments::add_command(const std::string& name, const std::string& description,
                                 const std::string& example, CommonOptions& common, Command run) {
  CLI::App& app = *app_.add_subcommand(name, description);
  app.footer("Example:\n  scrubjay " + example);
  add_common(app, common);
  add_read_options(app, common.read);
  commands_.push_back({&app, &common, std::move(run)});
  return app;
}

void Arguments::add_viewer() {
  app_.footer(
      "Without a subcommand the recordings open in the window.\n\n"
      "Example:\n  scrubjay drive.log --time 12.5 --select 24");
  app_.add_option("FILE", viewer_.files, "recordings to open in the window")->type_name("");
  CLI::Option* time = add_seconds(app_, "--time", viewer_.time, "begin at this time");
  time->excludes(add_frame(app_, viewer_.frame));
  app_.add_option("--select", viewer_.select, "select the entity with this id or name")
      ->type_name("ENTITY");
  app_.add_option("--state-file", viewer_.state_file,
                  "write what the window shows to this file, as JSON, whenever it changes")
      ->type_name("PATH");
  add_common(app_, common_);
  add_read_options(app_, common_.read);
}

void Arguments::add_info(const std::string& name, const std::string& description,
                         InfoOptions& options, ExitStatus (*run)(const InfoOptions&, Console&)) {
  CLI::App& app = add_command(name, description, name + " drive.log --json", options.common,
                              [&options, run](Console& console) { return run(options, console); });
  app.add_option("FILE", options.files, "recordings; - is standard input")
      ->required()
      ->type_name("");
  add_json(app, options.json);
}

void Arguments::add_show() {
  CLI::App& app = add_command("show", "Print what every entity holds at one moment",
                              "show drive.log --time 12.5 --entity 24 --json", show_.common,
                              [this](Console& console) { return run_show(show_, console); });
  add_file(app, show_.file);
  CLI::Option* time = add_seconds(app, "--time", show_.time,
                                  "the last frame at or before this time, or the first frame");
  CLI::Option* frame = add_frame(app, show_.frame);
  time->excludes(frame);
  add_entity(app, show_.entity);
  CLI::Option* stream =
      app.add_option("--stream", show_.stream, "the frame of this stream")->type_name("ID|NAME");
  CLI::Option* all =
      app.add_flag("--all-streams", show_.all_streams, "one frame of each stream, as an array");
  all->excludes(stream);
  app.add_flag("--interpolate", show_.interpolate,
               "values between samples at --time, for formats that say how")
      ->needs(time)
      ->excludes(stream)
      ->excludes(all);
  add_json(app, show_.json);
  app.final_callback([this] {
    if (!show_.time && !show_.frame) throw CLI::RequiredError("--time or --frame");
  });
}

void Arguments::add_events() {
  CLI::App& app =
      add_command("events", "List what happens in a recording",
                  "events drive.log --from 10 --to 20 --name collision --json", events_.common,
                  [this](Console& console) { return run_events(events_, console); });
  add_file(app, events_.file);
  add_seconds(app, "--from", events_.from, "not before this time");
  add_seconds(app, "--to", events_.to, "not after this time");
  app.add_option("--name", events_.name, "only events with this in their name")->type_name("TEXT");
  add_entity(app, events_.entity);
  app.add_option("--filter", events_.filter, "only events that a filter in this file finds (.fbff)")
      ->type_name("PATH");
  add_list_output(app, events_.output);
  add_raw_csv(app, events_.csv_texts);
}

void Arguments::add_raw_csv(CLI::App& app, CsvTexts& target) {
  app.add_flag_callback(
      "--raw-csv", [&target] { target = CsvTexts::raw; },
      "CSV with texts as they are: no ' in front of what a spreadsheet would take for a formula");
}

/// --json or --csv, into `target` when the arguments are read.
void Arguments::add_list_output(CLI::App& app, ListOutput& target) {
  CLI::Option* json = app.add_flag("--json", list_json_, "print JSON, for programs");
  json->excludes(app.add_flag("--csv", list_csv_, "print CSV, for spreadsheets"));
  app.final_callback([this, &target] {
    target = list_json_ ? ListOutput::json : list_csv_ ? ListOutput::csv : ListOutput::table;
  });
}

void Arguments::add_series() {
  CLI::App& app =
      add_command("series", "Print one property of an entity over time",
                  "series drive.log --entity 24 --property control/throttle --csv", series_.common,
                  [this](Console& console) { return run_series(series_, console); });
  add_file(app, series_.file);
  app.add_option("--entity", series_.entity, "the entity with this id, or, if none has it, name")
      ->required()
      ->type_name("ID|NAME");
  app.add_option("--property", series_.property,
                 "names joined with '/', or the last of them; .x .y .z .w of a vector; also "
                 "position, rotation and scale")
      ->required()
      ->type_name("PATH");
  app.add_option("--stream", series_.stream, "the entity of this stream")->type_name("ID|NAME");
  add_seconds(app, "--from", series_.from, "not before this time");
  add_seconds(app, "--to", series_.to, "not after this time");
  add_list_output(app, series_.output);
  add_raw_csv(app, series_.csv_texts);
}

void Arguments::add_find() {
  CLI::App& app = add_command("find", "Find where filters hold in a recording",
                              "find match.fbf --filter low_health.fbff --json", find_.common,
                              [this](Console& console) { return run_find(find_, console); });
  add_file(app, find_.file);
  app.add_option("--filter", find_.filter, "filters on events and properties (.fbff)")
      ->required()
      ->type_name("PATH");
  add_json(app, find_.json);
}

void Arguments::add_export() {
  CLI::App& app = add_command("export", "Write all frames in a form for other programs",
                              "export drive.log --to ndjson -o drive.ndjson", export_.common,
                              [this](Console& console) { return run_export(export_, console); });
  add_file(app, export_.file);
  app.add_option("--to", export_format_,
                 "ndjson: the object of show, one line a frame; csv: a row for each entity of each "
                 "frame")
      ->required()
      ->check(CLI::IsMember({"ndjson", "csv"}))
      ->type_name("ndjson|csv");
  app.add_option("-o,--output", export_.target, "the file to write; - is standard output")
      ->required()
      ->type_name("PATH");
  add_seconds(app, "--from", export_.from, "not before this time");
  add_seconds(app, "--to-time", export_.to, "not after this time");
  add_entities(app, export_.entities);
  add_raw_csv(app, export_.csv_texts);
  app.final_callback(
      [this] { export_.form = export_format_ == "csv" ? ExportForm::csv : ExportForm::ndjson; });
}

void Arguments::add_convert() {
  CLI::App& app = add_command("convert", "Write a recording in another format or another form",
                              "convert drive.log -o drive.fbf --container saved", convert_.common,
                              [this](Console& console) { return run_convert(convert_, console); });
  add_file(app, convert_.file);
  app.add_option("-o,--output", convert_.target, "the file to write; - is standard output")
      ->required()
      ->type_name("PATH");
  app.add_option("--to", convert_.to_format,
                 "the format to write, or ndjson for what export writes; without it, as the "
                 "extension of PATH says")
      ->type_name("FORMAT");
  app.add_option("--container", convert_.container,
                 "of a Frame by Frame file: raw (as games write it) or saved (compressed, with "
                 "comments); raw")
      ->check(CLI::IsMember({"raw", "saved"}))
      ->type_name("raw|saved");
  app.add_option("--compression", convert_.compression,
                 "of an XREC file: zstd (small) or none; zstd")
      ->check(CLI::IsMember({"zstd", "none"}))
      ->type_name("zstd|none");
  app.add_option(
         "--motion", convert_.motion,
         "of an XREC file: events (places of entities for every reader of the format) or own "
         "(for this program only; smaller); events")
      ->check(CLI::IsMember({"events", "own"}))
      ->type_name("events|own");
  app.add_option(
         "--remainder", convert_.remainder,
         "what a CARLA, Frame by Frame or flecs file cannot say: kept (beside it, where other "
         "programs pass over it, for the way back) or left-out; kept")
      ->check(CLI::IsMember({"kept", "left-out"}))
      ->type_name("kept|left-out");
  app.add_option("--unreal", convert_.unreal,
                 "of a CARLA file: for CARLA of Unreal 4 (0.9, 32-bit vectors) or 5 (0.10); 4")
      ->check(CLI::IsMember({"4", "5"}))
      ->type_name("4|5");
  const auto read_metres = [this](const std::string& text) {
    const auto metres = whole_number<double>(text);
    if (!metres || !is_metres_per_unit(*metres)) {
      throw CLI::ValidationError("--metres-per-unit",
                                 "\"" + text + "\" is not a number from 1e-30 to 1e30");
    }
    convert_.metres_per_unit = *metres;
  };
  app.add_option_function<std::string>("--metres-per-unit", read_metres,
                                       "length of a unit that is written, such as 0.01 for cm")
      ->type_name("METRES");
  add_seconds(app, "--from", convert_.from, "not before this time");
  add_seconds(app, "--to-time", convert_.to, "not after this time");
  add_entities(app, convert_.entities);
  app.add_flag("--json", convert_.json, "print what was written and what was lost as JSON");
}

void Arguments::add_query() {
  CLI::App& app = add_command("query", "Ask what only recordings of one format can be asked",
                              "query drive.log collisions --set type1=v --json", query_.common,
                              [this](Console& console) { return run_query(query_, console); });
  add_file(app, query_.file);
  app.add_option("NAME", query_.name, "the query; without it, all are listed")->type_name("");
  const auto read = [this](const std::vector<std::string>& settings) {
    for (const std::string& setting : settings) {
      const std::size_t equals = setting.find('=');
      if (equals == std::string::npos) {
        throw CLI::ValidationError("--set", "\"" + setting + "\" is not of the form key=value");
      }
      query_.values.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
  };
  // One a --set, so that a name behind it is not taken for another.
  app.add_option_function<std::vector<std::string>>("--set", read, "a parameter of the query")
      ->type_name("KEY=VALUE")
      ->type_size(1)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_json(app, query_.json);
}

void add_size(CLI::App& app, RenderOptions& options) {
  const auto read = [&options](const std::string& text) {
    const std::size_t cross = text.find('x');
    const auto width = whole_number<int>(text.substr(0, cross));
    const auto height = whole_number<int>(cross == std::string::npos ? "" : text.substr(cross + 1));
    if (!width || !height || *width < 1 || *height < 1) {
      throw CLI::ValidationError("--size", "\"" + text + "\" is not a size such as 1280x720");
    }
    options.width = *width;
    options.height = *height;
  };
  app.add_option_function<std::string>("--size", read, "pixels of a picture; 1280x720")
      ->type_name("WxH");
}

void Arguments::add_render() {
  CLI::App& app =
      add_command("render", "Draw the scene into PNG files",
                  "render drive.log --time 12.5 -o scene.png --size 1920x1080", render_.common,
                  [this](Console& console) { return run_render(render_, console); });
  add_file(app, render_.file);
  CLI::Option* time = add_seconds(app, "--time", render_.time, "one picture, at this time");
  CLI::Option* from = add_seconds(app, "--from", render_.from, "many pictures, from this time");
  CLI::Option* to = add_seconds(app, "--to", render_.to, "to this time");
  CLI::Option* fps = add_seconds(app, "--fps", render_.fps, "so many a second");
  fps->type_name("N");
  from->needs(to)->needs(fps)->excludes(time);
  to->needs(from);
  fps->needs(from);
  app.add_option("-o,--output", render_.target,
                 "the file to write; - is standard output; of many with %05d for their number")
      ->required()
      ->type_name("PATH");
  add_size(app, render_);
  app.add_option("--follow", render_.follow, "look at the entity with this id or name")
      ->type_name("ENTITY");
  app.final_callback([this] {
    if (!render_.time && !render_.from) throw CLI::RequiredError("--time or --from");
  });
}

void Arguments::add_formats() {
  CLI::App& app =
      add_command("formats", "List the formats that can be read", "formats --json", formats_.common,
                  [this](Console& console) { return run_formats(formats_, console); });
  add_json(app, formats_.json);
}

/// What was given before the subcommand holds unless it is given again behind it.
void inherit(CommonOptions& own, const CommonOptions& before) {
  if (!own.coordinates) own.coordinates = before.coordinates;
  if (own.format.empty()) own.format = before.format;
  own.quiet = own.quiet || before.quiet;
  own.is_cache_used = own.is_cache_used && before.is_cache_used;
}

/// A first word that is no file and nearly a subcommand is a slip.
void Arguments::check_names_of_files() const {
  constexpr std::size_t kMostEdits = 2;
  constexpr std::size_t kLongest = 16;
  std::error_code ignored;
  const bool is_word = !viewer_.files.empty() && viewer_.files[0].size() <= kLongest &&
                       viewer_.files[0].find_first_of("./\\") == std::string::npos;
  if (!is_word || std::filesystem::exists(viewer_.files[0], ignored)) return;
  for (const Row& row : commands_) {
    if (edits_between(viewer_.files[0], row.app->get_name()) > kMostEdits) continue;
    throw CLI::ExtrasError({"there is no file \"" + printable(viewer_.files[0]) +
                            "\"; did you mean the subcommand " + row.app->get_name() + "?"});
  }
}

Outcome Arguments::dispatch() {
  const auto row = std::ranges::find_if(commands_, [](const Row& r) { return r.app->parsed(); });
  if (row == commands_.end()) {
    check_names_of_files();
    viewer_.format = common_.format;
    viewer_.read = common_.read;
    viewer_.coordinates = common_.coordinates;
    viewer_.is_cache_used = common_.is_cache_used;
    return {.status = {}, .viewer = viewer_};
  }
  if (!viewer_.files.empty()) {
    throw CLI::ExtrasError(
        {viewer_.files.front() + " stands before the subcommand " + row->app->get_name()});
  }
  inherit(*row->common, common_);
  watch_signals();
  Console console(row->common->quiet);
  const ExitStatus status = row->run(console);
  const ExitStatus finished = console.finish();
  end_if_interrupted();
  return {.status = worse(status, finished), .viewer = {}};
}

ExitStatus explain(const std::string& message, bool as_json) {
  Console console(false);
  console.complain(message);
  if (as_json) {
    print_failure({.severity = Severity::fatal, .code = "usage", .message = message}, console);
  }
  return worse(ExitStatus::wrong_usage, console.finish());
}

Outcome Arguments::execute(std::vector<std::string> arguments) {
  const bool as_json = std::ranges::find(arguments, "--json") != arguments.end();
  std::ranges::reverse(arguments);  // as the parser wants them
  try {
    app_.parse(std::move(arguments));
    return dispatch();
  } catch (const CLI::Success& asked) {
    app_.exit(asked);  // help or version
    return {.status = ExitStatus::done, .viewer = {}};
  } catch (const CLI::ParseError& wrong) {
    std::string message = wrong.what();
    std::ranges::replace(message, '\n', ' ');
    return {.status = explain(message + " (scrubjay --help says more)", as_json), .viewer = {}};
  }
}

}  // namespace

Outcome run_command_line(std::vector<std::string> arguments) {
  Arguments parser;
  return parser.execute(std::move(arguments));
}

}  // namespace scrubjay::cli
