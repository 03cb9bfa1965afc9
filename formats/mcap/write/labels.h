#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "formats/write_plan.h"

namespace scrubjay::mcap {

/// One of Labels::entities, or one that is put together with its stream's.
struct FrameLabel {
  std::string_view kept;
  std::string made;
  operator std::string_view() const { return made.empty() ? kept : std::string_view(made); }
};

/// What entities and streams are called in an MCAP file (formats/mcap/README.md, 5).
struct Labels {
  std::vector<std::string>
      streams;  ///< by stream: "/server" in front of topics; "" for the only one
  std::vector<std::string> entities;  ///< by row of the plan: unique within a stream

  explicit Labels(const WritePlan& plan);
  /// One word for an entity in all panels: its stream's, too, where there are several.
  FrameLabel frame_of(std::size_t row, StreamIndex stream) const;
};

/// The beginning that names have in common, as a word in lower case.
std::string common_word(const std::vector<std::string_view>& names);

}  // namespace scrubjay::mcap
