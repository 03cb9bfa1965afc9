#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/recording.h"
#include "formats/states/group_reader.h"
#include "formats/states/index.h"

namespace scrubjay::states {

/// Where a format keeps the bytes of groups. One per thread.
class GroupSource {
 public:
  virtual ~GroupSource() = default;
  /// Appends the group's bytes to `out`, which is empty; or what is wrong with them, as a phrase.
  virtual std::optional<const char*> read(const Index::Group& group,
                                          std::vector<std::byte>& out) = 0;
  /// The problem of states that are lost, with its code and place.
  virtual Problem problem(std::uint64_t place, std::string message) const = 0;
  /// What still shows a frame whose states are lost, as a sentence; empty where nothing does.
  virtual std::string_view help() const { return {}; }
};

/// Decodes frames that are written in groups: one group at a time, from its first frame on.
class Decoder final : public FrameDecoder {
 public:
  Decoder(const Recording& recording, const Index& index, std::unique_ptr<GroupSource> source)
      : recording_(recording), index_(index), source_(std::move(source)) {}

  void decode(FrameIndex frame, Frame& out) override;
  void decode_event(EventIndex event, PropertyTree& out) override;

 private:
  struct Loaded {
    GroupReader reader;
    std::optional<std::size_t> group;  ///< row of Index::groups
    std::optional<const char*> error;
  };

  void load(std::size_t group, Loaded& into);
  /// Null when the group's reader is there, else why not.
  const char* go_to(std::uint64_t position);
  void fill(Frame& out);
  void check(Frame& out);
  bool has_those_that_live(const Frame& frame);
  void tell(std::uint64_t place, const char* why, Frame& out) const;

  const Recording& recording_;
  const Index& index_;
  std::unique_ptr<GroupSource> source_;
  Loaded frames_;                          ///< texts of the frame decoded last point into it
  Loaded events_;                          ///< for events of other groups than that frame's
  std::vector<std::uint64_t> seen_alive_;  ///< by entity: when it was last found to live
  std::uint64_t checks_ = 0;
};

}  // namespace scrubjay::states
