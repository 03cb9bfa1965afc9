#include "app/cli/option_parts.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <glm/trigonometric.hpp>
#include <memory>
#include <utility>

#include "analysis/derived/derived_value.h"
#include "analysis/derived/road_values.h"
#include "app/shared/folder_recordings.h"
#include "app/shared/plain_text.h"
#include "app/shared/version.h"
#include "app/shared/writers.h"
#include "core/near_name.h"
#include "core/number_text.h"
#include "core/text.h"
#include "formats/format.h"

namespace scrubjay::cli {

namespace {

constexpr const char* kReadingGroup = "How recordings are read, by format";

/// Help without the choices of formats, which are many and rarely needed, unless all is asked for.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_help(const CLI::App* app, std::string name,
                        CLI::AppFormatMode mode) const override {
    is_all_ = mode == CLI::AppFormatMode::All;
    return CLI::Formatter::make_help(app, std::move(name), mode);
  }
  std::string make_option_usage(const CLI::Option* option) const override {
    const std::string& text = option->get_option_text();
    return text.empty() ? CLI::Formatter::make_option_usage(option) : option->get_name(true) + text;
  }
  std::string make_group(std::string group, bool is_positional,
                         std::vector<const CLI::Option*> options) const override {
    if (group == kReadingGroup && !is_all_) return "";
    return CLI::Formatter::make_group(std::move(group), is_positional, std::move(options));
  }

 private:
  mutable bool is_all_ = false;
};

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

std::string coordinate_names() {
  return joined_by(coordinate_presets(), &NamedCoordinateSystem::name);
}

void add_coordinates(CLI::App& app, CommonOptions& common) {
  const auto read = [&common](const std::string& text) {
    common.asks_for_source = text == "source";
    common.coordinates.reset();
    if (common.asks_for_source) return;
    const auto system = CoordinateSystem::parse(text);
    if (!system) throw CLI::ValidationError("--coordinates", describe(system.error()));
    common.coordinates = *system;
  };
  app.add_option_function<std::string>("--coordinates", read,
                                       "source (as recorded, the default), " + coordinate_names() +
                                           ", or right=+x,up=+y,forward=-z,metres=1")
      ->type_name("SYSTEM");
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

/// Refuses a value that no writer accepts.
void check_write_option(const OfferedOption& offered, const std::string& value) {
  const auto& values = offered.values;
  if (std::ranges::find(values, value) != values.end()) return;
  throw CLI::ValidationError("--" + std::string(offered.option->name), not_one_of(value, values));
}

void name_version(CLI::App& app) {
  app.set_version_flag("--version", "scrubjay " + std::string(version()), "print the version");
  app.set_help_flag("-h,--help", "print this help");
  app.set_help_all_flag("--help-all", "and how recordings of each format can be read");
}

double seconds_from(const std::string& name, const std::string& text) {
  const auto value = finite_number(text);
  if (!value) {
    throw CLI::ValidationError(name, "\"" + text + "\" is not a time in seconds, such as 3.412");
  }
  return *value;
}

constexpr NumberForm<double> kTolerance{
    "a tolerance, such as 0.001", [](double value) { return value >= 0 && std::isfinite(value); }};

}  // namespace

std::optional<double> finite_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto value = number_from<double>(text);
  return value && std::isfinite(*value) ? value : std::nullopt;
}

double option_number(const std::string& name, const std::string& text) {
  const auto value = finite_number(text);
  if (!value) {
    throw CLI::ValidationError(name, "\"" + text + "\" is no number");
  }
  return *value;
}

std::vector<double> numbers_from(const std::string& name, const std::string& text) {
  std::vector<double> values;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t comma = std::min(text.find(',', begin), text.size());
    values.push_back(option_number(name, text.substr(begin, comma - begin)));
    begin = comma + 1;
  }
  return values;
}

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

CLI::Option* take_all(CLI::Option* option, const std::string& type_name) {
  return option->type_name(type_name)->type_size(1)->expected(1)->multi_option_policy(
      CLI::MultiOptionPolicy::TakeAll);
}

std::vector<std::string> recordings_of(std::span<const std::string> paths, CommonOptions& common) {
  std::vector<std::string> all;
  for (const std::string& path : paths) {
    const auto recordings = recordings_in(path, &common.passed_over);
    all.insert(all.end(), recordings.begin(), recordings.end());
  }
  return all;
}

void tell_passed_over(const CommonOptions& common, Console& console) {
  const std::vector<std::string>& files = common.passed_over;
  constexpr std::size_t kShown = 5;
  if (files.empty()) return;
  const std::size_t shown = std::min(files.size(), kShown);
  std::string text =
      files.size() == 1 ? "no recording, passed over: " : "no recordings, passed over: ";
  text += joined_by(std::span(files).first(shown), printable);
  if (shown < files.size()) text += " and " + grouped_digits(files.size() - shown) + " more";
  console.note(text);
}

std::string near_option(const CLI::App& app, const std::string& slip) {
  const std::size_t most_edits = std::min<std::size_t>(2, slip.size() / 3);
  std::string nearest;
  std::size_t least = most_edits + 1;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) {
      const std::string full = "--" + name;
      const std::size_t edits = full.starts_with(slip) ? 1 : edits_between(slip, full);
      const bool is_shorter = edits == least && full.size() < nearest.size();
      if (edits < least || is_shorter) nearest = full;
      least = std::min(edits, least);
    }
  }
  return nearest;
}

CLI::Option* add_seconds(CLI::App& app, const std::string& name, std::optional<Seconds>& target,
                         const std::string& description) {
  const auto read = [name, &target](const std::string& text) { target = seconds_from(name, text); };
  return app.add_option_function<std::string>(name, read, description)->type_name("SECONDS");
}

CLI::Option* add_range_end(CLI::App& app, const std::string& name,
                           const std::optional<Seconds>& from, std::optional<Seconds>& target,
                           const std::string& description) {
  const auto read = [name, &from, &target](const std::string& text) {
    target = seconds_from(name, text);
    if (from && *target < *from) {
      throw CLI::ValidationError(
          name, text + " lies before --from, which is " + std::string(format_number(*from).view()));
    }
  };
  // Where --to names a format the end of a range is --to-time, which is understood everywhere.
  const std::string names = name == "--to" ? "--to,--to-time" : name;
  return app.add_option_function<std::string>(names, read, description)->type_name("SECONDS");
}

CLI::Option* add_frame(CLI::App& app, std::optional<std::uint64_t>& target) {
  return add_number<std::uint64_t>(app, "--frame", target, {"a frame, such as 0 or 120"},
                                   "a frame, counted from 0");
}

void add_entity(CLI::App& app, std::string& target) {
  app.add_option("--entity", target,
                 "only the entity with this id, whichever has it at a time, or, if none has it, "
                 "this name")
      ->type_name("ID|NAME");
}

void add_entities(CLI::App& app, std::vector<std::string>& target) {
  take_all(app.add_option("--entity", target,
                          "only the entity with this id or name, and its events; may be given "
                          "several times"),
           "ID|NAME");
}

void add_file(CLI::App& app, std::string& target) {
  const auto read = [&target](const std::string& path) {
    const auto recordings = recordings_in(path);
    if (recordings.size() > 1) {
      std::string names;
      for (const std::string& each : recordings) names += (names.empty() ? "" : ", ") + each;
      throw CLI::ValidationError("FILE", "there are several recordings in \"" + printable(path) +
                                             "\", name one of them: " + printable(names));
    }
    target = recordings.front();
  };
  app.add_option_function<std::string>("FILE", read, "a recording; - is standard input")
      ->required()
      ->type_name("");
}

CLI::Option* add_files(CLI::App& app, std::vector<std::string>& target, CommonOptions& common,
                       const std::string& description) {
  const auto read = [&target, &common](const std::vector<std::string>& paths) {
    const auto recordings = recordings_of(paths, common);
    target.insert(target.end(), recordings.begin(), recordings.end());
  };
  return app.add_option_function<std::vector<std::string>>("FILE", read, description)
      ->type_name("");
}

void add_json(CLI::App& app, bool& target) {
  app.add_flag("--json", target, "print JSON, for programs");
}

void add_read_options(CLI::App& app, ReadOptions& target) {
  for (const Format* format : formats()) {
    for (const ReadOption* option : read_options_of(*format)) {
      const std::string flag = "--" + std::string(option->name);
      const std::string description(option->description);
      if (CLI::Option* const other = app.get_option_no_throw(flag)) {
        if (!other->get_description().contains(description))
          other->description(other->get_description() + ". Else " + description);
        continue;
      }
      const auto read = [&target, option](const std::vector<std::string>& values) {
        for (const std::string& value : values) {
          check_read_option(std::string(option->name), value);
          target.emplace_back(option->name, value);
        }
      };
      const bool is_mapping = option->kind == ReadOption::Kind::mapping;
      const std::string values = option->kind == ReadOption::Kind::choice
                                     ? joined_by(option->values, std::identity(), "|")
                                     : "VALUE";
      CLI::Option* const added =
          take_all(app.add_option_function<std::vector<std::string>>(flag, read, description),
                   is_mapping ? "NAME=VALUE" : values);
      added->group(kReadingGroup);
      if (!is_mapping) added->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    }
  }
}

std::string derived_paths(bool is_of_two) {
  std::string text;
  for (const DerivedValueInfo& info : derived_values()) {
    if (info.is_of_two != is_of_two) continue;
    if (!text.empty()) text += ", ";
    text += std::string(info.path) + " [" + info.unit + "]";
  }
  return text;
}

void add_write_options(CLI::App& app, WriteOptions& target) {
  for (const OfferedOption& offered : offered_write_options()) {
    const auto read = [&target, offered](const std::string& value) {
      check_write_option(offered, value);
      target.emplace_back(offered.option->name, value);
    };
    const auto& values = offered.values;
    app.add_option_function<std::string>("--" + std::string(offered.option->name), read,
                                         std::string(offered.option->description) + " (" +
                                             joined(offered.writers) +
                                             "; default: " + std::string(values.front()) + ")")
        ->type_name(joined(values, "|"));
  }
}

void add_common(CLI::App& app, CommonOptions& common) {
  add_coordinates(app, common);
  add_format(app, common.format);
  app.add_flag("--quiet", common.quiet, "say nothing on standard error but why nothing was done");
  app.add_flag_callback(
      "--no-cache", [&common] { common.is_cache_used = false; },
      "read the whole file, even where its index was kept, and keep none (SCRUBJAY_CACHE=off: "
      "always)");
  name_version(app);
}

namespace {

/// --scenery-at; `take` gets what was said.
CLI::Option* add_scenery_at(CLI::App& app, std::function<void(WantedPose)> take) {
  const auto read = [take = std::move(take)](const std::string& text) {
    WantedPose wanted{.is_as_stated = text == "stated"};
    if (!wanted.is_as_stated) {
      const auto numbers = numbers_from("--scenery-at", text);
      if (numbers.size() != 3 && numbers.size() != 4) {
        throw CLI::ValidationError("--scenery-at",
                                   "\"" + text + "\" is not X,Y,Z, X,Y,Z,DEGREES or stated");
      }
      wanted.pose.offset = {numbers[0], numbers[1], numbers[2]};
      wanted.pose.heading = numbers.size() == 4 ? glm::radians(numbers[3]) : 0.0;
    }
    take(wanted);
  };
  return app
      .add_option_function<std::string>(
          "--scenery-at", read,
          "where the scenery lies: turned about up, counter-clockwise, then moved by so many "
          "of its units in its own axes; stated: as the header's offset in its file says")
      ->type_name("X,Y,Z[,DEGREES]|stated");
}

}  // namespace

void add_scenery(CLI::App& app, CommonOptions& common) {
  common.takes_roads = true;
  std::string values;
  for (const RoadValueInfo& info : road_value_infos()) {
    values += (values.empty() ? "" : ", ") + std::string(info.path);
  }
  app.add_option("--scenery", common.roads.path,
                 "a file of roads (OpenDRIVE), from which properties of actors follow: " + values +
                     "; without it the .xodr of the recorded map's name beside the recording")
      ->type_name("PATH");
  add_scenery_at(app, [&common](WantedPose pose) { common.roads.at = pose; });
}

void add_scenery(CLI::App& app, std::vector<std::string>& files, std::optional<WantedPose>& at) {
  CLI::Option* const option = app.add_option(
      "--scenery", files,
      "roads or a level that lie under what was recorded: .xodr, .gltf, .glb, .obj; those called "
      "like the recording's map and beside it come by themselves");
  take_all(option, "FILE");
  add_scenery_at(app, [&at](WantedPose pose) { at = pose; })
      ->needs(option)
      ->excludes(app.get_option("--view"));
}

void add_tolerance(CLI::App& app, const std::string& name, double& target,
                   const std::string& description) {
  add_number<double>(app, name, target, kTolerance, description)->type_name("T");
}

void add_tolerances_of(CLI::App& app, compare::Options& target) {
  const auto read = [&target](const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
      const std::size_t equals = text.rfind('=');
      if (equals == std::string::npos || equals == 0) {
        throw CLI::ValidationError("--tolerance-of", "\"" + text + "\" is not of the form PATH=T");
      }
      target.tolerance_of.push_back(
          {text.substr(0, equals),
           number_of("--tolerance-of", text.substr(equals + 1), kTolerance)});
    }
  };
  take_all(app.add_option_function<std::vector<std::string>>(
               "--tolerance-of", read, "the tolerance of paths that fit; the last one counts"),
           "PATH=T");
}

}  // namespace scrubjay::cli
