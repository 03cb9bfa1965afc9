#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/recording.h"

namespace scrubjay {

/// A recording of one entity "7" in ten frames, 0.1 s apart, with one event at frame 3, and the
/// comments and files that a test wants.
struct ToldRecording {
  struct Comment {
    CommentInfo::Target target = CommentInfo::Target::timeline;
    std::uint32_t frame = 0;
    std::uint32_t property = CommentInfo::kNoProperty;
    std::string text = {};
  };
  static constexpr std::size_t kFrames = 10;

  std::function<void(std::size_t frame, PropertyTree& out)> properties;
  std::function<void(PropertyTree& out)> event_properties;
  std::vector<Comment> comments;
  std::map<std::string, ResourceData> resources;
  std::vector<std::string> only_named;  ///< resources that cannot be read
};

/// An indexed recording of it.
std::shared_ptr<Recording> recording_of(ToldRecording told);

}  // namespace scrubjay
