#include "core/id_index.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "tests/core/script.h"

namespace scrubjay {
namespace {

/// Two streams with four frames each in turn. "a" of the first one lives twice, with another entity
/// of that id between; the second has an "a" of its own and a "b" that never lives.
void index_reused(RecordingBuilder& builder) {
  const StreamIndex first = builder.add_stream("0", "");
  const StreamIndex second = builder.add_stream("1", "");
  std::vector<LifetimeIndex> lives(4);
  EntityIndex old;
  for (std::size_t i = 0; i < 8; ++i) {
    const FrameIndex frame = builder.next_frame();
    if (i == 0) {
      old = builder.add_entity("a", "Old", EntityKind::other, first);
      lives[0] = builder.begin_life(old, frame);
    } else if (i == 2) {
      builder.end_life(lives[0], FrameIndex(std::size_t{0}));
      const EntityIndex next = builder.add_entity("a", "New", EntityKind::other, first);
      lives[1] = builder.begin_life(next, frame);
      builder.add_entity("a", "Own", EntityKind::other, second);
    } else if (i == 4) {
      builder.end_life(lives[1], FrameIndex(std::size_t{2}));
    } else if (i == 6) {
      lives[2] = builder.begin_life(old, frame);
    }
    builder.add_frame(static_cast<Seconds>(i), static_cast<std::int64_t>(i), {},
                      i % 2 == 0 ? first : second);
  }
}

TEST(IdIndex, KnowsWhomAnIdMeansInAFrame) {
  const auto made = indexed({.index = index_reused});
  const Recording& recording = *made;
  const IdIndex ids(recording);
  const auto meant = [&](std::size_t frame, const char* id) {
    const EntityIndex entity = ids.meant(FrameIndex(frame), id);
    return entity.exists() ? recording.entity(entity).name : "nobody";
  };
  EXPECT_EQ(meant(0, "a"), "Old");
  EXPECT_EQ(meant(2, "a"), "New");
  EXPECT_EQ(meant(4, "a"), "New") << "the last that came before";
  EXPECT_EQ(meant(6, "a"), "Old");
  EXPECT_EQ(meant(1, "a"), "Own") << "the frame's stream has one";
  EXPECT_EQ(meant(0, "b"), "nobody");
  EXPECT_EQ(ids.find(StreamIndex(std::size_t{0}), "a").size(), 2u);
}

}  // namespace
}  // namespace scrubjay
