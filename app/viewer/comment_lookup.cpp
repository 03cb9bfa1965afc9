#include "app/viewer/comment_lookup.h"

#include <algorithm>

#include "app/viewer/css_color.h"

namespace scrubjay {

void CommentLookup::update(const Session& session) {
  recordings_.resize(session.recordings.size());
  for (std::size_t i = 0; i < recordings_.size(); ++i) {
    const std::shared_ptr<const Recording>& recording = session.recordings[i].recording;
    OfRecording& known = recordings_[i];
    if (known.recording.lock() != recording) {
      known = {};
      known.recording = recording;
    }
    const std::size_t count = recording->is_indexed() ? recording->comment_count() : 0;
    if (known.known == count) continue;
    known.known = count;
    known.rows.clear();
    for (std::size_t row = 0; row < count; ++row) {
      const FrameIndex frame = recording->comment(CommentIndex(row)).frame;
      if (frame.exists() && frame.value < recording->frame_count()) known.rows.emplace_back(row);
    }
    std::ranges::stable_sort(known.rows, {},
                             [&](CommentIndex row) { return recording->comment(row).frame; });
    known.frames.clear();
    for (const CommentIndex row : known.rows) {
      known.frames.push_back(recording->comment(row).frame);
    }
  }
}

std::span<const CommentIndex> CommentLookup::in_order(std::size_t recording) const {
  if (recording >= recordings_.size()) return {};
  return recordings_[recording].rows;
}

std::span<const CommentIndex> CommentLookup::at(std::size_t recording, FrameIndex frame) const {
  if (recording >= recordings_.size()) return {};
  const OfRecording& known = recordings_[recording];
  const auto found = std::ranges::equal_range(known.frames, frame);
  return std::span(known.rows)
      .subspan(static_cast<std::size_t>(found.begin() - known.frames.begin()), found.size());
}

ImVec4 comment_color(const CommentInfo& comment) {
  // #D9D9D9, formats/framebyframe/README.md, 9.5
  static const ImVec4 kPlain(0.851F, 0.851F, 0.851F, 1);
  return parse_css_color(comment.color).value_or(kPlain);
}

}  // namespace scrubjay
