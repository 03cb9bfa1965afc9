#include "formats/flecs/read/clock.h"

#include <algorithm>
#include <array>

#include "formats/flecs/read/json_parse.h"
#include "formats/flecs/read/transforms.h"
#include "formats/flecs/read/values.h"

namespace scrubjay::flecs {

namespace {

constexpr std::array<std::string_view, 6> kSeconds{"time",    "t",          "seconds",
                                                   "elapsed", "world_time", "simulation_time"};
constexpr std::array<std::string_view, 2> kFrames{"frame", "tick"};

bool may_be_clock(std::string_view member) {
  return std::ranges::find(kSeconds, member) != kSeconds.end() ||
         std::ranges::find(kFrames, member) != kFrames.end();
}

/// What follows `name` and a slash or dot in `path`; nothing when it does not begin so.
std::optional<std::string_view> behind(std::string_view path, std::string_view name) {
  if (path.size() <= name.size() + 1 || !path.starts_with(name)) return {};
  const char separator = path[name.size()];
  if (separator != '/' && separator != '.') return {};
  return path.substr(name.size() + 1);
}

}  // namespace

bool ClockReader::read(std::string_view text, const FoundDocument& document) {
  return reader_.read(text, document);
}

std::optional<double> ClockReader::value(std::string_view clock) const {
  std::optional<double> found;
  for (const Snapshot::Entity& entity : reader_.snapshot().entities()) {
    const auto component = behind(clock, entity.path);
    if (!component) continue;
    reader_.snapshot().for_each_item(entity, [&](const Snapshot::Item& item) {
      if (found || !item.has_value || item.origin != Snapshot::Origin::own) return;
      auto member = behind(*component, item.id->text);
      if (!member) member = behind(*component, item.id->name);
      if (!member) return;
      std::string path(*member);
      std::ranges::replace(path, '.', '/');
      simdjson::dom::element value = item.value;
      const Schema* schema = item.schema;
      if (find_member(path, value, schema)) found = number_of(value, schema);
    });
    if (found) break;
  }
  return found;
}

std::vector<std::string> ClockReader::candidates() const {
  std::vector<std::string> names;
  for (const Snapshot::Entity& entity : reader_.snapshot().entities()) {
    reader_.snapshot().for_each_item(entity, [&](const Snapshot::Item& item) {
      const bool is_singleton = item.has_value && item.origin == Snapshot::Origin::own &&
                                !item.id->is_pair && item.id->first == entity.path;
      if (!is_singleton || !item.value.is_object()) return;
      for (const auto [name, value] : object_of(item.value)) {
        if (!may_be_clock(name) || !number_of(value, nullptr)) continue;
        names.push_back(std::string(entity.path) + "/" + item.id->text + "/" + std::string(name));
      }
    });
  }
  return names;
}

bool counts_frames(std::string_view clock) {
  const std::string_view last = clock.substr(clock.find_last_of("/.") + 1);
  return std::ranges::find(kFrames, last) != kFrames.end();
}

std::string find_clock(std::string_view text, const std::vector<FoundDocument>& documents,
                       const Choices& choices) {
  constexpr std::size_t kLooked = 16;
  const std::size_t count = std::min(kLooked, documents.size());
  ClockReader reader(choices);
  if (count < 2 || !reader.read(text, documents.front())) return {};
  for (const std::string& name : reader.candidates()) {
    std::optional<double> last;
    bool increases = true;
    for (std::size_t i = 0; i < count && increases; ++i) {
      const auto value = reader.read(text, documents[i]) ? reader.value(name) : std::nullopt;
      increases = value && (!last || *value > *last);
      last = value;
    }
    if (increases) return name;
  }
  return {};
}

}  // namespace scrubjay::flecs
