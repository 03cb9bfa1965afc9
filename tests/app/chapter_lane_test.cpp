#include "app/viewer/panels/timeline/chapter_lane.h"

#include <gtest/gtest.h>

#include <memory>
#include <string_view>

#include "timeline_panel_fixture.h"

namespace scrubjay {
namespace {

class ChapterLaneTest : public TimelinePanelTest {};

EventInfo chapter(const RecordingBuilder& builder, Seconds time, std::string_view name) {
  EventInfo event = instant(builder, time, name);
  event.role = EventRole::chapter;
  return event;
}

/// 101 frames over ten seconds; chapters at 2, 5 and 8 s, told in another order.
std::shared_ptr<Recording> story() {
  return scripted_recording([](RecordingBuilder& builder) {
    const StreamIndex stream = builder.add_stream("s", "");
    for (std::size_t i = 0; i <= 100; ++i) {
      const Seconds t = static_cast<double>(i) / 10;
      if (i == 20) {
        EventInfo late = chapter(builder, t, "Finale");
        late.time = late.end = 8;
        builder.add_event(late);
        builder.add_event(chapter(builder, t, "Opening"));
        builder.add_event(instant(builder, t, "Light"));
      }
      if (i == 50) builder.add_event(chapter(builder, t, "Middle"));
      builder.add_frame(t, static_cast<std::int64_t>(i + 1), {}, stream);
    }
    builder.set_complete(true);
  });
}

TEST_F(ChapterLaneTest, ChaptersHaveALaneAndAClickGoesToWhereOneBegins) {
  open(ten_seconds());
  settled();
  EXPECT_FALSE(has_place("timeline.chapters.0"));
  session().recordings.clear();
  open(story());
  settled();
  ASSERT_TRUE(has_place("timeline.chapters.0"));
  state_.timeline = {{0, 10}, false};
  settled();
  move_to("timeline.chapters.0", 0.6F);
  press();
  release();
  EXPECT_EQ(state_.playback.playhead, 5);
  EXPECT_EQ(state_.selected_event, (SelectedEvent{0, EventIndex(3)}));
  session().recordings[0].visible = false;
  settled();
  EXPECT_FALSE(has_place("timeline.chapters.0"));
}

TEST_F(ChapterLaneTest, ChaptersOfAnotherRecordingInTheSamePlaceAreNone) {
  open(story());
  settled();
  ASSERT_EQ(chapter_count(session(), caches_.of<TimelineCache>(), 0), 3u);
  session().recordings.clear();
  open(ten_seconds());
  // A key may come before the timeline is drawn again.
  EXPECT_EQ(chapter_count(session(), caches_.of<TimelineCache>(), 0), 0u);
  EXPECT_FALSE(neighbour_chapter(session(), caches_.of<TimelineCache>(), 0, 1));
  EXPECT_FALSE(chapter_of(session(), caches_.of<TimelineCache>(), 0, 5));
}

TEST_F(ChapterLaneTest, ChaptersFollowEachOtherInOrderOfTime) {
  open(story(), 100);
  settled();
  const TimelineCache& cache = caches_.of<TimelineCache>();
  ASSERT_EQ(chapter_count(session(), cache, 0), 3u);
  struct Case {
    Seconds t;
    int direction;
    const char* name;
  };
  for (const Case& c :
       {Case{100, 1, "Opening"}, Case{102, 1, "Middle"}, Case{105.1, 1, "Finale"}, Case{108, 1, ""},
        Case{110, -1, "Finale"}, Case{108, -1, "Middle"}, Case{102, -1, ""}}) {
    const auto found = neighbour_chapter(session(), cache, c.t, c.direction);
    EXPECT_EQ(found ? found->name : "", c.name) << c.t;
  }
  EXPECT_FALSE(chapter_of(session(), cache, 0, 101.9));
  const auto last = chapter_of(session(), cache, 0, 109);
  ASSERT_TRUE(last);
  EXPECT_EQ(last->begin, 108);
  EXPECT_EQ(last->end, 110);
}

}  // namespace
}  // namespace scrubjay
