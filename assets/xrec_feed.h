#pragma once

#include <cstdint>
#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>
#include <string>
#include <string_view>
#include <unordered_map>

#include "assets/arena.h"
#include "formats/xrec/write/packet_writer.h"

namespace scrubjay::assets {

struct XrecOptions {
  ArenaOptions arena;
  xrec::Compression compression = xrec::Compression::zstd;
};

/// Tells an arena as a session that an XR recorder would capture: players who enter, what moves, in
/// world and local space and only when it has changed, chapters, the scene graph's actions and an
/// event of the application's own. Memory does not grow with the recording.
class XrecFeed {
 public:
  XrecFeed(xrec::PacketWriter& writer, const XrecOptions& options);

  /// The next tick. False once the writer's sink has refused.
  bool add_frame();
  bool finish();

 private:
  struct Place {
    glm::vec3 position{0.0F};
    glm::quat rotation{1.0F, 0.0F, 0.0F, 0.0F};
    bool is_known = false;
  };

  double rtss() const;
  bool add(std::string_view type, std::string_view assembly);
  bool move(const std::string& path, const glm::dvec3& position, double heading, bool is_local);
  bool furnish(const Courtyard& yard);
  bool enter(const Courtyard& yard, int number);
  bool act(const Courtyard& yard, std::string_view label, std::int64_t value);
  bool tell_player(const Courtyard& yard);
  bool tell_guard(const Courtyard& yard, const ArenaGuard& guard);

  xrec::PacketWriter& writer_;
  xrec::BlockBuilder block_;
  Arena arena_;
  std::int64_t frame_;
  std::unordered_map<std::string, Place> places_;
  PropertyTree tree_;  ///< fields of the event being told
};

/// Writes a made-up session into `sink`: `frames` ticks, or fewer once about `most_bytes` are
/// reached (0: no such limit). False once the sink has refused.
bool write_xrec(const XrecOptions& options, const ByteSink& sink, std::uint64_t frames,
                std::uint64_t most_bytes = 0);

}  // namespace scrubjay::assets
