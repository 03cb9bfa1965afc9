#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "core/number_text.h"
#include "core/platform/input_file.h"
#include "scenery/opendrive/locate/roads.h"
#include "scenery/opendrive/opendrive.h"
#include "scenery/opendrive/read/read_map.h"

/// Texts of small OpenDRIVE files for tests, and what is read of them.
namespace scrubjay::opendrive {

inline std::string attribute(std::string_view name, double value) {
  return " " + std::string(name) + "=\"" + number_text(value) + "\"";
}

inline std::string cubic(std::string_view element, std::string_view start, double s, double a,
                         double b = 0, double c = 0, double d = 0) {
  return "<" + std::string(element) + attribute(start, s) + attribute("a", a) + attribute("b", b) +
         attribute("c", c) + attribute("d", d) + "/>";
}

inline std::string lane(int id, std::string_view type, double width, std::string_view more = {}) {
  return "<lane id=\"" + std::to_string(id) + "\" type=\"" + std::string(type) + "\">" +
         (id == 0 ? std::string() : cubic("width", "sOffset", 0, width)) + std::string(more) +
         "</lane>";
}

/// One lane of 3.5 m on each side.
inline std::string two_lanes(double s = 0) {
  return "<laneSection" + attribute("s", s) + "><left>" + lane(1, "driving", 3.5) +
         "</left><center>" + lane(0, "none", 0) + "</center><right>" + lane(-1, "driving", 3.5) +
         "</right></laneSection>";
}

/// `text` with the first `part` in it replaced; a part that is not there is a fault of the test.
inline std::string replace_first(std::string text, std::string_view part, std::string_view by) {
  const std::size_t at = text.find(part);
  if (at == std::string::npos) return "not in the text: " + std::string(part);
  return text.replace(at, part.size(), by);
}

struct GeometryText {
  double s = 0;
  double x = 0;
  double y = 0;
  double heading = 0;
  double length = 0;
  std::string shape = "<line/>";

  std::string text() const {
    return "<geometry" + attribute("s", s) + attribute("x", x) + attribute("y", y) +
           attribute("hdg", heading) + attribute("length", length) + ">" + shape + "</geometry>";
  }
};

struct RoadText {
  std::string id = "1";
  double length = 0;
  std::string geometries = {};
  std::string lanes = two_lanes();
  std::string profiles = {};
  std::string more = {};  ///< links, objects, signals
  std::string junction = "-1";

  std::string text() const {
    return "<road id=\"" + id + "\" junction=\"" + junction + "\"" + attribute("length", length) +
           ">" + "<planView>" + geometries + "</planView>" + profiles + "<lanes>" + lanes +
           "</lanes>" + more + "</road>\n";
  }
};

/// A straight road along x.
inline RoadText straight(std::string id, double y = 0, double length = 50) {
  return {.id = std::move(id),
          .length = length,
          .geometries = GeometryText{.y = y, .length = length}.text()};
}

inline std::string file_of(std::string_view roads, int minor = 7) {
  return "<?xml version=\"1.0\"?>\n<OpenDRIVE><header revMajor=\"1\" revMinor=\"" +
         std::to_string(minor) + "\" name=\"made\" date=\"2026-01-01\"/>\n" + std::string(roads) +
         "</OpenDRIVE>\n";
}

inline Result<RoadMap> map_of(std::string_view text) {
  const std::atomic<bool> not_cancelled{false};
  return read_map(std::as_bytes(std::span(text)), not_cancelled);
}

/// The roads of a file that can be read.
inline std::unique_ptr<Roads> roads_of(std::string_view text) {
  auto map = map_of(text);
  return map ? std::make_unique<Roads>(std::move(*map)) : nullptr;
}

inline Result<std::shared_ptr<const Scenery>> scenery_of(std::string_view text) {
  const std::atomic<bool> not_cancelled{false};
  const auto bytes = std::as_bytes(std::span(text));
  const auto file = InputFile::from_memory("made.xodr", {bytes.begin(), bytes.end()});
  return kFormat.read(*file, no_neighbours, not_cancelled);
}

/// Several curves in one chain, each where the one before ends, with slope and tilt.
inline std::string winding_file() {
  const std::string spiral = "<spiral curvStart=\"0\" curvEnd=\"0.05\"/>";
  const std::string arc = "<arc curvature=\"-0.04\"/>";
  const std::string uneven =
      "<paramPoly3 aU=\"0\" bU=\"30\" cU=\"8\" dU=\"-6\" aV=\"0\" bV=\"0\" cV=\"5\" dV=\"-3\"/>";
  RoadText winding{
      .id = "winding",
      .length = 40,
      .geometries = GeometryText{.length = 40, .shape = spiral}.text(),
      .lanes = cubic("laneOffset", "s", 0, 0, 0, 0.002, -2e-5) + "<laneSection s=\"0\"><left>" +
               lane(1, "driving", 3.5) +
               lane(2, "sidewalk", 2, "<height sOffset=\"0\" inner=\"0.15\" outer=\"0.2\"/>") +
               "</left><center>" + lane(0, "none", 0) +
               "</center><right><lane id=\"-1\" "
               "type=\"driving\">" +
               cubic("width", "sOffset", 0, 3, 0, 0.004, -5e-5) + "</lane></right></laneSection>",
      .profiles = "<elevationProfile>" + cubic("elevation", "s", 0, 1, 0.03, 0.002, -3e-5) +
                  "</elevationProfile><lateralProfile>" +
                  cubic("superelevation", "s", 0, 0, 0, 2e-4, -3e-6) + "</lateralProfile>"};
  RoadText bend{.id = "bend",
                .length = 60,
                .geometries = GeometryText{.x = 100, .length = 60, .shape = arc}.text()};
  RoadText free{
      .id = "free",
      .length = 32.0695611873883,
      .geometries = GeometryText{.x = 200, .length = 32.0695611873883, .shape = uneven}.text()};
  return file_of(winding.text() + bend.text() + free.text() + straight("over", 40).text() +
                 straight("beside", 43.5).text());
}

}  // namespace scrubjay::opendrive
