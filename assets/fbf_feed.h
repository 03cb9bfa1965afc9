#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assets/arena.h"
#include "assets/courtyard_telling.h"
#include "formats/framebyframe/write/container_writer.h"
#include "formats/framebyframe/write/property_numbers.h"

namespace scrubjay::assets {

struct FbfOptions {
  ArenaOptions arena;
  framebyframe::FileKind container = framebyframe::FileKind::raw;
  std::uint32_t clients = 2;     ///< 1..256; the first one is the server
  std::uint32_t properties = 0;  ///< a guard has at least about so many
};

/// Tells an arena to a Frame by Frame file, frame by frame: the server in every tick, players'
/// clients at a rate of their own between them. Pictures come as resources, and the server pauses
/// its recording now and then, so that frame numbers are missing.
class FbfFeed {
 public:
  FbfFeed(framebyframe::ContainerWriter& writer, const FbfOptions& options);

  /// Adds the next frame in time, whichever client's.
  void add_frame();
  /// Ends the frames; a saved recording gets its lists, resources and comments.
  void finish();

 private:
  using Resource = std::pair<std::string, std::string>;  ///< path, object

  struct Client {
    std::uint64_t frames = 0;  ///< added so far
    std::uint64_t number = 1;  ///< of the next frame
    std::uint64_t next_ms = 0;
    std::optional<std::uint64_t> last_ms;
  };

  void tell(std::uint32_t client);
  void write(std::uint32_t client);
  void plan_next(std::uint32_t client);
  void add_resource(const std::string& path, std::string_view type, const ResourceData& data);
  void add_first_resources();
  void add_screenshots();
  void note_layers();
  void note_comments();
  bool comment_on_state();
  bool comment_on_shot();
  void note_comment(framebyframe::WrittenComment comment);

  framebyframe::ContainerWriter& writer_;
  FbfOptions options_;
  Arena arena_;
  CourtyardTelling telling_;
  std::vector<Client> clients_;
  std::uint64_t frames_ = 0;
  std::uint64_t last_tick_ = 0;  ///< told by the server
  bool has_property_comment_ = false;
  bool has_event_comment_ = false;
  std::vector<Resource> new_resources_;  ///< of the frame that comes
  std::vector<Resource> saved_resources_;
  std::vector<Resource> comments_;
  std::vector<std::string> layers_;
  framebyframe::PropertyNumbers numbers_;
};

/// Writes a made-up arena into `sink`: `frames` frames of all clients together, or fewer once
/// `most_bytes` are reached (0: no such limit). Memory does not grow with a raw file; for a saved
/// one it holds the pictures. Errors: the writer's.
Result<void> write_framebyframe(const FbfOptions& options, const ByteSink& sink,
                                std::uint64_t frames, std::uint64_t most_bytes = 0);

}  // namespace scrubjay::assets
