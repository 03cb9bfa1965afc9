#include "scenery/opendrive/read/read_map.h"

#include <string>
#include <string_view>
#include <utility>

#include "scenery/opendrive/read/parts.h"
#include "scenery/opendrive/read/text.h"

namespace scrubjay::opendrive {

namespace {

std::unexpected<Problem> refuse(std::string_view code, std::uint64_t offset,
                                std::string_view message, std::string expected, std::string found) {
  return failure({.severity = Severity::fatal,
                  .code = std::string(code),
                  .offset = offset,
                  .message = std::string(message),
                  .expected = std::move(expected),
                  .found = std::move(found)});
}

void tell_of_text(const XmlDocument& document, Problems& problems) {
  if (document.is_too_long()) {
    problems.error("limit", document.fault()->offset,
                   "The file is too long; what ended before there is shown.");
  } else if (document.fault()) {
    problems.error("xml-malformed", document.fault()->offset,
                   "The text is no XML from there on; what ended before is shown.",
                   document.fault()->what);
  }
  if (const auto deep = document.too_deep()) {
    problems.error("limit", deep->offset(),
                   "Elements lie too deep in each other; they are skipped.");
  }
}

/// Reads the children of a document's root.
class MapReader {
 public:
  Result<RoadMap> run(std::string_view text, const std::atomic<bool>& cancelled);

 private:
  void take(const XmlNode& node);

  RoadMap map_;
  Problems problems_;
  std::size_t table_rows_ = 0;
  bool has_header_ = false;
};

void MapReader::take(const XmlNode& node) {
  if (node.name() == "header" && !has_header_) {
    map_.header = read_header(node, problems_);
    has_header_ = true;
  } else if (node.name() == "road") {
    Road road;
    if (read_road(node, road, table_rows_, problems_)) map_.roads.push_back(std::move(road));
  } else if (node.name() == "junction") {
    map_.junctions.push_back(read_junction(node, problems_));
  }
}

Result<RoadMap> MapReader::run(std::string_view text, const std::atomic<bool>& cancelled) {
  const XmlDocument document(text);
  const auto& fault = document.fault();
  if (document.declares_entities()) {
    return refuse("xml-entities", 0, "The file declares entities, which are never expanded.",
                  "no <!ENTITY", "<!ENTITY");
  }
  const auto root = document.root();
  // A start tag that is cut off has no name to go by.
  const bool is_named = root && (!fault || text.find('>', root->offset()) < fault->offset);
  const bool is_roads = root && root->name() == "OpenDRIVE";
  if (!is_named && !is_roads) {
    return refuse("xml-malformed", fault ? fault->offset : 0, "The file is no XML.",
                  "the start tag <OpenDRIVE>", text.empty() ? "0 bytes" : "no start tag");
  }
  if (!is_roads) {
    return refuse("not-opendrive", root->offset(), "The file is XML, but not OpenDRIVE.",
                  "<OpenDRIVE>", "<" + std::string(root->name().substr(0, 40)) + ">");
  }
  for (const XmlNode child : *root) {
    if (cancelled) return refuse("cancelled", 0, "Reading was stopped.", {}, {});
    if (document.is_whole(child)) take(child);
  }
  tell_of_text(document, problems_);
  if (!has_header_) {
    problems_.warn("no-header", root->offset(), "The file has no header.");
  }
  if (map_.roads.empty()) {
    problems_.error("no-roads", root->offset(), "The file has no road that can be drawn.");
  }
  check_links(map_, problems_);
  map_.problems = std::move(problems_.list());
  return std::move(map_);
}

}  // namespace

Result<RoadMap> read_map(Bytes bytes, const std::atomic<bool>& cancelled) {
  if (!is_utf16(bytes)) {
    return MapReader().run({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, cancelled);
  }
  auto map = MapReader().run(utf8_of_utf16(bytes), cancelled);
  const auto move_back = [&](Problem& problem) {
    if (problem.offset) problem.offset = utf16_offset(bytes, *problem.offset);
  };
  if (!map) {
    move_back(map.error());
  } else {
    for (Problem& problem : map->problems) move_back(problem);
  }
  return map;
}

bool begins_as_opendrive(Bytes head) {
  const auto begins = [](std::string_view text) {
    const XmlDocument document(text);
    const auto root = document.root();
    return root && root->name() == "OpenDRIVE";
  };
  if (is_utf16(head)) return begins(utf8_of_utf16(head));
  return begins({reinterpret_cast<const char*>(head.data()), head.size()});
}

}  // namespace scrubjay::opendrive
