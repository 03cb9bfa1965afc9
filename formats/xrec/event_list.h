#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/recording.h"
#include "core/text.h"
#include "formats/xrec/captured_events.h"

namespace scrubjay::xrec {

/// The captured events that are listed as events: all but those that move objects.
///
/// | event | name | tag |
/// | --- | --- | --- |
/// | ChapterEvent | the chapter's name | chapter |
/// | SceneGraphEvent | the ID of its action | the label of its Type in lower case, else scene-graph
/// | | ClientEnterEvent | the client's name | client | | any other | the type's last name part |
/// the type's namespace |
class EventList {
 public:
  struct Row {
    double rtss = 0;
    double end_rtss = 0;
    std::int64_t frame = 0;    ///< the recording's number
    std::uint32_t packet = 0;  ///< row of the event packet
    std::uint32_t place = 0;   ///< in its packet
    std::uint32_t entity = 0;  ///< row of the PathTable, kNone for none
    TextId name;
    TextId tag;
    EventKind kind = EventKind::other;
  };

  void add(const CapturedEvent& event, std::uint32_t packet, std::uint32_t entity);
  /// Once all are there: in order of time, then of place, and each scene-graph action's Initialize
  /// lasts until its Perform.
  void finish();

  const std::vector<Row>& rows() const { return rows_; }
  std::string_view text(TextId id) const { return texts_[id]; }
  /// Names of the clients that entered, each once, in order.
  std::vector<std::string_view> clients() const;

 private:
  std::vector<Row> rows_;
  TextTable texts_;
};

}  // namespace scrubjay::xrec
