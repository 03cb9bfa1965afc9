#pragma once

#include <cstdint>

#include "core/coordinate_system.h"
#include "formats/mcap/write/container.h"
#include "formats/mcap/write/labels.h"
#include "formats/mcap/write/layout.h"
#include "formats/write_plan.h"

namespace scrubjay::mcap {

/// What metadata tells of.
struct MetadataSource {
  const WritePlan& plan;
  const Layout& layout;
  const Labels& labels;
  const CoordinateSystem& target;  ///< that the file is written in
  std::uint64_t offset = 0;        ///< nanoseconds: the zero of log time
};

/// What is known of the file and its source, the names that fields do not say, and the rows of the
/// recording's tables that no message tells of (formats/mcap/README.md, 5.5).
void put_metadata(ContainerWriter& writer, const MetadataSource& from);

}  // namespace scrubjay::mcap
