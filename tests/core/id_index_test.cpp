#include "core/id_index.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

namespace scrubjay {
namespace {

/// Two streams with four frames each in turn. "a" of the first one lives twice, with another entity
/// of that id between; the second has an "a" of its own and a "b" that never lives.
class ReusedIds : public Reader {
 public:
  void index(RecordingBuilder& builder) override {
    const StreamIndex first = builder.add_stream("0", "");
    const StreamIndex second = builder.add_stream("1", "");
    std::vector<LifetimeIndex> lives(4);
    for (std::size_t i = 0; i < 8; ++i) {
      const FrameIndex frame = builder.next_frame();
      if (i == 0) {
        old_ = builder.add_entity("a", "Old", EntityKind::other, first);
        lives[0] = builder.begin_life(old_, frame);
      } else if (i == 2) {
        builder.end_life(lives[0], FrameIndex(std::size_t{0}));
        next_ = builder.add_entity("a", "New", EntityKind::other, first);
        lives[1] = builder.begin_life(next_, frame);
        own_ = builder.add_entity("a", "Own", EntityKind::other, second);
      } else if (i == 4) {
        builder.end_life(lives[1], FrameIndex(std::size_t{2}));
      } else if (i == 6) {
        lives[2] = builder.begin_life(old_, frame);
      }
      builder.add_frame(static_cast<Seconds>(i), static_cast<std::int64_t>(i), {},
                        i % 2 == 0 ? first : second);
    }
  }
  std::unique_ptr<FrameDecoder> decoder(const Recording&) const override { return nullptr; }

  static inline EntityIndex old_;
  static inline EntityIndex next_;
  static inline EntityIndex own_;
};

TEST(IdIndex, KnowsWhomAnIdMeansInAFrame) {
  Recording recording(InputFile::from_memory("made", {}), std::make_unique<ReusedIds>(), {});
  recording.index();
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
