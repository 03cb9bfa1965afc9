#include "app/cli/usage_texts.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <span>
#include <utility>

#include "app/cli/option_parts.h"
#include "app/shared/writers.h"
#include "core/coordinate_system.h"
#include "core/text.h"
#include "formats/format.h"
#include "formats/format_writer.h"

namespace scrubjay::cli {

namespace {

struct UsageOption {
  std::vector<std::string> names;  ///< "-o", "--output"
  std::string value;               ///< "SECONDS", "dark|light"; empty for a switch
  std::vector<std::string> choices;
  std::string description;

  bool takes_files() const { return value == "PATH" || value == "FILE" || value == "FOLDER"; }
  bool operator==(const UsageOption&) const = default;
};

struct UsageCommand {
  std::string name;  ///< empty for the program itself
  std::string description;
  std::string positionals;         ///< "FILE..."
  std::vector<UsageOption> words;  ///< what stands there, without dashes
  std::string example;
  std::vector<UsageOption> options;
};

std::vector<std::string> split(const std::string& text, char between) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(between, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

/// What can be given: "dark|light" lists it, "ID|NAME" says what it is. Formats and coordinates
/// have names.
std::vector<std::string> choices_of(const CLI::Option& option, const std::string& value) {
  std::vector<std::string> names;
  const auto add = [&](const auto& item) { names.emplace_back(item.name); };
  if (option.check_lname("format")) {
    for (const Format* format : formats()) add(*format);
  } else if (value == "FORMAT") {
    for (const FormatWriter* writer : writers()) add(*writer);
  } else if (value == "SYSTEM") {
    names.emplace_back("source");
    std::ranges::for_each(coordinate_presets(), add);
  }
  if (!names.empty()) return names;
  const bool is_list =
      value.find('|') != std::string::npos && std::ranges::none_of(value, is_capital);
  return is_list ? split(value, '|') : std::vector<std::string>{};
}

UsageOption usage_of(const CLI::Option& option) {
  UsageOption usage;
  for (const std::string& name : option.get_snames()) usage.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) usage.names.push_back("--" + name);
  if (option.get_items_expected_max() > 0) usage.value = option.get_type_name();
  usage.choices = choices_of(option, usage.value);
  usage.description = option.get_description();
  return usage;
}

UsageCommand usage_of(const CLI::App& app, std::string name) {
  UsageCommand command;
  command.name = std::move(name);
  command.description = app.get_description();
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional()) {
      const bool is_many = option->get_items_expected_max() > 1;
      const std::string& behind = option->get_option_text();
      const std::string word = option->get_name(true) + (!behind.empty() ? behind
                                                         : is_many       ? "..."
                                                                         : "");
      command.positionals += " " + (option->get_required() ? word : "[" + word + "]");
      command.words.push_back(
          {.names = {word}, .value = "", .choices = {}, .description = option->get_description()});
    } else if (!option->get_group().empty()) {
      command.options.push_back(usage_of(*option));
    }
  }
  // "Example:\n  scrubjay info drive.log --json"
  const std::string footer = app.get_footer();
  const std::size_t example = footer.find("Example:\n");
  if (example != std::string::npos)
    command.example = footer.substr(footer.find("scrubjay", example));
  return command;
}

/// The program itself first.
std::vector<UsageCommand> commands_of(const CLI::App& program) {
  std::vector<UsageCommand> commands = {usage_of(program, "")};
  for (const CLI::App* app : program.get_subcommands([](const CLI::App*) { return true; })) {
    commands.push_back(usage_of(*app, app->get_name()));
  }
  return commands;
}

std::string joined_with(const std::vector<std::string>& words, std::string_view between) {
  return joined_by(words, std::identity(), between);
}

/// All but the program itself.
std::span<const UsageCommand> subcommands(const std::vector<UsageCommand>& commands) {
  return std::span(commands).subspan(1);
}

std::string replaced(std::string_view text, const std::map<char, std::string_view>& replacements) {
  std::string result;
  for (const char c : text) {
    const auto found = replacements.find(c);
    if (found == replacements.end()) {
      result += c;
    } else {
      result += found->second;
    }
  }
  return result;
}

// ---- manual page

std::string roff(std::string_view text) {
  return replaced(text, {{'\\', "\\e"}, {'-', "\\-"}, {'\'', "\\(aq"}, {'\n', " "}});
}

void append_option(std::string& page, const UsageOption& option) {
  page += ".TP\n";
  for (std::size_t i = 0; i < option.names.size(); ++i) {
    page += (i == 0 ? "\\fB" : ", \\fB") + roff(option.names[i]) + "\\fR";
  }
  if (!option.value.empty()) page += " \\fI" + roff(option.value) + "\\fR";
  page += "\n" + roff(option.description) + "\n";
}

void append_example(std::string& page, const UsageCommand& command) {
  if (command.example.empty()) return;
  page += ".PP\n.EX\n";
  for (const std::string& line : split(command.example, '\n')) {
    page += roff(line.substr(std::min(line.find_first_not_of(' '), line.size()))) + "\n";
  }
  page += ".EE\n";
}

std::string manual_page(const std::vector<UsageCommand>& commands, std::string_view version) {
  const UsageCommand& program = commands.front();
  std::string page = ".TH SCRUBJAY 1 \"\" \"scrubjay " + roff(version) + "\" \"User Commands\"\n";
  page +=
      ".SH NAME\nscrubjay \\- replay viewer for recordings of games and simulations\n.SH "
      "SYNOPSIS\n";
  for (const UsageCommand& command : commands) {
    const std::string name = command.name.empty() ? "" : " " + command.name;
    page += (command.name.empty() ? ".B scrubjay" : ".br\n.B scrubjay") + roff(name) +
            "\n[\\fIOPTIONS\\fR]" + roff(command.positionals) + "\n";
  }
  page +=
      ".SH DESCRIPTION\nWithout a command the recordings open in a window: drag the playhead and "
      "read what any "
      "entity held at any moment.\nWith one, the same is said on standard output, for scripts.\n";
  append_example(page, program);
  const auto is_of_most = [&](const UsageOption& option) {
    const auto has = [&](const UsageCommand& command) {
      return std::ranges::find(command.options, option) != command.options.end();
    };
    return 2 * std::ranges::count_if(commands, has) > std::ssize(commands);
  };
  page += ".SH OPTIONS OF MOST COMMANDS\n";
  for (const UsageOption& option : program.options) {
    if (is_of_most(option)) append_option(page, option);
  }
  page += ".SH THE WINDOW\n";
  for (const UsageOption& word : program.words) append_option(page, word);
  for (const UsageOption& option : program.options) {
    if (!is_of_most(option)) append_option(page, option);
  }
  page += ".SH COMMANDS\n";
  for (const UsageCommand& command : subcommands(commands)) {
    page += ".SS " + roff(command.name) + "\n" + roff(command.description) + ".\n";
    for (const UsageOption& word : command.words) append_option(page, word);
    for (const UsageOption& option : command.options) {
      if (!is_of_most(option)) append_option(page, option);
    }
    append_example(page, command);
  }
  page +=
      ".SH EXIT STATUS\n"
      ".TP\n0\ndone\n"
      ".TP\n1\ndone, but something in a recording is lost, \\fBsql\\fR or \\fBfind\\fR ran out of "
      "time, two recordings differ or a rule is violated\n"
      ".TP\n2\nwrong usage, or nothing to compare\n"
      ".TP\n3\nnothing could be read or written\n"
      ".SH ENVIRONMENT\n"
      ".TP\n.B SCRUBJAY_CACHE\n\"off\": indexes of recordings are neither kept nor taken from "
      "where they were kept\n";
  return page;
}

// ---- shells

std::string joined_names(const UsageCommand& command) {
  std::vector<std::string> names;
  for (const UsageOption& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return joined_with(names, " ");
}

std::string command_names(const std::vector<UsageCommand>& commands, std::string_view between) {
  std::vector<std::string> names;
  for (const UsageCommand& command : subcommands(commands)) names.push_back(command.name);
  return joined_with(names, between);
}

std::string bash_completion(const std::vector<UsageCommand>& commands) {
  std::string script =
      "_scrubjay() {\n"
      "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command= "
      "word\n"
      "  for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
      "    case $word in\n"
      "      " +
      command_names(commands, "|") +
      ") command=$word; break ;;\n"
      "    esac\n"
      "  done\n"
      "  COMPREPLY=()\n"
      "  case $command:$previous in\n";
  for (const UsageCommand& command : commands) {
    for (const UsageOption& option : command.options) {
      if (option.value.empty()) continue;
      std::vector<std::string> patterns;
      for (const std::string& name : option.names) patterns.push_back(command.name + ":" + name);
      const std::string values = joined_with(option.choices, " ");
      script +=
          "    " + joined_with(patterns, "|") + ") " +
          (values.empty() ? "" : "COMPREPLY=($(compgen -W '" + values + "' -- \"$current\")); ") +
          "return ;;\n";
    }
  }
  script +=
      "  esac\n"
      "  case $command:$current in\n";
  for (const UsageCommand& command : commands) {
    script += "    " + command.name + ":-*) COMPREPLY=($(compgen -W '" + joined_names(command) +
              "' -- \"$current\")) ;;\n";
  }
  script +=
      "    :*)\n"
      "      COMPREPLY=($(compgen -W '" +
      command_names(commands, " ") +
      "' -- \"$current\")) ;;\n"
      "  esac\n"
      "}\n"
      "complete -o default -F _scrubjay scrubjay\n";
  return script;
}

/// Within single quotes of _arguments, where brackets and colons end the parts of a specification.
std::string zsh_quoted(std::string_view text) {
  return replaced(text, {{'\'', "'\\''"}, {'[', "\\["}, {']', "\\]"}, {':', "\\:"}, {'\n', " "}});
}

void append_zsh_options(std::string& script, const UsageCommand& command, const char* indent) {
  for (const UsageOption& option : command.options) {
    for (const std::string& name : option.names) {
      script += indent;
      script += "'*" + name + "[" + zsh_quoted(option.description) + "]";
      if (!option.value.empty()) {
        script += ":" + zsh_quoted(option.value) + ":";
        if (!option.choices.empty()) {
          script += "(" + joined_with(option.choices, " ") + ")";
        } else if (option.takes_files()) {
          script += "_files";
        }
      }
      script += "' \\\n";
    }
  }
}

std::string zsh_completion(const std::vector<UsageCommand>& commands) {
  std::string script =
      "#compdef scrubjay\n\n"
      "_scrubjay() {\n"
      "  local context state line\n"
      "  typeset -A opt_args\n"
      "  local -a commands=(\n";
  for (const UsageCommand& command : subcommands(commands)) {
    script += "    '" + command.name + ":" +
              replaced(command.description, {{'\'', "'\\''"}, {':', "\\:"}}) + "'\n";
  }
  script += "  )\n  _arguments -C \\\n";
  append_zsh_options(script, commands.front(), "    ");
  script +=
      "    '1: :->first' \\\n"
      "    '*:: :->rest' && return\n"
      "  case $state in\n"
      "    first) _describe -t commands command commands; _files ;;\n"
      "    rest)\n"
      "      case $line[1] in\n";
  for (const UsageCommand& command : subcommands(commands)) {
    script += "        " + command.name + ")\n          _arguments \\\n";
    append_zsh_options(script, command, "            ");
    script += "            '*:file:_files' ;;\n";
  }
  script +=
      "        *) _files ;;\n"
      "      esac ;;\n"
      "  esac\n"
      "}\n\n"
      "_scrubjay \"$@\"\n";
  return script;
}

std::string fish_quoted(std::string_view text) {
  return "'" + replaced(text, {{'\'', "\\'"}, {'\\', "\\\\"}, {'\n', " "}}) + "'";
}

std::string fish_completion(const std::vector<UsageCommand>& commands) {
  std::string script;
  const std::string none = "'not __fish_seen_subcommand_from " + command_names(commands, " ") + "'";
  for (const UsageCommand& command : commands) {
    const std::string when =
        command.name.empty() ? none : "'__fish_seen_subcommand_from " + command.name + "'";
    if (!command.name.empty()) {
      script += "complete -c scrubjay -n " + none + " -a " + command.name + " -d " +
                fish_quoted(command.description) + "\n";
    }
    for (const UsageOption& option : command.options) {
      script += "complete -c scrubjay -n " + when;
      for (const std::string& name : option.names) {
        script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      }
      if (!option.value.empty()) script += option.takes_files() ? " -r -F" : " -x";
      if (!option.choices.empty()) script += " -a '" + joined_with(option.choices, " ") + "'";
      script += " -d " + fish_quoted(option.description) + "\n";
    }
  }
  return script;
}

}  // namespace

std::string_view to_text(UsageText text) {
  constexpr std::array<std::string_view, 4> kNames = {"man", "bash", "zsh", "fish"};
  return kNames[static_cast<std::size_t>(text)];
}

const std::vector<UsageText>& usage_texts() {
  static const std::vector<UsageText> texts = {UsageText::man, UsageText::bash, UsageText::zsh,
                                               UsageText::fish};
  return texts;
}

std::string usage_text(const CLI::App& program, std::string_view version, UsageText text) {
  const std::vector<UsageCommand> commands = commands_of(program);
  switch (text) {
    case UsageText::bash: return bash_completion(commands);
    case UsageText::zsh: return zsh_completion(commands);
    case UsageText::fish: return fish_completion(commands);
    case UsageText::man: break;
  }
  return manual_page(commands, version);
}

}  // namespace scrubjay::cli
