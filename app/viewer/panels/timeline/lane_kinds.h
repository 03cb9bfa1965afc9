#pragma once

#include <imgui.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "app/shared/source_mark.h"
#include "app/viewer/panel.h"
#include "app/viewer/panels/timeline/event_lane.h"
#include "app/viewer/panels/timeline/timeline_area.h"

namespace scrubjay {

/// How much farther right the heads of clients begin, pixels at 100 %.
inline constexpr float kClientIndent = 12;

enum class HeadIcon : std::uint8_t { none, open_eye, crossed_eye, dot };

/// What the left end of a lane shows.
struct LaneHead {
  HeadIcon icon = HeadIcon::none;
  ImVec4 icon_color{};
  float indent = 0;  ///< pixels at 100 %
  SourceMark mark = {};
  std::string name;
  ImVec4 color{};
  std::string note = {};  ///< at the right end
  ImVec4 note_color{};
  bool cuts_note = false;              ///< where there is no room for both, else the name
  std::string_view longest_note = {};  ///< has room, so that heads keep their width
};

/// What lanes of one kind are and do. Whatever is null they do not have.
struct LaneKind {
  TimelineLane::Kind kind;
  std::string_view place;   ///< what it is called, before its index where it ends with a dot
  float usual_height = 22;  ///< pixels at 100 %
  float tight_height = 19;  ///< where there are more rows than room
  /// A recording or a stream: an eye hides it, and it can be moved in time and compared. What is
  /// said of it warns.
  bool is_of_recording = false;
  /// Whether it shows numbers, which need more height.
  bool (*is_of_numbers)(const PanelContext&, const TimelineLane&) = nullptr;

  LaneHead (*head)(const PanelContext&, const TimelineLane&) = nullptr;
  /// Of those without `head`, which draw it themselves [pixels].
  float (*name_width)(const PanelContext&, const TimelineLane&) = nullptr;
  void (*draw)(PanelContext&, const TimelineArea&, ImDrawList&, const TimelineLane&) = nullptr;

  /// The events that lie in it.
  std::vector<EventSource> (*events)(const PanelContext&, const TimelineLane&) = nullptr;
  /// What the tooltip says of a place in it besides time and events; empty: nothing.
  std::string (*remark)(const PanelContext&, const TimelineArea&, const TimelineLane&,
                        float mouse_x) = nullptr;
  /// Goes to what is under the mouse and selects it; false where there is nothing.
  bool (*take)(PanelContext&, const TimelineArea&, const TimelineLane&, float mouse_x) = nullptr;

  /// The entries of its menu, which is open. Those with one have the next two as well.
  void (*menu)(PanelContext&, const TimelineLane&) = nullptr;
  void (*click_head)(PanelContext&, const TimelineLane&) = nullptr;
  /// What the head, which was the last item, says when the mouse rests on it.
  void (*head_tooltip)(PanelContext&, const TimelineLane&) = nullptr;
  /// Of those that a menu may remove.
  bool (*is_there)(const PanelContext&, const TimelineLane&) = nullptr;
};

const LaneKind& row_of(TimelineLane::Kind kind);

}  // namespace scrubjay
