#include "app/viewer/saved/notes_store.h"

#include <gtest/gtest.h>

#include "panel_fixture.h"
#include "scripted_recording.h"

namespace scrubjay {
namespace {

/// Eleven frames, a second apart.
std::shared_ptr<Recording> ten_frames() {
  return scripted_recording([](RecordingBuilder& builder) {
    add_frames(builder, builder.add_stream("s", ""), 11, 1);
    builder.set_complete(true);
  });
}

class NotesStoreTest : public PanelTest {
 protected:
  NotesStoreTest() : PanelTest({400, 300}) {}

  void draw(PanelContext& context) override {
    if (wished_ != nullptr) go_to_note(context, 0, *wished_);
    wished_ = nullptr;
  }

  const Note* wished_ = nullptr;  ///< in the next picture
};

TEST_F(NotesStoreTest, ARangeOfARecordingThatWasMovedIsSelectedWhereItIsNow) {
  open(ten_frames(), 100);
  Note note = new_note(2, "turns");
  note.end = 5;
  wished_ = &note;
  picture();
  EXPECT_EQ(state_.playback.playhead, 102);
  ASSERT_TRUE(state_.playback.range);
  EXPECT_EQ(state_.playback.range->begin, 102);
  EXPECT_EQ(state_.playback.range->end, 105);
}

}  // namespace
}  // namespace scrubjay
