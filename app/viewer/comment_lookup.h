#pragma once

#include <imgui.h>

#include <memory>
#include <span>
#include <vector>

#include "core/session.h"

namespace scrubjay {

/// What people wrote on the open recordings, in order of frame. Comments of a recording are
/// complete once it is indexed.
class CommentLookup {
 public:
  /// Looks for comments that came since. O(comments) when there are any, else O(recordings).
  void update(const Session& session);

  /// Comments of a recording whose frame exists, in order of frame.
  std::span<const CommentIndex> in_order(std::size_t recording) const;
  /// Those at one frame.
  std::span<const CommentIndex> at(std::size_t recording, FrameIndex frame) const;

 private:
  struct OfRecording {
    std::weak_ptr<const Recording> recording;
    std::size_t known = 0;
    std::vector<CommentIndex> rows;
    std::vector<FrameIndex> frames;  ///< of `rows`
  };
  std::vector<OfRecording> recordings_;
};

/// The colour that a comment was given, else the light grey of those without.
ImVec4 comment_color(const CommentInfo& comment);

}  // namespace scrubjay
