#include "app/viewer/panels/windows/reading_window.h"

#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/widgets/window_place.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kSeenEntities = 500;
constexpr std::size_t kMostNames = 200;

/// The format of a recording that leaves choices of how it is read, else null.
const Format* format_with_choices(const OpenRecording& open) {
  const Format* format = find_format(open.recording->info().format);
  return format == nullptr || read_options_of(*format).empty() ? nullptr : format;
}

/// The properties that entities hold at the playhead and that may say something of a place: groups
/// and numbers.
std::vector<std::string> names_seen(const ViewContext& context, std::size_t recording) {
  std::vector<std::string> names;
  for (const MomentFrame& shown : context.moment.frames) {
    if (shown.ref.recording != recording || shown.frame == nullptr) continue;
    const auto& entities = shown.frame->entities;
    for (std::size_t i = 0; i < std::min(entities.size(), kSeenEntities); ++i) {
      if (context.session()
              .recordings[recording]
              .recording->entity(entities[i].index)
              .is_background) {
        continue;
      }
      const PropertyRange range = entities[i].properties;
      for (std::uint32_t n = range.first; n < range.first + range.count;) {
        const PropertyNode& node = shown.frame->tree[n];
        std::string name = one_line(node.name, 200);
        const bool is_numeric = has_numbers(node.type) || node.type == PropertyType::number;
        if ((is_container(node.type) || is_numeric) && names.size() < kMostNames &&
            std::ranges::find(names, name) == names.end()) {
          names.push_back(std::move(name));
        }
        n += node.subtree;
      }
    }
  }
  std::ranges::sort(names);
  return names;
}

void choice(DrawContext& context, const ReadOption& option, ReadOptions& edited) {
  const std::string now = value_of(option, edited);
  ImGui::SetNextItemWidth(220 * context.scale);
  if (!ImGui::BeginCombo("##choice", now.c_str())) return;
  for (const std::string_view value : option.values) {
    const std::string text(value);
    if (ImGui::Selectable(text.c_str(), text == now)) set_value(option, value, edited);
    context.places.add_item("reading." + std::string(option.name) + "." + text);
  }
  ImGui::EndCombo();
}

void text_field(DrawContext& context, const ReadOption& option, const RecordingInfo& info,
                ReadOptions& edited) {
  std::string text = value_of(option, edited);
  ImGui::SetNextItemWidth(-1);
  const std::string hint = hint_of(option, info);
  if (ImGui::InputTextWithHint("##text", hint.c_str(), &text)) set_value(option, text, edited);
  context.places.add_item("reading." + std::string(option.name));
}

/// "NAME=VALUE" in two parts; the value is what stands behind the last '='.
std::pair<std::string, std::string> parts_of(const std::string& mapping) {
  const std::size_t sign = mapping.rfind('=');
  if (sign == std::string::npos) return {mapping, ""};
  return {mapping.substr(0, sign), mapping.substr(sign + 1)};
}

void add_mapping(DrawContext& context, const ReadOption& option, ReadingCache& cache) {
  const float s = context.scale;
  ImGui::SetNextItemWidth(220 * s);
  if (ImGui::BeginCombo("##name",
                        cache.new_name.empty() ? "Choose or type" : cache.new_name.c_str(),
                        ImGuiComboFlags_HeightLarge)) {
    ImGui::SetNextItemWidth(-1);
    ImGui::InputTextWithHint("##typed", "Name", &cache.new_name);
    context.places.add_item("reading.name");
    for (const std::string& name : cache.names) {
      if (ImGui::Selectable(name.c_str(), name == cache.new_name)) cache.new_name = name;
    }
    ImGui::EndCombo();
  }
  context.places.add_item("reading.names");
  ImGui::SameLine(0, 6 * s);
  ImGui::TextDisabled("is");
  ImGui::SameLine(0, 6 * s);
  ImGui::SetNextItemWidth(160 * s);
  if (!ImGui::BeginCombo("##value", "what it says")) {
    context.places.add_item("reading.values");
    return;
  }
  for (const std::string_view value : option.values) {
    const std::string text(value);
    if (ImGui::Selectable(text.c_str()) && !cache.new_name.empty()) {
      cache.edited.emplace_back(option.name, cache.new_name + "=" + text);
      cache.new_name.clear();
    }
    context.places.add_item("reading." + std::string(option.name) + "." + text);
  }
  ImGui::EndCombo();
}

void mappings(DrawContext& context, const ReadOption& option, ReadingCache& cache) {
  std::optional<std::size_t> removed;
  for (std::size_t i = 0; i < cache.edited.size(); ++i) {
    if (cache.edited[i].first != option.name) continue;
    ImGui::PushID(static_cast<int>(i));
    const auto [name, value] = parts_of(cache.edited[i].second);
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted((valid_utf8(name) + " is " + valid_utf8(value)).c_str());
    ImGui::SameLine();
    if (ImGui::SmallButton("\u00D7")) removed = i;
    ImGui::PopID();
  }
  if (removed) cache.edited.erase(cache.edited.begin() + static_cast<std::ptrdiff_t>(*removed));
  add_mapping(context, option, cache);
}

void options_of(DrawContext& context, const Format& format, const RecordingInfo& info,
                ReadingCache& cache) {
  for (const ReadOption* offered : read_options_of(format)) {
    const ReadOption& option = *offered;
    ImGui::PushID(option.name.data(), option.name.data() + option.name.size());
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(option.title.data(), option.title.data() + option.title.size());
    if (ImGui::IsItemHovered() && !option.description.empty()) {
      ImGui::SetTooltip("%.*s", static_cast<int>(option.description.size()),
                        option.description.data());
    }
    ImGui::SameLine(170 * context.scale);
    ImGui::BeginGroup();
    switch (option.kind) {
      case ReadOption::Kind::choice: choice(context, option, cache.edited); break;
      case ReadOption::Kind::text: text_field(context, option, info, cache.edited); break;
      case ReadOption::Kind::mapping: mappings(context, option, cache); break;
    }
    ImGui::EndGroup();
    if (option.kind == ReadOption::Kind::choice) {
      context.places.add_item("reading." + std::string(option.name));
    }
    ImGui::PopID();
  }
}

void section(PanelContext& context, std::size_t recording, const Format& format) {
  ReadingCache& cache = context.caches.of<ReadingCache>();
  const OpenRecording& open = context.session().recordings[recording];
  const ReadOptions& applied = context.workspace.read_options(recording);
  if (cache.recording.lock() != open.recording) {
    cache = {open.recording, applied, {}, {}};
  }
  if (cache.names.empty()) cache.names = names_seen(context, recording);
  const std::string file = one_line(file_name(open.recording->file().path()), 200);
  ImGui::TextDisabled("%s", file.c_str());
  options_of(context, format, open.recording->info(), cache);
  ImGui::Spacing();
  const auto wrong = check_read_options(format, cache.edited);
  if (wrong) ImGui::TextColored(context.theme.error, "%s", describe(*wrong).c_str());
  const bool can_apply = !wrong && cache.edited != applied;
  if (can_apply) {
    if (ImGui::Button("Read the file again like this"))
      context.workspace.reload(recording, cache.edited);
    context.places.add_item("reading.apply");
    ImGui::SameLine();
    if (ImGui::Button("Undo")) cache.edited = applied;
  } else {
    ImGui::TextDisabled("%s", applied.empty()
                                  ? "Nothing is set: the file is read as is usual for its format."
                                  : "The file is read as is set here.");
    if (!applied.empty()) {
      ImGui::SameLine();
      if (ImGui::SmallButton("Back to what is usual"))
        context.workspace.reload(recording, ReadOptions());
      context.places.add_item("reading.reset");
    }
  }
}

}  // namespace

std::string hint_of(const ReadOption& option, const RecordingInfo& info) {
  if (option.is_coordinates) return "now: " + coordinate_words(info.coordinates);
  const std::size_t mark = option.description.find_last_of(":;");
  if (mark == std::string_view::npos) return "";
  const std::size_t begin = option.description.find_first_not_of(' ', mark + 1);
  return begin == std::string_view::npos
             ? ""
             : "such as " + std::string(option.description.substr(begin));
}

std::string value_of(const ReadOption& option, const ReadOptions& choices) {
  const auto named = [&](const auto& choice) { return choice.first == option.name; };
  const auto found = std::ranges::find_if(choices, named);
  if (found != choices.end()) return found->second;
  return option.kind == ReadOption::Kind::choice && !option.values.empty()
             ? std::string(option.values.front())
             : "";
}

void set_value(const ReadOption& option, std::string_view value, ReadOptions& choices) {
  std::erase_if(choices, [&](const auto& choice) { return choice.first == option.name; });
  if (value != value_of(option, choices)) choices.emplace_back(option.name, value);
}

bool has_read_options(const Session& session) {
  return std::ranges::any_of(session.recordings, format_with_choices);
}

void reading_window(PanelContext& context) {
  const float s = context.scale;
  if (begin_window(context, "How it is read", context.state.windows[WindowId::reading],
                   {620 * s, 340 * s}, ImGuiCond_Appearing)) {
    add_window(context.places, "reading");
    // The recording of the selection, else the first one that leaves a choice.
    const auto& open = context.session().recordings;
    const auto primary = primary_selection(context.state);
    std::size_t chosen = primary ? primary->recording : open.size();
    if (chosen >= open.size() || format_with_choices(open[chosen]) == nullptr) {
      const auto found = std::ranges::find_if(open, format_with_choices);
      chosen = static_cast<std::size_t>(found - open.begin());
    }
    if (chosen < open.size()) {
      section(context, chosen, *format_with_choices(open[chosen]));
    } else {
      ImGui::TextDisabled("Nothing that is open leaves a choice of how it is read.");
    }
  }
  ImGui::End();
}

}  // namespace scrubjay
