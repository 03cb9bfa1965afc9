#pragma once

#include <cstddef>

#include "scenery/opendrive/model.h"
#include "scenery/opendrive/read/problems.h"
#include "scenery/opendrive/read/xml.h"

namespace scrubjay::opendrive {

// The parts of a file, each from its element. What is wrong is told; what cannot be read is left
// out.

Header read_header(const XmlNode& node, Problems& problems);

/// `table_rows` counts the rows of all curves' tables. False: the road has no geometry that can be
/// drawn.
bool read_road(const XmlNode& node, Road& road, std::size_t& table_rows, Problems& problems);
Junction read_junction(const XmlNode& node, Problems& problems);

/// `planView`. Sets the road's length.
void read_plan_view(const XmlNode& node, Road& road, std::size_t& table_rows, Problems& problems);
void read_heights(const XmlNode& node, Road& road, Problems& problems);
void read_lateral_profile(const XmlNode& node, Road& road, Problems& problems);
/// `lanes`; the road's length is known.
void read_lanes(const XmlNode& node, Road& road, Problems& problems);
RoadMark read_mark(const XmlNode& node, double section_start, bool is_center, bool is_left,
                   Problems& problems, bool& is_whole);
std::uint32_t mark_color(std::string_view name);
void read_objects(const XmlNode& node, Road& road, Problems& problems);
void read_signals(const XmlNode& node, Road& road, Problems& problems);

/// Tells of links to what is not there, and of ids that are there twice.
void check_links(const RoadMap& map, Problems& problems);

}  // namespace scrubjay::opendrive
