#pragma once

#include <cstddef>
#include <vector>

#include "formats/mcap/write/container.h"
#include "formats/mcap/write/kind.h"
#include "formats/mcap/write/labels.h"
#include "formats/mcap/write/survey.h"
#include "formats/write_plan.h"

namespace scrubjay::mcap {

/// Kinds, schemas and channels.
struct Layout {
  std::vector<Schema> schemas;
  std::vector<Channel> channels;
  std::vector<Kind> kinds;
  Kind frame;
  std::vector<std::size_t> kind_of;     ///< by row of the plan
  std::vector<std::size_t> channel_of;  ///< likewise, where each has its own
  bool has_tables = false;

  /// Channels of a stream.
  struct Stream {
    std::size_t frame = 0, transforms = 0, scene = 0, positions = 0, events = 0, log = 0,
                comments = 0;
    std::size_t first_table = 0;  ///< by kind from here on
  };
  std::vector<Stream> streams;
};

Layout layout_of(const WritePlan& plan, const Survey& survey, const Labels& labels);

}  // namespace scrubjay::mcap
