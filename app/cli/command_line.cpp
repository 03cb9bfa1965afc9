#include "app/cli/command_line.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <functional>
#include <iostream>

#include "analysis/derived/derived_value.h"
#include "app/cli/commands.h"
#include "app/cli/empty_values.h"
#include "app/cli/input.h"
#include "app/cli/interrupt.h"
#include "app/cli/option_parts.h"
#include "app/cli/usage_texts.h"
#include "app/shared/folder_recordings.h"
#include "app/shared/notes_file.h"
#include "app/shared/plain_text.h"
#include "app/shared/version.h"
#include "app/shared/writers.h"
#include "core/near_name.h"
#include "core/number_text.h"
#include "core/probe.h"
#include "formats/format.h"

namespace scrubjay::cli {

namespace {

/// All that the arguments can hold, and the parser that fills it.
class Arguments {
 public:
  explicit Arguments(OpenViewPictures open_view);
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
  void add_rows(CLI::App& app, RowsOptions& target);
  void read_rows_output(RowsOptions& target) const;
  void add_words(CLI::App& app, const std::string& last, const std::string& description);
  static void add_raw_csv(CLI::App& app, CsvTexts& target);
  void add_events();
  void add_series();
  void add_sql();
  void add_find();
  void add_check();
  void add_history();
  void add_export();
  void add_convert();
  void add_diff();
  void add_query();
  void add_notes();
  void add_render();
  void add_road();
  void add_formats();
  void check_names_of_files() const;
  Outcome dispatch();
  std::string slip_in_option(const CLI::App& app) const;

  OpenViewPictures open_view_;
  CLI::App app_{"Replay viewer for recordings of games and simulations.", "scrubjay"};
  CommonOptions common_;  ///< given before a subcommand, or for the window
  ViewerOptions viewer_;
  std::vector<const CLI::Option*> of_window_;  ///< that mean nothing before a subcommand
  InfoOptions info_;
  InfoOptions verify_;
  ShowOptions show_;
  EventsOptions events_;
  SeriesOptions series_;
  SqlOptions sql_;
  FindOptions find_;
  CheckOptions check_;
  HistoryOptions history_;
  ExportOptions export_;
  ConvertOptions convert_;
  DiffOptions diff_;
  QueryOptions query_;
  NotesOptions notes_;
  RenderOptions render_;
  RoadOptions road_;
  UsageText usage_text_ = UsageText::man;
  FormatsOptions formats_;
  bool list_json_ = false;  ///< of events and series
  bool list_csv_ = false;
  bool list_ndjson_ = false;
  std::vector<std::string> words_;  ///< of sql and find: files and what is asked of them
  struct Row {
    CLI::App* app;
    CommonOptions* common;
    Command run;
  };
  std::vector<Row> commands_;
};

Arguments::Arguments(OpenViewPictures open_view) : open_view_(open_view) {
  app_.formatter(help_formatter());
  app_.allow_windows_style_options(false);  // "/x" may be a path
  add_viewer();
  add_info("info", "Say what is in recordings", info_, run_info);
  add_show();
  add_events();
  add_series();
  add_sql();
  add_find();
  add_check();
  add_history();
  add_export();
  add_convert();
  add_diff();
  add_query();
  add_notes();
  add_render();
  add_info("verify", "Decode every frame and list every problem", verify_, run_verify);
  add_road();
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
      "Example:\n  scrubjay drive.log --time 12.5 --select 37");
  add_files(app_, viewer_.files, common_, "recordings, or folders of them, to open in the window");
  CLI::Option* time = add_seconds(app_, "--time", viewer_.time, "begin at this time");
  time->excludes(add_frame(app_, viewer_.frame));
  app_.add_option("--select", viewer_.select, "select the entity with this id or name")
      ->type_name("ENTITY");
  app_.add_option("--view", viewer_.view, "show what \"Copy link\" in the window has printed")
      ->type_name("VIEW");
  add_scenery(app_, viewer_.scenery, viewer_.scenery_at);
  app_.add_option("--state-file", viewer_.state_file,
                  "write what the window shows to this file, as JSON, whenever it changes")
      ->type_name("PATH");
  add_choice(app_, "--generate", usage_text_, usage_texts(),
             "print the manual page, or what this shell completes");
  for (const CLI::Option* const option : app_.get_options()) {
    // That for help is replaced by add_common.
    if (option != app_.get_help_ptr()) of_window_.push_back(option);
  }
  add_common(app_, common_);
  add_read_options(app_, common_.read);
}

void Arguments::add_info(const std::string& name, const std::string& description,
                         InfoOptions& options, ExitStatus (*run)(const InfoOptions&, Console&)) {
  CLI::App& app = add_command(name, description, name + " drive.log --json", options.common,
                              [&options, run](Console& console) { return run(options, console); });
  add_files(app, options.files, options.common,
            "recordings, or folders of them; - is standard input")
      ->required();
  add_json(app, options.json);
}

void Arguments::add_show() {
  CLI::App& app = add_command("show", "Print what every entity holds at one moment",
                              "show drive.log --time 12.5 --entity 37 --json", show_.common,
                              [this](Console& console) { return run_show(show_, console); });
  add_scenery(app, show_.common);
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
  CLI::App& app = add_command("events", "List what happens in a recording",
                              "events drive.log --from 10 --to 20 --name collision --json",
                              events_.common, [this](Console& console) {
                                return events_.derived == DerivedEvents::contacts
                                           ? run_contacts(events_, console)
                                           : run_events(events_, console);
                              });
  add_file(app, events_.file);
  add_seconds(app, "--from", events_.from, "not before this time");
  add_range_end(app, "--to", events_.from, events_.to, "not after this time");
  app.add_option("--name", events_.name, "only events with this in their name")->type_name("TEXT");
  add_entity(app, events_.entity);
  CLI::Option* about = app.add_option("--about", events_.about,
                                      "only events of the entity with this id or name, or that "
                                      "name it: what it does and what is done to it")
                           ->type_name("ID|NAME");
  CLI::Option* filter = app.add_option("--filter", events_.filter,
                                       "only events that a filter in this file finds (.fbff)")
                            ->type_name("PATH");
  app.add_option_function<std::string>(
         "--derived", [this](const std::string&) { events_.derived = DerivedEvents::contacts; },
         "instead of what was recorded what follows from it: contacts, spans in which the boxes of "
         "two entities overlap or their collision is recorded")
      ->check(one_of({"contacts"}))
      ->type_name("contacts")
      ->excludes(filter)
      ->excludes(about);
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
                  "series drive.log --entity 37 --property control/throttle --csv", series_.common,
                  [this](Console& console) { return run_series(series_, console); });
  add_scenery(app, series_.common);
  add_file(app, series_.file);
  app.add_option("--entity", series_.entity,
                 "the entity with this id, whichever has it at a time, or, if none has it, name")
      ->required()
      ->type_name("ID|NAME");
  app.add_option("--property", series_.property,
                 "names joined with '/', or the last of them; .x .y .z .w of a vector; also "
                 "position, rotation and scale, and what follows from these: " +
                     derived_paths(false) + "; with --other " + derived_paths(true))
      ->required()
      ->type_name("PATH");
  app.add_option("--other", series_.other, "the other entity of a value between two, by id or name")
      ->type_name("ID|NAME");
  app.add_option("--stream", series_.stream, "the entity of this stream")->type_name("ID|NAME");
  add_seconds(app, "--from", series_.from, "not before this time");
  add_range_end(app, "--to", series_.from, series_.to, "not after this time");
  add_list_output(app, series_.output);
  add_raw_csv(app, series_.csv_texts);
}

/// --json, --csv and bounds; `read_rows_output` says which form was chosen.
void Arguments::add_rows(CLI::App& app, RowsOptions& target) {
  CLI::Option* json = app.add_flag("--json", list_json_, "print JSON, for programs");
  CLI::Option* csv = app.add_flag("--csv", list_csv_, "print CSV, for spreadsheets");
  CLI::Option* ndjson =
      app.add_flag("--ndjson", list_ndjson_, "print a JSON object a row, each on its line");
  json->excludes(csv)->excludes(ndjson);
  csv->excludes(ndjson);
  add_raw_csv(app, target.csv_texts);
  const auto is_time = [](double value) { return value > 0 && std::isfinite(value); };
  add_number<double>(app, "--timeout", target.timeout, {"a time, such as 10", is_time},
                     "end after so many seconds, with the rows found until then")
      ->type_name("SECONDS");
  add_number<std::uint64_t>(app, "--most-rows", target.most_rows, {"a number of rows"},
                            "print at most so many rows");
}

void Arguments::read_rows_output(RowsOptions& target) const {
  target.output = list_json_     ? RowsOutput::json
                  : list_csv_    ? RowsOutput::csv
                  : list_ndjson_ ? RowsOutput::ndjson
                                 : RowsOutput::table;
}

/// Files, and `last` behind them.
void Arguments::add_words(CLI::App& app, const std::string& last, const std::string& description) {
  app.add_option("FILE", words_, description)->required()->option_text("... " + last);
}

void Arguments::add_sql() {
  CLI::App& app = add_command(
      "sql",
      "Ask recordings by SQL: recordings, frames, entities, events, properties, ... as tables. A "
      "column entity is a row number of the table entities; ids stand there, and in state",
      "sql drive.log \"select time, x, y from state where id = '24' and frame < 100\"", sql_.common,
      [this](Console& console) { return run_sql(sql_, console); });
  add_scenery(app, sql_.common);
  add_words(app, "QUERY",
            "recordings, or folders of them, and behind them the query; - reads it from "
            "standard input");
  add_rows(app, sql_.rows);
  app.final_callback([this] {
    if (words_.size() < 2) throw CLI::RequiredError(words_.empty() ? "FILE" : "QUERY");
    sql_.query = words_.back();
    sql_.files = recordings_of(std::span(words_).first(words_.size() - 1), sql_.common);
    read_rows_output(sql_.rows);
  });
}

void Arguments::add_find() {
  CLI::App& app = add_command(
      "find", "Find where a condition or filters hold in recordings",
      "find drive.log \"kind = 'vehicle' and \\\"control/throttle\\\" > 0.9\" --json", find_.common,
      [this](Console& console) {
        return find_.filter.empty() ? run_find_condition(find_, console) : run_find(find_, console);
      });
  add_scenery(app, find_.common);
  add_words(app, "[CONDITION]",
            "recordings, or folders of them, and behind them a condition over the table "
            "state, in SQL; with --filter one recording alone");
  app.add_option("--filter", find_.filter, "filters on events and properties (.fbff)")
      ->type_name("PATH");
  add_rows(app, find_.rows);
  app.final_callback([this] {
    read_rows_output(find_.rows);
    std::span<const std::string> files(words_);
    if (find_.filter.empty()) {
      if (words_.size() < 2) throw CLI::RequiredError("a condition, or --filter,");
      find_.condition = words_.back();
      files = files.first(files.size() - 1);
    }
    find_.files = recordings_of(files, find_.common);
    if (find_.filter.empty()) return;
    const bool is_of_rows = list_csv_ || list_ndjson_ || find_.rows.timeout || find_.rows.most_rows;
    if (is_of_rows) throw CLI::ValidationError("--filter", "prints a table, or with --json JSON");
    if (find_.files.size() != 1) {
      throw CLI::ValidationError("FILE", "filters look at one recording");
    }
  });
}

void Arguments::add_check() {
  CLI::App& app = add_command("check", "Hold recordings against rules: queries that give no rows",
                              "check drive.log --rules rules.sql --junit report.xml", check_.common,
                              [this](Console& console) { return run_check(check_, console); });
  add_scenery(app, check_.common);
  add_files(app, check_.files, check_.common, "recordings, or folders of them")->required();
  app.add_option("--rules", check_.rules, "queries, each below a line -- rule: NAME")
      ->required()
      ->type_name("PATH");
  app.add_flag("--each", check_.each,
               "ask the rules of each recording alone; else of all together, and a row belongs to "
               "the recording whose number it selects as recording, or to the first");
  add_json(app, check_.json);
  app.add_option("--junit", check_.junit, "write JUnit XML, too; - is standard output")
      ->type_name("PATH");
  app.final_callback([this] {
    if (!check_.json || check_.junit != "-") return;
    throw CLI::ValidationError("--junit", "standard output takes JSON or JUnit XML, not both");
  });
}

void Arguments::add_history() {
  CLI::App& app =
      add_command("history", "List the changes of one property, with the events just before each",
                  "history drive.log --entity 37 --property control/gear", history_.common,
                  [this](Console& console) { return run_history(history_, console); });
  add_scenery(app, history_.common);
  add_file(app, history_.file);
  app.add_option("--entity", history_.entity,
                 "the entity with this id, whichever has it at a time, or, if none has it, name")
      ->required()
      ->type_name("ID|NAME");
  app.add_option("--property", history_.property,
                 "names joined with '/', or the last of them; also transform/position, "
                 "transform/rotation and the like: where the entity is")
      ->required()
      ->type_name("PATH");
  app.add_option("--stream", history_.stream, "the entity of this stream")->type_name("ID|NAME");
  add_list_output(app, history_.output);
  add_raw_csv(app, history_.csv_texts);
}

constexpr std::string_view kParquet = "parquet";

/// Elsewhere a range of time ends with --to.
std::string refuse_time(const std::string& format) {
  if (!number_from<double>(format)) return "";
  return "\"" + format + "\" is no format; the end of a range of time is --to-time " + format;
}

void Arguments::add_export() {
  CLI::App& app = add_command(
      "export", "Write all frames in a form for other programs",
      "export drive.log --to ndjson -o drive.ndjson", export_.common, [this](Console& console) {
        return export_.to_format == kParquet ? run_export_parquet(export_, console)
                                             : run_export(export_, console);
      });
  add_files(app, export_.files, export_.common,
            "a recording; for Parquet several, or folders of them")
      ->required();
  std::vector<std::string_view> names;
  std::vector<std::string> descriptions;
  for (const FormatWriter* writer : text_writers()) {
    names.push_back(writer->name);
    descriptions.push_back(std::string(writer->name) + ": " + std::string(writer->title));
  }
  names.push_back(kParquet);
  add_scenery(app, export_.common);
  app.add_option("--to", export_.to_format,
                 descriptions[0] + "; " + descriptions[1] +
                     "; parquet: a folder of tables, for DuckDB, Spark and others")
      ->required()
      ->check(refuse_time)
      ->check(one_of({names.begin(), names.end()}))
      ->type_name(joined(names, "|"));
  app.add_option("-o,--output", export_.target,
                 "the file to write; - is standard output; for Parquet a folder")
      ->required()
      ->type_name("PATH");
  add_seconds(app, "--from", export_.from, "not before this time");
  add_range_end(app, "--to-time", export_.from, export_.to, "not after this time");
  add_entities(app, export_.entities);
  add_raw_csv(app, export_.csv_texts);
  app.add_flag("--replace", export_.replace,
               "Parquet: write a recording whose name another one in the folder has in its place");
  app.final_callback([this] {
    if (export_.to_format == kParquet) {
      if (!export_.from && !export_.to && export_.entities.empty() && export_.target != "-") return;
      throw CLI::ValidationError("--to", "parquet writes whole recordings, into a folder");
    }
    if (export_.files.size() != 1) {
      throw CLI::ValidationError("FILE", "one recording is written at a time: name one of them");
    }
    export_.file = export_.files.front();
  });
}

void Arguments::add_convert() {
  CLI::App& app = add_command("convert", "Write a recording in another format or another form",
                              "convert drive.log -o drive.fbf --container saved", convert_.common,
                              [this](Console& console) { return run_convert(convert_, console); });
  add_file(app, convert_.file);
  app.add_option("-o,--output", convert_.target, "the file to write; - is standard output")
      ->required()
      ->type_name("PATH");
  app.add_option(
         "--to", convert_.to_format,
         "what to write: " + names_of(writers()) + "; without it, as the extension of PATH says")
      ->check(refuse_time)
      ->type_name("FORMAT");
  add_write_options(app, convert_.write_options);
  add_number<double>(app, "--metres-per-unit", convert_.metres_per_unit,
                     {"a number from 1e-30 to 1e30", is_metres_per_unit},
                     "length of a unit that is written, such as 0.01 for cm")
      ->type_name("METRES");
  add_seconds(app, "--from", convert_.from, "not before this time");
  add_range_end(app, "--to-time", convert_.from, convert_.to, "not after this time");
  add_entities(app, convert_.entities);
  app.add_flag("--json", convert_.json, "print what was written and what was lost as JSON");
}

void Arguments::add_diff() {
  CLI::App& app =
      add_command("diff", "Say where two recordings first differ, and what follows",
                  "diff yesterday.fbf today.fbf --tolerance 1e-6 --limit 1", diff_.common,
                  [this](Console& console) { return run_diff(diff_, console); });
  add_diff_options(app, diff_);
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
  take_all(
      app.add_option_function<std::vector<std::string>>("--set", read, "a parameter of the query"),
      "KEY=VALUE");
  add_json(app, query_.json);
}

void Arguments::add_notes() {
  CLI::App& app =
      add_command("notes", "List what is noted on a recording, and add to it",
                  "notes drive.log --add \"brakes too late\" --time 12.5 --select 37",
                  notes_.common, [this](Console& console) { return run_notes(notes_, console); });
  add_file(app, notes_.file);
  CLI::Option* add = app.add_option("--add", notes_.text, "note this")->type_name("TEXT");
  CLI::Option* time = add_seconds(app, "--time", notes_.time, "at this time");
  CLI::Option* from = add_seconds(app, "--from", notes_.from, "on the range from this time");
  CLI::Option* to = add_range_end(app, "--to", notes_.from, notes_.to, "to this time");
  time->needs(add)->excludes(from);
  from->needs(add)->needs(to);
  to->needs(from);
  app.add_option_function<std::string>(
         "--color",
         [this](const std::string& text) {
           notes_.color = read_note_color(text);
           if (!notes_.color) {
             throw CLI::ValidationError("--color", "\"" + text + "\" is no color, such as E69F00");
           }
         },
         "its color")
      ->type_name("RRGGBB")
      ->needs(add);
  take_all(
      app.add_option("--select", notes_.selected, "what it is about; may be given several times"),
      "ID|NAME")
      ->needs(add);
  app.add_option("--import", notes_.import, "take over the notes of this file")->type_name("PATH");
  app.add_option("--remove", notes_.remove, "remove the note with this id")->type_name("ID");
  add_json(app, notes_.json);
  app.final_callback([this, add] {
    if (add->count() > 0 && notes_.text.find_first_not_of(" \t\r\n") == std::string::npos) {
      throw CLI::ValidationError("--add", "a note needs a text");
    }
    if (!notes_.text.empty() && !notes_.time && !notes_.from) {
      throw CLI::RequiredError("--time or --from");
    }
  });
}

void Arguments::add_render() {
  CLI::App& app = add_command("render", "Draw the scene into pictures and films",
                              "render drive.log --time 12.5 -o scene.png --size 1920x1080\n"
                              "  scrubjay render drive.log --from 10 --to 20 --fps 30 -o film.mp4",
                              render_.common, [this](Console& console) {
                                return run_render(render_, open_view_, console);
                              });
  add_render_options(app, render_);
}

void Arguments::add_road() {
  CLI::App& app = add_command("road", "Say what is in a file of roads, and where places of it are",
                              "road Town01.xodr --at 392.5,-195,0.6 --json", road_.common,
                              [this](Console& console) { return run_road(road_, console); });
  add_road_options(app, road_);
}

void Arguments::add_formats() {
  CLI::App& app =
      add_command("formats", "List the formats that can be read", "formats --json", formats_.common,
                  [this](Console& console) { return run_formats(formats_, console); });
  add_json(app, formats_.json);
}

/// What was given before the subcommand holds unless it is given again behind it.
void inherit(CommonOptions& own, const CommonOptions& before) {
  if (!own.coordinates && !own.asks_for_source) {
    own.coordinates = before.coordinates;
    own.asks_for_source = before.asks_for_source;
  }
  if (own.format.empty()) own.format = before.format;
  const std::size_t given = own.read.size();
  for (const auto& choice : before.read) {
    const auto behind = std::span(own.read).first(given);
    const bool is_again =
        std::ranges::any_of(behind, [&](const auto& other) { return other.first == choice.first; });
    if (!is_again) own.read.push_back(choice);
  }
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
  if (app_.count("--generate") > 0) {
    Console console(false);
    console.print(usage_text(app_, version(), usage_text_));
    return {.status = console.finish(), .viewer = {}};
  }
  if (row == commands_.end()) {
    check_names_of_files();
    viewer_.format = common_.format;
    viewer_.read = common_.read;
    viewer_.coordinates = common_.coordinates;
    viewer_.shows_as_recorded = common_.asks_for_source;
    viewer_.is_cache_used = common_.is_cache_used;
    return {.status = {}, .viewer = viewer_};
  }
  for (const CLI::Option* const option : of_window_) {
    if (option->count() == 0) continue;
    const std::string given = viewer_.files.empty() ? option->get_name() : viewer_.files.front();
    throw CLI::ExtrasError({given + " stands before the subcommand " + row->app->get_name()});
  }
  inherit(*row->common, common_);
  watch_signals();
  Console console(row->common->quiet);
  tell_passed_over(*row->common, console);
  const ExitStatus status = row->run(console);
  const ExitStatus finished = console.finish();
  end_if_interrupted();
  return {.status = worse(status, finished), .viewer = {}};
}

ExitStatus explain(const std::string& message, bool as_json) {
  Console console(false);
  console.complain(message);
  if (as_json) {
    print_failure(fatal_problem("usage", message), console);
  }
  return worse(ExitStatus::wrong_usage, console.finish());
}

/// What is wrong where an option was not understood: what stands behind it is its value, and what
/// is said to be missing or too much follows from that. "" where all options were.
std::string Arguments::slip_in_option(const CLI::App& app) const {
  const std::vector<std::string> words = app_.remaining(true);
  const auto slip = std::ranges::find_if(words, [](const std::string& word) {
    return word.size() > 1 && word[0] == '-' && !number_from<double>(word);
  });
  if (slip == words.end()) return "";
  const std::string name = slip->substr(0, slip->find('='));
  const std::string near = near_option(app, name);
  return printable(name) + " is no option of " + app.get_name() +
         (near.empty() ? "" : "; did you mean " + near + "?");
}

Outcome Arguments::execute(std::vector<std::string> arguments) {
  const bool as_json = std::ranges::find(arguments, "--json") != arguments.end();
  part_empty_values(app_, arguments);
  std::ranges::reverse(arguments);  // as the parser wants them
  try {
    app_.parse(std::move(arguments));
    return dispatch();
  } catch (const CLI::Success& asked) {
    app_.exit(asked);  // help or version
    return {.status = ExitStatus::done, .viewer = {}};
  } catch (const CLI::ParseError& wrong) {
    const auto row = std::ranges::find_if(commands_, [](const Row& r) { return r.app->parsed(); });
    const CLI::App& app = row == commands_.end() ? app_ : *row->app;
    std::string message = slip_in_option(app);
    if (message.empty()) message = wrong.what();
    std::ranges::replace(message, '\n', ' ');
    const std::string name = (&app == &app_ ? "" : app_.get_name() + " ") + app.get_name();
    message += " (" + name + " --help-all says more)";
    return {.status = explain(message, as_json), .viewer = {}};
  }
}

}  // namespace

Outcome run_command_line(std::vector<std::string> arguments, OpenViewPictures open_view) {
  Arguments parser(open_view);
  return parser.execute(std::move(arguments));
}

}  // namespace scrubjay::cli
