#include "app/viewer/panels/widgets/list_view.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/viewer/panels/widgets/keys.h"

namespace scrubjay {

namespace {

constexpr double kRowsPerNotch = 3;
/// So many rows without a button, such as headings, the keyboard gets past.
constexpr std::size_t kRowsBeyond = 8;

/// Whole rows only: what is cut at an edge cannot be read.
double visible_rows(float height, float row_height) {
  return std::max(1.0, std::floor(static_cast<double>(std::max(0.0F, height) / row_height)));
}

}  // namespace

ListView::ListView(const char* id, std::size_t rows, float row_height, ListScroll& scroll,
                   float below)
    : scroll_(scroll), row_height_(std::max(1.0F, row_height)) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
  ImGui::BeginChild(id, ImVec2(0, -below), false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                        ImGuiWindowFlags_NavFlattened);
  ImGui::PopStyleVar();
  min_ = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  max_ = {min_.x + size.x, min_.y + size.y};
  visible_ = visible_rows(size.y, row_height_);
  const double wheel = static_cast<double>(ImGui::GetIO().MouseWheel);
  if (ImGui::IsWindowHovered() && !ImGui::GetIO().KeyCtrl) scroll_.top -= wheel * kRowsPerNotch;
  walk(rows);
  scroll_.height = size.y;
  if (scroll_.reveal) {
    const auto row = static_cast<double>(std::min(*scroll_.reveal, rows));
    const double margin = std::floor(std::min(1.0, visible_ / 4));
    const double top = std::floor(scroll_.top);
    if (row < top + margin || row + 1 > top + visible_ - margin) {
      scroll_.top = row - std::floor((visible_ - 1) / 2);
    }
    scroll_.reveal.reset();
  }
  if (static_cast<double>(rows) > visible_) scroll_bar(rows);
  scroll_.top = std::clamp(scroll_.top, 0.0, std::max(0.0, static_cast<double>(rows) - visible_));
  first_ = std::min(rows, static_cast<std::size_t>(scroll_.top));
  last_ = std::min(rows, first_ + static_cast<std::size_t>(visible_));
  top_row_ = first_;
  // The rows next to those in view: where the keyboard may go.
  if (is_walked_) {
    first_ -= std::min(first_, kRowsBeyond);
    last_ = std::min(rows, last_ + kRowsBeyond);
  }
  // Folded away but for a sliver: ImGui takes no items without extent.
  if (max_.x - min_.x < 1 || max_.y - min_.y < 1) last_ = first_;
  const float whole = min_.y + static_cast<float>(visible_) * row_height_;
  ImGui::PushClipRect(min_, {max_.x, std::min(max_.y, whole)}, true);
}

ListView::~ListView() {
  ImGui::PopClipRect();
  // Nothing for Dear ImGui to scroll.
  ImVec2& end = ImGui::GetCurrentWindow()->DC.CursorMaxPos;
  end = {std::min(end.x, max_.x), std::min(end.y, max_.y)};
  ImGui::EndChild();
}

/// Scrolls to the row that got the keyboard, or lost its place to what appeared below. Dear ImGui
/// looks for the row to go to among those that are drawn, so what is far away is scrolled to
/// before.
void ListView::walk(std::size_t rows) {
  ImGuiContext& gui = *ImGui::GetCurrentContext();
  ImGuiWindow* const window = ImGui::GetCurrentWindow();
  const bool is_by_keys = (gui.IO.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
  is_walked_ = gui.NavWindow == window && is_by_keys && !gui.NavDisableHighlight;
  if (!is_walked_) return;
  if (is_pressed(ImGuiKey_Home)) scroll_.top = 0;
  if (is_pressed(ImGuiKey_End)) scroll_.top = static_cast<double>(rows);
  if (is_pressed(ImGuiKey_PageUp)) scroll_.top -= std::max(1.0, visible_ - 1);
  if (is_pressed(ImGuiKey_PageDown)) scroll_.top += std::max(1.0, visible_ - 1);
  if ((gui.NavMoveFlags & ImGuiNavMoveFlags_AlsoScoreVisibleSet) != 0) {
    // By a page it would go to what stands above or below the rows.
    gui.NavMoveFlags &= ~ImGuiNavMoveFlags_AlsoScoreVisibleSet;
    gui.NavMoveResultLocalVisible.Clear();
  }
  const bool is_moved = gui.NavJustMovedToId != 0 && gui.NavJustMovedToId == gui.NavId;
  if (!is_moved && max_.y - min_.y >= scroll_.height) return;
  const ImRect row = ImGui::WindowRectRelToAbs(window, window->NavRectRel[ImGuiNavLayer_Main]);
  const float bottom = min_.y + static_cast<float>(visible_) * row_height_;
  float pixels = 0;
  if (row.Max.y > bottom) pixels = row.Max.y - bottom;
  if (row.Min.y < min_.y) pixels = row.Min.y - min_.y;
  if (pixels == 0) return;
  scroll_.top = std::floor(scroll_.top) + std::round(static_cast<double>(pixels / row_height_));
}

ImVec2 ListView::row_min(std::size_t row) const {
  const double rows_below = static_cast<double>(row) - static_cast<double>(top_row_);
  return {min_.x, std::round(min_.y + static_cast<float>(rows_below) * row_height_)};
}

ImVec2 ListView::row_max(std::size_t row) const { return {max_.x, row_min(row).y + row_height_}; }

void ListView::scroll_bar(std::size_t rows) {
  const float width = std::min(ImGui::GetStyle().ScrollbarSize, max_.x - min_.x);
  const float height = max_.y - min_.y;
  max_.x -= width;
  const double hidden = static_cast<double>(rows) - visible_;
  const float least = 2 * width;
  const float grab = std::clamp(height * static_cast<float>(visible_ / static_cast<double>(rows)),
                                std::min(least, height), height);
  const float way = std::max(1.0F, height - grab);
  const auto grab_top = [&] {
    return static_cast<float>(std::clamp(scroll_.top / hidden, 0.0, 1.0)) * way;
  };
  ImGui::SetCursorScreenPos({max_.x, min_.y});
  if (width < 1 || height < 1) return;
  ImGui::PushItemFlag(ImGuiItemFlags_NoNav | ImGuiItemFlags_NoNavDefaultFocus, true);
  ImGui::InvisibleButton("##scroll", {width, height});
  ImGui::PopItemFlag();
  const float mouse = ImGui::GetIO().MousePos.y - min_.y;
  if (ImGui::IsItemActivated()) {
    const bool on_grab = mouse >= grab_top() && mouse <= grab_top() + grab;
    scroll_.grabbed_at =
        on_grab ? static_cast<double>(mouse - grab_top()) : static_cast<double>(grab / 2);
  }
  if (ImGui::IsItemActive()) {
    scroll_.top =
        (static_cast<double>(mouse) - scroll_.grabbed_at) / static_cast<double>(way) * hidden;
  }
  const ImGuiCol color = ImGui::IsItemActive()    ? ImGuiCol_ScrollbarGrabActive
                         : ImGui::IsItemHovered() ? ImGuiCol_ScrollbarGrabHovered
                                                  : ImGuiCol_ScrollbarGrab;
  const float top = min_.y + grab_top();
  const float inset = std::floor(width / 6);
  ImGui::GetWindowDrawList()->AddRectFilled({max_.x + inset, top},
                                            {max_.x + width - inset, top + grab},
                                            ImGui::GetColorU32(color), width / 2);
}

float list_width(std::size_t rows, float row_height, float above) {
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const bool has_bar = static_cast<double>(rows) > visible_rows(room.y - above, row_height);
  return room.x - (has_bar ? ImGui::GetStyle().ScrollbarSize : 0);
}

}  // namespace scrubjay
