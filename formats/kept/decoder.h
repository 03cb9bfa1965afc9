#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "formats/kept/group_reader.h"
#include "formats/kept/index.h"
#include "formats/kept/own_frames.h"
#include "formats/kept/packed_bytes.h"
#include "formats/kept/packets.h"

namespace scrubjay::kept {

/// Decodes frames that are written in groups: one group at a time, from its first frame on.
class Decoder final : public FrameDecoder {
 public:
  /// `help`: see KeptFile. `own` shows what is lost.
  Decoder(const Recording& recording, const Index& index, std::unique_ptr<PacketSource> source,
          std::string_view help, const OwnRecording& own)
      : recording_(recording), index_(index), source_(std::move(source)), help_(help), own_(own) {}

  void decode(FrameIndex frame, Frame& out) override;
  void decode_event(EventIndex event, PropertyTree& out) override;

 private:
  struct Loaded {
    GroupReader reader;
    std::optional<std::size_t> group;  ///< row of Index::groups
    const char* error = nullptr;       ///< why its packet cannot be read
  };

  void load(std::size_t group, Loaded& into);
  const char* unpack(const Index::Group& group, std::vector<std::byte>& out);
  /// Null when the group's reader is there, else why not.
  const char* go_to(std::uint64_t position);
  void fill(Frame& out);
  void check(Frame& out);
  bool has_those_that_live(const Frame& frame);
  void show_lost(std::uint64_t place, const char* why, Frame& out);

  const Recording& recording_;
  const Index& index_;
  std::unique_ptr<PacketSource> source_;
  std::string_view help_;
  const OwnRecording& own_;
  std::optional<OwnFrames> own_frames_;  ///< once a frame was lost
  Unpacker unpacker_;
  Loaded frames_;                          ///< texts of the frame decoded last point into it
  Loaded events_;                          ///< for events of other groups than that frame's
  std::vector<std::uint64_t> seen_alive_;  ///< by entity: when it was last found to live
  std::uint64_t checks_ = 0;
};

}  // namespace scrubjay::kept
