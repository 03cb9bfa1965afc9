#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "scenery/opendrive/read/parts.h"
#include "scenery/opendrive/shape/cross_section.h"

namespace scrubjay::opendrive {

namespace {

using Ids = std::unordered_set<std::string_view>;

class LinkCheck {
 public:
  LinkCheck(const RoadMap& map, Problems& problems) : map_(map), problems_(problems) {
    for (const Road& road : map.roads) {
      if (roads_.insert(road.id).second) continue;
      problems.error("duplicate-id", road.offset,
                     "Two roads have the same id; links mean the first.", "road " + road.id);
    }
    for (const Junction& junction : map.junctions) junctions_.insert(junction.id);
  }

  void run() {
    for (const Road& road : map_.roads) {
      check(road.predecessor);
      check(road.successor);
      if (!road.junction.empty()) require(junctions_, road.junction, road.offset, "junction ");
      check_lanes(road);
    }
    for (const Junction& junction : map_.junctions) {
      for (const Connection& connection : junction.connections) {
        require(roads_, connection.incoming, connection.offset, "road ");
        require(roads_, connection.connecting, connection.offset, "road ");
      }
    }
  }

 private:
  void tell(std::uint64_t offset, std::string found) {
    problems_.warn("dangling-link", offset, "A link names what is not there.", std::move(found));
  }

  void require(const Ids& ids, const std::string& id, std::uint64_t offset, std::string_view what) {
    if (!id.empty() && !ids.contains(id)) tell(offset, std::string(what) + id);
  }

  void check(const RoadLink& link) {
    if (link.to == LinkTo::road) require(roads_, link.id, link.offset, "road ");
    if (link.to == LinkTo::junction) require(junctions_, link.id, link.offset, "junction ");
  }

  static bool has_lane(const Road& road, std::size_t section, std::int32_t id) {
    return id == 0 || find_lane(road, section, id) != nullptr;
  }

  void check_side(const Road& road, std::size_t section, const LaneSide& side) {
    for (const Lane& lane : side.lanes) {
      for (const std::int32_t id : lane.predecessors) {
        if (section > 0 && !has_lane(road, section - 1, id)) {
          tell(road.sections[section].offset, "lane " + std::to_string(id));
        }
      }
      for (const std::int32_t id : lane.successors) {
        if (section + 1 < road.sections.size() && !has_lane(road, section + 1, id)) {
          tell(road.sections[section].offset, "lane " + std::to_string(id));
        }
      }
    }
  }

  /// Of lanes the links within a road.
  void check_lanes(const Road& road) {
    for (std::size_t i = 0; i < road.sections.size(); ++i) {
      check_side(road, i, road.sections[i].left);
      check_side(road, i, road.sections[i].right);
    }
  }

  const RoadMap& map_;
  Problems& problems_;
  Ids roads_;
  Ids junctions_;
};

}  // namespace

void check_links(const RoadMap& map, Problems& problems) { LinkCheck(map, problems).run(); }

}  // namespace scrubjay::opendrive
