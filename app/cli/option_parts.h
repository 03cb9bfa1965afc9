#pragma once

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "app/cli/commands.h"
#include "app/shared/comparison/comparison_words.h"
#include "core/number_text.h"
#include "core/text.h"

namespace scrubjay::cli {

// What several commands' options are put together from. Each `add_` adds an option that fills its
// target while arguments are read: the target must outlive the parser. A value that cannot be
// understood is a CLI::ValidationError with what was expected.

/// Why `value` is refused, which is none of `names`.
template <class Names>
std::string not_one_of(std::string_view value, const Names& names) {
  return "\"" + std::string(value) + "\" is not one of " + joined_by(names, std::identity());
}

/// A check of an option that takes one of these.
inline auto one_of(std::vector<std::string> names) {
  return [names = std::move(names)](const std::string& value) {
    return std::ranges::find(names, value) != names.end() ? std::string()
                                                          : not_one_of(value, names);
  };
}

/// One of a few names.
template <class Choice>
void add_choice(CLI::App& app, const std::string& name, Choice& target,
                const std::vector<Choice>& choices, const std::string& description) {
  std::vector<std::string_view> names;
  for (const Choice choice : choices) names.push_back(to_text(choice));
  const auto read = [name, &target, choices, names](const std::string& text) {
    const auto found = std::ranges::find(names, text);
    if (found == names.end()) throw CLI::ValidationError(name, not_one_of(text, names));
    target = choices[static_cast<std::size_t>(found - names.begin())];
  };
  app.add_option_function<std::string>(name, read, description)->type_name(joined(names, "|"));
}

/// Which numbers an option takes.
template <class Number>
struct NumberForm {
  const char* what;  ///< "a time, such as 10"
  bool (*fits)(Number) = [](Number) { return true; };
};

/// Read digit-exact.
template <class Number>
Number number_of(const std::string& name, const std::string& text, const NumberForm<Number>& form) {
  const auto value = number_from<Number>(text);
  if (!value || !form.fits(*value)) {
    throw CLI::ValidationError(name, "\"" + text + "\" is not " + form.what);
  }
  return *value;
}

template <class Number, class Target>
CLI::Option* add_number(CLI::App& app, const std::string& name, Target& target,
                        const NumberForm<Number>& form, const std::string& description) {
  const auto read = [name, &target, form](const std::string& text) {
    target = number_of(name, text, form);
  };
  return app.add_option_function<std::string>(name, read, description)->type_name("N");
}

/// Help without the choices of formats, unless all is asked for.
std::shared_ptr<CLI::FormatterBase> help_formatter();

/// What may be given several times, one value each, so that a name behind it is not taken for
/// another.
CLI::Option* take_all(CLI::Option* option, const std::string& type_name);
/// Of a folder among them the recordings in it, of which those that are none are told
/// (CommonOptions::passed_over).
std::vector<std::string> recordings_of(std::span<const std::string> paths, CommonOptions& common);
/// One line: "no recordings, passed over: runs/empty.log, runs/a.json and 3 more". Nothing for
/// none.
void tell_passed_over(const CommonOptions& common, Console& console);
/// An option whose value is a time. Read digit-exact: a time that was printed names the same frame
/// again.
CLI::Option* add_seconds(CLI::App& app, const std::string& name, std::optional<Seconds>& target,
                         const std::string& description);
/// The end of a range of time, which may not lie before its begin, the option that was added
/// before.
CLI::Option* add_range_end(CLI::App& app, const std::string& name,
                           const std::optional<Seconds>& from, std::optional<Seconds>& target,
                           const std::string& description);
/// The option that was likely meant by one that is not there: begun like it, or misspelt; "" where
/// none is near.
std::string near_option(const CLI::App& app, const std::string& slip);
CLI::Option* add_frame(CLI::App& app, std::optional<std::uint64_t>& target);
void add_entity(CLI::App& app, std::string& target);
void add_entities(CLI::App& app, std::vector<std::string>& target);
/// Of a folder the one recording in it.
void add_file(CLI::App& app, std::string& target);
/// As recordings_of().
CLI::Option* add_files(CLI::App& app, std::vector<std::string>& target, CommonOptions& common,
                       const std::string& description);
void add_json(CLI::App& app, bool& target);
/// The choices that formats offer to those who open a recording, each name once.
void add_read_options(CLI::App& app, ReadOptions& target);
/// "derived/speed [m/s], ..." of one entity or of two.
std::string derived_paths(bool is_of_two);
/// The choices that writers offer, each name once.
void add_write_options(CLI::App& app, WriteOptions& target);
void add_common(CLI::App& app, CommonOptions& common);
/// A finite number, with a sign or not.
std::optional<double> finite_number(std::string_view text);
/// The same; "1,-2.5". Throw CLI::ValidationError.
double option_number(const std::string& name, const std::string& text);
std::vector<double> numbers_from(const std::string& name, const std::string& text);
/// --scenery and --scenery-at, for a command that shows what entities hold.
void add_scenery(CLI::App& app, CommonOptions& common);
void add_tolerance(CLI::App& app, const std::string& name, double& target,
                   const std::string& description);
void add_tolerances_of(CLI::App& app, compare::Options& target);
/// --scenery and --scenery-at, for what is drawn: files of scenery under recordings, and how they
/// lie.
void add_scenery(CLI::App& app, std::vector<std::string>& files, std::optional<WantedPose>& at);
/// What is drawn, and into what.
void add_render_options(CLI::App& app, RenderOptions& target);
/// The file of roads, and what is asked of it.
void add_road_options(CLI::App& app, RoadOptions& target);
/// Two recordings, or two streams of one, and how they are held against each other.
void add_diff_options(CLI::App& app, DiffOptions& target);

}  // namespace scrubjay::cli
