#include "app/viewer/panels/windows/problems_window.h"

#include <algorithm>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"
#include "app/viewer/panels/dock/tool_window.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "core/platform/input_file.h"
#include "core/printed.h"
#include "core/text.h"

namespace scrubjay {

namespace {

ImVec4 severity_color(const Theme& theme, Severity severity) {
  if (severity >= Severity::error) return theme.error;
  return severity == Severity::warning ? theme.warning : theme.note;
}

const char* severity_word(Severity severity) {
  switch (severity) {
    case Severity::note: return "Note";
    case Severity::warning: return "Warning";
    case Severity::error: return "Something is lost";
    case Severity::fatal: return "Does not open";
  }
  return "";
}

std::string offset_text(std::uint64_t offset) {
  return "byte " + grouped_digits(offset) +
         printed(" (0x%llx)", static_cast<unsigned long long>(offset));
}

/// "Expected  ..." with the first word dimmed and the text wrapped beside it.
void labelled(const DrawContext& context, const char* label, const std::string& text) {
  if (text.empty()) return;
  ImGui::PushStyleColor(ImGuiCol_Text, context.theme.dim);
  ImGui::TextUnformatted(label);
  ImGui::PopStyleColor();
  ImGui::SameLine(104 * context.scale);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
}

void draw_place(ViewContext& context, const ListedProblem& listed, std::size_t row) {
  const Problem& problem = listed.problem;
  if (problem.frame && listed.recording) {
    const OpenRecording& open = context.session().recordings[*listed.recording];
    const bool exists = problem.frame->value < open.recording->frame_count();
    const std::string text = "frame " + grouped_digits(problem.frame->value);
    if (exists) {
      if (text_link(context, text)) {
        context.commands.emplace_back(
            SeekTo{open.recording->timeline().time(*problem.frame) + open.offset});
      }
      context.places.add_item("problems.frame." + std::to_string(row));
    } else {
      hint_text(context, text);
    }
    ImGui::SameLine();
  }
  if (problem.offset) {
    hint_text(context, offset_text(*problem.offset));
    ImGui::SameLine();
  }
  if (problem.count > 1) {
    hint_text(context, grouped_digits(problem.count) + " times");
    ImGui::SameLine();
  }
  ImGui::NewLine();
}

void draw_problem(ViewContext& context, const ListedProblem& listed, std::size_t row) {
  const Problem& problem = listed.problem;
  const float s = context.scale;
  ImGui::PushID(static_cast<int>(row));
  const ImVec2 start = ImGui::GetCursorScreenPos();
  const float height = ImGui::GetFrameHeight();
  const float width = ImGui::GetContentRegionAvail().x;
  const ImVec4 color = severity_color(context.theme, problem.severity);
  draw_severity(context.theme, {start.x + 8 * s, start.y + height / 2}, 6 * s, problem.severity);
  const float copy = ImGui::CalcTextSize("Copy details").x + 2 * ImGui::GetStyle().FramePadding.x;
  const float word = draw_text(context.fonts.text, start.x + 22 * s, start.y, start.y + height,
                               packed(color), severity_word(problem.severity), width / 2);
  draw_text(context.fonts.text, start.x + 34 * s + word, start.y, start.y + height,
            packed(context.theme.dim), one_line(file_name(std::string(listed.path))),
            width - word - copy - 50 * s);
  ImGui::SetCursorScreenPos({start.x + width - copy, start.y});
  if (ImGui::Button("Copy details")) {
    ImGui::SetClipboardText(details_text(listed.path, problem).c_str());
  }
  context.places.add("problems.row." + std::to_string(row), start,
                     {start.x + width, start.y + height});
  ImGui::Indent(22 * s);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(printable(problem.message.substr(0, 4000)).c_str());
  ImGui::PopTextWrapPos();
  labelled(context, "Expected", printable(expected_words(problem).substr(0, 1000)));
  labelled(context, "Found", printable(problem.found.substr(0, 1000)));
  draw_place(context, listed, row);
  ImGui::Unindent(22 * s);
  ImGui::Separator();
  ImGui::PopID();
}

}  // namespace

void visit_problems(const Workspace& workspace, const Moment& moment,
                    const std::function<void(const ListedProblem&)>& visit) {
  for (const OpenFailure& failure : workspace.failures()) {
    visit({failure.path, std::nullopt, failure.problem});
  }
  const std::vector<OpenRecording>& recordings = workspace.session().recordings;
  for (std::size_t i = 0; i < recordings.size(); ++i) {
    const Recording& recording = *recordings[i].recording;
    if (recording.problems_version() == 0) continue;
    for (const Problem& problem : recording.problems()) {
      visit({recording.file().path(), i, problem});
    }
  }
  for (const MomentFrame& shown : moment.frames) {
    if (shown.frame == nullptr || shown.ref.recording >= recordings.size()) continue;
    for (Problem problem : shown.frame->problems) {
      if (!problem.frame) problem.frame = shown.frame->index;
      visit(
          {recordings[shown.ref.recording].recording->file().path(), shown.ref.recording, problem});
    }
  }
}

ProblemSummary summarise_problems(const Workspace& workspace, const Moment& moment) {
  ProblemSummary summary;
  visit_problems(workspace, moment, [&](const ListedProblem& listed) {
    const Severity severity = listed.problem.severity;
    ++summary.count;
    summary.worst = std::max(summary.worst.value_or(severity), severity);
  });
  return summary;
}

std::string details_text(std::string_view path, const Problem& problem) {
  std::string text =
      "file: " + valid_utf8(path) + "\nseverity: " + std::string(to_text(problem.severity)) +
      "\ncode: " + valid_utf8(problem.code) + "\nmessage: " + valid_utf8(problem.message);
  if (!problem.expected.empty()) text += "\nexpected: " + valid_utf8(problem.expected);
  if (!problem.found.empty()) text += "\nfound: " + valid_utf8(problem.found);
  if (problem.offset) text += "\noffset: " + offset_text(*problem.offset);
  // Counted from 0 here, as the command line does.
  if (problem.frame) text += "\nframe: " + std::to_string(problem.frame->value);
  if (problem.count > 1) text += "\ncount: " + std::to_string(problem.count);
  return text + "\n";
}

void draw_severity(const Theme& theme, ImVec2 center, float radius, Severity severity) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImU32 color = packed(severity_color(theme, severity));
  const ImU32 mark = packed(theme.panel);
  const auto [x, y] = center;
  const float r = radius;
  const float line = std::max(1.0F, r * 0.3F);
  if (severity >= Severity::error) {
    list->AddRectFilled({x - r, y - r}, {x + r, y + r}, color, r * 0.3F);
    list->AddLine({x - r * 0.45F, y - r * 0.45F}, {x + r * 0.45F, y + r * 0.45F}, mark, line);
    list->AddLine({x - r * 0.45F, y + r * 0.45F}, {x + r * 0.45F, y - r * 0.45F}, mark, line);
  } else if (severity == Severity::warning) {
    list->AddTriangleFilled({x, y - r}, {x + r * 1.1F, y + r * 0.9F}, {x - r * 1.1F, y + r * 0.9F},
                            color);
    list->AddLine({x, y - r * 0.3F}, {x, y + r * 0.25F}, mark, line);
    list->AddCircleFilled({x, y + r * 0.6F}, line * 0.6F, mark, 6);
  } else {
    list->AddCircleFilled(center, r, color, 16);
    list->AddLine({x, y - r * 0.1F}, {x, y + r * 0.6F}, mark, line);
    list->AddCircleFilled({x, y - r * 0.5F}, line * 0.6F, mark, 6);
  }
}

void problems_window(PanelContext& context) {
  const float s = context.scale;
  if (begin_tool_window(context, WindowId::problems, "Problems", {720 * s, 360 * s})) {
    std::size_t row = 0;
    visit_problems(context.workspace, context.moment,
                   [&](const ListedProblem& listed) { draw_problem(context, listed, row++); });
    if (row == 0) hint_text(context, "Nothing is wrong with what is open.");
  }
  end_tool_window(context);
}

}  // namespace scrubjay
