#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "formats/mcap/write/container.h"
#include "formats/mcap/write/kind.h"
#include "formats/mcap/write/labels.h"
#include "formats/mcap/write/survey.h"
#include "formats/write_plan.h"

namespace scrubjay::mcap {

/// Kinds, schemas and channels. Those of tables are made when they are asked for, since most kinds
/// are in few of the streams.
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
    std::string front;  ///< of its topics
    TextMap metadata;   ///< of its channels
  };
  std::vector<Stream> streams;

  /// The channel of a stream's entities of that kind, where there are tables.
  std::size_t table_channel(StreamIndex stream, std::size_t kind);

  std::size_t first_kind = 0;  ///< schema of the first kind
  std::map<std::pair<StreamIndex, std::size_t>, std::size_t> table_channels;
};

Layout layout_of(const WritePlan& plan, const Survey& survey, const Labels& labels);

}  // namespace scrubjay::mcap
