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
      if (roads_.try_emplace(road.id, &road).second) continue;
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
        check_lanes(connection);
      }
    }
  }

 private:
  void tell(std::uint64_t offset, std::string found) {
    problems_.warn("dangling-link", offset, "A link names what is not there.", std::move(found));
  }

  template <class Known>
  void require(const Known& ids, const std::string& id, std::uint64_t offset,
               std::string_view what) {
    if (!id.empty() && !ids.contains(id)) tell(offset, std::string(what) + id);
  }

  void check(const RoadLink& link) {
    if (link.to == LinkTo::road) require(roads_, link.id, link.offset, "road ");
    if (link.to == LinkTo::junction) require(junctions_, link.id, link.offset, "junction ");
  }

  /// Null where there is none.
  const Road* road_named(const std::string& id) const {
    const auto found = roads_.find(id);
    return found == roads_.end() ? nullptr : found->second;
  }

  /// Also where the section is not there.
  static bool has_lane(const Road& road, std::size_t section, std::int32_t id) {
    return id == 0 || section >= road.sections.size() || find_lane(road, section, id) != nullptr;
  }
  static bool has_lane_at(const Road* road, bool is_at_end, std::int32_t id) {
    return road == nullptr || has_lane(*road, is_at_end ? road->sections.size() - 1 : 0, id);
  }
  bool has_lane(const RoadLink& link, std::int32_t id) const {
    if (link.to != LinkTo::road) return true;
    return has_lane_at(road_named(link.id), link.is_at_end, id);
  }

  void check_side(const Road& road, std::size_t section, const LaneSide& side) {
    const auto check = [&](const std::vector<std::int32_t>& lanes, bool is_inside,
                           std::size_t beside, const RoadLink& link) {
      for (const std::int32_t id : lanes) {
        if (is_inside ? has_lane(road, beside, id) : has_lane(link, id)) continue;
        tell(road.sections[section].offset, "lane " + std::to_string(id));
      }
    };
    const bool is_last = section + 1 == road.sections.size();
    for (const Lane& lane : side.lanes) {
      check(lane.predecessors, section > 0, section - 1, road.predecessor);
      check(lane.successors, !is_last, section + 1, road.successor);
    }
  }

  void check_lanes(const Road& road) {
    for (std::size_t i = 0; i < road.sections.size(); ++i) {
      check_side(road, i, road.sections[i].left);
      check_side(road, i, road.sections[i].right);
    }
  }

  /// At which end the incoming road comes in is not said.
  void check_lanes(const Connection& connection) {
    const Road* const incoming = road_named(connection.incoming);
    const Road* const connecting = road_named(connection.connecting);
    for (const auto& [from, to] : connection.lanes) {
      if (!has_lane_at(incoming, false, from) && !has_lane_at(incoming, true, from)) {
        tell(connection.offset, "lane " + std::to_string(from));
      }
      if (!has_lane_at(connecting, connection.is_at_end, to)) {
        tell(connection.offset, "lane " + std::to_string(to));
      }
    }
  }

  const RoadMap& map_;
  Problems& problems_;
  std::unordered_map<std::string_view, const Road*> roads_;  ///< of two with one id the first
  Ids junctions_;
};

}  // namespace

void check_links(const RoadMap& map, Problems& problems) { LinkCheck(map, problems).run(); }

}  // namespace scrubjay::opendrive
