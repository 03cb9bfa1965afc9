#include <algorithm>
#include <cmath>
#include <utility>

#include "app/shared/plain_text.h"
#include "app/shared/recording_words.h"
#include "app/shared/source_mark.h"
#include "app/viewer/found/contact_list.h"
#include "app/viewer/found/property_steps.h"
#include "app/viewer/panels/widgets/row_paint.h"
#include "app/viewer/panels/windows/pictures_window.h"
#include "app/viewer/panels/windows/save_window.h"
#include "app/viewer/shell/shell.h"
#include "app/viewer/shell/status_line.h"
#include "core/platform/heap.h"
#include "core/printed.h"
#include "core/property_path.h"

namespace scrubjay {

namespace {

constexpr float kStatusGap = 16;
constexpr float kBarWidth = 200;
constexpr float kWidestName = 280;
constexpr std::size_t kShownRecordings = 3;

// What gives way first where there is no room: higher goes earlier.
enum Yield : int { kStays = 0, kMoreRecordings, kProgressText, kFormat, kSize, kMemory, kRate };

/// "index 42 %, 120 MB/s, preview of the first 8 MB".
double index_share(const Recording& recording) {
  const IndexProgress progress = recording.progress();
  return progress.bytes_total == 0
             ? 1.0
             : static_cast<double>(progress.bytes_done) / static_cast<double>(progress.bytes_total);
}

std::string index_text(const Recording& recording, double rate) {
  const int percent = static_cast<int>(index_share(recording) * 100);
  std::string text = "Reading: " + std::to_string(percent) + " %, " +
                     byte_size_text(static_cast<std::uint64_t>(std::max(0.0, rate))) + "/s";
  if (recording.is_preview()) {
    text += ", preview of the first " + byte_size_text(recording.file().size());
  }
  return text;
}

}  // namespace

std::vector<std::string> Shell::written_now() const {
  std::vector<std::string> texts;
  const auto add = [&](const char* what, std::uint64_t done, std::uint64_t total) {
    const std::uint64_t share = total == 0 ? 0 : done * 100 / total;
    texts.push_back(std::string(what) + ": " + std::to_string(share) + " %");
  };
  const PicturesCache& pictures = caches_->of<PicturesCache>();
  if (pictures.job.is_running()) {
    const auto [done, total] = pictures.job.progress();
    add(pictures.takes_film ? "Writing the film" : "Taking the picture", done, total);
  }
  const SaveCache& saving = caches_->of<SaveCache>();
  if (saving.job.is_running()) {
    const auto [done, total] = saving.job.progress();
    add("Saving", done, total);
  }
  return texts;
}

bool Shell::may_close() {
  wants_to_close_ = false;
  const auto texts = written_now();
  if (texts.empty() || std::exchange(has_warned_, true)) return true;
  state_.bar_request = texts.front() + ". Quit once more to leave it unfinished.";
  wake_();
  return false;
}

std::vector<StatusPart> Shell::status_parts() {
  std::vector<StatusPart> parts;
  const auto& open = workspace_.session().recordings;
  if (open.empty()) {
    parts.push_back({workspace_.is_opening() ? "Opening…" : "Nothing is open.", kStays});
  }
  for (std::size_t i = 0; i < open.size() && i < kShownRecordings; ++i) {
    const Recording& recording = *open[i].recording;
    const int more = i == 0 ? kStays : kMoreRecordings;
    StatusPart name{recording_name(workspace_.session(), i), more};
    name.is_name = true;
    parts.push_back(name);
    const IndexState state = recording.progress().state;
    if (state < IndexState::done) {
      StatusPart bar{index_text(recording, workspace_.index_rate(i)), more};
      bar.share = static_cast<float>(index_share(recording));
      bar.recording = i;
      bar.width = kBarWidth * scale_;
      parts.push_back(bar);
      continue;
    }
    if (state == IndexState::cancelled) {
      StatusPart stopped{"reading was stopped", more};
      stopped.is_warning = true;
      parts.push_back(stopped);
    }
    parts.push_back({format_words(recording.info()), std::max<int>(more, kFormat)});
    parts.push_back({byte_size_text(recording.progress().bytes_total), std::max<int>(more, kSize)});
  }
  if (open.size() > kShownRecordings) {
    parts.push_back(
        {"and " + std::to_string(open.size() - kShownRecordings) + " more", kMoreRecordings});
  }
  if (const ContactList& contacts = caches_->of<ContactList>(); contacts.is_searching()) {
    parts.push_back({"\u0192 Looking for contacts: " +
                         std::to_string(static_cast<int>(contacts.share() * 100)) + " %",
                     kSize});
  }
  if (const PropertySteps& steps = caches_->of<PropertySteps>(); steps.direction != 0) {
    parts.push_back({"Looking for a change of " +
                         one_line(telling_name(state_.chosen_property), 40) + ": " +
                         std::to_string(static_cast<int>(steps.nearest.found().share() * 100)) +
                         " % (Esc stops)",
                     kStays});
  }
  for (std::string& text : written_now()) parts.push_back({std::move(text), kStays});
  if (memory_bytes_ > 0) {
    StatusPart memory{"memory " + byte_size_text(memory_bytes_), kMemory};
    memory.is_right = true;
    parts.push_back(memory);
  }
  if (state_.playback.playing) {
    StatusPart rate{printed("%.0f pictures/s", shown_fps_), kRate};
    rate.is_right = true;
    parts.push_back(rate);
  }
  for (StatusPart& part : parts) {
    const float text = std::ceil(text_width(fonts_.small, part.text)) + 1;
    part.width = std::max(part.width, part.is_name ? std::min(text, kWidestName * scale_) : text);
    // With its button.
    if (part.share) part.width += text_width(fonts_.small, "Stop") + 24 * scale_;
  }
  return parts;
}

void Shell::draw_status(PanelContext& context, const Rect& rect) {
  if (context.now - memory_read_at_ > 1) {
    memory_bytes_ = anonymous_memory_bytes();
    memory_read_at_ = context.now;
  }
  ImGui::SetCursorScreenPos({rect.x, rect.y});
  ImGui::PushStyleColor(ImGuiCol_ChildBg, theme_->window);
  ImGui::BeginChild("status", {rect.width, rect.height}, false, ImGuiWindowFlags_NoScrollbar);
  ImGui::PopStyleColor();
  std::vector<StatusPart> parts = status_parts();
  place_status(parts, rect.width - 16 * scale_, kStatusGap * scale_, 40 * scale_);
  const float bottom = rect.y + rect.height;
  std::size_t shown = 0;
  for (const StatusPart& part : parts) {
    if (part.width <= 0) continue;
    const float x = rect.x + 8 * scale_ + part.x;
    const ImVec4& color = part.is_warning              ? theme_->warning
                          : part.is_name || part.share ? theme_->text
                                                       : theme_->dim;
    context.places.add("status." + std::to_string(shown++), {x, rect.y}, {x + part.width, bottom});
    if (!part.share) {
      draw_name(fonts_.small, x, rect.y, bottom, packed(color), part.text, part.width);
      continue;
    }
    ImGui::PushID(static_cast<int>(part.recording));
    ImGui::PushFont(fonts_.small);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {6 * scale_, 0});
    const float button = text_width(fonts_.small, "Stop") + 12 * scale_;
    const float bar = part.width - button - 8 * scale_;
    ImGui::SetCursorScreenPos({x, rect.y + 4 * scale_});
    ImGui::PushStyleColor(ImGuiCol_PlotHistogram, theme_->on);
    ImGui::ProgressBar(*part.share, {bar, rect.height - 8 * scale_}, part.text.c_str());
    ImGui::PopStyleColor();
    ImGui::SetCursorScreenPos({x + bar + 8 * scale_, rect.y + 4 * scale_});
    if (ImGui::SmallButton("Stop")) workspace_.cancel_index(part.recording);
    context.places.add_item("status.cancel");
    ImGui::PopStyleVar();
    ImGui::PopFont();
    ImGui::PopID();
  }
  ImGui::EndChild();
}

}  // namespace scrubjay
