#include <algorithm>
#include <cmath>
#include <cstring>
#include <string>

#include "app/shared/plain_text.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/widgets/list_view.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/windows/queries_cache.h"
#include "core/platform/input_file.h"
#include "core/text.h"

namespace scrubjay {

namespace {

constexpr std::size_t kLongestCell = 200;
constexpr std::size_t kRowsMeasured = 300;

std::span<const Query> queries_of(const Recording& recording) {
  const Format* format = find_format(recording.info().format);
  return format == nullptr ? std::span<const Query>() : format->queries;
}

std::string file_title(const Recording& recording) {
  return one_line(file_name(recording.file().path()));
}

std::vector<std::size_t> recordings_with_queries(const Session& session) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (!queries_of(*session.recordings[i].recording).empty()) found.push_back(i);
  }
  return found;
}

// Asking.

void choose_query(QueriesCache& cache, const Query& query) {
  if (cache.values_of == &query) return;
  cache.values_of = &query;
  cache.values.clear();
  for (const QueryParameter& parameter : query.parameters) {
    cache.values.emplace_back(parameter.default_value);
  }
}

void start(const ViewContext& context, QueriesCache& cache, const Query& query) {
  cache.cancelled.store(false);
  std::shared_ptr<const Recording> asked = context.session().recordings[cache.recording].recording;
  cache.asked = asked;
  cache.has_result = false;
  cache.error.clear();
  cache.lines.clear();  // they point into the result
  cache.result = {};
  cache.scroll = {};
  cache.running.start({}, [run = query.run, recording = std::move(asked), values = cache.values,
                           &stop = cache.cancelled] { return run(recording, values, stop); });
}

/// Widths of the columns in characters, by their titles and first rows.
void measure(QueriesCache& cache) {
  const QueryResult& result = cache.result;
  cache.widths.clear();
  for (std::size_t column = 0; column < result.columns.size(); ++column) {
    std::size_t widest = result.columns[column].size();
    for (std::size_t row = 0; row < std::min(result.rows.size(), kRowsMeasured); ++row) {
      if (column < result.rows[row].cells.size()) {
        widest = std::max(widest, result.rows[row].cells[column].size());
      }
    }
    cache.widths.push_back(static_cast<float>(std::clamp<std::size_t>(widest, 3, 48)));
  }
}

void take_result(QueriesCache& cache) {
  auto taken = cache.running.take();
  if (!taken) return;
  Result<QueryResult>& answer = *taken;
  const bool cancelled = cache.cancelled.load();
  if (answer) {
    cache.result = std::move(*answer);
    cache.has_result = true;
    if (cancelled) cache.error = "It was stopped: this is what was found until then.";
    measure(cache);
  } else {
    cache.error = cancelled ? "It was stopped." : describe(answer.error());
  }
}

void draw_choice(ViewContext& context, QueriesCache& cache,
                 const std::vector<std::size_t>& choices) {
  const auto& recordings = context.session().recordings;
  if (std::ranges::find(choices, cache.recording) == choices.end())
    cache.recording = choices.front();
  if (choices.size() > 1) {
    ImGui::SetNextItemWidth(-1);
    if (ImGui::BeginCombo("##recording",
                          file_title(*recordings[cache.recording].recording).c_str())) {
      for (const std::size_t choice : choices) {
        ImGui::PushID(static_cast<int>(choice));
        if (ImGui::Selectable(file_title(*recordings[choice].recording).c_str(),
                              choice == cache.recording)) {
          cache.recording = choice;
        }
        ImGui::PopID();
      }
      ImGui::EndCombo();
    }
  }
  const auto queries = queries_of(*recordings[cache.recording].recording);
  if (cache.query >= queries.size()) cache.query = 0;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (i > 0) ImGui::SameLine(0, 4 * context.scale);
    const std::string title(queries[i].title);
    if (toggle_button(context, title.c_str(), i == cache.query,
                      "queries.choice." + std::to_string(i))) {
      cache.query = i;
    }
    ImGui::PopID();
  }
  choose_query(cache, queries[cache.query]);
  hint_text(context, queries[cache.query].description);
}

/// A text field, or a tick for what is true or false.
void draw_value(QueriesCache& cache, const QueryParameter& parameter, std::size_t place,
                float width) {
  std::string& value = cache.values[place];
  if (parameter.default_value == "true" || parameter.default_value == "false") {
    bool on = value == "true";
    if (ImGui::Checkbox("##value", &on)) value = on ? "true" : "false";
    return;
  }
  char buffer[256];
  const std::size_t size = std::min(value.size(), sizeof(buffer) - 1);
  std::memcpy(buffer, value.data(), size);
  buffer[size] = '\0';
  ImGui::SetNextItemWidth(width);
  if (ImGui::InputText("##value", buffer, sizeof(buffer))) value = buffer;
}

void draw_parameters(DrawContext& context, QueriesCache& cache, const Query& query) {
  const float labels = 130 * context.scale;
  const float fields = 150 * context.scale;
  for (std::size_t i = 0; i < query.parameters.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    ImGui::AlignTextToFramePadding();
    std::string name(query.parameters[i].name);
    std::ranges::replace(name, '_', ' ');
    ImGui::TextUnformatted(name.c_str());
    ImGui::SameLine(labels);
    draw_value(cache, query.parameters[i], i, fields);
    context.places.add_item("queries.value." + std::to_string(i));
    ImGui::SameLine(labels + fields + 12 * context.scale);
    hint_text(context, query.parameters[i].description);
    ImGui::PopID();
  }
}

std::string copy_text(const QueryResult& result) {
  if (!result.text.empty()) return valid_utf8(result.text);
  std::string text;
  const auto line = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (i > 0) text += '\t';
      text += printable(cells[i]);
    }
    text += '\n';
  };
  line(result.columns);
  for (const QueryRow& row : result.rows) line(row.cells);
  return text;
}

void draw_actions(ViewContext& context, QueriesCache& cache, const Query& query) {
  if (cache.running.is_running()) {
    if (ImGui::Button("Stop")) cache.cancelled.store(true);
    ImGui::SameLine();
    hint_text(context, "Looking through the recording\xE2\x80\xA6");
    context.needs_redraw = true;
    return;
  }
  if (ImGui::Button("Run")) start(context, cache, query);
  context.places.add_item("queries.run");
  if (!cache.has_result) return;
  ImGui::SameLine();
  if (ImGui::Button("Copy all")) ImGui::SetClipboardText(copy_text(cache.result).c_str());
  if (!cache.result.text.empty()) return;
  ImGui::SameLine();
  const std::size_t count = cache.result.rows.size();
  hint_text(context, counted_text(count, "row"));
}

// The answer.

/// The place of the recording that was asked among those open now.
std::optional<std::size_t> place_of(const Session& session, const Recording* recording) {
  for (std::size_t i = 0; i < session.recordings.size(); ++i) {
    if (session.recordings[i].recording.get() == recording) return i;
  }
  return std::nullopt;
}

void go_to(ViewContext& context, const QueriesCache& cache, const QueryRow& row) {
  const auto place = place_of(context.session(), cache.asked.lock().get());
  if (!place) return;
  const OpenRecording& open = context.session().recordings[*place];
  if (row.frame.exists() && row.frame.value < open.recording->frame_count()) {
    context.commands.emplace_back(SeekTo{open.recording->timeline().time(row.frame) + open.offset});
  }
  if (row.entity.exists() && row.entity.value < open.recording->entity_count()) {
    select(context.state, {*place, row.entity});
  }
}

void draw_cells(const ViewContext& context, const QueriesCache& cache,
                const std::vector<std::string>& cells, ImVec2 min, ImVec2 max, ImFont* font,
                const ImVec4& color) {
  const float digit = text_width(context.fonts.numbers, "0");
  float x = min.x + 6 * context.scale;
  for (std::size_t i = 0; i < std::min(cells.size(), cache.widths.size()); ++i) {
    const float width = cache.widths[i] * digit;
    const float room = i + 1 == cache.widths.size() ? max.x - x : width;
    draw_text(font, x, min.y, max.y, packed(color), one_line(cells[i], kLongestCell),
              std::min(room, max.x - x));
    x += width + 16 * context.scale;
  }
}

void draw_table(ViewContext& context, QueriesCache& cache) {
  const QueryResult& result = cache.result;
  const float height = row_height(context);
  const ImVec2 head = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  draw_cells(context, cache, result.columns, head, {head.x + width, head.y + height},
             context.fonts.small, context.theme.dim);
  ImGui::GetWindowDrawList()->AddLine({head.x, head.y + height}, {head.x + width, head.y + height},
                                      packed(context.theme.line));
  ImGui::Dummy({width, height - ImGui::GetStyle().ItemSpacing.y + 1});
  if (result.rows.empty()) {
    hint_text(context, "Nothing was found.");
    return;
  }
  ListView list("rows", result.rows.size(), height, cache.scroll);
  for (std::size_t row = list.first(); row < list.last(); ++row) {
    const ImVec2 min = list.row_min(row);
    const ImVec2 max = list.row_max(row);
    const RowHit hit = row_button(context, row, min, max, "queries.row." + std::to_string(row));
    draw_cells(context, cache, result.rows[row].cells, min, max, context.fonts.numbers,
               context.theme.text);
    if (hit.pressed) go_to(context, cache, result.rows[row]);
  }
}

void draw_text_answer(DrawContext& context, QueriesCache& cache) {
  if (cache.lines.empty()) {
    std::string_view left = cache.result.text;
    while (!left.empty()) {
      const std::size_t end = std::min(left.find('\n'), left.size());
      cache.lines.push_back(left.substr(0, end));
      left.remove_prefix(std::min(left.size(), end + 1));
    }
  }
  const float height = std::round(context.fonts.numbers->FontSize * 1.3F);
  ListView list("text", cache.lines.size(), height, cache.scroll);
  for (std::size_t i = list.first(); i < list.last(); ++i) {
    const ImVec2 min = list.row_min(i);
    const ImVec2 max = list.row_max(i);
    draw_text(context.fonts.numbers, min.x, min.y, max.y, packed(context.theme.text),
              one_line(cache.lines[i], 1000), max.x - min.x);
  }
}

}  // namespace

bool has_queries(const Session& session) { return !recordings_with_queries(session).empty(); }

void queries_window(PanelContext& context) {
  QueriesCache& cache = context.caches.of<QueriesCache>();
  take_result(cache);
  const float s = context.scale;
  if (begin_tool_window(context, WindowId::queries, "Queries", {760 * s, 520 * s})) {
    const std::vector<std::size_t> choices = recordings_with_queries(context.session());
    if (choices.empty()) {
      hint_text(context,
                context.session().recordings.empty()
                    ? "Open a recording to ask what only recordings of its kind can answer."
                    : "There are no queries for this kind of recording.");
    } else {
      draw_choice(context, cache, choices);
      const Query& query =
          queries_of(*context.session().recordings[cache.recording].recording)[cache.query];
      draw_parameters(context, cache, query);
      draw_actions(context, cache, query);
      if (!cache.error.empty()) hint_text(context, one_line(cache.error, 1000));
      if (cache.has_result && !cache.result.text.empty()) {
        draw_text_answer(context, cache);
      } else if (cache.has_result) {
        draw_table(context, cache);
      }
    }
  }
  end_tool_window(context);
}

}  // namespace scrubjay
